### diff3
printf 'a\nb\nc\nd\ne\n' > o; printf 'a\nB\nc\nd\ne\n' > m; printf 'a\nb\nc\nd\nE\nf\n' > y; diff3 m o y; echo $?; diff3 -m m o y; echo $?; printf 'a\nX\nc\nd\ne\n' > z; diff3 m o z; diff3 -m m o z; echo $?; diff3 m o m; diff3 -m m o m; echo $?; diff3 o o o; diff3 -m -L A -L B -L C m o z; diff3 -T m o y; printf 'b\nc\nd\n' > p; diff3 p o y; diff3 -m p o y; diff3 o m y; printf 'a\nb\nc\nnew\nd\ne\n' > q; diff3 q o y; diff3 -m q o m; diff3 m o nofile 2>/dev/null; echo $?
### sdiff
printf 'one\ntwo\nthree\n' > f; printf 'one\n2\nthree\nfour\n' > g; sdiff f g; echo $?; sdiff -w 40 f g; sdiff -s f g; sdiff -l f g; sdiff f f; echo $?; sdiff -i <(echo A) <(echo a); sdiff -W -w 30 <(echo 'a b') <(echo ab)

### diff3 of case 1
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3  m o y

### diff3 -A of case 2
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -A m o y

### diff3 -e of case 3
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -e m o y

### diff3 -E of case 4
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -E m o y

### diff3 -x of case 5
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -x m o y

### diff3 -X of case 6
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -X m o y

### diff3 -3 of case 7
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -3 m o y

### diff3 -A -i of case 8
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -A -i m o y

### diff3 -e -i of case 9
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -e -i m o y

### diff3 -m of case 10
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -m m o y

### diff3 -m -e of case 11
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -m -e m o y

### diff3 -m -E of case 12
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -m -E m o y

### diff3 -m -x of case 13
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -m -x m o y

### diff3 -m -X of case 14
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -m -X m o y

### diff3 -m -3 of case 15
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -m -3 m o y

### diff3 -m -A of case 16
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -m -A m o y

### diff3 -i of case 17
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -i m o y

### diff3 -A -L A -L B -L C of case 18
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -A -L A -L B -L C m o y

### diff3 -E -L A of case 19
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -E -L A m o y

### diff3 -A -A of case 20
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 -A -A m o y

### diff3 --ed of case 21
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 --ed m o y

### diff3 --show-all of case 22
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 --show-all m o y

### diff3 --easy-only --merge of case 23
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 --easy-only --merge m o y

### diff3 --overlap-only of case 24
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 --overlap-only m o y

### diff3 --show-overlap -T of case 25
printf '1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n.\n12\n' > o; printf '1\nm2\n3\n4\n5\nB6\n7\nM8\n9\n10\n.\n12\nmend\n' > m; printf '1\n2\n3\ny4\ny4b\n5\nB6\n7\nY8\n.\n9\n.\n10\n.\n12\nyend\n.\n' > y; diff3 --show-overlap -T m o y

### diff3 -x of case 26
printf 'd\nc\nx\n.\nx\nc\nb\nd' > m; printf 'd\nc\nx\n.\nx\nc\nb\nd\n' > o; printf 'd\nc\n.n\nx\nC\n.\nc\nb\nd\n' > y; diff3 -x m o y

### diff3 -A of case 27
printf 'z\nb\na\nx\nc\nx' > m; printf 'a\n.\nb\na\n.\nx\nc\nx\n' > o; printf 'a\n.\nb\na\nq\n.\nx\n' > y; diff3 -A m o y

### diff3 -x of case 28
printf '.\n.\na\nd\n.\nd\n.' > m; printf '.\nb\n.\na\nd\n.\nd\nx\n' > o; printf '.\nb\n.\na\nd\nq\n.\nd\nx\n' > y; diff3 -x m o y

### diff3 -x of case 29
printf 'c\nc\n.\n.\n.\nN\na\n' > m; printf 'c\nc\nc\n.\n.\n.\nb\na\n' > o; printf 'c\nc\nc\n.\n.\n.\nb\na\n' > y; diff3 -x m o y

### diff3 -x of case 30
printf '.\na\nx\nc\na\nc\nd\n' > m; printf 'b\na\nx\nc\na\nd\nc\nd\n' > o; printf 'b\na\nx\na\nd\nc\n.\n' > y; diff3 -x m o y

