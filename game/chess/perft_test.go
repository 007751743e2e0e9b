package chess_test

import (
	"bufio"
	"bytes"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
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
		if err := p.Set(e.fen); err != nil {
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

// TestPerftKnown needs no file. The counts are from ORACLES.md and the perft
// files below.
func TestPerftKnown(t *testing.T) {
	for _, c := range []struct {
		fen   string
		depth int
		want  uint64
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4865609},
		{kiwipete, 4, 4085603},
		{"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 5, 674624},
		{"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 5, 3605103},
		{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 4, 326672},
		{"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 4, 667366},
		{"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 4, 273318},
	} {
		p, err := chess.Parse(c.fen, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		before := p.FEN()
		if got := p.Perft(c.depth); got != c.want || p.FEN() != before {
			t.Errorf("%s: perft %d = %d, want %d; the position is %s", c.fen, c.depth, got, c.want, p.FEN())
		}
	}
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
			if oracle.Short() {
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
