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
	began time.Time
	total rgStats

	name  string
	begun bool // begin is written
	start time.Time
	stats rgStats // of the file at hand
}

// rgStats are the counts of a file, or of all.
type rgStats struct {
	elapsed                                             time.Duration
	searches, withMatch, searched, printed, lines, hits int64
}

func (j *rgJSON) open(name string) {
	j.name, j.begun, j.start, j.stats = name, false, j.r.p.Now(), rgStats{searches: 1}
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

// line writes a match or context, and what matches in it.
func (j *rgJSON) line(kind string, l rgLine, matches [][]int) {
	text := bytes.Clone(l.text)
	if l.ended {
		text = append(text, '\n')
	}
	var sub []string
	for _, m := range matches {
		sub = append(sub, fmt.Sprintf(`{"match":%s,"start":%d,"end":%d}`, rgText(text[m[0]:m[1]]), m[0], m[1]))
	}
	j.message(kind, fmt.Sprintf(`,"lines":%s,"line_number":%d,"absolute_offset":%d,"submatches":[%s]`, rgText(text), l.number, l.offset, strings.Join(sub, ",")))
	if kind == "match" {
		j.stats.lines += int64(bytes.Count(text, []byte{'\n'}))
		if len(text) > 0 && text[len(text)-1] != '\n' {
			j.stats.lines++
		}
		j.stats.hits += int64(len(matches))
	}
}

// close ends the file at hand, of which searched bytes were read; binary is the
// offset of its first zero byte, or -1.
func (j *rgJSON) close(searched, binary int64) {
	st := &j.stats
	st.searched, st.elapsed = searched, j.r.p.Now().Sub(j.start)
	if j.begun {
		st.withMatch = 1
		at := "null"
		if binary >= 0 {
			at = fmt.Sprint(binary)
		}
		j.message("end", fmt.Sprintf(`,"binary_offset":%s,"stats":{"elapsed":{"secs":%d,"nanos":%d,"human":"%.6fs"},"searches":1,"searches_with_match":%d,"bytes_searched":%d,"bytes_printed":%d,"matched_lines":%d,"matches":%d}`,
			at, st.elapsed/time.Second, st.elapsed%time.Second, st.elapsed.Seconds(), st.withMatch, st.searched, st.printed, st.lines, st.hits))
	}
	t := &j.total
	if !j.begun {
		return
	}
	t.elapsed += st.elapsed
	t.searches++
	t.withMatch += st.withMatch
	t.searched += st.searched
	t.printed += st.printed
	t.lines += st.lines
	t.hits += st.hits
}

// wholeJSON writes the matches of a file that may span lines: those whose lines
// touch are one message.
func (r *rg) wholeJSON(name string, text []byte) {
	r.json.open(name)
	number, counted, selected := int64(1), 0, int64(0)
	var at, end int // the lines of the message that is being collected
	var matches [][]int
	flush := func() {
		if len(matches) == 0 {
			return
		}
		number += int64(bytes.Count(text[counted:at], []byte{'\n'}))
		counted = at
		l := rgLine{text: text[at:end], number: number, offset: int64(at)}
		for _, m := range matches {
			m[0], m[1] = m[0]-at, m[1]-at
		}
		r.json.line("match", l, matches)
		selected, matches = selected+int64(len(matches)), nil
	}
	for _, m := range r.findAll(text) {
		if m[0] == m[1] && m[0] == len(text) {
			continue
		}
		start, stop := bytes.LastIndexByte(text[:m[0]], '\n')+1, len(text)
		if i := bytes.IndexByte(text[max(m[0], m[1]-boolInt(m[1] > m[0])):], '\n'); i >= 0 {
			stop = max(m[0], m[1]-boolInt(m[1] > m[0])) + i + 1
		}
		if len(matches) == 0 || start > end {
			if flush(); r.max >= 0 && selected >= r.max {
				break
			}
			at = start
		}
		end = stop
		matches = append(matches, []int{m[0], m[1]})
	}
	flush()
	r.json.close(int64(len(text)), -1)
	r.summary(name, selected, selected)
}

func (j *rgJSON) summary() {
	t, all := &j.total, j.r.p.Now().Sub(j.began)
	took := func(d time.Duration) string {
		return fmt.Sprintf(`{"human":"%.6fs","nanos":%d,"secs":%d}`, d.Seconds(), d%time.Second, d/time.Second)
	}
	fmt.Fprintf(j.r.p.Out, `{"data":{"elapsed_total":%s,"stats":{"bytes_printed":%d,"bytes_searched":%d,"elapsed":%s,"matched_lines":%d,"matches":%d,"searches":%d,"searches_with_match":%d}},"type":"summary"}`+"\n",
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
