### reserved words behind compound commands
{ { echo a; } }
{ ( echo a ) }
if { true; } then echo y; fi
if ( true ) then echo y; fi
if [[ a ]] then echo y; fi
if (( 1 )) then echo y; fi
while [[ ! $x ]] do x=1; done; echo ok
{ for i in 1; do if true; then echo $i; fi done }
{ case a in a) { echo a; } esac }
{ { echo a; } | { cat; } }
{ f() { echo; } }
if true; then { echo a; } else echo b; fi
bash -c '{ { echo a; } >&2 }' 2>/dev/null; echo $?
bash -c '{ (a) b; }' 2>/dev/null; echo $?
### printing of here-documents
f1() { cat <<E && b || c
x
E
d <<F | g <<H | i
f
F
h
H
j; }
f2() { cat <<E & b
x
E
}
f3() { { cat <<E
x
E
} > y; ( cat <<E
x
E
) ; case x in x) cat <<E ;; y) cat <<E
1
E
2
E
;; esac; for i in 1; do cat <<E
1
E
done; while :; do cat <<E
1
E
done; if a; then cat <<E
1
E
else cat <<E
2
E
fi; }
f4() { for x in; do :; done; a <<E; b <<F; c
1
E
2
F
d; }
f5() { ! cat <<E
x
E
time cat <<E
x
E
}
f6() { cat <<E; }
x
E
f7() { cat; } <<E
x
E
f8() { while read; do :; done <<E
x
E
echo; }
f9() { cat <<E
E
cat <<'E F'
q
E F
cat <<\E$x
q
E$x
}
f10() { function g { cat <<E
x
E
} ; }
declare -f
### printing of every construct
f1() { echo a; echo b & echo c; }
f2() if true; then echo a; elif false; then echo b; else echo c; fi
f3() { for i in a b c; do echo $i; done; for ((i=0;i<3;i++)); do :; done; for x; do :; done; for x in; do :; done; for ((;;)) { break; } }
f4() { case $x in a|b) echo 1;; (c) echo 2;& d) ;;& *) echo d; echo e; esac; case x in esac; }
f5() { while read x; do echo $x; done < file > out 2>&1; until false; do break; done & }
f6() { ( cd /; ls ) | cat | { read x; echo $x; } && echo y || echo n; ! true; time ls; time -p ls | cat; ! time ls; }
f7() ( echo sub; exit 3 ) > out
f8() { cat <<E
hello $x
E
cat <<-'E2' | tr a b
	tabbed
	E2
echo done; }
f9() { [[ -f x && ! $a == b* || ( $c =~ ^a.b$ ) ]]; (( x = 1 + 2, y++ )); let x=1; a=(1 2 "3 4"); a[1]=x; declare -A m=([a]=b); x=1 y=2 cmd arg; }
f10() { function inner { echo in; }; inner2() { :; }; inner; }
f11() { coproc foo { cat; }; coproc cat; coproc { ls; }; select x in a b; do break; done; select y; do :; done; }
f12() { echo "a $(echo b; echo c) `echo d`" 'x' $'a\tb' $"loc" ${x:-y z} ${x//a/b} $((1+2)) <(ls) >(cat) {a,b} ~ *.c \  ; }
f13() { echo a >f 2>&1 >>g <h <>i >|j &>k &>>l 3>&1 4<&0 5>&- 6<&- <<<"str" {fd}>x {fd}>&-; }
f14() { if a; then b; fi | c; { a; } & { b; }; }
f15() { if a; then if b; then c; else d; fi; elif e; then f; elif g; then h; fi; }
f16() { a && { b; c; } || ( d; e ); a | b | c; a |& b; }
f17() { for i in "$@"; do case $i in a) for j in 1; do echo; done ;; esac; done; }
f18() { a; b
c

d # comment
}
f19() { { a; }; ( b ); ( ( c ) ); { { d; }; }; }
f20() { return 1; } 2>/dev/null
f21() { a &
b & }
f22() { while a; b; do c; d; done; if a; b; then c; fi; }
f23() { ! { a; }; ! ( b ); ! a | b; }
f24() { eval "x"; local a=1 b="x y"; export c; }
f25() { trap 'echo hi; echo "$x"' EXIT; }
f26() { cat <<A <<B
a
A
b
B
}
f27() { if cat <<E; then
x
E
echo y; fi; while cat <<E
x
E
do :; done; }
f28() { f() { g() { h; }; }; }
f29() [[ a == b ]]
f30() (( 1 + 1 ))
f31() for i in 1; do echo; done
f32() case x in x) ;; esac
f33() while :; do break; done
f34() { x=$(cat <<E
hi
E
); }
f35() { echo $(for i in 1 2; do echo $i; done) $(if a; then b; fi) $(case x in x) echo;; esac) $( (a) ) $(a;b) $(a&) $(a & b); }
f36() { echo "$(a | b && c)" "$( { a; } )" "$(<file)" $(( $(a) + 1 )) "${x:-$(a;b)}"; }
f37() { a=$(b) c="$(d;e)" f; }
f38() { time; }
f39() { x=(
a
b # c
); declare -a y=( [0]=a [1]="b c" ); z+=( q ); }
f40() { a \
 b; echo "x
y"; }
function f41 { echo; }
function f42() { echo; }
f-43() { :; }
function f44 ( echo hi )
f45() { until a; do b; done >x <y; for i in 1; do :; done 2>&1 | c; }
f46() { a || b & c && d & }
f47() { { a & } ; ( b & ); if c & then d & fi; }
f48() { echo $[1+2] ${a[@]} ${#a} ${!a} ${a[1]:2:3} "${a[@]/#x/y}"; }
f49() { case "$1" in -h | --help) usage ;; --) shift; break ;; -*) err "x $1"; exit 1 ;; esac; }
f50() { select x in a; do a; b; done <f; }
declare -f
type f1 f9
