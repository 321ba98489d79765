package grep

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// rgJSON writes what rg finds as JSON Lines (--json): begin, match, context and
// end for each file with matches, and a summary.
type rgJSON struct {
	r     *rg
	name  string
	begun bool // begin is written
	start time.Time
	stats rgStats // of the file at hand
	rgMost
}

// rgStats are the counts of a file, or of all.
type rgStats struct {
	elapsed                                             time.Duration
	searches, withMatch, searched, printed, lines, hits int64
}

func (t *rgStats) add(s rgStats) {
	t.elapsed += s.elapsed
	t.searches += s.searches
	t.withMatch += s.withMatch
	t.searched += s.searched
	t.printed += s.printed
	t.lines += s.lines
	t.hits += s.hits
}

func (j *rgJSON) begin(name string) {
	j.name, j.begun, j.start, j.stats, j.rgMost = name, false, j.r.p.Now(), rgStats{searches: 1}, rgMost{}
}

// message writes a line of the file at hand; data goes on behind the path.
func (j *rgJSON) message(kind, data string) {
	if !j.begun && kind != "begin" {
		j.begun = true
		j.message("begin", "")
	}
	s := `{"type":"` + kind + `","data":{"path":` + rgText([]byte(j.name)) + data + "}}\n"
	j.r.p.Out.WriteString(s)
	if kind != "end" {
		j.stats.printed += int64(len(s))
	}
}

// block writes a match or context, and what matches in it.
func (j *rgJSON) block(kind string, b rgBlock, matches [][]int) {
	var sub []string
	for _, m := range matches {
		sub = append(sub, fmt.Sprintf(`{"match":%s,"start":%d,"end":%d}`, rgText(b.text[m[0]:min(m[1], len(b.text))]), m[0], m[1]))
	}
	j.message(kind, fmt.Sprintf(`,"lines":%s,"line_number":%d,"absolute_offset":%d,"submatches":[%s]`, rgText(b.text), b.number, b.offset, strings.Join(sub, ",")))
}

func (j *rgJSON) matched(b rgBlock) bool {
	r := j.r
	j.match(r)
	var all [][]int
	if !r.invert {
		all = r.groups(b)
	}
	j.stats.lines += int64(len(r.splitLines(b.text)))
	j.stats.hits += int64(len(all))
	j.block("match", b, all)
	if r.lineBuffered {
		r.p.Out.Flush()
	}
	return !j.done(j.r)
}

func (j *rgJSON) context(b rgBlock, behind bool) bool {
	j.line(behind)
	var all [][]int
	if j.r.invert {
		all = j.r.groups(b)
	}
	j.block("context", b, all)
	return !j.done(j.r)
}

func (j *rgJSON) gap() {}

// finish ends the file at hand.
func (j *rgJSON) finish(searched, zero int64, quit bool) bool {
	st := &j.stats
	st.searched, st.elapsed = searched, j.r.p.Now().Sub(j.start)
	if !j.begun {
		return false
	}
	st.withMatch = 1
	at := "null"
	if zero >= 0 {
		at = fmt.Sprint(zero)
	}
	j.message("end", fmt.Sprintf(`,"binary_offset":%s,"stats":{"elapsed":{"secs":%d,"nanos":%d,"human":"%.6fs"},"searches":1,"searches_with_match":%d,"bytes_searched":%d,"bytes_printed":%d,"matched_lines":%d,"matches":%d}`,
		at, st.elapsed/time.Second, st.elapsed%time.Second, st.elapsed.Seconds(), st.withMatch, st.searched, st.printed, st.lines, st.hits))
	j.r.total.add(*st)
	return j.count > 0
}

func (r *rg) jsonSummary() {
	t, all := &r.total, r.p.Now().Sub(r.began)
	took := func(d time.Duration) string {
		return fmt.Sprintf(`{"human":"%.6fs","nanos":%d,"secs":%d}`, d.Seconds(), d%time.Second, d/time.Second)
	}
	fmt.Fprintf(r.p.Out, `{"data":{"elapsed_total":%s,"stats":{"bytes_printed":%d,"bytes_searched":%d,"elapsed":%s,"matched_lines":%d,"matches":%d,"searches":%d,"searches_with_match":%d}},"type":"summary"}`+"\n",
		took(all), t.printed, t.searched, took(t.elapsed), t.lines, t.hits, t.searches, t.withMatch)
}

// rgText is {"text":...}, or {"bytes":...} in base64 where b isn't UTF-8.
func rgText(b []byte) string {
	if !utf8.Valid(b) {
		return `{"bytes":"` + base64.StdEncoding.EncodeToString(b) + `"}`
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.Encode(string(b))
	s := strings.TrimSuffix(out.String(), "\n")
	s = strings.NewReplacer(`\u2028`, "\u2028", `\u2029`, "\u2029").Replace(s)
	return `{"text":` + s + `}`
}
