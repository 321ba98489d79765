### simple
touch a b; rm a; ls; rm -v b; rm nosuch 2>&1; echo $?; rm -f nosuch; echo $?
### operands [stderr]
rm; echo $?; rm -f; echo $?; rm -r; echo $?; rm -z; echo $?; rm --foo
### directory [stderr]
mkdir d e; touch e/f; rm d; echo $?; rm -d d; echo $?; rm -d e; echo $?; rm -dv e/f e; rm -r e; echo $?
### recursive verbose
mkdir -p d/e/f; touch d/e/g d/h; ln -s / d/root; rm -rv d | sort; ls
### dot [stderr]
mkdir d; cd d; rm -r .; echo $?; rm -r ..; echo $?; rm -rf ./; echo $?; rm -r ../d/..; cd ..; rm -r d/. ; rm -rf d/./ ; ls
### root [stderr]
rm -r /; echo $?; rm -rf //; echo $?; rm -rf /../; echo $?; rm --no-preserve / ; echo $?
### interactive
touch a b; echo n | rm -i a 2>&1; ls; echo y | rm -i a 2>&1; ls; mkdir d; touch d/f; echo x > d/g; printf 'y\ny\nn\ny\n' | rm -ri d 2>&1; echo " $?"; find d; printf 'n\n' | rm -ri d 2>&1; find d | sort
### once
touch a b c d e; echo n | rm -I a b c d 2>&1; ls; echo n | rm -I a b c 2>&1; ls; mkdir q; echo n | rm -rI q 2>&1; ls; echo y | rm -rI q 2>&1; ls; echo y | rm --interactive=once -r d e 2>&1
### interactive words [stderr]
rm --interactive=foo a; touch a; rm --interactive=never a; ls
### f overrides i
touch a b; rm -if a; ls; echo n | rm -fi b 2>&1; ls
### symlink
mkdir d; touch d/f; ln -s d l; rm -r l; ls d; ln -s d l; rm l/ 2>&1; echo $?; rm -r l/ 2>&1; echo $?; ls
### permission
mkdir d; touch d/f; chmod 500 d; rm d/f 2>&1; echo $?; rm -rf d 2>&1; echo $?; chmod 700 d; touch q; chmod 0 q; rm q; echo $?
### write protected in directory
mkdir -p d/e; touch d/e/f; chmod 555 d/e; rm -r d 2>&1; echo $?; rm -rf d 2>&1; echo $?; chmod 755 d/e
### names
touch -- -a ' ' $'n\nl'; rm -- -a; rm -v ' ' $'n\nl'; ls | wc -l; rm ./-b 2>&1; rm '' 2>&1; echo $?; rm -f ''; echo $?
### not a directory
touch f; rm f/x 2>&1; echo $?; rm -f f/x; echo $?
### unlink [stderr]
touch a; unlink a; ls; unlink nosuch; echo $?; unlink; mkdir d; unlink d 2>/dev/null; echo $?; unlink a b
### rmdir [stderr]
mkdir -p a/b/c d; rmdir d; rmdir -v a/b/c; rmdir -p a/b; ls; mkdir -p x/y; touch x/f; rmdir -p x/y; echo $?; rmdir nosuch; rmdir x; rmdir --ignore-fail-on-non-empty x; echo $?; rmdir x/f; rmdir; mkdir -p q/r; rmdir -pv q/r; rmdir . ; rmdir -p --ignore-fail-on-non-empty x/; echo $?
