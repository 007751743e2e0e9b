package variants_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/variants"
)

// TestSetLenient reads FENs as other programs and files write them. Each ignored part has an error that begins with
// its field.
func TestSetLenient(t *testing.T) {
	const bare = "4k3/8/8/8/8/8/8/4K3"
	for _, c := range []struct {
		v         variants.Variant
		fen, want string
		ignored   string // fields, with commas between them
	}{
		{variants.Crazyhouse, bare + "[Qn] w - - 0 1", bare + "[Qn] w - - 0 1", ""},
		{variants.Crazyhouse, bare + "/Qn_w_-_-_3_7", bare + "[Qn] w - - 3 7", ""},
		{variants.Crazyhouse, bare + "[Q]\u00a0b\u00a0- - 0 1", bare + "[Q] b - - 0 1", ""},
		{variants.Crazyhouse, bare, bare + "[] w - - 0 1", "side to move"},
		{variants.Crazyhouse, bare + "[q]", bare + "[q] w - - 0 1", "side to move"},
		{variants.Crazyhouse, " _ " + bare + "_\n", bare + "[] w - - 0 1", "side to move"},
		{variants.Crazyhouse, bare + "[] w KQkq - 0 1", bare + "[] w - - 0 1", "castling,castling,castling,castling"},
		{variants.Crazyhouse, "4k3/8/8/8/8/8/8/R~3K3[] w Q - 0 1", "4k3/8/8/8/8/8/8/R~3K3[] w - - 0 1", "castling"},
		{variants.Crazyhouse, bare + "[] w - e6 0 1", bare + "[] w - - 0 1", "en passant"},
		{variants.Crazyhouse, bare + "[] w - - x y", bare + "[] w - - 0 1", "halfmove clock,move number"},
		{variants.Crazyhouse, bare + "[] w - - 0 1 3+3", bare + "[] w - - 0 1", "checks"},
		{variants.Crazyhouse, bare + "[] w - - 0 1 acd", bare + "[] w - - 0 1", "move number"},
		{variants.Atomic, bare + "[] w - - 0 1", bare + " w - - 0 1", "pocket"},
		{variants.Atomic, bare + "/Qq w - - 0 1", bare + " w - - 0 1", "pocket"},
		{variants.KingOfTheHill, bare + " w - - +1+0 0 5", bare + " w - - 0 5", "checks"},
		{variants.KingOfTheHill, "4k3/8/8/8/8/8/8/4KR2 w K - 0 1", "4k3/8/8/8/8/8/8/4KR2 w - - 0 1", "castling"},
		{variants.ThreeCheck, bare + " w - - 9+9 0 1", bare + " w - - 3+3 0 1", "checks"},
		{variants.ThreeCheck, bare + " w - - 9+9 0 1 +1+2", bare + " w - - 2+1 0 1", "checks"},
		{variants.ThreeCheck, bare + " w - - 0 1", bare + " w - - 3+3 0 1", ""}, // none given: ml-research/liground#177
		{variants.Antichess, "4k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", ""},
		{variants.Horde, "4k3/8/8/8/8/8/P7/P7 w KQkq - 0 1", "4k3/8/8/8/8/8/P7/P7 w - - 0 1",
			"castling,castling,castling,castling"},
	} {
		p := parse("", c.v)
		ignored, err := p.SetLenient(c.fen)
		if err != nil || p.FEN() != c.want {
			t.Errorf("%v %q: %v, error %v; want %s", c.v, c.fen, p, err, c.want)
			continue
		}
		var fields []string
		for _, err := range ignored {
			bad, ok := errors.AsType[*game.TextError](err)
			if !ok {
				t.Fatalf("%v %q: error %v", c.v, c.fen, err)
			}
			if bad.Offset > len(bad.Text) {
				t.Errorf("%v %q: an error at byte %d of %q", c.v, c.fen, bad.Offset, bad.Text)
			}
			field, _, _ := strings.Cut(bad.Reason, ":")
			fields = append(fields, field)
		}
		if got := strings.Join(fields, ","); got != c.ignored {
			t.Errorf("%v %q: ignored %v, want %s", c.v, c.fen, ignored, c.ignored)
		}
		if p.Set(c.fen) == nil && len(ignored) > 0 && !strings.Contains(c.ignored, "castling") {
			t.Errorf("%v %q: Set reads all of it, and SetLenient ignores %v", c.v, c.fen, ignored)
		}
	}
	for _, c := range []struct {
		v   variants.Variant
		fen string
	}{
		{variants.Crazyhouse, ""}, {variants.Crazyhouse, bare + "[Qn w - - 0 1"}, {variants.Crazyhouse, bare + "[K] w - - 0 1"},
		{variants.Crazyhouse, "8/8/8/8/8/8/8/8[] w - - 0 1"}, {variants.Atomic, "4k3/8/8/8/8/8/8/8 b - - 0 1"},
		{variants.RacingKings, bare + " x - - 0 1"}, {variants.KingOfTheHill, "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1"},
	} {
		p := parse("", c.v)
		before := p.FEN()
		if _, err := p.SetLenient(c.fen); err == nil || p.FEN() != before {
			t.Errorf("%v %q: %v, error %v", c.v, c.fen, p, err)
		}
	}
}

// TestMakeNull: passing the turn gives the position that has the other side to move, and can be taken back.
func TestMakeNull(t *testing.T) {
	for _, c := range []struct {
		v           variants.Variant
		start, want string
	}{
		{variants.Crazyhouse, "4k3/8/8/3pP3/8/8/8/4K3[Q] w - d6 0 3", "4k3/8/8/3pP3/8/8/8/4K3[Q] b - - 1 3"},
		{variants.ThreeCheck, "4k3/8/8/8/8/8/8/R3K3 b Q - 2+1 4 3", "4k3/8/8/8/8/8/8/R3K3 w Q - 2+1 5 4"},
		{variants.Antichess, "8/1p6/8/8/8/8/P7/8 w - - 0 1", "8/1p6/8/8/8/8/P7/8 b - - 1 1"},
	} {
		p := parse(c.start, c.v)
		before := p.Hash128()
		p.MakeNull()
		if q := parse(c.want, c.v); p.FEN() != c.want || p.Hash128() != q.Hash128() {
			t.Errorf("%s: %v, hash %v; want %s, %v", c.start, p, p.Hash128(), c.want, q.Hash128())
		}
		if p.Unmake(); p.FEN() != c.start || p.Hash128() != before {
			t.Errorf("%s: taken back it is %v", c.start, p)
		}
	}
}

// TestStartsDiffer: with one set of keys no two variants share a hash at the start, and neither do they with chess.
func TestStartsDiffer(t *testing.T) {
	seen := map[uint64]string{}
	o := variants.Options{Variant: variants.Crazyhouse}
	all := parse("", o.Variant).Options().Set // the most features
	for _, v := range variants.Variants() {
		set, n := all, v.Space().Len()
		set.Keys, set.Second = set.Keys[:n], set.Second[:n]
		p, err := variants.New(variants.Options{Variant: v, Set: set})
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[p.Hash()]; ok {
			t.Errorf("%v and %s have the hash %016x", v, other, p.Hash())
		}
		seen[p.Hash()] = v.String()
	}
	n := chess.Space().Len()
	all.Keys, all.Second = all.Keys[:n], all.Second[:n]
	p, err := chess.New(chess.Options{Set: all})
	if err != nil {
		t.Fatal(err)
	}
	if other, ok := seen[p.Hash()]; ok {
		t.Errorf("chess and %s have the hash %016x", other, p.Hash())
	}
}
