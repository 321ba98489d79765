### round trip
printf 'hello hello hello\n' > f; gzip f; ls; gunzip f.gz; cat f; gzip -k f; ls; zcat f.gz; gzip -dc f.gz; gzip -cd < f.gz; rm f; gzip -d f.gz; cat f; gzip -c f | gzip -d; cat f | gzip | zcat
### levels
seq 1000 > f; for l in 1 2 5 9; do gzip -$l -c f | gzip -dc | md5sum; done; gzip --fast -c f | zcat | wc -l; gzip --best -c f | zcat | wc -l
### messages
printf 'hello\n' > f; gzip nosuch 2>&1; echo $?; mkdir d; gzip d 2>&1; echo $?; gzip -k f; gzip f 2>&1 </dev/null; echo $?; gzip -d f 2>&1; echo $?; gzip f.gz 2>&1; echo $?; echo plain > p.gz; gzip -d p.gz 2>&1; echo $?; gzip -t p.gz 2>&1; echo $?; gzip -t f.gz; echo $?; head -c 10 f.gz > t.gz; gzip -dc t.gz 2>&1; echo $?; gzip -d nosuch 2>&1; gzip -z 2>&1; echo $?; zcat nosuch 2>&1; gzip -dc < p.gz 2>&1; ln -s f l; gzip l 2>&1; echo $?; ln f h; gzip f 2>&1; echo $?
### trailing and concatenated
printf a | gzip > x; printf b | gzip >> x; zcat < x; echo; (printf a | gzip; echo junk) > y; gzip -dc < y 2>&1; echo " $?"; (printf a | gzip; head -c 100 /dev/zero) | gzip -dc; echo " $?"; printf '' | gzip -dc 2>&1; echo $?; printf '' | gzip | gzip -dc; echo $?
### verbose
printf 'hello hello hello hello hello hello\n' > f; gzip -v f 2>&1; gzip -dv f.gz 2>&1; gzip -kv f 2>&1; gzip -tv f.gz 2>&1; gzip -vc f 2>&1 >/dev/null; gzip -q f 2>&1 </dev/null; echo $?
### list
printf 'hello hello hello hello hello hello\n' > f; touch -d 2001-01-01 f; gzip -k f; gzip -l f.gz; cat f.gz | gzip -l; gzip -l f.gz f.gz; gzip -lq f.gz; gzip -l f 2>&1; echo $?
### suffix and recursive
mkdir d; echo a > d/a; echo b > d/b; gzip -r d; ls d; gunzip -r d; ls d; gzip -S .foo d/a; ls d; gzip -d -S .foo d/a.foo; ls d; echo x > t.tar; gzip t.tar; mv t.tar.gz t.tgz; gunzip t.tgz; ls; echo q > z; gzip z; mv z.gz z.z; gunzip z.z; ls; cp d/a d/a.GZ; gzip -d d/a.GZ 2>&1; ls d
### names and times
echo x > orig; touch -d @1000000000 orig; gzip orig; mv orig.gz other.gz; gzip -dN other.gz; ls; stat -c %Y orig; gzip -n orig; gzip -dN orig.gz; stat -c %s orig; printf x | gzip -9n | od -An -tx1 -N10; chmod 640 orig; gzip orig; stat -c %a orig.gz
### force
echo 1 > f; gzip -k f; echo 2 > f; gzip -f f; zcat f.gz; echo plain | gzip -dcf; echo a > b; zcat -f b; gunzip -f f.gz; cat f; gzip -t f 2>&1; echo $?
### bzip2
seq 100 > f; bzip2 -k f; ls; bzcat f.bz2 | tail -1; bunzip2 -c f.bz2 | wc -l; bzip2 -t f.bz2; echo $?; bzip2 f 2>&1; echo $?; bzip2 -f f; ls; bunzip2 f.bz2; ls; bzip2 -c f | bzip2 -d | md5sum; cat f | bzip2 -1 | bunzip2 | tail -1; bzip2 nosuch 2>&1; echo $?; echo x > p.bz2; bunzip2 p.bz2 2>&1; echo $?; bzip2 -dc < p.bz2 2>&1; mkdir d; bzip2 d 2>&1; bunzip2 f 2>&1; printf '' | bzip2 | bzcat; echo $?; (bzip2 -c f; bzip2 -c f) | bzcat | wc -l; echo q > y.bz; bzip2 -kc y.bz 2>&1 | head -1
### xz
seq 100 > f; xz -k f; ls; xzcat f.xz | tail -1; xz -t f.xz; echo $?; xz f 2>&1; echo $?; xz -f f; ls; unxz f.xz; ls; xz -c f | xz -d | md5sum; xz -9 -c f | xzcat | wc -l; xz nosuch 2>&1; echo $?; echo plain > p.xz; xz -d p.xz 2>&1; echo $?; mkdir d; xz d 2>&1; echo $?; xz -d f 2>&1; xz p.xz 2>&1; lzma -k f; ls; unlzma -c f.lzma | tail -1; lzcat f.lzma | wc -l; xz -dc f.lzma | wc -l; xz --format=lzma -c f | lzma -d | wc -l; (xz -c f; xz -c f) | xzcat | wc -l; xz -C crc32 -c f | xz -dc | wc -l; xz -C sha256 -c f | xz -dc | wc -l; xz -T2 -e -1 -c f | xz -dc | wc -l; xz --check=foo f 2>&1; xz -S .x f; ls; xz -dc < p.xz 2>&1
### xz list
seq 100 > f; xz -k f; xz -l f.xz | head -1; xz -l f.xz | awk 'NR==2{print $1,$2,$5,$6,$8,$9}'; xz -l f 2>&1; echo $?
### zstd
seq 100 > f; zstd -q f; ls; zstdcat f.zst | tail -1; zstd -qt f.zst; echo $?; zstd -q -f f; rm f; zstd -qd f.zst; tail -1 f; zstd -qc f | zstd -qd | md5sum; zstd -q --rm f; ls; unzstd -q f.zst; ls; zstd -q nosuch 2>&1; zstd nosuch 2>&1; echo $?; echo x > p.zst; zstd -d p.zst 2>&1; echo $?; zstd -q -19 -o o.zst f; zstdcat o.zst | wc -l; mkdir d; zstd d 2>&1; (zstd -qc f; zstd -qc f) | zstd -dc | wc -l; cat f | zstd -q | zstd -dc | wc -l; gzip -k f; zstd -dc f.gz | wc -l
### compress
printf '\037\235\220\141\304\050\000' | gzip -dc | od -c
