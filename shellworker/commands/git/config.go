package git

import (
	"errors"
	"fmt"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
)

// setting is a line of a configuration file: git-config(1), "Syntax".
type setting struct {
	section, sub, key string // section and key in lower case
	value             string
	bare              bool // no "=": true
	first, last       int  // lines of the file
}

func (s setting) name() string {
	if s.sub != "" {
		return s.section + "." + s.sub + "." + s.key
	}
	return s.section + "." + s.key
}

// configFile is a configuration file with its lines, so that a change leaves
// the rest as it is.
type configFile struct {
	path     string
	lines    []string
	settings []setting
	headers  []setting // section and sub, at the line first
}

func (r *repo) readConfig(path string) (*configFile, error) {
	c := &configFile{path: path}
	data, err := r.fs.ReadFile(r.ctx, path, 1<<20)
	if errors.Is(err, vfs.ENOENT) || errors.Is(err, vfs.ENOTDIR) {
		return c, nil
	}
	if err != nil {
		return nil, err
	}
	c.parse(string(data))
	return c, nil
}

func (c *configFile) parse(text string) {
	c.lines, c.settings, c.headers = nil, nil, nil
	if text == "" {
		return
	}
	c.lines = strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	var section, sub string
	for i := 0; i < len(c.lines); i++ {
		line := strings.TrimSpace(c.lines[i])
		if strings.HasPrefix(line, "[") {
			end := headerEnd(line)
			if end < 0 {
				continue
			}
			head := line[1:end]
			section, sub, _ = strings.Cut(head, " ")
			section = strings.ToLower(section)
			if sub != "" {
				sub = strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(sub), `"`), `"`))
			} else if a, b, ok := strings.Cut(section, "."); ok {
				section, sub = a, b
			}
			c.headers = append(c.headers, setting{section: section, sub: sub, first: i})
			if line = strings.TrimSpace(line[end+1:]); line == "" {
				continue
			}
		}
		if line == "" || line[0] == '#' || line[0] == ';' {
			continue
		}
		s := setting{section: section, sub: sub, first: i, last: i}
		k, v, ok := strings.Cut(line, "=")
		s.key, s.bare = strings.ToLower(strings.TrimSpace(k)), !ok
		v = strings.TrimLeft(v, " \t")
		var out strings.Builder
		keep := 0 // how much of out is not blanks at its end
		quoted := false
	value:
		for j := 0; ; j++ {
			if j >= len(v) {
				break
			}
			switch ch := v[j]; {
			case ch == '\\' && j+1 == len(v):
				if i+1 >= len(c.lines) {
					break value
				}
				i++
				s.last = i
				v, j = c.lines[i], -1
			case ch == '\\':
				j++
				switch v[j] {
				case 'n':
					out.WriteByte('\n')
				case 't':
					out.WriteByte('\t')
				case 'b':
					out.WriteByte('\b')
				default:
					out.WriteByte(v[j])
				}
				keep = out.Len()
			case ch == '"':
				quoted = !quoted
				keep = out.Len()
			case !quoted && (ch == '#' || ch == ';'):
				break value
			default:
				out.WriteByte(ch)
				if quoted || ch != ' ' && ch != '\t' {
					keep = out.Len()
				}
			}
		}
		s.value = out.String()[:keep]
		c.settings = append(c.settings, s)
	}
}

// headerEnd finds the bracket that ends a section's header, -1 for none.
func headerEnd(line string) int {
	quoted := false
	for i := 1; i < len(line); i++ {
		switch {
		case quoted && line[i] == '\\':
			i++
		case line[i] == '"':
			quoted = !quoted
		case line[i] == ']' && !quoted:
			return i
		}
	}
	return -1
}

