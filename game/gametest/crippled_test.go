package gametest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/gametest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// forgetful is a game whose hash and features both lack some features.
type forgetful[M comparable] struct {
	game.Position[M]
	keys []uint64
	lost map[zobrist.Feature]bool
}

func (p forgetful[M]) Hash() uint64 {
	hash := p.Position.Hash()
	for _, f := range p.Position.AppendFeatures(nil) {
		if p.lost[f] {
			hash ^= p.keys[f]
		}
	}
	return hash
}

func (p forgetful[M]) AppendFeatures(dst []zobrist.Feature) []zobrist.Feature {
	begin := len(dst)
	dst = p.Position.AppendFeatures(dst)
	return append(dst[:begin], slices.DeleteFunc(dst[begin:], func(f zobrist.Feature) bool { return p.lost[f] })...)
}

// forget describes a game without some features or groups of them to the kit.
func forget[M comparable](
	open func() (game.Position[M], error), space *zobrist.Space, names ...string,
) gametest.Game[M] {
	set := zobrist.Default(space.Len())
	lost := make(map[zobrist.Feature]bool)
	for f := range zobrist.Feature(space.Len()) {
		g, _ := space.GroupOf(f)
		lost[f] = slices.Contains(names, g.Name) || slices.Contains(names, space.Names(f))
	}
	g := gametest.Game[M]{Space: space, Set: set, New: func() game.Position[M] {
		p, err := open()
		if err != nil {
			panic(err)
		}
		return forgetful[M]{p, set.Keys, lost}
	}}
	if len(names) == 0 {
		g.Walks = 4 // no fault ends the test early
	}
	return g
}

// A game that forgets features in hash and AppendFeatures alike fails, from its start position and without perft; the
// whole game does not.
func TestForgottenFeatures(t *testing.T) {
	chessFrom := func(fen string, lost ...string) func(testing.TB) {
		g := forget(func() (game.Position[chess.Move], error) { return chess.Parse(fen, chess.Options{}) },
			chess.Space(), lost...)
		g.ScoreHistory = true
		return func(tb testing.TB) { gametest.Run(tb, g) }
	}
	goOn := func(side int, lost ...string) func(testing.TB) {
		o := baduk.Options{Width: side, Height: side}
		space, err := baduk.Space(o)
		if err != nil {
			t.Fatal(err)
		}
		g := forget(func() (game.Position[baduk.Move], error) { return baduk.New(o) }, space, lost...)
		g.Plies = max(200, 2*side*side) // kos are late and rare on large boards
		return func(tb testing.TB) { gametest.Run(tb, g) }
	}
	draughts := func(lost ...string) func(testing.TB) {
		g := forget(func() (game.Position[checkers.Move], error) { return checkers.New(checkers.Options{}) },
			checkers.Space(), lost...)
		g.ScoreHistory = true
		return func(tb testing.TB) { gametest.Run(tb, g) }
	}
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for _, test := range []struct {
		name string
		run  func(testing.TB)
	}{
		{"chess", chessFrom(start)},
		{"chess without castling", chessFrom(start, "castling")},
		{"chess without white castling short", chessFrom(start, "white king side")},
		{"chess without black castling long", chessFrom(start, "black queen side")},
		{"chess without en passant", chessFrom(start, "en passant")},
		{"chess without both", chessFrom(start, "castling", "en passant")},
		{"chess without the turn", chessFrom(start, "turn")},
		{"go", goOn(5)},
		{"go on 3×3 without ko", goOn(3, "ko")},
		{"go on 5×5 without ko", goOn(5, "ko")},
		{"go on 9×9 without ko", goOn(9, "ko")},
		{"go on 19×19 without ko", goOn(19, "ko")},
		{"go without passes", goOn(5, "pass")},
		{"go without the turn", goOn(5, "turn")},
		{"checkers", draughts()},
		{"checkers without the turn", draughts("turn")},
	} {
		t.Run(test.name, func(t *testing.T) {
			if strings.Contains(test.name, "19×19") {
				oracle.Full(t, "a large board")
			}
			got := verdict(t, test.run)
			t.Log(got)
			if whole := !strings.Contains(test.name, "without"); whole != (got == "") ||
				!whole && !strings.Contains(got, "is a feature missing") {
				t.Errorf("the kit reports %q", got)
			}
		})
	}
}
