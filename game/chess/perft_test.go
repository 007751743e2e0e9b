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
func testPerft(t *testing.T, file string, depth int, total uint64) {
	p, err := chess.New(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sum := uint64(0)
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
				sum += got
			}
		}
	}
	if total != 0 && sum != total {
		t.Errorf("%s: %d leaves at depth %d, want %d", file, sum, depth, total)
	}
}

func TestPerftStandard(t *testing.T) {
	depth := 5
	if testing.Short() {
		depth = 3
	}
	testPerft(t, "perft/standard.epd", depth, 0)
}

func TestPerftChess960(t *testing.T) {
	depth := 4
	if testing.Short() {
		depth = 2
	}
	testPerft(t, "perft/fischer-first-480.epd", depth, 0)
}
