### identity keeps order
echo '{"b":1,"a":{"d":[1,2,{"z":null}],"c":true},"e":"x\n\"y\u00e9"}' > j; jq . j; jq -c . j; jq -S -c . j; jq -r .e j; jq -c .a j; jq -c 'keys' j; jq --tab . j; jq --indent 1 .a j; jq --indent 0 . j; jq -a .e j; jq -j .b,.b j; echo; cat j | jq -c '.b = 5'; jq -c '. + {"n":1}' j; jq -c 'del(.a)' j; jq -c '{e,b}' j; jq -c '{x:.b,a:.e}' j
### options
printf '1 2\n3\n' > n; jq -s -c . n; jq -n 'input' n; jq -n '[inputs]' -c n; jq -c -n '[1,2]'; printf 'a\nb\n' > t; jq -R . t; jq -Rs . t; jq -Rn '[inputs]' -c t; jq -n --arg x 1 '$x'; jq -n --argjson x '{"a":1}' '$x.a'; jq -n -c --slurpfile f n '$f'; jq -n --rawfile f t '$f'; jq -n -c --args '$ARGS' a b; jq -n -c '$ARGS.positional' --jsonargs 1 '{"a":2}'; jq -n '$ENV.HOME == env.HOME'; echo '.+1' > p; jq -f p n; jq -c --stream . <<< '{"a":[1,{"b":2}]}'; jq -e '.>5' <<< 1; echo $?; jq -e . <<< null; echo $?; jq . n n | wc -l; jq -r '.[]' <<< '["x",1,null,{"a":1}]'
### filters
jq -n -c '[range(5)]|map(select(.%2==0))'; jq -c 'to_entries' <<< '{"a":1,"b":2}'; jq -c 'with_entries(.value+=1)' <<< '{"a":1,"b":2}'; jq -c 'group_by(.k)|map({k:.[0].k,n:length})' <<< '[{"k":1},{"k":2},{"k":1}]'; jq -n -r '[1,"a\tb",null,true]|@csv,@tsv'; jq -n -r '@sh "echo \("a b")"'; jq -n '"abc"|test("B";"i")'; jq -n -c '"a,b"|split(",")'; jq -n -c '[.[]?]'; jq -n -c 'reduce range(5) as $i (0;.+$i)'; jq -n -c '[limit(3;repeat(1))]'; jq -n -c '{"a":[1,2,{"b":3}]}|[paths]'; jq -n 'try error("x") catch .'; jq -n -c '[3,1,2]|sort,min,max,add,length'; jq -n '"x" as $y | "\($y)-\(1+2)"'; jq -c '.[1:]' <<< '[1,2,3]'; jq -n -c '[splits("a";"b")]'; jq -n -c '"aXbX"|gsub("X";"-")'; jq -n '0|todate'; jq -n -c 'input_filename'; jq -n -c '[1,[2,[3]]]|flatten'; jq -n '[1,2]|contains([1])'; jq -n -c '{} | .a.b.c = 1'; jq -n -c '"1 2"|tojson|fromjson'; jq -n -c '[{"a":1,"b":2},{"a":3}]|map(.a)'; jq -n -c 'def f(x): x*2; f(3)'; jq -n -c '[.[] as [$a] ?// $a | $a]' 2>/dev/null; jq -n -c '[1,2,3]|IN(2)' ; jq -n '"abc"|.[1:2]'; jq -n -c '[1,1,2]|unique'; jq -n 'infinite,-infinite,nan' ; jq -n '[1,2]|join(",")'
### jq -n '{b:1,a:2}'
jq -n '{b:1,a:2}'

### jq -nc '{b:1,a:2,c:{z:1,y:2}}'
jq -nc '{b:1,a:2,c:{z:1,y:2}}'

### echo '{"b":1,"a":2}' | jq -c .
echo '{"b":1,"a":2}' | jq -c .

### echo '{"b":1,"a":2}' | jq -c 'keys, keys_unsorted, length, to_entries'
echo '{"b":1,"a":2}' | jq -c 'keys, keys_unsorted, length, to_entries'

### echo '{"b":1,"a":2}' | jq -c '. + {c:3}, {c:3} + ., . * {b:{x:1}}, .z =
echo '{"b":1,"a":2}' | jq -c '. + {c:3}, {c:3} + ., . * {b:{x:1}}, .z = 1, .["y"] = 2, del(.b)'

### echo '{"b":1,"a":2}' | jq -c 'with_entries(.value += 1), map_values(.+1)
echo '{"b":1,"a":2}' | jq -c 'with_entries(.value += 1), map_values(.+1), map(.), add'

### echo '[{"name":"b","value":1},{"name":"a","value":2}]' | jq -c 'from_ent
echo '[{"name":"b","value":1},{"name":"a","value":2}]' | jq -c 'from_entries'

### echo '[{"key":"b","value":1},{"key":"a","value":2}]' | jq -c 'from_entri
echo '[{"key":"b","value":1},{"key":"a","value":2}]' | jq -c 'from_entries'

### echo '[{"k":"z","v":1},{"k":"a","v":2},{"k":"z","v":3}]' | jq -c 'group_
echo '[{"k":"z","v":1},{"k":"a","v":2},{"k":"z","v":3}]' | jq -c 'group_by(.k), unique_by(.k), sort_by(.k), min_by(.v), max_by(.v), (map({(.k):.v})|add), INDEX(.k), reduce .[] as $x ({}; .[$x.k] += $x.v)'

### echo '{"b":{"d":1,"c":[1,{"z":0,"y":1}]},"a":null}' | jq -c 'paths, leaf
echo '{"b":{"d":1,"c":[1,{"z":0,"y":1}]},"a":null}' | jq -c 'paths, leaf_paths, [paths(type=="number")], getpath(["b","c",1,"z"]), setpath(["a","q"];1), delpaths([["b","d"]]), tostream'

### jq -nc '[1,2,3] | .[1:], .[:-1], .[1:2], .[-1], .[5], first, last, nth(1
jq -nc '[1,2,3] | .[1:], .[:-1], .[1:2], .[-1], .[5], first, last, nth(1), index(2), (.[1:]=[9]), (.[0]=5)'

### jq -n 'infinite, -infinite, nan, (nan|isnan), ([nan]|sort), (nan < 1), (
jq -n 'infinite, -infinite, nan, (nan|isnan), ([nan]|sort), (nan < 1), (infinite|floor)' 2>&1

### jq -nr '"a\tb \u00e9\ud83d\ude00", "x"'
jq -nr '"a\tb\n\u00e9\ud83d\ude00", "x"'

### jq -na '"é😀"'
jq -na '"é😀"'

### jq -nj '"a","b",1,[2]'
jq -nj '"a","b",1,[2]'

### echo '[1,[2,3],{"a":[]},{}]' | jq .
echo '[1,[2,3],{"a":[]},{}]' | jq .

### echo '[1,[2,3],{"a":[]},{}]' | jq --tab .
echo '[1,[2,3],{"a":[]},{}]' | jq --tab .

### echo '[1,[2,3],{"a":[]},{}]' | jq --indent 1 .
echo '[1,[2,3],{"a":[]},{}]' | jq --indent 1 .

### echo '[1,[2,3],{"a":[]},{}]' | jq --indent 0 .
echo '[1,[2,3],{"a":[]},{}]' | jq --indent 0 .

