package docs_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"iter"
	"math/bits"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/canon"
	"github.com/zobrist-go/zobrist/game/chess/variants"
	"github.com/zobrist-go/zobrist/game/gametest"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/index/indextest"
	"github.com/zobrist-go/zobrist/play"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

const side = 5 // rows, and squares in a row; at most 8

var (
	space = zobrist.MustSpace("domineering",
		zobrist.Flags("covered", zobrist.Squares(side, side)...),
		zobrist.Flags("turn", "horizontal to move"))
	turn = space.Group("turn").Flag(0)
	set  = zobrist.Default(space.Len())
)

// A Position has the covered squares, square s being bit s, its hash, and the dominoes.
type Position struct {
	covered, hash uint64
	moves         []Move // the first one is Vertical's
}

// A Move is the two squares of a domino, the lower one first.
type Move [2]zobrist.Feature

func New() *Position { return &Position{hash: set.Start} }

func (p *Position) AppendMoves(dst []Move) []Move {
	for a := range zobrist.Feature(side * side) {
		b, fits := a+side, a < side*(side-1) // upright
		if len(p.moves)%2 == 1 {
			b, fits = a+1, a%side < side-1 // flat
		}
		if fits && p.covered>>a&1 == 0 && p.covered>>b&1 == 0 {
			dst = append(dst, Move{a, b})
		}
	}
	return dst
}

func (p *Position) Make(m Move) {
	p.moves = append(p.moves, m)
	p.toggle(m)
}

func (p *Position) Unmake() {
	p.toggle(p.moves[len(p.moves)-1])
	p.moves = p.moves[:len(p.moves)-1]
}

func (p *Position) toggle(m Move) {
	p.covered ^= 1<<m[0] | 1<<m[1]
	p.hash ^= set.Keys[m[0]] ^ set.Keys[m[1]] ^ set.Keys[turn]
}

func (p *Position) Hash() uint64 { return p.hash }

func (p *Position) AppendFeatures(dst []zobrist.Feature) []zobrist.Feature {
	for covered := p.covered; covered != 0; covered &= covered - 1 {
		dst = append(dst, zobrist.Feature(bits.TrailingZeros64(covered)))
	}
	if len(p.moves)%2 == 1 {
		dst = append(dst, turn)
	}
	return dst
}

var kit = gametest.Game[Move]{
	New:   func() game.Position[Move] { return New() },
	Space: space,
	Set:   set,
}

func TestDomineering(t *testing.T) { gametest.Run(t, kit) }
func FuzzDomineering(f *testing.F) { gametest.Fuzz(f, kit) }

// Clone returns a copy for another goroutine.
func (p *Position) Clone() *Position {
	c := *p
	c.moves = append([]Move(nil), p.moves...)
	return &c
}

func Example_perft() {
	table, err := tt.New(tt.Options{Bytes: 1 << 20})
	if err != nil {
		panic(err)
	}
	defer table.Close()
	for depth := 1; depth <= 4; depth++ {
		r, err := search.Perft(context.Background(), New(), depth, search.PerftOptions{Table: table})
		if err != nil {
			panic(err)
		}
		fmt.Println(depth, r.Nodes)
	}
	// Output:
	// 1 20
	// 2 336
	// 3 4872
	// 4 57564
}

// Score says that the side to move has lost if it has no move.
func (p *Position) Score() (score int, over bool) {
	if len(p.AppendMoves(nil)) == 0 {
		return -1, true
	}
	return 0, false
}

func Example_solve() {
	table, err := tt.New(tt.Options{Bytes: 16 << 20})
	if err != nil {
		panic(err)
	}
	defer table.Close()
	s, err := search.New(New(), search.Options{Table: table, Scoring: search.Outcome})
	if err != nil {
		panic(err)
	}
	solution, err := s.Solve(context.Background(), search.Limits{})
	if err != nil {
		panic(err)
	}
	fmt.Println(solution.Solved(), solution.Low)
	// Output: true -1
}

// Evaluate counts the moves of both sides.
func (p *Position) Evaluate() int {
	ours := len(p.AppendMoves(nil))
	p.moves = append(p.moves, Move{}) // the other side to move
	theirs := len(p.AppendMoves(nil))
	p.moves = p.moves[:len(p.moves)-1]
	return 100 * (ours - theirs)
}

