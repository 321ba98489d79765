### normal
printf 'a\nb\nc\nd\ne\n' > f; printf 'a\nB\nc\ne\nf\n' > g; diff f g; echo $?; diff f f; echo $?; diff g f; diff /dev/null f; diff f /dev/null; diff f - < g; diff <(printf 'x\n') <(printf 'x\ny\nz\n'); diff <(printf '1\n2\n3\n') <(printf '3\n'); diff <(printf 'a\n') <(printf 'a'); diff <(printf 'a') <(printf 'b'); diff <(printf 'a\nb') <(printf 'a\nb\nc\n')
### unified
seq 20 > f; seq 20 | sed '5s/$/x/;12d;18a new' > g; diff -u --label a --label b f g; diff -U1 --label a --label b f g; diff -U0 --label a --label b f g; diff -u0 --label a --label b f g 2>&1 | head -3; diff --unified=2 --label a --label b f g; diff -u --label a --label b /dev/null f | head -5; diff -u --label a --label b f /dev/null | head -5; diff -5u --label a --label b f g | head -4; diff -u --label a --label b <(printf 'a') <(printf 'a\n'); diff -u f f; diff -u --label x --label y <(seq 3) <(seq 2 4)
### context
seq 20 > f; seq 20 | sed '5s/$/x/;12d;18a new' > g; diff -c --label a --label b f g; diff -C1 --label a --label b f g; diff -C0 --label a --label b f g; diff --context=2 --label a --label b g f; diff -c --label a --label b /dev/null f | head -6; diff -c --label a --label b <(printf 'x\n') <(printf 'x\ny\n'); diff -c --label a --label b <(printf 'x\ny\n') <(printf 'x'); diff -cp --label a --label b f g | head -5
### ed and rcs
printf 'a\nb\nc\nd\ne\n' > f; printf 'a\nB\nc\ne\n.\nf\n' > g; diff -e f g; diff -n f g; diff -e g f; diff --ed f f; diff --rcs g f
### brief and identical
printf 'a\n' > f; printf 'b\n' > g; cp f h; diff -q f g; echo $?; diff -q f h; echo $?; diff -s f h; diff -s f g; diff -qs f h; diff --brief --report-identical-files f g
### side by side
printf 'one\ntwo\nthree\nfour and some more text\n' > f; printf 'one\n2\nthree\nfive\nfour and some more text\n' > g; diff -y f g; diff -y -W 40 f g; diff -y --suppress-common-lines f g; diff -y --left-column f g; diff -y -W 20 f g; diff -yt -W 40 f g; diff -y f f; printf 'a\tb\n' > h; diff -y -W 40 h f; diff -y <(printf 'x') <(printf 'x\n')
### ignoring space
printf 'a b\nc\td\n e\nf \n' > f; printf 'a  b\nc d\ne\nf\n' > g; diff -b f g; diff -w f g; diff -Z f g; diff -E f g; echo $?; diff -bw f g; echo $?; diff -w <(printf 'ab\n') <(printf 'a b\n'); echo $?; diff -b <(printf 'a\n') <(printf 'a'); echo $?; diff -i <(printf 'ABC\n') <(printf 'abc\n'); echo $?; diff --ignore-case --ignore-all-space f g; echo $?; diff --strip-trailing-cr <(printf 'a\r\n') <(printf 'a\n'); echo $?
### ignoring lines
printf 'a\n\nb\n\nc\n' > f; printf 'a\nb\nx\nc\n\n' > g; diff -B f g; diff f g; diff -B <(printf 'a\n\n\n') <(printf 'a\n'); echo $?; diff -I '^#' <(printf '#1\na\n') <(printf '#2\na\n'); echo $?; diff -I '^#' <(printf '#1\na\n') <(printf '#2\nb\n'); diff -uB --label a --label b f g; diff -I x -I y <(printf 'x\n') <(printf 'y\n'); echo $?; diff -u --label a --label b -I '^#' <(printf '#1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n') <(printf '#2\n2\n3\n4\n5\n6\n7\n8\n9\nX\n')
### directories
mkdir -p a/s b/s a/only; echo 1 > a/f; echo 2 > b/f; echo x > a/s/g; echo y > b/s/g; echo z > b/new; echo same > a/same; cp a/same b/same; diff a b; echo $?; diff -r a b; echo $?; diff -rq a b; diff -rN a b; diff -ru --label x --label y a b; diff -rs a b; diff -r -x f a b; diff -r -x '*' a b; echo $?; diff a/f b; diff a b/f; diff -rqN a b; diff -S s -r a b; mkdir -p c/f d; echo q > d/f; diff c d; diff -r c d; echo $?; diff -rN c d; diff --unidirectional-new-file -r a b; echo f > ex; diff -r -X ex a b; diff -r -u0 a b 2>&1 | grep '^diff'
### binary
printf 'a\0b' > f; printf 'a\0c' > g; diff f g; echo $?; diff -q f g; echo $?; diff -a f g; echo $?; diff -u --label a --label b f g; diff f f; echo $?; diff -s f f
### errors [stderr]
echo x > f; mkdir d; diff f; echo $?; diff f nofile; echo $?; diff nofile f; diff nofile1 nofile2; diff f f f; diff --nosuch f f; diff -c -u f f; diff -U x f f; diff -N f nofile; echo $?; diff d nofile; echo $?; diff -q; echo $?; diff f d; echo $?
### functions
printf 'int f()\n{\n1\n2\n3\n4\n5\n6\n}\n' > f; sed 's/5/X/' f > g; diff -up --label a --label b f g; diff -u -F '^{' --label a --label b f g; diff -cp --label a --label b f g
### tabs
printf 'a\tb\n' > f; printf 'a\tc\n' > g; diff -t f g; diff -T f g; diff -u -T --label a --label b f g; diff -t --tabsize=4 f g; diff -c -T --label a --label b f g; diff -u --suppress-blank-empty --label a --label b <(printf '\na\n') <(printf '\nb\n')
### algorithm
printf 'a\nb\nc\na\nb\nb\na\n' > f; printf 'c\nb\na\nb\na\nc\n' > g; diff f g; diff g f; diff -d f g; printf 'x\nx\nx\n' > h; printf 'x\nx\n' > i; diff h i; diff i h; printf '{\n}\n\n{\n}\n' > j; printf '{\n}\n\n{\n}\n\n{\n}\n' > k; diff j k; diff -u --label a --label b j k; for n in 1 2 3 4 5 6 7 8; do seq $n 3 60 | sed 's/.$//' > p; seq $((n*2)) 2 50 | sed 's/.$//' > q; diff p q; done; diff --from-file=f g h; diff --to-file=f g h; seq 1 300 | awk '{print $1%7, $1%11}' > r; seq 1 300 | awk '{print $1%7, $1%13}' > s; diff r s | md5sum; diff -u --label a --label b r s | md5sum
### cmp
printf 'abc\ndef\n' > f; printf 'abc\ndxf\n' > g; printf 'abc\n' > h; cmp f g; echo $?; cmp f f; echo $?; cmp -l f g; cmp -b f g; cmp -bl f g; cmp -s f g; echo $?; cmp f h 2>&1; echo $?; cmp -l f h 2>&1; cmp -s f h; echo $?; cmp -i 6 f g; cmp -i 1:2 f g; cmp -n 3 f g; echo $?; cmp f g 4 4; cmp - f < g; cmp f < f; echo $?; : > e; cmp e f 2>&1; cmp f nofile 2>&1; echo $?; cmp -n 1K f g; printf '\001\377' > x; printf '\002\200' > y; cmp -bl x y; cmp --verbose f g; cmp --bytes=5 f g; cmp --quiet f g; echo $?; cmp --ignore-initial=5 f g; printf 'ab' > m; printf 'abc' > n; cmp m n 2>&1; cmp -s nofile f 2>/dev/null; echo $?

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff -D FOO
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff -D FOO a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff -D FOO 2
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff -D FOO a a

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff --chan
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff --changed-group-format='%>' --unchanged-group-format='' a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff --chan 2
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff --changed-group-format='%<' --unchanged-group-format='' a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff --unch
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff --unchanged-group-format='' --old-group-format='-%<' --new-group-format='+%>' a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff --unch 2
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff --unchanged-line-format='' --old-line-format='%L' --new-line-format='' a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff --unch 3
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff --unchanged-line-format='  %L' --old-line-format='- %L' --new-line-format='+ %L' a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff --line
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff --line-format='%5dn %L' a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff --old-
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff --old-group-format='%df,%dl%(n=1?:s) %dn lines %de %dm%c'"'\\''"'x'"'\\''"'

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff --old- 2
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff --old-group-format="%df,%dl%(n=1?:s) %dn lines %de %dm%c'x'%c'\101'" --new-group-format="%dF,%dL %xN %XE %oM|" --changed-group-format="%(f=l?one:%dn)-%(N=1?%dF:more)" a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff --line 2
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff --line-format=%q a b; diff --line-format=%5 a b; diff --new-group-format='%(N=1?one:many)' a b;diff --new-group-format='%(N=1?one' a b; diff --new-group-format='%(X=1?a:b)' a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff -D A -
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff -D A -u a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff -D A - 2
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff -D A -D B a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff -D A - 3
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff -D A --line-format=x a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff -D A - 4
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff -D A -D A a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff --hori
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff --horizon-lines=x a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff --hori 2
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff --horizon-lines=2 a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff -H a b
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff -H a b; diff --speed-large-files -u a b | tail -n +3

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff --colo
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff --color=always a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff --colo 2
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff --color=always -u --label x --label y a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff --colo 3
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff --color=always -c --label x --label y a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff --colo 4
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff --color=always -y -W 40 a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff --colo 5
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff --color=always -e a b; diff --color=always -n a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff -u --c
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff -u --color=always --palette='rs=0:hd=1:ad=35:de=36:ln=4' --label x --label y a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff -u --c 2
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff -u --color=always --palette='xx=1' --label x --label y a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff -u --c 3
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff -u --color=foo a b; diff --color a b; diff --color=auto a b; diff --color=never a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff -u --c 4
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff -u --color=always -p --label x --label y a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; printf a >
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; printf a > c; printf b > d; diff --color=always c d; diff -u --color=always --label x --label y c d; diff -D X c d; diff --line-format=%L c d

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; mkdir x y;
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; mkdir x y; echo 1 > x/F; echo 2 > y/f; echo 3 > x/g; echo 3 > y/G; diff -r --ignore-file-name-case x y; diff -r x y; diff -r --ignore-file-name-case --no-ignore-file-name-case x y

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff -B -D
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff -B -D X a b; diff -B --unchanged-line-format= --old-line-format='-%L' --new-line-format='+%L' a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff -i -D
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff -i -D X a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff -w -D
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff -w -D X a b

### printf 'a b c  d x y ' > a; printf 'a B c d x 1 2 y z ' > b; diff -q -D
printf 'a\nb\nc\n\nd\nx\ny\n' > a; printf 'a\nB\nc\nd\nx\n1\n2\ny\nz\n' > b; diff -q -D X a b; diff -s -D X a a; diff -s --unchanged-group-format= a a

### printf 'a b' > e1; printf 'a c ' > e2; printf 'a d' > e3; diff -e e1 e2;
printf 'a\nb' > e1; printf 'a\nc\n' > e2; printf 'a\nd' > e3; diff -e e1 e2; echo $?; diff -e e2 e1; echo $?; diff -e e1 e3 --label x; echo $?; diff -e e1 e1; echo $?
### forward ed scripts, and -p with another style
printf '1\n2\n3\n4\n5\n6\n' > a; printf '0\n1\nX\nY\n3\n6\n.\n..\n' > b; diff -f a b; echo $?; diff -f b a; diff --forward-ed a b; printf 'a' >n; printf 'b' > m; diff -f n m;  diff -pu --label a --label b a b | head -3; diff -p a b | head -2 | cut -c1-5; diff -p -e a b; echo $?; diff -u -p --label a --label b a b; diff -e -u a b; echo $?