### echo '[1,[2,3],{"a":[]},{}]' | jq --indent 9 . ; echo $?
echo '[1,[2,3],{"a":[]},{}]' | jq --indent 9 . ; echo $?

### echo '{"b":1,"a":{"d":1,"c":2}}' | jq -S .
echo '{"b":1,"a":{"d":1,"c":2}}' | jq -S .

### echo '{"b":1,"a":[null,true,false,1.5,"s",{}]}' | jq -C . | cat -v
echo '{"b":1,"a":[null,true,false,1.5,"s",{}]}' | jq -C . | cat -v

### echo '{"b":1,"a":[null,true,false,1.5,"s",{},[]]}' | jq -Cc . | cat -v
echo '{"b":1,"a":[null,true,false,1.5,"s",{},[]]}' | jq -Cc . | cat -v

### echo '1 2 3' | jq -s .; echo '1 2 3' | jq -n 'input, input'; echo '1 2 3
echo '1 2 3' | jq -s .; echo '1 2 3' | jq -n 'input, input'; echo '1 2 3' | jq -n '[inputs]' -c; echo '1 2 3' | jq '[., input]' -c

### printf 'a b ' | jq -R .; printf 'a b ' | jq -Rs .; printf 'a b' | jq -Rn
printf 'a\nb\n' | jq -R .; printf 'a\nb\n' | jq -Rs .; printf 'a\nb' | jq -Rn '[inputs]' -c

### jq -n --arg a 1 --argjson b '{"x":2}' '[$a,$b,$ARGS.named]' -c; jq -nc -
jq -n --arg a 1 --argjson b '{"x":2}' '[$a,$b,$ARGS.named]' -c; jq -nc --args '$ARGS.positional' a b; jq -nc --jsonargs '$ARGS' 1 '{"a":2}'

### echo '{"a":1}' > f.json; echo 'raw' > f.txt; jq -nc --slurpfile s f.json
echo '{"a":1}' > f.json; echo 'raw' > f.txt; jq -nc --slurpfile s f.json --rawfile r f.txt '$s, $r'

### echo 'null false' | jq -e .; echo $?; echo 'null' | jq -e .; echo $?; ec
echo 'null false' | jq -e .; echo $?; echo 'null' | jq -e .; echo $?; echo '1' | jq -e .; echo $?;  jq -ne 'empty'; echo $?

### echo '{' | jq .; echo $?
echo '{' | jq .; echo $?

### echo '{"a":1' | jq .; echo $?
echo '{"a":1' | jq .; echo $?

### echo '[1,2' | jq .; echo $?
echo '[1,2' | jq .; echo $?

### echo '{a:1}' | jq .; echo $?
echo '{a:1}' | jq .; echo $?

### echo "{'a':1}" | jq .; echo $?
echo "{'a':1}" | jq .; echo $?

### echo '[1,]' | jq .; echo $?
echo '[1,]' | jq .; echo $?

### echo '1 2 x' | jq .; echo $?
echo '1 2 x' | jq .; echo $?

### echo 'tru' | jq .; echo $?
echo 'tru' | jq .; echo $?

### echo '"abc' | jq .; echo $?
echo '"abc' | jq .; echo $?

### echo '{"a" 1}' | jq .; echo $?
echo '{"a" 1}' | jq .; echo $?

### echo '[1 2]' | jq .; echo $?
echo '[1 2]' | jq .; echo $?

### echo ']' | jq .; echo $?
echo ']' | jq .; echo $?

### echo '{"a":1}}' | jq .; echo $?
echo '{"a":1}}' | jq .; echo $?

### echo '"\x"' | jq .; echo $?
echo '"\x"' | jq .; echo $?

### echo '01 nan NaN' | jq -c .; echo $?
echo '01 nan NaN' | jq -c .; echo $?

### jq; echo $?
jq; echo $?

### jq 'foo' <<< 1; echo $?
jq 'foo' <<< 1; echo $?

### jq 'foo(1)' <<< 1; echo $?
jq 'foo(1)' <<< 1; echo $?

### jq '$x' <<< 1; echo $?
jq '$x' <<< 1; echo $?

### jq '{' <<< 1; echo $?
jq '{' <<< 1; echo $?

### jq '.a' <<< 1; echo $?
jq '.a' <<< 1; echo $?

### jq '.[0]' <<< '{"a":1}'; echo $?
jq '.[0]' <<< '{"a":1}'; echo $?

### jq '.a' <<< '[1]'; echo $?
jq '.a' <<< '[1]'; echo $?

### jq '.[]' <<< 1; echo $?
jq '.[]' <<< 1; echo $?

### jq '. + 1' <<< '"a"'; echo $?
jq '. + 1' <<< '"a"'; echo $?

### jq '. - 1' <<< '"a"'; echo $?
jq '. - 1' <<< '"a"'; echo $?

### jq '{} - 1' <<< '1'; echo $?
jq '{} - 1' <<< '1'; echo $?

### jq '. / 0' <<< '1'; echo $?
jq '. / 0' <<< '1'; echo $?

### jq '. % 0' <<< '1'; echo $?
jq '. % 0' <<< '1'; echo $?

### jq 'keys' <<< '1'; echo $?
jq 'keys' <<< '1'; echo $?

### jq 'length' <<< 'true'; echo $?
jq 'length' <<< 'true'; echo $?

### jq 'error' <<< '"x"'; echo $?; jq 'error("a\(.)")' <<< 1; echo $?; jq 'e
jq 'error' <<< '"x"'; echo $?; jq 'error("a\(.)")' <<< 1; echo $?; jq 'error({a:1})' <<< 1; echo $?; jq 'error(null)' <<< 1; echo $?

### jq -nr '0|todate, (1425599621|todate), ("2015-03-05T23:51:47Z"|fromdate)
jq -nr '0|todate, (1425599621|todate), ("2015-03-05T23:51:47Z"|fromdate), (1425599621|gmtime|mktime), (1425599621|strftime("%A, %B %d, %Y %j %U %Z")), ("10:15 2020-01-02"|strptime("%H:%M %Y-%m-%d")|tojson), (1425599621.678|todate), (1425599621|gmtime|tojson), (now|type)'

### jq -c '.. ' <<< '[1,{"a":2}]'; jq -c '[..|numbers]' <<< '[1,{"a":2}]'; j
jq -c '.. ' <<< '[1,{"a":2}]'; jq -c '[..|numbers]' <<< '[1,{"a":2}]'; jq -c '.a as $x | .b as [$y,{c:$z}] | [$x,$y,$z]' <<< '{"a":1,"b":[2,{"c":3}]}'; jq -c '.[] as [$a] ?// $a | [$a]' <<< '[[1],2]'

### jq -c 'def f(x): x*2; def g: f(.)+1; g, (def h($a;$b): $a+$b; h(1;2)), r
jq -c 'def f(x): x*2; def g: f(.)+1; g, (def h($a;$b): $a+$b; h(1;2)), reduce range(5) as $i (0;.+$i), [foreach range(5) as $i (0;.+$i)], [foreach range(5) as $i (0;.+$i;[$i,.])], label $out|(1,break $out,2)' <<< 3

### jq -c '.a // "d", (.b // empty), (null // false // 3), (empty // 4), [.[
jq -c '.a // "d", (.b // empty), (null // false // 3), (empty // 4), [.[] // 9], (first(.[]?)//1)' <<< '{"a":null}'

