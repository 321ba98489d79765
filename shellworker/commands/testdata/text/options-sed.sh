### long names
printf '1\n2\n3\n' > f
sed --silent 2p f; sed --quiet 2p f; sed --expression=2d --expression=s/1/x/ f; sed --exp 2d f
echo 's/[0-9]\+/<&>/' > s; sed --file=s f; sed --fil s f; sed --regexp-extended 's/(1)|2/[\1]/' f
sed --separate -n '$=' f f; sed --unbuffered 1d f; sed --binary 1d f; sed -b 1d f; sed --null-data 's/\n/,/g' f
sed --zero-terminated 's/^2/x/mg' f; sed --line-length=5 -n l <<< 'abcdefgh'; sed -l 3 -n l <<< 'abcdefgh'; sed -u 2q f
sed --in-place=.old 1d f; cat f f.old; sed --in-place '1s/2/two/' f; cat f; sed -E -r -n -s 's/(t)/\1/p' f f
sed --sandbox 's/t/T/' f; sed --sandbox 'w x' f 2>&1; echo $?; sed --help | head -1
ln -s f l; sed --follow-symlinks -i 1d l; test -L l && cat l; sed -i '$d' l; test -L l || cat l
### in place without files
for o in -i -ix --in-place=y '-i -n'; do sed $o p 2>&1; echo $?; done; sed -s p < /dev/null; echo $?
### posix
for c in 'N;N;N' 'n;n;n' '$!N;N' 's/a\|b/x/' 's/a+/x/' '0,/1/d' '1~2d' '2,+1d' '/1/I d' 's/1/\n/' 's/1/a\tb/' 'a foo' 'a\
foo' 'F' 'z' 's/1/X/e' 's/1/X/M' 'e' 'Q' 'R x' 'W x' 'v' 'T' 'l 3' 'q5' '1,2=' '1,2r x' '1,2a\
x' '1,2i\
x' '1,2l' '1,2c\
x' 's/1/X/I' 's/\(1\)/\U\1/' 's/1/\x41/' 's/[\n]/x/' 's/\w/x/' 's/1\+/x/' 's/1\?/x/' 's/\`1/x/' 'a\' 'c\' '{p;p}'; do
  echo "== $c"; seq 3 | sed --posix "$c" 2>&1; done
### POSIXLY_CORRECT
for c in 'N;N;N' 'n;n;n' '1~2d' '1,2=' 'l 3' 's/1/X/I'; do echo "== $c"; seq 3 | POSIXLY_CORRECT=1 sed "$c"; seq 3 | POSIXLY_CORRECT=1 sed -n "$c;p"; done
### errors come ahead of what is buffered
echo x > f; sed p f nosuch f 2>&1; mkdir d; sed p d f 2>&1; sed -i p d 2>&1; echo $?; sed -i p nosuch f 2>&1; cat f; tac f nosuch f 2>&1; rev f nosuch f 2>&1
for c in md5sum cksum sum 'stat -c %n' 'head -1' 'cut -c1' 'realpath -e --relative-to=.'; do $c f nosuch f 2>&1; done
### sed: files apart, labels twice 1
printf 'A\n\noo\n' > in; printf 'oo\n\nA\n' > in2; sed -s 'x;t' in in2 | od -c
### sed: files apart, labels twice 2
printf '\nb\nbar\n' > in; printf 'bar\nb\n\n' > in2; sed -s -E '/^b$/x' in in2 | od -c;  sed  -E '/^b$/x' in in2 | od -c; sed -s -E "/\<\.{,1}(b)\'/x" in in2 | od -c;  sed -s -E '/^b$/x
!R f
' in in2 | od -c
### sed: files apart, labels twice 3
printf '\nA\n' > in; sed -z x - < in | od -c; sed -z 'x;P' - < in | od -c;sed -z 'P' - < in | od -c
### sed: files apart, labels twice 4
printf 'a\nb\n' > in; sed -s '$,0~2!d' in in; sed -s '1,0~2!d' in in; sed -s '$,1!d' in in;  sed '$,0~2!d' in in; sed -s '2,~2!d' in in; sed -s '$,~2!d' in in;sed -s '$,+1!d' in in; sed -s '2,/a/!d' in in; sed -s '2,1!d' in in; sed -s '1,3!d' in in
### sed: files apart, labels twice 5
printf "x\n" | sed -n ":a;s,y,z,;tb;s,x,y,p;Ta;ba;:b;p;q"; printf "x\n" | sed "bx;s,x,1,;:x;s,x,2,;bz;:x;s,x,3,;:z"
### sed: files apart, labels twice 6
printf '1\nr' > r; printf 'bar b\noo A\nb:1\n' > in; sed -ns '/a/,+1W out' in in; cat out; sed -n '/a/,+1W out' in; cat out; sed -n '/a/,+1w out' in; cat out;
### ranges that end at a step
for a in 2,2~3 2,0~4 3,0~4 /3/,0~4 4,0~4 /4/,0~4 1,1~2 2,1~2 5,3~10 '2,3~0' '/2/,5~0' '2~2,0~3' '1~3,+1' '2,2~1' '1,0~0' '0~3,5' '0~4,~3' '2,$' '$,1~2' '/1/,/1/' '1,/1/' '/2/,2' '3,2' '/5/,~4' '4,~4' '4,~0' '3,+0' '0,/1/' '0,/x/' '2,~1' '7,6' '7,7~1'; do echo "$a: $(seq 12 | sed -n "${a}p" | tr '\n' ' ')"; echo "$a: $(seq 12 | sed -s -n "${a}p" - /dev/null | tr '\n' ' ')"; done
### killed while it edits
printf 'a\nb\n' > in; timeout 0.1 sed -i '2{:a;ba}' in; echo $?; cat in; timeout 0.1 sed -i.old '2{:a;ba}' in; cat in; timeout 0.1 awk -i inplace '{ print; while (NR == 2) n++ }' in; echo $?; cat in
