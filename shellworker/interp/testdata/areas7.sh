### trace of compound assignments [stderr]
set -x
declare -a x=(1 "2 3" $'a\nb')
export y=(a b)
readonly z=(c d)
local q=(1) 
f() { local l=(1 2); local -a m=([3]=x); typeset -i n=3; }
f
declare -A as=([k]=v [j k]="w x")
declare x2=1 y2="a b"
export E="a b"
readonly R
alias foo='echo x'
x+=(4 5)
x[1]=foo
declare -a empty=()
declare -x ex=(1) 
declare +x ex
e=() 
A=(a "$y" $(echo hi) *) 
### syntax error in comsub
echo a
echo $(;)
echo b
### syntax error in comsub 2
echo a
echo $(if)
echo b
### comsub error in eval
eval 'echo $(;)'; echo $?
### comsub error in eval 2
eval 'echo $(for)'; echo $?
eval 'echo $(fi'; echo $?
### comsub error in script file
printf 'echo one\necho $(;)\necho two\n' > s.sh
bash s.sh; echo $?
. ./s.sh; echo $?
### comsub error bash -c
bash -c 'echo $(;'; echo $?
bash -c 'echo $(;)'; echo $?
bash -c 'echo $(fi)'; echo $?
bash -c 'echo $(if true)'; echo $?
bash -c 'echo a; echo $(if true)
echo b'; echo $?
bash -c 'echo "$(for)"'; echo $?
bash -c 'x=$(case a in b) ;; esac; )); echo hi'; echo $?
### unfinished text in eval [stderr]
eval 'for'; echo $?
eval 'for i'; echo $?
eval 'while'; echo $?
eval 'if true'; echo $?
eval 'case'; echo $?
eval 'case a'; echo $?
eval 'case a in'; echo $?
eval '{'; echo $?
eval '('; echo $?
eval '[['; echo $?
eval 'function'; echo $?
eval 'f('; echo $?
eval 'f()'; echo $?
eval 'a &&'; echo $?
eval 'a |'; echo $?
eval 'select'; echo $?
eval 'coproc'; echo $?
eval '!'; echo $?
eval 'echo >'; echo $?
eval 'cat <<'; echo $?
eval 'echo "'; echo $?
eval "echo '"; echo $?
eval 'echo `'; echo $?
eval 'echo ${'; echo $?
eval 'echo $(('; echo $?
eval 'echo $('; echo $?
eval 'x=('; echo $?
### histcmd
echo $HISTCMD
set -o history
echo $HISTCMD
echo $HISTCMD
### bash_argc
shopt -s extdebug
f() { echo "C ${BASH_ARGC[@]} V ${BASH_ARGV[@]}"; g x y; }
g() { echo "C ${BASH_ARGC[@]} V ${BASH_ARGV[@]}"; }
f a b c
f
### bash_argc2
f() { echo "C ${BASH_ARGC[@]} V ${BASH_ARGV[@]}"; }
f a b
set -- p q r
shopt -s extdebug
f a b
echo "C ${BASH_ARGC[@]} V ${BASH_ARGV[@]}"
### quoted null
y=abc
case a"${y^^}" in aABC) echo ok;; esac
case a"${y^^}" in a*) echo ok;; esac
e=
case a"$e" in a) echo 1;; esac
case "$e"a in a) echo 1;; esac
case $e"$e" in '') echo 1;; esac
printf '<%s>' $e"" ""$e "$e"$e; echo
IFS=; set -- a b ''
printf '<%s>' $* ; echo
printf '<%s>' $@ ; echo
printf '<%s>' "$*" ; echo
printf '<%s>' ${*:-x} ${@:1:2} ; echo
a=(x y '' z)
printf '<%s>' ${a[*]} ${a[@]} "${a[*]}"; echo
printf '<%s>' ${a[*]#x} ${a[@]/y/q} ; echo
printf '<%s>' ${a[*]:1:2} x${a[@]}y x$*y "x$*y"; echo
### tilde brace declare
HOME=/h
declare x={~,b}
echo "$x"
declare {a,b}=~
echo "$a $b"
export {c,d}=~/x:~/y
echo "$c $d"
declare a{1,2}=~:~
echo "$a1 $a2"
### env dot
env . ; echo $?
env /tmp; echo $?
env ./nope; echo $?
touch noexec; env ./noexec; echo $?
env noexec; echo $?
echo x | xargs .; echo $?
echo x | xargs ./noexec; echo $?
echo x | xargs nope; echo $?
nice .; echo $?
timeout 5 . ; echo $?
timeout 5 ./noexec; echo $?
nohup . </dev/null >/dev/null; echo $?
### xargs signaled
echo x | xargs sh -c 'kill -9 $$'; echo $?
echo x | xargs sh -c 'exit 137'; echo $?
echo x | xargs sh -c 'exit 255'; echo $?
echo x | xargs sh -c 'kill -TERM $$'; echo $?
### help
help -s cd pwd; echo $?
help nope; echo $?
help -s 'c[da]*' for
help -x; echo $?
: --help; echo $?
help -s '*'
help | tail -n +9 | cut -c1-78
help -s for; help -s 'for (('; help -s fo ; help -s %
### ulimit
ulimit -n 100; ulimit -n; ulimit -Hn; ulimit -Sn; (ulimit -n 50; ulimit -n); ulimit -n; ulimit -n 200; echo $?
bash -c 'ulimit -n'
ulimit -n 10 20; echo $?; ulimit -n
ulimit -n 0x10; echo $?; ulimit -n -5; echo $?; ulimit -z; echo $?;  ulimit x; echo $?
ulimit -n 15; exec 12>/dev/null; echo $?; exec 15>/dev/null; echo $?; 
### ulimit2
ulimit -c; ulimit -c unlimited; ulimit -c; ulimit -Hc; ulimit -c 0; ulimit -c hard; ulimit -c;ulimit -c 5; echo $?; ulimit -Sc soft; ulimit -c
ulimit -Sf 10; ulimit -f; ulimit; ulimit -n 300 -c; ulimit -n -c 0; ulimit -n;ulimit -c
ulimit -b; echo $?; ulimit -k; echo $?; ulimit -T; echo $?;ulimit -p 5; echo $?; ulimit -P; echo $?; ulimit -SHn 64; ulimit -n; ulimit -Sn 65; echo $?

### source params
echo 'set -- q r' > ff; set -- 1 2; . ./ff a; echo "$@"; . ./ff; echo "$@"; set -- 1 2; g() { . ./ff a; echo "$@"; }; g 7 8; echo "$@"
echo 'shift' > ff; set -- 1 2; . ./ff a b; echo "$@"; . ./ff; echo "$@"
