package serve_test

import (
	"strings"
	"testing"
)

// Records and lists of moves are read as far as the limits on nodes and moves allow, and what was not read leaves no comments.
func TestSGFLimits(t *testing.T) {
	baduk := otherServer(t, "(;SZ[9]RE[B+R];B[ee];W[ec])")
	for _, c := range []struct {
		name, text string
		moves      int
		last       string // comment of the last move
	}{
		{"nodes", "(" + strings.Repeat(";", 2000) + ";B[ee]C[read]" + strings.Repeat("(;)", 1000) + ")", 1, "read"},
		{"moves", "(;" + strings.Repeat(";B[]", 20_000) + ";B[]C[not read];C[not read])", 20_000, ""},
		{"passes", strings.Repeat("pass ", 20_005), 20_000, ""},
	} {
		a, status, body := readOther(t, baduk, "", c.text)
		if status != 200 || len(a.Moves) != c.moves || !strings.Contains(a.Problem, "20000") {
			t.Fatalf("%s: status %d, %d moves, problem %q in %.100s", c.name, status, len(a.Moves), a.Problem, body)
		}
		if got := a.Moves[c.moves-1].Comment; got != c.last {
			t.Errorf("%s: comment %q, want %q", c.name, got, c.last)
		}
	}
}
