package chessindex_test

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
	"github.com/zobrist-go/zobrist/keyfile"
	"github.com/zobrist-go/zobrist/pgn"
)

func TestCounting(t *testing.T) {
	ix := open(t, storetest.Memory(), chessindex.Options{})
	if sum := add(t, ix, index.ImportOptions{}, text(five)); sum.Games != 5 || sum.Sources[0].Broken != 0 {
		t.Fatalf("summary %+v", sum)
	}
	p, err := ix.Position("")
	if err != nil {
		t.Fatal(err)
	}
	after(t, p, "g1f3", "g8f6")
	a, err := ix.Find(t.Context(), index.Query{}, p)
	if err != nil {
		t.Fatal(err)
	}
	word := func(uci string) uint32 {
		m, err := chessindex.Board(p).ParseUCI(uci)
		if err != nil {
			t.Fatal(err)
		}
		return uint32(m)
	}
	want := index.Answer{
		// The games of A, C and G, rated 2000, 2200 and 2401.
		Tally: index.Tally{Games: 3, First: 1, Second: 1, Ratings: 6601, Rated: 3, LastYear: 2010,
			FirstRatings: 2000, FirstRated: 1},
		Ended: 1, EndedSample: 3, Sample: a.Sample, // G ends
		Moves: []index.MoveTally{
			// After 2.d4 there are A and C, and nobody else.
			{Move: word("d2d4"), Sample: 1, Reaches: 2,
				Tally: index.Tally{Games: 1, Second: 1, Ratings: 2401, Rated: 1, LastYear: 2010}},
			{Move: word("f3g1"), Sample: 0, Reaches: 1,
				Tally: index.Tally{Games: 1, First: 1, Ratings: 4200, Rated: 2, LastYear: 1999,
					FirstRatings: 2000, FirstRated: 1}},
		},
	}
	if !reflect.DeepEqual(a, want) {
		t.Errorf("after 1.Nf3 Nf6:\n got %+v\nwant %+v", a, want)
	}

	start := find(t, ix, "")
	if start.Games != 5 || start.Ended != 0 || len(start.Moves) != 2 ||
		uci(start.Moves[0]) != "g1f3" || start.Moves[0].Games != 3 || start.Moves[1].Games != 2 {
		t.Errorf("start: %+v", start)
	}
	// 1.d4 Nf6 2.Nf3 was never played, and reaches the position of A and C.
	d4 := find(t, ix, "rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2")
	if d4.Games != 1 || d4.Ended != 1 || len(d4.Moves) != 0 ||
		len(d4.Transpositions) != 1 || uci(d4.Transpositions[0]) != "g1f3" || d4.Transpositions[0].Reaches != 2 {
		t.Errorf("after 1.d4 Nf6: %+v", d4)
	}
	if empty := find(t, ix, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"); !reflect.DeepEqual(empty, index.Answer{}) {
		t.Errorf("a position of no game: %+v", empty)
	}
}

func TestListAndGame(t *testing.T) {
	ix := open(t, onDisk(t, t.TempDir()), chessindex.Options{})
	add(t, ix, index.ImportOptions{}, text(five))
	p, err := ix.Position("")
	if err != nil {
		t.Fatal(err)
	}
	for recent, want := range map[bool]string{
		false: "C Nf3 2010.??.?? A Nf3 1999.01.02 I d4 1850.??.?? G Nf3 2001.02.30 E d4 ????.??.??",
		true:  "C Nf3 2010.??.?? G Nf3 2001.02.30 A Nf3 1999.01.02 I d4 1850.??.?? E d4 ????.??.??",
	} {
		var got []string
		for skip := range 5 {
			page, err := ix.List(t.Context(), index.Query{}, p, index.ListOptions{Recent: recent, Limit: 1, Skip: skip})
			if err != nil || len(page) != 1 {
				t.Fatalf("page of %d games, error %v", len(page), err)
			}
			got = append(got, page[0].First, chessindex.Board(p).SAN(chess.Move(page[0].Move)), page[0].Date.String())
		}
		if s := strings.Join(got, " "); s != want {
			t.Errorf("recent %v:\n got %s\nwant %s", recent, s, want)
		}
	}
	g, err := record(t, ix, 0)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := pgn.NewWriter(&out).Write(g); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`[White "A"]`, `[WhiteElo "2000"]`, "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. d4 1-0"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("no %s in\n%s", part, &out)
		}
	}
	if _, err := ix.Game(t.Context(), 5); !errors.Is(err, index.ErrNotFound) {
		t.Errorf("a sixth game: %v, want ErrNotFound", err)
	}
}

