package commands

import (
	"context"
	"strconv"
	"strings"

	"github.com/capshell/capshell/shellworker/commands/getopt"
)

// Backup says how a file that is replaced is kept (--backup, -S).
type Backup struct {
	kind   byte // 0 none, '~' simple, 't' numbered, 'e' numbered where such exist already
	suffix string
}

// NewBackup returns what --backup=control and --suffix ask for; control is ""
// where --backup has none. A wrong control ends the command.
func (p *Process) NewBackup(control, suffix string) Backup {
	option := "--backup"
	if control == "" {
		if control = p.Getenv("VERSION_CONTROL"); control == "" {
			return Backup{'e', suffix}
		}
		option = "$VERSION_CONTROL"
	}
	return Backup{backupKind(p.ChoiceExit(2, option, control, backupWords...)), suffix}
}

// BackupMethod returns the backup that a method's name, which may be abbreviated,
// and a suffix stand for.
func BackupMethod(method, suffix string) (Backup, bool) {
	for _, words := range backupWords {
		first, second, _ := strings.Cut(words, ",")
		if method != "" && (strings.HasPrefix(first, method) || second == method) {
			return Backup{backupKind(first), suffix}, true
		}
	}
	return Backup{}, false
}

// option takes -b, --backup or -S.
func (b *Backup) option(p *Process, o getopt.Opt) {
	if o.ID != 'S' {
		b.kind = p.backupChoice(o.Arg, o.HasArg)
		return
	}
	if b.kind == 0 {
		b.kind = p.backupChoice("", false)
	}
	b.suffix = o.Arg
}

// backupChoice reads the argument of --backup.
func (p *Process) backupChoice(arg string, has bool) byte {
	option := "backup type"
	if !has || arg == "" {
		if arg = p.Getenv("VERSION_CONTROL"); arg == "" {
			return 'e'
		}
		option = "$VERSION_CONTROL"
	}
	return backupKind(p.Choice(option, arg, backupWords...))
}

var backupWords = []string{"none,off", "simple,never", "existing,nil", "numbered,t"}

func backupKind(word string) byte {
	switch word {
	case "none":
		return 0
	case "simple":
		return '~'
	case "numbered":
		return 't'
	}
	return 'e'
}

func (p *Process) backupSuffix(b Backup) string {
	if b.suffix != "" && !strings.Contains(b.suffix, "/") {
		return b.suffix
	}
	if s := p.Getenv("SIMPLE_BACKUP_SUFFIX"); s != "" && !strings.Contains(s, "/") {
		return s
	}
	return "~"
}

// BackupName returns the name under which a file is kept, "" where none is.
func (p *Process) BackupName(ctx context.Context, b Backup, file string) string {
	switch b.kind {
	case 0:
		return ""
	case '~':
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
