### numbers
awk 'BEGIN{print 1, 1.0, 0.1+0.2, 1e6, 1e20, 123456789, 1234567890123, 0.000001, 1e-7, 1e300, 100/3, -3/2, 2^10, 2**3, 7%3, -7%3, 3.0*2, 1e5+0.5, 017, 0x11, .5, 5., 1e3}'; awk 'BEGIN{print log(0), -log(0), int(3.9), int(-3.9), int("3abc"), sqrt(16), exp(0), sin(0), cos(0), atan2(0,-1), exp(1), log(10)}'; awk 'BEGIN{OFMT="%.2f"; CONVFMT="%.3f"; x=3.14159; print x, x ""; print 3.0, 17 ""; a[x]=1; for(k in a) print k}'
### strings and concatenation
awk 'BEGIN{x="a" "b" 1 2; print x; print 1 " " 2, 1 2 3; print -12 " " -24; print 1+2 "x" 3*4; print "a" > "/dev/stdout"; print length("abc") length(12345); print "x" -1, 2 -1; print (1 2)+1; print !x, !"", !0, !1, !"0", !y, - "3x", + "4"}'
### comparisons
awk 'BEGIN{print 1<2, 2<10, "2"<"10", "abc"<"abd", 1==1.0, "1"==1, "a"==0, x==0, x=="", "10"==10.0, 1<"a", 2<"10"}'; echo '10 9 abc 1e1 +10 0x1A' | awk '{print $1<$2, $1>$2, $1==$4, $1==$5, $3>$1, $6==26, $1<"9", ($1"")<$2}'; echo ' 5 ' | awk -F: '{print $1==5, $1=="5", $1==" 5 "}'
### logic and precedence
awk 'BEGIN{print 1&&0, 1||0, !1||1, 1?2:3, 0?1:0?2:3, 2+3*4^2, -2^2, 2^3^2, !1+1, 1-1-1, 2/2*3, 5%3*2, 1<2?"y":"n", (1,2) in a, 1 in a; x = y = 3; print x y; x += y -= 1; print x, y; x ^= 2; x %= 7; print x; print 1==1==1}'  2>/dev/null; awk 'BEGIN{print 2 * -3, 2 - -3, 2--3}' 2>/dev/null; awk 'BEGIN { i=5; print i++ + ++i, i--, --i, i; a["x"]++; print a["x"]++, a["x"], -i^2, !i; $0="3 4"; print $1++ + $2--, $0, $NF-1, $(1+1) }'
### fields
printf 'a b c\n  d  e\t f  \n\nx\n' > f; awk '{print NF, $1, $NF}' f; awk '{$2="X"; print; print NF}' f; awk '{$5="five"; print; print NF}' f; awk '{NF=2; print; print $0 "|"}' f; awk '{$1=$1; print}' f; awk '{$0="p q r"; print $2, NF}' f | head -1; awk '{print $(NF-1)}' f 2>/dev/null | head -2; awk '{$3=""; print $0 "|" NF}' f; awk 'NF' f; awk '{print $1,$2}' OFS=- f; awk '{NF+=1; $NF="z"; print}' f; awk '{$7="";print NF; $0=$0; print NF}' f | head -2
### separators
echo 'a:b:c' | awk -F: '{print $2, NF}'; echo 'a1b22c' | awk -F'[0-9]+' '{print $1,$2,$3}'; echo 'a|b|c' | awk -F'|' '{print $2}'; echo 'atbtc' | awk -Ft '{print $2}'; printf 'a\tb c\td\n' | awk -F'\t' '{print $2}'; echo 'a.b.c' | awk -F. '{print $3}'; echo 'abc' | awk -F '' '{print $2, NF}'; echo ' a  b ' | awk -F' ' '{print NF}'; echo ' a  b ' | awk -F'[ ]' '{print NF}'; echo 'a, b ,c' | awk -F' *, *' '{print $1"|"$2"|"$3}'; echo 'aXXbXc' | awk '{n=split($0,p,"X"); print n,p[1],p[2],p[3]}' ; echo 'a b' | awk 'BEGIN{FS=":"}{FS=" "; print $1}'; printf 'a b\nc d\n' | awk '{FS="b"; print $1}'; echo 'a\b' | awk -F'\' '{print $2}'; echo 'a^b' | awk -F'^' '{print $2}'; echo 'aAbac' | awk -FA '{print $2}'; echo 'a+b' | awk -F+ '{print $2}'; echo 'axxb' | awk -Fxx '{print $2}'
### record separators
printf 'a;b;c' | awk 'BEGIN{RS=";"}{print NR": "$0}'; printf 'a b\nc\n\n\nd\ne f\n\n' | awk 'BEGIN{RS=""}{print NR": "$1"-"$NF, NF}'; printf 'a b\nc:d\n\ne\n' | awk 'BEGIN{RS="";FS=":"}{print NF; for(i=1;i<=NF;i++) print i, $i}'; printf 'a12b345c\n' | awk 'BEGIN{RS="[0-9]+"}{printf "%s|%s;", $0, RT}'; printf 'aXbXc' | awk -v RS=X '{print}' ; printf '\n\n\na\n\n' | awk -v RS= '{print NR, $0}'; printf 'a\nb\n' | awk -v RS='\n' -v ORS='|' '{print}'; printf 'abc' | awk -v RS=b '{print}'; printf 'one\ntwo' | awk 'END{print NR, $0}'; printf 'a\r\nb\r\n' | awk -v RS='\r\n' '{print $0 "|"}'; printf 'x\0y\0' | awk -v RS='\0' '{print NR, $0}'
### patterns
seq 10 > f; awk '/1/' f; awk 'NR==2,NR==4' f; awk '/3/,/5/{print "r", $0}' f; awk '$1>8' f; awk 'NR%3==0' f; awk '!/1/' f | head -2; awk 'END{print NR}' f; awk 'BEGIN{print "b"} END{print "e"}' f; awk 'BEGIN{print "b"}' nofile; awk '/2/,/2/' f; awk 'NR==9,0' f; awk '/7/;/8/{print "eight"}' f; awk '$1 ~ /^1/' f; awk '$1 ~ "1$"' f; awk 'NR==1{next} NR==3{exit} {print}' f; awk '{exit} END{print "end", NR}' f; awk 'BEGIN{exit 3} END{print "x"}'; echo $?; awk '{exit 2} END{exit}' f; echo $?; awk 'BEGIN{exit 1} END{exit 4}'; echo $?
### arrays
awk 'BEGIN{a[1]="x"; a["k"]=2; a[1,2]=3; print a[1], a["k"], a[1,2], length(a); print (1 in a), (5 in a), ((1,2) in a); delete a[1]; print (1 in a), length(a); delete a; print length(a); if (a["q"]=="") print "empty", ("q" in a); b["x"]; print length(b); SUBSEP=":"; c[1,2]; for (k in c) print k}'; printf 'a 1\nb 2\na 3\n' | awk '{s[$1]+=$2; n[$1]++} END{for(k in s) print k, s[k], n[k]}' | sort; awk 'BEGIN{for(i=1;i<=12;i++)a[i]=i*i; for(k in a) print k, a[k]}'; awk 'BEGIN{n=split("c a b",x); for(i=n;i;i--) printf "%s ", x[i]; print ""; a["01"]; a[1]; print length(a); a[0.1+0.2]; print (0.3 in a)}'
### multidimensional arrays
awk 'BEGIN{a[1][2]=3; a[1][3]=4; a["x"]["y"]["z"]=5; print a[1][2], length(a[1]), length(a); for (k in a[1]) print k, a[1][k]; print isarray(a[1]), isarray(a[1][2]); delete a[1][2]; print (2 in a[1]), (3 in a[1]); print a["x"]["y"]["z"]; delete a["x"]; print length(a)}'; awk 'function w(t,n,  i){for(i in t) if (isarray(t[i])) w(t[i], n "[" i "]"); else print n "[" i "]=" t[i]} BEGIN{a[1]=1;a[2][1]=21;a[2][2]=22; w(a,"a")}'
### control flow
awk 'BEGIN{for(i=0;i<3;i++) printf i; print ""; while(i-->0) printf i; print ""; do printf ++i; while(i<3); print ""; for(;;){if(++n>3)break; if(n==2)continue; printf n}; print ""; if(0) print 1; else if (1) print 2; else print 3; for(i=1;i<=3;i++) { for(j=1;j<=3;j++) { if(j==2) break; printf "%d%d ",i,j } } print ""}'; awk 'BEGIN { if (1) ; else print "x"; if (1) print "a"
else print "b"
while (0)
  print "n"
for (i=0;
 i<2;
 i++)
 print i
do
 x++
