### pr1
seq 5 | pr -t; seq 5 | pr -t -n; seq 3 | pr -t -n:3; seq 3 | pr -td; seq 3 | pr -t -o 4
### pr2
seq 10 | pr -t -2; seq 10 | pr -t -3; seq 10 | pr -t -2 -a; seq 10 | pr -t -3 -w 30
### pr3
seq 3 > f; TZ=UTC touch -d '2020-01-02 03:04' f; pr f | od -c | head -20; pr f | wc -l; pr -h X f | head -3; seq 100 > g; touch -d '2020-01-02 03:04' g; pr g | wc; pr -l 20 g | md5sum; pr -l 20 g | head -30
### pr4
seq 3 > f; seq 5 8 > g; pr -t -m f g; pr -tm f g f
### pr5
seq 100 > g; touch -d '2020-01-02 03:04' g; pr -2 g | md5sum;  pr -3 -l 30 g | md5sum; pr -d g | md5sum

### seq 10 | pr -t -3
seq 10 | pr -t -3

### seq 10 | pr -3at
seq 10 | pr -3at

### seq 10 | pr -3 -t -s,
seq 10 | pr -3 -t -s,

### seq 10 | pr -3 -t -w 30
seq 10 | pr -3 -t -w 30

### seq 10 | pr -3 -t -W 30 -S:
seq 10 | pr -3 -t -W 30 -S:

### seq 10 | pr -n -t
seq 10 | pr -n -t

### seq 10 | pr -n:3 -t
seq 10 | pr -n:3 -t

### seq 10 | pr -N 5 -n -t
seq 10 | pr -N 5 -n -t

### seq 10 | pr -o 5 -t
seq 10 | pr -o 5 -t

### seq 10 | pr -d -t
seq 10 | pr -d -t

### seq 3 > a; seq 5 > b; pr -m -t a b
seq 3 > a; seq 5 > b; pr -m -t a b

### seq 3 > a; seq 5 > b; pr -m -t -s a b
seq 3 > a; seq 5 > b; pr -m -t -s a b

### seq 3 > a; seq 5 > b; pr -m -t -s: -n a b
seq 3 > a; seq 5 > b; pr -m -t -s: -n a b

### seq 3 > a; seq 5 > b; pr -m -t -J a b
seq 3 > a; seq 5 > b; pr -m -t -J a b

### seq 100 | pr -T -l 10 -3
seq 100 | pr -T -l 10 -3

### seq 100 | pr -t -l 5 -3
seq 100 | pr -t -l 5 -3

### printf 'a\tb\tc ' | pr -e4 -t
printf 'a\tb\tc\n' | pr -e4 -t

### printf 'a       b       c ' | pr -i -t | cat -A
printf 'a       b       c\n' | pr -i -t | cat -A

### printf 'a       b       c ' | pr -i:4 -t | cat -A
printf 'a       b       c\n' | pr -i:4 -t | cat -A

### printf 'a\001b\377c\033 ' | pr -c -t | cat -A
printf 'a\001b\377c\033\n' | pr -c -t | cat -A

### printf 'a\001b\377c\033 ' | pr -v -t | cat -A
printf 'a\001b\377c\033\n' | pr -v -t | cat -A

### printf 'a\fb ' | pr -h x -D D -l 20 | cat -A
printf 'a\fb\n' | pr -h x -D D -l 20 | cat -A

### printf 'a\fb ' | pr -t | cat -A
printf 'a\fb\n' | pr -t | cat -A

### printf 'a\fb ' | pr -T | cat -A
printf 'a\fb\n' | pr -T | cat -A

### printf 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
printf 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n' | pr -t -W 20

### printf 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 2
printf 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n' | pr -t -w 20

### printf 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 3
printf 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\nb\n' | pr -t -2 -J

### seq 30 | pr --columns=4 -l 20 -t
seq 30 | pr --columns=4 -l 20 -t

### seq 30 | pr -4 -l 20 -t -b
seq 30 | pr -4 -l 20 -t -b

### seq 30 | pr -4 -l 20 -t -n
seq 30 | pr -4 -l 20 -t -n

### seq 30 | pr -5 -a -t -n -s' '
seq 30 | pr -5 -a -t -n -s' '

### seq 30 | pr -2 -t -S' | '
seq 30 | pr -2 -t -S' | '

### seq 30 | pr -2 -t --sep-string
seq 30 | pr -2 -t --sep-string

### seq 30 | pr -2 -t --separator=,
seq 30 | pr -2 -t --separator=,

