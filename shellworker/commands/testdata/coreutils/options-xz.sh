### each name takes each option
seq 200 > f; xz -k f; lzma -k f; mkdir d
for n in xz unxz xzcat lzma unlzma lzcat; do echo "== $n"
  for o in '-z -c' '--compress --stdout' '-zc -0' '-zc9' '-zce' '-zc --extreme' '-zc -T2' '-zc --threads=1' '-zcv' '-zcq' '-zcQ' '-zck' '-zc --to-stdout' '-zc -Fxz' '-zc -F lzma' '-zc --format=xz' '-zc --format=alone -1' '-zc --fast' '-zc --best'; do $n $o f 2>/dev/null | xz -dc | cksum; done
  for o in '-dc' '--decompress --stdout' '--uncompress -c' '-dcf' '-dc --force' '-dcqq' '-dc --quiet' '-dc --no-warn' '-dcQ' '-dcv' '-dc --verbose' '-dck' '-dc --keep' '-dc -T0'; do $n $o -F auto f.xz 2>/dev/null | cksum; $n $o --format=auto f.lzma 2>/dev/null | cksum; done
  for o in '-t' '--test' '-tq' '-tqq' '-tQ' '-t -F xz' '-t --format=lzma'; do $n $o f.xz 2>&1; echo $?; done
  for o in -l --list '--list -q'; do $n $o f.xz > o 2>&1; echo $? $(wc -l < o); done
  for o in '-C crc32' '-C none' '--check=sha256' '--check crc64'; do $n -zc $o f | xz -dcFauto | cksum; done
  case $n in *cat);; *) $n -zk -S .suf f; ls f.suf;; esac; $n -dF auto --suffix=.suf f.suf 2>&1; echo $?; rm -f f.suf
  for o in -h --help -H --long-help -V --version; do $n $o > o; echo $? $(($(wc -c < o) > 0)); done
  $n --bogus 2>&1; echo $?; $n -y 2>&1; echo $?; $n -Fxx 2>&1; $n -Cxx 2>&1; $n -S a/b 2>&1; $n -Tx 2>&1; $n -S '' 2>&1; $n d 2>&1; echo $?; ls; done
