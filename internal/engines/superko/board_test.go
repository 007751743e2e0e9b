package superko

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// TestBoard compares the moves, the area and what each side holds with
// package baduk's, in games at random.
func TestBoard(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	held, games := 0, 300
	if oracle.Whole(t, "700 of 1000 games") {
		games = 1000
	}
	for range games {
		width := 1 + rng.IntN(6)
		height := 1 + rng.IntN(min(MaxPoints/width, baduk.MaxSide))
		o := baduk.Options{Width: width, Height: height, Ko: baduk.Ko(1 + rng.IntN(2))}
		b := newBoard(width, height)
		game := gamekit.Must(baduk.New(o))
		for ply := 0; ply < 200 && !game.Over(); ply++ {
			p := &prover{board: b, situational: o.Ko == baduk.SituationalSuperko}
			root := gamekit.Must(p.begin(game))
			var moves []baduk.Move
			for c := range b.points {
				if (root.stones[0]|root.stones[1])>>c&1 != 0 {
					continue
				}
				if next, ok := b.play(root.stones, root.side, c); ok {
					p.line = append(p.line, past{root.stones, p.forbids(root.side), mark{}})
					if p.repeated(next, root.side) < 0 {
						moves = append(moves, baduk.Move(c))
					}
					p.line = p.line[:len(p.line)-1]
				}
			}
			moves = append(moves, baduk.Pass)
			if want := game.AppendMoves(nil); !slices.Equal(moves, want) {
				t.Fatalf("%v: moves %v, want %v", game, moves, want)
			}
			if black, white := game.Area(); b.area(root.stones) != black-white {
				t.Fatalf("%v: area %d, want %d", game, b.area(root.stones), black-white)
			}
			low, high := game.Bounds()
			own, other := b.held(root.stones, int(root.side)), b.held(root.stones, int(root.side^1))
			if low != 4*own-2*b.points || high != 2*b.points-4*other {
				t.Fatalf("%v: %d and %d points held, want bounds %d and %d", game, own, other, low, high)
			}
			held += own
			m := moves[rng.IntN(len(moves))]
			if m == baduk.Pass && rng.IntN(4) > 0 {
				m = moves[0]
			}
			game.Make(m)
		}
	}
	if held == 0 {
		t.Error("no chain was safe")
	}
}

// TestImages: images of a position have the same least image, and the symmetry leads
// there.
func TestImages(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, size := range [][3]int{{4, 4, 8}, {5, 5, 8}, {4, 3, 4}, {6, 5, 4}, {1, 1, 8}} {
		b := newBoard(size[0], size[1])
		if len(b.images) != size[2] {
			t.Errorf("%d symmetries of %d×%d, want %d", len(b.images), size[1], size[0], size[2])
		}
		most := 0 // different images of a set
		for range 1000 {
			different := map[uint64]bool{}
			s := stones{rng.Uint32() & b.all, 0}
			s[1] = rng.Uint32() & b.all &^ s[0]
			least, n := b.canonical(s)
			if b.image(n, s).pack() != least {
				t.Fatalf("%v: symmetry %d does not lead to %x", s, n, least)
			}
			for n := range b.images {
				image := b.image(n, s)
				different[image.pack()] = true
				if image.count() != s.count() {
					t.Fatalf("%v: image %v", s, image)
				}
				if other, _ := b.canonical(image); other != least {
					t.Fatalf("%v: least image %x, of image %d %x", s, least, n, other)
				}
				// Points beside a set are beside its image.
				if got, want := b.around(image[0])&^image[0], b.image(n, stones{b.around(s[0]) &^ s[0], 0})[0]; got != want {
					t.Fatalf("%v: image %d is beside %x, want %x", s, n, got, want)
				}
			}
			most = max(most, len(different))
		}
		if want := len(b.images); size[0] > 1 && most != want {
			t.Errorf("%d×%d: %d different images at most, want %d", size[1], size[0], most, want)
		}
	}
}
