package serve_test

import (
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/serve"
)

// A book of more moves than the memory holds is refused, and nothing is written to a
// disk.
func TestExportBookMemory(t *testing.T) {
	oracle.Long(t, "a book of 300,000 random moves")
	t.Setenv("TMPDIR", "/nonexistent")
	var text strings.Builder
	random := rand.New(rand.NewPCG(1, 11))
	p, err := chess.New(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 4000 {
		p.Reset()
		for range 160 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			text.WriteString(p.SAN(m) + " ")
			p.Make(m)
		}
		text.WriteString("*\n\n")
	}
	ix := indexOf(t, text.String())
	const target = "/export.bin?min-games=1&max-ply=200"
	for memory, want := range map[int64]int{16 << 20: 400, 0: 200} {
		s := newServer(t, serve.Options{Index: ix}, serve.Limits{Memory: memory})
		if status, text := get(t, s, target); status != want {
			t.Errorf("memory %d: status %d, want %d: %.200s", memory, status, want, text)
		}
	}
}

// An export has all games that match, in their order, or says that they are too many.
func TestExportAll(t *testing.T) {
	const games = 12_438
	var text strings.Builder
	for i := range games {
		fmt.Fprintf(&text, "[White \"W%d\"]\n[WhiteElo \"%d\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n", i, 1000+i%1000)
	}
	ix := indexOf(t, text.String())
	s := newServer(t, serve.Options{Index: ix})
	for target, want := range map[string]int{
		"/export.pgn": games, "/export.pgn?play=e2e4": games, "/export.pgn?limit=20000": games, "/export.pgn?limit=11": 11,
		"/export.pgn?skip=12000": 438, "/export.pgn?rating=1999-&order=recent": 12, "/export.pgn?play=d2d4": 0,
	} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", target, nil))
		if n := strings.Count(w.Body.String(), "[White "); w.Code != 200 || n != want {
			t.Errorf("%s: status %d, %d games, want %d", target, w.Code, n, want)
		}
	}
	_, all := get(t, s, "/export.pgn")
	_, first := get(t, s, "/export.pgn?limit=7000")
	if _, rest := get(t, s, "/export.pgn?skip=7000"); first+rest != all || !strings.HasPrefix(all, "[White \"W11999\"]") {
		t.Error("pages of an export are not the export")
	}
	s = newServer(t, serve.Options{Index: ix}, serve.Limits{Export: 10_000})
	for target, want := range map[string]int{"/export.pgn": 400, "/export.bin": 400, "/export.pgn?limit=10000": 200,
		"/export.pgn?skip=3000": 200} {
		if status, text := get(t, s, target); status != want || status == 400 && !strings.HasPrefix(text,
			"bad request: 12438 games, and this server exports 10000 at once") {
			t.Errorf("%s: status %d, %.100s", target, status, text)
		}
	}
}