func quoteValue(v string) string {
	out := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`).Replace(v)
	if v != "" && (v[0] == ' ' || v[len(v)-1] == ' ') || strings.ContainsAny(v, "#;") {
		out = `"` + out + `"`
	}
	return out
}

// splitName takes "section.sub.key" apart.
func splitName(name string) (section, sub, key string, ok bool) {
	i, j := strings.IndexByte(name, '.'), strings.LastIndexByte(name, '.')
	if i <= 0 || j == len(name)-1 {
		return "", "", "", false
	}
	section, key = strings.ToLower(name[:i]), name[j+1:]
	if j > i {
		sub = name[i+1 : j]
	}
	for _, c := range key {
		if c != '-' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') {
			return "", "", "", false
		}
	}
	return section, sub, key, key[0]|0x20 >= 'a' && key[0]|0x20 <= 'z'
}

func (c *configFile) all(name string) (values []setting) {
	section, sub, key, _ := splitName(name)
	key = strings.ToLower(key)
	for _, s := range c.settings {
		if s.section == section && s.sub == sub && s.key == key {
			values = append(values, s)
		}
	}
	return values
}

// set replaces the last value of a name, or adds one.
func (c *configFile) set(name, value string, add bool) {
	section, sub, key, _ := splitName(name)
	line := "\t" + key + " = " + quoteValue(value)
	if old := c.all(name); len(old) > 0 && !add {
		s := old[len(old)-1]
		c.lines = append(c.lines[:s.first:s.first], append([]string{line}, c.lines[s.last+1:]...)...)
		c.parse(strings.Join(c.lines, "\n"))
		return
	}
	at := -1
	for _, h := range c.headers {
		if h.section == section && h.sub == sub {
			at = h.first
		}
	}
	for _, s := range c.settings {
		if s.section == section && s.sub == sub && at >= 0 {
			at = max(at, s.last)
		}
	}
	if at < 0 {
		head := "[" + section + "]"
		if sub != "" {
			head = fmt.Sprintf(`[%s "%s"]`, section, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(sub))
		}
		c.lines = append(c.lines, head)
		at = len(c.lines) - 1
	}
	c.lines = append(c.lines[:at+1:at+1], append([]string{line}, c.lines[at+1:]...)...)
	c.parse(strings.Join(c.lines, "\n"))
}

// unset removes the values of a name, and a section that is empty then.
func (c *configFile) unset(name string) {
	old := c.all(name)
	for i := len(old) - 1; i >= 0; i-- {
		c.lines = append(c.lines[:old[i].first:old[i].first], c.lines[old[i].last+1:]...)
	}
	c.parse(strings.Join(c.lines, "\n"))
	section, sub, _, _ := splitName(name)
	for i, h := range c.headers {
		end := len(c.lines)
		if i+1 < len(c.headers) {
			end = c.headers[i+1].first
		}
		if h.section == section && h.sub == sub && strings.TrimSpace(strings.Join(c.lines[h.first+1:end], "")) == "" {
			c.lines = append(c.lines[:h.first:h.first], c.lines[end:]...)
			c.parse(strings.Join(c.lines, "\n"))
			return
		}
	}
}

func (r *repo) writeConfig(c *configFile) error {
	text := strings.Join(c.lines, "\n")
	if text != "" {
		text += "\n"
	}
	return r.fs.WriteFile(r.ctx, c.path, []byte(text), 0o666&^r.p.Umask)
}

// globalPath is where the user's own configuration is, "" for nowhere.
func (r *repo) globalPath() string {
	if v, ok := r.p.LookupEnv("GIT_CONFIG_GLOBAL"); ok {
		return v
	}
	if home := r.p.Getenv("HOME"); home != "" {
		return home + "/.gitconfig"
	}
	return ""
}

// configs returns the files that count, the later the stronger.
func (r *repo) configs() []*configFile {
	if r.files != nil {
		return r.files
	}
	paths := []string{}
	if g := r.globalPath(); g != "" && g != "/dev/null" {
		paths = append(paths, g)
	}
	if r.dir != "" {
		paths = append(paths, r.common+"/config")
	}
	for _, path := range paths {
		c, err := r.readConfig(path)
		if err != nil {
			r.fatal("unable to access '%s': %s", path, vfs.ErrText(err))
		}
		r.files = append(r.files, c)
	}
	if len(r.overrides) > 0 {
		c := &configFile{}
		for _, o := range r.overrides {
			name, value, ok := strings.Cut(o, "=")
			section, sub, key, good := splitName(name)
			if !good {
				r.fatal("bad config key in -c: '%s'", name)
			}
			c.settings = append(c.settings, setting{section: section, sub: sub, key: strings.ToLower(key), value: value, bare: !ok})
		}
		r.files = append(r.files, c)
	}
	return r.files
}

// config returns a setting's last value.
func (r *repo) config(name string) (value string, ok bool) {
	for _, c := range r.configs() {
		for _, s := range c.all(name) {
			value, ok = s.value, true
			if s.bare {
				value = "true"
			}
		}
	}
	return value, ok
}

func (r *repo) configBool(name string, or bool) bool {
	v, ok := r.config(name)
	if !ok {
		return or
	}
	switch strings.ToLower(v) {
	case "true", "yes", "on", "1":
		return true
	}
	return false
}