### jq -c '.a |= . + 1, (.a,.b) = 5, .c += 2, .a -= 1, .a *= 3, .a /= 2, .a
jq -c '.a |= . + 1, (.a,.b) = 5, .c += 2, .a -= 1, .a *= 3, .a /= 2, .a %= 2, .d //= 4, (.. |= .), (.a |= empty), (.[] += 1), to_entries' <<< '{"a":1,"b":2}'

### jq -c 'map(select(. > 1)), map(in([0,1,2])), map(has(0)?), (.[] |= (.+1)
jq -c 'map(select(. > 1)), map(in([0,1,2])), map(has(0)?), (.[] |= (.+1)), del(.[0,2]), del(.[1:]), to_entries, (.[2:4] = ["x"]), limit(1;.[]), first, nth(2), (.[1:]|=map(.*10)), input_filename, ([.[]|tostring]|join("-")), @json' <<< '[1,2,3]'

### jq -c 'splits(", ")' <<< '"a, b"'
jq -c 'splits(", ")' <<< '"a, b"'

### jq -c 'implode' <<< '[65,66]'
jq -c 'implode' <<< '[65,66]'

### jq -c 'tojson,ltrimstr("a"),utf8bytelength,length' <<< '"aé"'
jq -c 'tojson,ltrimstr("a"),utf8bytelength,length' <<< '"aé"'

### jq -c 'walk(if type=="number" then .+1 else . end)' <<< '[1,{"b":2,"a":3
jq -c 'walk(if type=="number" then .+1 else . end)' <<< '[1,{"b":2,"a":3}]'

### jq -c 'walk(if type=="object" then with_entries(.key|=ascii_upcase) else
jq -c 'walk(if type=="object" then with_entries(.key|=ascii_upcase) else . end)' <<< '{"b":{"a":1}}'

### jq -c 'env|type' <<< 1
jq -c 'env|type' <<< 1

### jq '$ENV.PATH|type' <<< 1;jq -c 'getpath(["a","b"])' <<< null
jq '$ENV.PATH|type' <<< 1;jq -c 'getpath(["a","b"])' <<< null

### jq -c 'tostream' <<< '{"a":[1]}'
jq -c 'tostream' <<< '{"a":[1]}'

### jq -c 'fromstream(tostream)' <<< '{"a":[1,{"b":2}]}'
jq -c 'fromstream(tostream)' <<< '{"a":[1,{"b":2}]}'

### jq -c '[1|truncate_stream([[0],1],[[1,0],2],[[1,0]],[[1]])]' <<< 1
jq -c '[1|truncate_stream([[0],1],[[1,0],2],[[1,0]],[[1]])]' <<< 1

### jq -c 'limit(0;1,2)' <<< 1
jq -c 'limit(0;1,2)' <<< 1

### jq -c 'halt_error' <<< '"bye "'; echo $?
jq -c 'halt_error' <<< '"bye\n"'; echo $?

### jq -c 'halt_error(3)' <<< '{"a":1}'; echo $?
jq -c 'halt_error(3)' <<< '{"a":1}'; echo $?

### jq 'halt' <<< 1
jq 'halt' <<< 1

### jq -c '"\(1+2) \("x")"' <<< 1
jq -c '"\(1+2) \("x")"' <<< 1

### jq -c 'input_line_number' <<< 1
jq -c 'input_line_number' <<< 1

### jq '@json "v: \(.)"' <<< '[1,"a"]'
jq '@json "v: \(.)"' <<< '[1,"a"]'

### jq -c 'getpath(["a",0])' <<< '{"a":5}'
jq -c 'getpath(["a",0])' <<< '{"a":5}'

### jq -c 'splits' <<< 1
jq -c 'splits' <<< 1

### jq -c 'tojson|fromjson' <<< '{"b":1,"a":[1.5]}'
jq -c 'tojson|fromjson' <<< '{"b":1,"a":[1.5]}'

### jq -c 'ascii_downcase' <<< 1
jq -c 'ascii_downcase' <<< 1

### jq 'ltrimstr("x")' <<< 1
jq 'ltrimstr("x")' <<< 1

### jq 'test("a")' <<< 1
jq 'test("a")' <<< 1

### jq -c '.[0] as $x | $x' <<< '[[1]]'
jq -c '.[0] as $x | $x' <<< '[[1]]'

### jq -c 'min_by(.a), max_by(.a), unique_by(.a), group_by(.a)' <<< '[{"a":2
jq -c 'min_by(.a), max_by(.a), unique_by(.a), group_by(.a)' <<< '[{"a":2,"b":1},{"a":1,"b":2},{"a":2,"b":3}]'

### jq -c 'bsearch(2), bsearch(0)' <<< '[1,2,3]'
jq -c 'bsearch(2), bsearch(0)' <<< '[1,2,3]'

### jq -c 'IN(1,2), IN(.[]?; 1)' <<< 1
jq -c 'IN(1,2), IN(.[]?; 1)' <<< 1

### jq -c 'getpath(["x"])?, error?' <<< 1
jq -c 'getpath(["x"])?, error?' <<< 1

### jq -c 'ascii(65)?' <<< 1
jq -c 'ascii(65)?' <<< 1

### jq -c 'splits("a";"g")' <<< '"bab"'
jq -c 'splits("a";"g")' <<< '"bab"'

### jq -c 'getpath([])' <<< 1
jq -c 'getpath([])' <<< 1

### jq -c 'input' <<< 1
jq -c 'input' <<< 1

### jq -c 'ltrimstr("a")' <<< '"aab"'
jq -c 'ltrimstr("a")' <<< '"aab"'

### jq -c 'limit(-1;1,2)' <<< 1
jq -c 'limit(-1;1,2)' <<< 1

### jq -c 'builtins|length>100' <<< 1
jq -c 'builtins|length>100' <<< 1

### jq -c 'input_filename' <<< 1
jq -c 'input_filename' <<< 1

### jq -c '$__prog_args' <<< 1
jq -c '$__prog_args' <<< 1

### jq -c 'modulemeta' <<< '"a"'
jq -c 'modulemeta' <<< '"a"'

### jq -c 'get_search_list' <<< 1
jq -c 'get_search_list' <<< 1

### jq -c 'error("x")?' <<< 1
jq -c 'error("x")?' <<< 1

### jq -c '.[]?' <<< 1
jq -c '.[]?' <<< 1

### jq -c 'tojson' <<< '"\u00e9\u0001"'
jq -c 'tojson' <<< '"\u00e9\u0001"'

### jq -c 'gsub("(?<x>[a-z])"; "\(.x)\(.x)")' <<< '"abc"'
jq -c 'gsub("(?<x>[a-z])"; "\(.x)\(.x)")' <<< '"abc"'

### jq -c '[match("";"g").offset]' <<< '"abc"'
jq -c '[match("";"g").offset]' <<< '"abc"'

### jq -c 'ascii_upcase|@html' <<< '"<a>"'
jq -c 'ascii_upcase|@html' <<< '"<a>"'

### jq -c 'getpath(["a"];1)' <<< 1
jq -c 'getpath(["a"];1)' <<< 1

### jq -c 'splits("b+";"i")' <<< '"aBBc"'
jq -c 'splits("b+";"i")' <<< '"aBBc"'

