package index_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/flat"
)

// A walk on a line is a game as well. Its positions are the places 0 to 99, its usual start is 50, and its moves are
// left and right. A record is a line, such as "Ann RRL".
const left, right = 1, 2

var keys = zobrist.Default(100) // one feature for each place

// walks is an [index.Adapter].
type walks struct{}

func (walks) Endings() []string                  { return []string{".walks"} }
func (walks) Chunk(text []byte) index.Chunk      { return line{1, text} }
func (w walks) NewReader() (index.Reader, error) { return w, nil }
func (walks) NewPosition() index.Position        { return &walker{place: 50} }

// Chunks makes each line a chunk. A line ends with its line end, so that records come out as they went in.
func (walks) Chunks(text io.Reader) iter.Seq2[index.Chunk, error] {
	return func(yield func(index.Chunk, error) bool) {
		r := bufio.NewReader(text)
		for n := 1; ; n++ {
			s, err := r.ReadString('\n')
			if s != "" && !yield(line{n, []byte(s)}, nil) || err == io.EOF {
				return
			}
			if err != nil {
				yield(nil, err)
				return
			}
		}
	}
}

// Read reads one record. An error in it is a [game.RecordError], so that the import goes on after it.
func (w walks) Read(c index.Chunk, i int, r *index.Record) error {
	bad := &game.RecordError{Game: c.First() + i, Line: c.First() + i, Format: "walk", Text: string(c.Game(i))}
	name, steps, ok := strings.Cut(strings.TrimSpace(string(c.Game(i))), " ")
	if !ok {
		bad.Err = game.ErrNoGame
		return bad
	}
	p := w.NewPosition()
	r.Game = index.Game{First: name, Result: game.FirstWins}
	hashes := []zobrist.Uint128{p.Hash(index.Positions)}
	for _, step := range steps {
		move := uint32(strings.IndexRune(" LR", step))
		if move != left && move != right {
			bad.Err = game.ErrMove
			return bad
		}
		p.Make(move)
		r.Moves, hashes = append(r.Moves, move), append(hashes, p.Hash(index.Positions))
	}
	r.Hashes = [][]zobrist.Uint128{hashes}
	return nil
}

// Write writes a record that was kept without its text.
func (walks) Write(w io.Writer, g *index.Game) error {
	var text strings.Builder
	text.WriteString(g.First + " ")
	for _, m := range g.Moves {
		text.WriteString(" LR"[m : m+1])
	}
	_, err := fmt.Fprintln(w, text.String())
	return err
}

// A line is an [index.Chunk] of one record.
type line struct {
	number int
	text   []byte
}

func (l line) First() int      { return l.number }
func (l line) Len() int        { return 1 }
func (l line) Game(int) []byte { return l.text }
func (l line) Release()        {}

// A walker is an [index.Position].
type walker struct {
	place int
	steps []uint32
}

func (w *walker) Set(text string) (err error) {
	w.steps, w.place = nil, 50
	if text != "" {
		w.place, err = strconv.Atoi(text)
	}
	if w.place < 0 || w.place > 99 {
		err = errors.New("places are 0 to 99")
	}
	return err
}

func (w *walker) String() string                  { return strconv.Itoa(w.place) }
func (w *walker) Clone() index.Position           { return &walker{place: w.place} }
func (w *walker) Hash(index.View) zobrist.Uint128 { return keys.Hash128(zobrist.Feature(w.place)) }

func (w *walker) AppendFeatures(dst []zobrist.Feature, _ index.View) []zobrist.Feature {
	return append(dst, zobrist.Feature(w.place))
}

func (w *walker) AppendMoves(dst []uint32) []uint32 {
	if w.place > 0 {
		dst = append(dst, left)
	}
	if w.place < 99 {
		dst = append(dst, right)
	}
	return dst
}

func (w *walker) Make(move uint32) {
	w.place += 2*int(move) - 3
	w.steps = append(w.steps, move)
}

func (w *walker) Unmake() {
	last := len(w.steps) - 1
	w.place -= 2*int(w.steps[last]) - 3
	w.steps = w.steps[:last]
}

// This whole file is an index of a game that no package knows.
func Example_adapter() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "index")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	store, err := flat.Open(dir, flat.Options{})
	if err != nil {
		panic(err)
	}
	defer store.Close()
	ix, err := index.Open(ctx, store, index.Config{Game: "walk", Set: keys}, walks{})
	if err != nil {
		panic(err)
	}
	records := strings.NewReader("Ann RRL\nBob LRR\nCid up\nEve R\n")
	sum, err := ix.Import(ctx, index.ImportOptions{}, index.Input{Name: "walks", Reader: records})
	if err != nil {
		panic(err)
	}
	fmt.Println(sum.Games, "walks,", sum.Sources[0].Broken, "line with an error")

	snapshot, err := ix.Snapshot()
	if err != nil {
		panic(err)
	}
	defer snapshot.Close()
	p, err := snapshot.Position("51")
	if err != nil {
		panic(err)
	}
	answer, err := snapshot.Find(ctx, index.Query{}, p)
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.Games, "walks contain 51, and", answer.Ended, "end there")
	for _, m := range answer.Moves {
		fmt.Println("move", m.Move, "in", m.Games, "walk, and", m.Reaches, "reach the place after it")
	}
	// Output:
	// 3 walks, 1 line with an error
	// 3 walks contain 51, and 2 end there
	// move 2 in 1 walk, and 1 reach the place after it
}
