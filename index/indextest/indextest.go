// Package indextest checks that an adapter keeps the promises of [index.Adapter], [index.Reader] and
// [index.Position], so that an index of the game finds what was played:
//
//	func TestAdapter(t *testing.T) {
//		indextest.Run(t, indextest.Game{
//			Config: index.Config{Game: "nim", Set: zobrist.Default(nim.Space().Len())},
//			Adapter: adapter{},
//			Text: "Ann Bob 1-0 3 1 2\nCid Bob 0-1 1 1\n",
//		})
//	}
//
// # Guarantees
//
// Run cuts the text into records, however it arrives, and reads each of them, in two goroutines as well. It plays
// every game: its moves are legal and none is 0, and the position has the hashes of the record in each view. It
// checks that a position has one text, which Set reads as the same position, that Unmake restores it, that play in a
// copy does not show in it, and that Set("") is the usual start. It writes each game without its text and reads it
// back. At last it imports the text into an index in memory, verifies all of it, and looks every position up.
//
// # Limits
//
// It knows no rules: [github.com/zobrist-go/zobrist/game/gametest] checks the positions themselves, and only games
// with known moves show that a record is read as it is meant. Nor does it look for records with errors.
//
// # Cost
//
// Some milliseconds for a hundred games.
package indextest

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// A Game is an adapter to test. All fields are required.
type Game struct {
	Config  index.Config // of an index of the game
	Adapter index.Adapter
	Text    string // records without errors, two at least, of different games
}

// Run tests an adapter. The first fault ends the test by tb.Fatalf.
func Run(tb testing.TB, g Game) {
	tb.Helper()
	k := kit{TB: tb, Game: g, views: 1 + len(g.Config.Views)}
	k.endings()
	k.start()
	records := k.cut("the whole text", strings.NewReader(g.Text))
	if len(records) < 2 {
		tb.Fatalf("indextest: Chunks finds %d records in Game.Text; give two at least", len(records))
	}
	for name, text := range map[string]io.Reader{
		"single bytes":      iotest.OneByteReader(strings.NewReader(g.Text)),
		"half of the bytes": iotest.HalfReader(strings.NewReader(g.Text)),
		"data with the end": iotest.DataErrReader(strings.NewReader(g.Text)),
	} {
		if got := k.cut(name, text); !slices.EqualFunc(got, records, bytes.Equal) {
			tb.Fatalf("indextest: Chunks cuts the text into %d records if it arrives as %s, and into %d or others if at once",
				len(got), name, len(records))
		}
	}
	games := k.read(records)
	for i, r := range games {
		k.play(fmt.Sprintf("record %d", i+1), r)
		k.write(i, r)
	}
	k.together(records, games)
	k.imported(len(records), games)
}

type kit struct {
	testing.TB
	Game
	views int
}

// endings checks the endings of file names.
func (k *kit) endings() {
	k.Helper()
	endings := k.Adapter.Endings()
	if len(endings) == 0 {
		k.Fatalf("indextest: Endings is empty; name the files of records, such as .pgn")
	}
	for _, e := range endings {
		if !strings.HasPrefix(e, ".") || e != strings.ToLower(e) || len(e) < 2 {
			k.Fatalf("indextest: Endings has %q; give a dot and lower-case letters", e)
		}
	}
}

// start checks the usual start and texts that are none.
func (k *kit) start() {
	k.Helper()
	p, q := k.Adapter.NewPosition(), k.Adapter.NewPosition()
	if moves := p.AppendMoves(nil); len(moves) > 0 {
		q.Make(moves[len(moves)-1])
	}
	if err := q.Set(""); err != nil {
		k.Fatalf(`indextest: Set("") fails: %v; let it return to the usual start`, err)
	}
	k.same("NewPosition", p, `Set("")`, q)
	for _, text := range []string{"\x00", "no position of any game", strings.Repeat("9", 1000)} {
		if err := p.Set(text); err == nil {
			k.Fatalf("indextest: Set(%.40q) gives %s and no error", text, p)
		}
	}
}

