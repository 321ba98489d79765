package commands_test

import (
	"testing"

	"github.com/capshell/capshell/shellworker/conformance"
	"github.com/capshell/capshell/shellworker/conformance/ours"
)

func TestGit(t *testing.T) { conformance.Run(t, "testdata/git", ours.Shell) }
