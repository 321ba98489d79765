package shellworker

import (
	"time"

	"golang.org/x/sys/unix"
)

// CPUTime is the processor time that this process has used.
func CPUTime() time.Duration {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t) != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
