package sed

import (
	"bytes"
	"context"
	"testing"
	"time"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands"
)

// file is an input or an output in memory.
type file struct{ bytes.Buffer }

func (*file) Seek(int64, int) (int64, error) { return 0, vfs.ESPIPE }
func (*file) Close() error                   { return nil }
func (*file) Stat() (vfs.Info, error)        { return vfs.Info{Node: vfs.Node{Kind: vfs.FIFO}}, nil }

// FuzzScript runs any script: none may panic, or go on after its time.
func FuzzScript(f *testing.F) {
	for _, s := range []string{"s/a\\(b\\)*/\\U\\1&/g;p", "1,/x/{N;P;D}", "y/abc/x\\ny/", "a\\\ntext", ":a;s/x/y/;ta", "$!{h;d};x;G", "0~3{=;l 5}", "s,[,],x,2w o"} {
		f.Add(s, "abab\nx\n")
	}
	f.Fuzz(func(t *testing.T, script, input string) {
		if len(script) > 80 || len(input) > 80 {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		defer cancel()
		now := func() int64 { return 0 }
		in, out, errs := &file{}, &file{}, &file{}
		in.WriteString(input)
		p := &commands.Process{Name: "sed", Args: []string{"--sandbox", script}, Env: []string{"LANG=C.UTF-8"}, Dir: "/",
			Stdin: in, Stdout: out, Stderr: errs, FS: vfs.New(vfs.NewMemory(now, vfs.MemoryOptions{}), now), Now: time.Now}
		commands.Lookup("sed").Execute(ctx, p)
	})
}
