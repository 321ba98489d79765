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
