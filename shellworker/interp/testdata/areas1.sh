### arg parse: set -- and flags after --
set -- -x y; echo "$@"; f() { echo "$@"; }; f -- -a; command -- echo hi; eval -- echo x; builtin -- echo q; export -- A=1; echo $A; unset -- A; echo ${A-u}; printf -- '%s\n' z; cd -- /; pwd; . -- /dev/null; echo $?; shift -- 2>/dev/null; echo $?
### arith context: arrays and strings
a=(1 2 3); (( a[0]++, a[1]+=5 )); echo ${a[@]}; declare -A h; (( h[x]=3 )); echo ${h[x]}; k=y; (( h[$k]=4 )); echo ${h[y]}; echo $(( h[x] + h[y] )); s='1+2'; echo $((s*3)) $(($s*3)); echo $((${#a[@]}+1))
### arith: nested expansions
echo $(( $(echo 1) + ${x:-2} + "3" )) $((`echo 4`)) $(( $((1+1)) * 2 )); x='y'; y=7; echo $((x)) $((x+1)) $(( ${x} ))
### arith: side effects and short circuit
i=0; ((i++ || i++)); echo $i; ((0 && i++)); echo $i; ((1 || i++)); echo $i; echo $((i=i>1?10:20)) $((1?2:(i=99))) $i
### arith: bases
echo $((16#ff)) $((16#FF)) $((2#1010)) $((8#17)) $((64#@)) $((64#_)) $((37#A)) $((36#Z)) $((10#08)) $((0x1F)) $((-0x10)) $((0777))
### arith: overflow
echo $((9223372036854775807+1)) $((-9223372036854775808)) $((2**63)) $((2**62*2)) $((1<<63)) $((1<<64)) $((-1>>1)) $((5/-2)) $((-5%3)) $((5%-3))
### arith: unary
echo $((-5)) $((+5)) $((!5)) $((!!5)) $((~0)) $((- -5)) $((-(-5))) $((+-+5)) $((2 - -2)) $((2**3**2)) $((-2**2)) $((!0+1))
### arith: comma and parens
echo $((1,2,3)) $(( (1+2)*(3+4) )) $((1+(2,3))) $(( a=1, b=a+1, a+b ))
### arith: errors status
for e in '1 +' '1 2' 'a b' '(1' '1)' '5 = 3' 'x++ ++' '1 ? 2' '1 ? : 2' '08' '2#3' '99#1' '1 << ' '* 3' '1 $ 2' "'a'" '@' 'a[' 'a[]' ''  '1.5' '3x' '2**-1' '1/0' '1%0'; do (eval "echo \$(( $e ))") 2>/dev/null; echo "[$e] $?"; done
### arith: error messages [stderr]
echo $((1 +)); echo $((1 2)); echo $((5=3)); echo $((08)); echo $((2#3)); echo $((1/0)); echo $((2**-1)); echo $(((1)); echo $((1.5)); echo $((a b c))
### append
x=1; x+=2; y=a; y+=b+=c; echo $x $y; f() { local z=1; z+=2; echo $z; }; f; export E=a; E+=b; env | grep ^E=; a=(1); a+=x; declare -p a; unset n; n+=5; echo $n; declare -a e; e+=(1); e+=([5]=6 7); declare -p e
### array: sparse and slices
a=(); a[5]=e; a[10]=k; echo ${#a[@]} "${a[@]:5:1}" "${a[@]:6}" "${!a[@]}" ${a[@]: -1}; a+=(l); echo ${!a[@]}; unset 'a[5]'; echo "${!a[@]}"; for i in "${!a[@]}"; do echo "$i=${a[i]}"; done
### array: copy preserves elements
a=('a b' '' c); b=("${a[@]}"); echo ${#b[@]}; c=(${a[@]}); echo ${#c[@]}; d=("${a[*]}"); echo ${#d[@]} "$d"; e=(x "${a[@]}" y); echo ${#e[@]}
### array: in functions
f() { a=(local); local -a b=(x y); echo ${b[@]}; }; a=(1); f; echo ${a[@]} ${b[@]-none}; g() { local a; a=(g); a[3]=z; declare -p a; }; g; declare -p a
### array: glob and brace in literal
touch x.c y.c; a=(*.c {1,2} $(echo p q) "$(echo p q)"); declare -p a; b=([0]=*.c [1]={1,2}); declare -p b
### array: length of elements and strlen
a=(abc de ''); echo ${#a[0]} ${#a[1]} ${#a[2]} ${#a[3]} ${#a}; echo "${a[@]#a}" "${a[@]/e/E}" "${a[@]^^}" "${a[@]:0:1}" "${a[@]%c}"
### array: unset whole and elements
a=(1 2 3); unset a[1]; echo ${a[@]}; unset 'a[*]'; echo ${#a[@]}; declare -p a; unset a; declare -p a 2>&1
### array: assign whole to scalar var
s=str; s=(a b); echo ${s[@]}; declare -i n=(1+1 2); declare -p n; readonly -a r=(1); (r+=(2)) 2>/dev/null; echo $?; echo ${r[@]}
### array: indices via expressions
a=(0 1 2 3 4 5); i=2; echo ${a[i]} ${a[i+1]} ${a[$i*2]} ${a[-i]} ${a[i--]} $i ${a[a[2]]} ${a["3"]} ${a['4']}
### assoc: all ops
declare -A m; m[a]=1 m[b]=2; m+=([c]=3); echo ${#m[@]} ${m[a]} ${m[b]} ${m[c]}; [[ -v m[a] ]] && echo has; unset "m[a]"; [[ -v m[a] ]] || echo gone; m=(); echo ${#m[@]}; m=([x]=1); for k in "${!m[@]}"; do echo $k; done; declare -A n=([k]="a b"); for v in "${n[@]}"; do echo "<$v>"; done; echo ${n[nope]-default} ${n[k]/a/X} ${#n[k]}
### assoc: keys special
declare -A m=(['a b']=1 [$'x\ny']=2 ['"']=3 [']']=4 ['@']=5 ['$v']=6); for k in 'a b' $'x\ny' '"' ']' '@' '$v'; do echo "${m[$k]}"; done; echo ${#m[@]}; declare -p m
### assign: order and side effects
x=1; x=2 y=$x; echo $y; a=$((z=3)) b=$z; echo $a $b; x=$x$x; echo $x; v=a w=b v=c; echo $v$w
### assign: with command sub failing
x=$(false); echo $?; x=$(exit 5) y=ok; echo $?; local_() { local x=$(exit 5); echo $?; }; local_; readonly r=$(exit 6); echo $?; export e=$(exit 7); echo $?; x=$(exit 3)$(exit 4); echo $?; x= ; echo $?
### assign: dynamic declare
v=name; declare "$v=val"; echo $name; declare "a b=c" 2>/dev/null; echo $?; export "$v"=two; echo $name; printf -v "$v" three; echo $name; read "$v" <<< four; echo $name; eval "$v=five"; echo $name; declare -x d1="a b" d2=$(echo "c  d"); echo "$d1|$d2"; local_() { local "$v=six"; echo $name; }; local_; echo $name
### assign: extended flags
declare +x X=1; export Y=1; declare +x Y; env | grep -c ^Y=; declare -xi N=1+1; env | grep ^N=; typeset -r R=1; typeset -p R; declare -lx L=ABC; declare -p L; declare -a A; declare -p A; declare -A B; declare -p B; f() { declare -x LOC=1; env | grep ^LOC; }; f; echo ${LOC-gone}
### builtin: cd with symlinks
mkdir -p real/sub; ln -s real link; cd link/sub; pwd | sed 's|.*/link|link|'; cd ..; basename $PWD; cd -P ..; pwd -P > /dev/null; echo $?; cd /; cd ////; pwd; cd //tmp; pwd; cd /tmp/../tmp/./; pwd; cd /tmp/..; pwd
### builtin: cd removed dir
mkdir d; cd d; rmdir ../d; pwd | sed 's|.*/||'; cd . 2>/dev/null; echo $?; cd ..; echo $?
### builtin: pushd relative
mkdir -p a/b; cd a; pushd b > /dev/null; basename $PWD; popd > /dev/null; basename $PWD; pushd nope 2>/dev/null; echo $?; pushd -n /tmp > /dev/null; dirs | awk '{print NF}' 2>/dev/null || true; popd +9 2>/dev/null; echo $?; dirs -c; echo "${DIRSTACK[@]}" | sed 's|.*/||'
### builtin: type and command for everything
type -t [ [[ { time . source select nosuch; echo $?; type -a true | head -1; command -V if; command -V [ ; type for; hash -r; type -p ls > /dev/null; echo $?
### builtin: exec fds
exec 3>&1; exec >f; echo infile; exec >&3; echo back; cat f; exec 3>&-; { echo grp; } 3>&1 >&3; exec 5<<E
heredoc on five
E
cat <&5
### builtin: eval and source scoping
f() { eval 'local x=1; echo $x'; echo ${x-unset}; }; f; echo 'y=src; local z=1 2>/dev/null; echo $?; set -- p q; echo $#' > s; g() { . ./s; echo $y $# ; }; g a; echo $#; echo 'return 5; echo no' > r; . ./r; echo $?; echo 'echo $BASH_SOURCE ${FUNCNAME[0]}' > b; . ./b
### builtin: set shows functions and vars
foo() { echo 1; }; bar='x y'; set | grep -A3 '^foo'; set | grep ^bar=
### builtin: trap nesting
trap 'echo outer' EXIT; (trap 'echo inner' EXIT; exit 3); echo $?; f() { trap 'echo func' EXIT; }; f; trap
### builtin: wait variants
sleep 0.01 & a=$!; sleep 0.02 & b=$!; wait $a $b; echo $?; (exit 9) & wait %1; echo $?; wait %5 2>/dev/null; echo $?; wait abc 2>/dev/null; echo $?; for i in 1 2 3; do (exit $i) & done; wait; echo $?; echo $(sleep 0.01 & wait; echo in)
### case: patterns
f() { case "$1" in [[:digit:]]*) echo digit;; [!a-z]*) echo nonlower;; a?c) echo a?c;; 'x y') echo space;; "") echo empty;; *) echo other;; esac; }; f 1a; f A; f abc; f 'x y'; f ''; f zzz; x='[ab]'; case a in $x) echo p;; esac; case '[ab]' in "$x") echo q;; esac; case a in (b) ;; (a) echo paren;; esac; case $'a\nb' in a*b) echo nl;; esac
### command parsing: assignments then special
A=1 B=2 eval 'echo $A$B'; A=x; A=y true; echo $A; A=z :; echo $A; >f; [ -e f ] && echo created; x=5 >g; echo $x; FOO=bar sh -c 'echo $FOO'; FOO=a FOO=b sh -c 'echo $FOO'
### command parsing: prefix order redirects
< /dev/null cat; 2>&1 echo x; echo a >f b; cat f; >f echo y z; cat f; X=1 >f env; grep -c ^X=1 f
### command sub: in various places
x="$(echo "a  b")"; echo "$x"; echo ${y:-$(echo def)}; a=($(echo 1 2 3)); echo ${#a[@]}; case $(echo q) in q) echo m;; esac; for i in $(echo x y); do echo $i; done; echo "pre$(echo mid)post"; echo $(echo $(echo $(echo deep))); if [ "$(echo t)" = t ]; then echo eq; fi; cat <<< "$(echo hs)"; echo `echo a``echo b`; echo "$(printf 'a\nb')"
### control flow: invalid break
break 2>/dev/null; echo $?; continue 2>/dev/null; echo $?; f() { break; }; for i in 1 2; do f 2>/dev/null; echo $i; done; for i in 1 2; do (break) ; echo $i; done; for i in 1; do break 5; done; echo $?; for i in 1 2; do eval break; echo no; done; for i in 1 2 3; do continue 1; echo no; done; while true; do while true; do break 2; done; done; echo out
### control flow: loop statuses
for i in 1; do false; done; echo $?; for i in; do :; done; echo $?; while [ ${n:=0} -lt 2 ]; do n=$((n+1)); false; done; echo $?; until true; do :; done; echo $?; for i in 1 2; do break; done; echo $?; if false; then :; else false; fi; echo $?
### dparen and let
(( x = 1 )) && echo t; (( x == 2 )) || echo f; if (( x > 0 )); then echo pos; fi; while (( x < 3 )); do (( x++ )); done; echo $x; (( y = x > 2 ? 5 : 6 )); echo $y; (( )) 2>/dev/null; echo $?; ((x=5)) || echo no; (( x &= 4 )); echo $x; a=5; (( a-- )); echo $a
### here docs: many
cat <<A1
$((1+1)) ${HOME:+home} \$esc `echo bq`
A1
cat <<'A2'
$((1+1)) \$esc `echo bq`
A2
f() { cat; }; f <<< "fn"; cat <<E1 | while read x; do echo "r:$x"; done
l1
l2
E1
cat <<-T
		two tabs
	one
	T
echo end <<X
ignored
X
{ cat; cat <&3; } <<P 3<<Q
p
P
q
Q
### quote: all
echo 'a'"b"\c"'"'"' "\"" '\' "\\" "\n" "a\
b" $'\'' $'"' "$'x'" '' "" | cat; echo "a"'b'c"$(echo d)"'e'; printf '[%s]' "" '' ""; echo
### redirect: closing and dup
exec 4>f; echo one >&4; exec 5>&4; echo two >&5; exec 4>&-; echo three >&5; exec 5>&-; cat f; echo x 2>&- ; ls /nonexist 2>&- ; echo $?; cat 3<f <&3 | tail -1; (echo a; echo b >&2) 2>&1 | wc -l | tr -d ' '
### sh options: verbose output
set -o | wc -l | tr -d ' '; shopt | wc -l | tr -d ' '; set -o emacs; set -o vi; shopt -qo emacs; echo $?; set +o vi; set -k; echo a b=1 c; set +k; set -C; set +C; set -a; AV=1; set +a; env | grep ^AV; set -h; set +h; hash ls 2>&1; set -h; set -B +B; echo {a,b}; set -B; echo {a,b}; set -P; set +P; set -b; set -t
### special vars: positional
f() { echo $# "$1" "${@: -1}" "${*:2:1}"; }; f a b c; set -- "$@" x; echo $1; set -- 'a b' c; for x in "$@"; do echo "<$x>"; done; echo "$*" $#; IFS=-; echo "$*" $*; set --; echo $# "$@" "$*" done
### subshell: state isolation
x=1; f() { echo f1; }; alias a=b; ( x=2; f() { echo f2; }; cd /; set -f; trap 'echo t' USR1; f; echo $x $-; ) | sed 's/[hBcs]//g'; f; echo $x $PWD | grep -c /; echo $- | grep -c f
### temp bindings
x=1; f() { echo "f:$x"; g; }; g() { echo "g:$x"; }; x=2 f; echo $x; x=3 eval 'echo e:$x; x=4'; echo $x; y=1 z=$y command eval 'echo [$z]'; f2() { local x=l; x=t g; echo $x; }; f2; x=5 y=6 . /dev/null; echo $x ${y-u}; IFS=, eval 'a="1,2"; set -- $a; echo $#'; unset x; x=9 unset x; echo ${x-unset}
### unicode: length and slicing
x='日本語'; echo ${#x} ${x:1} ${x:0:1} ${x: -1} ${x/本/X} ${x#日} ${x%語}; y=$'\u65e5\xff'; echo ${#y}; printf '%s\n' "${x^^}" "ÀÉ" "${x:1:1}"; z=éàü; echo ${z^^} ${z^} ${z:2}; [[ $z == é* ]] && echo m; case 日 in ?) echo one;; esac; echo $'\xe6\x97\xa5'
### var-op-bash: nested
x=a.b.c; echo "${x%%.*}${x##*.}" "${x%.*}" "${x#*.}" ${x/./,} ${x//./,} "${x/%c/C}" "${x/#a/A}"; y=${x%%.*}; echo ${y:-n}${z:=q} $z; echo "${x:${#y}}" "${x:1:${#y}}" ${x:$((1+1)):1}; p=.; echo "${x//$p/-}" "${x//"$p"/_}" "${x//[.]/+}"; echo ${x/b/$(echo B)} ${x/b/"$p$p"}; v='a/b'; echo ${v/\//|} ${v////|} "${v/'/'/\\}"
### var-op-test: lists
set -- a b; echo ${@:-none} ${@:+some} ${1:+one} ${3:-three}; set --; echo ${@:-none} "${@:-none}" ${*:+some} "${@+x}" "${@-y}"; a=(); echo "${a[@]:-empty}" "${a[*]-unset}" "${a[@]+set}"; a=(''); echo "${a[@]:-empty}" "${a[@]-unset}" "${a[@]+set}" "${a[0]:-e0}"; a=('' ''); echo "${a[@]:-empty}|"
### word eval: weird splits
argv() { printf '<%s>' "$@"; echo; }; x='a b'; argv $x"$x"$x; argv "$x"$x; argv ''$x''; argv $x''; y=' lead'; argv x$y; z='trail '; argv $z"q"; argv $z$y; argv "$(echo ' s ')" $(echo ' s '); e=; argv $e''; argv "$e"$e; argv $e"$e"x
### xtrace forms [stderr]
set -x; x=1; echo $x "a b" ''; a=(1 2); a[0]=x; [[ $x == 1 && -n a ]]; (( x + 1 )); for i in 1 2; do :; done; case $x in 1) ;; esac; if true; then :; fi; f() { :; }; f a; x=$(echo s); ! true; y=2 z=3 true; export E=1; local_=2; set +x