// TestJSON compares the JSON of a game and of an answer with what the command has
// always printed.
func TestJSON(t *testing.T) {
	ix := open(t, storetest.Memory(), chessindex.Options{})
	game := `[White "A & B"][Black "<C>"][Result "1-0"][WhiteElo "2000"]` + "\n\n1. d4 1-0\n"
	add(t, ix, index.ImportOptions{}, text(game))
	p, err := ix.Position("")
	if err != nil {
		t.Fatal(err)
	}
	a, err := ix.Find(t.Context(), index.Query{}, p)
	if err != nil {
		t.Fatal(err)
	}
	list, err := ix.List(t.Context(), index.Query{}, p, index.ListOptions{})
	if err != nil || len(list) != 1 {
		t.Fatalf("%d games, error %v", len(list), err)
	}
	answer := games.NewAnswer(games.Chess, p, index.Positions, games.OpeningLine{}, a)
	if err := answer.AddGames(t.Context(), games.Chess, ix, a.Moves); err != nil {
		t.Fatal(err)
	}
	const d4 = `"winner":"white","white":{"name":"A & B","rating":2000},"black":{"name":"<C>","rating":0},"year":0`
	for _, c := range []struct {
		got  any
		want string
	}{
		{answer, `{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","opening":null,` +
			`"games":1,"white":1,"draws":0,"black":0,"averageRating":2000,"lastYear":0,"ended":0,` +
			`"moves":[{"uci":"d2d4","san":"d4","games":1,"white":1,"draws":0,"black":0,"averageRating":2000,"lastYear":0,` +
			`"performance":0,"reaches":1,"opening":{"eco":"A40","name":"Queen's Pawn Game"},"game":{"id":"0",` + d4 + `}}]}`},
		{games.NewListed(ix, games.Chess, p, index.Positions, list[0]),
			`{"uci":"d2d4","san":"d4","id":"0",` + d4 + `,"result":"1-0","eco":"A40","plies":1,"ply":0}`},
	} {
		if got, err := jsontext.Marshal(c.got); err != nil || string(got) != c.want {
			t.Errorf("error %v\ngot  %s\nwant %s", err, got, c.want)
		}
	}
}

func TestKeys(t *testing.T) {
	s := storetest.Memory()
	o := chessindex.Options{Set: keyfile.Polyglot(), EnPassant: chess.PseudoLegalEnPassant}
	ix := open(t, s, o)
	add(t, ix, index.ImportOptions{}, text(five))
	for name, c := range map[string]struct {
		other chessindex.Options
		want  error
	}{
		"default keys": {chessindex.Options{EnPassant: chess.PseudoLegalEnPassant}, index.ErrKeys},
		"default rule": {chessindex.Options{Set: keyfile.Polyglot()}, index.ErrConfig},
		"a view":       {chessindex.Options{Set: o.Set, EnPassant: o.EnPassant, Views: chess.PawnView}, index.ErrConfig},
	} {
		if _, err := chessindex.Open(t.Context(), s, c.other); !errors.Is(err, c.want) {
			t.Errorf("open with %s: %v, want %v", name, err, c.want)
		}
	}
	if _, err := chessindex.Open(t.Context(), s, chessindex.Options{EnPassant: 3}); err == nil {
		t.Error("opened with an unknown en-passant rule")
	}
	m, err := index.ReadManifest(t.Context(), s)
	if err != nil || m.KeysName != "polyglot" || m.Game != "chess" {
		t.Errorf("manifest %+v, error %v", m, err)
	}
	if want := chessindex.Rules()[chess.PseudoLegalEnPassant]; m.Rules != want {
		t.Errorf("rules %q, want %q", m.Rules, want)
	}
	// The low word of the key is Polyglot's; see ORACLES.md.
	found := false
	for p, err := range storetest.Now(s).Each(t.Context(), index.Positions) {
		if err != nil {
			t.Fatal(err)
		}
		found = found || p.Key.Lo == 0x463b96181691fc9c
	}
	if !found {
		t.Error("no key of the start position has Polyglot's hash")
	}
}
