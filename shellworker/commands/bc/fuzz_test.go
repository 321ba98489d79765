package bc

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
	for _, s := range []string{"1+2*3^2", "define f(x){auto y;return x*2}", "for(i=0;i<3;i++){i;}", "scale=5;1/3;s(1)", "ibase=16;FF;obase=2", "a[1]=2;if(a[1]==2) print 1 else 2"} {
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
		in.WriteString(script + "\n" + input)
		p := &commands.Process{Name: "bc", Args: []string{"-l"}, Env: []string{"LANG=C.UTF-8"}, Dir: "/",
			Stdin: in, Stdout: out, Stderr: errs, FS: vfs.New(vfs.NewMemory(now, vfs.MemoryOptions{}), now), Now: time.Now}
		commands.Lookup("bc").Execute(ctx, p)
	})
}
