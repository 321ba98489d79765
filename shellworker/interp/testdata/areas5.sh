### words: ws1
IFS=' :'; s='a : b::c : '; argv() { for a; do printf '[%s]' "$a"; done; echo; }; argv $s; argv x$s; argv "$s"y; set -- a 'b c' ''; argv $*; argv "$*"; argv $@; argv "$@"; IFS=; argv $*; argv "$*"; IFS=x; argv "$*" ; argv a"$@"b; unset IFS; argv $s "$*"
### words: ws2
argv() { for a; do printf '[%s]' "$a"; done; echo; }; IFS='\'; s='a\b\\c'; argv $s; IFS=_; s='_a__b_'; argv $s$s; argv $s"x"$s; argv ${u-a_b} "${u-a_b}" ${u-"a_b"} ${u-'a_b'c_d}; argv ${u:-"$@"} ; set -- 1 2 3; argv ${u:-"$@"} "${u:-$@}" "${u:-$*}"; argv x"${@:2}"y ${@:0:1}; argv "${@:4}" ; argv "${@: -1}"
### words: ws3
argv() { for a; do printf '[%s]' "$a"; done; echo; }; set -- ''; argv "$@"; argv $@; argv "$@$@"; argv x$@; argv $@"" ; set -- ; argv "$@"; argv "$@""$@"; argv "$@"''; argv ""$@; argv "a$@"; argv "$*"
### words: glob1
mkdir d; cd d; touch a.c b.c .h 'x y' '[a]' '\z'; echo *; echo .*; echo [[:alpha:]].c; echo [!a]*; echo '['*; echo \[a\]; echo *' '*; shopt -s dotglob; echo *; shopt -s nullglob; echo zz*; echo "zz*"; shopt -u nullglob; shopt -s failglob; echo zz*; echo st=$?
### words: glob2
mkdir -p d/e/f d/g; touch d/e/f/x d/e/y d/g/z; shopt -s globstar; echo **; echo **/; echo d/**/x; echo d/**/; GLOBIGNORE='d/e/*'; echo d/*/*; unset GLOBIGNORE; echo d/*/; x='d/*'; echo $x "$x"; set -f; echo d/*; set +f; a=(d/*); echo ${#a[@]}; for i in d/*/; do echo $i; done; v=d/*; echo "$v"; case d/e in d/*) echo y;; esac
### words: extglob
shopt -s extglob; touch aa ab abc b foo.c foo.h; echo @(aa|b); echo !(a*); echo +(a); echo ?(a)b; echo *.@(c|h); echo a!(b)*; x=aaabbb; echo ${x##+(a)} ${x%%+(b)} ${x//+(a)/X} ${x/%b/Y} ${x/#a/Z}; case foo in !(bar)) echo 1;; esac; [[ foobar == foo@(bar|baz) ]] && echo 2; [[ abc == a?(b)c ]]; echo $?; p='+(a)'; echo $p; [[ aaa == $p ]]; echo $?; [[ aaa == "$p" ]]; echo $?
### words: brace
echo {a,b}{1,2} {1..5} {5..1} {1..10..3} {a..e..2} {01..10..4} {-3..3} a{b a{b} {} {a} {a,} x{,}y {a,b{c,d}} "{a,b}" {a,"b c"} \{a,b} ${x-{a,b}} {1..a} {a..Z} {z..x} {1..3..0} {1..3..-1} $((1)){,x} {a,b}={c,d} ~{a,b}; x={a,b}; echo $x; echo {$x,z} {1..$((2))}
### words: tilde
HOME=/h; echo ~ ~/x "~" ~nouser a~ a:~ x=~ --p=~ ; x=~:~/a; echo $x; y=a:~; echo $y; PATH2=~; echo ${z:-~} "${z:-~}" ${z:-~/q}; [[ ~ == /h ]]; echo $?; case ~ in /h) echo y; esac; a=(~ x~); echo ${a[@]}; a=([k]=~); echo ${a[@]}; export e=~; echo $e; declare f=a:~; echo $f; unset HOME; cd ~ 2>/dev/null; echo $?; OLDPWD=/o; echo ~- ~+ | sed 's,/[^ ]* /.*,ok,'; HOME=; echo ~/x x~ 
### words: heredoc
x=v; cat <<E
$x "q" 'q' \$x \a \\ `echo c` $(echo "d") ${x#v}"${u:-"z"}" ${u:-'s'}
E
cat <<'E'
$x \
E
cat <<-E
	tab
		two
	E
cat <<A; cat <<B
a
A
b
B
cat <<E | tr a-z A-Z
pipe
E
cat <<"E F"
x
E F
f() { cat; } <<< "here $x"; f; cat <<< a"b"*; cat <<E
con\
tinued
E
### words: redirect
echo hi >f; cat <f; echo err >&2 2>/dev/null; { echo o; echo e >&2; } >g 2>&1; cat g; echo a >>f; cat f; exec 3>h; echo x >&3; exec 3>&-; cat h; echo y >&3; echo $?; exec {fd}>i; echo $((fd>=10)); echo z >&$fd; exec {fd}>&-; cat i; cat <nonexist; echo $?; set -C; echo q >f; echo $?; echo q >|f; cat f; echo >$u; echo $?; >new; ls new; f=a; echo w &>$f; cat a; 2>&1 echo q; cat <<<x 3<&0 <&3; exec 4<f; read -u 4 l; echo $l; exec 4<&-; echo q 1>&9; echo $?; : <nonexist || echo failed; x=1 >f y=2; echo $x$y
### words: redirect2
exec 5<>f; echo abc >&5; cat f; exec 6>&5-; echo def >&6; cat f; echo >&5; echo $?; echo a 2>&1 >/dev/null; ls nonexist >o 2>&1; echo $?; for i in 1 2; do echo $i; done >o; cat o; while read x; do echo "<$x>"; done <o; if true; then echo t; fi >o; cat o; (echo s) >o; cat o; f() { echo F; } >o; f; cat o; echo x > 'a b' ; v='a b'; cat < $v; echo m >$v; cat 'a b'; echo > *.zz; ls
### words: assign
a=1 b=$a; echo $a$b; x=1 eval 'echo $x'; echo "[$x]"; f() { echo $y; }; y=2 f; echo "[$y]"; readonly r=1; r=2 echo hi; echo $?; (r=3; echo no); echo $?; a+=2; echo $a; declare -i n=3; n+=4; echo $n; n=2*3; echo $n; n=foo; echo $n; IFS=: read p q <<< a:b; echo $p-$q; x=$(false); echo $?; x=$(false) true; echo $?; x=a' b'; echo "$x"; a=b=c; echo $a; 'a'=b; echo $?; a[0]=z; echo $a; export X=1 Y; env | grep -E '^(X|Y)='
### words: errs
f() { r=1; echo in; }; readonly r; f; echo after
### words: errs2
readonly r; for r in 1 2; do echo $r; done; echo $?
### words: errs3
readonly r; read r <<<x; echo $?; unset r; echo $?; declare r=2; echo $?; export r=3; echo $?; local q; echo $?; ((r=3)); echo $?; : $((r=4)); echo $?
### words: array
a=(1 2 3 [7]=8 9); echo ${a[@]} ${!a[@]} ${#a[@]} ${a[-1]} ${#a[7]}; unset 'a[1]'; echo ${!a[*]}; a+=(x); echo ${a[@]:1:2} ${a[@]: -2}; a[1]+=q; echo ${a[1]}; declare -p a; b=("${a[@]}"); declare -p b; a=(); echo "${a[@]}" ${#a[@]}; declare -a c; declare -p c; c[5]=1; echo "${c[@]}"; a=(a 'b c'); for i in "${a[@]/b/X}"; do echo "$i"; done; echo "${a[@]#a}" "${a[*]^}" ; echo ${a[@]@Q}; s=str; s[2]=x; declare -p s; unset a; a[-1]=3; echo $?; echo ${a[-1]}; echo $?; a=(1 2 3); a[-1]=z; echo ${a[@]}; i=1; echo ${a[i+1]} ${a[$i]}; a[i++]=q; echo $i
### words: assoc
declare -A m=([a]=1 ["b c"]=2 [x y]=3); echo ${m[a]} ${m["b c"]} ${m[x y]} ${#m[@]}; k='b c'; echo ${m[$k]}; unset 'm[a]'; echo ${m[a]-un}; m[a]+=5; m[$k]+=9; echo ${m[a]} ${m[b c]}; declare -A n=(k v k2 v2); declare -p n; [[ -v m[a] ]]; echo $?; [[ -v m[zz] ]]; echo $?; m['$x']=q; echo ${m['$x']}; unset m; declare -A m; m[1+1]=t; echo ${!m[@]}; m[]=3; echo $?; echo ${m[@]@K} ; echo ${m[@]@k}; echo ${m@A} ${m[@]@A}; declare -A o=([z]=); for i in "${!o[@]}"; do echo "[$i]"; done; ((o[q]++)); ((o[q]+=2)); echo ${o[q]}
### words: nameref
declare -n r=t; t=5; echo $r; r=6; echo $t; echo ${!r}; unset r; echo ${t-un}; declare -p r; unset -n r; f() { local -n z=$1; z=(1 2); z[3]=x; }; f arr; declare -p arr; declare -n e='arr[1]'; echo $e; e=Q; declare -p arr; declare -n bad=1x; echo $?; declare -n self=self; echo $?; for n in x y; do :; done; declare -n ref; for ref in t arr; do echo ${ref[0]}; done; declare -n nn; nn=t; echo $nn; [[ -R nn ]]; echo $?; declare -n q1=q2 q2=q1; q1=3; echo $?
### ops: varop
unset u; e=; s=abc; echo ${u-d} ${u:-d} ${e-d} ${e:-d} ${s+x} ${s:+x} ${u+x} ${e+x} ${e:+x}; echo ${u=set} $u; echo ${e:=E} $e; (echo ${q?msg}); echo $?; (echo ${q:?}); echo $?; echo ${#s} ${s:1} ${s:1:1} ${s: -1} ${s:0:-1} ${s:5} "${s:3}" ; echo ${s#a} ${s%c} ${s##*b} ${s%%b*} ${s/b/X} ${s//[ac]/Y} ${s/#a/} ${s/%c} ${s^} ${s^^} ${s,,} ${s~} ${s~~} ${s^^[ab]}; echo ${s:1:-5}; echo $?
### ops: varop2
s='a&b'; echo ${s/&/[&]} ${s/a/\&} ${s/a/"&"} ${s/a/'&'}; r='<&>'; echo ${s/b/$r} ${s/b/"$r"}; shopt -u patsub_replacement; echo ${s/b/$r} ${s/b/[&]} ${s/b/\&}; x='a\b'; echo ${x/\\/S} "${x//\\//}" ${x/\/S}; p='\'; echo ${x/$p/Q} ${x/"$p"/Q}; y=a/b/c; echo ${y////-} ${y/\//-} ${y//\/} ${y//[\/]/x}; z='*?'; echo "${z/\*/s}" "${z/'*'/s}" "${z//?/.}"; e=; echo [${e/#/pre}] [${y/#/pre}] [${y/%/suf}] [${y//#a/X}]
### ops: prefix
ab1=1 ab2=2; ac=3; echo ${!ab*} "${!ab@}"; for i in "${!ab@}"; do echo $i; done; IFS=-; echo "${!ab*}"; v=ab1; echo ${!v} ${!v:-x} ${!v#1}; w='arr[1]'; arr=(a b c); echo ${!w}; w='arr[@]'; echo "${!w}"; echo ${!nope}; echo $?; z=; echo ${!z}; echo $?; z='bad name'; echo ${!z}; echo $?; set -- p q; i=2; echo ${!i} ${!#} ${!i-x}; echo "${!w:1}"
### ops: slice
set -- a b c d; echo ${@:2:2} ${@:0} ${*: -2:1} ${@:5} ${@:1:0}| sed 's,/[^ ]*,S,'; a=(0 1 2 3 4); echo ${a[@]:1:2} ${a[@]: -2} ${a[@]:3:9} ${a[*]:0:1}; a=([2]=x [5]=y [9]=z); echo ${a[@]:3:1} ${a[@]:2:2} ${a[@]: -1}; s=héllo; echo ${s:1:1} ${#s} ${s: -4:2} ${s^^} ${s//l/é}; echo ${a[@]:0:-1}; echo $?
### ops: arith
echo $((1+2*3)) $((2**3**2)) $((-7/2)) $((-7%3)) $((1<<3|1)) $((5&6^3)) $((!0)) $((~5)) $((1?2:3)) $((0||1&&0)) $((x=5,x+=2,x)) $x $((x++ + ++x)) $((0x1f)) $((017)) $((2#101)) $((36#z)) $((64#_)) $((1,2)) $(( a=3 ? 1 : 2 )) $((-2**2)) $((  )) $(('3'+"4")) ; y=x+1; echo $((y)); z='1 +'; echo $((z)); echo $?
### ops: arith2
echo before; echo $((1/0)); echo after $?
### ops: arith3
echo a; ((1/0)); echo $?; let 1/0; echo $?; let x=3 y=x*2; echo $x $y $?; let 0; echo $?; ((0)); echo $?; let 'a b'; echo $?; (( 1 + )); echo $?; echo $((08)); echo next
### ops: arith4
echo x; a=(1 2); ((a[1]+=5)); echo ${a[1]} $((a[0]+a[1])) $((${#a[@]})); i=0; for ((i=0;i<3;i++)); do echo -n $i; done; echo; for ((;;)); do break; done; for ((j=3;j;j--)) { echo $j; }; echo $((9223372036854775807+1)) $((-9223372036854775808/-1)) $((1<<64)) $((1<<-1)); ((x=1,y=2)); echo $x$y; (( x == 1 && y < 3 )); echo $?; echo $((x?y:0)) $((x>y)) ; echo $[1+2]; echo $(( (1) + (2) )); echo $(($(echo 3)+`echo 4`)); declare -i q; q='1 + 1'; echo $q; q=1/0; echo z
### ops: arith5
x=1; echo $((x = 5 +)); echo "x=$x"
### ops: arith6
echo a; x='y'; y='x'; echo $((x)); echo b
### ops: arith7
(( y = (x = 3) + + )); echo $? $x; (echo $((x=9, 1 2))); echo $?; echo $((1 ? 2)) ; echo $?
### ops: arith8
a=(1 2 3); b=(x ${a[-9]} y); echo st=$? n=${#b[@]}; echo ${a[-9]}; echo $?
### ops: dbr
[[ a < b ]]; echo $?; [[ a == a* && ! b == a* || x ]]; echo $?; [[ -z "" ]]; echo $?; [[ 3 -gt 2+0 ]]; echo $?; x='a b'; [[ $x == a\ b ]]; echo $?; [[ -n $u ]]; echo $?; [[ abc =~ ^a(b)(c)$ ]]; echo ${BASH_REMATCH[@]} ${#BASH_REMATCH[@]}; r='^a.c$'; [[ abc =~ $r ]]; echo $?; [[ abc =~ "$r" ]]; echo $?; [[ a =~ [ ]; echo $?; [[ 'a.b' =~ a\.b ]]; echo $?; [[ axb =~ a'.'b ]]; echo $?; [[ (a == a) && (b != b || c) ]]; echo $?; [[ -v x ]]; echo $?; [[ -o errexit ]]; echo $?; [[ a -eq 0 ]]; echo $?; [[ 1 -eq 1x ]]; echo $?; [[ -f / ]]; echo $?; [[ "a b" =~ a\ b ]]; echo $?; [[ foo123 =~ [0-9]+ ]] && echo $BASH_REMATCH; [[ x =~ (y)?x ]]; declare -p BASH_REMATCH; [[ '' =~ ^$ ]]; echo $?; [[ ab =~ (a|x)(b|y) ]]; echo ${BASH_REMATCH[2]}; [[ a == [[:alpha:]] ]]; echo $?; [[ ! -e q ]]; echo $?
### ops: dbr2
echo a
[[ a b ]]; echo $?
### ops: dbr3
[[ -t ]]; echo $?
[[ ]]
echo x
### ops: dbr4
shopt -s nocasematch; [[ ABC == abc ]]; echo $?; [[ ABC =~ b ]]; echo $?; case FOO in foo) echo y;; esac; [[ A = a ]]; echo $?; x=ABC; echo ${x/b/z}; shopt -u nocasematch; t=1; [[ $t -lt 5 && -n $(echo) ]]; echo $?; [[ a
 && b ]]; echo $?; [[ ( a ) ]]; echo $?; [[ -n a ]] && [[ -z '' ]]; echo $?; [[ -nt ]]; echo $?; [[ / -ef / ]]; echo $?
### ops: case
x=b; case $x in a|b) echo 1;& c) echo 2;;& d) echo 3;; b) echo 4;; *) echo 5;; esac; case "$x" in (b) echo p;; esac; case a in "$u") echo e;; esac; echo $?; case '*' in '*') echo s;; esac; case ab in a*) ;; esac; echo $?; case "" in "") echo empty;; esac; case $'\n' in $'\n') echo nl;; esac; case x in esac; case [ in [) echo br;; esac; case a] in [a]]) echo y;; esac; case '\' in \\) echo bs;; esac; p='a*'; case abc in $p) echo g;; esac; case abc in "$p") echo no;; *) echo lit;; esac; case - in [a-]) echo d;; esac; case ] in []]) echo rb;; esac
### ops: loops
for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; done; for i; do echo $i; done; set -- x y; for i do echo $i; done; while :; do while :; do break 2; done; done; echo $?; until false; do break; done; i=0; while [ $((i++)) -lt 2 ]; do echo w$i; done; for i in; do :; done; echo $? $i; break; echo $?; for i in 1; do break 0; echo no; done; echo $?; for i in 1 2; do continue 99; done; echo $?; for i in 1; do break a; done; echo $?; while false; do :; done; echo $?; for a-b in 1; do echo; done; echo $?
### ops: loops2
f() { break; }; for i in 1 2; do f; echo $i; done; for i in 1 2; do (break); echo $i; done; for i in 1 2; do eval break; echo no; done; echo $i; for i in a b; do echo $i; done | while read l; do echo "<$l>"; done; for ((i=0;i<2;i++)) do echo $i; done; for x in "a b" c; do echo "$x"; done; while read a b; do echo $b; done <<E
1 2 3
4
E
select x in a b; do echo "$x $REPLY"; [ "$REPLY" = 2 ] && break; done <<< $'1\n9\n2' 2>/dev/null
### ops: select
PS3='> '; select i in one "two x" three; do echo "[$i] $REPLY"; case $REPLY in q) break;; esac; done <<E 2>&1
1

