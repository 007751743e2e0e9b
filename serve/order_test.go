package serve_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/serve"
)

// Games are ordered over all pages, not within one.
func TestGamesOrder(t *testing.T) {
	var text strings.Builder
	for _, g := range []struct {
		white, black, event, date, result string
		rating                            int
		moves                             string
	}{
		{"Young", "adams", "Open", "1990.01.01", "1-0", 2500, "1. e4 e5 2. Nf3"},
		{"Bell", "Zorn", "", "1980.01.01", "0-1", 2400, "1. d4 d5"},
		{"young", "Clark", "Cup", "2000.01.01", "1/2-1/2", 2300, "1. c4"},
		{"Cole", "Dunn", "Open", "????.??.??", "*", 0, "1. e4 c5"},
	} {
		fmt.Fprintf(&text, "[White %q]\n[Black %q]\n[Event %q]\n[Date %q]\n[Result %q]\n", g.white, g.black, g.event,
			g.date, g.result)
		if g.rating > 0 {
			fmt.Fprintf(&text, "[WhiteElo \"%d\"]\n", g.rating)
		}
		fmt.Fprintf(&text, "\n%s %s\n\n", g.moves, g.result)
	}
	s := newServer(t, serve.Options{Index: indexOf(t, text.String())})
	for query, want := range map[string]string{
		"":                           "adams Zorn Clark Dunn",
		"order=rating&reverse=true":  "Dunn Clark Zorn adams",
		"order=recent":               "Clark adams Zorn Dunn",
		"order=recent&reverse=1":     "Dunn Zorn adams Clark",
		"order=white":                "Zorn Dunn adams Clark", // Young and young are one name, so by rating
		"order=white&reverse=true":   "Clark adams Dunn Zorn",
		"order=black":                "adams Clark Dunn Zorn",
		"order=event":                "Clark adams Dunn Zorn", // the last has none
		"order=event&reverse=true":   "Dunn adams Clark Zorn",
		"order=result":               "Dunn Zorn adams Clark",
		"order=move":                 "Clark Zorn adams Dunn",
		"order=move&play=e2e4":       "Dunn adams",
		"order=black&result=0-1,1-0": "adams Zorn",
	} {
		for limit := 1; limit <= 4; limit++ {
			var names []string
			for skip := 0; skip < 4; skip += limit {
				status, body := get(t, s, fmt.Sprintf("/games?%s&skip=%d&limit=%d", query, skip, limit))
				var page struct {
					Games []struct{ Black struct{ Name string } }
				}
				if err := json.Unmarshal([]byte(body), &page); status != 200 || err != nil {
					t.Fatalf("%s: status %d, %v: %.200s", query, status, err, body)
				}
				for _, g := range page.Games {
					names = append(names, g.Black.Name)
				}
			}
			if got := strings.Join(names, " "); got != want {
				t.Errorf("%s by pages of %d: %s, want %s", query, limit, got, want)
			}
		}
		_, body := get(t, s, "/export.pgn?"+query)
		var names []string
		for line := range strings.Lines(body) {
			if name, ok := strings.CutPrefix(line, "[Black \""); ok {
				names = append(names, strings.TrimSuffix(strings.TrimSpace(name), "\"]"))
			}
		}
		if !slices.Equal(names, strings.Fields(want)) {
			t.Errorf("%s: exported %v, want %s", query, names, want)
		}
	}
	if status, body := get(t, s, "/games?order=name"); status != 400 ||
		!strings.Contains(body, "order: rating, recent, black, event, move, result, white, not") {
		t.Errorf("status %d: %s", status, body)
	}
}

// More games than can be sorted are refused, and the answer says what helps.
func TestGamesOrderMost(t *testing.T) {
	var text strings.Builder
	for i := range 30 {
		fmt.Fprintf(&text, "[White \"%d\"]\n\n1. e4 *\n\n", i)
	}
	s := newServer(t, serve.Options{Index: indexOf(t, text.String())}, serve.Limits{Sorted: 29})
	for target, want := range map[string]int{
		"/games?order=white": 400, "/games?reverse=1": 400, "/export.pgn?order=white": 400, "/games?order=recent": 200,
		"/games?order=white&play=d2d4": 200,
	} {
		status, body := get(t, s, target)
		if status != want || status == 400 && !strings.Contains(body, "30 games, and at most 29 are sorted") {
			t.Errorf("%s: status %d, want %d: %.200s", target, status, want, body)
		}
	}
}
