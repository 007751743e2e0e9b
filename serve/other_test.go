package serve_test

import (
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	badukindex "github.com/zobrist-go/zobrist/index/baduk"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/serve"
)

// TestOtherGame serves an index of Go: two games that are one up to a reflection of the board, and one that
// begins as they do. Paths of chess alone say so.
func TestOtherGame(t *testing.T) {
	ix, err := badukindex.Open(t.Context(), storetest.Memory(), badukindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const text = "(;SZ[9]PB[Ann]PW[Bob]RE[B+3];B[cc];W[gg];B[eb])\n(;SZ[9]PB[Cid]PW[Ann]RE[W+R];B[gc];W[cg];B[eb])\n" +
		"(;SZ[9]PB[Cid]PW[Bob]RE[B+1];B[cc];W[gc])\n"
	in := index.Input{Name: "games.sgf", Reader: strings.NewReader(text)}
	if sum, err := ix.Import(t.Context(), index.ImportOptions{}, in); err != nil || sum.Games != 3 {
		t.Fatalf("%+v, error %v; want 3 games", sum, err)
	}
	s := newServer(t, serve.Options{Index: ix})
	for target, want := range map[string]string{
		"/stats":                       `"game":"baduk"`,
		"/position?position=9":         `"games":3`,
		"/position?position=9&play=C7": `"black":2`,
		"/games?position=9&play=C7,G3": `"total":2`,
		"/games?position=9&white=ann":  `"total":1`,
		"/games?position=9&play=G3,C7": `"total":2`, // the other way round the centre
		"/players?name=ann":            `"white":1,"black":1`,

		"/prepare?position=9&player=Cid&color=black": `"games":2,"score":0.5`,
		"/export.sgf?position=9&play=C7":             "SZ[9]",
	} {
		if status, got := get(t, s, target); status != 200 || !strings.Contains(got, want) {
			t.Errorf("%s: status %d, %s; want %s", target, status, got, want)
		}
	}
	for _, target := range []string{"/masters", "/lichess", "/player?player=Ann&color=white", "/book", "/export.bin"} {
		if status, got := get(t, s, target); status != 404 || !strings.Contains(got, "this index holds baduk") {
			t.Errorf("%s: status %d, %s", target, status, got)
		}
	}
	w := httptest.NewRecorder()
	lines := `{"sgf": "(;SZ[9])"}` + "\n" + `{"position": "startpos"}` + "\n"
	s.ServeHTTP(w, httptest.NewRequest("POST", "/positions", strings.NewReader(lines)))
	if got := w.Body.String(); !strings.Contains(got, `give the record as \"position\"`) || strings.Count(got,
		"error") != 1 {
		t.Errorf("lines: %s", got)
	}
}
