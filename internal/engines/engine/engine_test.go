package engine_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/search"
)

var (
	_ search.Position[chess.Move, *engine.Position] = (*engine.Position)(nil)
	_ search.Evaluator                              = (*engine.Position)(nil)
	_ search.Orderer[chess.Move]                    = (*engine.Position)(nil)
	_ search.Tactical[chess.Move]                   = (*engine.Position)(nil)
)

// walk plays random games, two of them of Chess960, and calls visit at every position.
func walk(t testing.TB, games, plies int, visit func(p *engine.Position)) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1970, 4))
	for range games {
		for _, fen := range []string{
			"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
			"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
			"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
			"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
			"rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1",
		} {
			p, err := engine.Parse(fen, chess.Options{})
			if err != nil {
				t.Fatal(err)
			}
			for range plies {
				visit(p)
				moves := p.AppendMoves(nil)
				if len(moves) == 0 {
					break
				}
				p.Make(moves[rng.IntN(len(moves))])
			}
		}
	}
}

// TestTerms: the evaluation of pieces is the sum of the terms that the tuner sees, times the weights in use.
func TestTerms(t *testing.T) {
	weights := engine.Tuned().Flat()
	walk(t, 1, 30, func(p *engine.Position) {
		var sum engine.Score
		for _, term := range p.AppendTerms(nil) {
			sum += weights[term.Weight] * engine.Score(term.Count)
		}
		if got := p.Assess(); got != sum {
			t.Fatalf("%s: %d/%d, and the sum of terms is %d/%d", p, got.Middle(), got.End(), sum.Middle(), sum.End())
		}
	})
}

// TestWeights: what Write writes is read back, and other text is refused.
func TestWeights(t *testing.T) {
	var text strings.Builder
	if err := engine.Tuned().Write(&text); err != nil {
		t.Fatal(err)
	}
	w, err := engine.ParseWeights(text.String())
	if err != nil || *w != *engine.Tuned() {
		t.Fatalf("the weights change when they are written and read: %v", err)
	}
	good := text.String()
	for name, bad := range map[string]string{
		"nothing":            "",
		"cut off":            good[:len(good)-6],
		"a value more":       good + "1/2\n",
		"no end game":        strings.Replace(good, "100/100", "100", 1),
		"an unknown field":   strings.Replace(good, "Doubled", "Tripled", 1),
		"a value too great":  strings.Replace(good, "100/100", "100/40000", 1),
		"a value that isn't": strings.Replace(good, "100/100", "100/x", 1),
	} {
		if _, err := engine.ParseWeights(bad); err == nil || !strings.HasPrefix(err.Error(), "engine: weights: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func BenchmarkEvaluate(b *testing.B) {
	var positions []*engine.Position
	walk(b, 1, 40, func(p *engine.Position) { positions = append(positions, p.Clone()) })
	i, sum := 0, 0
	for b.Loop() {
		sum += positions[i%len(positions)].Evaluate()
		i++
	}
}

// BenchmarkWeights reads the weights, as the first position does.
func BenchmarkWeights(b *testing.B) {
	var text strings.Builder
	if err := engine.Tuned().Write(&text); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := engine.ParseWeights(text.String()); err != nil {
			b.Fatal(err)
		}
	}
}
