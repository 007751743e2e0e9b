package bookinfo_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os/exec"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/records/bookinfo"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/polyglot"
)

// The books, and the counts of Debian's polyglot info-book.
var realBooks = []struct {
	name                          string
	entries, misplaced, learned   int64
	positions, white, black, both int64
}{
	{"gm2600", 21671, 181, 0, 16320, 7750, 8143, 15439},
	{"masters-20k.ply60-min2", 40911, 416, 0, 34028, 15372, 14781, 27961},
	{"performance-with-learn", 92954, 373, 88848, 77872, 28164, 18974, 4427},
}

func readReal(t testing.TB, name string) []byte {
	t.Helper()
	return oracle.Read(t, "polyglot/"+name+".bin")
}

func newEntry(key uint64, move, weight uint16, learn uint32) polyglot.Entry {
	return polyglot.Entry{Key: key, Move: move, Weight: weight, Learn: learn}
}

func write(t testing.TB, entries []polyglot.Entry) []byte {
	t.Helper()
	var b bytes.Buffer
	w := polyglot.NewWriter(&b)
	for _, e := range entries {
		if err := w.Write(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The positions on lines are as many as Debian's polyglot info-book counts.
func TestInspectAsPolyglot(t *testing.T) {
	program := oracle.Program(t, "polyglot", "polyglot")
	for _, real := range realBooks {
		name := oracle.Data(t, "polyglot/"+real.name+".bin")
		out, err := exec.Command(program, "info-book", "-bin", name).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		theirs := map[string]int64{}
		for line := range strings.Lines(string(out)) {
			if name, value, ok := strings.Cut(line, ":"); ok {
				theirs[strings.TrimSpace(name)], _ = strconv.ParseInt(strings.TrimSpace(value), 10, 64)
			}
		}
		s, err := bookinfo.Inspect(context.Background(), bytes.NewReader(readReal(t, real.name)))
		if err != nil {
			t.Fatal(err)
		}
		if s.OnLines[0] != theirs["Positions on lines for white"] ||
			s.OnLines[1] != theirs["Positions on lines for black"] || s.Isolated != theirs["Isolated positions"] {
			t.Errorf("%s: %+v, polyglot says %v", real.name, s, theirs)
		}
	}
}

func TestInspect(t *testing.T) {
	for _, real := range realBooks {
		s, err := bookinfo.Inspect(context.Background(), bytes.NewReader(readReal(t, real.name)))
		if err != nil {
			t.Fatal(err)
		}
		sum := int64(0)
		for _, n := range s.Weights {
			sum += n
		}
		want := bookinfo.Survey{
			Entries: real.entries, Positions: real.positions, Weights: s.Weights,
			Learned: real.learned, Misplaced: real.misplaced,
			OnLines: [2]int64{real.white, real.black}, Isolated: real.positions - real.white - real.black,
			Reached: real.both, Clashes: []bookinfo.Clash{},
		}
		if sum != real.entries || !reflect.DeepEqual(s, want) {
			t.Errorf("%s: %+v, want %+v", real.name, s, want)
		}
	}
}

// The faults of a book are counted.
func TestInspectFaults(t *testing.T) {
	start := uint64(0x463b96181691fc9c)
	e4, e5 := uint16(796), uint16(3364)
	after := uint64(0x823c9b50fd114196) // 1. e4
	data := write(t, []polyglot.Entry{newEntry(start, e4, 5, 0), newEntry(start, e4, 3, 1), newEntry(start, e5, 2, 0),
		newEntry(after, e5, 0, 0), newEntry(after, 0xffff, 0, 0), newEntry(1<<64-1, 0, 0, 0)})
	copy(data[16:32], write(t, []polyglot.Entry{newEntry(start, e4, 6, 1)})) // before a lower weight
	s, err := bookinfo.Inspect(context.Background(), bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	want := bookinfo.Survey{Entries: 6, Positions: 3, Learned: 1, Repeated: 1, Misplaced: 1,
		OnLines: [2]int64{1, 1}, Isolated: 1, Reached: 2, Illegal: 2, Clashes: []bookinfo.Clash{}}
	want.Weights[0], want.Weights[2], want.Weights[3] = 3, 1, 2
	if !reflect.DeepEqual(s, want) {
		t.Errorf("got %+v, want %+v", s, want)
	}
	for _, bad := range []struct {
		data   []byte
		reason error
	}{
		{nil, polyglot.ErrEmpty},
		{data[:30], polyglot.ErrTruncated},
		{bytes.Repeat(data[:16], 1<<16+1), polyglot.ErrCrowded},
	} {
		if _, err := bookinfo.Inspect(context.Background(), bytes.NewReader(bad.data)); !errors.Is(err, bad.reason) {
			t.Errorf("got %v, want %v", err, bad.reason)
		}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(io.ErrClosedPipe)
	if _, err := bookinfo.Inspect(ctx, bytes.NewReader(data)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("cancelled: %v", err)
	}
}

// A line that is longer than any game is followed a long way, but not to its end.
func TestInspectLongLine(t *testing.T) {
	var entries []polyglot.Entry
	for seed := uint64(0); len(entries) < 3000; seed++ {
		entries = wander(t, rand.New(rand.NewPCG(seed, 2)), 3000)
	}
	slices.SortFunc(entries, polyglot.Entry.Compare)
	s, err := bookinfo.Inspect(context.Background(), bytes.NewReader(write(t, entries)))
	if err != nil || s.Reached < 2000 || s.Reached >= 3000 || s.Positions != 3000 {
		t.Errorf("%+v, %v", s, err)
	}
}

// wander returns the entries of a game without captures in which no position comes
// twice. It ends after so many plies, or if there is no such move.
func wander(t *testing.T, random *rand.Rand, plies int) (entries []polyglot.Entry) {
	p, err := polyglot.Position("")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[uint64]bool{}
	for len(entries) < plies {
		seen[p.Hash()] = true
		moves := slices.DeleteFunc(p.AppendMoves(nil), func(m chess.Move) bool {
			if p.PieceAt(m.To()) != chess.NoPiece {
				return true
			}
			p.Make(m)
			defer p.Unmake()
			return seen[p.Hash()] || len(p.AppendMoves(nil)) == 0
		})
		if len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
		entries = append(entries, newEntry(p.Hash(), m.Polyglot(), 1, 0))
		p.Make(m)
	}
	return entries
}
