package docs_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/tt"
)

// An engine's own numbers, as many have them: Upper and Lower have each other's number in tt.
const (
	boundLower = 1
	boundUpper = 2
	boundExact = boundLower | boundUpper

	mate   = 30000
	maxPly = 128
)

var toBound = [4]tt.Bound{boundLower: tt.Lower, boundUpper: tt.Upper, boundExact: tt.Exact}
var fromBound = [4]int{tt.Lower: boundLower, tt.Upper: boundUpper, tt.Exact: boundExact}

// toTable makes a mate score relative to the position: mate in n plies from the root is mate in n − ply from here.
func toTable(value, ply int) int16 {
	switch {
	case value >= mate-maxPly:
		value += ply
	case value <= -mate+maxPly:
		value -= ply
	}
	return int16(value)
}

// fromTable is the inverse.
func fromTable(value int16, ply int) int {
	v := int(value)
	switch {
	case v >= mate-maxPly:
		v -= ply
	case v <= -mate+maxPly:
		v += ply
	}
	return v
}

// An engineTable is the table as the search sees it.
type engineTable struct{ *tt.Table }

func (t engineTable) load(hash uint64, ply int) (value, bound, depth int, move uint32, ok bool) {
	e, ok := t.Probe(hash)
	move = uint32(e.Move()) | uint32(e.Payload>>tt.ScoreBits)<<16
	return fromTable(e.Value(), ply), fromBound[e.Bound()], int(e.Depth), move, ok
}

func (t engineTable) save(hash uint64, value, bound, depth, ply int, move uint32) {
	if old, ok := t.Probe(hash); ok && bound != boundExact && int(old.Depth) > depth+3 {
		return
	}
	e := tt.NewEntry(toTable(value, ply), toBound[bound], int8(min(depth, 127)), uint16(move))
	e.Payload |= uint64(move>>16) << tt.ScoreBits
	t.Store(hash, e)
}

func newEngineTable(megabytes int) (engineTable, error) {
	t, err := tt.New(tt.Options{
		Bytes:   int64(megabytes) << 20,
		Payload: tt.ScoreBits + 17,
		Digest:  contents(),
	})
	return engineTable{t}, err
}

// resize is for UCI's option Hash, when no search runs. An error leaves no table.
func (t *engineTable) resize(megabytes int) error {
	if old := t.Table; old != nil {
		t.Table = nil
		if err := old.Close(); err != nil {
			return err
		}
	}
	var err error
	*t, err = newEngineTable(max(megabytes, 1))
	return err
}

// contents changes with the keys, with what they stand for, and with the evaluation.
func contents() [32]byte {
	h := sha256.New()
	fmt.Fprintf(h, "my engine, evaluation 3\n%x\n", zobrist.Default(features.Len()).Digest())
	for f := range features.Len() {
		fmt.Fprintln(h, features.FeatureName(zobrist.Feature(f)))
	}
	return [32]byte(h.Sum(nil))
}

// measured are the options of a table whose error rate can be measured.
var measured = tt.Options{Bytes: 16 << 20, Payload: tt.ScoreBits, TagBits: 16, Sample: 64}

// An engine's arrays of keys.
var (
	pieceKey     [12][64]uint64 // white pawn to king, black pawn to king; a1, b1 … h8
	castlingKey  [16]uint64     // bits: K, Q, k, q
	enPassantKey [8]uint64
	sideKey      uint64 // White to move
)

var features = zobrist.MustSpace("my engine",
	zobrist.Grid("piece", []string{
		"white pawn", "white knight", "white bishop", "white rook", "white queen", "white king",
		"black pawn", "black knight", "black bishop", "black rook", "black queen", "black king",
	}, zobrist.Squares(8, 8)),
	zobrist.Flags("castling", "K", "Q", "k", "q"),
	zobrist.OneOf("en passant", "en passant", "a", "b", "c", "d", "e", "f", "g", "h"),
	zobrist.Flags("turn", "white to move"))