while (x<5)
print x }'
### switch
awk 'BEGIN{for(i=1;i<=5;i++) switch(i){case 1: print "one"; break; case 2: print "two"; case 3: print "three"; break; case /4/: print "re"; break; default: print "def"}; switch("abc"){case "x": print 1; case /b/: print 2; case "y": print 3}; switch(7){default: print "d"; case 1: print "fall"; break; case 2: print "no"}}'
### functions
awk 'function f(a,b){return a*b} function g(x){x=5} function h(arr){arr["z"]=1} function fact(n){return n<=1?1:n*fact(n-1)} BEGIN{print f(3,4), fact(10); y=1; g(y); print y; h(q); print q["z"], length(q); print f(2) "|" nothing(1)} function nothing(x) { } function loc(a,  i,t){i=a;t[1]=a;return i+t[1]} END{}' </dev/null; awk 'function r(n){if(n>0){r(n-1);printf n}} BEGIN{r(5);print ""}'; awk 'function fib(n){return n<2?n:fib(n-1)+fib(n-2)} BEGIN{print fib(15)}'; awk 'function a(x,  loc){loc[x]=1; return length(loc)} BEGIN{print a(1), a(2)}'; awk 'func f(x) {return x+1}
BEGIN { print f(1)
print f(f(2)) ; fn="f"; print @fn(10) }'; awk 'function chg(a){a[1]=9} BEGIN{x[1]=1; chg(x); print x[1]} function ret(){return} BEGIN{print "[" ret() "]"; v=ret(); print v+0, v ""}'
### getline
printf '1\n2\n3\n4\n' > f; awk 'NR==1{getline; print "got", $0, NR} NR==3{getline x; print "x", x, $0, NR}' f; awk 'BEGIN{while((getline l < "f")>0) print "l", l; close("f"); getline < "f"; print $0, NR; print (getline z < "nofile")}'; awk 'BEGIN{"echo hi there" | getline; print $2, NR; "echo a b" | getline v; print v, NR; while (("printf \"x\\ny\\n\"" | getline w) > 0) print "w" w; close("echo hi there"); "echo hi there" | getline q; print q}'; awk '{ while ((getline line) > 0) n++ } END{print n, NR, $0}' f; awk 'BEGIN{ while (getline < "f") s+=$1; print s; print getline < "f" }'; echo in | awk 'BEGIN{getline; print "B", $0; print getline x, x}'; awk 'BEGIN { cmd = "cat f"; while ((cmd | getline) > 0) print $1*2; print close(cmd), close("never") }'; echo a | awk '{ getline y < "-"; print y }'; awk 'BEGIN{"date +%Y" | getline y; print (y > 2000)}'
### output redirection
awk 'BEGIN{print "a" > "o1"; print "b" > "o1"; print "c" >> "o1"; close("o1"); while((getline l < "o1")>0) print l; print "x" > "o2"; printf "%s-", "y" > "o2"; close("o2"); print "z" >> "o2"}'; cat o2; awk 'BEGIN{print "c\nb\na" | "sort"; close("sort"); print "done"}'; awk 'BEGIN{print "3\n1\n2" | "sort -n"; print "first"}'; seq 5 | awk '{print > ("out" $1%2)}'; cat out0 out1; awk 'BEGIN{print "e" > "/dev/stderr"}' 2>&1; awk 'BEGIN{printf "a%sb\n", "-" | "cat"; print "o" > "/dev/stdout"; print "p" | "cat 1>&2"}' 2>&1; awk 'BEGIN { print "x", "y" > "o3"; print("a","b") > "o4"; print (1)(2) > "o5" }'; cat o3 o4 o5; awk 'BEGIN { "echo one" | getline x; print x | "cat"; close("cat"); print "after" }'; awk 'BEGIN { print (5 > 3) ? "y" : "n" }'
### system and coprocess
awk 'BEGIN{r=system("echo hi; exit 3"); print r; printf "before "; system(""); system("echo after"); print system("true"), system("false")}'; awk 'BEGIN{c="sort"; print "b" |& c; print "a" |& c; close(c,"to"); while((c |& getline l)>0) print l; print close(c)}'; awk 'BEGIN{print close("x"); print "q" | "cat >/dev/null; exit 5"; print close("cat >/dev/null; exit 5")}' 2>/dev/null
### printf
awk 'BEGIN{printf "%d|%5d|%-5d|%05d|%+d|% d|%i\n", 42.9, 42, 42, 42, 42, 42, "12abc"; printf "%s|%10s|%-10s|%.2s\n", "abc", "abc", "abc", "abc"; printf "%c%c%c|%5c\n", 65, "hello", 256, "x"; printf "%o %x %X %#o %#x %u\n", 8, 255, 255, 8, 255, 3; printf "%f %.2f %e %.3E %g %G %g\n", 3.14159, 2.5, 12345.678, 0.00012, 0.0001, 1e-10, 1e10; printf "%%|%5.1f|%-8.3f|%08.3f\n", 2.25, 3.14159, 3.14159; printf "%*d|%-*d|%.*f\n", 5, 42, 5, 42, 2, 3.14159; printf "%s %s\n", 1e6, 0.1; printf("%s\n", "paren"); printf "no newline"; printf "\n"; printf "%2$s %1$s\n", "a", "b"}'
### printf odd
awk 'BEGIN{printf "%d %d %d\n", "0x1A", 1e18, -1e18; printf "%x %x\n", 2^40, -1; printf "%s|%d|%c|\n", "", "", "A"; printf "%5%|%z|%\n"; printf "%.0f %.0f %.0f\n", 0.5, 1.5, 2.5; printf "%s %s %s\n", 1/3, 1e100, 123456789012; printf "%d\n", 2^53; printf "%.3d|%5.3d|%-6.3d|\n", 5, 5, 5; printf "%#g %#.3g %#x\n", 1, 1, 0; printf "%+s|% s|%05s\n", "a", "b", "c"; printf "%i %ld %hd\n", 3.99, 4, 5; printf "%a\n", 1; printf "%c", 0}' | od -c
### string functions
awk 'BEGIN{print length("hello"), length(""), length(), substr("hello",2,3), substr("hello",0), substr("hello",-1,3), substr("hello",4,100), substr("hello",10), substr("hello",2), substr("hello",1.5,1), index("foobar","bar"), index("foo","x"), toupper("aBc1"), tolower("AbC")}'; awk 'BEGIN{print match("foobar",/o+/), RSTART, RLENGTH; print match("x",/y/), RSTART, RLENGTH; print match("foo","o"), match("abc", /$/), RSTART, RLENGTH; if (match("key=val", /([a-z]+)=([a-z]+)/, m)) print m[0], m[1], m[2], m[1,"start"], m[2,"length"]}'; awk 'BEGIN{n=split("a:b:c",x,":"); print n, x[1], x[3]; print split("",y), length(y); print split("abc",z,""), z[2]; print split(" a b ",w), w[1]; print split("a1b2c",v,/[0-9]/,s), v[3], s[1], s[2]; print split("aXb",u,"X"); print split("a.b.c", t, "."), t[2]; print split("  a  b  ", q, " ", sp); print length(sp), "[" sp[0] "]", "[" sp[1] "]"}'
### sub and gsub
awk 'BEGIN{s="hello world"; print sub(/o/,"0",s), s; print gsub(/o/,"0",s), s; t="aaa"; print gsub(/a/,"&&",t), t; u="abc"; gsub(/b/,"[\\&]",u); print u; v="abc"; gsub(/x*/,"-",v); print v; w="a.b.c"; gsub(".","x",w); print w; w="a.b"; gsub("\\.","x",w); print w; x="path/to"; gsub("/","\\/",x); print x; y="a\\b"; gsub(/\\/,"/",y); print y; z="abc"; gsub(/$/,"!",z); print z; gsub(/^/,">",z); print z}'; echo 'foo bar foo' | awk '{n=gsub(/foo/,"X"); print n, $0, $1, NF}'; echo 'a b c' | awk '{sub(/b/,"B",$2); print; gsub(/ /,"_"); print $1}'; awk 'BEGIN{s="aaa"; print gsub(/aa/,"b",s), s; s="abab"; gsub(/(ab)+/,"<&>",s); print s; s="hello"; gsub(/l/,"\\\\&",s); print s; s="hello"; gsub(/l/,"\\\\\\&",s); print s; s="x"; sub(/x/,"a\\tb",s); print s; s="a&b"; gsub(/&/,"and",s); print s; s="foo"; gsub(/o*/,"-",s); print s; s="banana"; print gsub(/ana/,"[&]",s), s; s="abc"; gsub("","-",s); print s}'
### gensub
awk 'BEGIN{print gensub(/o/,"0","g","foo"), gensub(/o/,"0",2,"foo"), gensub(/(a)(b)/,"\\2\\1","g","abab"), gensub(/b/,"[&]",1,"abc"), gensub(/b/,"[\\0]","g","abcb"), gensub(/x/,"y","g","abc"), gensub(/a*/,"-","g","baac")}'; echo abc | awk '{print gensub(/b/,"X",1); print}'; awk 'BEGIN{print gensub(/(.)(.)/, "\\2\\1", "G", "abcde"), gensub("a", "\\\\&", "g", "banana"), gensub(/a/, "b", 0, "aaa")}' 2>/dev/null
### regex
printf 'foo\nbar\nFOO\nab+c\n' > f; awk '/^f/' f; awk '/o{2}/' f; awk '/[[:upper:]]/' f; awk '/b\+/' f; awk '/(fo|ba)/' f; awk '$0 ~ "b\\+"' f; awk 'BEGIN{IGNORECASE=1} /foo/' f; awk '{print /o/ ? "y" : "n"}' f; awk '/\<f/' f; awk '/o\>/' f; awk '/\yba/' f; awk '/a.c|b.r/' f; awk '/[+]/' f; awk 'BEGIN{r="^b"; if ("bar" ~ r) print "m"; print "a/b" ~ /a\/b/, "a/b" ~ "a/b", "ab" ~ /a[/]?b/, "x" ~ //, "a\nb" ~ /a.b/, "ab" ~ /^a$/, "+" ~ /^[+-]$/, "]" ~ /[]]/, "a" ~ /[^]]/, "\\" ~ /\\/, "a.b" ~ /a\.b/, "." ~ /[.]/, "{" ~ /{/, "a{1" ~ /a{1/, "tab\t" ~ /\t/, "A" ~ /\x41/, "A" ~ /\101/}'
### dates
TZ=UTC awk 'BEGIN{print strftime("%Y-%m-%d %H:%M:%S", 0), strftime("%j %a %b %e", 86400*40, 1), mktime("1970 01 02 00 00 00"), mktime("2024 02 30 12 00 00"), mktime("bad"); print (systime() > 1600000000); print strftime("%A", 1e9); print mktime("2000 13 1 0 0 0")}'
### bits
awk 'BEGIN{print and(12,10), or(12,10), xor(12,10), lshift(1,4), rshift(16,2), compl(0) > 0, strtonum("0x1F"), strtonum("017"), strtonum("12abc"), strtonum(" 5"), and(7,3,1)}'
### asort
awk 'BEGIN{a[1]="c";a[2]="a";a[3]="b"; n=asort(a); for(i=1;i<=n;i++) printf "%s ",a[i]; print ""; b["x"]=3;b["y"]=1;b["z"]=2; n=asorti(b,c); for(i=1;i<=n;i++) printf "%s ",c[i]; print ""; n=asort(b,d); for(i=1;i<=n;i++) printf "%s ",d[i]; print ""; n=asort(b,e,"@val_num_desc"); for(i=1;i<=n;i++) printf "%s ",e[i]; print ""; m[1]=10;m[2]="9";m[3]="abc";m[4]=2; n=asort(m); for(i=1;i<=n;i++) printf "%s ",m[i]; print ""}'; awk 'function cmp(i1,v1,i2,v2){return v2-v1} BEGIN{a["p"]=1;a["q"]=3;a["r"]=2; PROCINFO["sorted_in"]="cmp"; for(k in a) printf "%s ",k; PROCINFO["sorted_in"]="@ind_str_asc"; for(k in a) printf "%s ",k; PROCINFO["sorted_in"]="@val_num_asc"; for(k in a) printf "%s ",k; PROCINFO["sorted_in"]="@ind_str_desc"; for(k in a) printf "%s ",k; print ""; n=asort(a,b,"cmp"); print b[1],b[2],b[3]}'; awk 'BEGIN{a[10];a[9];a[2];a["b"];a["a"]; PROCINFO["sorted_in"]="@ind_num_asc"; for(k in a) printf "%s ",k; PROCINFO["sorted_in"]="@ind_num_desc"; for(k in a) printf "%s ",k; print ""}'
### command line
printf 'a b\n' > f; awk -v x=5 'BEGIN{print x, x+1}'; awk -vx='a\tb' 'BEGIN{print x}'; awk '{print x}' x=1 f x=2 f; awk -f /dev/stdin f <<< '{print "s", $1}'; echo '{print $2}' > p; awk -f p f; awk -f p -e 'BEGIN{print "e"}' f 2>/dev/null; echo 'function q(x){return x x}' > lib; awk -f lib -f <(echo 'BEGIN{print q("z")}'); awk -- '{print $1}' f; awk 'BEGIN{print ARGC, ARGV[0], ARGV[1], ARGV[2]}' p q; awk 'BEGIN{ARGV[1]="f"; ARGC=2} {print}' zzz; awk 'BEGIN{ARGV[1]=""} {print "in", $0}' f < f; awk '{print FILENAME, FNR, NR}' f f; awk 'END{print FILENAME, ARGIND}' f p; X=env awk 'BEGIN{print ENVIRON["X"]}'; awk -F: -v OFS=- '{$1=$1; print}' <<< a:b; awk -e 'BEGIN{print 1}' ; awk --field-separator=: '{print $2}' <<< a:b; awk --assign=v=7 'BEGIN{print v}'; awk 'BEGIN{print}' | od -c; awk -i lib 'BEGIN{print q("w")}'
### nextfile and BEGINFILE
printf '1\n2\n' > a; printf '3\n4\n' > b; awk 'FNR==1{print FILENAME; nextfile} {print "no"}' a b; awk 'BEGINFILE{print "begin", FILENAME} ENDFILE{print "end", FILENAME, FNR} {print}' a b; awk 'BEGINFILE{if (ERRNO) {print "skip", FILENAME; nextfile}} {print}' a nofile b; awk 'FNR==2{nextfile} {print}' a b; awk '{print; nextfile} END{print NR}' a b
### inplace
printf '1\n2\n' > a; printf '3\n' > b; awk -i inplace '{print $1*2}' a b; cat a b; gawk -i inplace -v INPLACE_SUFFIX=.bak 'NR>0{print "x" $0}' a; cat a a.bak; awk -i inplace 'BEGIN{print "out"} {print "y"} END{print "end"}' b; cat b
### FPAT and FIELDWIDTHS
echo 'a,"b,c",d' | awk -v FPAT='([^,]*)|("[^"]+")' '{print NF; for(i=1;i<=NF;i++) print $i}'; echo 'abcdefgh' | awk -v FIELDWIDTHS='2 3 1' '{print $1, $2, $3, NF}'; echo 'abcdefgh' | awk -v FIELDWIDTHS='2 1:2 *' '{print $1, $2, $3}'; echo 'a1b22c333' | awk '{n=patsplit($0,p,/[0-9]+/,s); print n, p[1], p[2], p[3], s[0], s[1], s[2]}'; echo 'x y z' | awk -v FPAT='[a-z]' '{$2="Q"; print; print NF}'; echo 'a b c' | awk 'BEGIN{FIELDWIDTHS="1 2"} {print $2 "|"; FS=" "; $0=$0; print $2}'
### uninitialized
awk 'BEGIN{print x+0, "[" x "]", length(x), x==0, x==""; if(!x) print "f"; y[1]; print y[1]+0; print $1, NF; print substr(z,1), -x, x++ , x; printf "%d %s|\n", q, q; print (a b) == "", c < 1, d < "a"}' </dev/null
### typeof
awk 'BEGIN{a=1;b="x";c[1];d=@/re/; print typeof(a), typeof(b), typeof(c), typeof(d), typeof(e), typeof(c[1]), typeof($1); print "re" ~ d}'; echo '5 x' | awk '{print typeof($1), typeof($2), typeof($3), typeof(NF)}'
### utf8
awk 'BEGIN{print length("héé"), toupper("é"), substr("héllo",2,2), index("héllo","l"), match("xéy",/y/), RSTART; printf "%c|%5s|%-4s|%.2s\n", 233, "é", "é", "éàü"}'; echo 'é:à' | awk -F: '{print $2; print length}'; LC_ALL=C awk 'BEGIN{print length("é"), substr("é",1,1) == "\303"}'; awk -b 'BEGIN{print length("é")}'; echo 'aéb' | awk '{gsub(/[^a-z]/,"."); print; gsub("","-"); print}'; awk 'BEGIN{print split("éà",a,""), a[2]; print tolower("ÀÉ")}'
### syntax variants
awk 'BEGIN{print "a";;print "b"}; BEGIN { print "c" }
# comment
BEGIN {
  print "d" # trailing
  x = 1 + \
    2
  print x,
    "y"
  if (x == 3 &&
      1 ||
      0) print "and"
  a["k"] = 1; for (k in a) { print k }
  { print "block" }
  print(1)(2)
  print (1)" "(2)
  print 1,2 ; print
}' < /dev/null; awk 'BEGIN{getline x<"/dev/null"; print length x}' ; awk 'BEGIN { print length, length() }' < /dev/null; awk 'BEGIN{print -x" "-y; print 1 - 1, 1 -1, 1-1; print 2 ^ -1; print !0!0; print 1 in a; print "a" "b" == "ab"; print 1 2 < 3}' ; awk 'BEGIN {a=1;b=2; print a" "b; print a b; print a+b" "a-b; $3="x"; print; print NF; print $1$2$3; regex="x"; print $3~regex }'
### errors [stderr]
awk 'BEGIN{print 1/0}'; echo $?; awk 'BEGIN{print 1%0}'; echo $?; awk 'BEGIN{f()}'; echo $?; awk 'BEGIN { return }'; echo $?; awk 'BEGIN{next}'; echo $?; awk '{print $(-1)}' <<< x; echo $?; awk -f nofile; echo $?; awk 'BEGIN{print ( }'; echo $?; awk 'BEGIN{a[1]=1; print a}'; echo $?; awk 'BEGIN{print "x}'; echo $?; awk 'BEGIN{x=1; x[1]=2}'; echo $?; awk 'BEGIN{printf "%s %s\n", "a"}'; echo $?; awk 'BEGIN{getline x < "/nodir/x"; print "ok"; print "x" > "/nodir/y"}'; echo $?; awk '{print}' nofile; echo $?; awk 'BEGIN{if ("a" ~ "(") print 1}'; echo $?
### status and dirs
printf 'x\n' > f; mkdir d; awk '{print}' d f 2>/dev/null; echo $?; awk '{print}' nofile f 2>/dev/null; echo $?; awk 'BEGIN{exit}' ; echo $?; awk 'BEGIN{exit 256+7}'; echo $?; awk 'BEGIN{exit -1}'; echo $?
### csv like and reports
printf 'bob,30,nyc\namy,25,la\n' > f; awk -F, '{printf "%-5s %3d %s\n", $1, $2, $3; t+=$2} END{print "avg", t/NR}' f; awk -F, 'NR==FNR{a[$1]=$2; next} $1 in a{print $1, a[$1]}' f f; awk -F, '{c[length($3)]++} END{for(k in c) print k, c[k]}' f; awk -F, -v OFS='\t' '{print $3,$1}' f; awk '!seen[$0]++' f f; awk -F, '{a[NR]=$0} END{for(i=NR;i>0;i--) print a[i]}' f; awk '{l[NR]=length($0)} END{for(i=1;i<=NR;i++) m = l[i]>m ? l[i] : m; print m}' f; awk -F, '$2 > max { max=$2; who=$1 } END { print who, max }' f
### RS regex and getline mixes
printf 'one1two22three\n' | awk 'BEGIN{RS="[0-9]+|\n"} {print NR, $0; if (NR==1) {getline; print "g", $0}}'; printf 'a b c\n' | awk '{RS=" "; print $0}'; printf 'a\n\nb\n' | awk -v RS='\n\n' '{print NR ":" $0}'; printf 'start x end start y end' | awk -v RS='end' '{print $2}'; printf 'a--b--c' | awk -v RS=-- 'END{print NR, $0, RT}'
### large
seq 100000 | awk '{s+=$1} END{print s}'; seq 20000 | awk '{a[$1%100]+=$1} END{for(i=0;i<3;i++) print a[i]}'; awk 'BEGIN{for(i=0;i<100000;i++) s = s "x"; print length(s)}'; awk 'BEGIN{for(i=0;i<200;i++) $i=i; print NF}'; head -c 300000 /dev/zero | tr '\0' a | awk '{print length($0)}'; seq 1000 | awk '{printf "%s,", $0} END{print ""}' | awk -F, '{print NF, $500}'

