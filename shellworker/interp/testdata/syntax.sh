### errors after statements
bash -c 'echo a
echo b )
echo c' 2>&1; echo $?
### eof errors
bash -c 'if true; then' 2>&1; echo $?; bash -c 'echo "abc' 2>&1; echo $?; bash -c "echo 'abc" 2>&1; echo $?; bash -c 'echo $(foo' 2>&1; echo $?; bash -c 'echo ${x' 2>&1; echo $?; bash -c 'for i in a; do' 2>&1; echo $?; bash -c 'case x in' 2>&1; echo $?; bash -c '{ echo' 2>&1; echo $?; bash -c '(echo' 2>&1; echo $?; bash -c 'f() {' 2>&1; echo $?; bash -c 'while :' 2>&1; echo $?
### unexpected tokens
for s in ')' '}' 'fi' 'done' 'then' ';' ';;' '&' '|' '&&' '||' 'a ;; b' 'a | | b' 'a & & b' 'a && ; b' 'if ; then x; fi' 'if x then y; fi' 'for' 'for in a' 'for i in a do x; done' 'while do x; done' 'case x in a) ;; b' 'case x y in esac' 'esac' 'f( ' 'f() x' 'x=(a' '( )' '{ }' '{ ; }' 'a b(c)' 'echo <' 'echo < >' 'echo >;' '! !' 'do' 'elif' 'else' 'x=1 (y)' 'for ((i=0;i<3)) do :; done' 'function' 'function f' 'a=(1 & 2)' 'echo a(b)' 'select' 'coproc' 'time |' '[[ a' '[[ ]]' '[[ a b ]]' '[[ -f ]]' '[[ a == ]]' '[[ ( a ]]' '[[ a && ]]' '((' '(( 1 ' 'echo `' 'echo $((1' 'a |& & b' 'if a; then b; else fi' 'case a in esac)' 'if a; then fi'; do bash -c "$s" >/dev/null 2>&1; echo "$s => $?"; done
### error messages
for s in ')' 'a ;; b' 'if x then y; fi; fi' 'for i in a do x; done' 'echo a(b)' 'f() x' '{ }' '( )' 'echo < >' 'a && ; b' 'echo >' 'case x in a) b' '[[ a b ]]' '[[ -f ]]' '[[ a == ]]' 'done'; do bash -c "$s" 2>&1; done
### eval and source errors
eval 'echo x; )' 2>&1; echo $?; printf 'echo one\nif\necho two )\n' > s; . ./s 2>&1; echo $?; bash ./s 2>&1; echo $?
### line numbers
bash -c 'echo $LINENO

echo $LINENO
f() {
 echo $LINENO
 nosuch
}
f
(echo $LINENO)
x=$(echo $LINENO); echo $x
for i in 1; do
echo $LINENO; done
nosuch2' 2>&1
### comments and continuations
echo a # comment
echo a#b '#c' "#d" # e
# only
ec\
ho con\
tinued "a\
b" 'c\
d'
if true \
; then echo \
x; fi
echo $\
HOME | grep -c .
### reserved words as args
echo if then else fi do done case esac while until for in function select time { } ! [[ ]]; for for in in do; do echo $for; done; case in in in) echo in;; esac; if=1; echo $if; x=while; echo $x
### time and bang keywords
! ! true; echo $?; ! { false; }; echo $?; ! (true); echo $?
### function names
f-1() { echo dash; }; f-1; f.x() { echo dot; }; f.x; @() { echo at; }; @; function a:b { echo col; }; a:b; 1f() { echo num; }; 1f; +x() { echo plus; }; +x
### function definitions forms
f() if true; then echo if; fi; f; g() for i in 1 2; do echo $i; done; g; h() ((1+1)); h; echo $?; k() [[ a ]]; k; echo $?; function m() { echo m; } > f; m; cat f; n()
{
echo nl
}; n; p() case x in x) echo case;; esac; p
### semicolons newlines
echo a; echo b
echo c ;echo d
if true
then
echo e
fi
for i in 1
do
echo $i
done
case x
in
x)
echo f
;;
esac
{
echo g
}
true &&

echo h
true |
cat
echo i ||
echo j
### double paren ambiguity
((1+2)); echo $?; ( (echo sub) ); ((echo a); (echo b)); echo $( (echo c) ); echo $((echo d); (echo e)); (( x = 5 )); echo $x; ((( 1 + 1 ))) && echo trip
### arith for forms
for (( i = 0 ; i < 2 ; i++ )); do echo $i; done; for ((i=0;i<2;i++)) do echo $i; done; for ((;i<3;)); do echo $i; ((i++)); done; for (( i=0; i<2; i++ ))
do echo n$i
done
### case forms
case a in (a) echo p;; esac; case a in a) echo x; esac; case a in a) ;; *) echo n; esac; case "a b" in a\ b) echo q;; esac; case a in b|a|c) echo alt;; esac
case x in
 # comment
 x) echo cm ;; # more
