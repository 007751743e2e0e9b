package game_test

import (
	"errors"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/game/qubic"
)

// failure returns the error of a parser of moves.
func failure[M any](parse func(string) (M, error)) func(string) error {
	return func(text string) error { _, err := parse(text); return err }
}

// made returns a position that New cannot fail to make.
func made[P any](p P, err error) P {
	if err != nil {
		panic(err)
	}
	return p
}

// TestTextErrors: a program tells an illegal move from an ambiguous one and from a text that is no move, and knows a
// text that is no position.
func TestTextErrors(t *testing.T) {
	two := made(chess.Parse("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", chess.Options{}))
	captures := made(checkers.New(checkers.Options{}))
	if err := captures.Set("B:W6,7,14,15:B2"); err != nil { // 2 reaches 18 in two ways
		t.Fatal(err)
	}
	ttt := made(mnk.New(mnk.Options{Width: 3, Height: 3, InRow: 3}))
	ttt.Make(made(ttt.ParseMove("a1")))
	four := made(mnk.New(mnk.Options{Width: 2, Height: 1, InRow: 2, Gravity: true}))
	four.Make(made(four.ParseMove("a")))
	cells := made(hex.New(hex.Options{Size: 3}))
	cells.Make(made(cells.ParseMove("b2")))
	cube := made(qubic.New(qubic.Options{}))
	cube.Make(made(cube.ParseMove("111")))
	goban := made(baduk.New(baduk.Options{Width: 9, Height: 9}))
	for _, c := range []struct {
		name  string
		parse func(string) error
		text  string
		want  error
	}{
		{"SAN", failure(two.ParseSAN), "Qh5", game.ErrMove},
		{"SAN", failure(two.ParseSAN), "O-O", game.ErrMove},
		{"SAN", failure(two.ParseSAN), "Rf1", nil},
		{"SAN", failure(made(chess.Parse("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", chess.Options{})).ParseSAN), "Rd1", game.ErrAmbiguous},
		{"SAN", failure(made(chess.Parse("8/P7/8/8/8/8/k7/7K w - - 0 1", chess.Options{})).ParseSAN), "a8", game.ErrAmbiguous},
		{"SAN", failure(two.ParseSAN), "hello", game.ErrSyntax},
		{"UCI", failure(two.ParseUCI), "e1e3", game.ErrMove},
		{"UCI", failure(two.ParseUCI), "e9e3", game.ErrSyntax},
		{"FEN", two.Set, "4k3/8/8/8/8/8/8/R2KK2R w - - 0 1", game.ErrPosition},
		{"checkers", failure(captures.ParseMove), "2-11", game.ErrMove},
		{"checkers", failure(captures.ParseMove), "2x18", game.ErrAmbiguous},
		{"checkers", failure(captures.ParseMove), "hello", game.ErrSyntax},
		{"checkers", captures.Set, "X", game.ErrPosition},
		{"tic-tac-toe", failure(ttt.ParseMove), "a1", game.ErrMove},
		{"tic-tac-toe", failure(ttt.ParseMove), "d1", game.ErrSyntax},
		{"tic-tac-toe", ttt.Set, "xxx/3/3 x", game.ErrPosition},
		{"a full file", failure(four.ParseMove), "a", game.ErrMove},
		{"hex", failure(cells.ParseMove), "b2", game.ErrMove},
		{"hex", failure(cells.ParseMove), "swap", game.ErrMove},
		{"hex", failure(cells.ParseMove), "z9", game.ErrSyntax},
		{"hex", cells.Set, "rrr/3/3 r", game.ErrPosition},
		{"qubic", failure(cube.ParseMove), "111", game.ErrMove},
		{"qubic", failure(cube.ParseMove), "115", game.ErrSyntax},
		{"qubic", cube.Set, "", game.ErrPosition},
		{"Go", failure(goban.ParseMove), "I5", game.ErrSyntax},
		{"Go", goban.Set, "9", game.ErrPosition},
		{"Go", func(string) error { return goban.Check(81) }, "the 82nd point", game.ErrMove},
	} {
		err := c.parse(c.text)
		for _, kind := range []error{game.ErrPosition, game.ErrSyntax, game.ErrMove, game.ErrAmbiguous} {
			if got := errors.Is(err, kind); got != (kind == c.want) {
				t.Errorf("%s, %q: %v: is %q: %v", c.name, c.text, err, kind, got)
			}
		}
		if _, ok := errors.AsType[*game.TextError](err); c.want != nil && !ok {
			t.Errorf("%s, %q: %T", c.name, c.text, err)
		}
	}
}
