package commands

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/size"
)

func init() {
	Register(Command{Name: "df", Run: dfMain, Help: `
Usage: df [OPTION]... [FILE]...
Write about the file systems FILEs are on, or all: the workspace and /tmp. How
large they may grow is up to the host and isn't known here: sizes are -.

  -a, --all             all file systems
  -B, --block-size=SIZE  in units of SIZE
  -h, --human-readable, -H, --si, -k  units of sizes
  -i, --inodes          inodes, not space
  -l, --local           local file systems
      --sync, --no-sync, -v  (nothing is out of date)
      --output[=LIST]   the columns: source, fstype, itotal, iused, iavail,
                          ipcent, size, used, avail, pcent, file, target
  -P, --portability     as POSIX has it
      --total           a total
  -T, --print-type      the type
  -t, --type=TYPE       only those of TYPE
  -x, --exclude-type=TYPE  not those of TYPE
      --help            show this help
      --version         show the version
`})
}

func dfMain(ctx context.Context, p *Process) int {
	const (
		output = iota + 256
		total
		syncOpt
	)
	inodes, portable, types, totals, list := false, false, false, false, ""
	hasOutput, hasList := false, false
	blocks, hasBlocks := size.Blocks{}, false
	only, without := map[string]bool{}, map[string]bool{}
	opts, files := p.Getopt("aB:hHiklPTt:vx:", getopt.Long{Name: "all", ID: 'a'}, getopt.Long{Name: "block-size", Arg: getopt.Required, ID: 'B'},
		getopt.Long{Name: "inodes", ID: 'i'}, getopt.Long{Name: "human-readable", ID: 'h'}, getopt.Long{Name: "si", ID: 'H'}, getopt.Long{Name: "local", ID: 'l'},
		getopt.Long{Name: "output", Arg: getopt.Optional, ID: output}, getopt.Long{Name: "portability", ID: 'P'}, getopt.Long{Name: "print-type", ID: 'T'},
		getopt.Long{Name: "total", ID: total}, getopt.Long{Name: "sync", ID: syncOpt}, getopt.Long{Name: "no-sync", ID: 'v'}, getopt.Long{Name: "type", Arg: getopt.Required, ID: 't'}, getopt.Long{Name: "exclude-type", Arg: getopt.Required, ID: 'x'})
	for _, o := range opts {
		switch o.ID {
		case 'B':
			b, err := size.ParseBlocks(o.Arg)
			if err != nil {
				p.blockSizeError(strings.TrimSuffix(o.Name, "="), o.Arg, err, 1)
			}
			blocks, hasBlocks = b, true
		case 'h':
			blocks, hasBlocks = size.Blocks{Unit: 1, Base: 1024}, true
		case 'H':
			blocks, hasBlocks = size.Blocks{Unit: 1, Base: 1000}, true
		case 'k':
			blocks, hasBlocks = size.Blocks{Unit: 1024}, true
		case 'i':
			inodes = true
		case 'P':
			portable = true
		case 'T':
			types = true
		case total:
			totals = true
		case output:
			hasOutput, hasList, list = true, o.HasArg, o.Arg
		case 't':
			only[o.Arg] = true
		case 'x':
			without[o.Arg] = true
		}
	}
	if !hasBlocks {
		blocks = p.defaultBlocks()
		for _, v := range []string{"DF_BLOCK_SIZE", "BLOCK_SIZE", "BLOCKSIZE"} {
			if s, ok := p.LookupEnv(v); ok && !portable {
				if b, err := size.ParseBlocks(s); err == nil {
					blocks = b
				}
				break
			}
		}
	}
	for t := range only {
		if without[t] {
			p.Fatalf(1, "file system type %s both selected and excluded", p.Quote(t))
		}
	}
	if hasOutput {
		for _, o := range []struct {
			given bool
			name  string
		}{{inodes, "-i"}, {portable, "-P"}, {types, "-T"}} {
			if o.given {
				p.UsageError("options %s and --output are mutually exclusive", o.name)
			}
		}
	}
	type mount struct{ source, path, file string }
	var mounts []mount
	add := func(file, path string) {
		source := "workspace"
		if path == "/tmp" {
			source = "tmpfs"
		} else if path == "/" {
			source = "root"
		}
		mounts = append(mounts, mount{source, path, file})
	}
	status := 0
	if len(files) == 0 {
		add("-", "/workspace")
		add("-", "/tmp")
	}
	s := stater{p: p, ctx: ctx}
	for _, f := range files {
		if _, err := p.Stat(ctx, f); err != nil {
			p.NameError(f, err)
			status = 1
			continue
		}
		add(f, s.mountPoint(f))
	}
	const fsType = "capfs"
	if len(only) > 0 && !only[fsType] || without[fsType] {
		mounts = nil
	}
	if len(mounts) == 0 {
		if status == 0 {
			p.Errorf("no file systems processed")
		}
		return 1
	}
	cols := []string{"source", "size", "used", "avail", "pcent", "target"}
	heads := map[string]string{"source": "Filesystem", "fstype": "Type", "itotal": "Inodes", "iused": "IUsed", "iavail": "IFree", "ipcent": "IUse%",
		"size": blocksHeading(blocks, portable), "used": "Used", "avail": "Available", "pcent": "Use%", "file": "File", "target": "Mounted on"}
	switch {
	case blocks.Base != 0 || hasOutput:
		heads["avail"] = "Avail"
	case portable:
		heads["pcent"] = "Capacity"
	}
	if inodes {
		cols = []string{"source", "itotal", "iused", "iavail", "ipcent", "target"}
	}
	if types {
		cols = append([]string{"source", "fstype"}, cols[1:]...)
	}
	if hasOutput {
		cols = []string{"source", "fstype", "itotal", "iused", "iavail", "ipcent", "size", "used", "avail", "pcent", "file", "target"}
		if hasList {
			cols = strings.Split(list, ",")
			for i, c := range cols {
				switch {
				case heads[c] == "":
					p.UsageError("option --output: field %s unknown", p.Quote(c))
				case slices.Contains(cols[:i], c):
					p.UsageError("option --output: field %s used more than once", p.Quote(c))
				}
			}
		}
	}
	rows := [][]string{{}}
	for _, c := range cols {
		rows[0] = append(rows[0], heads[c])
	}
	if totals {
		mounts = append(mounts, mount{"total", "-", "-"})
	}
	for _, m := range mounts {
		var r []string
		for _, c := range cols {
			v := "-"
			switch c {
			case "source":
				v = m.source
			case "fstype":
				v = fsType
			case "file":
				v = m.file
			case "target":
				v = m.path
			}
			r = append(r, v)
		}
		rows = append(rows, r)
	}
	widths := make([]int, len(cols))
	for i, c := range cols {
		switch c {
		case "source":
			widths[i] = 14
		case "fstype", "pcent", "ipcent":
			widths[i] = 4
		case "file", "target":
		default:
			widths[i] = 5
		}
		for _, r := range rows {
			widths[i] = max(widths[i], len(r[i]))
		}
	}
	for _, r := range rows {
		var b strings.Builder
		for i, v := range r {
			if i > 0 {
				b.WriteByte(' ')
			}
			switch {
			case i == len(r)-1 && (cols[i] == "target" || cols[i] == "file"):
				b.WriteString(v)
			case cols[i] == "source" || cols[i] == "fstype" || cols[i] == "file" || cols[i] == "target":
				fmt.Fprintf(&b, "%-*s", widths[i], v)
			default:
				fmt.Fprintf(&b, "%*s", widths[i], v)
			}
		}
		p.Out.WriteString(b.String() + "\n")
	}
	return status
}

// blocksHeading is the heading of the column of sizes: the unit in the powers
// of 1024 or 1000 that divide it more often, or in bytes for -P.
func blocksHeading(b size.Blocks, portable bool) string {
	if b.Base != 0 {
		return "Size"
	}
	if portable {
		return strconv.FormatUint(b.Unit, 10) + "-blocks"
	}
	powers := func(base uint64) (n int) {
		for u := b.Unit; u%base == 0; u /= base {
			n++
		}
		return n
	}
	base, behind := uint64(1000), "B"
	if powers(1024) > powers(1000) {
		base, behind = 1024, ""
		if strings.HasSuffix(b.Suffix, "iB") {
			behind = "iB"
		}
	}
	return strings.ReplaceAll(size.Human(b.Unit, base), ".0", "") + behind + "-blocks"
}
