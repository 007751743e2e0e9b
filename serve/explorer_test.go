package serve_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/serve"
)

// Games for the explorer's interface: two that end in mate in one position, by two orders of moves; one with all facts
// of lichess.org; one that is not over.
const explorerGames = `[White "Charlie, C"]
[Black "Delta, D"]
[Date "2021.03.04"]
[Result "0-1"]
[WhiteElo "1500"]
[BlackElo "1900"]

1. f3 e5 2. g4 Qh4# 0-1

[White "Foxtrot, F"]
[Black "Golf, G"]
[Date "2022.??.??"]
[Result "0-1"]
[WhiteElo "2000"]
[BlackElo "1000"]

1. g4 e5 2. f3 Qh4# 0-1

[Event "Casual Blitz game"]
[White "foxtrot"]
[Black "golf"]
[UTCDate "2023.05.06"]
[Result "1/2-1/2"]
[WhiteElo "900"]
[BlackElo "910"]
[TimeControl "180+2"]

1. e4 e5 2. Nf3 1/2-1/2

[White "Juliett, J"]
[Black "Kilo, K"]
[Date "2023.01.01"]
[Result "*"]

1. d4 d5 2. c4 *

[White "Lima, L"]
[Black "Mike, M"]
[Result "1-0"]

1. e4 e5 2. Bc4 1-0

[White "Lima, L"]
[Black "Kilo, K"]
[Result "*"]

1. e4 e5 2. Bc4 *
`

const foolsMate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3"

