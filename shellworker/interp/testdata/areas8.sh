### expansions that fail 1 [stderr]
cat <<< ${x:?}; echo $?
### expansions that fail 2 [stderr]
cat <<< ${x?}; echo $?; set -u; cat < $x; echo $?; ls > $x; echo $?
### expansions that fail 3 [stderr]
set -u; a=$x cat; echo $?
### expansions that fail 4 [stderr]
a=${x:?} cat; echo $?
### expansions that fail 5 [stderr]
cat ${x:?}; echo $?
### expansions that fail 6 [stderr]
echo a | cat > ${x:?}; echo $?
### expansions that fail 7 [stderr]
(cat <<< ${x:?}; echo in); echo $?
### expansions that fail 8 [stderr]
set -e; cat <<< ${x:?}; echo no
### expansions that fail 9 [stderr]
trap 'echo E $?' EXIT; cat <<< ${x:?}; echo y
### expansions that fail 10 [stderr]
trap 'echo E $?' EXIT; cat <<< ${x:?}
### expansions that fail 11 [stderr]
nosuch <<< ${x:?}; echo $?
### expansions that fail 12 [stderr]
cat <<< ${x:=5}; echo "[$x]"
### expansions that fail 13 [stderr]
cat <<< $((y=3)); echo "[$y]"
### expansions that fail 14 [stderr]
a=${z:=4} cat </dev/null; echo "[$z]"
### expansions that fail 15 [stderr]
cat <<< "${x:?my msg}" || echo "failed $?"
### expansions that fail 16 [stderr]
cat <<< ${x@Z}; echo $?; x=1; cat <<< ${x@Z}; echo $?
### expansions that fail 17 [stderr]
cat <<E
${x:?}
E
echo $?
### expansions that fail 18 [stderr]
x=(1); cat <<< ${x[-5]}; echo $?
### expansions that fail 19 [stderr]
a=$((1/0)) cat; echo $?
### expansions that fail 20 [stderr]
readonly r; a=${r:=x} cat; echo $?
### expansions that fail 21 [stderr]
readonly r=1; r=2 cat </dev/null; echo $?
### expansions that fail 22 [stderr]
v=$BASHPID; [ "$v" = "$(cat <<< $BASHPID)" ] && echo same || echo diff
### expansions that fail 23 [stderr]
i=5; cat <<< $((i++)); cat < <(echo $((i++))); echo $i
### expansions that fail 24 [stderr]
f() { cat <<< ${x:?}; echo f; }; f; echo $?
### expansions that fail 25 [stderr]
set -u; cat << E
$nope
E
echo after $?
### expansions that fail 26 [stderr]
echo $(cat <<< ${x:?}; echo in); echo $?
### expansions that fail 27 [stderr]
env A=${x:?} true; echo $?
### expansions that fail 28 [stderr]
: ${x:?}; echo no
### expansions that fail 29 [stderr]
eval 'cat <<< ${x:?}'; echo $?
### expansions that fail 30 [stderr]
printf '%s\n' a > ${x:?}; echo no
### elements and fatal errors 1 [stderr]
echo a | cat ${x:?}; echo $?
### elements and fatal errors 2 [stderr]
echo a | : ${x:?}; echo $?
### elements and fatal errors 3 [stderr]
echo a | { : ${x:?}; }; echo $?
### elements and fatal errors 4 [stderr]
echo a | : <<< ${x:?}; echo $?
### elements and fatal errors 5 [stderr]
(: <<< ${x:?}); echo $?
### elements and fatal errors 6 [stderr]
(cat <<< ${x:?}); echo $?
### elements and fatal errors 7 [stderr]
echo a | cat <<< ${x:?}; echo $?
### elements and fatal errors 8 [stderr]
cat <<< ${x:?} & wait $!; echo $?
### elements and fatal errors 9 [stderr]
: ${x:?} & wait $!; echo $?
### elements and fatal errors 10 [stderr]
y=$(cat <<< ${x:?}); echo $?
### elements and fatal errors 11 [stderr]
y=$(: ${x:?}); echo $?
### elements and fatal errors 12 [stderr]
set -u; echo a | cat $x; echo $?; echo a | cat <<< $x; echo $?; (cat <<< $x); echo $?
### elements and fatal errors 13 [stderr]
v=(1); echo ${#v[-5]}; echo no
### elements and fatal errors 14 [stderr]
v=(1); echo ${#v[5]} ${#v[x]}; declare -A m=([a]=bc); echo ${#m[-1]} ${#m[a]} ${#m[]}; echo y
### elements and fatal errors 15 [stderr]
declare -a v; echo ${!v*}; v=(); echo ${!v*}; v=(1); echo ${!v*}; declare -A w; echo ${!w*}; w=(); echo ${!w*}; declare -i vi; declare vs; export ve; readonly vr; echo ${!v@}
### elements and fatal errors 16 [stderr]
declare -n r=v; echo "${r@A}|${r[@]@A}|${r[*]@A}|${r[0]@A}|${r@a}"; v=5; echo "${r@A}|${r[@]@A}|${r[*]@A}|${r[0]@A}|${r@a}"; v=(1 2);  echo "${r@A}|${r[@]@A}|${r[*]@A}|${r[0]@A}|${r@a}|${r[1]@A}"
### elements and fatal errors 17 [stderr]
declare v; echo "${v@A}|${v[@]@A}|${v[*]@A}|${v[0]@A}|${v@a}"; declare -i i; echo "${i@A}|${i[@]@A}|${i[0]@A}|${i@a}|${i[@]@a}";  declare -a i; echo "${i@A}|${i[@]@A}|${i[0]@A}|${i@a}|${i[@]@a}"; x=; echo "${x@A}|${x[@]@A}|${x[0]@A}|${x@a}|${x[@]@a}"; y=(); echo "${y@A}|${y[@]@A}|${y[0]@A}|${y@a}|${y[@]@a}"
### order of output and errors 1 [stderr]
alias a=b; alias a nope a 2>&1; hash cat; hash -t cat nosuch cat 2>&1;  trap "x" INT; trap -p INT NOPE INT 2>&1
### order of output and errors 2 [stderr]
shopt extglob nope dotglob 2>&1; shopt -p extglob nope dotglob 2>&1; kill -l 1 999 2 2>&1; printf "%d\n" 1 x 2 y 2>&1; printf "%d|" 1 x 2 y 2>&1; printf '%s\n%n%d%z\n' a nn 5 2>&1; echo $nn; printf -v q '%d\n' 1 x 2 2>&1; declare -p q
### order of output and errors 3 [stderr]
f() { local v=3; local -a v; declare -p v; }; f;f() { local v=3; declare -A v; declare -p v; }; f; v=3; declare -a v; declare -p v;f() { local v=3; local v+=(4); declare -p v; }; f; f() { local v=3; declare v[1]=4; declare -p v; }; f; f() { local v=3; readonly -a v; declare -p v; }; f
### order of output and errors 4 [stderr]
declare -a v=(1); readonly -A v; declare -p v; declare -A w=([a]=1); readonly -a w; declare -p w; f() { local -g q=3; }; f; declare -p q; f() { local -aA v; echo $?; declare -p v; }; f; declare -aA z; echo $?; declare -p z
### order of output and errors 5 [stderr]
f() { local -F f; echo $?; local -f f; }; f; declare -f nope=1; echo $?; declare -f nope; echo $?
### expansion products 1
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
readonly v=roval; IFS=; [[ ${v[-1]~} == *a* ]]; echo $?
declare -A v=([k]='a b' ['x y']=c [0]=zero); for i in ${v[-1]@k}; do echo "($i)"; done
v=' a b*c/d:e '; printf "<%s>" "${!v[*]}"; echo
declare -A v=([k]='a b' ['x y']=c [0]=zero); printf "<%s>" "p${v[k]?msg}s"; echo
unset v; unset IFS; y=(${v[@]:+A b}); echo ${#y[@]}
declare -l v=ABC; set -- 'a b' '' 'c:d'; printf "<%s>" "p${@:+A b}s"; echo
v=' a b*c/d:e '; set -- 'a b' '' 'c:d'; IFS=; [[ ${1:-D "x y"} == *a* ]]; echo $?
v=' a b*c/d:e '; for i in ${v[*]:+"A  b"}; do echo "($i)"; done
v=' a b*c/d:e '; printf "<%s>" ${!v@}; echo
unset v; printf "<%s>" "${#v[3]}"; echo
unset v; set -- 'a b' '' 'c:d'; [[ ${@~} == *a* ]]; echo $?
declare -l v=ABC; IFS='ab '; cat <<< ${v[3]#*a}
v=; set -- 'a b' '' 'c:d'; IFS=:; printf "<%s>" ${2@k}; echo
unset v; printf "<%s>" "${#v[0]}"; echo
w='p q'; declare -n v=w; IFS='ab '; for i in ${v[0]+A}; do echo "($i)"; done
declare -i v=5+3; set -- 'a b' '' 'c:d'; IFS=:; cat <<< ${@: -2}
v=('' 'a b' 'c:d' '*'); IFS='ab '; printf "<%s>" p${v[0],,}s; echo
declare -i v=5+3; set -- 'a b' '' 'c:d'; IFS=; printf "<%s>" "p${@//[a-c]/<&>}s"; echo
set -- 'a b' '' c:d; set -u; printf "<%s>" "${v[3]/#a/Z}"; echo
v=([3]='x y' [7]=z [9]=''); set -- 'a b' '' 'c:d'; IFS='ab '; for i in ${1,,}; do echo "($i)"; done
v=('' 'a b' 'c:d' '*'); set -- 'a b' '' 'c:d'; IFS=:; [[ ${@} == *a* ]]; echo $?
v=(); set -- 'a b' '' 'c:d'; IFS=; [[ ${1:=q "r"} == *a* ]]; echo $?
readonly v=roval; x=${v[0]-D "x y"}; echo "[$x]"
unset v; set -- 'a b' '' 'c:d'; IFS=; printf "<%s>" "${*:0:0}"; echo
w='p q'; declare -n v=w; set -- 'a b' '' 'c:d'; printf "<%s>" "${#1}"; echo
END
### expansion products 2
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
v=' a b*c/d:e '; IFS=:; printf "<%s>" ${v[k],,}; echo
declare v; printf "<%s>" p${v[@]: -2:1}s; echo
declare -a v; printf "<%s>" "${!v[@]}"; echo
declare -l v=ABC; unset IFS; cat <<< ${v/#/pre}
v=([3]='x y' [7]=z [9]=''); IFS='ab '; case ${v[0]%%[! ]*} in *a*) echo y;; *) echo n;; esac
v=' a b*c/d:e '; unset IFS; y=(${v[*]@E}); echo ${#y[@]}
v=' a b*c/d:e '; IFS='ab '; case ${v[0]##* } in *a*) echo y;; *) echo n;; esac
declare -l v=ABC; printf "<%s>" ${#v[-1]}; echo
v=([3]='x y' [7]=z [9]=''); IFS='ab '; for i in ${v@k}; do echo "($i)"; done
declare -a v; for i in ${v[-1]@u}; do echo "($i)"; done
v=' a b*c/d:e '; IFS=; set -u; printf "<%s>" "${v[k]@E}"; echo
v=; printf "<%s>" p${v[@]//}s; echo
w='p q'; declare -n v=w; set -- 'a b' '' 'c:d'; IFS=:; printf "<%s>" ${2%%[! ]*}; echo
declare -a v; IFS=:; for i in ${v#*a}; do echo "($i)"; done
readonly v=roval; printf "<%s>" "${!v@}"; echo
w='p q'; declare -n v=w; set -- 'a b' '' 'c:d'; printf "<%s>" "${!2}"; echo
v=('' 'a b' 'c:d' '*'); unset IFS; printf "<%s>" ${v[k]:=q "r"}; echo
w='p q'; declare -n v=w; printf "<%s>" "${v[*]^}"; echo
unset v; printf "<%s>" ${!v*}; echo
v=([3]='x y' [7]=z [9]=''); [[ ${v[@]:1:2} == *a* ]]; echo $?
declare -l v=ABC; for i in ${v:+A b}; do echo "($i)"; done
v=(); printf "<%s>" "${v[*]~~}"; echo
declare -A v=([k]='a b' ['x y']=c [0]=zero); printf "<%s>" "p${v[0]:?}s"; echo
set -- 'a b' '' c:d; printf "<%s>" ${1:-D "x y"}; echo
unset v; unset IFS; x=${v[k]@P}; echo "[$x]"
END
### expansion products 3
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
v=' a b*c/d:e '; set -- 'a b' '' 'c:d'; unset IFS; x=${1=q r}; echo "[$x]"
declare -i v=5+3; printf "<%s>" "${!v[k]}"; echo
v=; IFS=:; y=(${v[0]~~}); echo ${#y[@]}
readonly v=roval; set -- 'a b' '' 'c:d'; for i in ${*@K}; do echo "($i)"; done
v=; set -- 'a b' '' 'c:d'; printf "<%s>" "p${3:+A b}s"; echo
declare -i v=5+3; set -- 'a b' '' 'c:d'; printf "<%s>" ${!3}; echo
v=; set -- 'a b' '' 'c:d'; printf "<%s>" ${#1}; echo
v=(); printf "<%s>" "${#v*}"; echo
declare -A v=([k]='a b' ['x y']=c [0]=zero); set -- 'a b' '' 'c:d'; printf "<%s>" "${1}"; echo
set -- 'a b' '' c:d; IFS='ab '; y=("${v[*]:+"A  b"}"); echo ${#y[@]}
declare -i v=5+3; unset IFS; [[ ${v[@]:+"A  b"} == *a* ]]; echo $?
w='p q'; declare -n v=w; case ${v[@]@K} in *a*) echo y;; *) echo n;; esac
v=([3]='x y' [7]=z [9]=''); set -- 'a b' '' 'c:d'; [[ ${1/%\*/Z} == *a* ]]; echo $?
v=('' 'a b' 'c:d' '*'); set -- 'a b' '' 'c:d'; IFS='ab '; y=("${1@k}"); echo ${#y[@]}
declare -a v; set -- 'a b' '' 'c:d'; IFS=:; printf "<%s>" "p${@:1}s"; echo
readonly v=roval; set -u; printf "<%s>" "${v: -2}"; echo
w='p q'; declare -n v=w; set -- 'a b' '' 'c:d'; x=${2@a}; echo "[$x]"
v=('' 'a b' 'c:d' '*'); IFS='ab '; printf "<%s>" "${v/%/post}"; echo
w='p q'; declare -n v=w; set -- 'a b' '' 'c:d'; IFS='ab '; printf "<%s>" ${@:+"A  b"}; echo
v=(); printf "<%s>" "${#v}"; echo
readonly v=roval; IFS='ab '; y=(${v[3]^^}); echo ${#y[@]}
v=(); printf "<%s>" "${!v[3]}"; echo
unset v; unset IFS; x=${v[@]@a}; echo "[$x]"
v=; set -- 'a b' '' 'c:d'; for i in ${*:0:2}; do echo "($i)"; done
v=([3]='x y' [7]=z [9]=''); x=${v[3]/#a/Z}; echo "[$x]"
END
### expansion products 4
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
declare v; cat <<< ${v[@]@Q}
v=('' 'a b' 'c:d' '*'); printf "<%s>" ${v~~}; echo
w='p q'; declare -n v=w; printf "<%s>" ${#v*}; echo
declare -a v; printf "<%s>" "${!v[k]}"; echo
declare -l v=ABC; set -- 'a b' '' 'c:d'; IFS=; x=${3#*a}; echo "[$x]"
v=' a b*c/d:e '; IFS=:; set -u; printf "<%s>" "${v[0]//}"; echo
declare -i v=5+3; printf "<%s>" "${v[@]@U}"; echo
w='p q'; declare -n v=w; for i in ${v[@]@P}; do echo "($i)"; done
declare -a v; set -- 'a b' '' 'c:d'; [[ ${3%%[! ]*} == *a* ]]; echo $?
declare -a v; printf "<%s>" "p${v[k]@Q}s"; echo
declare v; set -- 'a b' '' 'c:d'; IFS=:; x=${2^^}; echo "[$x]"
v=' a b*c/d:e '; y=(${v[3]~~}); echo ${#y[@]}
declare -A v=([k]='a b' ['x y']=c [0]=zero); set -- 'a b' '' 'c:d'; for i in ${3@a}; do echo "($i)"; done
declare v; set -- 'a b' '' 'c:d'; IFS=:; printf "<%s>" p${@%%[! ]*}s; echo
set -- 'a b' '' c:d; printf "<%s>" ${v[k]}; echo
declare -A v=([k]='a b' ['x y']=c [0]=zero); IFS='ab '; for i in ${v:1:2}; do echo "($i)"; done
readonly v=roval; y=("${v[0]@a}"); echo ${#y[@]}
declare -A v=([k]='a b' ['x y']=c [0]=zero); printf "<%s>" "${!v[-1]}"; echo
v=([3]='x y' [7]=z [9]=''); IFS=:; printf "<%s>" ${v[-1]%%[! ]*}; echo
w='p q'; declare -n v=w; IFS=; printf "<%s>" p${v}s; echo
v=(); IFS='ab '; [[ ${v[-1]+A} == *a* ]]; echo $?
declare -a v; cat <<< ${v[3]@k}
v=([3]='x y' [7]=z [9]=''); IFS=:; x=${v[*]/#a/Z}; echo "[$x]"
set -- 'a b' '' c:d; printf "<%s>" ${!v[0]}; echo
declare v; IFS=:; set -u; printf "<%s>" "${v[@]:1:2}"; echo
END
### expansion products 5
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
readonly v=roval; for i in ${v[*]@A}; do echo "($i)"; done
declare -i v=5+3; set -- 'a b' '' 'c:d'; printf "<%s>" "${!3}"; echo
unset v; unset IFS; [[ ${v[0]=q r} == *a* ]]; echo $?
w='p q'; declare -n v=w; unset IFS; y=(${v@U}); echo ${#y[@]}
v=' a b*c/d:e '; set -- 'a b' '' 'c:d'; IFS='ab '; y=("${2:?}"); echo ${#y[@]}
declare -i v=5+3; unset IFS; printf "<%s>" p${v[@]@A}s; echo
v=; set -- 'a b' '' 'c:d'; IFS=:; case ${3:-D "x y"} in *a*) echo y;; *) echo n;; esac
readonly v=roval; IFS='ab '; printf "<%s>" p${v[@]//}s; echo
declare -A v=([k]='a b' ['x y']=c [0]=zero); set -- 'a b' '' 'c:d'; y=("${2#*a}"); echo ${#y[@]}
declare -a v; unset IFS; x=${v[k]//}; echo "[$x]"
unset v; printf "<%s>" "${!v@}"; echo
v=([3]='x y' [7]=z [9]=''); IFS=; y=(${v[@]@Q}); echo ${#y[@]}
v=' a b*c/d:e '; set -- 'a b' '' 'c:d'; printf "<%s>" p${*^^}s; echo
v=([3]='x y' [7]=z [9]=''); set -- 'a b' '' 'c:d'; IFS=:; printf "<%s>" ${*~}; echo
v=(); set -- 'a b' '' 'c:d'; printf "<%s>" ${!3}; echo
v=([3]='x y' [7]=z [9]=''); unset IFS; printf "<%s>" "p${v[@]-D "x y"}s"; echo
unset v; IFS=:; set -u; printf "<%s>" "${v[3]#*a}"; echo
w='p q'; declare -n v=w; IFS=; x=${v[k]:+A b}; echo "[$x]"
declare -l v=ABC; IFS=; x=${v[-1]~}; echo "[$x]"
declare -l v=ABC; set -- 'a b' '' 'c:d'; IFS=:; cat <<< ${*:1}
v=; printf "<%s>" ${#v[@]}; echo
declare v; cat <<< ${v[3]//}
declare -A v=([k]='a b' ['x y']=c [0]=zero); IFS=:; for i in ${v[k]/a/X}; do echo "($i)"; done
v=' a b*c/d:e '; printf "<%s>" "${#v[3]}"; echo
declare -i v=5+3; printf "<%s>" "${!v[-1]}"; echo
END
### expansion products 6
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
declare v; printf "<%s>" "${#v[@]}"; echo
v=' a b*c/d:e '; printf "<%s>" ${#v[@]}; echo
set -- 'a b' '' c:d; IFS=:; set -u; printf "<%s>" "${3@u}"; echo
declare -a v; unset IFS; for i in ${v[0],}; do echo "($i)"; done
declare -a v; set -- 'a b' '' 'c:d'; printf "<%s>" "${!3}"; echo
v=('' 'a b' 'c:d' '*'); IFS='ab '; printf "<%s>" ${v[@]@A}; echo
declare -A v=([k]='a b' ['x y']=c [0]=zero); set -u; printf "<%s>" "${v[@]~}"; echo
declare -A v=([k]='a b' ['x y']=c [0]=zero); [[ ${v@L} == *a* ]]; echo $?
readonly v=roval; set -- 'a b' '' 'c:d'; printf "<%s>" ${#2}; echo
declare -i v=5+3; IFS=; set -u; printf "<%s>" "${v[@]/#/pre}"; echo
declare -l v=ABC; unset IFS; y=("${v[0]#*a}"); echo ${#y[@]}
set -- 'a b' '' c:d; y=(${v[@]@Q}); echo ${#y[@]}
declare v; IFS=:; printf "<%s>" "${v[3]@k}"; echo
w='p q'; declare -n v=w; set -- 'a b' '' 'c:d'; IFS='ab '; set -u; printf "<%s>" "${@@u}"; echo
declare -A v=([k]='a b' ['x y']=c [0]=zero); unset IFS; case ${v/#/pre} in *a*) echo y;; *) echo n;; esac
unset v; IFS=; for i in ${v[*]:?}; do echo "($i)"; done
declare -a v; printf "<%s>" "${#v[k]}"; echo
v=' a b*c/d:e '; set -- 'a b' '' 'c:d'; y=(${3/#a/Z}); echo ${#y[@]}
set -- 'a b' '' c:d; IFS=; set -u; printf "<%s>" "${v^^[a-c]}"; echo
declare -i v=5+3; set -- 'a b' '' 'c:d'; printf "<%s>" p${3/#/pre}s; echo
readonly v=roval; set -- 'a b' '' 'c:d'; printf "<%s>" "p${2:0:2}s"; echo
set -- 'a b' '' c:d; IFS='ab '; y=("${v@L}"); echo ${#y[@]}
declare -i v=5+3; x=${v[0]%*}; echo "[$x]"
v=('' 'a b' 'c:d' '*'); set -- 'a b' '' 'c:d'; IFS=:; printf "<%s>" "${2/#a/Z}"; echo
v=([3]='x y' [7]=z [9]=''); set -- 'a b' '' 'c:d'; unset IFS; printf "<%s>" "${@: -2}"; echo
END
### slices 1
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${*:(-2):2}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${2: -1:2}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${r:e+1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${u: -10:0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${x:-1:2}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${@:1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${a[*]:4:100}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${a: -10:2}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${a[*]: -2:1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${a[*]:10}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${u: -2:1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${@: -2:0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${@: -10:1/0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${r[@]:0:2}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${e:-1:100}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${2:e+1:2}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${sp[*]: -2:2}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${sp[*]:0:100}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${ua[@]: -1:-1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${!i:x:1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${@:9:2}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${m[@]:(-2):1/0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${x:1/0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${m[k]:0:1/0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${ua[@]:e+1:0}"; echo " $?"
END
### slices 2
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${sp[*]:10:1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${*:1/0:2}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${x:3:0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${2:5:100}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${*: -10:100}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${*: -2:1/0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${m[@]: -10}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${a[*]:0:1/0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${!i:1:0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${!i:3:0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${m[k]:9:1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${ua[@]:4:-1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${@:1/0:0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${m[k]:5:-1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${r[@]:6:2}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${x:x:-1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${sp[@]:6:100}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${e: -10:100}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${m[k]:5}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${m[@]:0:1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${m[@]:4:1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${x:0:2}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${u:e+1:-1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${@:0:2}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${a[*]:9:100}"; echo " $?"
END
### slices 3
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${x: -1:100}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${a[@]: -10}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${x: -10:1/0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${!i: -2:100}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${sp[@]: -2:1/0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${e:1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${r[@]:4:1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${@:e+1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${r:9:2}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${a[1]: -1:1/0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${a[*]:1:0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${ua[@]: -10:1/0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${a[@]:e+1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${a[*]:x:100}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${u:6:1/0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${a[*]:10:0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${*:e+1:1/0}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${u: -10}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${a[*]:3}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${a[1]:x:100}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${!i: -1:1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${x:1:100}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${r:10:2}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${@:5:-1}"; echo " $?"
x=abcdef; a=(p q r s); declare -A m=([k]=v [j]=w); sp=([3]=x [5]=y [9]=z); set -- 1 2 3; e=; i=x; declare -n r=x; printf "<%s>" "${a[@]:10:0}"; echo " $?"
END
### declarations 1
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
f() { v=3; readonly -a 1v; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
f() { readonly v=9; unset -v v[9]; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
v=(7 8); export -r v[0]; echo "rc $?"; declare -p v w 2>&1; v+=1; declare -p v; v[2]=7; declare -p v
f() { declare -u v=q; local +lu v=(1 2); echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
declare -i v=4; typeset +i v[@]=1; echo "rc $?"; declare -p v w 2>&1
v=(7 8); typeset -n v[k]=q; echo "rc $?"; declare -p v w 2>&1
f() { v() { :; }; readonly -p v=1+2; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
f() { declare -u v=q; export -f v=w; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
v() { :; }; typeset -Ai v[1]=q; echo "rc $?"; declare -p v w 2>&1; v+=1; declare -p v; v[2]=7; declare -p v
f() { declare -u v=q; local +n v+=(z); echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
f() { readonly v=9; local -i v w=2; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
declare v; typeset +n v=w; echo "rc $?"; declare -p v w 2>&1
declare -A v=([k]=e); export  v=5; echo "rc $?"; declare -p v w 2>&1; v=New; echo "$v"; declare -p v
f() { export v=x; typeset -Ai v[0]; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
local v; export -p v=w; echo "rc $?"; declare -p v w 2>&1
f() { declare -A v=([k]=e); local -ai v[@]=1; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
f() { v=(7 8); export -n v+=3; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
 unset -vf v[*]; echo "rc $?"; declare -p v w 2>&1; v+=1; declare -p v; v[2]=7; declare -p v
f() { declare -A v=([k]=e); local -gx "v=a b"; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
local v; declare -lx "v=(1 2)"; echo "rc $?"; declare -p v w 2>&1
f() { declare v; export -p v w=2; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
readonly v=9; unset  "v[k]"; echo "rc $?"; declare -p v w 2>&1
f() { declare -A v=([k]=e); unset -x v[@]; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
declare -u v=q; readonly  v=(1 2); echo "rc $?"; declare -p v w 2>&1; v=New; echo "$v"; declare -p v
local v; readonly -n v=; echo "rc $?"; declare -p v w 2>&1
END
### declarations 2
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
declare v; export -p v[1]+=2; echo "rc $?"; declare -p v w 2>&1; bash -c "echo \$v"
readonly v=9; readonly -pn v[1]=q; echo "rc $?"; declare -p v w 2>&1; v=New; echo "$v"; declare -p v
w=1; declare -n v=w; export -a v+=(z); echo "rc $?"; declare -p v w 2>&1
f() { declare -i v=4; local -A v[1]+=2; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
v() { :; }; unset -f v; echo "rc $?"; declare -p v w 2>&1
declare v; typeset -nr "v=(1 2)"; echo "rc $?"; declare -p v w 2>&1; v=New; echo "$v"; declare -p v
v=(7 8); unset -vf v[@]; echo "rc $?"; declare -p v w 2>&1; v=New; echo "$v"; declare -p v
export v=x; export -a v=([2]=x [k]=y); echo "rc $?"; declare -p v w 2>&1; v+=1; declare -p v; v[2]=7; declare -p v
w=1; declare -n v=w; declare +x v[0]; echo "rc $?"; declare -p v w 2>&1
f() { v=(7 8); readonly -r v; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
local v; unset -x "v[k]"; echo "rc $?"; declare -p v w 2>&1
f() { declare -i v=4; typeset -t v-w; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
f() {  export -n "v=a b"; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
f() { readonly v=9; local -ir v-w; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
f() { declare -i v=4; typeset -a v=([2]=x [k]=y); echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
f() { local v; typeset -I v+=3; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
f() { v() { :; }; local -p "v=([1]=a)"; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
declare v; readonly  "v=([1]=a)"; echo "rc $?"; declare -p v w 2>&1
declare -i v=4; declare -ai v=1+2; echo "rc $?"; declare -p v w 2>&1; v+=1; declare -p v; v[2]=7; declare -p v
f() { declare -i v=4; local +x w=$v; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
f() {  typeset -ir w=$v; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
local v; unset  v[9]; echo "rc $?"; declare -p v w 2>&1
declare -A v=([k]=e); export -pn v+=(z); echo "rc $?"; declare -p v w 2>&1; v=New; echo "$v"; declare -p v
f() { declare -A v=([k]=e); local -Ar v[0]; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
declare -A v=([k]=e); readonly -n v[0]; echo "rc $?"; declare -p v w 2>&1
END
### declarations 3
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
f() { v=3; local -ai v=(); echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
v=3; declare -u v w=2; echo "rc $?"; declare -p v w 2>&1
declare -i v=4; unset -x 1v; echo "rc $?"; declare -p v w 2>&1
w=1; declare -n v=w; export -a v=w; echo "rc $?"; declare -p v w 2>&1
v() { :; }; readonly -A v[1]=q; echo "rc $?"; declare -p v w 2>&1; v+=1; declare -p v; v[2]=7; declare -p v
declare -A v=([k]=e); unset -x v[@]; echo "rc $?"; declare -p v w 2>&1; v+=1; declare -p v; v[2]=7; declare -p v
declare -i v=4; export -f v w=2; echo "rc $?"; declare -p v w 2>&1
f() { declare -A v=([k]=e); typeset -aA v=v; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
readonly v=9; declare -t v[0]; echo "rc $?"; declare -p v w 2>&1
f() { export v=x; export -A v[@]=1; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
f() { declare v; local +r v=([2]=x [k]=y); echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
f() { readonly v=9; readonly -n v=w; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
w=1; declare -n v=w; typeset -Ai "v=a b"; echo "rc $?"; declare -p v w 2>&1
f() { export v=x; local -ax v; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
f() { export v=x; unset -vf v[*]; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
f() { declare -u v=q; readonly -r "v=([1]=a)"; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
f() { v() { :; }; local -F -; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
f() { declare -i v=4; declare -F v=w; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
declare -u v=q; unset  1v; echo "rc $?"; declare -p v w 2>&1
w=1; declare -n v=w; export -f v[1]+=2; echo "rc $?"; declare -p v w 2>&1; v+=1; declare -p v; v[2]=7; declare -p v
declare v; readonly -pn "v=a b"; echo "rc $?"; declare -p v w 2>&1; v+=1; declare -p v; v[2]=7; declare -p v
f() { declare -u v=q; local -p "v=([1]=a)"; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
w=1; declare -n v=w; export -n v+=(z); echo "rc $?"; declare -p v w 2>&1; bash -c "echo \$v"
f() { declare -i v=4; local +i v=w; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
f() { readonly v=9; export  v[1]+=2; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
END
### declarations 4
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
w=1; declare -n v=w; readonly -pn v-w; echo "rc $?"; declare -p v w 2>&1
declare -u v=q; unset -x v w; echo "rc $?"; declare -p v w 2>&1; v=New; echo "$v"; declare -p v
declare v; readonly -p w=$v; echo "rc $?"; declare -p v w 2>&1; bash -c "echo \$v"
declare -u v=q; unset -v v[0]; echo "rc $?"; declare -p v w 2>&1
f() { declare -A v=([k]=e); typeset -t v=; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
v=3; readonly -r v=v; echo "rc $?"; declare -p v w 2>&1; v=New; echo "$v"; declare -p v
local v; declare -f v-w; echo "rc $?"; declare -p v w 2>&1
f() { v() { :; }; export -n v w=2; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
f() { v=3; local -pr w=$v; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
v=3; declare -l v=Ab; echo "rc $?"; declare -p v w 2>&1
f() { v() { :; }; unset -n v[@]; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
local v; export -a "v=(1 2)"; echo "rc $?"; declare -p v w 2>&1
 readonly -n -; echo "rc $?"; declare -p v w 2>&1
f() { declare -u v=q; typeset -lx v[k]=q; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
f() { declare -i v=4; export -r v w=2; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
f() { export v=x; local -u v[0]; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
f() { export v=x; export -pn v[1]=q; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
f() { declare v; unset -v v; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
v=(7 8); typeset +lu v[k]=q; echo "rc $?"; declare -p v w 2>&1; v=New; echo "$v"; declare -p v
f() { export v=x; unset -v v[*]; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
f() { local v; readonly -p v; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
local v; unset -f ; echo "rc $?"; declare -p v w 2>&1
f() { declare -A v=([k]=e); local -Ar v w=2; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
export v=x; readonly -r "v=([1]=a)"; echo "rc $?"; declare -p v w 2>&1
f() { v() { :; }; readonly -n "v=a b"; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
END
### declarations 5
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
declare v; unset -vf ; echo "rc $?"; declare -p v w 2>&1
v=3; unset -f "v[k]"; echo "rc $?"; declare -p v w 2>&1
local v; declare -x "v=([1]=a)"; echo "rc $?"; declare -p v w 2>&1; v=New; echo "$v"; declare -p v
declare -A v=([k]=e); typeset -ai 1v; echo "rc $?"; declare -p v w 2>&1
declare -i v=4; typeset  v-w; echo "rc $?"; declare -p v w 2>&1
export v=x; typeset -ax 1v; echo "rc $?"; declare -p v w 2>&1
readonly v=9; readonly -n v=; echo "rc $?"; declare -p v w 2>&1
f() { declare -u v=q; local +n v=([2]=x [k]=y); echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
f() { v() { :; }; declare -nr 1v; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
v=3; typeset -n "v=(1 2)"; echo "rc $?"; declare -p v w 2>&1; v=New; echo "$v"; declare -p v
declare v; declare  v=5; echo "rc $?"; declare -p v w 2>&1
local v; export -p v=([2]=x [k]=y); echo "rc $?"; declare -p v w 2>&1; bash -c "echo \$v"
declare v; readonly -a v=; echo "rc $?"; declare -p v w 2>&1; v+=1; declare -p v; v[2]=7; declare -p v
w=1; declare -n v=w; readonly -n v[@]=1; echo "rc $?"; declare -p v w 2>&1
f() { local v; readonly  v[1]=q; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
declare -A v=([k]=e); readonly -f v=v; echo "rc $?"; declare -p v w 2>&1
f() { declare -A v=([k]=e); local -g v=v; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
v() { :; }; typeset +x v=(1 2); echo "rc $?"; declare -p v w 2>&1
f() { readonly v=9; local -px v-w; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
 readonly -a w=$v; echo "rc $?"; declare -p v w 2>&1
local v; declare -xi "v=(1 2)"; echo "rc $?"; declare -p v w 2>&1
f() { declare -u v=q; unset  ; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
f() {  unset -vf v[0]; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
f() { declare -A v=([k]=e); unset -x v[-1]; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
local v; export -f 1v; echo "rc $?"; declare -p v w 2>&1; v+=1; declare -p v; v[2]=7; declare -p v
END
### declarations 6
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
declare v; declare -I "v=([1]=a)"; echo "rc $?"; declare -p v w 2>&1
f() { declare -i v=4; typeset -lx "v=(1 2)"; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
declare -A v=([k]=e); unset -x v; echo "rc $?"; declare -p v w 2>&1; v+=1; declare -p v; v[2]=7; declare -p v
f() { readonly v=9; typeset -ax v[1]=q; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
f() { v() { :; }; declare -F v; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
 export -pn v w=2; echo "rc $?"; declare -p v w 2>&1
w=1; declare -n v=w; unset -vf v w; echo "rc $?"; declare -p v w 2>&1; v+=1; declare -p v; v[2]=7; declare -p v
f() { declare v; export -pn v=(1 2); echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
f() { declare -A v=([k]=e); local -ai v=; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
declare -u v=q; unset -n v[0]; echo "rc $?"; declare -p v w 2>&1; v=New; echo "$v"; declare -p v
f() { declare v; unset -n ; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
f() { declare v; local -t 1v; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
readonly v=9; declare -p v[k]=q; echo "rc $?"; declare -p v w 2>&1
f() { export v=x; typeset -px -; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
declare v; unset -v v; echo "rc $?"; declare -p v w 2>&1
declare -u v=q; readonly -p -; echo "rc $?"; declare -p v w 2>&1
f() { w=1; declare -n v=w; export -n v=5; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
declare -u v=q; typeset +i v=w; echo "rc $?"; declare -p v w 2>&1
local v; declare -px v; echo "rc $?"; declare -p v w 2>&1
declare -A v=([k]=e); typeset -nr v w=2; echo "rc $?"; declare -p v w 2>&1; v=New; echo "$v"; declare -p v
f() {  declare -u v+=3; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
declare -u v=q; unset -f v[9]; echo "rc $?"; declare -p v w 2>&1; v=New; echo "$v"; declare -p v
f() { v=(7 8); readonly -A v[0]; echo "rc $?"; declare -p v w 2>&1; }; f; declare -p v w 2>&1
f() { declare -u v=q; local -I 1v; echo "rc $?"; declare -p v w 2>&1; }; v=outer; f; declare -p v w 2>&1
v=(7 8); typeset -n "v=(1 2)"; echo "rc $?"; declare -p v w 2>&1
END
### errexit contexts 1
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -o posix; set -e; cat <nope; unset -v ro && echo and; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -eE; trap "echo ERR:\$?" ERR; f2() { case a in a) false;; esac; echo in; }; f2 || echo or $?; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -e; case a in a) false;; esac && echo and; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; };  eval "kill -0 999999"; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -e; nosuchcmd | cat; echo after ${PIPESTATUS[*]}
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -eE; trap "echo ERR:\$?" ERR; eval ">/nope/x"; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -e; trap "echo RET" RETURN; x=$({ cat <nope; false && true; }; echo in); echo "$x after $?"
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -e; trap "echo RET" RETURN; (set +e; wait 999999; echo in); echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -u; { if false; then :; fi; echo $(false); } | cat; echo after ${PIPESTATUS[*]}
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -o posix; set -e; wait 999999; ((0)) | cat; echo after ${PIPESTATUS[*]}
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -e; f2() { ${nope?}; echo in; }; f2 || echo or $?; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -o pipefail; set -e; exit 4; y=$(exit 5) && echo and; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -e; x=$(test a = b; echo in); echo "$x after $?"
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; trap "echo EXIT:\$?" EXIT; set -e; ! true || echo or $?; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -e; (set +e; false | true; echo in); echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -u; command false || echo or $?; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -e; [ "$(export 1x; echo z)" = z ]; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -eT; trap "echo D:\$BASH_COMMAND" DEBUG; { read x </dev/null; for i in 1; do false; done; echo in; }; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -eE; trap "echo ERR:\$?" ERR; for i in 1 2; do ((1/0)); echo $i; done; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; trap "echo EXIT:\$?" EXIT; set -e; (set +e; { false | true; y=$(exit 5); }; echo in); echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -o pipefail; set -e; { { if false; then :; fi; cd /nope; }; echo in; }; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -u; x=$({ false || false; shift 5; }; echo in); echo "$x after $?"
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; trap "echo EXIT:\$?" EXIT; set -e; [[ a == b ]] && echo and; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -o posix; set -e; y=$(exit 5) && echo and; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; shopt -s inherit_errexit; set -e; (false; echo in); echo after $?
END
### errexit contexts 2
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -o pipefail; set -e; f2() { kill -0 999999; local z=$(false); }; f2; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; shopt -s inherit_errexit; set -e; x=$(kill -0 999999; echo in); echo "$x after $?"
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -u; ! g; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; shopt -s inherit_errexit; set -e; while case a in a) false;; esac; do echo body; break; done; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; shopt -s inherit_errexit; set -e; { while false; do :; done; echo in; }; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -eE; trap "echo ERR:\$?" ERR; while wait 999999; y=$(exit 5); do echo body; break; done; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; trap "echo EXIT:\$?" EXIT; set -e; f2() { f; }; f2; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -o pipefail; set -e; eval "f"; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -e; trap "echo RET" RETURN; f2() { { >/nope/x; false || false; }; }; f2; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -u; ${nope?}; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -eE; trap "echo ERR:\$?" ERR; while command false; do echo body; break; done; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; trap "echo ERR:\$?:\$LINENO" ERR; while builtin nope; do echo body; break; done; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -o posix; set -e; f2() ( { exec 9<nope; ((1/0)); }; echo in ); f2; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -o pipefail; set -e; for i in 1 2; do ((1/0)); echo $i; done; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -eT; trap "echo D:\$BASH_COMMAND" DEBUG; unset -v ro; unset -v ro && echo and; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -e; bash -c ". ./err; x=$((1/0)); echo in"; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; trap "echo EXIT:\$?" EXIT; set -e; cat <nope; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; trap "echo EXIT:\$?" EXIT; set -e; f2() { let 0; echo in; }; f2 || echo or $?; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -eT; trap "echo D:\$BASH_COMMAND" DEBUG; f2() { [ a b ]; echo in; }; f2 || echo or $?; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; };  case a in a) false;; esac || echo or $?; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -eT; trap "echo D:\$BASH_COMMAND" DEBUG; f2() { trap - NOPE; echo in; }; f2 || echo or $?; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -eT; trap "echo D:\$BASH_COMMAND" DEBUG; f2() { exit 4; echo in; }; f2 || echo or $?; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; trap "echo ERR:\$?:\$LINENO" ERR; (set +e; (exit 3); echo in); echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; };  { f; ((0)); } || echo or $?; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -eT; trap "echo D:\$BASH_COMMAND" DEBUG; true | false; echo after $?
END
### errexit contexts 3
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -o pipefail; set -e; { { true && false; false | true; }; echo in; }; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; trap "echo ERR:\$?:\$LINENO" ERR; f2() { [ a b ]; echo in; }; f2 || echo or $?; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; };  bash -c "local z=$(false); echo in"; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; trap "echo EXIT:\$?" EXIT; set -e; eval "trap - NOPE"; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -e; trap "echo RET" RETURN; set -u; echo $nope && echo and; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -u; f2() { { false; }; echo in; }; f2 || echo or $?; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -e; cd /nope || echo or $?; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; trap "echo ERR:\$?:\$LINENO" ERR; (set +e; trap - NOPE; echo in); echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -u; ((exit 3); echo in); echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; shopt -s inherit_errexit; set -e; false && true && echo and; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -o posix; set -e; ! true && echo and; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -e; (false && true; echo in); echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -e; set -u; echo $nope | cat; echo after ${PIPESTATUS[*]}
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; trap "echo ERR:\$?:\$LINENO" ERR; eval "echo $(false)"; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -eT; trap "echo D:\$BASH_COMMAND" DEBUG; { command false; true | false; } | cat; echo after ${PIPESTATUS[*]}
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -o posix; set -e; ! exec 9<nope; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -e; trap "echo RET" RETURN; set -u; echo $nope | cat; echo after ${PIPESTATUS[*]}
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -u; f2() ( while false; do :; done; echo in ); f2; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; trap "echo ERR:\$?:\$LINENO" ERR; { command false; case a in a) false;; esac; } | cat; echo after ${PIPESTATUS[*]}
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; trap "echo ERR:\$?:\$LINENO" ERR; if false; then :; fi && echo and; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -eT; trap "echo D:\$BASH_COMMAND" DEBUG; x=$((1/0)); wait 999999; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -e; if { export 1x; command false; }; then echo t; else echo e; fi; echo after
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -o posix; set -e; ! (false); >/nope/x; echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; }; set -o posix; set -e; (. ./err; echo in); echo after $?
echo "false; echo inerr" > err; readonly ro=1; f() { false; echo inf; }; g() { return 2; };  eval "builtin nope"; echo after $?
END
### arithmetic and printf 1
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo "${x:!x||-9223372036854775808}"; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
echo -ne '\8' x | od -An -c
echo '\400' | od -An -c
printf '[%20.10ax%+ d]' 'inf'; echo "|$?"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; for ((k=0; k<2 && (y); k++)); do echo k$k; done; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
echo -ne '\"' x | od -An -c
x='\'; echo "${x@Q}"
echo -e '\0123' | od -An -c
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo $((s&= q=3)); echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '[%*lc %20.10i]' '0' '1.5e-3'; echo "|$?"
printf '[%5q]' ; echo "|$?"
echo -ne '\u00e9x' x | od -An -c
printf '%q' '\"'
printf '[%.3hd]' '12345' '-5'; echo "|$?"
printf '[%.*A %ld]' '10'; echo "|$?"
printf '[%-*f]' '10' 'inf' '\0101'; echo "|$?"
printf '[%0q|%-*g]' '3' '7 '; echo "|$?"
x='\777'; echo "${x@Q}"
echo '\0' | od -An -c
shopt -s xpg_echo; echo '\?' | od -An -c; echo -E '\?' | od -An -c
echo -ne '\cA' x | od -An -c
printf '[%-*zx%.ls]' '-4' 'nan'; echo "|$?"
printf '[%20.10Ex%20.10F]' '\c x'; echo "|$?"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; declare -i z; z="0x1F"; echo "z=$z $?"; echo "$x $y $i ${q-} ${a[*]}"
printf '[%-+5Lf %-0%]' '\0101' '5'; echo "|$?"
END
### arithmetic and printf 2
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
printf '[% Ax%-5z]' '1e10' 'nan' '3.14'; echo "|$?"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; a[-1]=v; declare -p a; echo "$x $y $i ${q-} ${a[*]}"
printf '[%8.3g|%-+5z]' '-0.0' '\0101'; echo "|$?"
printf '[%.3d]' 'a b'; echo "|$?"
printf '%q' '\1234'
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo ${a[@ %= x++]}; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '[%-0hd]' '0b1'; echo "|$?"
printf '\e[0m' | od -An -c
printf '[%*E]' '10'; echo "|$?"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; declare -i z; z="u[2]=5 || --y%= 65#1"; echo "z=$z $?"; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; let "2#101* -x"; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '[%.*F|%0n]' '10' 'a\tb' 'é€' 'a b'; echo "|$?"
printf '%q' '\0'
printf '[%*Gx%-0jd]' '3' ''\''a'; echo "|$?"
printf '[%-A]' '-5'; echo "|$?"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; let "`echo 4` <=08!=u[2]=5"; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '[%5G]' '0'; echo "|$?"
printf -v y '\x4'; declare -p y
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; a[08 != --y/ @]=v; declare -p a; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; let "1%=!x=1"; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '[%#6s]' '\c x' ''\''a'; echo "|$?"
printf '[%.*A|%.0f]' '' 'abc'; echo "|$?"
printf '[%-+5x]' ''\''a'; echo "|$?"
printf '[%5u]' '-0.0' '7 ' '\x41\u00e9'; echo "|$?"
printf '[%.3s]' '%s'; echo "|$?"
END
### arithmetic and printf 3
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
echo -ne '\xff\xfe' x | od -An -c
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; let "a[-1] &= 1e3~(3)"; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; declare -i z; z="$x+= a[1+1] ? 0x1F"; echo "z=$z $?"; echo "$x $y $i ${q-} ${a[*]}"
printf '[%'\''lld]' '%s'; echo "|$?"
printf '%q' '\c'
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; [[ 1=- s -gt 2 ]]; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
echo '\?' | od -An -c
printf '%s' $'\400' | od -An -c
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo "${x:010 &=s}"; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '[% ax%#6F]' '%s'; echo "|$?"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo ${a[s != + +3]}; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '[%+]' '3.14' '%s'; echo "|$?"
printf '%b' '\"' | od -An -c
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; test "${x}1+-$x+-a[-1]" -eq 5; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; test "(q=4,5)-'3'" -eq 5; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '[%-5n|%-5n]' ' 7'; echo "|$?"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; declare -i z; z="'3'-= $x <u"; echo "z=$z $?"; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; let "0x%=r"; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '[%.*b]' 'x' 'a b'; echo "|$?"
echo -ne '\a\b' x | od -An -c
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo $[8#9||""]; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo $[$x =-37#aA]; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; declare -i z; z="9223372036854775808 && 1"; echo "z=$z $?"; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo ${a[x y- 0x1F - - 0x1F]}; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '[%-5z|%+.25]' '%s'; echo "|$?"
END
### arithmetic and printf 4
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
echo -ne '\c' x | od -An -c
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo $[""+- a[-1]]; echo "$x $y $i ${q-} ${a[*]}"
printf '[%20.10jd]' '-' '7 '; echo "|$?"
printf '[%-*]' '10' '5' '3.14' ' 7'; echo "|$?"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; test "1#0" -eq 5; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '[%8.3n]' ; echo "|$?"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; test "'3' < 1^" -eq 5; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo "${x:m[k]& #}"; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo $(($x)); echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '\1234' | od -An -c
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo $[16#fF < $x%=8#9]; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; ((9223372036854775807 ^=65#1? 1 : a[-1])); echo s $?; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo $((9223372036854775808)); echo s $?; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo $((2#101*=1.5 ?1e3)); echo s $?; echo "$x $y $i ${q-} ${a[*]}"
x='\c'; echo "${x@E}" | od -An -c
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; let "-x&&010"; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo ${a[0x&& a[1]]}; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
echo -en '\c' -n | od -An -c
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; test "a[i] ?x:y: 1#0" -eq 5; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '[%-+5s|%G]' 'é€'; echo "|$?"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; test "-9223372036854775808 *=~5" -eq 5; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo "${x:$((2))~ a[0]++}"; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; test "-x" -eq 5; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '[%.3b %'\''a]' ''; echo "|$?"
printf '[%'\''o]' '\0101' '1e10'; echo "|$?"
END
### arithmetic and printf 5
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
printf '[%.*A]' '3'; echo "|$?"
printf '[%.3n]' '-5' '%s' '99999999999999999999'; echo "|$?"
printf '[%8.3X]' ; echo "|$?"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; a[y+""]=v; declare -p a; echo "$x $y $i ${q-} ${a[*]}"
printf '[%#jd]' '-0.0' ' 7'; echo "|$?"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; a[1e3!9223372036854775807 ^ 65#1]=v; declare -p a; echo "$x $y $i ${q-} ${a[*]}"
printf '[%-a]' '\x41\u00e9'; echo "|$?"
printf '[%-u]' '\0101' 'é€'; echo "|$?"
echo -ne '\0400' x | od -An -c
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; ((a[9] + !x ? 1 : 7)); echo s $?; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo "${x:'3'}"; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo "${x:a[1]>= !0}"; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '[%-5zd]' ''\''a'; echo "|$?"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo $['3' | x y-@]; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; let "-x %= 8#9"; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; let "x, , $x"; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '[%-5o % x]' ; echo "|$?"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; test "a[1] - - y ^=(q=4,5)" -eq 5; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '[%-+5F\n%.0ld]' '12345'; echo "|$?"
printf '[%-+5a]' '-5' '5'; echo "|$?"
printf '[% Lf]' 'é€'; echo "|$?"
x='\u00e9x'; echo "${x@E}" | od -An -c
printf '%q' '\123'
shopt -s xpg_echo; echo '\Uz' | od -An -c; echo -E '\Uz' | od -An -c
echo '\a\b' | od -An -c
END
### arithmetic and printf 6
while IFS= read -r s; do printf '%s => ' "$s"; bash -c "$s" 2>&1; echo "[$?]"; done <<'END'
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; declare -i z; z="-x| @"; echo "z=$z $?"; echo "$x $y $i ${q-} ${a[*]}"
printf '[%'\''G]' '0x1f'; echo "|$?"
printf '[%5lc]' '1e10'; echo "|$?"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; let "9223372036854775808"; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '%b' '\01' | od -An -c
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; let "-9223372036854775808 ~ -x+a[i]"; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '[%-0o %+.25]' 'nan'; echo "|$?"
printf '[%.3n]' 'é€' '010' '99999999999999999999'; echo "|$?"
x='\cA'; echo "${x@Q}"
printf '[%0z]' ' 7'; echo "|$?"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; [[ 16#fF != 37#aA -gt 2 ]]; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; ((y? 1 :q=3<= 08)); echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '\1' | od -An -c
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo ${a[0]}; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; a[x ? 1 : s **+ +3]=v; declare -p a; echo "$x $y $i ${q-} ${a[*]}"
printf '[%05lc]' ; echo "|$?"
printf '[%0ld]' ' 7' '5'; echo "|$?"
shopt -s xpg_echo; echo '\0' | od -An -c; echo -E '\0' | od -An -c
printf '[%+n]' '0' ''\''a' '0b1'; echo "|$?"
printf '[%+.2F]' '08' '3.14' '08'; echo "|$?"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; ((7 <= q=3)); echo s $?; echo "$x $y $i ${q-} ${a[*]}"
printf '[%05X\n%05]' 'abc' '%s'; echo "|$?"
printf '[%+x%.0Q]' '%s'; echo "|$?"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; echo ${a[(3) =- "$x"]}; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
x=5 y=3 i=2; a=(10 20 30); declare -A m=([k]=8); s="x+1"; r=s; [[ 1- - -1="" -gt 2 ]]; echo s $?; echo "$x $y $i ${q-} ${a[*]}"
END
### hidden files and stars
touch .h x.h .a.h a.h .x.c; echo *.h ?h *h *[.]h [.]h *.? *?.h **.h *[.]h *.* *.a.* *.*.* .* .*.h .[ah]*; mkdir d; touch d/.h d/a.h; echo d/*.h */*.h d/.h d/.*h; shopt -s extglob
echo ?(a).h
echo *(a).h
echo @(a|).h
echo !(x).h
echo @(.h|x.h)
echo @(*.h)
echo @(*).h
echo ?(x)*.h
echo +(x|).h
echo *(*).h
echo *!(q).h
shopt -s dotglob; echo *.h *.[ch] ?h; shopt -u dotglob; shopt -s globstar; echo **/*.h **.h; GLOBIGNORE=x.h; echo *.h
### case folding and classes
shopt -s nocasematch; case a in [[:upper:]]) echo y;; *) echo n;; esac; [[ A == [[:lower:]] ]]; echo $?; case A in [a]) echo y;; esac; case B in [a-c]) echo r;; esac; v=aB; echo ${v//[[:upper:]]/x}; shopt -s nocaseglob; touch a B; echo [[:upper:]] [a-b] [[:lower:]] [!a] [^[:upper:]]; [[ É == é ]]; echo $?; [[ a == [!A] ]]; echo $?
### redirections: braces and {fd} [stderr]
x=1 {fd}>f; echo "[$x][$fd]"; ls; {fd}>f; echo "$? [$fd]"; x=$(echo q) {fd}>f; echo "$? [$x]"; {fd}>/nope/x; echo $?; true {fd}>f; echo "${fd:+set}"; unset fd; ls {fd}>f >/dev/null; echo "${fd:+set}"; f() { :; }; f {fd}>f; echo "${fd:+set}"; unset fd; { ls; } {fd}>f >/dev/null; echo "${fd:+set}"; unset fd; (ls) {fd}>f >/dev/null; echo "${fd:+set}"; $(echo) {fd}>f; echo "${fd:+set}"; exec {fd}>f; echo "${fd:+set}"; echo via >&$fd; cat f; exec {fd}>&-
echo hi >{a,b}; echo $?; echo hi >{a}; echo hi >&{a,b}; echo $?; echo hi >{a..c}; cat <{a,b}; cat <<< {a,b}; true {fd}>$nope; (set -o posix; echo a >{a,b}); set +B; echo hi >{a,b}; ls
### read and mapfile: bytes
printf 'a\0b\nc\0\n\0d\n' | { mapfile -t A; declare -p A; }; printf 'a\0b:c' | { mapfile -d : A; declare -p A; }; printf 'a\0b:c' | { mapfile -t -d '' A; declare -p A; }; printf '\xff\n' | { read -rn1; echo "$? $REPLY"; od -An -c; }; printf '\xffab' | { read -N 2 x; echo "$? $x"; od -An -c; }; printf '\xc3\xa9b' | { read -n1 x; echo "$? $x"; od -An -c; }
