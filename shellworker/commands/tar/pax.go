package tar

import (
	"strings"

	"github.com/capshell/capshell/shellworker/pattern"
)

// paxOptions are what --pax-option asks for in the extended headers that are
// written.
type paxOptions struct {
	set        bool
	attributes bool // --xattrs, --acls: the format is pax
	drop       []*pattern.Pattern
	header     string // a header's name, with %d %f %p %n %%
	override   [][2]string
}

// parse takes a list of keywords. What isn't done is refused.
func (o *paxOptions) parse(list string) string {
	o.set = true
	for list != "" {
		item, rest, _ := strings.Cut(list, ",")
		list = rest
		item = strings.TrimLeft(item, " \t")
		key, value, has := strings.Cut(item, "=")
		key, local := strings.CutSuffix(key, ":")
		if s, ok := strings.CutPrefix(value, "{"); ok {
			value = strings.TrimSuffix(s, "}")
		}
		switch {
		case item == "":
		case !has:
			return "Keyword " + key + " is unknown or not yet implemented"
		case key == "delete" && !local:
			o.drop = append(o.drop, pattern.Compile(value, 0))
		case key == "exthdr.name" && !local:
			o.header = value
		case local:
			o.override = append(o.override, [2]string{key, value})
		default:
			return "--pax-option=" + item + ": this keyword is not supported"
		}
	}
	return ""
}

// deleted tells whether delete=PATTERN names a keyword.
func (o *paxOptions) deleted(key string) bool {
	for _, p := range o.drop {
		if p.Match(key) {
			return true
		}
	}
	return false
}

// dropped tells whether a keyword's own value isn't written.
func (o *paxOptions) dropped(key string) bool {
	if o.deleted(key) {
		return true
	}
	for _, kv := range o.override {
		if kv[0] == key {
			return true
		}
	}
	return false
}

// headerName is the name of a member's extended header.
func (o *paxOptions) headerName(name string) string {
	f := o.header
	if f == "" {
		f = "%d/PaxHeaders/%f"
	}
	dir, base := ".", strings.TrimSuffix(name, "/")
	if i := strings.LastIndexByte(base, '/'); i >= 0 {
		dir, base = base[:i], base[i+1:]
	}
	// The process has no number of its own; an archive is the same each time.
	return strings.NewReplacer("%d", dir, "%f", base, "%p", "1", "%n", "1", "%%", "%").Replace(f)
}
