package commands

import (
	"context"

	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

func init() {
	Register(Command{Name: "sync", Run: syncMain, Help: `
Usage: sync [OPTION] [FILE]...
Wait until what was written is where it lasts.

  -d, --data         only FILEs' data
  -f, --file-system  the file systems of FILEs
      --help         show this help
      --version      show the version
`})
}

func syncMain(ctx context.Context, p *Process) int {
	opts, files := p.Getopt("df", getopt.Long{Name: "data", ID: 'd'}, getopt.Long{Name: "file-system", ID: 'f'})
	d, f := false, false
	for _, o := range opts {
		d = d || o.ID == 'd'
		f = f || o.ID == 'f'
	}
	if d && f {
		p.Fatalf(1, "cannot specify both --data and --file-system")
	}
	if len(files) == 0 {
		if d {
			p.Fatalf(1, "--data needs at least one argument")
		}
		if err := p.FS.Sync(ctx); err != nil {
			p.Fatalf(1, "%s", errText(err))
		}
		return 0
	}
	status := 0
	for _, name := range files {
		if _, err := p.Stat(ctx, name); err != nil {
			p.Errorf("error opening %s: %s", quote.Always(name), errText(err))
			status = 1
		}
	}
	if err := p.FS.Sync(ctx); err != nil {
		p.Errorf("error syncing %s: %s", quote.Always(files[0]), errText(err))
		status = 1
	}
	return status
}
