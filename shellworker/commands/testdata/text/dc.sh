### arithmetic
dc -e '1 2+p 3-p 4*p 2/p 5k 1 3/p 7 3%p 7 3~f c 2 10^p 2v p _5p 3 _2*p .5p 10 3/p'; dc -e '5k2v p 0k 16 v p 3 4 5|p 2 100 7|p 1 3 / p'; echo '2 3 + p' | dc; dc -e '2 3+' -e p; printf '1 2+p' > f; dc f; dc -f f; dc -e '_1.5 2*p 1.50 p 100 p 0p .00p'
### stack
dc -e '1 2 3f'; dc -e '1 2 3 cz p'; dc -e '1 2r f'; dc -e '1d f'; dc -e '1 2 3 4 3R f'; dc -e '1 2 3 4 _3R f'; dc -e '1 2 z p'; dc -e '123Zp 1.23Zp 1.234Xp [abc]Zp 0Zp'; dc -e '1 n [x]n 2n' ; dc -e '65P 10P [hi]P 10P 16961P 10P'; dc -e '65ap [xyz]ap'
### bases
dc -e '16i FF p A p 10o FF p'; dc -e '2o 10p 16o 255p 255.5p 8o 64p 20o 399p 10o10p'; dc -e '2i 101p 1.1p'; dc -e 'I p O p K p'; dc -e '16o 10 p 16i 1F p'; dc -e '1o' 2>&1; dc -e '17i 1i _1k' 2>&1
### registers and macros
dc -e '5sa la p 6Sa 7Sa La p La p la p'; dc -e '[1 p]sm lmx lmx'; dc -e '1 2>a' 2>&1; dc -e '[[y]p]sa 1 2 <a 2 1 <a 1 1 =a f'; dc -e '[p 1 - d 0 <m]sm 3 lmx'; dc -e '[la1+dsa*pla10>y]sy 0sa1 lyx'; dc -e '1 2:a 2;a p 3;a p'; dc -e '[[1p]x 2p]x 3p'; dc -e '[1p q 2p]x 3p'; dc -e '[[1p 2Q 2p]x 3p]x 4p'; dc -e '[a b]p x' 2>&1; dc -e '[1 2+]x p'; dc -e '1 2 !=a 1 1!=a [n]sa 1 2!=a' 2>&1; dc -e '# c
1p'; dc -e '[li p li 1 + si li 4 >z]sz 1 si lz x'
### errors
dc -e '+' 2>&1; dc -e '1 0/p' 2>&1; dc -e 'p' 2>&1; dc -e '_1v' 2>&1; dc -e 'lx' 2>&1; dc -e 'Lx' 2>&1; dc -e '[a]1+' 2>&1; dc -e 'y' 2>&1; dc nofile 2>&1; echo $?; dc -e '1 0%' 2>&1; dc -e '1 0~' 2>&1
### long
dc -e '2 300^p'; dc -e '100k 1 3/p'; dc -e '[2 200^ p] x'; DC_LINE_LENGTH=0 dc -e '2 300^p'; printf '1 2 +\np\n[a\nb]p\n' | dc; dc -e '10 sc [lc p 1 - dsc 0 <l] sl 3 sc lc 0 <l'
