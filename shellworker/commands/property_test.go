package commands_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/capshell/capshell/shellworker/conformance"
	"github.com/capshell/capshell/shellworker/conformance/ours"
)

// TestProperties runs random command lines here and with the real tools:
// without more a few text commands, the same ones each time, where GNU's tools
// are installed; with CAPSHELL_PROPERTY=1 many of all, and with CAPSHELL_SEED
// others.
func TestProperties(t *testing.T) {
	all := os.Getenv("CAPSHELL_PROPERTY") != ""
	if !all && !haveGNU() {
		t.Fatal("no GNU tools to compare with: make tools")
	}
	seed := int64(1)
	if all {
		fmt.Sscan(os.Getenv("CAPSHELL_SEED"), &seed)
	}
	run := func(generators map[string]func(r *rand.Rand) string, rounds int) {
		for name, generate := range generators {
			t.Run(name, func(t *testing.T) {
				r := rand.New(rand.NewSource(seed))
				for range rounds {
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
	if all {
		run(generators, 100)
		run(textGenerators, 300)
	} else {
		run(textGenerators, 9)
	}
}

// haveGNU tells whether the text commands here are those that are the measure.
func haveGNU() bool {
	for name, version := range map[string]string{"sort": "GNU coreutils", "sed": "GNU sed", "grep": "GNU grep", "awk": "GNU Awk"} {
		out, err := exec.Command(name, "--version").Output()
		if line, _, _ := strings.Cut(string(out), "\n"); err != nil || !strings.Contains(line, version) {
			return false
		}
	}
	return true
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
	"tsort": func(r *rand.Rand) string {
		words := ""
		for range 2 * r.Intn(9) {
			words += pick(r, "a", "b", "c", "d", "e", "f") + " "
		}
		return "printf '" + words + "' | tsort 2>&1; echo $?"
	},
	"pieces": func(r *rand.Rand) string {
		return "seq 30 > f; " + pick(r,
			"split "+pick(r, "-l7", "-b20", "-C9", "-n3", "-nl/4", "-nr/3", "-n2/3", "-nl/2/3", "-9")+" "+some(r, 3, "-d", "-a3", "-x", "-e", "--additional-suffix=.t", "--verbose", "-t1")+" f",
			"csplit f "+some(r, 3, "-z", "-k", "-s", "-n1", "--suppress-matched")+" "+some(r, 4, "3", "9", "/5/", "/1/+1", "%2%", "/3/-2", "'{1}'", "'{*}'")) +
			" 2>&1; echo $?; for i in x*; do echo \"== $i\"; cat $i; done"
	},
	"codes": func(r *rand.Rand) string {
		code := pick(r, "base64", "base32", "basenc --base64url", "basenc --base32hex", "basenc --base16", "basenc --base2msbf")
		return dumpData + " | " + code + " -w" + pick(r, "0", "7", "20") + " | head -c" + strconv.Itoa(r.Intn(99)) + " | tr " + pick(r, "x x", "AB '*='", "'\n' ' '") + " | " + code + " -d" + pick(r, "", "i") + " 2>&1 | od -c"
	},
	"test": func(r *rand.Rand) string {
		return "env test " + some(r, 6, "1", "2", "-3", "a", "''", "'('", "')'", "=", "!=", "-eq", "-lt", "-a", "-o", "!", "-n", "-z") + " 2>/dev/null; echo $?"
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

// textInput writes a printf of a few random lines, the last sometimes without
// its newline.
func textInput(r *rand.Rand) string {
	var lines []string
	for range r.Intn(9) {
		var fields []string
		for range r.Intn(5) {
			fields = append(fields, pick(r, "a", "b", "A", "ab", "Foo", "foo", "bar", "baz", "10", "9", "-1", "1.5", "007", "2K", "Jan", "x_y", "a.b", "\u00e9", ""))
		}
		lines = append(lines, strings.Join(fields, pick(r, " ", " ", ":", "  ", `\t`, ",")))
	}
	text := strings.Join(lines, `\n`)
	if r.Intn(5) > 0 && len(lines) > 0 {
		text += `\n`
	}
	return "printf -- '" + text + "' | "
}

// textPattern writes a random regular expression, basic or extended.
func textPattern(r *rand.Rand, extended bool) string {
	atom := func() string {
		return pick(r, "a", "b", "o", ".", "[a-f]", "[^a ]", "[[:digit:]]", "[[:upper:]]", "foo", "1", ":", `\w`, `\W`, `\s`)
	}
	open, shut, or, plus := `\(`, `\)`, `\|`, `\+`
	if extended {
		open, shut, or, plus = "(", ")", "|", "+"
	}
	var b strings.Builder
	b.WriteString(pick(r, "", "", "", "^", `\b`, `\<`))
	for range 1 + r.Intn(3) {
		switch r.Intn(5) {
		case 0:
			b.WriteString(open + atom() + or + atom() + atom() + shut)
		case 1:
			b.WriteString(open + atom() + shut)
		default:
			b.WriteString(atom())
		}
		b.WriteString(pick(r, "", "", "", "*", plus))
	}
	b.WriteString(pick(r, "", "", "", "$", `\b`, `\>`))
	return b.String()
}

var textGenerators = map[string]func(r *rand.Rand) string{
	"sort": func(r *rand.Rand) string {
		return textInput(r) + "sort " + some(r, 3, "-n", "-r", "-u", "-f", "-b", "-d", "-s", "-h", "-V", "-g", "-M", "-i", "-t:", "-t' '", "-k1", "-k2", "-k2,2", "-k2n", "-k1.2,1.3", "-k2b,3r", "-k1,1f", "-k3nr", "-c", "-z") +
			" 2>/dev/null; echo $?"
	},
	"ptx": func(r *rand.Rand) string {
		return textInput(r) + "ptx " + some(r, 3, "-A", "-R", "-r", "-f", "-O", "-T", "-w20", "-w9", "-w40", "-g1", "-F..", "-F ''") + " 2>/dev/null; echo $?"
	},
	"pr": func(r *rand.Rand) string {
		return textInput(r) + "pr -D D " + some(r, 5, "-t", "-T", "-2", "-3", "-a", "-d", "-n", "-n:3", "-N5", "-o3", "-s:", "-S' | '", "-J", "-w30", "-W25", "-e4", "-i4", "-c", "-v", "-l15", "-l5", "-F", "+2", "-hX") +
			" 2>/dev/null; echo $?"
	},
	"fmt": func(r *rand.Rand) string {
		return textInput(r) + "fmt " + some(r, 2, "-w20", "-w9", "-w3", "-u", "-s", "-c", "-t", "-g15", "-p '# '") + " 2>/dev/null; echo $?"
	},
	"fmtlong": func(r *rand.Rand) string { // paragraphs longer than what fmt holds
		var b strings.Builder
		for range 1 + r.Intn(2) {
			for range []int{1, 3, 900, 1100, 2100}[r.Intn(5)] {
				word := strings.Repeat("w", 1+r.Intn(9))
				if r.Intn(200) == 0 {
					word = strings.Repeat("v", r.Intn(5500))
				}
				b.WriteString(pick(r, "", "", "(") + word + pick(r, "", "", "", ".", ",") + pick(r, " ", " ", " ", " ", "  ", "\n", "\n ", "\t"))
			}
			b.WriteString("\n\n")
		}
		return "cat > f << 'X'\n" + b.String() + "\nX\nfmt " + some(r, 3, "-w20", "-w300", "-u", "-s", "-c", "-t", "-g15", "-p w", "-p ' v'") + " f; echo $?"
	},
	"forin": func(r *rand.Rand) string { // the order of awk's for (k in a)
		script := "awk 'BEGIN{"
		for range 1 + r.Intn(50) {
			script += "a[" + pick(r, strconv.Itoa(r.Intn(40)), strconv.Itoa(r.Intn(1e9)), strconv.Itoa(-r.Intn(50)), `"k`+strconv.Itoa(r.Intn(99))+`"`, `"GET"`, "1.5", `"01"`) + "];"
		}
		return script + "for(k in a)print k}'"
	},
	"diff": func(r *rand.Rand) string {
		return textInput(r) + "cat > a; " + textInput(r) + "cat > b; diff " + pick(r, "", "-u", "-c", "-e", "-n", "-y -W40", "-D X", "--changed-group-format='%<=%>'", "--line-format='%dn:%L'", "--color=always") +
			" " + some(r, 2, "-i", "-b", "-w", "-B", "-d") + " --label x --label y a b; echo $?"
	},
	"patch": func(r *rand.Rand) string {
		return textInput(r) + "tee a | sed '" + pick(r, "2d", "1i new", "s/a/X/", "$d", "3a new", "2,3d;$a x") + "' > b; " + pick(r, "cp a f", "sed 1d a > f", "sed '4i q' a > f") +
			"; diff " + pick(r, "", "-u", "-c", "-U1") + " --label a --label b a b > p; patch " + some(r, 2, "-N", "-l", "-F0", "-F3", "-s", "-t", "-b") + " -f f p 2>/dev/null; echo $?; cat f; ls"
	},
	"bc": func(r *rand.Rand) string {
		var expr func(depth int) string
		expr = func(depth int) string {
			if depth == 0 {
				return pick(r, "1", "2", "3.5", ".25", "10", "x", "y", "7.125", "100", "a[1]", "F")
			}
			e := func() string { return expr(r.Intn(depth)) }
			return pick(r, "("+e()+pick(r, "+", "-", "*", "/", "%")+e()+")", "-"+e(), e()+"^"+pick(r, "2", "3", "-1", "0"), "sqrt("+pick(r, "4", "2", "10.5", "x*x")+")", "length("+e()+")",
				"scale("+e()+")", e()+pick(r, "<", "==", ">=", "!=")+e(), "(x"+pick(r, "+=", "*=", "-=", "=")+e()+")", "x"+pick(r, "++", "--"))
		}
		script := pick(r, "", "scale=3\n", "scale=10\n", "obase=16\n") + "x=3\ny=2.5\na[1]=9\n"
		for range 1 + r.Intn(4) {
			script += expr(3) + "\n"
		}
		return "bc " + pick(r, "", "-l") + " 2>/dev/null << 'X'\n" + script + "X\necho $?"
	},
	"uniq": func(r *rand.Rand) string {
		return textInput(r) + pick(r, "", "sort | ") + "uniq " + some(r, 3, "-c", "-d", "-u", "-i", "-D", "-f1", "-f2", "-s1", "-w2", "-w1", "--group", "--group=both", "--all-repeated=separate", "-z") + " 2>/dev/null; echo $?"
	},
	"cut": func(r *rand.Rand) string {
		list := pick(r, "1", "2", "1,3", "2-", "-2", "2-3", "3,1", "1-2,4-", "2-4,3-5", "9", "3-2", "0")
		return textInput(r) + "cut " + pick(r, "-f", "-f", "-c", "-b") + list + " " + some(r, 2, "-d:", "-d' '", "-d,", "-s", "--complement", "--output-delimiter=+", "-n", "-z") + " 2>/dev/null; echo $?"
	},
	"tr": func(r *rand.Rand) string {
		set := func() string {
			return pick(r, "a-z", "A-Z", "abc", "'[:lower:]'", "'[:upper:]'", "'[:digit:]'", "'[:space:]'", "'[:alnum:]'", "' '", `'\n'`, "o", "'[x*]'", "'[y*3]'", `'\101-\103'`, "0-9", "'[=a=]'", "':,'", "x")
		}
		return textInput(r) + "tr " + some(r, 2, "-d", "-s", "-c", "-C", "-t", "-cd", "-ds") + " " + set() + " " + pick(r, "", set(), set()) + " 2>/dev/null; echo $?"
	},
	"sed": func(r *rand.Rand) string {
		extended := r.Intn(2) == 0
		flag := ""
		if extended {
			flag = "-E "
		}
		address := func() string {
			one := func() string {
				return pick(r, "1", "2", "3", "$", "/a/", "/"+textPattern(r, extended)+"/", "/foo/I")
			}
			return pick(r, "", "", one(), one()+","+one(), "2~2", "0,/a/", one()+",+1", one()+",~2") + pick(r, "", "", "!")
		}
		command := func() string {
			return pick(r, "p", "d", "=", "l", "N", "n", "D", "P", "G", "H", "h", "g", "x", "q", "q3", "Q", "i\\new", "a\\new", "c\\new", "y/abo/xyz/", "z",
				"s/"+textPattern(r, extended)+"/"+pick(r, "<&>", "", "x", `\U&`, `\u&`, `\n`, `[&&]`)+"/"+pick(r, "", "g", "2", "p", "gI", "2g"))
		}
		script := ""
		for range 1 + r.Intn(3) {
			script += " -e '" + address() + command() + "'"
		}
		return textInput(r) + "sed " + flag + some(r, 1, "-n", "-s", "-z") + script + " 2>/dev/null; echo $?"
	},
	"grep": func(r *rand.Rand) string {
		extended := r.Intn(2) == 0
		kind := "-G"
		if extended {
			kind = "-E"
		}
		script := textInput(r) + "grep " + kind + " " + some(r, 3, "-i", "-v", "-c", "-n", "-o", "-w", "-x", "-b", "-m1", "-m2", "-A1", "-B1", "-C1", "-H", "-q", "-l", "-L", "--color=always")
		for range 1 + r.Intn(2) {
			script += " -e '" + textPattern(r, extended) + "'"
		}
		return script + " 2>/dev/null; echo $?"
	},
	"awk": func(r *rand.Rand) string {
		var expr func(depth int) string
		expr = func(depth int) string {
			if depth == 0 {
				return pick(r, "$0", "$1", "$2", "$NF", "NR", "NF", "n", "s", "1", "3", "0.5", `"a"`, `"10"`, "length($1)", `""`)
			}
			e := func() string { return "(" + expr(r.Intn(depth)) + ")" }
			return pick(r, e()+pick(r, "+", "-", "*", " ", "<", "==", "~", "&&", "||", ">=", "!=")+e(), "-"+e(), "!"+e(), "substr("+e()+",2,3)", "index("+e()+","+e()+")",
				"toupper("+e()+")", "int("+e()+")", e()+"?"+e()+":"+e(), "length("+e()+")", `sprintf("%5.2f|%s|%d",`+e()+","+e()+","+e()+")", "match("+e()+",/"+textPattern(r, true)+"/)", "(n+="+e()+")", "split("+e()+`,c,"o")`)
		}
		action := func() string {
			return pick(r, "print "+expr(2), "print $2,$1", "n+="+expr(1)+";print n", "$2="+expr(1)+";print", "NF=2;print", "gsub(/"+textPattern(r, true)+`/,"<&>");print`,
				"sub(/"+textPattern(r, true)+`/,"x");print`, "s=s $1;print s", "k[$1]++;print k[$1]", "if("+expr(2)+")print NR;else print NF", "for(i=NF;i>0;i--)printf \"%s \",$i;print \"\"", "getline;print", "next")
		}
		pattern := pick(r, "", "", "NR%2", "/"+textPattern(r, true)+"/", "NR==2,NR==4", expr(2))
		return textInput(r) + "awk " + some(r, 2, "-F:", "-F,", "-F'[ :]'", "-vOFS=-", "-vn=5", "-vRS=") + " '" + pattern + "{" + action() + "}" + pick(r, "", "", "END{print n,s,NR}") + "' 2>/dev/null; echo $?"
	},
}
