### create list
mkdir d; echo hi > d/f; ln -s f d/l; tar cf a.tar d; tar tf a.tar | sort; tar -tf a.tar d/f; tar --list --file=a.tar; tar tf a.tar nosuch 2>&1; echo $?; tar cvf b.tar d | sort
### verbose list
mkdir d; printf hello > d/f; chmod 640 d/f; ln -s f d/l; ln d/f d/h; mkfifo d/p; touch -d '2001-02-03 04:05:06' d/f d/p d; touch -hd 2001-02-03 d/l; tar cf a.tar --owner=o:5 --group=g:6 --sort=name d; tar tvf a.tar; tar tvvf a.tar d/f; tar --numeric-owner -tvf a.tar d/f; tar tvf a.tar --full-time d/f; tar tf a.tar -v --utc d/p
### extract
mkdir -p d/e; echo 1 > d/f; echo 2 > d/e/g; chmod 600 d/f; touch -d 2001-01-01 d/f d/e; ln -s f d/l; tar cf a.tar d; rm -r d; tar xf a.tar; find d | sort; cat d/f d/e/g; stat -c '%a %Y' d/f; stat -c %Y d/e; readlink d/l; rm -r d; tar xvf a.tar d/e; find d; mkdir o; tar xf a.tar -C o; find o | sort; tar -xOf a.tar d/f; tar -xOf a.tar d/e/g; tar xf a.tar -C nosuch 2>&1; echo $?
### compression
mkdir d; echo hello > d/f; for z in z j J -zstd -lzma; do tar c -$z -f a d; tar tf a; tar t -$z -f a | wc -l; rm -rf o; mkdir o; tar x -f a -C o; cat o/d/f; done; tar caf a.tar.gz d; tar tzf a.tar.gz; tar caf a.tbz2 d; tar tjf a.tbz2; tar cf - d | gzip | tar tzf -; tar czf - d | tar xzOf - d/f; tar cf p.tar d; tar tzf p.tar 2>&1; echo $?; cat a.tar.gz | tar xz -O; tar -I gzip -cf q.gz d; tar -I gzip -tf q.gz; gzip -t q.gz; tar --use-compress-program='gzip -9' -cf r.gz d; tar tf r.gz
### strip and transform
mkdir -p a/b/c; echo x > a/b/c/f; tar cf t.tar a; mkdir o; tar xf t.tar -C o --strip-components=2; find o | sort; tar xvf t.tar -C o --strip=3; tar tf t.tar --transform 's/a/Z/'; tar tf t.tar --transform 's/a/Z/' --show-transformed; tar cf u.tar --transform 's,^a,top,' a; tar tf u.tar | sort; tar cf u.tar --xform 's/\(b\)/<\1>/g;s/c/\U&/' a; tar tf u.tar | sort; mkdir p; tar xf t.tar -C p --transform 's,^,pre/,'; find p | sort; tar cf u.tar --transform='flags=r;s/f/g/' a; tar tf u.tar | tail -1
### exclude
mkdir -p d/.git d/e; touch d/a.o d/b.c d/.git/x d/e/c.o d/x~; tar cf a.tar --exclude='*.o' d; tar tf a.tar | sort; tar cf a.tar --exclude=e d; tar tf a.tar | sort; tar cf a.tar --exclude=d/e d; tar tf a.tar | sort; tar cf a.tar --exclude-vcs d; tar tf a.tar | sort; printf '*.c\n*.o\n' > x; tar cf a.tar -X x d; tar tf a.tar | sort; tar cf a.tar d; tar tf a.tar --exclude='*.o' | sort; tar cf a.tar --exclude-backups d; tar tf a.tar | grep -c '~'; tar cf a.tar --anchored --exclude=e d; tar tf a.tar | grep -c /e/; tar cf a.tar --exclude='./e' -C d .; tar tf a.tar | sort; tar cf a.tar --exclude='e/*' d; tar tf a.tar | sort; tar cf a.tar --no-wildcards --exclude='*.o' d; tar tf a.tar | grep -c o$
### wildcards
mkdir d; touch d/a d/b d/ab; tar cf t.tar d; tar tf t.tar 'd/a*' 2>&1; echo $?; tar tf t.tar --wildcards 'd/a*' | sort; tar tf t.tar --wildcards '*b' | sort; tar tf t.tar --wildcards --no-anchored 'a' ; tar tf t.tar --no-anchored a; tar tf t.tar --ignore-case D/A
### append and update
echo 1 > a; echo 2 > b; tar cf t.tar a; tar rf t.tar b; tar tf t.tar; stat -c %s t.tar; tar uf t.tar a; tar tf t.tar; touch -d tomorrow a; tar uf t.tar a; tar tf t.tar; tar cf u.tar b; tar Af t.tar u.tar; tar tf t.tar; tar --delete -f t.tar b; tar tf t.tar; tar rvf new.tar a; tar tf new.tar; gzip -k t.tar; tar rf t.tar.gz a 2>&1; echo $?
### stdin and names
mkdir d; touch d/f; tar cf - d | tar tf -; tar c d | tar t; tar cf - d | (mkdir o; cd o; tar xf -); find o | sort; echo d/f > list; tar cf t.tar -T list; tar tf t.tar; printf 'd/f\0' | tar cf t.tar --null -T -; tar tf t.tar; tar cf t.tar -C d f; tar tf t.tar; tar cf t.tar -C d . ; tar tf t.tar | sort; tar cf t.tar d/../d/f 2>&1; tar tf t.tar; tar cf t.tar "$PWD/d/f" 2>&1 | sed 's/`.*/X/'; tar cPf t.tar "$PWD/d/f"; tar tf t.tar | grep -c '^/'
### old style
mkdir d; touch d/f; tar cvf a.tar d; tar cfv b.tar d; tar fc c.tar d; tar tf c.tar; tar cfz 2>&1; echo $?; tar cbf 20 e.tar d; tar tf e.tar; tar xfC a.tar d; ls d/d
### existing files
mkdir d; echo new > d/f; tar cf t.tar d; echo old > d/f; tar xf t.tar; cat d/f; echo old > d/f; tar xkf t.tar 2>&1; echo $?; cat d/f; tar xf t.tar --skip-old-files; cat d/f; touch -d 2030-01-01 d/f; tar xf t.tar --keep-newer-files 2>&1; cat d/f; ln d/f h; tar xf t.tar --overwrite; cat h; rm d/f; mkdir d/f; tar xf t.tar 2>&1; echo $?; touch d/f/x; tar xf t.tar 2>&1; echo $?; tar xf t.tar --recursive-unlink; cat d/f
### attack
mkdir d; echo evil > d/f; ln -s /tmp d/l; tar cf t.tar d/l; rm d/l; mkdir d/l; echo x > d/l/capshellattack; tar rf t.tar d/l/capshellattack; rm -r d; tar xf t.tar 2>/dev/null; echo $?; ls /tmp/capshellattack 2>&1; tar cPf u.tar ../$(basename "$PWD")/t.tar 2>/dev/null; tar tf u.tar | grep -c '^\.\./'; mkdir o; tar xf u.tar -C o 2>/dev/null; ls o | wc -l
### links
echo x > a; ln a b; ln -s a s; tar cf t.tar a b s; tar tvf t.tar | sed 's/.* \([^ ]* link to\)/\1/;s/.* \([^ ]* ->\)/\1/' | tail -2; rm a b s; tar xf t.tar; [ a -ef b ] && echo same; readlink s; tar chf u.tar s; tar tvf u.tar | cut -c1; tar cf v.tar --hard-dereference a b; tar tvf v.tar | cut -c1
### long names
n=$(printf 'a%.0s' $(seq 120)); mkdir -p "$n"; touch "$n/$n"; ln -s "$n" l; tar cf t.tar "$n" l; tar tf t.tar | awk '{print length($0)}'; rm -r "$n" l; tar xf t.tar; ls "$n" | wc -c; for f in pax ustar v7 oldgnu; do tar cf u.tar --format=$f "$n" 2>&1 | sed 's/a*//g'; tar tf u.tar | awk '{print length($0)}'; done; mkdir -p x/$n; touch x/$n/q; tar cf u.tar --format=ustar x; tar tf u.tar | awk '{print length($0)}'
### metadata options
echo x > f; chmod 664 f; tar cf t.tar --mode=u+x,g-w --owner=root --group=daemon --mtime='2001-01-01 00:00Z' f; tar tvf t.tar --numeric-owner | awk '{print $1,$3,$4,$5}'; tar cf t.tar --owner=q:7 --group=x:8 f; : ; tar tvf t.tar | awk '{print $2}'; tar cf t.tar --numeric-owner f; tar tvf t.tar | awk '{print $2}' | grep -c '^[0-9]*/[0-9]*$'; tar cf t.tar --format=pax --mtime=@5.25 f; tar tvf t.tar --full-time | awk '{print $5}'; tar xf t.tar; stat -c %.2Y f; tar xmf t.tar; [ $(stat -c %Y f) -gt 1000 ] && echo now; umask 077; chmod 666 f; tar cf t.tar f; tar xf t.tar; stat -c %a f; tar xpf t.tar; stat -c %a f
### to command
echo abc > f; echo defg > g; tar cf t.tar f g; tar xf t.tar --to-command='wc -c'; tar xf t.tar --to-command='echo $TAR_FILENAME $TAR_SIZE; cat'; tar xf t.tar --to-command='exit 3' 2>/dev/null; echo $?
### errors [stderr]
tar; tar cf x.tar; tar xf nosuch.tar; tar cf x.tar nosuch; echo $?; tar --foo; echo $?; tar -x -c; tar cjzf x y; tar -H foo; touch d; tar cf x.tar --sort=foo d; tar tf d; tar cf x.tar --mode=foo d; tar cf x.tar -X nofile d; tar cf x.tar -T nofile; tar cf x.tar --exclude; tar -f; tar tf /dev/null; echo junk > j; tar tf j; echo $?; tar xf t.tar; tar cf x.tar -C nodir d; tar cf nodir/x d
### label and test
touch f; tar cf t.tar -V lab f; tar tf t.tar; tar --test-label -f t.tar; tar --test-label -f t.tar foo; echo $?; tar tvf t.tar | head -1 | cut -c1-10
### diff
echo a > f; mkdir d; ln -s f l; tar cf t.tar f d l; tar df t.tar; echo $?; echo bb > f; touch -d 2001-01-01 f; chmod 600 f; tar df t.tar; echo $?; rm l; tar df t.tar 2>&1 | tail -1; ln -s q l; tar df t.tar | tail -1
### misc options
mkdir -p d/e; touch d/e/f; tar cf t.tar --no-recursion d; tar tf t.tar; tar cf t.tar --remove-files d; ls; tar xf t.tar; tar cf t.tar d -b 1; stat -c %s t.tar; tar cf t.tar --record-size=1024 d; stat -c %s t.tar; touch CACHEDIR.TAG; mkdir c; printf 'Signature: 8a477f597d28d172789f06886806bc55' > c/CACHEDIR.TAG; touch c/x; tar cf t.tar --exclude-caches c 2>/dev/null; tar tf t.tar; touch d/.skip; tar cf t.tar --exclude-tag=.skip d 2>/dev/null; tar tf t.tar; tar cf t.tar --exclude-tag-all=.skip d . 2>/dev/null; tar tf t.tar | grep -c d/; mkdir q; tar xf t.tar --one-top-level=q/top; ls q; touch -d 2001-01-01 old; touch new; tar cf t.tar -N 2010-01-01 old new 2>/dev/null; tar tf t.tar; tar cf t.tar new old; tar rf t.tar new; tar tf t.tar --occurrence=1 new; tar tf t.tar -K old; tar cf t.tar --totals new 2>&1 | cut -d'(' -f1
### sparse
truncate -s 1M s; printf x >> s; tar cSf t.tar s; rm s; tar xf t.tar; stat -c %s s; tail -c 1 s; tar tvf t.tar | awk '{print $3}'
### concatenated
touch a b; tar cf 1.tar a; tar cf 2.tar b; cat 1.tar 2.tar > 3.tar; tar tf 3.tar; tar tif 3.tar
### bytes
mkdir d; printf hello > d/f; chmod 644 d/f; chmod 755 d; ln -s f d/l; touch -d @1000000000 d/f; touch -hd @1000000000 d/l; touch -d @1000000000 d; for f in gnu ustar v7 pax; do tar cf t.tar --format=$f --sort=name --owner=o:1 --group=g:2 --mtime=@1000000000 d; [ $f = pax ] || md5sum < t.tar; done
### a list holds options and escaped names
mkdir d; touch d/f1 d/f2 'd/a\b' $'d/n\nl'
printf '%s\n' --exclude=f1 d > l; tar cvf x --sort=name -T l
printf '%s\n' '-C d' f1 "--add-file='f2'" > l; tar cvf x -T l
printf '%s\n' 'd/a\\b' 'd/n\nl' > l; tar cvf x -T l; tar tf x --quoting-style=literal
printf '%s\n' --bogus > l; tar cf x -T l; echo $?
printf '%s\n' -v > l; tar cf x --verbatim-files-from -T l; echo $?
printf -- '-v\0d/f1\0' > l; tar cvf x --null -T l; echo $?
tar cvf x --no-unquote 'd/a\b'; tar cvf x 'd/n\nl'; tar tf x 'd/n\nl'
### warnings by kind
echo x > f; tar cf y f; head -c 1536 y > z; tar tf z; tar tf z --warning=no-alone-zero-block; tar tf z --warning=none
tar cf y f y; echo $?; tar cf y --warning=no-ignore-archive f y; echo $?
tar cf y --warning=bogus f; echo $?; tar cf y --warning=no-bogus f; echo $?
tar cf y nosuch --warning=none; echo $?; tar cf y nosuch f --ignore-failed-read; echo $?; tar cf y nosuch f --ignore-failed-read --warning=no-failed-read; echo $?
touch -d 1 f; tar cf y f; tar xf y --skip-old-files; tar xvf y --skip-old-files; tar xvf y --skip-old-files --warning=no-existing-file
tar xf y --keep-newer-files --warning=no-ignore-newer; tar xf y --keep-newer-files
### verify
mkdir d; echo 1 > d/a; ln d/a d/b; ln -s a d/l; tar cWf x d; echo $?; tar cWvf x --sort=name d; echo $?
tar cWf - d; echo $?; tar cWzf x d; echo $?; tar cWf x -C d a -C .. d/b; echo $?
### checkpoints
mkdir d; for i in 1 2 3; do head -c 30000 /dev/zero > d/$i; done
tar cf x --checkpoint=3 d; tar cf x --checkpoint=3 --checkpoint-action=dot d; echo; tar cf x --checkpoint=. d; echo
tar cf x --checkpoint=4 --checkpoint-action=echo='%u %s %d %% %x' --checkpoint-action=exec='echo $TAR_CHECKPOINT $TAR_SUBCOMMAND $TAR_ARCHIVE $TAR_BLOCKING_FACTOR $TAR_FORMAT' d
tar cf x --checkpoint=0 d; tar cf x --checkpoint-action=bogus d; echo $?; tar cf x --checkpoint=a d; echo $?
tar xf x -C d --checkpoint=4
### hard links outside the archive
touch a; ln a b; ln a c; tar clf x a; echo $?; tar clf x a b c; tar clf x a b
### -o and formats
echo x > f; for o in -o '-o --posix' --xattrs --acls --no-xattrs '--no-acls --format=v7'; do tar cf x $o f; echo $?; od -An -c -j257 -N8 x; done
tar cf x --posix --format=ustar f; echo $?; tar cSf x --format=ustar f; echo $?
### ignore files
mkdir -p d/s; touch d/f1 d/f2 d/f3 d/s/f1 d/s/g; echo f1 > d/.t
tar cvf x --sort=name --exclude-ignore=.t d; echo; tar cvf x --sort=name --exclude-ignore-recursive=.t d; echo
printf '#c\n f2\n/f3\n*1\ns/g\n' > d/.gitignore; tar cvf x --sort=name --exclude-vcs-ignores d; echo; tar cvf x --sort=name --exclude-vcs-ignores ./d
printf 'f2 g\n' > d/.cvsignore; rm d/.gitignore; tar cvf x --sort=name --exclude-vcs-ignores d
printf '^f.\nsyntax: glob\ng\n' > d/.hgignore; rm d/.cvsignore; tar cvf x --sort=name --exclude-vcs-ignores d
### tags that leave all out
mkdir d d/c; touch d/c/tag d/c/x; tar cvf x --sort=name --exclude-tag=tag d; tar cvf x --sort=name --exclude-tag-under=tag d; tar cvf x --sort=name --exclude-tag-all=tag d
printf 'Signature: 8a477f597d28d172789f06886806bc55' > d/c/CACHEDIR.TAG; tar cvf x --sort=name --exclude-caches-under --warning=no-cachedir d
### links to directories are kept
mkdir d; echo 1 > d/f; tar cf x d; rm -r d; mkdir r; ln -s r d; tar xf x --keep-directory-symlink; readlink d; ls r; tar xf x; readlink d; ls d
### commands and their status
echo 1 > a; echo 2 > b; tar cf x a b; tar xf x --to-command='cat; exit 3' 2>/dev/null; echo $?; tar xf x --ignore-command-error --to-command='cat; exit 3'; echo $?
tar xf x --to-command='kill $$' 2>/dev/null; echo $?
### backups
echo 1 > a; tar cf x a; tar xvf x --backup; tar xf x --suffix=.o; tar xvf x --backup=t; tar xf x --backup=off; ls; tar xf x --backup=bogus; echo $?
### maps of owners
echo 1 > a; id=$(id -un); printf '%s fred:77\n' "$id" > m; tar cf x --owner-map=m --group-map=m a; tar tf x --numeric-owner -v | cut -c1-25; tar tvf x | cut -c1-25
printf '# c\n\nx y z\n+q r\n' > m; tar cf x --owner-map=m a; echo $?
### directories left out
mkdir -p d/s; touch d/s/f d/g; tar cf x --sort=name d; tar tf x --show-omitted-dirs d/g; tar tf x --show-omitted-dirs --exclude=d/s
### pax options
mkdir d; echo 1 > d/f; tar cf x --format=pax --numeric-owner --pax-option=delete=atime,delete=ctime,exthdr.name='%d/X/%f',comment:=hi d/f; strings -n3 x | grep -v '^[0-9]*$' | grep -av 'mtime=\|ustar'
strings -n 3 x | grep -c 'atime\|ctime='; tar tf x; tar cf x --format=gnu --pax-option=delete=atime d; echo $?
### sparse files in the pax format
truncate -s 100000 f; printf abc >> f; truncate -s 300000 f; tar cSf x --format=pax f; wc -c < x; tar tvf x | awk '{print $3, $6}'; mkdir o; tar xf x -C o; cmp f o/f && echo same
### names with colons
touch f; tar cf a:b f; echo $?; tar tf no:b; echo $?; tar cf ./a:b f; echo $?; tar cf c:d --force-local f; ls; tar xf a:c:d --force-local; echo $?; tar cf x n:s; echo $?