### jq -c 'test("B";"ix")' <<< '"abc"'
jq -c 'test("B";"ix")' <<< '"abc"'

### jq -c 'getpath(["a"])|=3' <<< '{}'
jq -c 'getpath(["a"])|=3' <<< '{}'

### jq -c 'ltrimstr' <<< 1
jq -c 'ltrimstr' <<< 1

### jq -c 'splits("x")' <<< 1
jq -c 'splits("x")' <<< 1

### jq -c 'limit(2;.[])' <<< '[1,2,3]'
jq -c 'limit(2;.[])' <<< '[1,2,3]'

### jq -c 'strptime("%Y")' <<< '"x"'
jq -c 'strptime("%Y")' <<< '"x"'

### jq -c 'todate' <<< '"x"'
jq -c 'todate' <<< '"x"'

### jq -c 'localtime|mktime' <<< 0
jq -c 'localtime|mktime' <<< 0

### jq -r 'strflocaltime("%H %Z")' <<< 0
jq -r 'strflocaltime("%H %Z")' <<< 0

### jq -nc '(try 1 catch "caught") | error("x")'
jq -nc '(try 1 catch "caught") | error("x")'

### jq -nc '{a:(1,2),b:(3,4)}'
jq -nc '{a:(1,2),b:(3,4)}'

### jq -nc '{(("a","b")):(1,2)}'
jq -nc '{(("a","b")):(1,2)}'

### jq -nc 'def f($a;$b): [$a,$b]; [f(1,2;3,4)]'
jq -nc 'def f($a;$b): [$a,$b]; [f(1,2;3,4)]'

### jq -nc '[pow(2,3;1,2)]'
jq -nc '[pow(2,3;1,2)]'

### jq -nc '[range(0,1;3,4)]'
jq -nc '[range(0,1;3,4)]'

### jq -nc '[[1,2,3][(0,1)]]'
jq -nc '[[1,2,3][(0,1)]]'

### jq -nc '[[1,2,3][(0,1):(2,3)]]'
jq -nc '[[1,2,3][(0,1):(2,3)]]'

### jq -nc '[1,2,3] | .[] |= empty'
jq -nc '[1,2,3] | .[] |= empty'

### jq -nc '[1,2,3,4] | (.[]|select(.>1)) |= empty'
jq -nc '[1,2,3,4] | (.[]|select(.>1)) |= empty'

### jq -nc 'reduce range(5) as $x (0; empty)'
jq -nc 'reduce range(5) as $x (0; empty)'

### jq -nc 'reduce range(3) as $x (0; .+$x, 10)'
jq -nc 'reduce range(3) as $x (0; .+$x, 10)'

### jq -nc '[foreach range(3) as $x (0; .+$x, 10)]'
jq -nc '[foreach range(3) as $x (0; .+$x, 10)]'

### jq -nc 'null | .[]'
jq -nc 'null | .[]'

### jq -nc '"aaaaaaaaaaaaaaaaaaaa" | .[]'
jq -nc '"aaaaaaaaaaaaaaaaaaaa" | .[]'

### jq -nc '[1] | .[{}]'
jq -nc '[1] | .[{}]'

### jq -nc '{} | .[null]'
jq -nc '{} | .[null]'

### jq -nc '1 | has("a")'
jq -nc '1 | has("a")'

### jq -nc '{} | has(0)'
jq -nc '{} | has(0)'

### jq -nc '[1,2] | del(.a)'
jq -nc '[1,2] | del(.a)'

### jq -nc '{} | del(.[0])'
jq -nc '{} | del(.[0])'

### jq -nc '[1,2,3] | .["a":]'
jq -nc '[1,2,3] | .["a":]'

### jq -nc '{} | .[1:2]'
jq -nc '{} | .[1:2]'

### jq -nc '[1] | .[-5] = 1'
jq -nc '[1] | .[-5] = 1'

### jq -nc 'null | .[-1] = 1'
jq -nc 'null | .[-1] = 1'

### jq -nc '1 | .a = 1'
jq -nc '1 | .a = 1'

### jq -nc 'path(1)'
jq -nc 'path(1)'

### jq -nc 'path(1|.a)'
jq -nc 'path(1|.a)'

### jq -nc '[paths] , path(..)'
jq -nc '[paths] , path(..)'

### jq -nc '{a:[1,2]} | [path(..)]'
jq -nc '{a:[1,2]} | [path(..)]'

### jq -nc 'path(first(.a,.b))'
jq -nc 'path(first(.a,.b))'

### jq -nc '[path(.a[1:3].b?)]'
jq -nc '[path(.a[1:3].b?)]'

### jq -nc 'path(if .a then .b else .c end)'
jq -nc 'path(if .a then .b else .c end)'

### jq -nc 'path(.a // .b)'
jq -nc 'path(.a // .b)'

### jq -nc 'path(getpath(["a","b"]))'
jq -nc 'path(getpath(["a","b"]))'

### jq -nc '[limit(0;1,2)], [limit(2;1,2,3)], [first(empty)], [nth(1;1,2,3)]
jq -nc '[limit(0;1,2)], [limit(2;1,2,3)], [first(empty)], [nth(1;1,2,3)], nth(-1;1)'

### jq -nc '{"b":2,"a":1} | walk(.)'
jq -nc '{"b":2,"a":1} | walk(.)'

### jq -nc '{} < [], ({a:1} < {b:0}), ({a:2} < {a:1,b:0})'
jq -nc '{} < [], ({a:1} < {b:0}), ({a:2} < {a:1,b:0})'

### jq -nc '"a" * 3, ("a" * 0), ({a:{b:1}} * {a:{c:2}}), [1,2,3] - [2], (10
jq -nc '"a" * 3, ("a" * 0), ({a:{b:1}} * {a:{c:2}}), [1,2,3] - [2], (10 / 4), (7 % 3), (-7 % 3), (5 % -2), (5.9 % 2.1), ("a,b" / ",")'

### jq -nc '1 % 0'
jq -nc '1 % 0'

### jq -nc '[1,2] * 2'
jq -nc '[1,2] * 2'

### jq -nc '-"a"'
jq -nc '-"a"'

### jq -nc '{} | sort'
jq -nc '{} | sort'

### jq -nc '1 | sort_by(.)'
jq -nc '1 | sort_by(.)'

### jq -nc '"x" | join(",")'
jq -nc '"x" | join(",")'

### jq -nc '[1,null,"a",true] | join("-")'
jq -nc '[1,null,"a",true] | join("-")'

### jq -nc '[[1]] | join(",")'
jq -nc '[[1]] | join(",")'

### jq -nc '{} | flatten'
jq -nc '{} | flatten'

### jq -nc '[1,[2]] | flatten(-1)'
jq -nc '[1,[2]] | flatten(-1)'

### jq -nc '"abc" | test("(")'
jq -nc '"abc" | test("(")'

### jq -nc '"abc" | test("a";"q")'
jq -nc '"abc" | test("a";"q")'

### jq -nc '"abc" | [match("(?<x>b)|(d)").captures]'
jq -nc '"abc" | [match("(?<x>b)|(d)").captures]'

### jq -nc '"abc" | match("(x)?b")'
jq -nc '"abc" | match("(x)?b")'

### jq -nc '{} | ascii_upcase'
jq -nc '{} | ascii_upcase'

### jq -nc '1 | explode'
jq -nc '1 | explode'

