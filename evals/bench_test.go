package evals_test

import (
	"io"
	"testing"

	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/records/archive"
)

// BenchmarkFind looks up the positions of testdata/known.txt, in a store that fits in the caches.
func BenchmarkFind(b *testing.B) {
	f, err := archive.Open("testdata/known.jsonl.zst")
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	dir := b.TempDir()
	if _, err := evals.Import(b.Context(), dir+"/db", evals.ImportOptions{}, evals.Input{Name: "known.jsonl", Reader: f}); err != nil {
		b.Fatal(err)
	}
	s, err := evals.Open(dir + "/db")
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	var list []*chess.Position
	known, err := archive.Open("testdata/known.txt.zst")
	if err != nil {
		b.Fatal(err)
	}
	defer known.Close()
	text, err := io.ReadAll(known)
	if err != nil {
		b.Fatal(err)
	}
	r := evals.NewChessReader()
	for _, fen := range knownFENs(text) {
		p, _, err := r.Read(fen)
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, p.Clone())
	}
	b.Run("head", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			if _, ok, err := s.Head(list[i%len(list)].Hash128()); !ok || err != nil {
				b.Fatal(ok, err)
			}
		}
	})
	b.Run("best", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			if _, _, ok, err := s.Best(list[i%len(list)]); !ok || err != nil {
				b.Fatal(ok, err)
			}
		}
	})
	b.Run("find", func(b *testing.B) {
		plies := 0
		for i := 0; b.Loop(); i++ {
			e, ok, err := s.Find(list[i%len(list)])
			if !ok || err != nil {
				b.Fatal(ok, err)
			}
			plies += len(e.Lines[0].Moves)
		}
		b.ReportMetric(float64(plies)/float64(b.N), "plies/op")
	})
	b.Run("moves", func(b *testing.B) {
		var moves []chess.Move
		for i := 0; b.Loop(); i++ {
			moves = list[i%len(list)].AppendMoves(moves[:0])
		}
	})
}
