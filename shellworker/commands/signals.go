package commands

import (
	"strconv"
	"strings"
	"syscall"
)

// signalNames are the signals' names by number, as kill -l has them on Linux.
var signalNames = [...]string{1: "HUP", 2: "INT", 3: "QUIT", 4: "ILL", 5: "TRAP", 6: "ABRT", 7: "BUS", 8: "FPE", 9: "KILL",
	10: "USR1", 11: "SEGV", 12: "USR2", 13: "PIPE", 14: "ALRM", 15: "TERM", 16: "STKFLT", 17: "CHLD", 18: "CONT", 19: "STOP",
	20: "TSTP", 21: "TTIN", 22: "TTOU", 23: "URG", 24: "XCPU", 25: "XFSZ", 26: "VTALRM", 27: "PROF", 28: "WINCH", 29: "POLL",
	30: "PWR", 31: "SYS"}

// SignalNumber returns the signal that a name, with or without SIG, or a
// number means.
func SignalNumber(s string) (syscall.Signal, bool) {
	if n, err := strconv.Atoi(s); err == nil {
		return syscall.Signal(n), n >= 0 && n <= 64
	}
	name := strings.TrimPrefix(strings.ToUpper(s), "SIG")
	for n, w := range signalNames {
		if w == name && n > 0 {
			return syscall.Signal(n), true
		}
	}
	switch name {
	case "EXIT":
		return 0, true
	case "IOT":
		return 6, true
	case "CLD":
		return 17, true
	case "IO":
		return 29, true
	case "RTMIN":
		return 34, true
	case "RTMAX":
		return 64, true
	}
	for prefix, sign := range map[string]int{"RTMIN+": 34, "RTMAX-": 64} {
		if d, ok := strings.CutPrefix(name, prefix); ok {
			n, err := strconv.Atoi(d)
			if sign == 64 {
				n = -n
			}
			if n += sign; err == nil && n >= 34 && n <= 64 {
				return syscall.Signal(n), true
			}
		}
	}
	return 0, false
}

// SignalName returns a signal's name without SIG, or its number.
func SignalName(s syscall.Signal) string {
	if s > 0 && int(s) < len(signalNames) {
		return signalNames[s]
	}
	return strconv.Itoa(int(s))
}