### diff3 -A of case 31
printf 'x\nb\n.\na\nc\nc\nb\nb\n' > m; printf 'x\nb\n.\na\nc\nc\nb\nb\n' > o; printf 'x\nq\nb\n.\na\nc\nc\nb\nb\n' > y; diff3 -A m o y

### diff3 of case 32
printf 'c\nx\n.n\nc\nx\n.\nb\n.\n.\n' > m; printf 'c\nx\nc\nx\na\nb\n.\n.\n' > o; printf 'c\nx\nc\nx\na\nb\n.\n.\n' > y; diff3  m o y

### diff3 -A of case 33
printf 'x\nd\nx\nb\nx\nc\n.\n' > m; printf 'x\nx\nd\nx\nb\nx\nc\n.\n' > o; printf 'x\nx\nd\nb\nx\n.\n' > y; diff3 -A m o y

### diff3 -m -E of case 34
printf '.\n.\n.\nx\nc\na\nd\nd' > m; printf '.\n.\n.\nx\nc\na\nd\nd\n' > o; printf '.\n.\n.\nx\nc\na\nd\nd\n.n\n' > y; diff3 -m -E m o y

### diff3 -x of case 35
printf '.\nb\na\nx\nx\nb\na\na' > m; printf '.\nb\na\nx\nx\nb\na\na\n' > o; printf '.\nb\na\nx\nx\nb\na\n' > y; diff3 -x m o y

### diff3 -e of case 36
printf 'c\nc\nx\nx\n.\nd\n.\n.\n' > m; printf 'c\nc\nx\nx\n.\nd\n.\n.\n' > o; printf 'c\n.\nx\n.\nd\n.\n.n\n.\n' > y; diff3 -e m o y

### diff3 -m of case 37
printf 'c\nc\nx\n.\nx\nx\n' > m; printf 'x\nc\nc\nx\nb\nx\nx\nx\n' > o; printf 'x\nc\nc\nx\nb\nx\nx\nx\n' > y; diff3 -m m o y

### diff3 of case 38
printf 'd\nb\nc\n.\na\nc\nc\n' > m; printf 'd\nb\nc\na\nb\na\nc\nc\n' > o; printf 'd\nb\nc\na\nb\na\nc\nc\n' > y; diff3  m o y

### diff3 -m -E of case 39
printf 'd\nd\n.\n.\nx\nb\nd\nd\n' > m; printf 'd\nd\n.\n.\nx\nb\nd\nd\n' > o; printf 'd\nd\n.\n.\nx\nb\nz\nd\n' > y; diff3 -m -E m o y

### diff3 -E of case 40
printf '.\nx\nd\nx\na\n.n\nC\n.\n.\n' > m; printf '.\nx\nd\nx\na\na\n.\n.\n' > o; printf '.\nx\nN\nd\nx\na\na\n.\n.\n' > y; diff3 -E m o y

### diff3 -m -x of case 41
printf 'c\nd\nd\nc\nc\n.\nx\n' > m; printf 'c\nd\na\nd\nc\nc\nd\nx\n' > o; printf 'c\nd\na\nd\nc\nc\nd\nx\n' > y; diff3 -m -x m o y

### diff3 -m of case 42
printf 'd\nd\n.\nN\nx\nc\nc\n.n\nd' > m; printf 'd\nd\nd\n.\nx\nc\nc\nd\n' > o; printf 'd\nd\nd\n.\nx\nc\nc\nd' > y; diff3 -m m o y

### diff3 -e of case 43
printf 'c\nb\nb\nx\na\n.\n' > m; printf 'x\nc\nb\nc\nb\nx\na\n.\n' > o; printf 'x\nc\nb\nb\nC\na\n.\n' > y; diff3 -e m o y

### diff3 -A of case 44
printf 'c\nx\nd\n.\nb\nd\na\n.\n' > m; printf 'c\nx\nd\n.\nb\nd\na\n.\n' > o; printf 'c\nx\nd\n.\n.n\nb\nd\na\n.\nq\n.n' > y; diff3 -A m o y

### diff3 -m -x of case 45
printf 'x\nc\nN\na\nb\nd\nx\na\nq\n' > m; printf 'x\nc\na\nb\nd\nc\nx\na\n' > o; printf 'b\nd\nc\nx\na\n' > y; diff3 -m -x m o y

### diff3 -m -x of case 46
printf '.\nx\nx\n.n\nx\nz\nb\n.\n' > m; printf '.\nx\nx\nx\na\n.\nb\n.\n' > o; printf '.\nx\nN\nx\nx\na\n.\nb\n.' > y; diff3 -m -x m o y
