package sgf_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/sgf"
)

// TestFromMoves: a game at random, with passes, out of turn and from a board with
// stones, is read back and replayed to the same position.
func TestFromMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, text := range []string{"9/9/9/9/9/9/9/9/9 b", "3/3 w", "2XO/4/1X2 w", "25/25/25 b"} {
		start, err := baduk.Parse(text, baduk.Options{Komi: 13})
		if err != nil {
			t.Fatal(err)
		}
		p := start.Clone()
		var moves []baduk.Move
		var colors []baduk.Color
		for range 60 {
			if random.IntN(8) == 0 {
				p.SetTurn(p.Turn().Opponent())
			}
			legal := p.AppendMoves(nil)
			if len(legal) == 0 {
				break
			}
			m := legal[random.IntN(len(legal))]
			moves, colors = append(moves, m), append(colors, p.Turn())
			p.Make(m)
		}
		g := sgf.FromMoves(start, func(yield func(baduk.Color, baduk.Move) bool) {
			for i, m := range moves {
				if !yield(colors[i], m) {
					return
				}
			}
		})
		var file bytes.Buffer
		if err := sgf.Write(&file, g); err != nil {
			t.Fatal(err)
		}
		again, err := sgf.NewReader(&file).Next()
		if err != nil {
			t.Fatal(err)
		}
		end, err := sgf.Replay(again, baduk.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if end.String() != p.String() || end.Options().Komi != 13 {
			t.Errorf("%s: replayed to %s with komi %d/2, want %s", text, end, end.Options().Komi, p)
		}
	}
}