### jq -nc '"a" | implode'
jq -nc '"a" | implode'

### jq -nc '{}|tonumber'
jq -nc '{}|tonumber'

### jq -nc '1 | split(",")'
jq -nc '1 | split(",")'

### jq -nc '1 | startswith("a")'
jq -nc '1 | startswith("a")'

### jq -nc '{} | contains(1)'
jq -nc '{} | contains(1)'

### jq -nc '{a:[1,"xyz"]} | contains({a:["x"]})'
jq -nc '{a:[1,"xyz"]} | contains({a:["x"]})'

### jq -nc '1 | keys'
jq -nc '1 | keys'

### jq -nc '1 | to_entries'
jq -nc '1 | to_entries'

### jq -nc '[1] | from_entries'
jq -nc '[1] | from_entries'

### jq -nc '[{"k":"x","v":1},{"name":"y","value":2},{"Name":"z","Value":3},{
jq -nc '[{"k":"x","v":1},{"name":"y","value":2},{"Name":"z","Value":3},{"K":"w","V":4},{"key":false,"value":5},{"key":null,"value":1}] | from_entries'

### jq -nc '"a" | add'
jq -nc '"a" | add'

### jq -nc '[[1],[2]] | add'
jq -nc '[[1],[2]] | add'

### jq -nc '[{a:1},{b:2},{a:3}] | add'
jq -nc '[{a:1},{b:2},{a:3}] | add'

### jq -nc '["a","b",null] | add'
jq -nc '["a","b",null] | add'

### jq -nc '[1,"a"] | add'
jq -nc '[1,"a"] | add'

### jq -nc '1 | any'
jq -nc '1 | any'

### jq -nc '1 | first'
jq -nc '1 | first'

### jq -nc '1 | min'
jq -nc '1 | min'

### jq -nc '"2015-03-05T23:51:47Z" | strptime("%Y-%m-%dT%H:%M:%SZ"), fromdat
jq -nc '"2015-03-05T23:51:47Z" | strptime("%Y-%m-%dT%H:%M:%SZ"), fromdate'

### jq -nc '1425599621.25 | gmtime, todate'
jq -nc '1425599621.25 | gmtime, todate'

### jq -nc '"x" | mktime'
jq -nc '"x" | mktime'

### jq -nc '[1] | mktime'
jq -nc '[1] | mktime'

### jq -nc '@foo'
jq -nc '@foo'

### jq -nc '"\(1;2)"'
jq -nc '"\(1;2)"'

### jq -nc '{a:1} as {a:$x, b:[$y]} | [$x,$y]'
jq -nc '{a:1} as {a:$x, b:[$y]} | [$x,$y]'

### jq -nc '{a:1} as {$a, b:$c} | [$a,$c]'
jq -nc '{a:1} as {$a, b:$c} | [$a,$c]'

### jq -nc '[[1,2]] | .[] as [$a,$b] | {$a,$b}'
jq -nc '[[1,2]] | .[] as [$a,$b] | {$a,$b}'

### jq -nc '$__loc__'
jq -nc '$__loc__'

### jq -nc 'try error catch .'
jq -nc 'try error catch .'

### jq -nc '"a" | error'
jq -nc '"a" | error'

### jq -nc '{} | error'
jq -nc '{} | error'

### jq -nc 'error(null) // 1'
jq -nc 'error(null) // 1'

### jq -nc 'label $f | 1, break $f, 2'
jq -nc 'label $f | 1, break $f, 2'

### jq -nc 'break $x'
jq -nc 'break $x'

### jq -nc 'input'
jq -nc 'input'

### jq -nc '[inputs]'
jq -nc '[inputs]'

### jq -nc 'input_filename, input_line_number'
jq -nc 'input_filename, input_line_number'

### jq -nc '[1,2,3] | IN(2), IN(.[];2), (2|IN(1,2))'
jq -nc '[1,2,3] | IN(2), IN(.[];2), (2|IN(1,2))'

### jq -nc '{"a":[1,2,3]} | del(.a[0,1]), delpaths([["a",0],["a",2]]), to_en
jq -nc '{"a":[1,2,3]} | del(.a[0,1]), delpaths([["a",0],["a",2]]), to_entries'

### jq -nc '[1,2,3] | del(.[1:]), del(.[-1]), del(.[5]), del(.[0],.[1]), del
jq -nc '[1,2,3] | del(.[1:]), del(.[-1]), del(.[5]), del(.[0],.[1]), del(.[])'

### jq -nc '{"a":1} | delpaths(1)'
jq -nc '{"a":1} | delpaths(1)'

### jq -nc '{"a":1} | delpaths([1])'
jq -nc '{"a":1} | delpaths([1])'

### jq -nc 'null | setpath(["a",1,"b"];5), setpath([];1)'
jq -nc 'null | setpath(["a",1,"b"];5), setpath([];1)'

### jq -nc 'setpath("a";1)'
jq -nc 'setpath("a";1)'

### jq -nc '[3,1,2] | sort_by(-.), (.[1:] = [9,9,9]), (.[1:2] |= map(.*10)),
jq -nc '[3,1,2] | sort_by(-.), (.[1:] = [9,9,9]), (.[1:2] |= map(.*10)), (.[:1] += [7])'

### jq -nc '"nan" | fromjson'
jq -nc '"nan" | fromjson'

### jq -nc 'nan | tojson, tostring, . == ., . < ., ([nan]|sort), ([nan,1]|mi
jq -nc 'nan | tojson, tostring, . == ., . < ., ([nan]|sort), ([nan,1]|min)'

### jq -nc '@html "<\("&<>")>", @uri "\("a b")", @csv "\([1,"a"])", @tsv "\(
jq -nc '@html "<\("&<>")>", @uri "\("a b")", @csv "\([1,"a"])", @tsv "\(["a\tb"])", @sh "\("a b")", @base64 "\("x")", @base64d "\("eA==")", @json "\({a:1})", @text "\([1])"'

### jq -nc 'reduce empty as $x (1;2), (reduce (1,2) as [$a] (0;1))?'
jq -nc 'reduce empty as $x (1;2), (reduce (1,2) as [$a] (0;1))?'

### jq -nc '[if (true,false) then 1 else 2 end]'
jq -nc '[if (true,false) then 1 else 2 end]'

### jq -nc '[(true,false) and (true,false)], [(true,false) or (true,false)],
jq -nc '[(true,false) and (true,false)], [(true,false) or (true,false)], (null|not)'

### jq -nc '[(1,null,2) // 3], [(null,false) // (3,4)], [empty // 1]'
jq -nc '[(1,null,2) // 3], [(null,false) // (3,4)], [empty // 1]'

### jq -nc '{"a-b":1} | ."a-b", .["a-b"]'
jq -nc '{"a-b":1} | ."a-b", .["a-b"]'

### jq -nc '[1,2,3] | .[1,2], .[-1:], .[:-1], .[1.5], .[0:2.5]'
jq -nc '[1,2,3] | .[1,2], .[-1:], .[:-1], .[1.5], .[0:2.5]'

### jq -nc '"abcdef" | .[2:4], .[-2:], .[:1]'
jq -nc '"abcdef" | .[2:4], .[-2:], .[:1]'

### jq -nc '[1,2,1,2] | indices(1), indices([1,2]), index(2), rindex(2)'
jq -nc '[1,2,1,2] | indices(1), indices([1,2]), index(2), rindex(2)'