esac
case if in if) echo kw;; esac
### quoting in words
echo a'b'"c"\d$'e' "a'b" 'a"b' "a\"b" "a\\b" 'a\b' "\a" "\`" `echo "x"` "`echo \"y z\"`" "$(echo "n $(echo "m")")"
### background forms
echo a & wait; { echo b & wait; }; (echo c &) ; sleep 0.05; true & false & wait; echo $?
### assignments forms
a=1 b=2; echo $a $b; a= ; echo "[$a]"; a=b=c; echo $a; a='x y' b=$a; echo $b; x=(1
2
3); echo ${x[@]}; y=( # comment
a b # c
); echo ${y[@]}; z+=q; echo $z; a[1]=p a[2]=q; echo ${a[@]}; A=1 ; echo $A=2
### array syntax
a=(a b) b=(c); echo ${a[1]} ${b[0]}; a=([1]=x [0]=y); echo ${a[@]}; a[1+1]=z; echo ${a[2]}; a[ 3 ]=w; echo ${a[3]}; i=4; a[i]=v a[$i+1]=u; echo ${a[4]} ${a[5]}
### heredoc forms
cat << E
space
E
cat <<'E' && echo after
q $x
E
cat <<E; echo same
1
E
if cat <<E; then echo then; fi
cond
E
cat <<"" 
empty delim

echo end
### heredoc nested quotes
cat <<E
$(cat <<F
inner
F
)
`echo bq`
"$(echo "q")"
${x:-a "b" c}
\$ \` \\ \"
E
### heredoc at eof
bash -c 'cat <<E
no end' 2>/dev/null; echo $?
### extglob syntax
shopt -s extglob
case abc in a@(b|x)c) echo 1;; esac; [[ foo == @(foo|bar) ]] && echo 2; x=foobar; echo ${x/@(oo|ba)/_} ${x%%+(r|a)} ${x##?(f)o}; echo !(x) | grep -c x
### brace group vs brace expansion
echo {a,b}; { echo g; }; echo { a,b }; echo {a b}; echo "{a,b}"
### alias timing
bash -c 'shopt -s expand_aliases; alias x="echo aliased"; x' 2>/dev/null; echo $?; bash -c 'shopt -s expand_aliases
alias x="echo aliased"
x; f() { x in f; }; f; unalias x; f; x' 2>/dev/null; echo $?
### noexec and verbose
bash -n -c 'echo no'; echo $?; bash -n -c 'if' 2>/dev/null; echo $?; echo 'echo hi' > s; bash -v s 2>&1
### stdin scripts
echo 'read x
line for x
echo "got $x"' | bash; printf 'echo a\necho b' | bash; echo 'echo $1 $#' | bash -s x y; printf 'echo one\nexit 3\necho no\n' | bash; echo $?; echo 'cat
rest of input
more' | bash
### invocation
bash -c 'echo $0 $1 $#' name a b; bash -c 'echo $-' | tr -d hB; bash -ec 'false; echo no'; echo $?; bash -o pipefail -c 'false | true'; echo $?; bash -O extglob -c 'shopt extglob'; bash +B -c 'echo {a,b}'; bash -c; echo $?; bash nofile 2>&1; echo $?; bash --badopt 2>/dev/null; echo $?; bash -Z 2>/dev/null; echo $?; echo 'echo $0 $1' > sc; bash sc arg; bash ./sc; bash -x -c 'echo t' 2>&1; bash -euc 'echo $1' 2>/dev/null; echo $?; bash --posix -c 'set -o | grep posix'; bash --norc -c 'echo norc'; bash -- -c 2>&1 | grep -c .
### shebang scripts
printf '#!/bin/bash\necho "args: $*"\n' > s; chmod +x s; ./s a b; printf '#!/usr/bin/env bash\necho env\n' > e; chmod +x e; ./e; printf 'echo noshebang $0\n' > n; chmod +x n; ./n; printf '#!/bin/sh\necho sh\n' > h; chmod +x h; ./h; PATH=.:$PATH; s x; printf '#!/nonexist\n' > b; chmod +x b; ./b 2>/dev/null; echo $?; printf '#!/bin/cat\nself\n' > c; chmod +x c; ./c; printf '#!/bin/bash -e\nfalse\necho no\n' > f; chmod +x f; ./f; echo $?
### BASH_ENV
echo 'echo from env; v=1' > be; BASH_ENV=./be bash -c 'echo $v'; BASH_ENV=./be bash --posix -c 'echo [$v]'
### xtrace
set -x
echo a 'b c' "$HOME" > /dev/null
x=1 y='a b'
x=2 true
for i in 1 2; do :; done
[[ a == b ]]
((1+1))
case x in x) ;; esac
f() { echo "$1"; }; f q
(echo s) | cat
: $(echo sub)
set +x
echo done
### xtrace to stdout [stderr]
PS4='[$LINENO] '; set -x; echo a; : "x y" '' $'\n' "it's"; x=$((1+2)); set +x
### prompts
x='\w \W \h \$ \n \\ \s \v \V \# \!'; cd /; echo "${x@P}" | sed "s/$HOSTNAME/H/"; y='$((1+2)) $(echo hi) $x1'; x1=v; echo "${y@P}"; z='\a\e[0m\033[1m\[x\]'; echo "${z@P}" | od -An -c | head -2
### print functions
f() { echo a; }; type f; g() (echo sub); type g; h() { cat <<E
doc $1
E
echo after; }; type h; k() { a && b || c & d; { x; } > f 2>&1 < g; }; declare -f k
