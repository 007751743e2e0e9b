package chess_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/gametest"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// imagesOf returns all images of a position, from the names of its features.
func imagesOf(features []zobrist.Feature) [][]zobrist.Feature {
	space := chess.Space()
	castling := slices.ContainsFunc(features, space.Group("castling").Contains)
	swap := strings.NewReplacer("white", "black", "black", "white")
	var all [][]zobrist.Feature
	for how := range 4 {
		if how&2 != 0 && castling {
			break
		}
		all = append(all, gamekit.Image(space, features, how&1 != 0, func(text string) string {
			name := []byte(text) // "black knight b8", "black king side", "en passant e"
			last := len(name) - 1
			if !strings.HasSuffix(text, "side") {
				file := &name[last]
				if !strings.HasPrefix(text, "en passant") {
					if file = &name[last-1]; how&1 != 0 {
						name[last] = '1' + '8' - name[last]
					}
				}
				if how&2 != 0 {
					*file = 'a' + 'h' - *file
				}
			}
			if how&1 != 0 {
				return swap.Replace(string(name))
			}
			return string(name)
		}))
	}
	return all
}

func canonicalKit(fen string, rule chess.EnPassant) gametest.Game[chess.Move] {
	p := gamekit.Must(chess.Parse(fen, chess.Options{Wide: true, EnPassant: rule, Canonical: true}))
	g := gamekit.Kit(p, zobrist.Set{})
	g.Images = imagesOf
	g.ScoreHistory = true // repetition, and moves without progress
	return g
}

func TestCanonicalConformance(t *testing.T) {
	more := []string{"4k3/8/8/2b5/8/8/1P6/4K3 w - - 0 1", "8/8/3k4/8/8/8/3K4/R7 b - - 0 1"}
	for i, fen := range append(slices.Clone(seeds), more...) {
		g := canonicalKit(fen, chess.EnPassant(i%3))
		g.Walks = 4
		if oracle.Short() {
			g.Walks = 1
		}
		gametest.Run(t, g)
	}
}

func FuzzCanonical(f *testing.F) {
	gametest.Fuzz(f, canonicalKit("r3k2r/pP6/8/2pPp3/8/8/P5p1/R3K2R w KQkq c6 0 1", chess.LegalEnPassant))
}

// imageFEN returns the FEN of an image, 1 for colours and ranks, 2 for files.
func imageFEN(fen string, how int) string {
	fields := strings.Fields(fen)
	ranks := strings.Split(fields[0], "/")
	if how&1 != 0 {
		slices.Reverse(ranks)
		invert := func(r rune) rune {
			switch {
			case r >= 'a' && r <= 'z':
				return r - 'a' + 'A'
			case r >= 'A' && r <= 'Z':
				return r - 'A' + 'a'
			}
			return r
		}
		for i, rank := range ranks {
			ranks[i] = strings.Map(invert, rank)
		}
		fields[1] = map[string]string{"w": "b", "b": "w"}[fields[1]]
		fields[2] = strings.Map(invert, fields[2])
		if fields[3] != "-" {
			fields[3] = fields[3][:1] + map[string]string{"3": "6", "6": "3"}[fields[3][1:]]
		}
	}
	if how&2 != 0 {
		for i, rank := range ranks {
			b := []byte(rank)
			slices.Reverse(b)
			ranks[i] = string(b)
		}
		if fields[3] != "-" {
			fields[3] = string('a'+'h'-fields[3][0]) + fields[3][1:]
		}
	}
	fields[0] = strings.Join(ranks, "/")
	return strings.Join(fields, " ")
}

// imageChecker compares a position with its images.
type imageChecker struct {
	q, plain *chess.Position
	mirrored int // positions with files that may be mirrored
}

func newImageChecker() *imageChecker {
	return &imageChecker{
		q:     gamekit.Must(chess.New(chess.Options{Canonical: true, Wide: true})),
		plain: gamekit.Must(chess.New(chess.Options{Wide: true})),
	}
}

