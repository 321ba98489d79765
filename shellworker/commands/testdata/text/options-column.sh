### tables
printf 'a:bb:c\nlonger:x:y z\n:e:\n\n1:22:333:4444\n' > f
for o in '-t -s:' '--table --separator=:' '-ts: -o|' '-t -s : --output-separator=+' '-t' '-s: -t -N A,B,C' '-ts: --table-columns=A,B,C,D' '-ts: -N A,B,C -R B' '-ts: --table-right=1,3 -N A,B,C' '-ts: -N A,B,C -H B' '-ts: -N A,B,C --table-hide=A,C' '-ts: -N A,B,C -O C,A' '-ts: --table-order=B -N A,B,C' '-ts: -N A,B,C -d' '-ts: --table-noheadings -N A,B' '-ts: -l 2' '-ts: --table-columns-limit=1' '-J -s: -N a,b,c' '--json -ts: -N a,b,c -n tab' '-J -s: -N a,b --table-name=q' '-ts: -L' '-ts: --keep-empty-lines' '-ts: -T 3 -c 15' '-ts: --table-truncate=1 -c 12 -N A,B,C' '-ts: -W 3 -c 14 -N A,B,C' '-ts: --table-wrap=1 -c 12' '-ts: -e -N A,B' '-ts: --table-header-repeat -N A,B' '-c 20' '--output-width=10' '-x -c 20' '--fillrows -c 30' '-c 0' '-ts: -R 0' '-ts: -R 2-3' '-ts: -R -' '-ts: -N A,B,C -H -'; do echo "== $o"; column $o f 2>&1 | cat -A; echo ${PIPESTATUS[0]}; done
### trees
printf '1 0 A\n2 1 AA\n3 1 AB\n4 2 AAA\n5 2 AAB\n' | column --tree-id 1 --tree-parent 2 --tree 3; printf '1 0 A\n2 1 AA\n3 1 AB\n4 2 AAA\n' | column -t -N id,parent,name -i id -p parent -r name; printf '1 0 A\n2 1 AA\n' | column -N id,parent,name -i id -p parent -r name -J; printf '1 0 A\n2 1 AA\n' | column -t -N id,parent,name -i id -p parent -r name -H id,parent
### columns and errors
seq 30 | column; seq 30 | column -x; seq 100 104 | column -c 20 | cat -A; printf 'a\tb\nc\n' | column -c 40 | cat -A; printf '\303\251\303\251 x\nb y\n' | column -t; column nosuch 2>&1; echo $?; column -Z 2>&1; echo $?; column --foo 2>&1; echo $?; column -c x 2>&1; echo $?; column -J < /dev/null 2>&1; echo $?; column -t < /dev/null; echo $?; column < /dev/null; echo $?; printf '\n\n' | column -t; printf 'x' | column -t; printf 'a b\n' > f; column -t f f; column -t -N A -R B f 2>&1; echo $?; column -h > o; echo $?; column --help > o; column -V > o; column --version > o; echo $?; printf 'a,b,,c\n' | column -t -s,; printf 'a  b\n' | column -t -s ' '; printf 'a:b;c\n' | column -ts ':;'; printf '%s\n' aaa bb c dddd | column -c 16; mkdir d; column d 2>&1; echo $?; printf 'a\0b c\n' | column -t | od -c | head -2; printf 'a b\n' | column -t -o ''; printf '"q" \\ x\n' | column -J -N a,b,c
### what goes with what
printf 'a b\nc d\n' > f; for o in '-N A' '-R 1' '-H 1' '-O 2' '-T 1' '-W 1' '-t -x' '-J -N a,b -x' '-l 2' -d '-n x' '-s:' '-o,' -e; do column $o f 2>&1; echo "$? $o"; done; printf '\n\n' | column -t -W 1; echo $?
### texts that are too long for their column
printf 'a 1 x\nb 2 y\nverylongtextindeedherewego 3 z\nc 4 w\nd 5 v\n' > e; printf 'a 1 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\nb 2 y\nverylongtextindeedherewego 3 z\nc 4 w\nd 5 v\nf\n' > g; while read -r o; do echo "== $o"; column $o e 2>&1; column $o g 2>&1; done <<'P'
-c 20 -t
-c 20 -t -E 1
-c 30 -t -E 1
-c 34 -t -E 1
-c 200 -t --table-noextreme 1
-c 20 -t -E 0
-c 20 -t -E 1 -R 1
-c 20 -t -E 1 -o|
-c 20 -t -N A,B,C -E A,B
-c 20 -t -N A,B,C -d -E A,B
-c 20 -t -N A,B,C -E A,C
-c 40 -t -N A,B,C -E A,C
-c 25 -t -E 3
-c 25 -t -E 3 -O 3,1,2
-c 10 -t -E 1 -O 2,1,3
-c 10 -t -E 1 -O 2,3,1
-t -E x
-c 12 -t -E 1 -H 2
-t -c 20 -E -1
-E 1
P
printf 'a b  c\nlonger x\n\nq  w e r\n' | column -tL; printf '\n\n' | column -t -L | od -c
### invalid bytes
printf '日本 x\na é\n\xff\xfe y\n\ttab q\n' > w; c() { echo "== $*"; column "$@" 2>&1 | od -c; };  c w; c -t w; c -t -s x w; c -c 30 w; c -x -c 40 w; c -t -R 1 w;c -t -N é,日 w;  c -c -5 w
### esc
printf '日本 x\na é\n\x1b[31mred\x1b[0m z\n\ttab q\n' > w; c() { echo "== $*"; column "$@" 2>&1 | od -c; }; c -t w
### esc2
printf '\x1b[31mred\x1b[0m z\nab q\nxxxxxxxxxxxxxxxxxxxxxxx y\n' | column -t | cat -v;  printf '\x1b[31mred\x1b[0m z\nab q\n' | column -t | cat -v; printf '\x01 z\nab q\n' | column -t | cat -v
### nosuch
echo a > f; column nosuch f; echo $?; column -t nosuch f; echo $?; column nosuch; echo $?; column f nosuch; echo $?; column -t f nosuch; echo $?; column -t nosuch; echo $?
