package codec

import (
	"bytes"
	"errors"
	"io"
	"math/rand"
	"testing"
)

// texts are some that compress in different ways.
func texts() [][]byte {
	r := rand.New(rand.NewSource(1))
	random := make([]byte, 300000)
	r.Read(random)
	words := []byte{}
	for len(words) < 700000 {
		words = append(words, []string{"alpha ", "beta\n", "gamma;", "\xe8\x12\x00\x00\x00", "\x00\x00\x00\xeb", "delta"}[r.Intn(6)]...)
	}
	return [][]byte{nil, []byte("x"), []byte("hello hello hello\n"), random, words, bytes.Repeat([]byte{0}, 100000)}
}

func TestXZReaderReadsWhatIsWritten(t *testing.T) {
	for _, f := range []Format{Xz, Lzma} {
		for _, text := range texts() {
			var b bytes.Buffer
			w, err := NewWriter(&b, f, Options{Level: 6, BlockSize: 200000})
			if err != nil {
				t.Fatal(err)
			}
			w.Write(text)
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			r, err := NewReader(bytes.NewReader(b.Bytes()), f)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(r)
			if err != nil || !bytes.Equal(got, text) {
				t.Errorf("format %s, %d bytes: read %d, %v", f.Name(), len(text), len(got), err)
			}
		}
	}
}

// filterWriter changes what it writes.
type filterWriter struct {
	w   io.WriteCloser
	f   *Filter
	buf []byte
}

func (w *filterWriter) Write(p []byte) (int, error) {
	total := len(p)
	for len(p) > 0 {
		k := min(len(p), 64<<10)
		w.buf = append(w.buf, p[:k]...)
		p = p[k:]
		n := w.f.run(w.buf)
		if _, err := w.w.Write(w.buf[:n]); err != nil {
			return 0, err
		}
		w.buf = append(w.buf[:0], w.buf[n:]...)
	}
	return total, nil
}

func (w *filterWriter) Close() error {
	if _, err := w.w.Write(w.buf); err != nil {
		return err
	}
	return w.w.Close()
}

// A filter gives back what it changed, wherever its input is cut.
func TestFiltersInvert(t *testing.T) {
	for id := uint64(FilterDelta); id <= FilterARM64; id++ {
		var props []byte
		if id == FilterDelta {
			props = []byte{3}
		}
		for _, text := range texts() {
			var b bytes.Buffer
			f, err := NewFilter(id, props, true)
			if err != nil {
				t.Fatal(err)
			}
			w := &filterWriter{w: nopCloser{&b}, f: f}
			for rest := text; len(rest) > 0; {
				n := min(len(rest), 1+len(rest)%777)
				w.Write(rest[:n])
				rest = rest[n:]
			}
			w.Close()
			back, _ := NewFilter(id, props, false)
			got, err := io.ReadAll(&filterReader{r: &b, f: back})
			if err != nil || !bytes.Equal(got, text) {
				t.Errorf("filter %d, %d bytes: differ, %v", id, len(text), err)
			}
		}
	}
}

func FuzzXZ(f *testing.F) {
	for _, format := range []Format{Xz, Lzma} {
		var b bytes.Buffer
		w, _ := NewWriter(&b, format, Options{Level: 1})
		w.Write([]byte("hello hello hello\n"))
		w.Close()
		f.Add(b.Bytes())
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, format := range []Format{Xz, Lzma} {
			r, err := NewReader(bytes.NewReader(b), format)
			if err != nil {
				continue
			}
			if _, err := io.Copy(io.Discard, io.LimitReader(r, 1<<22)); err != nil && !errors.Is(err, ErrCorrupt) && !errors.Is(err, ErrTruncated) &&
				!errors.Is(err, ErrOptions) && !errors.Is(err, ErrTooLarge) {
				t.Errorf("an error of no kind: %v", err)
			}
		}
	})
}
