package badukindex_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	badukindex "github.com/zobrist-go/zobrist/index/baduk"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// ask returns what an index answers about a position, as "games: move×games …", with "end" for games that end there.
func ask(tb testing.TB, ix *index.Index, v index.View, position string, moves ...string) string {
	tb.Helper()
	p, err := ix.Position(position)
	if err != nil {
		tb.Fatal(err)
	}
	for _, move := range moves {
		color, point, two := strings.Cut(move, " ")
		if !two {
			color, point = "", move
		}
		m, err := p.(*badukindex.Position).ParseMove(color + " " + point)
		if p.Make(m); err != nil {
			tb.Fatal(err)
		}
	}
	a, err := ix.Find(tb.Context(), index.Query{View: v}, p)
	if err != nil {
		tb.Fatal(err)
	}
	var list []string
	for _, m := range a.Moves {
		list = append(list, fmt.Sprintf("%s×%d", p.(*badukindex.Position).MoveString(m.Move), m.Games))
	}
	slices.Sort(list)
	if a.Ended > 0 {
		list = append(list, fmt.Sprintf("end×%d", a.Ended))
	}
	if a.Foreign > 0 {
		list = append(list, fmt.Sprintf("foreign×%d", a.Foreign))
	}
	if err := ix.VerifyAnswer(tb.Context(), v, p, a); err != nil {
		tb.Error(err)
	}
	return fmt.Sprintf("%d: %s", a.Games, strings.Join(list, " "))
}

// TestAnswers asks about records of all kinds. Each is built with its text and without it, and merged, and verified.
func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		name, records, position, moves, want string
	}{
		{"all corners are one, in the order of the board that asks", "(;B[pd])(;B[dd]C[2])(;B[dp]C[3];W[pp])(;B[qp])", "", "",
			"4: Q16×3 R16×1"},
		{"a board turned", "(;B[qd];W[dd])(;B[cp];W[dd]C[2])", "", "C16", "2: D4×1 Q16×1"},
		{"sides of one point", "(;B[jj];W[pd])(;B[jj]C[x];W[dp])", "", "K10", "2: Q16×2"},
		{"passes", "(;B[pd];W[];B[tt])", "", "Q16", "1: pass×1"},
		{"after two passes", "(;B[pd];W[];B[])", "", "Q16|pass|pass", "1: pass×1"},
		{"sizes apart", "(;SZ[9];B[ee])(;B[ee])(;SZ[13];B[ee])(;SZ[9:13];B[ee])", "9", "", "1: E5×1"},
		{"no square", "(;SZ[9:13];B[aa])(;SZ[9:13]C[2];B[im])(;SZ[13:9];B[aa])", "9x13", "", "2: J13×2"},
		{"handicap", "(;HA[2]AB[pd][dp];W[dd])", "(;AB[dd][pp])", "W Q16", "1: end×1"},
		{"handicap without stones", "(;HA[2];W[dd])", "(;AB[dd][pp]PL[W])", "", "1: Q16×1"},
		{"White begins", "(;W[pd])", "", "W D4", "1: end×1"},
		{"Black twice", "(;B[pd];B[dp];W[dd])", "", "B Q16|B D4", "1: Q4×1"},
		{"a setup within the game", "(;B[pd];AB[dd]AW[dp]PL[B];B[pp])", "", "Q16", "1: setup×1"},
		{"after that setup", "(;B[pd];AB[dd]AW[dp]PL[B];B[pp])", "(;AB[pd][dd]AW[dp]PL[B])", "", "1: Q4×1"},
		{"a setup at the end", "(;B[pd];AE[pd])", "", "Q16", "1: setup×1"},
		{"a point that is taken", "(;B[pd];W[pd];B[dd])", "(;AW[pd]PL[B])", "", "1: Q4×1"},
		{"as a continuation", "(;B[pd];W[pd])", "", "Q16", "1: Q16×1"},
		{"suicide", "(;SZ[9]AB[ab][ba]PL[W];W[aa];B[ee])", "(;SZ[9]AB[ab][ba]PL[W])", "", "1: A9×1"},
		{"a ko retaken at once", "(;SZ[9]AB[ba][ab][bc]AW[ca][bb][cc][db]PL[B];B[cb];W[bb];B[ee])",
			"(;SZ[9]AB[ba][ab][bc]AW[ca][bb][cc][db]PL[B])", "C8", "1: B8×1"},
		{"the ko point does not count", "(;SZ[9]AB[ba][ab][bc]AW[ca][bb][cc][db]PL[B];B[cb];W[bb];B[ee])",
			"(;SZ[9]AB[ba][ab][bc][cb]AW[ca][cc][db]PL[W])", "", "1: B8×1"},
		{"an end before a text that is no point", "(;B[pd];W[zz];B[dp])", "", "Q16", "1: end×1"},
		{"not closed", "(;B[pd];W[dp];B[dd", "", "Q16|D4", "1: Q4×1"},
		{"a variation does not count", "(;B[pd](;W[dp])(;W[dd]))", "", "Q16", "1: D4×1"},
	} {
		for _, noTexts := range []bool{false, true} {
			o := index.ImportOptions{BuildOptions: index.BuildOptions{NoTexts: noTexts}}
			ix := open(t, onDisk(t), badukindex.Options{Views: badukindex.CornerView})
			merged := open(t, storetest.Memory(), badukindex.Options{Views: badukindex.Corner9View})
			add(t, ix, o, text(c.records))
			if _, err := merged.Merge(t.Context(), ix, index.MergeOptions{}); err != nil {
				t.Fatalf("%s: %v", c.name, err)
			}
			var written bytes.Buffer
			if _, err := ix.Export(t.Context(), &written, index.Filter{}); err != nil {
				t.Fatal(err)
			}
			again := open(t, storetest.Memory(), badukindex.Options{})
			add(t, again, o, text(written.String()))
			for i, ix := range []*index.Index{ix, merged, again} {
				if _, err := ix.Verify(t.Context(), nil); err != nil {
					t.Errorf("%s: %v", c.name, err)
				}
				if got := ask(t, ix, index.Positions, c.position, strings.FieldsFunc(c.moves, func(c rune) bool {
					return c == '|'
				})...); got != c.want {
					t.Errorf("%s, index %d: %s, want %s\n%s", c.name, i, got, c.want, &written)
				}
			}
		}
	}
}

