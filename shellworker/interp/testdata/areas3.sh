### set -m and fg bg
set -m; sleep 0.05 & jobs | sed 's/ *$//'; fg > /dev/null; echo $?; (exit 3) & wait %1; echo $?; sleep 0.02 & fg %1; echo $?; true | (exit 4); echo $?; set +m; fg 2>&1
### stop and continue
set -m; sleep 0.3 & kill -STOP %1; sleep 0.05; jobs; kill -CONT %1; bg 2>/dev/null; wait; echo done
### stop without monitor
(sleep 0.05; echo late) & p=$!; kill -STOP $p; sleep 0.1; echo first; kill -CONT $p; wait; echo end
### disown and jobs options
sleep 0.1 & disown; jobs; sleep 0.1 & disown -h; jobs -r | wc -l | tr -d ' '; jobs -s; disown -a; jobs; wait
### jobs formats
sleep 0.2 & sleep 0.2 & (sleep 0.2; echo) > /dev/null & { sleep 0.2; } & jobs; jobs %2; jobs -p | wc -l | tr -d ' '; kill %%; wait 2>/dev/null; sleep 0.1 | cat & jobs; wait; x=1 sleep 0.1 > /dev/null 2>&1 & jobs; wait
### trap in functions and signals order
trap 'echo one' USR1; trap 'echo two' USR2; kill -USR2 $$; kill -USR1 $$; f() { kill -USR1 $$; echo inf; }; f; (kill -USR1 $$; :); echo x; trap 'echo t; trap - USR1' USR1; kill -USR1 $$; trap
### trap while waiting
trap 'echo hup' HUP; (sleep 0.05; kill -HUP $$) & wait; echo "st $?"; wait; echo "st $?"; sleep 0.02; trap 'echo alrm' ALRM; (sleep 0.03; kill -ALRM $$) & sleep 0.1; echo after
### trap exit status and nested
trap 'echo $?; exit 9' EXIT; (exit 4); exit 5
### trap exit variants
bash -c 'trap "echo e" EXIT; kill -TERM $$' ; echo $?; bash -c 'trap "echo e" EXIT; exec true'; bash -c 'trap "echo e" EXIT; set -e; false'; echo $?; bash -c 'f() { trap "echo fe" EXIT; exit 2; }; f'; echo $?; bash -c 'trap "echo e; false" EXIT; true'; echo $?; bash -c '(trap "echo s" EXIT); echo m'; bash -c 'x=$(trap "echo c" EXIT); echo $x'; bash -c 'trap "echo e" EXIT; nosuch' 2>/dev/null; echo $?; bash -c 'trap "echo \$BASH_COMMAND" EXIT; true a'
### trap err more
trap 'echo "E$? $LINENO"' ERR; false
f() { false; true; }; f
set -E; f; (false); x=$(false); false | true; true | false; [ a = b ]; ((0)); ! true; if false; then :; fi; while false; do :; done; false && true; trap - ERR; false
### trap debug more
trap 'echo "d $LINENO $BASH_COMMAND"' DEBUG; echo a | cat
(echo s)
f() { echo inf; }; f
case x in x) echo c;; esac
[[ a ]]; ((1)); for ((i=0;i<1;i++)); do :; done; if true; then :; fi; x=$(echo q); trap - DEBUG
### extdebug skip
shopt -s extdebug; trap '[[ $BASH_COMMAND != skip* ]]' DEBUG; skipme() { echo no; }; skipme; echo yes; trap - DEBUG
### return trap
f() { trap 'echo ret' RETURN; echo in; }; f; g() { echo g; }; g; trap - RETURN; echo 'echo src' > s; trap 'echo R' RETURN; . ./s; f2() { :; }; f2; set -T; f2
### alias more
shopt -s expand_aliases
alias hi='echo hello' || echo bad
hi world
alias foo=bar bar='echo chained'
foo x
alias rec='rec2 ' rec2='echo '
rec hi
f() { hi inside; }; f
eval 'hi evald'
echo $(hi sub)
alias a1='echo one;' 
a1 a1
alias w='while read l; do echo $l; done'
printf 'p\nq\n' | w
unalias hi; hi 2>/dev/null || echo gone
alias ls='echo ls'; \ls -d . ; 'ls' -d .; ls x
alias x='for i in 1 2' ; x; do echo $i; done
alias -- -='echo dash'; - d
alias e='echo $y'; y=5; e; alias 'bad name=x' 2>/dev/null; echo $?; alias 1=echo; 1 num; type -t w; command -v ls
### assign: array and env
FOO=(a b) 2>/dev/null; echo ${FOO[1]}; x=([1]=b); echo ${x[1]}; declare -a y=(1); y+=(2); declare -p y; f() { local -a z; z=(1 2); z+=(3); echo "${z[@]}"; }; f; readonly -a ro=(1 2); declare -p ro; export EX=(1 2); declare -p EX; env | grep -c ^EX=; declare -A m; m=([a]=1 [b]=2) ; m+=([c]=3 [a]=9); for k in a b c; do echo -n "${m[$k]} "; done; echo
### assign: invalid and edge
a+b=1 2>/dev/null; echo $?; 2x=3 2>/dev/null; echo $?; x =1 2>/dev/null; echo $?; x= echo $x; x='' ; echo "[$x]"; =x 2>/dev/null; echo $?; a=1 b=2 c=3; echo $a$b$c; a=$b b=$a; echo $a $b; x=a=b=c; echo $x; x=*; echo "$x"; x=~; [ "$x" = "$HOME" ] && echo t; x="$@"; echo "[$x]"; arr[0]=z; echo $arr; declare 'q=1 2'; echo $q; declare r="1 2"; echo $r; v=$'a\tb'; echo "$v"
### bracket: precedence and odd
[ ! -e / -o -e / ] && echo 1; [ -z "" -a -n x ] && echo 2; [ "(" ] && echo 3; [ -a = -a ] && echo 4; [ ! = ! ] && echo 5; [ '(' '(' a ')' ')' ] && echo 6; [ a -a ! '' ] && echo 7; [ '' -o a -a '' ] || echo 8; [ -n -a -z ] ; echo $?; [ ! ! a ] ; echo $?; [ -e = -e ] && echo 9; [ a '==' a ] && echo 10; [ 0 -eq -0 ] && echo 11; [ +5 -eq 5 ] && echo 12; [ ' 5 ' -eq 5 ] && echo 13; [ 99999999999999999999 -eq 1 ] 2>/dev/null; echo $?; [ 010 -eq 10 ] && echo 14; [ 0x10 -eq 16 ] 2>/dev/null; echo $?; [ '' -eq 0 ] 2>/dev/null; echo $?
### bracket: file times and perms
touch -d '2020-01-01' old; touch -d '2021-01-01' new; [ new -nt old ] && echo nt; [ old -ot new ] && echo ot; [ old -nt missing ] && echo ntm; [ missing -ot old ] && echo otm; mkdir dd; chmod +t dd 2>/dev/null; [ -k dd ] && echo k; : > e; [ -s e ] || echo empty; [ -O e ] && [ -G e ] && echo own; ln e h; [ e -ef h ] && echo ef; ln -s e sl; [ -L sl -a -f sl ] && echo link; chmod 000 e; [ -r e ] && echo r; [ -w e ] && echo w; [ -x e ] || echo nx; [ -N new ] && echo N; [ -S e ] || [ -b e ] || echo neither
### dbracket: more
[[ a == [ab] ]] && echo 1; [[ 'a b' == a\ b ]] && echo 2; [[ a == $(echo a) ]] && echo 3; x=; [[ $x ]] || echo 4; [[ -n $x ]] || echo 5; [[ $x == '' ]] && echo 6; [[ ab == a* && ba != a* ]] && echo 7; [[ ! a ]] || echo 8; [[ ! ( a && '' ) ]] && echo 9; [[ -f /etc ]] || echo 10; [[ 010 -eq 8 ]] && echo 11; [[ 0x10 -eq 16 ]] && echo 12; y=3; [[ y -eq 3 ]] && echo 13; [[ y+1 -eq 4 ]] && echo 14; [[ 'a' < 'b' ]] && echo 15; [[ a\<b == 'a<b' ]] && echo 16; [[ $'\n' == *$'\n'* ]] && echo 17; [[ "*" == \* ]] && echo 18; [[ abc == *b* ]] && echo 19; [[ a -ef a ]] || echo 20; [[ -v HOME ]] && echo 21; [[ -o errexit ]] || echo 22; [[ a =~ a|b ]] && echo 23; [[
a == a
&&
b == b
]] && echo 24; [[ -z '' ]] && echo 25; [[ == == == ]] && echo 26; [[ -f == -f ]] 2>/dev/null; echo $?
### case: extglob and fallthrough combos
shopt -s extglob; case foobar in @(foo|bar)*(x)) echo no;; @(foo)@(bar)) echo yes;; esac; case '' in ?(a)) echo e;; esac; case aaa in +(a)) echo p;;& !(b)) echo n;;& *) echo all;; esac; case x in x) echo 1;& y) echo 2;& z) echo 3;; w) echo 4;; esac; case a in [!b-z]) echo br;; esac; case ] in []]) echo rb;; esac; case - in [a-]) echo d;; esac; case '\' in '\') echo bs;; esac; case $'\t' in [[:space:]]) echo sp;; esac
### cd and OLDPWD
cd /tmp; cd /; echo $OLDPWD; cd -; cd - >/dev/null; echo $PWD; unset OLDPWD; cd - 2>&1; OLDPWD=/nonexist; cd - 2>&1; cd /tmp; f() { cd /; }; f; echo $PWD; (cd /tmp); echo $PWD; CDPATH=/; cd tmp; cd /; PWD=/foo; pwd; cd .; echo $PWD
### command sub: exit codes
$(true); echo $?; $(false); echo $?; $(exit 5) ; echo $?; x=$(exit 6) true; echo $?; echo $(exit 7) > /dev/null; echo $?; `false`; echo $?; $(echo echo hi); $(echo false); echo $?; "$(true)" 2>/dev/null; echo $?; x=1 $(false); echo $?; $nope; echo $?; x=5 $nope; echo $? $x
### comments in odd places
echo a;# c
echo b # c
if # c
true # c
then # c
echo c # c
fi # c
case x in # c
x) # c
echo d # c
;; # c
esac # c
for i in 1 2 # c
do # c
echo $i
done
a=(1 # one
# two
3)
echo ${a[@]}
f() # c
{ # c
echo f # c
}
f
echo $( # c
echo g # c )
) h#i
### declare -p variants
declare -p HOME > /dev/null; echo $?; x=1; declare -p x | cat; declare -x y=2; declare -xp y; declare -ip x 2>&1; f() { local z=3; declare -p z; declare -p x; local -p; }; f; declare -n n=x; declare -p n; declare -A e=(); declare -p e; declare -a ea=(); declare -p ea; declare -i i; declare -p i; declare -ra ra=(1); declare -p ra; declare -aux u=(ab); declare -p u; readonly rr; declare -p rr
### export -p and env order
export ZZ=1 AA='b c'; export -p | grep -E ' (ZZ|AA)='; export -n ZZ; env | grep -c ZZ; export NOVAL; export -p | grep NOVAL; env | grep -c NOVAL; NOVAL=x; env | grep NOVAL; export AA+=more; echo "$AA"; declare +x AA; env | grep -c ^AA; typeset -x TT=1; env | grep ^TT
### functions: recursion and args
fact() { [ $1 -le 1 ] && echo 1 || echo $(( $1 * $(fact $(($1-1))) )); }; fact 6; sum() { local s=0 i; for i; do s=$((s+i)); done; echo $s; }; sum 1 2 3; f() { echo $#; set -- x; echo $1; }; f a b; echo "$#"; g() { local x=$1; shift; [ $# -gt 0 ] && g "$@"; echo $x; }; g 1 2 3; h() { return $1; }; h 300; echo $?; k() { echo "${FUNCNAME[*]}"; }; l() { k; }; l
### getopts: OPTIND games
set -- -a -b x -c; OPTIND=1; getopts ab:c o; echo $o $OPTIND; getopts ab:c o; echo $o $OPTARG $OPTIND; getopts ab:c o; echo $o; getopts ab:c o; echo $? $o $OPTIND; OPTIND=1; getopts a o -ax; echo $o $OPTIND; getopts a o -ax 2>/dev/null; echo $o $OPTIND; getopts 2>/dev/null; echo $?; getopts a 2>/dev/null; echo $?; OPTIND=1; getopts :a: o -a; echo "$o $OPTARG"; OPTIND=1; while getopts ab o -ab -a -- -b; do echo -n "$o"; done; echo $OPTIND; OPTIND=1; getopts 'a' 1bad -a 2>/dev/null; echo $?
### heredoc: tabs quotes expansions
cat <<-EOF
	a
	  b
		c	d
	$(echo "	x")
	EOF
cat <<"EOF" <<'E2'
ignored
EOF
last $x
E2
x='*'; cat <<EOF
$x "$x" '$x' ${x:+"q"} ${x:+'s'} \\ \$ \` \" \x
EOF
while read a; do echo "<$a>"; done <<EOF
$(printf '1\n2\n')
EOF
cat <<EOF | sed 's/a/A/'; echo next
banana
EOF
if true; then cat <<EOF
inif
EOF
fi; f() { cat <<EOF
fn $1
EOF
}; f z; (cat <<EOF
sub
EOF
); x=$(cat <<EOF
cs
EOF
); echo $x; cat <<E"O"F
mixed
EOF
### interactive features
echo 'echo from rc; rcvar=1' > rc; bash --rcfile rc -i -c 'echo $rcvar' 2>/dev/null; bash --norc -i -c 'echo $-' 2>/dev/null | grep -c i; PS1='> ' ; echo 'echo $((1+1))' | bash --norc -i 2>/dev/null; printf 'PROMPT_COMMAND="echo pc"\necho a\n' | bash --norc -i 2>/dev/null; printf 'echo one\nfoo(\necho two\n' | bash --norc -i 2>/dev/null; printf 'false\n${x?err}\necho still\n' | bash --norc -i 2>/dev/null; printf 'alias z="echo al"\nz\n' | bash --norc -i 2>/dev/null
### let spacing and quotes
let x=5; let "y = x + 1"; let z=x*2 'w = z'; echo $x $y $z $w; let x++; echo $x; let 'x += 1, y = 3'; echo $x $y; let 0; echo $?; let 1; echo $?; let "a[2]=5"; echo ${a[2]}; let b=010; echo $b; let c='(1+2)*3'; echo $c; let x==7; echo $?
### loops: select
printf '2\n\n9\nq\n' | { select x in aa bb cc; do echo "[$x][$REPLY]"; [ "$REPLY" = q ] && break; done; } 2>&1; PS3='pick: '; echo 1 | { select x; do echo $x; break; done; } 2>&1; set -- p q; echo 2 | { select x; do echo $x; break; done; } 2>&1
### nameref errors
declare -n r; r=x; echo ${!r}; x=5; echo $r; declare -n r2=1bad 2>&1; declare -n r3='a b' 2>&1; echo $?; declare -n r4=arr[1]; arr=(0 1 2); echo $r4; r4=X; echo ${arr[1]}; unset -n r4; declare -p arr; f() { local -n ref=$1; ref+=(new); }; a=(1); f a; echo ${a[@]}; g() { local -n ref=v; local v=inner; ref=changed; echo $v; }; v=outer; g; echo $v; declare -n s=t; s=5; declare -p s t; declare +n s; s=plain; echo $s $t; declare -n q=u; q[2]=z; declare -p u; h() { local -n x=$1; echo $x; }; y=yy; h y
### nocasematch
shopt -s nocasematch; [[ ABC == abc ]] && echo 1; case FOO in foo) echo 2;; esac; [[ ABC =~ b ]] && echo 3; x=AbC; echo ${x/b/-} ${x//[a-c]/.} ${x#a}; [ A = a ] || echo 4; [[ a != A ]] || echo 5; shopt -u nocasematch; [[ A == a ]] || echo 6
### posix mode
set -o posix; f() { echo f; }; type f | head -1; unset -f f; (export 1bad) 2>/dev/null; echo no $?; x=1 : ; echo $x; (readonly r=1; r=2; echo no) 2>/dev/null; echo $?; (. /nonexist; echo no) 2>/dev/null; echo $?; (shift 5; echo yes) 2>/dev/null; (set -o nope; echo no2) 2>/dev/null; echo $?; (break; echo b) 2>/dev/null; echo ~ | grep -c /; alias q=echo; kill -l TERM; command -v if
### print function forms
f() { echo a; echo b & echo c; }; declare -f f; g() { if a; then b; fi; }; declare -f g; h() { a=1; b=(x y); c+=z; d[1]=2; export E=1; }; declare -f h; i() { { a; b; }; (c; d); }; declare -f i; j() { [[ -n $x && ( a == b || ! c ) ]]; ((x++)); }; declare -f j; k() { cat < in > out 2>> err >&2 <&3 3<> rw >| cl &> all; }; declare -f k; l() { cat <<A <<-'B'
a
A
b
B
	echo; }; declare -f l; m() { for ((;;)); do break; done; for x; do :; done; select y in a b; do :; done; }; declare -f m; n() { while a; do b; done; until c; do d; done < f; }; declare -f n; o() { case x in a) b;; c|d) e;& *) f;;& esac; }; declare -f o; p() { time a; ! b; time -p c | d; coproc e; coproc N { f; }; }; declare -f p; q() { function inner { x; }; r() (y); }; declare -f q; s() ( echo sub ); declare -f s; t() { echo "a b" 'c' $'d' $(e  f) `g` ${h:-i} $((1 + 2)) <(j) *.k; }; declare -f t
### prompt expansions
x='\h:\w\$ '; cd /; y='\j \l \!'; z='\D{%Y}'; a='$(echo sub) `echo bq` $HOME'; HOME=/h; echo "${a@P}"; b='\[\e[1m\]x\[\e[0m\]'; echo "${b@P}" | cat -v; c='\101\x'; echo "${c@P}"; PROMPT_DIRTRIM=1; mkdir -p /tmp/pd/e/f; cd /tmp/pd/e/f; d='\w'; echo "${d@P}"; e='\s \v'; echo "${e@P}"; g='a\nb\\c'; echo "${g@P}"
### read -t and -n combos
echo abcdef | { read -n 3 a; read -n 2 b; read c; echo "$a|$b|$c"; }; printf 'ab\ncd' | { read -N 4 x; echo "${x@Q}"; }; read -t 1 x <<< hi; echo $? $x; read -t 0.05 x < <(sleep 0.3; echo late); [ $? -gt 128 ] && echo timeout; printf 'x y' | { read -d ' ' p; read q; echo "$p|$q"; }; printf 'a\\\nb c\n' | { read x y; echo "$x|$y"; }; printf 'a\\\nb\n' | { read -r x; echo "$x"; }; printf '\\a\\b\n' | { read x; echo "$x"; }; read -d '' -n 3 z <<< abcdef; echo $z; printf 'é1' | { read -n 1 u; echo $u; }; echo "x:y" | { IFS=: read -n 3 m n; echo "$m|$n"; }
### redirect: many digits and swaps
{ echo out; echo err >&2; } 3>&1 1>&2 2>&3 3>&- | sed 's/^/p:/'; (echo a >&3) 3>&1; { echo b >&4; } 4>&1 | cat; exec 7>&1; echo c >&7; exec 7>&-; f() { echo d >&5; } 5>&1; f; echo e 3>f >&3; cat f; cat 0<<<z; exec 20<<<twenty; cat <&20; exec 20<&-; : 2>&1 >f; [ -s f ] || echo empty; echo {a,b} > 'f x'; cat 'f x'; echo hi > "$(echo g)"; cat g; >h 2>&1 echo redir; cat h; cat <<<a <<<b; ls > /dev/null 2>&1; echo $?
### sh-options: update via SHELLOPTS etc
set -o noglob; echo *; set +o noglob; case $SHELLOPTS in *noglob*) echo yes;; *) echo no;; esac; export SHELLOPTS; set -e; bash -c 'case $- in *e*) echo inherited;; esac'; set +e; (SHELLOPTS=x) 2>&1 | sed 's/.*: //'; set -eu -o pipefail; echo $- | sed 's/[hBc]//g'; set +eu +o pipefail; set -o | grep -c on$; shopt -s nullglob dotglob; shopt nullglob dotglob; shopt -u nullglob dotglob; shopt -q nullglob dotglob; echo $?; set -; set -- ; echo $#; set -o allexport; A1=x; set +o allexport; env | grep ^A1; set -o | sed -n 's/ *\t/=/p' | head -3
### strict and misc arith
set -u; (( x = 5 )); echo $x; (echo $((nope+1))) 2>&1 | sed 's/.*: //'; a=(1 2); echo ${#a[@]} ${a[1]}; (echo ${a[5]}) 2>&1 | sed 's/.*: a/a/'; echo "${nope:-d}" "${nope+x}"; (echo $1) 2>&1 | sed 's/.*: //'; echo "$@" "$*" $#; unset b; b=(); echo "${b[@]}" "${#b[@]}"; f() { echo "$@"; }; f; declare -A m; (echo ${m[x]}) 2>&1 | sed 's/.*: m/m/'; echo ${!nope*}; [[ -v nope ]] || echo unset; (: ${nope}) 2>/dev/null; echo $?
### time keyword
TIMEFORMAT='%R'; { time true; } 2>&1 | sed 's/[0-9]/N/g'; TIMEFORMAT='%%x %2lU'; { time sleep 0.01; } 2>&1 | sed 's/[0-9]/N/g'; unset TIMEFORMAT; { time -p :; } 2>&1 | sed 's/[0-9.]*$//'; { time; } 2>&1 | head -c 0; time false; echo $?; { time { echo a; false; } | cat; } 2>/dev/null; f() { time echo $1; }; f x 2>/dev/null; type -t time; time -- echo dd 2>/dev/null; \time 2>/dev/null || echo notfound
### type all
f() { :; }; type f; type -a cd; type -t f cd if ls; type nosuch 2>&1; echo $?; type -P ls cat; type -p f; echo $?; type -f f 2>&1; shopt -s expand_aliases; alias al=echo; type al; type -a al; type -t al; type -ap ls; hash -p /bin/zork zz; type zz; type -t zz; type '[' '{' '}' time coproc '!' 
### ulimit and umask misc
umask 022; umask -S u=rwx,g=,o=; umask; umask -p -S; umask 0; mkdir d; ls -ld d | cut -c1-10; umask 077; touch g; ls -l g | cut -c1-10; (umask 0; umask); umask; umask a=rx; umask; umask u-w,g+w 2>&1; umask; umask z 2>&1; umask 8 2>&1; ulimit -c; ulimit -S -c; ulimit -c 0; echo $?; ulimit -n 64; ulimit -n; ulimit -Z 2>&1 | head -1; ulimit -n abc 2>&1
### unset corner cases
x=1; f() { unset x; echo ${x-u}; x=2; }; f; echo $x; g() { local x=l; unset x; x=n; }; g; echo $x; a=(1 2 3); unset a[0]; echo "${a[@]}" ${#a[@]}; unset 'a[-1]'; echo ${a[@]}; unset 'a[5]'; echo $?; readonly ro=1; unset ro 2>/dev/null; echo $?; unset nope; echo $?; unset -f nope; echo $?; unset 1x 2>&1; echo $?; unset; echo $?; h() { local y=1; i; echo ${y-gone}; }; i() { unset y; y=glob; }; h; echo ${y-none}; declare -A m=([a]=1 [b]=2); unset m[a]; echo ${!m[@]}; k=b; unset "m[$k]"; echo ${#m[@]}
### var-op-slice edges
x=abcdef; echo "${x:0}" "${x::2}" "${x:2:}" "${x: -2}" "${x:(-3):2}" "${x:1:-1}" "${x:3:0}" "${x:6}" "${x:7}" "${x: -7}|"; n=2; echo ${x:n} ${x:n:n} ${x:$n:$((n+1))} ${x:n+1} ${x:n?1:2}; set -- a b c; echo "${@:1:1}" "${@:0:1}" "${@:2}" "${@: -1}" "${@:4}" "${*:1:2}" "${@:1:0}|"; a=(p q r s); echo ${a[@]:0:2} ${a[@]:1} ${a[@]: -2:1} "${a[*]:1:2}" ${a:1} "${a[1]:0:1}"; (echo ${x:1:-9}) 2>&1 | sed 's/.*: //'; (echo ${a[@]:0:-1}) 2>&1 | sed 's/.*: //'; e=; echo "${e:0:1}|${nope:0:1}|"
### var-op-strip and patsub edges
x='a/b//c'; echo ${x#*/} ${x##*/} ${x%/*} ${x%%/*} ${x//\//:} ${x/\/\//+}; y='aXbXc'; echo ${y#*X} ${y##*X} ${y%X*} ${y%%X*} ${y//X} ${y/#a/Z} ${y/%c/Z} ${y/#b/Z}; z='***'; echo "${z#\*}" "${z//\*/x}" "${z#'*'}" "${z%%\**}|"; s='[abc]'; echo "${s#[}" "${s%]}" "${s//[\[\]]/}" "${s/\[/(}"; p='?'; w='a?b'; echo "${w//$p/Q}" "${w//"$p"/Q}" "${w//\?/Q}"; echo "${x/b/\/}" "${x/b/"\/"}" "${x/b/'&'}" "${x/b/&&}" "${x//[^a-z]/}"; u='αβα'; echo ${u#α} ${u%α} ${u//α/a}; v=$'a\nb'; echo "${v//$'\n'/,}" "${v%%$'\n'*}"; q="it's"; echo "${q//\'/\"}" "${q/"'"/}"; t=tabs; echo ${t/#/pre-} ${t/%/-post} ${t/*/all} ${t//?/.} "${t/a*/}" ${t/b/$t}
### weird: assorted
: $(: ; : "$(:)"); echo "$(echo "$(echo "a"'b')")"; echo ${x:-$(echo '}')} "${x:-'}'}" "${x:-"}"}" ${x:-\}}; echo "${x-a"b"c}" "${x-'a'}" ${x-'a'"b"}; case "${x:-a)b}" in "a)b") echo ok;; esac; eval "$(echo 'echo ev')"; f() { echo "$*"; }; f $(echo a b) "c d" {e,f}; set -- $(echo '*'); echo $#; y='$(echo no)'; echo $y "$y"; z='`echo no`'; echo "$z"; a='a"b'; echo "$a" $a; echo \
x; echo "a\
b"; echo a\\b 'a\\b' "a\\b"; if :; then :; else :; fi; { :; }; ( : ); echo $? ; w=x; echo $w$w "$w"$w ${w}y $w.y $w/y $w-y; echo $'\u00e9' $'\x41' $"loc"
