package commands_test

import (
	"testing"

	"github.com/capshell/capshell/shellworker/conformance"
	"github.com/capshell/capshell/shellworker/conformance/ours"
)

func TestCoreutils(t *testing.T) { conformance.Run(t, "testdata/coreutils", ours.Shell) }