// MoveString names the squares of a domino: "a1-a2".
func (p *Position) MoveString(m Move) string {
	names := zobrist.Squares(side, side)
	return names[m[0]] + "-" + names[m[1]]
}

// Space lets the board be drawn from the features.
func (p *Position) Space() *zobrist.Space { return space }

func Example_play() {
	in := strings.NewReader("machine none\nb1-b2\nd4-e4\nboard\nresign\n")
	o := play.Options{In: in, Out: os.Stdout, Sides: [2]string{"vertical", "horizontal"}}
	if err := play.Run(context.Background(), New(), o); err != nil {
		panic(err)
	}
	// Output:
	// 5 . . . . .
	// 4 . . . # #
	// 3 . . . . .
	// 2 . # . . .
	// 1 . # . . .
	//   a b c d e
	// horizontal wins: vertical has resigned
}

// mirrors generate the four images of a board.
var mirrors = func() *canon.ImageKeys {
	covered := space.Group("covered")
	leftRight, upDown := canon.Identity(space), canon.Identity(space)
	leftRight.Move(covered, func(row, s int) (int, int) { return row, s - s%side + side - 1 - s%side })
	upDown.Move(covered, func(row, s int) (int, int) { return row, (side-1-s/side)*side + s%side })
	keys, err := canon.New(space, canon.Options{Set: set, Symmetries: []canon.Symmetry{leftRight, upDown}})
	if err != nil {
		panic(err)
	}
	return keys
}()

// Mirrored is a Position that shares its hash with its images.
type Mirrored struct {
	Position
	images canon.Hash
}

func NewMirrored() *Mirrored { return &Mirrored{*New(), mirrors.New()} }

func (p *Mirrored) Make(m Move) {
	p.Position.Make(m)
	p.flip(m)
}

func (p *Mirrored) Unmake() {
	p.flip(p.moves[len(p.moves)-1])
	p.Position.Unmake()
}

func (p *Mirrored) flip(m Move) {
	p.images.Toggle(m[0])
	p.images.Toggle(m[1])
	p.images.Toggle(turn)
}

func (p *Mirrored) Hash() uint64 { return p.images.Sum() }

// AppendFeatures lists the features of the image that has the hash.
func (p *Mirrored) AppendFeatures(dst []zobrist.Feature) []zobrist.Feature {
	return mirrors.Canonical(p.Position.AppendFeatures(dst), len(dst))
}

func (p *Mirrored) Clone() *Mirrored { return &Mirrored{*p.Position.Clone(), p.images.Clone()} }

func (p *Mirrored) Symmetry() game.Symmetry { return game.BoardSymmetry }
func (p *Mirrored) Image(m Move) Move       { return through(m, p.images.Image) }
func (p *Mirrored) Preimage(m Move) Move    { return through(m, p.images.Preimage) }

// through returns the image of the domino m.
func through(m Move, image func(zobrist.Feature) zobrist.Feature) Move {
	a, b := image(m[0]), image(m[1])
	return Move{min(a, b), max(a, b)}
}

// TestMirrored: the kit checks hashes and moves of images, and the positions after
// four dominoes have as many hashes as there are different boards but for mirrors.
func TestMirrored(t *testing.T) {
	gametest.Run(t, gametest.Game[Move]{
		New:    func() game.Position[Move] { return NewMirrored() },
		Space:  space,
		Set:    set,
		Images: images,
	})
	one, four, boards := map[uint64]bool{}, map[uint64]bool{}, map[string]bool{}
	var walk func(p *Position, q *Mirrored, depth int)
	walk = func(p *Position, q *Mirrored, depth int) {
		if depth == 0 {
			if !one[p.Hash()] {
				one[p.Hash()], four[q.Hash()] = true, true
				boards[least(images(p.AppendFeatures(nil)))] = true
			}
			return
		}
		for _, m := range p.AppendMoves(nil) {
			p.Make(m)
			q.Make(m)
			walk(p, q, depth-1)
			p.Unmake()
			q.Unmake()
		}
	}
	walk(New(), NewMirrored(), 4)
	if len(one) != 14020 || len(four) != len(boards) || len(four) != 3546 {
		t.Errorf("%d positions have %d hashes; %d are different", len(one), len(four), len(boards))
	}
}

