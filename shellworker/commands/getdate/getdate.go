// Package getdate reads dates as GNU date -d does ("Date input formats" in the
// coreutils manual): calendar dates, times of day, zones, days of the week,
// relative items such as "2 days ago", and @SECONDS.
package getdate

import (
	"math"
	"strings"
	"time"
)

type kind uint8

const (
	end kind = iota
	unsigned
	signed
	udecimal
	sdecimal
	char // any other character
	month
	day
	meridian // v: 0 am, 1 pm
	unit     // v: seconds, or one of the units below
	ordinal
	shift // tomorrow and its like
	ago   // v: -1 ago, 1 hence
	zone  // v: seconds east
	dayZone
	localZone
	dst
	letterT
)

// Units that aren't a number of seconds.
const (
	unitYear = iota
	unitMonth
	unitDay // v2: how many
	unitHour
	unitMinute
	unitSecond
)

type token struct {
	kind   kind
	v      int64
	v2     int64
	digits int
	ns     int64
	neg    bool
	c      byte
}

var words = map[string]token{
	"am": {kind: meridian}, "a.m.": {kind: meridian}, "pm": {kind: meridian, v: 1}, "p.m.": {kind: meridian, v: 1},
	"dst":   {kind: dst},
	"year":  {kind: unit, v: unitYear, v2: 1},
	"month": {kind: unit, v: unitMonth, v2: 1}, "fortnight": {kind: unit, v: unitDay, v2: 14}, "week": {kind: unit, v: unitDay, v2: 7},
	"day": {kind: unit, v: unitDay, v2: 1}, "hour": {kind: unit, v: unitHour, v2: 1}, "minute": {kind: unit, v: unitMinute, v2: 1},
	"min": {kind: unit, v: unitMinute, v2: 1}, "second": {kind: unit, v: unitSecond, v2: 1}, "sec": {kind: unit, v: unitSecond, v2: 1},
	"tomorrow": {kind: shift, v: 1}, "yesterday": {kind: shift, v: -1}, "today": {kind: shift}, "now": {kind: shift},
	"last": {kind: ordinal, v: -1}, "this": {kind: ordinal}, "next": {kind: ordinal, v: 1}, "first": {kind: ordinal, v: 1},
	"third": {kind: ordinal, v: 3}, "fourth": {kind: ordinal, v: 4}, "fifth": {kind: ordinal, v: 5}, "sixth": {kind: ordinal, v: 6},
	"seventh": {kind: ordinal, v: 7}, "eighth": {kind: ordinal, v: 8}, "ninth": {kind: ordinal, v: 9}, "tenth": {kind: ordinal, v: 10},
	"eleventh": {kind: ordinal, v: 11}, "twelfth": {kind: ordinal, v: 12},
	"ago": {kind: ago, v: -1}, "hence": {kind: ago, v: 1},
}

var monthNames = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"}
var dayNames = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

// zones are the abbreviations that GNU knows everywhere, in minutes east;
// those in summer zones hold the hour already and say so.
var zones = map[string]int64{"GMT": 0, "UT": 0, "UTC": 0, "WET": 0, "ART": -180, "BRT": -180, "NST": -210, "AST": -240, "CLT": -240,
	"EST": -300, "CST": -360, "MST": -420, "PST": -480, "AKST": -540, "HST": -600, "HAST": -600, "SST": -720, "WAT": 60,
	"CET": 60, "MET": 60, "MEZ": 60, "EET": 120, "CAT": 120, "SAST": 120, "EAT": 180, "MSK": 180, "IST": 330, "SGT": 480,
	"KST": 540, "JST": 540, "GST": 600, "NZST": 720}
var summerZones = map[string]int64{"WEST": 60, "BST": 60, "BRST": -120, "NDT": -150, "ADT": -180, "CLST": -180, "EDT": -240,
	"CDT": -300, "MDT": -360, "PDT": -420, "AKDT": -480, "HADT": -540, "CEST": 120, "MEST": 120, "MESZ": 120, "EEST": 180, "MSD": 240, "NZDT": 780}

