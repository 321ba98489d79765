package commands

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"strings"
)

// textRule is a kind of text that file(1) knows by a line. The first rule that
// applies counts.
type textRule struct {
	start string // at the very beginning
	line  *regexp.Regexp
	name  string
	mime  string
	bare  bool // nothing is told of the characters
	runs  bool // called executable
}

func anyLine(s string) *regexp.Regexp { return regexp.MustCompile("(?m)" + s) }

var textRules = []textRule{
	{start: "-----BEGIN CERTIFICATE-----", name: "PEM certificate", mime: "text/plain", bare: true},
	{start: "-----BEGIN RSA PRIVATE KEY-----", name: "PEM RSA private key", mime: "text/plain", bare: true},
	{start: "-----BEGIN OPENSSH PRIVATE KEY-----", name: "OpenSSH private key", mime: "text/plain", bare: true},
	{start: "ssh-rsa ", name: "OpenSSH RSA public key", mime: "text/plain", bare: true},
	{start: "ssh-ed25519 ", name: "OpenSSH ED25519 public key", mime: "text/plain", bare: true},
	{start: "-----BEGIN PGP MESSAGE", name: "PGP message", mime: "application/pgp-encrypted", bare: true},
	{start: "-----BEGIN PGP", name: "PGP message", mime: "application/pgp", bare: true},
	{start: "# v2 git bundle\n", name: "Git bundle", mime: "text/plain", bare: true},
	{start: "#EXTM3U", name: "M3U playlist", mime: "text/plain"},
	{start: "[playlist]", name: "PLS playlist", mime: "text/plain"},
	{start: "BEGIN:VCALENDAR", name: "vCalendar calendar file", mime: "text/calendar", bare: true},
	{line: regexp.MustCompile(`\A1\r?\n\d\d:\d\d:\d\d,\d{3} --> `), name: "SubRip", mime: "application/x-subrip"},
	{start: "diff --git ", name: "unified diff output", mime: "text/x-diff"},
	{line: regexp.MustCompile(`\A--- .*\n\+\+\+ .*\n@@ `), name: "unified diff output", mime: "text/x-diff"},
	{start: "diff ", name: "diff output", mime: "text/x-diff"},
	{line: regexp.MustCompile(`\A\*\*\* .*\n--- `), name: "context diff output", mime: "text/x-diff"},
	{start: "Only in ", name: "diff output", mime: "text/x-diff"},
	{start: "Return-Path:", name: "SMTP mail", mime: "message/rfc822"},
	{start: "Received:", name: "RFC 822 mail", mime: "message/rfc822"},
	{start: "From:", name: "news or mail", mime: "message/rfc822"},
	{start: "%!PS-Adobe-3.0", name: "PostScript document text conforming DSC level 3.0", mime: "application/postscript", bare: true},
	{start: "%!PS", name: "PostScript document text", mime: "application/postscript", bare: true},
	{line: regexp.MustCompile(`\A(?i)@(echo off|rem )`), name: "DOS batch file", mime: "text/x-msdos-batch"},
	{line: regexp.MustCompile(`\A\s*<\?(php|\n| )`), name: "PHP script", mime: "text/x-php"},
	{line: regexp.MustCompile(`\A\s*(?i)<(!doctype html|html)`), name: "HTML document", mime: "text/html"},
	{line: anyLine(`^=(head1|pod)\b`), name: "Perl POD document", mime: "text/plain"},
	{line: regexp.MustCompile(`\ABEGIN ?\{`), name: "awk or perl script", mime: "text/plain"},
	{line: regexp.MustCompile(`\A"""`), name: "Python script", mime: "text/plain", runs: true},
	{line: regexp.MustCompile(`\A.*\n?.*\n?package [\w:]+;\n(use |\z)`), name: "Perl5 module source", mime: "text/plain"},

	{line: anyLine(`^(class \w+[^;\n]*\{(?s:.*)\n\};|\s*(public|private|protected):|template ?<.*>|virtual .*;|using namespace .*;|namespace \w+ \{)`), name: "C++ source", mime: "text/x-c++"},
	{line: anyLine(`^#import `), name: "Objective-C source", mime: "text/x-objective-c"},
	{line: anyLine(`^(import [\w.*]+;|public static void main\()`), name: "Java source", mime: "text/x-java"},
	{line: anyLine(`^public class \w+ \{\n\s*public static void main\(`), name: "Java source", mime: "text/x-java"},
	{line: anyLine(`^(#include ?[<"]|#pragma |#ifndef \w+\s#define |extern |struct \w+|union \w+|char \*|.*\bmain\(.*\)\s*\{)`), name: "C source", mime: "text/x-c"},
	{line: anyLine(`^(\\documentclass)`), name: "LaTeX 2e document", mime: "text/x-tex"},
	{line: anyLine(`^\\(section|chapter|begin|documentstyle|setlength)\b`), name: "LaTeX document", mime: "text/x-tex"},
	{line: anyLine(`^\\input `), name: "TeX document", mime: "text/x-tex"},
	{line: anyLine(`^(from [\w.]+ import |\s*import [\w.]+ as \w|\s*def \w+\(.*\):|class \w+(\(.*\))?:|try:\n(?s:.*)\n(except.*|finally):)`), name: "Python script", mime: "text/x-script.python", runs: true},
	{line: anyLine(`^if __name__ == ["']__main__["']:`), name: "Python script", mime: "text/plain", runs: true},
	{line: anyLine(`^(['"]use strict['"]|module\.exports\s*=|import .* from ['"]|export default |(const|let|var) \w+ = require\(['"]|\(function\()`), name: "JavaScript source", mime: "application/javascript"},
	{line: anyLine(`^(require '|\s*(def|class|module) [\w< ]+\n(?s:.*)\s+end$|module \w+\n(?s:.*)\nend$)`), name: "Ruby script", mime: "text/x-ruby"},
	{line: anyLine(`^SUBDIRS *=`), name: "automake makefile script", mime: "text/x-makefile"},
	{line: anyLine(`^(all:|CFLAGS *=)`), name: "makefile script", mime: "text/x-makefile"},
	{line: anyLine(`^\((defun|defvar|defparam|setq|autoload) `), name: "Lisp/Scheme program", mime: "text/x-lisp"},
	{line: anyLine(`^\s*\.(text|globl|file|type|asciz|ascii)\b`), name: "assembler source", mime: "text/x-asm"},
	{line: regexp.MustCompile(`\A(\.\\"|'\\"|\.PP\n)`), name: "troff or preprocessor input", mime: "text/troff"},
	{line: anyLine(`^\.(TH|SH) `), name: "troff or preprocessor input", mime: "text/troff"},
	{line: regexp.MustCompile(`(?i)<(head|title|script|style|table|a href=|html)\b`), name: "HTML document", mime: "text/html"},
	{line: anyLine(`^<!-- `), name: "exported SGML document", mime: "text/plain"},
}

