### lists in the words of operators, and lists without elements
a() { printf '%s:' $#; printf '<%s>' "$@"; echo; }
y=; set --; a "$@$y"; a "$y$@"; a "$@"""; a """$@"; a "${@:1}$y"; a "$@$*"; a "$y"; a "$@${y}"x; a "$@" "$y"; arr=(); a "${arr[@]}$y"; a "$nope$@"; a "$(:)$@"; a "$@$(:)"; a "$@`:`$y"; a "$@$((1))"; a ""$@; a $y"$@"; a "$@"$y
set -- one 'two three' ''; a ${1:+$@}; a x${1:+$@}y; IFS=:; a ${1:+$@}; a ${1:+$*}; IFS=', '; a ${1:+$@};  a ${1:+$*}; a x${1:+$@}; IFS=,; a ${1:+$@}; a ${1:+$*}; IFS=; a ${1:+$@};  a ${1:+$*}; IFS=' '; a ${1:+$@}; IFS=' ,'; a ${1:+$@}; unset IFS; a ${1:+$@}; IFS=', '; a ${1:+"$@"} ; a ${1:+a $@}; arr=("$@"); a ${1:+${arr[@]}}; a ${nope-$@} ; a ${nope=$@}
### lists in places without splitting
IFS=:; set -- a b; a=(p q); x=${@^^}; echo "$x"; x="${@^^}"; echo "$x"; x=${@#z}; echo "$x"; x="${@/a/b}"; echo "$x"; x=${a[@]^}; echo "$x"; x="${a[@]%z}"; echo "$x"; x=${@:1}; echo "$x"; x="${@:1}"; echo "$x"; x=${a[@]}; echo "$x"; x="${a[@]:0}"; echo "$x"; x=${a[@]:0}; echo "$x"; x=${@@Q}; echo "$x"; x="${@@Q}"; echo "$x"; x=${@:-d}; echo "$x"; x="${@+y$@}"; echo "$x"; x=${!a[@]}; echo "$x"; x="${!a[@]}"; echo "$x"; x=${@//a/}; echo "$x"; x=${*//a/}; echo "$x"; x=$*; echo "$x"; cat <<< "${@^^}"; cat <<< ${@#z}; cat <<< ${@:1}; case ${@^^} in "A B") echo sp;; A:B) echo co;; esac; [[ ${@^^} == "A B" ]] && echo sp; abc1=1 abc2=2; x=${!abc@}; echo "$x"; x="${!abc*}"; echo "$x"; x=${a[*]^}; echo "$x"
declare -A m=([a]=1 [b]=2 [c]=3); unset IFS; echo "${!m[@]}"; for s in 0 1 2 3 4 -1 -2 -3 -4; do for n in 0 1 2 ''; do printf '[%s %s: %s] ' "$s" "$n" "$(eval "echo \${m[@]: $s${n:+:$n}}")"; done; done; echo; printf '[%s]' "${m[@]:0:0}" "${m[@]:1:0}" "${m[@]: -1:0}" "${m[@]:9:0}"
### star in here documents
set -- a b; IFS=,; arr=(p q); cat <<E
$* ${arr[*]} "$*" ${*} $@ ${*:1} ${arr[*]:0}
E
y="$*"; echo "$y"; cat <<< $*; cat <<< "$*"; cat <<< ${arr[*]}; cat <<< $@; cat <<< "${arr[*]}"; case $* in "a b") echo sp;; "a,b") echo co;; esac; [[ $* == "a b" ]] && echo sp; x=$*; echo "$x"; unset IFS;  printf '<%s>' ${x-$*}
