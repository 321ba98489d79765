### head
seq 20 > f; seq 3 > g; head f; head -n 3 f; head -3 f; head -n -17 f; head -c 5 f; head -c -45 f; head f g; head -q -n1 f g; head -v -n1 f; head -n1 - < f; head -n 0 f; head -n -0 g; head -c 1K f | wc -c; head -c2b f | wc -c; head -z -n1 f | od -c | head -2; printf 'a' | head -n 5; head -n 2 f nofile g; echo $?; head -5c f; head -n -100 f; head -c -1 g; head --lines=2 f; head --bytes=3 f; head -1 f g; head -c 0 f; head -2q f g
### head errors [stderr]
head -n x f; echo $?; head -c 1x f; head nofile; echo $?; mkdir d; head d; echo $?; head --nosuch; head -n; head -n 99999999999999999999 /dev/null; echo $?
### head leaves input
seq 5 > f; { head -n 2; cat; } < f; { head -c 3; cat; } < f
### tail
seq 20 > f; seq 3 > g; tail f; tail -n 3 f; tail -3 f; tail -n +18 f; tail -c 5 f; tail -c +45 f; tail f g; tail -q -n1 f g; tail -v -n1 f; tail -n 2 < f; cat f | tail -n 2; cat f | tail -c 4; cat f | tail -n +19; tail -n 0 f; tail -n +0 g; tail -n +1 g; printf 'a\nb' | tail -n 1; printf 'a\nb' > h; tail -n 1 h; tail -n 2 h; tail -c 1 h; tail -z -n1 f | wc -l; tail -n 100 g; tail -2c f; tail -n 2 f nofile g; echo $?; tail --lines=1 f; tail --bytes=2 f; cat g | tail -n +2 -; tail -c 100 g; tail -n -2 f; printf '\n\n\n' | tail -n 2 | wc -l; tail -1 f; tail -n+2 g
### tail big
seq 100000 > f; tail -n 1 f; tail -n 50000 f | head -n 1; cat f | tail -n 30000 | head -n 1; tail -c 20000 f | wc -c; cat f | tail -c 70000 | wc -c; tail -n +99999 f
### tail errors [stderr]
tail -n x f; echo $?; tail -c +x f; tail nofile; echo $?; mkdir d; tail d; echo $?; tail --nosuch
### wc
printf 'one two\nthree\n' > f; printf 'x' > g; wc f; wc -l f; wc -w f; wc -c f; wc -m f; wc -L f; wc f g; wc -lw f g; wc < f; cat f | wc; wc -l < f; wc -cl f; wc nofile f; echo $?; wc /dev/null; printf 'a\tb\n' | wc -L; printf 'é\n' | wc -cm; printf '  a  b \n\n' | wc -w; printf 'a\fb\vc\rd' | wc -w; wc -- f; : > e; wc e; wc e f; printf 'f\0g\0' > n; wc --files0-from=n; printf '\001\002 a' | wc -w; printf '日本\n' | wc -L; printf '\377a b\n' | wc -wmc; wc - f < g; wc --lines --words f; wc -c e; cat f | wc -c
### cut fields
printf 'a:b:c:d\nno\n::x\ne:f\n' > f; cut -d: -f2 f; cut -d: -f1,3 f; cut -d: -f2- f; cut -d: -f-2 f; cut -d: -f2-3 f; cut -d: -f3,1 f; cut -s -d: -f2 f; cut -d: -f1,3 --output-delimiter=-- f; cut -d: --complement -f2 f; cut -d: -f9 f; cut -d: -f1-2,2-3 f; cut -d: -f 1,2-,4 f; printf 'a\tb\tc\n' | cut -f2; printf 'a\tb\n' | cut -f1,2 --output-delimiter=,; printf 'a b c\n' | cut -d' ' -f2,3; printf 'x' | cut -d: -f1; printf 'a\0b\0' | cut -z -d: -f1 | od -c; cut -d '' -f1 f; cut -d: -f4- f; cut -d: -s -f5 f; cut -f2 -d: f -; printf 'a\nb\nc\n' | cut -d'
' -f1,3; cut -d: -f '1 3' f
### cut bytes
printf 'abcdef\nxy\n\n' > f; cut -b1 f; cut -b2-3 f; cut -b-2 f; cut -b3- f; cut -b1,3,5 f; cut -c2-4 f; cut --complement -b2 f; cut -b1-2,4-5 --output-delimiter=: f; cut -b1,2 --output-delimiter=: f; cut -c1-2,2-4 --output-delimiter=: f; cut -nb1 f; cut -b 9- f; printf 'abc' | cut -c2; cut -b1- f; cut --bytes=2 f; cut --characters=1 f; printf 'éa\n' | cut -b1,2; cut -b 1-3 -z f | od -c; cut -c 5,1-2,4- --output-delimiter=. f
### cut errors [stderr]
printf 'x\n' > f; cut f; echo $?; cut -b1 -f1 f; cut -d: -b1 f; cut -s -b1 f; cut -dab -f1 f; cut -f0 f; cut -b0 f; cut -fx f; cut -bx f; cut -f3-1 f; cut -f- f; cut -f '' f; cut -f1 nofile; echo $?; cut -f1, f; cut -f 1-x f; cut -f 99999999999999999999 f; cut -f1 nofile f; echo $?
### tr
echo hello | tr a-y b-z; echo hello | tr -d l; echo aabbcc | tr -s a-c; echo aabbcc | tr -s b; echo hello | tr -c a-z '\n'; echo 'a b  c' | tr -s ' ' '\n'; echo hello | tr '[:lower:]' '[:upper:]'; echo HeLLo | tr A-Z a-z; echo 'abc123' | tr -d '[:digit:]'; echo 'abc123' | tr -cd '[:digit:]\n'; echo abc | tr abc x; echo abc | tr -t abc x; echo abc | tr abc '[x*]'; echo abcd | tr abcd '[x*2]yz'; printf 'a\tb\n' | tr '\t' ' '; echo abc | tr '\141' X; echo 'a-b' | tr -- - _; echo 'a-c' | tr a-c- 1234; echo abc | tr '[=a=]' x; echo 'a[b]c' | tr '[]' '()'; echo aabb | tr -ds a b; echo aabbcc | tr -s a-b xy; echo abc | tr a-c A-C | tr -d B; echo 'x\y' | tr '\\' /; printf '\0a' | tr '\0' n; echo; echo abc | tr '[:alpha:]' '*'; echo 'aAbB' | tr '[:upper:][:lower:]' '[:lower:][:upper:]'; echo 123 | tr 0-9 a-j; echo abc | tr -C b X; echo hello | tr -s l L; echo abcabc | tr -d -c 'ab\n'; echo ABC | tr '[A-C]' '[a-c]'; echo aXb | tr '[:upper:]' '[:blank:]' 2>&1; echo abc | tr ac '[b*]c' ; echo 'hi  there' | tr -s '[:space:]'; echo test | tr e-st E-ST; printf '\351' | tr '\351' e; echo
### tr errors [stderr]
tr; echo $?; tr a; tr a b c; tr -d a b; tr -s; tr -d; tr '[:foo:]' a; tr a ''; tr z-a b; tr '[a*x]' b </dev/null; tr a '[:alpha:]'; tr -ds a; tr '[=ab=]' x; tr -c '[:upper:]' '[:lower:]' < /dev/null; tr abc '[:upper:]' </dev/null; tr 'a[b*3]' b </dev/null; tr '[a*]' b </dev/null; echo $?
### uniq
printf 'a\na\nb\nA\nc\nc\nc\n\n\n' > f; uniq f; uniq -c f; uniq -d f; uniq -u f; uniq -D f; uniq -i f; uniq -ci f; uniq -w0 f; uniq --all-repeated=separate f; uniq --all-repeated=prepend f; uniq --group f; uniq --group=prepend f; uniq --group=append f; uniq --group=both f; uniq -du f; uniq -dc f; uniq -uc f; uniq < f | wc -l; uniq f o; cat o; uniq - < f | head -1; printf 'a' | uniq; printf 'x\nx' | uniq -c; uniq /dev/null; printf 'a\0a\0b' | uniq -z | od -c; uniq --count --repeated f; uniq -D -u f; uniq -c /dev/null
### uniq fields
printf '1 a x\n2 a x\n3 b y\n4  b y\n' > f; uniq -f1 f; uniq -f1 -c f; uniq -s1 f; uniq -s2 f; uniq -w1 f; uniq -f1 -s1 f; uniq -f2 f; uniq -f2 -w2 f; uniq -1 f; uniq -f9 f; uniq -s 2 -w 1 -d f; uniq --skip-fields=1 --check-chars=2 f
### uniq errors [stderr]
printf 'a\n' > f; uniq a b c; uniq -f x f; uniq -cD f; uniq --group -c f; uniq nofile; echo $?; uniq -s x f; uniq -w x f
### comm
printf 'a\nb\nd\n' > f; printf 'b\nc\nd\n' > g; comm f g; comm -1 f g; comm -2 f g; comm -3 f g; comm -12 f g; comm -13 f g; comm -23 f g; comm -123 f g; comm --total f g; comm --output-delimiter=, f g; comm -3 --output-delimiter=-- f g; comm f f; comm - g < f; comm f /dev/null; printf 'a' > h; comm h f; comm --nocheck-order g f; printf 'b\na\n' > u; comm u f; echo $?; comm --check-order u f; echo $?; comm -12 u u; echo $?; printf 'a\0b\0' > z; comm -z z z | od -c; comm --total -123 f g
### comm errors [stderr]
printf 'a\n' > f; printf 'b\na\n' > u; comm f; comm f f f; comm nofile f; echo $?; comm u f; echo $?; comm --check-order f u; echo $?
### join
printf 'a 1\nb 2\nd 4\n' > f; printf 'a x\nb y\nb z\nc w\n' > g; join f g; join -a1 f g; join -a2 f g; join -a1 -a2 f g; join -v1 f g; join -v2 f g; join -o 1.1,2.2 f g; join -o 1.2 2.2 f g; join -o 0,1.2,2.2 -a1 -e NONE f g; join -a1 -a2 -e - -o 0,1.2,2.2 f g; join -1 1 -2 1 f g; join -j 1 f g; printf '1 a\n2 b\n' > h; printf 'x 1\ny 2\n' > i; join -2 2 h i; join -1 2 -2 1 h f; join -t: f g; printf 'a:1\nb:2\n' > j; printf 'a:x:q\nb:y:\n' > k; join -t: j k; join -t: -o 1.1,2.3 -e E j k; join -i <(printf 'A 1\n') <(printf 'a 2\n'); join --header <(printf 'K V\na 1\n') <(printf 'K W\na 2\n'); join -o auto -a1 -a2 -e X f g; join - g < f; join f /dev/null; join -a1 f /dev/null; printf ' a  1\n' | join - f; join -t '' f f; join -z f g | od -c | head -1; join -v1 -v2 f g
### join order [stderr]
printf 'b 1\na 2\n' > u; printf 'a x\nb y\n' > g; join u g; echo $?; join --check-order u g; echo $?; join --nocheck-order u g; echo $?; join f; join -o x g g; join -a 3 g g; join -t ab g g; join -1 x g g; join nofile g; echo $?
### paste
printf '1\n2\n3\n' > f; printf 'a\nb\n' > g; paste f g; paste -d: f g; paste -d:, f g f; paste -s f; paste -s -d, f; paste -s -d,: f g; paste -d '\n' f g; paste -d '\0' f g; paste -d '' f g; paste - - < f; paste - - - < f; paste -d+ - g < f; paste f; paste -d '\t' f g; paste -d'\\' f g; paste -s -d'\n' f; paste -d ab f g f g; printf 'x' | paste - f; paste -s /dev/null; paste /dev/null f; paste -z f g | od -c; paste -s -d, - < g; paste --serial --delimiters=- f; paste nofile f; echo $?; paste -s nofile f 2>/dev/null; echo $?
### fold
printf 'abcdefghij klm nop\n' > f; fold -w5 f; fold -w 10 -s f; fold -5 f; fold -b -w 3 f; printf 'a\tb\n' | fold -w 9; printf 'a\tb\n' | fold -w 8; printf 'a\tbc\n' | fold -b -w 2; printf 'abc\bdef\n' | fold -w 3; printf 'aaaa bbbb cccc' | fold -s -w 6; fold f; printf 'abc' | fold -w1; printf '\n\n' | fold -w 1; printf 'ab\rcd\n' | fold -w 2 | od -c; fold -s -w 3 f; printf 'a b c d e\n' | fold -sw4; fold -w 100 f nofile; echo $?; printf '%0100d' 0 | fold | wc -c; fold --width=4 --spaces f; seq 1000 | tr -d '\n' | fold -w 70 | tail -1
### expand
printf 'a\tb\n\tx\ty\nab\bc\td\n' > f; expand f; expand -t4 f; expand -t 2,5,9 f; expand -i f; expand -4 f; expand -t 3 -i f; expand -1,3 f; expand -t '2 6' f; expand -t 2,/4 f; expand -t 2,+4 f; expand -t /4 f; printf '  \ta\tb\n' | expand -i | od -c; expand --tabs=4 --initial f; printf 'a\tb' | expand; expand nofile f 2>/dev/null | head -1
### unexpand
printf '        a       b\n    x\n  \ty\n' > f; unexpand f | od -c; unexpand -a f | od -c; unexpand -t4 f | od -c; unexpand -t 2,4,8 f | od -c; unexpand -a --first-only f | od -c; printf 'a       b  c\n' | unexpand -a | od -c; printf '   \t  x\n' | unexpand | od -c; printf 'a b c  d   e    f\n' | unexpand -t2 | od -c; printf '                  x' | unexpand -a | od -c; printf 'abcdefg h\n' | unexpand -a | od -c; printf '1234567  a\n' | unexpand -a | od -c; unexpand -4 f | od -c
### nl
printf 'a\n\nb\n\\:\\:\\:\nh\n\\:\\:\nbody\n\\:\nfoot\n' > f; nl f; nl -ba f; nl -bn f; nl -b pb f; nl -ha -fa f; nl -w3 -s: f; nl -nln f; nl -nrz f; nl -v10 -i5 f; nl -p -ba f; printf 'x\n\n\n\ny\n' | nl -ba -l2; nl -d '|' f; nl -v -2 f; printf 'a' | nl; nl -s '' f; nl -w1 -ba f; nl f f | tail -2; nl -i -1 -v 1 -ba f; nl --body-numbering=a --number-width=2 f; printf '\\:\\:\nx\n' | nl
### tac and rev
printf '1\n2\n3\n' > f; tac f; tac -b f | od -c; tac -s 2 f | od -c; printf 'a:b:c' | tac -s :; echo; printf 'a:b:c:' | tac -s : -b; echo; printf 'a1b22c' | tac -r -s '[0-9]'; echo; printf '1\n2' | tac; tac f f; tac < f; tac nofile f 2>/dev/null; echo $?; tac /dev/null; printf 'axxbxxc' | tac -s xx; echo; rev f; printf 'abc\ndéf\n\nx' | rev; rev nofile; echo $?; echo abc | rev; rev f f; printf 'a\n\n\nb\n' | tac; printf '\n' | tac | od -c
### errors of others [stderr]
paste nofile; paste -d '\' /dev/null; fold -w x f; fold -w 0 f; expand -t x f; expand -t 3,2 f; expand -t 0 f; nl -b x f; nl -w 0 f; nl -n x f; nl -i x f; tac nofile; unexpand -t 0 f; wc nofile; echo $?; mkdir d; wc d; echo $?; fold nofile; expand nofile; nl nofile; echo $?

