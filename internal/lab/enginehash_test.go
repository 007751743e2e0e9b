package lab_test

import (
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/tabulation"
)

// The hash that is kept up to date equals package tabulation's, of the whole string from scratch, after every move of
// random games with castling, captures en passant and promotions, and after taking all of them back.
func TestEngineHash(t *testing.T) {
	for _, family := range []tabulation.Family{tabulation.Simple, tabulation.Twisted, tabulation.Mixed} {
		e := lab.DrawTabulation(family, rand.NewPCG(7, 8))
		tuple := tabulation.NewTuple(family, lab.PositionChars, rand.NewPCG(7, 8))
		p, err := chess.Parse("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", e.Options())
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(9, 10))
		first := e.Hash(p)
		check := func() {
			t.Helper()
			x := lab.Characters(p, nil)
			if got, want := e.Hash(p), tuple.Hash(x[:]); got != want {
				t.Fatalf("%v of %s: %x, from scratch %x", family, p.FEN(), got, want)
			}
		}
		for range 20 {
			for moves := p.AppendMoves(nil); len(moves) > 0 && p.Ply() < 120; moves = p.AppendMoves(moves[:0]) {
				p.Make(moves[r.IntN(len(moves))])
				check()
			}
			for p.Ply() > 0 {
				p.Unmake()
			}
			if e.Hash(p) != first {
				t.Fatalf("%v: %x after taking back, %x before", family, e.Hash(p), first)
			}
		}
	}
}
