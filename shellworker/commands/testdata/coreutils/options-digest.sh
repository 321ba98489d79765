### in both forms
printf abc > f; printf 'a\nb' > g
for c in md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum; do echo "== $c"
$c --binary f; $c -b f; $c --text f; $c -t f; $c --tag f; $c --zero f g | tr '\0' '\n'; $c -z f | od -c | tail -2; $c f g > s; $c --check s; $c -c --quiet s; $c -c --status s; echo $?
(cat s; echo junk; sed 's/./0/;s/f$/nosuch/' s) > t; $c -c t 2>&1; echo $?; $c --check --ignore-missing t 2>&1; $c -c --warn t 2>&1; $c -cw --strict s; $c --strict -c t > /dev/null 2>&1; echo $?; $c -c --quiet --ignore-missing t 2>&1; $c -c --status t; echo $?; $c --tag f g > u; $c -c u; $c -z f > v; $c -c v 2>&1; echo $?; $c -c /dev/null 2>&1; $c - < f; $c -c - < s; $c --ch s; $c --strict f 2>&1; $c --warn f 2>&1; $c --ignore-missing f 2>&1; $c --quiet f 2>&1; $c --status f 2>&1; $c --tag --check s 2>&1; $c -bc s 2>&1; $c -z --check s 2>&1; $c nosuch . 2>&1; echo $?; $c -x 2>&1; echo $?; $c -c nosuch 2>&1; echo $?; $c -c . 2>&1; echo $?; printf 'junk\n' | $c -c 2>&1; echo $?; $c -c s s; $c --tag -b f; $c --tag -t f 2>&1; done
### b2sum lengths
printf abc > f; b2sum --length=256 f; b2sum -l 8 f; b2sum -l 512 f; b2sum -l 0 f; b2sum --length 128 --tag f; b2sum -l 128 f > s; b2sum -c s; b2sum -l 128 -c s; b2sum -l 16 --tag f > t; b2sum -c t; for l in 7 520 x -8 1K ''; do b2sum -l "$l" f 2>&1; echo $?; done
### cksum
printf abc > f; printf xyz > g
for a in bsd sysv crc md5 sha1 sha224 sha256 sha384 sha512 blake2b sm3; do cksum --algorithm=$a f; cksum -a $a - < g; cksum -a $a < g; cksum -a $a --untagged f g 2>&1; cksum -a $a --tag f; cksum -a $a --zero f | od -c | tail -2; done
cksum --algorithm=sha256 f g > s; cksum --check s; cksum -a sha256 --check s; cksum --check --quiet s; cksum --check --status s; echo $?; cksum -a md5 -c s 2>&1; echo $?; cksum -a blake2b --length=128 f > t; cksum -c t; cksum -a md5 --untagged f > u; cksum -a md5 -c u; cksum -c u 2>&1; echo $?; (cat s; echo 'MD5 (nosuch) = 900150983cd24fb0d6963f7d28e17f72'; echo junk) > v; cksum -c v 2>&1; echo $?; cksum -c --ignore-missing v 2>&1; cksum -c --warn v 2>&1; cksum -cw --strict v 2>&1; echo $?; cksum -z f | od -c | tail -1; cksum --tag f; cksum --untagged f; cksum -a crc --check s 2>&1; cksum -a bsd -c s 2>&1; cksum -a sm3 --length=8 f 2>&1; cksum -l 8 f 2>&1; cksum -a x f 2>&1; cksum -a sha f 2>&1; cksum --tag -c s 2>&1; cksum --quiet f 2>&1; cksum nosuch . f 2>&1; echo $?; cksum -x 2>&1; cksum -a md5 --tag --untagged f; cksum -a md5 --untagged --tag f; cksum f g; cksum /dev/null
### cksum names
printf a > 'a b'; printf a > $'n\nl'; printf a > 'b\s'; cksum a* n* b*; cksum -a md5 a* n* b* > s; cat s; cksum -c s; cksum -a md5 --untagged n* b*; cksum -z n* | od -c; cksum -a sysv n*; sum a* n*
### sum
printf abc > f; head -c 5000 /dev/zero > g; sum --sysv f g; sum -s f; sum -r f g; sum -sr f; sum -rs f; sum < f; sum - < f; sum f - < g; sum -s < f; sum -s - < g; sum nosuch f 2>&1; echo $?; sum . 2>&1; sum -x 2>&1; sum --sys /dev/null; sum /dev/null g; sum -r g