func fillKeys() {
	keys := zobrist.Default(features.Len()).Keys
	piece, castling := features.Group("piece"), features.Group("castling")
	for class := range pieceKey {
		for square := range pieceKey[class] {
			pieceKey[class][square] = keys[piece.At(class, square)]
		}
	}
	for rights := range castlingKey {
		castlingKey[rights] = 0
		for bit := range 4 {
			if rights>>bit&1 != 0 {
				castlingKey[rights] ^= keys[castling.Flag(bit)]
			}
		}
	}
	for file := range enPassantKey {
		enPassantKey[file] = keys[features.Group("en passant").Flag(file)]
	}
	sideKey = keys[features.Group("turn").Flag(0)]
}

func ownKeys() (zobrist.Keys, error) {
	keys := make(zobrist.Keys, features.Len())
	piece, castling := features.Group("piece"), features.Group("castling")
	for class := range pieceKey {
		for square, key := range pieceKey[class] {
			keys[piece.At(class, square)] = key
		}
	}
	for rights, key := range castlingKey {
		for bit := range 4 {
			if rights>>bit&1 != 0 {
				keys[castling.Flag(bit)] = castlingKey[1<<bit]
				key ^= castlingKey[1<<bit]
			}
		}
		if key != 0 {
			return nil, fmt.Errorf("castlingKey[%d] is not the XOR of the keys of its rights", rights)
		}
	}
	for file, key := range enPassantKey {
		keys[features.Group("en passant").Flag(file)] = key
	}
	keys[features.Group("turn").Flag(0)] = sideKey
	return keys, nil
}

func auditKeys(ctx context.Context, o audit.Options) (*audit.Report, error) {
	keys, err := ownKeys()
	if err != nil {
		return nil, err
	}
	o.Space = features
	return audit.Run(ctx, zobrist.Set{Keys: keys, Name: "my engine"}, o)
}

// TestEngineTable: what an engine saves comes back: bounds by its own numbers, mates at another ply, wide moves.
func TestEngineTable(t *testing.T) {
	table, err := newEngineTable(1)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	const wide = 1<<33 - 1 - 1<<32 // 32 bits, of which 16 + 17 fit
	for i, c := range []struct{ value, bound, depth, ply, later, want int }{
		{31, boundLower, 5, 3, 9, 31}, {-31, boundUpper, 0, 3, 9, -31}, {0, boundExact, -3, 1, 1, 0},
		{mate - 7, boundExact, 9, 4, 2, mate - 5}, {-mate + 7, boundUpper, 9, 4, 6, -mate + 9},
		{mate - maxPly, boundLower, 9, 0, 0, mate - maxPly},
	} {
		hash := uint64(i) << 60
		table.NewSearch()
		table.Prefetch(hash)
		table.save(hash, c.value, c.bound, c.depth, c.ply, wide)
		value, bound, depth, move, ok := table.load(hash, c.later)
		if !ok || value != c.want || bound != c.bound || depth != c.depth || move != wide {
			t.Errorf("%+v: %d, bound %d, depth %d, move %x, %t", c, value, bound, depth, move, ok)
		}
	}
	if table.PayloadBits() < tt.ScoreBits+17 {
		t.Errorf("%d bits of payload", table.PayloadBits())
	}
	table.save(1, 5, boundExact, 20, 0, 1)
	table.save(1, 6, boundUpper, 16, 0, 2)
	if _, _, depth, _, _ := table.load(1, 0); depth != 20 {
		t.Error("a shallow bound has replaced a deep entry")
	}
	table.save(1, 6, boundUpper, 17, 0, 2)
	if _, _, depth, _, _ := table.load(1, 0); depth != 17 {
		t.Error("a bound that is nearly as deep has not replaced the entry")
	}
	table.save(2, 5, boundExact, 245, 0, 1)
	if _, _, depth, _, _ := table.load(2, 0); depth != 127 {
		t.Errorf("a depth of 245 is kept as %d", depth)
	}
	if err := table.resize(2); err != nil || table.Memory().Bytes < 2<<20 {
		t.Errorf("a table of 2 MiB has %v, error %v", table.Memory(), err)
	}
	if _, _, _, _, ok := table.load(2, 0); ok {
		t.Error("a new table has an entry")
	}
}

