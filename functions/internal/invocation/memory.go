package invocation

import (
	"os"
	"runtime/debug"
	"strconv"
)

// UseMemory lets the process use so many percent of the memory that the
// function pays for anyway: garbage is collected less often, and as often as
// need be near that.
func UseMemory(percent int64) {
	debug.SetGCPercent(400)
	if mb, err := strconv.ParseInt(os.Getenv("AWS_LAMBDA_FUNCTION_MEMORY_SIZE"), 10, 64); err == nil && mb > 0 {
		debug.SetMemoryLimit(mb << 20 / 100 * percent)
	}
}
