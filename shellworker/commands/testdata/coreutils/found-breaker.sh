### timeout ends what its command started
timeout .3 sh -c 'sleep 3; echo no'; echo $?; timeout .3 sh -c 'sleep 3 | cat; echo no'; echo $?; timeout -s KILL .3 sh -c 'sleep 3; echo no'; echo $?; timeout .3 sh -c 'trap "echo T; exit 3" TERM; sleep 3 & wait'; echo $?; timeout 3 timeout .3 sh -c 'sleep 3; echo no'; echo $?; timeout .3 sh -c 'yes | tail -1'; echo $?
timeout --foreground .2 sh -c 'sleep .5; echo went on'; echo $?; timeout 5 sh -c 'sleep 3; echo no' & sleep .2; kill $!; wait $!; echo $?
### xargs ends where nobody reads [stderr]
yes | xargs -n1 echo | head -1; echo ${PIPESTATUS[1]}
### look wants a file that can be mapped [stderr]
: > e; look a e; echo $?; look a /dev/zero; echo $?; echo a | look a /dev/stdin; echo $?
### patch replaces a file and leaves its other names
printf '1c1\n< x\n---\n> y\n' > p; echo x > f; ln f g; patch f p; cat f g; rm f g; echo x > f; ln f g; patch -b f p; cat f g f.orig; [ g -ef f.orig ] && echo kept
rm -f f g *.orig; echo x > f; chmod 640 f; ln -s f g; patch g p; echo $?; patch --follow-symlinks -b g p; cat f g; stat -c %a g; ls -A
### gzip keeps any name
echo a > 日本; gzip 日本; ls; mv 日本.gz x.gz; gzip -Nd x.gz; ls; echo b > $'x\xff'; gzip $'x\xff'; ls; head -c 13 $'x\xff.gz' | tail -c 3 | od -c; echo c > é; gzip -9 é; tar czf ü.tgz é.gz; tar tf ü.tgz
### fmt fills a paragraph longer than its buffer by parts
seq 3000 > n; fmt n | md5sum; fmt -w 40 n | md5sum; tr '\n' ' ' < n | fmt | md5sum; for i in {1..2500}; do echo "w$((i%7)) lo,ng$i. "; done > m; fmt m | md5sum; tr -d '\n' < m | fmt -u | md5sum; seq 10000000 10002500 | fmt -p 1 | tail -3; head -c 6000 /dev/zero | tr '\0' x | fmt | wc; seq 999 | fmt | tail -2; seq 1000 | fmt | tail -2
### a named file that can't be written is told of
seq 100000 > f; for c in 'sort -o /dev/full f' 'shuf -o /dev/full f' 'uniq f /dev/full'; do $c 2>/dev/null; s=$?; $c 2>&1 | grep -c 'No space left on device' | sed 's/[1-9]/some/'; echo $s; done
