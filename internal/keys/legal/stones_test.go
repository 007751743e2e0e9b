package legal_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/internal/keys/attack"
	"github.com/zobrist-go/zobrist/internal/keys/legal"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// The default keys are coded, which takes larger sets and stops no attack.
func TestCollideStones(t *testing.T) {
	gomoku, err := legal.MNK(mnk.Gomoku())
	if err != nil {
		t.Fatal(err)
	}
	board, err := legal.Baduk(baduk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := []attack.Rules{gomoku, board}
	if oracle.Short() {
		all = all[:1]
	}
	for _, rules := range all {
		set := zobrist.Default(rules.Space().Len()).Truncate(64)
		if rules != gomoku || oracle.Short() { // faster than coded keys
			set.Keys = zobrist.NewKeys(rules.Space().Len(), rand.NewPCG(1, 2))
		}
		clash, err := attack.Collide(context.Background(), set, rules, attack.Options{})
		if err != nil {
			t.Fatalf("%s: %v", rules.Space().Name(), err)
		}
		for _, p := range clash.Positions {
			hash := uint64(0)
			if rules == gomoku {
				o := mnk.Gomoku()
				o.Set = set
				q, err := mnk.Parse(p.Text, o)
				if err != nil {
					t.Fatal(err)
				}
				hash = q.Hash()
			} else {
				q, err := baduk.Parse(p.Text, baduk.Options{Set: set})
				if err != nil {
					t.Fatal(err)
				}
				hash = q.Hash()
			}
			if hash != clash.Hash.Lo {
				t.Errorf("%s: %s: hash %016x, want %016x", rules.Space().Name(), p.Text, hash, clash.Hash.Lo)
			}
			t.Logf("%016x %s", hash, p.Text)
		}
		if clash.Positions[0].Text == clash.Positions[1].Text {
			t.Errorf("%s: the positions are the same", rules.Space().Name())
		}
	}
}
