package checkers_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/gametest"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// images returns both images of a position, from the names of its features.
func images(features []zobrist.Feature) [][]zobrist.Feature {
	image := gamekit.Image(checkers.Space(), features, true, func(name string) string {
		words := strings.Fields(name) // such as "black king 12"
		words[0] = map[string]string{"black": "white", "white": "black"}[words[0]]
		square, err := strconv.Atoi(words[2])
		if err != nil {
			panic(err)
		}
		words[2] = strconv.Itoa(33 - square)
		return strings.Join(words, " ")
	})
	return [][]zobrist.Feature{features, image}
}

func canonicalKit(fen string) gametest.Game[checkers.Move] {
	g := kit(fen)
	p := gamekit.Must(checkers.Parse(fen, checkers.Options{Wide: true, Canonical: true}))
	canonical := gamekit.Kit(p, zobrist.Set{})
	g.New, g.Parse, g.Identity, g.Images = canonical.New, canonical.Parse, nil, images
	return g
}

func TestCanonicalConformance(t *testing.T) {
	for _, fen := range []string{startFEN, kings, "B:WK1,K32:BK5,K28", "W:W6,K1:B27,K32"} {
		gametest.Run(t, canonicalKit(fen))
	}
}

func FuzzCanonical(f *testing.F) { gametest.Fuzz(f, canonicalKit(kings)) }

// turnedText returns the FEN of the image.
func turnedText(fen string) string {
	var parts []string
	for part := range strings.SplitSeq(fen, ":") {
		var text strings.Builder
		text.WriteString(map[byte]string{'B': "W", 'W': "B"}[part[0]])
		for i, square := range strings.Split(part[1:], ",") {
			if square == "" {
				continue
			}
			if i > 0 {
				text.WriteString(",")
			}
			king := strings.HasPrefix(square, "K")
			n, err := strconv.Atoi(strings.TrimPrefix(square, "K"))
			if err != nil {
				panic(err)
			}
			if king {
				text.WriteString("K")
			}
			text.WriteString(strconv.Itoa(33 - n))
		}
		parts = append(parts, text.String())
	}
	return strings.Join(parts, ":")
}

// checkImage checks that p and its image, set up from its turned text, share hash,
// value, and moves by their images; q and plain are used for that.
func checkImage(t *testing.T, p, q, plain *checkers.Position) {
	t.Helper()
	if err := q.Set(turnedText(p.String())); err != nil {
		t.Fatal(err)
	}
	if err := plain.Set(p.String()); err != nil {
		t.Fatal(err)
	}
	least := plain.Hash128()
	if err := plain.Set(q.String()); err != nil {
		t.Fatal(err)
	}
	if h := plain.Hash128(); h.Lo < least.Lo {
		least = h
	}
	if p.Hash128() != least || q.Hash128() != least || p.Hash() != least.Lo {
		t.Fatalf("%v has hash %v and its image %v %v, want %v", p, p.Hash128(), q, q.Hash128(), least)
	}
	if p.Evaluate() != q.Evaluate() {
		t.Fatalf("%v is worth %d and its image %d", p, p.Evaluate(), q.Evaluate())
	}
	replies := q.AppendMoves(nil)
	for _, m := range p.AppendMoves(nil) {
		n := q.Preimage(p.Image(m))
		if !slices.Contains(replies, n) {
			t.Fatalf("%v: the image of %v is %v, not a move of %v", p, m, n, q)
		}
		p.Make(m)
		q.Make(n)
		if p.Hash() != q.Hash() {
			t.Fatalf("%v and %v differ after moves of one image", p, q)
		}
		p.Unmake()
		q.Unmake()
	}
}

// TestCanonical compares positions of random games and of real ones with their
// images.
func TestCanonical(t *testing.T) {
	o := checkers.Options{Canonical: true, Wide: true}
	p, q := gamekit.Must(checkers.New(o)), gamekit.Must(checkers.New(o))
	plain := gamekit.Must(checkers.New(checkers.Options{Wide: true}))
	if p.Symmetry() != game.ColorSymmetry || plain.Symmetry() != game.NoSymmetry {
		t.Errorf("symmetries %d and %d", p.Symmetry(), plain.Symmetry())
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 20 {
		p.Reset()
		for range 150 {
			checkImage(t, p, q, plain)
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p.Make(moves[rng.IntN(len(moves))])
		}
	}
	// The squares of the archive count from 0 along each row from the other end.
	games := 0
	for line := range strings.Lines(string(oracle.Read(t, "checkers/acf-9377-games.txt.zst"))) {
		if games++; games%40 != 0 {
			continue
		}
		p.Reset()
		text, _, _ := strings.Cut(line, "\t")
		for move := range strings.FieldsSeq(text) {
			var squares []string
			for index := range strings.SplitSeq(move, "-") {
				n, err := strconv.Atoi(index)
				if err != nil {
					t.Fatal(err)
				}
				squares = append(squares, strconv.Itoa(n&^3+4-n&3))
			}
			m, err := p.ParseMove(strings.Join(squares, "-"))
			if err != nil {
				t.Fatal(err)
			}
			p.Make(m)
			checkImage(t, p, q, plain)
		}
	}
}

// TestCountUpToExchange: with either side to move there are twice as many positions
// of n pieces as boards, and no position is its own image, so that there are as many
// up to symmetry as boards: 120, 6972, 261224 and 7092774 with one to four pieces
// (J. Schaeffer and others, Solving the game of Checkers, 1996, table 1).
func TestCountUpToExchange(t *testing.T) {
	countUpToExchange(t, 120, 6972)
}

func TestCountUpToExchangeLong(t *testing.T) {
	oracle.Long(t, "positions of three and four pieces up to exchange of the colours")
	countUpToExchange(t, 120, 6972, 261224, 7092774)
}

func countUpToExchange(t *testing.T, published ...int) {
	t.Helper()
	p := gamekit.Must(checkers.New(checkers.Options{Canonical: true}))
	for pieces, want := range published {
		seen := make(map[uint64]bool, want)
		var place func(left, first int, sides [2][]string)
		place = func(left, first int, sides [2][]string) {
			if left == 0 {
				for _, turn := range "BW" {
					fen := fmt.Sprintf("%c:W%s:B%s", turn, strings.Join(sides[1], ","), strings.Join(sides[0], ","))
					if err := p.Set(fen); err != nil {
						t.Fatal(err)
					}
					seen[p.Hash()] = true
				}
				return
			}
			for square := first; square <= 32; square++ {
				for side := range sides {
					if side == 0 && square <= 28 || side == 1 && square > 4 {
						next := sides
						next[side] = append(slices.Clip(next[side]), strconv.Itoa(square))
						place(left-1, square+1, next)
					}
					next := sides
					next[side] = append(slices.Clip(next[side]), "K"+strconv.Itoa(square))
					place(left-1, square+1, next)
				}
			}
		}
		place(pieces+1, 1, [2][]string{})
		if len(seen) != want {
			t.Errorf("%d pieces: %d positions up to exchange, want %d", pieces+1, len(seen), want)
		}
	}
}
