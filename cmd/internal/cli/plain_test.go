package cli

import (
	"strings"
	"testing"
)

// TestPlainWriter: what a terminal could take for a command is written as an escape, however the text is cut.
func TestPlainWriter(t *testing.T) {
	for text, want := range map[string]string{
		"Müller 柯洁\t1\n":              "Müller 柯洁\t1\n",
		"a\x1b]0;x\x07b":              `a\u001b]0;x\u0007b`,
		"a\u009b2Jb\x7f":              `a\u009b2Jb\u007f`,
		"a\x9b2J \xe9":                "a\\x9b2J \xe9",
		"a\rb\r\n":                    `a\u000db` + "\r\n",
		"Tal\u202egpj.\u2066x\u200f":  `Tal\u202egpj.\u2066x\u200f`,
		"\x1b[31mred\x1b[0m \x1b[2Jx": `\u001b[31mred\u001b[0m \u001b[2Jx`,
		"cut \xe6\x9f":                "cut \xe6\\x9f",
	} {
		for size := 1; size <= len(text); size++ {
			var out strings.Builder
			w := &PlainWriter{w: &out}
			for at := 0; at < len(text); at += size {
				if _, err := w.Write([]byte(text[at:min(at+size, len(text))])); err != nil {
					t.Fatal(err)
				}
			}
			if w.flush(); out.String() != want {
				t.Errorf("%q in parts of %d: %q, want %q", text, size, out.String(), want)
			}
		}
	}
	var out strings.Builder
	w := &PlainWriter{w: &out, colours: true}
	if _, err := w.Write([]byte("\x1b[1;31mred\x1b[0m\x1b[2J")); err != nil || out.String() != "\x1b[1;31mred\x1b[0m"+`\u001b[2J` {
		t.Errorf("%q, %v", out.String(), err)
	}
}
