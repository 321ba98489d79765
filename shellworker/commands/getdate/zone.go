package getdate

import (
	"encoding/binary"
	"strings"
	"time"
	_ "time/tzdata" // a worker has no zone files
)

// Zone returns the time zone that a value of TZ means: a name of the tz
// database, or a POSIX description such as EST5EDT,M3.2.0,M11.1.0 (POSIX 8.3).
// An empty or unknown one is UTC.
func Zone(tz string) *time.Location {
	tz = strings.TrimPrefix(tz, ":")
	if tz == "" || tz == "UTC" || tz == "UTC0" {
		return time.UTC
	}
	if len(tz) > 1024 {
		return time.UTC
	}
	if !strings.HasPrefix(tz, "/") {
		if l, err := time.LoadLocation(tz); err == nil {
			if tz == "Local" {
				return time.UTC
			}
			return l
		}
	}
	if l := posixZone(tz); l != nil {
		return l
	}
	name := tz
	for i := range len(tz) {
		if c := tz[i] | 0x20; c < 'a' || c > 'z' {
			name = tz[:i]
			break
		}
	}
	if len(name) < 3 {
		name = "UTC"
	}
	return time.FixedZone(name, 0)
}

// posixZone reads a POSIX description, or returns nil.
func posixZone(tz string) *time.Location {
	name, rest := zoneName(tz)
	off, rest2, ok := zoneOffset(rest)
	if name == "" || !ok {
		return nil
	}
	if rest2 == "" {
		return time.FixedZone(name, -off)
	}
	dst, rest3 := zoneName(rest2)
	if dst == "" {
		return nil
	}
	if i := strings.IndexByte(rest3, ','); i < 0 {
		tz += ",M3.2.0,M11.1.0"
	}
	// A zone file with no transitions of its own and the rule in its footer.
	l, err := time.LoadLocationFromTZData(tz, zoneFile(name, -off, tz))
	if err != nil {
		return nil
	}
	return l
}

func zoneName(s string) (name, rest string) {
	if strings.HasPrefix(s, "<") {
		i := strings.IndexByte(s, '>')
		if i < 4 {
			return "", s
		}
		return s[1:i], s[i+1:]
	}
	i := 0
	for i < len(s) && (s[i]|0x20 >= 'a' && s[i]|0x20 <= 'z') {
		i++
	}
	if i < 3 {
		return "", s
	}
	return s[:i], s[i:]
}

// zoneOffset reads [+-]hh[:mm[:ss]] in seconds west of Greenwich.
func zoneOffset(s string) (sec int, rest string, ok bool) {
	sign := 1
	if s != "" && (s[0] == '+' || s[0] == '-') {
		if s[0] == '-' {
			sign = -1
		}
		s = s[1:]
	}
	unit := 3600
	for n := 0; n < 3; n++ {
		i, v := 0, 0
		for i < len(s) && i < 3 && s[i] >= '0' && s[i] <= '9' {
			v = v*10 + int(s[i]-'0')
			i++
		}
		if i == 0 || n == 0 && v > 24 || n > 0 && v > 59 {
			return 0, s, false
		}
		sec += v * unit
		unit /= 60
		s = s[i:]
		if !strings.HasPrefix(s, ":") {
			break
		}
		s = s[1:]
	}
	return sign * sec, s, true
}

func zoneFile(name string, offset int, rule string) []byte {
	var b []byte
	header := func(types, chars uint32) {
		b = append(b, "TZif2"...)
		b = append(b, make([]byte, 15)...)
		for _, n := range []uint32{0, 0, 0, 0, types, chars} {
			b = binary.BigEndian.AppendUint32(b, n)
		}
	}
	body := func() {
		b = binary.BigEndian.AppendUint32(b, uint32(int32(offset)))
		b = append(b, 0, 0)
		b = append(b, name...)
		b = append(b, 0)
	}
	header(1, uint32(len(name)+1))
	body()
	header(1, uint32(len(name)+1))
	body()
	return append(b, "\n"+rule+"\n"...)
}
