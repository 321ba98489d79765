package jq

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// prelude holds what is defined in the language itself.
var prelude = map[string]string{
	"add/1":                  `def add(f): reduce f as $x (null; . + $x);`,
	"map_values/1":           `def map_values(f): .[] |= f;`,
	"recurse/2":              `def recurse(f; cond): def r: ., (f | select(cond) | r); r;`,
	"recurse_down/0":         `def recurse_down: recurse;`,
	"values/0":               `def values: select(. != null);`,
	"nulls/0":                `def nulls: select(. == null);`,
	"booleans/0":             `def booleans: select(type == "boolean");`,
	"numbers/0":              `def numbers: select(type == "number");`,
	"strings/0":              `def strings: select(type == "string");`,
	"arrays/0":               `def arrays: select(type == "array");`,
	"objects/0":              `def objects: select(type == "object");`,
	"iterables/0":            `def iterables: select(type|. == "array" or . == "object");`,
	"scalars/0":              `def scalars: select(type|. != "array" and . != "object");`,
	"finites/0":              `def finites: select(isinfinite or isnan | not);`,
	"normals/0":              `def normals: select(isnormal);`,
	"paths/0":                `def paths: path(..) | select(length > 0);`,
	"paths/1":                `def paths(node_filter): . as $dot | paths | select(. as $p | $dot | getpath($p) | node_filter);`,
	"leaf_paths/0":           `def leaf_paths: paths(scalars);`,
	"any/0":                  `def any: any(.[]; .);`,
	"all/0":                  `def all: all(.[]; .);`,
	"any/1":                  `def any(f): any(.[]; f);`,
	"all/1":                  `def all(f): all(.[]; f);`,
	"first/0":                `def first: .[0];`,
	"last/0":                 `def last: .[-1];`,
	"last/1":                 `def last(f): reduce f as $x (null; $x);`,
	"nth/1":                  `def nth($n): .[$n];`,
	"nth/2":                  `def nth($n; f): if $n < 0 then error("nth doesn't support negative indices") else last(limit($n + 1; f)) end;`,
	"skip/2":                 `def skip($n; f): if $n > 0 then foreach f as $x ($n; . - 1; if . < 0 then $x else empty end) else f end;`,
	"until/2":                `def until(cond; update): def _until: if cond then . else (update | _until) end; _until;`,
	"while/2":                `def while(cond; update): def _while: if cond then ., (update | _while) else empty end; _while;`,
	"in/1":                   `def in(xs): . as $x | xs | has($x);`,
	"inside/1":               `def inside(xs): . as $x | xs | contains($x);`,
	"with_entries/1":         `def with_entries(f): to_entries | map(f) | from_entries;`,
	"from_entries/0":         `def from_entries: reduce .[] as $e ({}; . + {($e | if .key == null then .k // .name // .Name // .K // .Key else .key end | if type == "string" then . elif type == "null" then error("Cannot use null (null) as object key") else tojson end): ($e | if has("value") then .value elif has("v") then .v else .Value end)});`,
	"walk/1":                 `def walk(f): def w: if type == "object" then map_values(w) elif type == "array" then map(w) else . end | f; w;`,
	"env/1":                  `def env(f): env | f;`,
	"combinations/0":         `def combinations: if length == 0 then [] else .[0][] as $x | (.[1:] | combinations) as $w | [$x] + $w end;`,
	"combinations/1":         `def combinations(n): . as $dot | [range(n)] | map($dot) | combinations;`,
	"ascii/0":                `def ascii: [.] | implode;`,
	"todate/0":               `def todate: strftime("%Y-%m-%dT%H:%M:%SZ");`,
	"fromdateiso8601/0":      `def fromdateiso8601: strptime("%Y-%m-%dT%H:%M:%SZ") | mktime;`,
	"todateiso8601/0":        `def todateiso8601: strftime("%Y-%m-%dT%H:%M:%SZ");`,
	"fromdate/0":             `def fromdate: fromdateiso8601;`,
	"date/0":                 `def date: todate;`,
	"dateadd/2":              `def dateadd(u; n): . + n;`,
	"datesub/2":              `def datesub(u; n): . - n;`,
	"tostream/0":             `def tostream: path(def r: (.[]?|r), .; r) as $p | getpath($p) | reduce path(.[]?) as $q ([$p, .]; [$p + $q]);`,
	"fromstream/1":           `def fromstream(f): {x: null, e: false} as $init | foreach f as $i ($init; if .e then $init else . end | if $i | length == 2 then setpath(["e"]; $i[0] | length == 0) | setpath(["x"] + $i[0]; $i[1]) else setpath(["e"]; $i[0] | length == 1) end; if .e then .x else empty end);`,
	"truncate_stream/1":      `def truncate_stream(stream): . as $n | null | stream | . as $input | if (.[0] | length) > $n then setpath([0]; .[0][$n:]) else empty end;`,
	"INDEX/1":                `def INDEX(idx_expr): INDEX(.[]; idx_expr);`,
	"INDEX/2":                `def INDEX(stream; idx_expr): reduce stream as $row ({}; .[$row | idx_expr | tostring] |= $row);`,
	"IN/1":                   `def IN(s): any(s == .; .);`,
	"IN/2":                   `def IN(src; s): any(src == s; .);`,
	"test/1":                 `def test($re): test($re; null);`,
	"match/1":                `def match($re): match($re; null);`,
	"match/2":                `def match($re; $flags): _match($re; $flags; false) | .[];`,
	"test/2":                 `def test($re; $flags): _match($re; $flags; true);`,
	"capture/1":              `def capture($re): capture($re; null);`,
	"capture/2":              `def capture($re; $flags): match($re; $flags) | [.captures[] | select(.name != null) | {key: .name, value: .string}] | from_entries;`,
	"scan/1":                 `def scan($re): scan($re; null);`,
	"scan/2":                 `def scan($re; $flags): match($re; "g" + $flags) | if (.captures | length) > 0 then [.captures[].string] else .string end;`,
	"splits/1":               `def splits($re): splits($re; null);`,
	"splits/2":               `def splits($re; $flags): split($re; $flags) | .[];`,
	"pick/1":                 `def pick(pathexps): . as $top | reduce path(pathexps) as $p (null; setpath($p; $top | getpath($p)));`,
	"halt_error/1":           `def halt_error($status): _halt_error($status);`,
	"toarray/0":              `def toarray: if type == "array" then . else [.] end;`,
	"abs/0":                  `def abs: if type == "number" and . < 0 then -. elif type == "number" then . else error("\(type) (\(tojson)) has no absolute value") end;`,
	"have_decnum/0":          `def have_decnum: true;`,
	"have_literal_numbers/0": `def have_literal_numbers: true;`,
	"join/1":                 `def join($x): reduce .[] as $i (null; (if . == null then "" else . + $x end) + (if $i == null then "" elif ($i | type) == "boolean" or ($i | type) == "number" then $i | tojson else $i end)) // "";`,
	"flatten/0":              `def flatten: _flatten(1e9);`,
	"flatten/1":              `def flatten($depth): if $depth < 0 then error("flatten depth must not be negative") else _flatten($depth) end;`,
}

