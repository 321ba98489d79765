### each name takes each option
seq 200 > f; gzip -k f
for n in gzip gunzip zcat uncompress; do echo "== $n"
  for o in -c --stdout --to-stdout --std '-d -c' '--decompress -c' '--uncompress -c' --dec; do $n $o < f.gz 2>&1 | head -c 1 | wc -c; echo " ${PIPESTATUS[0]}"; done
  for o in -t --test -tv -qt '--quiet --test' '--silent -t' '-v --test'; do $n $o f.gz 2>&1; echo $?; done
  for o in -l --list -ql -lN -ln '-l --name' '-l --no-name'; do $n $o f.gz | sed 's/^ *[0-9]* /N /;s/ [-0-9.]*% / R /'; done
  for o in -1 -6 --fast --best -9; do $n $o -dc < f.gz | md5sum; done
  for o in -h --help -V --version; do $n $o > o; echo $? $(($(wc -l < o) > 0)); done
  $n -dc --rsyncable --synchronous --keep -k -n -N f.gz | cksum; ls
  $n -cr nosuch 2>&1; $n --recursive -dc f.gz | wc -c
  for s in .foo foo; do cp f.gz g$s; $n -cd -S $s g$s | wc -l; $n -cd --suffix=$s g$s | wc -l; rm g$s; done
  $n --suf= -c -d f.gz 2>&1 | wc -l; $n -S /x -dc f.gz | wc -l; $n --foo 2>&1; $n -z 2>&1; $n -S 2>&1; $n -y 2>&1; echo $?; done
