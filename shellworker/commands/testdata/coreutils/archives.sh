### cpio out and in
mkdir d; echo hi > d/f; ln d/f d/h; ln -s f d/l; find d | sort > list; for H in newc odc crc bin; do cpio -o -H $H < list > a.$H 2>/dev/null; cpio -t < a.$H 2>/dev/null; done; mkdir o; cd o; cpio -id < ../a.newc 2>/dev/null; find . | sort; cat d/f; [ d/f -ef d/h ] && echo linked; readlink d/l; cd ..; mkdir q; cd q; cpio -id 'd/[fl]' < ../a.odc 2>/dev/null; find . | sort; cd ..; cpio -it --quiet 'd/*l' < a.newc; cpio -it --quiet -f 'd/f' < a.newc; cpio -i --to-stdout --quiet d/f < a.bin; for H in ustar; do tar cf a.$H --format=$H --sort=name d; cpio -t --quiet < a.$H; done
### cpio messages [stderr]
mkdir d; echo hi > d/f; echo d/f | cpio -o > a; echo d/f | cpio -ov > b; cpio -i < a; echo $?; cpio -iu < a; cpio; echo $?; cpio -z; echo nosuch | cpio -o --quiet > c; echo $?; cpio -tv --quiet < a | cut -c1-15; cpio -H foo -o; cpio -i -o; echo junk | cpio -i; cpio -o x < /dev/null
### cpio pass
mkdir d; echo hi > d/f; ln -s f d/l; touch -d 2001-01-01 d/f; find d | sort | cpio -pd p 2>/dev/null; find p | sort; find d | sort | cpio -pdm p2 2>/dev/null; stat -c %Y p2/d/f; find d -type f | cpio -pdl p3 2>/dev/null; [ p3/d/f -ef d/f ] && echo linked; echo d/f | cpio -p --quiet p 2>&1; echo nosuch | cpio -p p 2>&1; echo $?; cpio -p 2>&1 | head -1
### cpio options
mkdir d; echo hi > d/f; touch -d 2001-01-01 d/f; printf 'd/f\0' | cpio -0 -o --quiet > a; cpio -t --quiet < a; rm d/f; cpio -im --quiet < a; stat -c %Y d/f; cpio -o -O b --quiet <<< d/f; cpio -I b -t --quiet; cpio -F b -t --quiet; cpio -o --quiet -C 1024 <<< d/f | wc -c; cpio -o --quiet -B <<< d/f | wc -c; umask 077; chmod 666 d/f; cpio -o --quiet <<< d/f > e; cpio -iu --quiet < e; stat -c %a d/f; cpio -id --quiet --no-absolute-filenames -D . < e
### ar
echo a > a.o; echo bb > b.o; printf c > a_very_long_name_here.o; ar rc x.a a.o b.o; ar t x.a; ar tv x.a; ar rv x.a a.o a_very_long_name_here.o; ar p x.a a.o; ar pv x.a; ar d x.a a.o; rm *.o; ar xv x.a; ls; ar t nosuch.a 2>&1; echo $?; ar x x.a nosuch 2>&1; ar q x.a b.o; ar t x.a; ar m x.a b.o; ar t x.a; md5sum < x.a; ar r y.a b.o 2>&1; ar tO x.a; ar t b.o 2>&1; echo $?; ar dv x.a nosuch; echo n > n.o; ar ra b.o x.a n.o; ar t x.a; ar rb b.o x.a n.o; ar t x.a
### zip and unzip
mkdir d; printf 'hello hello hello hello hello\n' > d/f; printf x > d/g; touch -d '2020-01-02 03:04:06' d/f d/g d; zip a.zip d/f d/g; zip -r b.zip d; zip b.zip d/f; unzip -l b.zip; unzip -Z1 b.zip; unzip -o b.zip -d o; find o | sort; cat o/d/f; stat -c %Y o/d/f; unzip -p b.zip d/f; unzip -t b.zip; unzip -l b.zip d/f; unzip -qq -l b.zip; unzip b.zip nomatch 2>&1; echo $?; unzip -j -o b.zip -d jj; ls jj; unzip -o b.zip -x d/f -d xx; unzip -c b.zip d/f; unzip -q -o b.zip; unzip -n b.zip
### zip options
mkdir d; printf 'hello hello hello hello hello\n' > d/f; printf x > d/g; zip -q c.zip d/f; zip -j j.zip d/f; zip -d c.zip d/f 2>/dev/null; ls; touch -d @1600000000 d; zip -r b.zip d; zip -d b.zip d/g; zip -u b.zip d/f; echo $?; zip -f b.zip d/f; echo $?; zip -m m.zip d/g; ls d; zip -0 s.zip d/f; zip -9 s.zip d/f; zip -r z.zip d -x '*g'; zip -r i.zip d -i '*f'; zip - d/f 2>/dev/null | head -c 2; zip x.zip nosuch 2>&1; echo $?; echo d/f | zip -@ at.zip; cat d/f | zip st.zip -; unzip -p st.zip; zip -D -r dd.zip d; zip -T b.zip; zip -v v.zip d/f; ln -s f d/l; zip -ry y.zip d/l; mkdir o; unzip -q y.zip -d o; readlink o/d/l; touch -d @1600000000 d; zip -FS -r b.zip d; unzip nosuch.zip 2>&1; echo $?; unzip -l d/f 2>&1; echo $?
### cpio formats, owners and swaps
mkdir -p d/s; echo hello > d/a; printf 'x\n%.0s' {1..200} > d/b; ln d/a d/h; ln -s a d/l; touch -d '2020-01-02 03:04:05' d/a d/b d/s; touch 'd/s p'; find d | LC_ALL=C sort > L; export TZ=UTC
for f in bin odc newc crc tar ustar hpbin hpodc; do cpio -o -H $f < L 2>&1 > x; cpio -it < x; done
tar cf x --format=v7 d/a d/l; cpio -it < x
cpio -pdlv o < L 2>&1; stat -c %h d/b
cpio -o < L 2>/dev/null | head -c 300 | cpio -t; echo $?
cpio -oB < L | wc -c
cpio -o --quiet -R 5:6 < L | cpio -itvn --quiet | awk '{print $3,$4}' | sort -u
cpio -it --swap < x; echo $?
for s in -b -s -S; do echo d/b | cpio -o --quiet | cpio -i --quiet --to-stdout $s | head -c 9 | od -An -c; done
echo 12345678 > n; for s in -b -s -S --swap --swap-bytes --swap-halfwords; do echo n | cpio -o --quiet | (mkdir -p o; cd o; cpio -iu --quiet $s); od -An -c o/n; done
cpio -o -H ustar --quiet < L > x; mkdir o; cd o; cpio -id --quiet < ../x; find . | sort; stat -c %h d/a; readlink d/l
cpio -o -H tar --quiet < L | md5sum | wc -c; cpio -o -H ustar < L | cpio -tv --quiet | awk '{print $1,$2,$5,$9,$10,$11}'
cpio -o -H newc --reproducible --quiet < L | cpio -tv --quiet | awk '{print $2,$9}'
cpio -o -H odc -R root:root --quiet < L | cpio -tv --quiet | awk '{print $3,$4}' | uniq
