package all

import (
	_ "github.com/capshell/capshell/shellworker/commands/awk"
	_ "github.com/capshell/capshell/shellworker/commands/bc"
	_ "github.com/capshell/capshell/shellworker/commands/diff"
	_ "github.com/capshell/capshell/shellworker/commands/jq"
	_ "github.com/capshell/capshell/shellworker/commands/sort"
)
