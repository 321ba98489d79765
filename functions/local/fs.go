package main

import (
	"archive/tar"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/capshell/capshell/functions/client"
)

type fsCommand struct {
	Ls  lsCommand  `cmd:"" help:"List a directory."`
	Get getCommand `cmd:"" help:"Copy a file or a whole tree from the workspace to this machine."`
	Put putCommand `cmd:"" help:"Copy a file or a whole tree from this machine to the workspace."`
	Rm  rmCommand  `cmd:"" help:"Remove files."`
	Cp  cpCommand  `cmd:"" help:"Copy within the workspace."`
}

// inWorkspace makes a path absolute by /workspace.
func inWorkspace(name string) string {
	if strings.HasPrefix(name, "/") {
		return path.Clean(name)
	}
	return path.Join("/workspace", name)
}

// with calls f with a client.
func (r *remote) with(o *options, f func(*client.Client) error) error {
	cl, closeSystem, err := r.connect(o)
	if err != nil {
		return err
	}
	return errors.Join(f(cl), closeSystem())
}

type lsCommand struct {
	remote
	Path string `arg:"" default:"/workspace" help:"Directory or file."`
	Long bool   `short:"l" help:"Show type, mode, size and time."`
}

func (c *lsCommand) Run(ctx context.Context, o *options) error {
	return c.with(o, func(cl *client.Client) error {
		name := inWorkspace(c.Path)
		s, err := cl.Stat(ctx, c.Workspace, name)
		if err != nil {
			return err
		}
		list := []client.Entry{{Name: name, Type: s.Type, Size: s.Size, Mode: s.Mode, Mtime: s.Mtime}}
		if s.Type == "directory" {
			if list, err = cl.List(ctx, c.Workspace, name); err != nil {
				return err
			}
		}
		for _, e := range list {
			if c.Long {
				fmt.Printf("%-9s %s %12d %s ", e.Type, e.Mode, e.Size, e.Mtime.Local().Format("2006-01-02 15:04:05"))
			}
			fmt.Println(e.Name)
		}
		return nil
	})
}

type rmCommand struct {
	remote
	Recursive bool     `short:"r" help:"Remove directories and all they hold."`
	Force     bool     `short:"f" help:"Ignore files that aren't there."`
	Paths     []string `arg:"" help:"What to remove."`
}

func (c *rmCommand) Run(ctx context.Context, o *options) error {
	return c.with(o, func(cl *client.Client) error {
		for _, p := range c.Paths {
			if err := cl.Remove(ctx, c.Workspace, inWorkspace(p), c.Recursive, c.Force); err != nil {
				return err
			}
		}
		return nil
	})
}

type cpCommand struct {
	remote
	Recursive bool   `short:"r" help:"Copy directories and all they hold."`
	From      string `arg:"" help:"What to copy."`
	To        string `arg:"" help:"Where to; a directory takes it in."`
}

func (c *cpCommand) Run(ctx context.Context, o *options) error {
	return c.with(o, func(cl *client.Client) error {
		from, to := inWorkspace(c.From), inWorkspace(c.To)
		if s, err := cl.Stat(ctx, c.Workspace, to); err == nil && s.Type == "directory" {
			to = path.Join(to, path.Base(from))
		}
		return cl.Copy(ctx, c.Workspace, from, to, c.Recursive)
	})
}

// bar shows progress on a terminal, in bytes; total -1 is unknown.
func bar(total int64, what string) io.WriteCloser {
	if !term.IsTerminal(int(os.Stderr.Fd())) {
		return discard{}
	}
	return progressbar.NewOptions64(total, progressbar.OptionSetDescription(what), progressbar.OptionSetWriter(os.Stderr),
		progressbar.OptionShowBytes(true), progressbar.OptionThrottle(100*time.Millisecond), progressbar.OptionClearOnFinish())
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
func (discard) Close() error                { return nil }

type putCommand struct {
	remote
	From string `arg:"" help:"File or directory on this machine; - is standard input."`
	To   string `arg:"" optional:"" help:"Where to in the workspace; /workspace and the same name if it isn't given."`
}

func (c *putCommand) Run(ctx context.Context, o *options) error {
	to := c.To
	if to == "" {
		if c.From == "-" {
			return errors.New("standard input needs a name to be put under")
		}
		abs, err := filepath.Abs(c.From)
		if err != nil {
			return err
		}
		to = filepath.Base(abs)
	}
	to = inWorkspace(to)
	return c.with(o, func(cl *client.Client) error {
		if c.From == "-" {
			_, err := cl.Put(ctx, c.Workspace, to, "", struct{ io.Reader }{os.Stdin})
			return err
		}
		fi, err := os.Stat(c.From)
		if err != nil {
			return err
		}
		if fi.IsDir() {
			return putTree(ctx, cl, c.Workspace, c.From, to)
		}
		if s, err := cl.Stat(ctx, c.Workspace, to); err == nil && s.Type == "directory" {
			to = path.Join(to, filepath.Base(c.From))
		}
		f, err := os.Open(c.From)
		if err != nil {
			return err
		}
		defer f.Close()
		progress := bar(fi.Size(), "put")
		defer progress.Close()
		_, err = cl.Put(ctx, c.Workspace, to, fmt.Sprintf("%04o", fi.Mode().Perm()), io.TeeReader(f, progress))
		return err
	})
}

// putTree sends a directory as a tar stream.
func putTree(ctx context.Context, cl *client.Client, ws, from, to string) error {
	r, w := io.Pipe()
	progress := bar(-1, "put")
	defer progress.Close()
	go func() { w.CloseWithError(packTree(io.MultiWriter(w, progress), from)) }()
	u, err := cl.PutArchive(ctx, ws, to, r)
	r.CloseWithError(errors.New("the server has answered"))
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "put %d files, %d bytes, under %s\n", u.Files, u.Bytes, to)
	return nil
}

