### csplit, sort, xxd and strings
t() { echo "== $*"; "$@" 2>&1; echo "[$?]"; }
seq 10 > f; for n in 99999999999999999999 2147483648 -1 0 x 10 255 300; do t csplit -n $n f 5; done; t sort --parallel=99999999999999999999 f; t sort --parallel=1x f; t sort --parallel=x f; t sort --batch-size=2k f; t sort --batch-size=x f; sort --batch-size=99999999999999999999 f 2>&1 | head -1; for n in 99999999999999999999 0x7fffffffffffffff 99999999999 1000 -1000 +5; do t xxd -s $n f; done; for n in 99999999999999999999 2147483648 4294967297 4294967296 0 '' 1x 0x2 -- -99999999999; do t strings -n "$n" f; done
### seq's minus zero
for a in '-0 0' '-w -0' '-w -0 1' '-w -0 -1 -3' '-w -00 1' '-w -0 10' '-w -0 -0' '-w -0 -1 -10' '-w 1 -1 -0' '-s: -0 2' '-0 -1'; do echo "== $a"; seq $a; done
