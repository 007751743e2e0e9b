package chessindex_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
)

// forged returns keys under which the positions after 1.Nf3 and after 1.Nc3 have one
// hash, at both widths.
func forged() zobrist.Set {
	set := zobrist.Coded(chess.Space().Len(), 3)
	set.Keys, set.Second = slices.Clone(set.Keys), slices.Clone(set.Second)
	knights := chess.Space().Group("piece")
	at := func(square string) zobrist.Feature {
		s, _ := chess.ParseSquare(square)
		return knights.At(3, int(s))
	}
	// g1 and f3 change in one of the moves, b1 and c3 in the other.
	for _, keys := range []zobrist.Keys{set.Keys, set.Second} {
		keys[at("c3")] = keys[at("g1")] ^ keys[at("f3")] ^ keys[at("b1")]
	}
	return set
}

// verifyGame verifies an answer of one game.
func verifyGame(t *testing.T, ix *index.Index, p index.Position, number int64) error {
	return ix.VerifyAnswer(t.Context(), index.Positions, p, index.Answer{Tally: index.Tally{Games: 1}, Sample: number})
}

// TestForgedClash asks about a position that has the hash of another one. The
// answer is for the other one, and replaying a game must say so.
func TestForgedClash(t *testing.T) {
	ix := open(t, storetest.Memory(), chessindex.Options{Set: forged()})
	add(t, ix, index.ImportOptions{}, text("1. d4 d5 *\n\n1. Nf3 d5 2. g3 *\n"))
	for _, c := range []struct {
		move   string
		forged bool
	}{{"g1f3", false}, {"b1c3", true}} {
		p, err := ix.Position("")
		if err != nil {
			t.Fatal(err)
		}
		after(t, p, c.move)
		a, err := ix.Find(t.Context(), index.Query{}, p)
		if err != nil || a.Games != 1 || len(a.Moves) != 1 || a.Foreign != 0 {
			t.Fatalf("after %s: %+v, error %v; want what the second game played", c.move, a, err)
		}
		errs := []error{
			verifyGame(t, ix, p, a.Sample),
			ix.VerifyAnswer(t.Context(), index.Positions, p, a),
		}
		for _, err := range errs {
			if errors.Is(err, index.ErrClash) != c.forged || !c.forged && err != nil {
				t.Errorf("after %s: %v; want a clash: %v", c.move, err, c.forged)
			}
		}
	}
	p, err := ix.Position("")
	if err != nil {
		t.Fatal(err)
	}
	if err := verifyGame(t, ix, p, 77); !errors.Is(err, index.ErrNotFound) {
		t.Errorf("a game that is not there: %v", err)
	}
	if err := ix.VerifyAnswer(t.Context(), index.Positions, p, index.Answer{}); err != nil {
		t.Errorf("an empty answer: %v", err)
	}
}

// TestForgedEnd has a game that ends in a position with the hash of another one, in
// which games were played on.
func TestForgedEnd(t *testing.T) {
	ix := open(t, storetest.Memory(), chessindex.Options{Set: forged()})
	add(t, ix, index.ImportOptions{}, text("1. Nc3 *\n\n1. Nf3 d5 *\n"))
	p, err := ix.Position("")
	if err != nil {
		t.Fatal(err)
	}
	after(t, p, "g1f3")
	a, err := ix.Find(t.Context(), index.Query{}, p)
	if err != nil || a.Games != 2 || a.Ended != 1 {
		t.Fatalf("%+v, error %v; want two games, one of which ends", a, err)
	}
	if err := verifyGame(t, ix, p, a.Sample); err != nil {
		t.Errorf("the game that goes on: %v", err)
	}
	if err := ix.VerifyAnswer(t.Context(), index.Positions, p, a); !errors.Is(err, index.ErrClash) {
		t.Errorf("the answer: %v, want a clash", err)
	}
}

// TestForeignPositions goes through positions of games that clash. The moves of the
// other position are not legal, and must not be among the moves.
func TestForeignPositions(t *testing.T) {
	ix := open(t, storetest.Memory(), chessindex.Options{Set: forged()})
	add(t, ix, index.ImportOptions{}, text("[White \"2\"]\n\n1. Nf3 d5 2. Nd4 *\n\n"+
		"[White \"3\"]\n\n1. Nc3 d5 2. Nb5 *\n\n"))
	foreign := int64(0)
	for p, err := range ix.Positions(t.Context(), index.Filter{}, 0) {
		if err != nil {
			t.Fatal(err)
		}
		foreign += p.Foreign
		for _, m := range p.Moves {
			if !slices.Contains(chessindex.Board(p.Position).AppendMoves(nil), chess.Move(m.Move)) {
				t.Errorf("%s: move %v", p.Position, chess.Move(m.Move))
			}
		}
		if _, err := jsontext.Marshal(games.NewStored(games.Chess, p)); err != nil {
			t.Error(err)
		}
	}
	if foreign == 0 {
		t.Error("no clash came by")
	}
}

// tampered is a store that changes the games that it returns.
type tampered struct {
	index.Store
	change func(*index.Game)
}

func (s tampered) State() (index.State, error) {
	snapshot, err := s.Store.State()
	return tamperedSnapshot{snapshot, s.change}, err
}

type tamperedSnapshot struct {
	index.State
	change func(*index.Game)
}

func (s tamperedSnapshot) Games(ctx context.Context, numbers []int64, texts bool) ([]index.Game, error) {
	games, err := s.State.Games(ctx, numbers, texts)
	for i := range games {
		s.change(&games[i])
	}
	return games, err
}

// TestVerify verifies a good index, and some whose games do not have the
// positions.
func TestVerify(t *testing.T) {
	for _, noTexts := range []bool{false, true} {
		s := onDisk(t, t.TempDir())
		ix := open(t, s, chessindex.Options{})
		if err := verify(t, ix); err != nil {
			t.Errorf("an empty index: %v", err)
		}
		var o index.ImportOptions
		o.NoTexts = noTexts
		add(t, ix, o, text(five), text(string(randomGames(t, 4, 50))))
		var last float64
		if _, err := ix.Verify(t.Context(), func(done float64) { last = done }); err != nil || last != 1 {
			t.Errorf("a good index: %v, %v done", err, last)
		}
		if _, err := ix.Remove(t.Context(), index.Filter{Players: []string{"A"}}, nil); err != nil {
			t.Fatal(err)
		}
		if err := verify(t, ix); err != nil {
			t.Errorf("after a removal: %v", err)
		}
		for name, change := range map[string]func(*index.Game){
			"an illegal move": func(g *index.Game) { g.Moves = append([]uint32{7}, g.Moves...) },
			"another move":    func(g *index.Game) { g.Moves = []uint32{uint32(chess.Move(8<<6 | 16))} },
			"fewer moves":     func(g *index.Game) { g.Moves = g.Moves[:1] },
			"another start":   func(g *index.Game) { g.Start = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"; g.Moves = nil },
			"no start":        func(g *index.Game) { g.Start = "x" },
		} {
			bad := open(t, tampered{s, change}, chessindex.Options{})
			if _, err := bad.Export(t.Context(), io.Discard, index.Filter{}); noTexts && name == "an illegal move" &&
				!errors.Is(err, index.ErrCorrupt) {
				t.Errorf("export of games with %s: %v, want ErrCorrupt", name, err)
			}
			if err := verify(t, bad); !errors.Is(err, index.ErrCorrupt) {
				t.Errorf("texts %v, games with %s: %v, want ErrCorrupt", !noTexts, name, err)
			}
		}
	}
}