// What the values of a query mean: each selects so many games, or is an error.
func TestExplorerValues(t *testing.T) {
	s := newServer(t, serve.Options{Index: indexOf(t, explorerGames)})
	for target, want := range map[string]float64{
		"/lichess": 4, "/masters": 4, "/master": 4,

		// Unknown names, and names of other paths.
		"/masters?speeds=blitz&modes=casual&ratings=2500": 4, "/masters?speeds=slow&ratings=x&modes=&wanted=1": 4,
		"/lichess?modes=casual": 4, "/lichess?modes=serious": 4,
		"/player?player=Lima,+L&color=white&ratings=2500&topGames=x": 1,

		// Lists: games without a time control are classical, without a mode rated, without ratings in usual lists only.
		"/lichess?speeds=blitz": 1, "/lichess?speeds=classical": 3, "/lichess?speeds=blitz&speeds=classical": 4,
		"/lichess?speeds[]=blitz&speeds[]=classical": 4, "/lichess?speeds%5B0%5D=blitz": 1, "/lichess?speeds=bullet": 0,
		"/lichess?speeds=": 4, "/lichess?speeds=ultraBullet,bullet,blitz,rapid,classical,correspondence": 4,
		"/lichess?speeds=ultraBullet,bullet,blitz,rapid,correspondence": 1,
		"/lichess?ratings=0": 1, "/lichess?ratings=400": 1, "/lichess?ratings=1400": 1, "/lichess?ratings=1600": 1,
		"/lichess?ratings=1400&ratings=1600": 2, "/lichess?ratings=1400,1600": 2, "/lichess?ratings=2500": 0,
		"/lichess?ratings=1600,1800,2000,2200,2500": 2, "/lichess?ratings=2000,2200,2500": 0,
		"/lichess?ratings=0,1000,1200,1400,1600,1800,2000,2200,2500": 4,
		"/player?player=foxtrot&color=white&modes=casual":            1, "/player?player=foxtrot&color=white&modes=rated": 0,
		"/player?player=Lima,+L&color=white&modes=rated": 1, "/player?player=Lima,+L&color=white&modes=casual,rated": 1,
		"/player?player=nobody&color=black": 0,

		// Dates.
		"/masters?since=1952": 4, "/masters?since=1953": 3, "/masters?until=3000": 4, "/masters?until=2999": 3,
		"/masters?since=1": 3, "/masters?since=01&until=3000": 3, "/masters?since=0": 4, "/masters?until=99": 0,
		"/lichess?since=1952-01&until=3000-12": 4, "/lichess?since=2021-4": 2, "/lichess?since=2023/05": 1,
		"/lichess?since=2012-12": 4, "/masters?since=2012-12": 3,

		// Our own conditions hold here too.
		"/masters?rating=1700-": 1, "/masters?result=1-0": 1, "/masters?player=Lima,+L&player=foxtrot": 2,

		// Variants.
		"/lichess?variant=chess960": 4, "/lichess?variant=fromPosition": 4, "/lichess?variant=Standard": 4,
		"/lichess?variant=crazyhouse&fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Pp]+w+KQkq+-+0+1&play=P@e4": 0,
		"/lichess?variant=racingKings": 0, "/lichess?variant=kingofthehill": 0,

		// Positions.
		"/masters?fen=rnbqkbnr_pppppppp_w":                                         -1,
		"/masters?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1":    4,
		"/masters?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR":                 4,
		"/masters?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w":               4,
		"/masters?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+KQkq":          4,
		"/masters?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+-":             0,
		"/masters?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR++w++HAha++-":     4,
		"/masters?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+KQkq+-+bm+e4;": 4,
		"/masters?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+KKQkqx+e9":     4,
		"/masters?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR+w+KQkq+d6":       4,
		"/masters?fen=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR+b+KQkq+E3+0+1": 2,
		"/masters?fen=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR+b+KQkq+a3":     2,
		"/masters?fen=8/4k3/8/8/8/8/4K3/8+w+KQkq+e6":                               0,
		"/masters?fen=rnbqkbnr/pppppppp/PPPPPPPP/8/8/8/PPPPPPPP/RNBQKBNR+w+KQkq+-": 0,
		"/masters?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ~KBNR+w+KQkq+-":       4,
		"/masters?fen=8/8/8/8/8/8/8/8+w+-+-":                                       -1,
		"/masters?play=E2E4,e7E5":                                                  2,
		"/masters?play=e2e4,+e7e5":                                                 2,
		"/masters?play=e2e5":                                                       -1, "/masters?play=e2e4,": -1,

		// Values that make no sense.
		"/lichess?speeds=slow": -1, "/lichess?ratings=1700": -1, "/lichess?ratings=x": -1, "/lichess?since=yesterday": -1,
		"/lichess?variant=ludo": -1, "/lichess?moves=x": -1, "/lichess?topGames=-1": -1, "/lichess?history=perhaps": -1,
		"/player?player=foxtrot": -1, "/player?color=white": -1, "/player?player=foxtrot&color=red": -1,
		"/player?player=foxtrot&color=white&modes=serious":      -1,
		"/lichess?fen=" + url.QueryEscape(foolsMate) + "&fen=x": -1, "/masters?since=2021&since=2022": -1,
		"/masters?since=2021&since=2021": 3,
	} {
		status, text := get(t, s, target)
		if want < 0 {
			if status != 400 || !strings.HasPrefix(text, "bad request: ") || strings.Count(text, "\n") != 1 {
				t.Errorf("%s: status %d, %.100s; want 400", target, status, text)
			}
			continue
		}
		v := fields(t, text)
		if sum := v["white"].(float64) + v["draws"].(float64) + v["black"].(float64); status != 200 || sum != want {
			t.Errorf("%s: status %d, %v games, want %v", target, status, sum, want)
		}
	}
	for text, want := range map[string]bool{
		"true": true, "True": true, "on": true, "1": true, "yes": true, "false": false, "False": false, "off": false,
		"0": false, "no": false, "": false,
	} {
		if _, answer := get(t, s, "/lichess?history="+text); (fields(t, answer)["history"] != nil) != want {
			t.Errorf("history=%s: %s", text, answer)
		}
	}
}

