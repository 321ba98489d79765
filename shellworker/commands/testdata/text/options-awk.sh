### long and short names
printf 'a:b c\nd:e f\n' > f; echo '{ print $2 }' > p.awk; echo 'function g(x) { return x x }' > lib.awk
for c in awk gawk; do
$c -f p.awk f; $c --file=p.awk f; $c --file p.awk -F: f; $c -e '{ print $1 }' f; $c --source='{ print NF }' f; $c -f lib.awk -e '{ print g($1) }' f; $c -i lib.awk '{ print g($2) }' f; $c --include=lib.awk '{ print g($2) }' f; $c -i lib '{ print g($2) }' f
$c -E p.awk f; $c --exec p.awk f; $c -F: '{ print $2 }' f; $c -F : '{ print $2 }' f; $c --field-separator=: '{ print $2 }' f; $c -v x=1 '{ print x }' f; $c --assign=x=2 '{ print x }' f; $c --assign x=a\\tb 'BEGIN { print x }'
$c -b 'BEGIN { print length("é") }'; $c --characters-as-bytes 'BEGIN { print length("é") }'; $c -N 'BEGIN { print 1.5 }'; $c --use-lc-numeric 'BEGIN { print 1.5 }'; $c -O 'BEGIN { print 1 }'; $c --optimize 'BEGIN { print 1 }'; $c -r 'BEGIN { print "aa" ~ /^a{2}$/ }'; $c --re-interval 'BEGIN { print "aa" ~ /^a{2}$/ }'; $c -s 'BEGIN { print 2 }'; $c --no-optimize 'BEGIN { print 2 }'
$c -S 'BEGIN { system("echo no") }' 2>&1; echo $?; $c --sandbox 'BEGIN { print "x" > "out" }' 2>&1; echo $?; $c -S 'BEGIN { "date" | getline }' 2>&1; echo $?; $c -S 'BEGIN { print 1 }'
cp f g; $c -i inplace '{ print $1 }' g; cat g; cp f g; $c -i inplace -v INPLACE_SUFFIX=.bak '{ print NR }' g; cat g g.bak; $c --help | head -1 | cut -d' ' -f1; $c -h | head -1 | cut -d' ' -f1
done
### unknown
awk -v 1x=2 1 2>&1; echo $?; awk -f nosuch 2>&1; echo $?; awk -i nosuch 1 2>&1; echo $?; awk -Q 1 2>/dev/null; echo $?; awk --nosuch 1 2>/dev/null; echo $?; awk -f 2>/dev/null; echo $?; awk 2>/dev/null; echo $?; awk -v x 1 2>/dev/null; echo $?
gawk -V > v; awk -V | wc -l | tr -d ' ' > n; awk --version > v; test -s n && test -s v && echo ok
### the standard error comes ahead of what is buffered
for p in 'BEGIN { print "a"; print "b" > "/dev/stderr"; print "c" }' 'BEGIN { print "a"; system("echo s"); print "b" > "/dev/stderr" }' 'BEGIN { print "a"; fflush(); print "b" > "/dev/stderr"; print "c" }' 'BEGIN { print "a"; printf "b\n" | "cat 1>&2"; close("cat 1>&2"); print "c" }'; do awk "$p" 2>&1; done