// check checks that images set up from their FEN share p's hash, the least of their
// ordinary ones, and moves by their images.
func (c *imageChecker) check(t *testing.T, p *chess.Position) {
	t.Helper()
	fen := p.ShredderFEN()
	least := zobrist.Uint128{Hi: ^uint64(0), Lo: ^uint64(0)}
	for how := range 4 {
		if how&2 != 0 {
			if strings.Fields(fen)[2] != "-" {
				break
			}
			c.mirrored++
		}
		image := imageFEN(fen, how)
		for _, r := range []*chess.Position{c.q, c.plain} {
			if err := r.Set(image); err != nil {
				t.Fatal(err)
			}
		}
		if h := c.plain.Hash128(); h.Lo < least.Lo {
			least = h
		}
		if c.q.Hash128() != p.Hash128() || c.q.Hash() != p.Hash() {
			t.Fatalf("%s has hash %v and its image %s %v", fen, p.Hash128(), image, c.q.Hash128())
		}
		replies := c.q.AppendMoves(nil)
		for i, m := range p.AppendMoves(nil) {
			n := c.q.Preimage(p.Image(m))
			if !slices.Contains(replies, n) {
				t.Fatalf("%s: the image of %v is %v, not a move of %s", fen, m, n, image)
			}
			if i%8 != 0 {
				continue
			}
			p.Make(m)
			c.q.Make(n)
			if p.Hash() != c.q.Hash() {
				t.Fatalf("%s and %s differ after %v and %v", fen, image, m, n)
			}
			p.Unmake()
			c.q.Unmake()
		}
	}
	if p.Hash128() != least {
		t.Fatalf("%s has hash %v, the least of its images is %v", fen, p.Hash128(), least)
	}
}

// TestCanonical compares positions of random and of real games with their images.
func TestCanonical(t *testing.T) {
	c := newImageChecker()
	o := chess.Options{Canonical: true, Wide: true}
	walk(t, o, 2, 120, func(p *chess.Position, _ []chess.Move) { c.check(t, p) })
	games := 0
	p := gamekit.Must(chess.New(o))
	for line := range strings.Lines(string(oracle.Read(t, "pgn/masters-20k.pgn.zst"))) {
		if line[0] == '[' {
			if strings.HasPrefix(line, "[Event ") {
				games++
				p.Reset()
			}
			continue
		}
		if games > 60 {
			break
		}
		for word := range strings.FieldsSeq(line) {
			word = word[strings.LastIndexByte(word, '.')+1:]
			if word == "" || word[0] == '*' || word[0] == '0' || word[0] == '1' {
				continue
			}
			m, err := p.ParseSAN(word)
			if err != nil {
				t.Fatal(err)
			}
			p.Make(m)
			if p.Ply()%3 == 0 {
				c.check(t, p)
			}
		}
	}
	if p.Symmetry() != game.ColorSymmetry || c.plain.Symmetry() != game.NoSymmetry || c.mirrored == 0 {
		t.Errorf("symmetries %d and %d, %d with files mirrored", p.Symmetry(), c.plain.Symmetry(), c.mirrored)
	}
}

// TestCountUpToSymmetry counts positions by their canonical hashes: two kings have
// 1806 placements up to a mirror of the files (as many as tables of endings with
// pawns keep; Nalimov and others, Space-efficient indexing of chess endgame tables,
// ICGA Journal 23(3), 2000), and a king and a pawn against a king 165676 positions
// with the pawn on a file from a to d (a bitbase described on talkchess.com, t=46893:
// 196608 less 30932 that are not legal).
func TestCountUpToSymmetry(t *testing.T) {
	if got := countUpToSymmetry(t, ""); got != 1806 {
		t.Errorf("two kings: %d positions up to symmetry, want 1806", got)
	}
}

func TestCountUpToSymmetryLong(t *testing.T) {
	oracle.Long(t, "positions of king and pawn against king up to symmetry")
	if got := countUpToSymmetry(t, "P"); got != 165676 {
		t.Errorf("king and pawn against king: %d positions up to symmetry, want 165676", got)
	}
}

// countUpToSymmetry counts the legal positions, of either colour and with either
// side to move, of the kings and perhaps a pawn.
func countUpToSymmetry(t *testing.T, third string) int {
	t.Helper()
	p := gamekit.Must(chess.New(chess.Options{Canonical: true}))
	seen := map[uint64]bool{}
	var board [64]byte
	add := func() {
		var b strings.Builder
		for rank := 7; rank >= 0; rank-- {
			for file := range 8 {
				if piece := board[8*rank+file]; piece == 0 {
					b.WriteByte('1')
				} else {
					b.WriteByte(piece)
				}
			}
			if rank > 0 {
				b.WriteByte('/')
			}
		}
		for _, turn := range "wb" {
			if p.Set(fmt.Sprintf("%s %c - - 0 1", &b, turn)) == nil {
				seen[p.Hash()] = true
			}
		}
	}
	for white := range 64 {
		board[white] = 'K'
		for black := range 64 {
			if black == white {
				continue
			}
			board[black] = 'k'
			if third == "" {
				add()
			}
			for s := 8; s < 56 && third != ""; s++ {
				for _, pawn := range "Pp" {
					if board[s] == 0 {
						board[s] = byte(pawn)
						add()
						board[s] = 0
					}
				}
			}
			board[black] = 0
		}
		board[white] = 0
	}
	return len(seen)
}
