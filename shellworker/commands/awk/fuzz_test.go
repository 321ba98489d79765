package awk

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
	for _, s := range []string{"{print $1, NF}", "BEGIN{while(i<3)a[i++]=i;for(k in a)print a[k]}", "/a/,/b/{gsub(/x*/,\"&\");print}", "function f(x){return x?f(x-1):0}BEGIN{print f(3)}", "{split($0,a,/b/);printf \"%5.2f%s\",1,a[1]}", "BEGIN{getline;print;switch($0){case 1:break;default:print}}"} {
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
		p := &commands.Process{Name: "awk", Args: []string{"-S", script}, Env: []string{"LANG=C.UTF-8"}, Dir: "/",
			Stdin: in, Stdout: out, Stderr: errs, FS: vfs.New(vfs.NewMemory(now, vfs.MemoryOptions{}), now), Now: time.Now}
		commands.Lookup("awk").Execute(ctx, p)
	})
}
