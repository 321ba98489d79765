package main

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// textScripts are what is measured over the log, the JSON lines and the tree
// of 20,000 files. Memory tells whether it must stay below 64 MB: what keeps
// its input by its nature need not.
var textScripts = []struct {
	script string
	memory bool
}{
	{"wc -l < log", true}, {"grep -c status=500 log", true}, {"grep -cE 'alpha|gamma' log", true}, {"grep -ci LOGIN log", true},
	{"sed 's/GET/PUT/' log", true}, {"sed -n '1000,2000p;3000q' log", true}, {"cut -d' ' -f2 log", true}, {"tr a-z A-Z < log", true},
	{"sort log", false}, {"sort -t= -k3 -n log", false}, {"cut -d' ' -f2 log | sort | uniq -c | sort -rn | head -3", false},
	{"awk '{ n[$2]++ } END { for (k in n) print k, n[k] }' log", false}, {"awk '/status=500/ { printf \"%s %d\\n\", $2, NR }' log", true},
	{"jq -r .n.x json", true}, {"gzip -c log", true}, {"sha256sum log", true},
	{"seq 1000 3999 | grep -cf - log", true}, {"head -300000 log | sed 777s/GET/PUT/ | diff <(head -300000 log) - | wc -l", false},
	{"awk 'BEGIN { while (i++ < 1e6) a[i] = i; for (i in a) s += a[i]; print s }'", false},
	{"jq -n 'reduce range(100000) as $i ([]; .[$i] = $i) | length'", false},
	{"find tree20k -type f -name '*7'", true}, {"tar cf - tree20k", true},
}

// text compares commands over a 100 MB log with GNU's, output to a pipe: alone,
// on data in memory, and the whole system from the workspace's file to the
// output, whose limit is GNU's time and what the bytes take at 400 MB/s.
func text(b *bench) error {
	dir := filepath.Join(b.tmp, "text")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	size, err := makeText(dir)
	if err != nil {
		return err
	}
	for _, name := range []string{"log", "json"} {
		if err := b.put("bench", name, filepath.Join(dir, name)); err != nil {
			return err
		}
	}
	put := exec.Command("bin/capshell", "fs", "put", "--server", b.c.URL, "-w", "bench", filepath.Join(dir, "tree20k"), "/workspace/tree20k")
	if out, err := put.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	a, err := startAlone(dir)
	if err != nil {
		return err
	}
	for _, t := range textScripts {
		if err := b.textScript(a, dir, t.script, size, t.memory); err != nil {
			return err
		}
	}
	return a.close()
}

// makeText writes the log, the JSON lines and the tree, always the same, and
// returns the log's size.
func makeText(dir string) (size int64, err error) {
	r := rand.New(rand.NewSource(3))
	f, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return 0, err
	}
	for size < 100e6 {
		n, err := f.Write(logLines(r, 10000))
		if err != nil {
			return 0, err
		}
		size += int64(n)
	}
	if err := f.Close(); err != nil {
		return 0, err
	}
	var lines bytes.Buffer
	for lines.Len() < 50e6 {
		fmt.Fprintf(&lines, `{"id":%d,"user":"user%d","tags":["a","b"],"n":{"x":%d}}`+"\n", r.Intn(1e9), r.Intn(5000), r.Intn(1000))
	}
	if err := os.WriteFile(filepath.Join(dir, "json"), lines.Bytes(), 0o644); err != nil {
		return 0, err
	}
	for i := range 20000 {
		sub := filepath.Join(dir, "tree20k", fmt.Sprintf("d%03d", i/100))
		if i%100 == 0 {
			if err := os.MkdirAll(sub, 0o755); err != nil {
				return 0, err
			}
		}
		if err := os.WriteFile(filepath.Join(sub, fmt.Sprintf("f%05d", i)), logLines(r, 5), 0o644); err != nil {
			return 0, err
		}
	}
	return size, nil
}

// textScript prints a script's rows; awk's are beside mawk and gawk.
func (b *bench) textScript(a *alone, dir, script string, size int64, memory bool) error {
	if !strings.Contains(script, b.match) {
		return nil
	}
	// What may be written in other bytes or another order is compared without these.
	name, _, _ := strings.Cut(script, " ")
	sum := script + map[string]string{"gzip": " | gzip -d", "tar": " | tar tf - | sort", "find": " | sort", "awk": " | sort"}[name] + " | sha256sum"
	_, ours, err := b.script("bench", "export LC_ALL=C; "+sum)
	if err != nil {
		return err
	}
	_, theirs, err := bash(dir, sum)
	if err != nil {
		return err
	}
	if ours != theirs {
		fmt.Printf("%-50s differs from GNU's\n", script)
		return nil
	}
	peers := map[string]string{"GNU": script}
	order := []string{"GNU"}
	if strings.HasPrefix(script, "awk") {
		order = []string{"mawk", "gawk"}
		peers = map[string]string{"mawk": "m" + script, "gawk": "g" + script}
	}
	here, err := best(3, func() (time.Duration, error) { return a.run(script) })
	if err != nil {
		return err
	}
	whole, err := best(3, func() (time.Duration, error) {
		d, _, err := b.script("bench", "export LC_ALL=C; "+script+" | cat > /dev/null")
		return d, err
	})
	if err != nil {
		return err
	}
	transfer := time.Duration(float64(size) / 400e6 * float64(time.Second))
	for _, peer := range order {
		real, err := best(3, func() (time.Duration, error) { d, _, err := bash(dir, peers[peer]+" | cat > /dev/null"); return d, err })
		if err != nil {
			return err
		}
		row(script[:min(42, len(script))]+", alone", ms(here), ms(real), "ms", peer, 1.5)
		row("  from the workspace", ms(whole), ms(real+transfer*2/3), "ms", peer+", and 400 MB/s", 1.5)
	}
	if !memory {
		return nil
	}
	used, err := b.workerPeak(func() error {
		_, _, err := b.script("bench", "export LC_ALL=C; "+script+" | cat > /dev/null")
		return err
	})
	if err != nil {
		return err
	}
	row("  its memory at most", used, 64, "MB", "limit", 1)
	return nil
}