// fileExtensions are the usual endings of names, by the MIME type.
var fileExtensions = map[string]string{
	"application/x-java-applet": "class", "video/x-msvideo": "avi/divx", "audio/amr": "amr", "text/x-msdos-batch": "bat", "image/bmp": "bmp/ico",
	"application/x-bzip2": "bz2", "application/vnd.debian.binary-package": "deb/udeb/ipk", "font/woff2": "woff2", "image/gif": "gif",
	"application/x-git": "pack", "application/x-hdf5": "h5/hdf5/hdf/he5", "image/jpeg": "jpeg/jpg/jpe/jfif", "application/x-archive": "a/lib/ar",
	"application/x-lzip": "lz", "application/x-lz4": "lz4", "application/javascript": "js", "application/pdf": "pdf", "image/x-portable-greymap": "pgm",
	"image/png": "png", "image/x-portable-pixmap": "ppm/pnm", "application/pgp-encrypted": "asc", "application/x-rar": "rar/cbr", "text/rtf": "rtf",
	"application/x-7z-compressed": "7z/cb7", "application/vnd.sqlite3": "sqlite/sqlite3/db/db3/dbe/sdb/help", "application/x-subrip": "srt",
	"image/svg+xml": "svg", "application/x-tar": "tar/gtar", "image/tiff": "tif/tiff", "application/x-compress": "Z", "application/x-lzma": "lzma",
	"application/x-xz": "xz", "application/zstd": "zst", "application/wasm": "wasm", "audio/x-wav": "wav/wave", "image/webp": "webp",
	"application/gzip": "gz/tgz/tpz/zabw/svgz/adz/kmy/xcfgz",
}

// extensions are the usual endings of the names of such files.
func (k fileKind) extensions() string {
	switch {
	case k.text == "tar archive":
		return "tar"
	case k.text == "POSIX tar archive":
		return "tar/ustar"
	case k.text == "RAR archive data, v5":
		return "rar"
	case k.mime == "video/mp4" && strings.Contains(k.text, "v1"):
		return "mp4"
	case k.mime == "application/gzip" && !strings.Contains(k.text, ", was "):
		return "gz/tgz/tpz/ipk/vbox-extpack/svgz/blend/dia/gnucash/rdata/xoj"
	case fileExtensions[k.mime] != "" && !strings.HasPrefix(k.text, "Node.js"):
		return fileExtensions[k.mime]
	}
	return "???"
}