### awk 'BEGIN{print "a" ~ /[/}' 2>&1
awk 'BEGIN{print "a" ~ /[/}' 2>&1

### awk 'BEGIN{print "a" ~ "("}' 2>&1
awk 'BEGIN{print "a" ~ "("}' 2>&1

### awk 'BEGIN{print "a" ~ /a**/, "a" ~ "a{1,2}{3}"}' 2>&1
awk 'BEGIN{print "a" ~ /a**/, "a" ~ "a{1,2}{3}"}' 2>&1

### awk 'BEGIN{x="[[:foo:]]"; print "a" ~ x}' 2>&1
awk 'BEGIN{x="[[:foo:]]"; print "a" ~ x}' 2>&1

### awk 'BEGIN{x="[b-a]"; print "a" ~ x}' 2>&1
awk 'BEGIN{x="[b-a]"; print "a" ~ x}' 2>&1

### awk 'BEGIN{x="a\\"; print "a" ~ x}' 2>&1
awk 'BEGIN{x="a\\"; print "a" ~ x}' 2>&1

### awk 'BEGIN{x=")"; print ")" ~ x}' 2>&1
awk 'BEGIN{x=")"; print ")" ~ x}' 2>&1

### awk -F'[' '{print $2}' <<< 'a[b'
awk -F'[' '{print $2}' <<< 'a[b'

