### mkdir
mkdir a; ls; mkdir a 2>&1; echo $?; mkdir b/c 2>&1; echo $?; mkdir -p b/c/d; find b; mkdir -p b/c; echo $?; mkdir -pv x/y/z; mkdir -v w; touch f; mkdir -p f 2>&1; echo $?; mkdir -p f/g 2>&1; echo $?
### mkdir mode
mkdir -m 700 a; mkdir -m u=rwx,g=rx,o= b; mkdir -m +w c; mkdir -m a-x d; stat -c '%n %a' a b c d; umask 077; mkdir e; mkdir -p f/g; mkdir -m 777 h; mkdir -pm 755 i/j; stat -c '%n %a' e f f/g h i i/j; mkdir -m 1777 k; stat -c %a k; mkdir -m g+s l; stat -c %a l; mkdir -m x y 2>&1; echo $?; mkdir -m 9 z 2>&1
### mkdir operands [stderr]
mkdir; echo $?; mkdir -m; mkdir -q; mkdir ''; mkdir -p ''; echo $?; mkdir a/; ls; mkdir -p ./b//c/; ls b
### mkfifo
mkfifo a; stat -c '%F %a' a; mkfifo -m 600 b; stat -c %a b; mkfifo a 2>&1; echo $?; mkfifo 2>&1; mkfifo -m 1777 c 2>&1; mkfifo -m z c 2>&1; umask 0; mkfifo d; stat -c %a d
### mknod
mknod a p; stat -c %F a; mknod b c 1 3 2>&1; echo $?; mknod x 2>&1; mknod x q 1 2 2>&1; mknod x p 1 2 2>&1; mknod x b 2>&1; echo $?
### touch
touch a; ls; touch -c b; ls; touch -d '2001-02-03 04:05:06' a; stat -c '%x|%y' a; touch -a -d 2005-01-01 a; stat -c '%X %Y' a; touch -m -t 201012312359.58 a; stat -c '%X %Y' a; touch -r a b; stat -c '%X %Y' b; touch -d '@12345.678901234' a; stat -c '%.9Y' a; touch -r a -d '1 day' c; stat -c %Y c
### touch stamps
for t in 01020304 9901020304 0301020304 200101020304 200101020304.05; do touch -t $t a && stat -c %y a | sed 's/^[0-9]*-01-02 03:04:0[05].*/ok/'; done; touch -t 2001010203 b; stat -c %Y b; touch -t 1 a 2>&1; touch -t 13010000 a 2>&1; touch -t 01010000.99 a 2>&1; touch -d foo a 2>&1; echo $?
### touch links
ln -s no l; touch -h -d 2001-01-01 l; stat -c %Y l; ls; touch l; ls; touch -ch nosuch; echo $?; touch -h nosuch 2>&1; echo $?; touch -d 2001-01-01 f; ln -s f g; touch -hd 2002-02-02 g; stat -c %Y f g
### touch errors [stderr]
touch; echo $?; touch nodir/f; echo $?; touch -r nosuch a; echo $?; touch -t 01010101 -d now a; touch --time=foo a; touch ''; echo $?; mkdir d; touch d/; echo $?; touch f; touch f/g; touch --time=access -d 2001-01-01 f; stat -c %X f; touch -d '' f; echo $?
### touch modes
mkdir d; touch d/f; chmod 500 d; touch d/g 2>&1; echo $?; touch d/f; echo $?; chmod 700 d; umask 077; touch z; stat -c %a z
### chmod octal
touch a; for m in 0 7 70 700 644 0644 1755 2755 4755 7777 00644; do chmod $m a; stat -c '%a %A' a; done; chmod 10000 a 2>&1; chmod 8 a 2>&1; echo $?
### chmod symbolic
touch a; for m in a=r u+x g+w o-r u=rw,g=r,o= +x -x a+X u+X a+X g=u o=g u-w,g+s +t -s u+s,g+s ug-s o+t a= ugo+rwx u=,g=x,o=w =r u=g-x a-rwx+w a+st o=u+x g=o; do chmod $m a; echo "$m $(stat -c '%a %A' a)"; done
### chmod directories
mkdir d; for m in 755 g+s 700 00700 u+s =rwx a-s g=s +X 2755 0755 00755 a-rwx; do chmod $m d; echo "$m $(stat -c '%a %A' d)"; done; chmod 700 d
### chmod umask
umask 027; touch a; chmod 0 a; for m in +r +w +x +rwx =rwx -r =; do chmod $m a 2>&1; echo "$m $(stat -c %a a)"; done
### chmod verbose
touch a b; chmod -v 600 a; chmod -v 600 a; chmod -c 600 a; chmod -c 644 a b; chmod -v u+x nosuch 2>&1; echo $?; chmod -f 600 nosuch; echo $?; chmod 600 nosuch a 2>&1; echo $?
### chmod recursive
mkdir -p d/e; touch d/f d/e/g; ln -s f d/l; chmod -R go-rwx d; find d ! -type l -printf '%p %m\n' | sort; chmod -Rv a+r d | sort; chmod -R -x d 2>&1 | sort; chmod -R u+rwX d 2>/dev/null; find d ! -type l -printf '%p %m\n' | sort
### chmod reference and errors [stderr]
touch a b; chmod 751 a; chmod --reference=a b; stat -c %a b; chmod; chmod 644; chmod foo a; echo $?; chmod u+q a; chmod --reference=nosuch a; chmod -w a; stat -c %a a; chmod -- -w b; stat -c %a b; chmod -rwx a; chmod u=rwx,go a; chmod ,u+x a
### chmod dash modes
touch a; chmod 777 a; chmod -x a; stat -c %a a; chmod -w,+x a; stat -c %a a; chmod -r -v a; chmod 644 -v a; chmod -x,u=w a -c
### chmod link
touch f; ln -s f l; chmod 600 l; stat -c %a f; ln -s no m; chmod 600 m 2>&1; echo $?; chmod -R 600 m; echo $?
### chmod root [stderr]
chmod -R --preserve-root 755 /; echo $?
### chown [stderr]
touch a; chown $(id -u) a; echo $?; chown $(id -u):$(id -g) a; chown :$(id -g) a; chgrp $(id -g) a; echo $?; chown root a; echo $?; chgrp root a; echo $?; chown nosuchuser a; chgrp nosuchgroup a; chown; chown a; chown 0:0 a; chown $(id -u) nosuch; echo $?; chown -f 0 a; echo $?
### chown verbose
touch a; chown -v $(id -u) a | sed 's/ as .*//'; chown -c $(id -u) a; chown -R $(id -u) . ; echo $?; chown --from=0 5 a; echo $?
### install
echo x > a; install a b; stat -c %a b; install -m 640 a c; stat -c %a c; install -d x/y z; find x z; stat -c %a x; install -D a p/q/r; cat p/q/r; mkdir d; install a b d; ls d; install -t d -m 600 a; stat -c %a d/a; install -v a n; install -p a o; install -C a o; install -d -m 700 dd; stat -c %a dd
### install errors [stderr]
install; echo $?; install a; install nosuch b; mkdir d; install d e; echo $?; touch a; install a a; install -m zz a b; install -d a; install -dv x/y; install -Dv a k/l; install -b a k/l; ls k; install -t nodir a; install -D -t nodir/x a; ls nodir/x
