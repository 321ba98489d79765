### complete print
complete -W "a b" -P p -S s -X x -o nospace -d -A function foo; complete -F fn bar; complete -C cmd baz; complete -p foo bar baz; complete -r foo; complete -p foo 2>&1; echo $?; complete -D -W x; compopt -o nospace 2>&1; echo $?; compopt -o nospace bar; complete -p bar; complete -b q; complete -A variable -A stopped -v -k w; complete -p q w; complete -r; complete -p; complete -W; echo $?; complete -A nosuch x 2>&1; complete -o nosuch x 2>&1
### compgen actions
compgen -W "foo bar baz" b; echo $?; compgen -W "a b" z; echo $?; f() { COMPREPLY=(x y "$1" "$2" "$3"); }; compgen -F f w 2>/dev/null; compgen -P "<" -S ">" -W "a b"; compgen -X "b*" -W "foo bar"; compgen -X "!b*" -W "foo bar"; compgen -A setopt | sed -n 1,3p; compgen -A signal SIGT; compgen -k | sed -n 1,3p; compgen -A shopt com; compgen -G "/bi*"; compgen -A nosuch 2>&1; echo $?; compgen -Z 2>/dev/null; echo $?; compgen -e HO; x1=1 x12=2;  compgen -v x1; compgen; echo $?; compgen -A arrayvar BASH_V; touch f1 f2; mkdir d1; compgen -f f; compgen -d; compgen -f | sort; compgen -b ec; compgen -A function; alias q=r; compgen -a; compgen -A builtin re; compgen -W '$x1 "q r" a\ b'; IFS=:; compgen -W 'a b:c'
### completion function
_c() { COMPREPLY=( $(compgen -W "one two three" -- "$2") ); }; complete -F _c cmd; compgen -F _c t 2>/dev/null; compgen -W 'a b' -- -x; compgen -W '-x -y' -- -x
### bind
bind 'set show-all-if-ambiguous on' 2>/dev/null; echo $?; bind -q abort 2>/dev/null | wc -l; bind -l 2>/dev/null | head -2; bind -Z 2>/dev/null; echo $?; bind -x '"\C-t": ls' 2>/dev/null; bind -X 2>/dev/null
### history basics
history; echo $?; history -s x y; history; fc -l; echo $?; history -c; history; history -d 99 2>&1; history abc 2>&1; history -s 'a b' ; history -s c; history 1; history -d 1; history
### history script
cat > h.sh <<'EOF'
set -o history
echo a
echo b
history
HISTCONTROL=ignoredups
echo b
echo b
history 3
fc -l -2
fc -ln -2
fc -s b
history -s "made up"
history 2
history -p '!!'
history -d 1
history -c
history
echo z
history -w hf; cat hf
history -d 99
echo $?
fc -l 1 2
fc -lr
fc -s z=y echo
EOF
bash h.sh 2>&1
### interactive stdin
echo 'echo hi
history
!!
echo a b c
echo !$' | bash --norc -i 2>/dev/null
### interactive alias
bash --norc -ic 'alias x="echo q"
x; shopt expand_aliases; echo $PS1' 2>/dev/null
