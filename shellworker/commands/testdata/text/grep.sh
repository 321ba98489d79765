### basics
printf 'one\ntwo\nthree\n' > f; grep t f; grep -v t f; grep -c t f; grep -n o f; grep -x two f; grep -w two f; grep nothing f; echo $?
### several files
printf 'a\nb\n' > f; printf 'b\nc\n' > g; grep b f g; grep -h b f g; grep -H b f; grep -c b f g; grep -l a f g; grep -L a f g; grep -n b f g -
### stdin name
printf 'x\n' | grep -H x; printf 'x\n' | grep -H --label=in x; printf 'x\n' | grep x - /dev/null; printf 'x\n' | grep -c x -
### patterns
printf 'a.c\nabc\na*c\n' > f; grep 'a.c' f; echo; grep -F a.c f; echo; grep 'a\.c' f; echo; grep -e abc -e 'a\*c' f; echo; grep 'abc
a\.c' f; grep -E 'a(b|\*)c' f; grep 'a\(b\|\*\)c' f
### pattern files
printf 'ab\ncd\n' > p; printf 'xcdx\nyy\nab\n' > f; grep -f p f; : > e; grep -c -f e f; echo $?; grep -v -f e f; printf '\n' > nl; grep -c -f nl f; grep -f nofile f 2>/dev/null; echo $?
### empty pattern
printf 'a\n\nb\n' > f; grep -c '' f; grep -n '^$' f; grep -vn '^$' f; grep -w '' f; grep -x '' f; grep -e '' -e x -c f; grep -F '' f | wc -l
### ignore case
printf 'Hello\nHELLO\nhello\n' > f; grep -i hello f; grep -ci HeLLo f; grep -iw hello f; grep -io 'l*' f; grep -i --no-ignore-case hello f; grep -y HELLO f | wc -l; printf 'ÀÉ\nàé\n' | grep -i 'àé'
### words
printf 'foo bar\nfoobar\nfoo_bar\nfoo-bar\n' > f; grep -w foo f; grep -w bar f; grep -ow 'foo\|foobar' f; grep -w 'o*' f; printf 'abc ab a\n' | grep -wo 'a\(b\|bc\)*'; printf 'xfoo foo\n' | grep -wo foo
### only matching
printf 'aXbXc\nnone\nXX\n' > f; grep -o X f; grep -on X f; grep -ob X f; grep -o 'X*' f; grep -oc X f; grep -ov X f; echo $?; grep -oH X f; grep -o -b '[a-c]' f
### context
seq 20 > f; grep -A2 5 f; echo; grep -B2 5 f; echo; grep -C1 '[37]' f; echo; grep -1 10 f; echo; grep -A1 -B3 12 f; echo; grep -n -C1 4 f; echo; grep -c -A3 1 f
### context at edges
seq 5 > f; grep -C9 3 f; grep -B2 1 f; grep -A2 5 f; grep -A0 '[15]' f; grep -C0 '[14]' f; grep -n -A1 '[124]' f
### context separators
seq 20 > f; grep --group-separator=XX -A1 '[38]$' f; grep --no-group-separator -A1 '[38]$' f; grep --group-separator= -A1 '[38]$' f; grep -A1 '[38]$' f f
### context inverted
seq 9 > f; grep -v -A1 '[2-4]' f; grep -v -B1 '[1-8]' f; grep -vn -C1 '[^5]' f
### context digits
seq 30 > f; grep -12 25 f | head -n 1; grep -1 -2 15 f | wc -l; grep -C 2 -1 15 f | wc -l
### max count
seq 20 > f; grep -m2 1 f; grep -m 1 -A2 3 f; grep -m1 -c 1 f; grep -m0 1 f; echo $?; grep -m3 -v 1 f; grep -m 2 -o 1 f; grep -m1 -A3 '[35]' f
### max count leaves stdin
seq 5 > f; { grep -m1 2; cat; } < f; { grep -q 3; cat; } < f
### offsets
printf 'ab\ncd\nef\n' > f; grep -b d f; grep -bn d f; grep -bo '[df]' f; grep -nb -H f f
### list and quiet
printf 'x\n' > a; printf 'y\n' > b; grep -l x a b; echo $?; grep -L x a b; echo $?; grep -L zz a b; echo $?; grep -L '[xy]' a b; echo $?; grep -q x a b; echo $?; grep -q zz a b; echo $?; grep -lv x a b; grep -lc x a b; grep -Lv x a b
### null names
printf 'x\n' > a; grep -lZ x a | od -c; grep -HZ x a | od -c; grep -cZH x a | od -c; grep -HZn x a | od -c
### tab
printf 'abc\nb\n' > a; grep -T b a; grep -Tn b a; grep -THn b a; grep -Tb b a
### missing files
printf 'x\n' > a; grep x nofile; echo $?; grep -s x nofile; echo $?; grep x a nofile; echo $?; grep -q x a nofile; echo $?; grep -q x nofile a; echo $?; mkdir d; grep x d; echo $?; grep -s x d; echo $?; grep -d skip x d; echo $?
### errors [stderr]
printf 'x\n' > a; grep x nofile a; echo $?; mkdir d; grep x d; echo $?; grep 'a\{1' a; echo $?; grep '\(' a; echo $?; grep '[a' a; echo $?; grep -E ')' a; echo $?; grep '\)' a; grep -A x y a; echo $?; grep -m x y a; grep -E -F x a; grep '[:space:]' a; grep '[[:foo:]]' a; grep -E 'a{2,1}' a; grep '\(a\)\2' a
### usage errors [stderr]
grep; echo $?; grep -E; echo $?; grep --nosuch x; echo $?; grep -e; echo $?; grep --binary-files=foo x; echo $?; grep -d foo x; echo $?
### binary
printf 'ab\n\0\nab\n' > f; grep ab f; echo $?; grep -c ab f; grep -a ab f; grep -I ab f; echo $?; grep --binary-files=text ab f; grep --binary-files=without-match ab f; grep -l ab f; grep -q ab f; echo $?; grep -o ab f; grep -n ab f; grep zz f; echo $?; grep -v ab f; echo $?
### binary message [stderr]
printf 'ab\n\0\nab\n' > f; grep ab f; printf 'ab\n\377\nab\n' > g; grep -v ab g; grep ab g; cat f | grep -n ab
### null data
printf 'a\nb\0c\nd\0b' > f; grep -z a f | od -c; grep -zc b f; grep -z 'a.b' f | od -c; grep -zo '^b' f | od -c; grep -zv a f | od -c; grep -zx b f | od -c; grep -zn c f | od -c
### no final newline
printf 'a\nb' > f; grep b f; grep -c b f; grep -v a f; printf 'b' | grep -n b; printf '' | grep -c b; printf '' | grep -v b; echo $?; printf 'x' | grep -A1 x
### recursion
mkdir -p d/e d/.h; echo x > d/a; echo x > d/e/b.c; echo x > d/.h/c; echo y > d/z; ln -s ../d/a d/e/l; grep -r x d | sort; echo; grep -rl x d | sort; cd d; grep -r x | sort; grep -r x . | sort; grep -rh x; grep -rc x e; grep -R x e | sort; grep -r x a; grep -rH x a; grep -r x a e | sort; grep -d recurse x e
### include exclude
mkdir -p d/sub/x; for f in a.c a.h b.c sub/c.c sub/d.txt sub/x/e.c; do echo q > d/$f; done; grep -r --include='*.c' q d | sort; echo; grep -r --exclude='*.c' q d | sort; echo; grep -r --exclude-dir=sub q d | sort; echo; grep -r --include='*.c' --include='*.h' q d | sort; echo; grep -r --exclude-dir=x --include='*.c' q d | sort; echo; grep --exclude='*.c' q d/a.c d/a.h; echo; grep -r --exclude='b*' --include='*.c' q d | sort; printf 'a*\n' > ex; grep -r --exclude-from=ex q d | sort; grep -r --exclude-dir='d' q d | sort; grep -r --exclude-dir='*' q d | sort
### color
printf 'abcabc\nxyz\nb\n' > f; grep --color=always b f; grep --color=always -n b f; grep --color=always -H b f; grep --color=always -o b f; grep --color=always -v b f; grep --color=always -A1 a f; grep --color=always -c b f f; grep --color=always -l b f; grep --color=auto b f; GREP_COLORS='mt=01;32:fn=34:se=33:ln=35' grep --color=always -Hn b f; GREP_COLORS='sl=1:cx=2' grep --color=always -C1 x f; GREP_COLORS='sl=1:cx=2:rv' grep --color=always -v -C1 x f; GREP_COLORS='ne' grep --color=always b f; grep --color=always -b -i B f; grep --color=always 'x*' f
### backrefs
printf 'abab\nabba\naa\nxyxy z\n' > f; grep '\(.\)\1' f; grep -E '(..)\1' f; grep -E '^(.)(.)\2\1$' f; grep -Eo '(.)(.)\1\2' f; grep -e '\(a\)\1' -e '\(b\)\1' f; grep -E -w '(xy)\1' f; grep -c '\(.\)\1' f; grep -iE '(A)\1' f
### anchors
printf 'ab\nba\nb^a\na$b\n' > f; grep '^a' f; grep 'a$' f; grep 'b^a' f; grep 'a$b' f; grep -E '^(a|b)' f; grep '^\(a\)' f; grep '\(a$\|^b\)' f; grep -E 'a^|b$' f; grep '^*' f | wc -l; grep -x 'a.' f
### classes
printf 'a1\nB_\n \t\n-]\nx^y\n' > f; grep '[[:digit:]]' f; grep '[[:upper:]_]' f; grep '^[[:space:]]*$' f; grep '[]-]' f; grep '[^]a-zB_ ]' f; grep '[[:alpha:]][[:digit:]]' f; grep '[x^]y' f; grep '\w' f; grep '\W' f; grep -E '\s' f; grep -E '^\S+$' f; grep '[\n]' f; grep '[[.-.]]' f; grep '[[=a=]]' f
### intervals
printf 'a\naa\naaa\naaaa\na{1\n' > f; grep 'a\{2\}' f; grep -E '^a{2,3}$' f; grep -E '^a{,2}$' f; grep -E '^a{3,}$' f; grep -x 'a\{2,\}' f; grep -E 'a{1' f; grep -E '(aa){2}' f; grep -xE '(a|aa){2}' f; grep -E '^a+$' f | wc -l; grep 'a\+' f | wc -l; grep '^a\?$' f
### gnu operators
printf 'foo bar\nbar\nafoo\n' > f; grep '\<foo' f; grep 'foo\>' f; grep '\bfoo\b' f; grep '\Bfoo' f; grep -E '\<(foo|bar)\>' f; grep '\`foo' f; grep "bar\\'" f; grep -o '\b' f; grep -c '\b' f
### alternation of words
for i in 1 2 3; do echo "error $i"; echo "warn $i"; echo "info $i"; echo "fatal $i"; done > f; grep -cE 'error|fatal' f; grep -E '(error|warn) [12]' f; grep -vE 'error|warn|info' f; grep -c 'error\|warn\|info\|fatal' f; grep -oE 'err|error|fat|[0-9]' f
### many fixed strings
seq 1 3 200 > p; seq 1 400 > f; grep -cFxf p f; grep -cFf p f; grep -cFwf p f; grep -vcFxf p f; grep -oFf p f | head -n 5; grep -Fxf p -c f
### fixed ignore case
printf 'ABC\nabc\nxaBcx\nab\n' > f; grep -Fi abc f; grep -Fic abc f; grep -Fio B f; grep -Fix ABC f; grep -Fiw abc f; grep -F 'a\|b' f; echo $?; grep -F -e 'a' -e 'B' f; grep -F -f /dev/null f; echo $?
### options after operands
printf 'x\nX\n' > f; grep x f -i; grep f -e x; grep -- -x f; echo $?; printf -- '-v\n' | grep -- -v; printf -- '-v\n' | grep -e -v; grep -ne x f
### long option abbreviations
printf 'x\nX\n' > f; grep --ignore x f; grep --inv x f; grep --line-n x f; grep --count x f; grep --files-with-m x f; grep --regexp=x f; grep --regexp x f; grep --max-count=1 -i x f
### output is input
printf 'x\n' > f; grep x f >> f; echo $?; cat f
### crlf and long lines
printf 'a\r\nb\r\n' > f; grep 'a$' f; echo $?; grep -c 'a.$' f; head -c 300000 /dev/zero | tr '\0' a > big; echo b >> big; grep -c ab big; grep -ob b big; grep -c 'a*b$' big
### perl
printf 'foo123\nbar\nfoobar\n' > f; grep -P 'foo\d+' f; grep -oP '\d+' f; grep -P '^(?!foo)' f; grep -oP 'foo(?=bar)' f; grep -oP '(?<=foo)\w+' f; grep -P 'o{2}(?:bar|1)' f; grep -ciP 'FOO' f; grep -oP 'foo\K.*' f; grep -wP bar f; grep -xP 'b.r' f; grep -vP o f; grep -oP '[[:alpha:]]+' f; grep -P '\bbar\b' f; grep -nP 'a|1' f
### perl classes
printf 'a b\tc\nx+y\n(z)\n' > f; grep -oP '\h' f | od -c; grep -P '\Qx+y\E' f; grep -oP '[^\s]+' f; grep -P 'x\+y' f; grep -oP '\(\K[a-z]' f; grep -oP 'a.*?b' f; grep -oP '(?i)[A-C]' f; grep -P '(.)\1' f; echo $?
### quirks of operators
printf 'a+b\nab\naab\na?b\n*x\n' > f; grep 'a+b' f; grep 'a\+b' f; grep -E 'a\+b' f; grep '*x' f; grep -E 'a?b' f | wc -l; grep 'a?b' f; grep '\(*x\)' f; grep -E '(^|x)a' f | wc -l; grep -E 'a|' f | wc -l; grep -E '()' f | wc -l
### exit status with input
printf 'a\n' | grep -q a; echo $?; printf 'a\n' | grep -q b; echo $?; printf 'a\n' | grep -c b; echo $?; printf 'a\n' | grep -v a; echo $?; printf 'a\n' | grep -L a; echo $?; printf 'a\n' | grep -L b; echo $?
### egrep and fgrep
printf 'a+\naa\n' > f; egrep 'a+$' f 2>/dev/null; fgrep 'a+' f 2>/dev/null
### non utf8 in C
printf 'a\351b\n\377\n' > f; LC_ALL=C grep -c . f; grep -c . f; grep -a 'a.b' f; echo $?; LC_ALL=C grep -a 'a.b' f | od -c; grep -ac $'\351' f
### utf8
printf 'naïve\ncafé\nzéro\n' > f; grep -o 'caf.' f; grep 'é$' f; grep -o '[é]' f; grep -io 'É' f; grep -c '^.....$' f; grep -x 'na.ve' f; grep -o 'z.*o' f; grep '[[:alpha:]]\{5\}' f; grep -w 'caf' f; echo $?; grep -ob 'é' f
### devices
grep -c x /dev/null; echo $?; grep -D skip x /dev/null; echo $?; mkfifo p; grep -D skip -r x .; echo $?
### line buffered and binary option
printf 'x\n' | grep --line-buffered x; printf 'x\r\n' | grep -U x | od -c; printf 'x\n' | grep -xU x