// cut returns the records of a text.
func (k *kit) cut(how string, text io.Reader) (records [][]byte) {
	k.Helper()
	for chunk, err := range k.Adapter.Chunks(text) {
		if err != nil {
			k.Fatalf("indextest: Chunks fails if the text arrives as %s: %v", how, err)
		}
		if first := chunk.First(); first != len(records)+1 || chunk.Len() < 1 {
			k.Fatalf("indextest: a chunk of %d records has First %d after %d records; want %d", chunk.Len(), first, len(records),
				len(records)+1)
		}
		for i := range chunk.Len() {
			records = append(records, bytes.Clone(chunk.Game(i)))
		}
		chunk.Release()
	}
	return records
}

// read reads each record as a chunk of its own.
func (k *kit) read(records [][]byte) (games []*index.Record) {
	k.Helper()
	reader, err := k.Adapter.NewReader()
	if err != nil {
		k.Fatalf("indextest: NewReader: %v", err)
	}
	for n, text := range records {
		chunk := k.Adapter.Chunk(text)
		if chunk.Len() != 1 || !bytes.Equal(chunk.Game(0), text) {
			k.Fatalf("indextest: Chunk of record %d has %d records; want this one", n+1, chunk.Len())
		}
		r := new(index.Record)
		if err := reader.Read(chunk, 0, r); err != nil {
			k.Fatalf("indextest: record %d: %v; Game.Text must have no errors", n+1, err)
		}
		chunk.Release()
		games = append(games, keep(r))
	}
	return games
}

// keep returns a copy of a record that the next Read does not change.
func keep(r *index.Record) *index.Record {
	c := *r
	c.Moves = slices.Clone(r.Moves)
	c.Hashes, c.Words = nil, nil
	for _, hashes := range r.Hashes {
		c.Hashes = append(c.Hashes, slices.Clone(hashes))
	}
	for _, words := range r.Words {
		c.Words = append(c.Words, slices.Clone(words))
	}
	return &c
}

// play checks a record by playing its game.
func (k *kit) play(name string, r *index.Record) {
	k.Helper()
	if i := slices.Index(r.Moves, 0); i >= 0 {
		k.Fatalf("indextest: %s: move %d is 0, which stands for the end of a game; let words begin with 1", name, i+1)
	}
	if len(r.Hashes) != k.views {
		k.Fatalf("indextest: %s: Record.Hashes has %d views, and Config.Views make %d", name, len(r.Hashes), k.views)
	}
	p := k.Adapter.NewPosition()
	if err := p.Set(r.Start); err != nil {
		k.Fatalf("indextest: %s: Set of its start %q: %v", name, r.Start, err)
	}
	start := p.Clone()
	for ply := 0; ; ply++ {
		at := fmt.Sprintf("%s, after %d moves", name, ply)
		k.hashes(at, r, ply, p)
		k.text(at, p)
		if ply == len(r.Moves) {
			break
		}
		m := r.Moves[ply]
		k.legal(at, p, m)
		k.copied(at, p, m)
		p.Make(m)
	}
	for range r.Moves {
		p.Unmake()
	}
	k.same(name+": the start after all moves are taken back", p, "its start", start)
}

// folded reports whether a view has words.
func (k *kit) folded(v int) bool { return v < len(k.Config.WordBits) && k.Config.WordBits[v] > 0 }

// hashes compares the hashes of a record after some moves with the position. A view with words has its own number.
func (k *kit) hashes(at string, r *index.Record, ply int, p index.Position) {
	k.Helper()
	for v, hashes := range r.Hashes {
		if k.folded(v) {
			k.word(at, r, v)
			continue
		}
		if len(hashes) != len(r.Moves)+1 {
			k.Fatalf("indextest: %s: the record has %d hashes of view %d and %d moves; give one for the start and one after "+
				"each move", at, len(hashes), v, len(r.Moves))
		}
		if got := p.Hash(index.View(v)); got != hashes[ply] {
			k.Fatalf("indextest: %s: Hash of view %d is %v, and the record says %v", at, v, got, hashes[ply])
		}
	}
}

