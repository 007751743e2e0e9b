package badukindex_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	badukindex "github.com/zobrist-go/zobrist/index/baduk"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// cornerOf returns a corner of a square board, by its number as in image: the corner's own corner comes first.
func cornerOf(symmetry, side, w int, board []byte) []byte {
	to := make([]byte, side*side)
	for at, c := range board {
		if i := image(symmetry, w, at); i%w < side && i/w < side {
			to[i/w*side+i%w] = c
		}
	}
	return to
}

// cornerClass returns one text for a corner and its images in the diagonal and with the colours exchanged, and one
// for these and a stone in it, with a sign of whether the colours are exchanged. at is −1 for none.
func cornerClass(side int, corner []byte, color byte, at int) (position, played string, exchanged bool) {
	type option struct {
		played    string
		exchanged bool
	}
	var positions []string
	var options []option
	for s := range 4 {
		image := slices.Clone(corner)
		to, c := at, color
		if s&1 != 0 {
			for i, stone := range corner {
				image[i%side*side+i/side] = stone
			}
			if at >= 0 {
				to = at%side*side + at/side
			}
		}
		if s&2 != 0 {
			for i, stone := range image {
				if stone != '.' {
					image[i] = 'X' + 'O' - stone
				}
			}
			c = 'X' + 'O' - color
		}
		if at < 0 {
			c = '-'
		}
		positions = append(positions, string(image))
		options = append(options, option{fmt.Sprint(string(image), string(c), 1000+to), s&2 != 0})
	}
	slices.SortFunc(options, func(a, b option) int {
		if a.played != b.played {
			return strings.Compare(a.played, b.played)
		}
		return map[bool]int{true: 1}[a.exchanged] - map[bool]int{true: 1}[b.exchanged]
	})
	return slices.Min(positions), options[0].played, options[0].exchanged
}

// A score is what games of a corner did: their number, and the wins of either side, by the colours of the class.
type score struct{ games, black, white int }

// countCorners counts the positions of all corners, each once a game and corner, and the games that have them.
func countCorners(records []string, side int) (positions, games map[string]int, moves map[string]map[string]score) {
	positions, games, moves = map[string]int{}, map[string]int{}, map[string]map[string]score{}
	for _, record := range records {
		counted := map[string]bool{}
		w, list := simulate(record)
		black, white := strings.Contains(record, "RE[B"), strings.Contains(record, "RE[W")
		for corner := range 4 {
			seen := map[string]bool{}
			for ply, s := range list {
				here := cornerOf(corner, side, w, s.board)
				position, _, _ := cornerClass(side, here, 0, -1)
				if seen[position] {
					continue
				}
				seen[position] = true
				if !counted[position] {
					counted[position] = true
					games[position]++
				}
				_, move, exchanged := cornerClass(side, here, 0, -1)
				for _, next := range list[ply:] {
					if !slices.Equal(cornerOf(corner, side, w, next.board), here) || next.move == -2 {
						break
					}
					if to := image(corner, w, max(0, next.move)); next.move >= 0 && to%w < side && to/w < side {
						_, move, exchanged = cornerClass(side, here, next.turn, to/w*side+to%w)
						break
					}
				}
				positions[position]++
				if moves[position] == nil {
					moves[position] = map[string]score{}
				}
				to := moves[position][move]
				to.games++
				if exchanged && white || !exchanged && black {
					to.black++
				}
				if exchanged && black || !exchanged && white {
					to.white++
				}
				moves[position][move] = to
			}
		}
	}
	return positions, games, moves
}

