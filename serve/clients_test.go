package serve_test

import (
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist/serve"
)

// The lists that clients send unless somebody has chosen otherwise.
const (
	speedsLichess = "bullet,blitz,rapid,classical,correspondence" // also En Croissant's and openingtree's
	ratingsUsual  = "1000,1200,1400,1600,1800,2000,2200,2500"     // lichess.org's, its app's and En Croissant's
	ratingsTree   = "1600,1800,2000,2200,2500"
)

const (
	startFEN  = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	spacedFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201"
)

// query writes a query of names and values in turns, as URLSearchParams and the like do.
func query(pairs ...string) string {
	v := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		v.Add(pairs[i], pairs[i+1])
	}
	return "?" + v.Encode()
}

// Requests of clients as their sources of 2026 write them, to an index of games over the board, without time
// controls, modes and ratings: the 61 famous ones. Each gets all games of its position.
func TestClients(t *testing.T) {
	s := newServer(t, serve.Options{})
	kasparov := []string{"player", "Kasparov, Garry", "color", "white"}
	for _, c := range []struct {
		client, target string
		games          float64
	}{
		// lichess-org/lila, ui/analyse/src/explorer/explorerXhr.ts and explorerConfig.ts.
		{"lichess.org masters", "/masters" + query("variant", "standard", "fen", startFEN, "play", "",
			"source", "analysis"), 61},
		{"lichess.org masters, with dates", "/masters" + query("variant", "standard", "fen", startFEN, "play", "e2e4,e7e5",
			"since", "1952", "until", "3000", "topGames", "0", "recentGames", "0", "source", "analysis"), 14},
		{"lichess.org lichess", "/lichess" + query("variant", "standard", "fen", startFEN, "play", "",
			"speeds", speedsLichess, "ratings", ratingsUsual, "source", "analysis"), 61},
		{"lichess.org lichess, everything chosen", "/lichess" + query("variant", "standard", "fen", startFEN, "play", "e2e4",
			"since", "1952-01", "speeds", "ultraBullet,"+speedsLichess, "ratings", "400,"+ratingsUsual,
			"source", "analysis"), 30},
		{"lichess.org player", "/player" + query(append(kasparov, "variant", "standard", "fen", startFEN, "play", "",
			"speeds", speedsLichess, "modes", "casual,rated", "source", "analysis")...), 3},
		{"lichess.org of 2022, two spellings", "/lichess" + query("variant", "standard", "fen", startFEN, "play", "",
			"speeds", "blitz,rapid,classical", "speeds[]", "blitz", "speeds[]", "rapid", "speeds[]", "classical",
			"ratings", ratingsTree, "ratings[]", "1600", "ratings[]", "1800", "ratings[]", "2000", "ratings[]", "2200",
			"ratings[]", "2500", "topGames", "0", "recentGames", "0"), 61},
		{"lichess.org of 2020", "/master" + query("fen", startFEN, "play", ""), 61},
		{"lichess.org of 2021, a player", "/personal" + query(append(kasparov, "variant", "standard", "fen", startFEN,
			"play", "", "update", "true")...), 3},

		// lichess-org/mobile, opening_explorer_repository.dart and opening_explorer_preferences.dart.
		{"app masters", "/masters" + query("source", "mobile", "fen", startFEN, "since", "1952"), 61},
		{"app lichess", "/lichess" + query("source", "mobile", "variant", "standard", "fen", startFEN,
			"speeds", speedsLichess, "ratings", ratingsUsual, "since", "2012-12"), 61},
		{"app player", "/player" + query(append(kasparov, "source", "mobile", "variant", "standard", "fen", startFEN,
			"speeds", "ultraBullet,"+speedsLichess, "modes", "casual,rated", "since", "2012-12")...), 3},
		{"app lichess, last year", "/lichess" + query("source", "mobile", "variant", "standard", "fen", startFEN,
			"speeds", speedsLichess, "ratings", ratingsUsual, "since", "2025-3"), 0},

		// franciscoBSalgueiro/en-croissant, src/utils/lichess/explorer.ts and src/state/atoms.ts.
		{"En Croissant lichess", "/lichess" + query("fen", startFEN, "speeds", speedsLichess,
			"ratings", ratingsUsual), 61},
		{"En Croissant lichess, with options", "/lichess" + query("fen", startFEN, "variant", "standard",
			"speeds", speedsLichess, "ratings", ratingsUsual, "since", "1952-1", "until", "2026-11", "moves", "12",
			"topGames", "4", "recentGames", "4"), 61},
		{"En Croissant player", "/player" + query(append(kasparov, "fen", startFEN, "speeds", speedsLichess,
			"ratings", ratingsUsual, "topGames", "4")...), 3},
		{"En Croissant masters", "/masters?fen=" + spacedFEN + "&since=1952&until=2026&moves=12&topGames=15", 61},
		{"En Croissant player's repertoire", "/player?fen=" + spacedFEN + "&player=Kasparov,%20Garry&color=white", 3},

		// openingtree/openingtree, src/app/OpeningBook.js; the older form stands in a comment there.
		{"openingtree", "/lichess?fen=" + spacedFEN + "&play=&variant=standard&ratings=" + ratingsTree +
			"&speeds=" + speedsLichess, 61},
		{"openingtree masters", "/masters?fen=" + spacedFEN + "&play=&variant=standard&ratings=" + ratingsTree +
			"&speeds=" + speedsLichess, 61},
		{"openingtree, old", "/lichess?fen=" + url.QueryEscape(startFEN) + "&play=&variant=standard&speeds%5B%5D=bullet" +
			"&speeds%5B%5D=blitz&speeds%5B%5D=rapid&speeds%5B%5D=classical&ratings%5B%5D=1600&ratings%5B%5D=1800" +
			"&ratings%5B%5D=2000&ratings%5B%5D=2200&ratings%5B%5D=2500", 61},
		{"openingtree, a variant", "/lichess?fen=" + spacedFEN + "&play=&variant=kingOfTheHill&ratings=" + ratingsTree +
			"&speeds=" + speedsLichess, 0},

		// lichess-org/berserk, berserk/clients/opening_explorer.py, by Python's requests.
		{"berserk lichess", "/lichess?variant=standard&fen=" + url.QueryEscape(startFEN) +
			"&speeds=blitz%2Crapid%2Cclassical&history=True", 61},
		{"berserk lichess, without history", "/lichess?variant=standard&topGames=2&recentGames=2&history=False", 61},
		{"berserk masters", "/masters?play=d2d4%2Cd7d5%2Cc2c4&since=1952&moves=5&topGames=3", 2},
		{"berserk player", "/player?player=Kasparov%2C+Garry&color=white&ratings=2200%2C2500&topGames=4&recentGames=2", 3},
		{"berserk unknown player", "/player?player=evachesss&color=white", 0},

		// rooklift/nibbler, files/src/renderer/75_looker.js.
		{"Nibbler masters", "/masters?topGames=0&fen=" + spacedFEN, 61},
		{"Nibbler lichess", "/lichess?variant=standard&topGames=0&recentGames=0&fen=" + spacedFEN, 61},

		// lichess-bot-devs/lichess-bot, lib/engine_wrapper.py.
		{"lichess-bot masters", "/masters" + query("fen", startFEN, "moves", "100"), 61},
		{"lichess-bot player", "/player" + query(append(kasparov, "fen", startFEN, "moves", "100", "variant", "standard",
			"recentGames", "0")...), 3},
		{"lichess-bot lichess", "/lichess" + query("fen", startFEN, "moves", "100", "variant", "standard",
			"topGames", "0", "recentGames", "0"), 61},
		{"lichess-bot, a variant", "/lichess" + query("fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
			"moves", "100", "variant", "3check", "topGames", "0", "recentGames", "0"), 0},

		// Clients generated from the public description, by openapi-fetch and the like.
		{"generated", "/lichess?speeds=classical&speeds=rapid&ratings=0&ratings=1000&ratings=1200&ratings=1400&ratings=1600" +
			"&ratings=1800&ratings=2000&ratings=2200&ratings=2500&history=false", 61},
		{"generated, defaults written out", "/lichess?variant=standard&play=&since=1952-01&until=3000-12&moves=12" +
			"&topGames=4&recentGames=4&history=false", 61},

		{"lichess's old history", "/lichess/history?variant=standard&fen=" + spacedFEN + "&speeds=classical", 61},
	} {
		status, text := get(t, s, c.target)
		if status != http.StatusOK {
			t.Errorf("%s: %s: status %d: %s", c.client, c.target, status, text)
			continue
		}
		var v struct {
			White, Draws, Black *float64
			Moves               []struct{ White, Draws, Black float64 }
			TopGames            []struct{ ID, UCI string }
		}
		if err := json.Unmarshal([]byte(text), &v); err != nil {
			t.Errorf("%s: %v in %s", c.client, err, text)
		} else if sum := *v.White + *v.Draws + *v.Black; sum != c.games || strings.Count(text, "\n") != 1 {
			t.Errorf("%s: %s: %v games, want %v", c.client, c.target, sum, c.games)
		}
		for _, m := range v.Moves {
			if m.White+m.Draws+m.Black == 0 {
				t.Errorf("%s: a move without games: %s", c.client, text)
			}
		}
	}
	for _, path := range []string{"/master/pgn/7", "/masters/pgn/7", "/masters/pgn/00000007"} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		if w.Code != 200 || w.Header().Get("Content-Type") != "application/x-chess-pgn" {
			t.Errorf("%s: status %d, %v", path, w.Code, w.Header())
		}
	}
}

