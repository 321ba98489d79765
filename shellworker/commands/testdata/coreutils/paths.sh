### basename
basename /a/b/c; basename a/; basename /; basename //; basename ''; basename a.txt .txt; basename .txt .txt; basename a/b.txt t; basename -a /x/y z/w; basename -s .c a.c b.c c; basename -z a | od -c; basename -s .h -a q.h; basename a b c 2>&1; echo $?; basename 2>&1; echo $?; basename -- -a; basename a/b/ b; basename ab b; basename -s b
### dirname
dirname /a/b a/b a / // /a a/ ///a///b/// '' . ..; dirname -z a/b | od -c; dirname 2>&1; echo $?; dirname -- -a/b
### readlink
ln -s f l; ln -s l m; readlink l; readlink m; readlink f; echo $?; readlink -f m | sed 's,.*/,,'; touch f; readlink -e m | sed 's,.*/,,'; readlink -n l; echo; readlink -v nosuch 2>&1; readlink -f nosuch | sed 's,.*/,,'; readlink -f no/such; echo $?; readlink -m no/such/x | sed 's,.*/no/,,'; readlink -e nosuch; echo $?; readlink l m; readlink -n l m 2>&1; readlink -z l m | od -c; readlink 2>&1; echo $?
### readlink f
mkdir -p d/e; ln -s d/e x; ln -s ../.. d/e/up; cd /; cd - >/dev/null; base=$(pwd -P); for p in x x/up x/up/d ./x/.. d/../x/ x/nosuch /nosuch / // .; do readlink -f $p | sed "s,^$base,B,"; echo $?; done 2>&1 | head -40
### readlink loops
ln -s b a; ln -s a b; readlink -f a; echo $?; readlink -v -f a 2>&1; readlink -e a; echo $?; touch f; readlink -f f/; echo $?; readlink -f f/x; echo $?; readlink -m f/x | sed 's,.*/f,f,'; readlink -f ''; echo $?
### realpath
mkdir -p d/e; ln -s d/e x; touch d/f; b=$(pwd -P); s() { sed "s,$b,B,"; }; realpath x | s; realpath d/../x | s; realpath -s x d/../x | s; realpath -L x/../d 2>&1 | s; realpath -P x/.. | s; realpath nosuch | s; realpath no/such 2>&1; echo $?; realpath -m no/such | s; realpath -e nosuch 2>&1; echo $?; realpath -q -e nosuch; echo $?; realpath 2>&1; realpath '' 2>&1; realpath -z x | tr '\0' '!' | s
### realpath relative
mkdir -p a/b c; realpath --relative-to=a a/b; realpath --relative-to=c a/b; realpath --relative-to=a/b c; realpath --relative-to=. .; realpath --relative-to=a a; realpath --relative-base=a a/b; realpath --relative-base=a c | sed 's,.*/,,'; realpath --relative-to=/ /usr/x; realpath --relative-to=/usr /; realpath --relative-base=. --relative-to=a a/b c; realpath -m --relative-to=x/y z
### pwd
cd /; pwd; /bin/pwd; mkdir /tmp/p$$; cd /tmp/p$$; mkdir d; ln -s d l; cd l; [ "$(/bin/pwd)" = /tmp/p$$/d ] && echo ok; [ "$(env pwd -L)" = /tmp/p$$/l ] && echo ok2; env pwd -P | sed 's,.*/,,'; env pwd x 2>&1 | sed 's,/.*,,'; PWD=/nonsense env pwd -L | sed 's,.*/,,'; cd /; rm -r /tmp/p$$
### mktemp
f=$(mktemp); [ -f "$f" ] && stat -c '%a %s' $f; rm $f; d=$(mktemp -d); stat -c '%a %F' $d; rmdir $d; mktemp xXXX | sed 's/^x...$/ok/'; mktemp -d dXXXXXX | sed 's/^d......$/ok/'; mktemp aXXXb | sed 's/^a...b$/ok/'; mktemp --suffix=.c qXXXX | sed 's/^q....\.c$/ok/'; mktemp -u zXXXX > /dev/null; ls z* 2>/dev/null; ls | wc -l; TMPDIR=/nosuch mktemp 2>&1 | sed 's,/tmp\..*,,'; mktemp -p . tXXX | sed 's,^./t...$,ok,'; mktemp -t oXXXX | sed 's,^/tmp/o....$,ok,'; TMPDIR=. mktemp -t oXXXX | sed 's,^./o....$,ok,'; mktemp --tmpdir=. wXXXX | sed 's,^./w....$,ok,'
### mktemp errors [stderr]
mktemp x; echo $?; mktemp xXX; mktemp -q xXX; echo $?; mktemp a b; mktemp nodir/XXXX 2>&1 | sed 's/XXXX.*:/:/'; mktemp --suffix=a/b XXXX; mktemp -t a/XXXX; mktemp --suffix=.c qXXXXz; mktemp --tmpdir=. /aXXX; mktemp -d -q nodir/XXXX; echo $?
### stat formats
printf hello > f; chmod 640 f; touch -d '2001-02-03 04:05:06.123456789' f; stat -c '%a %A %f %F %h %n %N %s %B %o %b' f; stat -c '%x|%y|%X|%Y' f; stat -c '%.3Y %.Y %.12Y %5s|%-5s|%05s|%+s|% s|%#a|%08a|%.2n|%10n|%-10n|' f; stat --printf='%s\t%n\n\x41\101\\\q%%' f 2>/dev/null; echo; stat -c '%%%n%' f; stat -c 'a\nb' f
### stat types
mkdir d; ln -s f l; mkfifo p; : > e; stat -c '%n %F %A' d l p e /dev/null; stat -c '%N' l; stat -L -c %F l 2>&1; ln -s d k; stat -Lc '%F %n' k; stat -c '%t %T' /dev/null; stat -c '%t,%T %r' d | head -1
### stat errors [stderr]
stat; echo $?; stat nosuch; echo $?; stat -c; stat -L nosuch; stat -f nosuch; stat --cached=foo x; touch a; stat -c '%z%Q' a | sed 's/.*?/?/'; stat -f -c '%n %l' a; stat -c %n - < a
### stat default
printf hello > f; touch -d '2001-02-03 04:05:06.123456789' f; chmod 644 f; stat f | sed -n '1,2p;/^Modify/p;/^ Birth/s/:.*/:/p' | sed 's/Birth:.*/Birth/'; stat f | sed -n 4p | cut -c1-26; stat -t f | cut -d' ' -f1-4; ln -s f l; stat l | head -2
### pathchk
pathchk a/b; echo $?; pathchk ''; echo $?; pathchk -p 'a b' 2>&1; echo $?; pathchk -P -- -x 2>&1; echo $?; pathchk -p abcdefghijklmnop 2>&1; echo $?; pathchk $(printf '%0300d' 1) 2>&1; echo $?; pathchk 2>&1; echo $?; pathchk --portability ok; echo $?; touch f; pathchk f/x 2>&1; echo $?
### wrong words for options end with 1
ls --sort=bogus; echo $?; ls --color=x; echo $?; sort --sort=bogus </dev/null; echo $?; sort --check=x </dev/null; echo $?; cp --reflink=x a b; echo $?; tar cf x --sort=z a; echo $?; ls --bogus; echo $?
### names that can't be printed in file's list
touch $'n\nl' $'t\tb' $'by\xff' é; file *; file -b *
### logical and missing
touch a; ln -s a l; realpath -L l/..; echo $?; realpath -Lm l/.. | wc -l; chmod -x; echo $?; chmod +x; echo $?; chmod 644; echo $?
