package chessindex_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess/eco"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// TestSpeed reads time controls and lichess's events. The classes are those that
// lichess gives to its own games: TestLichessSpeeds compares them.
func TestSpeed(t *testing.T) {
	for _, c := range []struct {
		control, event string
		speed          index.Speed
		mode           index.Mode
	}{
		{"", "", index.UnknownSpeed, index.UnknownMode},
		{"?", "Hoogovens", index.UnknownSpeed, index.UnknownMode},
		{"15+0", "Rated UltraBullet game", index.UltraBullet, index.Rated},
		{"0+1", "", index.Bullet, index.UnknownMode},
		{"60", "Casual bullet game", index.Bullet, index.Casual},
		{"120+1", "", index.Bullet, index.UnknownMode},
		{"180+0", "rated blitz game", index.Blitz, index.Rated},
		{"300+3", "Rated Blitz tournament https://lichess.org/tournament/x", index.Blitz, index.Rated},
		{"300+5", "", index.Rapid, index.UnknownMode},
		{"600+0", "Rated rapid swiss https://lichess.org/swiss/x", index.Rapid, index.Rated},
		{"900+15", "Casual Classical simul", index.Classical, index.Casual},
		{"1500", "", index.Classical, index.UnknownMode},
		{"40/7200:3600", "", index.Classical, index.UnknownMode},
		{"40/5400+30:1800+30", "", index.Classical, index.UnknownMode},
		{"*180", "", index.Blitz, index.UnknownMode},
		{"60+60000000", "", index.Classical, index.UnknownMode}, // more than 2^31 seconds
		{"-", "Rated Correspondence game", index.Correspondence, index.Rated},
		{"1/86400", "", index.Correspondence, index.UnknownMode},
		{"", "Rated Rapid game", index.Rapid, index.Rated},
		{"", "Rated game", index.UnknownSpeed, index.Rated},
		{"", "Rated Open of Graz", index.UnknownSpeed, index.UnknownMode},
		{"", "Rated", index.UnknownSpeed, index.UnknownMode},
		{"12+", "", index.UnknownSpeed, index.UnknownMode},
		{"40/", "", index.UnknownSpeed, index.UnknownMode},
		{"99999999999999999999", "", index.UnknownSpeed, index.UnknownMode},
		{"five minutes", "", index.UnknownSpeed, index.UnknownMode},
	} {
		ix := open(t, storetest.Memory(), chessindex.Options{})
		pgn := fmt.Sprintf("[Event %q]\n[TimeControl %q]\n\n1. e4 *\n", c.event, c.control)
		add(t, ix, index.ImportOptions{}, text(pgn))
		g, err := ix.Game(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if g.Speed != c.speed || g.Mode != c.mode {
			t.Errorf("control %q, event %q: %q, %q; want %q, %q", c.control, c.event, g.Speed, g.Mode, c.speed, c.mode)
		}
	}
}

// TestLichessSpeeds compares the class of each game's time control with the one that
// lichess wrote into the event.
func TestLichessSpeeds(t *testing.T) {
	ix := open(t, storetest.Memory(), chessindex.Options{})
	add(t, ix, index.ImportOptions{}, index.Input{Name: oracle.Data(t, "pgn/lichess-989.pgn.zst")})
	compared := 0
	for n, err := range ix.Select(t.Context(), index.Filter{}, 0) {
		if err != nil {
			t.Fatal(err)
		}
		g, err := ix.Game(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		for s := index.UltraBullet; s <= index.Correspondence; s++ {
			event := strings.ToLower(g.Event)
			if class := strings.ToLower(s.String()) + " "; strings.Contains(event, "rated "+class) ||
				strings.Contains(event, "casual "+class) {
				compared++
				if g.Speed != s {
					t.Errorf("game %d, %s, is %s", n, g.Event, g.Speed)
				}
			}
		}
	}
	if compared < 100 {
		t.Errorf("only %d games name their speed", compared)
	}
	t.Logf("%d games compared", compared)
}

// TestOpenings compares the codes that games without a tag get with eco.Find, and with the tags that lichess wrote in
// 2018, when it had another table.
func TestOpenings(t *testing.T) {
	games := oracle.Read(t, "pgn/lichess-989.pgn.zst")
	tagged, bare := open(t, storetest.Memory(), chessindex.Options{}), open(t, storetest.Memory(), chessindex.Options{})
	add(t, tagged, index.ImportOptions{}, text(string(games)))
	without := regexp.MustCompile(`(?m)^\[ECO .*\n`).ReplaceAll(games, nil)
	add(t, bare, index.ImportOptions{MaxPly: 1}, text(string(without)))
	compared, same := 0, 0
	for n, err := range bare.Select(t.Context(), index.Filter{}, 0) {
		if err != nil {
			t.Fatal(err)
		}
		theirs, err := tagged.Game(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		g, err := bare.Game(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		p, err := bare.Position(g.Start)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range g.Moves {
			p.Make(m)
		}
		board := chessindex.Board(p)
		o, ok := eco.Find(board)
		for ; !ok && board.Ply() > 0; o, ok = eco.Find(board) {
			board.Unmake()
		}
		if g.Opening != o.Code {
			t.Errorf("game %d is %q, want %q", n, g.Opening, o.Code)
		}
		compared++
		if g.Opening == theirs.Opening {
			same++
		}
	}
	if compared < 900 || same*100 < 85*compared {
		t.Errorf("of %d games, %d have lichess's code", compared, same)
	}
	t.Logf("of %d games, %d have lichess's code", compared, same)
}