// least returns the first of the images in some order of all boards.
func least(images [][]zobrist.Feature) string {
	var all []string
	for _, image := range images {
		slices.Sort(image)
		all = append(all, fmt.Sprint(image))
	}
	return slices.Min(all)
}

// images returns the four images of a board's features, from their definition.
func images(features []zobrist.Feature) (all [][]zobrist.Feature) {
	for n := range 4 {
		var image []zobrist.Feature
		for _, f := range features {
			x, y := int(f)%side, int(f)/side
			if n&1 != 0 {
				x = side - 1 - x
			}
			if n&2 != 0 {
				y = side - 1 - y
			}
			if f != turn {
				f = zobrist.Feature(y*side + x)
			}
			image = append(image, f)
		}
		all = append(all, image)
	}
	return all
}

// Played is a Position as an index has it. A text of it is the covered squares: "a1 a2 b1 c1".
type Played struct{ *Position }

func (p Played) Set(text string) error {
	*p.Position = *New()
	for n, name := range strings.Fields(text) {
		s := slices.Index(zobrist.Squares(side, side), name)
		if s < 0 {
			return fmt.Errorf("no square %q", name)
		}
		p.covered |= 1 << s
		p.moves = make([]Move, (n+1)/2) // whose they are does not matter
	}
	p.hash = set.Hash(p.Position.AppendFeatures(nil)...)
	return nil
}

