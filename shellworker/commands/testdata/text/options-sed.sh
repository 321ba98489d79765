### long names
printf '1\n2\n3\n' > f
sed --silent 2p f; sed --quiet 2p f; sed --expression=2d --expression=s/1/x/ f; sed --exp 2d f
echo 's/[0-9]\+/<&>/' > s; sed --file=s f; sed --fil s f; sed --regexp-extended 's/(1)|2/[\1]/' f
sed --separate -n '$=' f f; sed --unbuffered 1d f; sed --binary 1d f; sed -b 1d f; sed --null-data 's/\n/,/g' f
sed --zero-terminated 's/^2/x/mg' f; sed --line-length=5 -n l <<< 'abcdefgh'; sed -l 3 -n l <<< 'abcdefgh'; sed -u 2q f
sed --in-place=.old 1d f; cat f f.old; sed --in-place '1s/2/two/' f; cat f; sed -E -r -n -s 's/(t)/\1/p' f f
sed --sandbox 's/t/T/' f; sed --sandbox 'w x' f 2>&1; echo $?; sed --help | head -1
ln -s f l; sed --follow-symlinks -i 1d l; test -L l && cat l; sed -i '$d' l; test -L l || cat l
### in place without files
for o in -i -ix --in-place=y '-i -n'; do sed $o p 2>&1; echo $?; done; sed -s p < /dev/null; echo $?
### posix
for c in 'N;N;N' 'n;n;n' '$!N;N' 's/a\|b/x/' 's/a+/x/' '0,/1/d' '1~2d' '2,+1d' '/1/I d' 's/1/\n/' 's/1/a\tb/' 'a foo' 'a\
foo' 'F' 'z' 's/1/X/e' 's/1/X/M' 'e' 'Q' 'R x' 'W x' 'v' 'T' 'l 3' 'q5' '1,2=' '1,2r x' '1,2a\
x' '1,2i\
x' '1,2l' '1,2c\
x' 's/1/X/I' 's/\(1\)/\U\1/' 's/1/\x41/' 's/[\n]/x/' 's/\w/x/' 's/1\+/x/' 's/1\?/x/' 's/\`1/x/' 'a\' 'c\' '{p;p}'; do
  echo "== $c"; seq 3 | sed --posix "$c" 2>&1; done
### POSIXLY_CORRECT
for c in 'N;N;N' 'n;n;n' '1~2d' '1,2=' 'l 3' 's/1/X/I'; do echo "== $c"; seq 3 | POSIXLY_CORRECT=1 sed "$c"; seq 3 | POSIXLY_CORRECT=1 sed -n "$c;p"; done
### errors come ahead of what is buffered
echo x > f; sed p f nosuch f 2>&1; mkdir d; sed p d f 2>&1; sed -i p d 2>&1; echo $?; sed -i p nosuch f 2>&1; cat f; tac f nosuch f 2>&1; rev f nosuch f 2>&1
for c in md5sum cksum sum 'stat -c %n' 'head -1' 'cut -c1' 'realpath -e --relative-to=.'; do $c f nosuch f 2>&1; done
