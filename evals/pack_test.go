package evals

import (
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
)

// TestPack: positions come back from their codes, as their hashes show.
func TestPack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	p, _ := chess.New(chess.Options{})
	q, _ := chess.New(chess.Options{})
	var w bitWriter
	var k packer
	for range 300 {
		p.Reset()
		for range 120 {
			w.reset(nil)
			k.packChess(&w, p)
			fen := unpackChess(bitReader{b: w.b, end: w.len(0)})
			if err := q.Set(fen); err != nil || q.Hash128() != p.Hash128() {
				t.Fatalf("%s came back as %s: %v", p.FEN(), fen, err)
			}
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p.Make(moves[rng.IntN(len(moves))])
		}
	}
}