type explorerAnswer struct {
	White, Draws, Black int
	Moves               []struct {
		UCI, SAN                                          string
		AverageRating, AverageOpponentRating, Performance *int
		White, Draws, Black                               int
		Game                                              *explorerGame
	}
	TopGames, RecentGames []explorerGame
	History               []struct{ Month string }
}

type explorerGame struct {
	ID, UCI, Speed, Mode string
	Winner, Month        *string
	White, Black         struct {
		Name   string
		Rating int
	}
}

func explore(t *testing.T, s *serve.Server, target string) (v explorerAnswer) {
	t.Helper()
	status, text := get(t, s, target)
	if err := json.Unmarshal([]byte(text), &v); status != 200 || err != nil {
		t.Fatalf("%s: status %d, %v: %s", target, status, err, text)
	}
	return v
}

// A game without a result is drawn to clients, which know winners only, and they divide by the sum of a move's games.
// So neither is listed, and the game of a move is its only one with a result.
func TestUndecided(t *testing.T) {
	s := newServer(t, serve.Options{Index: indexOf(t, explorerGames)})
	for _, path := range []string{
		"/masters?topGames=15", "/lichess?topGames=4&recentGames=4", "/player?color=white&player=Lima,+L",
		"/player?color=white&player=Juliett,+J",
	} {
		v := explore(t, s, path)
		for _, m := range v.Moves {
			if m.White+m.Draws+m.Black == 0 {
				t.Errorf("%s: move %+v", path, m)
			}
		}
		for _, g := range append(v.TopGames, v.RecentGames...) {
			if g.White.Name == "Juliett, J" || g.Black.Name == "Kilo, K" {
				t.Errorf("%s: game %+v", path, g)
			}
		}
	}
	for _, m := range explore(t, s, "/masters?play=e2e4,e7e5").Moves {
		if m.Game == nil || m.Game.Black.Name == "Kilo, K" {
			t.Errorf("the game of %s is %+v", m.SAN, m.Game)
		}
	}
	_, text := get(t, s, "/position?play=e2e4,e7e5")
	if v := fields(t, text); len(v["moves"].([]any)) != 2 || v["games"] != 3.0 {
		t.Errorf("our own words leave something out: %s", text)
	}
	if _, text := get(t, s, "/position?topGames=15"); !strings.Contains(text, "Juliett") ||
		!strings.Contains(text, `"san":"d4"`) {
		t.Errorf("our own words leave something out: %s", text)
	}
}

// A position in which every game ends still lists its games.
func TestEndedGames(t *testing.T) {
	s := newServer(t, serve.Options{Index: indexOf(t, explorerGames)})
	for _, path := range []string{"/masters", "/lichess"} {
		v := explore(t, s, path+"?fen="+url.QueryEscape(foolsMate))
		if v.Black != 2 || len(v.Moves) != 0 || len(v.TopGames) != 2 || v.TopGames[0].White.Name != "Charlie, C" ||
			v.TopGames[0].UCI != "" {
			t.Errorf("%s: %+v", path, v)
		}
	}
	// Otherwise only games that played on: clients want their moves.
	if v := explore(t, s, "/masters?play=e2e4,e7e5,g1f3"); len(v.TopGames) != 1 {
		t.Errorf("%+v", v.TopGames)
	}
	if v := explore(t, s, "/masters?play=e2e4"); len(v.TopGames) != 2 || v.TopGames[0].UCI != "e7e5" {
		t.Errorf("%+v", v.TopGames)
	}
}