### awk -F'(' '{print $2}' <<< 'a(b'
awk -F'(' '{print $2}' <<< 'a(b'

### awk -F'+' '{print $2}' <<< 'a+b'
awk -F'+' '{print $2}' <<< 'a+b'

### awk -F'a{' '{print $2}' <<< 'a{b'
awk -F'a{' '{print $2}' <<< 'a{b'

### echo ab | awk '/a\/b/{print} /[/]/{print}' 2>&1
echo ab | awk '/a\/b/{print} /[/]/{print}' 2>&1

### awk '/\//' <<< 'a/b'
awk '/\//' <<< 'a/b'

### awk 'BEGIN{print "a\"b" ~ /"/, "a.b" ~ "a\.b", "axb" ~ "a\.b"}' 2>&1
awk 'BEGIN{print "a\"b" ~ /"/, "a.b" ~ "a\.b", "axb" ~ "a\.b"}' 2>&1

### awk 'BEGIN{print "ab" ~ /\ab/, "a-b" ~ /a\-b/}' 2>&1
awk 'BEGIN{print "ab" ~ /\ab/, "a-b" ~ /a\-b/}' 2>&1

### awk '@namespace "foo"; BEGIN { x = 5; print x, foo::x, awk::NR }' 2>&1
awk '@namespace "foo"; BEGIN { x = 5; print x, foo::x, awk::NR }' 2>&1

### awk 'BEGIN { foo::x = 3; print foo::x }' 2>&1
awk 'BEGIN { foo::x = 3; print foo::x }' 2>&1

### awk '@namespace "a"; function f(x) { return x+1 } BEGIN { print a::f(1),
awk '@namespace "a"; function f(x) { return x+1 } BEGIN { print a::f(1), f(2) }' 2>&1

### awk 'BEGIN{RS="x";IGNORECASE=1}{print}' <<< 'aXbxc'
awk 'BEGIN{RS="x";IGNORECASE=1}{print}' <<< 'aXbxc'

### awk 'BEGIN{FS="x";IGNORECASE=1}{print $2}' <<< 'aXbxc'
awk 'BEGIN{FS="x";IGNORECASE=1}{print $2}' <<< 'aXbxc'

### awk 'BEGIN{FS="xx";IGNORECASE=1}{print $2}' <<< 'aXXbxxc'
awk 'BEGIN{FS="xx";IGNORECASE=1}{print $2}' <<< 'aXXbxxc'

### awk 'BEGIN{IGNORECASE=1; print ("a"<"B"), ("B"<"a"), ("A">="a"), "a" "x"
awk 'BEGIN{IGNORECASE=1; print ("a"<"B"), ("B"<"a"), ("A">="a"), "a" "x" == "AX"}'

### awk 'BEGIN{IGNORECASE=1; a["A"]=1; print ("a" in a); n=split("aXbxc",p,"
awk 'BEGIN{IGNORECASE=1; a["A"]=1; print ("a" in a); n=split("aXbxc",p,"x"); print n; print match("FOO",/o/), gsub(/f/,"g"), toupper("x")}'

### awk 'BEGIN{printf "%s %s ", substr("x",1,1/0)}' 2>&1
awk 'BEGIN{printf "%s %s\n", substr("x",1,1/0)}' 2>&1

### awk 'BEGIN{print -1 " " -1; print 1 - -1; print 2 -1; x = "A" -1; print
awk 'BEGIN{print -1 " " -1; print 1 - -1; print 2 -1; x = "A" -1; print x; print 1 " " 2+3 " " 4}'