### printf 'a x a y a z b c c ' | uniq -u -D -w1
printf 'a x\na y\na z\nb\nc\nc\n' | uniq -u -D -w1

### printf 'a a b c c ' | uniq -u --all-repeated=separate
printf 'a\na\nb\nc\nc\n' | uniq -u --all-repeated=separate

### echo 'aaa bbb ccc ddd' | fmt -w 1
echo 'aaa bbb ccc ddd' | fmt -w 1

### echo 'aaa bbb ccc ddd' | fmt -w 2
echo 'aaa bbb ccc ddd' | fmt -w 2

### echo 'aaa bbb ccc ddd' | fmt -w 3
echo 'aaa bbb ccc ddd' | fmt -w 3

### echo 'aaa bbb ccc ddd' | fmt -w 5
echo 'aaa bbb ccc ddd' | fmt -w 5

### echo 'aaa bbb ccc ddd' | fmt -w 7
echo 'aaa bbb ccc ddd' | fmt -w 7

### echo 'aaa bbb ccc ddd' | fmt -w 8 -g 7
echo 'aaa bbb ccc ddd' | fmt -w 8 -g 7

### echo 'aaa bbb ccc ddd' | fmt -w 8 -g 2
echo 'aaa bbb ccc ddd' | fmt -w 8 -g 2

