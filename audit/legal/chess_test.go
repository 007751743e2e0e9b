package legal_test

import (
	"context"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/audit/legal"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/polyglot"
)

// polish is about a second's search for positions that are easy to read.
func polish() uint64 {
	if testing.Short() {
		return 0
	}
	return 2000
}

// Two legal positions that share a Polyglot key, hashed by game/chess, whose
// Polyglot hashes agree with the format's published ones.
func TestCollidePolyglot(t *testing.T) {
	clash, err := audit.Collide(context.Background(), audit.Widen(polyglot.Keys()), legal.Chess{}, audit.AttackOptions{Polish: polish()})
	if err != nil {
		t.Fatal(err)
	}
	o := chess.Options{Keys: polyglot.Keys(), EnPassant: chess.PseudoLegalEnPassant}
	for _, p := range clash.Positions {
		q, err := o.ParseFEN(p.Text)
		if err != nil {
			t.Fatal(err)
		}
		if q.Hash() != clash.Hash.Lo {
			t.Errorf("%s: hash %016x, want %016x", p.Text, q.Hash(), clash.Hash.Lo)
		}
		t.Logf("%016x %s", q.Hash(), p.Text)
	}
	if clash.Positions[0].Text == clash.Positions[1].Text {
		t.Error("the positions are the same")
	}
}

func TestForgePolyglot(t *testing.T) {
	const want = 0x0123456789abcdef
	p, err := audit.Forge(context.Background(), audit.Widen(polyglot.Keys()), zobrist.Uint128{Lo: want}, legal.Chess{}, audit.AttackOptions{Polish: polish()})
	if err != nil {
		t.Fatal(err)
	}
	q, err := chess.Options{Keys: polyglot.Keys()}.ParseFEN(p.Text)
	if err != nil {
		t.Fatal(err)
	}
	if q.Hash() != want || q.InCheck() {
		t.Errorf("%s: hash %016x, in check %v; want %016x", p.Text, q.Hash(), q.InCheck(), uint64(want))
	}
	t.Logf("%016x %s", q.Hash(), p.Text)
}
