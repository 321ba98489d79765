package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

func init() {
	Register(Command{Name: "cal", UsageStatus: 64, Run: calMain, Help: `
Usage: cal [OPTION]... [[MONTH] YEAR]
Draw the calendar of a month or a year.

  -1             one month (default)
  -3             the month before and behind it, too
  -A N           N months behind it, too
  -B N           N months before it, too
  -d YYYY-MM     take this for the current month
  -j             days of the year
  -m MONTH       this month
  -y             the whole year
      --help     show this help
      --version  show the version
`})
}

// gregorianStart is when Britain changed calendars: September 2nd, 1752 was
// followed by the 14th.
func calLeap(y int) bool {
	if y <= 1752 {
		return y%4 == 0
	}
	return y%4 == 0 && (y%100 != 0 || y%400 == 0)
}

func calDays(y, m int) int {
	d := [...]int{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31}[m-1]
	if m == 2 && calLeap(y) {
		d++
	}
	return d
}

// calWeekday returns the weekday of a date, 0 for Sunday.
func calWeekday(y, m, d int) int {
	days := 0
	julian := y < 1752 || y == 1752 && (m < 9 || m == 9 && d < 14)
	p := y - 1
	days = p*365 + p/4
	if !julian {
		days += -p/100 + p/400
	}
	for i := 1; i < m; i++ {
		n := calDays(y, i)
		days += n
	}
	days += d
	if julian {
		return (days + 5) % 7
	}
	if y == 1752 {
		// The lost days were counted, and 1752 was leap either way.
		return days % 7
	}
	return days % 7
}

// calMonth returns the lines of a month: title, weekdays and six weeks.
func calMonth(y, m int, withYear, julian bool) []string {
	w := 2
	if julian {
		w = 3
	}
	width := 7*(w+1) + 0
	names := [...]string{"January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"}
	title := names[m-1]
	if withYear {
		title += " " + strconv.Itoa(y)
	}
	field := 7*(w+1) - 1
	left := (field - len(title)) / 2
	line := strings.Repeat(" ", max(0, left)) + title
	lines := []string{pad(line, width)}
	head := ""
	for _, d := range []string{"Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"} {
		head += fmt.Sprintf("%*s ", w, d)
	}
	lines = append(lines, pad(head, width))
	first := calWeekday(y, m, 1)
	yday := 0
	for i := 1; i < m; i++ {
		yday += calDays(y, i)
		if y == 1752 && i == 9 {
			yday -= 11
		}
	}
	cur := strings.Repeat(" ", first*(w+1))
	col := first
	for d := 1; d <= calDays(y, m); d++ {
		if y == 1752 && m == 9 && d == 3 {
			d = 14
		}
		yday++
		n := d
		if julian {
			n = yday
		}
		cur += fmt.Sprintf("%*d ", w, n)
		if col++; col == 7 {
			lines = append(lines, pad(cur, width))
			cur, col = "", 0
		}
	}
	if cur != "" {
		lines = append(lines, pad(cur, width))
	}
	for len(lines) < 8 {
		lines = append(lines, pad("", width))
	}
	return lines
}

func pad(s string, w int) string {
	if len(s) < w {
		return s + strings.Repeat(" ", w-len(s))
	}
	return s
}

func calMain(_ context.Context, p *Process) int {
	now := p.Now().In(p.Zone())
	year, month := now.Year(), int(now.Month())
	before, after := 0, 0
	var julian, whole bool
	opts, args := p.Getopt("13A:B:d:jm:y")
	number := func(s, what string) int {
		n, err := strconv.Atoi(s)
		if err != nil || n < 0 || n > 1200 {
			p.Fatalf(64, "argument to -%s must be a positive integer", what)
		}
		return n
	}
	monthNumber := func(s string) int {
		if n, err := strconv.Atoi(s); err == nil && n >= 1 && n <= 12 {
			return n
		}
		for i, n := range []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"} {
			if len(s) >= 3 && strings.HasPrefix(n, strings.ToLower(s)) {
				return i + 1
			}
		}
		p.Errorf("%s is neither a month number (1..12) nor a name", s)
		p.Exit(64)
		return 0
	}
	monthArg := ""
	around := 0
	few := 0 // -1 or -3
	for _, o := range opts {
		if o.ID == '1' || o.ID == '3' {
			few = o.ID
		}
		switch o.ID {
		case '1':
			around = 0
		case '3':
			around, whole = 1, false
		case 'A':
			after = number(o.Arg, "A")
		case 'B':
			before = number(o.Arg, "B")
		case 'd':
			year, month = 0, 0
			fmt.Sscanf(o.Arg, "%d-%d", &year, &month)
			if year < 1 || year > 9999 {
				p.Fatalf(64, "year `%d' not in range 1..9999", year)
			}
			year, month = year+(month+11)/12-1, (month+11)%12+1 // month 13 is the next year's first
		case 'j':
			julian = true
		case 'm':
			monthArg = o.Arg
		case 'y':
			whole, around, few = true, 0, 0
		}
	}
	yearNumber := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			p.Errorf("not a valid year %s", s)
			p.Exit(64)
		}
		if n < 1 || n > 9999 {
			p.Errorf("year `%d' not in range 1..9999", n)
			p.Exit(64)
		}
		return n
	}
	if monthArg != "" {
		month = monthNumber(monthArg)
	}
	switch len(args) {
	case 0:
	case 1:
		year = yearNumber(args[0])
		if monthArg == "" {
			if whole = true; few != 0 {
				p.Fatalf(64, "-%c together with a given year but no given month is not supported.", few)
			}
		}
	case 2:
		month = monthNumber(args[0])
		year = yearNumber(args[1])
	default:
		p.UsageTry()
	}
	before, after = before+around, after+around
	if whole {
		month, after = 1, after+11
	}
	var months [][]string
	// Months of one year have it above them.
	per := 3
	if julian {
		per = 2
	}
	// Rows as those of a calendar of a year have the year above them.
	first := year*12 + month - 1 - before
	oneYear := first%per == 0 && before+after+1 >= per
	var years []int
	for k := -before; k <= after; k++ {
		m, y := month+k-1, year
		y += m / 12
		if m %= 12; m < 0 {
			m, y = m+12, y-1
		}
		if y < 1 || y > 9999 {
			continue
		}
		years = append(years, y)
		months = append(months, calMonth(y, m+1, !oneYear, julian))
	}
	for i := 0; i < len(months); i += per {
		if i > 0 {
			p.Out.WriteString("\n")
		}
		if oneYear && (i == 0 || years[i] != years[i-1]) {
			calTitle(p, years[i], julian)
		}
		calRow(p, months[i:min(i+per, len(months))])
	}
	return 0
}

// calTitle writes the year in the middle above months side by side.
func calTitle(p *Process, year int, julian bool) {
	total := 3*22 - 2
	if julian {
		total = 2 * 29
	}
	y := strconv.Itoa(year)
	p.Out.WriteString(strings.Repeat(" ", (total-len(y))/2-2) + y + "\n")
}

// calRow writes months side by side.
func calRow(p *Process, months [][]string) {
	for l := range 8 {
		var b strings.Builder
		for i, m := range months {
			if i > 0 {
				b.WriteString(" ")
			}
			b.WriteString(m[l])
		}
		b.WriteString(" ")
		p.Out.WriteString(b.String() + "\n")
	}
}
