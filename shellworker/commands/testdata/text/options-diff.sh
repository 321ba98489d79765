### output styles, long and short
seq 20 > a; sed '3d;8s/$/x/;15a new' a > b
for o in '' --normal '-c --label A --label B' '-C1 --label=A --label=B' '--context --label A --label B' '--context=0 --label A --label B' '-u --label A --label B' '-U 1 --label A --label B' '--unified --label A --label B' '--unified=0 --label A --label B' -e --ed -f --forward-ed -n --rcs -q --brief -s -y '--side-by-side -W 30' '-y --width=40' '-y -W30 --left-column' '-y -W 30 --suppress-common-lines' '-D X' --ifdef=X '--ifdef X'; do echo "== $o"; diff $o a b; echo $?; done
diff -s a a; diff --report-identical-files a a; diff -q a a; diff -y -W20 a a | tail -1; diff --norm -q a b; diff -5 --label=A --label=B a b; diff -u5 --label=A --label=B a b
### which function
printf 'int f(void)\n{\n\ta;\n\tb;\n\tc;\n\td;\n\te;\n}\n# head\nint g()\n{\n 1;\n 2;\n 3;\n 4;\n 5;\n}\n' > a; sed 's/e;/E;/;s/ 5/ 6/' a > b; L='--label=A --label=B'
diff -p $L a b; diff --show-c-function -U1 $L a b; diff -up $L a b; diff -u -F '^#' $L a b; diff -u --show-function-line='^int' $L a b; diff -c -F '^#' $L a b; diff -U0 -F '(' $L a b; diff -F '[' a b; echo $?
### tabs
printf 'a\tb\nc\n' > a; printf 'a\tB\nc\n\n' > b; L='--label=A --label=B'
for o in -t --expand-tabs -T --initial-tab '-t --tabsize=4' '-T --tabsize=3' '-tT' '-u -t' '-u -T' '-c -T' '-c -t --tabsize=2' '-y -W20' '-y -t -W20' '-y -W20 --tabsize=4' '-y -W20 -T' '-u --suppress-blank-empty' '-c --suppress-blank-empty' '-e -t' '-n -T' '-D X -t'; do echo "== $o"; diff $o $L a b | cat -A; done
### white space and case
printf 'A b\n\nc  d\ne\t f \n\tg\nh\n' > a; printf 'a b\nc d\n\ne f\n        g\nh\r\n' > b
for o in -i --ignore-case -E --ignore-tab-expansion -Z --ignore-trailing-space -b --ignore-space-change -w --ignore-all-space -B --ignore-blank-lines -iB -wB -ibB '-I ^$' '--ignore-matching-lines=^[acA]' -iwB --strip-trailing-cr '-ib --strip-trailing-cr' '-a' --text '-d' --minimal '-H' --speed-large-files '--horizon-lines=2' '-iEZ'; do echo "== $o"; diff $o a b; echo $?; diff -q $o a b > /dev/null; echo $?; done
for o in -B '-I ^$' -wB '-B -U0' '-I . -U1'; do diff -u $o --label A --label B a b; echo $?; done; diff -I '[' a b; echo $?
### directories
mkdir -p a/s b/s b/t a/u; echo 1 > a/f; echo 2 > b/f; echo x > a/s/g; echo y > b/s/g; echo n > b/t/n; echo o > a/only; echo o > a/u/o; echo T > b/u; echo C > a/Case; echo c > b/case; ln -s f a/l; ln -s g b/l; echo z > b/x.o
for o in '' -r --recursive '-r -x *.o' '-r --exclude=s --exclude t' '-r -S l' '-r --starting-file=t' '-rq' '-rs' '-rN' '-r --new-file' '-rNu --label A --label B' '-r --unidirectional-new-file' '-r --ignore-file-name-case' '-r --ignore-file-name-case --no-ignore-file-name-case' '-r --no-dereference' '-rqN' '-ry -W20' '-re' '-rc -C0 --label A --label B'; do echo "== $o"; diff $o a b | grep -v '^[-+*][-+*][-+*] '; echo ${PIPESTATUS[0]}; done
printf '*.o\nt\n' > X; diff -r -X X a b; diff -r --exclude-from=X a b | tail -1; diff -r --exclude-from X -q a b; diff a/f b; diff a b/f; diff a b/nosuch 2>&1; echo $?; diff a/only b 2>&1; echo $?
diff --from-file=a/f b/f b/s/g; echo $?; diff --from-file a/f b; diff --to-file=b/f a/f a/only; echo $?; diff --to-file b a/f; diff --from-file=a/f --to-file=b/f; echo $?; diff -r --from-file=a b a; echo $?
### standard input and missing files
printf '1\n' > a; printf '2\n' | diff a -; echo $?; diff - a < a; echo $?; diff - - < a; echo $?; diff a nosuch 2>&1; echo $?; diff -N a nosuch; echo $?; diff -N nosuch a -u --label A --label B; echo $?; diff --unidirectional-new-file nosuch a; echo $?; diff --unidirectional-new-file a nosuch 2>&1; echo $?; diff -N nosuch nosuch2 2>&1; echo $?; diff 2>&1; echo $?; diff a 2>&1; echo $?; diff a a a 2>&1; echo $?; mkdir d; diff d - < a 2>&1; echo $?; diff -- a a; echo $?; chmod 0 a; diff a a; echo $?; diff a d/../a; echo $?; diff a /dev/null 2>&1; echo $?
### bad options
touch a; for o in -U -Ux -U-1 -W -Wx -W0 --tabsize=0 --tabsize=x --horizon-lines=x --foo -Q '-c -u' '-e -n' '-y -u' --color=x --palette=x --label '--line-format' '-C' '--context=x' '--width=0' '--unif' '--ignore' '--from-file' -I -F -x '-S' '--GTYPE-group-format=x' '-D' '-X nosuch'; do diff $o a a 2>&1; echo $?; done
### binary and no newline
printf 'a\0b\n' > a; printf 'a\0c\n' > b; diff a b; echo $?; diff -a a b | cat -A; diff --text a b | cat -A; diff -q a b; diff -u a b; diff -s a a; diff -e a b; echo $?; printf 'x\ny' > a; printf 'x\ny\n' > b; for o in '' -u -c -e -n -f -y -q '-D X' -b -w -Z '-y -W20'; do echo "== $o"; diff $o --label A --label B a b 2>&1; echo $?; diff $o --label A --label B b a 2>&1; done; printf '\351\n' > a; printf '\352\n' > b; diff a b | od -c; : > e; diff e a | od -c; diff -u --label A --label B a e | od -c; diff e e; echo $?
### formats
seq 8 > a; sed '2d;4s/.*/four/;7a x' a > b
for o in "--line-format=%dn:%L" "--old-line-format=-%l
" "--new-line-format=+%l
" "--unchanged-line-format= %5dn %L" "--old-group-format=[%df-%dl|%dn|%de|%dm]%<" "--new-group-format=[%dF-%dL|%dN|%dE|%dM]%>" "--unchanged-group-format=(%=)" "--changed-group-format=<%<=%>" "--changed-group-format=%(N=1?one:many)%c'x'%c'\\101'%%%-5dF|%05.3dL|%xN|%XN|%oN
" "--old-line-format=" "--LTYPE=x" "--changed-group-format=%q" "--line-format=%" "--line-format=%c'" "--line-format=%3xn %l
"; do diff "$o" a b 2>&1; echo " $?"; done
### colours
seq 5 > a; sed '2d;4s/$/x/' a > b; for o in --color=always '--color=always -u' '--color=always -c' '--color=always -y -W30' '--color=always --palette=ad=33:de=34:ln=35:hd=4:rs=7 -u' --color=never --color --color=auto '--color=always -e' '--color=always -n' '--color=always -q'; do diff $o --label A --label B a b | cat -v; done
### pages
seq 5 > a; seq 6 > b; touch -d @0 a b; diff -l a b | sed 's/^[12].*[0-9] *diff/DATE diff/'; diff --paginate -u --label A --label B a b | sed 's/^[12].*[0-9] *diff/DATE diff/' | head -20
### headers
seq 5 > a; seq 6 > b; touch -d '2001-02-03 04:05:06.789' a; touch -d @1234567890 b; diff -u a b; diff -c a b; TZ=America/New_York diff -u a b; cp b 'c d'; touch -d @0 'c d'; diff -u a 'c d'; printf x > $'t\tq"'; touch -d @0 $'t\tq"'; diff -u a $'t\tq"'; mkdir x y; cp a 'x/p q'; cp b 'y/p q'; diff -ru x y | head -1; diff -r x y; diff -rq x y; diff -u --label 'one two' a b
### special files
ln -s nosuch l; ln -s other m; diff --no-dereference l m; echo $?; diff l m 2>&1; echo $?; mkdir a b; mkfifo a/p b/p; diff -r a b; echo $?; ln -s x a/s; echo f > b/s; diff -r --no-dereference a b; echo $?; touch a/t; mkdir b/t; diff -r a b; echo $?; diff a/t b/s; diff -r a/t b/t 2>&1; echo $?
