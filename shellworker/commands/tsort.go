package commands

import (
	"context"
	"fmt"
	"sort"
	"strings"

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
	f, err := p.Input(ctx, name)
	var b []byte
	if err == nil {
		b, err = readAll(f, maxWhole)
		f.Close()
	}
	if err != nil {
		p.NameError(name, err)
		return 1
	}
	words := strings.FieldsFunc(string(b), func(r rune) bool { return r == ' ' || r == '\t' || r == '\n' })
	for i, w := range words {
		words[i], _, _ = strings.Cut(w, "\x00") // where a string of C ends
	}
	if len(words)%2 != 0 {
		p.Fatalf(1, "%s: input contains an odd number of tokens", quote.Name(name))
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
	for i := 0; i < len(words); i += 2 {
		x, y := get(words[i]), get(words[i+1])
		if x != y {
			y.before++
			x.after = append(x.after, y)
		}
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
