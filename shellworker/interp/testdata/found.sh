### arrays and namerefs to elements
echo 1; declare -A m=([k]=v); y=; declare -A m=([$y]=1 [b]=2); echo $?; declare -p m
m=([$y]=1 [c]=2); echo $?; declare -p m
declare -A m2; m2=([]=1); echo $?
m[$y]=3; echo $?
m[]=3; echo $?
echo 2
arr=(p 'q r'); declare -n ref='arr[1]'; ref[0]=x; echo $? 
declare -n ref2='arr[@]'; ref2[0]=x; echo $?
ref2=x; echo $?
echo "${ref[0]}" "${ref[@]}" "${ref2[0]}"; 
for r in "${#ref}" "${#ref[@]}" "${ref:1}" "${ref#q}" "${!ref}" "${ref@Q}" "${ref@A}" "${ref@a}" "${#ref2}" "${ref-u}" "${ref+s}"; do echo "<$r>"; done
a=(1 2 3); a=([0]+=x [1]=y); declare -p a
declare -a a=([0]+=x [5]+=q); declare -p a
i=(1 2); declare -i i; i=([0]+=5 [1]=3); declare -p i
echo 6; declare -p arr; echo "${arr[1]@A}" "${m[k]@A}" ; printf '<%s>' "${arr[@]@A}"; echo; printf '<%s>' "${arr[*]@A}"; set -- a 'b c'; printf '<%s>' "${@@A}" "${*@A}"; echo; s='a b'; printf '<%s>' "${s@A}"  ${s@A} ${arr[@]@A}; x=${arr[@]@A}; echo "$x"; printf '<%s>' "${m[@]@A}" "${m[@]@K}" "${arr[@]@K}" ${arr[@]@k};echo;
### namerefs to themselves
g() { local -n r=$1; echo in $?; r=5; echo after $?; echo "<$r>"; }; g r; echo $?
g() { declare -n r=r; echo in $?; }; g; declare -n q=q; echo $?
r=top; g() { local -n r=$1; r=5; }; g r; echo $? $r
f() { local -n v=$1; v=x; }; v=1; f v; echo $v; w=1; f w; echo $w
declare -n c1=c2 c2=c1; c1=5; echo $?; echo "<$c1>"; echo $?; declare -p c1
### line numbers in command substitutions
echo $(
echo $LINENO)
echo $(echo $LINENO
echo $LINENO)
f() {
 echo $(
 echo $LINENO)
}
f
### found: a2
for v in '#%' '##' '#-' '#?' '#:' '#/' '#^' '#@' '#*' '##x' '#%x' '#,' '#!' '#+' '#=' '#%%' '###' '#-x' '#:-x' '#?x' '#+x' '#/a/b' '#:0' '#:0:1' '#@Q' '#~' '#1' '#_' '@%' '*#' '-%' '?%' '!%' '-#' '?#' '?:1' '!' '-' '!@' '!*' '!#' '!?' '!-' '!$' '!!' '!1' '!0'; do eval "echo \"$v => <\${$v}>\"" 2>&1; done
### found: a3
( ! { trap 'echo E $?' ERR; (false); }; echo $?)
( ! { trap 'echo E $?' ERR; false; }; echo $?)
( trap 'echo E $?' ERR; ! { (false); true; };echo $?)
( trap 'echo E $?' ERR; if (false); then :; fi; echo 1;  ! (false); echo 2; (false) || :; echo 3;  (exit 3) && :;echo 4;  while (false); do :; done; echo 5; { (false); false; } || : ;echo 6;  (false); echo 7; if { (false); }; then :; fi; echo 8; { (false); true; } && :; echo 9; f() { (false); }; f || :; echo 10; ! { (false); }; echo 11; ! { { (false); }; }; echo 12; ! f; echo 13; { { (false) ; } || :; }; echo 14; { (false) | true; }; echo 15; ! { false | false; })
( set -e; ! { (false); echo in; }; echo out; ! { false; echo in2; }; { (false); echo in3; } || :; f() { (false); echo in4; }; f || :; ! f; if f; then :; fi; echo end)
### found: a5
set -u; (echo ${arr[9]@x}; echo a); echo $?; (echo ${n@Q}; echo b); echo $?; (echo ${n@a}; echo c); echo $?;(echo ${n[@]@Q}; echo d); echo $?; (echo ${n@}; echo e); echo $?
set +u; (echo ${n@x}; echo a); echo $?; x=1; (echo ${x@x}; echo a); echo $?
### found: a6
f() { local -r x=1; f2() { local x=2; echo $x; x=3; echo $x; }; f2; local x=5; echo $x; }; f
readonly g=1; f() { local g=2; echo $?; }; f; echo $g
### found: a7
f() { declare -n ref=ref; ref=5; echo "$ref"; echo "${!ref}"; echo no; }; f; echo $ref
f() { declare -n ref=ref; ref[2]=5; echo "${ref[@]}"; }; f; declare -p ref
### inverted commands and ERR
( set -E; trap 'echo E $?' ERR; f() { false; true; }; ! f; echo 1; f || :; echo 2; ! eval 'false; true'; echo 3; ! { f; }; echo 4; ! (f); echo 5; ! { ! false; }; echo 6; ! { false && true; }; echo 7; if ! { false; }; then :; fi; echo 8; ! { false; } || :; echo 9; ! while false; do :; done; echo 10; ! if false; then :; else false; fi; echo 11; ! for i in 1; do false; done; echo 12; ! case a in a) false; esac)
( set -e; f() { false; echo in; }; ! f; echo 1; ! eval 'false; echo in'; ! (false; echo in); ! (set -e; false; echo in); echo 3; ! while :; do false; break; done; echo 4; ! { ! { false; echo in; }; } ; echo 5)
### c1
declare -n x=; echo $?; declare -p x; f() { local -n x=; echo $?; declare -p x; echo "${x-u}"; }; x2=1; f
x=1; echo $?; declare -p x; x=y; echo $?; declare -p x
f() { local -n q; q=1; echo $?; echo in; }; f; echo out
declare -n z; z=0; echo $?; z=ok; echo $?; declare -p z
### c2
bash -c 'echo $(if true'; echo $?
bash -c 'echo $(for i in'; echo $?
bash -c 'echo $(echo a'; echo $?
bash -c 'echo $(echo "a'; echo $?
bash -c 'echo $(case x in'; echo $?
bash -c 'echo $({ a'; echo $?
bash -c 'echo $(cat <<E'; echo $?
bash -c '( eval "echo \$(if true" ); echo $?'; echo $?
bash -c 'eval "echo \$(if true"; echo $?'; echo $?
bash -c 'eval "echo \$(echo a"; echo $?'; echo $?
### c3
set -- a b; echo "${@@}"; echo "<${x@}>"; x=1; (echo "<${x@}>"); echo $?; arr=(1); (echo "${arr[@]@}"); echo $?; set --; echo "${@@}"; (echo "${*@X}"); echo $?; (echo "${nope@X}"); (echo "${nopearr[@]@X}")
### c4
read -d : a b <<< 'a b\'; echo "$?|$a|$b|"
printf 'a\\\nb:c' | { read -d : a; echo "<$a>"; }
printf 'a\\\nb\\:c:d' | { read -d : a; echo "<$a>"; }
printf 'a\\\nb' | { read -n 3 a; echo "<$a>"; }
printf 'a\\\nbcd' | { read -N 3 a; echo "<$a>"; }
printf 'a\\b\\\\c\\\n d\n' | { read a b; echo "<$a><$b>"; }
printf 'a\\' | { read a; echo "<$a> $?"; }
### "${x-$@}" without parameters
n() { echo $#; }; set --; y=1; arr=(1 2); declare -A m=([k]=v)
n "${x-$@}"; n "${x:-$@}"; n "${y+$@}"; n "${y:+$@}"; n "${arr[1]+$@}"; n "${arr[@]+$@}"; n "${m[k]+$@}"; n "${1-$@}"; n "${@-$@}"; n "${*-$@}"; n "${#+$@}"; n "${x-"$@"}"; n "${y+"$@"}"; n "${x-${@}}"; n "${x-${arr2[@]}}"; n "${y+${arr2[@]}}"; n "${x-${*}}"; n "${x-$@ }"; n ${x-"$@"}; n ${y+"$@"}; n ${x-$@}; n "${arr[7]-$@}"; n "${arr2[@]-$@}"; n "${arr2[1]-$@}"; n "${m[z]-$@}"; n "${x-$z$@}"; n "$z$@"; n "${@}${@}"; n "${x}$@"; n "$@""$@"; n "$@"''; n ""$@; n "${@:1}"; n "${@#a}"; n "${arr2[@]}"; n "${arr2[@]:1}"; n "${!arr2[@]}"; n "${!zz@}"; n "${@@Q}"; n "x$@"; n "${@:-}"; n "${@-}"; n "${*:-}"; n "${@:+x}"; n "${@+x}"; n "${arr2[@]+x}"; n "${arr2[@]-}"; n "${arr2[*]}"; n "${*}"
for v in 1; do n "${y+$@}"; done
### integer attributes and what is assigned before a command
declare -i n=1; n=2+3 eval "echo \$n"; n=2+3 printenv n; n+=4 printenv n; n+=4 eval "echo \$n"; f() { echo $n; declare -p n; }; n=2+3 f; declare -u u=a; u=bc printenv u; u=bc eval "echo \$u"; n=1/0 true; echo $?
declare -i n=1; f() { declare -p n; n=7+1; echo $n; }; n+=4 f; declare -u u=ab; u+=cd printenv u; g() { declare -p u; }; u+=x g; declare -n r=u; r=zz g; echo $u; declare -a arr=(1 2); arr=5 eval "declare -p arr"; h() { declare -p arr; local arr; declare -p arr; }; arr=7 h; declare -p arr; export E=1; k() { local E=2; printenv E; declare -p E; }; k; E=3 k; declare -x F=1; k2() { local -a F; F[1]=2; declare -p F; declare -A F2; }; k2; k3() { declare F; declare -p F; local -i F; declare -p F; }; k3
### statuses of errors that end a line
cat > s <<'EOS'
(exit 4); declare -ia v[2]=1/0
echo 1 $?; (exit 4); declare -i w=1/0
echo 2 $?; (exit 4); declare -i w; w=1/0
echo 3 $?; (exit 4); echo $((1/0))
echo 4 $?; (exit 5); v[1/0]=3
echo 5 $?; (exit 5); echo ${v[1/0]}
echo 6 $?; (exit 5); echo ${v:1/0}
echo 7 $?; (exit 5); ((1/0))
echo 8 $?; (exit 5); let 1/0
echo 9 $?; (exit 5); [[ 1/0 -eq 1 ]]
echo 10 $?; (exit 5); printf -v "v[1/0]" x
echo 11 $?; (exit 5); read "v[1/0]" <<< x
echo 12 $?; (exit 5); unset "v[1/0]"
echo 13 $?; (exit 5); declare "v[1/0]=1"
echo 14 $?; (exit 5); export w=1/0
echo 15 $?; (exit 5); f() { local -i q=1/0; }; f
echo 17 $?; (exit 5); w=1/0 true
echo 18 $?; (exit 5); for w in 1/0; do :; done
echo 19 $?; (exit 5); read w <<< 1/0
echo 20 $?; (exit 5); : ${w:=1/0}
echo 21 $?; (exit 5); test -v "v[1/0]"
echo 22 $?; (exit 5); [[ -v v[1/0] ]]
echo 23 $?; (exit 5); a=([1/0]=1)
echo 24 $?; (exit 5); shift 1/0
echo 25 $?; (exit 5); : ${!x}
echo 26 $?; (exit 5); : ${x@}
echo 27 $?; (exit 5); : ${x!}
echo 28 $?; r=1; readonly r; (exit 5); r=2
echo 29 $?; (exit 5); r=2 true
echo 30 $?; (exit 5); declare r=2
echo 31 $?; (exit 5); : ${a[-9]}
echo 32 $?; (exit 5); a[-9]=1
echo 33 $?; (exit 5); : *.nope; shopt -s failglob; : *.nope
echo 34 $?; shopt -u failglob; (exit 5); exec 9<nope
echo 35 $?; (exit 5); . nope
echo 36 $?; (exit 5); eval 'if'
echo 37 $?; (exit 5); readonly w=1/0
echo 38 $?; (exit 5); ( declare -ia v[2]=1/0 ); echo $?; (exit 5); ( ( exit 4); echo ${v[1/0]} ); echo $?
EOS
bash s 2>/dev/null
### the trap for CHLD
trap 'echo c$?' CHLD; x=$(true); echo d1; echo a | cat; echo d2; (exit 3); echo d3; { sleep 0.05; } & wait; echo d4; cat <(echo p); echo d5; : | : | :; echo d6; f() { /bin/true; echo in; }; f; echo d7; (/bin/true; echo sub); echo d8; /bin/true && /bin/true; echo d9; sleep 0.05 & sleep 0.05 & sleep 0.15; echo d10; wait; echo d11; if /bin/true; then echo t; fi; for i in 1 2; do /bin/true; done; echo d12; trap - CHLD; /bin/true; echo d13; trap '' CHLD; /bin/true; echo $?; (exit 3); echo $?
### what set -e ends at once
for s in 'arr=(); echo ${arr[-1]}; echo no' 'readonly r=1; f() { r=2; }; f || :; echo no' 'echo ${x!} || :; echo no' 'f() { echo ${!nope}; }; f || :; echo no' 'a=(1); f() { a[-5]=1; echo in; }; f || :; echo no' 'f() { echo ${a:0:-5}; }; a=b; f || :; echo no' 'f() { echo $((1/0)); echo in; }; f || :; echo y' 'f() { declare -A m=([]=1); echo in; }; f || :; echo no' 'f() { shift 9; echo in; }; f || :; echo y' 'f() { export 1x; echo in; }; f || :; echo y' 'f() { exec 3<nope; echo in; }; f || :; echo y' 'f() { echo ${x?m}; }; f || :; echo no' 'f() { echo >$u; echo in; }; f || :; echo y' 'readonly r; f() { unset r; echo in; }; f || :; echo y' 'readonly r; f() { local r; echo in; }; f || :; echo y' 'readonly r; if r=1; then :; fi; echo no' 'readonly r; read r <<< x || :; echo no' 'readonly r; for r in 1; do :; done || :; echo no' 'readonly r; declare r=1 || :; echo y' 'readonly r; export r=1 || :; echo y' 'readonly r; ((r=1)) || :; echo no' 'readonly r; printf -v r x || :; echo no' 'readonly r; r=1 true || :; echo no' 'readonly r; getopts a r -a || :; echo no' 'readonly -a r=(1); r+=(2) || :; echo no' 'readonly r; mapfile r <<< x || :; echo y'; do printf '%s => ' "$s"; bash -ec "$s" 2>/dev/null; echo "[$?]"; done
### subscripts of all in arithmetic
arr=(5 6); echo $((arr[@])) $((arr[*])); declare -A m=([k]=7 [@]=8); echo $((m[@])) $((m[k])); ((arr[@]=9)); declare -p arr; unset u; echo $((u[@])); let "arr[@]++"; declare -p arr; i=arr[@]; echo $((i))
### tilde-prefixes that mean nothing are patterns
shopt -s nullglob; printf '<%s>' ~[a-z] ~nope* x; echo; shopt -u nullglob; printf '<%s>' ~[a-z] ~nosuchuser/x; echo
### negative subscripts of what is no array
v=abc; echo ${v[-1]}; echo ${v[-1]:-x}; [[ -v v[-1] ]]; echo $?; echo "${w[-1]}|${w[-1]-d}"; echo $(( v[-1] )); n=5; echo $(( n[-1] )) $(( q[-1] )); echo ${#w[-1]}; declare -n r=v; echo ${r[-1]}
a=(1 22); echo ${#a[-1]} ${#a[-2]}; ( echo ${#a[-3]}; echo no ); ( echo ${#v[-1]}; echo no )
### a lone quote quoted
x="'"; echo "${x@Q}" "${x@K}" "${x@k}" "${x@A}"; set -- "'" b; echo "${*@Q}" "${*@K}" "${@@k}"; alias q="$x"; alias q; trap "$x" USR1; trap -p; set | grep ^x=; printf '%q\n' "$x"; trap - USR1
### nameref to a nameref without a target
x="a b"; f() { local -n x; g() { local -n r=$1; r+=q; }; g x; echo $?; declare -p x; }; f; echo $? "$x"
h() { local -n y; local -n r=y; r=q; echo $?; declare -p y r; }; h; echo $? "$y"
k() { local -n x; echo $(( x = 3 )); declare -p x; }; k; echo $?
### length of $! under set -u
set -u; echo ${#!} ${#?}; echo $!
