### syntax 1
run() { echo "--- $1"; printf 'x\ny\n' | sed "$1" 2>&1; echo "[$?]"; }
run 'k'
run '}'
run '{'
run 'p;p}'
run '{p'
run 'a'
run 'a\'
run ':'
### syntax 2
run() { echo "--- $1"; printf 'x\ny\n' | sed "$1" 2>&1; echo "[$?]"; }
run ': '
run 'b x'
run 's/a'
run 's/a/b'
run 's/a/b/k'
run 's/a/b/pp'
run 's/a/b/gg'
run 's/a/b/2 3'
### syntax 3
run() { echo "--- $1"; printf 'x\ny\n' | sed "$1" 2>&1; echo "[$?]"; }
run 's/a/b/0'
run 'y/abc/de/'
run 'y/a'
run '1,p'
run '1,2,3p'
run '0p'
run '0,5p'
run '1!!p'
### syntax 4
run() { echo "--- $1"; printf 'x\ny\n' | sed "$1" 2>&1; echo "[$?]"; }
run '1,2='
run '1,2q'
run '1,2a x'
run ':a b'
run '1:a'
run '1}'
run 'r'
run 'w'
### syntax 5
run() { echo "--- $1"; printf 'x\ny\n' | sed "$1" 2>&1; echo "[$?]"; }
run 's/a/\1/'
run 's/\(a\)/\2/'
run '//p'
run 's//x/I'
run 'dp'
run 'px'
run 'q5x'
run 'q x'
### syntax 6
run() { echo "--- $1"; printf 'x\ny\n' | sed "$1" 2>&1; echo "[$?]"; }
run '5'
run '5,'
run '+5p'
run '~2p'
run '1~p'
run '/a'
run '\xa'
run '/a/Ip;/b/k'
### syntax 7
run() { echo "--- $1"; printf 'x\ny\n' | sed "$1" 2>&1; echo "[$?]"; }
run 'v 9.0'
run 'v 4.2'
run '#foo'
run '1#foo'
run 'l x'
run 'z z'
run 'F;F'
run 's/a/b/w'
### syntax 8
run() { echo "--- $1"; printf 'x\ny\n' | sed "$1" 2>&1; echo "[$?]"; }
run '}}'
run '{}}'
run 't;T;b'
run 'tx'
run '$!$p'
run '1,$!p'
run '2,1p'
run 'G;H;x;'
### syntax 9
run() { echo "--- $1"; printf 'x\ny\n' | sed "$1" 2>&1; echo "[$?]"; }
run 'R'
run 'W'
run 'W /dev/stdout'
run ' p'
run ';;p'
run '1,3{p;};p'
run 'n;d}'
run 'y/a/\n/'
### syntax 10
run() { echo "--- $1"; printf 'x\ny\n' | sed "$1" 2>&1; echo "[$?]"; }
run 'y,a\,b,xyz,'
run 'i\'
run 'c'
run '$a foo'
run 'a\text'
run 'a\  text'
run 'a  text\'
run '1d;;2p'
### syntax 11
run() { echo "--- $1"; printf 'x\ny\n' | sed "$1" 2>&1; echo "[$?]"; }
run 'D;P'
run 'Q3'
run 'q 3'
run 'q3;p'
run 'b;b'
run ':a b;ba b'
run 's/a\{1/x/'
run 's/[/x/'
### syntax 12
run() { echo "--- $1"; printf 'x\ny\n' | sed "$1" 2>&1; echo "[$?]"; }
run 's/\(/x/'
run 's/[[:foo:]]/x/'
run '/[a/p'
run '[:alpha:]'
run 's/[:alpha:]/x/'
run 's/*a/x/'
run 'y/ab/a/'
run 'y/a/b/g'
### syntax 13
run() { echo "--- $1"; printf 'x\ny\n' | sed "$1" 2>&1; echo "[$?]"; }
run 's/x/y/;;;'
run 'p;;;d'
run '{p;p;}'
run '{;p}'
run '{p} '
run '{p};p'
run '{p}p'
run '{p}}'
### syntax 14
run() { echo "--- $1"; printf 'x\ny\n' | sed "$1" 2>&1; echo "[$?]"; }
run '1{2{3p}}'
run '/1/{/1/!p}'
run '/1/,/2/{=}'
run '$!{$!N}'
run '1,2{3,4p}'
run '2!{p}'
run '1! p'
run '1 ! p'
### syntax 15
run() { echo "--- $1"; printf 'x\ny\n' | sed "$1" 2>&1; echo "[$?]"; }
run '1 , 2 p'
run '1,+1 p'
run '/1/ p'
run '/1/I p'
run '\,1,p'
run '\a1ap'
run '\n1np'
run 's a b c'
### syntax 16
run() { echo "--- $1"; printf 'x\ny\n' | sed "$1" 2>&1; echo "[$?]"; }
run 's,1,x,;s;2;y;'
run '1'
run '\'
run ''
run 's/1/x/e5'
### scripts 1
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run 'a\ttext'
run 'a hello\tw'
run 'a\  lead'
run 'a\
  lead'