### awk 'BEGIN{print 1,2 > "/dev/stdout"; print(1,2) > "/dev/stdout"; print
awk 'BEGIN{print 1,2 > "/dev/stdout"; print(1,2) > "/dev/stdout"; print (1)(2)}'

### awk 'BEGIN{a="x"; a = a a; print a; b = a == "xx"; print b; c = 1 == 1 ?
awk 'BEGIN{a="x"; a = a a; print a; b = a == "xx"; print b; c = 1 == 1 ? "t" : "f"; print c}'

### awk 'BEGIN{print !1 + 1, !x y, -2^2, 2^-1, -x^2, !"a" "b"}'
awk 'BEGIN{print !1 + 1, !x y, -2^2, 2^-1, -x^2, !"a" "b"}'

### awk 'BEGIN{print 1 in a, (1,2) in a; a[1,2]; print ((1,2) in a), ("1" SU
awk 'BEGIN{print 1 in a, (1,2) in a; a[1,2]; print ((1,2) in a), ("1" SUBSEP "2") in a}'

### awk 'BEGIN{$3="x"; print NF; print $0; NF=5; print $0 "|"; $0="a b"; $(N
awk 'BEGIN{$3="x"; print NF; print $0; NF=5; print $0 "|"; $0="a b"; $(NF+2)="z"; print; print NF}'

### awk 'BEGIN{$(-1)=1}' 2>&1
awk 'BEGIN{$(-1)=1}' 2>&1

### awk '{print $-1}' <<< x 2>&1
awk '{print $-1}' <<< x 2>&1

### awk '{NF=-1}' <<< x 2>&1
awk '{NF=-1}' <<< x 2>&1

### awk '{print $NF; print $(NF-1); print $NF-1}' <<< '1 2 3'
awk '{print $NF; print $(NF-1); print $NF-1}' <<< '1 2 3'

### awk '{$2="";$0=$0;print NF}' <<< 'a b c'
awk '{$2="";$0=$0;print NF}' <<< 'a b c'

### awk '{print NF; NF++; print; $7="x"; print NF}' <<< 'a b'
awk '{print NF; NF++; print; $7="x"; print NF}' <<< 'a b'

### awk 'BEGIN{printf("%s %s %s ", "a", "b", "c") > "/dev/stderr"}' 2>&1
awk 'BEGIN{printf("%s %s %s\n", "a", "b", "c") > "/dev/stderr"}' 2>&1

### awk 'BEGIN { "pwd" | getline d; close("pwd"); print (d != "") ; cmd = "c
awk 'BEGIN { "pwd" | getline d; close("pwd"); print (d != "") ; cmd = "cat"; print "z" | cmd; close(cmd); print "after" }'

### awk 'BEGIN { print "to cat" | "cat 1>&2"; fflush() }' 2>&1
awk 'BEGIN { print "to cat" | "cat 1>&2"; fflush() }' 2>&1

### awk 'BEGIN { system("echo hi; exit 2"); x = system("true"); print x; pri
awk 'BEGIN { system("echo hi; exit 2"); x = system("true"); print x; printf "no" ; system("") ; print "yes" }'

### awk 'BEGIN { print length(), NF, NR; exit } END { print "end", NR }' <<<
awk 'BEGIN { print length(), NF, NR; exit } END { print "end", NR }' <<< x

### awk '{ exit 4 } END { exit }' <<< x; echo $?
awk '{ exit 4 } END { exit }' <<< x; echo $?

### awk 'END { print $0, NF }' <<< 'a b c'
awk 'END { print $0, NF }' <<< 'a b c'

### awk 'BEGIN { print substr("hello", "2"), substr(12345, 2, 3) }'
awk 'BEGIN { print substr("hello", "2"), substr(12345, 2, 3) }'

### awk 'BEGIN { while ("echo x y" | getline a) print a, NR }'
awk 'BEGIN { while ("echo x y" | getline a) print a, NR }'

### awk 'BEGIN { "echo 1 2" | getline a[1]; print a[1]; "echo 5" | getline $
awk 'BEGIN { "echo 1 2" | getline a[1]; print a[1]; "echo 5" | getline $2; print $0, NF }'

### awk 'BEGIN { x["a"]; delete x; print length(x); delete x["nope"]; print
awk 'BEGIN { x["a"]; delete x; print length(x); delete x["nope"]; print "ok" }'

### awk 'function f(a,b) { b = a; a = 3; return b } BEGIN { print f(2), a, b
awk 'function f(a,b) { b = a; a = 3; return b } BEGIN { print f(2), a, b }'

### awk 'function r(n) { if (n > 0) { printf "%d ", n; r(n-1) } } BEGIN { r(
awk 'function r(n) { if (n > 0) { printf "%d ", n; r(n-1) } } BEGIN { r(5); print "" }'

### awk 'function f(arr, n) { for (i in arr) n += arr[i]; return n } BEGIN {
awk 'function f(arr, n) { for (i in arr) n += arr[i]; return n } BEGIN { a[1]=1; a[2]=2; print f(a), n }'

### awk 'function f(  loc) { loc[1] = 5; return loc[1] } BEGIN { print f(),
awk 'function f(  loc) { loc[1] = 5; return loc[1] } BEGIN { print f(), f() }'

### awk 'BEGIN { printf "%s|%5s|%-5s|%.1s|%c|%c ", "ab", "ab", "ab", "ab", "
awk 'BEGIN { printf "%s|%5s|%-5s|%.1s|%c|%c\n", "ab", "ab", "ab", "ab", "ab", 97 }'

### awk 'BEGIN { printf "%5.2f|%e|%g|%G|%E ", 3.14159, 31415.9, 0.0000314, 1
awk 'BEGIN { printf "%5.2f|%e|%g|%G|%E\n", 3.14159, 31415.9, 0.0000314, 1e100, 1.5 }'

### awk 'BEGIN { printf "%d|%5d|%-5d|%05d|%+d|%x|%X|%o|%u|%i ", 42.9, 42, 42
awk 'BEGIN { printf "%d|%5d|%-5d|%05d|%+d|%x|%X|%o|%u|%i\n", 42.9, 42, 42, 42, 42, 255, 255, 8, 42, 42 }'

### awk 'BEGIN { printf "%ld %lld %hd ", 1, 2, 3 }' 2>&1
awk 'BEGIN { printf "%ld %lld %hd\n", 1, 2, 3 }' 2>&1

### awk 'BEGIN { printf "%2$s %1$s ", "a", "b" }' 2>&1
awk 'BEGIN { printf "%2$s %1$s\n", "a", "b" }' 2>&1

### awk "BEGIN { printf \"%'d \", 1234567 }" 2>&1
awk "BEGIN { printf \"%'d\n\", 1234567 }" 2>&1

### awk 'BEGIN { printf "%a %F ", 1, 2 }' 2>&1
awk 'BEGIN { printf "%a %F\n", 1, 2 }' 2>&1

### awk 'BEGIN { printf "%c", 0 }' | od -c
awk 'BEGIN { printf "%c", 0 }' | od -c

### awk 'BEGIN { printf "%c%c", 200, 1e6 }' | od -c
awk 'BEGIN { printf "%c%c", 200, 1e6 }' | od -c

### awk 'BEGIN { printf "%s" }' 2>&1
awk 'BEGIN { printf "%s" }' 2>&1

### awk 'BEGIN { printf "%d %d ", "inf", "nan"; printf "%d ", 2^70; printf "
awk 'BEGIN { printf "%d %d\n", "inf", "nan"; printf "%d\n", 2^70; printf "%x\n", 2^70; printf "%d\n", -2^63; printf "%f\n", 2^63 }' 2>&1

### awk 'BEGIN { printf "abc\0def " }' | od -c
awk 'BEGIN { printf "abc\0def\n" }' | od -c

### awk 'BEGIN { print "\x41g\x4", "\1011", "a\
awk 'BEGIN { print "\x41g\x4", "\1011", "a\

### b" }' 2>&1
b" }' 2>&1

### awk 'BEGIN { s = "x"; s = s++ ; print s; s = "3x"; s += 1; print s }'
awk 'BEGIN { s = "x"; s = s++ ; print s; s = "3x"; s += 1; print s }'

### awk 'BEGIN { CONVFMT="%d"; a = 12.7; b[a] = 1; for (k in b) print k }'
awk 'BEGIN { CONVFMT="%d"; a = 12.7; b[a] = 1; for (k in b) print k }'

### awk 'BEGIN { OFMT="%.1f"; print 3.14159, 3.14159 "" ; print 5, 1e300 }'
awk 'BEGIN { OFMT="%.1f"; print 3.14159, 3.14159 "" ; print 5, 1e300 }'

### awk 'BEGIN{OFS="-"; ORS="| "; print 1,2,3; $0="a b c"; print $1,$2; $1=$
awk 'BEGIN{OFS="-"; ORS="|\n"; print 1,2,3; $0="a b c"; print $1,$2; $1=$1; print}'

