### the xz family's other options under each name
seq 2000 > f; xz -k f; lzma -k f; printf 'f.xz\n' > l; printf 'f.xz\0' > l0
for n in unxz xzcat lzma unlzma lzcat; do echo "== $n"; for o in --single-stream --no-sparse '-M 1GiB' --memlimit=1GiB --memlimit-decompress=1GiB --memlimit-mt-decompress=1GiB --no-adjust; do $n -dcF auto $o f.xz | cksum; done; $n -dcF auto --files=l | cksum; $n -dcF auto --files0=l0 | cksum; for o in --block-size=3000 '--lzma2 -Fxz' '--lzma2=dict=64KiB -Fxz' '--lzma1 -Flzma' '--lzma1=pb=0 -Flzma' '--flush-timeout=5 -Fxz' --memlimit-compress=1GiB; do $n -zkc $o f | xz -dc | cksum; done; $n -F xz --robot -l f.xz | cut -f 1-3; $n --robot -F auto --list f.xz | wc -l; done
### the zstd family's other options under each name
seq 500 > f; seq 400 > dict; seq 9 > g; zstd -q f; zstd -q -D dict f -o d.zst; zstd -q --patch-from=dict f -o p.zst; printf 'f.zst\n' > l; mkdir o m r; cp f.zst r
for n in unzstd zstdcat; do echo "== $n"; $n -qc -D dict d.zst | cksum; $n -qc --patch-from=dict p.zst | cksum; $n -l f.zst | wc -l; $n --list f.zst | head -1; $n -qc --filelist l | cksum; $n -qc --filelist=l | cksum; $n -qf f.zst --output-dir-flat o > x; cksum < x; $n -qf --output-dir-mirror m f.zst > x; cksum < x; ls o m; rm -f o/* m/*; $n -zqc --exclude-compressed g | zstd -dc | cksum; $n -rqcf r | cksum; $n -qct f.zst; echo $?; done
### verbose zcat and uncompress, numbers in cpio's lists
printf 'hello hello hello hello hello\n' | gzip -n > f.gz; for n in zcat uncompress; do $n --verbose -t f.gz 2>&1; $n -c --verbose f.gz 2>/dev/null; done; echo f.gz | cpio -o --quiet -R +5:+6 > a; cpio -tv --numeric-uid-gid --quiet < a | awk '{print $3,$4}'; cpio -itvn --quiet < a | awk '{print $3,$4}'
### hd by format
printf 'Hello, World!\n' > f; hd -e '1/1 "%02x "' f; hd --format='4/1 "%_p" "\n"' f; printf '"%%_ad " 4/1 "%%d " "\\n"\n' > F; hd -f F f; hd --format-file=F -n 4 f; hd --format-file F f
### ar and strings and what tar has besides
echo a > a.o; ar rc x.a a.o; ar --target=elf64-x86-64 t x.a; ar --target elf64-x86-64 t x.a; ar --plugin=nosuch t x.a; ar --plugin nosuch t x.a; printf 'ab\0abcdef\0' > f; strings -6 f; strings -2 f; mkdir d; seq 5 > d/f; ln -s f d/l; ln d/f d/h; for o in -W -h -l -P --absolute-names --check-device --no-check-device --rmt-command=x '--rmt-command x' --rsh-command=x '--rsh-command x' --selinux --hole-detection=seek; do tar -c $o --sort=name -f a d 2>&1 | grep -v Missing; echo "$o $(tar -tf a | tr '\n' ' ')"; done; tar cPf a "$PWD/d/f"; tar tf a | cut -c1; tar tPf a | cut -c1; tar xPf a; echo $?
### names that a list strips
mkdir -p d/e; touch d/a d/e/b; tar cf t --sort=name d; for n in 1 2; do tar tf t --strip-components=$n --show-transformed-names; tar tf t --strip-components=$n --show-stored; done