// On the explorer's paths ids have the eight characters of lichess.org, as its app requires in debug builds, and lead to
// their games. Our own paths have the plain numbers.
func TestClientIDs(t *testing.T) {
	s := newServer(t, serve.Options{})
	type ids struct {
		TopGames, RecentGames []struct{ ID string }
		Moves                 []struct{ Game *struct{ ID string } }
	}
	list := func(target string) (all []string) {
		var v ids
		status, text := get(t, s, target)
		if err := json.Unmarshal([]byte(text), &v); err != nil || status != 200 {
			t.Fatalf("%s: status %d, %v", target, status, err)
		}
		for _, g := range slices.Concat(v.TopGames, v.RecentGames) {
			all = append(all, g.ID)
		}
		for _, m := range v.Moves {
			if m.Game != nil {
				all = append(all, m.Game.ID)
			}
		}
		return all
	}
	for _, target := range []string{"/masters?play=e2e4&recentGames=4", "/lichess?play=e2e4",
		"/player?play=e2e4&color=white&player=Fischer,+Robert+James", "/master?play=d2d4",
		"/personal?color=white&player=Tal,+Mikhail"} {
		all := list(target)
		for _, id := range all {
			status, text := get(t, s, "/masters/pgn/"+id)
			if len(id) != 8 || status != 200 || !strings.Contains(text, "[White ") {
				t.Errorf("%s: id %q, status %d", target, id, status)
			}
		}
		if len(all) < 3 {
			t.Errorf("%s: ids %q", target, all)
		}
	}
	for _, id := range list("/position?play=e2e4&topGames=4") {
		if n, err := strconv.Atoi(id); err != nil || strconv.Itoa(n) != id {
			t.Errorf("/position: id %q", id)
		}
	}
}

