package serve_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/oracle"
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
		s := newServer(t, serve.Options{Index: ix, Limits: serve.Limits{Memory: memory}})
		if status, text := get(t, s, target); status != want {
			t.Errorf("memory %d: status %d, want %d: %.200s", memory, status, want, text)
		}
	}
}
