package all

import _ "github.com/capshell/capshell/shellworker/commands/git"
