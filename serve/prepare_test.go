package serve_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/serve"
)

// prepared is an answer of GET /prepare.
type prepared struct {
	Player       []string
	Games        int
	Score        *float64
	Others       *float64
	Positions    int
	More         bool
	Moves, Unmet []struct {
		Play, Line      []string
		UCI, SAN, Move  string
		Games, Lost     float64
		Of              int
		Score, Expected *float64
		Others          struct {
			Games int
			Score *float64
		}
	}
}

func prepare(t *testing.T, s *serve.Server, query string) (p prepared) {
	t.Helper()
	status, text := get(t, s, "/prepare?"+query)
	if err := json.Unmarshal([]byte(text), &p); err != nil || status != 200 {
		t.Fatalf("%s: status %d, %v: %s", query, status, err, text)
	}
	return p
}

// repeat writes a game n times, with other dates.
func repeat(n int, white, black, moves, result string) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "[White %q]\n[Black %q]\n[Date \"%d.01.01\"]\n[Result %q]\n\n%s %s\n\n", white, black, 1900+i, result,
			moves, result)
	}
	return b.String()
}

// The figures are by hand. Ann scores 2 of 6 with Black and others 10 of 31. After 1. e4 others score 1/2, with 1... c5
// too.
func TestPrepare(t *testing.T) {
	s := newServer(t, serve.Options{Index: indexOf(t,
		repeat(4, "Bob", "Ann", "1. e4 c5", "1-0")+repeat(2, "Bob", "Ann", "1. e4 e5", "0-1")+
			repeat(5, "Cid", "Dot", "1. e4 c5", "1-0")+repeat(5, "Dot", "Cid", "1. e4 c5", "0-1")+
			repeat(10, "Cid", "Dot", "1. e4 e5", "1/2-1/2")+repeat(8, "Cid", "Dot", "1. d4 d5", "1-0")+
			repeat(3, "Ann", "Dot", "1. c4 c5", "1-0"))})
	p := prepare(t, s, "player=Ann&color=black&since=1900")
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	if p.Games != 6 || p.Score == nil || p.Others == nil || len(p.Moves) != 2 || len(p.Unmet) != 2 {
		t.Fatalf("%+v", p)
	}
	near("score", *p.Score, 2.0/6)
	near("others", *p.Others, 10.0/31)
	level := 2.0/6 - 10.0/31
	c5 := p.Moves[0]
	if c5.SAN != "c5" || c5.UCI != "c7c5" || strings.Join(c5.Line, " ") != "e4" || strings.Join(c5.Play, ",") != "e2e4" ||
		c5.Games != 4 || c5.Of != 6 || c5.Score == nil || *c5.Score != 0 || c5.Others.Games != 10 {
		t.Errorf("%+v", c5)
	}
	near("expected", *c5.Expected, 0.5)
	near("lost", c5.Lost, 4*(0.5-(0-level*4+10*0.5)/14))
	if e5 := p.Moves[1]; e5.SAN != "e5" || e5.Lost >= 0 || *e5.Score != 1 {
		t.Errorf("%+v", e5)
	}
	d4 := p.Unmet[0]
	if d4.SAN != "d4" || len(d4.Line) != 0 || d4.Score != nil || d4.Of != 6 {
		t.Errorf("%+v", d4)
	}
	near("d4 is expected", d4.Games, 6*8.0/31)
	near("lost against d4", d4.Lost, d4.Games*(10.0/31-(0+10*10.0/31)/18))

	if p := prepare(t, s, "player=Ann&color=black&play=e2e4,c7c5"); p.Games != 4 || len(p.Moves)+len(p.Unmet) != 0 {
		t.Errorf("after c5: %+v", p)
	}
	if p := prepare(t, s, "player=Bob&color=black"); p.Games != 0 || p.Score != nil || len(p.Moves)+len(p.Unmet) != 0 {
		t.Errorf("without games: %+v", p)
	}
	if status, text := get(t, s, "/prepare?player=Eve&color=white"); status != 404 || !strings.Contains(text, `"Eve"`) {
		t.Errorf("an unknown player: status %d, %s", status, text)
	}
	if p := prepare(t, s, "player=Ann&color=white&plies=1"); p.Games != 3 || p.Positions != 1 || p.Moves[0].SAN != "c4" {
		t.Errorf("with White: %+v", p)
	}
	for query, want := range map[string]string{
		"color=white": "required", "player=Ann": "required", "player=Ann&color=red": "color",
		"player=Ann&color=white&plies=x":   "plies",
		"player=Ann&color=white&plies=0":   "plies",
		"player=Ann&color=white&play=e2e5": "play",
	} {
		if status, text := get(t, s, "/prepare?"+query); status != 400 || !strings.Contains(text, want) {
			t.Errorf("%s: status %d, %s", query, status, text)
		}
	}
}