run 'a   x\
   y'
run 'a\
one\
two'
### scripts 2
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run 'i\foo'
run '1a\'
run 'a foo\nbar'
run 'a a\\b'
run 'a\\tx'
run 'c\  x'
### scripts 3
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run 'a x\y\z'
run 'i\   \   x'
run 'a\
\ttab'
run '$!{a x
}'
run '2{a x'
run '1{i foo
p}'
### scripts 4
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run 's/1/\x26/'
run 's/1/a\tb\x41\o101\d65\cA/'
run 's/\x31/X/'
run 's/[\x31]/X/;s/[\n]/Y/'
run 'y/1/\t/'
run 's/\./X/'
### scripts 5
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run 's/1/\//'
run 's,1,\,,'
run 's/1/&&\&/'
run 's/\(1\)/\U\1x\Ey/'
run 's/1/abc/;s/\(.\)\(.*\)/\u\1\U\2/'
run 's/1/ABC/;s/.*/\l&/'
### scripts 6
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run 's/1/foo bar/;s/\b./\u&/g'
run 's/1/foo/;s/.*/\U\lFOO\E&/'
run 's/1/fOO/;s/.*/\u\L&/'
run 's/1/fOO/;s/.*/\L\u&/'
run 's/x*/-/g'
run 's/1*/-/2'
### scripts 7
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run 's/1*/-/g'
run 's/$/x/mg'
run 'N;N;s/^/>/mg'
run 'N;N;s/^/>/g'
run 'N;N;s/$/</Mg'
run 'N;N;s/2./X/M'
### scripts 8
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run 'N;N;s/2[^1]/X/M'
run 'N;N;s/\`./X/Mg'
run 'N;N;s/.\'\''/X/Mg'
run 'N;N;s/\n/,/g'
run 'N;N;s/a\n2//;s/\
/+/'
run '0~2p'
### scripts 9
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run '1~2d'
run '2,~2p'
run '1,~2p'
run '2,+1d'
run '1,+0p'
run '0,/1/d'
### scripts 10
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run '1,/1/d'
run '/1/,/1/p'
run '/2/,1p'
run '2,1p'
run '2!p'
run '$!d'
### scripts 11
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run '/1/!s/^/#/'
run '2q'
run '2q5'
run '2Q'
run '$!N;D'
run 'N;P;D'
### scripts 12
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run '2c\
c'
run '1,2c foo'
run '2,3!c foo'
run '$!{1,2c foo
}'
run 'n;d'
run '2i x'
### scripts 13
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run '='
run '/2/='
run 'x'
run 'G'
run 'H;$!d;x'
run '1h;2G'
### scripts 14
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run '/2/{x;p;x}'
run 'l;d'
run '2r f'
run '$r f'
run 'R f'
run '2R nofile'
### scripts 15
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run '1w /dev/stdout'
run 'W /dev/stdout'
run 'z'
run 'F'
run '1!G;h;$!d'
run 's/2/a/;ta;s/$/n/;:a'
### scripts 16
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run 's/2/a/;Ta;s/$/n/;:a'
run ':a;s/^.\{1,4\}$/ &/;ta'
run '2{p;d};s/^/x/'
run '1{/1/{p}}'
run 'y/123/abc/'
run 's/2/X/w /dev/stdout'
### scripts 17
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run 's/./&&/2'
run 's/./x/2g'
run '/2/s//X/'
run 's/2/\
/'
run '1v'
run '$s/$/\n/'
### scripts 18
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run 's/.*/"&"/;s/"/\\"/g'
run 'n;n;s/^/x/'
run '$!n;s/^/x/'
run 'N;s/\n/-/'
run 'N;N;N;p'
run '2d;p'
### scripts 19
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run '1d;2d;3d'
run '1!d'
run '$='
run '1,3!d;1,2s/^/x/'
run '/1/,+1{/2/d}'
run '2,3{s/^/a/;s/a/b/}'
### scripts 20
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run '/1/,3{/2/,/3/s/$/x/}'
run '2{h;d};3G'
run '1{h;d};2{x;G}'
run '1{N;N;s/\n/+/2}'
run '1{N;P;D}'
run '$!{h;d};H;x;s/\n/,/g'
### scripts 21
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run 's/\([0-9]\)/<\1>/;s/<//2'
run 's/1\|2/x/'
run 's/[13]/x/;s/[^x]/y/'
run 's/^/a\
b/'
run 's/\(.\)/\1\n\1/'
run '/^$/d;s/^[0-9]*$/n&/'
### scripts 22
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run 'y/1\n/a\n/'
run 'N;y/\n/,/'
run 's/\w/[&]/;s/\W/_/g;s/\s//'
run 's/\b/|/g'
run 's/\B/|/g'
run 's/\</</;s/\>/>/'
### scripts 23
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run '2,$d'
run '2,5p'
run '3,2p'
run '5,6p'
run '0,/2/s/^/x/'
run '0,/nomatch/s/^/x/'
### scripts 24
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run '2,/1/s/^/x/'
run '/2/,/2/s/^/x/'
run '/1/,/9/s/^/x/'
run '1~0p'
run '0~3p'
run '2~5p'
### scripts 25
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run '1,3!p'
run '/1/I,/2/Ip'
run '$!s/$/,/'
run '1s/^/[/;$s/$/]/'
run 's/\(x\)*/[\1]/'
run 's/a\?1/b/;s/2\+/c/'
### scripts 26
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run 's/.\{2\}/x/;s/.\{0,1\}/y/'
run 's/1/\n/;s/\n/N/'
run 'i\
  a\
  b'
