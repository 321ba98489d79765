### head
seq 12 > f; seq 3 > g; printf 'a\0b\0c' > z
head --quiet -n1 f g; head --silent -c2 f g; head --verbose -n 1 g; head -v g; head -q -v -n1 f g; head -vq -n1 f g
head --zero-terminated -n 2 z | od -c; head -z -n -1 z | od -c; head -zc3 z | od -c
head --line=2 f; head --by=3 f; head -n2 -c3 f; head -c3 -n2 f; head -n-2 g; head -c -3 g; head -n +2 f; head -c +3 f
head -3v g; head -2c f; head -1k f | wc -c; head -2cq f g; head -5m f | wc -l; head -1b f | wc -c; head -2l f
head -n 1K f | wc -l; head -n 1kB f | wc -l; head -n 1KiB f | wc -l; head -c 1MB f | wc -c; head -c 2b f | wc -c; head -n 0x2 f; echo $?
head -n 010 f | wc -l; head -c 1Y f | wc -c; head -n -1Y f; head -n18446744073709551616 f | wc -l; head -n -18446744073709551616 f | wc -l
head -- -nosuch; echo $?; head f -n 1 g; head -n1 - - < f; head -v -n 1 - < g; head -n1 f - g < g; printf '\n\n' | head -n1 | od -c; head -c 0 nosuch; echo $?; head -n 0 nosuch; echo $?
### head without seeking
seq 12 > f; cat f | head -n -10; cat f | head -c -20; cat f | head -n -0 | wc -l; cat f | head -c -0 | wc -c; cat f | head -c -100; cat f | head -n -12; printf 'a\nb' | head -n -1; printf 'a\nb' | head -c -1; cat f | { head -n -11; cat; }; { head -n 3 > /dev/null; head -n 1; } < f; { head -c 4 > /dev/null; head -c 2; } < f; { head -n -10 >/dev/null; cat; } < f; { head -c -20 >/dev/null; cat; } < f
### head errors [stderr]
head -n; head -c; head -n 1x f; head -c x f; head -n '' f; head -1x f; head -1n f; head -3 -4 -q /dev/null; head --lin; head --zero=1; head -n 1,2 f; head -n -x f; head -c 1KX f; head . ; head -n 0 .; echo $?; head -n -1 .; head -c 1 .; head -c -1 . ; head nosuch /dev/null .; echo $?; head -n1 -5 /dev/null; head -5 -n1 /dev/null; head -x
head /dev/null -5; echo $?
### tail
seq 12 > f; seq 3 > g; printf 'a\0b\0c' > z
tail --quiet -n1 f g; tail --silent -c2 f g; tail --verbose -n 1 g; tail -v g; tail -q -v -n1 f g
tail --zero-terminated -n 2 z | od -c; tail -z -n +2 z | od -c; tail -zc3 z | od -c
tail --line=2 f; tail --by=3 f; tail -n2 -c3 f; tail -c3 -n2 f; tail -n-2 g; tail -c -3 g; tail -n +12 f; tail -c +25 f
tail -3 g; tail -2c f; tail +11 f; tail +11l f; tail +25c f; tail -5l f; tail -1b f | wc -c; tail -l f | wc -l; tail -c f | wc -c; tail + f | wc -l
tail -n 1K f | wc -l; tail -n 1kB f | wc -l; tail -c 1MiB f | wc -c; tail -c 2b f | wc -c; tail -n 010 f | wc -l; tail -n 18446744073709551616 f | wc -l; tail -n +18446744073709551616 f | wc -l; tail -c +100 f; tail -n +100 f
tail -- -nosuch; echo $?; tail f -n 1 g; tail -n1 - - < f; tail -v -n 1 - < g; tail -n1 f - g < g; printf '\n\n' | tail -n1 | od -c; tail -n 0 nosuch; echo $?; tail -n 1 f - < /dev/null
tail --retry -n1 f 2>&1; tail --pid=1 -n1 f 2>&1; tail --sleep-interval=1 -n 1 f; tail -s .5 -n 1 f; tail --max-unchanged-stats=3 -n1 f 2>&1
### tail without seeking
seq 12 > f; cat f | tail -n +10; cat f | tail -c +25; cat f | tail -n +0 | wc -l; cat f | tail -c 100 | wc -c; cat f | tail -n 0; cat f | tail -c 0; printf 'a\nb' | tail -n 1; printf 'a\nb' | tail -c 1; { read x; tail -n 2; } < f; { head -n 10 > /dev/null; tail -n +2; } < f; { head -n 11 > /dev/null; tail -n 5; } < f; { head -n 11 > /dev/null; tail -c 100; } < f
### tail follows
seq 3 > f; timeout 0.3 tail -f f; echo $?; timeout 0.3 tail -n 1 -F f; echo $?; timeout 0.3 tail --follow -n1 f; timeout 0.3 tail --follow=name -n1 f; timeout 0.3 tail --follow=descriptor -n1 f; timeout 0.3 tail -1f f; timeout 0.3 tail +3f f
tail -f --pid=999999 -s 0.1 f; echo $?; echo x | tail -f -; echo x | tail -f; echo $?
has() { until grep -qx "$1" o; do sleep 0.02; done; }; : > o; tail -n1 -s 0.05 -f f > o & p=$!; until [ -s o ]; do sleep 0.02; done; echo new >> f; has new; echo again >> f; has again; kill $p; wait $p 2>/dev/null; cat o
### tail follows names
has() { until grep -qx "$1" o; do sleep 0.02; done; }; end() { kill $p; wait $p 2>/dev/null; cat o; }; : > o; seq 3 > f; tail -n 1 -s 0.05 -F f > o 2>/dev/null & p=$!; has 3; mv f g; echo newfile > f; has newfile; end; : > o; tail -s 0.05 -F h > o 2>/dev/null & p=$!; echo late > h; has late; end; : > o; seq 3 > f; tail -n 1 -s 0.05 -f f > o 2>/dev/null & p=$!; has 3; echo a > f; has a; end; : > o; seq 2 > a; seq 2 > b; tail -n 1 -s 0.05 -f a b > o & p=$!; has 2; has '==> b <=='; echo x >> b; has x; echo y >> b; has y; echo z >> a; has z; end
### tail errors [stderr]
tail -n; tail -c; tail -n 1x f; tail -c x f; tail -n '' f; tail -3 -4 /dev/null; tail --lin; tail --zero=1; tail -n 1,2 f; tail -n -x f; tail -c 1KX f; tail . ; tail -n 0 .; echo $?; tail -n +1 .; tail -c 1 .; tail nosuch /dev/null .; echo $?; tail -5 /dev/null /dev/null; tail +5 /dev/null /dev/null; echo $?; tail -x; tail --follow=x f; tail --pid=x f; tail -s x f; tail --max-unchanged-stats=x f; tail --retry /dev/null; tail --pid=1 /dev/null; tail -f nosuch; echo $?; tail -F - < /dev/null; tail --follow=name - </dev/null; tail -s -1 f
