### stats
printf 'foo bar\nfoo foo\nx\n' > f; printf 'foo\n' > g; s() { rg --sort path "$@" | sed 's/^[0-9.]* seconds/N seconds/'; echo "= ${PIPESTATUS[0]}"; }; s --stats foo f; s --stats -c foo; s --stats -l foo; s --stats -q foo; s --stats --count-matches foo; s --stats -o foo; s --stats --no-stats foo f; s --stats zzz f; s --stats -v foo f; s --stats -U 'bar\nfoo' f; s --stats --files; s --stats -m1 foo f; s --stats -C1 x; s --stats --files-without-match x; s -n --stats --heading foo; s --stats --passthru foo f; s --stats -z foo f
### multiline
printf 'a b\nc d\ne f\na b\nc x\n\nz\n' > f; m() { rg -U "$@" f; echo "= $?"; }; m 'b\nc'; m -n 'b\nc'; m -c 'b\nc'; m --count-matches 'b\nc'; m -o 'b\nc'; m -on 'b\nc \w'; m -n --column 'b\nc'; m -b 'b\nc'; m -v 'b\nc'; m -vn 'b\nc'; m -C1 'd\ne'; m -nA1 'd\ne'; m -nB1 'd\ne'; m --vimgrep 'b\nc'; m --color always 'b\nc'; m --color always -n -o 'b\nc'; m --heading -n 'b\nc'; m -m1 'b\nc'; m --passthru -n 'd\ne'; m -w 'b\nc'; m -x 'b'; m -x 'a b\nc d'; m 'a(?s:.*)x'; m --multiline-dotall 'a.*x'; m --multiline-dotall -n 'a.*?d'; m --multiline-dotall --no-multiline-dotall 'a.*x'; m --no-multiline 'a'; m -M 2 'b\nc'; m -M2 --max-columns-preview 'b\nc'; m -l 'b\nc'; m --files-without-match 'b\nc'; m '^$'; m -n '\n\n'; m -n '\s+'; m -c '\s'; m -o '\s+'; m foo; m 'x\n*'; m -0l 'b\nc'; m --trim 'b\nc'; m -n '$'; m -c '$' ; m -c a; m -P 'b\nc'; m -Pn 'b\n(?=c d)'; m -Po '\w\n\w' ; m --json 'b\nc' | sed -E 's/"(nanos|secs)":[0-9]+/"\1":0/g; s/"human":"[^"]*"/"human":""/g'
### context
seq 30 > f; printf 'x\n5\ny\n' > g; c() { rg --sort path "$@"; echo "= $?"; }; c -A1 5; c -B2 5 f; c -C1 5; c -A3 '[57]$' f; c -C2 -A1 5 f; c -A1 -C2 5 f; c -A1 -B1 -C0 5 f; c --passthru 5 g; c --passthru -A1 5 g; c -A1 --passthru 5 g; c --context-separator '\t#\x41' -A0 -B1 '[37]$' f; c --context-separator '' -C1 5; c --no-context-separator -C1 5; c --no-context-separator --context-separator X -C1 5 f; c -nC1 --field-context-separator '\t' --field-match-separator '=' 5 f; c -C1 -m1 5 f; c -A2 -m1 5 f; c -A2 -m1 '[567]' f; c -A4 -m2 '[5679]' f; c -v -C1 '[0-9]' g; c -C1 -o 5 g; c -C1 -r X 5 g; c -C1 -c 5; c --heading -nC1 5; c --color always -C1 5 g; c -v -C1 --color always 5 g; c -m0 5; c -m 0 -c 5; c -A1 --vimgrep 5 g; c -C1 --column 5 g; c -b -C1 5 g; c -A 99999999999999999999 5 g; c -C1 --trim 5 g; c -C1 --passthru --json 5 g | wc -l; c -q -C1 5
### options that take back
printf 'Foo a.c\nfoo\nabc\n  foo\n' > f; printf 'FOO\n' > g;for o in '-i -s' '-s -i' '-S -s' '-i -S' '-F --no-fixed-strings' '-w -x' '-x -w' '-c --count-matches' '--count-matches -c' '-l --files-without-match' '--files-without-match -l' '-n -N' '-N -n' '--column --no-column' '-H -I' '-I -H' '--heading --no-heading' '--no-heading --heading' '--trim --no-trim' '--no-trim --trim' '--json --no-json' '--stats --no-stats' '-P --no-pcre2' '-U --no-multiline' '--crlf --no-crlf' '--sort path --no-sort-files' '--sort-files' '--line-buffered --no-line-buffered' '--block-buffered' '--no-block-buffered' '--messages' '--no-messages --messages' '-a --no-text' '--binary --no-binary' '-z --no-search-zip' '--pre cat --no-pre' '--no-pre --pre cat' '-E utf-8 --no-encoding' '-L --no-follow' '--hidden --no-hidden' '--no-ignore --ignore' '--mmap --foo' '-M1 -M0' '--engine auto' '--engine=pcre2' '--engine default' '--auto-hybrid-regex' '--no-auto-hybrid-regex' '--unicode' '--no-unicode --pcre2-unicode' '--no-pcre2-unicode' '--no-config' '--threads=2' '-eabc -eFOO' '--regexp=abc' '-Fe a.c' '-nicH' '-A=1' '--' '-N --vimgrep' '--vimgrep -N' '-p -N' '-cv' '--count-matches -v' '-co' '-lv' '--include-zero -c' '--include-zero --count-matches' '-0c' '-0' '-l0' '--null -H' '--max-columns-preview --no-max-columns-preview -M 3' '--glob-case-insensitive --no-glob-case-insensitive -g F' '--glob-case-insensitive -g F' '--no-require-git --require-git' '--one-file-system' '--one-file-system --no-one-file-system'; do echo "== $o"; rg -j1 --sort path $o foo f g 2>/dev/null; echo "$?"; done
### word and line
printf 'foo\nfoo bar\nxfoo\nfoo-bar\nfoo_bar\nfoo foo\n foo\nfooé\néfoo é foo\n\n' > f; for p in foo 'foo|bar' 'fo*' '-' '\w' 'foo\b' '\bfoo' '\Bfoo' 'foo bar|foo' '.' 'é' 'o+$' '^f'; do for o in -w -x -o '-wo' '-wc' '--count-matches -w' '-w -r X' '-xn' '-n --column' '-nv'; do echo "== $o $p"; rg $o -e "$p" f; done; done
### replacements
printf 'ab 12 cd 34\nxy\n' > f; for r in '$1' '${1}' '$1x' '${1}x' '$$1' '$' 'a$' '$9' '$foo' '$a' '${a}' '$a$b' '${b}-$a' '$0' '[$0]' '$a-' '${' '${}' '\n' '' '$00' '$-'; do echo "== $r"; rg -r "$r" '(?P<a>[a-z]+) (?P<b>\d+)' f; rg -or "$r" '(?P<a>[a-z]+) (?P<b>\d+)' f; rg -Pr "$r" '(?<a>[a-z]+) (?<b>\d+)' f; done; rg -r X '' f; rg -r X 'q*' f; rg -or X 'q*' f; rg -r X --passthru ab f; rg --column -r XYZ '\d+' f; rg --column -nor XYZ '\d+' f; rg -c -r X ab f; rg -l -r X ab f; rg -M5 -r X ab f; rg -v -r X ab f; rg -C1 -r X ab f; rg -bor X '\d+' f; rg --vimgrep -r X '\d+' f; rg --trim -r ' X' ab f
### empty matches
printf 'ab\n\nc\n' > f; printf 'ab\nc' > g; for p in '' 'x*' '^' '$' 'b*' '\b' '^$' 'a?' ; do for o in -o -c --count-matches -n '--column' '--color=always' '--vimgrep' '-r X' '-or X' '-U' '-Uo' '-Uc' '-v'; do echo "== $o $p"; rg $o -e "$p" f; rg $o -e "$p" g; done; done
### ignore files
mkdir -p r/.git/info r/sub/deep r/.hid r/node_modules/x r/build; cd r; for f in a.txt b.log sub/a.txt sub/b.log sub/deep/c.log .hid/h .dot node_modules/x/y build/o sub/keep.log 'we ird' '#hash' '!bang'; do echo foo > "$f"; done
l() { echo "== $*"; rg --sort path --files "$@" 2>&1; echo "= $?"; }
l; echo '*.log' > .gitignore; l; echo '!keep.log' > sub/.gitignore; l; l sub; l sub/deep; printf '/build/\nnode_modules\n' > .ignore; l; l --no-ignore-vcs; l --no-ignore-dot; l --no-ignore; l -u; l -uu; l --hidden; l -. -g '!.git'; echo '!.dot' >> .ignore; l; echo 'a.txt' > .rgignore; l; l --no-ignore-dot; echo '!a.txt' > sub/.ignore; l; echo 'we*' > .git/info/exclude; l; l --no-ignore-exclude; l --no-ignore-vcs; printf '\\#hash\n\\!bang\n' >> .ignore; l; (cd sub; l; l --no-ignore-parent; l .. ; l ../.hid); rm -r .git; l; l --no-require-git; (cd sub/deep; l; l --no-require-git); printf '[\n*.txt\n' > .ignore; l; l --no-ignore-messages; l --no-messages; echo 'A.TXT' > .ignore; l; l --ignore-file-case-insensitive; l build/o .dot; l nosuch sub
### globs in ignore files
mkdir -p a/b/c a/x b/c d/foo/e; for f in a/f a/b/f a/b/c/f a/x/f b/f b/c/f d/foo/e/f f foo.c foo.h x.tar.gz 'a b' d/foo/g; do echo 1 > "$f"; done
for g in 'f' '/f' 'a/' 'a/*' 'a/**' '**/c' 'a/**/f' '**/b/**' 'b' 'b/c' '/b' '*.[ch]' '*.{c,h}' '*.[!c]' '*.t*z' 'a\ b' 'a b' 'f ' 'foo/' 'foo' 'd/foo' 'foo/e' '**' '*' '/*' '!f' '*/f' '?' 'a?b' '[a-c]' '**/' 'a/b/**/f' '/**/f' 'x**z' '#f' 'foo.*' '[[:alpha:]]' '[]f]' '[^f]' '*.tar.gz' 'a//f' './f' 'a/./f'; do echo "== $g"; printf '%s\n' "$g" > .ignore; rg --sort path --files 2>&1; rm .ignore; rg --sort path --files -g "$g" 2>&1; rg --sort path --files -g "!$g" 2>&1; rg --sort path --files --iglob "$g" a 2>&1 | head -3; done; printf '*\n!*/\n!*.c\n' > .ignore; rg --files --sort path; printf '*\n!/a\n!a/f\n' > .ignore; rg --files --sort path; rm .ignore; rg --files --sort path -g '*.c' -g '!foo.c'; rg --files --sort path -g '!foo.c' -g '*.c'; rg --files --sort path -g 'a/**' -g '!a/b'; rg --files --sort path -g '*.C' --glob-case-insensitive; rg --files --sort path -g "$PWD/f"; rg --files --sort path -g '/f' a; rg --files --sort path -g 'a/f' a; rg --files --sort path -g 'f' ./a; printf 'f' > ig; rg --files --sort path --ignore-file ig; rg --files --sort path --ignore-file ig --no-ignore-files; rg --files --sort path --ignore-file ig --no-ignore-files --ignore-files; rg --files --ignore-file nosuch f 2>&1; rg --files -g '[' 2>&1; rg --files -g 'a{' 2>&1; rg --files -g 'a}' 2>&1; rg --files -g '{a{b}}' 2>&1; rg --files -g '\' 2>&1; rg --files -g '[z-a]' 2>&1
### types
touch a.py b.rs c.js d.txt Makefile e.md f.PY .bashrc g.yml h.toml i.tar.gz README LICENSE j.h k.cpp l.tsx
t() { echo "== $*"; rg --files --sort path "$@" 2>&1; echo "= $?"; }; t -tpy; t -t rust -t js; t -Tpy; t -tpy -Tpy; t -Tpy -tpy; t -tall; t -Tall; t -tmake; t -tmd; t -tsh; t -t readme -tlicense; t -tnosuch; t --type-add 'x:*.{txt,PY}' -tx; t --type-add 'x:*.txt' --type-add 'x:*.md' -t x; t --type-add 'src:include:py,rust' -tsrc; t --type-add 'src:include:nosuch' -tsrc; t --type-add 'py:*.PY' -tpy; t --type-clear py -tpy; t --type-clear py --type-add 'py:*.x' -tpy; t --type-add 'a-b:*.x'; t --type-add 'x:'; t --type-add ':x'; t -tpy -g '*.rs'; t -tpy -g '!a*'; t --hidden -tsh; t -thtml; rg --type-list | md5sum; rg --type-add 'zz:*.b' --type-add 'zz:*.a' --type-list | grep zz; rg --type-add 'py:*.pyi' --type-list | grep '^py:'; rg --type-clear py --type-list | grep -c '^py:'
### names and depth
mkdir -p d/e/f; echo x > d/1; echo x > d/e/2; echo x > d/e/f/3; ln -s e d/l; ln -s ../d d/e/loop; ln -s nosuch d/broken; ln -s 1 d/one
n() { echo "== $*"; rg --sort path "$@" 2>&1; echo "= $?"; }; n x; n x d; n x ./d; n x d/; n x d//; n x . ; n x ./ ; n x "$PWD/d" | sed "s#$PWD#PWD#"; n x d/../d; n --files --max-depth 0 d; n --files --max-depth 1 d; n --files --max-depth 2; n --max-depth 0 x d/1; n -L --files d; n -L x d; n --files d/l; n x d/l/2; n x d/one; n -l x d/one d/1; n --files d/one nosuch; n -0l x d; n --files -0 d; n --path-separator '\\' x d; n --path-separator '\x5c' -l x d; n --path-separator : --files d; n -q x d; n -q --files d; n --files -q nosuchdir; n --files --heading d; n --files --color always d; n -c x d; n -H x d/1; n -I x d; n x d/1 d/e/2; n --heading x d; n --heading -n x d/1 d/e/2; n --heading -H x d/1; n --heading -I x d; n --one-file-system x d; n --max-filesize 1 --files d; n --max-filesize 2 x; n --max-filesize 1 x d/1; n --sortr path -l x; n --max-filesize 1G -l x d/1; echo x | n x -; echo x | n x; echo x | n -H x; echo x | n -l x - d/1; echo x | n x - d; n zzz d -g nosuch; n zzz -g nosuch; rg x d -j1 | sort
### binary
printf 'foo bar\nfoo\nx\0foo\nbar\n' > b; mkdir d; cp b d/; head -c 70000 /dev/zero | tr '\0' a > big; printf '\nfoo\n\0\nfoo\n' >> big; cp big d/; printf '\xff\xfe\nfoo\n' > d/inv; b() { echo "== $*"; rg --sort path "$@" 2>&1; echo "= $?"; }; for o in '' -a --text --binary '--binary -a' '-a --binary' -uuu -c -l --count-matches --files-without-match -o -v -n -q -U '-U --binary' '-Uc' '-C1' '--null-data' '-m1' '--json' '-r X' '--passthru' '-H' '--heading' '-I'; do b $o foo b d big| sed -E 's/"(nanos|secs)":[0-9]+/"\1":0/g; s/"human":"[^"]*"/"human":""/g; s/^[0-9.]+ seconds/N/' | tr '\0' 0 | cut -c1-200; done; b foo < b; b -c foo <b; b bar b; b zzz b d
### null data and crlf
printf 'a b\0foo\nbar\0c' > z; printf 'foo\r\nbar\r\nfoo bar\r\n' > c; printf 'foo\nbar\r\nlast' > m; z() { echo "== $*"; rg "$@" | od -c | head -20; echo "= ${PIPESTATUS[0]}"; }; for o in '' -n -o -c -v -C1 '-r X' --color=always -l -x -w -b --column --passthru --heading\ -H -0H --vimgrep --count-matches; do z --null-data $o foo z; z --crlf $o foo c; z --crlf $o 'r$' c; z $o 'r$' m; z --crlf $o bar m; done; z --null-data '^bar' z; z --null-data 'foo$' z; z --null-data -U 'b.foo' z; z --crlf -U 'foo\r\nbar' c; z --crlf '^foo$' c; z --crlf -x foo c; z --crlf --null-data foo c; z --null-data --crlf foo c; z --null-data 'a.*r' z; z -z foo z; z --crlf --json foo c 2>&1 | head -2; z --null-data --stats foo z | head -3
### encodings
printf '\xef\xbb\xbffoo bar\n' > u8; printf 'foo\nbär\n' | iconv -t UTF-16LE > x; { printf '\xff\xfe'; cat x; } > le; { printf '\xfe\xff'; printf 'foo\nbär\n' | iconv -t UTF-16BE; } > be; printf 'b\xe4r foo\n' > l1; printf 'foo \x83\x65\n' > sj; e() { echo "== $*"; rg "$@" 2>&1 | od -An -c | head; echo "= ${PIPESTATUS[0]}"; }; for f in u8 le be l1 sj x; do e foo $f; e '^foo' $f; e -E none foo $f; e -E latin1 . $f; e -E utf-8 . $f; e --encoding=sjis . $f; e -E auto 'b.r' $f; e -b bar $f; e -c '' $f; e -o '.' -E utf16 $f; done; e -E UTF-8 foo u8; e -E windows-1252 'är' l1; e -E nosuch foo u8; e --encoding utf-16be foo be; e -U 'foo\nb.r' le; e --no-encoding foo le; e -E none --no-encoding foo le; cat le | e foo; e -E iso-8859-1 -o 'b.r' l1
### zip and pre
printf 'foo\nbar\n' > f; for z in gzip bzip2 xz zstd lzma; do $z -kq f; done; mkdir d; cp f.* d/; p() { echo "== $*"; rg --sort path "$@" 2>&1; echo "= $?"; }; p -z foo .; p -z -l bar; p -z foo f.gz; p -z -c . f.xz f; p foo f.gz; p -z foo f; p --search-zip foo d; p -z --no-search-zip -c foo; printf '#!/bin/sh\necho "pre $1"; cat\n' > pre; chmod +x pre; p --pre ./pre . f; p --pre ./pre foo; p --pre ./pre --pre-glob '!*.gz' -c . f d; p --pre ./pre -z . f; p -z --pre ./pre . f; p --pre ./pre --no-pre . f; p --pre nosuch foo f; printf '#!/bin/sh\necho foo; echo bad >&2; exit 3\n' > bad; chmod +x bad; p --pre ./bad foo f; printf '#!/bin/sh\nexit 3\n' > bad; p --pre ./bad foo f; p --pre cat foo f; p --pre '' foo f; p --pre true foo f; cat f | p --pre ./pre .; p --pre ./pre -q foo f; seq 200000 > n; p --pre cat -m1 5 n; p --pre cat -q 5 n
### engines
printf 'foobar\nfoo bar\nabab\n\xc3\xa9t\xc3\xa9\n' > f; g() { echo "== $*"; rg "$@" f 2>/dev/null; echo "= $?"; }; g -P 'foo(?=bar)'; g -P '(ab)\1'; g -oP '(?<=foo)bar'; g --engine pcre2 '(ab)\1'; g --engine=auto '(ab)\1'; g --engine auto foo; g --auto-hybrid-regex '(?<!f)oo|ab'; g --engine default '(ab)\1'; g -P -r '$1-' '(a)b'; g -P -r '${x}' '(?<x>a)b'; g -Pw foo; g -Px foo.bar; g -Pi FOO; g -PF 'o b'; g -PS Foo; g -Pv foo; g -Pc b; g -Po '\w+'; g --no-unicode -o '\w+'; g -o '\w+'; g -P '\p{L}+$' -o; g -P -e foo -e ab; g -P 'a|b' --column; g -P '^f.*r$'; g -P '(?i)FOO'; g -P 'a{2' ; g -P '(?s)foo.bar'; g -PU 'r\nf'; g -P '\bbar'; g -P --vimgrep ab; g -P --count-matches ab; g --pcre2 --no-pcre2 '(ab)\1'; g -P '(?x) foo # c'; g -P '\Kb'; g -P '(?>a)b' -o; g -P 'a++b' -o; g -P '\Qo b\E'
### rust syntax
printf 'foo_bar Foo 123 x.y [z] a-b\ttab  \xc3\x89t\xc3\xa9 \xce\xb1\xce\xb2 \xd9\xa3 end\nfoo\xc2\xa0bar\naaa aa a\n' > f; i=0; while IFS= read -r p; do echo "== $p"; rg -o -e "$p" f 2>&1; echo "= $?"; done <<'P'
\w+
\W+
\d+
\D+
\s+
\S+
\bf\w
\w\b
[\w&&[^a-z]]+
[a-z--[aeiou]]+
[a-z&&[^aeiou]]+
[a-c~~b-d]+
[[:alpha:]]+
[[:^alpha:]]+
[^[:alpha:]]+
[a-z[0-9]]+
\p{L}+
\p{Greek}+
\p{Lu}
\P{L}+
\p{Letter}+
\pN+
[\p{L}\d]+
[\pL--\p{Greek}]+
(?i)FOO
(?i:FOO)_
(?x) f o o  # comment
(?-u)\w+
(?-u:\w)+
(?U)a+
(?U)a+?
a{2}
a{2,}
a{1,2}
a{2,1}
a{
a{x}
(?P<n>a)
(?P<n
(?P<>a)
(?P=n)
(?=a)
(?<=a)
(?!a)
\x41
\x{e9}
\u00e9
\u{3b1}
\U000000e9
\x4
\xZZ
\t
\a
\/
\"
\-
\<
\%
\_
\.
[.]
[\]]
[]a]
[^]a]+
[a-]+
[-a]+
[a\-z]+
[z\-a]+
[\.-y]
[a--b]
[
[a
[]
[^]
[[a]
[a&&]
[&&a]+
[a&&b&&c]
[\d-z]
[[:foo:]]
[[.a.]]
(
)
(()
a)b
*
+a
?
(*a)
(?z)
^foo
end$
(?m)^foo
\z
\Z
\G
\1
\0
\07
\
\e
\h
\R
\X
\K
\Q.\E
.*?_
foo.bar
\p{Foo}
\p{gc=Lu}
\p{sc=Greek}+
\p{Script:Greek}+
\p{Any}{3}
\p{ASCII}+
\p{Alphabetic}+
\p{scx=Greek}+
x{0,0}y
a{1001}
.{0,1500}
.{0,100}_
é
É
(?i)é
α+
[α-ω]+
[^\x00-\x7F]+
[^ -~]+
{
}
{a}
a}
]
#
&
~
a#b
P
### smart case
printf 'foo\nFoo\nFOO\n\xc3\x89\n\xc3\xa9\n' > f; for p in foo Foo 'f\w' '\W|foo' '\pL' '[a-z]+' '[A-Z]+' '\x41|foo' 'é' 'É' 'foo|BAR' '\S+' '(?P<N>foo)' 'foo\D*' '\bfoo' '\x66oo' ; do echo "== $p"; rg -S -e "$p" f; rg -Si "$p" f | wc -l; rg -SF "$p" f; rg -S -e foo -e "$p" f | wc -l; done
### errors
printf 'foo bar\nbaz\n' > f; e() { echo "== $*"; rg "$@" 2>&1; echo "= $?"; }; e '('; e 'a(b' f; e '*a' f; e '[a' f; e 'a)' f;  e 'a{3,2}' f; e '\q' f; e -e a -e '(' f; e '(?z)a' f; e '[z-a]' f; e '\p{Foo}' f; e '(?=a)b' f; e 'a\nb' f; e '\1' f; e foo -A; e -A -1 foo f; e -A x foo f; e --color=x foo f; e --sort x foo f; e --sortr y foo f; e; e --json -c foo f; e --json --files; e --max-filesize 1x foo f; e --max-filesize '' f; e -t nosuch foo f; e --type-add bad foo f; e -g '[' foo; e --colors x foo f; e --colors match:fg:x foo f; e --colors match:foo:x foo f; e --colors foo:fg:red foo f; e --colors match:style:x foo f; e --colors match:fg:256 foo f; e --colors match:fg:1,2 foo f; e --colors match:fg:1,2,300 foo f; e --colors match:fg foo f; e --engine x foo f; e -E x foo f; e -j x foo f; e -j -1 foo f; e -k foo; e --path-separator ab foo f; e -f nosuch f; e --max-depth= foo; e -m x foo f; e -M 1.5 foo f; e foo nosuch; e foo nosuch f; e -q foo nosuch f; e -l foo nosuch f; e --no-messages foo nosuch; e --files nosuch; e -j1 foo nosuch f; e -- -x f; e '$^' f; e --pre nosuchcmd foo f; e 'x{99999999999}' f; e -m 99999999999999999999 foo f; e -e; e -F $'a\nb' f; e $'o\nb' f; e -U $'r\nb' f; e -m -1 foo f
### config
printf '# comment\n--max-columns=5\n\n  -n\n' > rc; printf 'foo\nfoo bar\n' > f; RIPGREP_CONFIG_PATH=rc rg foo f; RIPGREP_CONFIG_PATH=rc rg -N -M0 foo f; RIPGREP_CONFIG_PATH=rc rg --no-config foo f; RIPGREP_CONFIG_PATH=nosuch rg foo f 2>&1; echo $?; RIPGREP_CONFIG_PATH= rg foo f
### git global
mkdir h; export HOME=$PWD/h; mkdir -p h/.config/git; mkdir r; cd r; mkdir .git; touch a.x b.y; echo '*.x' > ../h/.config/git/ignore; rg --files; echo; rg --files --no-ignore-global; rg --files --no-ignore-vcs | sort; printf '[core]\n\texcludesFile = ~/gi\n' > ../h/.gitconfig; echo '*.y' > ../h/gi; rg --files; XDG_CONFIG_HOME=$PWD/../h/.config rg --files
### sort
mkdir d; for i in c a b; do echo x > $i; done; echo x > d/z; touch -d '2020-01-01' b; touch -d 2021-01-01 d/z; touch -ad '2001-01-01' a;  touch -ad '2002-01-01' b;  touch -ad '2003-01-01' c; for k in path modified accessed none; do echo "$k"; rg --files --sort $k . | sed 's/^/ /' | if [ $k = none ]; then sort; else cat; fi; rg --files --sortr $k a b c | if [ $k = none ]; then sort; else cat; fi; done; rg --sort created -l x a; rg --sortr path --sort path -l x; rg --sort path --sortr path -l x; rg --sort-files -l x; rg --sort-files --no-sort-files --files | sort
### aliases
printf 'foo\nbar\n' > f; rg --passthrough bar f; rg --no-ignore-file-case-insensitive foo f; rg -h | grep -c 'no-such'; rg -E utf-8 --no-encoding foo f; rg --ignore --ignore-dot --ignore-exclude --ignore-files --ignore-global --ignore-parent --ignore-vcs --ignore-messages foo f; rg --colors path:none -H foo f; rg --no-glob-case-insensitive -g F foo f; rg --no-one-file-system foo f
