### exec and fds in scripts
printf 'exec 3>out\necho hi >&3\nexec 3>&-\ncat out\nread x\nnext line\necho "x=$x"\n' | bash; printf 'cat <<E\ndoc\nE\necho after\n' | bash; printf 'while read l; do echo "[$l]"; done\na\nb\n' | bash; echo 'echo "$@"; shift; echo $#' > s; bash s 1 2 3; bash < s; (exec < s; read a; echo "$a"; cat)
### signals between shells
bash -c 'trap "echo got; exit 5" TERM; echo ready > f; while :; do sleep 0.01; done' & p=$!; while [ ! -s f ]; do sleep 0.01; done; kill $p; wait $p; echo $?
### kill a pipeline
{ sleep 5 | sleep 5; } & p=$!; sleep 0.05; kill $p; wait $p; echo $?; (sleep 5; echo no) & kill %1; wait; echo done
### wait for many
for i in 1 2 3 4 5; do (exit $i) & pids+=($!); done; for p in "${pids[@]}"; do wait $p; echo $?; done; wait -n 2>/dev/null; echo $?; for i in 3 1 2; do { sleep 0.0$i; exit $i; } & done; wait -n; echo $?; wait -n; echo $?; wait -n; echo $?
### background reads nothing
read x < /dev/null & wait $!; echo $?; cat & wait $!; echo $?; echo in | { cat & wait; }; (read y; echo "[$y]") & wait
### jobs in subshells and functions
f() { sleep 0.05 & wait; echo f; }; f; (sleep 0.01 & wait; echo s); x=$(sleep 0.01 & echo $!); [ "$x" -gt 1 ] && echo pid; sleep 0.1 & (jobs); jobs | sed 's/ *$//'; wait
### exit with background
bash -c '(sleep 0.1; echo late) & echo early; exit 3'; echo $?
### pids
echo $(( $$ == $(echo $$) )) $(( BASHPID == $(echo $BASHPID) )); (echo $(( $$ != BASHPID ))); bash -c '[ $PPID -gt 0 ] && echo ppid'; a=$(bash -c 'echo $PPID'); [ "$a" = $$ ] && echo parent; : & b=$!; : & [ $! -gt $b ] && echo later; wait
### trap and wait loops
n=0; trap 'n=$((n+1))' USR1; for i in 1 2 3; do kill -USR1 $$; done; echo $n; (sleep 0.03; kill -USR1 $$; sleep 0.1) & while [ $n -lt 4 ]; do sleep 0.01; done; echo $n; wait
### ignored signals
trap '' TERM; kill $$; echo alive; bash -c 'kill $$; echo child'; (kill $BASHPID; echo sub); trap - TERM; (kill $BASHPID; echo no); echo $?; trap '' USR1; bash -c 'trap "echo x" USR1; kill -USR1 $$; echo still'
### sigpipe details
(trap '' PIPE; while echo x; do :; done; echo "st $?" >&2) 2>&1 | head -1; bash -c 'yes | true; echo ${PIPESTATUS[0]}'; set -o pipefail; yes | head -1; echo $?; (echo a; sleep 0.05; echo b; echo "done" >&2) 2>/dev/null | head -1; f() { while :; do echo y || return 3; done; }; f | read x; echo ${PIPESTATUS[0]}
### coproc more
coproc { while read l; do echo "<$l>"; done; }; echo a >&${COPROC[1]}; read r <&${COPROC[0]}; echo $r; echo b >&"${COPROC[1]}"; read r <&"${COPROC[0]}"; echo $r; kill $COPROC_PID; wait $COPROC_PID 2>/dev/null; echo $?; coproc CAT { cat; }; [ -n "$CAT_PID" ] && echo pid; exec {CAT[1]}>&-; wait $CAT_PID; echo $?
### fifo rendezvous
mkfifo a b; (read x < a; echo "got $x" > b) & echo msg > a; cat b; wait; exec 3<>a; echo self >&3; read y <&3; echo $y; exec 3>&-; rm a b
### process substitution statuses
exit3() { return 3; }; cat <(exit3); echo $?; wait $!; echo $?; tee >(cat > o1) >(cat > o2) <<< data > /dev/null; sleep 0.1; cat o1 o2; : <(sleep 0.1); echo fast; f() { local x; while read x; do echo "f:$x"; done; }; f < <(printf 'a\nb\n'); echo <(:) <(:) | tr -d '0-9'
### subshell exits
(exit 3) || echo $?; (set -e; false; echo no); echo $?; (return 4) 2>/dev/null; echo $?; f() { (return 5); echo $?; }; f; (break) 2>/dev/null; echo $?; for i in 1 2; do (exit); (continue); echo $i; done; ( ( ( exit 6 ) ) ); echo $?; $(exit 7); echo $?; (trap 'exit 8' EXIT; exit 9); echo $?
