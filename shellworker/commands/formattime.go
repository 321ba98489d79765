package commands

import (
	"time"

	"github.com/capshell/capshell/shellworker/strftime"
)

// FormatTime formats a time as date +FORMAT does.
func (p *Process) FormatTime(format string, t time.Time) string {
	return string(strftime.Append(nil, format, t))
}
