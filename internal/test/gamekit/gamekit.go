// Package gamekit tests what all games of this module have in common: the names
// of their functions and methods, conformance, text and options.
package gamekit

import (
	"errors"
	"fmt"
	"runtime"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/gametest"
)

// A Position has the methods of the positions of every game. P is its own type.
type Position[M comparable, P any] interface {
	game.Position[M]
	game.Wide
	game.Scored
	fmt.Stringer
	Set(text string) error
	Clone() P
	Ply() int
	Space() *zobrist.Space
}

// Must returns p, and panics on an error.
func Must[P any](p P, err error) P {
	if err != nil {
		panic(err)
	}
	return p
}

// Reach visits each position that moves lead to from p, p included, once for each
// hash, and returns their number.
func Reach[M comparable](p game.Position[M], visit func()) int {
	seen := map[uint64]bool{}
	var walk func()
	walk = func() {
		if seen[p.Hash()] {
			return
		}
		seen[p.Hash()] = true
		visit()
		for _, m := range p.AppendMoves(nil) {
			p.Make(m)
			walk()
			p.Unmake()
		}
	}
	walk()
	return len(seen)
}

// Image returns the features of an image of a position, whose names rename gives. The
// side to move is the other one if colours are exchanged.
func Image(space *zobrist.Space, features []zobrist.Feature, exchange bool, rename func(name string) string,
) (image []zobrist.Feature) {
	const turn = "white to move"
	white := exchange
	add := func(name string) {
		f, ok := space.Lookup(name)
		if !ok {
			panic(name)
		}
		image = append(image, f)
	}
	for _, f := range features {
		if name := space.FeatureName(f); name == turn {
			white = !white
		} else {
			add(rename(name))
		}
	}
	if white {
		add(turn)
	}
	return image
}

// Kit describes a game to the conformance kit. start is its start position,
// whose keys are set.
func Kit[M comparable, P Position[M, P]](start P, set zobrist.Set) gametest.Game[M] {
	return gametest.Game[M]{
		New:     func() game.Position[M] { return start.Clone() },
		Space:   start.Space(),
		Set:     Must(set.Complete(start.Space().Len())),
		Observe: func(p game.Position[M]) string { return fmt.Sprint("ply ", p.(P).Ply()) },
		Parse: func(text string) (game.Position[M], error) {
			p := start.Clone()
			return p, p.Set(text)
		},
		NoAllocs: true,
	}
}

// BadOptions checks that New and Parse reject options, and keys of another game.
func BadOptions[O, P any](t *testing.T, start func(O) (P, error), parse func(string, O) (P, error), bad ...O) {
	t.Helper()
	for _, o := range bad {
		if _, err := start(o); !errors.Is(err, game.ErrOptions) {
			t.Errorf("New(%+v): error %v", o, err)
		}
		if _, err := parse("", o); !errors.Is(err, game.ErrOptions) {
			t.Errorf("Parse with %+v: error %v", o, err)
		}
	}
}

// BadTexts checks that Set reports each text by a [game.TextError] and leaves the
// position as it was.
func BadTexts[M comparable, P Position[M, P]](t *testing.T, p P, texts ...string) {
	t.Helper()
	before := p.String()
	for _, text := range texts {
		var bad *game.TextError
		if err := p.Set(text); !errors.As(err, &bad) || bad.Text != text || bad.Offset > len(text) {
			t.Errorf("Set(%q): error %v", text, err)
		}
		if p.String() != before {
			t.Fatalf("Set(%q) spoils the position: %v", text, p)
		}
	}
}

// FuzzSet checks that Set never panics, that it reads what String writes of any
// position, and that its moves can be made and taken back.
func FuzzSet[M comparable, P Position[M, P]](f *testing.F, start P, texts ...string) {
	f.Helper()
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, q := start.Clone(), start.Clone()
		if err := p.Set(text); err != nil {
			var bad *game.TextError
			if !errors.As(err, &bad) || bad.Offset < 0 || bad.Offset > len(text) {
				t.Fatalf("Set(%q): error %v", text, err)
			}
			return
		}
		err := q.Set(p.String())
		if err != nil || q.String() != p.String() || q.Hash() != p.Hash() || q.Hash128() != p.Hash128() {
			t.Fatalf("%q is %v and then %v, %v", text, p, q, err)
		}
		for _, m := range p.AppendMoves(nil) {
			p.Make(m)
			p.Unmake()
		}
		if q.String() != p.String() || q.Hash() != p.Hash() {
			t.Fatalf("%q: making and unmaking all moves of %v leaves %v", text, q, p)
		}
	})
}

// Perft measures how many moves of perft are made in a second.
func Perft[M comparable](b *testing.B, p game.Position[M], depth int) {
	b.Helper()
	buffers := make([][]M, depth)
	var nodes uint64
	for b.Loop() {
		nodes += perft(p, buffers)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

func perft[M comparable](p game.Position[M], buffers [][]M) (n uint64) {
	moves := p.AppendMoves(buffers[0][:0])
	buffers[0] = moves
	for _, m := range moves {
		p.Make(m)
		if n++; len(buffers) > 1 {
			n += perft(p, buffers[1:])
		}
		p.Unmake()
	}
	return n
}

// MakeUnmake measures a move, with its hash.
func MakeUnmake[M comparable, P game.Position[M]](b *testing.B, p P, m M) {
	b.Helper()
	var sum uint64
	for b.Loop() {
		p.Make(m)
		sum ^= p.Hash()
		p.Unmake()
	}
	runtime.KeepAlive(sum)
}
