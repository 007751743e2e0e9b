package clitest

import (
	"strings"
	"testing"
	"unicode"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
)

// Evil has characters that command a terminal.
const Evil = "A\x1b]0;owned\x07\x1b[2J\u009b31m\x7f\u202eB"

// NoControls runs command lines with [Evil] in them, or in the files that they name. No control character reaches
// standard output or standard error, as text or as JSON, and some have escapes there.
func NoControls(t *testing.T, p *cli.Program, lines [][]string) {
	seen := false
	for _, args := range lines {
		for _, form := range [][]string{nil, {"--json"}} {
			var stdout, stderr strings.Builder
			p.Run(t.Context(), append(args, form...), strings.NewReader(""), &stdout, &stderr)
			for _, text := range []string{stdout.String(), stderr.String()} {
				seen = seen || strings.Contains(text, `\u001b]0;owned`)
				if i := strings.IndexFunc(text, control); i >= 0 {
					t.Errorf("%q %v: a control character: %q", args, form, text[max(0, i-40):min(len(text), i+40)])
				}
			}
		}
	}
	if !seen {
		t.Error("no text has an escape")
	}
}

// control reports whether a terminal may take a character for a command, or write on in another direction.
func control(r rune) bool {
	return r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r))
}