type parser struct {
	toks []token
	i    int
	loc  *time.Location
	now  time.Time

	year, mon, mday, hour, min, sec, ns int64
	yearDigits                          int
	mer                                 int64 // 2: 24 hours
	dayOrdinal, dayNumber               int64
	zoneOff                             int64
	relY, relM, relD, relH, relMin      int64
	relS, relNs                         int64
	dates, days, times, zonesSeen       int
	localZones, dsts                    int
	rels                                bool
}

// Parse returns the time that s means at now, in the zone loc. The zero Time
// and false where it means none.
func Parse(s string, now time.Time, loc *time.Location) (time.Time, bool) {
	s = strings.TrimLeft(s, " \t\n\v\f\r")
	if strings.HasPrefix(s, `TZ="`) {
		var b strings.Builder
		i := 4
		for ; i < len(s) && s[i] != '"'; i++ {
			if s[i] == '\\' {
				if i++; i == len(s) || s[i] != '\\' && s[i] != '"' {
					return time.Time{}, false
				}
			}
			b.WriteByte(s[i])
		}
		if i >= len(s) {
			return time.Time{}, false
		}
		loc = Zone(b.String())
		s = s[i+1:]
	}
	now = now.In(loc)
	p := &parser{loc: loc, now: now, mer: 2}
	if !p.lex(s) {
		return time.Time{}, false
	}
	return p.parse()
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isAlpha(c byte) bool { c |= 0x20; return c >= 'a' && c <= 'z' }

func (p *parser) lex(s string) bool {
	for i := 0; ; {
		for i < len(s) && (s[i] == ' ' || s[i] >= '\t' && s[i] <= '\r') {
			i++
		}
		if i >= len(s) {
			p.toks = append(p.toks, token{kind: end})
			return true
		}
		if len(p.toks) > 1000 {
			return false
		}
		c := s[i]
		switch {
		case isDigit(c) || c == '-' || c == '+':
			sign := c == '-' || c == '+'
			neg := c == '-'
			if sign {
				i++
				for i < len(s) && (s[i] == ' ' || s[i] >= '\t' && s[i] <= '\r') {
					i++
				}
				if i >= len(s) || !isDigit(s[i]) {
					continue // a sign alone is skipped
				}
			}
			t := token{kind: unsigned, neg: neg}
			if sign {
				t.kind = signed
			}
			start := i
			for i < len(s) && isDigit(s[i]) {
				d := int64(s[i] - '0')
				if t.v > (math.MaxInt64-d)/10 {
					return false
				}
				t.v = t.v*10 + d
				i++
			}
			t.digits = i - start
			if neg {
				t.v = -t.v
			}
			if i+1 < len(s) && (s[i] == '.' || s[i] == ',') && isDigit(s[i+1]) {
				i++
				n, more := 0, false
				for ; i < len(s) && isDigit(s[i]); i++ {
					if n < 9 {
						t.ns = t.ns*10 + int64(s[i]-'0')
						n++
					} else if s[i] != '0' {
						more = true
					}
				}
				for ; n < 9; n++ {
					t.ns *= 10
				}
				if neg && (t.ns > 0 || more) { // towards minus infinity
					if more {
						t.ns++
					}
					t.v--
					t.ns = 1e9 - t.ns
				}
				if sign {
					t.kind = sdecimal
				} else {
					t.kind = udecimal
				}
			}
			p.toks = append(p.toks, t)
		case isAlpha(c):
			start := i
			for i < len(s) && (isAlpha(s[i]) || s[i] == '.') {
				i++
			}
			t, ok := p.word(s[start:i])
			if !ok {
				return false
			}
			p.toks = append(p.toks, t)
		case c == '(':
			depth := 0
			for ; i < len(s); i++ {
				if s[i] == '(' {
					depth++
				} else if s[i] == ')' {
					if depth--; depth == 0 {
						i++
						break
					}
				}
			}
			if depth > 0 {
				return false
			}
		default:
			p.toks = append(p.toks, token{kind: char, c: c})
			i++
		}
	}
}

func (p *parser) word(w string) (token, bool) {
	l := strings.ToLower(w)
	if t, ok := words[l]; ok && t.kind == meridian {
		return t, true
	}
	short := len(l) == 3 || len(l) == 4 && l[3] == '.'
	for i, m := range monthNames {
		if l == m || short && l[:3] == m[:3] {
			return token{kind: month, v: int64(i + 1)}, true
		}
	}
	if l == "sept" || l == "sept." {
		return token{kind: month, v: 9}, true
	}
	for i, d := range dayNames {
		if l == d || short && l[:3] == d[:3] {
			return token{kind: day, v: int64(i)}, true
		}
	}
	switch l {
	case "tues":
		return token{kind: day, v: 2}, true
	case "wednes":
		return token{kind: day, v: 3}, true
	case "thur", "thurs":
		return token{kind: day, v: 4}, true
	}
	u := strings.ToUpper(w)
	if t, ok := p.zoneWord(u); ok {
		return t, true
	}
	if l == "dst" {
		return words[l], true
	}
	if t, ok := words[l]; ok {
		return t, true
	}
	if t, ok := words[strings.TrimSuffix(l, "s")]; ok && t.kind == unit {
		return t, true
	}
	if len(u) == 1 {
		switch c := int64(u[0]); {
		case c == 'T':
			return token{kind: letterT}, true
		case c == 'J':
		case c == 'Z':
			return token{kind: zone}, true
		case c >= 'A' && c <= 'I':
			return token{kind: zone, v: (c - 'A' + 1) * 3600}, true
		case c >= 'K' && c <= 'M':
			return token{kind: zone, v: (c - 'A') * 3600}, true
		default:
			return token{kind: zone, v: -(c - 'N' + 1) * 3600}, true
		}
		return token{}, false
	}
	if strings.Contains(u, ".") {
		if t, ok := p.zoneWord(strings.ReplaceAll(u, ".", "")); ok {
			return t, true
		}
	}
	return token{}, false
}

func (p *parser) zoneWord(u string) (token, bool) {
	switch u {
	case "GMT", "UT", "UTC":
		return token{kind: zone}, true
	}
	for m := range 4 { // the local zone's own names
		t := p.now.AddDate(0, m*3, 0)
		if n, off := t.Zone(); strings.EqualFold(n, u) {
			return token{kind: localZone, v: int64(off)}, true
		}
	}
	if v, ok := zones[u]; ok {
		return token{kind: zone, v: v * 60}, true
	}
	if v, ok := summerZones[u]; ok {
		return token{kind: dayZone, v: v * 60}, true
	}
	return token{}, false
}

func (p *parser) at(k int) token {
	if p.i+k < len(p.toks) {
		return p.toks[p.i+k]
	}
	return token{kind: end}
}

func (p *parser) isChar(k int, c byte) bool { t := p.at(k); return t.kind == char && t.c == c }

func (p *parser) parse() (time.Time, bool) {
	if p.isChar(0, '@') {
		t := p.at(1)
		if t.kind < unsigned || t.kind > sdecimal || p.at(2).kind != end {
			return time.Time{}, false
		}
		return time.Unix(t.v, t.ns).In(p.loc), true
	}
	y, mo, d := p.now.Date()
	h, mi, s := p.now.Clock()
	p.year, p.mon, p.mday = int64(y), int64(mo), int64(d)
	p.hour, p.min, p.sec, p.ns = int64(h), int64(mi), int64(s), int64(p.now.Nanosecond())
	for p.at(0).kind != end {
		if !p.item() {
			return time.Time{}, false
		}
	}
	return p.result()
}

// item reads one item and tells whether there was one.
func (p *parser) item() bool {
	t := p.at(0)
	switch t.kind {
	case unsigned:
		return p.number(t)
	case signed:
		if u := p.at(1); u.kind == unit {
			p.i += 2
			return p.relative(t.v, 0, u)
		}
	case sdecimal, udecimal:
		if u := p.at(1); u.kind == unit && u.v == unitSecond {
			p.i += 2
			return p.relative(t.v, t.ns, u)
		}
	case month:
		return p.monthFirst(t)
	case day:
		p.i++
		if p.isChar(0, ',') {
			p.i++
		}
		return p.setDay(0, t.v)
	case ordinal:
		switch u := p.at(1); u.kind {
		case day:
			p.i += 2
			return p.setDay(t.v, u.v)
		case unit:
			p.i += 2
			return p.relative(t.v, 0, u)
		}
	case unit:
		p.i++
		return p.relative(1, 0, t)
	case shift:
		p.i++
		p.rels = true
		return p.add(&p.relD, t.v)
	case localZone:
		p.i++
		p.localZones++
		p.zoneOff = t.v
		if p.at(0).kind == dst {
			p.i++
			p.dsts++
			p.zoneOff += 3600
		}
		return true
	case zone, letterT:
		p.i++
		off := t.v
		if t.kind == letterT {
			off = -7 * 3600
		}
		p.zonesSeen++
		switch n := p.at(0); {
		case n.kind == signed && p.at(1).kind == unit:
			p.i += 2
			p.zoneOff = off
			return p.relative(n.v, 0, p.toks[p.i-1])
		case n.kind == signed && t.kind == zone:
			o, ok := p.offset()
			p.zoneOff = off + o
			return ok
		case n.kind == dst && t.kind == zone:
			p.i++
			off += 3600
		}
		p.zoneOff = off
		return true
	case dayZone:
		p.i++
		p.zonesSeen++
		p.zoneOff = t.v
		return true
	}
	return false
}

// offset reads +hh, +hhmm or +hh:mm, in seconds.
func (p *parser) offset() (int64, bool) {
	t := p.at(0)
	p.i++
	v := t.v
	if v < 0 {
		v = -v
	}
	mins := int64(-1)
	if p.isChar(0, ':') && p.at(1).kind == unsigned {
		mins = p.at(1).v
		p.i += 2
	}
	switch {
	case mins >= 0:
		v = v*60 + mins
	case t.digits <= 2:
		v *= 60
	default:
		v = v/100*60 + v%100
	}
	if v > 24*60 || v < 0 {
		return 0, false
	}
	if t.neg {
		v = -v
	}
	return v * 60, true
}

// clock reads :mm[:ss[.frac]] behind an hour, and what may follow.
func (p *parser) clock(hour token) bool {
	p.i++
	if p.at(0).kind != unsigned {
		return false
	}
	p.hour, p.min, p.sec, p.ns, p.mer = hour.v, p.at(0).v, 0, 0, 2
	p.i++
	if p.isChar(0, ':') {
		s := p.at(1)
		if s.kind != unsigned && s.kind != udecimal {
			return false
		}
		p.sec, p.ns = s.v, s.ns
		p.i += 2
	}
	p.times++
	switch n := p.at(0); {
	case n.kind == meridian:
		p.mer = n.v
		p.i++
	case n.kind == signed && p.at(1).kind != unit || n.kind == signed:
		// As GNU's grammar has it, a signed number behind a time is a zone even
		// where a unit follows.
		p.zonesSeen++
		var ok bool
		p.zoneOff, ok = p.offset()
		return ok
	}
	return true
}

func (p *parser) number(t token) bool {
	n := p.at(1)
	switch {
	case n.kind == meridian:
		p.i += 2
		p.times++
		p.hour, p.min, p.sec, p.ns, p.mer = t.v, 0, 0, 0, n.v
		return true
	case n.kind == char && n.c == ':':
		p.i++
		return p.clock(t)
	case n.kind == char && n.c == '/':
		b := p.at(2)
		if b.kind != unsigned {
			return false
		}
		p.i += 3
		if !p.isChar(0, '/') {
			p.dates++
			p.mon, p.mday = t.v, b.v
			return true
		}
		c := p.at(1)
		if c.kind != unsigned {
			return false
		}
		p.i += 2
		if t.digits >= 4 {
			return p.setDate(t, b.v, c.v)
		}
		return p.setDate(c, t.v, b.v)
	case n.kind == signed && p.at(2).kind == signed:
		c := p.at(2)
		p.i += 3
		if n.v > 0 && !n.neg || c.v > 0 && !c.neg {
			n.v, c.v = -n.v, -c.v
			if n.neg || c.neg {
				return false
			}
			n.v, c.v = -n.v, -c.v
			return p.setDate(t, -n.v, -c.v)
		}
		if !p.setDate(t, -n.v, -c.v) {
			return false
		}
		if p.at(0).kind == letterT && p.at(1).kind == unsigned {
			p.i++
			h := p.at(0)
			switch {
			case p.isChar(1, ':'):
				p.i++
				return p.clock(h)
			case p.at(1).kind == signed:
				p.i++
				return p.hourZone(h)
			}
			return false
		} else if p.at(0).kind == letterT {
			return false
		}
		return true
	case n.kind == signed && p.at(2).kind == unit:
		p.i += 3
		p.plain(t)
		return p.relative(n.v, 0, p.toks[p.i-1])
	case n.kind == signed:
		p.i++
		return p.hourZone(t)
	case n.kind == month:
		switch y := p.at(2); y.kind {
		case signed:
			p.i += 3
			y.v = -y.v
			return p.setDate(y, n.v, t.v)
		case unsigned:
			p.i += 3
			return p.setDate(y, n.v, t.v)
		}
		p.i += 2
		p.dates++
		p.mon, p.mday = n.v, t.v
		return true
	case n.kind == day:
		p.i += 2
		return p.setDay(t.v, n.v)
	case n.kind == unit:
		p.i += 2
		return p.relative(t.v, 0, n)
	}
	p.i++
	p.plain(t)
	return true
}

func (p *parser) hourZone(h token) bool {
	p.times++
	p.zonesSeen++
	p.hour, p.min, p.sec, p.ns, p.mer = h.v, 0, 0, 0, 2
	var ok bool
	p.zoneOff, ok = p.offset()
	return ok
}

// plain is a number alone: a year, a date or a time, by what came before.
func (p *parser) plain(t token) {
	switch {
	case p.dates > 0 && p.yearDigits == 0 && !p.rels && (p.times > 0 || t.digits > 2):
		p.year, p.yearDigits = t.v, t.digits
	case t.digits > 4:
		p.dates++
		p.mday, p.mon, p.year = t.v%100, t.v/100%100, t.v/10000
		p.yearDigits = t.digits - 4
	default:
		p.times++
		if t.digits <= 2 {
			p.hour, p.min = t.v, 0
		} else {
			p.hour, p.min = t.v/100, t.v%100
		}
		p.sec, p.ns, p.mer = 0, 0, 2
	}
}

func (p *parser) setDate(year token, mon, mday int64) bool {
	p.dates++
	p.year, p.yearDigits, p.mon, p.mday = year.v, year.digits, mon, mday
	return true
}

func (p *parser) setDay(ord, number int64) bool {
	p.days++
	p.dayOrdinal, p.dayNumber = ord, number
	return true
}

func (p *parser) monthFirst(t token) bool {
	n := p.at(1)
	switch {
	case n.kind == signed && p.at(2).kind == signed:
		y := p.at(2)
		p.i += 3
		y.v = -y.v
		return p.setDate(y, t.v, -n.v)
	case n.kind == unsigned:
		p.i += 2
		if p.isChar(0, ',') && p.at(1).kind == unsigned {
			y := p.at(1)
			p.i += 2
			return p.setDate(y, t.v, n.v)
		}
		p.dates++
		p.mon, p.mday = t.v, n.v
		return true
	}
	return false
}

func (p *parser) add(to *int64, v int64) bool {
	s := *to + v
	if v > 0 && s < *to || v < 0 && s > *to {
		return false
	}
	*to = s
	return true
}

// relative adds n units, read as "n unit [ago]".
func (p *parser) relative(n, ns int64, u token) bool {
	p.rels = true
	sign := int64(1)
	if a := p.at(0); a.kind == ago {
		p.i++
		sign = a.v
	}
	if n > math.MaxInt64/14/2 || n < -math.MaxInt64/14/2 {
		return false
	}
	n *= u.v2 * sign
	switch u.v {
	case unitYear:
		return p.add(&p.relY, n)
	case unitMonth:
		return p.add(&p.relM, n)
	case unitDay:
		return p.add(&p.relD, n)
	case unitHour:
		return p.add(&p.relH, n)
	case unitMinute:
		return p.add(&p.relMin, n)
	}
	return p.add(&p.relNs, ns*sign) && p.add(&p.relS, n)
}

func (p *parser) result() (time.Time, bool) {
	no := time.Time{}
	if p.times > 1 || p.dates > 1 || p.days > 1 || p.dsts > 1 || p.localZones+p.zonesSeen > 1 {
		return no, false
	}
	loc := p.loc
	switch {
	case p.zonesSeen > 0:
		loc = time.FixedZone("", int(p.zoneOff))
	case p.dates+p.days+p.times+p.localZones == 0: // daylight saving stays as it is
		_, off := p.now.Zone()
		loc = time.FixedZone("", off)
	}
	year := p.year
	if p.yearDigits == 2 {
		if year < 69 {
			year += 2000
		} else {
			year += 1900
		}
	}
	hour := p.hour
	if p.times > 0 {
		switch {
		case p.mer == 2 && (hour < 0 || hour > 23):
			return no, false
		case p.mer < 2 && (hour < 1 || hour > 12):
			return no, false
		case p.mer < 2:
			hour = hour%12 + 12*p.mer
		}
	} else if !(p.rels && p.dates == 0 && p.days == 0) {
		hour, p.min, p.sec, p.ns = 0, 0, 0, 0
	}
	const most = 1 << 31
	if year < -most || year > most || p.mon > 12 || p.mon < 1 || p.mday > 31 || p.mday < 1 || p.min > 59 || p.sec > 60 || p.min < 0 || p.sec < 0 {
		return no, false
	}
	t := time.Date(int(year), time.Month(p.mon), int(p.mday), int(hour), int(p.min), int(p.sec), int(p.ns), loc)
	gy, gm, gd := t.Date()
	gh, gmin, gs := t.Clock()
	if int64(gy) != year || int64(gm) != p.mon || int64(gd) != p.mday || int64(gh) != hour || int64(gmin) != p.min || int64(gs) != p.sec {
		return no, false // February 30th, 23:59:60, a time that daylight saving skips
	}
	if _, off := t.Zone(); p.localZones > 0 && p.zonesSeen == 0 && int64(off) != p.zoneOff {
		// The hour that is there twice when daylight saving ends.
		t = t.Add(time.Duration(int64(off)-p.zoneOff) * time.Second)
		if _, off := t.Zone(); int64(off) != p.zoneOff || t.Hour() != gh || t.Minute() != gmin {
			return no, false
		}
	}
	if p.days > 0 && p.dates == 0 {
		wday := int64(t.Weekday())
		d := (p.dayNumber-wday+7)%7 + 7*(p.dayOrdinal-b2i(p.dayOrdinal > 0 && wday != p.dayNumber))
		if d > most || d < -most {
			return no, false
		}
		t = time.Date(gy, gm, gd+int(d), gh, gmin, gs, int(p.ns), loc)
	}
	if p.relY != 0 || p.relM != 0 || p.relD != 0 {
		if abs(p.relY) > most || abs(p.relM) > most || abs(p.relD) >= most {
			return no, false
		}
		gy, gm, gd = t.Date()
		t = time.Date(gy+int(p.relY), gm+time.Month(p.relM), gd+int(p.relD), gh, gmin, gs, int(p.ns), loc)
	}
	if abs(p.relH) > 1<<40 || abs(p.relMin) > 1<<50 || abs(p.relS) > 1<<56 {
		return no, false
	}
	sec := t.Unix() + p.relH*3600 + p.relMin*60 + p.relS
	return time.Unix(sec, p.ns+p.relNs).In(p.loc), true
}

func b2i(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func abs(v int64) int64 {
	if v < 0 {
		return -v
	}
	return v
}
