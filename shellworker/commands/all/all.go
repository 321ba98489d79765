// Package all registers every command that a worker has by default.
package all

import (
	_ "github.com/capshell/capshell/shellworker/commands/archive"
	_ "github.com/capshell/capshell/shellworker/commands/compress"
	_ "github.com/capshell/capshell/shellworker/commands/find"
	_ "github.com/capshell/capshell/shellworker/commands/grep"
	_ "github.com/capshell/capshell/shellworker/commands/sed"
	_ "github.com/capshell/capshell/shellworker/commands/tar"
	_ "github.com/capshell/capshell/shellworker/commands/tree"
)