run '2c\'
run 'a\'
run '$a\
end'
### scripts 27
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run '1i\
top'
run '/2/c\
A\
B'
run '2,3c\
X'
run '2{c\
Y
}'
run 's/2/two/p'
run 's/[12]/x/gp;d'
### scripts 28
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run 's/1/a/;s//b/;/3/s//z/'
run 'p;p'
run '1p;1p'
run 'd;p'
run '=;='
run 'g;G'
### scripts 29
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run 'x;G;x'
run 'H;H;g'
run 'h;G;G'
run '$!{N;D}'
run 'N;N;D'
run '$!N;$!D'
### scripts 30
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run '$!N;P;D'
run '/1/{n;p}'
run '/1/{N;p}'
run '/3/{n;p}'
run '/3/{N;p}'
run '/2/b;p'
### scripts 31
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run ':a;N;$!ba;s/\n/ /g'
run ':a;$!{N;ba};s/\n/ /g'
run '/2/!{s/^/a/;b};s/^/b/'
run 'b end;s/^/x/;:end'
run '/1/bx;s/^/n/;b;:x;s/^/y/'
run 's/1/a/;tx;s/^/q/;:x;s/$/z/'
### scripts 32
printf '1\n2\n3\n' > f
run() { echo "--- $1"; sed "$@" f 2>&1; echo "[$?]"; }
run 's/x/a/;T;s/^/t/'
run 'tx;s/1/b/;:x;p'
run '1{s/1/x/;n;ty;s/^/no/;:y}'
### options
printf '1\n2\n3\n' > f; sed -n 2p f; sed -n -e 1p -e 3p f; sed --quiet --expression=2p f; sed -e 's/1/a/' -e 's/a/b/' f; sed -E 's/(1|2)+/<\1>/' f; sed -r 's/(.)/\1\1/' f; sed -n '$=' f f; sed -s -n '$=' f f; sed -s 1d f f; sed 1d f f; sed -n '$p' f f; sed -ns '$p' f f; sed -ne2p f; sed --posix -n 2p f
### script files
printf '1\n2\n3\n' > f; printf 's/1/a/\n# c\n2{\n  p\n}\n' > s; sed -f s f; printf '#n\n2p\n' > n; sed -f n f; sed -n -f s -e '3p' f; printf '#!/bin/sed -f\ns/^/x/' > x; sed -f x f; printf 'a\\\nhello\\\nthere\n' > a; sed -f a f; echo p | sed -f - f; printf '2k\n' > b; sed -f b f 2>&1; echo $?; printf 'p\n{\np\n' > c; sed -f c f 2>&1; echo $?; sed -f nofile f 2>&1; echo $?; printf '/1/a\\\n  lead\n' > d; sed -f d f; sed '#n' f; sed -e '#n' -e p f; sed '#no
p' f
### text in pieces
printf '1\n2\n' > f; sed -e 'a\' -e 'foo' f; sed -e 'i\' -e '  bar' -e 'p' f; sed -e '1{' -e 'p' -e '}' f; sed -e 'a foo' -e 'p' f; sed -n -e ':a' -e '$!{N;ba' -e '}' -e 's/\n/,/p' f
### missing newline
printf 'a\nb' > f; sed p f; sed -n p f; sed 's/b/c/' f; sed '$a x' f; sed '$i x' f; sed G f; sed -n '$p;$p' f; sed 'N;P;D' f; cat f | sed = ; printf a | sed -n l; sed w\ out f > /dev/null; cat out; printf 'a' | sed 'r f'; printf 'x' > g; sed '' f g; sed -s '$d' f g; sed -n 'H;${x;p}' f; printf 'a\n\n' | sed '$!d'
### in place
printf '1\n2\n' > f; printf '2\n3\n' > g; sed -i 's/2/x/' f g; cat f g; sed -i.bak 's/x/y/' f; cat f f.bak; sed -i -e 1d g; cat g; sed -n -i p f; cat f; sed -i 2q f; cat f; mkdir b; sed -i'b/*.old' s/1/9/ f; cat f b/f.old; sed -i'old_*' s/9/8/ f; cat f old_f; sed --in-place=.c s/8/7/ f; cat f f.c; sed -i '1w out' f; cat out; sed -i = f; cat f; sed -i '$d' f g; wc -l < f; sed -i 1Q f; cat f; sed -i p nofile 2>&1; echo $?; sed -i p b 2>&1; echo $?
### in place links and modes
printf '1\n' > f; ln -s f l; chmod 640 f; sed -i s/1/2/ l; [ -L l ] || echo replaced; cat f l; ln -sf f l2; sed -i --follow-symlinks s/1/3/ l2; [ -L l2 ] && echo link; cat f; stat -c %a f; sed -i 1i\\top -s f; cat f
### write files
printf '1\n2\n3\n' > f; sed -n '/[12]/w o1
3w o2' f; cat o1 o2; sed 's/1/x/w o3' f; cat o3; sed -n '2w /dev/stdout' f; sed '2w /dev/stderr' f 2>/dev/null; sed -n 'w o4
r o4' f; sed -n '1W o5
2W o5' f; cat o5; sed 'w o6' f > /dev/null; cat o6; sed w f 2>&1
### read files
printf '1\n2\n' > f; printf 'a\nb\nc' > g; sed 'r g' f; sed '1r nofile' f; sed 'R g' f; sed '1{R g
R g
}' f; sed '$r g' f; sed -n 'r g' f; sed '1r /dev/stdin' f < g; sed 'R /dev/stdin' f < g; sed '1{r g
d}' f; sed '1{r g
N}' f; sed 0r\ g f 2>&1; sed '2{r g
q}' f
### null data
printf 'a\nb\0c\0' > f; sed -z 's/\n/,/' f | od -c; sed -z 's/^./X/' f | od -c; sed -zn '$p' f | od -c; sed -z 'N;s/\x0/-/' f | od -c; sed -z G f | od -c; sed -z 's/^b/X/m' f | od -c; sed -zn = f; printf 'a\nb\n' | sed -z 's/\n$//' | od -c; printf 'a\nb\n' | sed -z 's/$/X/mg'; printf 'a\0b' | sed -z p | od -c; printf 'a\nb\nc\n' | sed -z 's/\n/+/g'; sed --null-data --zero-terminated 1d f | od -c
### execute
printf 'echo hi\nls\n' > f; sed '1e echo first' f; sed 1e f; sed '1s/hi/there/e' f; sed -n '1s/.*/echo A; echo B/ep' f; printf '1\n' | sed 'e printf "x\\ny\\n"'; printf '1\n' | sed 's/1/echo z/e;s/z/w/'; printf 'a\n' | sed 's/a/false/e'; sed --sandbox e f 2>&1; echo $?; sed --sandbox 's/a/b/w x' f 2>&1; echo $?; sed --sandbox 'r x' f 2>&1; echo $?; sed --sandbox p f | wc -l
### line wrapping
printf 'a\tb\001\\\303\251\033\177\n' | sed -n l; printf '%075d\n' 1 | sed -n 'l;l 20;l 0'; printf 'abcdef\n' | sed -n -l 4 l; printf 'abcdef\n' | sed -n 'l 3'; printf 'abcdef\n' | sed -n -l 1 l; printf 'abcdef\n' | sed -n 'l 2'; printf 'a\\\\b\n' | sed -n 'l 4'; printf 'x\ny\n' | sed -n 'N;l'; printf 'abc\n' | sed --line-length=3 -n l; printf '\a\b\f\r\v\n' | sed -n l
### quitting leaves the input
printf '1\n2\n3\n' > f; { sed 1q; cat; } < f; { sed -n 2q; cat; } < f; { sed 1Q; cat; } < f; { sed -u 1q; cat; } < f; printf '1\n2\n3\n' | { sed -u 1q; cat; }; sed 2q5 f; echo $?; sed Q7 f; echo $?; sed '$q3' f; echo $?
### regex details
printf 'aXbXc\n' > f; sed 's/X/-/2' f; sed 's/x/-/Ig' f; sed 's/x/-/i2' f; sed 's/[^X]*X/<&>/g' f; sed 's/X*/-/g' f; sed 's/\(a\)\(X\)\(b\)/\3\2\1/' f; sed 's/a.*X/[&]/' f; sed -E 's/(a|b)X/\1/g' f; sed -E 's/X|b//g' f; sed 's/\(.\)X\(.\)X\(.\)/\3\2\1/' f; sed -E 's/(.)(.)(.)(.)(.)/\5\4\3\2\1/' f; sed 's/b\?X/-/g' f; sed 's/[[:upper:]]/\L&/g' f; sed 's/[[:lower:]]/\U&/g' f; sed 's/./\n/3' f; sed 's/[/]/x/;s/a[/x]*/y/' f
### delimiters
printf 'a/b|c+d.e\n' > f; sed 's|/|-|' f; sed 's,/,\,,' f; sed 's|a/b\||X|' f; sed 's+c\+d+X+' f; sed 's.d\.e.X.' f; sed 's/\//\\/' f; sed 'sxaxyx' f; sed 's#a/b#&&#' f; sed -n '\|b|p' f; sed -n '\,/,p' f; sed 'y,/,-,' f; sed 'y/\//x/' f; sed 's:a:\::' f; sed 's&a&\&&' f; sed 's1a1\11' f; sed 'snanbn' f
### greedy and anchors
printf 'foobar\n\nbar foo\n' > f; sed -n '/^$/=' f; sed '/^$/d' f; sed 's/^foo//' f; sed 's/foo$/X/' f; sed 's/^/> /' f; sed 's/$/ </' f; sed -n '/^foo/,/foo$/p' f; sed 's/a^b/x/;s/o*$/!/' f; sed -E 's/^(.*)(bar)/\2\1/' f; sed 's/o\{2\}/0/' f; sed -E 's/o{1,}b?/0/' f; sed -n '/o\{3\}/p' f; sed 's/\(^\|[^o]\)o/\1X/g' f; sed -E 's/(^| )b/\1B/g' f
### case conversion
printf 'hello wORLD foo\n' > f; sed 's/.*/\U&/' f; sed 's/.*/\L&/' f; sed 's/\w\+/\u&/g' f; sed 's/\w\+/\L\u&/g' f; sed -E 's/(\w+) (\w+)/\U\1\E \L\2/' f; sed -E 's/(\w)(\w*)/\u\1\L\2/g' f; sed 's/hello/\Uabc\lDEF\Eghi/' f; sed -E 's/(h)(.)/\U\1\2x\E\2/' f; sed -E 's/()(h)/\u\1\2/' f; sed 's/h/\u/' f; sed 's/é/\U&/' f; printf 'éa\n' | sed 's/./\U&/g'; printf 'ÉA\n' | sed 's/.*/\l&/'
### transliterate
printf 'abc/\\n\n' > f; sed 'y/abc/xyz/' f; sed 'y/abc/\n\t\\/' f; sed 'y/\//|/' f; sed 'y/\\/x/' f; sed 'y,/,\,,' f; sed 'yaabaxya' f 2>&1; printf 'àb\n' | sed 'y/àb/éc/'; printf 'ab\n' | sed 'y/ab/éè/'; printf 'éa\n' | sed 'y/é/e/'; sed 'y/aab/xyz/' f; printf 'a\nb\n' | sed 'N;y/\n/ /'
### addresses
seq 20 > f; sed -n '2,4p' f; sed -n '5,+2p' f; sed -n '5,~4p' f; sed -n '8,~4p' f; sed -n '1~7p' f; sed -n '0~7p' f; sed -n '/5/,/7/p' f; sed -n '/1$/,+1p' f; sed -n '0,/1/p' f; sed -n '1,/1/p' f; sed -n '10,5p' f; sed -n '/1/,3p' f; sed -n '$!{2,3p}' f; sed -n '5,/^1/p' f; sed '2,$d' f; sed -n '/3/,/3/p' f; sed -n '2,4!p' f | wc -l; sed -n '19,$p' f; sed -n '$p' f; sed -n '25p' f; sed -n '3,3p' f; sed -n '2{p}' f; sed -n '2,4{3!p}' f
### ranges that skip
seq 10 > f; sed -n '2,4{N;N;N;p}' f; sed -n '2,5{p;n;n;n}' f; sed '2,4{n;n;n;d}' f; sed -n '/2/,/4/{n;n;n;p}' f; sed -n '/2/,4{n;n;n;p}' f; sed '1!{2,3d}' f
### hold space
printf '1\n2\n3\n' > f; sed -n '1!G;h;$p' f; sed G f; sed -n 'H;${x;s/\n/,/g;p}' f; sed 'x;$G' f; sed '1h;1d;$G' f; sed -n 'x;p' f; sed 'x;1d' f; sed '/2/{h;d};${G}' f; sed -n '$!{h;d};x;p' f; sed 'H;x;s/\n/-/;h' f; sed '$!N;s/\n/ /' f; sed -n 'h;s/.*/x/;G;p' f; sed 'G;G' f | wc -l
### tac rev and other classics
printf 'one two\nthree\n\nfour\n' > f; sed -n '1!G;h;$p' f; sed '/\n/!G;s/\(.\)\(.*\n\)/&\2\1/;//D;s/.//' f; sed = f | sed 'N;s/\n/\t/'; sed -n '$=' f; sed 's/^[ \t]*//' f; sed -e :a -e 's/^.\{1,10\}$/ &/;ta' f; sed '$!N;/^\(.*\)\n\1$/!P;D' f; sed -n '/three/{g;1!p;};h' f; sed -n '/one/{n;p;}' f; sed '/./,/^$/!d' f; sed -e :a -e '/\\$/N; s/\\\n//; ta' f; sed 's/\(.*\)two/\1TWO/' f; sed '1~2d' f; sed -e :a -e '$q;N;3,$D;ba' f; sed '$!N;$!D' f; sed -n '2{p;q;}' f; sed '/^$/N;/\n$/D' f; sed 1,2d f; sed -e :a -e 's/\(.*[0-9]\)\([0-9]\{3\}\)/\1,\2/;ta' <<< 1234567
### D without newline read and restart
printf 'a\nb\nc\n' > f; sed 'N;D' f; sed '$!N;l;D' f; sed -n 'N;N;s/^[^\n]*\n//;P;D' f; printf 'x\ny\n' | sed '1{s/x/p\nq/;D};s/^/-/'; printf 'x\n' | sed 's/x/1\n2\n3/;P;D'; printf 'a\nb\n' | sed 'a foo
N;D'
### errors on input [stderr]
printf '1\n' > f; mkdir d; sed p nofile; echo $?; sed p nofile f; echo $?; sed p d; echo $?; sed -n '$=' nofile f; echo $?; sed 2>&1 | head -n 1; sed --nosuch 2>&1 | head -n 1; sed -i 2>&1 | head -n 1; sed -l x p f; echo $?
### empty regex
printf 'foo bar\n' > f; sed -n '/foo/s//X/p' f; sed 's/o/0/;s//1/' f; sed '/bar/{s/foo/x/;s//y/}' f; sed 's/\(o\)\(o\)/\2/;s//[&]/' f; sed '//d' f 2>&1; echo $?; sed -e '/x/d' -e 's//y/' f
### comments and spacing
printf '1\n2\n' > f; sed '# comment
p # another
s/1/a/ # third' f; sed 'p;# x' f; sed ' 1 p ; 2 d ' f; sed '1{p # c
}' f; sed '
1 {
    p
  s/1/x/
}
' f; sed -n '1p ; 2p' f; sed '1,2 { s/./a/ ; s/a/b/ }' f; sed 'y/1/a/ ; y/2/b/' f; sed '{;;p;;}' f; sed '1{};2{p}' f; sed -n '/1/ , /2/ p' f; sed 'b a ; p ; : a' f; sed ':a ; $!{ N ; b a } ; s/\n/,/' f
### big
yes 'some text here' | head -n 20000 > f; sed -n '$=' f; sed ':a;N;$!ba;s/\n/ /g' f | wc -c; sed 's/t/T/g' f | md5sum | cut -c1-8; sed -n '10000,10002p' f; head -c 200000 /dev/zero | tr '\0' x | sed 's/x/y/g' | tr -d y | wc -c; sed 1000q f | wc -l
### a range whose first line was passed
for s in '2,+1!d' '2,~2!d' '2,1!d' '2,/./!d' '4,~3!d' '2,2!d' '2,3!d' '2,+0!d' '2,~0!d' '3,~3!d'; do echo "$s"; seq 9 | sed "N;N;$s"; seq 9 | sed "n;n;$s"; seq 9 | sed "N;$s"; done
### inserted text and l end as lines do
printf 'a b\n\0b\0' | sed -z -e 'i\x' -e l -e '2c\y' | od -c

