package jq

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// A reduce that changes what it made where it is makes what one that copies does.
func TestLinear(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	path := func() string {
		p := pick(".a", ".b", ".c", ".", ".a.x", ".b[0]", ".a[1]", `.[$k]`, `.a[$k]`, ".b[$i]", ".l[$i]", ".l", "(.a,.b)", ".[]?", ".l[]?", ".l[-1]", ".l[1:3]", "first(.a,.b)")
		return p
	}
	var value func(n int) string
	value = func(n int) string {
		if n == 0 {
			return pick("1", "$i", "[$i]", "{x:$i}", ".", ".a", ".b", ".l", ".l[0:2]", "[.]", "{y:.a}", "$v", "$v.x?", "null", "(.a,1)", "empty", "[]", "{}", "[.b]", ".n")
		}
		return pick(value(n-1), "("+value(n-1)+"|"+value(n-1)+")", "(. // "+value(n-1)+")", "(try ("+value(n-1)+"-1) catch 0)")
	}
	var body func(n int) string
	body = func(n int) string {
		if n == 0 {
			switch r.IntN(9) {
			case 0:
				return "."
			case 1:
				return ". + " + pick("{a:$v}", "{(.k // $k): $i}", "{b:.a}", "{l:[$i]}")
			case 2:
				return "(" + path() + ") |= " + pick("(. // []) + [$i]", "{a:.,b:1}", ". + [$i]", "value", "[.]", ".", "(. // {}) + {x:$v}")
			case 3:
				return "(" + path() + ") " + pick("+= [$i]", "+= {x:$i}", "+= [.b]", "+= {x:.a}", "+= 1", "//= "+value(1))
			case 4:
				return "del(" + path() + ")"
			case 5:
				return value(1)
			default:
				return "(" + path() + ") = " + value(1)
			}
		}
		switch r.IntN(8) {
		case 0:
			return "(if " + path() + " then " + body(n-1) + " else " + body(n-1) + " end)"
		case 1:
			return "(" + value(1) + " as $v | " + body(n-1) + ")"
		case 2:
			return "(reduce " + pick(".l[]?", "(1,2)", "$v[]?", ".b") + " as $v (" + pick(".", ".", body(0)) + "; " + body(n-1) + "))"
		case 3:
			return "(try (" + body(n-1) + ") catch .)"
		case 4:
			return "(. as $v | " + body(n-1) + " | " + body(n-1) + ")"
		default:
			return "(" + body(n-1) + " | " + body(n-1) + ")"
		}
	}
	run := func(src string, reduces int) string {
		m, err := parse(src)
		if err != nil {
			return err.Error()
		}
		c := &compiler{src: src, prelude: map[string]*definition{}, loader: &loader{dirs: []string{}}, reduces: reduces}
		scope, globals, depth := c.module(m, nil, nil, 0, "")
		top := c.compile(m.body, scope, depth)
		if c.errors != nil {
			t.Fatalf("%s: %s", src, c.errors)
		}
		var out strings.Builder
		machine := &machine{ctx: context.Background(), regex: map[string]*expression{}}
		n := 0
		if err := top.eval(machine, globals, nil, func(v any) error {
			if n += parts(v, 5000); n >= 5000 { // shared parts can make much of little
				return fail("too long")
			}
			fmt.Fprintf(&out, "%s\n", encode(v))
			return nil
		}); err != nil {
			fmt.Fprint(&out, err)
		}
		return out.String()
	}
	worked := 0
	for range 20_000 {
		src := `def value: 7; [{a:{x:1},b:[[1],[2]],l:[{z:1},2,3],n:0,k:"a"}, {x:5}] as [$s, $v] | [$s, (reduce range(4) as $i ($s; ["a","b","q","l"][$i] as $k | ` + body(2) + `)), $s]`
		want := run(src, maxReduces)
		if got := run(src, 0); got != want {
			t.Fatalf("%s\n gives %s\n not   %s", src, got, want)
		}
		if strings.HasPrefix(want, "[") {
			worked++
		}
	}
	if worked < 5000 {
		t.Errorf("only %d programs gave something", worked)
	}
}

// parts counts the values in v, up to a limit.
func parts(v any, limit int) int {
	var list []any
	switch v := v.(type) {
	case []any:
		list = v
	case *object:
		list = v.vals
	}
	n := 1
	for _, x := range list {
		if n >= limit {
			break
		}
		n += parts(x, limit-n)
	}
	return n
}
