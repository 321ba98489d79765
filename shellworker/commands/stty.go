package commands

import (
	"context"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
	"github.com/capshell/capshell/shellworker/commands/getopt"
	"github.com/capshell/capshell/shellworker/commands/quote"
)

func init() {
	Register(Command{Name: "stty", Run: sttyMain, Help: `
Usage: stty [-F DEVICE] [SETTING]...
Write or change a terminal's settings: there is none.

  -a, --all          all settings
  -g, --save         in a form that stty reads
  -F, --file=DEVICE  open DEVICE
      --help         show this help
      --version      show the version
`})
}

func sttyMain(ctx context.Context, p *Process) int {
	const what = "the options for verbose and stty-readable output styles are\nmutually exclusive"
	// A setting may begin with "-": only what can't be one is an option.
	var options, settings []string
	for i := 0; i < len(p.Args); i++ {
		a := p.Args[i]
		switch {
		case a == "-F" || a == "--file":
			options = append(options, a)
			if i++; i < len(p.Args) {
				options = append(options, p.Args[i])
			}
		case strings.HasPrefix(a, "--") && a != "--", strings.HasPrefix(a, "-F"), len(a) > 1 && a[0] == '-' && strings.Trim(a[1:], "ag") == "":
			options = append(options, a)
		case a != "--":
			settings = append(settings, a)
		}
	}
	p.Args = options
	device := quote.Always("standard input")
	opts, _ := p.Getopt("+agF:", getopt.Long{Name: "all", ID: 'a'}, getopt.Long{Name: "save", ID: 'g'}, getopt.Long{Name: "file", Arg: getopt.Required, ID: 'F'})
	all, save := false, false
	file := ""
	for _, o := range opts {
		switch o.ID {
		case 'a':
			all = true
		case 'g':
			save = true
		case 'F':
			file = o.Arg
		}
	}
	switch {
	case all && save:
		p.Fatalf(1, "%s", what)
	case len(settings) > 0 && (all || save):
		p.Fatalf(1, "when specifying an output style, modes may not be set")
	}
	for i := 0; i < len(settings); i++ {
		s := settings[i]
		number := strings.Trim(s, "0123456789") == ""
		switch {
		case number || strings.Trim(s, "0123456789abcdef:") == "" && strings.Contains(s, ":"):
		case strings.Contains(sttyValues, " "+s+" "):
			if i++; i == len(settings) {
				p.UsageError("missing argument to %s", p.Quote(s))
			}
		case strings.Contains(sttyFlags, " "+strings.TrimPrefix(s, "-")+" "):
		default:
			p.UsageError("invalid argument %s", p.Quote(s))
		}
	}
	if file != "" {
		device = quote.Name(file)
		f, err := p.OpenFile(ctx, file, vfs.ReadOnly|vfs.NonBlock, 0)
		if err != nil {
			p.NameError(file, err)
			return 1
		}
		f.Close()
	}
	p.Errorf("%s: %s", device, vfs.ENOTTY)
	return 1
}

// The settings that stty knows, with a value and without.
const (
	sttyValues = " ispeed ospeed rows cols columns line min time intr quit erase kill eof eol eol2 swtch start stop susp dsusp rprnt werase lnext discard "
	sttyFlags  = " size speed drain parenb parodd cmspar cs5 cs6 cs7 cs8 hupcl hup cstopb cread clocal crtscts brkint ignbrk ignpar parmrk inpck istrip inlcr" +
		" igncr icrnl ixon ixoff tandem iuclc ixany imaxbel iutf8 opost olcuc ocrnl onlcr onocr onlret ofill ofdel nl0 nl1 cr0 cr1 cr2 cr3 tab0 tab1 tab2" +
		" tab3 bs0 bs1 vt0 vt1 ff0 ff1 isig icanon iexten echo echoe crterase echok echonl noflsh xcase tostop echoprt prterase echoctl ctlecho echoke crtkill" +
		" flusho extproc evenp parity oddp nl ek sane cooked raw pass8 litout cbreak decctlq tabs lcase LCASE crt dec "
)
