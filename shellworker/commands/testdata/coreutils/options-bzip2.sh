### each name takes each option
seq 200 > f; bzip2 -k f; mkdir d
for n in bzip2 bunzip2 bzcat; do echo "== $n"
  for o in '-d -c' '--decompress --stdout' '-dcs' '-d --small -c' '-dcq' '--quiet -dc' '-1 -cd' '--fast -cd' '--best -cd' '-dck' '-dc --keep' '-dcf' '--force -cd'; do $n $o < f.bz2 | cksum; $n $o f.bz2 | cksum; done
  for o in -t --test -tq '--quiet --test' -tv '--verbose --test'; do $n $o f.bz2 2>&1; echo $?; done
  for o in '-z -c' '--compress --stdout' '-zc1' '-zc -9' '-zcs' '-zcv' '-zck'; do $n $o f 2>/dev/null | bzcat | cksum; done
  for o in -h --help -V --version -L --license; do $n $o > o 2>&1 < /dev/null; echo $? $(($(wc -c < o) > 0)); done
  $n --bogus 2>&1 | head -1; $n -x 2>&1 | head -1; $n -tj f.bz2 2>&1 | head -1; $n -x > o 2>&1; echo $?; ls; done
### verbose figures
exec 3>&1; R() { sed 's/[-0-9.]*:1.*/N/'; }
seq 200 > f; bzip2 -kv f 2>&1 | R; bzip2 -kvf1 f 2>&1 | R; bzip2 -vd f.bz2 2>&1; bzip2 -vkd f.bz2 2>&1; ls; bunzip2 -fkv f.bz2 2>&1; printf '' | bzip2 -v 2>&1 > e.bz2; bzip2 -tv e.bz2 2>&1; bzip2 -vc f 2>&1 > /dev/null | R; bzip2 -v < f 2>&1 > o.bz2 | R; bunzip2 -v < o.bz2 2>&1 > /dev/null; echo x > a_long_file_name; bzip2 -v a_long_file_name f 2>&1 | R
### in place, forced and kept
seq 9 > f; chmod 640 f; touch -d @1000000000 f; bzip2 --keep f; stat -c '%a %Y %n' f f.bz2; bzip2 f 2>&1; echo $?; bzip2 --force f; ls; bunzip2 --keep f.bz2; bunzip2 f.bz2 2>&1; echo $?; bunzip2 --force --verbose f.bz2 2>&1; ls; bzip2 f; mv f.bz2 g; bunzip2 g 2>&1; ls; mv g.out h.tar; bzip2 h.tar; mv h.tar.bz2 h.tbz2; bunzip2 h.tbz2; ls; bzip2 h.tar; mv h.tar.bz2 h.tbz; bzip2 -d h.tbz; ls
### what is not a regular file
mkdir d; bzip2 d 2>&1; echo $?; bzip2 -k nosuch d 2>&1; echo $?; echo x > f; ln -s f l; bzip2 l 2>&1; echo $?; bzip2 -c l | bzcat; bzip2 -fk l; ls; ln f h; bzip2 f 2>&1; echo $?; echo y > u; chmod 0 u; bzip2 u 2>&1; echo $?; bzip2 -c u 2>&1; chmod 600 u; bzip2 -q nosuch 2>&1; echo $?; bzip2 x.bz2 2>&1; touch x.bz2 y.tbz; bzip2 x.bz2 2>&1; bzip2 y.tbz 2>&1; bzip2 -q x.bz2; echo $?
### what is no bzip2 file
echo plain > p.bz2; for o in -d -t -dc -dq -tq; do bzip2 $o p.bz2 2>&1; echo $?; done; bzcat -f p.bz2; echo $?; bunzip2 -cf < p.bz2; printf 'BZ' > q.bz2; bzip2 -t q.bz2 2>&1; echo $?; printf 'BZh9' > r.bz2; bzip2 -t r.bz2 2>&1; echo $?; bzip2 -d r.bz2 2> /dev/null; echo $?; : > e.bz2; bzip2 -t e.bz2 2>&1; echo $?; bzcat e.bz2 2> /dev/null; echo $?; bzcat e.bz2 p.bz2 2> /dev/null; echo $?; seq 100 | bzip2 > s.bz2; head -c 40 s.bz2 > t.bz2; bzip2 -t t.bz2 2>&1; echo $?; (head -c 12 s.bz2; printf XX; tail -c +15 s.bz2) > v.bz2; bzip2 -t v.bz2 2>&1; echo $?; bzip2 -d v.bz2 2>/dev/null; echo $?; ls
### members and garbage
(seq 3 | bzip2; seq 4 6 | bzip2 -1) > x.bz2; bzcat x.bz2; (cat x.bz2; echo junk) > y.bz2; bzcat y.bz2 2>/dev/null; echo $?; bzip2 -t y.bz2 2>&1; echo $?; bzip2 -tq y.bz2; echo $?; bunzip2 y.bz2 2>&1; echo $?; cat y
### standard input among files
seq 3 > f; bzip2 -c - f < f | bzcat | wc -l; bzip2 -k f; bzcat f.bz2 - < f.bz2; bzip2 -- -nofile 2>&1; bzcat -- f.bz2; bzip2 f -k -f; echo $?; bzip2 -dc -d -z -c f | bzip2 -dc
### the environment variables
seq 3 > f; BZIP2=-k bzip2 f; ls; bunzip2 f.bz2; BZIP='-v -f' bzip2 -k f 2>&1 | sed 's/[-0-9.]*:1.*/N/'; BZIP2=-q bzip2 -k f 2>&1; echo $?
