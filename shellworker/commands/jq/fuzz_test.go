package jq

import (
	"bytes"
	"encoding/json"
	"io"
	"testing"
)

// FuzzParse compiles programs: none may panic, and what compiles can be run
// for a path or a value by construction.
func FuzzParse(f *testing.F) {
	for _, s := range []string{
		`.a.b[1:2]? // "x\(1+2)" | {a, $x, "b": (1,2)}`, `def f(g; $x): g | . + $x; f(.a; 1) as [$a, {b: $c}] ?// $a | $a`,
		`reduce .[] as $x (0; . + $x) | foreach range(3) as $i (.; .; [$i])`, `label $out | try error catch break $out`, `if . then 1 elif 2 then 3 else 4 end`,
		`.. |= (.a += 1 | del(.b))`, `@json "x\(.)" , @sh`, `-1 - -.a`, `import "a" as a; a::f`, `"\u00e9\ud83d"`, `.[`, `{`, `"\(`, `. as`,
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		m, err := parse(src)
		if err != nil {
			return
		}
		c := &compiler{src: src, prelude: map[string]*definition{}, loader: &loader{dirs: []string{}}}
		m.imports = nil
		s, _, depth := c.module(m, nil, nil, 0, "")
		if m.body != nil {
			c.compile(m.body, s, depth).paths()
		}
	})
}

// FuzzDecode reads texts; those that are JSON must be read, and come out as
// JSON that means the same.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{`{"a":[1,-2.5e3,"x\n\u00e9",true,null]}`, `[1 2]`, `{"a":1,"b":{"a":2}} {"b":1}`, `"\ud800"`, `tru`, `[,]`, "\ufeff1", `{"a":1,"a":2}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		d := &decoder{r: bytes.NewReader(b)}
		v, err := d.Next()
		for n := 0; err == nil && n < 100; n++ {
			if out := encode(v); !json.Valid(out) {
				t.Fatalf("%q gives %q", b, out)
			}
			v, err = d.Next()
		}
		var want any
		if json.Unmarshal(b, &want) == nil && err != io.EOF && !bytes.Contains(b, []byte(`\u`)) {
			t.Fatalf("%q: %v", b, err)
		}
	})
}
