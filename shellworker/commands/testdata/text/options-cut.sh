### cut
printf 'a:b:c:d\nno\n::x\ne:f' > f; printf 'a\tb\tc\0x\ty\0' > z
cut --fields=2 --delimiter=: f; cut --fields 1,3 --delimiter : --only-delimited f; cut -sd: -f1 f; cut --zero-terminated -f2 z | od -c; cut -zf1,3 --output-delimiter=: z | od -c
cut --bytes=1-2 f; cut --characters=2- f; cut --comp -c1 f; cut --complement -d: -f1,3- f; cut --complement -f 1 -s -d: f; cut -n -c1-2 f; cut --output-delimiter='' -d: -f1,2 f; cut --out=, -c1,3 f; cut --output-delimiter=ab -b1-2,4 f
cut -d : -f 2 -- f; cut -f2 f -d:; cut -f2 -d: - f < f; cut -d '' -f1 f | od -c; cut -d'
' -f2- f; cut -d '
' -s -f1 f; cut -zd '
' -f2 f; echo; cut -f1-1,2-2 -d: f; cut -f '1 2,4' -d: f; cut -f 2-1000000000 -d: f; cut -c 1-18446744073709551614 f; cut --complement -c 1- f; cut -c 3-,1 f
printf '\n\n' | cut -f1; printf '\n\n' | cut -sf1; printf 'a\n' | cut -c5 | od -c; printf 'x' | cut -sf1; printf '\200a\377b\n' | cut -b2- | od -c; printf '\200:a\377\n' | cut -d: -f2 | od -c; printf 'a\0b\n' | cut -b2,3 | od -c; printf 'a\351b\351c\n' | cut -d $'\351' -f2; cut -f1 /dev/null; : | cut -c1
### cut errors [stderr]
cut -d; cut -f; cut -b; cut --comp f; cut -f1 -b1; cut -f1 -f2; cut -c1 -d:; cut -c1 -s; cut -b1 --only-delimited; cut -f 0; cut -f 1-0; cut -f 5-2; cut -f -; cut -f ,; cut -f 1,,2 /dev/null; cut -f 1--2; cut -f 1-2-3; cut -f a-2; cut -f 18446744073709551615; cut -f 18446744073709551616; cut -c -; cut -c 0-1; cut -c x; cut -b 99999999999999999999; cut -d:: -f1; cut -f1 .; echo $?; cut -f1 nosuch . /dev/null; echo $?; cut -f1 -x; cut --fiel; cut --delimiter; cut -f 'x y'; cut -c 3-1; cut --output-delimiter=: /dev/null; cut -d é -f1 /dev/null; cut -zx; cut -f1 --zero=1
