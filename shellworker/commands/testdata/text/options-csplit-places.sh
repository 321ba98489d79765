### where pieces end
seq 10 > f; for a in '/3/+100' '/3/-5' '%3%+100' '/3/+7 /9/' '/3/+8' '/10/+1' '/10/+2' '3 /1/' '20' '5 20' '/3/ /3/' '/3/-1 /3/' '/5/-3 /5/'  '/5/+3 /6/' '%5%-2 /5/' '/x/' '%x%' '/3/ {5}' '/[36]/ {*}' '3 {2}' '3 {3}' '3 {4}' '/1/ {*}' '/1/-1 {*}'; do for o in "" "-k" "-z -k" "--suppress-matched -k"; do rm -f xx*; echo "== $o $a"; csplit $o f $a 2>&1; echo "rc $?"; head -50 xx* 2>/dev/null | tr '\n' ' '; echo; done; done
### an empty input
: > f; for o in "" -z -k --suppress-matched; do for a in 3 /x/ %x% '/x/ {*}' 1; do rm -f xx*; csplit $o f $a 2>&1; echo $?; ls xx* 2>&1; done; done