// writes are the writes of a connection.
type writes struct {
	net.Conn
	add func(string)
}

func (w *writes) Write(p []byte) (int, error) {
	w.add(string(p))
	return w.Conn.Write(p)
}

type writesListener struct {
	net.Listener
	add func(string)
}

func (l writesListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	return &writes{c, l.add}, err
}

// A line of /player goes out by one write, because Lichess's app decodes what arrives at once as a whole text.
func TestPlayerLine(t *testing.T) {
	var mu sync.Mutex
	var sent []string
	server := httptest.NewUnstartedServer(newServer(t, serve.Options{}))
	server.Listener = writesListener{server.Listener, func(text string) {
		mu.Lock()
		defer mu.Unlock()
		sent = append(sent, text)
	}}
	server.Start()
	defer server.Close()
	for _, play := range []string{"", "e2e4,e7e5,g1f3"} { // above and below the buffers of net/http
		sent = nil
		resp, err := http.Get(server.URL + "/player?color=white&player=Fischer,+Robert+James&play=" + play)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		mu.Lock()
		if err != nil || !slices.Contains(sent, string(text)) || strings.Count(string(text), "\n") != 1 {
			t.Errorf("%q: %d bytes, %v, in %d writes", play, len(text), err, len(sent))
		}
		mu.Unlock()
	}
}
