### bytes in the C locale
s='μx'; echo ${#s}; LC_ALL=C; echo ${#s}; printf %s "${s:0:1}" | od -An -tx1; case $s in ???) echo three;; ??) echo two;; esac; [[ $s == ??? ]] && echo b3; unset LC_ALL; echo ${#s}; LC_ALL=C eval 'echo ${#s}'; echo ${#s}; f() { local LC_ALL=C; echo ${#s}; }; f; echo ${#s}; LANG=C; echo ${#s}; LANG=C.UTF-8; echo ${#s}; x=é; LC_CTYPE=C; echo ${#x} "${x#?}" | od -An -c; LC_CTYPE=C.UTF-8; echo ${x^^}
### invalid text
s=$'a\xffb\xc3'; echo ${#s}; printf '%s' "${s:1:1}" | od -An -tx1; printf '%s' "${s#?}" | od -An -tx1; printf '%s' "${s^^}" | od -An -tx1; case $s in a?b?) echo m;; esac; [[ $s == *b* ]] && echo has; printf '%s\n' "${s@Q}"; printf '%q\n' "$s"; declare -p s
### unset of locals
f() { local x=1; unset x; echo "${x-unset}"; x=2; echo $x; }; x=g; f; echo $x
g() { local x=1; h; echo "g:${x-unset}"; }; h() { unset x; echo "h:${x-unset}"; unset x; echo "h2:${x-unset}"; }; g; echo "${x-unset}"
x=g; shopt -s localvar_unset; g; echo "${x-unset}"; shopt -u localvar_unset
x=g; f1() { echo $x; local x; echo "${x-unset}"; x=l; echo $x; unset x; echo "${x-unset}"; }; x=temp f1; echo $x
f2() { unset x; echo "${x-unset}"; unset x; echo "${x-unset}"; x=new; }; x=temp f2; echo "${x-unset}"
x=g; f3() { local x=a; eval 'local x=b; echo $x; unset x; echo ${x-unset}'; echo "${x-unset}"; }; f3; echo $x
f4() { local -a a=(1 2); unset a; a=s; declare -p a; }; f4
### localvar_inherit
x=g; declare -i n=5; f() { local x n; echo "${x-unset} ${n-unset}"; local -I x; shopt -s localvar_inherit; g; }; g() { local x n; echo "${x-unset} ${n-unset}"; n=1+1; echo $n; }; f; shopt -u localvar_inherit; h() { local -I x=new; echo $x; }; h; echo $x
### temporary environments
x=1; f() { echo "$x"; x=2; echo "$x"; env | grep ^x=; }; x=9 f; echo $x; g() { export x; x=3; env | grep ^x=; }; x=8 g; echo $x; x=7 eval 'f; echo $x'; echo $x; a=1 b=$a c=$b eval 'echo $a $b $c'; echo "${b-unset}"; y=5; y=6 y=$y eval 'echo $y'; unset z; z=1 declare -p z; declare -p z 2>/dev/null; z=2 export z; declare -p z; readonly r=1; r=2 true; echo $?; r=2 eval 'echo $r' 2>/dev/null; echo $?; PATH=/nope ls 2>/dev/null; echo $?; type -t ls; IFS=x read -r a b <<< axb; echo $a $b; HOME=/h eval 'echo ~'; HOME=/h; echo ~
### xtrace quoting [stderr]
set -x; echo $'\u03bc' 'a b' $'\t' $'a\nb' "it's" \\ '"' '' -n 'a;b' '#' 'a#' '~' 'a~' '!' '*' '$x' '{a,b}' 'a=b' '[x]'; x='a b'; y=$'\t'; z=; declare w=5; local_() { local v='p q'; }; local_; a=(1 'b c'); a+=(d); [[ 'a b' == a* ]]; [[ -n '' ]]; case 'x y' in z) ;; esac; for i in 'a b'; do :; done; (( 1 + 1 )); { :; } > /dev/null; echo > /dev/null; set +x
### bash versions and constants
echo ${BASH_VERSINFO[@]:0:4}; [[ $BASH_VERSION == 5.2.15* ]] && echo v; echo ${#BASH_VERSINFO[@]}; declare -p BASH_VERSINFO; echo $BASH | grep -c bash; echo "$OSTYPE $HOSTTYPE"; echo $0 | grep -c bash; echo $SHELL | grep -c /; declare -p OPTIND OPTERR IFS PS4 UID EUID 2>&1 | sed 's/"[0-9][0-9][0-9]*"/"N"/'
### here strings and tildes
HOME=/h; cat <<< ~; cat <<< "~"; cat <<< a:~; cat <<< {a,b}; cat <<< *; cat <<< $'a\tb'; x=~; cat <<< $x; cat <<< "a
b"; cat <<< ''; cat <<< a"b c"'d'; cat 3<<< three <&3
### ksh substitution is none here
(echo ${ echo hi;}) 2>/dev/null; echo $?; (echo "${|REPLY=x;}") 2>/dev/null; echo $?
