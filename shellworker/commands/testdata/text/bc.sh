### arithmetic
bc <<'X'
1+2*3
10/3
scale=5
10/3
-7/2
7%3
-7%3
scale=0
-7%3
7.5%2
scale=3
7.5%2
2^10
2^-2
2.5^2
0^0
1.23*4.567
1-1.00
.5
-.5
0.00
100
1.50+1.5
5.0/2
scale=20
1/7
(1+2)*(3-4)
-2^2
2^3^2
1000000*1000000*1000000
X
### precedence and logic
bc <<'X'
1==1
1==2
2>1
1<=1
1!=1
1&&0
1||0
!0
!5
3+(2>1)
1<2==1
a=5
a
a+=3
a
a++
a
++a
a--
--a
b=a=7
b
(c=3)
c
1;2;3
x
x=y=2;x+y
2+3;"str
ing"
X
### strings and print
bc <<'X'
"hello"
"hello
"
print "a","b",1+1,"\n"
print "tab\tq\qz\n"
print 1,2,3
print "\n"
print "x\\y\n"
1
X
### bases
bc <<'X'
ibase=16
FF
A.8
ibase=A
obase=16
255
255.5
-10
obase=2
10
0.5
3.75
obase=8
64
obase=20
399
1.5
obase=100
12345.67
obase=10
ibase=2
101
1.1
ibase=8
17
9
77
obase=16
ibase=16
FF
1F.A
X
### control flow
bc <<'X'
for(i=0;i<3;i++) i
i=0
while(i<3){i;i+=1}
if(1) 5 else 6
if(0) 5 else 6
if(0) {
7
} else {
8
}
for(i=0;i<10;i++){
if(i==3) break
if(i==1) continue
i
}
i=5; while(1) { i-=1; if (i<2) break; }
i
{1;2}
if (1) { "yes
" }
for (i = 1; i <= 3; ++i) { for (j = 1; j <= 2; ++j) { i*j } }
while (i > 2) i--
X
### functions
bc <<'X'
define f(x){return x*2}
f(4)
define fact(n){
if(n<=1) return 1
return n*fact(n-1)
}
fact(20)
define g(){auto x;x=5;return(x)}
x=1
g()
x
define h(a[],n){auto i,s;for(i=0;i<n;i++)s+=a[i];return s}
z[0]=1;z[1]=2;z[2]=3
h(z[],3)
define v(x){x=x+1}
v(3)
define void p(x){print "got ",x,"\n"}
p(7)
define m(a,b){if(a>b)return(a);return(b)}
m(2,3)
define c(*a[]){a[0]=99}
c(z[])
z[0]
define d(a[]){a[0]=1}
d(z[])
z[0]
f(f(2))
X
### builtins
bc <<'X'
length(123)
length(0.001)
length(100.00)
length(0)
scale(1.234)
scale(5)
sqrt(2)
scale=10
sqrt(2)
sqrt(16)
sqrt(0.25)
last
last+1
.
scale
a[3]=5
a[3]
a[2]
a[1+2]
X
### math library
bc -l <<'X'
s(1)
c(1)
a(1)*4
l(2)
e(1)
e(-1)
e(10)
l(10)
j(0,1)
j(1,2)
s(100)
a(0.5)
scale=50
e(1)
4*a(1)
l(2)
sqrt(2)
scale=5
e(2.5)
s(0)
c(0)
l(1)
e(0)
a(0)
1/3
X
### long numbers wrap
bc <<'X'
2^300
scale=100
1/3
1/7
-1/3
print 2^250
print "\n"
X
BC_LINE_LENGTH=0 bc <<< '2^300'; BC_LINE_LENGTH=20 bc <<< '2^100'
### comments and continuation
bc <<'X'
1 /* comment */ + 2
# a comment
3 # trailing
/* multi
line */ 4
1 + \
2
12\
34
  5
X
echo '1+1' > f; bc f < /dev/null; echo 'quit' >> f; bc f <<< 5; printf '1\n\n2\n' | bc; bc -q <<< 3; bc -ql <<< 'scale'; echo 'halt' | bc; printf '1\nquit\n2\n' | bc; printf 'if(0) quit\n3\n' | bc; echo "4;5" | bc -s
### errors
bc 2>/dev/null <<'X'
1/0
5
1 +
6
)
7
f(1)
8
sqrt(-1)
9
2%0
10
X
echo $?; bc nofile < /dev/null 2>/dev/null; echo $?; echo '1/0' | bc 2>&1 | sed 's/adr=[0-9]*/adr/'; echo '1+' | bc 2>&1; echo 'sqrt(-1)' | bc 2>&1 | sed 's/adr=[0-9]*/adr/'
### what stands behind a function on its line
for s in 'define f(x){return x*x;} f(4)' 'define f(x) { return x; } f(1); f(2)' 'define void p(x){print x} p(3)' 'define f(x){return x} ; f(7)' 'define f(x){return x}
f(3)' 'define f(x){return x} define g(x){return f(x)+1} g(2)'; do echo "$s" | bc; done
### a coprocess gets its answers
coproc BC { bc -l; }; echo 'scale=3; 22/7' >&${BC[1]}; read -r -t 5 x <&${BC[0]}; echo "bc $x"; echo '1+1' >&${BC[1]}; read -r -t 5 x <&${BC[0]}; echo "bc $x"
coproc DC { dc; }; echo '2 3 ^ p' >&${DC[1]}; read -r -t 5 x <&${DC[0]}; echo "dc $x"
coproc CAT { cat; }; echo 'a' >&${CAT[1]}; read -r -t 5 x <&${CAT[0]}; echo "cat $x"
coproc SED { sed -u s/a/b/; }; echo 'a' >&${SED[1]}; read -r -t 5 x <&${SED[0]}; echo "sed $x"; coproc GREP { grep --line-buffered a; }; echo 'a' >&${GREP[1]}; read -r -t 5 x <&${GREP[0]}; echo "grep $x"; coproc JQ { jq --unbuffered .a; }; echo '{"a":1}' >&${JQ[1]}; read -r -t 5 x <&${JQ[0]}; echo "jq $x"; coproc AWK { awk '{print; fflush()}'; }; echo 'a' >&${AWK[1]}; read -r -t 5 x <&${AWK[0]}; echo "awk $x"
