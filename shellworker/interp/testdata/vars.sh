### assign append
x=a; x+=b; echo $x; declare -i n=5; n+=3; echo $n; a=(1); a+=(2 3); echo ${a[@]}; a[0]+=x; echo ${a[@]}; declare -A h; h[k]=1; h[k]+=2; h+=([j]=3); echo ${h[k]} ${h[j]}
### array basics
a=(a b c); a[5]=f; echo ${#a[@]} ${!a[@]} "${a[@]}" ${a[-1]}; unset 'a[1]'; echo ${a[@]} ${!a[@]}; a=(); echo ${#a[@]}; a[3]=x; echo ${#a[@]} ${a[3]}; unset a; echo "${a[@]-unset}"
### array literal
a=([2]=c [0]=a b [10]=k l); declare -p a; b=(x"$(echo y z)" $(echo 1 2) "q w" {1..3} *.none); declare -p b
### array negative
a=(1 2 3); a[-1]=z; echo ${a[@]} ${a[-3]}; echo ${a[-4]} 2>/dev/null; (a[-5]=1) 2>/dev/null; echo $?
### array copy and slices
a=(1 "2 3" 4); b=("${a[@]}"); c=(${a[@]}); echo ${#b[@]} ${#c[@]}; d=("${a[@]:1}" x); declare -p d
### assoc
declare -A h=([one]=1 [two]=2 ["a b"]=3); echo ${h[one]} ${h["a b"]} ${#h[@]}; k=two; echo ${h[$k]}; h[x y]=4; echo "${h[x y]}"; unset 'h[one]'; echo ${#h[@]}; for k in "${!h[@]}"; do echo "$k=${h[$k]}"; done | sort
### assoc order
declare -A h; for k in zeta alpha beta gamma delta x y z 1 2 3 foo bar baz; do h[$k]=v$k; done; echo "${!h[@]}"; echo "${h[@]}"; declare -p h
### assoc pairs
declare -A h=(a 1 b 2); declare -p h; declare -A g=([x]=1 [x]=2); declare -p g
### declare p
x=1; declare -i i=2; declare -r r=3; declare -x e=4; declare -l l=ABC; declare -u u=abc; declare -a a=(1 2); declare -A h=([k]="v w"); declare -n ref=x; declare -p x i r e l u a h ref; declare -p nope; echo $?
### declare print quoting
x=$'a\nb'; y='it'"'"'s "q" $v `b` \'; declare -p x y; z=; declare -p z; declare u; declare -p u; declare -a ua; declare -p ua
### declare attributes change
declare -i n=1+2; echo $n; n=n*2; echo $n; declare +i n; n=1+1; echo $n; declare -u s=abc; echo $s; s=def; echo $s; declare +u s; s=ghi; echo $s; declare -c c=hello; echo $c
### readonly
readonly r=1; (r=2; echo no) 2>&1; echo $?; (unset r) 2>&1; echo $?; readonly -p | grep ' r='; declare -r q=1; (declare q=2) 2>&1; echo $?; readonly a=(1 2); (a[0]=x) 2>&1; echo ${a[0]}
### export
export a=1; b=2; export b; export -n a; env | grep -E '^(a|b)='; export -p | grep ' b='; c=3 env | grep ^c=; echo ${c-unset}
### local
f() { local x=1 y; echo $x ${y-unset}; x=2; g; echo $x; }; g() { echo g$x; x=3; }; x=global; f; echo $x
### local array and assoc
f() { local -a a=(1 2); local -A h=([k]=v); local -i n=3+4; echo ${a[@]} ${h[k]} $n; }; f; echo ${a-none} ${h-none} ${n-none}
### dynamic scope unset
x=g; f() { local x=l; unset x; echo ${x-unset}; x=again; echo $x; }; f; echo $x; g() { local x=l; h; echo ${x-unset}; }; h() { unset x; }; g; echo $x
### nameref
x=1; declare -n r=x; echo $r; r=2; echo $x; f() { local -n v=$1; v+=_mod; }; s=str; f s; echo $s; declare -n a1='arr[1]'; arr=(p q); echo $a1; a1=Q; echo ${arr[@]}; unset r; echo ${x-unset}; unset -n r; echo ${!r-none}
### nameref array
a=(1 2 3); declare -n r=a; echo ${r[1]} ${#r[@]} "${r[@]}"; r[1]=x; r+=(4); echo ${a[@]}; for i in "${!r[@]}"; do echo -n $i; done; echo; echo ${!r}
### nameref chain
declare -n a=b; declare -n b=c; c=val; echo $a ${!a}; a=new; echo $c
### nameref for loop
x=1 y=2; declare -n r; for r in x y; do echo $r; r=z$r; done; echo $x $y
### nameref circular
declare -n a=a 2>/dev/null; echo $?; declare -n p=q; declare -n q=p; p=1 2>/dev/null; echo "$p" 2>/dev/null
### unset kinds
f() { :; }; f=1; unset f; declare -F f; echo ${f-novar}; unset f; declare -F f || echo nofunc; unset -v nope; echo $?; unset -f nope; echo $?; x=1; unset -f x; echo ${x-u}
### prefix assignment
x=1; f() { echo $x; x=3; }; x=2 f; echo $x; x=5 eval 'echo $x'; echo $x; x=9 : ; echo $x; A=1 B=$A env | grep -E '^[AB]='; x=7 read y <<< foo; echo $x $y
### prefix with builtin IFS
IFS=: read a b <<< "1:2:3"; echo "$a|$b"; echo "$IFS" | od -An -c | head -1
### pipestatus
true | false | (exit 3); echo ${PIPESTATUS[@]}; false; echo ${PIPESTATUS[@]}; ! true; echo $? ${PIPESTATUS[@]}; true | true; x=${PIPESTATUS[0]}; echo $x
### special vars
echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL; (echo $BASH_SUBSHELL)); echo ${BASH_VERSINFO[0]}.${BASH_VERSINFO[1]} $UID; f() { echo $FUNCNAME ${#FUNCNAME[@]}; }; f; [[ $$ == $BASHPID ]] && echo same; (  [[ $$ == $BASHPID ]] || echo differ ); echo $LINENO
echo $LINENO; [[ $RANDOM =~ ^[0-9]+$ ]] && echo rnd; echo $SHLVL | grep -c .; [ "$SECONDS" -lt 5 ] && echo sec; echo ${EPOCHSECONDS:0:1}; echo $_
### random seed
RANDOM=42; echo $RANDOM $RANDOM $RANDOM; RANDOM=42; echo $RANDOM; RANDOM=1; echo $RANDOM $RANDOM; RANDOM=0; echo $RANDOM
### shellopts
echo $SHELLOPTS; set -f; echo $SHELLOPTS; echo $-; set -e; case $SHELLOPTS in *errexit*) echo has;; esac; shopt -s extglob; case $BASHOPTS in *extglob*) echo eg;; esac
### underscore
echo a b c; echo $_; true x; echo $_; f() { :; }; f q r; echo $_
### set params
set -- a b; set -- "$@" c; echo $#; set x y; echo $1; set --; echo $#; set - p; echo $1; set -- -e; echo $1
### shift
set -- 1 2 3 4; shift; echo $*; shift 2; echo $*; shift 5; echo $? $*; shift 0; echo $?; shift -1 2>/dev/null; echo $?; shift x 2>/dev/null; echo $?
### getopts
f() { OPTIND=1; while getopts "ab:c" o "$@"; do echo "$o ${OPTARG-none} $OPTIND"; done; shift $((OPTIND-1)); echo "rest $*"; }; f -a -b val -c rest; f -abval x; f -ac -- -a; f -b 2>/dev/null; f -x 2>/dev/null; f
### getopts silent
while getopts ":a:b" o -b -x -a; do echo "$o [$OPTARG]"; done; echo $OPTIND $o
### arith vars attr
declare -i x; x=3*4; echo $x; x=abc; echo $x; x="1 + 1"; echo $x; declare -i a=(1+1 2*3); echo ${a[@]}; a[2]=5+5; echo ${a[2]}
### integer append
declare -i x=10; x+=5; echo $x; x+=x; echo $x; declare -ia a=(1 2); a[0]+=5; echo ${a[@]}; y=5; y+=5; echo $y
### typeset -f
f() { echo hi; }; typeset -f f; declare -F f; declare -f nope; echo $?
### declare -g
f() { declare -g gx=1; local lx=2; declare dx=3; }; f; echo ${gx-u} ${lx-u} ${dx-u}
### local dash
f() { local -; set -f; echo $-; }; f | grep -c f; case $- in *f*) echo still;; *) echo restored;; esac
### invalid names
(1a=3) 2>/dev/null; echo $?; declare 1x=2 2>&1; echo $?; export 'a b=1' 2>&1; echo $?; unset 'a b'; echo $?; local x 2>&1; echo $?
### array errors
a=(1 2); (a[0]=(1 2)) 2>&1; declare -A h; (h=1; echo ${h[0]}); b=5; b[1]=6; declare -p b; unset 'b[0]'; declare -p b; unset 'a[@]'; declare -p a
### array as scalar
a=(x y); echo $a ${a} "$a"z; a=new; echo ${a[@]}; b=scalar; echo ${b[0]} ${b[@]} ${#b[@]}; b+=(two); echo ${b[@]}
### test -v
x=1; a=(1); declare -A h=([k]=1); for v in x y a 'a[0]' 'a[1]' 'h[k]' 'h[z]' h; do [[ -v $v ]] && echo "$v yes" || echo "$v no"; done
### lower upper expansions in assignment
declare -u U; U=abc; echo $U; declare -l L=ABC; L+=DEF; echo $L; declare -u ua=(ab cd); echo ${ua[@]}
### printf -v
printf -v x '%05d' 42; echo $x; printf -v 'a[2]' hi; declare -p a; declare -A h; printf -v 'h[k]' v; echo ${h[k]}
### env passing
export X=1; bash -c 'echo $X'; X=2 bash -c 'echo $X'; unset X; bash -c 'echo ${X-unset}'; y=2; bash -c 'echo ${y-unset}'
### export function
f() { echo "exported $1"; }; export -f f; bash -c 'f arg'; export -nf f; bash -c 'f arg' 2>/dev/null; echo $?
### array elements with special keys
declare -A h; h['a]b']=1; h['$x']=2; h["q'r"]=3; echo "${#h[@]}" "${h['a]b']}" "${h['$x']}" "${h["q'r"]}"
### declare multiple and options
declare -ir a=5 b=6; echo $a $b; declare -p a b; (a=1) 2>&1
### readonly in function
f() { local -r x=1; (x=2) 2>&1; echo $x; }; f; x=9; echo $x
### set lists variables
x_test='a b'; y_test=simple; z_test=$'n\nl'; set | grep '_test='
### unset array element with expansion
a=(a b c d); i=1; unset "a[$i]" a[i+1]; echo ${!a[@]} ${a[@]}
### assign in expansions
unset x; echo ${x:=5} $((x++)) $x; : ${y:=$(echo computed)}; echo $y; unset a; : ${a[2]:=v}; declare -p a
