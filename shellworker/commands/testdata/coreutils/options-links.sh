### mv -u and -f onto the same file
for o in -u -f -n '' -v '-u -v' -b; do rm -rf d; mkdir d; echo a > d/x; ln -s x d/l; echo "== $o"; mv $o d/l d/x 2>&1; echo $?; ls d; readlink d/l d/x; rm -rf d; mkdir d; echo a > d/x; ln d/x d/h; mv $o d/x d/h 2>&1; echo $?; ls d; cp $o d/h d/h 2>&1; ln -s h d/s; cp $o d/h d/s 2>&1; cp $o d/s d/h 2>&1; ls d; done
### cp of a link onto what it leads to
for o in -P -d -a -f -fP -n -u -l -s -b -Pb --remove-destination -T '-L' -H -r -R; do rm -rf d; mkdir d; echo a > d/x; ln -s x d/l; echo "== $o"; cp $o d/l d/x 2>&1; echo $?; ls d; readlink d/l d/x; rm -rf e; mkdir e; ln -s ../d/x e/x; cp $o e/x d 2>&1; echo $?; readlink d/x; mv e/x d 2>&1; echo $?; ls d e; done
### mv of links
mkdir d e; echo a > d/x; ln -s x d/l; ln -s l d/m; mv d/m d/x 2>&1; mv d/m d/l; readlink d/l; echo b > e/y; ln -s ../e/y d/y; mv d/y e/y 2>&1; ls d e; mv -T d/y e 2>&1; mv d/y e/ 2>&1; mv -b d/y e/y; ls e; readlink e/y
