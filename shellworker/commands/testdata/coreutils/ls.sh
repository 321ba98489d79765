### names
touch b a C .h 'x y'; ls; ls -a; ls -A; ls -r; ls -1; ls a b nosuch 2>&1; echo $?; ls nosuch 2>/dev/null; echo $?; ls -d .; ls -d .* | head -3; ls .h
### directories
mkdir d e; touch d/f e/g; ls d; ls d e; ls d e a 2>&1; touch a; ls a d; ls -R; ls -d d; ls -R d e; ls d/ ./e
### long
printf hello > f; mkdir d; ln -s f l; chmod 640 f; touch -d '2001-02-03 04:05:06' f d; touch -hd 2001-02-03 l; ls -l | sed 's/cloudsdk/user/g;s/  *user/ user/g' | awk '{print $1,$2,$5,$6,$7,$8,$9,$10,$11}'; ls -lo f | awk '{print NF}'; ls -lg f | awk '{print NF}'; ls -n f | awk '{print $3,$4}'; ls -lG f | awk '{print NF}'
### classify
mkdir d; touch f x; chmod +x x; ln -s d l; ln -s no b; mkfifo p; ls -F; ls -p; ls --file-type; ls --indicator-style=slash; ls -lF l | sed 's/.*l ->/l ->/'; ls --classify=never; ls -Fd *
### sort
printf 12345 > big; printf 1 > small; printf 123 > mid; touch -d 2001-01-01 big; touch -d 2003-01-01 small; touch -d 2002-01-01 mid; ls -S; ls -Sr; ls -t; ls -tr; touch f.c f.a g.b; ls -X; ls -U | sort; ls --sort=size; ls --sort=none | sort; touch -ad 2030-01-01 mid; ls -tu | head -1; ls -u | head -1
### version sort
touch a1 a10 a2 a02 b1.tar.gz b1.10.tar.gz b1.9.tar.gz .z a1~ a1-x a 1 10 9 ; ls -v; ls -va; ls -vr
### columns
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do touch file$i; done; ls -C; ls -x; ls -C -w 40; ls -x -w 40; ls -Cw 1; ls -Cw0; ls -m; ls -mw 30; ls -C -T0; ls -x -T4 -w 60; COLUMNS=50 ls -C
### columns long names
touch a bb ccc dddd eeeee a_very_long_file_name_that_takes_space short another_quite_long_name x y z; ls -C; ls -x; ls -C -w 60; ls -CF; ls -C --width=100; ls -Cs | tail -n +2
### quoting
touch 'a b' "it's" 'q"q' $'n\nl' $'t\tt' 'b\s' '$x' '#h' '~t' 'a*' é; ls | od -c | head -20; ls -Q; ls -b; ls -q; ls -N | head -3; for s in literal shell shell-always shell-escape shell-escape-always c c-maybe escape locale clocale; do echo "-- $s"; ls --quoting-style=$s; done; QUOTING_STYLE=c ls | head -2; ls -C --quoting-style=shell-escape; ls -m --quoting-style=shell
### sizes
head -c 5000 /dev/zero > f; : > e; mkdir d; ls -s; ls -sk f; ls -s --block-size=1 f; ls -sh f; ls -l --block-size=K f | awk '{print $5}'; ls -lh f | awk '{print $5}'; ls -l --si f | awk '{print $5}'; head -c 2000000 /dev/zero > g; ls -lh g | awk '{print $5}'; ls -sh g; ls --block-size=x 2>&1; ls -l --block-size=MB g | awk '{print $5}'; ls -1s; ls -ls | head -1; BLOCK_SIZE=1 ls -s f
### time styles
touch -d '2001-02-03 04:05:06.5' f; for s in full-iso long-iso iso locale +%Y +%H:%M; do ls -l --time-style=$s f | sed 's/.* 0 //'; done; ls --full-time f | sed 's/.* 0 //'; ls -l --time-style='+%s' f | sed 's/.* 0 //'; ls -l --time-style=foo f 2>&1; touch g; ls -l --time-style='+old %Y
new' f g | sed 's/.* 0 //'; TIME_STYLE=+%m ls -l f | sed 's/.* 0 //'; TZ=EST5 ls -l --time-style=long-iso f | sed 's/.* 0 //'; ls -lu --time-style=+%Y f | wc -l
### links
touch f; ln -s f l; ln -s nosuch b; mkdir d; touch d/x; ln -s d s; ls -L b 2>&1; echo $?; ls s; ls -d s; ls -l s | sed 's/.*s -> d/link/'; ls -H s; ls -lH s | tail -1 | sed 's/.* x$/x/'; ls -lL f l | awk '{print $1}' | cut -c1; ls -L . 2>&1; echo $?; ls -F s; ls --dereference-command-line-symlink-to-dir -l s | head -1
### ignore
touch a.c a.o b.o .x c~; ls -I '*.o'; ls --hide='*.c'; ls -a --hide='*.c' | head -5; ls -B; ls -I 'a*' -I 'c*'; ls -A -I '.*'; ls --ignore='[ab].o'
### inode blocks
touch f; ls -i f | awk '{print NF}'; ls -is f | awk '{print NF}'; ls -il f | awk '{print NF}'; mkdir d; ls -id d | awk '{print NF}'
### zero and misc [stderr]
touch a b; ls --zero | od -c; ls -q --show-control-chars; ls --foo; echo $?; ls --sort=x; ls --color=x; ls --format=x; ls -w x; ls -T x; ls --time=x; ls --indicator-style=x; ls --quoting-style=x; ls -ZZZ; ls --format=commas; ls --format=long | head -1; ls --format=across; ls --group-directories-first
### group dirs
mkdir z y; touch a b; ln -s z l; ls --group-directories-first; ls -r --group-directories-first
### color
mkdir d; touch f x; chmod +x x; ln -s d l; mkfifo p; TERM=xterm ls --color=always | od -c; ls --color=always; ls --color=never; ls --color=auto; LS_COLORS='di=35:*.c=31' ls --color=always -d d | od -c
### f option
touch b a; ls -f | sort; ls -lf | sort | tail -2; ls -1l | wc -l; ls -l1 | wc -l; ls -C1; ls -1C; ls -lm; ls -ml | wc -l
### unreadable
mkdir -m 0 d; ls d 2>&1; echo $?; mkdir e; touch e/f; chmod 444 e; ls e; ls -l e 2>&1 | sed 's/^[^?]*//'; echo $?; ls -R . 2>&1; chmod 700 d e
### dir and vdir
touch 'a b' c; dir; dir -1; vdir | awk '{print NF}'; dir -C; vdir -d . | cut -c1
### dangling in directory
mkdir d; ln -s no d/l; ls -L d 2>&1; echo $?; ls -lL d 2>&1 | tail -1; ls -lR d | tail -1 | sed 's/.*l -> no/ok/'
