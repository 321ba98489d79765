### sums
printf abc > f; for c in md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum; do $c f; $c < f; $c - < f; done; sum -s f; sum -r f
### empty and large
: > e; head -c 300000 /dev/zero > z; for c in md5sum sha256sum sha512sum b2sum cksum sum 'sum -s'; do $c e z; done
### tags
printf abc > f; md5sum --tag f; sha256sum --tag f; b2sum --tag f; b2sum -l 128 f; b2sum -l 128 --tag f; md5sum -b f; md5sum -t f; md5sum -z f | od -c | tail -3; md5sum -bt f; sha1sum --tag -b f; md5sum --tag -t f 2>&1
### check
printf abc > f; printf d > g; md5sum f g > s; md5sum -c s; sha256sum --tag f g > t; sha256sum -c t; echo x >> g; md5sum -c s; echo $?; md5sum --quiet -c s; md5sum --status -c s; echo $?; rm f; md5sum -c s; echo $?; md5sum --ignore-missing -c s; echo $?
### check formats
printf abc > f; echo '900150983cd24fb0d6963f7d28e17f72  f' | md5sum -c; echo '900150983cd24fb0d6963f7d28e17f72 *f' | md5sum -c -; echo '900150983cd24fb0d6963f7d28e17f72 f' | md5sum -c; echo '900150983CD24FB0D6963F7D28E17F72  f' | md5sum -c; printf '900150983cd24fb0d6963f7d28e17f72  f\r\n' | md5sum -c; echo 'MD5(f)= 900150983cd24fb0d6963f7d28e17f72' | md5sum -c; echo 'MD5 (f) = 900150983cd24fb0d6963f7d28e17f72' | md5sum -c; printf '# c\n900150983cd24fb0d6963f7d28e17f72  f\n' | md5sum -c; printf '900150983cd24fb0d6963f7d28e17f72  f' | md5sum -c
### check errors [stderr]
printf abc > f; echo junk | md5sum -c; echo $?; (echo junk; echo '900150983cd24fb0d6963f7d28e17f72  f') | md5sum -c; echo $?; (echo junk; echo '900150983cd24fb0d6963f7d28e17f72  f') | md5sum -c --strict; echo $?; (echo junk; echo '900150983cd24fb0d6963f7d28e17f72  f') | md5sum -cw; echo '000150983cd24fb0d6963f7d28e17f72  f' | md5sum -c; md5sum -c nosuch; echo $?; md5sum --quiet f; md5sum --status f; md5sum -cz f; md5sum -c --tag f; md5sum -cb f; md5sum nosuch f; echo $?; md5sum .; b2sum -l 7 f; b2sum -l 1000 f; printf '900150983cd24fb0d6963f7d28e17f72  nof\n' | md5sum -c --ignore-missing
### names
printf a > 'a b'; printf a > $'n\nl'; printf a > 'b\s'; md5sum a* n* b*; md5sum a* n* b* > s; md5sum -c s; md5sum --tag n*; md5sum -z n* | od -c | head -4; sha1sum --tag b* > t; sha1sum -c t
### cksum
printf abc > f; cksum -a md5 f; cksum -a sha256 --untagged f; cksum -a blake2b -l 256 f; cksum -a sm3 f; cksum -a bsd f; cksum -a sysv f; cksum -a crc f; cksum -a md5 f > s; cksum -c s; cksum -a md5 -c s; cksum -a sha1 -c s 2>&1; cksum -a crc -c s 2>&1; cksum -a foo f 2>&1; cksum -l 8 f 2>&1; cksum -a sha1 -l 8 f 2>&1; b2sum f > t; cksum -a blake2b --untagged f; cksum -a blake2b -c t; cksum -z f | od -c | tail -2; cksum < f; cksum - < f; cksum nosuch 2>&1; echo $?
### base64
printf 'hello world, this is a longer text to wrap at some column so that lines are wrapped' > f; base64 f; base64 -w 20 f; base64 -w0 f; echo; base64 f | base64 -d; echo; base32 f; base32 f | base32 -d; echo; printf a | base64; printf ab | base64; printf '' | base64; printf 'YQ' | base64 -d; echo " $?"; printf 'YQ==\nYg==' | base64 -d; echo; printf 'Y!Q=' | base64 -d; echo " $?"; printf 'Y!Q==' | base64 -di; echo; base64 nosuch 2>&1; echo $?; base64 -w x 2>&1; base64 a b 2>&1; base64 -d < /dev/null; echo $?
### base64 partial
printf 'YWJj\nZA' | base64 -d 2>&1; echo " $?"; printf 'YWJjZ' | base64 -d 2>&1; echo " $?"; printf '====' | base64 -d 2>&1; echo " $?"; printf 'MFRGG===' | base32 -d; echo; printf 'mfrgg===' | base32 -d 2>&1; echo $?; head -c 10000 /dev/zero | base64 | base64 -d | wc -c; printf 'abc ' | base64 -d 2>&1; echo " $?"
### basenc
printf 'hello\377' > f; for e in base64 base64url base32 base32hex base16 base2msbf base2lsbf; do basenc --$e f; basenc --$e f | basenc --$e -d | od -An -c; done; printf 'hell' | basenc --z85; printf 'hell' | basenc --z85 | basenc -d --z85; printf abc | basenc --z85 2>&1; echo $?; basenc f 2>&1; echo 6g | basenc --base16 -d 2>&1; echo $?; echo 6161 | basenc -d --base16; echo; echo 6a6b | basenc -d --base16 2>&1; basenc --base64 --base16 f
