### diff3
printf 'a\nb\nc\nd\ne\n' > o; printf 'a\nB\nc\nd\ne\n' > m; printf 'a\nb\nc\nd\nE\nf\n' > y; diff3 m o y; echo $?; diff3 -m m o y; echo $?; printf 'a\nX\nc\nd\ne\n' > z; diff3 m o z; diff3 -m m o z; echo $?; diff3 m o m; diff3 -m m o m; echo $?; diff3 o o o; diff3 -m -L A -L B -L C m o z; diff3 -T m o y; printf 'b\nc\nd\n' > p; diff3 p o y; diff3 -m p o y; diff3 o m y; printf 'a\nb\nc\nnew\nd\ne\n' > q; diff3 q o y; diff3 -m q o m; diff3 m o nofile 2>/dev/null; echo $?
### sdiff
printf 'one\ntwo\nthree\n' > f; printf 'one\n2\nthree\nfour\n' > g; sdiff f g; echo $?; sdiff -w 40 f g; sdiff -s f g; sdiff -l f g; sdiff f f; echo $?; sdiff -i <(echo A) <(echo a); sdiff -W -w 30 <(echo 'a b') <(echo ab)
