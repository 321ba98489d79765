package commands_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/capshell/capshell/shellworker/conformance"
	"github.com/capshell/capshell/shellworker/conformance/ours"
)

// TestProperties runs random command lines here and with the real tools. It
// needs them on the machine: CAPSHELL_PROPERTY=1, and CAPSHELL_SEED for other
// command lines.
func TestProperties(t *testing.T) {
	if os.Getenv("CAPSHELL_PROPERTY") == "" {
		t.Skip("CAPSHELL_PROPERTY isn't set")
	}
	seed := int64(1)
	fmt.Sscan(os.Getenv("CAPSHELL_SEED"), &seed)
	for name, generate := range generators {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewSource(seed))
			for range 100 {
				script := generate(r)
				ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
				want, got := conformance.Bash(ctx, script), ours.Shell(ctx, script)
				cancel()
				if !bytes.Equal(want.Stdout, got.Stdout) || want.Status != got.Status {
					t.Errorf("%s\ngot  %d %q\nwant %d %q\nstderr %q", script, got.Status, got.Stdout, want.Status, want.Stdout, got.Stderr)
				}
			}
		})
	}
}

func pick(r *rand.Rand, list ...string) string { return list[r.Intn(len(list))] }

func some(r *rand.Rand, most int, list ...string) string {
	var out []string
	for range r.Intn(most + 1) {
		out = append(out, pick(r, list...))
	}
	return strings.Join(out, " ")
}

const dumpData = `{ printf 'hello world\n\0\1\2\377\376abc'; seq 20; head -c 40 /dev/zero; }`

var generators = map[string]func(r *rand.Rand) string{
	"seq": func(r *rand.Rand) string {
		n := func() string {
			return pick(r, "1", "-3", "10", "0.5", "2.25", "1e1", ".5", "0x1f", "010", "+3", "1e-1")
		}
		return "seq " + pick(r, "", "-w", "-s,", "-f%g", "-f%.2f", "-f%05.1f") + " " + n() + " " + pick(r, "", "1", "-1", "0.25", "3", "-.5") + " " + n() + " | head -50"
	},
	"xargs": func(r *rand.Rand) string {
		return "printf '" + pick(r, `a b c d e\n`, `a\nb c\n\nd \ne\n`, `"a b" c\\ d\n`, `1 2 3 4 5 6 7 8 9\n`) + "' | xargs " +
			some(r, 3, "-n2", "-n1", "-L1", "-L2", "-s30", "-x", "-r", "-I{}", "-d' '", "-Ec", "-t", "-i", "-l") + " " + pick(r, "", "echo", "echo x{} y") + " 2>&1; echo $?"
	},
	"numfmt": func(r *rand.Rand) string {
		return "numfmt " + some(r, 2, "--to=si", "--to=iec", "--to=iec-i", "--from=si", "--from=iec", "--from=auto", "--round=up", "--round=down", "--round=nearest", "--padding=8", "--suffix=B", "--format=%.2f") +
			" -- " + pick(r, "0", "999", "1000", "1023", "1500", "9999", "123456", "1K", "1.5M", "3Ki", "12.34", "-1500", "foo") + " 2>&1; echo $?"
	},
	"find": func(r *rand.Rand) string {
		test := func() string {
			return pick(r, "", "! ") + pick(r, "-name f", "-name '*e*'", "-type f", "-type d", "-type l", "-empty", "-size +1", "-size -2", "-perm 600", "-perm -444", "-mtime +2", "-newer a/b/e",
				"-links 2", "-path '*b*'", "-maxdepth 1", "-mindepth 2", "-lname f", "-xtype l", "-regex '.*b.*'", "-samefile a/f", "\\( -name f -o -type d \\)")
		}
		expr := test()
		for range r.Intn(3) {
			expr += pick(r, " ", " -o ", " -a ") + test()
		}
		return "chmod 755 .; mkdir -p a/b/c d; echo 1 > a/f; : > a/b/e; head -c 3000 /dev/zero > d/big; ln -s f a/l; ln -s no d/x; touch -d '3 days ago' a/f; chmod 600 a/f; ln a/f d/h; find " +
			pick(r, "", "-L", "-H") + " " + pick(r, ".", "a", "a d") + " " + expr + " " + pick(r, "", "-print", `-printf '%p %y %m %n %d\n'`, `-exec echo {} \;`, "-exec echo {} +") + " 2>/dev/null | tr ' ' '\\n' | sort"
	},
	"chmod": func(r *rand.Rand) string {
		clause := func() string {
			return some(r, 1, "u", "g", "o", "a", "ug") + pick(r, "+", "-", "=") + pick(r, "", "r", "w", "x", "X", "s", "t", "rwx", "u", "g")
		}
		mode := clause()
		if r.Intn(2) == 0 {
			mode += "," + clause()
		}
		start := pick(r, "644", "755", "4755", "2750", "1777", "600")
		return "umask " + pick(r, "022", "077", "0") + "; mkdir d; touch f; chmod " + start + " f d; chmod -v -- " + mode + " f d 2>/dev/null; echo $?; stat -c '%a %A' f d"
	},
	"dump": func(r *rand.Rand) string {
		return dumpData + " | " + pick(r,
			"od "+some(r, 3, "-t x1", "-t o2", "-t d4", "-t c", "-t a", "-t x2z", "-A x", "-A d", "-A n", "-j 3", "-N 10", "-w8", "-v", "-c", "-b"),
			"xxd "+some(r, 2, "-c 8", "-g 1", "-u", "-p", "-i", "-b", "-e", "-l 10", "-a", "-o 5"),
			"hexdump "+some(r, 2, "-C", "-c", "-b", "-x", "-n 20", "-v", `-e '4/1 "%02x " "\n"'`))
	},
	"dd": func(r *rand.Rand) string {
		return `printf 'Hello, World\nfoo bar\nbaz\n' > in; printf 'old contents' > out; dd if=in of=out ` +
			some(r, 3, "bs=4", "ibs=3", "obs=5", "count=3", "skip=1", "seek=1", "conv=ucase", "conv=swab", "conv=notrunc", "bs=1", "conv=block cbs=4", "iflag=count_bytes") + ` status=noxfer 2>&1; od -c out`
	},
	"date": func(r *rand.Rand) string {
		return "TZ=" + pick(r, "UTC", "America/New_York", "Asia/Kolkata", "XYZ-3:30") + " date -d '" + pick(r, "2021-03-04", "5 Jan 2020", "@1234567890", "2020-02-29 12:34:56.789", "1999-12-31T23:59:59Z") + " " +
			pick(r, "", "+1 day", "2 weeks ago", "next month", "-3 hours", "1 year ago", "yesterday") + "' '+%F %T.%N %z %Z %j %U %V %" + pick(r, "", "-", "_", "0", "^") + pick(r, "d", "e", "H", "a", "B", "y", "C", "s") + "' 2>&1"
	},
	"printf": func(r *rand.Rand) string {
		return "env printf '" + strings.ReplaceAll(some(r, 4, "%d", "%5d", "%-5d|", "%05d", "%x", "%#o", "%s", "%10s", "%.2s", "%e", "%.3f", "%g", "%+d", `\t`, `\101`, "%%"), " ", "") + `\n' ` +
			some(r, 4, "1", "-5", "0x1f", "010", "abc", "3.14", "1e3", "99") + " 2>/dev/null; echo $?"
	},
}
