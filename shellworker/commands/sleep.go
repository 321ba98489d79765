package commands

import (
	"context"
	"math"
	"strconv"
	"strings"
	"time"
)

func init() {
	Register(Command{Name: "sleep", Run: sleepMain, Help: `
Usage: sleep NUMBER[SUFFIX]...
Wait for the sum of the times. NUMBER may have a fraction; SUFFIX is s for
seconds (default), m for minutes, h for hours or d for days.

      --help     show this help
      --version  show the version
`})
}

// parseDuration reads a number of seconds with the suffix s, m, h or d.
func parseDuration(s string) (time.Duration, bool) {
	unit := 1.0
	num := s
	if s != "" {
		switch s[len(s)-1] {
		case 's':
			num = s[:len(s)-1]
		case 'm':
			num, unit = s[:len(s)-1], 60
		case 'h':
			num, unit = s[:len(s)-1], 3600
		case 'd':
			if !strings.HasPrefix(strings.ToLower(s), "0x") {
				num, unit = s[:len(s)-1], 86400
			}
		}
	}
	if strings.Contains(num, "_") {
		return 0, false
	}
	if l := strings.ToLower(num); strings.HasPrefix(l, "0x") && !strings.Contains(l, "p") {
		num += "p0"
	}
	f, err := strconv.ParseFloat(num, 64)
	if err != nil && !math.IsInf(f, 0) || math.IsNaN(f) || f < 0 {
		return 0, false
	}
	if f *= unit; f > 9e9 {
		return math.MaxInt64, true
	}
	return time.Duration(math.Ceil(f * 1e9)), true
}

func sleepMain(ctx context.Context, p *Process) int {
	_, args := p.Getopt("")
	if len(args) == 0 {
		p.MissingOperand()
	}
	var total time.Duration
	bad := false
	for _, a := range args {
		d, ok := parseDuration(a)
		if !ok {
			p.Errorf("invalid time interval %s", p.Quote(a))
			bad = true
		}
		if total += d; total < 0 {
			total = math.MaxInt64
		}
	}
	if bad {
		p.UsageTry()
	}
	t := time.NewTimer(total)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
		return 1
	}
	return 0
}