// scriptKind tells what a script's first line, without its #!, names.
func scriptKind(line string) (name, mime string, bare, runs bool) {
	line = strings.TrimSpace(line)
	prog, args, _ := strings.Cut(line, " ")
	env := prog == "/usr/bin/env"
	if env {
		line = strings.TrimSpace(args)
		prog, _, _ = strings.Cut(line, " ")
	}
	base := path.Base(prog)
	system := env || prog == "/bin/"+base || prog == "/usr/bin/"+base || prog == "/usr/local/bin/"+base
	switch versionless := strings.TrimRight(base, "0123456789."); {
	case versionless == "python" && (env || prog != base):
		return "Python script", "text/x-script.python", false, true
	case versionless == "perl" && (env || prog != base):
		return "Perl script text executable", "text/x-perl", true, false
	case !system:
	case base == "bash":
		return "Bourne-Again shell script", "text/x-shellscript", false, true
	case base == "sh" && prog == "/bin/sh":
		return "POSIX shell script", "text/x-shellscript", false, true
	case base == "zsh":
		return "Paul Falstad's zsh script", "text/x-shellscript", false, true
	case base == "ksh" && !env:
		return "Korn shell script", "text/x-shellscript", false, true
	case base == "tcsh" && !env:
		return "Tenex C shell script", "text/x-shellscript", false, true
	case base == "csh" && !env:
		return "C shell script", "text/x-shellscript", false, true
	case base == "fish":
		return "fish shell script", "text/x-shellscript", false, true
	case base == "awk" && !env:
		return "awk script", "text/x-awk", false, true
	case base == "gawk" && !env:
		return "GNU awk script", "text/x-gawk", false, true
	case base == "nawk" && !env:
		return "new awk script", "text/x-nawk", false, true
	case base == "ruby":
		return "Ruby script", "text/x-ruby", false, true
	case base == "node" || base == "nodejs":
		return "Node.js script executable", "application/javascript", false, false
	case base == "php" && !env:
		return "PHP script", "text/x-php", false, true
	case base == "lua":
		return "Lua script", "text/x-lua", false, true
	case base == "tclsh" && env:
		return "Tcl script", "text/x-tcl", false, true
	case base == "tclsh" || base == "wish":
		return "Tcl/Tk script", "text/x-tcl", false, true
	case base == "make" && !env:
		return "makefile script", "text/x-makefile", false, false
	}
	return "a " + line + " script", "text/plain", false, true
}

// xmlDeclaration finds the version of a document.
var xmlDeclaration = regexp.MustCompile(`\A(?i)<\?xml(?:[ \t]+version=["']([\d.]+))?`)

// textLanguage guesses what a text is. bare: nothing is told of the characters;
// runs: it is called executable.
func textLanguage(b []byte, whole, bom bool, skip fileTests) (name, mime string, bare, runs bool) {
	s := string(b[:min(len(b), 16<<10)])
	first, _, _ := strings.Cut(s, "\n")
	if rest, ok := strings.CutPrefix(first, "#!"); ok && !skip.soft {
		if strings.HasPrefix(rest, "AMR") {
			return "Adaptive Multi-Rate Codec (GSM telephony)", "audio/amr", true, false
		}
		return scriptKind(rest)
	}
	if m := xmlDeclaration.FindStringSubmatch(strings.TrimLeft(s, " \t\r\n")); m != nil {
		if strings.Contains(s, "<svg") {
			return "SVG Scalable Vector Graphics image", "image/svg+xml", true, false
		}
		if m[1] != "" {
			m[1] += " "
		}
		return "XML " + m[1] + "document", "text/xml", false, false
	}
	switch {
	case strings.HasPrefix(s, "<svg"):
		return "SVG Scalable Vector Graphics image", "image/svg+xml", true, false
	case strings.HasPrefix(s, "begin ") && len(first) > 10 && first[6] >= '0' && first[6] <= '7':
		if f := strings.Fields(first); len(f) == 3 {
			return fmt.Sprintf("uuencoded or xxencoded text, file name \"%s\"", f[2]), "text/plain", false, false
		}
	case strings.HasPrefix(s, "{\\rtf1\\ansi"):
		return "Rich Text Format data, version 1, ANSI", "text/rtf", true, false
	case strings.HasPrefix(s, "{\\rtf"):
		return "Rich Text Format data", "text/rtf", false, false
	}
	if trimmed := bytes.TrimLeft(b, " \t\r\n"); len(trimmed) > 0 && (trimmed[0] == '{' || trimmed[0] == '[') && whole && !bom && !skip.json {
		if json.Valid(b) {
			return "JSON text data", "application/json", true, false
		}
		if jsonLines(b) {
			return "New Line Delimited JSON text data", "application/x-ndjson", true, false
		}
	}
	if m := netpbm.FindStringSubmatch(s); m != nil {
		kind := []string{"bitmap", "greymap", "pixmap"}[m[1][0]-'4']
		return fmt.Sprintf("Netpbm image data, size = %s x %s, rawbits, %s", m[2], m[3], kind), "image/x-portable-" + kind, true, false
	}
	for _, r := range textRules {
		if skip.soft {
			break
		}
		if r.start != "" && strings.HasPrefix(s, r.start) || r.line != nil && r.line.MatchString(s) {
			return r.name, r.mime, r.bare, r.runs
		}
	}
	if !skip.csv && isCSV(strings.Split(s, "\n"), whole) {
		return "CSV text", "text/csv", true, false
	}
	return "", "text/plain", false, false
}

var netpbm = regexp.MustCompile(`\AP([4-6])\s+(?:#.*\n)?(\d+) (\d+)\s`)

// jsonLines tells whether each of several lines is an object or a list of JSON.
func jsonLines(b []byte) bool {
	n := 0
	for l := range bytes.SplitSeq(bytes.TrimSpace(b), []byte{'\n'}) {
		if l = bytes.TrimSpace(l); len(l) == 0 || l[0] != '{' || !json.Valid(l) {
			return false
		}
		n++
	}
	return n > 1
}
