package games_test

import (
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/index/games"
)

// A FEN with blanks, which is read as it stands if it is complete, is the position of the one with underscores, which
// is taken apart.
func TestCompleteFEN(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	for _, fen := range []string{
		start + " w KQkq - 0 1", start + " b KQkq - 7 12", start + " w KQkq - 1000 1", start + " w KQkq - 0 1000",
		start + " w KQkq - +1 007", start + " w KQkq - -1 1", start + " w KQkq - 5", start + " w KQkq -", start + " w", start,
		start + " w KQkq E3 0 1", start + " w kqKQ - 0 1", start + " w HAha - 0 1", start + " x KQkq - 0 1",
		"rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 3",
		"rnbqkbnr/pppp1ppp/8/8/3Pp3/8/PPP1PPPP/RNBQKBNR b KQkq D3 0 3",
		"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
		"4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1", "4k3/P~7/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3[Qp] w - - 0 1",
		"4k3/8/8/8/8/8/8/4K3  w - - 0 1", " 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1",
	} {
		read := func(text string) (string, bool) {
			p, err := chess.New(chess.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if games.SetChess(p, text) != nil {
				return "", false
			}
			return p.FEN(), true
		}
		got, ok := read(fen)
		want, wanted := read(strings.ReplaceAll(fen, " ", "_"))
		if got != want || ok != wanted {
			t.Errorf("%q: %q, %v, want %q, %v", fen, got, ok, want, wanted)
		}
	}
}