### awk -v OFS=: '{ $1 = $1 } 1' <<< 'a b c'
awk -v OFS=: '{ $1 = $1 } 1' <<< 'a b c'

### awk '{ $1 = ""; print substr($0, 2) }' <<< 'a b c'
awk '{ $1 = ""; print substr($0, 2) }' <<< 'a b c'

### awk 'NF' <<< $'a  b'
awk 'NF' <<< $'a\n\nb'

### awk 'length > 3' <<< $'abc abcd'
awk 'length > 3' <<< $'abc\nabcd'

### awk 'length($0) > max { max = length($0); l = $0 } END { print l }' <<<
awk 'length($0) > max { max = length($0); l = $0 } END { print l }' <<< $'ab\nabcd\nabc'

### awk '{ printf "%-10s|%5d ", $1, $2 }' <<< $'foo 1 barbaz 20'
awk '{ printf "%-10s|%5d\n", $1, $2 }' <<< $'foo 1\nbarbaz 20'

### awk 'BEGIN { while (i++ < 3) print i; do print i--; while (i > 2) }'
awk 'BEGIN { while (i++ < 3) print i; do print i--; while (i > 2) }'

### awk 'BEGIN { for (i = 0; i < 3; i++) { for (j = 0; j < 3; j++) { if (j =
awk 'BEGIN { for (i = 0; i < 3; i++) { for (j = 0; j < 3; j++) { if (j == 1) continue; if (i == 2) break; print i, j } } }'

### awk '{ a[$1] = a[$1] ? a[$1] "," $2 : $2 } END { for (k in a) print k, a
awk '{ a[$1] = a[$1] ? a[$1] "," $2 : $2 } END { for (k in a) print k, a[k] }' <<< $'x 1\ny 2\nx 3'

### awk 'NR==FNR { m[$1]=$2; next } $1 in m { print $0, m[$1] }' <(printf 'a
awk 'NR==FNR { m[$1]=$2; next } $1 in m { print $0, m[$1] }' <(printf 'a 1\nb 2\n') <(printf 'a x\nc y\nb z\n')

### awk '/^#/ { next } /=/ { split($0, kv, "="); cfg[kv[1]] = kv[2] } END {
awk '/^#/ { next } /=/ { split($0, kv, "="); cfg[kv[1]] = kv[2] } END { n = asorti(cfg, k); for (i=1;i<=n;i++) print k[i] "=" cfg[k[i]] }' <<< $'# c\nb=2\na=1'

### awk 'BEGIN { s = "a,b;c"; n = split(s, p, /[,;]/); for (i = 1; i <= n; i
awk 'BEGIN { s = "a,b;c"; n = split(s, p, /[,;]/); for (i = 1; i <= n; i++) printf "%s%s", p[i], i < n ? " " : "\n" }'

### awk 'BEGIN { printf "%s ", toupper(substr("word", 1, 1)) substr("word",
awk 'BEGIN { printf "%s\n", toupper(substr("word", 1, 1)) substr("word", 2) }'

### awk 'BEGIN{print length(" "), "a\tb", "c\\d", "\"q\""}'
awk 'BEGIN{print length("\n"), "a\tb", "c\\d", "\"q\""}'

### awk 'BEGIN { "echo a:b" | getline line; split(line, x, ":"); print x[2]
awk 'BEGIN { "echo a:b" | getline line; split(line, x, ":"); print x[2] }'

### awk 'BEGIN { print 5 " items"; print 5" items"; print "x"1; print 1"x";
awk 'BEGIN { print 5 " items"; print 5" items"; print "x"1; print 1"x"; print 1.0"", 1e2"", 0x10"" }'

### awk 'BEGIN { if (!(3 in a)) print "no"; if (a[3] == "") print "created";
awk 'BEGIN { if (!(3 in a)) print "no"; if (a[3] == "") print "created"; if (3 in a) print "yes" }'

### awk 'BEGIN { regex = "^[a-z]+$"; print "abc" ~ regex, "aBc" ~ regex; pri
awk 'BEGIN { regex = "^[a-z]+$"; print "abc" ~ regex, "aBc" ~ regex; print "a+b" ~ "a\\+b" }'

### awk 'BEGIN { print 1; exit; print 2 } END { print "e" }'
awk 'BEGIN { print 1; exit; print 2 } END { print "e" }'

### awk 'BEGIN { print index("abc", /b/) }' 2>&1
awk 'BEGIN { print index("abc", /b/) }' 2>&1

### awk 'BEGIN { a = "10"; b = 9; print (a > b), (a "" > b ""); c = "abc"; p
awk 'BEGIN { a = "10"; b = 9; print (a > b), (a "" > b ""); c = "abc"; print (c > 5) }'

### awk '{ print ($1 > $2) ? $1 : $2 }' <<< $'3 10 abc abd 1e2 99'
awk '{ print ($1 > $2) ? $1 : $2 }' <<< $'3 10\nabc abd\n1e2 99'

### awk 'BEGIN { getline; print "first: " $0 } { print "rest: " $0 }' <<< $'
awk 'BEGIN { getline; print "first: " $0 } { print "rest: " $0 }' <<< $'a\nb'

### awk 'BEGIN { while ((getline line) > 0) n++; print n }' <<< $'a b c'
awk 'BEGIN { while ((getline line) > 0) n++; print n }' <<< $'a\nb\nc'

### awk '{ print; getline; print "2:" $0 } END { print NR }' <<< $'a b c'
awk '{ print; getline; print "2:" $0 } END { print NR }' <<< $'a\nb\nc'

### awk 'function max(a, b) { return a > b ? a : b } { m = max(m, $1) } END
awk 'function max(a, b) { return a > b ? a : b } { m = max(m, $1) } END { print m }' <<< $'3\n17\n5'

### awk -F: '$3 >= 1000 { print $1 }' <<< $'root:x:0 bob:x:1000 amy:x:1001'
awk -F: '$3 >= 1000 { print $1 }' <<< $'root:x:0\nbob:x:1000\namy:x:1001'

### awk -v n=3 'NR <= n' <<< $'1 2 3 4'
awk -v n=3 'NR <= n' <<< $'1\n2\n3\n4'

### awk 'NR > 1 { print prev } { prev = $0 } END { printf "%s", prev }' <<<
awk 'NR > 1 { print prev } { prev = $0 } END { printf "%s", prev }' <<< $'a\nb'

### awk '{ sub(/[ \t]+$/, ""); print "[" $0 "]" }' <<< 'abc   '
awk '{ sub(/[ \t]+$/, ""); print "[" $0 "]" }' <<< 'abc   '

### awk '{ gsub(/[aeiou]/, "(&)"); print }' <<< 'education'
awk '{ gsub(/[aeiou]/, "(&)"); print }' <<< 'education'

### awk '{ n = gsub(/a/, "b"); print n, $0 }' <<< 'banana'
awk '{ n = gsub(/a/, "b"); print n, $0 }' <<< 'banana'

### awk '{ gsub("a", "\\\\&"); print }' <<< 'banana'
awk '{ gsub("a", "\\\\&"); print }' <<< 'banana'

### awk '{ gsub(/\./, "\\."); print }' <<< 'a.b'  2>&1
awk '{ gsub(/\./, "\\."); print }' <<< 'a.b'  2>&1

### awk '{ gsub(/b|$/, "X"); print } ' <<< 'abc'
awk '{ gsub(/b|$/, "X"); print } ' <<< 'abc'

### awk '{ gsub(/^a/, "X"); print } ' <<< 'aaa'
awk '{ gsub(/^a/, "X"); print } ' <<< 'aaa'

### awk '{ gsub(/a*/, "X"); print } ' <<< 'baac'
awk '{ gsub(/a*/, "X"); print } ' <<< 'baac'

### awk 'BEGIN { s = "hello"; gsub(/l/, "[&]", s); print s; sub("h", "J", s)
awk 'BEGIN { s = "hello"; gsub(/l/, "[&]", s); print s; sub("h", "J", s); print s }'

### awk 'BEGIN { a["x"] = "foo"; sub(/o+/, "0", a["x"]); print a["x"]; $0 =
awk 'BEGIN { a["x"] = "foo"; sub(/o+/, "0", a["x"]); print a["x"]; $0 = "a b c"; sub(/b/, "X", $2); print; print NF }'

### awk 'BEGIN { sub(/a/, "b", 5) }' 2>&1
awk 'BEGIN { sub(/a/, "b", 5) }' 2>&1

### awk 'BEGIN { print sub(/a/, "b") }' 2>&1
awk 'BEGIN { print sub(/a/, "b") }' 2>&1