// word checks that there is a word for each hash of a view.
func (k *kit) word(at string, r *index.Record, v int) {
	k.Helper()
	if v >= len(r.Words) || len(r.Words[v]) != len(r.Hashes[v]) {
		k.Fatalf("indextest: %s: view %d has WordBits, but not a word for each of its %d hashes", at, v, len(r.Hashes[v]))
	}
	for _, w := range r.Words[v] {
		if w>>k.Config.WordBits[v] != 0 {
			k.Fatalf("indextest: %s: view %d has the word %#x, which has more than %d bits", at, v, w, k.Config.WordBits[v])
		}
	}
}

// text checks that the text of a position means the same position.
func (k *kit) text(at string, p index.Position) {
	k.Helper()
	q := k.Adapter.NewPosition()
	if err := q.Set(p.String()); err != nil {
		k.Fatalf("indextest: %s: Set cannot read %q, which String wrote: %v", at, p, err)
	}
	k.same(at, p, "Set of its String", q)
}

// legal checks the moves of a position and that m is one of them.
func (k *kit) legal(at string, p index.Position, m uint32) {
	k.Helper()
	before := []uint32{7}
	moves := p.AppendMoves(before)
	if len(moves) == 0 || moves[0] != 7 {
		k.Fatalf("indextest: %s: AppendMoves does not append", at)
	}
	moves = moves[1:]
	for i, other := range moves {
		if other == 0 || slices.Contains(moves[:i], other) {
			k.Fatalf("indextest: %s: AppendMoves has %#x twice, or 0", at, other)
		}
	}
	playable := slices.Contains(moves, m)
	if c, ok := p.(index.MoveChecker); ok {
		playable = c.Playable(m)
		for _, other := range moves {
			if !c.Playable(other) {
				k.Fatalf("indextest: %s: AppendMoves has %#x, which is not Playable", at, other)
			}
		}
		if _, folded := p.(index.Folded); !folded {
			for bit := range 32 { // words beside the move
				if other := m ^ 1<<bit; c.Playable(other) != slices.Contains(moves, other) {
					k.Fatalf("indextest: %s: Playable and AppendMoves differ on %#x", at, other)
				}
			}
		}
	}
	if !playable {
		k.Fatalf("indextest: %s: the record goes on with %#x, which is no legal move", at, m)
	}
}

// copied checks that a move in a copy does not show in the position, and that Unmake restores it.
func (k *kit) copied(at string, p index.Position, m uint32) {
	k.Helper()
	before, c := k.Adapter.NewPosition(), p.Clone()
	if err := before.Set(p.String()); err != nil { // not a copy by Clone, which is to be tested
		k.Fatalf("indextest: %s: Set: %v", at, err)
	}
	k.same(at, p, "Clone", c)
	c.Make(m)
	k.same(at+", and a move in a copy", p, "before it", before)
	c.Unmake()
	k.same(at, p, "a copy with a move made and taken back", c)
}

// same ends the test if two positions differ in what can be seen of them.
func (k *kit) same(name string, p index.Position, other string, q index.Position) {
	k.Helper()
	if p.String() != q.String() {
		k.Fatalf("indextest: %s is %q, and %s %q", name, p, other, q)
	}
	if a, b := p.AppendMoves(nil), q.AppendMoves(nil); !slices.Equal(a, b) {
		k.Fatalf("indextest: %s, %q, has the moves %#x, and %s %#x", name, p, a, other, b)
	}
	for v := range k.views {
		view := index.View(v)
		if v > 0 && k.folded(v) {
			continue // one of several hashes, which may depend on the last move
		}
		if a, b := p.Hash(view), q.Hash(view); a != b {
			k.Fatalf("indextest: %s, %q, has the hash %v in view %d, and %s %v", name, p, a, v, other, b)
		}
		a, b := p.AppendFeatures([]zobrist.Feature{3}, view), q.AppendFeatures([]zobrist.Feature{3}, view)
		if !slices.Equal(a, b) || a[0] != 3 {
			k.Fatalf("indextest: %s, %q, has the features %v in view %d, and %s %v", name, p, a, v, other, b)
		}
	}
}

