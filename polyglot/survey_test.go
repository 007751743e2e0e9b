package polyglot_test

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
	"github.com/zobrist-go/zobrist/internal/attack"
	"github.com/zobrist-go/zobrist/internal/legal"
	"github.com/zobrist-go/zobrist/internal/oracle"
	"github.com/zobrist-go/zobrist/keyfile"
	"github.com/zobrist-go/zobrist/polyglot"
)

// Positions on lines are those that Debian's polyglot info-book counts.
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
		s, err := polyglot.Inspect(context.Background(), bytes.NewReader(readReal(t, real.name)))
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
		s, err := polyglot.Inspect(context.Background(), bytes.NewReader(readReal(t, real.name)))
		if err != nil {
			t.Fatal(err)
		}
		sum := int64(0)
		for _, n := range s.Weights {
			sum += n
		}
		want := polyglot.Survey{
			Entries: real.entries, Positions: real.positions, Weights: s.Weights,
			Learned: real.learned, Misplaced: real.misplaced,
			OnLines: [2]int64{real.white, real.black}, Isolated: real.positions - real.white - real.black,
			Reached: real.both, Clashes: []polyglot.Clash{},
		}
		if sum != real.entries || !reflect.DeepEqual(s, want) {
			t.Errorf("%s: %+v, want %+v", real.name, s, want)
		}
	}
}

// What is wrong with a book is counted.
func TestInspectFaults(t *testing.T) {
	start := uint64(0x463b96181691fc9c)
	e4, e5 := uint16(796), uint16(3364)
	after := uint64(0x823c9b50fd114196) // 1. e4
	data := write(t, []polyglot.Entry{entry(start, e4, 5, 0), entry(start, e4, 3, 1), entry(start, e5, 2, 0),
		entry(after, e5, 0, 0), entry(after, 0xffff, 0, 0), entry(1<<64-1, 0, 0, 0)})
	copy(data[16:32], write(t, []polyglot.Entry{entry(start, e4, 6, 1)})) // before a lower weight
	s, err := polyglot.Inspect(context.Background(), bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	want := polyglot.Survey{Entries: 6, Positions: 3, Learned: 1, Repeated: 1, Misplaced: 1,
		OnLines: [2]int64{1, 1}, Isolated: 1, Reached: 2, Illegal: 2, Clashes: []polyglot.Clash{}}
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
		if _, err := polyglot.Inspect(context.Background(), bytes.NewReader(bad.data)); !errors.Is(err, bad.reason) {
			t.Errorf("got %v, want %v", err, bad.reason)
		}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(io.ErrClosedPipe)
	if _, err := polyglot.Inspect(ctx, bytes.NewReader(data)); !errors.Is(err, io.ErrClosedPipe) {
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
	s, err := polyglot.Inspect(context.Background(), bytes.NewReader(write(t, entries)))
	if err != nil || s.Reached < 2000 || s.Reached >= 3000 || s.Positions != 3000 {
		t.Errorf("%+v, %v", s, err)
	}
}

// wander returns the entries of a game without captures in which no position comes
// twice. It ends after so many plies, or if there is no such move.
func wander(t *testing.T, random *rand.Rand, plies int) (entries []polyglot.Entry) {
	p := parse(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
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
		entries = append(entries, entry(p.Hash(), m.Polyglot(), 1, 0))
		p.Make(m)
	}
	return entries
}

// One entry is found in two legal positions, and where its move is illegal that is
// said.
func TestFindInClash(t *testing.T) {
	clash, err := attack.Collide(context.Background(), keyfile.Polyglot(), legal.Chess(), attack.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, b := parse(t, clash.Positions[0].Text), parse(t, clash.Positions[1].Text)
	if a.Hash() != b.Hash() || a.FEN() == b.FEN() {
		t.Fatalf("%s and %s: keys %016x and %016x", a, b, a.Hash(), b.Hash())
	}
	legalInBoth, onlyInA := 0, 0
	for _, m := range a.AppendMoves(nil) {
		book := newBook(t, write(t, []polyglot.Entry{{Key: a.Hash(), Move: m.Polyglot(), Weight: 1}}))
		here, err := book.Find(a)
		if err != nil || len(here.Moves) != 1 || here.Moves[0].Move != m {
			t.Fatalf("%s, %v: %+v, %v", a, m, here, err)
		}
		there, err := book.Find(b)
		switch {
		case err != nil || len(there.Moves)+len(there.Illegal) != 1:
			t.Fatalf("%s, %v: %+v, %v", b, m, there, err)
		case len(there.Illegal) == 1:
			onlyInA++
		default:
			legalInBoth++
		}
	}
	if onlyInA == 0 {
		t.Errorf("all %d moves of %s are legal in %s", legalInBoth, a, b)
	}
}