func (p Played) String() string {
	var names []string
	for s, name := range zobrist.Squares(side, side) {
		if p.covered>>s&1 == 1 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

func (p Played) Clone() index.Position { return Played{p.Position.Clone()} }

func (p Played) Hash(index.View) zobrist.Uint128 {
	return set.Hash128(p.Position.AppendFeatures(nil)...)
}

func (p Played) AppendFeatures(dst []zobrist.Feature, _ index.View) []zobrist.Feature {
	return p.Position.AppendFeatures(dst)
}

// A move is a word of an index: the higher square times 64, and the lower one.
func (p Played) AppendMoves(dst []uint32) []uint32 {
	for _, m := range p.Position.AppendMoves(nil) {
		dst = append(dst, uint32(m[1]*64+m[0]))
	}
	return dst
}

func (p Played) Make(move uint32) { p.Position.Make(domino(move)) }

func domino(move uint32) Move { return Move{zobrist.Feature(move % 64), zobrist.Feature(move / 64)} }

// Records reads lines such as "Ann Bob 1-0 a1-a2 b1-c1": players, result and moves.
type Records struct{}

// A Line is a chunk of one record.
type Line struct {
	number int
	text   []byte
}

func (l Line) First() int      { return l.number }
func (l Line) Len() int        { return 1 }
func (l Line) Game(int) []byte { return l.text }
func (l Line) Release()        {}

func (Records) Endings() []string                  { return []string{".dominoes"} }
func (Records) Chunk(record []byte) index.Chunk    { return Line{1, record} }
func (r Records) NewReader() (index.Reader, error) { return r, nil }
func (Records) NewPosition() index.Position        { return Played{New()} }

func (Records) Chunks(text io.Reader) iter.Seq2[index.Chunk, error] {
	return func(yield func(index.Chunk, error) bool) {
		lines := bufio.NewScanner(text)
		for n := 1; lines.Scan(); n++ {
			if !yield(Line{n, append(slices.Clone(lines.Bytes()), '\n')}, nil) {
				return
			}
		}
	}
}

func (r Records) Read(c index.Chunk, i int, to *index.Record) error {
	p, words := Played{New()}, strings.Fields(string(c.Game(i)))
	broken := &game.RecordError{Format: "dominoes", Game: c.First(), Line: c.First(), Err: game.ErrMove}
	if len(words) < 3 {
		return broken
	}
	to.Game = index.Game{First: words[0], Second: words[1]}
	to.Result, _ = game.ParseResult(words[2])
	hashes := []zobrist.Uint128{p.Hash(index.Positions)}
	for _, word := range words[3:] {
		legal := p.AppendMoves(nil)
		i := slices.IndexFunc(legal, func(m uint32) bool { return p.MoveString(domino(m)) == word })
		if i < 0 {
			broken.Text = word
			return broken
		}
		p.Make(legal[i])
		to.Moves, hashes = append(to.Moves, legal[i]), append(hashes, p.Hash(index.Positions))
	}
	to.Hashes = [][]zobrist.Uint128{hashes}
	return nil
}

func (Records) Write(w io.Writer, g *index.Game) error {
	fmt.Fprint(w, g.First, " ", g.Second, " ", g.Result)
	for _, m := range g.Moves {
		fmt.Fprint(w, " ", New().MoveString(domino(m)))
	}
	_, err := fmt.Fprintln(w)
	return err
}

func TestRecords(t *testing.T) {
	indextest.Run(t, indextest.Game{
		Config:  index.Config{Game: "domineering", Set: set},
		Adapter: Records{},
		Text:    "Ann Bob 1-0 b1-b2 d4-e4 a3-a4\nCid Bob 0-1 a3-a4 d4-e4 c1-c2\n",
	})
}

func Example_index() {
	const text = "Ann Bob 1-0 b1-b2 d4-e4 a3-a4\nCid Bob 0-1 a3-a4 d4-e4 c1-c2\nAnn Eve 1-0 c3-c4 a1-b1\n"
	ctx, dir := context.Background(), os.TempDir()+"/dominoes.db"
	defer os.RemoveAll(dir)
	store, err := flat.Open(dir, flat.Options{})
	if err != nil {
		panic(err)
	}
	defer store.Close()
	ix, err := index.Open(ctx, store, index.Config{Game: "domineering", Set: set}, Records{})
	if err != nil {
		panic(err)
	}
	if _, err := ix.Import(ctx, index.ImportOptions{}, index.Input{Name: "games", Reader: strings.NewReader(text)}); err != nil {
		panic(err)
	}
	p, err := ix.Position("a3 a4 d4 e4")
	if err != nil {
		panic(err)
	}
	answer, err := ix.Find(ctx, index.Query{}, p)
	if err != nil {
		panic(err)
	}
	for _, m := range append(answer.Moves, answer.Transpositions...) {
		fmt.Println(New().MoveString(domino(m.Move)), "was played in", m.Games, "games, and reached in", m.Reaches)
	}
	_, err = ix.Verify(ctx, nil)
	fmt.Println("verified:", err == nil)
	// Output:
	// c1-c2 was played in 1 games, and reached in 1
	// b1-b2 was played in 0 games, and reached in 1
	// verified: true
}

func Example_counts() {
	p, err := variants.Parse("4k3/8/8/8/8/8/8/4K3[PPn] w - - 0 1", variants.Options{Variant: variants.Crazyhouse})
	if err != nil {
		panic(err)
	}
	m, err := p.ParseSAN("P@e4")
	if err != nil {
		panic(err)
	}
	before := p.AppendFeatures(nil)
	p.Make(m)
	after := p.AppendFeatures(nil)
	for _, f := range before {
		if !slices.Contains(after, f) {
			fmt.Println("no longer:", p.Space().FeatureName(f))
		}
	}
	for _, f := range after {
		if !slices.Contains(before, f) {
			fmt.Println("now:", p.Space().FeatureName(f))
		}
	}
	// Output:
	// no longer: white to move
	// no longer: white holds 2 pawns
	// now: white pawn e4
}

// TestTutorial: every block of Go in the tutorial is in this file.
func TestTutorial(t *testing.T) {
	page, err := os.ReadFile("tutorial.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("tutorial_test.go")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(page), "```go\n")[1:]
	for _, block := range blocks {
		block, _, _ = strings.Cut(block, "```")
		if !strings.Contains(string(source), block) {
			t.Errorf("not in tutorial_test.go:\n%s", block)
		}
	}
	if len(blocks) < 5 {
		t.Errorf("%d blocks of Go; want at least 5", len(blocks))
	}
}
