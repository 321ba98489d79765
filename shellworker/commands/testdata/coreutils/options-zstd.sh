### each name takes each option
seq 200 > f; zstd -q f; mkdir d; echo x > d/g
for n in zstd unzstd zstdcat; do echo "== $n"
  for o in '-zc' '-z --stdout' '--compress -c' '-zc -1' '-zc -19' '-zc --fast' '-zc --fast=3' '-zc --ultra -22' '-zc --long' '-zc --long=20' '-zc -T2' '-zc --threads=2' '-zc -T0' '-zc --single-thread' '-zc --adapt' '-zcf' '-zc --force' '-zck' '-zc --keep' '-zcq' '-zc --quiet' '-zcv' '-zc --verbose' '-zc --no-check' '-zc --check' '-zc --no-progress' '-zc --progress' '-zc --sparse' '-zc --no-sparse' '-zc --no-dictID' '-zc --rsyncable -T2' '-zc -B100000' '-zc --no-asyncio' '-zc --asyncio' '-zc --compress-literals' '-zc --no-compress-literals' '-zc --row-match-finder' '-zc --no-row-match-finder' '-zc --stream-size=100' '-zc --size-hint=1000' '-zc --target-compressed-block-size=2000' '-zc --format=zstd' '-zc --auto-threads=logical'; do $n $o f 2>/dev/null | zstd -dc | cksum; done
  for o in '-dc' '--decompress --stdout' '--uncompress -c' '-dcf' '-dcq' '-dc --no-check' '-dc -M100MB' '-dc --memory=100MB' '-dc --memlimit=100000000' '-dc --long=31'; do $n $o f.zst 2>/dev/null | cksum; done
  for o in -t --test '-tq' '--quiet --test' '-tqq'; do $n $o f.zst 2>/dev/null; echo $?; done
  rm -f o.out; $n -dq -o o.out f.zst < /dev/null; echo $?; cksum o.out; $n -dq f.zst -o o.out 2>&1 < /dev/null; echo $?; $n -dqf f.zst -o o.out; echo $?
  for o in -h -H --help -V --version; do $n $o > o 2>&1; echo $? $(($(wc -c < o) > 0)); done
  $n --bogus > o 2>&1; echo $?; head -1 o; $n -y > o 2>&1; echo $?; head -1 o; case $n in *cat);; *) $n -qr -z -k d 2>&1;; esac; ls d; rm -f d/*.zst; cp f.zst r.zst; $n -dq --rm r.zst > /dev/null 2>&1; ls r*; rm -f r; done
### in place
seq 9 > f; chmod 640 f; touch -d @1000000000 f; zstd -q f; stat -c '%a %Y %n' f f.zst; zstd -q f 2>&1 </dev/null; echo $?; zstd -qf --rm f; ls; unzstd -q f.zst; ls; unzstd -q f.zst 2>&1 < /dev/null; echo $?; zstd -qr --rm f; ls; zstd -dq --rm f.zst; ls; mkdir -p d/e; echo 1 > d/a; echo 2 > d/e/b; zstd -qr d; find d | sort; zstd -qdrf d/a.zst d/e; rm d/a d/e/b; zstd -qdr --rm d; find d | sort; zstd -q --exclude-compressed --rm d/a f; ls d; zstd -q --exclude-compressed d/a.zst; ls d
### output directories and lists
mkdir -p d/e; echo 1 > d/a; echo 2 > d/e/b; printf 'd/a\nd/e/b\n' > l; mkdir o; zstd -q --filelist l --output-dir-flat o; ls o; zstd -q --filelist=l --output-dir-mirror=m; find m | sort; zstd -q --filelist nosuch 2>&1; echo $?; mkdir fl; zstd -qr d --output-dir-flat fl; ls fl; zstd -dq fl/a.zst --output-dir-flat .; cat a
### formats
seq 50 > f; for x in gzip xz lzma; do zstd -qc --format=$x f > o.$x; zstd -dc < o.$x | cksum; done; gzip -dc o.gzip | wc -l; xz -dc o.xz | wc -l; lzma -dc < o.lzma | wc -l; zstd -q --format=gzip f; zstd -q --format=xz f; zstd -q --format=lzma f; ls; zstd --format=foo f > o 2>&1; echo $?; zstd -q --rm -d f.gz -f; ls
### messages
zstd nosuch 2>&1; echo $?; mkdir d; zstd d 2>&1; echo $?; zstd -q d 2>&1; zstd -qq nosuch; echo $?; echo x > f; ln -s f l; zstd l 2>&1; echo $?; zstd -qc f > g.zst; zstd -d f 2>&1; echo $?; echo plain > p.zst; zstd -d p.zst 2>&1; echo $?; zstd -dq -c p.zst 2>&1; echo $?; : > e.zst; zstd -d e.zst 2>&1; echo $?; zstd -t e.zst 2>&1; echo $?; head -c 8 g.zst > t.zst; zstd -d t.zst 2>&1; echo $?; (zstd -qc f; echo junk) > j.zst; zstd -dc j.zst 2>/dev/null; echo $?; zstd -q --rm -c f | zstd -dc; ls; echo u > u; chmod 0 u; zstd u 2>&1; echo $?; zstd -o 2>&1 | head -1; zstd -d nosuch 2>&1; echo $?; unzstd nosuch.zst 2>&1; zstdcat nosuch 2>&1; echo $?; zstd -dc --pass-through p.zst; echo $?; zstdcat --no-pass-through p.zst 2>&1; echo $?; zstdcat f p.zst
### several inputs to one output
echo 1 > a; echo 2 > b; zstd -q a b -o o.zst 2>&1 < /dev/null; echo $?; zstd -qf a b -o o.zst 2>&1 </dev/null; echo $?; zstdcat o.zst; zstd -qc a b | zstd -dc; zstd -q - -o s.zst < a; zstdcat s.zst; zstd -qc - < b | zstd -dc -; zstd -q < a | zstdcat; zstd -dc - b < s.zst; zstd -dcf - b < s.zst
### listing
seq 500 > f; zstd -q f; zstd -l f.zst | awk 'NR<2||NR==2{print $1,$2,$NF}'; zstd --list f.zst f.zst | wc -l; zstd -l f 2>&1; echo $?; zstd -l nosuch 2>/dev/null; echo $?; zstd -lv f.zst | sed 's/:.*//'; zstd -l < f.zst 2>&1; echo $?
### dictionaries and patches
seq 500 > f; seq 400 > dict; zstd -q -D dict f -o g.zst; zstd -dqc -D dict g.zst | cksum; zstd -dqc g.zst > o 2>/dev/null; echo $?; zstd -q --patch-from=dict f -o h.zst; zstd -dqc --patch-from=dict h.zst | cksum
### environment
seq 50 > f; ZSTD_CLEVEL=19 ZSTD_NBTHREADS=1 zstd -qc f | zstd -dc | cksum
### questions
seq 5 > f; zstd -q f; echo y | zstd f 2>&1 | grep -v '%'; echo n | zstd f 2>&1; echo $?; zstd f 2>&1 < /dev/null; echo $?; cat f | zstd -o f.zst 2>&1; echo $?; zstd f f -o g.zst 2>&1 < /dev/null; echo $?; echo y | zstd f f -o g.zst 2> /dev/null; zstdcat g.zst | wc -l; zstd -tv f.zst 2>&1 | tail -1; zstd -d -f f.zst 2>&1; zstd -o 2>&1; zstd -o -f f 2>&1; echo $?
