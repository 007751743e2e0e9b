package sgf_test

import (
	"archive/tar"
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/sgf"
)

func TestReplay(t *testing.T) {
	g := read(t, "(;SZ[3:2]KM[0.5]AB[aa]AW[bb:cb]PL[W];W[ba];B[];W[tt])")
	p, err := sgf.Replay(g, baduk.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := "XO1/1OO b - 2"; p.String() != want {
		t.Errorf("%v, want %s", p, want)
	}
	if o := p.Options(); o.Komi != 1 {
		t.Errorf("komi of %d half points", o.Komi)
	}
	for _, test := range []struct {
		record, text string
		kind         error
	}{
		{"(;GM[2])", "GM[2]", game.ErrVariant}, {"(;SZ[26])", "SZ[26]", game.ErrVariant},
	} {
		var e *game.RecordError
		_, err := sgf.Replay(read(t, test.record), baduk.Options{})
		if !errors.As(err, &e) || e.Text != test.text || !errors.Is(err, test.kind) {
			t.Errorf("%s: %v; want %q: %v", test.record, err, test.text, test.kind)
		}
	}
}

// TestSetup: setup changes the points that it names and nothing else (FF[4],
// properties AB, AW, AE). A board with chains without liberty may stand between
// nodes, but not before a move or at the end of the record.
func TestSetup(t *testing.T) {
	for _, test := range []struct{ record, want string }{
		{"(;SZ[2:1]AW[ba];AB[aa]AE[ba]PL[B])", "X1 b - 0"}, // Black stands by the stone that goes
		{"(;SZ[3]AB[aa][ba];AW[aa])", "OX1/3/3 b - 0"},
		{"(;SZ[3]AB[aa];AW[aa:ba];AE[aa])", "1O1/3/3 b - 0"},
		{"(;SZ[3]AB[aa]AW[ba][ab]AE[ab])", "XO1/3/3 b - 0 1"}, // ab is to be two things: the last one counts
		{"(;SZ[3]AB[aa][aa:ba])", "XX1/3/3 w - 0"},
		{"(;SZ[2:1]AB[aa];AW[aa]AB[ba])", "2 b - 0 1"}, // nobody has a liberty
		{"(;SZ[2:1]AB[aa];AW[ba];AE[aa])", "1O b - 0"},
		{"(;SZ[2:1]AB[aa];AW[ba];PL[W])", "2 w - 0 1"},
		{"(;SZ[2:1]AB[aa];AW[ba];B[])", "2 w - 1 1"}, // a move needs a board in order
		{"(;SZ[2:1]AB[aa];AW[ba];PL[W]AE[ba];W[ba])", "1O b A1 0"},
		// The example of A. Hollosi, Move vs. Add Stones, red-bean.com/sgf/ff5/m_vs_ax.htm,
		// whose second and third boards have stones without liberty.
		{"(;FF[5]GM[1]SZ[6]AB[bb:ee];AW[bb][ee][dc][cd];AW[cb][bc][be][eb][ed][de];AE[dc][cd])",
			"6/1OOXO1/1OX1X1/1X1XO1/1OXOO1/6 b - 0"},
	} {
		got, remarks := replay(t, test.record, baduk.Options{})
		if len(remarks) > 0 {
			got += fmt.Sprint(" ", len(remarks))
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s: %v", test.record, got, test.want, remarks)
		}
	}
}

// replay returns the last position of a record, and the remarks.
func replay(t testing.TB, record string, o baduk.Options) (string, []*game.RecordError) {
	t.Helper()
	line, err := read(t, record).Start(o)
	if err != nil {
		t.Fatalf("%s: %v", record, err)
	}
	for range line.Moves() {
	}
	return line.Position.String(), line.Remarks
}

// TestSuperko replays cycles that are legal under simple ko. All moves are played under
// every rule; the first that repeats a board gives the first remark.
//
// The triple ko has three kos one above the other; the pinwheel turns a 3×3
// board by a quarter with every two captures; in the last two White sends two
// stones and takes one back, with and without a pass of Black before.
func TestSuperko(t *testing.T) {
	tests := []struct {
		name, record string
		legal        map[baduk.Ko]int // moves before the first illegal one
	}{
		{"triple ko",
			"(;SZ[5:12]" +
				"AB[ba][ab][bc][be][af][cf][bg][bi][aj][bk]" +
				"AW[ca][bb][db][cc][ce][df][cg][ci][bj][dj][ck]PL[W]" +
				";W[ea];B[cb];W[bf];B[cj];W[bb];B[cf];W[bj];B[cb])",
			map[baduk.Ko]int{baduk.SimpleKo: 8, baduk.PositionalSuperko: 6, baduk.SituationalSuperko: 6,
				baduk.NaturalSituationalSuperko: 6}},
		{"pinwheel",
			"(;SZ[3]AB[bb][ac][cc]AW[ba][ab][cb]" +
				";B[aa];W[bc];B[ca];W[ab];B[cc];W[ba];B[ac];W[cb];B[aa])",
			map[baduk.Ko]int{baduk.SimpleKo: 9, baduk.PositionalSuperko: 7, baduk.SituationalSuperko: 7,
				baduk.NaturalSituationalSuperko: 8}},
		{"sending two, returning one",
			"(;SZ[5:3]AB[ab][bb]AW[bc][cb][dc]PL[W];W[ac];B[cc];W[bc])",
			map[baduk.Ko]int{baduk.SimpleKo: 3, baduk.PositionalSuperko: 2, baduk.SituationalSuperko: 3,
				baduk.NaturalSituationalSuperko: 3}},
		{"sending two after a pass",
			"(;SZ[5:3]AB[ab][bb]AW[bc][cb][dc];B[];W[ac];B[cc];W[bc])",
			map[baduk.Ko]int{baduk.SimpleKo: 4, baduk.PositionalSuperko: 3, baduk.SituationalSuperko: 3,
				baduk.NaturalSituationalSuperko: 4}},
	}
	for _, test := range tests {
		for rule, want := range test.legal {
			line, err := read(t, test.record).Start(baduk.Options{Ko: rule})
			if err != nil {
				t.Fatal(err)
			}
			moves, legal := 0, -1
			for c := range line.Moves() {
				if len(line.Remarks) > 0 && legal < 0 {
					legal = moves - 1
				}
				if c != baduk.Empty {
					moves++
				}
			}
			if len(line.Remarks) > 0 && legal < 0 {
				legal = moves - 1
			}
			if legal < 0 {
				legal = moves
			}
			all := test.legal[baduk.SimpleKo]
			if legal != want || moves != all || line.Position.Ply() != all {
				t.Errorf("%s under %v ko: %d moves of %d before a remark, want %d: %v", test.name, rule, legal, moves,
					want, line.Remarks)
			}
		}
	}
}

// TestRealGames replays every game of data/sgf: each fault is listed with its
// reason.
func TestRealGames(t *testing.T) {
	archive := tar.NewReader(bytes.NewReader(oracle.Read(t, "sgf/games-500.tar.zst")))
	games, moves, illegal := 0, 0, 0
	for {
		h, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		r := sgf.NewReader(archive)
		for {
			g, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Errorf("%s: %v", h.Name, err)
				continue
			}
			games++
			for _, n := range g.MainLine() {
				if n.All("B") != nil || n.All("W") != nil {
					moves++
				}
			}
			line, err := g.Start(baduk.Options{})
			if err != nil {
				t.Fatalf("%s: %v", h.Name, err)
			}
			for range line.Moves() {
			}
			for _, e := range line.Remarks {
				if errors.Is(e, game.ErrMove) {
					t.Logf("%s: %v", h.Name, e)
					illegal++
					break
				}
			}
			p := line.Position
			fresh, err := baduk.Parse(p.String(), p.Options())
			if err != nil || fresh.Hash() != p.Hash() {
				t.Errorf("%s: hash %x from the moves, %x from the board: %v", h.Name, p.Hash(), fresh.Hash(), err)
			}
		}
	}
	t.Logf("%d games, %d moves, %d games with an illegal move", games, moves, illegal)
	if games != 518 || illegal > 1 {
		t.Errorf("%d games read, %d of them not legal; the archive has 518, one of which plays on a taken point", games,
			illegal)
	}
}