// Facts that the index lacks are there where the public description demands them.
func TestFactsOfGames(t *testing.T) {
	s := newServer(t, serve.Options{Index: indexOf(t, explorerGames)})
	for _, c := range []struct{ target, want string }{
		{"/lichess?play=e2e4,e7e5", "casual blitz 2023-05, rated classical null"},
		{"/player?player=Lima,+L&color=white", "rated classical "},
		{"/player?player=Foxtrot,+F&color=white", "rated classical 2022"},
		{"/player?player=foxtrot&color=white", "casual blitz 2023-05"},
		{"/masters?play=e2e4,e7e5", "  2023-05,   null"},
	} {
		v := explore(t, s, c.target)
		games := v.RecentGames
		if games == nil {
			games = v.TopGames
		}
		var got []string
		for _, g := range games {
			month := "null"
			if g.Month != nil {
				month = *g.Month
			}
			got = append(got, fmt.Sprint(g.Mode, " ", g.Speed, " ", month))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %q, want %q", c.target, got, c.want)
		}
	}
	if _, text := get(t, s, "/masters?play=e2e4,e7e5"); strings.Contains(text, `"speed"`) ||
		strings.Count(text, `"month"`) != 2 {
		t.Error(text)
	}
}

// The rating of a move is the mean of the players who made it.
func TestMoverRating(t *testing.T) {
	s := newServer(t, serve.Options{Index: indexOf(t, explorerGames)})
	for target, want := range map[string]string{
		"/masters": "e4 900, f3 1500, g4 2000", "/masters?play=e2e4": "e5 910", "/masters?play=f2f3,e7e5,g2g4": "Qh4# 1450",
		"/lichess?play=f2f3,e7e5,g2g4": "Qh4# 1450", "/position?play=g2g4,e7e5": "f3 2000",
		"/lichess?play=f2f3,e7e5,g2g4&since=2022": "Qh4# 1000",
	} {
		var got []string
		for _, m := range explore(t, s, target).Moves {
			got = append(got, fmt.Sprint(m.SAN, " ", *m.AverageRating))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %q", target, got, want)
		}
	}
}

// Performances are as in the example of lichess.org's public description, and of either colour.
func TestPerformance(t *testing.T) {
	var games strings.Builder
	swap := map[string]string{"1-0": "0-1", "0-1": "1-0", "1/2-1/2": "1/2-1/2"}
	mirror := strings.NewReplacer("3", "6", "4", "5")
	add := func(move string, rating int, results ...string) {
		for _, result := range results {
			fmt.Fprintf(&games, "[White \"revoof\"]\n[Black \"x\"]\n[BlackElo \"%d\"]\n[Result \"%s\"]\n\n1. %s %[2]s\n\n",
				rating, result, move)
			fmt.Fprintf(&games, "[White \"x\"]\n[Black \"revoof\"]\n[WhiteElo \"%d\"]\n[Result \"%s\"]\n\n1. a3 %s %[2]s\n\n",
				rating, swap[result], mirror.Replace(move))
		}
	}
	add("c3", 1797, "1-0", "1-0", "0-1", "0-1")
	add("e4", 1762, "1-0", "0-1", "0-1")
	add("Nf3", 1496, "1-0") // the mean, 1496.67, is 1497
	add("Nf3", 1497, "0-1", "0-1")
	add("h4", 1674, "0-1")
	add("h3", 1696, "1-0")
	add("a4", 0, "1-0", "1/2-1/2") // nobody's rating is known
	ix, err := chessindex.Open(t.Context(), storetest.Memory(), chessindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var o index.ImportOptions
	o.KeepDuplicates = true
	input := index.Input{Name: "games.pgn", Reader: strings.NewReader(games.String())}
	if _, err := ix.Import(t.Context(), o, input); err != nil {
		t.Fatal(err)
	}
	s := newServer(t, serve.Options{Index: ix})
	const want = "1797 1797, 1497 1374, 1762 1640, 0 0, 1696 2496, 1674 874"
	for _, query := range []string{"color=white", "color=black&play=a2a3"} {
		var got []string
		for _, m := range explore(t, s, "/player?player=revoof&"+query).Moves {
			got = append(got, fmt.Sprint(*m.AverageOpponentRating, " ", *m.Performance))
		}
		slices.Sort(got)
		expected := strings.Split(want, ", ")
		slices.Sort(expected)
		if !slices.Equal(got, expected) {
			t.Errorf("%s: %q, want %q", query, got, expected)
		}
	}
}