### echo "test" | awk '{ print > "/dev/null"; print "ok" }'
echo "test" | awk '{ print > "/dev/null"; print "ok" }'

### awk 'BEGIN { printf "a" | "cat"; printf "b" | "cat"; close("cat"); print
awk 'BEGIN { printf "a" | "cat"; printf "b" | "cat"; close("cat"); print "" }'

### awk 'BEGIN { print toupper(123), tolower("ÀB"), sprintf("%s", 1e6), spri
awk 'BEGIN { print toupper(123), tolower("ÀB"), sprintf("%s", 1e6), sprintf("%d", "12abc"), sprintf("%s", 0.1+0.2) }'

### awk 'BEGIN { print int(3.9), int(-3.9), int("4x"), int(""), 7%3, -7%3, 7
awk 'BEGIN { print int(3.9), int(-3.9), int("4x"), int(""), 7%3, -7%3, 7%-3, 5.5%2 }'

### awk 'BEGIN { x = 1; x += x += 2; print x; y = 5; y ^= 2; print y; z = 10
awk 'BEGIN { x = 1; x += x += 2; print x; y = 5; y ^= 2; print y; z = 10; z /= 4; print z; w = 7; w %= 4; print w }'

### awk 'BEGIN { print 1e3 == 1000, "1e3" == 1000, 1e3 == "1000" }'
awk 'BEGIN { print 1e3 == 1000, "1e3" == 1000, 1e3 == "1000" }'

### awk '{ print $1 == 1000 }' <<< '1e3'
awk '{ print $1 == 1000 }' <<< '1e3'

### awk 'BEGIN { print length(x = "abc"), x }'
awk 'BEGIN { print length(x = "abc"), x }'

### awk "BEGIN { print \"it's\" }"
awk "BEGIN { print \"it's\" }"

### awk 'BEGIN { print "é" < "z", substr("日本語", 2, 1), length("日本語"), index(
awk 'BEGIN { print "é" < "z", substr("日本語", 2, 1), length("日本語"), index("日本語", "語") }'

### awk 'BEGIN { printf "%5s|%-5s|%.2s| ", "日本", "é", "日本語" }'
awk 'BEGIN { printf "%5s|%-5s|%.2s|\n", "日本", "é", "日本語" }'

### awk '{ print toupper($0) }' <<< 'straße ñ'
awk '{ print toupper($0) }' <<< 'straße ñ'

### awk 'BEGIN { print substr("abc", 0), substr("abc", 1.5), substr("abc", -
awk 'BEGIN { print substr("abc", 0), substr("abc", 1.5), substr("abc", -1, 3), substr("abc", 2, 1e10) ; print substr("abc", "x") }'

### awk 'BEGIN{srand(5); for(i=0;i<5;i++) printf "%d ", rand()*1000; print s
awk 'BEGIN{srand(5); for(i=0;i<5;i++) printf "%d ", rand()*1000; print srand(9); print int(rand()*6)+1, rand()}'

### awk 'BEGIN{srand(0); print rand(); srand(-7); print rand(); srand(2^33+5
awk 'BEGIN{srand(0); print rand(); srand(-7); print rand(); srand(2^33+5); print rand(); srand("x"); print rand()}'

### awk '@namespace "foo"; function g(a){return a*2} BEGIN{x=1; NR=3; print
awk '@namespace "foo"; function g(a){return a*2} BEGIN{x=1; NR=3; print NR, g(4), foo::g(2), length("abc"); @namespace}' 2>&1

### awk '@namespace "foo"
awk '@namespace "foo"

### awk 'BEGIN{print "\q \q \w"; print "\w"}' 2>&1
awk 'BEGIN{print "\q \q \w"; print "\w"}' 2>&1

### awk 'BEGIN{a[7];n=split("ünï -47 é a48 -33 171373719 -42 é é é GET 1.5 1
awk 'BEGIN{a[7];n=split("ünï -47 é a48 -33 171373719 -42 é é é GET 1.5 1.5 01 ünï a90 GET",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a[-1];n=split("-48 é 01 1.5 é 8 01 5016 01 92 é GET ünï -4 GE
awk 'BEGIN{a[-1];n=split("-48 é 01 1.5 é 8 01 5016 01 92 é GET ünï -4 GET GET 9 1.5 GET 2 -29 1.5 a8 01 -29",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a[7];n=split("01 1.5 GET 1.5 é 303716675 GET a38 -22 a28 -47
awk 'BEGIN{a[7];n=split("01 1.5 GET 1.5 é 303716675 GET a38 -22 a28 -47 é 1.5 é GET 1.5 01 -28 1.5 GET 213843612 1.5 GET 01 4 ünï 01 a62 01 ünï ünï -33 ünï -49 1.5 ünï a44 9064 GET ünï é 891230986 01 -31 ünï a42 34 GET a8 3 ünï GET a20 10 9",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a["0"];n=split("1 1.5 -32 é 01 é -26 10 1 ünï a61 4 95 -37 é
awk 'BEGIN{a["0"];n=split("1 1.5 -32 é 01 é -26 10 1 ünï a61 4 95 -37 é GET 1.5 1.5 é 50 é ünï ünï ünï -41 ünï",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a[1];n=split("2 ünï a4 ünï 01 a58 9 1.5 1.5 é GET a92 a57 496
awk 'BEGIN{a[1];n=split("2 ünï a4 ünï 01 a58 9 1.5 1.5 é GET a92 a57 49672158531 ünï ünï GET a57 GET 1.5 8 a76 GET 01 é ünï -30 64776632175 a54 é GET a98 ünï GET -15 -40",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a[-1];n=split("4677 a69 01 GET 1.5 -11 -17 GET ünï -23 9 a68
awk 'BEGIN{a[-1];n=split("4677 a69 01 GET 1.5 -11 -17 GET ünï -23 9 a68 a13 é é 1.5 é GET é -44 é ünï a68 -11 a49 ünï a69 a68 39542851032 GET é 01",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a[-1];n=split("ünï 1.5 GET é 52920048507 é 01 GET 28 GET 01 a
awk 'BEGIN{a[-1];n=split("ünï 1.5 GET é 52920048507 é 01 GET 28 GET 01 a10 -14 41 ünï é é -38 1.5 ünï 2998 é 2832 GET -27 1.5 01 é ünï 01 GET 01 2 GET -28 a10 GET é 7 a35 GET é GET 2 é",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a["x"];n=split("GET 1.5 10 97 GET ünï é -50 1.5 19 GET ünï -1
awk 'BEGIN{a["x"];n=split("GET 1.5 10 97 GET ünï é -50 1.5 19 GET ünï -14 GET a17 é é a4 7202 01 GET 75 é 01 ünï é 45323031 1.5 0 a94 é ünï 1.5 a71 a88 ünï 73965870774 10 7 01 a33 ünï é 3362 GET -25 ünï GET é GET 5136 01 1 01",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a[2.5];n=split("GET GET 01 GET -46 8 GET 40978903556 60455019
awk 'BEGIN{a[2.5];n=split("GET GET 01 GET -46 8 GET 40978903556 60455019583 14 01 é -8 -46 01 01 01 433740339 61000224587 -35 ünï 89 1.5 8 ünï 01 01 1.5 é -19 GET 1.5 ünï ünï a98 é GET é é GET 3653 ünï a87 a18 ünï 511766823 é 539451479 1.5",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a[0];n=split("GET GET GET GET 01 01 GET 01 2 1.5 -50 a90",w,"
awk 'BEGIN{a[0];n=split("GET GET GET GET 01 01 GET 01 2 1.5 -50 a90",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a["0"];n=split("-19 1.5 ünï -24 a50 316385315 1.5 -24 683 10
awk 'BEGIN{a["0"];n=split("-19 1.5 ünï -24 a50 316385315 1.5 -24 683 10 ünï GET é 9 -44 é 7 ünï 01 1.5 ünï GET ünï 1.5 -44 01 a5 01 a36 1.5 a67 7774 1.5 ünï ünï GET",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a[0];n=split("é ünï é ünï 1.5 a43 01 é ünï é 1959 1.5 01 é 01
awk 'BEGIN{a[0];n=split("é ünï é ünï 1.5 a43 01 é ünï é 1959 1.5 01 é 01 é a49 -21 1.5 a30 1.5 01 é 9 é -2 ünï 01 78111327984 a86 -40 ünï é 88305676387 01 -33 01 5106 é 01 -19 GET 01 GET GET a90 ünï ünï é 3610 a15 -19 GET a56 1.5 ünï 1.5 é é 56",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a[7];n=split("01 1.5 01 é ünï 01 85 -1 -30 GET GET 1.5 8 4237
awk 'BEGIN{a[7];n=split("01 1.5 01 é ünï 01 85 -1 -30 GET GET 1.5 8 42373868301 ünï 01 3 GET ünï a66 GET é é 01 GET -8 -17 3841 ünï 0 46 1.5",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a["0"];n=split("01 a84 -28 1.5 é a76 é ünï 1.5 a28 -28 01 a63
awk 'BEGIN{a["0"];n=split("01 a84 -28 1.5 é a76 é ünï 1.5 a28 -28 01 a63 352289510 385174644 ünï GET é a13 a90 92067135837 -2 01 -25 GET 01 GET 32881070330 GET GET 1.5 é -19 -32 a80 2 01 é GET é ünï GET a80 1.5 ünï 1.5 a60 ünï GET 4473 10 ünï 1.5 01 GET -12 é 01 ünï 1.5",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a[1];n=split("a67 1580 é é 1865 01 é é a15 é GET 01 1.5 1.5 ü
awk 'BEGIN{a[1];n=split("a67 1580 é é 1865 01 é é a15 é GET 01 1.5 1.5 ünï 01 ünï 01 ünï é 01 GET GET a29 1.5 ünï 417020097 é 713 1.5 01 33 2 01 87047835156 ünï 80 é",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a[7];n=split("1.5 01 1.5 GET -32 é 534905001 é 01 1.5 01 9 ün
awk 'BEGIN{a[7];n=split("1.5 01 1.5 GET -32 é 534905001 é 01 1.5 01 9 ünï -35 1.5 01",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a[1];n=split("a90 -5 -29 ünï 8183 92 01 ünï ünï a39 01 ünï 31
awk 'BEGIN{a[1];n=split("a90 -5 -29 ünï 8183 92 01 ünï ünï a39 01 ünï 31699734028 ünï é é 568911602 01 01 a46 GET 1.5 1.5 GET ünï 86804765378 a18 1.5 a19 -29 a66 ünï 2 GET 1.5 01 GET é 01 -22 1.5 -22 ünï -36 é -17 01 01 a78 é é ünï -43 -25 a53",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a["x"];n=split("763543014 é é -21 1.5 01 a71 1.5 1.5 a60 -18
awk 'BEGIN{a["x"];n=split("763543014 é é -21 1.5 01 a71 1.5 1.5 a60 -18 0 01 GET a79 -5 5162 GET",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a[1];n=split("ünï 01 é GET 01 ünï 01 01 ünï 01 01 0 -30 é a46
awk 'BEGIN{a[1];n=split("ünï 01 é GET 01 ünï 01 01 ünï 01 01 0 -30 é a46 GET ünï ünï é é a67 é a44 GET é -34 GET é a83 é 01 12388439639 85845011290 82093048817 01 01 ünï 01 a36 1.5",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a[1];n=split("GET -25 -6 GET 4 1.5 -45 é 1.5 0 5 ünï ünï -15
awk 'BEGIN{a[1];n=split("GET -25 -6 GET 4 1.5 -45 é 1.5 0 5 ünï ünï -15 -16 -1 é -34 1.5 a78 70 é a72 GET 1.5 GET 01 -7 ünï 01 é 25 ünï 01 a41 a37 ünï ünï é 01 GET -6 -49 01 a32 ünï",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a[-1];n=split("1.5 1.5 a10 GET ünï -4 ünï a26 7 GET 1.5 ünï é
awk 'BEGIN{a[-1];n=split("1.5 1.5 a10 GET ünï -4 ünï a26 7 GET 1.5 ünï é 93 1.5 -33",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a["0"];n=split("a86 01 1.5 é a52 GET 32444198 -9 01 GET 01 GE
awk 'BEGIN{a["0"];n=split("a86 01 1.5 é a52 GET 32444198 -9 01 GET 01 GET -21 a33 01 91132743729 4 28528692727 é 01 GET 1.5 ünï GET 1.5 a91 ünï a56 1.5 1.5 GET 01 1.5 GET 1.5 1753 501 3 é 1.5",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a[1];n=split("1 01 é é ünï é ünï 263665369 a49 5633 ünï GET 4
awk 'BEGIN{a[1];n=split("1 01 é é ünï é ünï 263665369 a49 5633 ünï GET 4 é 01 GET a12 01 a88 é 38837975168 1.5 é",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a[-1];n=split("ünï ünï 01 a67 GET GET 3935 0 -29 GET 1.5 1.5
awk 'BEGIN{a[-1];n=split("ünï ünï 01 a67 GET GET 3935 0 -29 GET 1.5 1.5 01 é é ünï GET 1.5",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN{a[7];n=split("-8 760278758 9 1.5 64028365922 -37 -49 a95 é -4
awk 'BEGIN{a[7];n=split("-8 760278758 9 1.5 64028365922 -37 -49 a95 é -45 GET 1.5 1.5 446302668 1.5 -37 -39 3 01 01 -48 ünï 01 -2 -14 GET 27915933971 1.5 a63 ünï 1.5 é 1.5 1.5 a84 1.5 -11 -39 -18 é 2 84 é GET GET 37 a36 -8 GET",w," ");for(i=1;i<=n;i++)a[w[i]];for(k in a)print k}'

