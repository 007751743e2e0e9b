package chess_test

import (
	"bufio"
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/oracle"
)

// epd is a line of a perft file: a position and its counts by depth, 0 for
// those that it does not give.
type epd struct {
	fen    string
	counts [16]uint64
}

func readEPD(t *testing.T, name string) (list []epd) {
	t.Helper()
	lines := bufio.NewScanner(bytes.NewReader(oracle.Read(t, name)))
	for lines.Scan() {
		fields := strings.Split(lines.Text(), ";D")
		e := epd{fen: strings.TrimSpace(fields[0])}
		for _, f := range fields[1:] {
			depth, count, _ := strings.Cut(strings.TrimSpace(f), " ")
			d, err := strconv.ParseUint(depth, 10, 4)
			if err != nil {
				t.Fatalf("%s: bad line %q", name, lines.Text())
			}
			if e.counts[d], err = strconv.ParseUint(strings.TrimSpace(count), 10, 64); err != nil {
				t.Fatalf("%s: bad line %q", name, lines.Text())
			}
		}
		list = append(list, e)
	}
	return list
}

// The files are Andrew Grant's, from Ethereal's repository.
func testPerft(t *testing.T, file string, depth int) (leaves uint64) {
	t.Helper()
	p, err := chess.New(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range readEPD(t, file) {
		if err := p.SetFEN(e.fen); err != nil {
			t.Fatal(err)
		}
		for d := 1; d <= depth; d++ {
			if e.counts[d] == 0 {
				continue
			}
			got := p.Perft(d)
			if got != e.counts[d] {
				t.Errorf("%s: perft %d = %d, want %d", e.fen, d, got, e.counts[d])
			}
			if d == depth {
				leaves += got
			}
		}
	}
	return leaves
}

// The totals are the sums of the files' own columns: they catch a line that
// was not read.
func TestPerft(t *testing.T) {
	for _, c := range []struct {
		file   string
		depth  int
		leaves uint64
		short  int
		long   int
	}{
		{"perft/standard.epd", 5, 394_753_266, 3, 6},
		{"perft/fischer-first-480.epd", 4, 283_338_177, 2, 5},
	} {
		t.Run(c.file, func(t *testing.T) {
			if testing.Short() {
				testPerft(t, c.file, c.short)
				return
			}
			if got := testPerft(t, c.file, c.depth); got != c.leaves {
				t.Errorf("%d leaves at depth %d, want %d", got, c.depth, c.leaves)
			}
		})
		t.Run("long "+c.file, func(t *testing.T) {
			oracle.Long(t, "perft one ply deeper, half a minute")
			testPerft(t, c.file, c.long)
		})
	}
}

// The counts are the table of ORACLES.md and Stockfish's.
func TestPerftDeep(t *testing.T) {
	oracle.Long(t, "perft 7 from the start, ten seconds")
	p, err := chess.New(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := p.Perft(7); got != 3195901860 {
		t.Errorf("perft 7 = %d, want 3195901860", got)
	}
}
