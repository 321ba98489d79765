### split
seq 10 > f; split -l 3 f; for x in x*; do echo "== $x"; cat $x; done; rm x*; split -b 4 f y; ls; cat yaa; rm y*; split -n 3 f; wc -c x*; rm x*; split -n l/3 f; cat xab; rm x*; split -n r/3 f; cat xab; rm x*; split -n 2/3 f; split -n l/2/3 f; split -n r/2/3 f; split -C 6 f; head x*; rm x*; split -d -l 5 f; ls; rm x*; split -a 3 -l 5 f p-; ls; rm p-*; split --numeric-suffixes=8 -l 4 f; ls; rm x*; split -x -l 5 f; ls; rm x*; split --additional-suffix=.txt -l 5 f; ls; rm x*; split --verbose -l 5 f; split -5 f q; ls q*; cat f | split -l 5 - r; ls r*; split -l 5 --filter='cat > $FILE.out' f; ls *.out; split -e -n 20 f z; ls z* | wc -l; printf 'a:b:c' | split -t: -l 1 - t; cat tab; split -l 1 /dev/null; seq 800 | split -l 1 - m; ls m* | wc -l; ls m* | tail -1
### split errors [stderr]
seq 10 > f; split -l 0 f; split -b x f; split -n 0 f; split nofile; echo $?; split -l 1 -b 1 f; split -a x f; split -n 5/3 f; split -l 1 -a 1 --numeric-suffixes=5 f; echo $?; split f x y; split -t ab f
### csplit
seq 10 > f; csplit f 4 7; head xx*; csplit f /5/; cat xx00; csplit f /3/ '{1}' 2>&1; echo $?; csplit -s f %5% ; cat xx00; csplit f /4/+1 ; csplit f /4/-1; csplit -f p -n 3 f 5; ls p*; csplit -b '%03d.txt' f 5; ls *.txt; csplit -z f 1 5; csplit f '/[36]/' '{*}'; ls xx*; csplit --suppress-matched f /5/; cat xx01; csplit f 20 2>&1; echo $?; ls xx* 2>/dev/null | wc -l; csplit -k f 5 20 2>&1; ls xx*; csplit f 3 '{2}'; printf 'a\n--\nb\n--\nc\n' | csplit -s - /--/ '{*}'; head xx0*; csplit f 5 5 2>&1; csplit f /x/ 2>&1; echo $?; csplit f %3% 7; csplit -q f 2
### tsort
printf 'a b\nb c\n' | tsort; printf 'a a\n' | tsort; printf 'a b c d\n' | tsort; printf 'x y y z x z\n' | tsort; printf 'a\n' | tsort 2>&1; echo $?; printf 'a b b a\n' | tsort 2>&1; echo $?; : | tsort; printf '3 8 3 10 5 11 7 8 7 11 8 9 11 2 11 9 11 10' | tsort; printf 'main parse_options\nmain tail_file\ntail_file pretty_name\ntail_file write_header\ntail_forever recheck\ntail_forever pretty_name\n' | tsort; tsort nofile 2>&1
### shuf
seq 10 > f; shuf f | sort -n | tr '\n' ' '; shuf -i 1-5 | sort | tr '\n' ' '; shuf -e a b c | sort | tr '\n' ' '; shuf -n 3 f | wc -l; shuf -n 0 f; shuf -r -n 20 -i 1-2 | wc -l; shuf -n 100 f | wc -l; shuf -e -z a b | tr '\0' '\n' | sort; shuf -o g f; sort -n g | head -1; shuf -i 5-5; shuf -i x 2>&1; shuf -n x f 2>&1; shuf f f 2>&1; shuf -i 1-2 f 2>&1; shuf -e; shuf nofile 2>&1; shuf -n 2 -i 1-1000000000 | wc -l
### strings
printf 'abc\0defgh\001ijklmnop\n\tqrst\0' > f; strings f; strings -n 3 f; strings -3 f; strings -t d f; strings -t x -n 3 f; strings -o f; strings -f f; strings < f; strings -a f; strings nofile 2>&1; echo $?; printf 'a\0b\0c\0d\0e\0\0\0' | strings -e l; strings -w f; strings -s '|' f; strings -n 5 f f; printf 'abcd' | strings; printf 'caf\351 bar\n' | strings; printf 'caf\351 bar\n' | strings -e S | od -c | head -2
### envsubst
export A=1 B=two; unset C; printf '$A ${B} $C ${C}x $$A $ {A} ${A \\$A $1 ${A:-x}\n' | envsubst; echo '$A $B' | envsubst '$A'; envsubst -v '$A ${B} x'; echo '$A$B' | envsubst '$B ${C}'; printf '$A' | envsubst; echo '$AB ${A}B' | envsubst
### look
printf 'apple\napply\nbanana\nband\n' > f; look app f; look ban f; look -f ban f; look x f; echo $?; look -t p apply f; look b nofile 2>&1; echo $?; printf 'a-b\nab\n' > g; look -d ab g
### iconv
printf 'caf\351\n' | iconv -f latin1 -t utf8; echo café | iconv -f UTF-8 -t ISO-8859-1 | od -c; echo café | iconv -t UTF-16LE | od -c; echo ab | iconv -t UTF-16 | od -c; echo ab | iconv -t UTF-16BE | iconv -f UTF-16BE; echo ab | iconv -t UTF-16 | iconv -f UTF-16; echo ab | iconv -t UTF-32LE | od -c; echo café | iconv -t ascii 2>&1; echo $?; echo café | iconv -c -t ascii; echo $?; echo '“café”' | iconv -t ascii//TRANSLIT; printf 'a\377b\n' | iconv -f utf8 -t utf8 2>&1; echo $?; printf 'a\377b\n' | iconv -c -f utf8 -t utf8; printf '\200\n' | iconv -f cp1252 -t utf8; echo x > f; iconv -f utf8 -t utf8 f f; iconv -o g f; cat g; iconv nofile 2>&1; echo $?; printf '\342\202\n' | iconv -t utf8 2>&1
### column table
printf 'a bb ccc\ndddd e f\n' > f; column -t f; printf 'a:bb::c\nddd:e\n' | column -t -s:; column -t -o '|' f; column -t -N X,Y,Z f; column -t -N X,Y,Z -R 2 f; column -t -N X,Y,Z -H Y f; column -t -l 2 f; column -t -N A,B,C -O C,A f; printf 'a b\n\nc d\n' | column -t; printf '1 2\n' | column -t -R 1,2; printf 'é b\nab c\n' | column -t; column -t -N X,Y,Z -d f; column -t < /dev/null; printf 'a,b\n' | column -s, -t; printf 'x  y\tz\n' | column -t
### column fill
seq 20 | column; seq 20 | column -c 40; seq 20 | column -x -c 40; printf 'a\nbbbbbbbbbb\nc\n' | column -c 30; seq 3 | column -c 5; column /dev/null; seq 100 | column -c 60
### fmt
printf 'This is a long line of text that should be broken into several lines because it is longer than seventy five columns.\nshort\n\nnew para here\n' > f; fmt f; fmt -w 30 f; fmt -20 f; printf 'a\nb\nc\n' | fmt; printf '  indented text here\n  and more of it\nnot indented\n' | fmt; fmt -s -w 40 f; printf 'One.  Two. Three   four.\nFive\n' | fmt; printf 'One.  Two. Three   four.\nFive\n' | fmt -u; printf '# a comment that is long enough\n# to be joined\ncode\n' | fmt -p '#'; printf '  first line\nsecond line here\nthird\n' | fmt -c; printf 'tag first\n    second line\n    third\n' | fmt -t; seq 60 | fmt -w 40; printf 'averyveryverylongwordthatdoesnotfitinthewidth x\n' | fmt -w 10; yes 'the quick brown fox jumps over the lazy dog' | head -8 | fmt -w 50; printf 'a b\n\n\nc d\n' | fmt; printf '\ta b\n\tc d\n' | fmt; fmt -g 20 -w 30 f; printf 'Hello (world) "quoted" text, with punct; and so on: right? yes! ok.\nMore text follows here, which is long (very long indeed) and goes on.\n' | fmt -w 40

