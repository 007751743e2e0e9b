package badukindex_test

import (
	"archive/tar"
	"bytes"
	"io"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	badukindex "github.com/zobrist-go/zobrist/index/baduk"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// This is a simulator of Go that shares no code with package baduk: a board is a string of rows
// from the top, and captures are found by filling.

type sim struct {
	width, height int
	board         []byte // '.', 'X', 'O'
}

func (s *sim) play(color byte, at int) {
	s.board[at] = color
	for _, n := range s.beside(at) {
		if s.board[n] == 'X'+'O'-color {
			s.remove(n)
		}
	}
	s.remove(at)
}

func (s *sim) beside(at int) (list []int) {
	x, y := at%s.width, at/s.width
	for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
		if i, j := x+d[0], y+d[1]; i >= 0 && i < s.width && j >= 0 && j < s.height {
			list = append(list, j*s.width+i)
		}
	}
	return list
}

// remove removes the chain at a point if it has no liberty.
func (s *sim) remove(at int) {
	chain, color := map[int]bool{at: true}, s.board[at]
	for todo := []int{at}; len(todo) > 0; {
		next := todo[0]
		todo = todo[1:]
		for _, n := range s.beside(next) {
			switch {
			case s.board[n] == '.':
				return
			case s.board[n] == color && !chain[n]:
				chain[n] = true
				todo = append(todo, n)
			}
		}
	}
	for i := range chain {
		s.board[i] = '.'
	}
}

// image returns where a point of a square board of w columns goes by one of 8 symmetries.
func image(symmetry, w, at int) int {
	x, y := at%w, at/w
	if symmetry&1 != 0 {
		x = w - 1 - x
	}
	if symmetry&2 != 0 {
		y = w - 1 - y
	}
	if symmetry&4 != 0 {
		x, y = y, x
	}
	return y*w + x
}

func turned(symmetry, w int, board []byte) []byte {
	to := make([]byte, len(board))
	for at, c := range board {
		to[image(symmetry, w, at)] = c
	}
	return to
}

// class returns one text for all images of a board with the side to move, and one for all images
// of the board and a move on it; the move is −1 for a pass and −2 for none.
func class(w int, board []byte, turn byte, move int) (position, played string) {
	var boards, moves []string
	for s := range 8 {
		b := string(turn) + string(turned(s, w, board))
		to := move
		if move >= 0 {
			to = image(s, w, move)
		}
		boards, moves = append(boards, b), append(moves, b+strconv.Itoa(1000+to))
	}
	return slices.Min(boards), slices.Min(moves)
}

// A simulated position, with the move that follows it.
type simulated struct {
	board []byte
	turn  byte
	move  int
}

var (
	moveText  = regexp.MustCompile(`[^A-Z]([BW])\[([a-s]{2}|tt|)\]`)
	setupText = regexp.MustCompile(`A([BW])((?:\s*\[[a-s]{2}\])+)`)
	sizeText  = regexp.MustCompile(`SZ\[(\d+)\]`)
)

// mainLine returns a record up to the end of its first variations.
func mainLine(record string) string {
	inside := false
	for i, c := range record {
		switch {
		case c == '[':
			inside = true
		case c == ']':
			inside = false
		case c == ')' && !inside:
			return record[:i]
		}
	}
	return record
}

// simulate plays the main line of a record of a square board without setups in the game.
func simulate(record string) (w int, list []simulated) {
	record, w = mainLine(record), 19
	if m := sizeText.FindStringSubmatch(record); m != nil {
		w, _ = strconv.Atoi(m[1])
	}
	s := &sim{w, w, bytes.Repeat([]byte("."), w*w)}
	point := func(text string) int {
		if text == "" || text == "tt" && w < 20 {
			return -1
		}
		return int(text[1]-'a')*w + int(text[0]-'a')
	}
	moves := moveText.FindAllStringSubmatch(record, -1)
	for _, m := range setupText.FindAllStringSubmatch(record, -1) {
		for _, p := range strings.FieldsFunc(m[2], func(c rune) bool { return c < 'a' }) {
			s.board[point(p)] = map[string]byte{"B": 'X', "W": 'O'}[m[1]]
		}
	}
	turn := byte('X')
	if bytes.ContainsAny(s.board, "X") {
		turn = 'O'
	}
	for _, m := range moves {
		turn = map[string]byte{"B": 'X', "W": 'O'}[m[1]]
		at := point(m[2])
		list = append(list, simulated{bytes.Clone(s.board), turn, at})
		if at >= 0 {
			s.play(turn, at)
		}
		turn = 'X' + 'O' - turn
	}
	return w, append(list, simulated{s.board, turn, -2})
}

