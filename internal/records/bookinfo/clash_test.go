package bookinfo

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/polyglot"
)

// A position that shares a key with another is listed once, however often it is
// reached. A survey lists 1,000 such positions.
func TestClashes(t *testing.T) {
	o := polyglot.Options()
	o.Wide = true
	p, err := chess.New(o)
	if err != nil {
		t.Fatal(err)
	}
	w := walker{ctx: context.Background(), p: p, clashes: make(map[zobrist.Uint128]bool)}
	visit := func() { // as if another position with the key had been seen
		hash := p.Hash128()
		w.entries, w.high, w.seen = []polyglot.Entry{{Key: hash.Lo}}, []uint64{^hash.Hi}, []uint8{onWhite}
		for _, mark := range []uint8{onWhite, onBlack, inPlay} {
			w.book(mark)
		}
	}
	visit()
	for _, text := range []string{"g1f3", "g8f6", "f3g1", "f6g8"} {
		m, err := p.ParseUCI(text)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
	}
	visit()
	if list := w.survey.Clashes; len(list) != 1 || list[0].Key != "463b96181691fc9c" {
		t.Errorf("the start position is listed as %v", list)
	}
	random := rand.New(rand.NewPCG(1, 32))
	for range 40 {
		p.Reset()
		for range 60 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p.Make(moves[random.IntN(len(moves))])
			visit()
		}
	}
	if n := len(w.survey.Clashes); n != maxClashes {
		t.Errorf("%d clashes are listed, want %d", n, maxClashes)
	}
}
