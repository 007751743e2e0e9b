package baduk_test

import (
	"fmt"
	"testing"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// BenchmarkPerft is the rate of the rules: leaves of perft to depth 3.
func BenchmarkPerft(b *testing.B) {
	for _, size := range []int{9, 19} {
		for _, rule := range []baduk.Ko{baduk.SimpleKo, baduk.PositionalSuperko} {
			b.Run(fmt.Sprintf("size=%d/ko=%v", size, rule), func(b *testing.B) {
				p, err := baduk.New(baduk.Options{Width: size, Ko: rule})
				if err != nil {
					b.Fatal(err)
				}
				var nodes uint64
				for b.Loop() {
					nodes += count(p, 2+9/size)
				}
				b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			})
		}
	}
}

// count is perft without its shortcuts: every leaf is made.
func count(p *baduk.Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	var n uint64
	for _, m := range p.AppendMoves(nil) {
		p.Make(m)
		n += count(p, depth-1)
		p.Unmake()
	}
	return n
}

// BenchmarkBounds is the cost of bounds: of a board with safe chains, and of
// one with scattered stones.
func BenchmarkBounds(b *testing.B) {
	for name, text := range map[string]string{
		"safe":      ".X.O/XXXO/OOO./.O.O b",
		"scattered": ".X../..O./.XO./.... b",
	} {
		b.Run("board="+name, func(b *testing.B) {
			p := parse(b, baduk.Options{}, text)
			for b.Loop() {
				p.Bounds()
			}
		})
	}
}
