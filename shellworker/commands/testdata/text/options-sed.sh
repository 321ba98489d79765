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
### the program as --debug shows it
printf '1p\n2,3p\n2,+3p\n2,~4p\n1~3p\n0~3p\n2~0p\n0,/x/p\n/a\\/b/Ip\n\\,a/b,Mp\n\\,a\\,b,IMp\n$!d\n1!{p\n=\n}\n!p\n//p\n' > s; sed --debug -f s /dev/null
cat > s <<'X'
/a/,/b/!{
s/a/b/
s/\(a\)/<\1&\&\n>/g3pw out
s,a/b,c/d\
e,iM
s/a/b/e
s/\(a\)/\U&\E\l\1x\u&/2
}
y/abc\n\\\//xyz\/ab/
y,a\,b,cde,
a\
hello\
world
a hello
a\  hello \t x
i\
ins
c\
chg
:lab
b lab
blab
b
t lab
T lab
t
e
e date
F
g;G;h;H;x;n;N;D;d;P;p;z;l;l 5;q;q 5;Q;Q 7
r file
R file
w out
W out2
w /dev/stdout
X
sed --debug -f s /dev/null; LC_ALL=C sed --debug 's/é/ü/;y/ba/xy/;y/aa/bc/' /dev/null
for e in '{;}' '{p;p}' '1{2{p}}' '' '#n' 'v' 'v 4.2' '0r f' 'a\' 's/a/\x26/' 's/a\tb\x41/\t\o101/' '/\n/p;/[\n]/p' 's|a\|b|x\|y|;s/[/]/x/' 'y/a/\t/;y/é/ü/;s/é/ü/' 's/a/\U\l&\Ux\Ey\u/' 'e foo\
bar' ':a;b a;}'; do sed --debug "$e" /dev/null; echo $?; done
### a run as --debug shows it
printf 'one\ntwo\nthree a b\nfour' > in; for e in p '2d' '1!G;h;$!d' 's/\(o\)\(x\)*/0/g' 's/\(o\)*\(e\)/\2/' '2q5' '1N;P;D' 'n;d' '1a foo' '1i foo' '1,2c foo' '$!{N;N}' '2{h;x;G}' 'l;=' 'y/o/x/' '1{bx;};p;:x;p' 's/o/x/;tz;s/e/y/;:z' '1w /dev/stdout' 'z' '1r in' 'F' '1e echo hi' 's/one/echo hi/e' 's/[ab]*/x/2' 'N;N;N;N;N;D' '0r in' '1h;g' '1Q'; do sed --debug "$e" in; echo $?; done
sed --debug -n '$!F' in; sed --debug -E -z 's/(o)\n/\1/' in; sed --debug -s N in in; sed --debug -i p in; cat in; sed --debug p < in; sed --deb -s 'R in' in in; sed --debug --posix N in
### n and N at the end of each file
printf '1\n2\n3\n' > a; printf '4\n5\n6\n' > b; for o in -s '-s -n' '-s --posix' -i; do for e in 'N;s/\n/+/' 'n;s/^/x/' '$!N;s/\n/+/' 'N;N;N;N;s/\n/+/g' 'n;n;n;s/^/x/' 'N;F;=' '3{a x
n}' '3{a x
N}' '3{h;n};G' ; do cp a a1; cp b b1; sed $o "$e" a1 b1; sed $o "$e" a1 /dev/null; sed $o "$e" a1 nosuch b1 2>/dev/null; cat a1 b1; done; done
### where files and last lines without a newline go
printf 'x' > e; : > n; printf 'a\nb' > in; for c in 'r nosuch' 'r n' 'r e' 'R e' '1d;0r e' '1p;0r e' '$!d;r e
r e' 'r e
R e
a x' 'w /dev/stdout' 'W /dev/stdout' '2{p;0r e
}' 'l 2' '1!e true' '2e echo hi'; do sed "$c" in | od -c; sed -s "$c" in e in | od -c; sed -z "$c" in e | od -c; done
for o in '' -s; do for e in '/b/,3F' '/b/,$F' '$!{2F}' '2{$!F}'; do sed $o -n "$e" in e n; sed -n "$e" < in - e; done; done; sed '2q3' nosuch in 2>/dev/null; echo $?; sed q3 in nosuch; echo $?
### t behind N, numbers of empty matches, special characters by number
printf 'a\nb\n' | sed -n 's/a/x/;N;tq;s/$/NOT/;:q;p'; for c in 's/x*/-/2' 's/x*/-/3g' 's/x*/-/g' 's/é*/-/2g'; do echo 'éabéü' | sed "$c" | od -c; done
for x in 5e 24 2e 2a 5b 5d 2f 26 7b 2b 3f 7c 0a 5c; do printf 'a^b$c.d*[e]\\/f&g(h+i?j{k|l)m}\n' | sed "s/a\\x$x/<&\\x$x>/;y/\\x$x/x/"; echo $?; done