### printf 'a b ' | grep -q -c a; echo $?; printf 'a b ' | grep -q -L a; ech
printf 'a\nb\n' | grep -q -c a; echo $?; printf 'a\nb\n' | grep -q -L a; echo $?; printf 'a\n' | grep -ql a

### printf 'a b c d e b ' | grep -v -o -C1 b
printf 'a\nb\nc\nd\ne\nb\n' | grep -v -o -C1 b

### printf 'a b c d e b x y z ' | grep -n -v -o -C1 -e b -e x -e y
printf 'a\nb\nc\nd\ne\nb\nx\ny\nz\n' | grep -n -v -o -C1 -e b -e x -e y
### words that may be nothing
printf 'ab  x\n' | grep -wc '\s*';printf 'ab  x\n' | grep -w '\s*'; echo $?; printf 'ab  x\n' | grep -wo ' *'; echo $?;printf ' x\n' | grep -wc ' *'; printf '\n a\nb\n  \n+ +\n' | grep -nw 'x*'; printf '\n a\nb\n  \n+ +\n' | grep -nwo ' *';printf 'foo bar foox\n' | grep -wo 'o*\|fo*'; printf 'a--b a\n--\n' | grep -nwo -- '-*'; printf 'abc\nab c\n' | grep -wE '(ab|abc|c)?' ; printf 'xab ab\n' | grep -wo '\(ab\)*'
