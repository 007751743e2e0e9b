package polyglot_test

import (
	"context"
	"testing"

	"github.com/zobrist-go/zobrist/internal/keys/attack"
	"github.com/zobrist-go/zobrist/internal/keys/legal"
	"github.com/zobrist-go/zobrist/keyfile"
	"github.com/zobrist-go/zobrist/polyglot"
)

// Two legal positions share an entry; in one of them its move is reported as illegal.
func TestFindInClash(t *testing.T) {
	clash, err := attack.Collide(context.Background(), keyfile.Polyglot(), legal.Chess(), attack.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, b := parse(t, clash.Positions[0].Text), parse(t, clash.Positions[1].Text)
	if a.Hash() != b.Hash() || a.FEN() == b.FEN() {
		t.Fatalf("%s and %s: keys %016x and %016x", a, b, a.Hash(), b.Hash())
	}
	legalInBoth, onlyInA := 0, 0
	for _, m := range a.AppendMoves(nil) {
		book := newBook(t, write(t, []polyglot.Entry{{Key: a.Hash(), Move: m.Polyglot(), Weight: 1}}))
		here, err := book.Find(a)
		if err != nil || len(here.Moves) != 1 || here.Moves[0].Move != m {
			t.Fatalf("%s, %v: %+v, %v", a, m, here, err)
		}
		there, err := book.Find(b)
		switch {
		case err != nil || len(there.Moves)+len(there.Illegal) != 1:
			t.Fatalf("%s, %v: %+v, %v", b, m, there, err)
		case len(there.Illegal) == 1:
			onlyInA++
		default:
			legalInBoth++
		}
	}
	if onlyInA == 0 {
		t.Errorf("all %d moves of %s are legal in %s", legalInBoth, a, b)
	}
}
