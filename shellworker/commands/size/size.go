// Package size reads and writes sizes as GNU's tools do: "10K", "3MB", "1GiB",
// block sizes, and sizes for people to read.
package size

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Errors of Parse.
var (
	ErrInvalid  = errors.New("invalid number")
	ErrSuffix   = errors.New("invalid suffix")
	ErrOverflow = errors.New("Value too large for defined data type")
)

// Letters are the suffixes of sizes in rising powers of 1024.
const Letters = "KMGTPEZYRQ"

// Parse reads a decimal number and an optional multiplier: b (512), c (1), w
// (2), or a letter of Letters alone or with iB (powers of 1024) or with B
// (powers of 1000). Which first letters are taken says valid; with "0" in it
// the iB and B forms are, too.
func Parse(s, valid string) (int64, error) {
	n, err := parse(s, valid)
	switch {
	case err != nil:
		return 0, err
	case !n.IsInt64():
		return 0, ErrOverflow
	}
	return n.Int64(), nil
}

// ParseUint is as Parse, for what GNU's tools keep in 64 bits without a sign.
func ParseUint(s, valid string) (uint64, error) {
	n, err := parse(s, valid)
	switch {
	case err != nil:
		return 0, err
	case !n.IsUint64():
		return 0, ErrOverflow
	}
	return n.Uint64(), nil
}

func parse(s, valid string) (*big.Int, error) {
	// As strtoumax has it, blanks and a sign may come first.
	s = strings.TrimPrefix(strings.TrimLeft(s, " \t\n\v\f\r"), "+")
	i := 0
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	n := big.NewInt(1)
	if i > 0 {
		n.SetString(s[:i], 10)
	} else if s == "" || !strings.ContainsRune(valid, rune(s[0])) || s[0] == '0' {
		return nil, ErrInvalid
	}
	suffix := s[i:]
	if suffix == "" {
		return n, nil
	}
	if !strings.ContainsRune(valid, rune(suffix[0])) {
		return nil, ErrSuffix
	}
	base := int64(1024)
	if len(suffix) > 1 {
		if !strings.Contains(valid, "0") {
			return nil, ErrSuffix
		}
		switch suffix[1:] {
		case "iB":
		case "B", "D":
			base = 1000
		default:
			return nil, ErrSuffix
		}
	}
	mul := big.NewInt(1)
	switch c := suffix[0]; c {
	case 'b':
		mul.SetInt64(512)
	case 'B':
		mul.SetInt64(1024)
	case 'c':
	case 'w':
		mul.SetInt64(2)
	default:
		if c >= 'a' && c <= 'z' {
			c -= 32
		}
		e := strings.IndexByte(Letters, c)
		if e < 0 {
			return nil, ErrSuffix
		}
		mul.Exp(big.NewInt(base), big.NewInt(int64(e+1)), nil)
	}
	return n.Mul(n, mul), nil
}

// Human writes n bytes for people to read, with at most one digit behind the
// point and rounded up, as ls -h (base 1024) and --si (base 1000) do.
func Human(n uint64, base uint64) string {
	if n < base {
		return strconv.FormatUint(n, 10)
	}
	e := 0
	whole, rest := n, uint64(0) // n = (whole + rest/unit) units
	unit := uint64(1)
	for whole >= base && e < len(Letters) {
		if unit > math.MaxUint64/base {
			break
		}
		unit *= base
		whole = n / unit
		rest = n % unit
		e++
	}
	letter := Letters[e-1 : e]
	if base == 1000 && letter == "K" {
		letter = "k"
	}
	if whole < 10 {
		// Tenths, rounded up.
		hi := new(big.Int).Mul(new(big.Int).SetUint64(rest), big.NewInt(10))
		q, r := new(big.Int).QuoRem(hi, new(big.Int).SetUint64(unit), new(big.Int))
		tenth := q.Uint64()
		if r.Sign() > 0 {
			tenth++
		}
		if tenth == 10 {
			whole, tenth = whole+1, 0
		}
		if whole < 10 {
			return strconv.FormatUint(whole, 10) + "." + strconv.FormatUint(tenth, 10) + letter
		}
		return strconv.FormatUint(whole, 10) + letter
	}
	if rest > 0 {
		whole++
	}
	if whole == base && e < len(Letters) {
		return "1.0" + Letters[e:e+1]
	}
	return strconv.FormatUint(whole, 10) + letter
}

// Blocks is how sizes are shown: in units of Unit bytes, with Suffix behind, or
// for people.
type Blocks struct {
	Unit   uint64
	Suffix string
	Base   uint64 // 1024 or 1000: for people
	Group  bool   // ' before the size: group the digits (has no effect in C)
}

// ParseBlocks reads a block size as --block-size, BLOCK_SIZE and the like have
// it: human-readable, si, a number with a suffix, or a suffix alone.
func ParseBlocks(s string) (Blocks, error) {
	b := Blocks{}
	if strings.HasPrefix(s, "'") {
		b.Group, s = true, s[1:]
	}
	// The words may be abbreviated.
	switch {
	case s == "":
	case strings.HasPrefix("human-readable", s):
		b.Unit, b.Base = 1, 1024
		return b, nil
	case strings.HasPrefix("si", s):
		b.Unit, b.Base = 1, 1000
		return b, nil
	}
	n, err := Parse(s, "EgGkKmMPtTYZ0")
	if err != nil {
		return b, err
	}
	if n == 0 {
		return b, ErrInvalid
	}
	b.Unit = uint64(n)
	if s != "" && (s[0] < '0' || s[0] > '9') {
		c := strings.ToUpper(s[:1])
		if c == "K" && strings.HasSuffix(s, "B") && !strings.HasSuffix(s, "iB") {
			c = "k"
		}
		b.Suffix = c + s[1:]
	}
	return b, nil
}

// Format writes n bytes, rounded up to whole units.
func (b Blocks) Format(n uint64) string {
	if b.Base != 0 {
		return Human(n, b.Base)
	}
	u := n / b.Unit
	if n%b.Unit != 0 {
		u++
	}
	return strconv.FormatUint(u, 10) + b.Suffix
}

// Allocated returns how many bytes a file of the size takes on a disk with
// pages of 4 KiB: what st_blocks times 512 is.
func Allocated(n int64) int64 { return (n + 4095) &^ 4095 }