### printf 'x a ' | sed '2,$c ew'
printf 'x\na\n' | sed '2,$c\new'

### printf '1 2 3 ' | sed -e 'a\foo' -e 2Q
printf '1\n2\n3\n' | sed -e 'a\foo' -e 2Q

### seq 9 | sed -n '/[2468]/,3{n;s/^/X/p}'
seq 9 | sed -n '/[2468]/,3{n;s/^/X/p}'

### seq 9 | sed -n '/[2-6]/,3{n;s/^/X/p}'
seq 9 | sed -n '/[2-6]/,3{n;s/^/X/p}'

### sed -e 'a\' -e 'foo\' -e 'bar' <<< a
sed -e 'a\' -e 'foo\' -e 'bar' <<< a

### sed -e 'a\' -e 'foo' -e 'p' <<< a
sed -e 'a\' -e 'foo' -e 'p' <<< a

### sed -e 'a foo\' -e 'bar' <<< a
sed -e 'a foo\' -e 'bar' <<< a

### sed -e 'i\' -e '  foo\' -e '  bar\' -e baz <<< a
sed -e 'i\' -e '  foo\' -e '  bar\' -e baz <<< a

### sed -e 'a\' -e '' <<< a
sed -e 'a\' -e '' <<< a

### sed -e '$!{a\' -e 'x' -e '}' <<< $'a b'
sed -e '$!{a\' -e 'x' -e '}' <<< $'a\nb'