// TestCorners compares answers about corners with the simulator's: continuations, games and results.
func TestCorners(t *testing.T) {
	records := games(t)
	if !oracle.Whole(t, "488 of 500 games") {
		records = records[:12]
	}
	for view, side := range map[string]int{"corner": 11, "corner9": 9} {
		ix := open(t, storetest.Memory(), badukindex.Options{Views: badukindex.CornerView | badukindex.Corner9View})
		add(t, ix, index.ImportOptions{BuildOptions: index.BuildOptions{KeepDuplicates: true}},
			text(strings.Join(records, "\n")))
		v, err := ix.View(view)
		if err != nil {
			t.Fatal(err)
		}
		positions, distinct, moves := countCorners(records, side)
		rng := rand.New(rand.NewPCG(3, 4))
		answers := 0
		for _, record := range records {
			w, list := simulate(record)
			for ply, s := range list {
				if (ply+len(record))%20 != 0 {
					continue
				}
				corner := rng.IntN(4)
				p, err := ix.Position(boardOf(w, s.board, s.turn))
				if err != nil {
					t.Fatal(err)
				}
				if err := p.(*badukindex.Position).SetCorner([]string{"upper-left", "upper-right", "lower-left",
					"lower-right"}[corner]); err != nil {
					t.Fatal(err)
				}
				a, err := ix.Find(t.Context(), index.Query{View: v}, p)
				if err != nil {
					t.Fatal(err)
				}
				here := cornerOf(corner, side, w, s.board)
				got := map[string]score{}
				put := func(color byte, at int, games, first, second int64) {
					_, key, exchanged := cornerClass(side, here, color, at)
					to := got[key]
					if exchanged {
						first, second = second, first
					}
					got[key] = score{to.games + int(games), to.black + int(first), to.white + int(second)}
				}
				rest := a.Tally
				for _, m := range a.Moves {
					name := p.(*badukindex.Position).MoveString(m.Move)
					to := image(corner, w, pointOf(name[2:], w))
					put(map[byte]byte{'B': 'X', 'W': 'O'}[name[0]], to/w*side+to%w, m.Games, m.First, m.Second)
					rest.First, rest.Second = rest.First-m.First, rest.Second-m.Second
				}
				if a.Ended > 0 {
					put(0, -1, a.Ended, rest.First, rest.Second)
				}
				position, _, _ := cornerClass(side, here, 0, -1)
				if int(a.Games) != positions[position] || !maps.Equal(got, moves[position]) || a.Foreign != 0 {
					t.Fatalf("ply %d, corner %d: %d games, %d by the simulator; %v, want %v\n%s", ply, corner, a.Games,
						positions[position], got, moves[position], boardOf(w, s.board, s.turn))
				}
				answers++
				if err := ix.VerifyAnswer(t.Context(), v, p, a); err != nil {
					t.Fatal(err)
				}
				n, err := ix.Count(t.Context(), index.Query{View: v}, p)
				listed, err2 := ix.List(t.Context(), index.Query{View: v}, p, index.ListOptions{Limit: 10000})
				if answers%16 == 0 {
					comparePages(t, ix, v, p, listed)
				}
				games, err4 := ix.CountGames(t.Context(), index.Query{View: v}, p)
				if err4 != nil || int(games) != distinct[position] {
					t.Fatalf("%d games, %v; %d by the simulator", games, err4, distinct[position])
				}
				months, err3 := ix.History(t.Context(), index.Query{View: v}, p)
				if err != nil || err2 != nil || err3 != nil || n != a.Games || int64(len(listed)) != games {
					t.Fatal(n, len(listed), a.Games, err, err2, err3)
				}
				for _, month := range months {
					n -= month.Games
				}
				if n != 0 {
					t.Errorf("the history has %d games less", n)
				}
			}
		}
		t.Logf("%s: %d answers agree", view, answers)
	}
}

// comparePages compares pages of the games of a position with the whole list.
func comparePages(t *testing.T, ix *index.Index, v index.View, p index.Position, all []index.FoundGame) {
	t.Helper()
	of := func(move uint32) []index.FoundGame { // a game of all may have several moves, and has one of them there
		list, err := ix.List(t.Context(), index.Query{View: v}, p, index.ListOptions{Limit: 10000, Move: move})
		numbers := map[int64]bool{}
		for _, g := range list {
			if numbers[g.Number] || move != 0 && g.Move != move {
				t.Fatalf("game %d is listed twice, or with %d, not %d", g.Number, g.Move, move)
			}
			numbers[g.Number] = true
		}
		for _, g := range all {
			if (move == 0 || g.Move == move) && !numbers[g.Number] {
				t.Fatalf("game %d is not listed with %d: %v", g.Number, move, err)
			}
		}
		return list
	}
	moves := []uint32{0}
	if len(all) > 0 {
		moves = append(moves, all[len(all)/2].Move)
	}
	for _, move := range moves {
		want := of(move)
		for _, skip := range []int{0, 1, 3, len(want)} {
			o := index.ListOptions{Skip: skip, Limit: 3, Move: move}
			got, err := ix.List(t.Context(), index.Query{View: v}, p, o)
			if page := want[min(skip, len(want)):min(skip+3, len(want))]; err != nil || len(got) != len(page) ||
				len(page) > 0 && !reflect.DeepEqual(got, page) {
				t.Fatalf("%+v: %+v, not %+v, error %v", o, got, page, err)
			}
		}
	}
	if _, err := ix.List(t.Context(), index.Query{View: v}, p,
		index.ListOptions{Skip: index.MaxList, Limit: index.MaxList}); err != nil {
		t.Fatal(err)
	}
}

