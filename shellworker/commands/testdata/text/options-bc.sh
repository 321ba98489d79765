### bc options
for o in '' -l --mathlib -q --quiet -s --standard -w --warn '-lq' '-ql'; do echo "== $o"; printf '1/3\nscale\na=2\na^10\nprint "x\\n"\n"str\n"\nif (1) 5 else 6\n' | bc $o 2>&1; echo $?; done; bc -h > o; echo $?; bc --help > o; bc -v > o; bc --version > o; echo $?; for o in -i --interactive; do bc -q $o < /dev/null > /dev/null; echo $?; done; bc --foo > /dev/null 2>&1 < /dev/null; echo $?; bc -z < /dev/null > /dev/null 2>&1; echo $?; echo 'x=5' > f; echo 'x*2' > g; echo 'x+1' | bc f g; bc f g < /dev/null; bc nosuch < /dev/null 2>/dev/null; echo $?; mkdir d; bc d < /dev/null > /dev/null 2>&1; echo $?; echo 'quit' > q; echo 1 | bc q; echo $?; bc -- g < /dev/null; echo halt | bc; echo $?; echo 'e(1)' | bc -l; BC_LINE_LENGTH=20 bc <<< '2^200'; BC_LINE_LENGTH=0 bc <<< '2^300'; BC_LINE_LENGTH=1 bc <<< '2^80'; BC_ENV_ARGS=-l bc <<< 's(1)'; printf '1+1' | bc; printf '1\n+2\n' | bc; printf '1+\\\n2\n' | bc
### extensions
x='last
.
1==1
x=1==1
!1
1&&0
1||0
for(;;)break
for(i=0;i<3;i++)continue
abc=3
"x"
if(1==1)3
if(1)3
while(0)3
if(1)2 else 3
define f(x){return x+1}
define g(x){
return(x)}
g(4)
f(2)
define void h(x){
x}
print 3
a[1]=2
-x^2
1+(1<2)
length(3)
halt'
echo "$x" | bc -s 2>&1 | grep -v -e Runtime -e void -e '2[0-9]:'; echo "$x" | bc -w 2>&1 | sed '/ 2[0-9]:/d'; echo "$x" | bc
### dc options
for o in '-e 1p' '--expression=2p' '--expression 3p' '-e 1p -e 2p' '-f f' '--file=f' '-f f -e 9p' '-e 7 -f f' '-f nosuch' 'f f' '-'; do echo '4p' > f; echo "== $o"; echo 8p | dc $o 2>&1; echo $?; done; dc -h > o; echo $?; dc --help > o; dc -V > o; dc --version > o; echo $?; dc --foo 2>&1 < /dev/null | head -1; dc -z 2>&1 < /dev/null | head -1; dc -e '1 2 3 f c f' ; dc -e '[a]p' -e '[b] P 10P'; dc -e '10 k 1 3/p 2v p 3 2 5 | p 7 3~f'; dc -e '16o 255p 2i 101p Ip Op K p'; dc -e '1 0/' 2>&1; dc -e '+' 2>&1; dc -e 'p' 2>&1; dc -e '[1p]x [2p]sa lax la x 5 5 =a'; dc -e '1 2 3 R f z p d p r f'; dc -e '1sa 2Sa la p La p La p'; dc -e '3:b 1 3:b 3;bp'; dc -e '_5p 1.50p 5 2 ^ p 2 3 -2 ^p' 2>&1; dc -e '[q]sq [1p lqx 2p] x 3p'; dc -e '[?]x' <<< '5p'; dc -e '12345 Z p X p 1.234X p' ; dc -e '10 3%p _10 3%p 2k 10 3%p'; dc -e '1 2 n n [hi]n 10an'; dc -e '# comment
5p' ; dc -e '5!' 2>&1; dc -e '!echo hi' -e '6p'; dc nosuch 2>&1; echo $?; printf '5\n6+p' | dc; dc -e '[[nested]p]x 3 [x]p'; dc -e 'zp 1zp' ; dc -e '2 100^p 1_3p'; dc -e '100 2 o p A p F p 16 o A p 17 o 300 p'
### what random scripts showed
printf 'x=3\n(x+=-(x=100))\nx=3\n(x*=x--)\nscale=10\nsqrt(1)\nsqrt(4)\n' | bc; dc -e '=a f' 2>/dev/null; dc -e '3 4 =a !=a f' 2>/dev/null; dc -e '5k 3 2 7|p 3 2 5|p'
