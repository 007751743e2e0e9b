package baduk_test

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/gametest"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/sgf"
)

// images returns all images of a position, from the names of its features.
func images(o baduk.Options, features []zobrist.Feature) (all [][]zobrist.Feature) {
	space := gamekit.Must(baduk.Space(o))
	const columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
	for how := range 16 {
		if how&4 != 0 && o.Width != o.Height || how&8 != 0 && !o.Exchange {
			continue
		}
		all = append(all, gamekit.Image(space, features, how&8 != 0, func(name string) string {
			at := strings.LastIndexByte(name, ' ') + 1
			kind, point := name[:at], name[at:]
			if x := strings.IndexByte(columns, point[0]); kind != "one " && kind != "two " {
				y := 0
				fmt.Sscan(point[1:], &y)
				y--
				if how&1 != 0 {
					x = o.Width - 1 - x
				}
				if how&2 != 0 {
					y = o.Height - 1 - y
				}
				if how&4 != 0 {
					x, y = y, x
				}
				if how&8 != 0 {
					switch kind {
					case "black ":
						kind = "white "
					case "white ":
						kind = "black "
					}
				}
				name = fmt.Sprintf("%s%c%d", kind, columns[x], y+1)
			}
			return name
		}))
	}
	return all
}

func canonicalKit(o baduk.Options) gametest.Game[baduk.Move] {
	o.Canonical = true
	g := kit(o)
	o = gamekit.Must(baduk.New(o)).Options()
	g.Images = func(features []zobrist.Feature) [][]zobrist.Feature { return images(o, features) }
	return g
}

func TestCanonicalConformance(t *testing.T) {
	for _, o := range []baduk.Options{
		{Width: 1, Height: 1},
		{Width: 2, Height: 1, Exchange: true},
		{Width: 3, Exchange: true, Suicide: true},
		{Width: 5, Height: 4, Exchange: true, Ko: baduk.PositionalSuperko},
		{Width: 5, Suicide: true},
		{Width: 9, Komi: 15},
	} {
		t.Run(fmt.Sprintf("%dx%d-%v-%t", o.Width, o.Height, o.Ko, o.Exchange), func(t *testing.T) {
			g := canonicalKit(o)
			g.Walks = 4
			gametest.Run(t, g)
		})
	}
}

func FuzzCanonical(f *testing.F) {
	gametest.Fuzz(f, canonicalKit(baduk.Options{Width: 4, Exchange: true, Suicide: true}))
}

// turnedText returns the text of an image of a position without ko.
func turnedText(p *baduk.Position, how int) string {
	o := p.Options()
	rows := make([][]byte, o.Height)
	for y := range rows {
		for x := range o.Width {
			sx, sy := x, y
			if how&4 != 0 {
				sx, sy = sy, sx
			}
			if how&1 != 0 {
				sx = o.Width - 1 - sx
			}
			if how&2 != 0 {
				sy = o.Height - 1 - sy
			}
			letters := ".XO"
			if how&8 != 0 {
				letters = ".OX"
			}
			rows[o.Height-1-y] = append(rows[o.Height-1-y], letters[p.Stone(baduk.Move(sy*o.Width+sx))])
		}
	}
	turn := " bw"[p.Turn()]
	if how&8 != 0 {
		turn ^= 'b' ^ 'w'
	}
	return fmt.Sprintf("%s %c - %d", bytes.Join(rows, []byte("/")), turn, p.String()[len(p.String())-1]-'0')
}

