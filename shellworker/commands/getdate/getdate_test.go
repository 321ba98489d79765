package getdate

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestAgainstDate compares with the date on this machine.
func TestAgainstDate(t *testing.T) {
	date, err := exec.LookPath("date")
	if err != nil {
		t.Fatal("no date here to compare with: make tools")
	}
	if out, _ := exec.Command(date, "--version").Output(); !strings.Contains(string(out), "GNU coreutils") {
		t.Fatal("the date here is not GNU's: make tools")
	}
	for _, zone := range []string{"UTC", "America/New_York", "EST5EDT,M3.2.0,M11.1.0", "Asia/Kolkata", "XYZ-3:30"} {
		for _, s := range samples {
			if strings.HasPrefix(s, "1960") && strings.HasPrefix(zone, "EST5EDT,") {
				continue // the C library applies a rule only from 1970 on
			}
			// Both read the clock: bracket ours around theirs.
			cmd := exec.Command(date, "-d", s, "+%s")
			cmd.Env = []string{"TZ=" + zone, "LC_ALL=C.UTF-8"}
			before, ok1 := Parse(s, time.Now(), Zone(zone))
			out, err := cmd.Output()
			after, ok2 := Parse(s, time.Now(), Zone(zone))
			want := strings.TrimSpace(string(out))
			if (err == nil) != ok1 || ok1 != ok2 {
				t.Errorf("TZ=%s %q: ok %v, want %v (%s)", zone, s, ok1, err == nil, want)
				continue
			}
			if !ok1 {
				continue
			}
			if got1, got2 := strconv.FormatInt(before.Unix(), 10), strconv.FormatInt(after.Unix(), 10); got1 != want && got2 != want {
				t.Errorf("TZ=%s %q: %s (%s), want %s", zone, s, got2, after, want)
			}
		}
	}
}

var samples = strings.Split(strings.TrimSpace(sampleText), "\n")

const sampleText = `
1 Jan 10:00
Jan 10 10:00
Jan 1 2020 10:00
1 Jan 2020 10:00
10:00 1 Jan
12:00 A
12:00 Z
12:00 M
12:00 J
12:00 Y
12:00 T
20200101T1010
2020-01-01T10:11:12.5Z
2020-01-01 10:11:12,25 +0530
2020-01-01 10:00 +5
2020-01-01 10:00 +05:30
12:00 EST
12:00 EDT
12:00 EST DST
12:00 SST
1 jan -2 days
@12.5
@-1.5
2020-02-30
24:00
23:59:60
12pm
12am
13pm
0am
noon
tomorrow noon
next monday
last friday
monday
third monday
this week
2 weeks ago
yesterday 10:00
10
1000
20200102
2020
200102
10:00 +1 day
10:00 1 day
10:00 next day
(comment) tomorrow
1 fortnight
now
today
-1 day
+2 hours
2 hours ago
1.5 seconds
-1.5 sec
Thurs
sept 5
Sep. 5
5/6
5/6/20
2020/5/6
5/6/1999
1 second
second
12:00 pm
12:00p.m.
11 a.m.
69-01-01
68-01-01
100-01-01
1999-1-1 12:34:56.789123456789
Mon, 02 Jan 2006 15:04:05 -0700
Mon Jan  2 15:04:05 MST 2006
Mon Jan  2 15:04:05 2006
2 Jan 2006 3pm
17-JUN-1992
JUN-17-1992
12:00 GMT+3
12:00 UTC-05:30
2020-01-01 00:00:00 UTC +1 day
2020-01-01 +1 month 1 day ago
1 month
2020-01-31 +1 month
2020-03-31 1 month ago
a
foo
TZ="America/New_York" 2020-01-01 12:00
TZ="EST5" 12:00
TZ="Europe/Paris" 2021-07-14 08:00
2020-01-01T
2020-1-1T5
2020-1-1T5+2
10:00T
next day
last month
last year
next year
+1
5 6
2020-01-01 5
2020-01-01 2021
99991231
12345678901
10:00:00 10:00
1 month ago 2 days
hence
1 day hence
ago
DST
2020-W01-1
2020-01-01 12:00 PM
Jan 2020
Jan 32
2020-13-01
@1e3
@ 5
@5 +1 day
2 mondays
1 monday
2 monday
1 monday ago
today 5
tues wed
10:00 utc
10:00 cet
12th jan
twelfth month
1 Jan,
mon,
Jan 5, 2021
2021-03-14 02:30
2021-03-14 03:30
2021-11-07 01:30
2021-07-01 12:00:00
1970-01-01
1960-06-15 12:00
2038-01-19 03:14:08
2500-01-01
12:30:45.25 yesterday
3 days ago 10am
2021-02-29
2024-02-29 +1 year
2020-01-01 10:00 UTC + 3 hours
2021-06-01 00:00 -0400
2021-06-01 00:00 -0400 - 1 day
10:30am
- 3 days
2020/12/31 23:59
`

func FuzzParse(f *testing.F) {
	for _, s := range samples {
		f.Add(s)
	}
	now := time.Date(2026, 11, 30, 13, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, s string) { Parse(s, now, time.UTC) })
}
