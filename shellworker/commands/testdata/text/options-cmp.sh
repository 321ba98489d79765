### all options
printf 'hello\nworld\n' > a; printf 'hellO\nworlD!\n' > b; printf 'xxhello\nworld\n' > c
for o in '' -b --print-bytes -l --verbose -lb '-l -b' '--verbose --print-bytes' -s --quiet --silent '-n 4' '--bytes=5' '--bytes 5' '-n3' '-i 5' '-i5:5' '--ignore-initial=2:0' '--ignore-initial 6' '-i 0:2' '-n 0' '-l -n 6' '-b -i 3' '-i 1K' '-n 1kB' '-i 100' '-n 1MiB' '-i 0x5' '-i 05'; do echo "== $o"; cmp $o a b 2>&1; echo $?; cmp $o a c 2>&1; echo $?; done
cmp -v > o; echo $?; cmp --version > o; echo $?; cmp --help > o; echo $?
### operands
printf 'hello\nworld\n' > a; printf 'lo\nworld\n' > b; cmp a b 3; echo $?; cmp a b 3 0; echo $?; cmp a b 4 1; echo $?; cmp a b 0x3 00; cmp a < a; echo $?; cmp - a < a; echo $?; cmp a - < b; echo $?; cmp - - < a; echo $?; cmp a a; cmp a; echo $?; cmp -s a < b; echo $?; cat a | cmp a; echo $?; cat b | cmp -i 3:0 a; echo $?; cmp -- a b; cmp a b -l 3; echo $?; cmp -i 1 a b 3 1; echo $?
### ends
printf 'abc' > a; printf 'abcdef' > b; : > e; printf 'ab\ncd' > f; printf 'ab\n' > g; cmp a b 2>&1; echo $?; cmp b a 2>&1; cmp -l a b 2>&1; echo $?; cmp -s a b; echo $?; cmp e a 2>&1; cmp a e 2>&1; cmp e e; echo $?; cmp f g 2>&1; cmp -n 3 a b; echo $?; cmp -n 4 a b 2>&1; cmp -b a b 2>&1; cmp -i 3 a b 2>&1; cmp -i 1:1 e a 2>&1; echo $?; cmp f a; cmp -l f a
### bytes
printf '\0\1\n\t\177\200\377 ~' > a; printf '\1\0\r\a\176\100\300~ ' > b; cmp -bl a b; cmp -l a b; cmp -b a b; cmp -b -i 1 a b; cmp -bi 4 a b; cmp -bi 5 a b; cmp -bi 2 a b; seq 100000 > x; seq 100000 | sed '$s/$/x/' > y; cmp x y; cmp -l x y | wc -l; cmp x y | cat
### errors [stderr]
cmp; echo $?; cmp a b; echo $?; touch a; mkdir d; cmp a d; echo $?; cmp d a; echo $?; cmp d d; cmp -s a nosuch; echo $?; cmp nosuch nosuch; cmp a a 1 2 3; echo $?; cmp -i x a a; cmp -i 1:x a a; cmp -n x a a; cmp -i 1Q a a; echo $?; cmp a a x; cmp -l -s a a; echo $?; cmp --foo; cmp -z; cmp -n; cmp -i -1 a a; cmp -i 99999999999999999999 a a; cmp a a 1 -1; chmod 0 a; cmp a d; cmp --ver=1; cmp --si --ve a a; echo $?