### sed -e 'a\foo\' -e 'bar' -e p <<< a
sed -e 'a\foo\' -e 'bar' -e p <<< a

### sed 'a\' <<< a; echo $?
sed 'a\' <<< a; echo $?

### sed -e 'a\' <<< a; echo $?
sed -e 'a\' <<< a; echo $?

### sed 'a foo\' <<< a; echo $?
sed 'a foo\' <<< a; echo $?

### sed -e 'a foo\' <<< a; echo $?
sed -e 'a foo\' <<< a; echo $?

### sed '1i\' -e x <<< a; sed -e '1i\' -e '' -e p <<< a
sed '1i\' -e x <<< a; sed -e '1i\' -e '' -e p <<< a
### posix has no GNU operators
printf 'a+b\naab\n' | sed --posix 's/a\+b/X/'; printf 'a+b\naab\n' | sed --posix -n '/a\?b/p;/\bb/p;/a\|z/p;/\wb/p'; printf 'ab\na?b\na|z\nwd\n' | sed --posix -n '/a\?b/p;/a\|z/p;/\w/p;/\n/p;/a\tb/p' ; printf 'ab\na?b\n' | sed -E --posix -n '/a\?b/p;/(a)b+|c/p;/\wb/p;/\bb/p'; printf 'ab wd\n' | sed --posix 's/\w/X/g;s/\</Q/;s/\`/P/;s/\W/z/;s/\s/S/'; printf 'a)\n' | sed --posix 's/\)/X/'; printf 'a)\n' | sed --posix -E 's/)/X/';  printf 'ab\n' | sed --posix 's/a*\?/X/;s/\+/Y/'; printf 'a\n' | sed --posix 's/[\n]/X/;s/[\]]/Y/'
### text at the end of a script file [stderr]
printf 'a\\\n' > s; printf 'x\n' | sed -f s -e 'hello'; printf 'x\n' | sed -e $'a\\\n'; printf 'x\n' | sed -f s; printf 'x\n' | sed -e 'a\'; printf 'x\n' | sed -e 'i\' -e foo; printf 'a foo\\\n' > s; echo a | sed -f s -e p; printf '{p\n' > s; echo a | sed -f s; printf 'k\n' > s; echo a | sed -f s; printf 's/a/x\\\ny/\np\n' > s; echo a | sed -f s -e 'p'