func packTree(w io.Writer, root string) error {
	tw := tar.NewWriter(w)
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil || rel == "." {
			return err
		}
		fi, err := d.Info()
		if err != nil {
			return err
		}
		link := ""
		switch fi.Mode().Type() {
		case 0, fs.ModeDir:
		case fs.ModeSymlink:
			if link, err = os.Readlink(name); err != nil {
				return err
			}
		default:
			fmt.Fprintf(os.Stderr, "capshell: %s: neither a file, a directory nor a symbolic link: left out\n", name)
			return nil
		}
		h, err := tar.FileInfoHeader(fi, link)
		if err != nil {
			return err
		}
		h.Name, h.Format = filepath.ToSlash(rel), tar.FormatPAX
		h.AccessTime, h.ChangeTime = time.Time{}, time.Time{}
		if err := tw.WriteHeader(h); err != nil || !fi.Mode().IsRegular() {
			return err
		}
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(tw, f)
		return err
	})
	return errors.Join(err, tw.Close())
}

type getCommand struct {
	remote
	From string `arg:"" help:"File or directory in the workspace."`
	To   string `arg:"" optional:"" help:"Where to on this machine; - is standard output, the same name here if it isn't given."`
}

func (c *getCommand) Run(ctx context.Context, o *options) error {
	from := inWorkspace(c.From)
	to := c.To
	if to == "" {
		to = path.Base(from)
	}
	return c.with(o, func(cl *client.Client) error {
		s, err := cl.Stat(ctx, c.Workspace, from)
		if err != nil {
			return err
		}
		if s.Type == "directory" {
			if to == "-" {
				return errors.New("a directory can't go to standard output")
			}
			return getTree(ctx, cl, c.Workspace, from, to)
		}
		body, size, err := cl.Get(ctx, c.Workspace, from)
		if err != nil {
			return err
		}
		defer body.Close()
		if to == "-" {
			_, err := io.Copy(os.Stdout, body)
			return err
		}
		if fi, err := os.Stat(to); err == nil && fi.IsDir() {
			to = filepath.Join(to, path.Base(from))
		}
		progress := bar(size, "get")
		defer progress.Close()
		return writeFile(to, io.TeeReader(body, progress), 0o644)
	})
}

func writeFile(name string, r io.Reader, mode fs.FileMode) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, r)
	return errors.Join(err, f.Close())
}

// getTree unpacks a directory's tar. Nothing is written outside of to: names
// are opened below it, also through links that the tree brings.
func getTree(ctx context.Context, cl *client.Client, ws, from, to string) error {
	body, err := cl.GetArchive(ctx, ws, from)
	if err != nil {
		return err
	}
	defer body.Close()
	if err := os.MkdirAll(to, 0o755); err != nil {
		return err
	}
	root, err := os.OpenRoot(to)
	if err != nil {
		return err
	}
	defer root.Close()
	progress := bar(-1, "get")
	defer progress.Close()
	tr := tar.NewReader(io.TeeReader(body, progress))
	for {
		h, err := tr.Next()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := unpackEntry(root, h, tr); err != nil {
			return fmt.Errorf("%s: %w", h.Name, err)
		}
	}
}

func unpackEntry(root *os.Root, h *tar.Header, r io.Reader) error {
	name := strings.TrimSuffix(h.Name, "/")
	mode := fs.FileMode(h.Mode).Perm()
	switch h.Typeflag {
	case tar.TypeDir:
		err := root.Mkdir(name, mode|0o700)
		if errors.Is(err, fs.ErrExist) {
			err = nil
		}
		return err
	case tar.TypeSymlink, tar.TypeLink:
		if err := root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if h.Typeflag == tar.TypeLink {
			return root.Link(h.Linkname, name)
		}
		return root.Symlink(h.Linkname, name)
	case tar.TypeReg:
		f, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, mode)
		if err != nil {
			return err
		}
		_, err = io.Copy(f, r)
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
		return root.Chtimes(name, time.Time{}, h.ModTime)
	}
	return nil // a FIFO means nothing here
}
