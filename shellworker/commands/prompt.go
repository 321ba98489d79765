package commands

import (
	"fmt"
	"strings"
)

// Ask prints "name: question" on stderr and reads a line from the standard
// input, byte by byte so that nothing behind it is lost. It tells whether the
// answer begins with y.
func (p *Process) Ask(format string, a ...any) bool {
	p.Out.Flush()
	fmt.Fprintf(p.Stderr, "%s: %s", p.Name, fmt.Sprintf(format, a...))
	line, _ := p.ReadAnswer()
	return strings.HasPrefix(line, "y") || strings.HasPrefix(line, "Y")
}

// ReadAnswer reads a line of the standard input, byte by byte; ok tells whether
// there was one.
func (p *Process) ReadAnswer() (string, bool) {
	var line []byte
	var b [1]byte
	for len(line) < 1<<16 {
		n, err := p.Stdin.Read(b[:])
		if n == 0 || b[0] == '\n' {
			if n == 0 && err == nil {
				continue
			}
			return string(line), n > 0
		}
		line = append(line, b[0])
	}
	return string(line), true
}

// Confirm prints a question as it is on stderr and tells whether the answer
// begins with y.
func (p *Process) Confirm(question string) bool {
	p.Out.Flush()
	fmt.Fprint(p.Stderr, question)
	line, _ := p.ReadAnswer()
	return strings.HasPrefix(line, "y") || strings.HasPrefix(line, "Y")
}