### jq -nc '"a,b,a"|indices("a"), index(","), rindex("a")'
jq -nc '"a,b,a"|indices("a"), index(","), rindex("a")'

### jq -nc '"a, b,c" | [splits(", *")], split(", *";null), [scan("[a-z]")],
jq -nc '"a, b,c" | [splits(", *")], split(", *";null), [scan("[a-z]")], [scan("([a-z])(,)?")], sub(",";"-"), gsub(", *";"-"), gsub("(?<l>[a-z])";"<\(.l)>"), [match("[a-z]";"g").string], capture("(?<first>[a-z])"), test("B";"i"), test(["B","i"]), ascii_upcase'

### jq -nc 'getpath(["a"]) = 3, (.a,.b) |= 5, (.a // "x"), (.[0],.[2]) = 1'
jq -nc 'getpath(["a"]) = 3, (.a,.b) |= 5, (.a // "x"), (.[0],.[2]) = 1'

### jq -nc '{} | .a += 1, .a *= 2, .a //= 3, .a.b |= 1, .a = (1,2), .a |= (1
jq -nc '{} | .a += 1, .a *= 2, .a //= 3, .a.b |= 1, .a = (1,2), .a |= (1,2), .a += (1,2)'

### jq -nc 'def f: def g: 3; g; f, (def f(x): x|x; 2|f(.*.)), (def fac: if .
jq -nc 'def f: def g: 3; g; f, (def f(x): x|x; 2|f(.*.)), (def fac: if . <= 1 then 1 else . * (.-1|fac) end; 10|fac)'

### jq -nc '[recurse(if . < 3 then .+1 else empty end)], ([0|recurse(.+1; .
jq -nc '[recurse(if . < 3 then .+1 else empty end)], ([0|recurse(.+1; . < 3)])'

### jq -nc '[1,[2,[3]]] | flatten, flatten(1), [..], getpath([1,1,0]), tostr
jq -nc '[1,[2,[3]]] | flatten, flatten(1), [..], getpath([1,1,0]), tostream'

### jq -nc '[tostream], fromstream(([1,[2]]|tostream)), [1|truncate_stream([
jq -nc '[tostream], fromstream(([1,[2]]|tostream)), [1|truncate_stream([[0],1],[[1,0],2],[[1,0]],[[1]])]'

### jq -nc '"x" as $x | "y" as $y | {$x,$y,"z":1,"a b":2,@base64 "k":3,"\($x
jq -nc '"x" as $x | "y" as $y | {$x,$y,"z":1,"a b":2,@base64 "k":3,"\($x)1":4}'

### jq -nc '[[0,1],[2,3]]|[combinations], ([0,1]|[combinations(2)]), ([[1],[
jq -nc '[[0,1],[2,3]]|[combinations], ([0,1]|[combinations(2)]), ([[1],[2,3]]|transpose), ([1,2]|[.[]|tostring]|add)'

### jq -nc '{} | .["a","b"] = 1'
jq -nc '{} | .["a","b"] = 1'

### jq -nc '[1,2,3]|bsearch(2),bsearch(4)'
jq -nc '[1,2,3]|bsearch(2),bsearch(4)'

### jq -nc '[1,2]|@sh, @csv, @tsv, @html, @json, @base64'
jq -nc '[1,2]|@sh, @csv, @tsv, @html, @json, @base64'

### jq -nc '{a:1,b:2} | map(.+1), map_values(.+1), map_values(empty), keys,
jq -nc '{a:1,b:2} | map(.+1), map_values(.+1), map_values(empty), keys, (to_entries|map(.key)), (with_entries(.key |= "x"+.)), length, has("a"), (.[]|.+1), del(.a), (.c=3), .["a"]'

### jq -nc '@text "a\(1,2)b\(3,4)"'
jq -nc '@text "a\(1,2)b\(3,4)"'

### jq -nc '"a b" | test("^b"), test("a$"), [match("^.";"g").string], test("
jq -nc '"a\nb" | test("^b"), test("a$"), [match("^.";"g").string], test("a.b"), test("a.b";"s")'

### jq -nc '[.[]?], (.a.b.c), (.a[0]?), (try .a.b catch "x")'
jq -nc '[.[]?], (.a.b.c), (.a[0]?), (try .a.b catch "x")'

### jq -nc '{"a":{"b":{"c":1}}} | [leaf_paths], (.. |= .), [..|scalars], (pa
jq -nc '{"a":{"b":{"c":1}}} | [leaf_paths], (.. |= .), [..|scalars], (paths(type == "number")), (to_entries[0].value), (tojson|fromjson)'

### jq -nc '[{"a":1,"b":2},{"a":1,"c":3},{"a":2}] | group_by(.a), unique_by(
jq -nc '[{"a":1,"b":2},{"a":1,"c":3},{"a":2}] | group_by(.a), unique_by(.a), map(has("b")), (map(.a)|unique), INDEX(.a), (map({(.a|tostring): .})|add), min_by(.a), max_by(.a)'

### jq -nc '[limit(5;range(100))], first(range(10)), [range(2;5)], [range(0;
jq -nc '[limit(5;range(100))], first(range(10)), [range(2;5)], [range(0;10;3)], [range(5;0;-2)]'

### jq -nc '"test" | ltrimstr("te"), rtrimstr("st"), startswith("t"), endswi
jq -nc '"test" | ltrimstr("te"), rtrimstr("st"), startswith("t"), endswith("t"), explode, (explode|implode), ascii_upcase, length, utf8bytelength, test("es"), .[1:2]'

### jq -nc '[1,2,3] | any(. > 2), all(. > 0), (map(select(. != 2))), first,
jq -nc '[1,2,3] | any(. > 2), all(. > 0), (map(select(. != 2))), first, last, nth(1), add/length, (add as $s | map(./$s*100|floor))'

### jq -nc '{"user":"x","titles":["a","b"]} | {user, title: .titles[]}, "\(.
jq -nc '{"user":"x","titles":["a","b"]} | {user, title: .titles[]}, "\(.user): \(.titles|join(", "))", (.titles|to_entries|map("\(.key)=\(.value)")|join("&")), @json "v=\(.)"'

### jq -nc '[{"n":"b","v":2},{"n":"a","v":1}] | sort_by(.n) | map("\(.n)\(.v
jq -nc '[{"n":"b","v":2},{"n":"a","v":1}] | sort_by(.n) | map("\(.n)\(.v)") | join(","), (map({(.n): .v})|add|to_entries|map(select(.value>1)))'

### jq -nc '. as [$a,$b] | $a'
jq -nc '. as [$a,$b] | $a'

### jq -nc '[[1,2],[3,4]] | .[] as [$a,$b] | $a*$b'
jq -nc '[[1,2],[3,4]] | .[] as [$a,$b] | $a*$b'

### jq -nc '[1,[2]] as [$a,[$b]] | $a+$b'
jq -nc '[1,[2]] as [$a,[$b]] | $a+$b'

### jq -nc '{"a":[{"b":1},{"b":2}]} | [.a[].b], (.a|map(.b)|add), (.a[1].b),
jq -nc '{"a":[{"b":1},{"b":2}]} | [.a[].b], (.a|map(.b)|add), (.a[1].b), [.a[]|select(.b>1)], (.a|length), (.a[0]|keys), ([.a[]|.b]|max)'

