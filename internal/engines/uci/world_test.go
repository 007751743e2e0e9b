package uci_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/uci"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/polyglot"
)

// What interfaces, scripts and people send, after public reports of other programs.

// answer returns what the engine writes until the end of the input.
func answer(t *testing.T, lines ...string) string {
	t.Helper()
	var out strings.Builder
	if err := uci.Run(t.Context(), strings.NewReader(strings.Join(lines, "\n")+"\n"), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// best returns the answers to "go".
func best(text string) (moves []string) {
	for _, m := range regexp.MustCompile(`(?m)^bestmove (\S+)`).FindAllStringSubmatch(text, -1) {
		moves = append(moves, m[1])
	}
	return moves
}

// TestRefusedPosition: an answer never belongs to another position than the last. Rights that cannot be do not refuse
// one (Witek902/Caissa#23, official-stockfish/Stockfish#7001, franciscoBSalgueiro/en-croissant#410).
func TestRefusedPosition(t *testing.T) {
	for _, position := range []string{
		"fen 4k1nQ/5p2/8/8/8/8/5P2/R3K2R b KQk - 0 9",
		"fen r4rk1/ppp2ppp/8/8/8/8/PPP2PPP/R3K2R w KQkq - 0 9",
		"fen rnbqkbnr/pppppppp/8/8/8/5BN1/PPPPPPPP/RNBQ1RK1 b HQkq - 0 1",
		"fen 4k3/8/8/4p3/8/8/8/4K3 w KQkq e3 0 1",
		"fen 4k3/8/8/4p3/8/8/8/4K2R w H e5 -1 x",
		"fen 8/8/5P2/3kP1K1/5Q2/8/6q1/8 w KQkq - 1 85",
	} {
		text := answer(t, "position startpos", "position "+position, "go depth 3", "d")
		p, err := chess.New(chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.SetLenient(strings.TrimPrefix(position, "fen ")); err != nil {
			t.Fatal(err)
		}
		if moves := best(text); len(moves) != 1 || !strings.Contains(text, "info string ignored: ") ||
			!strings.Contains(text, "fen "+p.FEN()) {
			t.Errorf("%s: %s", position, text)
		} else if _, err := p.ParseUCI(moves[0]); err != nil {
			t.Errorf("%s: %v in %s", position, err, text)
		}
	}
	for _, position := range []string{
		"", "fen", "8/8/8/8/8/8/8/4K2k w - - 0 1", "startpos e2e4", "fen 8/8 w",
		"fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
		"fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", "fen 8/8/8/8/8/8/8/4K3 w - - 0 1",
		"fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 h1h2", "startpos moves e2e4 e2e4", "startpos moves e2e4 x",
		"fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves b8e8", // LeelaChessZero/lc0#2046
	} {
		text := answer(t, "position startpos moves d2d4", "position "+position, "go depth 3", "go perft 1", "d",
			"go depth 2 searchmoves g8f6", "position startpos", "go depth 1")
		if got := best(text); len(got) != 3 || got[0] != "0000" || got[1] != "0000" || got[2] == "0000" ||
			strings.Contains(text, "Nodes searched") || strings.Contains(text, "\nfen ") {
			t.Errorf("%s: %s", position, text)
		}
	}
	s := start(t)
	s.Send("position fen 8/8 w\ngo infinite\nisready")
	if lines := s.Until("readyok"); len(best(strings.Join(lines, "\n"))) != 0 {
		t.Errorf("an answer to infinite before stop: %q", lines)
	}
	s.Send("stop")
	s.Until("bestmove 0000")
}

// TestNotations: what moves look like. A pass stands in lines that python-chess sends. Castling in Shredder-FEN is that
// of standard chess unless UCI_Chess960 is set, as in Stockfish.
func TestNotations(t *testing.T) {
	for _, c := range []struct{ lines, want string }{
		{"position fen 4k2r/8/8/8/8/8/8/R3K2R w HAh - 0 1\ngo depth 1 searchmoves e1g1", "e1g1"},
		{"position fen 4k2r/8/8/8/8/8/8/R3K2R w HAh - 0 1\ngo depth 1 searchmoves e1h1", "e1g1"},
		{"position fen r3k3/8/8/8/8/8/8/R3K2R b HAa - 0 1\ngo depth 1 searchmoves e8c8", "e8c8"},
		{"position fen 4k2r/8/8/8/8/8/8/R3K2R w HAh - 0 1 moves e1c1 e8g8\ngo depth 1 searchmoves d1d8", "d1d8"},
		{"setoption name UCI_Chess960 value true\nposition fen 4k2r/8/8/8/8/8/8/R3K2R w HAh - 0 1\n" +
			"go depth 1 searchmoves e1g1", "e1h1"},
		{"position startpos moves e2e4 0000\ngo depth 1 searchmoves d2d4", "d2d4"},
		{"position startpos moves E2E4\ngo depth 1 searchmoves E7E5", "e7e5"},
		{"position fen 8/P6k/8/8/8/8/8/K7 w - - 0 1 moves a7a8Q\ngo depth 1 searchmoves h7g7", "h7g7"},
		{"position startpos\ngo depth 1 searchmoves e2e5", "0000"},
		{"position startpos\ngo depth 1 searchmoves", "*"},
		{"position startpos\ngo wtime 1000.5 btime 1000.5 searchmoves a2a3", "a2a3"},
		{"position\tfen  rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR   w  KQkq - 0 1\r\ngo depth 1 searchmoves a2a3",
			"a2a3"},
	} {
		text := answer(t, c.lines)
		if got := best(text); len(got) != 1 || got[0] != c.want && (c.want != "*" || got[0] == "0000") {
			t.Errorf("%s: %s", c.lines, text)
		}
	}
}

// TestBestMoveIsOfPV: the answer is the first move of the last principal variation, and what it expects the second,
// however the search ends (Disservin/fastchess#906). A score comes before it.
func TestBestMoveIsOfPV(t *testing.T) {
	oracle.Full(t, "the move of each answer beside its line")
	s := start(t)
	s.Send("setoption name Hash value 16")
	check := func(command string) {
		lines := s.Until("bestmove")
		pv, scored := []string(nil), false
		for _, line := range lines {
			if _, text, ok := strings.Cut(line, " pv "); ok && (strings.Contains(line, " multipv 1 ")) {
				pv = strings.Fields(text)
			}
			scored = scored || strings.Contains(line, " score ")
		}
		answer := strings.Fields(last(lines))
		if !scored || len(pv) == 0 || pv[0] != answer[1] || len(answer) > 2 && (len(pv) < 2 || pv[1] != answer[3]) {
			t.Errorf("%s: %q", command, lines)
		}
	}
	for _, fen := range []string{
		"rnbqkb1r/pp2pppp/2p2n2/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4",
		"1Q3bk1/5p2/2p3p1/1p1b3p/4n2P/5N2/r5PK/8 w - - 0 34",
	} {
		for nodes := 500; nodes <= 30_000; nodes += 1475 {
			s.Send("ucinewgame\nposition fen %s\ngo nodes %d", fen, nodes)
			check(fmt.Sprint("nodes ", nodes))
		}
	}
	// Quiescence of depth 1 would take minutes here.
	s.Send("ucinewgame\nposition fen 5rB1/2q1r1b1/KQq2Bq1/Q1RnnQ1n/QBn5/3N2Nq/bRR2n1k/n2RnR1B w - - 0 1\ngo movetime 1")
	check("many queens")
	for _, option := range []string{"MultiPV value 1", "MultiPV value 3", "Threads value 2",
		"UCI_LimitStrength value true"} {
		s.Send("setoption name %s", option)
		for _, command := range []string{"nodes 1", "nodes 21", "wtime 1 btime 1", "wtime 5 btime 5", "wtime 0 btime 0",
			"wtime -20 btime -20", "movetime 1", "movetime 0", "depth 0", "infinite\nstop",
			"ponder wtime 5 btime 5\nponderhit", "ponder\nstop", "nodes 1\nstop"} {
			s.Send("ucinewgame\nposition startpos\ngo %s", command)
			check(option + ": " + command)
		}
	}
}

// TestEndOfInput: what ends by itself is finished at the end of the input, and before the next command of a script
// (official-stockfish/Stockfish#2676). What does not is ended.
func TestEndOfInput(t *testing.T) {
	for _, c := range []struct {
		lines string
		want  []string // in this order
	}{
		{"position startpos\ngo depth 8", []string{"info depth 8 ", "bestmove "}},
		{"position startpos\ngo nodes 20000", []string{"info depth 6 ", "bestmove "}},
		{"position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1\ngo mate 2", []string{"score mate 2 ", "bestmove a1a6"}},
		{"go depth 6\nposition startpos moves e2e4\ngo depth 7\nquit", []string{"info depth 6 ", "bestmove "}},
		{"go depth 6\nposition startpos moves e2e4\ngo depth 7\nisready", []string{"info depth 6 ", "bestmove ",
			"readyok"}},
		{"go depth 5\nsetoption name Hash value 1\nucinewgame\ngo depth 6", []string{"info depth 5 ", "bestmove ",
			"info depth 6 ", "bestmove "}},
		{"go ponder depth 5\nponderhit", []string{"info depth 5 ", "bestmove "}},
		{"go infinite", []string{"info depth 1 ", "bestmove "}},
		{"go", []string{"info depth 1 ", "bestmove "}},
		{"go infinite depth 90", []string{"info depth 1 ", "bestmove "}},
		{"go ponder depth 90", []string{"info depth 1 ", "bestmove "}},
		{"go depth 90\nposition startpos\nstop\ngo depth 2", []string{"bestmove ", "info depth 2 ", "bestmove "}},
	} {
		text, at := answer(t, c.lines), 0
		for _, want := range c.want {
			i := strings.Index(text[at:], want)
			if i < 0 {
				t.Errorf("%q: no %q after byte %d of\n%s", c.lines, want, at, text)
				break
			}
			at += i + len(want)
		}
		if got, want := len(best(text)), strings.Count(c.lines, "go"); got != want {
			t.Errorf("%q: %d answers, want %d", c.lines, got, want)
		}
	}
}

// TestUnknownWords: "joho debug on" is "debug on", says the protocol.
func TestUnknownWords(t *testing.T) {
	text := answer(t, "joho debug on", "joho isready", "hello  my position startpos moves e2e4", "d", "xyzzy",
		"x go depth 1 searchmoves e7e5", "y quit", "isready")
	for _, want := range []string{"info string unknown: joho\nreadyok", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b",
		"info string unknown: xyzzy\n", "bestmove e7e5"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	if strings.Count(text, "readyok") != 1 {
		t.Errorf("read on after quit: %s", text)
	}
}

// TestFileNames: a name is everything after "value", whatever blanks and words it has.
func TestFileNames(t *testing.T) {
	book, err := os.ReadFile(writeBook(t, map[string]string{startFEN: "a2a3"}))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a  b   c.bin", "the value of it.bin", "\u00e9t\u00e9 2\u00a0.bin", "tab\there.bin"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, book, 0o600); err != nil {
			t.Skip(err) // a system without such names
		}
		text := answer(t, "setoption name  BookFile  value "+path, "setoption name OwnBook value true", "go depth 1")
		if !slices.Equal(best(text), []string{"a2a3"}) {
			t.Errorf("%q: %s", name, text)
		}
	}
}

// TestCompliance follows the checks of fastchess --compliance (July 2026): every step there has a line here. Beyond it,
// every move of every principal variation is legal, as tournament programs demand.
func TestCompliance(t *testing.T) {
	s := start(t)
	s.Send("uci")
	text := strings.Join(s.Until("uciok"), "\n")
	if !strings.Contains(text, "id name ") || !strings.Contains(text, "id author ") {
		t.Error(text)
	}
	s.Send("ucinewgame")
	ready := func() {
		t.Helper()
		s.Send("isready")
		s.Until("readyok")
	}
	ready()
	const middle = "fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27"
	const black = "fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
	for _, step := range []struct{ position, limits string }{
		{"startpos", ""}, {middle, "wtime 100"}, {black, "btime 100"},
		{black, "wtime 100 winc 100 btime 100 binc 100"}, {black, "btime 100 binc 100 wtime 100 winc 100"},
		{"new", ""}, {"startpos", "wtime 100 btime 100"}, {"startpos moves e2e4 e7e5", "wtime 100 btime 100"},
	} {
		if step.position == "new" {
			s.Send("ucinewgame")
			ready()
			continue
		}
		s.Send("position %s", step.position)
		ready()
		if step.limits == "" {
			continue
		}
		s.Send("go %s", step.limits)
		lines := s.Until("bestmove")
		if answer := strings.Fields(last(lines)); len(answer) < 2 || answer[1] == "0000" {
			t.Errorf("%s, go %s: %q", step.position, step.limits, last(lines))
		}
		var info string
		for _, line := range lines {
			if !strings.HasPrefix(line, "info ") || strings.HasPrefix(line, "info string") {
				continue
			}
			info = line
			if regexp.MustCompile(` (time|nps|score (cp|mate)) (-?\d*[^-\d\s]|$)`).MatchString(line) {
				t.Errorf("no whole number: %s", line)
			}
			legalLine(t, step.position, line)
		}
		if !strings.Contains(info, " score ") {
			t.Errorf("%s, go %s: no score in the last info %q", step.position, step.limits, info)
		}
	}
}

// TestCutechess follows what cutechess-cli 1.3.1 sends, and what it refuses or counts as lost (uciengine.cpp):
// options it cannot read, a best move before the end of pondering, none after "stop", an illegal one. Clocks that
// have run out are negative there.
func TestCutechess(t *testing.T) {
	s := start(t)
	s.Send("uci")
	option := regexp.MustCompile(`^option name (.+) type (button|check default (true|false)|string default .*|combo default \S+( var \S+)+|` +
		`spin default (-?\d+) min (-?\d+) max (-?\d+))$`)
	for _, line := range s.Until("uciok") {
		m := option.FindStringSubmatch(line)
		if m == nil && strings.HasPrefix(line, "option") {
			t.Errorf("invalid option: %s", line)
		} else if m != nil && m[5] != "" {
			value, _ := strconv.ParseInt(m[5], 10, 32)
			least, _ := strconv.ParseInt(m[6], 10, 32)
			if most, err := strconv.ParseInt(m[7], 10, 32); err != nil || value < least || value > most {
				t.Errorf("invalid option: %s", line)
			}
		}
	}
	s.Send("setoption name Ponder value true")
	s.Send("ucinewgame")
	s.Send("position startpos moves e2e4 e7e5")
	for _, limits := range []string{
		"wtime 50 btime 50 winc 50 binc 50 movestogo 1", "wtime -7 btime 900", "wtime 0 btime 0 winc 10", "movetime -3",
		"movetime 20 depth 3", "depth 2 nodes 500",
	} {
		s.Send("go %s", limits)
		lines := s.Until("bestmove")
		legalLine(t, "startpos moves e2e4 e7e5", "pv "+strings.Fields(last(lines))[1])

		// A ponder move that was not played: stop, the old answer is ignored, then the real position.
		s.Send("go ponder %s", limits)
		s.Send("isready")
		if lines := strings.Join(s.Until("readyok"), "\n"); strings.Contains(lines, "bestmove") {
			t.Errorf("go ponder %s: an answer before the end: %s", limits, lines)
		}
		s.Send("stop")
		s.Send("isready")
		if lines := s.Until("readyok"); !slices.ContainsFunc(lines, func(l string) bool {
			return strings.HasPrefix(l, "bestmove ")
		}) {
			t.Errorf("go ponder %s, stop: no answer before readyok: %q", limits, lines)
		}
	}
}

// legalLine checks the moves after "pv".
func legalLine(t *testing.T, position, line string) {
	t.Helper()
	before, moves, _ := strings.Cut(position, " moves ")
	p, err := chess.New(polyglot.Options())
	if err == nil && before != "startpos" {
		err = p.Set(strings.TrimPrefix(before, "fen "))
	}
	if err != nil {
		t.Fatal(err)
	}
	_, pv, _ := strings.Cut(line, " pv ")
	for text := range strings.FieldsSeq(moves + " " + pv) {
		m, err := p.ParseUCI(text)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		p.Make(m)
	}
}

// TestByteOrderMark: a file of commands may begin with one. It is no part of the first command, and no remark.
func TestByteOrderMark(t *testing.T) {
	if text := answer(t, "\ufeffuci"); !strings.Contains(text, "uciok") || strings.Contains(text, "unknown") {
		t.Errorf("%q", text)
	}
	if text := answer(t, "uci", "\ufeffisready"); strings.Contains(text, "readyok") {
		t.Errorf("a mark in the second line is passed over: %q", text)
	}
}
