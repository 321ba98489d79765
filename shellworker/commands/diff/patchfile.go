package diff

import (
	"bytes"
	"io"

	"github.com/capshell/capshell/hoststore/vfs"
)

// maxPatched is the most bytes of memory for a file that is patched, where each
// line counts four more than its length.
const maxPatched = 256 << 20

// textLines is a text by its lines, which are counted from 0.
type textLines struct {
	text []byte
	ends []uint32 // where each line ends
}

// readLines reads a file of about size bytes.
func readLines(f io.Reader, size int64) (*textLines, error) {
	if size > maxPatched {
		return nil, vfs.EFBIG
	}
	b := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead))
	if _, err := b.ReadFrom(io.LimitReader(f, maxPatched+1)); err != nil {
		return nil, err
	}
	t := &textLines{text: b.Bytes()}
	n := bytes.Count(t.text, []byte{'\n'}) + 1
	if len(t.text)+4*n > maxPatched {
		return nil, vfs.EFBIG
	}
	t.ends = make([]uint32, 0, n)
	for end := 0; end < len(t.text); {
		i := bytes.IndexByte(t.text[end:], '\n') + 1
		if i == 0 {
			i = len(t.text) - end
		}
		end += i
		t.ends = append(t.ends, uint32(end))
	}
	return t, nil
}

func (t *textLines) len() int { return len(t.ends) }

// line returns line i with its newline, if it has one.
func (t *textLines) line(i int) []byte {
	start := uint32(0)
	if i > 0 {
		start = t.ends[i-1]
	}
	return t.text[start:t.ends[i]]
}

// pieces is a text made of parts of others, which are not copied.
type pieces struct {
	list [][]byte
	size int
}

func (p *pieces) add(b []byte) {
	if len(b) == 0 {
		return
	}
	p.size += len(b)
	if n := len(p.list); n > 0 {
		last := p.list[n-1]
		if room := last[len(last):cap(last)]; len(room) >= len(b) && &room[:1][0] == &b[0] {
			p.list[n-1] = last[:len(last)+len(b)]
			return
		}
	}
	p.list = append(p.list, b)
}

// endLine adds the newline that the last line lacks.
func (p *pieces) endLine() {
	if n := len(p.list); n > 0 {
		if last := p.list[n-1]; last[len(last)-1] != '\n' {
			p.add([]byte{'\n'})
		}
	}
}

func (p *pieces) equal(text []byte) bool {
	if p.size != len(text) {
		return false
	}
	for _, b := range p.list {
		if !bytes.HasPrefix(text, b) {
			return false
		}
		text = text[len(b):]
	}
	return true
}
