### tabs behind a prefix
printf 'ab\tbar\tFoo\t2K\t-\n' | fmt -w10 -p a | od -c; printf 'ab\tbar\tFoo\t2K\t-\n' | fmt -w10 -t -p a| od -c; printf 'ab\tbar\tFoo\t2K\t-\n' | fmt -w10| od -c;  printf 'xab\tbar\tFoo\t2K\t-\n' | fmt -w20 -p x| od -c; printf '  # ab\tbar\n  # Foo\t2K\t-\n' | fmt -w40 -p '#'| od -c; printf '\tab\tbar\n\tFoo\t2K\t-\n' | fmt -w40 | od -c; printf 'ab:A:\t:\t:\n' | fmt -w10 -p a | od -c
### NUL bytes and other white space
printf 'a\0b c\0\n\0\n \0 x\n\0' | fmt | od -c; printf '\0\0 #\n# \0\n' | fmt -p '#' | od -c; printf 'a\fb  \v c\r\nd\r\n\r\ne\n' | fmt | od -c; printf 'x\n\v\n\ny' | fmt -w3 -t | od -c; printf 'see.\0 then\0\0  more (x\0) and so on\n' | fmt -u -w12 | od -c
### paragraphs without an end
yes | fmt | head -3; yes '' | fmt | head -2; tr '\0' a < /dev/zero | fmt | head -c 12000 | md5sum; yes 'a b. c' | fmt -s | head -3; yes '  x yy' | fmt -c -w 9 | head -400 | md5sum; yes '# x yy' | fmt -p '#' | head -400 | md5sum
### paragraphs longer than what is held
seq 20000 > f; for o in '' -w9 -w2500 -g20 -c -t -s -u '-c -t -w33' '-p 1'; do fmt $o f | md5sum; done; (echo one; seq -s ' ' 3000; echo '  three') > f; for o in '' -c -t -s -u; do fmt $o f | md5sum; done
### words longer than what is held
for n in 2499 2500 4998 4999 5000 5001 9999 10000 10001; do for o in '' -c '-t -w20' '-u -g9'; do (echo 'some words. to'; echo '  begin with'; printf '%*s' $n | tr ' ' w; echo ' and (more). behind'; printf '  %*s' $n | tr ' ' v) | fmt $o | md5sum; done; done
### an unfinished last line
printf '# a b' | fmt -p '#' | od -c; printf ' # ' | fmt -p '#' | od -c; printf '# a\n  #' | fmt -p ' #' | od -c; printf ' ' | fmt | od -c; printf 'a b' | fmt -w1 | od -c