### printf 0123456789 > f; split -n 4 f m; wc -c m*; split -n l/4 f n; wc -c
printf 0123456789 > f; split -n 4 f m; wc -c m*; split -n l/4 f n; wc -c n*; split -n 2/3 f; split -n l/2/3 f

### seq 5 | split -n 2; cat /dev/null > e; split -n 3 e; ls x*; seq 4 | spli
seq 5 | split -n 2; cat /dev/null > e; split -n 3 e; ls x*; seq 4 | split -n r/2; cat xaa

### wc <<< abc; { head -1; cat; } <<< $'a b c'; [ -p /dev/stdin ] <<< x; ech
wc <<< abc; { head -1; cat; } <<< $'a\nb\nc'; [ -p /dev/stdin ] <<< x; echo $?

### for z in 7 9 13 16 17; do seq 100 | head -c $z > f; for n in 2 3 4 5; do
for z in 7 9 13 16 17; do seq 100 | head -c $z > f; for n in 2 3 4 5; do rm -f m*; split -n l/$n f m; wc -c m* | tr -s '\n ' ' '; echo; rm m*; split -n $n f m;  wc -c m* | tr -s '\n ' ' '; echo; done; done
### iconv by characters
printf 'h\xc3\xa9llo \xe2\x82\xac\n' > u; printf 'h\xe9llo\n' > l; printf 'a\xffb\n' > bad; printf 'a\xe2\x82' > short
iconv -f utf8 -t latin1 u | od -c; echo ${PIPESTATUS[@]}
iconv -f utf8 -t latin1//TRANSLIT u | od -c
iconv -f utf8 -t latin1//IGNORE u | od -c; echo ${PIPESTATUS[@]}
iconv -c -f utf8 -t ascii u; echo $?
iconv -f utf8 -t ascii u; echo $?
iconv -f ascii -t utf8 u; echo $?
iconv -f latin1 -t utf8 l
iconv -f utf8 -t utf16 u | od -An -tx1
iconv -f utf8 -t utf16le u | od -An -tx1
iconv -f utf8 -t utf32be u | od -An -tx1
iconv -t utf16 u | iconv -f utf16
iconv -t utf16be u | iconv -f utf16be
iconv -t utf32 u | iconv -f utf32
iconv -t utf16be u | iconv -f utf16; echo $?
iconv bad; echo $?
iconv -c bad; echo $?
iconv -c -s bad; echo $?
iconv short; echo $?
iconv -c short; echo $?
iconv u l; echo $?
iconv l u; echo $?
iconv u nope l; echo $?
iconv -f cp1252 -t utf8 <<< $'\x80\x81'; echo $?
iconv -f utf8 -t cp1252 u | od -c
iconv -f utf16le <<< 'abc'; echo $?
printf '\x00\xd8a\x00' | iconv -f utf16le; echo $?
printf 'a\x00\x00\xdc' | iconv -f utf16le; echo $?
iconv -f shift_jis -t utf8 <<< $'\x82\xa0'; 
iconv -f utf8 -t sjis <<< 'あい' | od -c
iconv -f utf8 -t euc-jp <<< 'あé' | od -c
iconv -f sjis <<< $'\x82'; echo $?
iconv -o out u; cat out
iconv -o out -f utf8 -t ascii//TRANSLIT u; cat out
iconv < u
iconv - < u
cat u | iconv -f UTF-8 -t ISO-8859-15 | od -c
iconv -f utf-8 -t us-ascii//TRANSLIT <<< 'naïve “x” – Ünï'
printf '\xef\xbb\xbfabc' | iconv -f utf8 -t utf16le | od -An -tx1
printf '\xed\xa0\x80' | iconv; echo $?
printf '\xc0\x80' | iconv; echo $?
printf 'abc' | iconv -t utf16 | od -An -tx1
printf '' | iconv -t utf16 | od -An -tx1
iconv -l | head -c0
iconv -f utf8 -t latin1 d; echo $?
iconv -t ascii -c <<< 'añb'
iconv --from-code=utf8 --to-code=latin1 u --output=o2; od -c o2