### awk 'BEGIN { a = 1 b = 2; print b }' 2>&1
awk 'BEGIN { a = 1 b = 2; print b }' 2>&1

### awk 'BEGIN { x = 1 + y = 2 }' 2>&1; awk 'BEGIN { if (1 && x = 2) print x
awk 'BEGIN { x = 1 + y = 2 }' 2>&1; awk 'BEGIN { if (1 && x = 2) print x }'

### awk -Z 1 2>/dev/null; echo $?; awk 2>/dev/null; echo $?
awk -Z 1 2>/dev/null; echo $?; awk 2>/dev/null; echo $?

### printf 'b,a b:c  d:e ' | awk -v RS= -F'[ :]' '{print NF, $1}'
printf 'b,a\nb:c\n\nd:e\n' | awk -v RS= -F'[ :]' '{print NF, $1}'

### awk 'function f(a,a){} BEGIN{}' 2>&1; awk 'function f(f){}' 2>&1; awk 'B
awk 'function f(a,a){} BEGIN{}' 2>&1; awk 'function f(f){}' 2>&1; awk 'BEGIN{next}' 2>&1

### awk 'BEGIN { print mktime("2024 7 1 0 0 0 1"), mktime("2024 1 1 0 0 0 0"
awk 'BEGIN { print mktime("2024 7 1 0 0 0 1"), mktime("2024 1 1 0 0 0 0") }'

### awk -O -r 'BEGIN { print PROCINFO["FS"]; FPAT="a"; print PROCINFO["FS"]
awk -O -r 'BEGIN { print PROCINFO["FS"]; FPAT="a"; print PROCINFO["FS"] }'

### awk 'BEGIN { IGNORECASE = 1; print ("a" < "B"), ("B" < "a"), "ax" == "AX
awk 'BEGIN { IGNORECASE = 1; print ("a" < "B"), ("B" < "a"), "ax" == "AX"; switch ("ABC") { case "abc": print "y" } }'
### regular expressions that are none [stderr]
awk 'BEGIN{x = "a" ~ /(/}'; echo $?; awk 'BEGIN{x = "a" ~ "("}'; echo $?; awk '/a(/'; echo $?; awk '{gsub(/[/, "x")}'; echo $?; awk 'BEGIN{split("a", b, /*/)}'; echo $?; awk -F'(' 'BEGIN{$0="a(b"; print $2}'; echo $?; awk 'BEGIN{r="["; print match("a", r)}'; echo $?; awk '{
x = /a)/
y = /(b/
}'; echo $?; for p in '[' '[^' '[]' '[a' 'a[' '[^]' '[[:' '[a-'; do grep "$p" /dev/null; grep -E "$p" /dev/null; awk -v "p=$p" 'BEGIN{match("a",p)}'; done
### order of evaluation
awk 'BEGIN{i=1; $(i++)+=i; print $1,$2; $(i++)=i; print $0; a[i++]=i++; for(k in a)print k,a[k]; x=1; y=x++ + x++ * x++; print x,y; $1=5; $1*=--$1; print $1; s="a"; s=s (s="b") s; print s; print i++ i++ i++; z=1; print z++ + ++z, z}'
awk 'function f(a,b,c){print a,b,c} BEGIN{f(i++,i++,i++); print 1==1==1, 2<3<1, -2^2, !1+1, 1-1-1, 2^3^2, "a" 1+1 "b", 1 " " -1, 2*3%4, -1 " " -1; print (1,2) in a; $3="x"; print NF; $(1+1)="y"; print}'
echo 'a b c' | awk '{sub(/x/,"y",$5); print NF; print RLENGTH, RSTART; match("abc",/z/); print RLENGTH, RSTART; $2=""; print; print NF; NF++; $NF="e"; print; $(NF+2)=1; print NF}'
