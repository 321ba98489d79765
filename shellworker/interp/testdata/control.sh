### if elif else
for x in 1 2 3; do if [ $x = 1 ]; then echo one; elif [ $x = 2 ]; then echo two; else echo other; fi; done; if false; then :; fi; echo $?
### while until
i=0; while [ $i -lt 3 ]; do i=$((i+1)); [ $i = 2 ] && continue; echo $i; done; until [ $i -eq 0 ]; do i=$((i-1)); done; echo $i; while false; do :; done; echo $?
### break n
for i in 1 2; do for j in a b; do [ $j = b ] && break 2; echo $i$j; done; done; for i in 1 2; do for j in a b; do [ $j = b ] && continue 2; echo $i$j; done; echo no; done
### for variants
for i; do echo $i; done; set -- x y; for i do echo $i; done; for i in; do echo none; done; for ((i=0,j=5; i<j; i++,j--)); do echo $i $j; done; for ((;;)); do break; done; for i in a b; { echo brace $i; }; for ((i=0;i<2;i++)) { echo $i; }
### case
for w in abc x.c '' '*' foo; do case $w in a*) echo A;; *.c|*.h) echo C;; '') echo empty;; '*') echo star;; ?o[o]) echo foo;; esac; done
### case fallthrough
case a in a) echo 1;& b) echo 2;;& c) echo 3;; a|z) echo 4;; *) echo 5;; esac; case x in esac; echo $?; case x in x) ;; esac; echo $?
### case patterns quoting
p='*'; case abc in "$p") echo no;; $p) echo yes;; esac; case 'a*' in a\*) echo lit;; esac; case '[x]' in '[x]') echo br;; esac; case ab in [[:alpha:]]?) echo cls;; esac
### select
select x in a b c; do echo "got $x $REPLY"; break; done <<< 2 2>/dev/null; select x in a; do echo "$x"; done < /dev/null 2>/dev/null; echo $?
### and or
true && echo a || echo b; false && echo a || echo b; true || echo no && echo yes; false || false || echo last; ! false && echo neg; ! true; echo $?
### subshell
x=1; (x=2; echo $x; exit 5); echo $? $x; (cd /; pwd); pwd | grep -c /; ( (echo deep) )
### group
{ echo a; echo b; } | cat; { false; }; echo $?; { echo x; } > f; cat f
### functions
f() { echo "args $# $1"; return 7; }; f a b; echo $?; function g { echo g; }; g; function h() { echo h; }; h; f2 () ( echo sub; exit 2 ); f2; echo $?; r() { [ $1 -gt 0 ] && { echo $1; r $(($1-1)); }; }; r 3
### function redirect
f() { echo out; echo err >&2; } > fo 2>&1; f; cat fo; g() { cat; } <<< input; g
### function unset override
echo() { builtin echo "wrapped $*"; }; echo hi; unset -f echo; echo hi; cd() { echo mycd; }; cd; unset -f cd; command echo x
### return values
f() { return; }; false; f; echo $?; g() { false; return; }; g; echo $?; h() { return 300; }; h; echo $?; k() { return -1; }; k; echo $?; k2() { :; return 3 | true; }; k2; echo $?
### return outside
return 3 2>/dev/null; echo $?
### exit status
(exit); echo $?; (exit 256); echo $?; (exit -1); echo $?; false; (exit); echo $?; bash -c 'exit 3'; echo $?; (exit abc) 2>/dev/null; echo $?
### errexit
bash -c 'set -e; false; echo no'; echo $?; bash -c 'set -e; if false; then :; fi; false || true; ! true; false && true; echo yes'; bash -c 'set -e; f() { false; echo in; }; f || echo or; f; echo no'; echo $?; bash -c 'set -e; (false); echo no'; echo $?; bash -c 'set -e; x=$(false); echo no'; echo $?; bash -c 'set -e; echo $(false); echo yes'; bash -c 'set -e; false | true; echo yes; true | false; echo no'; echo $?
### errexit pipefail
bash -c 'set -eo pipefail; false | true; echo no'; echo $?; set -o pipefail; false | true; echo $?; (exit 3) | (exit 4) | true; echo $?
### errexit more
bash -c 'set -e; while false; do :; done; until true; do :; done; echo ok; { false; echo no; }'; echo $?; bash -c 'set -e; for i in 1; do false; done; echo no'; echo $?; bash -c 'set -e; local_f() { local x=$(false); echo local-ok; }; local_f; export y=$(false); echo exp-ok'; bash -c 'set -e; case $(false) in "") echo c;; esac; ((0)) ; echo no'; echo $?; bash -c 'set -e; [[ a = b ]]; echo no'; echo $?; bash -c 'set -e; ! false; echo y; ! true; echo z'
### errexit subshell inherits
bash -c 'set -e; (echo a; false; echo b) || echo handled; echo end'; bash -c 'set -e; x=$(echo a; false; echo b); echo "x=$x"'; bash -c 'set -e; shopt -s inherit_errexit; x=$(echo a; false; echo b); echo "x=$x"'; echo $?
### nounset
bash -c 'set -u; echo ${x-ok}; echo $x; echo no' 2>/dev/null; echo $?; bash -c 'set -u; a=(); echo "${a[@]}" $# "$@"; echo ${a[0]}; echo no' 2>/dev/null; echo $?; (set -u; echo $1; echo no) 2>/dev/null; echo $?; (set -u; : $((y+1)); echo no) 2>/dev/null; echo $?
### time and negation
time true 2>/dev/null; { time -p sleep 0; } 2>&1 | sed 's/[0-9]/N/g'; ! time false 2>/dev/null; echo $?
### nested structures
for i in 1 2; do case $i in 1) while :; do if [ $i ]; then { echo in; break; }; fi; done;; 2) (until false; do echo once; exit; done);; esac; done
### background and wait
(sleep 0.05; echo bg) & echo fg; wait; echo $?; (exit 3) & wait $!; echo $?; false & p=$!; wait $p; echo $?; wait 99999 2>/dev/null; echo $?
### wait n
(exit 4) & wait -n; echo $?; wait -n 2>/dev/null; echo $?; (sleep 0.02; exit 2) & (sleep 0.3; exit 3) & wait -n; echo $?; wait -n; echo $?
### wait p
(exit 7) & pid=$!; wait -n -p who; echo $? $((who==pid)); sleep 0.01 & wait -p w2 $!; echo $? $((w2==$!))
### eval
x='echo a; echo b'; eval $x; eval "$x"; eval 'y=5'; echo $y; eval; echo $?; eval false; echo $?; eval 'echo "q  r"'; z=1; eval "v$z=dyn"; echo $v1; eval 'for i in 1 2; do echo $i; done'
### source
echo 'echo "src $# $1"; v=set; return 4; echo no' > s.sh; . ./s.sh; echo $? $v; source ./s.sh a b; echo $?; set -- keep; . ./s.sh x; echo $1; . ./nofile 2>/dev/null; echo $?
### traps exit
trap 'echo bye $?' EXIT; (trap 'echo sub' EXIT; echo in); (echo nosub); false
### trap signals
trap 'echo got' USR1; kill -USR1 $$; echo after; trap - USR1; trap 'echo term; exit 3' TERM; kill $$; echo no
### trap list
trap 'echo a' INT TERM; trap "it's" EXIT; trap; trap - EXIT INT; trap -p TERM; trap '' HUP; trap -p
### trap err
trap 'echo ERR $?' ERR; false; (exit 3); true; if false; then :; fi; false || true; f() { false; }; f; ! true; echo end
### trap debug
trap 'echo "D:$BASH_COMMAND"' DEBUG; echo a; x=1; for i in 1 2; do :; done; trap - DEBUG; echo b
### trap return
f() { echo in; }; trap 'echo RET' RETURN; f; set -T; f; trap - RETURN
### trap in subshell
trap 'echo x' USR1; (trap; trap 'echo y' USR2; trap); trap
### exit in trap
trap 'exit 7' EXIT; exit 3
### kill status
sleep 10 & kill $!; wait $!; echo $?; sleep 10 & kill -9 $!; wait $! 2>/dev/null; echo $?; bash -c 'kill -TERM $$' ; echo $?
### sigpipe
yes | head -n 1; echo ${PIPESTATUS[@]}; (while :; do echo x; done) | head -n 2; echo ${PIPESTATUS[0]}
### lastpipe
shopt -s lastpipe; echo val | read x; echo $x; shopt -u lastpipe; echo v2 | read x; echo $x
### pipeline vars
x=1; echo 2 | { read x; echo $x; }; echo $x; echo a | cat | cat; { echo a; echo b; } | while read l; do echo "<$l>"; done
### pipe stderr
f() { echo o; echo e >&2; }; f |& sort; f 2>&1 >/dev/null | cat
### coproc
coproc cat; echo hi >&${COPROC[1]}; read x <&${COPROC[0]}; echo $x; eval "exec ${COPROC[1]}>&-"; wait; coproc N { read l; echo "got $l"; }; echo z >&${N[1]}; read y <&${N[0]}; echo $y
### procsub
cat <(echo a) <(echo b); while read l; do echo "[$l]"; done < <(printf '1\n2\n'); echo data > >(cat); wait; read x < <(echo v); echo $x
### procsub names
f() { cat $1; }; f <(echo viafunc); [ -e <(:) ] && echo exists; case <(:) in /dev/fd/*) echo name;; esac
### command builtin
command -v echo if ls nope; echo $?; f() { :; }; command -v f; command -V f if echo; alias al='x y'; command -v al; command -V nope 2>&1; command ls nofile 2>/dev/null; echo $?
### type
f() { echo hi; }; type f if echo nope 2>&1; type -t f if echo cat nope; echo $?; type -p cat echo; type -P echo; type -a echo; type -at echo
### hash
hash; hash cat; hash -t cat; hash -l; hash -d cat; hash -t cat 2>&1; hash -r; hash nope 2>&1; echo $?
### not found
nosuchcmd 2>&1; echo $?; ./nofile 2>&1; echo $?; mkdir d; ./d 2>&1; echo $?; touch f; ./f 2>&1; echo $?; /bin/nope 2>&1; echo $?; '' 2>&1; echo $?
### command_not_found_handle
command_not_found_handle() { echo "nf: $*"; return 9; }; zork a b; echo $?
### caller and funcname
f() { caller; caller 0; g; }; g() { caller 1; echo ${FUNCNAME[@]} ${BASH_LINENO[@]}; }
f
### recursion limit
f() { f; }; f 2>&1 | head -c 0; echo survived
### colon true false
: a b; echo $?; true x; echo $?; false; echo $?; :; echo $?
