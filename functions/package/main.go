// Package builds the functions' zips: the same bytes from the same source.
package main

import (
	"archive/zip"
	"compress/flate"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/alecthomas/kong"
)

// maxZip is how large a zip may be, in bytes.
const maxZip = 25 << 20

// functions are what is deployed: each binary's package by its name in the zip.
var functions = map[string]map[string]string{
	"host":        {"bootstrap": "./functions/host"},
	"shellworker": {"bootstrap": "./functions/shellworker", "capshell-worker": "./shellworker/capshell-worker"},
}

type options struct {
	Out  string   `default:"dist" help:"Directory of the zips and, unpacked, of what is in them."`
	Arch []string `default:"arm64,amd64" enum:"arm64,amd64" help:"For which processors."`
}

func main() {
	var o options
	kong.Parse(&o, kong.Name("package"), kong.Description("Build the functions' zips."))
	for _, arch := range o.Arch {
		for name, binaries := range functions {
			if err := build(o.Out, name, arch, binaries); err != nil {
				fmt.Fprintln(os.Stderr, "package:", err)
				os.Exit(1)
			}
		}
	}
}

func build(out, name, arch string, binaries map[string]string) error {
	dir := filepath.Join(out, name+"-"+arch)
	for binary, pkg := range binaries {
		cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w -buildid=", "-tags=lambda.norpc", "-o", filepath.Join(dir, binary), pkg)
		cmd.Env = append(os.Environ(), "GOOS=linux", "GOARCH="+arch, "CGO_ENABLED=0")
		cmd.Stderr = os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s: %w", pkg, err)
		}
	}
	file := dir + ".zip"
	size, err := pack(file, dir)
	if err != nil {
		return err
	}
	if size > maxZip {
		return fmt.Errorf("%s has %d bytes, more than %d", file, size, maxZip)
	}
	fmt.Printf("%s %.1f MB\n", file, float64(size)/1e6)
	return nil
}

// pack zips a directory's files, with the same times and in the same order always.
func pack(file, dir string) (int64, error) {
	f, err := os.Create(file)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	z := zip.NewWriter(f)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, flate.BestCompression) })
	entries, err := os.ReadDir(dir)
	if err != nil {
		return 0, err
	}
	for _, e := range entries {
		h := &zip.FileHeader{Name: e.Name(), Method: zip.Deflate, Modified: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)}
		h.SetMode(0o755)
		w, err := z.CreateHeader(h)
		if err != nil {
			return 0, err
		}
		in, err := os.Open(filepath.Join(dir, e.Name()))
		if err != nil {
			return 0, err
		}
		_, err = io.Copy(w, in)
		in.Close()
		if err != nil {
			return 0, err
		}
	}
	if err := z.Close(); err != nil {
		return 0, err
	}
	fi, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return fi.Size(), f.Close()
}