// functions are the builtins of their input and their arguments' values.
var functions map[string]func(m *machine, v any, a []any) (any, error)

func text1(what string, f func(string) any) func(*machine, any, []any) (any, error) {
	return func(_ *machine, v any, _ []any) (any, error) {
		s, ok := v.(string)
		if !ok {
			return nil, fail("%s", what)
		}
		return f(s), nil
	}
}

func length(v any) (any, error) {
	switch v := floated(v).(type) {
	case nil:
		return 0.0, nil
	case float64:
		return math.Abs(v), nil
	case string:
		return float64(codepoints(v)), nil
	case []any:
		return float64(len(v)), nil
	case *object:
		return float64(len(v.vals)), nil
	}
	return nil, fail("%s has no length", brief(v))
}

func keysOf(v any, sorted bool) (any, error) {
	var list []any
	switch v := v.(type) {
	case *object:
		keys := v.keys()
		if sorted {
			keys = v.sortedKeys()
		}
		list = make([]any, len(keys))
		for i, k := range keys {
			list[i] = k
		}
	case []any:
		list = make([]any, len(v))
		for i := range v {
			list[i] = float64(i)
		}
	default:
		return nil, fail("%s has no keys", brief(v))
	}
	return list, nil
}

func has(v, k any) (any, error) {
	switch x := v.(type) {
	case *object:
		if s, ok := k.(string); ok {
			_, ok := x.get(s)
			return ok, nil
		}
	case []any:
		if n, ok := floated(k).(float64); ok {
			return n >= 0 && n < float64(len(x)), nil
		}
	}
	return nil, fail("Cannot check whether %s has a %s key", kindOf(v), kindOf(k))
}

