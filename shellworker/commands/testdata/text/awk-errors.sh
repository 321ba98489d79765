### wrong and odd programs 1
awk '{ print' < /dev/null 2>&1; echo $?
awk 'BEGIN { print (1 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print 1) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { if }' < /dev/null 2>&1; echo $?
awk 'BEGIN { x = }' < /dev/null 2>&1; echo $?
awk 'BEGIN { x + }' < /dev/null 2>&1; echo $?
awk 'BEGIN { for (;;; ) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { for (i in ) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { while () }' < /dev/null 2>&1; echo $?
awk 'BEGIN { do x }' < /dev/null 2>&1; echo $?
awk 'BEGIN { "abc }' < /dev/null 2>&1; echo $?
awk 'BEGIN { /abc }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print "a' < /dev/null 2>&1; echo $?
awk 'BEGIN { @ }' < /dev/null 2>&1; echo $?
awk 'BEGIN { a[1 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { a[] }' < /dev/null 2>&1; echo $?
awk 'BEGIN { f( }' < /dev/null 2>&1; echo $?
awk 'BEGIN { f() }' < /dev/null 2>&1; echo $?
awk 'BEGIN { foo(1) }' < /dev/null 2>&1; echo $?
awk 'function f(x { }' < /dev/null 2>&1; echo $?
awk 'function f(x,x) { } BEGIN { }' < /dev/null 2>&1; echo $?
awk 'function f(f) { } BEGIN { }' < /dev/null 2>&1; echo $?
awk 'function f() { } function f() { }' < /dev/null 2>&1; echo $?
awk 'function length() { }' < /dev/null 2>&1; echo $?
### wrong and odd programs 2
awk 'function f(NR) { } BEGIN { }' < /dev/null 2>&1; echo $?
awk 'function f() { return } BEGIN { return }' < /dev/null 2>&1; echo $?
awk 'BEGIN { next }' < /dev/null 2>&1; echo $?
awk 'END { next }' < /dev/null 2>&1; echo $?
awk 'BEGIN { nextfile }' < /dev/null 2>&1; echo $?
awk 'function f() { next } BEGIN { f() }' < /dev/null 2>&1; echo $?
awk 'BEGIN { getline < }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print > }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print | }' < /dev/null 2>&1; echo $?
awk 'BEGIN { 1 = 2 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { x++ = 2 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { $ }' < /dev/null 2>&1; echo $?
awk 'BEGIN { $(-1) = 2 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print $(-1) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { NF = -1 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print 1/0 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print 1%0 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { x = 0; x /= 0 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { x = 0; y %= x }' < /dev/null 2>&1; echo $?
awk 'BEGIN { a[1]; print a }' < /dev/null 2>&1; echo $?
awk 'BEGIN { a[1]; a = 2 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { a = 2; a[1] = 3 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { a = 2; for (i in a) ; }' < /dev/null 2>&1; echo $?
awk 'BEGIN { f = 2; f[1]; print 1 in f }' < /dev/null 2>&1; echo $?
### wrong and odd programs 3
awk 'BEGIN { print length(x, y) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print substr("a") }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print substr() }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print index("a") }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print split() }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print split("a", 1) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print split("a", "b") }' < /dev/null 2>&1; echo $?
awk 'BEGIN { gsub() }' < /dev/null 2>&1; echo $?
awk 'BEGIN { gsub(/a/) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { gsub(/a/, "b", "c") }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print sub(/a/, "b", 5) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print match("a") }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print sin() }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print sin(1,2) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print atan2(1) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { printf }' < /dev/null 2>&1; echo $?
awk 'BEGIN { printf "%d" }' < /dev/null 2>&1; echo $?
awk 'BEGIN { printf "%d %d\n", 1 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { printf "%z\n", 1 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { printf "%*d\n" }' < /dev/null 2>&1; echo $?
awk 'BEGIN { printf "%1$s %s\n", 1, 2 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { printf "%3$s\n", 1, 2 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { printf "%0$s\n", 1, 2 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print "a" ~ "(" }' < /dev/null 2>&1; echo $?
### wrong and odd programs 4
awk 'BEGIN { print "a" ~ /(/ }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print "a" ~ /[/ }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print "a" ~ /a{2/ }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print "a" ~ /*a/ }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print "a" ~ /+/ }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print "a" ~ "[[:foo:]]" }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print "a" ~ "\\" }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print "\q" }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print "a" ~ /\q/ }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print close("x") }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print fflush("x") }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print system() }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print toupper() }' < /dev/null 2>&1; echo $?
awk 'BEGIN { delete }' < /dev/null 2>&1; echo $?
awk 'BEGIN { delete x.y }' < /dev/null 2>&1; echo $?
awk 'BEGIN { delete 1 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { switch (1) { case 1: case 1: print } }' < /dev/null 2>&1; echo $?
awk 'BEGIN { switch (1) { default: default: print } }' < /dev/null 2>&1; echo $?
awk 'BEGIN { switch (1) { case x: print } }' < /dev/null 2>&1; echo $?
awk 'BEGIN { switch (1) { print } }' < /dev/null 2>&1; echo $?
awk 'BEGIN { case 1: }' < /dev/null 2>&1; echo $?
awk 'BEGIN { @f() }' < /dev/null 2>&1; echo $?
awk 'BEGIN { f = "nosuch"; @f() }' < /dev/null 2>&1; echo $?
awk 'BEGIN { f = "length"; print @f("abc") }' < /dev/null 2>&1; echo $?
### wrong and odd programs 5
awk 'BEGIN { f = ""; @f() }' < /dev/null 2>&1; echo $?
awk 'BEGIN' < /dev/null 2>&1; echo $?
awk 'END' < /dev/null 2>&1; echo $?
awk '1,2,3' < /dev/null 2>&1; echo $?
awk '/a/,' < /dev/null 2>&1; echo $?
awk 'BEGIN, END { }' < /dev/null 2>&1; echo $?
awk 'function f()' < /dev/null 2>&1; echo $?
awk 'function f() print' < /dev/null 2>&1; echo $?
awk 'getline x' < /dev/null 2>&1; echo $?
awk 'BEGIN { exit 1 2 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print 1,, 2 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print , }' < /dev/null 2>&1; echo $?
awk 'BEGIN { a b c( }' < /dev/null 2>&1; echo $?
awk 'BEGIN { ! }' < /dev/null 2>&1; echo $?
awk 'BEGIN { x ? 1 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { x ? 1 : }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print 1 in }' < /dev/null 2>&1; echo $?
awk 'BEGIN { (1,2) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { (1,2) in 3 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print (1,2) > }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print `date` }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print '\''x'\'' }' < /dev/null 2>&1; echo $?
awk 'BEGIN { x = 1;; ; y = 2 } }' < /dev/null 2>&1; echo $?
awk '{ { }' < /dev/null 2>&1; echo $?
### wrong and odd programs 6
awk '}' < /dev/null 2>&1; echo $?
awk 'BEGIN { if (1) else 2 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { if (1) print 1; else; else 3 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { else }' < /dev/null 2>&1; echo $?
awk 'BEGIN { func = 1 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { getline = 1 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print strtonum() }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print strtonum(1,2) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print and(1) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print and(-1, 2) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print or(-1, 2) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print compl(-1) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print lshift(1, -1) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print xor(1, "a") }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print compl(1.5) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print lshift(1) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print mktime() }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print mktime("x") }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print strftime(1,2,3,4) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print strftime("%Y", -1) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print gensub(/a/, "b") }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print gensub(/a/, "b", "x", "aaa") }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print gensub(/a/, "b", 0, "aaa") }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print gensub(/a/, "b", -1, "aaa") }' < /dev/null 2>&1; echo $?
### wrong and odd programs 7
awk 'BEGIN { print asort(x, y, "nosuch") }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print typeof() }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print typeof(1,2) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print isarray() }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print isarray(1,2) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print log(-1), sqrt(-1), exp(1000), int("x") }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print log("a") }' < /dev/null 2>&1; echo $?
awk 'BEGIN { srand(1,2) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { rand(1) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print substr("hello", -1, 3), substr("hello", 2, -1), substr("hello", 1.5, 1.5) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { while ((getline l < "/nosuch") > 0) ; print getline < "/nosuch"; print ERRNO }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print > "/nosuch/x" }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print > "" }' < /dev/null 2>&1; echo $?
awk 'BEGIN { getline x < "" }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print | "" }' < /dev/null 2>&1; echo $?
awk 'BEGIN { "" | getline x }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print getline < "." ; print ERRNO }' < /dev/null 2>&1; echo $?
awk '@include "nosuch"' < /dev/null 2>&1; echo $?
awk '@include nosuch' < /dev/null 2>&1; echo $?
awk '@nosuch' < /dev/null 2>&1; echo $?
awk '@namespace "a" BEGIN { }' < /dev/null 2>&1; echo $?
awk '@namespace "a"; BEGIN { x = 1; print a::x, awk::NR }' < /dev/null 2>&1; echo $?
awk '@namespace "1a"; BEGIN { }' < /dev/null 2>&1; echo $?
awk 'BEGIN { a::b = 1; print a::b }' < /dev/null 2>&1; echo $?
### wrong and odd programs 8
awk 'BEGIN { x = @/a/; print typeof(x), "a" ~ x }' < /dev/null 2>&1; echo $?
awk 'BEGIN { FS = "("; $0 = "a" }' < /dev/null 2>&1; echo $?
awk 'BEGIN { FS = "(("; $0 = "a" }' < /dev/null 2>&1; echo $?
awk 'BEGIN { RS = "(("; getline }' < /dev/null 2>&1; echo $?
awk 'BEGIN { FPAT = "("; $0 = "a" }' < /dev/null 2>&1; echo $?
awk 'BEGIN { FIELDWIDTHS = "a"; $0 = "abc" }' < /dev/null 2>&1; echo $?
awk 'BEGIN { FIELDWIDTHS = "-1"; $0 = "abc" }' < /dev/null 2>&1; echo $?
awk 'BEGIN { FIELDWIDTHS = "3:x"; $0 = "abc" }' < /dev/null 2>&1; echo $?
awk 'BEGIN { FIELDWIDTHS = "* 2"; $0 = "abc" }' < /dev/null 2>&1; echo $?
awk 'BEGIN { FIELDWIDTHS = "0"; $0 = "abc" ; print NF}' < /dev/null 2>&1; echo $?
awk 'BEGIN { SUBSEP = 1; FNR = "x"; print FNR + 1 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { PROCINFO["sorted_in"] = "nosuch"; a[1]; for (i in a) print i }' < /dev/null 2>&1; echo $?
awk 'BEGIN { PROCINFO = 1 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { SYMTAB["NR"] = 5; print NR }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print 08, 1e, 0x11, 1e+, .5., 1..2 }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print 1e400, -1e400, log(0) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print 2 ** -1, 2 ^ 0.5, 0 ^ 0, (-8) ^ (1/3) }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print substr("x", "a"), 1 == 1.0, "a" > "b" }' < /dev/null 2>&1; echo $?
awk 'BEGIN { print length() length }' < /dev/null 2>&1; echo $?
### places that are warned of
for p in 'BEGIN { break }' 'BEGIN { if (1) continue; break }' 'function f() { continue } BEGIN { f() }' 'BEGIN { x = 1
print /a/ ~ x; if (/x/ !~ 1) print 2 }' 'BEGIN { print asort(a, a); if (0) asort(b, b) }' 'BEGIN { print (/a/ ~ 1) "x"; print (/b/ ~ 1), 2 }' 'BEGIN { while (1) { break } do { continue } while (0); for (;;) break; switch (1) { case 1: break } }' '/a\cb\q/ { "\q" ~ "\\q" }'; do awk "$p" < /dev/null 2>&1; echo $?; done
