package baduk

import (
	"math/rand/v2"
	"testing"
)

// BenchmarkVerification is the cost of comparing stones under superko: the
// same random games with histories that hold the boards, and with histories
// that hold no byte of them, so that equal hashes are believed.
func BenchmarkVerification(b *testing.B) {
	for _, verify := range []string{"stones", "hash"} {
		b.Run("verify="+verify, func(b *testing.B) {
			p, err := New(Options{Width: 19, Ko: PositionalSuperko})
			if err != nil {
				b.Fatal(err)
			}
			if verify == "hash" {
				p.history.size = 0
				p.history.stones = nil
			}
			random := rand.New(rand.NewPCG(1, 2))
			moves, legal := 0, make([]Move, 0, 362)
			for b.Loop() {
				for range 400 {
					legal = p.AppendMoves(legal[:0])
					p.Make(legal[random.IntN(len(legal))])
					moves += len(legal)
					if p.Over() {
						break
					}
				}
				for p.Ply() > 0 {
					p.Unmake()
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(moves), "ns/move")
		})
	}
}
