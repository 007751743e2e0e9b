package serve_test

import (
	"fmt"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/serve"
)

// A message about a record names its format once, and never ends in the words of a package.
func TestRecordErrors(t *testing.T) {
	braces := strings.Repeat("{", 50_000)
	doubled := regexp.MustCompile(`\b(\w+): (\w+: )?(\w+): `)
	for name, c := range map[string]struct {
		s     *serve.Server
		texts []string
	}{
		"pgn": {newServer(t, serve.Options{}), []string{braces, "[Event \"x\"]", "[FEN \"x\"]\n\n1. e4", "[Variant \"Atomic\"]\n\n1. e4",
			"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4", "1. e5", "1. ", "["}},
		"pdn": {otherServer(t, "[Event \"x\"]\n\n1. 11-15 *\n"), []string{braces, "[GameType \"20\"]\n\n1. 32-28 *",
			"[FEN \"x\"]\n\n1. 11-15 *", "1. 1-2 *", "["}},
		"sgf": {otherServer(t, "(;SZ[9];B[cc])"), []string{"(;", "(;GM[2]SZ[8])", "(;SZ[99])", "(;SZ[0])", "(;" + braces, "()", "(;AB"}},
	} {
		for _, text := range c.texts {
			w := httptest.NewRecorder()
			c.s.ServeHTTP(w, httptest.NewRequest("POST", "/read", strings.NewReader(text)))
			batch := httptest.NewRecorder()
			member := name
			if name == "sgf" {
				member = "position"
			}
			c.s.ServeHTTP(batch, httptest.NewRequest("POST", "/positions", strings.NewReader(fmt.Sprintf("{%q: %q}\n", member, text))))
			for _, got := range []string{w.Body.String(), batch.Body.String()} {

				got = strings.ReplaceAll(got, "bad request: ", "")
				if m := doubled.FindStringSubmatch(got); m != nil && m[1] == m[3] || strings.Contains(got, "EOF") ||
					strings.Contains(got, name+": "+name) {
					t.Errorf("%s, %.40q: %.200s", name, text, got)
				}
			}
		}
	}
}