// TestEngineKeys: the arrays hash a position as the set does, and an audit finds the distance that it guarantees.
func TestEngineKeys(t *testing.T) {
	fillKeys()
	set := zobrist.Default(features.Len())
	piece := features.Group("piece")
	hash := pieceKey[5][4] ^ pieceKey[11][60] ^ castlingKey[5] ^ enPassantKey[4] ^ sideKey
	want := set.Hash(piece.At(5, 4), piece.At(11, 60), features.Group("castling").Flag(0),
		features.Group("castling").Flag(2), features.Group("en passant").Flag(4), features.Group("turn").Flag(0))
	if hash != want^set.Start {
		t.Errorf("%016x, want %016x", hash, want^set.Start)
	}
	o := audit.Options{MaxWeight: 4, Exhaustive: 3, Iterations: 1, Truncations: []int{}}
	report, err := auditKeys(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if report.Rank != 64 {
		t.Errorf("rank %d", report.Rank)
	}
	pieceKey[3][0] = pieceKey[4][1] ^ pieceKey[5][2] // three features that cancel
	if report, err = auditKeys(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	report.WriteText(&text)
	if !strings.Contains(text.String(), "white queen b1") {
		t.Errorf("the audit does not name what cancels: %s", text.String())
	}
	fillKeys()
	castlingKey[12]++ // as in engines that draw 16 keys
	if _, err = auditKeys(t.Context(), o); err == nil || !strings.Contains(err.Error(), "castlingKey[12]") {
		t.Errorf("a castling key of its own: %v", err)
	}
	fillKeys()
}

// TestEngineMeasures: the options on the page show wrong hits, as many as predicted; whole hashes show none.
func TestEngineMeasures(t *testing.T) {
	whole := tt.Options{Bytes: measured.Bytes, Payload: tt.ScoreBits + 17, Sample: measured.Sample}
	for _, o := range []tt.Options{measured, whole} {
		o.Bytes = 1 << 20
		table, err := tt.New(o)
		if err != nil {
			t.Fatal(err)
		}
		defer table.Close()
		r := rand.New(rand.NewPCG(1, 2))
		for range 2_000_000 {
			hash := r.Uint64()
			if _, ok := table.Probe(hash); !ok {
				table.Store(hash, tt.NewEntry(1, tt.Exact, 1, 1))
			}
		}
		s := table.Stats()
		if wrong := o.TagBits != 0; s.Probes == 0 || !s.Agrees() ||
			wrong != (s.WrongHits > 0) || wrong != (s.Type1 > 0) || wrong != (s.Predicted > 0) {
			t.Errorf("%+v: %+v", o, s)
		}
	}
}

// TestEngineLoad: a saved table comes back, and is refused by an engine with other keys.
func TestEngineLoad(t *testing.T) {
	table, err := newEngineTable(1)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	table.save(1, 5, boundExact, 20, 0, 1)
	var file bytes.Buffer
	if err := table.Save(&file); err != nil {
		t.Fatal(err)
	}
	digest := contents()
	loaded, err := tt.Load(bytes.NewReader(file.Bytes()), tt.Options{Payload: tt.ScoreBits + 17, Digest: digest})
	if err != nil {
		t.Fatal(err)
	}
	defer loaded.Close()
	if value, _, _, _, ok := (engineTable{loaded}).load(1, 0); !ok || value != 5 {
		t.Errorf("loaded: %d, %t", value, ok)
	}
	digest[0]++
	if _, err := tt.Load(bytes.NewReader(file.Bytes()), tt.Options{Digest: digest}); !errors.Is(err, tt.ErrKeys) {
		t.Errorf("other keys: %v", err)
	}
}

// TestEngineAuthors: the code on the page is in this file.
func TestEngineAuthors(t *testing.T) {
	page, err := os.ReadFile("engine-authors.md")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("engine_authors_test.go")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(page), "```go\n")[1:]
	for _, block := range blocks {
		block, _, _ = strings.Cut(block, "```")
		if !strings.Contains(string(source), block) {
			t.Errorf("not in engine_authors_test.go:\n%s", block)
		}
	}
	if len(blocks) < 7 {
		t.Errorf("%d blocks of Go; want at least 7", len(blocks))
	}
}
