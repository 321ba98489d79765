### cat
printf 'a\tb\n\n\n\nc\001\177\200\377\n' > f; cat f; cat -A f; cat -b f; cat -e f; cat -E f; cat -n f; cat -s f; cat -t f; cat -T f; cat -v f; cat -vET f; cat -ns f; cat -nb f; cat - < f | wc -c; cat f - f < f | wc -l; cat nosuch 2>&1; echo $?; cat . 2>&1; echo $?; printf 'no newline' | cat -n - f | head -2; cat -u f | wc -c; cat --number f | head -1; cat -z 2>&1; echo $?
### cat blank lines across files
printf 'a\n\n' > x; printf '\n\nb' > y; cat -s x y; echo; cat -n x y x; echo; cat -b x y; cat -E y
### cat input is output
echo x > f; cat f >> f 2>&1; cat f; cat f > f 2>/dev/null; cat f; echo $?
### echo program
env echo -n a; env echo -e 'a\tb\c' c; echo; env echo -E 'a\tb'; env echo -ne '\x41\101\0101\e[0m\n'; env echo -nx; env echo -- a; env echo; env echo -e '\z\\' ; env echo -n -e 'a\n'; env echo -neE 'a\n'; env echo '\0'; env echo -e 'a\0b' | od -c; env echo - ; env echo -e '\xg'; env echo -e 'a\'
### true false
true; echo $?; false; echo $?; env true x y; echo $?; env false --help >/dev/null; echo $?; env true --version | head -1 | cut -c1-4; env false a; echo $?
### yes
yes | head -3; yes a b | head -2; yes -- -n | head -1; yes --foo 2>&1 | head -1
### sleep
sleep 0; echo $?; sleep 0.01; echo $?; sleep 0s 0m 0h 0d; echo $?; sleep x 2>&1; echo $?; sleep 2>&1; echo $?; sleep -1 2>&1; sleep 1x 2>&1; sleep 0.01s .01; echo $?; sleep 1e-3; echo $?; sleep 0x0; sleep nan 2>&1
### tee
echo hi | tee a b; cat a b; echo more | tee -a a > /dev/null; cat a; echo x | tee nodir/f 2>&1; echo $?; echo y | tee; echo z | tee -i a - ; ls; tee --output-error=foo </dev/null 2>&1; echo q | tee -p a
### tee to full
echo x | tee /dev/full 2>&1; echo ${PIPESTATUS[1]}
### env
env -i A=1 B=2 | sort; env -u HOME env | grep -c ^HOME=; A=1 env A=2 sh -c 'echo $A'; env -i; env nosuch 2>&1; echo $?; env -i sh -c 'echo ${A-unset}'; env -0 -i X=1 Y=2 | od -c; env - Q=1; env -S 'sh -c "echo a b"'; env -S'-i X=1 env'; env -C / pwd; env --chdir=/nosuch pwd 2>&1; echo $?; env -u 2>&1; echo $?; env -u A=B 2>&1; env -z 2>&1; echo $?; env -i =x 2>&1; echo $?; env --unset=PATH A=1 /usr/bin/env | sort | head -1
### env split
export V=val; env -S 'echo ${V} "a  b" c\_d #x'; env -S "echo 'x\$y' \\\\ \"q\\\"q\""; env -S 'echo a\cb'; env -vS 'echo x' 2>&1; env -S 'echo "' 2>&1; echo $?; env -S 'echo $V' 2>&1; env '-S A=1 sh -c' 'echo $A'
### printenv
A=1 printenv A; printenv NOPE; echo $?; A=1 B=2 printenv A NOPE B; echo $?; A=1 printenv -0 A | od -c; printenv A=1; echo $?; env -i X=y printenv
### printf program
env printf '%s\n' a b; env printf '%d %x\n' 10 255; env printf 2>&1; echo $?; env printf '%d\n' x 2>&1; echo $?; env printf 'a' b 2>&1; echo $?; env printf '%q\n' "a b" ''; env printf -- '%s\n' -x; env printf '%b|' 'a\tb' 'c\0101'; env printf '%5.2f|%-5s|%05d\n' 3.14159 ab 42; env printf '\x41\u00e9\n'; env printf '%z' 2>&1; echo $?; env printf '%c%c' abc d; echo; env printf '%s'; env printf '%d\n' "'A"
### test program
env test a = a; echo $?; env [ a = b ]; echo $?; env [ a 2>&1; echo $?; env test -f /nosuch; echo $?; env test 1 -lt 2; echo $?; env test x -lt 2 2>&1; echo $?; env test; echo $?; env test a b 2>&1; echo $?; env test '(' a ')' -a '!' ''; echo $?
### identity
id -u | grep -c '^[0-9]*$'; whoami | wc -w; id -un | wc -w; [ "$(id -u)" = "$(id -ru)" ] && echo ok; id -nG | wc -w; id -x 2>&1; echo $?; id -n 2>&1; echo $?; id -gu 2>&1; echo $?; id nosuchuser 2>&1; echo $?; id root; id -u root; groups root; id -z 2>&1; id -G root; id -Gn 0; whoami x 2>&1; echo $?
### uname
uname; uname -s; uname -o; uname -so; uname -p; uname -i; uname -x 2>&1; echo $?; uname x 2>&1; arch; uname -m; uname -sm
### nproc tty
nproc --ignore=100; tty; echo $?; tty -s; echo $?; OMP_NUM_THREADS=3 nproc; nproc --ignore=x 2>&1; nproc x 2>&1; tty x 2>&1; echo $?; OMP_NUM_THREADS=5 OMP_THREAD_LIMIT=2 nproc
### seq
seq 5; seq 2 4; seq 1 2 7; seq 5 -1 1; seq 5 1; seq -2 2; seq 0 0.5 2; seq 1.0 3; seq .1 .1 .5; seq -s, 4; seq -w 8 11; seq -w 1 100 300; seq -f '%03g' 3; seq -f 'x%.2fy' 2; seq 1e2 1e1 130; seq -w -5 5; seq -w 0.9 0.1 1.1; seq 0x10; seq 9 -3 -9; seq -w 9 -3 -9; seq -s ' ' -f %e 2; seq 1 1; seq 3 2 2; seq -5; seq 10 -2.5 0
### seq errors [stderr]
seq; echo $?; seq a; seq 1 0 2; seq 1 2 3 4; seq -f %d 3; seq -f x 3; seq -f %g%g 3; seq -f %s 3; seq -wf %g 3; seq 1 x; seq '' ; seq nan; seq -z; seq -f '%' 3
### seq more
seq 999998 1000001; seq 1000000 1000002; seq 1 0.1 1.5; seq 0.1 0.2 0.9; seq 1.10 2; seq 1 .25 2; seq 100000000000000000000 100000000000000000002; seq -f '%a' 1 2; seq -f '%5.1f|' 8 10; seq -f '%+g' -1 1; seq -f '%-5gx' 2; seq -w 1 10 101; seq -w 1.5 3; seq -w -1.5 0.5 1; seq 1e3 | wc -l; seq 3 -s:; seq -s '' 5; seq 2 inf | head -2; seq -w 010 012; seq 08 10; seq +1 +3; seq 1. 3; seq -.5 .5 1