### echo 'aaa bbb ccc ddd' | fmt -g 5
echo 'aaa bbb ccc ddd' | fmt -g 5

### echo 'aaa bbb ccc ddd' | fmt -w 0
echo 'aaa bbb ccc ddd' | fmt -w 0

### echo 'a' | fmt -w 2501
echo 'a' | fmt -w 2501

### echo 'a b' | fmt -5
echo 'a b' | fmt -5

### printf '  indented text here and more second line of it goes on and on
printf '  indented text here and more\nsecond line of it goes on and on\n\nnew para\n' | fmt -w 20

### printf '  indented text here and more second line of it goes on and on 2
printf '  indented text here and more\nsecond line of it goes on and on\n\nnew para\n' | fmt -c -w 20

### printf '  indented text here and more second line of it goes on and on 3
printf '  indented text here and more\nsecond line of it goes on and on\n\nnew para\n' | fmt -t -w 20

### printf '  indented text here and more   second line of it goes on and on
printf '  indented text here and more\n  second line of it goes on and on\n\nnew para\n' | fmt -t -w 20

### printf '# comment one two three four # five six seven code ' | fmt -p '#
printf '# comment one two three four\n# five six seven\ncode\n' | fmt -p '#' -w 20

### printf '# comment one two three four # five six seven code ' | fmt -p '# 2
printf '# comment one two three four\n# five six seven\ncode\n' | fmt -p '# ' -w 20

