### simple
echo hi > a; mv a b; ls; cat b; mv -v b c
### into directory
mkdir d; touch a b; mv -v a b d; ls d; touch x; mv -t d x; ls d; mv d/a .; ls
### missing operand [stderr]
mv; echo $?; mv a; echo $?; mv nosuch b; echo $?; touch a; mv a nosuch/; echo $?; mv a b c; echo $?
### directory over file [stderr]
mkdir d; touch f; mv d f; echo $?; mv -T f d; echo $?; mkdir -p e/d/x; mv d e; echo $?; mkdir d2 e/d2; mv d2 e; echo $?; ls e
### into itself [stderr]
mkdir d; mv d d; echo $?; mv d d/e; echo $?; mv d d/; echo $?; touch a; mv a a; echo $?; mv a ./a; echo $?
### same inode
echo x > a; ln a b; mv a b; echo $?; ls; cat b
### no clobber interactive force
echo 1 > a; echo 2 > b; mv -n a b; echo $?; cat a b; echo n | mv -i a b 2>&1; echo " $?"; ls; echo y | mv -i a b 2>&1; echo " $?"; ls; cat b; echo 3 > a; mv -if a b; cat b
### update
echo 1 > a; echo 2 > b; touch -d 2000-01-01 a; mv -u a b; ls; touch -d 2030-01-01 a; mv -u a b; ls; cat b
### symlinks
ln -s nowhere l; mv l m; readlink m; mkdir d; ln -s d ld; touch a; mv a ld; ls d; mv ld e; readlink e; echo x > f; ln -s f s; echo y > g; mv g s; [ -L s ] || cat s; cat f
### backups
echo 1 > a; echo 2 > b; mv -b a b; ls; echo 3 > a; mv --backup=t -v a b; ls; echo 4 > a; mv -S .bak --backup=simple a b; ls
### replaced target slash
mkdir d; mv d/ e; ls; touch f; mv f g/ 2>&1; echo $?; mv e/ h/; ls
### T
mkdir a b; mv -T a b; ls; touch f; mv -T f b 2>&1; echo $?; mv -T f g h 2>&1; echo $?
### across file systems
D=$(mktemp -d); mkdir -p s/t; echo x > s/t/f; ln -s f s/t/l; chmod 640 s/t/f; touch -d 2001-01-01 s/t/f; mv s $D/u; ls; find $D/u -printf '%P %y %m\n' | sort; stat -c %Y $D/u/t/f; mv $D/u/t/f back; ls; rm -r $D
### permission
mkdir d; touch d/f; chmod 500 d; mv d/f . 2>&1; echo $?; mv d/f d/g 2>&1; echo $?; chmod 700 d
### several to missing [stderr]
touch a b; mv a b c; mkdir d; mv a nosuch b d; echo $?; ls d
### dot
mkdir d; cd d; mv . x 2>&1; echo $?; mv .. x 2>&1; echo $?
### overwrite just created
mkdir a b c; touch a/f b/f; mv a/f b/f c 2>&1; echo $?