### seq 30 | pr -d -3 -t
seq 30 | pr -d -3 -t

### seq 30 | pr -o 3 -2 -t -w 40
seq 30 | pr -o 3 -2 -t -w 40

### seq 200 | pr -D X -h Y | tail -80 | cat -A
seq 200 | pr -D X -h Y | tail -80 | cat -A

### seq 5 | pr -t -e -n,2
seq 5 | pr -t -e -n,2

### seq 5 | pr -t -n2
seq 5 | pr -t -n2

### seq 5 | pr -t -n,
seq 5 | pr -t -n,

### printf '1 2' | pr -t
printf '1\n2' | pr -t

### printf '1 2' | pr -t -2
printf '1\n2' | pr -t -2

### seq 300 | pr -t -l 12 +2:3
seq 300 | pr -t -l 12 +2:3

### seq 300 | pr -l 20 -D D +2:3 -n
seq 300 | pr -l 20 -D D +2:3 -n

### seq 300 | pr -l 20 -D D +2:3 -n -N 7
seq 300 | pr -l 20 -D D +2:3 -n -N 7

### seq 3 > a; seq 5 > b; seq 4 > c; pr -m -t -s: a b c; pr -m -t -s: b a c;
seq 3 > a; seq 5 > b; seq 4 > c; pr -m -t -s: a b c; pr -m -t -s: b a c; pr -m -t b a c; pr -m -t a c b; pr -m -t -n b a c; pr -m -t -n -s, a b c

### seq 100 | pr -F -l 20 -D D -h H | cat -A
seq 100 | pr -F -l 20 -D D -h H | cat -A

### pr -n:0 </dev/null; pr -e:x </dev/null; pr -l 1x < /dev/null; pr -o x <
pr -n:0 </dev/null; pr -e:x </dev/null; pr -l 1x < /dev/null; pr -o x < /dev/null; pr -N x </dev/null; pr +x </dev/null; pr +5 </dev/null;  pr --pages=0 </dev/null;pr --pages=3:2 </dev/null; pr -w 0 </dev/null;pr -W 0 </dev/null; pr --columns=x </dev/null; pr -w 3 -4 </dev/null; pr nofile; pr .; echo a | pr -12x -t

### printf 'a b\fc d ' | pr -D D -l 15 | cat -A
printf 'a\nb\fc\nd\n' | pr -D D -l 15 | cat -A

### printf 'a b\fc d ' | pr -D D -l 15 -2 | cat -A
printf 'a\nb\fc\nd\n' | pr -D D -l 15 -2 | cat -A

### printf 'a b\fc d ' | pr -D D -l 15 -2 -a | cat -A
printf 'a\nb\fc\nd\n' | pr -D D -l 15 -2 -a | cat -A

### printf '1 2 3 4 5 \f6 ' | pr -D D -l 15 | cat -A
printf '1\n2\n3\n4\n5\n\f6\n' | pr -D D -l 15 | cat -A

### printf '1 2 3 4 5 \f 6 ' | pr -t -l 5 | cat -A
printf '1\n2\n3\n4\n5\n\f\n6\n' | pr -t -l 5 | cat -A

### printf '1 2\f3 ' > f; seq 5 > g; pr -m -D D -l 15 f g | cat -A
printf '1\n2\f3\n' > f; seq 5 > g; pr -m -D D -l 15 f g | cat -A

### printf '1 2\f3 ' > f; seq 5 > g; pr -m -t f g | cat -A
printf '1\n2\f3\n' > f; seq 5 > g; pr -m -t f g | cat -A

### printf 'a\tb longer line here\tx ' | pr -2 -t -w 20 | cat -A
printf 'a\tb\nlonger line here\tx\n' | pr -2 -t -w 20 | cat -A

### printf 'a\bb \bx ' | pr -t -2 | cat -A
printf 'a\bb\n\bx\n' | pr -t -2 | cat -A

### seq 20 | pr -4 -t -n -w 40 | cat -A
seq 20 | pr -4 -t -n -w 40 | cat -A

### seq 20 | pr -4 -t -n: -w 40 | cat -A
seq 20 | pr -4 -t -n: -w 40 | cat -A

### seq 20 | pr -4 -a -t -n:2 -w 40 | cat -A
seq 20 | pr -4 -a -t -n:2 -w 40 | cat -A

### seq 20 | pr -4 -J -t; seq 20 | pr -4 -J -t -S'--'; seq 20 | pr -4 -t -S;
seq 20 | pr -4 -J -t; seq 20 | pr -4 -J -t -S'--'; seq 20 | pr -4 -t -S; seq 20 | pr -4 -s -t -w 30; seq 20 | pr -4 -s: -t -w 30