### printf 'One.  Two three. Four five? Six (seven.) eight ' | fmt -u -w 30
printf 'One.  Two three.\nFour five? Six (seven.) eight\n' | fmt -u -w 30

### printf 'One.  Two three. Four five? Six (seven.) eight ' | fmt -w 30
printf 'One.  Two three.\nFour five? Six (seven.) eight\n' | fmt -w 30

### printf 'a    b   c.   d ' | fmt -u; printf 'a    b   c.   d ' | fmt; pri
printf 'a    b   c.   d\n' | fmt -u; printf 'a    b   c.   d\n' | fmt; printf 'a    b   c.   d\n' | fmt -s

### printf 'long line that needs splitting here short ' | fmt -s -w 15
printf 'long line that needs splitting here\nshort\n' | fmt -s -w 15

### printf 'a\tb \tc ' | fmt | cat -A
printf 'a\tb\n\tc\n' | fmt | cat -A

### fmt nofile; echo $?
fmt nofile; echo $?

### fmt -w x; fmt -w; fmt -g x; fmt -w 10 -g 20; fmt --width=5x
fmt -w x; fmt -w; fmt -g x; fmt -w 10 -g 20; fmt --width=5x

### printf 'verylongwordthatexceedsthewidth and more ' | fmt -w 10
printf 'verylongwordthatexceedsthewidth and more\n' | fmt -w 10

