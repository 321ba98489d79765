package tree

import (
	"fmt"
	"io"
	"strings"

	"github.com/capshell/capshell/hoststore/vfs"
)

// htmlFormat is -H.
type htmlFormat struct {
	t   *treer
	top int // the length of the operand, of the last one that -R wrote below
}

func (h *htmlFormat) begin() {
	t := h.t
	if t.intro != "" {
		h.copyFile(t.intro)
		return
	}
	charset := t.charset
	if charset == "" {
		charset = "iso-8859-1"
	}
	t.out.WriteString(`<!DOCTYPE html>
<html>
<head>
 <meta http-equiv="Content-Type" content="text/html; charset=` + charset + `">
 <meta name="Author" content="Made by 'tree'">
 <meta name="GENERATOR" content="tree v2.1.0 ` + t.draw.copyright + ` 1996 - 2022 by Steve Baker, Thomas Moore, Francesc Rocher, Florian Sesser, Kyosuke Tokoro">
 <title>` + t.title + `</title>
 <style type="text/css">
  BODY { font-family : monospace, sans-serif;  color: black;}
  P { font-family : monospace, sans-serif; color: black; margin:0px; padding: 0px;}
  A:visited { text-decoration : none; margin : 0px; padding : 0px;}
  A:link    { text-decoration : none; margin : 0px; padding : 0px;}
  A:hover   { text-decoration: underline; background-color : yellow; margin : 0px; padding : 0px;}
  A:active  { margin : 0px; padding : 0px;}
  .VERSION { font-size: small; font-family : arial, sans-serif; }
  .NORM  { color: black;  }
  .FIFO  { color: purple; }
  .CHAR  { color: yellow; }
  .DIR   { color: blue;   }
  .BLOCK { color: yellow; }
  .LINK  { color: aqua;   }
  .SOCK  { color: fuchsia;}
  .EXEC  { color: green;  }
 </style>
</head>
<body>
	<h1>` + t.title + `</h1><p>
`)
}

func (h *htmlFormat) end() {
	t := h.t
	if t.outro != "" {
		h.copyFile(t.outro)
		return
	}
	c := t.draw.copyright
	t.out.WriteString(`	<hr>
	<p class="VERSION">
		 tree v2.1.0 ` + c + ` 1996 - 2022 by Steve Baker and Thomas Moore <br>
		 HTML output hacked and copyleft ` + c + ` 1998 by Francesc Rocher <br>
		 JSON output hacked and copyleft ` + c + ` 2014 by Florian Sesser <br>
		 Charsets / OS/2 support ` + c + ` 2001 by Kyosuke Tokoro
	</p>
</body>
</html>
`)
}

// copyFile writes a file; one that can't be read is left out with a message,
// and the listing goes on.
func (h *htmlFormat) copyFile(name string) {
	t := h.t
	f, err := t.p.Open(t.ctx, name)
	if err != nil {
		fmt.Fprintf(t.p.Stderr, "tree: can't open %s\n", name)
		return
	}
	defer f.Close()
	io.Copy(t.out, f)
}

var nonBreaking = strings.NewReplacer(" ", "&nbsp;").Replace

func (h *htmlFormat) details(n *node, level int) {
	h.t.lead(n, level, "&nbsp;&nbsp;&nbsp;&nbsp;", nonBreaking)
}

func (h *htmlFormat) name(dir, name string, n *node, opens int) bool {
	t := h.t
	text := name
	if dir == "" {
		text = t.base
	}
	t.out.WriteString("<a")
	if n != nil {
		if t.colored {
			t.out.WriteString(` class="` + class(n) + `"`)
		}
		if n.comment != nil {
			t.out.WriteString(` title="` + xmlText(strings.Join(n.comment, "\n")) + `"`)
		}
		if !t.noLinks {
			ref := t.base
			switch {
			case dir == "":
				ref += "/"
			case opens > 1:
				ref += urlText(dir) + "/" + urlText(name) + "/00Tree.html"
			default:
				below := dir
				if len(dir) >= h.top {
					below = dir[h.top:]
				}
				ref += urlText(below) + "/" + urlText(name)
			}
			t.out.WriteString(` href="` + ref + choose(dir != "" && n.dir, "/", "") + `"`)
		}
	}
	t.out.WriteString(">" + xmlText(text) + "</a>")
	return false
}

// class is a file's class in the style sheet, a link's that of where it leads.
func class(n *node) string {
	switch n.targetKind {
	case vfs.Directory:
		return "DIR"
	case vfs.FIFO:
		return "FIFO"
	case vfs.Device:
		return "CHAR"
	}
	return choose(n.targetMode&0o111 != 0, "EXEC", "NORM")
}

// urlText is a path in a link.
func urlText(s string) string {
	var b strings.Builder
	for i := range len(s) {
		switch c := s[i]; {
		case c == '&':
			b.WriteString("&amp;")
		case c <= ' ' || c >= 0x7f || strings.IndexByte(`"#%+<>?[\]^`, c) >= 0:
			fmt.Fprintf(&b, "%%%02X", c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

func (h *htmlFormat) problem(s string)              { h.t.out.WriteString("  [" + s + "]") }
func (h *htmlFormat) close(*node, int, bool)        {}
func (h *htmlFormat) newline(*node, int, int, bool) { h.t.out.WriteString("<br>\n") }

func (h *htmlFormat) report(sum totals) {
	h.t.out.WriteString("<br><br><p>\n" + h.t.reportText(sum) + "\n</p>\n")
}