### seq 7 | pr -2 -d -t -l 4; seq 7 | pr -d -l 16 -D D
seq 7 | pr -2 -d -t -l 4; seq 7 | pr -d -l 16 -D D

### printf '\001z a \001z b\bq hello averylonglinethatistoolong b\bq averylo
printf '\001z\na\n\001z\nb\bq\nhello\naverylonglinethatistoolong\nb\bq\naverylonglinethatistoolong\n\303\251\na\fb\n\na\fb\n\f\n' > a; printf 'a\n\n' > b; printf 'averylonglinethatistoolong\naverylonglinethatistoolong\na\fb\nhello\na\fb\nhello\na\tb\na\tb\na\nhello\n\nhello\nhello\na\fb\na\fb\n\na\fb\nb\bq\na\fb\nhello' > c; pr -m -D D -3 -a -a -e4 -N5 -w20 a b c 2>&1 | cat -A; echo ${PIPESTATUS[0]}

### printf ' \f hello averylonglinethatistoolong \303\251 \303\251 \f b\bq a
printf '\n\f\nhello\naverylonglinethatistoolong\n\303\251\n\303\251\n\f\nb\bq\na\fb\na\tb\n\f\nx y\n\f\na\fb\na\fb\n\nb\bq\n\f\n\f\n\n\001z\n\303\251' | pr -D D -i4 -f -e4 2>&1 | cat -A; echo ${PIPESTATUS[1]}

### printf 'x y \f x y x y \303\251 a\fb a\fb a\fb a\fb b\bq \001z \001z ave
printf 'x y\n\f\nx y\nx y\n\303\251\na\fb\na\fb\na\fb\na\fb\nb\bq\n\001z\n\001z\naverylonglinethatistoolong\nx y\n\303\251\na\tb\n\f\na\fb\n\nb\bq\n\001z\nbb\n\n\303\251\na\na\tb\n\303\251\nbb\na\n\001z\nb\bq\na\nx y\n\001z\na\tb\nb\bq\nbb\na\fb\nhello' | pr -D D -l20 -l5 -S:: -W25 -N5 2>&1 | cat -A; echo ${PIPESTATUS[1]}

### printf 'averylonglinethatistoolong \303\251 a ' | pr -D D -s: 2>&1 | cat
printf 'averylonglinethatistoolong\n\303\251\na\n' | pr -D D -s: 2>&1 | cat -A; echo ${PIPESTATUS[1]}

### printf 'bb bb a a \303\251' | pr -D D -o3 -S' | ' 2>&1 | cat -A; echo ${
printf 'bb\nbb\na\na\n\303\251' | pr -D D -o3 -S' | ' 2>&1 | cat -A; echo ${PIPESTATUS[1]}

### printf '\303\251 hello a\fb \303\251 a averylonglinethatistoolong \001z
printf '\303\251\nhello\na\fb\n\303\251\na\naverylonglinethatistoolong\n\001z\na\na\tb\nhello' | pr -D D -S -n: 2>&1 | cat -A; echo ${PIPESTATUS[1]}

### printf 'b\bq \303\251 \303\251 bb x y  \f a x y \f a\fb \001z \303\251 a
printf 'b\bq\n\303\251\n\303\251\nbb\nx y\n\n\f\na\nx y\n\f\na\fb\n\001z\n\303\251\na\nx y\naverylonglinethatistoolong\n\001z\n\303\251\nhello\n\f\na\tb\nbb\nb\bq\nb\bq\n\nbb\na\n\f\nhello\na\fb\n\001z\naverylonglinethatistoolong\n\f\na\fb\n\nhello\n\nx y\nx y\n' > a; printf 'b\bq\na\n\303\251\na\fb\nhello\nb\bq\na\nx y\na\nhello\nhello\nhello\nbb\n\f\nb\bq\na\tb\na\fb\n\303\251\na\na\tb\na\tb\n\303\251\n\f\nbb\nx y\nbb\n' > b; pr -D D  a b 2>&1 | cat -A; echo ${PIPESTATUS[0]}

### printf ' ' | pr -D D -e4 -S -c -J 2>&1 | cat -A; echo ${PIPESTATUS[1]}
printf '\n' | pr -D D -e4 -S -c -J 2>&1 | cat -A; echo ${PIPESTATUS[1]}

