### each form and how it is named
seq 10 > a; sed '3d;7s/$/x/;9a new' a > b; diff a b > n; diff -c a b > c; diff -u a b > u; diff -e a b > e
for o in '-n n' '--normal n' '-c c' '--context c' '-u u' '--unified u' '-e e' '--ed e' n c u; do set -- $o; cp a f; case $# in 1) patch f $1;; *) patch $1 f $2;; esac; echo $?; cmp f b; done 2>&1
cp a f; patch -i u f; cp a f; patch --input=u f; cp a f; patch f < u; cp a f; patch f - < n; cp a f; patch -s -i n f; patch --quiet -R f u; patch --silent f u; cmp f b; patch --reverse -i u f; cmp f a; patch -c f u 2>&1; echo $?; patch -n f u 2>&1; patch -u f c 2>&1; echo $?
### ed scripts
printf '1\n2\n3\n4\n' > a; printf '0\n1\nX\nY\n.\n4\n5\n' > b; diff -e a b > e; cp a f; patch f e; echo $?; cmp f b; cp a f; patch -e f < e; cat f; cp a f; patch --dry-run -e f e; cat f; cp a f; patch -b -e f e; ls; cp a f; patch -R -e f e 2>&1; echo $?; cp a f; patch -o out -e f e; cat out f; printf '2d\n' > e; cp a f; patch f e; cat f; printf '9d\n' | patch -e f 2>/dev/null; echo $?; printf '1c\nz\n.\n' | patch f; cat f; printf '!touch evil\n' | patch -e f 2>&1; ls evil 2>/dev/null; echo $?; printf '3,4c\nA\nB\n.\n1i\nfirst\n.\n' | patch -e f; cat f; printf '$a\nend\n.\n' | patch -e f 2>&1; cat f; printf 'w\nq\n' | patch -e f 2>&1; echo $?
### strip counts
mkdir -p x/y/z; seq 3 > x/y/z/f; seq 3 > f; printf -- '--- x/y/z/f\n+++ x/y/z/f\n@@ -1,3 +1,3 @@\n 1\n-2\n+two\n 3\n' > p
for o in -p0 -p1 '-p 3' --strip=2 '--strip 0' -p4 ''; do seq 3 > x/y/z/f; seq 3 > f; echo "== $o"; (patch $o -f < p 2>&1; echo $?; grep -l two f x/y/z/f); rm -f *.rej *.orig; done; cd x; seq 3 > y/z/f; patch -p1 -f < ../p; cd y; seq 3 > z/f; patch --strip=2 < ../../p; sed 's,x/y,/x//y,' ../../p > q; cd ..; seq 3 > y/z/f; patch -p2 < y/q; patch -p x 2>&1; echo $?; patch -p-1 2>&1; echo $?
### fuzz and offsets
seq 30 > a; sed '15s/$/x/' a > b; diff -u a b > p; for s in '12d' '13s/$/z/' '12s/$/z/' '13s/$/z/;17s/$/z/' '12,13s/$/z/;17s/$/z/' '14s/$/z/' '1,5d' '1i\
n1\
n2' '16,$d'; do for o in '' '-F0' '--fuzz=1' '-F 2' '-F3' '--fuzz 9'; do sed "$s" a > f; echo "== $s $o"; patch $o f p; echo $?; rm -f f.rej f.orig; done; done 2>&1; patch -F x f p 2>&1; echo $?
### white space
printf 'a  b\n\tc d\ne\n' > a; printf -- '--- a\n+++ a\n@@ -1,3 +1,3 @@\n a b\n- c  d\n+C\n e\n' > p; cp a f; patch f p; echo $?; rm -f f.rej; patch -l f p; echo $?; cat f; cp a f; patch --ignore-whitespace f p; cat f; printf 'x\r\ny\r\n' > f; printf -- '--- f\r\n+++ f\r\n@@ -1,2 +1,2 @@\r\n x\r\n-y\r\n+z\r\n' | patch 2>&1; od -c f; printf 'x\r\ny\r\n' > f; printf -- '--- f\r\n+++ f\r\n@@ -1,2 +1,2 @@\r\n x\r\n-y\r\n+z\r\n' | patch --binary 2>&1; od -c f; printf 'x\ny\n' > f; printf -- '--- f\r\n+++ f\r\n@@ -1,2 +1,2 @@\r\n x\r\n-y\r\n+z\r\n' | patch 2>&1; od -c f
### applied already, forward, force and batch
seq 5 > a; sed '3s/$/x/' a > b; diff -u a b > p; for o in '' -N --forward -f --force -t --batch '-R' '-RN' '-Rf' '-Rt' '-tf'; do cp b f; [ "${o#-R}" = "$o" ] || cp a f; echo "== $o"; patch $o f p < /dev/null; echo $?; cat f | tr '\n' ' '; ls; rm -f f.rej f.orig; done 2>&1
cp a f; printf 'Prereq: 1.5\n' | cat - p > q; patch f q < /dev/null 2>/dev/null; echo $?; patch -t f q 2>&1; echo $?; patch -f f q 2>&1; echo $?
### backups
seq 9 > a; sed '5s/$/x/' a > b; diff -u a b > p; for o in -b --backup '-b -z .bak' '--suffix=.old' '-z .s -b' '-b -B pre-' '--prefix=pre/ -b' '-b -Y base-' '-b --basename-prefix=b. ' '-b -B d/ -Y n- -z .q' '-b -V simple' '-b --version-control=numbered' '-V t -b' '-b -V existing' '-b -V never' '-b -V nil' '--no-backup-if-mismatch' '--backup-if-mismatch' '-b --posix' '-V numbered'; do rm -rf w; mkdir w; cd w; cp ../a f; echo "== $o"; patch $o f ../p; patch -R $o f ../p; find . | sort; cd ..; done 2>&1
sed '1i\
new' a > f; patch f p; ls f*; rm f.orig; sed '1i\
new' a > f; patch --no-backup-if-mismatch f p; ls f*; patch -b -V foo f p 2>&1; echo $?; VERSION_CONTROL=numbered patch -R -b f p; ls f*; PATCH_VERSION_CONTROL=simple SIMPLE_BACKUP_SUFFIX=.e patch -b f p; ls f*; cp a f; patch --posix f p; ls f*
### output and rejects
seq 9 > a; sed '5s/$/x/' a > b; diff -u --label a --label b a b > p; diff -c --label a --label b a b > c; seq 2 > f
for o in '' '-r R' '--reject-file=R' '-r -' '--reject-format=context' '--reject-format unified' '-o out' '--output=out' '-o -'; do for q in p c; do cp a g; echo "== $o $q"; patch $o g $q; echo $?; seq 2 > f; patch -f $o f $q; echo $?; for x in ./*.rej R out; do [ -f $x ] && { echo "-- $x"; cat $x; }; done; rm -f ./*.rej ./*.orig R out; done; done 2>&1; patch --reject-format=x f p 2>&1; echo $?
### directories, dry runs and verbose
mkdir d; seq 5 > d/f; seq 5 > f; printf -- '--- f\n+++ f\n@@ -2,3 +2,3 @@\n 2\n-3\n+three\n 4\n' > p; patch -d d < p; patch -R --directory=d -i ../p; cat d/f; patch --dry-run < p; cat f; patch --dry-run -R < p 2>&1 < /dev/null; patch --verbose < p 2>&1; patch -d nosuch < p 2>&1; echo $?; patch -d f < p 2>&1; echo $?; patch --dry-run nosuch p 2>&1; echo $?; patch f nosuch 2>&1; echo $?; patch f p x 2>&1; echo $?; mkdir g; patch g p 2>&1; echo $?; patch --foo 2>&1; echo $?; patch -X 2>&1; echo $?; patch --help > o; echo $?; patch -v > o; patch --version > o; echo $?; echo junk | patch f 2>&1; echo $?; patch f /dev/null; echo $?
### making and removing files
printf -- '--- /dev/null\n+++ n/e/w\n@@ -0,0 +1,2 @@\n+1\n+2\n' > p; patch -p0 < p; cat n/e/w; for o in '' -f -t -N; do patch $o -p0 -i p < /dev/null; done; find . | sort; patch -p0 -i p; patch -R -p0 < p; ls -R; printf -- '--- old\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-1\n-2\n' > q; printf '1\n2\n' > old; patch < q; ls; printf '1\n2\n3\n' > old; patch < q; echo $?; ls; rm -f old*; printf '1\n2\n' > f; printf -- '--- f\n+++ f\n@@ -1,2 +0,0 @@\n-1\n-2\n' > r; patch < r; ls; printf '1\n2\n' > f; patch -E < r; ls; printf '1\n2\n' > f; patch --remove-empty-files < r; ls; printf -- '--- a/g\t1970-01-01 00:00:00.000000000 +0000\n+++ b/g\t2001-01-01 00:00:00.000000000 +0000\n@@ -0,0 +1 @@\n+x\n' | patch -p1; cat g; printf -- '--- a/g\t2001-01-01 00:00:00.000000000 +0000\n+++ b/g\t1970-01-01 00:00:00.000000000 +0000\n@@ -1 +0,0 @@\n-x\n' | patch -p1; ls; printf '1\n2\n' > old; patch --posix < q; ls
### git patches
seq 5 > a; cp a c; printf 'diff --git a/a b/b\nsimilarity index 80%%\nrename from a\nrename to b\n--- a/a\n+++ b/b\n@@ -2,3 +2,3 @@\n 2\n-3\n+three\n 4\n' > p; patch -p1 < p; ls; cat b; patch -p1 -R < p; ls; printf 'diff --git a/c b/d\ncopy from c\ncopy to d\n' | patch -p1; ls; printf 'diff --git a/n b/n\nnew file mode 100755\nindex 0..1\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+x\n' | patch -p1; stat -c %a n; printf 'diff --git a/n b/n\nold mode 100755\nnew mode 100644\n' | patch -p1; stat -c %a n; printf 'diff --git a/n b/n\ndeleted file mode 100644\n--- a/n\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n' | patch -p1; ls; printf 'diff --git a/e b/e\nnew file mode 100644\nindex 0..1\n' | patch -p1; ls
### merged by ifdef
seq 6 > a; sed '2d;4s/$/x/;5a new' a > b; diff -u a b > p; for o in '-D X' --ifdef=X '-R -D X'; do cp a f; [ "${o#-R}" = "$o" ] || cp b f; patch $o f p; cat f; done
### times
printf -- '--- f\t2001-02-03 04:05:06.000000000 +0000\n+++ f\t2002-03-04 05:06:07.000000000 +0000\n@@ -1 +1 @@\n-a\n+b\n' > p; for o in -T -Z --set-time --set-utc '-Z -f' '-T -R' ; do echo a > f; case $o in *R*) echo b > f; touch -d '2002-03-04 05:06:07Z' f;; *f*) ;; *) touch -d '2001-02-03 04:05:06Z' f;; esac; TZ=UTC patch $o f p 2>&1; stat -c %y f | cut -c1-19 | grep 200; done
### read-only files and quoting
printf -- '--- f\n+++ f\n@@ -1 +1 @@\n-a\n+b\n' > p; for o in '' --read-only=ignore --read-only=warn '--read-only fail' --read-only=x; do rm -f f; echo a > f; chmod 444 f; echo "== $o"; patch $o f p 2>&1; echo $?; cat f; done; for o in '' --quoting-style=literal --quoting-style=shell --quoting-style=shell-always --quoting-style=c --quoting-style=escape --quoting-style=x; do printf 'a\n' > "f'g h"; patch $o "f'g h" p 2>&1; done; QUOTING_STYLE=c patch -R "f'g h" p; patch -g 0 -f f p; patch --get=0 -Rf f p 2>&1; echo $?
### no newline, empty files and several patches
printf 'a\nb' > a; printf 'a\nb\n' > b; diff -u a b > p; cp a f; patch f p; cmp f b; patch -R f p; cmp f a; printf 'a\nc' > c; for t in '' -c -u; do diff $t a c > p; cp a f; patch f p; cmp f c; patch -R f p; cmp f a; done; : > e; diff -u e a > p; cp e f; patch f p; cmp f a; patch -R f p; ls -s f | cut -c1; mkdir x y; for n in 1 2 3; do seq $n > x/$n; seq $n 5 > y/$n; done; rm y/2; echo n > y/4; diff -Nru x y > p; (cd x; patch -p1 < ../p); diff -r x y; (cd x; patch -R -p1 < ../p); ls x; (echo text before; cat p; echo text behind) > q; cd x; patch -p1 < ../q; diff -r . ../y
### malformed
seq 5 > f; for t in '--- f\n+++ f\n@@ -1,3 +1,3 @@\n 1\n-2\n' '--- f\n+++ f\n@@ -1,3 +1,3 @@\n 1\nx2\n 3\n' '@@ -1 +1 @@\n-1\n+one\n' '--- f\n+++ f\n@@ -9 +9 @@\n-1\n+one\n' '2c2\n< 2\n---\n> two\n' '2c2\n< 2\n--\n> two\n' '2,3c2\n< 2\n---\n> two\n' '*** f\n--- f\n***************\n*** 1,2 ****\n  1\n! 2\n--- 1,2 ----\n  1\n! two\n' '*** f\n--- f\n***************\n*** 1,2 ****\n  1\n! 2\n' '--- f\n+++ f\n@@ -0,0 +1 @@\n+x\n'; do seq 5 > f; printf -- "$t" | patch -f f 2>&1; echo $?; done; cat f
### what random scripts showed
printf 'a\nb\nc\nd\ne\n' > a; printf 'a\nB\nc\nd\nE\n' > b; diff a b > n; diff -U0 --label a --label b a b > u; printf 'a\nb\nX\nY\nZ\n' > f; patch f n; echo $?; cat f.rej; printf 'X\na\nb\nq\n' > f; patch -s f n; patch -R -f f u; cat f.rej; printf 'a\nb' > a; printf 'a\nc\n' > b; diff -u --label a --label b a b > p; seq 3 > f; patch -f f p; cat f.rej

### merges with and without conflicts
seq 20 > a; sed '5s/$/x/;6a\
new
15d' a > b; diff -u --label a --label b a b > p; diff -c --label a --label b a b > c; diff a b > n
for o in --merge --merge=merge --merge=diff3 '--merge --verbose' '--merge -s' '--merge -R' '--merge -o out' '--merge --dry-run' '--merge -D X' '--merge -l' '--merge=x'; do for e in '' '5s/$/y/' '4s/$/z/;16s/$/w/' '1,9d' '6,7d' '5i\
more' '1i\
0' '14,16d'; do for q in p c n; do sed "$e" a > f; echo "== $o $e $q"; patch $o f $q; echo $?; cat f; [ -e out ] && cat out; ls; rm -f out f.*; done; done; done 2>&1
for q in p c n; do sed '5s/$/x/' a > f; patch --merge f $q; cat f; done; patch --merge nosuch p 2>&1; echo $?; : > f; patch --merge f p; cat f; printf '1\n2\n3\n4\n5y' > f; patch --merge f p; cat f
### what --verbose tells of several patches
printf 'a\n' > a; printf 'b\n' > b; printf -- 'xx\n--- a\n+++ a\n@@ -1 +1 @@\n-a\n+A\ntext\n--- b\n+++ b\n@@ -1 +1 @@\n-b\n+B\ntrailing\n' > p; patch --verbose --dry-run < p; patch --verbose -o- < p; patch --verbose < p; patch --verbose < /dev/null; echo $?; echo junk | patch --verbose; echo $?; printf '1c\nx\n.\ntext\n' | patch --verbose a; rm b; patch --verbose -f < p 2>&1; echo $?
