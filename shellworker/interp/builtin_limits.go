package interp

import (
	"fmt"
	"strconv"
	"strings"
)

// unlimited is a limit that isn't there.
const unlimited = -1

// rlimit is what getrlimit(2) gives.
type rlimit struct{ soft, hard int64 }

// resource is a limit that ulimit knows, with what a process begins with.
// Enforced are the descriptors (-n) and the processes (-u); the others are
// kept, inherited and shown.
type resource struct {
	c     byte
	text  string
	unit  string
	limit rlimit
}

var resources = []resource{
	{'R', "real-time non-blocking time", "(microseconds, -R)", rlimit{unlimited, unlimited}},
	{'c', "core file size", "(blocks, -c)", rlimit{0, unlimited}},
	{'d', "data seg size", "(kbytes, -d)", rlimit{unlimited, unlimited}},
	{'e', "scheduling priority", "(-e)", rlimit{0, 0}},
	{'f', "file size", "(blocks, -f)", rlimit{unlimited, unlimited}},
	{'i', "pending signals", "(-i)", rlimit{4096, 4096}},
	{'l', "max locked memory", "(kbytes, -l)", rlimit{8192, 8192}},
	{'m', "max memory size", "(kbytes, -m)", rlimit{unlimited, unlimited}},
	{'n', "open files", "(-n)", rlimit{fdLimit, fdLimit}},
	{'p', "pipe size", "(512 bytes, -p)", rlimit{8, 8}},
	{'q', "POSIX message queues", "(bytes, -q)", rlimit{819200, 819200}},
	{'r', "real-time priority", "(-r)", rlimit{0, 0}},
	{'s', "stack size", "(kbytes, -s)", rlimit{8192, unlimited}},
	{'t', "cpu time", "(seconds, -t)", rlimit{unlimited, unlimited}},
	{'u', "max user processes", "(-u)", rlimit{4096, 4096}},
	{'v', "virtual memory", "(kbytes, -v)", rlimit{unlimited, unlimited}},
	{'x', "file locks", "(-x)", rlimit{unlimited, unlimited}},
}

func findResource(c byte) *resource {
	for i := range resources {
		if resources[i].c == c {
			return &resources[i]
		}
	}
	return nil
}

// limit returns a limit of the process: its own or one it inherited.
func (p *process) limit(c byte) rlimit {
	if l, ok := p.limits[c]; ok {
		return l
	}
	return findResource(c).limit
}

// below tells whether a limit is less than another.
func below(a, b int64) bool { return a != unlimited && (b == unlimited || a < b) }

func ulimit(sh *Shell, args []string) int {
	type ask struct {
		r     *resource
		value string
		set   bool
	}
	var asks []ask
	soft, hard, all := false, false, false
	i := 0
	for ; i < len(args) && len(args[i]) > 1 && args[i][0] == '-'; i++ {
		if args[i] == "--" {
			i++
			break
		}
		if args[i] == "--help" {
			sh.showHelp("ulimit")
			return 2
		}
		if args[i][1] >= '0' && args[i][1] <= '9' {
			sh.builtinErrorf("%s: invalid option", args[i])
			return sh.usageError()
		}
		for j := 1; j < len(args[i]); j++ {
			switch c := args[i][j]; c {
			case 'S':
				soft = true
			case 'H':
				hard = true
			case 'a':
				all = true
			default:
				r := findResource(c)
				if r == nil {
					sh.builtinErrorf("-%c: invalid option", c)
					return sh.usageError()
				}
				a := ask{r: r}
				if rest := args[i][j+1:]; rest != "" && (rest[0] >= '0' && rest[0] <= '9') {
					a.value, a.set = rest, true
					j = len(args[i])
				} else if rest == "" && i+1 < len(args) && !strings.HasPrefix(args[i+1], "-") {
					a.value, a.set = args[i+1], true
					i++
					j = len(args[i])
				}
				asks = append(asks, a)
			}
		}
	}
	rest := args[min(i, len(args)):]
	show := func(r *resource) string {
		l := sh.proc.limit(r.c)
		n := l.soft
		if hard && !soft {
			n = l.hard
		}
		if n == unlimited {
			return "unlimited"
		}
		return strconv.FormatInt(n, 10)
	}
	var b strings.Builder
	if all {
		for i := range resources {
			r := &resources[i]
			fmt.Fprintf(&b, "%-20s%20s %s\n", r.text, r.unit, show(r))
		}
		return sh.print(b.String())
	}
	if len(asks) == 0 {
		a := ask{r: findResource('f')}
		if len(rest) > 0 {
			a.value, a.set = rest[0], true
		}
		asks = append(asks, a)
	}
	for _, a := range asks {
		if a.set {
			if !sh.setLimit(a.r, a.value, soft, hard) {
				sh.print(b.String())
				return 1
			}
			continue
		}
		if len(asks) > 1 {
			fmt.Fprintf(&b, "%-20s%20s ", a.r.text, a.r.unit)
		}
		b.WriteString(show(a.r) + "\n")
	}
	return sh.print(b.String())
}

// setLimit sets a limit; false where it may not be, which it has said.
func (sh *Shell) setLimit(r *resource, value string, soft, hard bool) bool {
	old := sh.proc.limit(r.c)
	var n int64
	switch value {
	case "unlimited":
		n = unlimited
	case "hard":
		n = old.hard
	case "soft":
		n = old.soft
	default:
		v, err := strconv.ParseInt(value, 10, 64)
		if err != nil || v < 0 {
			kind := "number"
			if strings.HasPrefix(value, "0x") || strings.HasPrefix(value, "0X") {
				kind = "hex number"
			} else if strings.HasPrefix(value, "0") {
				kind = "octal number"
			}
			sh.builtinErrorf("%s: invalid %s", value, kind)
			return false
		}
		n = v
	}
	l := old
	if soft || !hard {
		l.soft = n
	}
	if hard || !soft {
		l.hard = n
	}
	switch {
	case r.c == 'p' || below(l.hard, l.soft):
		sh.builtinErrorf("%s: cannot modify limit: Invalid argument", r.text)
		return false
	case below(old.hard, l.hard):
		sh.builtinErrorf("%s: cannot modify limit: Operation not permitted", r.text)
		return false
	}
	limits := map[byte]rlimit{r.c: l}
	for c, v := range sh.proc.limits {
		if c != r.c {
			limits[c] = v
		}
	}
	sh.proc.limits = limits // shared with children: never changed in place
	return true
}