### printf 'a\tb bb bb a hello ' | pr -D D -i4 -N5 -n 2>&1 | cat -A; echo ${
printf 'a\tb\nbb\nbb\na\nhello\n' | pr -D D -i4 -N5 -n 2>&1 | cat -A; echo ${PIPESTATUS[1]}

### printf 'b\bq \f \f x y a\fb b\bq averylonglinethatistoolong a\tb b\bq a\
printf 'b\bq\n\f\n\f\nx y\na\fb\nb\bq\naverylonglinethatistoolong\na\tb\nb\bq\na\tb\n\303\251\naverylonglinethatistoolong\naverylonglinethatistoolong\na\fb\na\n\001z\n\001z\na\naverylonglinethatistoolong\na\fb\n\001z\nhello\nbb\nb\bq\n\f\n\na\na\fb\nbb\n\001z\n\nx y\n\303\251' > a; printf 'x y\na\nb\bq\naverylonglinethatistoolong\nbb\nbb\nx y\na\tb\nb\bq\na\n\f\na\naverylonglinethatistoolong\nb\bq\n\f\n\f\na\tb\n\001z\n\001z\nbb\na\nx y\na\n' > b; printf 'a\tb\n\f\na\tb\nbb\n' > c; pr -m -D D  a b c 2>&1 | cat -A; echo ${PIPESTATUS[0]}

### printf 'x y bb bb bb \001z  b\bq ' > a; printf '\303\251 bb a \001z b\bq
printf 'x y\nbb\nbb\nbb\n\001z\n\nb\bq\n' > a; printf '\303\251\nbb\na\n\001z\nb\bq\n\f\na\n\303\251\n\303\251\n\f\nx y\n\n\f\n' > b; pr -D D -l20 -n: -e a b 2>&1 | cat -A; echo ${PIPESTATUS[0]}

### printf '\303\251 \303\251 averylonglinethatistoolong \f b\bq x y averylo
printf '\303\251\n\303\251\naverylonglinethatistoolong\n\f\nb\bq\nx y\naverylonglinethatistoolong\na\tb\nhello\n\f\n\001z\nx y\na\fb\naverylonglinethatistoolong\n\303\251\nb\bq\n\303\251\nbb\n\001z\n\303\251\n\001z\nbb\nbb\n\nhello\na\fb\nhello\naverylonglinethatistoolong\nbb\nbb' | pr -D D -J -l15 2>&1 | cat -A; echo ${PIPESTATUS[1]}

### printf '\f hello a\fb x y bb hello a\fb averylonglinethatistoolong bb  a
printf '\f\nhello\na\fb\nx y\nbb\nhello\na\fb\naverylonglinethatistoolong\nbb\n\na\fb\na\tb\n\303\251\na\fb\nx y\nhello\nhello\n\f\n\303\251\na\tb\naverylonglinethatistoolong' | pr -D D -2 -n: -w30 -ex2 -S:: 2>&1 | cat -A; echo ${PIPESTATUS[1]}

### printf '\001z ' | pr -D D -hX -n,3 2>&1 | cat -A; echo ${PIPESTATUS[1]}
printf '\001z\n' | pr -D D -hX -n,3 2>&1 | cat -A; echo ${PIPESTATUS[1]}

### printf '\303\251 \303\251 averylonglinethatistoolong \303\251 b\bq \f  a
printf '\303\251\n\303\251\naverylonglinethatistoolong\n\303\251\nb\bq\n\f\n\na\fb\n\n\303\251\n\303\251\nb\bq\nbb\n\303\251\na\tb\na\fb\n' > a; printf 'b\bq\naverylonglinethatistoolong\nb\bq\na\n\n\f\na\fb\n\303\251\n\f\nb\bq\nhello\nbb\na\naverylonglinethatistoolong\na\tb\n\303\251\n\001z\n\001z\naverylonglinethatistoolong\na\tb\nbb\naverylonglinethatistoolong\na\fb\na\tb\nx y\n' > b; printf '\001z\na\tb\n\f\n\001z\nhello\na\n\001z\nb\bq\naverylonglinethatistoolong\n\f\nx y\na\fb\n\001z\nhello\n\f\n\303\251\na\tb\nbb\n\na\n\f\na\fb\nb\bq\nb\bq\nbb\n\001z\n\f\nb\bq\n\n\f\nx y\na\fb\n\f\na\nbb\n\001z\n\n' > c; pr -m -D D -o3 -i -F -3 -l15 a b c 2>&1 | cat -A; echo ${PIPESTATUS[0]}