// TestExchange: White has won a game with the colours of Black, who asks.
func TestExchange(t *testing.T) {
	const games = "(;AW[pd]AB[pp]PL[W]RE[W+3.5];W[dd])(;AB[pd]AW[pp]PL[B]RE[B+R];B[dd])" +
		"(;AB[pd]AW[pp]PL[B]RE[W+R];B[dp])"
	for exchange, want := range map[bool]index.Tally{
		false: {Games: 2, First: 1, Second: 1}, true: {Games: 3, First: 2, Second: 1},
	} {
		ix := open(t, onDisk(t), badukindex.Options{Exchange: exchange})
		add(t, ix, index.ImportOptions{}, text(games))
		p, err := ix.Position("(;AB[dd]AW[pd]PL[B])")
		if err != nil {
			t.Fatal(err)
		}
		a, err := ix.Find(t.Context(), index.Query{}, p)
		if err != nil || a.Tally != want {
			t.Errorf("exchange %v: %+v, %v", exchange, a.Tally, err)
		}
		if _, err := ix.Verify(t.Context(), nil); err != nil {
			t.Error(err)
		}
	}
}

func TestFacts(t *testing.T) {
	ix := open(t, onDisk(t), badukindex.Options{})
	sum := add(t, ix, index.ImportOptions{}, text("(;GM[1]PB[Ann]BR[9段]PW[Bob]WR[5k]DT[2018-08-22,23]EV[Cup]PC[Oslo]"+
		"RO[2]KM[750]HA[2]AB[pd][dp]RU[jp]RE[W+3.5];W[dd])\n(;GM[2];B[aa])\n(;SZ[52];B[aa])x"))
	if s := sum.Sources[0]; sum.Games != 1 || s.Skipped["GM[2]"] != 1 || s.Skipped["SZ[52]"] != 1 {
		t.Errorf("%+v", sum)
	}
	g, err := ix.Game(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	g.Moves, g.Text, g.Start = nil, nil, ""
	want := index.Game{First: "Ann", Second: "Bob", FirstRating: 3900, SecondRating: 2600, Result: game.SecondWins,
		Date: index.Date{Year: 2018, Month: 8, Day: 22}, Event: "Cup", Site: "Oslo", Round: "2",
		Opening: "H02 K7.5 W+3.5 Japanese"}
	if fmt.Sprint(g) != fmt.Sprint(want) {
		t.Errorf("%+v, want %+v", g, want)
	}
	terms := badukindex.ParseTerms(g.Opening)
	if terms != (badukindex.Terms{Handicap: 2, Komi: "7.5", Score: "W+3.5", Rules: "Japanese"}) ||
		terms.String() != g.Opening {
		t.Errorf("%+v", terms)
	}
	for _, code := range []string{"H02", "H01-H05", "H02 K7.5"} {
		n := 0
		for range ix.Select(t.Context(), index.Filter{Openings: []string{code}}, 0) {
			n++
		}
		if n != 1 {
			t.Errorf("%s selects %d games", code, n)
		}
	}
}

// TestAllGames builds all of the 500 games on disk, verifies them, and exports them byte for byte.
func TestAllGames(t *testing.T) {
	records := games(t)
	if !oracle.Whole(t, "400 of 500 games") {
		records = records[:100]
	}
	all := strings.Join(records, "\n \n") + "\n"
	ix := open(t, onDisk(t), badukindex.Options{Views: badukindex.CornerView})
	sum := add(t, ix, index.ImportOptions{BuildOptions: index.BuildOptions{KeepDuplicates: true}}, text(all))
	var out bytes.Buffer
	n, err := ix.Export(t.Context(), &out, index.Filter{})
	if err != nil || n != int64(len(records)) || out.String() != all {
		t.Errorf("exported %d games, %d bytes of %d, error %v", n, out.Len(), len(all), err)
	}
	if _, err := ix.Verify(t.Context(), nil); err != nil {
		t.Error(err)
	}
	if m, err := ix.Manifest(t.Context()); err != nil || sum.Visits != m.Visits {
		t.Errorf("%+v, %v", m, err)
	}
	ranked, err := ix.Rank(t.Context(), index.Ranking{}, nil)
	if err != nil || len(ranked) != 10 || 10*ranked[0].Games < 9*int64(len(records)) {
		t.Errorf("%+v, %v", ranked, err)
	}
	n = 0
	for p, err := range ix.Positions(t.Context(), index.Filter{}, 5) {
		if err != nil {
			t.Fatal(err)
		}
		moves := p.Ended + p.Foreign
		for _, m := range p.Moves {
			moves += m.Games
		}
		if n++; moves != p.Games || p.Foreign > 0 {
			t.Errorf("%+v", p)
		}
	}
	if n < 20 {
		t.Errorf("%d positions of five games", n)
	}
}

func TestPositionText(t *testing.T) {
	ix := open(t, storetest.Memory(), badukindex.Options{})
	empty9 := strings.Repeat("9/", 8) + "9 b"
	for in, want := range map[string]string{
		"9": empty9, "9x9": empty9, "(;SZ[9])": empty9, empty9 + " - 0": empty9, "2:1": "2 b", "X1 w": "X1 w",
		"(;SZ[9];B[aa];W[ii](;B[ai])(;B[ia]))": "X8/9/9/9/9/9/9/9/X7O w",
	} {
		p, err := ix.Position(in)
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		if p.String() != want || p.Set(p.String()) != nil || p.String() != want {
			t.Errorf("%s is %s, want %s", in, p, want)
		}
	}
	for _, bad := range []string{"26", "0", "(;GM[2])", "(;SZ[0];B[aa])", "(;SZ[big];B[aa])", "(;SZ[99])", "hello", "19 w q", "(", "99999999999999999999"} {
		if p, err := ix.Position(bad); err == nil {
			t.Errorf("%s is %s", bad, p)
		}
	}
}
