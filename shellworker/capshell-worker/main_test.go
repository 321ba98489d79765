package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestImports: neither host code nor AWS's is in the process that runs
// scripts, nor anything that could reach the network or start a process on
// its own account.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	const module = "github.com/capshell/capshell/"
	for pkg := range strings.FieldsSeq(string(out)) {
		own, isOwn := strings.CutPrefix(pkg, module)
		switch {
		case isOwn && strings.HasPrefix(own, "hoststore/") && own != "hoststore/vfs",
			isOwn && (strings.HasPrefix(own, "functions/") || strings.HasPrefix(own, "assets")),
			strings.HasPrefix(pkg, "github.com/aws/"), strings.HasPrefix(pkg, "modernc.org/sqlite"),
			pkg == "net/http", pkg == "crypto/tls", pkg == "os/exec":
			t.Errorf("capshell-worker links %s", pkg)
		}
	}
}
