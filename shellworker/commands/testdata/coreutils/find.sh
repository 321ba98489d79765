### setup names
mkdir -p a/b/c d; touch a/f a/b/g.c d/.h 'd/x y'; find | sort; find . -name f; find a -name '*.c'; find . -name '.*'; find a d -type f | sort; find a/ | sort; find ./a | sort; find nosuch 2>&1; echo $?; find a nosuch 2>/dev/null | sort; find . -iname 'F'; find . -path './a/*' | sort; find . -path '*b*' | sort; find . -name '[fg]*' | sort; find . -wholename ./a/f; find . -ipath './A/F'; find . -name 'x y'; find . -name '*' | wc -l
### types
mkdir d; touch f; ln -s f l; ln -s no b; mkfifo p; for t in f d l p b c s f,d l,p; do echo "-- $t"; find . -type $t | sort; done; find . -xtype l; find . -xtype f | sort; find -L . -type f | sort; find -L . -xtype l | sort; find -L . -type l; find -H l -type f; find l -type l; find -P l -type l; find . -type d -o -type l | sort
### operators
touch a b c; find . -name a -o -name b | sort; find . \( -name a -o -name b \) -print | sort; find . ! -name a -type f | sort; find . -not -name a -type f | sort; find . -name a -a -name a; find . -name a -and -type f; find . -name a -or -name b | sort; find . -name a , -name b | sort; find . -name a -print , -name b -print | sort; find . \( -name a \) ; find . ! ! -name a; find . -type f -name a -print -o -name b -print | sort; find . -false -o -name a; find . -true -name a; find . \! \( -name a -o -name b \) -type f
### depth
mkdir -p a/b/c; touch a/f a/b/f a/b/c/f; find . -maxdepth 0; find . -maxdepth 1 | sort; find . -mindepth 2 | sort; find . -mindepth 2 -maxdepth 2 | sort; find a -depth | tail -1; find a -d | tail -1; find a -depth -name b; find . -mindepth 10; find a -prune; find . -name b -prune -o -print | sort; find a -depth -prune | sort; find . -path ./a/b -prune -o -type f -print
### prune
mkdir -p s/.git t; touch s/.git/c s/m t/n; find . -name .git -prune -o -type f -print | sort; find . -type d -name .git -prune -o -print | sort; find . \( -name .git -o -name t \) -prune -o -print | sort; find s -prune -name s; find . -name m -prune
### empty size
: > e; printf hello > f; head -c 600 /dev/zero > g; head -c 2000 /dev/zero > h; mkdir d q; touch q/x; find . -empty | sort; find . -type f -size 1 | sort; find . -size +1 -type f | sort; find . -size -2 -type f | sort; find . -type f -size 5c; find . -type f -size +500c | sort; find . -type f -size -3k | sort; find . -type f -size 1k | sort; find . -type f -size 0 | sort; find . -type f -size +0 | sort; find . -type f -size 3w | sort; find . -type f -size 1M | sort; find . -type f -size 1b | sort; find . -type f -size -1 | sort; find . -size 2x 2>&1; echo $?; find . -size 2>&1
### perm
for m in 600 644 755 4755 000 666 111; do touch f$m; chmod $m f$m; done; for p in 644 -644 /111 -111 u+x -u+x /u+x,g+x -g=w 0 -0 /0 -4000 /222 u=rw,go=r -u=r,o=x; do echo "-- $p"; find . -type f -perm $p | sort; done; find . -type f -readable | sort; find . -type f -writable | sort; find . -type f -executable | sort; find . -perm +1 2>&1; echo $?
### times
touch -d '3 days ago' old; touch -d '1 hour ago' hour; touch new; touch -d '10 days ago' older; touch -d 'tomorrow' future; find . -type f -mtime +2 | sort; find . -type f -mtime 3; find . -type f -mtime -2 | sort; find . -type f -mtime 0 | sort; find . -type f -mmin +30 | sort; find . -type f -mmin -30 | sort; find . -type f -mmin 61; find . -newer hour -type f | sort; find . -type f ! -newer old | sort; find . -newermt '2 days ago' -type f | sort; find . -type f -not -newermt '5 days ago'; find . -type f -newer old ! -newer new | sort; touch -ad '5 days ago' new; find . -type f -atime +4 | sort; find . -type f -anewer hour | sort; find . -newerma old -type f | sort; find . -type f -daystart -mtime 0 -name new
### links and inodes
touch a b; ln a c; ln -s a s; find . -links 2 | sort; find . -samefile a | sort; find -L . -samefile a | sort; find . -inum $(stat -c %i b); find . -lname 'a'; find . -lname 'x*'; find . -ilname 'A'; find . -type f -links +1 | sort; find . -links -2 -type f
### exec
touch a b c; find . -type f -exec echo {} \; | sort; find . -type f -exec echo x{}y {} \; | sort; find . -type f -exec echo {} + | tr ' ' '\n' | sort; find . -name a -exec sh -c 'exit 1' \; ; echo $?; find . -name a -exec false {} + ; echo $?; find . -name a -exec true \; -print; find . -name a -exec false \; -print; find . -name a ! -exec false \; -print; find . -type f -exec test {} = ./b \; -print; find . -type f -exec echo {} ';' -quit | wc -l; find . -maxdepth 0 -exec echo '{}' '{}' \; ; find . -exec echo 2>&1; echo $?; find . -exec \; 2>&1; echo $?; find . -name a -exec nosuch {} \; 2>/dev/null; echo $?; find . -name a -exec nosuch {} + 2>/dev/null; echo $?; find . -name zzz -exec echo {} +
### execdir
mkdir -p d/e; touch d/f d/e/g; find d -type f -execdir echo {} \; | sort; find d -type f -execdir pwd \; | sed 's,.*/,,' | sort; find d -type f -execdir echo x {} + | sort; find d -name f -execdir cat {} \; ; find . -maxdepth 0 -execdir echo {} \; ; find d -depth -execdir echo {} \; | sort; PATH=:$PATH find . -execdir echo \; 2>&1; echo $?
### ok
touch a b; echo y | find . -name a -ok echo {} \; 2>&1; echo; echo n | find . -name a -ok echo {} \; 2>&1; echo " $?"; printf 'y\nn\n' | find . -type f -ok echo got {} \; 2>/dev/null | wc -l; find . -name a -ok echo {} \; </dev/null 2>/dev/null
### delete
mkdir -p d/e; touch d/f d/e/g; find d -name g -delete; find d | sort; find d -delete; ls; mkdir x; touch x/y; find x -maxdepth 0 -delete 2>&1; echo $?; find . -delete; ls -A; mkdir q; cd q; find . -delete; echo $?; cd ..; find . -name q -prune -delete 2>&1; echo $?
### printf
mkdir d; printf hello > d/f; chmod 640 d/f; touch -d '2001-02-03 04:05:06.123456789' d/f; ln -s f d/l; find d -name f -printf '%p|%f|%h|%P|%H|%d|%s|%m|%M|%y|%n|%k|%b|%l|%%|\n'; find d -name l -printf '%l %y %Y\n'; find d -name f -printf '%t|%T@|%TY-%Tm-%Td|%TH:%TM:%TS|%T+|%TT|%Tc|%Ts|%Ta %Tb|%TF\n'; find d -name f -printf '%10f|%-10f|%.2f|%05m|%#m|%5d|\n'; find d -maxdepth 0 -printf '%p %f %h %P %d\n'; find d/ -maxdepth 0 -printf '%p %f %h %P\n'; find . -maxdepth 0 -printf '%f %h %p\n'; find d -name f -printf 'a\tb\\\101\n\cxx'; find d -name f -printf 'x' ; find d -name f -printf '%q\n' 2>/dev/null; find d/f -printf '%h %f\n'; find / -maxdepth 0 -printf '%f|%h|%p\n'; find d -printf '%y' | sed 's/./&\n/g' | sort | tr -d '\n'
### fprint
touch a b; find . -type f -fprint out -o -false; sort out; find . -name a -fprint0 o2; od -c o2; find . -name a -fprintf o3 '%f\n' -print; cat o3; find . -type f -name '[ab]' -fprintf o4 '%f ' -fprintf o4 '%f\n'; sort o4; find . -name a -fls o5; wc -l < o5; find . -name a -fprint /dev/stdout; find . -fprint nodir/x 2>&1; echo $?
### print0
touch a 'b c'; find . -type f -print0 | sort -z | tr '\0' '!'; echo; find . -name a -print -print; find . -name a -print0 -o -name 'b*' -print | od -c
### ls
printf hello > f; chmod 640 f; touch -d '2001-02-03 04:05:06' f; ln -s f 'l k'; find f -ls | awk '{print $2,$3,$4,$7,$8,$9,$10,$11}'; find . -name 'l*' -ls | sed 's/.*:.. //'
### regex
touch abc abd xyz 'a+b'; find . -regex './ab.' | sort; find . -regex '.*c'; find . -regex 'ab.'; find . -iregex './ABC'; find . -regextype posix-extended -regex './(abc|xyz)' | sort; find . -regex './\(abc\|xyz\)' | sort; find . -regextype grep -regex './ab[cd]' | sort; find . -regextype posix-basic -regex './a+b'; find . -regextype egrep -regex './a\+b'; find . -regextype foo -regex x 2>&1; echo $?; find . -regextype posix-extended -regex '.*/[a-z]{3}' | sort; find . -regex '.*/a+b'; find . -regextype sed -regex '.*/x\(y\)z'
### errors [stderr]
find -foo; find -name; find . -maxdepth x; find . -type q; find . -type fd; find . -size x; find . -perm x; find . -mtime x; find . -newer nosuch; find . -newerXY x; find . -newermt foo; find . -user nosuch; find . -uid x; find . '('; find . ')'; find . '(' ')'; find . '!'; find . -o; find . -name a -o; find . -exec echo {} {} +; find . -name a b; find . -context x; find . -mindepth -1; find . -links x; find . -printf; find . -not; find '(' -name a; find . -name a ')'; find . -delete -prune; find . -fprintf x; find . -regextype; find . -type f,; find . -type f,f; find . -inum x; find . -used x; find . -maxdepth 1 -printf '%'; find -Ox; find . -samefile nosuch; find -files0-from nosuch
### quit
touch a b c; find . -type f -quit; find . -type f -print -quit | wc -l; find . -maxdepth 0 -quit -print; find . -name a -exec echo {} + -quit; find a b -print -quit
### loops
mkdir -p d/e; ln -s .. d/e/up; find -L d 2>&1 | sort; echo $?; ln -s self self; find -L self 2>&1; find -L . -name self 2>&1 | sort; find . -name up -type l
### unreadable
mkdir -p d/e; chmod 0 d/e; find d 2>&1; echo $?; find d -name e -prune; echo $?; chmod 755 d/e
### user
touch f; find f -user $(id -u); find f -uid $(id -u); find f -gid $(id -g); find f -uid +99999; find f -nouser; find f -user 12345; find f -group $(id -g); find f ! -uid 0
### files0-from
touch a b; printf 'a\0b\0' | find -files0-from - -name a; printf 'a\0' > l; find -files0-from l; find . -files0-from l 2>&1; echo $?; printf 'a\0\0b\0' | find -files0-from -; echo $?
### xargs together
touch 'a b' c; find . -type f -print0 | xargs -0 ls | sort; find . -type f | sort | xargs -I{} echo '[{}]'
### sameness of follow
mkdir d; touch d/f; ln -s d l; find l; find l/ | sort; find -L l | sort; find -H l | sort; find . -follow -name f | sort; find l -follow | sort; find . -L 2>&1 | head -1
### directives at the end and of a trailing slash
mkdir -p d/e; touch d/e/f; find d/e/ -printf '%p %f %h\n' | sort; find d/e/f -printf '%T'; echo; find d/e/f -printf 'x%A'; echo; find d -perm /0 -name f 2>&1
