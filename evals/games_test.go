package evals_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
)

// TestGames adds evaluations of positions of several games and finds them again.
func TestGames(t *testing.T) {
	t.Run("checkers", func(t *testing.T) {
		p, err := checkers.New(checkers.Options{})
		if err != nil {
			t.Fatal(err)
		}
		testGame(t, evals.Game{Name: "checkers", Set: zobrist.Default(checkers.Space().Len())}, p)
	})
	t.Run("baduk", func(t *testing.T) {
		p, err := baduk.New(baduk.Options{})
		if err != nil {
			t.Fatal(err)
		}
		testGame(t, evals.Game{Name: "baduk", Set: zobrist.Default(p.Space().Len())}, p)
	})
	t.Run("chess", func(t *testing.T) {
		p, err := chess.New(chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		testGame(t, evals.Chess(), p)
	})
}

// line makes a line of random moves, and takes them back.
func randomLine[M comparable](rng *rand.Rand, p evals.Position[M], plies int) (l evals.Line[M]) {
	l.Value = evals.Value{Score: int32(rng.IntN(2000) - 1000)}
	if rng.IntN(4) == 0 {
		l.Value = evals.Value{Mate: int32(rng.IntN(9) + 1)}
	}
	for range plies {
		legal := p.AppendMoves(nil)
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))]
		l.Moves = append(l.Moves, m)
		p.Make(m)
	}
	for range l.Moves {
		p.Unmake()
	}
	return l
}

func testGame[M comparable](t *testing.T, g evals.Game, p evals.Position[M]) {
	rng := rand.New(rand.NewPCG(46, 1))
	dir := filepath.Join(t.TempDir(), "db")
	b, err := evals.NewBuilder[M](dir, g, "engine", evals.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	if _, err := evals.NewBuilder[M](dir, g, "engine", evals.BuildOptions{}); !errors.Is(err, evals.ErrLocked) {
		t.Errorf("a second builder: %v", err)
	}
	type known struct {
		moves []M // to the position
		want  evals.Evaluation[M]
	}
	var all []known
	var played []M
	for range 40 {
		e := evals.Evaluation[M]{Depth: rng.IntN(70), Nodes: int64(rng.IntN(1000)) * 1000}
		for range rng.IntN(3) + 1 {
			e.Lines = append(e.Lines, randomLine(rng, p, rng.IntN(12)+1))
		}
		if err := b.Add(p, e); err != nil {
			t.Fatal(err)
		}
		all = append(all, known{append([]M(nil), played...), e})
		legal := p.AppendMoves(nil)
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))]
		p.Make(m)
		played = append(played, m)
	}
	if len(played) > 0 { // a move that is not legal twice in a row here
		var zero M
		bad := evals.Evaluation[M]{Lines: []evals.Line[M]{{Moves: []M{zero, zero, zero}}}}
		if err := b.Add(p, bad); g.Name == "chess" && !errors.Is(err, evals.ErrMove) {
			t.Errorf("an illegal move: %v", err)
		}
	}
	for range played {
		p.Unmake()
	}
	if err := b.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := evals.OpenGame[M](dir, g)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, k := range all {
		for _, m := range k.moves {
			p.Make(m)
		}
		got, ok, err := s.FindLines(p, len(k.want.Lines))
		if err != nil || !ok || !reflect.DeepEqual(got, k.want) {
			t.Errorf("after %v: %v %v %v, want %v", k.moves, got, ok, err, k.want)
		}
		h, move, ok, err := s.Best(p)
		if err != nil || !ok || h != (evals.Head{Value: got.Lines[0].Value, Depth: got.Depth, Nodes: got.Nodes}) ||
			move != got.Lines[0].Moves[0] {
			t.Errorf("after %v: Best %v %v %v %v, want %v", k.moves, h, move, ok, err, k.want)
		}
		for range k.moves {
			p.Unmake()
		}
	}
	if g.Name != "chess" {
		if _, err := evals.Open(dir); !errors.Is(err, evals.ErrGame) {
			t.Errorf("opened as chess: %v", err)
		}
	}
}

// TestConcurrent looks up from many goroutines while the store is changed, by the same process as by another one.
func TestConcurrent(t *testing.T) {
	p, err := chess.New(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "db")
	add := func(depth int) {
		b, err := evals.NewBuilder[chess.Move](dir, evals.Chess(), "engine", evals.BuildOptions{})
		if err != nil {
			t.Error(err)
			return
		}
		defer b.Close()
		e := evals.Evaluation[chess.Move]{Depth: depth, Lines: []evals.Line[chess.Move]{{Value: evals.Value{Score: int32(depth)}}}}
		if err := errors.Join(b.Add(p, e), b.Commit(t.Context())); err != nil {
			t.Error(err)
		}
	}
	add(1)
	s := open(t, dir)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			q, err := chess.New(chess.Options{})
			if err != nil {
				t.Error(err)
				return
			}
			last := 0
			for last < 20 {
				e, ok, err := s.Find(q)
				if err != nil || !ok || e.Depth < last || e.Lines[0].Score != int32(e.Depth) {
					t.Errorf("depth %d after %d, %v, %v", e.Depth, last, ok, err)
					return
				}
				last = e.Depth
				if _, err := s.Refresh(); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for depth := 2; depth <= 20; depth++ {
		add(depth)
	}
	wg.Wait()
}

func TestValue(t *testing.T) {
	ascending := []evals.Value{{Mate: -1}, {Mate: -5}, {Score: -2147483647}, {Score: -120}, {}, {Score: 31}, {Mate: 7}, {Mate: 1}}
	texts := []string{"#-1", "#-5", "-21474836.47", "-1.20", "+0.00", "+0.31", "#7", "#1"}
	for i, v := range ascending {
		if fmt.Sprint(v) != texts[i] {
			t.Errorf("%v, want %s", v, texts[i])
		}
		for j, w := range ascending {
			want := 0
			if i < j {
				want = -1
			} else if i > j {
				want = 1
			}
			if got := v.Compare(w); got != want {
				t.Errorf("%v.Compare(%v) = %d, want %d", v, w, got, want)
			}
		}
	}
}
