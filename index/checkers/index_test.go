package checkersindex_test

import (
	"bytes"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/index"
	checkersindex "github.com/zobrist-go/zobrist/index/checkers"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

func open(tb testing.TB, s index.Store, o checkersindex.Options) *index.Index {
	tb.Helper()
	ix, err := checkersindex.Open(tb.Context(), s, o)
	if err != nil {
		tb.Fatal(err)
	}
	return ix
}

func onDisk(tb testing.TB) index.Store {
	tb.Helper()
	s, err := flat.Open(tb.TempDir(), flat.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { s.Close() })
	return s
}

func add(tb testing.TB, ix *index.Index, o index.ImportOptions, text string) index.Summary {
	tb.Helper()
	sum, err := ix.Import(tb.Context(), o, index.Input{Name: "text", Reader: strings.NewReader(text)})
	if err != nil {
		tb.Fatal(err)
	}
	return sum
}

// A simulated game: a board is 32 letters, a move is a list of squares from 1. It shares no code with package
// checkers and takes moves as they come.
type simulated struct {
	boards []string // with the side to move in front
	moves  []string
	result string
}

// archive returns the games of the archive, whose squares count from 0 along each row from the other end, as PDN and
// as boards.
func archive(tb testing.TB) (records []string, list []simulated) {
	for line := range strings.Lines(string(oracle.Read(tb, "checkers/acf-9377-games.txt.zst"))) {
		text, result, _ := strings.Cut(strings.TrimSpace(line), "\t")
		g := simulated{result: result}
		board := []byte(strings.Repeat("b", 12) + strings.Repeat(".", 8) + strings.Repeat("w", 12))
		var record strings.Builder
		for ply, move := range strings.Fields(text) {
			g.boards = append(g.boards, string("bw"[ply%2])+string(board))
			var squares []string
			at := -1
			for place := range strings.SplitSeq(move, "-") {
				n, err := strconv.Atoi(place)
				if err != nil {
					tb.Fatal(err)
				}
				to := n&^3 + 3 - n&3
				squares = append(squares, strconv.Itoa(to+1))
				if at >= 0 {
					jump(board, at, to)
				}
				at = to
			}
			g.moves = append(g.moves, strings.Join(squares, "-"))
			if ply%2 == 0 {
				fmt.Fprintf(&record, "%d. ", ply/2+1)
			}
			record.WriteString(strings.Join(squares, "-") + " ")
		}
		g.boards = append(g.boards, string("bw"[len(g.moves)%2])+string(board))
		list = append(list, g)
		records = append(records, fmt.Sprintf("[Round \"%d\"]\n[Result %q]\n\n%s%s\n\n", len(list), result, &record, result))
	}
	return records, list
}

// jump moves a piece, removes what it jumps over, and crowns it.
func jump(board []byte, from, to int) {
	row := func(at int) (row, column int) { return at / 4, 2*(at%4) + 1 - at/4%2 }
	r0, c0 := row(from)
	r1, c1 := row(to)
	if r1-r0 == 2 || r0-r1 == 2 {
		r, c := (r0+r1)/2, (c0+c1)/2
		board[4*r+c/2] = '.'
	}
	piece := board[from]
	board[from] = '.'
	if piece == 'b' && r1 == 7 || piece == 'w' && r1 == 0 {
		piece -= 'a' - 'A'
	}
	board[to] = piece
}

// turned returns the image of a board with the side to move: turned, with the colours exchanged.
func turned(board string) string {
	exchange := map[byte]byte{'b': 'w', 'w': 'b', 'B': 'W', 'W': 'B', '.': '.'}
	image := []byte{exchange[board[0]]}
	for i := range 32 {
		image = append(image, exchange[board[32-i]])
	}
	return string(image)
}

// fen returns a board as a FEN.
func fen(board string) string {
	var sides [2][]string
	for i, c := range board[1:] {
		n := strconv.Itoa(i + 1)
		switch c {
		case 'b':
			sides[0] = append(sides[0], n)
		case 'B':
			sides[0] = append(sides[0], "K"+n)
		case 'w':
			sides[1] = append(sides[1], n)
		case 'W':
			sides[1] = append(sides[1], "K"+n)
		}
	}
	return strings.ToUpper(board[:1]) + ":W" + strings.Join(sides[1], ",") + ":B" + strings.Join(sides[0], ",")
}

type score struct{ games, black, white int }

// TestArchive builds all 9,377 games and compares each position's counts with the simulator's, and whole
// answers of one in 500, with the colours kept and exchanged.
func TestArchive(t *testing.T) {
	records, list := archive(t)
	every := 500
	if !oracle.Whole(t, "8,377 of 9,377 games") {
		records, list, every = records[:1000], list[:1000], 50
	}
	for _, exchange := range []bool{false, true} {
		ix := open(t, storetest.Memory(), checkersindex.Options{Exchange: exchange})
		o := index.ImportOptions{BuildOptions: index.BuildOptions{KeepDuplicates: true}}
		if sum := add(t, ix, o, strings.Join(records, "")); sum.Games != int64(len(records)) {
			t.Fatalf("added %d of %d games: %+v", sum.Games, len(records), sum)
		}
		class := func(board string) (string, bool) {
			if image := turned(board); exchange && image < board {
				return image, true
			}
			return board, false
		}
		want := map[string]map[string]score{} // by the class and the board after the move, "" for none
		for _, g := range list {
			seen := map[string]bool{}
			for ply, board := range g.boards {
				key, other := class(board)
				if seen[key] {
					continue
				}
				seen[key] = true
				after := ""
				if ply < len(g.moves) {
					if after = g.boards[ply+1]; other {
						after = turned(after)
					}
				}
				if want[key] == nil {
					want[key] = map[string]score{}
				}
				s := want[key][after]
				s.games++
				if g.result == "1-0" && !other || g.result == "0-1" && other {
					s.black++
				}
				if g.result == "0-1" && !other || g.result == "1-0" && other {
					s.white++
				}
				want[key][after] = s
			}
		}
		m, err := ix.Manifest(t.Context())
		if err != nil || int(m.Records) != len(want) {
			t.Errorf("exchange %v: %d positions, want %d, error %v", exchange, m.Records, len(want), err)
		}
		n, answers := 0, 0
		for board, moves := range want {
			if n++; n%every != 0 {
				continue
			}
			answers++
			p, err := ix.Position(fen(board))
			if err != nil {
				t.Fatal(err)
			}
			a, err := ix.Find(t.Context(), index.Query{}, p)
			if err != nil {
				t.Fatal(err)
			}
			got, rest := map[string]score{}, a.Tally
			for _, m := range a.Moves {
				after := []byte(board[1:])
				squares := checkers.Move(m.Move).AppendSquares(nil)
				for i, s := range squares[1:] {
					jump(after, int(squares[i])-1, int(s)-1)
				}
				s := got[string("wb"[strings.Index("wb", board[:1])^1])+string(after)]
				got[string("wb"[strings.Index("wb", board[:1])^1])+string(after)] = score{s.games + int(m.Games),
					s.black + int(m.First), s.white + int(m.Second)}
				rest.First, rest.Second = rest.First-m.First, rest.Second-m.Second
			}
			if a.Ended > 0 {
				got[""] = score{int(a.Ended), int(rest.First), int(rest.Second)}
			}
			if !maps.Equal(got, moves) || a.Foreign > 0 {
				t.Fatalf("exchange %v: %s: %v, want %v", exchange, fen(board), got, moves)
			}
			if err := ix.VerifyAnswer(t.Context(), index.Positions, p, a); err != nil {
				t.Fatal(err)
			}
		}
		t.Logf("exchange %v: %d games, %d positions, %d answers agree", exchange, len(list), len(want), answers)
	}
}

func TestBallots(t *testing.T) {
	numbers := map[int]string{}
	start, err := checkers.New(checkers.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range start.AppendMoves(nil) {
		start.Make(a)
		for _, b := range start.AppendMoves(nil) {
			start.Make(b)
			for _, c := range start.AppendMoves(nil) {
				start.Make(c)
				if ballot, ok := checkersindex.BallotOf(start); ok {
					numbers[ballot.Number] = ballot.Moves
				}
				start.Unmake()
			}
			start.Unmake()
		}
		start.Unmake()
	}
	if len(numbers) != 156 || numbers[1] != "9-13 21-17 5-9" || numbers[174] != "12-16 24-20 10-15" || numbers[3] != "" {
		t.Errorf("%d ballots; the first is %q and the last %q", len(numbers), numbers[1], numbers[174])
	}
	ix := open(t, onDisk(t), checkersindex.Options{})
	add(t, ix, index.ImportOptions{}, "1. 11-15 23-18 9-14 *\n\n1. 9-14 23-18 14x23 *\n\n1. 9-14 24-19 *\n")
	for number, want := range []string{"122", "046", ""} {
		if g, err := ix.Game(t.Context(), int64(number)); err != nil || g.Opening != want {
			t.Errorf("game %d: %q, want %q, error %v", number, g.Opening, want, err)
		}
	}
}

// TestRecords reads records of all kinds, and writes them with and without their texts.
func TestRecords(t *testing.T) {
	const text = `[Event "Match"]
[Date "1922.10.05"]
[Black "Ann"]
[White "Bob"]
[BlackElo "2100"]
[Result "1-0"]

1. 11-15 23-19 2. 8-11 {good} 22-17 1-0

[GameType "20"]

1. 32-28 *

[Black "Cid"]
[White "Dan"]
[FEN "W:W21,K30:B9"]

1. 30-26 9-14 1/2-1/2

[Black "Eve"]

1. 11-15 23-18 2. 1-2 *
`
	for _, noTexts := range []bool{false, true} {
		for _, exchange := range []bool{false, true} {
			ix := open(t, onDisk(t), checkersindex.Options{Exchange: exchange})
			var broken []string
			sum := add(t, ix, index.ImportOptions{BuildOptions: index.BuildOptions{NoTexts: noTexts},
				Broken: func(_ string, err *game.RecordError) { broken = append(broken, err.Error()) }}, text)
			if s := sum.Sources[0]; sum.Games != 3 || s.Broken != 0 || s.Cut != 1 ||
				s.Skipped["GameType 20 (international)"] != 1 || len(broken) != 1 || !strings.Contains(broken[0], `game 4, line 22, byte`) {
				t.Errorf("%+v %q", sum, broken)
			}
			g, err := ix.Game(t.Context(), 0)
			if err != nil || g.First != "Ann" || g.Second != "Bob" || g.FirstRating != 2100 || g.Date.ISO() != "1922-10-05" ||
				g.Result != game.FirstWins {
				t.Errorf("%+v, %v", g, err)
			}
			var out bytes.Buffer
			if _, err := ix.Export(t.Context(), &out, index.Filter{}); err != nil {
				t.Fatal(err)
			}
			again := open(t, storetest.Memory(), checkersindex.Options{Exchange: exchange})
			if sum := add(t, again, index.ImportOptions{}, out.String()); sum.Games != 3 {
				t.Errorf("%+v\n%s", sum, &out)
			}
			for _, ix := range []*index.Index{ix, again} {
				if _, err := ix.Verify(t.Context(), nil); err != nil {
					t.Error(err)
				}
				if g, err := ix.Game(t.Context(), 2); err != nil || g.First != "Eve" || len(g.Moves) != 2 {
					t.Errorf("the game that is cut short: %+v, %v", g, err)
				}
				p, err := ix.Position("W:W21,K30:B9")
				if err != nil {
					t.Fatal(err)
				}
				a, err := ix.Find(t.Context(), index.Query{}, p)
				if err != nil || a.Games != 1 || len(a.Moves) != 1 || checkers.Move(a.Moves[0].Move).String() != "30-26" ||
					a.Moves[0].Reaches != 1 {
					t.Errorf("%+v, %v", a, err)
				}
			}
		}
	}
}
