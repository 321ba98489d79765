### plain
printf 'b\na\nC\nB\n10\n9\n\n a\n' > f; sort f; sort -r f; sort -f f; sort -u f f; sort -b f; sort < f | head -2; printf 'b\na' | sort; sort /dev/null; sort -s f; sort -n f; sort -c f 2>/dev/null; echo $?; sort -C f; echo $?; sort f | sort -c; echo $?
### numeric
printf '10\n9\n-3\n2.5\n2.50\nabc\n\n 7\n+4\n1e3\n0x1\n-0\n00\n.5\n-.5\n1234567890123456789\n1,000\n' > f; sort -n f; sort -rn f; sort -g f; sort -gr f; sort -nu f; sort -gu f
### general
printf 'nan\ninf\n-inf\n1e3\n1e-3\n0x10\nabc\n5\n-5\n1e400\n\n' > f; sort -g f; sort -gr f
### human
printf '1K\n2M\n512\n1G\n1.5K\n-1K\n-2M\n1k\n3T\n0K\n1023\n' > f; sort -h f; sort -hr f
### month
printf 'Mar\njan\nFEB x\nfoo\n dec\nApril\n\n' > f; sort -M f; sort -Mr f
### version
printf 'v1.10\nv1.9\nv1.9.1\nfile10.txt\nfile9.txt\na-1.0~rc1\na-1.0\n1.2\n1.02\n' > f; sort -V f; sort -Vr f; sort --sort=version f
### keys
printf 'b 2 x\na 10 y\nc 1 x\na 2 z\n' > f; sort -k2 f; sort -k2n f; sort -k2,2n f; sort -k3,3 -k1,1 f; sort -k3 -k2nr f; sort -k1,1 -s f; sort -k2,2n -k1,1r f; sort -k3,3r -k2,2n f; sort -k1.1,1.1 f; sort -k2.1n f; sort -rk1,1 f; sort -k1,1r f; sort -u -k1,1 f; sort -k9 f
### key characters
printf 'xa3\nyb1\nzc2\nwa2\n' > f; sort -k1.3 f; sort -k1.3n f; sort -k1.2,1.2 f; sort -k1.2,1.3 f; sort -k1.2,1.2 -k1.3,1.3nr f; sort -k1.9 f; sort -k1.2b f; sort -k1,1.2 f
### separators
printf 'b:2:x\na:10:y\nc:1:x\n:5:\na::z\n' > f; sort -t: -k2 f; sort -t: -k2n f; sort -t: -k3,3 -k2,2n f; sort -t : -k1,1 f; sort -t: -k2,2nr -k1 f; sort -t: -k4 f; printf 'a\0b\n' | sort -t '\0' -k2; sort -t: -k2.2 f; sort -t: -k3.1,3.1r f; sort -t: -k1,1 -k2,2 -u f
### blanks
printf ' b 1\na  2\n  c 3\nb\t0\n' > f; sort f; sort -b f; sort -k1 f; sort -k1b f; sort -bk1,1 f; sort -k2 f; sort -k2b f; sort -k 1,1b f; sort -k2,2.1b f; sort -k1.2b,1.2b f
### dictionary and printable
printf 'a-b\nab\na c\nA_b\na.a\n' > f; sort -d f; sort -df f; sort -f f; printf 'a\001b\nab\naa\n' > g; sort -i g | od -c; sort -d g | od -c; sort -fd -k1,1 f; sort -dr f
### unique
printf 'a\nA\nb\na\nB\n' > f; sort -u f; sort -uf f; sort -fu f; sort -us f; sort -ur f; printf '1 a\n01 b\n1.0 c\n2 d\n' > g; sort -nu g; sort -n -u -r g; sort -k1,1n -u g; sort -u -k2 g
### stable and reverse
printf '1 b\n1 a\n2 c\n1 c\n' > f; sort -k1,1 f; sort -s -k1,1 f; sort -r -k1,1 f; sort -s -r -k1,1 f; sort -k1,1r f; sort -rs f; sort -k1,1nr -k2,2 f
### check [stderr]
printf 'a\nc\nb\n' > f; sort -c f; echo $?; sort -C f; echo $?; sort -cr f; echo $?; printf 'a\na\n' | sort -cu; echo $?; printf 'a\na\n' | sort -c; echo $?; printf '1\n10\n9\n' | sort -cn; echo $?; sort --check=quiet f; echo $?; sort --check=diagnose-first f; echo $?; sort --check f; echo $?; printf 'b 1\na 2\n' | sort -c -k2; echo $?
### merge
printf 'a\nc\n' > f; printf 'b\nd\n' > g; sort -m f g; sort -m f g -u f; sort -mr f g; printf '1\n3\n' > h; printf '2\n10\n' > i; sort -mn h i; sort -m f -o f g; cat f; printf 'x\n' | sort -m f -
### output
printf 'b\na\n' > f; sort -o f f; cat f; sort -r f -o g; cat g; sort --output=h f g; cat h; sort -o - f; sort f -o f -u; cat f
### zero terminated
printf 'b\0a\0c' | sort -z | od -c; printf 'b\na\0a\nb\0' | sort -z | od -c; printf 'b\0a\0' > n; printf 'x\n' > a; printf 'y\n' > b; sort --files0-from=n; sort -z -r n | od -c
### errors [stderr]
printf 'a\n' > f; sort nofile; echo $?; sort f nofile; echo $?; sort -k x f; echo $?; sort -k 0 f; sort -k 1.0 f; sort -k 1,0 f; sort -k 1z f; sort -t '' f; sort -t xx f; sort -ng f; sort -dn f; sort -c f f; sort -o a -o b f; sort -S x f; sort --batch-size=1 f; sort --parallel=0 f; sort -cC f; sort .; echo $?; sort -o /nodir/x f; echo $?; sort --nosuch; echo $?; sort -k; echo $?; sort -in f; sort -k1n,1d f; sort -k 1.x f; sort -k 1,x f
### many lines and small buffer
seq 20000 -1 1 > f; sort -n f | md5sum | cut -c1-8; sort -S 64K f | md5sum | cut -c1-8; sort -S 100K -T . -n f | head -2; sort -S 64K -u f f | wc -l; sort -S64b --batch-size=2 -rn f | head -2; sort --parallel=1 f | tail -1; sort -S 1% f | head -1; sort -k1.2 -s -S 64K f | md5sum | cut -c1-8
### long options
printf 'b\nA\n10\n9\n' > f; sort --numeric-sort f; sort --reverse f; sort --ignore-case f; sort --key=1.1 f; sort --field-separator=: f; sort --unique f f; sort --sort=numeric f; sort --sort=human-numeric f; sort --general-numeric-sort f; sort --month-sort f; sort --stable f; sort --dictionary-order f; sort --ignore-leading-blanks f; sort --buffer-size=1M f; sort --temporary-directory=. f
### random
printf 'a\nb\na\nc\nb\n' > f; sort -R f | uniq -c | wc -l; sort -R f | sort; printf 'seedseedseedseedseed' > s; sort -R --random-source=s f > x; sort -R --random-source=s f | cmp - x && echo same
### random order of a given source
printf '%s\n' a b c d e | LC_ALL=C sort -R --random-source=/dev/zero | tr '\n' ' ';printf '%s\n' a b c d e | sort -R --random-source=/dev/zero| tr '\n' ' ';printf '%s\n' 'a 1' 'b 2' 'c 1' | sort -k2,2R --random-source=/dev/zero