func contains(a, b any) (bool, error) {
	switch x := a.(type) {
	case *object:
		if y, ok := b.(*object); ok {
			for i, k := range y.keys() {
				v, ok := x.get(k)
				if !ok {
					return false, nil
				}
				if ok, err := contains(v, y.vals[i]); err != nil || !ok {
					return false, err
				}
			}
			return true, nil
		}
	case []any:
		if y, ok := b.([]any); ok {
			for _, w := range y {
				found := false
				for _, v := range x {
					if kindOf(v) != kindOf(w) {
						continue
					}
					ok, err := contains(v, w)
					if err != nil {
						return false, err
					}
					if ok {
						found = true
						break
					}
				}
				if !found {
					return false, nil
				}
			}
			return true, nil
		}
	case string:
		if y, ok := b.(string); ok {
			return strings.Contains(x, y), nil
		}
	}
	if kindOf(a) == kindOf(b) {
		return equal(a, b), nil
	}
	return false, fail("%s and %s cannot have their containment checked", brief(a), brief(b))
}

func flatten(list []any, v any, depth float64) []any {
	iterate(v, func(_, x any) error {
		if a, ok := x.([]any); ok && depth > 0 {
			list = flatten(list, a, depth-1)
		} else {
			list = append(list, x)
		}
		return nil
	})
	return list
}

// array takes v for an array.
func sortable(v any, what string) ([]any, error) {
	if a, ok := v.([]any); ok {
		return a, nil
	}
	return nil, fail("%s cannot be %s, as it is not an array", brief(v), what)
}

// where returns the places of x in v, for index and its kind; nil for null.
func where(v, x any) (any, error) {
	switch v := v.(type) {
	case nil:
		return nil, nil
	case string:
		s, ok := x.(string)
		if !ok {
			break
		}
		if s == "" {
			return nil, nil
		}
		list := []any{}
		for i := 0; ; {
			k := strings.Index(v[i:], s)
			if k < 0 {
				return list, nil
			}
			list = append(list, float64(i+k))
			i += k + 1
		}
	case []any:
		if a, ok := x.([]any); ok {
			return indices(v, a), nil
		}
		return indices(v, []any{x}), nil
	}
	return index(v, x)
}