### seq 40 | fmt; seq 40 | fmt -w 30; seq 40 | tr ' ' ' ' | fmt -w 25
seq 40 | fmt; seq 40 | fmt -w 30; seq 40 | tr '\n' ' ' | fmt -w 25

### printf -- '    x of: fox. quick, quick, the x end. and Mr. e.g.   verylo
printf -- '    x of: fox. quick, quick, the x end. and Mr. e.g.\n  verylongwordindeed  dogs?  e.g.  jumped  brown  dogs?  over!  the \n    jumped and and \n\t* "ran." # x it; (lazy) jumped (lazy) of: dogs? quick, end. and' | fmt -t

### printf -- '  * and I to jumped (lazy)     a     -  of:  //  "ran."  fox.
printf -- '  * and I to jumped (lazy)\n    a\n    -  of:  //  "ran."  fox.  #  over!  quick,\n  to  dogs?  jumped  verylongwordindeed  I  >  ---  "ran."  -  end.\n\ta // (lazy) dogs? e.g. --- * (lazy) brown "ran." jumped and to\n' | fmt

### printf -- '    "ran."  the  "ran."  and  "ran."  fox.  e.g.  -  I  *  ov
printf -- '    "ran."  the  "ran."  and  "ran."  fox.  e.g.  -  I  * \nover! to and fox. dogs? x * jumped "ran." \n' | fmt