// TestImages: boards turned as texts have one hash, the least of all under an
// ordinary one, one estimate, and moves that lead to one hash.
func TestImages(t *testing.T) {
	o := baduk.Options{Width: 5, Ko: baduk.PositionalSuperko, Suicide: true}
	plain := gamekit.Must(baduk.New(o))
	o.Canonical, o.Exchange = true, true
	p, q := gamekit.Must(baduk.New(o)), gamekit.Must(baduk.New(o))
	rng := rand.New(rand.NewPCG(7, 8))
	for range 100 {
		if err := p.Set("5/5/5/5/5 b - 0"); err != nil {
			t.Fatal(err)
		}
		for range rng.IntN(60) {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p.Make(moves[rng.IntN(len(moves))])
		}
		if err := p.Set(p.String()); err != nil { // no history, which images would lack
			t.Fatal(err)
		}
		least := ^uint64(0)
		for how := range 16 {
			if err := errors.Join(q.Set(turnedText(p, how)), plain.Set(turnedText(p, how))); err != nil {
				t.Fatal(err)
			}
			least = min(least, plain.Hash())
			if q.Hash() != p.Hash() || q.Hash128() != p.Hash128() || q.Evaluate() != p.Evaluate() {
				t.Fatalf("%v and %v have hashes %x and %x, values %d and %d", p, q, p.Hash(), q.Hash(), p.Evaluate(),
					q.Evaluate())
			}
			for _, m := range p.AppendMoves(nil) {
				n := q.Preimage(p.Image(m))
				if !q.Legal(n) {
					t.Fatalf("%v: the image of %s is %s, not a move of %v", p, p.MoveString(m), q.MoveString(n), q)
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
		if p.Hash() != least {
			t.Fatalf("%v has hash %x, its images %x", p, p.Hash(), least)
		}
	}
}

// TestImagesOfRealGames compares the hash after each move of real games with the
// least over all images made from scratch.
func TestImagesOfRealGames(t *testing.T) {
	archive := tar.NewReader(bytes.NewReader(oracle.Read(t, "sgf/games-500.tar.zst")))
	for games := 0; games < 10; {
		if _, err := archive.Next(); err != nil {
			t.Fatal(err)
		}
		g, err := sgf.NewReader(archive).Next()
		if err != nil {
			continue // a folder
		}
		line, err := g.Start(baduk.Options{Canonical: true})
		if err != nil {
			t.Fatal(err)
		}
		p := line.Position
		games++
		i := -1
		for range line.Moves() {
			if i++; i%5 != 0 {
				continue
			}
			features := p.AppendFeatures(nil)
			least := ^uint64(0)
			for _, image := range images(p.Options(), features) {
				least = min(least, p.Options().Set.Hash(image...))
			}
			if p.Hash() != least {
				t.Fatalf("game %d, move %d: hash %x, least %x", games, i, p.Hash(), least)
			}
		}
	}
}

func TestCanonicalOptions(t *testing.T) {
	gamekit.BadOptions(t, baduk.New, baduk.Parse, baduk.Options{Exchange: true},
		baduk.Options{Canonical: true, Exchange: true, Komi: 15})
	p := gamekit.Must(baduk.New(baduk.Options{Width: 3, Canonical: true, Exchange: true}))
	if p.Symmetry() != game.ColorSymmetry {
		t.Errorf("symmetry %d", p.Symmetry())
	}
	defer func() {
		if recover() == nil {
			t.Error("a komi does not panic, although the colours are exchanged")
		}
	}()
	p.SetKomi(15)
}

// BenchmarkCanonical compares canonical hashes kept up to date with those computed
// when asked for.
func BenchmarkCanonical(b *testing.B) {
	for _, width := range []int{5, 9, 19} {
		for _, how := range []string{"off", "kept", "on demand"} {
			b.Run(fmt.Sprintf("size=%d/images=%s", width, how), func(b *testing.B) {
				o := baduk.Options{Width: width, Canonical: how == "kept"}
				p := gamekit.Must(baduk.New(o))
				rng := rand.New(rand.NewPCG(9, 10))
				for range width * width / 2 {
					moves := p.AppendMoves(nil)
					p.Make(moves[rng.IntN(len(moves)-1)])
				}
				o.Canonical = true
				scratch := gamekit.Must(baduk.New(o))
				moves := p.AppendMoves(nil)
				var buffer []zobrist.Feature
				sum := uint64(0)
				for b.Loop() {
					for _, m := range moves {
						p.Make(m)
						if how == "on demand" {
							buffer = p.AppendFeatures(buffer[:0])
							sum ^= baduk.LeastImage(scratch, buffer)
						} else {
							sum ^= p.Hash()
						}
						p.Unmake()
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(moves)), "ns/move")
			})
		}
	}
}