func init() {
	type fn = func(m *machine, v any, a []any) (any, error)
	value := func(f func(v any) (any, error)) fn {
		return func(_ *machine, v any, _ []any) (any, error) { return f(v) }
	}
	functions = map[string]fn{
		"length/0": value(length),
		"utf8bytelength/0": value(func(v any) (any, error) {
			s, ok := v.(string)
			if !ok {
				return nil, fail("%s only strings have UTF-8 byte length", brief(v))
			}
			return float64(len(s)), nil
		}),
		"keys/0":          value(func(v any) (any, error) { return keysOf(v, true) }),
		"keys_unsorted/0": value(func(v any) (any, error) { return keysOf(v, false) }),
		"type/0":          value(func(v any) (any, error) { return kindOf(v), nil }),
		"tojson/0":        value(func(v any) (any, error) { return string(encode(v)), nil }),
		"tostring/0":      value(func(v any) (any, error) { return toString(v), nil }),
		"fromjson/0": value(func(v any) (any, error) {
			s, ok := v.(string)
			if !ok {
				return nil, fail("%s cannot be parsed as JSON", brief(v))
			}
			return parseText(s)
		}),
		"tonumber/0": value(func(v any) (any, error) {
			switch x := v.(type) {
			case float64, *decimal:
				return x, nil
			case string:
				n, err := parseText(x)
				if err != nil {
					return nil, err
				}
				if kindOf(n) == "number" {
					return n, nil
				}
			}
			return nil, fail("%s cannot be parsed as a number", brief(v))
		}),
		"add/0": value(func(v any) (any, error) {
			var acc any
			var b strings.Builder // of texts
			flush := func() {
				if b.Len() > 0 {
					acc, _ = add(acc, b.String())
					b.Reset()
				}
			}
			var list []any // of arrays
			err := iterate(v, func(_, x any) error {
				switch x := x.(type) {
				case string:
					if s, ok := acc.(string); list == nil && (ok || acc == nil) {
						if b.Len() == 0 {
							b.WriteString(s)
							acc = ""
						}
						b.WriteString(x)
						return nil
					}
				case []any:
					if acc == nil && list == nil {
						list = slices.Clone(x)
						return nil
					}
					if list != nil {
						list = append(list, x...)
						return nil
					}
				case *object:
					if o, ok := acc.(*object); ok {
						// This one is nobody else's.
						for i, k := range x.keys() {
							o.put(k, x.vals[i])
						}
						return nil
					}
					if acc == nil && list == nil {
						acc = x.clone(len(x.vals))
						return nil
					}
				}
				if list != nil {
					if x == nil {
						return nil
					}
					acc, list = list, nil
				}
				if b.Len() > 0 {
					acc = b.String()
					b.Reset()
				}
				var err error
				acc, err = add(acc, x)
				return err
			})
			if list != nil {
				acc = list
			}
			if b.Len() > 0 {
				acc = ""
				flush()
			}
			return acc, err
		}),
		"has/1":      func(_ *machine, v any, a []any) (any, error) { return has(v, a[0]) },
		"contains/1": func(_ *machine, v any, a []any) (any, error) { return contains(v, a[0]) },
		"to_entries/0": value(func(v any) (any, error) {
			switch v.(type) {
			case []any, *object:
			default:
				return nil, fail("%s has no keys", brief(v))
			}
			list := []any{}
			names := &table{keys: []string{"key", "value"}}
			iterate(v, func(k, x any) error {
				list = append(list, &object{names, []any{k, x}})
				return nil
			})
			return list, nil
		}),
		"_flatten/1": func(_ *machine, v any, a []any) (any, error) {
			switch v.(type) {
			case []any, *object:
			default:
				return nil, fail("Cannot iterate over %s", brief(v))
			}
			depth, ok := floated(a[0]).(float64)
			if !ok {
				return nil, fail("flatten depth must not be negative")
			}
			return flatten([]any{}, v, depth), nil
		},
		"sort/0": value(func(v any) (any, error) {
			a, err := sortable(v, "sorted")
			if err != nil {
				return nil, err
			}
			b := slices.Clone(a)
			slices.SortStableFunc(b, compare)
			return append([]any{}, b...), nil
		}),
		"group/0": value(func(v any) (any, error) {
			a, err := sortable(v, "grouped")
			if err != nil {
				return nil, err
			}
			return orderBy("group_by", a, a), nil
		}),
		"unique/0": value(func(v any) (any, error) {
			a, err := sortable(v, "sorted")
			if err != nil {
				return nil, err
			}
			return orderBy("unique_by", a, a), nil
		}),
		"min/0": value(func(v any) (any, error) { return extreme(v, "min_by") }),
		"max/0": value(func(v any) (any, error) { return extreme(v, "max_by") }),
		"reverse/0": value(func(v any) (any, error) {
			switch x := v.(type) {
			case nil:
				return []any{}, nil
			case []any:
				b := append([]any{}, x...)
				slices.Reverse(b)
				return b, nil
			case string:
				r := []rune(x)
				slices.Reverse(r)
				return string(r), nil
			case *object:
				if len(x.vals) == 0 {
					return []any{}, nil
				}
				return nil, fail("Cannot index object with number")
			}
			n, err := length(v)
			if err != nil {
				return nil, err
			}
			if n == 0.0 {
				return []any{}, nil
			}
			return nil, fail("Cannot index %s with number", kindOf(v))
		}),
		"transpose/0": value(func(v any) (any, error) {
			rows, ok := v.([]any)
			if !ok {
				return nil, fail("Cannot iterate over %s", brief(v))
			}
			width := 0
			for _, r := range rows {
				n, err := length(r)
				if err != nil {
					return nil, err
				}
				width = max(width, int(floated(n).(float64)))
			}
			out := []any{}
			for i := range width {
				line := make([]any, len(rows))
				for k, r := range rows {
					var err error
					if line[k], err = index(r, float64(i)); err != nil {
						return nil, err
					}
				}
				out = append(out, line)
			}
			return out, nil
		}),
		"bsearch/1": func(_ *machine, v any, a []any) (any, error) {
			list, err := sortable(v, "searched from")
			if err != nil {
				return nil, err
			}
			i, ok := slices.BinarySearchFunc(list, a[0], compare)
			if !ok {
				return float64(-1 - i), nil
			}
			return float64(i), nil
		},
		"explode/0": text1("explode input must be a string", func(s string) any {
			list := []any{}
			for _, r := range s {
				list = append(list, float64(r))
			}
			return list
		}),
		"implode/0": value(func(v any) (any, error) {
			list, ok := v.([]any)
			if !ok {
				return nil, fail("implode input must be an array")
			}
			var b strings.Builder
			for _, x := range list {
				n, ok := floated(x).(float64)
				if !ok {
					return nil, fail("Unicode codepoint must be numeric")
				}
				if r := rune(n); n >= 0 && n <= unicode.MaxRune && utf8.ValidRune(r) {
					b.WriteRune(r)
				} else {
					b.WriteRune(utf8.RuneError)
				}
			}
			return b.String(), nil
		}),
		"ascii_downcase/0": text1("explode input must be a string", func(s string) any { return mapASCII(s, 'A', 'Z') }),
		"ascii_upcase/0":   text1("explode input must be a string", func(s string) any { return mapASCII(s, 'a', 'z') }),
		"ltrimstr/1": func(_ *machine, v any, a []any) (any, error) {
			s, ok1 := v.(string)
			t, ok2 := a[0].(string)
			if ok1 && ok2 {
				return strings.TrimPrefix(s, t), nil
			}
			return v, nil
		},
		"rtrimstr/1": func(_ *machine, v any, a []any) (any, error) {
			s, ok1 := v.(string)
			t, ok2 := a[0].(string)
			if ok1 && ok2 {
				return strings.TrimSuffix(s, t), nil
			}
			return v, nil
		},
		"startswith/1": func(_ *machine, v any, a []any) (any, error) {
			s, ok1 := v.(string)
			t, ok2 := a[0].(string)
			if !ok1 || !ok2 {
				return nil, fail("startswith() requires string inputs")
			}
			return strings.HasPrefix(s, t), nil
		},
		"endswith/1": func(_ *machine, v any, a []any) (any, error) {
			s, ok1 := v.(string)
			t, ok2 := a[0].(string)
			if !ok1 || !ok2 {
				return nil, fail("endswith() requires string inputs")
			}
			return strings.HasSuffix(s, t), nil
		},
		"trim/0":  text1("trim input must be a string", func(s string) any { return strings.TrimSpace(s) }),
		"ltrim/0": text1("trim input must be a string", func(s string) any { return strings.TrimLeftFunc(s, unicode.IsSpace) }),
		"rtrim/0": text1("trim input must be a string", func(s string) any { return strings.TrimRightFunc(s, unicode.IsSpace) }),
		"split/1": func(_ *machine, v any, a []any) (any, error) {
			s, ok1 := v.(string)
			t, ok2 := a[0].(string)
			if !ok1 || !ok2 {
				return nil, fail("split input and separator must be strings")
			}
			return split(s, t), nil
		},
		"index/1": func(_ *machine, v any, a []any) (any, error) {
			l, err := where(v, a[0])
			if err != nil {
				return nil, err
			}
			return index(l, 0.0)
		},
		"rindex/1": func(_ *machine, v any, a []any) (any, error) {
			l, err := where(v, a[0])
			if err != nil {
				return nil, err
			}
			return index(l, -1.0)
		},
		"indices/1": func(_ *machine, v any, a []any) (any, error) { return where(v, a[0]) },
		"setpath/2": func(_ *machine, v any, a []any) (any, error) {
			p, ok := a[0].([]any)
			if !ok {
				return nil, fail("Path must be specified as an array")
			}
			return setPath(v, p, a[1])
		},
		"delpaths/1": func(_ *machine, v any, a []any) (any, error) {
			p, ok := a[0].([]any)
			if !ok {
				return nil, fail("Paths must be specified as an array")
			}
			return deletePaths(v, p)
		},
		"_halt_error/1": func(_ *machine, v any, a []any) (any, error) {
			n, ok := floated(a[0]).(float64)
			if !ok {
				return nil, fail("halt_error/1: number required")
			}
			return nil, &halt{v, true, int(n)}
		},
		"infinite/0":   value(func(any) (any, error) { return math.Inf(1), nil }),
		"nan/0":        value(func(any) (any, error) { return math.NaN(), nil }),
		"isinfinite/0": numeric(func(n float64) any { return math.IsInf(n, 0) }),
		"isnan/0":      numeric(func(n float64) any { return math.IsNaN(n) }),
		"isnormal/0": numeric(func(n float64) any {
			return !math.IsNaN(n) && !math.IsInf(n, 0) && math.Abs(n) >= 0x1p-1022
		}),
		"_match/3":    matchFunction,
		"split/2":     splitFunction,
		"strftime/1":  strftimeFunction,
		"strptime/1":  strptimeFunction,
		"mktime/0":    mktimeFunction,
		"gmtime/0":    gmtimeFunction,
		"localtime/0": localtimeFunction,
		"strflocaltime/1": func(m *machine, v any, a []any) (any, error) {
			return formatDate(m, v, a[0], m.p.Zone(), "strflocaltime")
		},
		"frexp/0": numeric(func(n float64) any {
			f, e := math.Frexp(n)
			return []any{f, float64(e)}
		}),
		"modf/0": numeric(func(n float64) any {
			i, f := math.Modf(n)
			return []any{f, i}
		}),
		"lgamma_r/0": numeric(func(n float64) any {
			f, s := math.Lgamma(n)
			return []any{f, float64(s)}
		}),
	}
	for name, f := range mathFunctions {
		functions[name+"/0"] = numeric(func(n float64) any { return f(n) })
	}
	for name, f := range math2Functions {
		functions[name+"/2"] = func(_ *machine, _ any, a []any) (any, error) {
			x, ok1 := floated(a[0]).(float64)
			y, ok2 := floated(a[1]).(float64)
			if !ok1 {
				return nil, fail("%s number required", brief(a[0]))
			}
			if !ok2 {
				return nil, fail("%s number required", brief(a[1]))
			}
			return f(x, y), nil
		}
	}
	functions["fma/3"] = func(_ *machine, _ any, a []any) (any, error) {
		x, ok1 := floated(a[0]).(float64)
		y, ok2 := floated(a[1]).(float64)
		z, ok3 := floated(a[2]).(float64)
		if !ok1 || !ok2 || !ok3 {
			return nil, fail("fma requires numbers")
		}
		return math.FMA(x, y, z), nil
	}
}