### printf -- '> Mr. Mr. verylongwordindeed and --- ' | fmt -w5
printf -- '> Mr. Mr. verylongwordindeed and ---\n' | fmt -w5

### printf -- ' fox.  *  a  end.  of:  ---  (lazy)  "ran."  a  brown      ov
printf -- '\nfox.  *  a  end.  of:  ---  (lazy)  "ran."  a  brown \n    over! of: over! (lazy) to I of: a (lazy) I\n  I  over!  of:  over!  a  a  dogs?  dogs?  (lazy)  it;  over!  e.g.  (lazy)  I\n' | fmt

### printf -- '\t---' | fmt -30 -g15 -w20
printf -- '\t---' | fmt -30 -g15 -w20

### printf -- '> I ' | fmt -w10 -w3
printf -- '> I\n' | fmt -w10 -w3

### printf -- '\tover! - Mr. # Mr. dogs? "ran." x # over! a x * fox. e.g. do
printf -- '\tover! - Mr. # Mr. dogs? "ran." x\n# over! a x * fox. e.g. dogs? # a\n> >  x  x  over!  Mr.  the  over!\ndogs?  brown  x  Mr.  e.g.  Mr.  x  (lazy)  end.  a  over!  jumped  #  *\n> the  quick,  a  //  *  brown  of: \n    fox.  a  verylongwordindeed  quick,  e.g.  it;  the  and  verylongwordindeed  quick,  quick,  end.\n# and x (lazy) e.g. of: x brown quick, brown * Mr. verylongwordindeed \n# // e.g. to quick, - over! - and of: I brown Mr. end.\n' | fmt -30

### printf -- '"ran." dogs? end. the // jumped the      brown of: Mr. // * o
printf -- '"ran." dogs? end. the // jumped the \n    brown of: Mr. // * of: it; quick, \n  and verylongwordindeed (lazy) e.g. jumped - the # a * "ran." end. to ' | fmt -30

### printf -- '> dogs? e.g.  \tfox.  I  quick,  *  fox.  verylongwordindeed
printf -- '> dogs? e.g. \n\tfox.  I  quick,  *  fox. \nverylongwordindeed over! --- Mr. verylongwordindeed # * quick, quick, x - jumped "ran." -\n\tthe * the it;\n\tjumped ---\n- of: \n  #  and  //  x  *  (lazy)  of:  //  (lazy)  and  verylongwordindeed  (lazy) \n\tit;  to  Mr.  x  it;  x  "ran."  and  to  I \n' | fmt

