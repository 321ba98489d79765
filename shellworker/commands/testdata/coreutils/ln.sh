### symbolic
ln -s target link; readlink link; ln -s target link 2>&1; echo $?; ln -sf other link; readlink link; ln -sv x y; ln -s a; readlink a; ln -s d/e/f; readlink f
### hard
echo x > a; ln a b; [ a -ef b ] && stat -c %h a; ln a b 2>&1; echo $?; ln -f a b; echo $?; ln -v a c; ln nosuch d 2>&1; echo $?; mkdir dir; ln dir e 2>&1; echo $?
### operands [stderr]
ln; echo $?; ln -T a; ln -T a b c; touch f; ln f f f; echo $?; ln -t nosuch f; ln f nosuch/; echo $?; ln -r f g; ln -sT a b c
### into directory
mkdir d; touch a b; ln a b d; ls d; ln -s ../a d/s; readlink d/s; ln -st d x y; readlink d/x; ln -s z d; readlink d/z
### link to directory
mkdir d; ln -s d l; ln -s foo l; readlink l d/foo; ln -sfn bar l; readlink l; ln -s d k; ln -sT q k 2>&1; echo $?; ln -sfT q k; readlink k
### relative
mkdir -p a/b c; touch a/f; ln -sr a/f c/l; readlink c/l; ln -sr a/f a/b/l; readlink a/b/l; ln -srv a/b c; ln -sr nosuch c/n; readlink c/n; ln -sr a a/self; readlink a/self
### backups
ln -s a x; ln -s b x -b; ls; readlink x x~; ln -sv --backup=t c x; ln -sS .o -b d x; ls
### interactive
ln -s a x; echo n | ln -si b x 2>&1; readlink x; echo y | ln -si b x 2>&1; readlink x
### logical physical
echo 1 > f; ln -s f s; ln s p; readlink p; ln -L s l; readlink l; cat l; ln -P s q; readlink q
### same file [stderr]
touch a; ln a a; echo $?; ln -f a a; echo $?; ln -sf a a; echo $?; ln a ./a; ln -sf x x; readlink x
### link [stderr]
echo x > a; link a b; cat b; link a b; echo $?; link a; link; link a b c; link nosuch x
### force on directory [stderr]
mkdir d; touch a; ln -f a -T d; ln -sfT a d; echo $?
### empty target [stderr]
ln -s '' x; echo $?; ln -s a ''; echo $?