// A player who scores more than others in general does not lose points by a move that scores as much as others do: here
// 60 % with e4, where others score 50 %. The move with which the player scores less does.
func TestPrepareStrong(t *testing.T) {
	s := newServer(t, serve.Options{Index: indexOf(t, repeat(10, "Ann", "Bob", "1. d4 d5", "1-0")+
		repeat(6, "Ann", "Bob", "1. e4 e5", "1-0")+repeat(4, "Ann", "Bob", "1. e4 c5", "0-1")+
		repeat(1, "Ann", "Bob", "1. f4 d5", "0-1")+
		repeat(10, "Cid", "Dot", "1. e4 e5", "1-0")+repeat(10, "Dot", "Cid", "1. e4 e5", "0-1")+
		repeat(2, "Cid", "Dot", "1. f4 d5", "1/2-1/2"))})
	lost := make(map[string]float64)
	for _, m := range prepare(t, s, "player=Ann&color=white&plies=1").Moves {
		lost[m.SAN] = m.Lost
	}
	if lost["e4"] > 0 || lost["d4"] > 0 || lost["f4"] <= 0 {
		t.Errorf("lost: %v", lost)
	}
}

// Where nobody else has the position, no move loses points, as there is nothing to compare with, and no reply is new.
func TestPrepareAlone(t *testing.T) {
	s := newServer(t, serve.Options{Index: indexOf(t, repeat(4, "Bob", "Ann", "1. a4 h5 2. a5 h4", "1-0")+
		repeat(2, "Bob", "Ann", "1. a4 h5 2. a5 a6", "0-1")+repeat(5, "Cid", "Dot", "1. a4 h5", "1-0"))})
	p := prepare(t, s, "player=Ann&color=black")
	alone := 0
	for _, m := range p.Moves {
		if len(m.Line) == 3 {
			if alone++; m.Expected != nil || m.Lost != 0 || m.Others.Games != 0 || m.Others.Score != nil || m.Score == nil {
				t.Errorf("%s: %+v", m.SAN, m)
			}
		} else if m.Expected == nil {
			t.Errorf("%s: %+v", m.SAN, m)
		}
	}
	if alone != 2 || len(p.Unmet) != 0 {
		t.Errorf("%d moves that only Ann has the choice of; %+v", alone, p)
	}
}

// A reply that leads to a position that the player has had is no new one.
func TestPrepareTransposition(t *testing.T) {
	s := newServer(t, serve.Options{Index: indexOf(t,
		repeat(3, "Bob", "Ann", "1. d4 Nf6 2. c4 e6", "1-0")+repeat(3, "Bob", "Ann", "1. c4 Nf6 2. Nc3 e6", "1-0")+
			repeat(9, "Cid", "Dot", "1. c4 Nf6 2. d4 e6", "1-0")+repeat(9, "Cid", "Dot", "1. c4 Nf6 2. b3 e6", "1-0"))})
	var unmet []string
	for _, m := range prepare(t, s, "player=Ann&color=black").Unmet {
		unmet = append(unmet, strings.Join(append(m.Line, m.SAN), " "))
	}
	if got := strings.Join(unmet, "; "); got != "c4 Nf6 b3" {
		t.Errorf("%s", got)
	}
}

// A position is followed by the player's games in it, by whatever order of moves they come there: here the two games
// meet after three moves. The figures wanted of each were counted by hand.
func TestPrepareOrders(t *testing.T) {
	game := func(white, black, moves, result string) string { return repeat(1, white, black, moves, result) }
	s := newServer(t, serve.Options{Index: indexOf(t,
		game("Alpha, A", "Beta, B", "1. d4 Nf6 2. c4 e6 3. Nc3", "0-1")+
			game("Alpha, A", "Gamma, C", "1. c4 Nf6 2. d4 e6 3. Nc3", "0-1")+
			game("Delta, D", "Beta, B", "1. d4 Nf6 2. c4 e6 3. Nf3", "1-0")+
			game("Delta, D", "Gamma, C", "1. d4 Nf6 2. c4 g6 3. Nc3", "1-0")+
			// One game comes back to a position, and goes on as the other does.
			game("Eta, E", "Beta, B", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "1-0")+
			game("Eta, E", "Gamma, C", "1. e3 e6 2. e4 e5 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nc6", "1-0")+
			// Their positions differ for three moves.
			game("Zeta, Z", "Beta, B", "1. a3 a6 2. b3 b6 3. c3 c6", "1-0")+
			game("Zeta, Z", "Gamma, C", "1. c3 c6 2. b3 b6 3. a3 a6", "1-0"))})
	for _, c := range []struct {
		query     string
		positions int
	}{
		{"player=Alpha,+A&color=white", 4}, {"player=Alpha,+A&color=white&play=d2d4", 4},
		{"player=Alpha,+A&color=white&plies=4", 2}, {"player=Alpha,+A&color=white&plies=3", 1},
		{"player=Zeta,+Z&color=white", 2}, {"player=Zeta,+Z&color=white&plies=6", 1},
		{"player=Eta,+E&color=white", 4}, {"player=Eta,+E&color=white&plies=3", 2},
	} {
		if p := prepare(t, s, c.query); p.Positions != c.positions || p.More {
			t.Errorf("%s: %d positions, more %t; want %d", c.query, p.Positions, p.More, c.positions)
		}
	}
	p := prepare(t, s, "player=Alpha,+A&color=white")
	if len(p.Moves) == 0 || p.Moves[0].SAN != "Nc3" || p.Moves[0].Games != 2 || len(p.Moves[0].Line) != 4 {
		t.Errorf("%+v", p.Moves)
	}
	if len(p.Unmet) != 1 || p.Unmet[0].SAN != "g6" || len(p.Unmet[0].Line) != 3 {
		t.Errorf("%+v", p.Unmet)
	}
}

