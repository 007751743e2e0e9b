package sgf_test

import (
	"bytes"
	"iter"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/sgf"
)

// BenchmarkReplay reads a game of 300 random moves on 19×19, and replays it.
func BenchmarkReplay(b *testing.B) {
	start, err := baduk.New(baduk.Options{})
	if err != nil {
		b.Fatal(err)
	}
	var text bytes.Buffer
	if err := sgf.Write(&text, sgf.FromMoves(start, randomMoves(start.Clone(), 300))); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		g, err := sgf.NewReader(bytes.NewReader(text.Bytes())).Next()
		if err != nil {
			b.Fatal(err)
		}
		end, err := sgf.Replay(g, baduk.Options{})
		if err != nil || end.Ply() != 300 {
			b.Fatal(end, err)
		}
	}
	b.ReportMetric(300*float64(b.N)/b.Elapsed().Seconds(), "moves/s")
}

// randomMoves plays n legal moves on p, no passes.
func randomMoves(p *baduk.Position, n int) iter.Seq2[baduk.Color, baduk.Move] {
	return func(yield func(baduk.Color, baduk.Move) bool) {
		r := rand.New(rand.NewPCG(1, 1))
		for p.Ply() < n {
			moves := p.AppendMoves(nil)
			m := moves[r.IntN(len(moves))]
			if m == baduk.Pass {
				continue
			}
			if !yield(p.Turn(), m) {
				return
			}
			p.Make(m)
		}
	}
}
