package commands

import (
	"context"
	"crypto/md5"
	"crypto/sha1"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/capshell/capshell/shellworker/commands/getopt"
)

func init() {
	Register(Command{Name: "uuidgen", Run: uuidgenMain, Help: `
Usage: uuidgen [OPTION]...
Write a new UUID.

  -r, --random          of random bits (default)
  -t, --time            of the time
  -n, --namespace=NS    with a hash: in the name space NS: a UUID, or @dns, @url,
                          @oid, @x500
  -N, --name=NAME       ... for NAME
  -m, --md5             ... by MD5 (version 3)
  -s, --sha1            ... by SHA-1 (version 5)
  -x, --hex             NAME is hexadecimal
  -h, --help            show this help
  -V, --version         show the version
`})
}

func uuidgenMain(_ context.Context, p *Process) int {
	opts, args := p.Getopt("rtn:N:msxhV", getopt.Long{Name: "random", ID: 'r'}, getopt.Long{Name: "time", ID: 't'}, getopt.Long{Name: "namespace", Arg: getopt.Required, ID: 'n'},
		getopt.Long{Name: "name", Arg: getopt.Required, ID: 'N'}, getopt.Long{Name: "md5", ID: 'm'}, getopt.Long{Name: "sha1", ID: 's'}, getopt.Long{Name: "hex", ID: 'x'})
	kind, ns, name, isHex, hasName := byte(0), "", "", false, false
	for _, o := range opts {
		switch o.ID {
		case 'n':
			ns = o.Arg
		case 'N':
			name, hasName = o.Arg, true
		case 'x':
			isHex = true
		case 'h':
			p.ShowHelp()
		case 'V':
			p.ShowVersion()
		default:
			kind = byte(o.ID)
		}
	}
	_ = args // the original takes no notice of operands
	hashed := kind == 'm' || kind == 's'
	switch {
	case ns != "" && !hasName:
		p.UsageError("--namespace requires --name argument")
	case hasName && ns == "":
		p.UsageError("--name requires --namespace argument")
	case ns != "" && !hashed:
		p.UsageError("--namespace requires --md5 or --sha1")
	case hashed && ns == "":
		p.UsageError("--md5 or --sha1 requires --namespace argument")
	}
	{
		var u [16]byte
		if _, err := io.ReadFull(p.Rand, u[:]); err != nil {
			p.Fatalf(1, "no random bytes: %s", err)
		}
		version := byte(4)
		switch kind {
		case 't':
			version = 1
			// In 100 ns since 1582-10-15 (RFC 9562, 5.1).
			t := uint64(p.Now().UnixNano()/100) + 0x01b21dd213814000
			u[0], u[1], u[2], u[3] = byte(t>>24), byte(t>>16), byte(t>>8), byte(t)
			u[4], u[5], u[6], u[7] = byte(t>>40), byte(t>>32), byte(t>>56), byte(t>>48)
			u[10] |= 1
		case 'm', 's':
			space, ok := map[string]string{"@dns": "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "@url": "6ba7b811-9dad-11d1-80b4-00c04fd430c8",
				"@oid": "6ba7b812-9dad-11d1-80b4-00c04fd430c8", "@x500": "6ba7b814-9dad-11d1-80b4-00c04fd430c8"}[ns]
			if !ok {
				space = ns
			}
			b, err := hex.DecodeString(strings.ReplaceAll(space, "-", ""))
			if err != nil || len(b) != 16 {
				p.UsageError("invalid uuid for namespace: '%s'", ns)
			}
			text := []byte(name)
			if isHex {
				if text, err = hex.DecodeString(name); err != nil {
					p.UsageError("not a valid hex string")
				}
			}
			b = append(b, text...)
			if kind == 'm' {
				s := md5.Sum(b)
				copy(u[:], s[:])
				version = 3
			} else {
				s := sha1.Sum(b)
				copy(u[:], s[:])
				version = 5
			}
		}
		u[6] = u[6]&0x0f | version<<4
		u[8] = u[8]&0x3f | 0x80
		fmt.Fprintf(p.Out, "%x-%x-%x-%x-%x\n", u[:4], u[4:6], u[6:8], u[8:10], u[10:])
	}
	return 0
}
