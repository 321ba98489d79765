// Command compare runs scripts in this project's shell and in the machine's
// bash, and shows where they differ.
//
//	compare FILE...     each file is one script
//	compare -c SCRIPT   the script itself
//	compare -cases FILE the cases of a conformance file, one by one
//	compare -ours -c SCRIPT  only run it here, with its streams
//	compare -json FILE  cases of {title, files, script, stdin, expect_stdout, expect_status}
//	-e compares stderr too
//	-how stdin gives the script by the standard input, -how file as a file
//	named script
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/capshell/capshell/shellworker/conformance"
	"github.com/capshell/capshell/shellworker/conformance/ours"
)

func main() {
	script := flag.String("c", "", "script")
	cases := flag.Bool("cases", false, "the files hold cases")
	only := flag.Bool("ours", false, "only run it here")
	asJSON := flag.String("json", "", "a file of cases with files, input and the output to expect")
	stderr := flag.Bool("e", false, "compare stderr")
	how := flag.String("how", "c", "c, stdin or file: how the shell gets the script")
	flag.Parse()
	if *asJSON != "" {
		os.Exit(expected(*asJSON))
	}
	var list []conformance.Case
	if *script != "" {
		list = append(list, conformance.Case{Name: "-c", Script: *script})
	}
	for _, f := range flag.Args() {
		b, err := os.ReadFile(f)
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if *cases {
			cs, err := conformance.Parse(string(b))
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			for _, c := range cs {
				c.Name = f + ": " + c.Name
				list = append(list, c)
			}
		} else {
			list = append(list, conformance.Case{Name: f, Script: string(b)})
		}
	}
	bad := 0
	for _, c := range list {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		got := ours.Run(ctx, exec(*how, c.Script))
		if *only {
			os.Stdout.Write(got.Stdout)
			os.Stderr.Write(got.Stderr)
			os.Exit(got.Status)
		}
		late := ctx.Err() != nil
		cancel()
		ctx, cancel = context.WithTimeout(context.Background(), 20*time.Second)
		want := bash(ctx, *how, c.Script)
		cancel()
		if !late && bytes.Equal(got.Stdout, want.Stdout) && got.Status == want.Status && (!*stderr && !c.Stderr || bytes.Equal(got.Stderr, want.Stderr)) {
			continue
		}
		bad++
		fmt.Printf("=== %s\n%s", c.Name, c.Script)
		if late {
			fmt.Println("--- OURS TIMED OUT")
		}
		fmt.Printf("--- ours %d\n%s", got.Status, got.Stdout)
		fmt.Printf("--- bash %d\n%s", want.Status, want.Stdout)
		fmt.Printf("--- stderr ours\n%s--- stderr bash\n%s\n", got.Stderr, want.Stderr)
	}
	fmt.Printf("%d of %d differ\n", bad, len(list))
	if bad > 0 {
		os.Exit(1)
	}
}

func exec(how, script string) ours.Exec {
	switch how {
	case "stdin":
		return ours.Exec{Args: []string{"bash"}, Stdin: script}
	case "file":
		return ours.Exec{Args: []string{"bash", "script"}, Files: map[string]string{"script": script}}
	}
	return ours.Exec{Args: []string{"bash", "-c", script}}
}

func bash(ctx context.Context, how, script string) conformance.Result {
	e := exec(how, script)
	return conformance.BashRun(ctx, e.Args, e.Stdin, e.Files)
}

// expected runs cases that say what they expect.
func expected(file string) int {
	b, err := os.ReadFile(file)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	var cases []struct {
		ID, Script, Stdin string
		Files             map[string]string
		Stdout            string `json:"expect_stdout"`
		Status            int    `json:"expect_status"`
	}
	if err := json.Unmarshal(b, &cases); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	bad := 0
	for _, c := range cases {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
		got := ours.Run(ctx, ours.Exec{Args: []string{"bash", "-c", c.Script}, Stdin: c.Stdin, Files: c.Files})
		cancel()
		if string(got.Stdout) != c.Stdout || got.Status != c.Status {
			bad++
			fmt.Printf("=== %s\n%s--- ours %d\n%s--- want %d\n%s--- stderr\n%s\n", c.ID, c.Script, got.Status, got.Stdout, c.Status, c.Stdout, got.Stderr)
		}
	}
	fmt.Printf("%d of %d differ\n", bad, len(cases))
	return min(bad, 1)
}
