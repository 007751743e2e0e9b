package game_test

import (
	"math/rand/v2"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/hex"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/game/qubic"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
)

// position has every method that the package comment lists. S is the game's type for
// the players.
type position[M comparable, P any, S side[S]] interface {
	gamekit.Position[M, P]
	game.Symmetric[M]
	Turn() S
}

type side[S any] interface {
	comparable
	Opponent() S
}

// TestNames: all games answer the same questions by the same names.
func TestNames(t *testing.T) {
	other := zobrist.Set{Keys: make(zobrist.Keys, 3)} // of another game
	names(t, "chess", chess.New, chess.Parse, chess.Options{Set: other})
	names(t, "checkers", checkers.New, checkers.Parse, checkers.Options{Set: other})
	names(t, "baduk", baduk.New, baduk.Parse, baduk.Options{Set: other})
	names(t, "mnk", mnk.New, mnk.Parse, mnk.Options{Set: other})
	names(t, "hex", hex.New, hex.Parse, hex.Options{Size: 11, Set: other})
	names(t, "qubic", qubic.New, qubic.Parse, qubic.Options{Set: other})
}

func names[O any, M comparable, S side[S], P position[M, P, S]](t *testing.T, name string,
	start func(O) (P, error), parse func(string, O) (P, error), bad O) {
	t.Run(name, func(t *testing.T) {
		var defaults O
		gamekit.BadOptions(t, start, parse, bad)
		p, err := start(defaults)
		if err != nil {
			t.Fatal(err)
		}
		gamekit.BadTexts(t, p, "", "?")
		rng := rand.New(rand.NewPCG(1, 2))
		first := p.Turn()
		for ply := range 5 { // tic-tac-toe may end after five
			turn := p.Turn()
			if want := []S{first, first.Opponent()}[ply%2]; turn != want || turn.Opponent().Opponent() != turn {
				t.Errorf("%v: it is the turn of %v, not of %v", p, turn, want)
			}
			q, err := parse(p.String(), defaults)
			if err != nil || q.Turn() != turn || q.Hash() != p.Hash() || q.Ply() != 0 || p.Ply() != ply {
				t.Errorf("Parse of %v at ply %d: %v, %v", p, p.Ply(), q, err)
			}
			moves := p.AppendMoves(nil)
			p.Make(moves[rng.IntN(len(moves))])
		}
	})
}