### printf -- '> *  verylongwordindeed  x  x  *  the  fox.  it; > verylongwo
printf -- '> *  verylongwordindeed  x  x  *  the  fox.  it;\n> verylongwordindeed  *  Mr.  and  quick,  e.g.  dogs?  of:  (lazy)  -  of:  *  e.g.  quick,\n  fox. a jumped x ' | fmt -t -c

### printf -- 'jumped  e.g.  brown brown *  -  //  jumped  fox.  //  >  quic
printf -- 'jumped  e.g.  brown\nbrown\n*  -  //  jumped \nfox.  //  >  quick,  end.  verylongwordindeed \nend.  fox.  it;  I  fox.  over!  and  of:  it;  quick,  x  jumped  jumped  dogs? ' | fmt -c
### split -n by parts
seq 20 > s; printf 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa\nb\nc\nddddddddd' > l; : > e; show() { for f in x*; do echo "$f:"; cat $f; echo '|'; done; }
( mkdir w; cd w; cp ../s ../l ../e .; split -n 3 s; show ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n 7 l; show ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n l/3 s; show ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n l/7 l; show ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n l/9 l; show ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -en l/9 l; show ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n 5 e; show ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -en 5 e; ls ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n l/3 e; show ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n 2/3 s ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n 3/3 s ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n l/2/3 s ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n l/1/7 l ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n l/3/7 l ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n l/7/7 l ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n 100 l; ls | wc -l ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n l/100 l; ls | wc -l ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n 3 < s; show ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n l/3 - < s; show ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n r/3 s; show ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n r/2/3 s ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n 2 --filter='cat; echo $FILE' s ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n l/2 --filter='cat; echo $FILE' l ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n 2 --verbose s ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -t , -n l/2 <<< a,b,c,d; show ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n 2 s p -d --additional-suffix=.t; ls ); rm -r w
( mkdir w; cd w; cp ../s ../l ../e .; split -n 2 nope; echo $? ); rm -r w
cat s | split -n 3; echo $?; mkdir d; split -n 2 d; echo $?
### cut with a newline between fields
seq 20 > s; printf 'aaaaaaaaaaaaaaaaaaaaaaaaaaaa\nb\nc\nddddddddd' > l; : > e; show() { for f in x*; do echo "$f:"; cat $f; echo '|'; done; }
cut -d $'\n' -f1 s
cut -d $'\n' -f2,4-5,19- s
cut -d $'\n' -f2-3 --output-delimiter=, s
cut -d $'\n' -f30 s
cut -sd $'\n' -f1 <<< one
cut -d $'\n' -f2 <<< one
cut -d $'\n' -f1 e
cut -d $'\n' -f1 l
printf 'a\n\nb\n\n' | cut -d $'\n' -f2-
printf 'a\n\n' | cut -d $'\n' -f1
printf '\n' | cut -d $'\n' -f1 | od -c
printf '\n\n' | cut -d $'\n' -f1,2 | od -c
cut -d $'\n' --complement -f2-18 s
cut -d $'\n' -f1 s l
seq 100000 | cut -d $'\n' -f99999-
printf one | cut -sd $'\n' -f1; printf one | cut -d $'\n' -f2
### fold, the old form
echo abc | fold -b2; echo abcdef | fold -2; echo abcdefghijklmn | fold -12; echo abcd | fold -3 -s
### shuf samples what comes through a pipe
seq 1000 > r; seq 10 | shuf -n 4 --random-source=r; seq 10 | shuf -n 0 --random-source=r; seq 3 | shuf -n 4 --random-source=r; seq 100 | shuf -n 5 --random-source=r; seq 10 > f; shuf -n 3 --random-source=r f; shuf -n 3 --random-source=r < f; seq 10 | shuf -rn 3 --random-source=r
### csplit, lines that go back [stderr]
seq 10 > f; csplit f 3 2
