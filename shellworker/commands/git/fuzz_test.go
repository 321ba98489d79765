package git

import (
	"strings"
	"testing"
)

// FuzzParsers reads any bytes as each of the formats: none may panic, and
// what is written of what was read is read the same.
func FuzzParsers(f *testing.F) {
	f.Add([]byte("tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\nauthor A <a@x> 1704164645 +0000\ncommitter C <c> 1 -0330\n\nmessage\n"), "a.b", "x")
	f.Add([]byte("100644 a\x0001234567890123456789"), "br.\"x y\".z", "#; \"")
	f.Add([]byte("[core]\n\tbare = false ; comment\n[branch \"a\\\"b\"] merge = \"x\\n\" \\\n more\nflag"), "core.bare", "v")
	f.Add([]byte("*.log\n!/a/**/b\n[a-\\]x/\n"), "a.b.c", "")
	f.Fuzz(func(t *testing.T, data []byte, name, value string) {
		if list, err := parseTree(data); err == nil {
			again, err := parseTree(encodeTree(list))
			if err != nil || len(again) != len(list) {
				t.Errorf("tree %q: %v", data, err)
			}
		}
		c := parseCommit(hash{}, data)
		if d := parseCommit(hash{}, c.encode()); len(c.extra) == 0 && (d.tree != c.tree || len(d.parents) != len(c.parents) || d.message != c.message) {
			t.Errorf("commit %q: %v, %v", data, c, d)
		}
		subject(c.message)
		body(c.message)
		parseTag(data)
		parseIdent(string(data))
		for _, r := range parseIgnore(string(data), "", "") {
			r.matches(value, false)
		}
		wildmatch(string(data), value, true)
		file := &configFile{}
		file.parse(string(data))
		if section, sub, _, ok := splitName(name); ok && !strings.ContainsAny(section+sub+value, "\x00\r\n") && !strings.ContainsAny(section, "[]\" .#;\\") && section == strings.TrimSpace(section) {
			file.parse("")
			file.set(name, value, false)
			if got := file.all(name); len(got) != 1 || got[0].value != strings.TrimSpace(value) && got[0].value != value {
				t.Errorf("%q = %q: %v in %q", name, value, got, file.lines)
			}
			file.unset(name)
			if got := file.all(name); len(got) != 0 {
				t.Errorf("unset %q: %q", name, file.lines)
			}
		}
		edits(t.Context(), splitLines(data), splitLines([]byte(value)), nil)
	})
}

// TestWildmatchIsBounded: a pattern of many stars ends.
func TestWildmatchIsBounded(t *testing.T) {
	if wildmatch(strings.Repeat("*a", 40)+"*b", strings.Repeat("a", 4000), true) {
		t.Error("it matched")
	}
}
