### background: jobs and pids
sleep 0.02 & [ $! -gt 1 ] && echo pid; wait $!; echo $?; { echo a; sleep 0.01; echo b; } & wait; (sleep 0.01; echo sub) & wait $!; f() { sleep 0.01; return 7; }; f & wait $!; echo $?; echo x | cat & wait
### background: output order and status
mkfifo p1 p2; { read <p2; echo 3; } & { read <p1; echo 2; echo >p2; } & { echo 1; echo >p1; } & wait; echo done; (exit 3) & p=$!; (exit 4) & q=$!; wait $p; echo $?; wait $q; echo $?; wait $p $q; echo $?
### background: set and traps in bg
x=1; { x=2; } & wait; echo $x; (trap 'echo bgexit' EXIT; :) & wait; { exit 5; } & wait $!; echo $?
### bool parse
true && { echo a; } || { echo b; }; if true && ! false; then echo yes; fi; ! true || echo or; [[ a == a ]] && [ 1 ] && (( 1 )) && echo all; if ! { false; }; then echo neg; fi; while ! true; do :; done; until ! false; do :; done; echo end
### bugs: assorted
echo ${x:-}; echo "${#:-a}"; unset a; echo "${a[@]}" "${#a[@]}"; x=abc; echo ${x:0:${#x}-1}; [ -n "$(echo)" ] || echo empty; echo "$(<<< hi cat)"; for i in "$@"; do echo no; done; echo $(( 1 ))$((2)); [[ -n "" ]] || echo e; a=b; echo ${a}[0] $a[0]; echo "a"'b'"$a"; : "${undefined:=x}" ; echo $undefined
### builtin echo edge
echo -; echo --; echo -e; echo -nn; echo; echo -e -n x; echo; echo -e '\x4' | od -An -tx1 2>/dev/null; echo -e '\u0041\U00000042\x'; echo "a  b" c; echo -e 'a\0b' | wc -c 2>/dev/null || true; echo -e '\08' ; echo -E -e '\t|'; echo -ee 'x\ty'
### builtin printf many
printf '%s %s %s\n' 1 2 3 4; printf '%-10s|%10s|\n' left right; printf '%.3d|%5.3d|%-5.3d|\n' 5 5 5; printf '%x %#x %X %#X %o %#o\n' 255 255 255 255 8 8; printf '%e\n' 12345.678; printf '%s\n'; printf '%d\n'; printf '%c' ''; printf '%5c|%-5c|\n' a b; printf "%s" a b c; echo; printf '%s=%d\n' a 1 b 2; printf '%%d %s\n' x; printf '%+d %+d % d\n' 5 -5 5; printf '%05d %05s|\n' -42 ab; printf '[%3$s]' a b c 2>/dev/null; echo $?
### builtin printf %b and quotes
printf '%b' 'a\nb\n'; printf '%b\n' '\x41\102\u43'; printf "%b|%b\n" 'x\c' y; echo; printf '%q ' a 'b c' '$d' '`e`' 'f"g' "h'i" '' '!' '\'; echo; printf '%d %d %d\n' "'A" '"B' "'"; printf '%s\n' -n -e --; printf '%10.3s|\n' abcdef; printf '%*.*f\n' 10 2 3.14159
### builtin read many
printf 'a b\nc d\n' | { read x; read y; echo "$x|$y"; }; printf 'a:b:c' | { IFS=: read x y; echo "$? $x|$y"; }; echo "  a  b  " | { read x; echo "[$x]"; }; echo 'a\tb' | { read -r x; echo "$x"; }; echo 'x y z' | { read -a arr; echo ${#arr[@]} ${arr[2]}; }; echo abc | { read -n 2 x; read y; echo "$x $y"; }; printf 'a\nb\n' | { read -d '' x; echo "[$x]"; }; echo ab | { read -N 5 x; echo "$? [$x]"; }; while IFS=, read -r a b; do echo "$b-$a"; done <<< $'1,2\n3,4'
### builtin read from file positions
printf '1\n2\n3\n' > f; { read a; read b; echo $a$b; cat; } < f; exec 3<f; while read -u 3 l; do echo "l$l"; done; exec 3<&-; read -r first < f; echo $first; read a b c <<< "x"; echo "$a|$b|$c|"; read <<< "  keep  "; echo "[$REPLY]"
### builtin times kill misc
kill -l 1 2 15; kill -l HUP INT; kill -L | head -1 2>/dev/null || true; sleep 5 & kill -TERM $!; wait $!; echo $?; sleep 5 & kill -s KILL $!; wait $! 2>/dev/null; echo $?; sleep 5 & kill -15 %1; wait %1; echo $?; kill -0 $!; echo $?
### errexit in contexts
t() { bash -c "set -e; $1; echo after"; echo "=> $?"; }; t 'false || true'; t 'true && false'; t 'if false; then :; fi'; t 'false && true'; t '! false'; t '! true'; t '(false)'; t 'x=$(false)'; t 'echo $(false) x'; t '[ 1 = 2 ]'; t '[[ 1 = 2 ]]'; t '((0))'; t 'let 0'; t 'f() { false; }; f'; t 'f() { false; :; }; if f; then :; fi'; t '{ false; } || :'; t 'false | true'; t 'true | false'; t 'while false; do :; done'; t 'for i in 1; do false; done'; t 'eval false'; t 'command false'; t 'builtin false'; t '. /dev/null'; t 'readonly x=$(false)'; t 'case a in a) false;; esac'; t 'false & wait $!'; t 'trap "echo T" EXIT; false'; t 'return 1 2>/dev/null || :'; t 'echo a; exit 3'; t 'nosuchcmd 2>/dev/null'; t 'true > /nonexist/f 2>/dev/null'; t '{ false; true; }'; t 'set +e; false'; t 'unset x; ${x} false'
### errexit functions and subshells
bash -c 'set -e; f() { false; echo "in f"; }; f && echo ok; echo a; x=$(f) || echo x; (f; echo sub) || echo y; if ! f; then echo z; fi; f; echo no'; echo $?; bash -c 'set -e; g() { (exit 3); echo g; }; (g) ; echo no'; echo $?; bash -c 'set -e; trap "echo ERR" ERR; f() { false; }; f; echo no'; echo $?; bash -c 'set -eE; trap "echo ERR" ERR; f() { false; }; f; echo no'; echo $?
### exit status of things
true; echo $?; f() { return 5; }; f; echo $?; if true; then f; fi; echo $?; f | true; echo $?; true | f; echo $?; ! f; echo $?; (f); echo $?; { f; }; echo $?; x=$(f); echo $?; [ a = b ]; echo $?; [[ a = b ]]; echo $?; case x in y) f;; esac; echo $?; while f; do :; done; echo $?; eval f; echo $?; f && true; echo $?; f || true; echo $?; nosuch 2>/dev/null; echo $?; ./ 2>/dev/null; echo $?; test; echo $?; exit 42
### fatal errors
t() { bash -c "$1; echo same
echo next" 2>/dev/null; echo "=> $?"; }; t 'echo ${x?no}'; t 'readonly r=1; r=2'; t 'echo $((1/0))'; t 'echo ${x!}'; t 'set -u; echo $nope'; t '. /nonexist'; t 'exec /nonexist'; t 'shift 9'; t 'break'; t 'return'; t 'unset -f nope'; t 'a[b=c'; t 'declare -i x=1/0'; t 'let x=1/0'; t '((1/0))'; t '[[ 1/0 -eq 1 ]]'; t 'echo ${a[1/0]}'; t 'echo ${x:1/0}'; t 'trap foo BAR'; t 'export 1x'; t 'cd /nonexist'; t 'eval "("'; t 'set -Z'; t 'unset r; readonly r; unset r'
### for loops with globs
touch a.x b.x 'c d.x'; for f in *.x; do echo "<$f>"; done; for f in nomatch*; do echo "$f"; done; for f in "*.x"; do echo "$f"; done; shopt -s nullglob; for f in nomatch*; do echo no; done; for f in *.x *.y; do echo $f; done; for x in $(echo 1 2) "3 4" {5..6}; do echo $x; done; for x in; do :; done; unset v; for v in a; do :; done; echo $v
### func parsing
f(){ echo f;}; f; f (){ echo f2; }; f; f ( ) { echo f3; }; f; function f4 { echo f4; }; f4; function f5() { echo f5; }; f5; function f6 ( ) { echo f6; }; f6; f7() ( echo f7 ); f7; f8()
{
  echo f8
}
f8; f9() { f10() { echo inner; }; }; f9; f10; f() { echo new; }; f; unset -f f; f 2>/dev/null; echo $?
### glob: special
mkdir -p d/e; touch d/f1 d/e/f2 '[x]' 'a\b' 'sp ace' .hid; echo d/*; echo d/*/*; echo */; echo [[]x]; echo \[x]; echo 'a\b'*; echo a\\*; echo sp*; echo "sp"*; echo .h*; echo .*; echo d/../d/f*; echo ./d/f?; echo d//f1 d/f[0-9] d/f[!2] d/f[^1]; x='d/*'; echo $x "$x"; echo ?x?
### globstar
mkdir -p a/b/c; touch a/1 a/b/2 a/b/c/3 top; shopt -s globstar; echo **/[0-9]; echo a/**/c; echo **/b/**; echo a**; shopt -u globstar; echo **/1
### introspect
f() { echo "${FUNCNAME[0]} ${FUNCNAME[1]-main} ${BASH_LINENO[0]} $LINENO"; g; }; g() { echo "${FUNCNAME[@]}"; echo "${#BASH_SOURCE[@]}"; }
f
echo 'h() { echo "${BASH_SOURCE[0]} ${FUNCNAME[0]} ${BASH_LINENO[0]}"; caller 0; }; h' > s.sh; . ./s.sh; bash s.sh; bash -c '. ./s.sh; h'
### lineno
echo $LINENO
f() {
  echo $LINENO
}
f
echo $LINENO $(echo $LINENO) $(
echo $LINENO)
for i in 1; do
  echo $LINENO
done
if true; then echo $LINENO; fi
echo "multi
line" $LINENO
eval 'echo $LINENO
echo $LINENO'
### loop redirect and read
printf 'a 1\nb 2\n' > f; while read k v; do echo "$k=$v"; done < f > g; cat g; for x in 1 2; do cat; done <<< once; while read l; do echo $l; break; done < f; i=0; while read l && [ $i -lt 1 ]; do i=1; echo $l; done < f; until ! read l; do echo u$l; done < f; if read l; then echo if$l; fi < f; case x in x) read l; echo $l;; esac < f
### nul bytes
printf 'a\0b' > f; x=$(cat f) 2>/dev/null; echo $x; read y < f; echo $y; echo $'a\0b'; printf 'x\0y\0' | while read -d '' z; do echo $z; done; wc -c < f 2>/dev/null | tr -d ' ' 2>/dev/null || true; mapfile -d '' arr < f; echo ${arr[1]}
### pipeline forms
echo a | cat | cat; echo b |
cat; { echo c; echo d; } | { read x; read y; echo $y$x; }; for i in 1 2; do echo $i; done | while read x; do echo "<$x>"; done; f() { cat; }; echo g | f; echo h | (cat); echo i | if read x; then echo $x; fi; ! echo j | cat; echo $?; time echo l | cat 2>/dev/null; x=5; echo 6 | read x; echo $x; set -o pipefail; (exit 2) | true; echo $?
### print source
f() { local x=$1; if [[ $x == a* ]]; then echo "${x}"; elif (( x > 1 )); then return 2; else { :; } ; fi >&2; }; declare -f f; g() { while read -r l; do echo "$l" | cat && break || continue; done < <(echo x); }; type g; h() { x=1 y=2 cmd a >>f 2>&1 <g; ! a; time b; a & b; c ; }; declare -f h
### process sub more
diff <(echo a) <(echo a) && echo same; cat <(cat <(echo nested)); f() { cat "$1" "$2"; }; f <(echo 1) <(echo 2); while read x; do echo $x; done < <(echo a; echo b); echo to > >(cat); sleep 0.05; x=$(cat <(echo sub)); echo $x; read a b < <(echo p q); echo $b $a; paste <(echo 1) <(echo 2) 2>/dev/null || true; exec 3< <(echo fd3); cat <&3; wait; echo <(true) | grep -c /dev/fd
### regex: captures and quoting
s='key=value; path=/a/b'; [[ $s =~ ([a-z]+)=([^;]*)\;\ path=(.*) ]] && printf '<%s>' "${BASH_REMATCH[@]}"; echo; re='([0-9]+)-([0-9]+)'; [[ 10-20 =~ $re ]] && echo ${BASH_REMATCH[1]} ${BASH_REMATCH[2]}; [[ a.b =~ a.b ]] && echo 1; [[ aXb =~ "a.b" ]] || echo 2; [[ 'a|b' =~ a\|b ]] && echo 3; [[ ab =~ ^(a|b)*$ ]] && echo 4; [[ foo.bar =~ \.bar$ ]] && echo 5; x='^f'; [[ foo =~ $x ]] && echo 6; [[ '^f' =~ "$x" ]] && echo 7; [[ "a b" =~ ^a\ b$ ]] && echo 8; [[ abc =~ (x)?(b) ]] && echo "${#BASH_REMATCH[@]}:${BASH_REMATCH[1]}:"; [[ $'a\nb' =~ a.b ]] && echo 9; [[ é =~ ^.$ ]] && echo 10; [[ a =~ [[:alpha:]] && b =~ [^a] ]] && echo 11; [[ '' =~ ^$ ]] && echo 12
### serialize
x=$'a\n\t"\'\\$`'; y=$(printf '%q' "$x"); eval "z=$y"; [ "$x" = "$z" ] && echo q; eval "w=${x@Q}"; [ "$x" = "$w" ] && echo Q; a=('a b' $'c\nd' ''); eval "$(declare -p a | sed 's/ a=/ b=/')"; declare -p b; s=$(set | grep '^y='); echo "$s"; declare -A m=(['k 1']="v'1"); eval "$(declare -p m | sed 's/ m=/ n=/')"; echo "${n[k 1]}"; export E=$'x\ny'; export -p | grep ' E='; declare -p E; printf '%q\n' $'\x01' $'\e' 'ünï' $'a\rb'; echo "${x@Q}"; alias q="it's"; alias q
### smoke
echo hi; x=$(echo hi); echo "$x"; [ "$x" = hi ] && echo ok; for i in 1 2 3; do echo $i; done | tail -1 2>/dev/null || true; f() { echo "$@"; }; f a "b c"; echo $((6*7)); case $x in h*) echo match;; esac; cat <<E
$x
E
if [[ -n $x ]]; then echo nonempty; fi; echo ${x^^}; a=(1 2 3); echo ${#a[@]}; while read l; do echo "[$l]"; done <<< $'a\nb'
### special vars: dollar things
set -- a b; echo "$#" "$*" "$@" $1; echo ${#*} ${#@}; f() { echo $0 | grep -c bash; echo $1; shift; echo $1; }; f x y; echo $1; (exit 9); echo $? $?; echo ${?} ${#?} ; : & echo ${!} | grep -c .; wait; echo "$-" | grep -c B; echo ${-//[^B]/}; x=$_; echo "[$PPID]" | grep -c '\[[0-9]*\]'; echo $BASH_VERSION | cut -c1-3 2>/dev/null || true; echo ${BASH_VERSINFO[4]} $HOSTTYPE $OSTYPE $MACHTYPE; echo $IFS | wc -l > /dev/null 2>&1; echo ${IFS@Q}; echo $OPTIND $OPTERR
### tilde more
HOME=/h; echo ~ ~/a "~" '~' \~ a~ ~:~ x=~ x=~:~/b:~ ; x=~; echo $x; x=~/a:~/b; echo $x; x="~"; echo $x; x=a~; echo $x; echo ~nosuchuser ~nosuchuser/x; echo ${u:-~} ${u:-~/x} "${u:-~}"; HOME=; echo ~ "[~]"; unset HOME; case ~ in /*) echo abs;; esac; HOME='/a b'; set -- ~; echo $# $1; echo ~/"x y"; [[ ~ == "/a b" ]] && echo m; case "/a b" in ~) echo c;; esac
### vars special: assignment
RANDOM=5 x=$RANDOM; [ "$x" != "" ] && echo r; SECONDS=100; [ $SECONDS -ge 100 ] && echo s; LINENO=50; echo $LINENO; OPTIND=3; echo $OPTIND; BASH_SUBSHELL=9; (UID=5) 2>/dev/null; echo $?; (EUID=5) 2>/dev/null; echo $?; (PPID=5) 2>/dev/null; echo $?; (SHELLOPTS=x) 2>/dev/null; echo $?; FUNCNAME=x; echo "[$FUNCNAME]"; GROUPS=5; echo ${GROUPS[0]} | grep -c .; unset RANDOM; echo "[$RANDOM]"; unset SECONDS; echo "[$SECONDS]"; unset LINENO; echo "[$LINENO]"; PIPESTATUS=3; true; echo $PIPESTATUS; DIRSTACK=x; _=foo; echo "$_"
### whitespace and weird
	echo  tab	sep ;  echo x   y
{ echo a;}; (echo b); {	echo c; }
if	true;then	echo d;fi
for	i	in	1	2;do	echo	$i;done
echo a;echo b&&echo c||echo d
echo	"	"	'	'|cat
[	a	=	a	]&&echo	e
x=1	y=2;echo	$x$y
### while loop var scope
i=0; while [ $i -lt 2 ]; do j=$i; i=$((i+1)); done; echo $i $j; echo x | while read v; do k=$v; done; echo "[${k-}]"; while read v; do k=$v; done <<< y; echo $k
### array compat
a=(x y z); echo $a ${a:1} ${#a} ${a/x/q} ${a[*]/y/Q} "${a[@]:1}"; set -- "${a[@]}"; echo $2; IFS=+; echo "${a[*]}"; unset IFS; a[0]=; echo "${a[@]}" ${#a[@]}; a=("${a[@]}" w); echo ${a[3]}; b=(${a[@]}); echo ${#b[@]}; for e in "${a[@]}"; do echo "<$e>"; done; declare -a c; c[0]=1; echo $c; c="new"; echo ${c[@]}; [[ ${a[1]} == y ]] && echo eq; echo ${a[@]+set} ${nope[@]+set} ${nope[@]-unset}
### brace expansion odd
echo {a..c}{1..2} {1..3..2} {3..1} {a,b,}x {,} x{}y {a}b {a,b}{} {1..03} {0..10..5} {-5..-3} {a..Z} 2>/dev/null | head -c 300 2>/dev/null || true; echo {1,{2,3},4} {a,b}_{c,d} a{b,c}d{e,f}g "{a,b}"{c,d} {'a b',c} {a,"b c"} {$((1+1)),3} \{a,b\} {a\,b,c} {a..c..2} {10..1..3} {01..10..3} {x,y}{,z}
### command -v and hash for functions
f() { :; }; command -v f ls nosuch; echo $?; command -v -- cd; command -V cd; hash f 2>/dev/null; echo $?; type -t f; unset -f f; type -t f; echo $?; command -v 'a b'; echo $?; command -v ''; echo $?
### interactive and login flags
bash -c 'shopt login_shell; echo $-' | sed 's/[hBc]//g'; bash -l -c 'shopt login_shell' 2>/dev/null; bash -c 'case $- in *i*) echo i;; *) echo no;; esac'; bash -ic 'case $- in *i*) echo i;; *) echo no;; esac' 2>/dev/null; bash -s a b <<< 'echo $1 $2 $#'; echo 'echo $0' | bash -s | grep -c bash
