### plain
cat > f <<'X'
r1 The quick brown fox. Jumps over? the lazy dog!
  r2   Second	line here:  with (words), and "quotes" {x} a_b é Éa

foo-bar 12 $x &c %d #e \f don't
abc
X
for o in "" -f -A "-R -A" "-g 1" "-w 30" "-w 1" "-w 200" "-F xx" "-F ''" '-F \x41\t'; do echo "== $o"; eval ptx $o f; done
### references
printf '%s\n' 'r1 The quick brown fox jumps over the lazy dog.' 'long_reference a line here: with words' '  lead ing blanks' solo > f; for o in -r "-r -R" "-r -w 40" "-O -r" "-T -r" "-r -f"; do echo "== $o"; ptx $o f; done; printf 'a b\n\nc\n' | ptx -r 2>/dev/null; echo $?
### word files
printf 'the\nand\n\n' > w; printf 'The cat and the dog saw the bird and ran. Thereafter nothing.\nMore' > f; for o in "-i w" "-o w" "-f -o w" "-f -i w" "-b w" "-A -i w"; do echo "== $o"; ptx $o f; ptx $o < f; done; ptx -A f w
### directives
printf 'a%%b $ & # _ \\ { } \303\251 ~ ^ < > " | words enough that the line has to be cut somewhere\n' > f; for o in -O -T "-M yy -O" "-M z -T" "-O -w 40" "-T -w 40" "-O -A" "-T -A" --format=roff --format=tex; do echo "== $o"; ptx $o f; done
### errors
ptx -Q; echo $?; ptx nofile; echo $?; ptx -g x; echo $?; ptx -w 0; echo $?; ptx --format=x; echo $?; : | ptx; echo $?
### a first line that is only a reference
printf '10\na.b foo\nc d\nsolo\ne f\n' > f; ptx -r f; ptx -rA f; ptx -rAR f