// write checks that a game that is written without its text is read as the same game.
func (k *kit) write(i int, r *index.Record) {
	k.Helper()
	var text bytes.Buffer
	g := r.Game
	g.Text = nil
	if err := k.Adapter.Write(&text, &g); err != nil {
		k.Fatalf("indextest: record %d: Write: %v", i+1, err)
	}
	records := k.cut("a record that Write wrote", bytes.NewReader(text.Bytes()))
	if len(records) != 1 {
		k.Fatalf("indextest: record %d: Write writes %d records:\n%s", i+1, len(records), &text)
	}
	again := k.read(records)[0]
	if !bytes.Equal(g.AppendIdentity(nil), again.AppendIdentity(nil)) || again.Result != g.Result {
		k.Fatalf("indextest: record %d is written as another game:\n%s%+v\n%+v", i+1, &text, g, again.Game)
	}
}

// together reads the records in two goroutines, so that the race detector sees what readers share.
func (k *kit) together(records [][]byte, games []*index.Record) {
	k.Helper()
	faults := make(chan error, 2)
	var wait sync.WaitGroup
	for range 2 {
		wait.Go(func() {
			reader, err := k.Adapter.NewReader()
			for i := 0; err == nil && i < len(records); i++ {
				r := new(index.Record)
				if err = reader.Read(k.Adapter.Chunk(records[i]), 0, r); err != nil {
					break
				}
				if !slices.Equal(r.Moves, games[i].Moves) {
					err = fmt.Errorf("record %d has other moves than before", i+1)
				}
				p := k.Adapter.NewPosition()
				if e := p.Set(r.Start); err == nil {
					err = e
				}
			}
			faults <- err
		})
	}
	wait.Wait()
	for range 2 {
		if err := <-faults; err != nil {
			k.Fatalf("indextest: with two readers in two goroutines: %v", err)
		}
	}
}

// imported builds an index in memory, verifies it and looks up each position of each game.
func (k *kit) imported(records int, games []*index.Record) {
	k.Helper()
	ctx := k.Context()
	ix, err := index.Open(ctx, storetest.Memory(), k.Config, k.Adapter)
	if err != nil {
		k.Fatalf("indextest: index.Open: %v", err)
	}
	sum, err := ix.Import(ctx, index.ImportOptions{}, index.Input{Name: "Game.Text", Reader: strings.NewReader(k.Text)})
	if err != nil || sum.Games != int64(records) {
		k.Fatalf("indextest: Import adds %d of %d games: %+v, error %v; the games of Game.Text must be different", sum.Games,
			records, sum, err)
	}
	if unread, err := ix.Verify(ctx, nil); err != nil || len(unread) > 0 {
		k.Fatalf("indextest: Verify: %v %v", unread, err)
	}
	for i, r := range games {
		p := k.Adapter.NewPosition()
		if err := p.Set(r.Start); err != nil {
			k.Fatalf("indextest: record %d: %v", i+1, err)
		}
		for ply := 0; ; ply++ {
			a, err := ix.Find(ctx, index.Query{}, p)
			if err == nil {
				err = ix.VerifyAnswer(ctx, index.Positions, p, a)
			}
			if err != nil || a.Games == 0 {
				k.Fatalf("indextest: record %d, after %d moves: the index finds %d games of %q, error %v", i+1, ply, a.Games,
					p, err)
			}
			if ply == len(r.Moves) {
				break
			}
			p.Make(r.Moves[ply])
		}
	}
}