func extreme(v any, by string) (any, error) {
	a, ok := v.([]any)
	if !ok {
		return nil, fail("%s and %s cannot be iterated over", brief(v), brief(v))
	}
	return orderBy(by, a, a), nil
}

func mapASCII(s string, from, to byte) string {
	b := []byte(s)
	for i, c := range b {
		if c >= from && c <= to {
			b[i] = c ^ 32
		}
	}
	return string(b)
}

func numeric(f func(float64) any) func(*machine, any, []any) (any, error) {
	return func(_ *machine, v any, _ []any) (any, error) {
		n, ok := floated(v).(float64)
		if !ok {
			return nil, fail("%s number required", brief(v))
		}
		return f(n), nil
	}
}

var mathFunctions = map[string]func(float64) float64{
	"floor": math.Floor, "ceil": math.Ceil, "round": math.Round, "trunc": math.Trunc, "rint": math.RoundToEven, "nearbyint": math.RoundToEven,
	"sqrt": math.Sqrt, "cbrt": math.Cbrt, "fabs": math.Abs, "exp": math.Exp, "exp2": math.Exp2, "expm1": math.Expm1, "log": math.Log, "log2": math.Log2,
	"log10": math.Log10, "log1p": math.Log1p, "sin": math.Sin, "cos": math.Cos, "tan": math.Tan, "asin": math.Asin, "acos": math.Acos, "atan": math.Atan,
	"sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh, "asinh": math.Asinh, "acosh": math.Acosh, "atanh": math.Atanh,
	"tgamma": math.Gamma, "j0": math.J0, "j1": math.J1, "y0": math.Y0, "y1": math.Y1, "logb": math.Logb,
	"exp10": func(n float64) float64 { return math.Pow(10, n) },
	"pow10": func(n float64) float64 { return math.Pow(10, n) },
	"gamma": func(n float64) float64 { f, _ := math.Lgamma(n); return f },
	"lgamma": func(n float64) float64 {
		f, _ := math.Lgamma(n)
		return f
	},
	"significand": func(n float64) float64 {
		if n == 0 || math.IsInf(n, 0) || math.IsNaN(n) {
			return n
		}
		f, _ := math.Frexp(n)
		return f * 2
	},
}

var math2Functions = map[string]func(x, y float64) float64{
	"pow": math.Pow, "atan2": math.Atan2, "fmod": math.Mod, "fmin": math.Min, "fmax": math.Max, "fdim": math.Dim, "hypot": math.Hypot,
	"copysign": math.Copysign, "drem": math.Remainder, "nextafter": math.Nextafter, "nexttoward": math.Nextafter,
	"ldexp":   func(x, y float64) float64 { return math.Ldexp(x, int(y)) },
	"scalb":   func(x, y float64) float64 { return x * math.Exp2(y) },
	"scalbln": func(x, y float64) float64 { return math.Ldexp(x, int(y)) },
}
