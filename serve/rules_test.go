package serve_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist/serve"
)

type lineAnswer struct {
	FEN      string
	Moves    []struct{ UCI, SAN, FEN string }
	Problem  string
	Legal    []struct{ UCI, SAN, FEN string }
	Check    bool
	Ending   string
	Chess960 bool
}

// The numbers of legal moves are from published perft tables (chessprogramming.org, Perft Results and Chess960
// Perft Results: number 333 and 518), the endings are by hand.
func TestLine(t *testing.T) {
	s := newServer(t, serve.Options{})
	for _, c := range []struct {
		fen, play    string
		moves, legal int
		last         string // SAN
		problem, end string
	}{
		{"", "", 0, 20, "", "", ""},
		{"", "e2e4,e7e5,g1f3", 3, 29, "Nf3", "", ""},
		{"", "e2e4,e7e5,e4e5,g8f6", 2, 29, "e5", "e4e5", ""},
		{"", "d2d4,0000,c2c4", 3, 20, "c4", "", ""},
		{"", "e2e4,,e7e5", 1, 20, "e4", `""`, ""},
		{"4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "0000", 0, 3, "", "0000", ""}, // in check
		{"", "f2f3,e7e5,g2g4,d8h4", 4, 0, "Qh4#", "", "checkmate"},
		{"7k/5Q2/5K2/8/8/8/8/8 b - - 0 1", "", 0, 0, "", "", "stalemate"},
		{"7k/8/5K2/8/8/8/8/8 b - - 0 1", "", 0, 2, "", "", "material"},
		{"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R_w_KQkq_-_0_1", "e1g1", 1, 43, "O-O", "", ""},
		// Chess960, perft 1 of number 1: 21. The second is castling as king takes rook.
		{"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", "", 0, 21, "", "", ""},
		{"4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1", "f1g1", 1, 3, "O-O", "", ""},
	} {
		target := "/line?play=" + c.play + "&fen=" + url.QueryEscape(c.fen)
		status, text := get(t, s, target)
		var a lineAnswer
		if err := json.Unmarshal([]byte(text), &a); status != 200 || err != nil {
			t.Fatalf("%s: status %d, %v, %s", target, status, err, text)
		}
		last := ""
		if n := len(a.Moves); n > 0 {
			last = a.Moves[n-1].SAN
		}
		if len(a.Moves) != c.moves || len(a.Legal) != c.legal || last != c.last || a.Problem != c.problem ||
			a.Ending != c.end {
			t.Errorf("%s: %d moves to %s, %d legal, problem %q, ending %q; want %+v", target, len(a.Moves), last,
				len(a.Legal), a.Problem, a.Ending, c)
		}
		for _, m := range a.Legal { // each leads to the position that the line has after it
			_, text := get(t, s, "/line?play="+m.UCI+"&fen="+url.QueryEscape(lastFEN(a)))
			var b lineAnswer
			if err := json.Unmarshal([]byte(text), &b); err != nil || len(b.Moves) != 1 || b.Moves[0] != m {
				t.Errorf("%s: after %s %v, want %v", target, m.UCI, b.Moves, m)
			}
		}
	}
	long := "play=" + strings.Repeat("g1f3,g8f6,f3g1,f6g8,", 250) + "e2e4"
	for _, path := range []string{"/line", "/position"} {
		if status, text := get(t, s, path+"?"+long); status != 400 || !strings.Contains(text, "1001 moves") {
			t.Errorf("%s with 1001 moves: status %d, %s", path, status, text)
		}
		if status, text := get(t, s, path+"?play=d2d4,0000,c2c4"); status != 200 {
			t.Errorf("%s with a null move: status %d, %s", path, status, text)
		}
	}
	for _, path := range []string{"/line", "/position", "/masters"} { // the brackets of a tag of PGN change nothing
		const fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
		status, text := get(t, s, path+"?fen="+url.QueryEscape(`[FEN "`+fen+`"]`))
		if _, want := get(t, s, path+"?fen="+url.QueryEscape(fen)); status != 200 || text != want {
			t.Errorf("%s of a tag: status %d, %s; want %s", path, status, text, want)
		}
	}
	if status, _ := get(t, s, "/line?fen=nonsense"); status != 400 {
		t.Errorf("nonsense: status %d", status)
	}
}

func lastFEN(a lineAnswer) string {
	if n := len(a.Moves); n > 0 {
		return a.Moves[n-1].FEN
	}
	return a.FEN
}

// read posts a text and returns the answer in short: the kind, the moves with the numbers of their parents, ! for a
// problem.
func read(t *testing.T, s *serve.Server, fen, text string) (int, string) {
	t.Helper()
	r := httptest.NewRequest("POST", "/read?fen="+url.QueryEscape(fen), strings.NewReader(text))
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	if w.Code != 200 {
		return w.Code, w.Body.String()
	}
	var a struct {
		Kind, FEN, Problem, Comment, Result string
		Moves                               []struct {
			Parent               int
			SAN, Before, Comment string
			NAGs                 []int
		}
		More bool
	}
	if err := json.Unmarshal(w.Body.Bytes(), &a); err != nil {
		t.Fatalf("%v in %s", err, w.Body)
	}
	var short strings.Builder
	short.WriteString(a.Kind)
	if a.Kind == "position" {
		short.WriteString(" " + a.FEN)
	}
	for i, m := range a.Moves {
		short.WriteString(" " + m.SAN)
		if m.Parent != i {
			short.WriteString(fmt.Sprintf("@%d", m.Parent))
		}
		for _, n := range m.NAGs {
			short.WriteString(fmt.Sprintf("$%d", n))
		}
		if m.Before+m.Comment != "" {
			short.WriteString("{" + m.Before + "|" + m.Comment + "}")
		}
	}
	if a.Problem != "" {
		short.WriteString(" !")
	}
	if a.More {
		short.WriteString(" +")
	}
	return w.Code, short.String()
}

func TestRead(t *testing.T) {
	s := newServer(t, serve.Options{})
	castle := "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
	sicilian := "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
	for _, c := range []struct{ fen, text, want string }{
		{"", "e4", "moves e4"},
		{"", "nf3 NF6 g2-g3", "moves Nf3 Nf6 g3"},
		{"", "\xff\xfee\x004\x00", "moves e4"}, // UTF-16
		{"", "\x00e\x004\x00 \x00e\x005", "moves e4 e5"},
		{"", "1. e4 {\xf1\xe8\xeb\xfc\xed\xfb\xe9 \xf5\xee\xe4} e5 *", "game e4{|сильный ход} e5"}, // Windows-1251
		{"", "e2e4 e7-e5 Ng1f3, b8c6", "moves e4 e5 Nf3 Nc6"},
		{"", "3. Nf3", "moves Nf3"},
		{"", "e4 e5 Ke3", "moves e4 e5 !"},
		{"", "3. e4 e5 4. Nf3 4... Nc6 1-0", "moves e4 e5 Nf3 Nc6"},
		{"", "e4 e5 2 Nf3", "moves e4 e5 Nf3"},
		{"", "e4 e5 7 Nf3", "moves e4 e5 !"},
		{"", "e4 0000 d4", "moves e4 !"},
		{"", "1. d4 d5 (1... -- 2. c4) *", "game d4 d5 --@1 c4"},
		{"", "e4 (d4 d5) e5", "game e4 e5 d4@0 d5"},
		{"", "e2e4 {why} e7e5 (c7c5 (e7e6) Ng1f3) g1f3", "game e4{|why} e5 Nf3 c5@1 Nf3 e6@1"},
		{"", "e4 (Ke2) e5", "game e4 e5 !"},
		{"", "e4 (d4", "game e4 d4@0"},
		{castle, "O-O (O-O-O Ke7) O-O-O", "game O-O O-O-O O-O-O@0 Ke7"},
		{castle, "0-0 0-0-0", "moves O-O O-O-O"},
		{castle, "e1h1 e8a8", "moves O-O O-O-O"},
		{castle, "e1g1 e8c8", "moves O-O O-O-O"},
		{"", sicilian, "position " + sicilian},
		{"", strings.ReplaceAll(sicilian, " ", "_"), "position " + sicilian},
		{"", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3; id \"x\";", // EPD
			"position " + strings.Replace(sicilian, "0 2", "0 1", 1)},
		{"", "1. d4 {first} d5 2. c4 (2. Nf3 {quiet} Nf6) 2... e6 ; a line\n3. Nc3 *",
			"game d4{|first} d5 c4 e6{|a line} Nc3 Nf3@2{|quiet} Nf6"},
		{"", "1. e4! e5 (1... c5 ({before} 1... e6) 2. Nf3) 2. f4?! *", "game e4$1 e5 f4$6 c5@1 Nf3 e6@1{before|}"},
		{"", "[White \"A\"]\n\n1. e4 e5 2. Qh9 Nc6 *", "game e4 e5 !"},
		{"", "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 *\n", "game e4 +"},
		{"", "1. e4 e5 2. Nf3", "game e4 e5 Nf3"},
		{"", "https://lichess.org/analysis/rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR_w_KQkq_-_0_2?color=white",
			"position " + sicilian},
		{"", "https://lichess.org/analysis/standard/rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR_w_KQkq_-_0_2#3",
			"position " + sicilian},
		{"", "https://lichess.org/editor/rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR_w_KQkq_-_0_2",
			"position " + sicilian},
		{"", "https://lichess.org/analysis/fromPosition/4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1",
			"position 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},
		{"", "http://127.0.0.1:8080/?fen=4k3/8/8/8/8/8/4P3/4K3+w+-+-+0+1&play=e2e4,e8e7", "game e4 Ke7"},
		{"", "http://127.0.0.1:8080/?play=d2d4#pgn=1.%20e4%20e5%20(1...%20c5)%20*", "game e4 e5 c5@1"},
		{"", "lichess.org/analysis/pgn/e4_c5_Nf3", "game e4 c5 Nf3"},
		{"", "https://lichess.org/analysis/pgn/1.+e4+c5", "game e4 c5"},
		{"", "https://www.chess.com/analysis?fen=rnbqkbnr%2Fpp1ppppp%2F8%2F2p5%2F4P3%2F8%2FPPPP1PPP%2F" +
			"RNBQKBNR+w+KQkq+-+0+2",
			"position " + sicilian},
		{"", "https://www.chess.com/explorer?moveList=e4+c5+Nf3", "game e4 c5 Nf3"},
		{"", "https://www.chess.com/analysis?pgn=1.%20e4%20e5%202.%20f4", "game e4 e5 f4"},
	} {
		if _, got := read(t, s, c.fen, c.text); got != c.want {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
	for _, text := range []string{"", "Ke7", "hello", "8/8/8/8/8/8/8/8 w - - 0 1", "https://lichess.org/abcdefgh",
		"https://example.org/", "0000", "0 e4",
		"https://lichess.org/analysis/atomic/rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR_w_KQkq_-_0_2"} {
		status, got := read(t, s, "", text)
		if status != 400 || !strings.HasPrefix(got, "bad request: ") || strings.Count(got, "\n") != 1 {
			t.Errorf("%q: status %d, %s", text, status, got)
		}
	}
}

// A slowBody is a text of which nothing comes until it is released.
type slowBody struct{ reads, release chan struct{} }

func (b slowBody) Read([]byte) (int, error) {
	b.reads <- struct{}{}
	<-b.release
	return 0, io.EOF
}

// Clients that send a text slowly do not keep others from reading.
func TestReadSlowBodies(t *testing.T) {
	s := newServer(t, serve.Options{})
	body := slowBody{make(chan struct{}), make(chan struct{})}
	var slow sync.WaitGroup
	defer slow.Wait()
	defer close(body.release)
	refused := make(chan int)
	for range 40 {
		slow.Go(func() {
			w := httptest.NewRecorder()
			s.ServeHTTP(w, httptest.NewRequest("POST", "/read", body))
			select {
			case refused <- w.Code:
			case <-body.release:
			}
		})
		select {
		case <-body.reads:
		case status := <-refused:
			t.Fatalf("a slow client: status %d", status)
		}
	}
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, httptest.NewRequest("POST", "/read", strings.NewReader("e4 e5"))); w.Code != 200 {
		t.Errorf("beside slow clients: status %d, %s", w.Code, w.Body)
	}
}

// A text has memory and time in proportion: its bytes and moves are limited, and reading ends with the request.
func TestReadLimits(t *testing.T) {
	s := newServer(t, serve.Options{})
	post := func(ctx context.Context, text string) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest("POST", "/read", strings.NewReader(text)).WithContext(ctx))
		return w
	}
	round := "Nf3 Nf6 Ng1 Ng8 "
	plain := strings.Repeat(round, 5001)
	game := "1. " + plain
	varied := "1. " + strings.Repeat(round, 4000) + "(" + strings.Repeat("Ng8 Nf3 Nf6 Ng1 ", 2000) + ") *"
	for _, text := range []string{plain, game, varied} {
		w := post(t.Context(), text)
		var a struct {
			Moves   []struct{ Parent int }
			Problem string
		}
		if err := json.Unmarshal(w.Body.Bytes(), &a); w.Code != 200 || err != nil || len(a.Moves) != 20_000 ||
			!strings.Contains(a.Problem, "20000") {
			t.Errorf("%.9s: status %d, %v, %d moves, problem %q", text, w.Code, err, len(a.Moves), a.Problem)
		}
	}
	if w := post(t.Context(), strings.Repeat(round, 1<<16+1)); w.Code != 413 {
		t.Errorf("more than a MiB: status %d", w.Code)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for _, text := range []string{plain, game} {
		if w := post(gone, text); w.Code != 499 {
			t.Errorf("%.9s: a client that is gone: status %d", text, w.Code)
		}
	}
}
