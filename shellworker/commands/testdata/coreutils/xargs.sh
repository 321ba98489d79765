### basic
echo a b c | xargs; echo a b c | xargs echo x; printf 'a\nb\n\nc\n' | xargs; printf '' | xargs; printf '' | xargs -r echo x; printf ' a  b\tc\n' | xargs -n1; echo "a 'b c' \"d e\" f\\ g" | xargs -n1
### null and delimiter
printf 'a b\0c\0' | xargs -0 -n1; printf 'a,b,c' | xargs -d, -n1; printf 'a,b\n' | xargs -d, -n1; printf 'a\nb c\n' | xargs -d '\n' -n1; printf 'aXb' | xargs -d X; printf 'a\tb' | xargs -d '\t' -n1; printf 'aAb' | xargs -d '\x41' -n1; printf 'a b' | xargs -0; printf 'a\0\0b\0' | xargs -0 -n1 echo x
### replace
printf 'a\nb c\n' | xargs -I{} echo '<{}>'; printf 'a\n  b\n' | xargs -IX echo X-X; printf 'a\nb\n' | xargs -i echo {}.; printf 'a b\n' | xargs -I% sh -c 'echo %'; printf 'a\n\nb\n' | xargs -I{} echo [{}]; printf "a 'b'\n" | xargs -I{} echo {}; echo x | xargs -I{} echo; printf 'a\0b\0' | xargs -0 -I{} echo +{}+
### lines
printf 'a b\nc\nd e\nf\n' | xargs -L1; printf 'a b\nc\nd e\nf\n' | xargs -L 2; printf 'a \nb\nc\n' | xargs -L1; printf 'a\n\nb\nc\n' | xargs -L2; printf 'a\nb\n' | xargs -l echo x
### max args and chars
seq 10 | xargs -n3; seq 10 | xargs -n 3 echo x; seq 20 | xargs -s 20; echo aaaa bbbb | xargs -s 10; seq 5 | xargs -n2 -x; echo abcdefghijkl | xargs -s 10 2>&1; echo $?
### status
echo a | xargs false; echo $?; echo a | xargs true; echo $?; printf 'a\nb\n' | xargs -n1 sh -c '[ $0 = b ]'; echo $?; echo a | xargs sh -c 'exit 255' 2>&1; echo $?; echo a | xargs nosuchcmd 2>/dev/null; echo $?; printf '1\n2\n3\n' | xargs -n1 sh -c 'echo $0; [ $0 = 2 ] && exit 255; exit 0' 2>/dev/null; echo $?
### eof
printf 'a\nEND\nb\n' | xargs -E END; printf 'a\n_\nb\n' | xargs; printf 'a\nX\nb\n' | xargs -eX; printf 'a\nX\nb\n' | xargs -e; printf 'a X b\n' | xargs -E X; printf 'a\n"X"\nb' | xargs -E X
### trace
echo a b | xargs -t -n1 echo 2>&1; echo 'a b' | xargs -t echo 'x y' 2>&1; printf 'a\n' | xargs -t -I{} echo {} z 2>&1
### file
printf 'p q\n' > f; xargs -a f echo; echo in | xargs -a f cat - 2>&1 | head -1; xargs -a nosuch 2>&1; echo $?; echo stdin | xargs -a f sh -c 'cat; echo $@' x
### parallel
seq 8 | xargs -P4 -n1 echo | sort -n; seq 4 | xargs -P0 -n1 echo | sort; seq 3 | xargs -P 2 -I{} sh -c 'echo {}' | sort; seq 6 | xargs -P3 -n2 sh -c 'exit 1'; echo $?; seq 4 | xargs -P2 -n1 --process-slot-var=S sh -c 'echo $S' | sort -u
### errors [stderr]
echo a | xargs -n x; echo a | xargs -n0; echo a | xargs -L0; echo a | xargs -s 0; echo a | xargs -P -1; xargs -d '\q' </dev/null; xargs -d ab </dev/null; echo "a'" | xargs; echo 'a"' | xargs; echo a | xargs --foo; echo a | xargs -Z; printf 'a\nb\n' | xargs -n1 -I{} echo {}; printf 'a\n' | xargs -I{} -n2 echo {}; printf 'a\n' | xargs -L1 -n1 echo; printf a | xargs -0 -E x echo; echo a | xargs nosuchcmd; echo $?
### stdin is null
echo a | xargs cat -; echo b | xargs sh -c 'cat; echo $0'
### quoting
printf '%s\n' "it\\'s" '"a  b"' "'c  d'" 'e\\f' | xargs -n1; printf 'a\\\nb' | xargs -n1; printf "''\n" | xargs -n1 echo x; printf '"" a' | xargs -n1 echo x
### many
seq 100000 | xargs | wc; seq 100000 | xargs -n 1000 echo | wc -l; yes x | head -50000 | xargs echo | wc -w
### ends and slots
printf 'a\\' | xargs; echo $?; printf 'a b\\' | xargs -n1; seq 2 | xargs --process-slot-var= echo; echo $?; seq 4 | xargs --process-slot-var=A=B echo; echo $?; xargs -d '\9' echo < /dev/null; echo $?
