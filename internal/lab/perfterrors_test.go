package lab_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/search"
)

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// trialKeys gives each trial its own keys, coded or random.
func trialKeys(tb testing.TB, fen string, coded bool) func(int) *chess.Position {
	return func(trial int) *chess.Position {
		n := chess.Space().Len()
		set := zobrist.Coded(n, uint64(trial))
		if !coded {
			set = zobrist.Random(n, rand.NewPCG(uint64(trial), 1))
		}
		p, err := chess.Parse(fen, chess.Options{Set: set, Wide: true})
		if err != nil {
			tb.Fatal(err)
		}
		return p
	}
}

// TestVerifyPerft: the false alarm rate is 1 % a row of the table, and below
// that for coded keys, by fixed seeds.
func TestVerifyPerft(t *testing.T) {
	for _, coded := range []bool{false, true} {
		for _, tag := range []int{8, 12, 16, 20, 24} {
			trials := 8
			if oracle.Short() {
				trials = 1
			}
			e, err := lab.VerifyPerft(context.Background(), trialKeys(t, startFEN, coded), 5, tag, trials, 256<<10,
				search.PerftOptions{Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf(
				"coded %v, tag %d: %d wrong hits, predicted %.1f (%.1f to %.1f); %d of %d counts wrong, predicted %.2f",
				coded, tag, e.Type1, e.Predicted, e.Low, e.High, e.Wrong, e.Trials, e.WrongPredicted)
			if e.Nodes != 4865609 || e.Trials != trials || e.Probes == 0 {
				t.Errorf("tag %d: %+v", tag, e)
			}
			if !oracle.Short() && !e.Agrees() {
				t.Errorf("coded %v, tag %d: predicted %.1f wrong hits, measured %d", coded, tag, e.Predicted, e.Type1)
			}
		}
	}
}
