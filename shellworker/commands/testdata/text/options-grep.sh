### long names
printf 'foo\nFOO bar\na.b\nx+y\nfoo.\n' > f; printf 'b\nfoo\n' > g; printf 'foo\nx.y\n' > p
grep --basic-regexp 'x+y' f; grep -G 'o\{2\}' f; grep --extended-regexp 'x\+y|a.b' f; grep --fixed-strings a.b f; grep --perl-regexp 'fo(?=o\.)' f
grep --regexp=a.b --regexp x f; grep --file=p f; grep -f p -F f; grep --file p -x f; grep --ignore-case foo f; grep -y foo f; grep -i --no-ignore-case foo f
grep --word-regexp foo f; grep --line-regexp foo f; grep --invert-match o f; grep --null-data foo f | od -c | head -3; grep --count foo f g; grep --files-with-matches foo f g; grep --files-without-match foo f g
grep --only-matching 'o\+' f; grep --quiet foo f; echo $?; grep --silent none f; echo $?; grep --max-count=1 foo f g; grep --line-number foo f; grep --byte-offset foo f; grep -b -o o f
grep --with-filename foo f; grep --no-filename foo f g; grep -h foo f g; grep --label=in -H foo - < f; grep --initial-tab -n foo f g; grep -T foo f; grep -T -b -H foo f; grep --null foo f g | od -c | head -2; grep -Z -l foo f g | od -c
grep --after-context=1 a.b f; grep --before-context=1 a.b f; grep --context=1 a.b f; grep --context a.b f; grep -1 a.b f; grep -n -12 a.b f; grep -A1 --group-separator=## -e FOO -e 'foo\.' f; grep -A0 --no-group-separator -e FOO -e 'foo\.' f; grep -A0 -e FOO -e 'foo\.' f
grep --color=always foo f; grep --colour=always -n -H foo f g; grep --color=never foo f; grep --color=auto foo f; grep --color foo f; grep --colour foo f; grep --line-buffered foo f; grep --no-messages foo f nosuch; echo $?; grep --text foo f; grep --binary foo f; grep -U foo f
grep --help | head -1; grep --nosuch foo f 2>&1; echo $?; grep -E 2>&1; echo $?
### directories
mkdir -p d/e .h/i x; echo foo > d/a.c; echo foo > d/e/b.h; echo foo > d/e/a.txt; echo foo > x/y.c; ln -s ../x d/link; echo foo > .h/i/z; echo foo > top.c; printf 'foo\0bar\n' > d/bin
grep --recursive foo d | sort; grep -r foo d/link | sort; grep --dereference-recursive foo d | sort; grep -R --include='*.c' foo . | sort; grep -r --exclude='*.c' --exclude='*.h' foo . | sort; printf '*.c\n*.h\n' > ex; grep -r --exclude-from=ex foo d | sort; grep -r --exclude-dir=e foo d | sort; grep -r --exclude-dir='.*' foo . | sort; grep -r --exclude-dir=d/e foo d | sort; grep -r --exclude-dir=./d foo ./d | sort
grep -r --include='a*' --exclude='*.txt' foo d | sort; grep -r --exclude='*.txt' --include='a*' foo d | sort; grep --include=f foo top.c; grep --exclude=top.c foo top.c; echo $?
grep foo d 2>&1; echo $?; grep -d skip foo d top.c; echo $?; grep --directories=read foo d 2>&1; grep --directories=recurse foo d | sort; grep -d bad foo d 2>&1; echo $?; grep -s foo d; echo $?
mkfifo p; grep -D skip foo p; echo $?; grep --devices=skip foo p d/a.c; grep -D bad foo p 2>&1; grep -rh foo d | sort; grep -rl foo d | sort; grep -rL foo d | sort; grep -rc foo d | sort; grep -rn -m1 foo d | sort; cd d; grep -r foo | sort; grep -rH foo . | sort
### binary files
printf 'foo\0bar\nfoo\n' > b; printf 'foo \377\nfoo\n' > u; grep foo b; echo $?; grep -c foo b; grep -a foo b | od -c; grep --text -n bar b | od -c; grep -I foo b; echo $?; grep --binary-files=text foo b | od -c; grep --binary-files=without-match foo b; grep --binary-files=binary foo b; grep --binary-files=x foo b 2>&1; echo $?; grep foo u; grep -o foo u; grep -v zzz b; grep -l foo b; grep -q foo b; echo $?; grep -H foo b u; grep -z foo b | od -c; LC_ALL=C grep foo u | od -c
### status and errors
grep; echo $?; grep foo nosuch; echo $?; echo foo > f; grep foo f nosuch; echo $?; grep -q foo f nosuch; echo $?; grep -q foo nosuch f; echo $?; grep -s foo nosuch; echo $?; grep '\(' f; echo $?; grep -E '(' f; echo $?; grep -E 'a{2' f; echo $?; grep 'a\{2' f; echo $?; grep '[' f; echo $?; grep '[[:foo:]]' f; echo $?; grep '[:space:]' f; echo $?; grep -E '*a' f; echo $?; grep 'a**' f; echo $?; grep -E 'a|*b' f; echo $?; grep -E '()' f; echo $?; grep -E ')' f; echo $?; grep '\)' f; echo $?; grep -P '(' f; echo $?; grep -m x foo f; echo $?; grep -A x foo f; echo $?; grep -A -1 foo f; echo $?; grep -C 99999999999999999999 foo f; echo $?; grep -f nosuch f; echo $?; grep -E -F 'o+' f; grep -F -E 'o+' f; grep -P -E o f; echo $?; grep -P -e a -e b f; echo $?; grep 'a\' f; echo $?; grep '\1' f; echo $?; grep -E '\1' f; echo $?; grep --binary-files f; echo $?; grep -e; echo $?; grep -m0 foo f; echo $?; grep -L foo f; echo $?; grep -L zzz f; echo $?; grep -l zzz f; echo $?; grep -c zzz f; echo $?
### patterns
f() { for o in "" -w -x -o -i -c -v -n; do grep $o "$@" t; echo "$o $?"; done; }
printf 'abc\nab\n\nabab\nABC abc\nab-ab\naab\nfoo_bar\n' > t
f ab; f -E 'ab|abc'; f -F ab; f ''; f -e ab -e ''; f -E '(ab)\1'; f 'a*'; f -E 'b$|^f'; f -F -e abc -e ab; f '\bab\b'; f '\<ab'; f 'ab\>'; f '\w\+'; f '\W'; f -E '^(ab)*$'; f '^$'; f '^ab$'; f 'a.c'; f '[^a]'; f -P 'a(?=b)'; f -P '^\S+$'; f -E 'a{1,2}b'; f 'a\{2\}'; f -F '.'; f '\.'; f '[A-C]'; f -E '[[:upper:]]+'; f '\(a\)b\1'
### matches in colour
printf 'foo bar foo\nbaz\nfoofoo\n' > t
for o in "" -o -n -v -w -c -b -H "-n -H" "-A1" "-B1 -n" "-o -b" "-i" "-T -n" "-l" "-L" "-Z -H" "-x" "--line-buffered"; do echo "== $o"; grep --color=always $o foo t; grep --color=always $o -e foo -e bar t t; done | sed 's/\x1b/E/g' | od -c | md5sum
GREP_COLOR='1;32' grep --color=always foo t 2>&1; GREP_COLORS='mt=01;34:fn=33:ln=31:bn=36:se=35:sl=1:cx=2:rv:ne' grep --color=always -n -b -H -A1 foo t t; GREP_COLORS='ms=7:sl=1' grep --color=always -v foo t; GREP_COLORS='sl=1:cx=2:rv' grep --color=always -v -A1 foo t; GREP_COLORS='ne' grep --color=always foo t
