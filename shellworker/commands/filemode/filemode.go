// Package filemode reads symbolic and octal modes as chmod does, and writes
// modes as ls does (POSIX chmod, GNU coreutils 9.1).
package filemode

import (
	"errors"

	"github.com/capshell/capshell/hoststore/vfs"
)

// ErrInvalid is returned for what is not a mode.
var ErrInvalid = errors.New("invalid mode")

type change struct {
	op       byte
	who      uint32 // affected bits, 07777; 0: all that the umask allows
	perm     uint32
	copyFrom uint32 // 0700, 0070 or 0007: permissions copied
	condX    bool
	octal    bool
	named    uint32 // bits that an octal mode speaks of
}

// Changes is a parsed mode.
type Changes struct{ list []change }

// Parse reads an octal mode or a comma-separated list of symbolic clauses.
func Parse(s string) (*Changes, error) {
	if s == "" {
		return nil, ErrInvalid
	}
	if s[0] >= '0' && s[0] <= '7' {
		m, digits := uint32(0), 0
		for i := 0; i < len(s); i++ {
			if s[i] < '0' || s[i] > '7' {
				return nil, ErrInvalid
			}
			m = m*8 + uint32(s[i]-'0')
			if m > 0o7777 {
				return nil, ErrInvalid
			}
			digits++
		}
		named := uint32(0o7777)
		if digits < 5 { // a directory's set-id bits stay unless they are named
			named = m&0o6000 | 0o1777
		}
		return &Changes{[]change{{op: '=', who: 0o7777, perm: m, octal: true, named: named}}}, nil
	}
	c := &Changes{}
	i := 0
	for {
		who := uint32(0)
	users:
		for ; i < len(s); i++ {
			switch s[i] {
			case 'u':
				who |= 0o4700
			case 'g':
				who |= 0o2070
			case 'o':
				who |= 0o1007
			case 'a':
				who |= 0o7777
			default:
				break users
			}
		}
		if i >= len(s) || s[i] != '+' && s[i] != '-' && s[i] != '=' {
			return nil, ErrInvalid
		}
		for i < len(s) && (s[i] == '+' || s[i] == '-' || s[i] == '=') {
			ch := change{op: s[i], who: who, named: 0}
			i++
			switch {
			case i < len(s) && s[i] >= '0' && s[i] <= '7':
				m := uint32(0)
				for ; i < len(s) && s[i] >= '0' && s[i] <= '7'; i++ {
					if m = m*8 + uint32(s[i]-'0'); m > 0o7777 {
						return nil, ErrInvalid
					}
				}
				if who != 0 || i < len(s) && s[i] != ',' {
					return nil, ErrInvalid
				}
				ch.who, ch.perm, ch.named, ch.octal = 0o7777, m, 0o7777, true
			case i < len(s) && (s[i] == 'u' || s[i] == 'g' || s[i] == 'o'):
				ch.copyFrom = map[byte]uint32{'u': 0o700, 'g': 0o070, 'o': 0o007}[s[i]]
				i++
			default:
			perms:
				for ; i < len(s); i++ {
					switch s[i] {
					case 'r':
						ch.perm |= 0o444
					case 'w':
						ch.perm |= 0o222
					case 'x':
						ch.perm |= 0o111
					case 'X':
						ch.condX = true
					case 's':
						ch.perm |= 0o6000
					case 't':
						ch.perm |= 0o1000
					default:
						break perms
					}
				}
			}
			c.list = append(c.list, ch)
		}
		if i == len(s) {
			return c, nil
		}
		if s[i] != ',' {
			return nil, ErrInvalid
		}
		i++
	}
}

// Apply returns the mode that old becomes. The umask counts where a clause
// names nobody.
func (c *Changes) Apply(old uint32, dir bool, umask uint32) uint32 {
	mode := old & 0o7777
	for _, ch := range c.list {
		value := ch.perm
		omit := uint32(0) // bits left as they are
		if dir {
			if ch.octal {
				omit = 0o6000 &^ ch.named
			} else {
				omit = 0o6000
			}
		}
		if ch.copyFrom != 0 {
			v := mode & ch.copyFrom
			value = 0
			for _, bits := range []uint32{0o444, 0o222, 0o111} {
				if v&bits != 0 {
					value |= bits
				}
			}
		}
		if ch.condX && (dir || mode&0o111 != 0) {
			value |= 0o111
		}
		who := ch.who
		if who == 0 {
			value &= ^umask
		} else {
			value &= who
		}
		if !ch.octal && dir && value&0o6000 != 0 {
			omit &^= value & 0o6000
		}
		switch ch.op {
		case '+':
			mode |= value &^ omit
		case '-':
			mode &^= value &^ omit
		case '=':
			keep := omit
			if who != 0 {
				keep |= ^who
			}
			mode = mode&keep | value&^omit
		}
		mode &= 0o7777
	}
	return mode
}

// Mentioned returns the bits that the changes set or clear where they change
// old, as gnulib's mode_adjust tells them.
func (c *Changes) Mentioned(dir bool, umask uint32) uint32 {
	bits := uint32(0)
	for _, ch := range c.list {
		switch {
		case ch.octal:
			bits |= 0o1777 | ch.named&0o6000
			if !dir {
				bits |= 0o7777
			}
		case ch.op == '=':
			who := ch.who
			if who == 0 {
				who = 0o7777
			}
			bits |= who &^ 0o6000
			if !dir {
				bits |= who
			}
		default:
			value := ch.perm
			if ch.copyFrom != 0 {
				value = 0o777
			}
			if ch.condX {
				value |= 0o111
			}
			if ch.who == 0 {
				value &^= umask
			} else {
				value &= ch.who
			}
			bits |= value
		}
	}
	return bits
}

// Surprised tells whether the umask kept a clause that names nobody from doing
// all it says: chmod's "new permissions are X, not Y".
func (c *Changes) Surprised(old uint32, dir bool, umask uint32) (got, want uint32) {
	return c.Apply(old, dir, umask), c.Apply(old, dir, 0)
}

// Letter returns the type's letter in a long listing.
func Letter(k vfs.Kind) byte {
	switch k {
	case vfs.Directory:
		return 'd'
	case vfs.Symlink:
		return 'l'
	case vfs.FIFO:
		return 'p'
	case vfs.Device:
		return 'c'
	}
	return '-'
}

// Perm returns the nine letters of the permissions, "rwxr-xr-x".
func Perm(mode uint32) string {
	b := []byte("rwxrwxrwx")
	for i := range b {
		if mode>>(8-i)&1 == 0 {
			b[i] = '-'
		}
	}
	for i, bit := range []uint32{0o4000, 0o2000, 0o1000} {
		if mode&bit == 0 {
			continue
		}
		k := i*3 + 2
		set, clear := byte('s'), byte('S')
		if i == 2 {
			set, clear = 't', 'T'
		}
		if b[k] == 'x' {
			b[k] = set
		} else {
			b[k] = clear
		}
	}
	return string(b)
}

// String returns the type and the permissions, "drwxr-xr-x".
func String(n vfs.Node) string { return string(Letter(n.Kind)) + Perm(n.Mode) }

// Raw returns the mode with the type's bits, as in st_mode.
func Raw(n vfs.Node) uint32 {
	m := n.Mode & 0o7777
	switch n.Kind {
	case vfs.Directory:
		return m | 0o040000
	case vfs.Symlink:
		return m | 0o120000
	case vfs.FIFO:
		return m | 0o010000
	case vfs.Device:
		return m | 0o020000
	}
	return m | 0o100000
}
