### the same options under other names
printf 'foo\nFOO bar\na.b\nx+y\nfoo.\n' > f; printf 'b\nfoo\n' > g; printf 'foo\nx.y\n' > p; printf '*.c\n' > ex; mkdir -p d/e; echo foo > d/a.c; echo foo > d/e/b; ln -s a.c d/l; printf 'foo\0\n' > bin
for c in egrep fgrep; do
for o in -G --basic-regexp -E --extended-regexp -F --fixed-strings -P --perl-regexp -i -y --ignore-case --no-ignore-case -w --word-regexp -x --line-regexp -v --invert-match -z --null-data -c --count -l --files-with-matches -L --files-without-match -o --only-matching -q --quiet --silent -m1 --max-count=1 -n --line-number -b --byte-offset -H --with-filename -h --no-filename --label=x -T --initial-tab -Z --null -A1 --after-context=1 -B1 --before-context=1 -C1 --context=1 -1 '-A0 --group-separator=x' '-A0 --no-group-separator' --color=always --colour=always --line-buffered -s --no-messages -a --text -I --binary-files=text -U --binary -dskip --directories=skip -Dskip --devices=skip; do
  echo "== $o"; $c $o foo f g nosuch 2> /dev/null | tr '\0' 0; $c $o 'x+y' < f; $c $o -e a.b -e 'foo$' f; done
$c -f p f; $c --file=p f; $c --regexp=a.b f; $c -r foo d | sort; $c --recursive foo d | sort; $c -R foo d | sort; $c --dereference-recursive foo d | sort; $c -r --include='*.c' foo d; $c -r --exclude='*.c' foo d; $c -r --exclude-from=ex foo d; $c -r --exclude-dir=e foo d; $c foo bin
$c '(a|f)o*' f; $c 'o{2}' f; $c 'x\+y' f; $c --help | head -1 | cut -d' ' -f1,3; $c 2>/dev/null; echo $?
done