### files from a list
seq 3 > a; seq 4 > b; printf 'a\nb\n' > l; printf 'a\0b\0' > l0; xz -kc --files=l | xzcat | cksum; xz --files < l; ls; printf 'a.xz\0b.xz\0' | unxz --files0; ls; xz -k --files0=l0 && ls; xz --files=nosuch 2>&1; echo $?; xz -dc --files=l a.xz 2>&1 | wc -l; printf 'a' | xz -c --files 2>&1 | xzcat | wc -l; printf '\n\n' | xz --files 2>&1; echo $?; printf 'a\0b\n' | xz --files 2>&1; echo $?
### streams, padding and garbage
(printf a | xz; printf b | xz -1; head -c 8 /dev/zero; printf c | xz) > x.xz; xzcat x.xz; echo; xzcat --single-stream x.xz; echo " $?"; xz -l x.xz | tail -1; (cat x.xz; printf 'junk') > y.xz; xzcat y.xz 2>&1; echo $?; xz -dc --single-stream y.xz; echo " $?"; (printf a | xz; head -c 3 /dev/zero) | xz -dc 2>&1; echo " $?"; head -c 40 x.xz | xz -dc 2>&1; echo $?; head -c 8 x.xz | xz -dc 2>&1; echo $?; printf '' | xz -dc 2>&1; echo $?; printf '' | xz | xz -dc; echo $?; printf hello | xz > z.xz; (head -c 33 z.xz; printf ZZ; tail -c +36 z.xz) | xz -dc 2>&1; echo $?
### ignore checks and limits
echo l > l; printf hello | xz -C sha256 > f.xz; xz -dc --no-sparse f.xz; xz -dc -M 100MiB f.xz; xz -dc --memlimit=50% f.xz; xz -dc --memlimit-decompress=1GiB f.xz; xz -zc --memlimit-compress=1GiB --no-adjust l | xz -dc; xz -M foo 2>&1; echo $?; xz -dc --memlimit-mt-decompress=1GiB f.xz; xz --flush-timeout=10 -c l | xz -dc
### block sizes and filters
seq 2000 > f; xz -k --block-size=2000 f; xz --robot -l f.xz | cut -f 1-3,5,7; xz -dc f.xz | cksum; rm f.xz; for o in --lzma2 --lzma2=preset=1 '--lzma2=dict=64KiB,lc=4,lp=0,pb=0,mode=fast,nice=16,mf=hc3,depth=4' '--lzma1 -Flzma' '--lzma1=preset=0 --format=lzma'; do xz -kc $o f | xz -dc | cksum; done; xz --lzma2=foo=1 f 2>&1; echo $?; xz --lzma2=lc=9 f 2>&1; echo $?; xz --lzma2=dict=1 f 2>&1; xz --lzma2=mf=x f 2>&1; xz --lzma2=lc=4,lp=4 f 2>&1; xz --lzma2=lc f 2>&1; xz --block-size=0 f 2>&1; xz --block-size=1x f 2>&1; echo $?
### listing for machines
seq 2000 > f; xz -k -C crc32 f; xz --robot -l f.xz | cut -f 1-3,5,7; xz --robot --list f.xz f.xz | cut -f1 ; xz -lq f.xz > o; echo $? $(wc -l < o); xz --robot -lv f.xz | cut -f1,2,3,8 | sed 's/0\.[0-9]*/R/;s/block\t1\t1\t.*/block/'; xz -lv f.xz f.xz | sed 's/:.*//' | cut -c1-12; xz -l f.xz f.xz | tail -1 | awk '{print $1,$2,$NF}'; xz -l nosuch 2>&1; echo $?; xz -l < f.xz 2>&1; echo $?; xz -lc f.xz > /dev/null 2>&1; echo $?; xz -l f 2>&1; echo $?
### in place
seq 9 > f; chmod 640 f; touch -d @1000000000 f; xz --keep f; stat -c '%a %Y %n' f f.xz; xz f 2>&1; echo $?; xz --force f; ls; unxz -k f.xz; unxz f.xz 2>&1; echo $?; unxz --force f.xz; ls; xz --suffix=.q f; ls; xz -d f.q 2>&1; echo $?; xz -d --suffix=.q f.q; ls; lzma f; ls; xz -d f.lzma; ls; xz f; mv f.xz f.txz; xz -d f.txz; ls; lzma f.tar; mv f.tar.lzma f.tlz; unlzma f.tlz; ls; xz -F lzma f.tar; ls
### what is not a regular file
mkdir d; xz d 2>&1; echo $?; xz -Q d 2>&1; echo $?; xz -q d; echo $?; xz -qq nosuch; echo $?; echo x > f; ln -s f l; xz l 2>&1; echo $?; xz -c l | xzcat; xz -fk l; ls; ln f h; xz f 2>&1; echo $?; mkfifo p; xz p 2>&1; echo $?; echo y > u; chmod 0 u; xz u 2>&1; echo $?; chmod 600 u; chmod 4600 u; xz u 2>&1; chmod 1600 u; xz u 2>&1; touch x.xz y.txz; xz x.xz 2>&1; xz y.txz 2>&1; xz -c x.xz | xzcat | wc -c; echo plain | xz -dcf; echo plain | xzcat -f; echo plain | xz -dc 2>&1; echo $?; lzcat -f < f; echo plain | lzma -dc 2>&1; echo $?
### operands and standard input
seq 3 > f; xz -c - f < f | xz -dc | wc -l; xz -k f; xzcat f.xz - < f.xz; xzcat -- f.xz; xz f -k -f; echo $?; xz -k -- -nosuch 2>&1; cat f.xz | xz -t -; echo $?; xz -d < f.xz; xz < f | unxz; xz --decomp --std f.xz; xz --st=1 f 2>&1; xz --fi=f 2>&1; xz --ste 2>&1; echo $?
### verbose
seq 500 > f; xz -kv f 2>&1 | wc -l; xz -tv f.xz 2>&1 | sed 's/ [0-9].*//'; xz -dkcv f.xz 2>/dev/null | wc -l; XZ_OPT=-k xz -f f; ls; XZ_DEFAULTS='-k -S .y' xz f; ls; xz -l f.xz | tail -1 | awk '{print $1,$2}'
