package legal_test

import (
	"context"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/keys/attack"
	"github.com/zobrist-go/zobrist/internal/keys/legal"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/keyfile"
)

// polish is a short search for positions that are easy to read.
func polish() uint64 {
	if oracle.Short() {
		return 0
	}
	return 200
}

// Two legal positions that share a Polyglot key, hashed by game/chess, whose
// Polyglot hashes agree with the format's published ones.
func TestCollidePolyglot(t *testing.T) {
	polished := attack.Options{Polish: polish()}
	clash, err := attack.Collide(context.Background(), keyfile.Polyglot(), legal.Chess(), polished)
	if err != nil {
		t.Fatal(err)
	}
	o := chess.Options{Set: keyfile.Polyglot(), EnPassant: chess.PseudoLegalEnPassant}
	for _, p := range clash.Positions {
		q, err := chess.Parse(p.Text, o)
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

func TestForge(t *testing.T) {
	for _, c := range []struct {
		name string
		set  zobrist.Set
		want uint64
	}{
		{"polyglot", keyfile.Polyglot(), 0x0123456789abcdef},
		{"polyglot, 24 bits", keyfile.Polyglot().Truncate(24), 0x123456},
		{"coded, 40 bits", zobrist.Coded(781, 1).Truncate(40), 0x123456789a},
	} {
		want, o := zobrist.Uint128{Lo: c.want}, attack.Options{Polish: polish() / 4}
		p, err := attack.Forge(context.Background(), c.set, want, legal.Chess(), o)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		q, err := chess.Parse(p.Text, chess.Options{Set: c.set})
		if err != nil {
			t.Fatal(err)
		}
		if q.Hash() != c.want || q.InCheck() {
			t.Errorf("%s: %s: hash %x, in check %v; want %x", c.name, p.Text, q.Hash(), q.InCheck(), c.want)
		}
		t.Logf("%x %s", q.Hash(), p.Text)
	}
}
