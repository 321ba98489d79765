package strftime

import (
	"fmt"
	"math/rand"
	"os/exec"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"
)

// TestAgainstDate compares random formats with those of the date here.
func TestAgainstDate(t *testing.T) {
	date, err := exec.LookPath("date")
	if err != nil {
		t.Fatal("no date here to compare with: make tools")
	}
	if out, _ := exec.Command(date, "--version").Output(); !strings.Contains(string(out), "GNU coreutils") {
		t.Fatal("the date here is not GNU's: make tools")
	}
	r := rand.New(rand.NewSource(1))
	flags := []string{"", "", "", "_", "-", "0", "^", "#", "+", "_^", "^#"}
	widths := []string{"", "", "", "1", "3", "5", "12"}
	convs := "%aAbBcCdDeFgGhHIjklmMnNpPqrRsStTuUVwWxXyYzZ"
	for _, zone := range []string{"UTC", "America/St_Johns", "Asia/Kolkata"} {
		loc, err := time.LoadLocation(zone)
		if err != nil {
			t.Fatal(err)
		}
		for range 60 {
			sec := r.Int63n(8e9) - 2e9
			ns := []int64{0, 5, 123456789, 120000000, 999000000}[r.Intn(5)]
			var f strings.Builder
			for range 30 {
				c := string(convs[r.Intn(len(convs))])
				switch r.Intn(20) {
				case 0:
					c = ":z"
				case 1:
					c = "::z"
				case 2:
					c = ":::z"
				case 3:
					f.WriteString("%EY %Ec %Od %OM %% %Ed %OY |")
				}
				if c == "%" {
					continue
				}
				f.WriteString("%" + flags[r.Intn(len(flags))] + widths[r.Intn(len(widths))] + c + "|")
			}
			cmd := exec.Command(date, "-d", fmt.Sprintf("@%d.%09d", sec, ns), "+"+f.String())
			cmd.Env = []string{"TZ=" + zone, "LC_ALL=C.UTF-8"}
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			at := time.Unix(sec, ns).In(loc)
			if sec < 0 && ns > 0 {
				at = time.Unix(sec, -ns).In(loc)
			}
			got := strings.Split(Format(f.String(), at)+"\n", "|")
			want := strings.Split(string(out), "|")
			formats := strings.Split(f.String(), "|")
			for i := range min(len(got), len(want)) {
				if got[i] != want[i] && !strings.HasSuffix(formats[i], "D") {
					t.Errorf("TZ=%s @%d.%09d %q: %q, want %q", zone, sec, ns, formats[min(i, len(formats)-1)], got[i], want[i])
				}
			}
		}
	}
}