// games returns the records of the 500 games.
func games(tb testing.TB) (list []string) {
	archive := tar.NewReader(bytes.NewReader(oracle.Read(tb, "sgf/games-500.tar.zst")))
	for {
		h, err := archive.Next()
		if err == io.EOF {
			return list
		}
		if err != nil {
			tb.Fatal(err)
		}
		if text, err := io.ReadAll(archive); strings.HasSuffix(h.Name, ".sgf") {
			if err != nil {
				tb.Fatal(err)
			}
			list = append(list, string(text))
		}
	}
}

// tally counts what the simulator finds: games of each position, and of each move in it.
type counts struct {
	positions map[string]int
	moves     map[string]map[string]int // by position
}

func count(records []string) counts {
	c := counts{map[string]int{}, map[string]map[string]int{}}
	for _, record := range records {
		w, list := simulate(record)
		seen := map[string]bool{}
		for _, s := range list {
			position, move := class(w, s.board, s.turn, s.move)
			if seen[position] {
				continue
			}
			seen[position] = true
			c.positions[position]++
			if c.moves[position] == nil {
				c.moves[position] = map[string]int{}
			}
			c.moves[position][move]++
		}
	}
	return c
}

// text returns a board as the index reads it.
func boardOf(w int, board []byte, turn byte) string {
	var rows []string
	for row := range slices.Chunk(board, w) {
		rows = append(rows, string(row))
	}
	return strings.Join(rows, "/") + map[byte]string{'X': " b", 'O': " w"}[turn]
}

// TestSimulator compares the counts of every position of the 500 games with the simulator's, and
// whole answers for some of them, on boards turned at random.
func TestSimulator(t *testing.T) {
	records := games(t)
	if !oracle.Whole(t, "460 of 500 games") {
		records = records[:40]
	}
	ix := open(t, storetest.Memory(), badukindex.Options{})
	o := index.ImportOptions{BuildOptions: index.BuildOptions{KeepDuplicates: true}}
	sum := add(t, ix, o, text(strings.Join(records, "\n")))
	if sum.Games != int64(len(records)) {
		t.Fatalf("added %d of %d games", sum.Games, len(records))
	}
	want := count(records)
	rng := rand.New(rand.NewPCG(1, 2))
	compared, answers := 0, 0
	for _, record := range records {
		w, list := simulate(record)
		p, err := ix.Position(strconv.Itoa(w))
		if err != nil {
			t.Fatal(err)
		}
		var positions []index.Position
		for ply, s := range list {
			symmetry := rng.IntN(8)
			board := turned(symmetry, w, s.board)
			if err := p.Set(boardOf(w, board, s.turn)); err != nil {
				t.Fatal(err)
			}
			positions = append(positions, p.Clone())
			if ply >= 12 && (ply+len(record))%50 != 0 {
				continue
			}
			answers++
			a, err := ix.Find(t.Context(), index.Query{}, p)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]int{}
			for _, m := range a.Moves {
				at := -1
				if name := p.(*badukindex.Position).MoveString(m.Move); name != "pass" {
					at = pointOf(name, w)
				}
				_, key := class(w, board, s.turn, at)
				got[key] += int(m.Games)
			}
			position, end := class(w, board, s.turn, -2)
			if a.Ended > 0 {
				got[end] = int(a.Ended)
			}
			if int(a.Games) != want.positions[position] || !maps.Equal(got, want.moves[position]) || a.Foreign != 0 {
				t.Fatalf("ply %d: %d games, %d by the simulator; %v, want %v\n%s", ply, a.Games,
					want.positions[position], got, want.moves[position], boardOf(w, board, s.turn))
			}
			if err := ix.VerifyAnswer(t.Context(), index.Positions, p, a); err != nil {
				t.Fatal(err)
			}
		}
		found, err := ix.CountEach(t.Context(), index.Query{}, slices.Values(positions))
		if err != nil {
			t.Fatal(err)
		}
		for ply, s := range list {
			position, _ := class(w, s.board, s.turn, s.move)
			if compared++; int(found[ply]) != want.positions[position] {
				t.Errorf("ply %d: %d games, %d by the simulator", ply, found[ply], want.positions[position])
			}
		}
	}
	if m, err := ix.Manifest(t.Context()); err != nil || int(m.Records) != len(want.positions) {
		t.Errorf("%d positions, %d by the simulator, error %v", m.Records, len(want.positions), err)
	}
	t.Logf("%d positions and %d answers agree", compared, answers)
}

// pointOf returns the place of a point such as Q16.
func pointOf(name string, w int) int {
	column := strings.IndexByte("ABCDEFGHJKLMNOPQRSTUVWXYZ", name[0])
	row, _ := strconv.Atoi(name[1:])
	return (w-row)*w + column
}