// TestFourStars: a game with a stone in each corner has one position of a corner four times.
func TestFourStars(t *testing.T) {
	ix := open(t, onDisk(t), badukindex.Options{Views: badukindex.CornerView})
	add(t, ix, index.ImportOptions{}, text("(;SZ[19]PB[Ann]PW[Bob]RE[B+R];B[pd];W[dp];B[pp];W[dd];B[cf];W[fc])"))
	p, err := ix.Position("")
	if err != nil {
		t.Fatal(err)
	}
	own := p.(*badukindex.Position)
	m, err := own.ParseMove("Q16")
	if err != nil {
		t.Fatal(err)
	}
	own.Make(m)
	a, err := ix.Find(t.Context(), index.Query{View: 1}, p)
	if err != nil {
		t.Fatal(err)
	}
	// Four corners have had one stone. Black's approach of White's stone is White's of Black's here.
	if a.Games != 4 || a.Ended != 3 || len(a.Moves) != 1 || own.MoveString(a.Moves[0].Move) != "W O17" &&
		own.MoveString(a.Moves[0].Move) != "W R14" {
		t.Errorf("%+v", a)
		for _, m := range a.Moves {
			t.Log(own.MoveString(m.Move))
		}
	}
	names := []string{own.MoveString(a.Moves[0].Move)}
	for _, other := range own.Symmetric(1, a.Moves[0].Move) {
		names = append(names, own.MoveString(other))
	}
	if first := strings.Join(names, ", "); first != "W O17, W R14" && first != "W R14, W O17" {
		t.Errorf("equal by symmetry: %s", first)
	}
	if m := a.Moves[0]; m.Games != 1 || m.Second != 1 || m.First != 0 || m.Reaches != 1 {
		t.Errorf("%+v: White has made the approach here, and Black, who won, in the game", m)
	}
	list, err := ix.List(t.Context(), index.Query{View: 1}, p, index.ListOptions{Move: a.Moves[0].Move})
	if err != nil || len(list) != 1 || list[0].Result != game.FirstWins || list[0].Move != a.Moves[0].Move {
		t.Errorf("%+v, %v", list, err)
	}
	list, err = ix.List(t.Context(), index.Query{View: 1}, p, index.ListOptions{})
	if err != nil || len(list) != 1 || list[0].Move != a.Moves[0].Move {
		t.Errorf("the game is not listed once, as the corner that went on: %+v, %v", list, err)
	}
	corners, err := ix.Count(t.Context(), index.Query{View: 1}, p)
	games, err2 := ix.CountGames(t.Context(), index.Query{View: 1}, p)
	if corners != 4 || games != 1 || err != nil || err2 != nil {
		t.Errorf("%d corners of %d games, %v, %v", corners, games, err, err2)
	}
	if _, err := ix.Rank(t.Context(), index.Ranking{Query: index.Query{View: 1}}, nil); err == nil {
		t.Error("corners were ranked")
	}
}

// TestCaptureFromOutside: a stone outside a corner takes one inside, and play in the corner goes on. The next stone
// there follows the position before the capture too, which has not ended.
func TestCaptureFromOutside(t *testing.T) {
	const record = "(;GM[1]FF[4]SZ[19]RE[B+R];B[id];W[ie];B[if];W[qp];B[he];W[pd];B[je];W[dp];B[cc];W[qc])"
	ix := open(t, onDisk(t), badukindex.Options{Views: badukindex.Corner9View})
	add(t, ix, index.ImportOptions{}, text(record))
	for _, moves := range []string{"J16 J15 J14 Q3 H15", "J16 J15 J14 Q3 H15 Q16 K15"} {
		p, err := ix.Position("")
		if err != nil {
			t.Fatal(err)
		}
		own := p.(*badukindex.Position)
		for move := range strings.FieldsSeq(moves) {
			m, err := own.ParseMove(move)
			if err != nil {
				t.Fatal(err)
			}
			own.Make(m)
		}
		if err := own.SetCorner("upper-left"); err != nil {
			t.Fatal(err)
		}
		if err := own.SetCorner("upper left"); err == nil {
			t.Error("there is no corner with that name")
		}
		a, err := ix.Find(t.Context(), index.Query{View: 1}, p)
		if err != nil {
			t.Fatal(err)
		}
		if a.Games != 1 || a.Ended != 0 || len(a.Moves) != 1 || own.MoveString(a.Moves[0].Move) != "B C17" {
			t.Errorf("after %s: %+v, want the next stone at C17", moves, a)
		}
		if err := ix.VerifyAnswer(t.Context(), 1, p, a); err != nil {
			t.Error(err)
		}
	}
	if _, err := ix.Verify(t.Context(), nil); err != nil {
		t.Error(err)
	}
}

// TestNoSuchView: a bit that is no view is an error, and views have the names that manifests have.
func TestNoSuchView(t *testing.T) {
	_, err := badukindex.Open(t.Context(), storetest.Memory(), badukindex.Options{Views: 4})
	if !errors.Is(err, game.ErrOptions) {
		t.Errorf("error %v", err)
	}
	both := badukindex.CornerView | badukindex.Corner9View
	if ix := open(t, storetest.Memory(), badukindex.Options{Views: both}); !slices.Equal(ix.Config().Views,
		[]string{badukindex.CornerView.String(), badukindex.Corner9View.String()}) || both.String() != "corner|corner9" {
		t.Errorf("views %q, %v", ix.Config().Views, both)
	}
}
