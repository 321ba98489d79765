### expand
printf 'a\tb\n\t x\ty\n\351\b\tc\n' > f
expand --initial f | od -c; expand --tabs=3 f; expand --tabs=2,5 -i f; expand -t1 f; expand -2,7 f; expand -3 -i f; expand -i -3 f; expand -t '3 7' f; expand -t 3,+5 f; expand -t 3,/5 f; expand -t +4 f; expand -t /4 f; expand -t 3 -t 9 f; expand - < f; expand f f; expand -- f; expand /dev/null; printf 'a\t' | expand | od -c; printf '日\tx\n' | expand; printf '\0\tb\r\tc\n' | expand | od -c; expand -t 100000 f | wc -c; expand -t '' f; expand -t , f; expand -t 3, f
### expand errors [stderr]
expand -t x; expand -t 0; expand -t 3,2; expand -t 3,3; expand -t 2,/3,4; expand -t /3,+4; expand -t 3/; expand -t 99999999999999999999; expand -t -1; expand -x; expand nosuch; expand .; echo $?; expand -t; expand --ta; expand -t 3+; expand -t /0 /dev/null; expand -t 4,+0 /dev/null; expand -0; expand -2,1 /dev/null; expand --tabs=1x
### unexpand
printf '        a       b  c\n    x   \ty\n  \t  z\n\351               q\n' > f
unexpand --all f | od -c; unexpand --tabs=4 f | od -c; unexpand --first-only f | od -c; unexpand --first -t4 f | od -c; unexpand -a --first-only f | od -c; unexpand -t 2,4,9 f | od -c; unexpand -2 f | od -c; unexpand -4,8 f | od -c; unexpand -t 4,+3 f | od -c; unexpand -t 4,/3 -a f | od -c; unexpand -at1 f | od -c; unexpand -t '2 6' f | od -c; unexpand - < f | od -c; printf 'a\b        b\n' | unexpand -a | od -c; printf '       \tx' | unexpand | od -c; printf '        ' | unexpand | od -c; printf '\0        x' | unexpand -a | od -c; unexpand /dev/null; unexpand -- f f | wc; printf 'a  b\n' | unexpand -t 3 | od -c; printf 'aa b  c\n' | unexpand -a -t3 | od -c; printf '日       x\n' | unexpand -a | od -c
### unexpand errors [stderr]
unexpand -t x; unexpand -t 0; unexpand -t 3,2; unexpand -t 99999999999999999999; unexpand -x; unexpand nosuch; unexpand . ; echo $?; unexpand -t; unexpand --ta; unexpand --fi=1
### fold
printf 'abcdefghij klm\tnop qrs\n\n日本語テキスト xyz\nab\bcd\refghijk\n' > f
fold --bytes -w 5 f | od -c; fold --spaces --width=6 f; fold -bs -w7 f; fold -s f; fold -w1 f | head -3; fold -3 f; fold -s3 f; fold -12s f; fold -w 10 -s -b - < f; fold -- f; fold f /dev/null f | wc; printf '\351\200abcdef\0gh' | fold -w 3 | od -c; fold -w 99999 f | wc; printf 'a b' | fold -s -w 1 | od -c; printf '\t\tx' | fold -w 4 | od -c; printf '\t\tx' | fold -s -w 9 | od -c; printf '\b\b\bx\n' | fold -w2 | od -c; printf 'aaa   bbb\n' | fold -sw4 | od -c; fold -w 4 /dev/null
### fold errors [stderr]
fold -w 0; fold -w x; fold -w -1; fold -w; fold -x; fold nosuch; fold .; echo $?; fold -w 99999999999999999999; fold -0; fold --wid; fold -w 1x; fold --by=1
### fmt
printf 'This is a long line of text that should be broken into several lines, because it is longer than seventy five columns.  Two blanks.\nshort\n\n   indented para. here\n     more\n\n# quoted one two three four five\n# quoted six\n' > f
fmt --crown-margin -w 30 f; fmt --prefix='# ' -w 20 f; fmt --split-only -w 40 f; fmt --tagged-paragraph -w 30 f; fmt --uniform-spacing f; fmt --goal=20 --width=40 f; fmt -g 10 -w 20 f; fmt -g 40 f; fmt -30 f; fmt -cu -w25 f; fmt -st -w 25 f; fmt -p '#' -w 20 f; fmt -p '   ' f; fmt -u -30 - < f; fmt -- f /dev/null; printf 'a b\n c d' | fmt; fmt /dev/null; printf '\n\n\n' | fmt | od -c; printf 'a\tb\t\tc\n' | fmt | od -c; printf '日本語 テキスト xyz abc\n' | fmt -w 12; printf 'a\351b\0c d\n' | fmt | od -c; fmt -w 1 f | head -3; fmt -w 2500 f | wc -l; fmt f f | wc -l; printf '   a\n b\nc\n' | fmt -c; printf 'a\n   b\n   c\n  d\n' | fmt -t; printf 'a\rb c\fd\n' | fmt | od -c
### fmt errors [stderr]
fmt -w x; fmt -w 2501; fmt -w -1; fmt -g 80; fmt -g 30 -w 20; fmt -g x; fmt -x; fmt nosuch; fmt . ; echo $?; fmt -5x; fmt -w; fmt --pre; fmt f -5 </dev/null; fmt nosuch /dev/null; echo $?
