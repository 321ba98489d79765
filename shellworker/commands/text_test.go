package commands_test

import (
	"testing"

	"github.com/capshell/capshell/shellworker/conformance"
	"github.com/capshell/capshell/shellworker/conformance/ours"
)

func TestText(t *testing.T) { conformance.Run(t, "testdata/text", ours.Shell) }
