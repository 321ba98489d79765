### numfmt separators and zero bytes
printf 'a\tb\tc\n1000  2000\t3000\n x  y \n' > f; numfmt --invalid=ignore --to=si < f; numfmt --invalid=ignore --to=si --field=2 < f | od -c; numfmt --invalid=ignore --to=si --field=- < f | od -c; printf '1 \n' | numfmt | od -c; printf ' \n' | numfmt --invalid=ignore | od -c; printf '1000 2000\n3000\0' | numfmt -z --field=- --to=si | od -c; printf '1\0002\n' | numfmt --field=1
### cal adds up what it is to show
cal -3 -A 1 5 2020; cal -A 2 -3 5 2020; cal -3 -1 5 2020; cal -1 -3 5 2020; cal -B 1 -1 5 2020; cal -A 1 2000 | tail -12; cal -B 2 2000 | head -3; cal -1 2000 2>&1; echo $?; cal -B 1 -A 6 5 2020; cal -A 4 10 2020; cal -jA 2 11 2020; cal -A 12 1 2020
### printf writes before it complains
env printf '%#o\101%+d\n' 'a b' "'a" 0x1f 'a b' 2>&1; env printf '%d\n' '\t' 2>&1; env printf '%q|%s\n' 2>&1; env printf '\x41%x%q\n' 1e3 2>&1
### tail, unexpand, b2sum
printf 'abc\ndef\n' > f; tail -c +3 -c -2 f; tail -n +2 -n1 f; printf '      a   b\n' | unexpand -a -t 2,+3 -t3,5 | od -c; printf x | b2sum -t --tag; printf x | b2sum --tag -t 2>&1; cksum -a md5 -b f 2>&1; cksum -t f 2>&1
### csplit that makes no file
seq 20 > f; csplit -z f /1/ '{*}'; ls xx*; rm xx*; csplit f 3 '{*}' 2>&1; ls; csplit f %1% '{*}'; ls
### rm -i and what is left
mkdir -p m/n k; touch k/x; printf 'y\nn\n' | rm -ir m 2>&1; echo; printf 'y\nn\ny\n' | rm -ir k 2>&1; echo; ls
### tsort loops
printf 'd a c d f e d c a a e a a b' | tsort 2>&1; echo; printf 'a c c a f c d f e b e d c d' | tsort 2>&1; printf 'a b b c c a c d d b x y' | tsort 2>&1; printf 'a b b a c d d c b c d a' | tsort 2>&1
### ls widths
mkdir -p d/e; touch d/x; ls -go d/x d/e | sed -n 1p | cut -c1-14
### csplit suppress
printf '1\n2\n3\n4\n' > f; csplit --suppress-matched f 5 '{1}' 2>&1; : > e; csplit --suppress-matched e 2 2>&1; csplit e 2 2>&1; csplit --suppress-matched f 2 4; head xx*
### env
env -i -u A -v env 2>&1; echo x > g; mkdir d; mv -n g d .; echo $?; cp -n g g 2>&1; echo $?; ls
