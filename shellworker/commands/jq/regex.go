package jq

import (
	"strings"
	"time"

	"github.com/dlclark/regexp2"
)

// regexTimeout bounds the work of an expression on one text.
const regexTimeout = 10 * time.Second

// expression is a compiled regular expression with its groups in the order in
// which they begin.
type expression struct {
	re     *regexp2.Regexp
	groups []groupName
}

type groupName struct {
	name   string // "" for none
	number int
}

// expression compiles a regular expression. The engine numbers groups with
// names behind the others.
func (m *machine) expression(src string, opt regexp2.RegexOptions) (*expression, error) {
	id := string(rune(opt)) + src
	if x := m.regex[id]; x != nil {
		return x, nil
	}
	re, err := regexp2.Compile(src, opt)
	if err != nil {
		text := strings.TrimPrefix(err.Error(), "error parsing regexp: ")
		if strings.Contains(text, "missing closing )") || strings.Contains(text, "not enough )") {
			text = "end pattern with unmatched parenthesis"
		}
		return nil, fail("Regex failure: %s", text)
	}
	re.MatchTimeout = regexTimeout
	x := &expression{re: re}
	next := 1
	set := false
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case '[':
			set = true
			if i+1 < len(src) && src[i+1] == '^' {
				i++
			}
			if i+1 < len(src) && src[i+1] == ']' {
				i++
			}
		case ']':
			set = false
		case '(':
			rest := src[i+1:]
			switch {
			case set:
			case !strings.HasPrefix(rest, "?"):
				x.groups = append(x.groups, groupName{"", next})
				next++
			case strings.HasPrefix(rest, "?<") && !strings.HasPrefix(rest, "?<=") && !strings.HasPrefix(rest, "?<!"):
				if name, _, ok := strings.Cut(rest[2:], ">"); ok {
					x.groups = append(x.groups, groupName{name, re.GroupNumberFromName(name)})
				}
			}
		}
	}
	if m.regex == nil || len(m.regex) > 500 {
		m.regex = map[string]*expression{}
	}
	m.regex[id] = x
	return x, nil
}

// found is a match, by characters.
type found struct {
	start, length int
	text          string
	groups        []found // of one that took no part the start is -1
	names         []string
}

// find returns what matches in v by a regular expression and flags; with test
// it stops at the first. sub finds what is empty at the end, too.
func (m *machine) find(v, re, flags any, all, test, sub bool) ([]found, error) {
	s, ok := v.(string)
	if !ok {
		return nil, fail("%s cannot be matched, as it is not a string", brief(v))
	}
	if a, ok := re.([]any); ok { // [RE, FLAGS]
		if len(a) > 1 {
			flags = a[1]
		}
		re = nil
		if len(a) > 0 {
			re = a[0]
		}
	}
	src, ok := re.(string)
	if !ok {
		return nil, fail("%s cannot be matched, as it is not a string", brief(re))
	}
	opt := regexp2.RegexOptions(0)
	skipEmpty := false
	switch f := flags.(type) {
	case nil:
	case string:
		for _, c := range f {
			switch c {
			case 'g':
				all = true
			case 'i':
				opt |= regexp2.IgnoreCase
			case 'x':
				opt |= regexp2.IgnorePatternWhitespace
			case 'n':
				skipEmpty = true
			case 'p':
				opt |= regexp2.Singleline
			case 'l', 's':
			default:
				return nil, fail("%s is not a valid modifier string", f)
			}
		}
	default:
		return nil, fail("%s is not a string", brief(flags))
	}
	x, err := m.expression(src, opt)
	if err != nil {
		return nil, err
	}
	runes := []rune(s)
	var list []found
	mt, err := x.re.FindRunesMatch(runes)
	for mt != nil && err == nil {
		if terr := m.tick(); terr != nil {
			return nil, terr
		}
		if !(skipEmpty && mt.Length == 0) {
			f := found{start: mt.Index, length: mt.Length, text: mt.String()}
			for _, g := range x.groups {
				c := found{start: -1}
				if gr := mt.GroupByNumber(g.number); gr != nil && len(gr.Captures) > 0 {
					c = found{start: gr.Index, length: gr.Length, text: gr.String()}
				}
				f.groups = append(f.groups, c)
				f.names = append(f.names, g.name)
			}
			list = append(list, f)
			if test {
				break
			}
		}
		// What is left is searched only if there is something, but for sub.
		if next := mt.Index + max(1, mt.Length); !all || !sub && next >= len(runes) {
			break
		}
		mt, err = x.re.FindNextMatch(mt)
	}
	if err != nil {
		return nil, fail("%s: the match takes too long", src)
	}
	return list, nil
}

func (f *found) object(capture bool, name string) *object {
	o := newObject(4)
	o.put("offset", float64(f.start))
	if f.start < 0 {
		o.put("string", nil)
		o.put("length", 0.0)
	} else {
		o.put("length", float64(f.length))
		o.put("string", f.text)
	}
	if capture {
		o.put("name", nil)
		if name != "" {
			o.put("name", name)
		}
		return o
	}
	captures := make([]any, len(f.groups))
	for i := range f.groups {
		captures[i] = f.groups[i].object(true, f.names[i])
	}
	o.put("captures", captures)
	return o
}

// matchFunction is _match(re; flags; test).
func matchFunction(m *machine, v any, a []any) (any, error) {
	test := a[2] == true
	list, err := m.find(v, a[0], a[1], false, test, false)
	if err != nil {
		return nil, err
	}
	if test {
		return len(list) > 0, nil
	}
	out := make([]any, len(list))
	for i := range list {
		out[i] = list[i].object(false, "")
	}
	return out, nil
}

// splitFunction is split(re; flags).
func splitFunction(m *machine, v any, a []any) (any, error) {
	list, err := m.find(v, a[0], a[1], true, false, false)
	if err != nil {
		return nil, err
	}
	s := []rune(v.(string))
	out := []any{}
	at := 0
	for _, f := range list {
		out = append(out, string(s[at:max(at, f.start)]))
		at = f.start + f.length
	}
	return append(out, string(s[at:])), nil
}

// substitute is sub and gsub: the replacement is a filter of the named groups.
func substitute(a []*code, flags string) *code {
	return plain(multi(func(m *machine, e *env, v any, yield func(any) error) error {
		return a[0].eval(m, e, v, func(re any) error {
			run := func(fl any) error {
				s, _ := fl.(string)
				if fl != nil && s == "" {
					if _, ok := fl.(string); !ok {
						return fail("%s is not a string", brief(fl))
					}
				}
				list, err := m.find(v, re, s+flags, false, false, true)
				if err != nil {
					return err
				}
				text := []rune(v.(string))
				var from func(i, at int, done string) error
				from = func(i, at int, done string) error {
					if i == len(list) {
						return yield(done + string(text[at:]))
					}
					f := list[i]
					o := newObject(len(f.groups))
					for k, g := range f.groups {
						if f.names[k] != "" {
							o.put(f.names[k], nil)
							if g.start >= 0 {
								o.put(f.names[k], g.text)
							}
						}
					}
					before := done + string(text[at:max(at, f.start)])
					return a[1].eval(m, e, o, func(r any) error {
						t, ok := r.(string)
						if !ok {
							return fail("%s cannot be added to a string", brief(r))
						}
						return from(i+1, f.start+f.length, before+t)
					})
				}
				return from(0, 0, "")
			}
			if len(a) == 2 {
				return run(nil)
			}
			return a[2].eval(m, e, v, run)
		})
	}, nil))
}