### jq -nc '"2024-01-15" | strptime("%Y-%m-%d") | mktime, todate'
jq -nc '"2024-01-15" | strptime("%Y-%m-%d") | mktime, todate'

### jq -nc '1705276800 | strftime("%a, %d %b %Y %H:%M:%S %Z"), todate, (gmti
jq -nc '1705276800 | strftime("%a, %d %b %Y %H:%M:%S %Z"), todate, (gmtime|mktime), strftime("%s %j %U")'

### jq -nc 'def addvalue(f): f as $x | map(. + $x); [[1,2],[10,20]] | addval
jq -nc 'def addvalue(f): f as $x | map(. + $x); [[1,2],[10,20]] | addvalue(.[0])'

### jq -nc '[1,2,3] as $arr | reduce $arr[] as $x (0; . + $x) | . * 10'
jq -nc '[1,2,3] as $arr | reduce $arr[] as $x (0; . + $x) | . * 10'

### jq -nc '[.[] | tostring]?, ([1,"1",[1]]|map(tostring)), ([1,"1",[1]]|map
jq -nc '[.[] | tostring]?, ([1,"1",[1]]|map(tostring)), ([1,"1",[1]]|map(tojson)), ("[1,2]"|fromjson|add)'

### jq -nc '"a" | if . == "a" then "x" elif . == "b" then "y" else "z" end'
jq -nc '"a" | if . == "a" then "x" elif . == "b" then "y" else "z" end'

### jq -nc 'try (null | error("boom")) catch "caught: \(.)"'
jq -nc 'try (null | error("boom")) catch "caught: \(.)"'

### jq -nc '[.a?, .b?] , ([1,2]|.[0] as $x | $x), (1 as $x | 2 as $y | [$x,$
jq -nc '[.a?, .b?] , ([1,2]|.[0] as $x | $x), (1 as $x | 2 as $y | [$x,$y,$x+$y])'

### jq -nc '$ENV | type'
jq -nc '$ENV | type'

### jq -nc 'env | has("HOME")'
jq -nc 'env | has("HOME")'

### jq -nc '"\u00e9" | @uri, length, utf8bytelength, explode'
jq -nc '"\u00e9" | @uri, length, utf8bytelength, explode'

### jq -nc '{"a":1} + {"b":2} * {"a":{"c":3}}'
jq -nc '{"a":1} + {"b":2} * {"a":{"c":3}}'

### jq -nc '{"k":{"a":1,"b":2}} * {"k":{"a":0,"c":3}}'
jq -nc '{"k":{"a":1,"b":2}} * {"k":{"a":0,"c":3}}'

### jq -nc '[3,1,2] | sort, sort_by(.), reverse, min, max, unique, (. - [1])
jq -nc '[3,1,2] | sort, sort_by(.), reverse, min, max, unique, (. - [1]), index(1), contains([3]), inside([1,2,3]), .[1:], .[:-1], length, add, any, all, @csv'

### jq -nc '[true,null,1,"a",[1],{"a":1},false] | sort, map(type), map(lengt
jq -nc '[true,null,1,"a",[1],{"a":1},false] | sort, map(type), map(length?), map(not)'

### jq -nc 'splits("a")'
jq -nc 'splits("a")'

### jq -nc '"abc" | sub("b";"X","Y"), [sub("(?<c>.)";"\(.c)1","\(.c)2")]'
jq -nc '"abc" | sub("b";"X","Y"), [sub("(?<c>.)";"\(.c)1","\(.c)2")]'

### jq -nc '"foo bar foo" | gsub("foo";"baz"), sub("foo$";"end"), gsub("\\s+
jq -nc '"foo bar foo" | gsub("foo";"baz"), sub("foo$";"end"), gsub("\\s+";"_"), [scan("o+")], [match("foo";"g")|.offset], ascii_upcase, (split(" ")|map(length)), test("FOO";"i"), gsub("(?<first>[a-z])(?<rest>[a-z]*)";"\(.first|ascii_upcase)\(.rest)")'

### jq -nc '"x" | ascii_downcase, @sh "echo \(.)", @base64, (@base64|@base64
jq -nc '"x" | ascii_downcase, @sh "echo \(.)", @base64, (@base64|@base64d)'

### jq -nc '[10,20,30] | to_entries | map(select(.key>0).value), (map(.key)|
jq -nc '[10,20,30] | to_entries | map(select(.key>0).value), (map(.key)|add)'

### jq -nc '[1,2,3,4] | .[1:3] = ["x"], del(.[1:3]), (.[2:] |= map(.+1)), (.
jq -nc '[1,2,3,4] | .[1:3] = ["x"], del(.[1:3]), (.[2:] |= map(.+1)), (.[0] |= .+10), first(.[]|select(.>2)), [.[]|if .%2==0 then "even" else "odd" end], (length as $n | add / $n), (map(. * .) | add | sqrt)'

### jq -nc 'until(. != null; 1), (0|until(. >= 100; . + 10)), [0|while(. < 3
jq -nc 'until(. != null; 1), (0|until(. >= 100; . + 10)), [0|while(. < 3; . + 1)], [limit(3; 1|repeat(. * 2))]'

### jq -nc 'getpath(["a","b","c"]), ([[1,2],[3]] | getpath([0,1])), ({"a":[1
jq -nc 'getpath(["a","b","c"]), ([[1,2],[3]] | getpath([0,1])), ({"a":[1]}|paths), ([1,[2]]|[paths]|length)'

### jq -nc 'input_line_number, ([splits("a";"b")]?), (null|length), ("" | le
jq -nc 'input_line_number, ([splits("a";"b")]?), (null|length), ("" | length), ([]|length)'

### jq -nc '{} | .a.b.c = 1 | .a.b.d = 2 | .x[2] = 1 | del(.a.b.c) | to_entr
jq -nc '{} | .a.b.c = 1 | .a.b.d = 2 | .x[2] = 1 | del(.a.b.c) | to_entries'

### jq -nc '[{"id":1,"tags":["a","b"]},{"id":2,"tags":["b"]}] | [.[] | .id a
jq -nc '[{"id":1,"tags":["a","b"]},{"id":2,"tags":["b"]}] | [.[] | .id as $i | .tags[] | {id:$i,tag:.}] | group_by(.tag) | map({tag: .[0].tag, ids: map(.id)})'

### jq -nc '"1,2,3" | split(",") | map(tonumber) | add'
jq -nc '"1,2,3" | split(",") | map(tonumber) | add'

### jq -nc '"key=val; k2=v2" | [splits("; ")] | map(split("=") | {(.[0]): .[
jq -nc '"key=val; k2=v2" | [splits("; ")] | map(split("=") | {(.[0]): .[1]}) | add'

### jq -nc '[range(10)] | map(select(. % 2 == 0)) | map(. * .) | {sum: add,
jq -nc '[range(10)] | map(select(. % 2 == 0)) | map(. * .) | {sum: add, count: length, max: max, list: .}'

### jq -nc '"line1 line2" | split(" "), (./" "), test("line2$"), length'
jq -nc '"line1\nline2" | split("\n"), (./"\n"), test("line2$"), length'

### jq -nc 'ltrimstr(1), (1|ltrimstr("a")), tojson, ([]|first), ([]|last), (
jq -nc 'ltrimstr(1), (1|ltrimstr("a")), tojson, ([]|first), ([]|last), ({}|keys), ({}|add), ([]|add), ([]|join(",")), ({}|length), ({}|to_entries)'

