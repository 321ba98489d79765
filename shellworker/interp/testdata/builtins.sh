### echo options
echo -n a; echo; echo -e 'a\tb\n\x41\0101\u00e9\c no'; echo; echo -E 'a\n'; echo -ne 'x\n'; echo -nx; echo - -n; echo -- a; echo -en; echo '\t' ; echo -e 'a\\b' '\e[0m' '\1' '\q'
### echo xpg
shopt -s xpg_echo; echo 'a\tb'; echo -E 'a\tb'
### printf basics
printf '%s\n' a b; printf '%d %i %o %x %X %u\n' 10 -5 8 255 255 3; printf '%5s|%-5s|%05d|%+d|% d|%.2s\n' a b 42 5 5 abc; printf '%c%c\n' abc d; printf '%%\n'; printf '%s %s\n' a; printf '%s,' 1 2 3; echo; printf 'no args\n' x y
### printf floats
printf '%f %.2f %e %g %G %10.3f|%-10.1f|\n' 1.5 2.345 12345.678 0.0001 1e20 3.14159 2.5; printf '%g %g %g\n' 100000 1000000 1e-5; printf '%.0f %.0f %.0f\n' 0.5 1.5 2.5; printf '%f\n' abc 2>/dev/null; echo $?; printf '%a\n' 1 0.5 2>/dev/null; printf '%.20f\n' 0.1; printf '%5.1f|%05.1f|%+.1f\n' 1 1 1; printf '%f %F\n' inf nan; printf '%#.0f %#x %#o\n' 1 255 8
### printf escapes
printf 'a\tb\n\101\x41\u00e9\U0001F600\n'; printf '%b\n' 'a\tb\n' 'x\cy' z; printf '%b|' '\0101' '\101' '\\'; echo; printf '\\n \" \a' | od -An -c | sed 's/ *$//'; printf 'a\0b' | od -An -c | sed 's/ *$//'
### printf star
printf '%*d|%-*d|%.*f\n' 5 42 5 42 2 3.14159; printf '%*s|\n' -6 ab
### printf q
printf '%q\n' 'a b' "it's" '' $'a\nb' 'a$b' abc 'é' '~x' 'a*' '#c'; printf '%q %q\n' a; printf '[%10q]\n' 'a b'
### printf numbers
printf '%d\n' 0x1f 010 "'a" '"b' "'é" 1e3 2>/dev/null; echo $?; printf '%d\n' abc 2>&1; printf '%d\n' 12abc 2>&1; printf '%d\n' '' ; printf '%d %d\n' 9223372036854775807 9223372036854775808 2>/dev/null; printf '%u %x\n' -1 -1; printf '%d\n' ' 42' '42 ' 2>/dev/null
### printf time
TZ=UTC printf '%(%Y-%m-%d %H:%M:%S)T\n' 0; printf '%(%s)T\n' 86400; printf '%(%F)T|%(%j)T\n' 1000000000 0; printf '[%20(%F)T]\n' 0
### printf errors
printf 2>/dev/null; echo $?; printf '%z\n' 2>&1; echo $?; printf -v 1x a 2>/dev/null; echo $?; printf '%s' 'a' ; printf '%'; echo $?; printf -- '%s\n' x; printf '%d %s\n' 1 a 2 b 3
### printf bytes
printf '\xff\xfe%s' $'\x80' | od -An -tx1; printf '%5s|%.1s|%c\n' é é é; printf '%-4s|\n' 日本
### read basics
echo 'a b c' | { read x y; echo "$x|$y"; }; echo 'one' | { read x y; echo "$x|$y"; }; read <<< '  sp  '; echo "[$REPLY]"; read x <<< '  sp  '; echo "[$x]"; echo 'a\b\\c' | { read x; echo "$x"; }; echo 'a\b' | { read -r x; echo "$x"; }; printf 'a\\\nb\n' | { read x; echo "$x"; }; printf 'no newline' | { read x; echo "$? $x"; }; read x < /dev/null; echo "$? [$x]"
### read options
read -n 3 x <<< abcdef; echo $x; read -N 3 x <<< 'a b c'; echo "[$x]"; read -d : x <<< 'a:b'; echo $x; read -a arr <<< 'x y z'; echo ${arr[1]} ${#arr[@]}; printf 'a\0b\0' | while read -r -d '' x; do echo "<$x>"; done; read -u 3 x 3<<< three; echo $x; read -p prompt x <<< v; echo $x; read -t 0 < /dev/null; echo $?; read -t 0.01 x < <(sleep 1); echo $? ; read -n 0 x <<< abc; echo "$? [$x]"; read -rn1 x <<< é; echo $x; read -s x <<< s; echo $x
### read IFS
IFS=: read a b c <<< 'x:y:z:w'; echo "$a|$b|$c"; IFS=: read a b <<< ':x'; echo "$a|$b"; IFS=, read a b <<< 'x,'; echo "$a|$b"; IFS=, read a b <<< 'x,y,'; echo "$a|$b"; IFS=, read a b <<< 'x,y,,'; echo "$a|$b"; IFS=' ,' read a b c <<< ' x , y  z '; echo "$a|$b|$c"; IFS= read x <<< '  a  '; echo "[$x]"; IFS=x read a b <<< 'axbxc'; echo "$a|$b"
### read errors
read 1x <<< a 2>/dev/null; echo $?; read -u 99 x 2>/dev/null; echo $?; read -n x y 2>/dev/null; echo $?; readonly ro=1; read ro <<< x 2>/dev/null; echo $?; read -Z 2>/dev/null; echo $?
### read backslash fields
read a b <<< 'x\ y z'; echo "$a|$b"; IFS=: read a b <<< 'x\:y:z'; echo "$a|$b"; read -r a b <<< 'x\ y z'; echo "$a|$b"
### read array element
read 'a[2]' <<< v; declare -p a; declare -A h; read 'h[k]' <<< w; echo ${h[k]}; read x y z <<< '1 2'; echo "${z-unset}|"
### mapfile
mapfile a <<< $'x\ny'; declare -p a; mapfile -t b < <(printf '1\n2\n3'); declare -p b; mapfile -t -n 2 -s 1 c <<< $'a\nb\nc\nd'; declare -p c; mapfile -t -O 2 d <<< z; declare -p d; mapfile -d : -t e <<< 'p:q:r'; declare -p e; printf 'x\0y\0' > f; mapfile -d '' g < f; declare -p g; cb() { echo "cb $1 $2"; }; mapfile -t -c 2 -C cb h <<< $'1\n2\n3\n4\n5'; readarray -t; echo ${#MAPFILE[@]}
### test operators
t() { "$@"; echo -n "$? "; }; t test a = a; t test a != b; t [ a '<' b ]; t [ b '>' a ]; t [ -z '' ]; t [ -n x ]; t [ x ]; t [ '' ]; t [ ]; t [ ! x ]; t [ 1 -eq 01 ]; t [ 2 -gt 1 -a 1 -lt 2 ]; t [ 1 -eq 2 -o x ]; t [ '(' a ')' ]; t [ ! '(' a = b ')' ]; t [ -n ]; t [ = ]; t [ ! ]; t [ a -a '' ]; t [ -f ] ; echo
### test files
touch f; mkdir d; ln -s f l; ln -s nope bl; echo x > g; chmod +x g; t() { [ $1 $2 ] && echo -n "$1 $2 y; " || echo -n "$1 $2 n; "; }; for o in -e -f -d -h -L -s -r -w -x; do for n in f d l bl g none; do t $o $n; done; echo; done; [ f -nt none ] && echo nt; [ none -ot f ] && echo ot; [ f -ef l ] && echo ef; [ -p f ] || echo nop; [ -c /dev/null ] && echo c
### test errors
[ a b ] 2>&1; echo $?; [ a -eq b ] 2>&1; echo $?; [ a b c ] 2>&1; echo $?; [ a = b 2>&1; echo $?; test a b c d e 2>&1; echo $?; [ ( a ] 2>/dev/null; echo $?
### test v o
x=1; [ -v x ] && echo y; [ -v nope ] || echo n; set -f; [ -o noglob ] && echo o; [ -o nosuch ] || echo no; declare -n r=x; [ -R r ] && echo R; [ -R x ] || echo nR; [ -t 0 ] || echo not
### dbracket
[[ a == a ]] && echo 1; [[ a == b || c == c ]] && echo 2; [[ ! a == b && -n x ]] && echo 3; [[ ( a == b ) || x ]] && echo 4; [[ abc == a* ]] && echo 5; [[ abc == "a*" ]] || echo 6; [[ 2 -lt 10 ]] && echo 7; [[ 2 < 10 ]] || echo 8; [[ -z $nope ]] && echo 9; x='a b'; [[ $x == 'a b' ]] && echo 10; [[ 1+1 -eq 2 ]] && echo 11; [[ x ]]; echo $?; [[ '' ]]; echo $?; [[ a < b && b > a ]] && echo 12; p='a*'; [[ abc == $p ]] && echo 13; [[ abc == "$p" ]] || echo 14; [[ -e / && -d / ]] && echo 15; [[ a != b ]] && echo 16; [[ a = a ]] && echo 17
### regex
[[ abc123 =~ ([a-z]+)([0-9]+) ]] && echo "${BASH_REMATCH[@]}"; [[ abc =~ b ]]; echo $? ${BASH_REMATCH[0]}; [[ abc =~ ^b ]]; echo $? ${#BASH_REMATCH[@]}; re='^a.c$'; [[ abc =~ $re ]] && echo m; [[ 'a.c' =~ a\.c ]] && echo esc; [[ abc =~ "a.c" ]] || echo quoted; [[ 'a b' =~ a\ b ]] && echo sp; [[ x =~ (a|x)(b)? ]] && echo "[${BASH_REMATCH[2]}]" ${#BASH_REMATCH[@]}; [[ aXb =~ [[:upper:]] ]] && echo up; [[ abc =~ [ ]] 2>/dev/null; echo $?; [[ foo =~ f(o{2})$ ]] && echo br; shopt -s nocasematch; [[ ABC =~ abc ]] && echo nc; [[ 'a"b' =~ '"' ]] && echo dq
### cd
cd /; pwd; cd - > /dev/null; mkdir -p d/e; cd d/e; cd ..; basename $(pwd); cd nodir 2>&1 | sed 's/.*cd/cd/'; cd a b 2>&1 | sed 's/.*cd/cd/'; cd; [ "$PWD" = "$HOME" ] && echo home; ln -s d l; cd l; basename $PWD; basename $(pwd -P); cd -P .; basename $PWD; cd ''; echo $?; unset HOME; cd 2>&1 | sed 's/.*cd/cd/'
### cdpath
mkdir -p p/sub q; CDPATH=p; cd sub > o; basename $(pwd); CDPATH=; cd ../..; cd -L q; cd ./../q; basename $(pwd)
### pushd popd dirs
cd /; mkdir -p $HOME/a $HOME/b; cd ~/a; pushd ~/b; pushd /; dirs; dirs -v; dirs -p; dirs -l | sed "s|$HOME|H|g"; popd; pushd +1; popd -n; dirs; dirs +0; dirs -c; dirs; popd 2>&1; echo $?; pushd 2>&1; pushd /nonexist 2>&1; echo $?
### umask
umask; umask 077; umask; umask -S; umask u=rwx,g=rx,o=; umask; umask -p; touch f; ls -l f | cut -c1-10; umask 999 2>&1; umask g+w; umask -S
### alias
shopt -s expand_aliases
alias ll='echo listing' e='echo '
ll x
alias
alias ll
alias nope; echo $?
unalias ll
ll 2>/dev/null; echo $?
alias x='y z'
e x
### alias to syntax
shopt -s expand_aliases
alias begin='{' end='}' start='if true; then' fin='fi'
begin echo in; end
start echo yes; fin
alias cmd='echo a; echo'
cmd b
alias loop='for i in 1 2; do'
loop echo $i; done
alias -p
unalias -a; alias
### shopt
shopt extglob; shopt -s extglob; shopt extglob; shopt -p extglob; shopt -q extglob; echo $?; shopt -u extglob; shopt -q extglob; echo $?; shopt -s nope 2>&1; shopt -o noglob; shopt -so noglob; echo $-; shopt -p -o noglob; shopt -s | grep -c .
### set o
set -o | grep -E '^(errexit|noglob|pipefail)'; set -o pipefail; set -o | grep pipefail; set +o | grep -E 'pipefail|noglob'; set -o nope 2>&1; echo $?; set -Z 2>&1; echo $?; set -euf; echo $-; set +euf; echo $-
### times ulimit help
times > /dev/null; echo $?; ulimit -c; ulimit -n > /dev/null; echo $?; help cd > /dev/null; echo $?; help nosuchthing 2>/dev/null; echo $?; type -t help ulimit times suspend logout
### let and arith errors
let; echo $?; let 'a=' 2>/dev/null; echo $?; (( a = )) 2>/dev/null; echo $?; let 'a=1' 'b=0'; echo $?
### builtin enable
enable -n echo; type -t echo; enable echo; type -t echo; builtin echo hi; builtin nope 2>&1; enable -n test; enable -n; enable test; enable nope 2>&1
### jobs
sleep 0.2 & jobs; jobs -p | grep -c .; wait; jobs; sleep 0.3 & sleep 0.3 & jobs | wc -l | tr -d ' '; kill %1 %2; wait 2>/dev/null; fg 2>&1; bg 2>&1
### kill
kill -l 9; kill -l TERM; kill -l 137; kill -s FOO 1 2>&1; kill 2>/dev/null; echo $?; kill 999999 2>&1; kill -0 $$; echo $?; kill %9 2>&1; kill abc 2>&1; kill -l | head -1
### trap errors
trap foo NOSUCH 2>&1; echo $?; trap -l | head -1; trap 'echo' 0; trap; trap 0; trap; trap '' 99 2>&1; trap -- 'echo x' INT; trap INT; trap
### exec
(exec echo replaced; echo no); (exec nosuch; echo no) 2>&1; echo $?; bash -c 'exec -a name bash -c "echo \$0"'; (exec -c env) | grep -v ^_ | head; exec; echo $?
### getopts reset
f() { local OPTIND; while getopts ab o; do echo $o; done; }; f -a -b; f -b
### command p
command -p echo hi; PATH=; command -p cat /dev/null; echo $?; command -p -v ls
### dot args
echo 'echo $# $*; shift; echo $*' > s; set -- a b; . ./s x y z; echo $*; . ./s; echo $*
### eval errors
eval 'echo a; )' 2>/dev/null; echo $?; eval 'if'  2>/dev/null; echo $?; eval '(' 2>/dev/null; echo after
### declare functions output
f() { if [ a ]; then echo x; elif false; then :; else echo y; fi; for i in a b; do echo $i; done; while true; do break; done; case $1 in a|b) echo ab;; *) ;; esac; { echo g; }; (echo s); x=1; a=(1 2); y=$(echo z) cmd; echo "q $x" 'r' > f 2>&1; true && false || :; ! true; a | b |& c; cmd &
echo bg; [[ a == b && -n c ]]; (( 1 + 2 )); for ((i=0;i<3;i++)); do :; done; select s in q; do :; done; until false; do :; done; function inner { echo in; }; cat <<E
here $x
E
}; declare -f f
