### files and lines
printf 'foo\nbar\nFoo baz\n' > f; printf 'foo x\n' > g; rg foo f; rg foo f g | sort; rg -n foo f; rg -i foo f; rg -c foo f g | sort; rg -l foo f g | sort; rg -v foo f; rg -w foo g; rg -o 'o+' f; rg zzz f; echo $?; rg -q foo f; echo $?; rg foo nofile; echo $?; rg -N foo f; rg -H foo f; rg -I foo f g | sort; rg -x foo f g; rg -F 'o x' g; rg -e foo -e bar f; rg --count-matches o f; rg --files-without-match bar f g; rg --column foo g; rg --vimgrep o f; rg -b foo g; rg -m1 o f; rg -S foo f; rg -S Foo f; rg --no-heading foo f
### stdin and context
seq 10 | rg 5; seq 20 > f; rg -A1 5 f; rg -B1 5 f; rg -C1 '[38]$' f; rg -n -C1 5 f; rg --passthru 2 f | head -3; rg -r 'X$0' '5$' f; echo 'key=val' | rg -or '$2:$1' '(\w+)=(\w+)'; echo 'a  b' | rg --trim b; printf '  lead\n' | rg --trim lead; seq 3 | rg -c .; seq 20 | rg --context-separator XX -A0 -B1 '[37]$'
### directories
mkdir -p d/sub .hid; echo foo > d/a.txt; echo foo > d/sub/b.go; echo foo > .hid/c; echo foo > d/.x; rg foo | sort; rg foo d | sort; rg --hidden foo | sort; rg -g '*.go' foo | sort; rg -g '!*.go' foo | sort; rg -t go foo; rg -T go foo | sort; rg --files | sort; rg --files d | sort; rg -l foo | sort; rg --max-depth 1 foo d | sort; echo '*.txt' > .ignore; rg foo | sort; rg --no-ignore foo | sort; rg -u foo | sort; rg -uu foo | sort; rm .ignore; printf 'sub/\n' > .gitignore; rg foo | sort; mkdir .git; rg foo | sort; rg --no-ignore-vcs foo | sort; ln -s d/a.txt l; rg foo | sort; rg -L foo | sort
### multiline and perl
printf 'a\nb\nc\n' > f; rg -U 'a\nb' f; rg -Uo 'b\nc' f; rg -U --multiline-dotall 'a.*c' f; echo foobar | rg -P 'foo(?=bar)'; echo foobar | rg -oP 'foo(?=bar)'; rg -U -c 'a\nb' f
### long lines, separators, types
printf 'short x\nlong line x with more x and x at end\nctx long line without it here\n' > a; mkdir s; echo x > s/b; echo x > c; touch f.q; printf 'c\n' > ig
rg -M 10 x a
rg -M 10 -o x a
rg -M 10 -C1 short a
rg -M 10 --max-columns-preview x a
rg -M 10 --max-columns-preview -A2 short a
rg -M 7 x a
rg -M 8 x a
rg -M 0 x a
rg -M 10 -v zzz a
rg -M 10 -r y x a
rg -M10 -c x a
rg -M 5 -U x a
rg --sortr path x .
rg --sortr path -l x .
rg --field-match-separator=@ -n x a
rg --field-context-separator=@ -nC1 short a
rg --no-context-separator -C0 x a
rg --type-add 'foo:*.q' -tfoo --files .
rg --sort path --type-add 'foo:include:sh,md' -Tfoo --files .
rg --type-add bad --files .; echo $?
rg -p x a
rg -M 10 --color always x a
rg -M 10 --vimgrep x a
rg --no-context-separator -A0 -B1 'it|short' a
rg --ignore-file ig --sort path --files .
rg --type-clear py -tpy x; echo $?
rg -M 10 --trim -n 'x' a
rg --sort path -p x s c
TERM=xterm rg -p x a; TERM=xterm rg -p --color never x a; TERM=dumb rg -p x c
