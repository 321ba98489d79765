package diff

import (
	"bytes"
	"context"
	"regexp"
	"strconv"
)

// edLine is a command of a script that diff -e writes; patch runs no other.
var edLine = regexp.MustCompile(`^(?:(\d+)(?:,(\d+))?)?([acdi]|s/\.//)[ \t]*\r?\n$`)

// edCommand reads a command: an address must stand before the first, and no
// two before a text that is added.
func edCommand(l []byte, first bool) (m [][]byte, ok bool) {
	if first && (len(l) == 0 || l[0] < '0' || l[0] > '9') {
		return nil, false
	}
	m = edLine.FindSubmatch(l)
	if m == nil || first && m[1] == nil || m[2] != nil && (m[3][0] == 'a' || m[3][0] == 'i') {
		return nil, false
	}
	return m, true
}

// startsEd tells whether a line begins a script.
func startsEd(l []byte) bool {
	_, ok := edCommand(l, true)
	return ok
}

// edScript returns where the script that begins at line i ends.
func edScript(src *patchSource, i int) int {
	for first := true; src.has(i); first = false {
		m, ok := edCommand(src.at(i), first)
		if !ok {
			break
		}
		i++
		if c := m[3][0]; c == 'd' || c == 's' {
			continue
		}
		for src.has(i) {
			i++
			if string(src.at(i-1)) == ".\n" {
				break
			}
		}
	}
	return i
}

// runEd applies a script to the lines of a file; it returns false where an
// address isn't there, and when ctx is done.
func runEd(ctx context.Context, script, file [][]byte) ([][]byte, bool) {
	at := len(file) // the current line
	for i := 0; i < len(script); {
		if ctx.Err() != nil {
			return nil, false
		}
		m, _ := edCommand(script[i], false)
		i++
		from := at
		if m[1] != nil {
			from, _ = strconv.Atoi(string(m[1]))
		}
		to := from
		if m[2] != nil {
			to, _ = strconv.Atoi(string(m[2]))
		}
		c := m[3][0]
		lowest := 1
		if c == 'a' || c == 'i' {
			lowest = 0
		}
		if from < lowest || to < from || to > len(file) {
			return nil, false
		}
		if c == 's' {
			l := file[to-1]
			if len(bytes.TrimSuffix(l, []byte{'\n'})) == 0 {
				return nil, false
			}
			file[to-1], at = l[1:], to
			continue
		}
		var text [][]byte
		if c != 'd' {
			for i < len(script) {
				i++
				if string(script[i-1]) == ".\n" {
					break
				}
				text = append(text, script[i-1])
			}
		}
		low, high := from-1, to // the lines that go
		switch c {
		case 'a':
			low, high = from, from
		case 'i':
			low = max(0, from-1)
			high = low
		}
		file = append(file[:low:low], append(text, file[high:]...)...)
		at = low + len(text)
		if c == 'd' || len(text) == 0 {
			at = min(low+1, len(file))
		}
	}
	return file, true
}