### files in place
R() { sed 's/[ -]*[0-9.]*%/R/'; }
seq 20 > f; seq 30 > g; gzip --keep --verbose f g 2>&1 | R; ls; gzip --force --no-name -1 f; gunzip --verbose --keep f.gz g.gz 2>&1 < /dev/null | R; echo ${PIPESTATUS[0]}; gunzip --force -v f.gz 2>&1 | R; ls
gzip --best --name g 2>&1 </dev/null; echo $?; ls; gzip -df --name g.gz; ls; uncompress -f g; ls; gzip f; uncompress f; ls; gzip --suffix .x f; ls; uncompress --suffix .x --force f.x; ls
gzip f g; zcat f g | cksum; zcat f.gz g | cksum; zcat --force f.gz /dev/null | wc -l; zcat nosuch f.gz 2>&1 | tail -1; ls
### recursion and synchronous
mkdir -p d/e; seq 9 > d/a; seq 8 > d/e/b; gzip --recursive --synchronous --rsyncable -v d 2>&1 | sed 's/-.*%/R/' | sort; find d | sort; gunzip -rv --synchronous d 2>&1 | sed 's/-.*%/R/' | sort; find d | sort; gzip d 2>&1; echo $?; gzip -q d; echo $?; gzip --quiet -r d; zcat -r d 2>&1 | sort | cksum; gzip -lr d | awk "{print \$2,\$4}" | sort
### what zcat -f copies
printf 'plain\n' > p; zcat -f p; zcat --force < p; gzip -cdf p p; gunzip -fc p; printf 'x' | zcat -f; echo; printf '\037' | zcat -f | od -An -c; printf '' | zcat -f; echo $?; zcat p 2>&1; echo $?; uncompress -c p 2>&1; echo $?; gunzip -t p 2>&1; echo $?; zcat -tf p 2>&1; echo $?
### members, padding, garbage
G() { printf '\037\213\010\0\0\0\0\0\0\003'"$1"; }; a='\113\004\0\103\276\267\350\001\0\0\0' b='\113\002\0\371\357\276\161\001\0\0\0' c='\113\006\0\157\337\271\006\001\0\0\0'; (G $a; G $b; G $c) > x.gz; zcat x.gz; echo; gzip -l x.gz; gzip -lv x.gz | awk '{print $1,$2,$6,$7,$8,$9}'; (cat x.gz; printf 'junk') > y.gz; gzip -tv y.gz 2>&1; echo $?; gzip -dkq y.gz; echo $?; cat y; echo; head -c 15 x.gz > z.gz; gzip -d z.gz 2>&1; echo $?; ls; (head -c 17 x.gz; printf 'QQQQQ') > w.gz; gzip -tq w.gz 2>&1; echo $?; gzip -t w.gz x.gz y.gz z.gz 2>&1; echo $?
### bad checksums, lengths, data and headers
G() { printf '\037\213\010\0\0\0\0\0\0\003'"$1"; }; a='\113\004\0\103\276\267\350\001\0\0\0' b='\113\002\0\371\357\276\161\001\0\0\0' c='\113\006\0\157\337\271\006\001\0\0\0'
G '\113\004\0\103\276\267\351\001\0\0\0' > g.gz; gzip -dc g.gz 2>&1; echo $?; gzip -t g.gz 2>&1; echo $?
G '\113\004\0\103\276\267\350\002\0\0\0' > g.gz; gzip -dc g.gz 2>&1; echo $?; gzip -t g.gz 2>&1; echo $?; gzip -l g.gz
G '\113\004\0\103\276\267\351\002\0\0\0' > g.gz; gzip -dc g.gz 2>&1; echo $?
G '\007\004\0\103\276\267\351\002\0\0\0' > g.gz; gzip -dc g.gz 2>&1; echo $?
for h in '\037\213\007\0\0\0\0\0\0\003' '\037\213\010\040\0\0\0\0\0\003' '\037\213\010\100\0\0\0\0\0\003' '\037\236\010\0\0\0\0\0\0\003' '\037\213\010\010\0\0\0\0\0\003name\0' '\037\213\010\020\0\0\0\0\0\003remark\0' '\037\213\010\004\0\0\0\0\0\003\002\0xy'; do printf "$h$a" > g.gz; gzip -dc g.gz 2>&1; echo $?; gzip -l g.gz 2>&1 | tail -1; gzip -lN g.gz 2>&1 | tail -1; done
for n in 1 2 3 9 10 11 13 17 20; do G $a | head -c $n > g.gz; gzip -tv g.gz 2>&1; echo $?; done
### odd names
printf x > -f; gzip -- -f; ls; gunzip -- -f.gz; ls; printf y > 'a b'; gzip 'a b'; gzip -l 'a b.gz' | tail -1 | sed 's/.*%//'; gunzip 'a b'; printf z > t.tgz; gzip t.tgz 2>&1; echo $?; gzip -v t.tgz 2>&1; gzip -q t.tgz; echo $?; printf q > t.taz; gzip -c t.taz | zcat; for s in gz -gz .z -z _z .Z .GZ; do printf 1 | gzip > n$s; gunzip n$s; echo $s $?; done; ls
### operands after options, stdin by name
R() { sed 's/[ -]*[0-9.]*%/R/'; }
echo hi > f; gzip f -k -v 2>&1 | R; gzip -dc - < f.gz; gzip -c - f < f | zcat; zcat - f.gz - < f.gz; gzip -k f -- -c 2>&1; gzip -dc -- f.gz; gzip -cdv f.gz 2>&1 | R; gzip -cv f 2>&1 >/dev/null | R; gzip -v < f 2>&1 >/dev/null | R; gzip -dv < f.gz 2>&1; gzip -tv < f.gz 2>&1; cat f.gz | gzip -dvc 2>&1
### missing, unreadable and other files
gzip nosuch nosuch2 2>&1; echo $?; gunzip nosuch 2>&1; echo $?; gunzip nosuch.gz 2>&1; gunzip nosuch.x 2>&1; zcat nosuch.Z 2>&1; echo x > u; chmod 0 u; gzip u 2>&1; echo $?; chmod 600 u; ln -s u l; gzip -v l 2>&1; echo $?; gzip -f l; ls; readlink l; mkdir ro; echo 1 > ro/f; chmod 555 ro; gzip ro/f 2>&1; echo $?; chmod 755 ro; ln u.gz h 2>&1; touch e; gzip e; gzip -l e.gz; zcat e.gz | wc -c; echo 5 > k; ln k k1; ln k k2; gzip k 2>&1; echo $?; gzip -f k; echo $?; ls k*; chmod 4755 k1; gzip k1 2>&1; echo $?
### the environment variable
echo hi > f; GZIP=-1 gzip -k f 2>&1; GZIP='-9 -v' gzip -kf f 2>&1 | sed 's/-.*%/R/'; zcat f.gz