// The numbers of positions in the sample that python-chess 1.11 counts: those fewer than plies moves after the first one
// in a game of the player, that two of the player's games have, by whatever way, and the first one itself.
func TestPrepareCount(t *testing.T) {
	s := newServer(t, serve.Options{})
	for _, c := range []struct {
		player, query string
		positions     int
	}{
		{"Fischer, Robert James", "plies=20", 8}, {"Fischer, Robert James", "plies=40", 8},
		{"Fischer, Robert James", "play=e2e4", 7}, {"Kasparov, Garry", "plies=20", 2}, {"Tal, Mikhail", "plies=40", 2},
		{"Morphy, Paul", "plies=40", 1}, {"Anderssen, Adolf", "plies=40", 3}, {"Alekhine, Alexander", "plies=20", 2},
		{"Capablanca, Jose Raul", "plies=20", 1},
	} {
		p := prepare(t, s, c.query+"&color=white&player="+url.QueryEscape(c.player))
		if p.Positions != c.positions || p.More {
			t.Errorf("%s, %s: %d positions, more %t; want %d", c.player, c.query, p.Positions, p.More, c.positions)
		}
	}
}

// The list of the sample agrees with the answers of /position about the player and about everyone.
func TestPrepareSample(t *testing.T) {
	s := newServer(t, serve.Options{})
	p := prepare(t, s, "player="+url.QueryEscape("Fischer, Robert James")+"&color=white")
	if p.Games < 3 || len(p.Moves) < 3 {
		t.Fatalf("%+v", p)
	}
	for _, m := range append(p.Moves, p.Unmet...) {
		at := "/position?play=" + strings.Join(m.Play, ",")
		_, text := get(t, s, at+"&color=white&player="+url.QueryEscape("Fischer, Robert James"))
		var own struct {
			Games int
			Moves []struct {
				SAN   string
				Games float64
			}
		}
		if err := json.Unmarshal([]byte(text), &own); err != nil {
			t.Fatal(err)
		}
		games := 0.0
		for _, o := range own.Moves {
			if o.SAN == m.SAN {
				games = o.Games
			}
		}
		if own.Games != m.Of || m.Score != nil && games != m.Games || m.Score == nil && games != 0 {
			t.Errorf("%v %s: %+v; /position: %s", m.Line, m.SAN, m, text)
		}
	}
}

// A setup within a game of Go is neither listed nor gone into. What people play against the rules is: here a stone on a
// point that is taken, out of turn and after passes.
func TestPrepareSetup(t *testing.T) {
	game := func(white, rest string, month int) string {
		return fmt.Sprintf("(;SZ[9]PB[Ann]PW[%s]RE[B+R]DT[2020-%02d-01];B[ee]%s)", white, month, rest)
	}
	for _, c := range []struct{ rest, listed string }{
		{";AB[aa][bb]PL[W];W[cc];B[gg]", ""},
		{";AB[aa]PL[B];B[cc];W[gg]", ""},
		{";AE[ee]PL[W];W[cc];B[gg]", ""},
		{";W[];B[];W[cc];B[gg]", "E5 pass pass"},
		{";W[ee];B[cc];W[gg]", "E5 E5"},
		{";B[cc];W[gg]", ""},
		{";W[cc];AW[aa]PL[B];B[gg]", "E5"},
	} {
		var text strings.Builder
		for month := range 3 {
			text.WriteString(game("Bob", c.rest, 1+month))
		}
		text.WriteString(game("Cid", ";W[cc];B[gc]", 4))
		text.WriteString("(;SZ[9]PB[Dot]PW[Cid]RE[W+R];B[ee]" + c.rest + ")")
		s := otherServer(t, text.String())
		for _, color := range []string{"black", "white"} {
			p := prepare(t, s, "color="+color+"&position=9&player="+map[string]string{"black": "Ann", "white": "Bob"}[color])
			longest := ""
			for _, m := range append(p.Moves, p.Unmet...) {
				line := strings.Join(append(m.Line, m.Move), " ")
				if strings.Contains(line, "setup") {
					t.Errorf("%s, %s: %s is listed", c.rest, color, line)
				}
				if m.Games >= 2 && len(line) > len(longest) {
					longest = line
				}
			}
			if p.Games == 0 || len(p.Moves) == 0 && color == "black" || color == "black" && !strings.HasPrefix(longest, c.listed) {
				t.Errorf("%s, %s: %+v; the longest line is %q", c.rest, color, p, longest)
			}
		}
	}
}
