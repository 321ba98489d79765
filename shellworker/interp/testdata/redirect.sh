### basic operators
echo a > f; echo b >> f; cat < f; echo c >| f; cat f; cat nofile 2> err; echo $?; { echo o; echo e >&2; } > both 2>&1; cat both; { echo o; echo e >&2; } &> b2; cat b2; { echo o2; echo e2 >&2; } &>> b2; cat b2; { echo x; echo y >&2; } >& b3; cat b3
### order
{ echo o; echo e >&2; } 2>&1 > f; echo --; cat f; { echo o; echo e >&2; } > f 2>&1; cat f
### fds
exec 3> f; echo three >&3; exec 3>&-; cat f; exec 4< f; read x <&4; echo $x; exec 4<&-; (echo x >&5) 2>/dev/null; echo $?; exec 9<> f; read y <&9; echo more >&9; exec 9>&-; cat f
### var fd
exec {fd}> f; echo $((fd>=10)); echo hi >&$fd; exec {fd}>&-; cat f; exec {r}< f; read -u $r l; echo $l; exec {r}<&-; echo v {z}>&1 | cat
### move fd
exec 3> f; exec 4>&3-; echo moved >&4; (echo x >&3) 2>/dev/null; echo $?; exec 4>&-; cat f
### noclobber
set -C; echo a > f; echo b > f 2>/dev/null; echo $?; echo c >| f; cat f; echo d >> f; cat f; echo x > /dev/null; echo $?
### compound redirects
for i in 1 2; do echo $i; done > f; while read l; do echo "<$l>"; done < f; if true; then echo t; fi >> f; case x in x) echo c;; esac >> f; { echo g; } >> f; (echo s) >> f; ((1)) >> f; [[ a ]] > f2; cat f; ls f2
### redirect failure
echo hi > /nonexistent/f; echo $?; true < nofile; echo $?; { echo no; } < nofile; echo $?; for i in 1; do echo no; done < nofile; echo $?; echo after
### ambiguous
touch x1 x2; echo a > x*; echo $?; v='a b'; echo q > $v; echo $?; e=; echo q > $e; echo $?; echo z > "$v"; cat 'a b'
### redirect builtin exec failure
bash -c "exec 3< nofile; echo no"; echo $?
### heredoc fd
cat 3<<E <&3
fd three
E
read a 3<<<x <<<y; echo $a; cat <<A 3<<B - 0<&3
a
A
b
B
### dev fd
echo x | cat /dev/stdin; echo y | cat /dev/fd/0; [ -e /dev/null ] && echo null; cat /dev/null; echo gone > /dev/null; exec 3<<<three; cat /dev/fd/3; cat < /dev/fd/3; read x < /dev/stdin <<< in; echo $x
### empty command redirect
> f; ls f; x=1 > g; ls g; echo $x; < f; echo $?; $nope > h; ls h
### redirect only with sub
x=$(echo hi > f); echo "[$x]"; cat f
### read from closed
read x <&-; echo $?; echo hi >&-; echo $?; cat <&- 2>/dev/null; echo $?
### function with redirect
f() { cat; echo err >&2; } < in 2> er; echo data > in; f; cat er
### redirect in middle
echo a > f b c; cat f; > f2 echo x y; cat f2; 2>/dev/null ls nofile; echo $?
### number word
echo 2>f; cat f; echo 2 >f; cat f; echo a2>f; cat f; echo \2>f; cat f
### pipe and redirect
echo a | cat > f; cat f; cat < f | cat; { cat < f; } 2>&1 | cat; echo b | { cat; cat f; }
### dup to file names
x=1; echo a 1>&2 2>/dev/null; echo ok 2>&1 1>f; cat f
### subshell fds
exec 5>f; (echo sub >&5); { echo grp >&5; } ; echo x | (cat >&5); exec 5>&-; cat f
### exec permanent
(exec > f; echo to file; echo 2); cat f; (exec 2>&1; ls nofile | cat; echo x >&2)
### seek sharing
printf '1\n2\n3\n' > f; { read a; read b; cat; } < f; exec 3<f; read x <&3; (read y <&3; echo $y); read z <&3; echo $x $z
### loop input stays
printf 'a\nb\nc\n' | while read l; do echo "got $l"; read m; echo "then $m"; done
### append mode
exec 3>>f; echo a >&3; echo b >> f; echo c >&3; cat f
### mkfifo
mkfifo p; echo hello > p & cat p; wait; (echo 1; echo 2) > p & while read l; do echo "r $l"; done < p; wait
### big pipe
for i in {1..3000}; do echo "line number $i of some text"; done | while read a b c d; do n=$c; done; echo done; x=$(for i in {1..5000}; do echo 0123456789; done); echo ${#x}