### printf '{"a":1} {"a":2} ' > f; jq .a f; jq -c . f f | wc -l; cat f | jq
printf '{"a":1}\n{"a":2}\n' > f; jq .a f; jq -c . f f | wc -l; cat f | jq .a -; jq -s 'map(.a)' -c f; jq -n '[inputs.a]' -c f; jq -c --arg v x '.b=$v' f; jq -rj .a f

### printf '{"a":1}' > f; jq . f | cat -A; jq -c . f nofile; echo $?
printf '{"a":1}' > f; jq . f | cat -A; jq -c . f nofile; echo $?

### printf 'ab ' | jq -R 'ascii_upcase'; printf 'a,b c,d ' | jq -R 'split(",
printf 'ab\n' | jq -R 'ascii_upcase'; printf 'a,b\nc,d\n' | jq -R 'split(",")' -c; printf 'a,b\n1,2\n' | jq -Rsc 'split("\n")|map(select(length>0)|split(","))'

### printf '1 2 3 ' | jq -s 'add'; seq 5 | jq -n '[inputs]|add'; seq 3 | jq
printf '1\n2\n3\n' | jq -s 'add'; seq 5 | jq -n '[inputs]|add'; seq 3 | jq 'input'; seq 4 | jq -c '[., input]'; echo $?

### echo '{"name":"x","list":[1,2]}' | jq -r '.name, .list[]'; echo '{"a":"x
echo '{"name":"x","list":[1,2]}' | jq -r '.name, .list[]'; echo '{"a":"x\ty"}' | jq -r .a; echo '"a"' | jq -r .; echo '["a","b"]' | jq -r '.[]'; echo '["a"]' | jq -r .

### echo '{"b":[3,1],"a":{"d":1,"c":2}}' | jq -S -c .; echo '{"b":1,"a":2}'
echo '{"b":[3,1],"a":{"d":1,"c":2}}' | jq -S -c .; echo '{"b":1,"a":2}' | jq -S 'keys_unsorted' -c; echo '{"b":1,"a":2}' | jq -Sc 'to_entries'

### jq -n '{"a":1}' | jq .a; jq -nr '@text'; jq -n --argjson x 1 '$x+1'; jq
jq -n '{"a":1}' | jq .a; jq -nr '@text'; jq -n --argjson x 1 '$x+1'; jq -n --argjson x '{' '$x'; echo $?; jq -n --arg x; echo $?; jq --foo; echo $?

### jq -n '$ARGS' -c --args a b; jq -nc '$ARGS' --arg x 1 --args a; jq -nc '
jq -n '$ARGS' -c --args a b; jq -nc '$ARGS' --arg x 1 --args a; jq -nc '[$x,$y]' --arg x 1 --arg y 2; jq -n '$named'; echo $?

### jq -e .a <<< '{"a":false}'; echo $?; jq -e .a <<< '{"a":0}'; echo $?; jq
jq -e .a <<< '{"a":false}'; echo $?; jq -e .a <<< '{"a":0}'; echo $?; jq -e '.[]' <<< '[]'; echo $?; jq -e 'error("x")' <<< 1; echo $?

### echo '{"a":[1,2,{"b":null}]}' | jq --tab .; echo '[]' | jq .; echo '{}'
echo '{"a":[1,2,{"b":null}]}' | jq --tab .; echo '[]' | jq .; echo '{}' | jq .; echo '[[],{}]' | jq .; echo '[1,[2]]' | jq --indent 3 .

### echo '[{"a":1},{"a":2}]' | jq -c '.[]' | jq -s . -c; echo '{"a":1}' | jq
echo '[{"a":1},{"a":2}]' | jq -c '.[]' | jq -s . -c; echo '{"a":1}' | jq 'if .a == 1 then "one" else "other" end'; echo '[1,2,3]' | jq '.[] | select(. > 1)'; echo '"x"' | jq '{(.):1}' -c

### echo '{"a":1} {"b":2}' | jq -c .; echo '1 "a" null true' | jq -c .; prin
echo '{"a":1} {"b":2}' | jq -c .; echo '1 "a" null true' | jq -c .; printf '1\n\n\n2' | jq .; printf '' | jq .; echo $?; printf '   \n' | jq .; echo $?

### cat > p.jq <<< 'def inc: .+1; map(inc)'; echo '[1,2]' | jq -c -f p.jq; e
cat > p.jq <<< 'def inc: .+1; map(inc)'; echo '[1,2]' | jq -c -f p.jq; echo '[1,2]' | jq -f p.jq -c; jq -n -f nofile; echo $?; printf '#!/usr/bin/jq -f\n# c\n.a\n' > q; echo '{"a":5}' | jq -f q

### curl_out='{"items":[{"id":1,"name":"a","price":9.5},{"id":2,"name":"b","
curl_out='{"items":[{"id":1,"name":"a","price":9.5},{"id":2,"name":"b","price":20}]}'; echo "$curl_out" | jq -r '.items[] | [.id,.name,.price] | @tsv'; echo "$curl_out" | jq '[.items[].price] | add'; echo "$curl_out" | jq -c '.items |= map(select(.price > 10))'; echo "$curl_out" | jq -r '.items | length as $n | "count: \($n)"'; echo "$curl_out" | jq -c '[.items[] | {(.name): .price}] | add'

### echo '[1,2,3]' | jq -c 'map(tostring) | join("-"), (.[0] as $x | $x), ([
echo '[1,2,3]' | jq -c 'map(tostring) | join("-"), (.[0] as $x | $x), ([.[] | . * 2] | @csv)'; echo '{"a":{"b":[1,2]}}' | jq -c '[paths | map(tostring) | join(".")]'; echo '{"a":1,"b":null}' | jq -c 'with_entries(select(.value != null)), del(..|nulls), (.. |= (if . == null then "x" else . end))'

### echo '{"a":"1"}' | jq '.a|tonumber + 1'; echo '{"ts":1700000000}' | jq -
echo '{"a":"1"}' | jq '.a|tonumber + 1'; echo '{"ts":1700000000}' | jq -r '.ts|todate, (.ts? // "none")' ; echo '"2023-11-14T22:13:20Z"' | jq fromdate; echo 1700000000 | jq -r 'strftime("%Y/%m/%d %H:%M")'; echo '"14/11/2023"' | jq -c 'strptime("%d/%m/%Y")'
### computed numbers
jq -c 'map(.+0)' <<< '[1e15,1e16,1e17,1e-5,0.0001,0.00001234,1.5e300,3.0,1.10,0.1,1e2,12345678901,123456789012345678,1e18,1.1e-7,5e-324,1e1000]'; jq -n '1/3, 10/2, 5%3, -1, 0.1+0.2, (infinite,-infinite), ([nan]|tojson)'
### literals in arithmetic
jq -c '.[0]+1, .[1]*2, -.[0], (.[0]|floor), .[0]==1, (.[1]|sqrt), (.[.[0]]+0), (.[2.0]+0), ([.[0]]|inside([1,2])), (.[0]|type), ([limit(.[2];1,2,3)]), (map(.+0)|add), range(.[2]), (.[0]|todate), ({a:.[0]}=={a:1})' <<< '[1.0,4.00,2.0]'
