### simple
echo hi > a; cp a b; cat b; cp a b -v; cp -v a c; ls
### into directory
mkdir d; echo 1 > a; echo 2 > b; cp a b d; ls d; cp -v a b d/; cp -t d a -v
### directory without r [stderr]
mkdir d; cp d e; echo $?; ls
### recursive
mkdir -p d/e/f; echo x > d/e/g; ln -s g d/e/s; cp -r d n; find n | sort; readlink n/e/s; cp -rv d n | sort; find n | sort
### missing operand [stderr]
cp; echo $?; cp a; echo $?; cp a b c; echo $?
### missing source [stderr]
cp nosuch b; echo $?; mkdir d; cp nosuch d; echo $?
### target not a directory [stderr]
touch a b c; cp a b c; echo $?; cp a b nosuch; echo $?; cp -t c a; echo $?; cp -T a b c; echo $?; cp -t nosuch a
### same file [stderr]
echo x > a; cp a a; echo $?; ln a b; cp a b; echo $?; ln -s a s; cp a s; echo $?; cp s a; echo $?; cp -f a a; echo $?; cp -l a b; echo $?
### dir over file and file over dir [stderr]
mkdir d; touch f; cp f -T d; echo $?; cp -r d f; echo $?; mkdir e; cp -r d e; mkdir -p e/d; touch q; cp -r q e/d; ls e/d
### into itself [stderr]
mkdir d; touch d/f; cp -r d d; echo $?; find d | sort; cp -r d d/x; echo $?
### twice on the command line [stderr]
mkdir d; touch a; cp a a d; echo $?; mkdir e; touch e/a; cp a e/a d; echo $?
### force
echo 1 > a; echo 2 > b; chmod 0 b; cp a b 2>/dev/null; echo $?; cp -f a b; echo $?; cat b; cp --remove-destination -v a b
### force on directory link
echo x > a; ln -s nowhere l; cp a l 2>&1; echo $?; cp -f a l 2>&1; echo $?; cp --remove-destination a l; cat l; readlink l; echo $?
### no clobber and update
echo 1 > a; echo 2 > b; cp -n a b; echo $?; cat b; touch -d '2000-01-01' a; cp -u a b; cat b; touch -d '2030-01-01' a; cp -u a b; cat b; cp -nv a b
### interactive
echo 1 > a; echo 2 > b; echo n | cp -i a b 2>&1; echo " $?"; cat b; echo y | cp -i a b 2>&1; echo " $?"; cat b; echo 3 > a; chmod 400 b; echo y | cp -i a b 2>&1; echo " $?"
### preserve
echo x > a; chmod 751 a; touch -d '2001-02-03 04:05:06.789' a; cp -p a b; stat -c '%a %Y %y' b; cp a c; stat -c '%a' c; cp --preserve=timestamps a d; stat -c '%a %Y' d; cp --no-preserve=mode a e; stat -c %a e; cp -a --no-preserve=mode,timestamps a f; stat -c %a f; cp --preserve=mode a g; stat -c %a g
### preserve words [stderr]
touch a; cp --preserve=foo a b; echo $?; cp --no-preserve a b; echo $?; cp --sparse=x a b; echo $?; cp --reflink=x a b; echo $?
### umask
umask 027; echo x > a; chmod 777 a; cp a b; stat -c %a b; mkdir -m 777 d; cp -r d e; stat -c %a e; cp -rp d f; stat -c %a f
### archive
mkdir d; echo x > d/f; ln -s f d/s; ln d/f d/h; touch -d 2001-01-01 d/f d; cp -a d e; stat -c '%n %h %F %Y' e e/f e/h; readlink e/s; stat -c %Y e; [ e/f -ef e/h ] && echo linked; cp -r d g; [ g/f -ef g/h ] || echo apart
### symlinks
mkdir d; echo x > d/f; ln -s f d/s; ln -s d ld; cp d/s a; [ -L a ] || cat a; cp -P d/s b; readlink b; cp -r ld c; readlink c; cp -rH ld e; ls e; [ -L e/s ] && echo link; cp -rL ld g; [ -L g/s ] || echo file; cp -d d/s h; readlink h
### dangling
ln -s no l; cp l x 2>&1; echo $?; cp -P l x; readlink x; cp -r l y; readlink y; cp -L l z 2>&1; echo $?
### hard and symbolic links
echo x > a; cp -l a b; [ a -ef b ] && echo same; cp -s a c; readlink c; mkdir d; cp -s a d/e 2>&1; echo $?; cp -s "$PWD/a" d/e; [ -L d/e ] && echo ok; cp -l a b 2>&1; echo $?; cp -ls a q 2>&1; echo $?; mkdir s; echo 1 > s/f; cp -rl s t; [ s/f -ef t/f ] && echo same
### parents
mkdir -p a/b; echo x > a/b/c; mkdir d; cp --parents a/b/c d; find d | sort; cp --parents -v a/b/c d; cp --parents a/b/c nod 2>&1; echo $?; cp -r --parents a/b/ d; find d | sort
### backups
echo 1 > a; echo 2 > b; cp -b a b; ls; cp --backup=numbered a b; ls; cp -b a b; ls; cp -S .old -b --backup=simple a b; ls; cp -v --backup=t a b; cp --backup=foo a b 2>&1; echo $?; VERSION_CONTROL=none cp -b a b; ls; SIMPLE_BACKUP_SUFFIX=.s cp --backup=simple a b; ls
### trailing slashes
echo x > a; cp a b/ 2>&1; echo $?; mkdir d; cp -r d/ e/; ls -d e; cp a/ b 2>&1; echo $?; cp a d/.; ls d; cp -r d/. g; ls g
### T
mkdir d e; touch d/x; cp -rT d e; ls e; cp -T d/x e 2>&1; echo $?
### fifo
mkfifo p; cp -r p q; [ -p q ] && echo fifo; (echo data > p &); cp p r; cat r
### sparse and attributes
printf 'a' > a; truncate -s 100000 a; printf b >> a; cp --sparse=always a b; md5sum < a; md5sum < b; stat -c %s b; cp --sparse=never a c; md5sum < c; chmod 700 a; cp --attributes-only -p a z; stat -c '%a %s' z; echo keep > y; cp --attributes-only a y; cat y
### unreadable
echo x > a; chmod 0 a; cp a b 2>&1; echo $?; ls; mkdir -m 0 d; cp -r d e 2>&1; echo $?; chmod 700 d
### copy contents over each kind
echo new > n; echo f > f; ln -s f s; mkfifo p; cp n s; cat f; readlink s; cp -P n s; readlink s; cp /dev/null f; wc -c < f;
### options bundled
mkdir -p d; echo x > d/f; cp -rfv d e; cp -Rpv d g; cp --recursive --verbose d h; cp --recurs d i && ls i; cp --re d j 2>&1; echo $?
### cp -r of several
mkdir a b; touch a/1 b/2; mkdir d; cp -r a b d; find d | sort; cp -r a/1 b d; find d | sort
### dev null to file
cp /dev/null x; ls -s x; wc -c x; cp /dev/null /dev/null; echo $?
### strip
mkdir d; ln -s d l; cp -r --strip-trailing-slashes l/ m; readlink m
