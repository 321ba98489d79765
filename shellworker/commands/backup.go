package commands

import (
	"context"
	"strconv"
	"strings"
)

// backup says how a file that is replaced is kept (--backup, -S).
type backup struct {
	kind   byte // 0 none, '~' simple, 't' numbered, 'e' numbered where such exist already
	suffix string
}

// backupChoice reads the argument of --backup.
func (p *Process) backupChoice(arg string, has bool) byte {
	option := "--backup"
	if !has || arg == "" {
		if arg = p.Getenv("VERSION_CONTROL"); arg == "" {
			return 'e'
		}
		option = "$VERSION_CONTROL"
	}
	option = strings.TrimPrefix(option, "--")
	if option == "backup" {
		option = "backup type"
	}
	switch p.Choice(option, arg, "none,off", "simple,never", "existing,nil", "numbered,t") {
	case "none":
		return 0
	case "simple":
		return '~'
	case "numbered":
		return 't'
	}
	return 'e'
}

func (p *Process) backupSuffix(b backup) string {
	if b.suffix != "" && !strings.Contains(b.suffix, "/") {
		return b.suffix
	}
	if s := p.Getenv("SIMPLE_BACKUP_SUFFIX"); s != "" && !strings.Contains(s, "/") {
		return s
	}
	return "~"
}

// backupName returns the name under which a file is kept.
func (p *Process) backupName(ctx context.Context, b backup, file string) string {
	if b.kind == '~' {
		return file + p.backupSuffix(b)
	}
	dir, base := DirName(file), BaseName(file)
	highest := 0
	if list, err := p.FS.ReadDir(ctx, p.Path(dir)); err == nil {
		for _, e := range list {
			if s, ok := strings.CutPrefix(e.Name, base+".~"); ok {
				if s, ok = strings.CutSuffix(s, "~"); ok {
					if n, err := strconv.Atoi(s); err == nil && n > highest {
						highest = n
					}
				}
			}
		}
	}
	if highest == 0 && b.kind == 'e' {
		return file + p.backupSuffix(b)
	}
	return file + ".~" + strconv.Itoa(highest+1) + "~"
}
