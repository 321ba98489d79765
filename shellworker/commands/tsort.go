package commands

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sort"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

func init() {
	Register(Command{Name: "tsort", Run: tsortMain, Help: `
Usage: tsort [OPTION] [FILE]
Print the words of FILE, or of the standard input, so that of each pair of words
the first comes first.

      --help     this text
      --version  the version
`})
}

// tsortItem is a word with what must come behind it.
type tsortItem struct {
	next   *tsortItem // of the chain where a loop is looked for
	word   string
	before int
	after  []*tsortItem
	done   bool
}

func tsortMain(ctx context.Context, p *Process) int {
	_, files := p.Getopt("")
	if len(files) > 1 {
		p.ExtraOperand(files[1])
	}
	name := "-"
	if len(files) > 0 {
		name = files[0]
	}
	items := map[string]*tsortItem{}
	var all []*tsortItem
	get := func(w string) *tsortItem {
		it := items[w]
		if it == nil {
			it = &tsortItem{word: w}
			items[w] = it
			all = append(all, it)
		}
		return it
	}
	pair := func(a, b string) {
		if x, y := get(a), get(b); x != y {
			y.before++
			x.after = append(x.after, y)
		}
	}
	first, have := "", false
	word := func(w []byte) {
		w, _, _ = bytes.Cut(w, []byte{0}) // where a string of C ends
		if it := items[string(w)]; it != nil && have && it.word == first {
			have = false // nothing before itself: most of what is repeated
			return
		}
		if have {
			pair(first, string(w))
		} else if it := items[string(w)]; it != nil {
			first = it.word
		} else {
			first = string(w)
		}
		have = !have
	}
	err := p.eachWord(ctx, name, word)
	if err != nil {
		p.NameError(name, err)
		return 1
	}
	if have {
		p.Fatalf(1, "%s: input contains an odd number of tokens", quote.Name(name))
	}
	// GNU's tree gives the words in order.
	sort.Slice(all, func(i, j int) bool { return all[i].word < all[j].word })
	status := 0
	left := len(all)
	for left > 0 {
		var queue []*tsortItem
		for _, it := range all {
			if it.before == 0 && !it.done {
				queue = append(queue, it)
			}
		}
		for len(queue) > 0 {
			it := queue[0]
			queue = queue[1:]
			if it.done {
				continue
			}
			it.done = true
			left--
			fmt.Fprintln(p.Out, it.word)
			for i := len(it.after) - 1; i >= 0; i-- {
				y := it.after[i]
				if y.before--; y.before == 0 {
					queue = append(queue, y)
				}
			}
		}
		if left == 0 {
			break
		}
		if ctx.Err() != nil {
			return 1
		}
		status = 1
		p.Out.Flush()
		p.Errorf("%s: input contains a loop:", quote.Name(name))
		for loop := (*tsortItem)(nil); ; {
			if ctx.Err() != nil {
				return 1
			}
			broken := false
			for _, it := range all {
				if loop, broken = p.tsortBack(it, loop); broken {
					break
				}
			}
			if broken {
				break
			}
		}
	}
	return status
}

// eachWord calls f for each word of a file between blanks and newlines.
func (p *Process) eachWord(ctx context.Context, name string, f func(w []byte)) error {
	in, err := p.Input(ctx, name)
	if err != nil {
		return err
	}
	defer in.Close()
	buf := make([]byte, 64<<10)
	var part []byte // of a word that the buffer didn't hold whole
	for {
		n, err := in.Read(buf)
		b := buf[:n]
		for len(b) > 0 {
			i := bytes.IndexAny(b, " \t\n")
			if i < 0 {
				if part = append(part, b...); len(part) > maxWhole {
					return vfs.EFBIG
				}
				break
			}
			if w := append(part, b[:i]...); len(w) > 0 {
				f(w)
			}
			part, b = part[:0], b[i+1:]
		}
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			if len(part) > 0 && err == io.EOF {
				f(part)
			}
			if err == io.EOF {
				err = nil
			}
			return err
		}
	}
}

// tsortBack puts it before the chain of words that each lead to the next, if it
// leads to the first. If it is in the chain already, that is a loop: it is told
// and broken. As GNU does it, so that the same loops come out.
func (p *Process) tsortBack(it, chain *tsortItem) (head *tsortItem, broken bool) {
	switch {
	case it.before == 0:
		return chain, false
	case chain == nil:
		return it, false
	}
	for i := len(it.after) - 1; i >= 0; i-- {
		if it.after[i] != chain {
			continue
		}
		if it.next == nil {
			it.next = chain
			return it, false
		}
		for at, inLoop := chain, true; at != nil; {
			next := at.next
			if inLoop {
				p.Errorf("%s", at.word)
			}
			if at == it && inLoop {
				inLoop = false
				chain.before--
				it.after = append(it.after[:i:i], it.after[i+1:]...)
			}
			at.next = nil
			at = next
		}
		return nil, true
	}
	return chain, false
}