q
E
echo $?; select i in a; do :; done </dev/null 2>&1; echo $?; set -- p q; select i; do echo $i; break; done <<<2 2>&1
### functions: func
f() { echo $# $1 ${FUNCNAME[0]}; return 3; }; f a b; echo $?; g() { local x=1; h; echo $x; }; h() { echo $x; x=2; }; g; echo [$x]; function k { echo k; }; k; function k2() ( x=5; echo sub ); k2; echo [$x]; f-g() { echo dash; }; f-g; unset -f f; f 2>/dev/null; echo $?; declare -F g; declare -f k; type h; r() { return; }; false; r; echo $?; r() { return 300; }; r; echo $?; r() { return -1; }; r; echo $?; r() { return a; echo no; }; r; echo $?; return 3; echo $?; fact() { (($1<2)) && echo 1 || echo $(($1*$(fact $(($1-1))))); }; fact 5; if() { :; }
### functions: errexit
set -e; false || true; if false; then :; fi; ! true; f() { false; echo f; }; f || echo no; f && echo yes; while false; do :; done; (false; echo sub) || echo c; x=$(false; echo v); echo "$x"; { false; } || :; false && true; echo here; true | false | true; echo p; local_() { local x=$(false); echo l; }; local_; echo $(false) k; y=$(false); echo never
### functions: errexit2
set -e; trap 'echo EXIT $?' EXIT; trap 'echo ERR $?' ERR; (exit 3) || echo ok; f() { return 4; }; f; echo no
### functions: errexit3
set -eo pipefail; true | true; false | true; echo no
### functions: errexit4
set -e; (set +e; false; echo a); ( false; echo b ); echo c
### functions: errexit5
set -eE; trap 'echo ERR ${FUNCNAME-main} $LINENO' ERR; f() { 
false; }
f
### functions: errexit6
set -e; shopt -s inherit_errexit; x=$(false; echo q) || echo "f[$x]"; echo $(false; echo z); eval false || echo e; [[ a == b ]] || :; ((0)) || :; for i in 1 2; do false && :; done; ((0)); echo never
### functions: errexit7
set -u; echo ${u-d} "$@" ; a=(); echo "${a[@]}" ${#a[@]}; (echo $u); echo $?; (echo ${a[0]}); echo $?; (echo $((u))); echo $?; (echo ${#u}); echo $?; (echo $1); echo $?; echo ${u:=z}; unset u; echo $u; echo no
### functions: trap3
trap 'echo D $BASH_COMMAND' DEBUG; x=1; echo $x; for i in 1 2; do echo $i; done; case a in a) :;; esac; ((1)); [[ a ]]; f() { echo f; }; f; (echo s); if true; then :; fi; echo a | cat; trap DEBUG; echo
### functions: printf
printf '%s %d %5.2f|%-5s|%05d|%x %o %c %b %q\n' a 3 3.14159 ab 42 255 8 xyz 'a\tb' "a b"; printf '%s\n' a b c; printf '%d\n' abc; echo $?; printf '%d %s\n' 1; printf '%%\n'; printf -v x '%03d' 7; echo $x; printf '%d\n' "'A" 0x1f 010; printf '\x41\101\u00e9\n'; printf '%s'; printf '%*d|%-*d|\n' 5 1 5 2; printf '%.3s|\n' abcdef; printf '%(%Y)T\n' 0; printf '%z\n'; echo $?; printf; echo $?; printf '%b\n' 'a\0101\c' x; echo; printf '%q\n' $'a\nb' "it's" '' '~' 'a=b' é; printf '%i %u\n' -1 -1; printf '%e %g %G\n' 1234.5 0.00001 1e10; printf '%+d % d\n' 1 2; printf '%#x %#o\n' 10 10; printf -v 'a[2]' x; declare -p a; printf '%s %s\n' "$@"; printf -- '-%s\n' a; printf '%5c|%-3c|\n' a b; printf '%Q %.2Q\n' 'a b' 'c d e'; printf '%d\n' 1x 9999999999999999999; echo $?; printf '\q\n'; printf 'a\'; echo
### functions: echo
echo -n a; echo -e 'a\tb\x41\0101\u41'; echo -E 'a\t'; echo -ne 'x\n'; echo -z; echo - --; echo -e 'a\cb'; echo; echo "a\tb"; shopt -s xpg_echo; echo 'a\tb'; echo -n; echo -nE 'a\n'; echo; echo -e '\e[0m' | od -c | head -1; echo -en 'a\\b\n' -n; echo -e '\1' '\08' '\x' '\xg' '\u' | od -c
### functions: getopts
f() { OPTIND=1; while getopts ab:c o "$@"; do echo "$o ${OPTARG-un} $OPTIND"; done; echo end $? $OPTIND; }; f -a -b x -c; f -ab x y; f -bx -- -a; f -z; f -b; getopts :ab: o -z; echo $? $o $OPTARG; OPTIND=1; getopts :ab: o -b; echo $? $o $OPTARG; OPTIND=1; getopts a; echo $?; set -- -a foo -b; OPTIND=1; getopts ab o; echo $o; getopts ab o; echo $? $o $OPTIND; OPTERR=0; OPTIND=1; getopts a o -q; echo $o; unset OPTIND; getopts a 1x -a; echo $?
### functions: test
test; echo $?; test a; echo $?; [ a = b ]; echo $?; [ ! a ]; echo $?; [ -n "" ]; echo $?; [ 1 -lt 2 -a 3 -gt 2 ]; echo $?; [ a -o "" ]; echo $?; [ \( a \) ]; echo $?; [ a; echo $?; [ 1 -eq a ]; echo $?; [ a b ]; echo $?; [ a b c ]; echo $?; [ -f ]; echo $?; [ = ]; echo $?; [ ! = ! ]; echo $?; [ ! ]; echo $?; [ ! ! ]; echo $?; [ "(" = ")" ]; echo $?; [ a '<' b ]; echo $?; [ -z a b ]; echo $?; [ -a / ]; echo $?; [ -d / -a ! -f / ]; echo $?; test -v HOME; echo $?; test -o errexit; echo $?; [ ' 1 ' -eq 1 ]; echo $?; [ 08 -eq 8 ]; echo $?; test -t 99; echo $?; touch a; [ -s a ]; echo $?; [ a -ot / ]; echo $?; [ x == x ]; echo $?; [ -e '' ]; echo $?; [ a = a -o b = c -a c = d ]; echo $?; [ 1 -eq 1 ] ]; echo $?; test -x; echo $?; [ -n ] ; echo $?; [ '!' a = b ]; echo $?; [ '(' a ] ; echo $?
### functions: exit
(exit 256); echo $?; (exit -1); echo $?; (exit a); echo $?; (exit 1 2); echo $?; nosuchcmd; echo $?; ./nofile; echo $?; mkdir d; ./d; echo $?; echo >nx; ./nx; echo $?; ''; echo $?; $u; echo $?; false; $u; echo $?; `false`; echo $?; ! false; echo $?; ! ! true; echo $?; command nosuch; echo $?; eval; echo $?; false; eval ''; echo $?; . nosuchf; echo $?; (kill -9 $BASHPID); echo $?; exit 3 | true; echo $?; false; exit
### syntax: csub
echo $(echo a; echo b) "$(printf 'a\n\n')" `echo \`echo n\`` $(<f) "`echo "q"`" $(echo ')') $(case a in a) echo c;; esac) $(# comment )
echo d); x=$(printf 'a\0b'); echo "$x"; echo "$(echo "$(echo "deep")")"; echo `echo '\$x \\ \\\\'` ; echo "`echo \"a\"`"; echo $(echo \\) ; y=$(exit 4); echo $?; echo $(exit 3)$?; echo hi >f; echo $(<f) $(< f); echo "$(cat <<E
h $x
E
)"; echo $(
echo nl
); cat <(echo ps) <(echo p2); echo t > >(cat); wait; diff <(echo a) <(echo a); echo $?; while read l; do echo "<$l>"; done < <(printf '1\n2\n'); echo $((1+$(echo 2))) ; echo "${x:-$(echo "a b")}"
### syntax: quote
echo 'a'"b"\c $'a\tb\x41\u00e9\101\cA\e' | od -c; echo "\a\"\$\\\`" '\'; echo $"hi"; echo a\
b; echo "a\
b"; echo $'it\'s' "$'x'" '"'; echo "a"'b'"c d"; echo \"\'\ \|; echo "$" $ "$ x" a$ $'\0a' ; echo "${x:-"a b"}" "${x:-'a'}" ${x:-'a b'} "${x:-\"}" "${x:-\}}"; echo !x "!x"; echo $'\xff' | od -c | head -1; echo $'\z\"\?'; echo "a	b" a#b #c
### syntax: parse1
echo a
if true; then echo
### syntax: parse2
echo a; )
### syntax: parse3
echo a
echo b; fi
echo c
### syntax: parse5
echo "unterminated
### syntax: parse6
cat <<E
no end
### syntax: parse7
echo ok; echo ${x!y}; echo z
### syntax: parse9
a=(1 2
### syntax: alias
shopt -s expand_aliases
alias e='echo x'; alias ee='e '; alias w=wd
e a
ee w
\e a; "e" a
alias e; alias nosuch; echo $?; alias | head -1; unalias nosuch; echo $?
alias if2='if true; then'
if2 echo y; fi
alias r='r z'; r() { echo "r $*"; }
r
unalias -a; alias; echo $?
alias a1='echo 1
echo 2'
a1
alias p='echo a|'
p cat
alias 'a b=c'; echo $?; alias a/b=c; echo $?; alias -p
for i in a1; do $i; done; eval 'alias z="echo zz"; z'; eval z
alias semi='echo s;'
semi echo t
alias lp='('; lp echo sub )
### syntax: evalsrc
eval 'x=1; echo $x' ; eval "echo a" b; eval 'return 3'; echo $?; echo 'echo "s $1 $#"; return 4; echo no' >s.sh; set -- A; . ./s.sh; echo $?; . ./s.sh B C; echo $? $1; source s.sh; echo 'set -- n1 n2' >t.sh; . ./t.sh; echo $*; . ./t.sh q; echo $*; .; echo $?; eval -- echo dd; eval -x; echo $?; f() { . ./s.sh; echo after; }; f; echo 'exit 5' > e.sh; (. ./e.sh); echo $?; echo 'echo ${BASH_SOURCE[0]} $LINENO ${FUNCNAME[0]}' >b.sh; . ./b.sh; . ./d.sh || echo fail; mkdir dir; . ./dir; echo $?; unset x; eval 'x=5' 'echo $x'; eval 'break'; for i in 1 2; do . /dev/stdin <<<break; done; echo $i; command . ./nosuch; echo z; PATH=.; . b.sh
### syntax: ifs
argv() { for a; do printf '[%s]' "$a"; done; echo; }; IFS=:; set -- a b; argv $*; argv "$*" ; x=$*; argv "$x"; x=$@; argv "$x"; x="$@"; argv "$x"; a=(1 2 3); argv "${a[*]}" ${a[*]}; IFS=; argv ${a[*]} "${a[*]}" $@; x=$*; argv $x; y="${a[*]}"; argv "$y"; IFS=' '; argv ${u-a b} ${u-"a b"} ${u:+x}; v='  lead  trail  '; argv $v; IFS=,; v='a,,b, ,c,'; argv $v; argv x$v"y"; IFS=$'\n'; argv $(printf 'a b\nc\n\nd'); IFS=0; argv $((101)) $#; IFS='*'; argv $*; set -- 'a*b' ; argv $1 ; unset IFS; argv ${a[@]/#/x y}; IFS=é; v=aébéc; argv $v; set -- 1 2; argv "$*"; case $* in 1é2) echo y;; *) echo n;; esac; IFS=/; echo $- >/dev/null; for i in $HOME$v; do echo -n; done; argv ${1+"$@"} ; argv ${*:1:2} "${*:1}" ; argv "${@/1/x y}" ; argv ${@/1/x y}
### syntax: unicode
x='日本語é'; echo ${#x} ${x:1:2} ${x: -1} ${x#?} ${x%?} ${x/本/X} ${x^^} ; printf '%5s|%-4s|\n' é é; printf '%d\n' "'é" "'日"; case é in ?) echo one;; esac; [[ $x == ???? ]]; echo $?; [[ é =~ ^.$ ]]; echo $?; echo $'\u65e5\U1F600' "\u00e9"; echo ${x//[é]/E}; LC_ALL=C; echo ${#x}; case é in ?) echo one;; ??) echo two;; esac; unset LC_ALL; printf '%q\n' $x; echo ${x@Q} ; y=ÀÉ; echo ${y,,} ${y,} ${y~~}; read -n 2 z <<< $x; echo $z; declare -l q=ÉA; echo $q; [[ é == [a-z] ]]; echo $?; [[ é == [[:alpha:]] ]]; echo $?; printf '%c|\n' é; b=$'\xc3'; echo ${#b}; printf '%.1s|\n' éa; echo -e '\u03bb\xce\xbb'
### syntax: mapfile
printf 'a\nb\nc' | { mapfile x; declare -p x; }; mapfile -t y < <(printf '1\n2\n3\n'); declare -p y; mapfile -t -n 2 -s 1 z <<< $'a\nb\nc\nd'; declare -p z; mapfile -t -O 2 z <<< n; declare -p z; mapfile -d : -t q <<< a:b; declare -p q; mapfile </dev/null; declare -p MAPFILE; mapfile -t -c 2 -C 'echo cb' r <<< $'1\n2\n3\n4'; mapfile -u 9 x; echo $?; readarray -t s <<< 'x y'; echo ${#s[@]}; mapfile 1x; echo $?; declare -A as; mapfile as <<< x; echo $?; mapfile -n a x; echo $?; mapfile -d '' -t nul < <(printf 'a\0b\0'); declare -p nul
### syntax: posp
f() { echo $#; }; f "$@"; set -- a "" b; f "$@"; f "$*"; f $*; f "$@" x; shift; echo $1 $#; shift 5; echo $? $#; shift -1; echo $?; shift 0; echo $?; shift x; echo $?; set -- {1..12}; echo $11 ${11} ${#} ${#@} ${#*}; echo ${@:10} "${10}"; echo $0 | sed 's,.*/,,'; echo "a$@b" ; set -- ; echo "a${@}b" ${@:-def} ${1-none} ${*:+x}; echo "$-" | grep -c B; echo "${#1}" ; _x=5; echo $_x; : a b; echo $_; set -- "a b" c; for x in "$@"; do echo "$x"; done; for x in $@; do echo "$x"; done; v="$*"; echo "$v"; cat <<< "$@"; [[ "$@" == "a b c" ]]; echo $?; x="${@#a}"; echo "$x"; echo "${@^^}" "${*: -1}"
### errors: a1
x=1; echo $((x = 5 +)); echo "x=$x"
### errors: a2
((x=5 +)); echo $? $x; (( y = (x = 3) + + )); echo $? $x; ((z=1, z=2, )); echo $? $z; ((q=4 q)); echo $? $q; ((w = (v=2) ; echo $v
### errors: a3
x=1; ((x++, 1 ? 2)); echo $? $x; ((x++, (1)); echo $? $x; ((0 && 1 +)); echo $?; ((1 || )); echo $?; ((x=7, 08)); echo $x; ((x=8 ) )); echo $x; ((1=2)); echo $?; ((x+=1 = 3)); echo $? $x; let 'x=11' 'x=12 +' 'x=13'; echo $? $x; a=(1 2); ((a[0]=5, a[)); echo ${a[0]}; (( @ )); echo $?; ((x=14 @)); echo $x; ((0 ? x=15 : )); echo $x; ((1 ? x=16 : )); echo $x; ((1 ? : 2)); echo $?
### errors: a4
for ((i=0; i<2 +; i++)); do echo no; done; echo $? $i; echo ${x:1 +}; echo st $?
### errors: a5
echo a; a[1+]=3; echo $?; declare -i n='3 +'; echo $? $n; [[ 1+ -eq 1 ]]; echo $?; echo b
### errors: b1
set -e; trap 'echo ERR $?' ERR; trap 'echo EXIT $?' EXIT; f() { return 4; }; f
### errors: b2
trap 'echo ERR $? $BASH_COMMAND' ERR; f() { return 4; }; f; echo 'return 3' >s; . ./s; g() { f; }; g; f | cat; (f); { f; }; set -E; f; g; x=$(f); trap 'echo R' RETURN; f; for i in 1; do f; done; eval 'f'; (exit 3); (false); f || f; ! f
### errors: b3
set -e; f() { return 1; }; f || echo a; if f; then echo; fi; g() { f; echo no; }; g || echo b; (g; echo c); echo d
### errors: b4
set -e; echo 'return 3' >s; . ./s; echo no
### errors: d1
[[ -n a
 && b ]]; echo $?; [[ a == b
 || c ]]; echo $?; [[
a ]]; echo $?; [[ ( a ) && 
b ]]; echo $?
### errors: e1
shopt -s expand_aliases
alias e='echo x' ee='e ' w=wd f='e ' g='f a ' h='ee w w '
ee w
f w w
g w w
h w w
alias sudo='echo s ' ls='ls -l'
sudo ls ls; sudo sudo ls
### errors: f1
x='a\b\'; p='\'; echo "${x/$p/Q}" "${x//$p/Q}" "${x/%$p/Q}" "${x/#$p/Q}" "${x/\\/Q}" "${x%$p}" "${x%\\}"; case '\' in $p) echo y;; *) echo n;; esac; [[ '\' == $p ]]; echo $?; p='a\'; echo "${x/$p/Q}"
### errors: g1
printf '%s\n' "${@@Q}"; f() { local a=1; local -p; declare -p a; }; f; echo ${#BASH_VERSINFO[@]}; echo $((BASH_SUBSHELL)) $(echo $BASH_SUBSHELL) ; x=(a b); for x in 1 2; do :; done; declare -p x; read -a x <<< 'q w'; declare -p x; x=z; declare -p x; unset x[0]; declare -p x; unset 'x[@]'; declare -p x; echo $?
### errors: g2
f() { echo "${FUNCNAME[@]}" "${BASH_LINENO[@]}"; caller 0; caller; }; g() { f; }; g; f; echo "${FUNCNAME[@]}"; unset -v nosuch; echo $?; readonly rr; unset rr; echo $?; unset -f nof; echo $?; unset 1x; echo $?; f=1; unset f; type -t f; unset f; type -t f; unset -n zz; echo $?; unset 'a[0]'; echo $?; s=str; unset 's[0]'; echo ${s-gone}; s=str; unset 's[1]'; echo $?
### errors: g3
declare -A m; m[a]=1; x=a; echo $((m[a])) $((m[$x])) $((m[x])); ((m['k']=3)); echo ${m[k]-none}; m=([q]=1 [w]=); m+=([e]=3); for k in q w e; do echo "$k=${m[$k]}"; done; echo ${m[@]+set} ${#m[q]}; unset m[q]; echo ${#m[@]}; declare -A z=(["a]"]=1 ['b"']=2); for k in 'a]' 'b"'; do echo ${z[$k]}; done; [[ -v z["a]"] ]]; echo $?; echo ${z['b"']} "${z["a]"]}"; m=1; echo ${m[0]}; a=(x); a['0']=y; echo $a; a["0"]+=z; echo ${a["0"]}; n=(${!nope[@]}); echo ${#n[@]}; b[3]=x; b+=(y); echo ${!b[@]}; b=([1]=a b [0]=c); declare -p b; b+=([1]+=z); declare -p b; c=(a=b [x]=1); declare -p c
### errors: g4
f() { echo "[$1]" "$#"; }; x='a  b'; f $x; f "$x"; y=$x; f "$y"; local_=1; export z=$x; f "$z"; f ${x/ /,}; f ${x:+"$x" c}; for w in ${x}"${x}"; do echo "<$w>"; done; case $x in 'a  b') echo same;; esac; [[ $x = "a  b" ]]; echo $?; echo ${#x[0]}; printf '<%s>' $x "$x"; echo; r="$(echo "$x")"; f "$r"; cat <<< $x; cat <<< "$x"; arr=($x); f "${arr[@]}"; eval "f $x"; eval f "$x"; eval 'f "$x"'; set -- $x; echo $#; echo "${x%% *}|${x##* }|${x#*[ ]}"
### errors: g5
(( 1 )) && echo a || echo b; ! (( 0 )); echo $?; ((a=3))&& echo $a; (( (1+2)*3 == 9 )); echo $?; ( (echo sub) ); ((echo x); echo y) ; echo $( (echo z) ); echo $(( 1 +
2 )); { echo g; } 2>&1 | cat; if ((0)); then :; elif [[ a ]]; then echo el; else echo; fi; time_=1; ! { false; }; echo $?; until ((i>=2)); do ((i++)); done; echo $i; true && ! false && echo k; false || { echo l; false; } || echo m; { echo n & } ; wait; echo o; ;
### errors: g6
f() { return 2; } ; f & wait $!; echo $?; trap 'echo T' EXIT; ( trap - EXIT; exit 3 ); echo $?; ( exit 4 ) & wait $!; echo $?; x=$(exit 5); echo $? ; y=$(trap); echo "$y"; exec false
### errors: g7
exec nosuch; echo not
### errors: g8
exec 3>&1; { echo a >&3; echo b; } >/dev/null; echo c 3>/dev/null >&3; : ${x:=5} ; echo $x; x= ; echo ${x:-e} ${x-e}; unset x; (echo ${x:?}) 2>/dev/null; echo $?; (echo ${x?gone}; echo no) 2>&1; echo ${x+a}b; echo "${x:+a b}" "${x-"q"}"; echo ${x:-$(echo sub)} ${x:-`echo bt`} ${x:-$((1+1))} ${x:-${y:-nest}}; set -- a; echo ${1:+one} ${2:-two}; ${3=x}; echo $?; echo ${@:+all}; echo ${#:-1}; echo ${x:=${1}} "$x"; echo "${x#"${x%?}"}"
### mixed: h1
declare -a a=(1 2); declare -A A=([k]=v); f() { printf '%s,' "$@"; echo; }; f "${a[@]:-x}" "${A[@]}" "${a[*]}"; f "${!a[@]}"; f "pre${a[@]}post"; f ${a[@]/1/"x y"}; f "${a[@]/%/-}" ; f "${a[@]:0:1}" "${a[@]:5}"; e=(); f "${e[@]:-d}" "x${e[@]}y" "${e[@]}" ; f "${e[*]}"; f ${e[@]+set} "${a[@]+set}"; a[5]=q; f "${a[@]:2}"; f "${#a[@]}" "${#a}" "${#a[5]}"; f ${a}; a=z; f "${a[@]}"; unset a; f "${a[@]-u}"; a=([0]=x); f "${a[0]:0:1}"; a+=(y z); f "${a[@]: -2:1}"; f "${a[@]^^}" "${a[-1]}"; a=("${a[@]:1}" new); f "${a[@]}"; b=(${a[*]}); f "${b[@]}"; IFS=,; f "${b[*]}"; s="${b[*]}"; f "$s"; f ${b[*]}; for i in "${!b[@]}"; do echo -n $i; done; echo
### mixed: h2
shopt -s extglob nullglob; touch a.txt b.txt c.md '.hid' 'sp ace'; echo *.!(md); echo *; for f in *.txt; do echo "$f"; done; echo [ab].txt [^c]*; echo ?.??; x='*.txt'; echo $x; echo "$x"; y=(*.txt); echo ${#y[@]}; echo *nomatch; shopt -u nullglob; echo *nomatch; echo \*.txt '*'.txt "a"*; echo [[:lower:]].txt [a-b].* [!a-b]*; echo .[!.]*; echo @(a|b).txt !(a.txt|b.txt); [[ a.txt == *.@(txt|md) ]]; echo $?; set -f; echo *; set +f; shopt -s nocaseglob; echo A*; echo ./*.md */ ; mkdir sub; echo s*/; echo s*; cd sub; echo ../*.md
### mixed: h3
echo "${x:-a}" > 'f 1'; while IFS= read -r l || [ -n "$l" ]; do echo "[$l]"; done < <(printf 'a\n  b  \nc\\d'); exec 4< 'f 1'; read -u4 q; echo $q; exec 4<&-; { read a; read b; } <<< $'1\n2'; echo $a$b; f() { cat; }; f <<E1; f <<E2
one
E1
two
E2
cat <<E | while read l; do echo "{$l}"; done
p q
E
cat 0<<X 3<<Y <&3
x
X
y
Y
if true; then cat <<Z; fi
zz
Z
for i in 1 2; do cat <<Z; done
$i$((i+1))
Z
cat <<'A'"B"
$x
AB
cat <<-"	E"
	q
	E
cat <<E
\$x \\ \" ${x:-"a'b"} ${x:-'a b'} `echo '\\'` $(echo '\') ${x:+y}
"$(echo "a  b")"
E
### mixed: h4
export A=1; B=2 bash -c 'echo $A $B'; A=3 B=4 eval 'echo $A $B'; f() { echo $A; bash -c 'echo $A'; }; A=5 f; echo $A; IFS=: set -- a:b; echo "$1"; x=1; x=2 y=$x true; echo $x ${y-un}; v=a v2=$v; echo $v2; env -i X=1 bash -c 'echo $X ${A-none}'; X=a Y=b env | grep -E '^[XY]=' | sort; export -n A; bash -c 'echo ${A-unexp}'; A=6 command eval 'echo $A'; A+=7 eval 'echo $A'; echo $A; PATH= ls; echo $?; a=(1) b=2; echo $a$b; readonly Q=1; Q=2 f; echo next; Q=2 true; echo $?; export U; bash -c 'echo ${U-unset}'; export 'sp ace=1'; echo $?; export -p | grep -c 'declare -x'>/dev/null; typeset -x T=1; bash -c 'echo $T'; _u=1 : ; echo ${_u-no}
### mixed: h6
a() { b; echo a$?; }; b() { return 5; }; a; c() { for i in 1 2; do while :; do return 7; done; done; }; c; echo $?; d() { (return 3); echo $?; }; d; e() { return; }; (exit 9); e; echo $?; g() { local i; for i in 1 2; do echo $i; [ $1 -gt 0 ] && g $(($1-1)); done; }; g 1; h() if true; then echo if; fi; h; i() case x in x) echo case;; esac; i; j() for q in 1; do echo for; done; j; k() ((1)); k; echo $?; l() [[ a ]]; l; echo $?; function m { echo m; } >&2; m 2>&1; function n() { echo $#; }; n a b; declare -f h j k l m; f1() { f1() { echo second; }; echo first; }; f1; f1; unset -f f1; f1; echo $?; readonly -f a; a() { :; }; echo $?; unset -f a; echo $?; echo() { builtin echo "E:$@"; }; echo x; unset -f echo; f.x() { echo dot; }; f.x; 1f() { echo n; }; 1f; export -f b; bash -c b; echo $?
### mixed: h7
[[ "a b" =~ (a)\ (b) ]] && echo "${BASH_REMATCH[@]:1}"; re='([0-9]+)-([a-z]*)'; [[ x12-ab =~ $re ]]; echo ${BASH_REMATCH[0]} ${BASH_REMATCH[1]}; [[ abc =~ b.* ]]; echo $BASH_REMATCH; [[ abc =~ (x)? ]]; echo ${#BASH_REMATCH[@]}; [[ 'a(b' =~ a\(b ]]; echo $?; [[ 'a|b' =~ 'a|b' ]]; echo $?; [[ ab =~ a|x ]]; echo $?; [[ 'a]' =~ []] ]]; echo $?; [[ a =~ [[:alpha:]] ]]; echo $?; [[ $'a\nb' =~ a.b ]]; echo $?; [[ 'a\b' =~ a\\b ]]; echo $?; [[ a =~ ( ]]; echo $?
### mixed: h8
[[ aaa =~ ^(a{2})a$ ]]; echo ${BASH_REMATCH[1]}; r='a{1'; [[ 'a{1' =~ $r ]]; echo $?; r='*'; [[ '*' =~ $r ]]; echo $?; r='(('; [[ x =~ $r ]]; echo $?; [[ xay =~ x[^b]y ]]; echo $?; [[ 'a.c' =~ a"."c ]]; echo $?; [[ abc =~ a"."c ]]; echo $?; [[ ~ =~ ^/ ]]; echo $?; x=abc; [[ $x =~ ^${x:0:1} ]]; echo $?; [[ a$ =~ a\$ ]]; echo $?; [[ 'foo bar' =~ 'foo '(b)ar ]]; echo ${BASH_REMATCH[1]}; [[ "" =~ "" ]]; echo $?; [[ a =~ "" ]]; echo $?; [[ abcabc =~ (abc)\1 ]]; echo $?; [[ 'x y' =~ ^[a-z\ ]+$ ]]; echo $?; [[ a+b =~ a\+b ]]; echo $?; [[ é =~ [é] ]]; echo $?
### errors: negated tests in a trace
exec 2>&1; set -x; [[ ! a == b ]]; [[ ! ( a == b ) ]]; [[ ! -n a || ! ! x ]]; [[ ! a < b ]]; [[ a =~ b || c -eq 0 ]]; [[ ! x ]]; select i in a "b c"; do break; done </dev/null; select q; do :; done
