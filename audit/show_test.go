package audit_test

import (
	"context"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/keyfile"
)

// The published Polyglot table has rank 64 and no dependency of weight 7 or
// less (ORACLES.md, "Independence and distance"). To weight 6 by the
// exhaustive search, at 7 by Stern's, which misses one with a chance of one in
// ten.
func TestPolyglotQuick(t *testing.T) {
	o := audit.Options{Space: chess.Space(), MaxWeight: 7, Exhaustive: 5, Missed: .1, Truncations: []int{16, 24}}
	if oracle.Short() {
		o.Missed, o.Exhaustive = .9, 4
	}
	r, err := audit.Run(context.Background(), keyfile.Polyglot(), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Rank != 64 || len(r.Zero)+len(r.Equal)+len(r.Aliased) != 0 {
		t.Errorf("rank %d, zero %v, equal %v, aliased %v", r.Rank, r.Zero, r.Equal, r.Aliased)
	}
	if w, _, found := r.Distributions[0].Least(); found {
		t.Errorf("a dependency of weight %d: %v", w, r.Dependencies)
	}
	if l := r.Distributions[0].Weights[6]; l.Weight != 7 || l.Missed > o.Missed {
		t.Errorf("weight 7: %+v", l)
	}
	for i, want := range []int{2, 2, 3, 3} { // random keys: 2.00 and 2.99
		if tr := r.Truncations[i]; tr.Least != want || tr.AtLeast {
			t.Errorf("%s %d bits: smallest dependency %d, want %d", tr.End, tr.Bits, tr.Least, want)
		}
	}
}

// A certificate for a published table: every dependency to weight 8, and to
// weight 9 with a stated probability. Stockfish's keys have the layout castling16.
func TestCertificates(t *testing.T) {
	oracle.Long(t, "the audits of Polyglot's and Stockfish's keys to weight 9, some minutes each")
	castling16, err := keyfile.OpenLayout(chess.Space(), "castling16")
	if err != nil {
		t.Fatal(err)
	}
	stockfish, err := keyfile.Open("stockfish", keyfile.Options{Features: 793})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		set    zobrist.Set
		space  *zobrist.Space
		occurs func(zobrist.Feature) bool
		differ func([]zobrist.Feature) bool
	}{
		{"polyglot", keyfile.Polyglot(), chess.Space(), audit.ChessOccurs, audit.ChessDiffer},
		{"stockfish", stockfish.Set, castling16.Space(), nil, audit.Differences(castling16.Space())},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := audit.Run(context.Background(), c.set, audit.Options{
				Space: c.space, Occurs: c.occurs, Differ: c.differ, Exhaustive: 8, MaxWeight: 9, Missed: 0.01,
			})
			if err != nil {
				t.Fatal(err)
			}
			if err := r.WriteText(t.Output()); err != nil {
				t.Fatal(err)
			}
			if r.Rank != 64 {
				t.Errorf("rank %d, want 64", r.Rank)
			}
			for _, l := range r.Distributions[0].Weights {
				if l.Weight <= 7 && (l.Count.Sign() != 0 || !l.Exact) {
					t.Errorf("weight %d: %v dependencies, exact %v; want none", l.Weight, l.Count, l.Exact)
				}
				if l.Weight == 8 && !l.Exact || l.Weight == 9 && l.Missed > .01 {
					t.Errorf("weight %d: exact %v, missed %g", l.Weight, l.Exact, l.Missed)
				}
			}
		})
	}
}
