### default ops
unset x; e=; s=val
echo "${x-a}" "${x:-b}" "${e-c}" "${e:-d}" "${s-e}" "${s:-f}"
echo "${x+a}" "${x:+b}" "${e+c}" "${e:+d}" "${s+e}" "${s:+f}"
echo "${x=new}" "$x"; echo "${e:=new2}" "$e"
### default op quoting
argv() { printf '<%s>' "$@"; echo; }
unset x
argv ${x-a b} "${x-a b}" ${x-"a b"} "${x-"a b"}" ${x-'a b'} "${x-'a b'}" ${x-a\ b} "${x-a\ b}"
argv ${x:-a "b c" d} "${x:-$(echo "q r")}" ${x:-$(echo "q r")}
argv "${x:-\$HOME \" \' \}}" ${x:-\}}
argv "${x:-~}" ${x:-~} | sed "s|$HOME|HOME|g"
### error op
(unset x; : ${x?custom msg}) 2>&1; echo $?
(unset x; : ${x:?}) 2>&1; echo $?
(x=; : ${x:?}; echo no) 2>&1; echo $?
### strip ops
v=/path/to/file.tar.gz
echo ${v#*/} ${v##*/} ${v%.*} ${v%%.*} "${v%"gz"}" ${v#nomatch} ${v##*}.
a='*x*'; echo "${a#\*}" "${a%'*'}" "${a#"*"}"
### strip with char classes
v=abc123; echo ${v##[a-z]*([a-z])} ${v%%[0-9]*} ${v##*[!0-9]}
### patsub
v=aabbaabb; echo ${v/a/X} ${v//a/X} ${v/#a/X} ${v/%b/X} ${v//aa} ${v/x/y} "${v//b/[&]}" ${v//[ab]/-}
s='a/b/c'; echo ${s//\//-} ${s/\//_} "${s////|}"
p='a*'; w='a*b'; echo "${w/"$p"/Z}" "${w/$p/Z}"
### patsub ampersand
v=hello; echo "${v/l/<&>}" "${v//l/\&}" "${v/l/"&"}"; r='[&]'; echo "${v/l/$r}" "${v/l/"$r"}"
### patsub unset pattern
v=abc; echo "${v//}" "${v/}" "${v/a}" "${v//b/}" "${v/#/x}" "${v/%/x}"
### slices
v=0123456789; echo ${v:2} ${v:2:3} ${v: -3} ${v: -3:2} ${v:0:-2} ${v:3:-3} "${v:10}" "${v:11}" ${v:(-4):2} ${v:1+1:2}
set -- a b c d e; echo ${@:2} - ${@:2:2} - ${@: -2} - ${@:0:2} - ${*:4} - "${@:6}" -
a=(x y z w); echo ${a[@]:1:2} ${a[@]: -1} ${a[@]:5} "${a[*]:2}"
### slice unicode
v='héllo wörld'; echo ${v:1:3} ${#v} ${v: -4:2}
### length
s='abc déf'; a=(1 22 333); echo ${#s} ${#a} ${#a[@]} ${#a[2]} ${#} ${#@} ${#*}; set -- 1 2; echo $# ${#1}
### case ops
v='hELLO wORLD'; echo "${v^}" "${v^^}" "${v,}" "${v,,}" "${v~}" "${v~~}" "${v^^[hw]}" "${v,,[EO]}"
a=(abc def); echo "${a[@]^}" "${a[@]^^}"
### indirect
x=y; y=z; echo ${!x}; a=(1 2 3); r='a[1]'; echo ${!r}; r='a[@]'; echo "${!r}"; n=2; set -- p q; echo ${!n} ${!#}
### indirect with op
x=y; unset y; echo ${!x-def} "${!x:-d2}"; y=foo; echo ${!x#f} ${!x:1} ${!x/o/0}
### prefix names
abc1=1 abc2=2 abd=3; echo ${!abc*} "${!abc@}"; IFS=,; echo "${!abc*}"
### keys
a=([2]=x [5]=y); echo ${!a[@]} "${!a[*]}"; declare -A h=([k]=v); echo ${!h[@]}
### transform Q
v=$'a\nb'; w="it's"; x='a b'; e=; echo ${v@Q} ${w@Q} ${x@Q} "${e@Q}"; set -- a 'b c'; echo ${@@Q} "${*@Q}"
### transform E P A a
v='a\tb\n'; echo "${v@E}|"; declare -i n=5; declare -r ro=x; declare -ax arr=(1 2); echo ${n@A} ${ro@A} ${arr@A} ${n@a} ${ro@a} ${arr@a}; echo "${arr[@]@A}"
### transform UuL
v='hello World'; echo "${v@U}" "${v@u}" "${v@L}"
### transform K k
declare -A h=([a]=1); a=(x 'y z'); echo "${a[@]@K}"; echo "${h[@]@K}"; printf '<%s>' "${a[@]@k}"; echo
### bad substitution
(echo ${x!}) 2>/dev/null; echo $?
(echo ${}) 2>/dev/null; echo $?
(echo "${a b}") 2>/dev/null; echo $?
### nested quotes
x='a b'; echo "$(echo "$x  c")" "${x/"a b"/"c  d"}" "`echo "$x"`"
### ansi c quoting
printf '%s|' $'a\tb' $'\x41\101\u00e9' $'it\'s' $'\e[0m' $'a\\b' $'\cA' $'\q'; echo
### dollar double quote
echo $"hello $USER" | sed s/user/U/
### tilde
echo ~ ~/x "~" a~ \~ x=~ | sed "s|$HOME|H|g"; v=~/a:~/b; echo $v | sed "s|$HOME|H|g"; cd /; echo ~+ ; cd /tmp; echo ~-
### tilde in assignment-like words
echo foo=~ foo=a:~ --foo=~ a~:~ | sed "s|$HOME|H|g"
### brace expansion
echo {a,b,c} x{1,2}y {1..5} {5..1} {a..e} {01..03} {1..10..3} {a..i..2} a{b,c{d,e}}f {} {a} {a,} {,a} "{a,b}" {a,b}{1,2} {-1..1} {10..1..4} $'x'{a,b}
### brace expansion edge
echo {a,b}.{c,d} {1..3}{a,b} \{a,b} {a\,b,c} {"x y",z} {$HOME,x} | sed "s|$HOME|H|g"; echo {1..a} {a..1} {1..} {..3} {1..2..3..4} a{,}b {{a,b},c} {a,{b}} }{ {x,y
### brace with vars
a=1; b=3; echo {$a..$b} {a,$b}; eval echo {$a..$b}
### word split default
argv() { printf '<%s>' "$@"; echo; }
x='  a  b  '; argv $x; argv "$x"; argv $x$x; argv a${x}b; e=; argv $e "$e" $e$e "$e"$e
### word split ifs
argv() { printf '<%s>' "$@"; echo; }
IFS=:; x='a:b::c:'; argv $x; argv ":$x"; x=':a'; argv $x; x=::; argv $x; IFS=': '; x=' a : b  c:: d '; argv $x; x=' : '; argv $x
### word split empty ifs
argv() { printf '<%s>' "$@"; echo; }
IFS=; x='a b'; argv $x; set -- a 'b c' d; argv $*; argv $@; argv "$*"; argv "$@"
### word split star at
argv() { printf '<%s>' "$@"; echo; }
set -- 'a b' '' c; argv $*; argv $@; argv "$*"; argv "$@"; argv x"$@"y; argv "x$*y"; IFS=,; argv $*; argv "$*"; argv $@; argv "${*}"; unset IFS; argv "$*"
### at with no params
argv() { echo $#; }
set --; argv "$@"; argv $@; argv "$*"; argv "$@$@"; argv "" "$@"; argv "$@"x; argv ''"$@"; argv "${@:1}" ; argv "${@}"
### assign star at
set -- a 'b  c'; x=$*; echo "$x"; x=$@; echo "$x"; x="$@"; echo "$x"; IFS=-; x=$*; echo "$x"; x="$*"; echo "$x"; x=$@; echo "$x"
### array expansions
argv() { printf '<%s>' "$@"; echo; }
a=('x y' z ''); argv ${a[@]}; argv "${a[@]}"; argv ${a[*]}; argv "${a[*]}"; argv p"${a[@]}"s; IFS=/; argv "${a[*]}"; b=(); argv "${b[@]}"; argv ${b[*]}; argv "${b[*]}"
### quoted removal
echo a"b"'c'\d "\$x \" \\ \a \`" 'a\b' "a
b" a\
b
### empty args
argv() { echo $#; }; argv "" '' "$nope" $nope ""$nope $'' $""
### glob
touch a1 a2 b1 .h; echo * ; echo a*; echo ?1; echo [ab]1; echo [!a]*; echo z*; echo "*" \*; echo .*; x='a*'; echo $x "$x"; echo a\*; echo ./*; mkdir d; touch d/f; echo */f d/*; echo */
### glob classes
touch A b 1 _; echo [[:upper:]] [[:lower:]] [[:digit:]] [[:alpha:]] [![:alnum:]] [a-z] [^b]
### glob escapes
touch 'a*b' 'a?c' acc; echo a\*b a\?c a[*]b; x='a\*b'; echo $x; echo "a*"b a"*"*
### dotglob nullglob failglob
touch .a b; shopt -s dotglob; echo *; shopt -u dotglob; shopt -s nullglob; echo z* end; shopt -u nullglob; shopt -s failglob; echo z*; echo "st $?"
### nocaseglob
touch ABC abd; shopt -s nocaseglob; echo a*; echo A*
### globstar
mkdir -p a/b/c; touch a/x a/b/y a/b/c/z; shopt -s globstar; echo **; echo **/; echo **/z; echo a/**; echo a/**/y; echo **/*
### extglob files
shopt -s extglob
touch foo.c foo.h bar.c bar.txt; echo *.@(c|h); echo !(*.c); echo +(foo|bar).c; echo ?(foo).c; echo *(f|o).c; echo !(foo*|bar.c); echo *.!(c)
### extglob match
shopt -s extglob
for w in '' a aa ab abab b ba; do r=; [[ $w == ?(a) ]] && r+=1; [[ $w == *(a) ]] && r+=2; [[ $w == +(ab) ]] && r+=3; [[ $w == @(a|b) ]] && r+=4; [[ $w == !(a|b) ]] && r+=5; echo "$w:$r"; done
### GLOBIGNORE
touch a.c b.c .x; GLOBIGNORE='a*'; echo *; GLOBIGNORE='*.c:.x'; echo *; unset GLOBIGNORE; echo *
### noglob
touch f1; set -f; echo f* *; set +f; echo f*
### here string
cat <<< hello; x='a  b'; cat <<< $x; cat <<< "$x"; cat <<< 'q'"$x"; cat <<< word
### heredoc
x=val; cat <<EOF
a $x ${x} $(echo sub) `echo back` $((1+2)) \$x \\ "quoted" 'single' \a
a $x ${x} $(echo sub) `echo back` $((1+2)) \$x \\ "quoted" 'single' \a
EOF
cat <<'EOF'
a $x $(no) \$
EOF
cat <<\EOF
$x
EOF
cat <<-EOF
	tab $x
		two
	EOF
cat <<"E F"
sp $x
E F
### heredoc multiple
cat <<A; cat <<B
one
A
two
B
cat <<X - <<Y
x
X
y
Y
### heredoc in sub and pipe
echo $(cat <<E
in sub
E
); cat <<E | cat
piped
E
while read l; do echo "[$l]"; done <<E
l1
l2
E
### heredoc expansions
x='a b'; cat <<E
${x:-d} ${nope:-"q"} ${nope-'s'} "${x}" ${x/a/b}
$(echo "nested $(echo "x")")
line \
continued
E
### heredoc function
f() { cat <<E
arg $1
E
}; f one; f two
### command sub
echo $(echo a; echo b) "$(printf 'x\n\n\n')" `echo \`echo nested\`` $(echo ')') $(echo \)) "$(echo "a b")"; x=$(exit 3); echo $?; echo $(false; echo $?)
### command sub trailing
x=$(printf 'a\n\nb\n\n'); echo "[$x]"; x="$(echo ' a ')"; echo "[$x]"; echo [$(echo '  a  b ')]
### command sub case
echo $(case x in x) echo yes;; esac) $(case y in (x) echo no;; (y) echo y;; esac)
### comsub comments and quotes
echo $(
# a comment with ' and )
echo ok
) "$(echo 'single "double"')"
### dollar lt
echo content > f; echo $(<f) "$(< f)"; x=$(<nofile) 2>/dev/null; echo $?
### arith expansion
echo $((1+2*3)) $(( (1+2)*3 )) $((10/3)) $((10%3)) $((-7/2)) $((-7%3)) $((2**10)) $((1<<4)) $((0xff)) $((010)) $((2#101)) $((36#z)) $((1>2)) $((1<2&&3)) $((!0)) $((~5)) $((5&3|8^1)) $((1?2:3)) $((x=5,x+1)) $x
### arith assign ops
x=5; echo $((x+=2)) $((x-=1)) $((x*=3)) $((x/=2)) $((x%=5)) $((x<<=2)) $((x>>=1)) $((x&=6)) $((x|=1)) $((x^=3)) $((x++)) $((++x)) $((x--)) $((--x)) $x
### arith vars
a=3; b=a; c='a+1'; echo $((b)) $((c*2)) $(($a+1)) $((nope)) $((a[0])); arr=(1 2 3); echo $((arr[1]+arr[2])) $((arr[a-1])); i=0; echo $((arr[i++])) $((arr[i++])) $i
### arith errors
echo $((1/0)) 2>/dev/null; echo "st $?"
(echo $((1+))) 2>/dev/null; echo $?
(echo $((08))) 2>/dev/null; echo $?
(( 1/0 )) 2>/dev/null; echo $?
let 'x=1/0' 2>/dev/null; echo $?
### old arith
echo $[1+2] $[ 3 * 4 ]
### let
let x=1+2 y=x*2; echo $x $y $?; let 'z = 0'; echo $?; let "a=5" "b=a-5"; echo $a $b $?
### arith command
((1+1)); echo $?; ((0)); echo $?; ((x=7)); echo $x; (( x > 5 && x < 10 )) && echo in; for ((i=0;i<3;i++)); do echo -n $i; done; echo
### special params
set -- a b c; echo $# $*; echo $1 $2 ${10} "${11-none}"; set -- 1 2 3 4 5 6 7 8 9 ten eleven; echo $10 ${10} ${11}
### binary bytes
x=$'\xff\xfe'; echo "${#x}"; printf %s "$x" | od -An -tx1; y="a${x}b"; printf %s "${y:1:1}" | od -An -tx1; printf %s "${y//$'\xff'/Z}" | od -An -tx1
### unicode ops
x=αβγ; echo ${#x} ${x:1:1} ${x^^} ${x/β/B} ${x%γ} ${x#?}; [[ $x == ??? ]] && echo three; case é in ?) echo one;; esac
