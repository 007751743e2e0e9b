package uci_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/uci"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// start starts this package's engine behind pipes.
func start(t testing.TB) *oracle.Peer {
	return oracle.Serve(t, func(in io.Reader, out io.Writer) error {
		return uci.Run(context.Background(), in, out)
	})
}

func last(lines []string) string { return lines[len(lines)-1] }

func TestIdentity(t *testing.T) {
	s := start(t)
	s.Send("uci")
	text := strings.Join(s.Until("uciok"), "\n")
	for _, want := range []string{"id name zobrist ", "option name Hash type spin", "option name Threads",
		"option name Clear Hash type button",
		"option name Ponder type check", "option name UCI_ShowWDL type check default false",
		"option name MultiPV type spin", "option name UCI_Chess960 type check",
		"option name UCI_LimitStrength type check default false",
		"option name UCI_Elo type spin default 1400 min 1400 max 2400"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	s.Send("isready")
	s.Until("readyok")
}

func TestGo(t *testing.T) {
	s := start(t)
	s.Send("setoption name Hash value 8")
	s.Send("setoption name Threads value 2")
	for _, test := range []struct{ position, command, want string }{
		{"startpos", "depth 4", `^bestmove [a-h][1-8][a-h][1-8] ponder`},
		{"startpos moves e2e4 e7e5", "nodes 2000", `^bestmove [a-h]`},
		{"startpos", "movetime 30", `^bestmove [a-h]`},
		{"startpos", "wtime 300 btime 300 winc 10 binc 10", `^bestmove [a-h]`},
		{"startpos", "wtime 40 btime 40 movestogo 1", `^bestmove [a-h]`},
		{"startpos", "depth 3 searchmoves a2a3", `^bestmove a2a3`},
		{"startpos", "searchmoves e2e5 a2a3 i9i9 depth 3", `^bestmove a2a3`}, // e2e5 is not legal, i9i9 no move
		{"startpos", "nodes 18446744073709551615 depth 3", `^bestmove \w+ ponder`},
		{"startpos", "movetime 99999999999999999999 depth 3", `^bestmove \w+ ponder`},
		{"fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "depth 6", `^bestmove a1a8`},
		{"fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "mate 1", `^bestmove a1a8`},
		{"fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "depth 3", `^bestmove 0000`}, // stalemate
		{"fen rkr5/8/8/8/8/8/8/5KR1 w G - 0 1", "depth 2 searchmoves f1g1", `^bestmove f1g1`},
		{"fen 8/P6k/8/8/8/8/8/K7 w - - 0 1", "depth 1", `^bestmove a7a8q`},
	} {
		s.Send("setoption name UCI_Chess960 value %v", strings.Contains(test.position, "rkr5"))
		s.Send("position %s", test.position)
		s.Send("go %s", test.command)
		lines := s.Until("bestmove")
		if !regexp.MustCompile(test.want).MatchString(last(lines)) {
			t.Errorf("%s, go %s: %q", test.position, test.command, lines)
		}
	}
}

func TestMateScores(t *testing.T) {
	for _, test := range []struct{ fen, command, want string }{
		{"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "depth 5", "score mate 1 "},
		{"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "mate 2", "score mate 2 "},   // P. Morphy
		{"8/k7/p2K4/8/6p1/8/1R6/3Q4 w - - 0 1", "mate 2", "score mate 2 "}, // a mate in 3 is found before
		{"8/8/8/8/8/1k6/8/K6r w - - 0 1", "depth 5", "info depth 0 score mate 0\nbestmove 0000"},
		{"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "depth 5", "info depth 0 score cp 0\nbestmove 0000"},
		{"k7/8/1K6/8/8/8/8/7R b - - 0 1", "depth 5", "score mate -1 "},
	} {
		s := start(t)
		s.Send("position fen %s", test.fen)
		s.Send("go %s", test.command)
		text := strings.Join(s.Until("bestmove"), "\n")
		if !strings.Contains(text, test.want) {
			t.Errorf("%s: no %q in %s", test.fen, test.want, text)
		}
	}
}

// "go mate N" ends by itself: with a mate, or with the best move and a remark after all lines of 2N − 1 plies. By
// Stockfish 15.1 one and two have their shortest mates in 1 and 2 moves.
func TestMateEnds(t *testing.T) {
	oracle.Full(t, "searches for mates")
	const one, two, queen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1",
		"8/k7/p2K4/8/6p1/8/1R6/3Q4 w - - 0 1"
	for _, test := range []struct{ fen, command, want string }{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "mate 3", "no mate in 3"},
		{two, "mate 1", "no mate in 1"},
		{two, "mate 2 nodes 1000000", "score mate 2 "},
		{two, "mate 2 searchmoves a1a2 a1b1", "no mate in 2"},
		{one, "mate 3", "score mate 1 "},
		{queen, "mate 2", "score mate 2 "},
		{queen, "mate 1", "no mate in 1"},
		{"k7/8/1K6/8/8/8/8/7R b - - 0 1", "mate 2", "no mate in 2"}, // Black is mated
	} {
		s := start(t)
		s.Send("position fen %s", test.fen)
		s.Send("go %s", test.command)
		lines := s.Until("bestmove")
		text := strings.Join(lines, "\n")
		if !strings.Contains(text, test.want) || strings.Contains(text, "no mate") != strings.HasPrefix(test.want, "no") ||
			strings.Contains(last(lines), "0000") {
			t.Errorf("%s, go %s: no %q in %s", test.fen, test.command, test.want, text)
		}
	}
}

// TestOccurrences: the third occurrence of a position is a draw, the second one is none. In the ending of pawn and
// king only f5e5 wins, by the Syzygy tables among python-chess's data (official-stockfish/Stockfish#566). The others
// are mates in two by one first move each, found by trying all lines with python-chess: the position after it occurred
// once before, and then twice.
func TestOccurrences(t *testing.T) {
	for _, test := range []struct{ position, command, info, best string }{
		{"8/4k3/8/5K2/1P6/8/8/8 w - - 0 1 moves f5e5 e7f8 e5f5 f8e7", "depth 22", "", "f5e5"},
		{"8/8/5K2/7k/4R3/8/8/8 b - - 1 1 moves h5h6 e4e1 h6h5", "mate 2", "score mate 2 ", "e1e4"},
		{"8/8/5K2/7k/4R3/8/8/8 b - - 1 1 moves h5h6 e4e1 h6h5 e1e4 h5h6 e4e1 h6h5", "mate 2", "no mate in 2", ""},
		{"8/R7/8/8/8/2K5/8/1k6 b - - 1 1 moves b1c1 c3b4 c1b1", "mate 2", "score mate 2 ", "b4c3"},
		{"8/R7/8/8/8/2K5/8/1k6 b - - 1 1 moves b1c1 c3b4 c1b1 b4c3 b1c1 c3b4 c1b1", "mate 2", "no mate in 2", ""},
	} {
		s := start(t)
		s.Send("position fen %s", test.position)
		s.Send("go %s", test.command)
		lines := s.Until("bestmove")
		text := strings.Join(lines, "\n")
		if !strings.HasPrefix(last(lines), "bestmove "+test.best) || !strings.Contains(text, test.info) ||
			strings.HasPrefix(test.info, "no") && strings.Contains(text, "score mate 2 ") {
			t.Errorf("%s, go %s: no %q and %q in %s", test.position, test.command, test.best, test.info, text)
		}
	}
}

// field returns the number after a word of an "info" line, -1 if there is none.
func field(line, word string) int {
	words := strings.Fields(line)
	if i := slices.Index(words, word); i >= 0 && i+1 < len(words) {
		if n, err := strconv.Atoi(words[i+1]); err == nil {
			return n
		}
	}
	return -1
}

// TestNodes: every depth has its nodes, and a limit of nodes is kept exactly.
func TestNodes(t *testing.T) {
	s := start(t)
	s.Send("go nodes 3000")
	before := 0
	for _, line := range s.Until("bestmove") {
		if !strings.HasPrefix(line, "info depth") {
			continue
		}
		nodes := field(line, "nodes")
		if nodes <= before || nodes > 3000 {
			t.Errorf("%d nodes after %d: %s", nodes, before, line)
		}
		before = nodes
	}
	if before < 1000 {
		t.Errorf("only %d nodes are reported of 3000", before)
	}
}

// TestMoveTime: the time for the move is spent but for the reserve, and hardly exceeded.
func TestMoveTime(t *testing.T) {
	s := start(t)
	s.Send("setoption name Move Overhead value 7\nisready")
	s.Until("readyok")
	began := time.Now()
	s.Send("go movetime 200")
	s.Until("bestmove")
	// A busy machine gives the processor late.
	if took := time.Since(began); took < 190*time.Millisecond || took > time.Minute {
		t.Errorf("200 ms took %v", took)
	}
}

// TestReady: the engine has the memory of a search when it is ready, so that the clock of the first move does not pay
// for it.
func TestReady(t *testing.T) {
	s := start(t)
	for range 2 {
		s.Send("ucinewgame\nisready")
		s.Until("readyok")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		s.Send("position startpos moves e2e4\ngo depth 1")
		s.Until("bestmove")
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
			t.Errorf("the first move allocates %d bytes", n)
		}
	}
}

// TestShowWDL: the chances sum to 1000, and who is better has the better ones.
func TestShowWDL(t *testing.T) {
	s := start(t)
	s.Send("setoption name UCI_ShowWDL value true")
	for fen, sign := range map[string]int{
		"4k3/8/8/8/8/8/PPPP4/4K3 w - - 0 1":     1,
		"4k3/8/8/8/8/8/PPPP4/4K3 b - - 0 1":     -1,
		"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1":     1,
		"4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1": 0,
	} {
		s.Send("position fen %s", fen)
		s.Send("go depth 6")
		lines := s.Until("bestmove")
		line := lines[len(lines)-2]
		var w, d, l int
		_, text, _ := strings.Cut(line, " wdl ")
		if _, err := fmt.Sscan(text, &w, &d, &l); err != nil || w+d+l != 1000 || min(w, d, l) < 0 {
			t.Errorf("%s: %q, %v", fen, line, err)
		}
		if sign > 0 && w <= l || sign < 0 && w >= l {
			t.Errorf("%s: %q", fen, line)
		}
	}
}

// signature is the total of nodes of "bench". A commit that changes it says so:
// "Bench: N".
const signature = 497845

func TestBench(t *testing.T) {
	s := start(t)
	s.Send("bench")
	for _, line := range s.Until("Nodes/second") {
		if text, ok := strings.CutPrefix(line, "Nodes searched"); ok {
			if got := strings.Trim(text, " :"); got != strconv.Itoa(signature) {
				t.Errorf("Bench: %s, not %d", got, signature)
			}
		}
	}
	s.Send("bench x")
	s.Until("info string bench takes a depth")
}

// TestCountsEnd: "stop" and "quit" end "go perft" and "bench", which would take hours.
// Other commands wait for their results, as the end of the input does.
func TestCountsEnd(t *testing.T) {
	for name, command := range map[string]string{"perft": "go perft 9", "bench": "bench 60"} {
		s := start(t)
		s.Send("%s\nisready", command)
		s.Until("readyok")
		s.Send("stop")
		s.Until("info string " + name + ": stopped")
		s.Send("go depth 1")
		s.Until("bestmove")
		s.Send("%s\nquit", command)
	}
	var out strings.Builder
	in := strings.NewReader("go perft 4\nposition startpos moves e2e4\ngo perft 3\nbench 1")
	if err := uci.Run(t.Context(), in, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Nodes searched: 197281\n", "Nodes searched: 13160\n", "Nodes searched  : "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in %s", want, out.String())
		}
	}
}

// TestCurrmove: a search of more than a second says which move it is at.
func TestCurrmove(t *testing.T) {
	s := start(t)
	s.Send("go infinite")
	for {
		line := s.Line()
		if strings.Contains(line, "currmove") {
			if field(line, "currmovenumber") < 1 || field(line, "depth") < 1 {
				t.Error(line)
			}
			break
		}
	}
	s.Send("stop")
	s.Until("bestmove")
}

func TestStopAndPonder(t *testing.T) {
	s := start(t)
	s.Send("go infinite")
	s.Until("info depth 3")
	s.Send("isready")
	s.Until("readyok")
	s.Send("stop")
	s.Until("bestmove")

	// Pondering spends no time of the clock until the move comes.
	s.Send("position startpos moves e2e4")
	s.Send("go ponder wtime 100 btime 100")
	s.Until("info depth 3")
	time.Sleep(150 * time.Millisecond)
	s.Send("ponderhit")
	s.Until("bestmove")

	// An answer to infinite waits for stop, even after ponderhit.
	for _, words := range []string{"infinite depth 1", "ponder infinite depth 1"} {
		s.Send("go %s", words)
		s.Until("info depth 1")
		s.Send("ponderhit")
		for range 100 {
			s.Send("isready")
			if lines := s.Until("readyok"); len(lines) > 1 {
				t.Fatalf("go %s, ponderhit: %q", words, lines)
			}
		}
		s.Send("stop")
		s.Until("bestmove")
	}

	// A short mate is found at once; the answer to infinite waits for stop.
	s.Send("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
	s.Send("go infinite")
	s.Until("info depth 1")
	s.Send("isready")
	for _, line := range s.Until("readyok") {
		if strings.HasPrefix(line, "bestmove") {
			t.Error("bestmove before stop")
		}
	}
	s.Send("stop")
	s.Until("bestmove a1a8")
}

func TestMultiPV(t *testing.T) {
	s := start(t)
	s.Send("setoption name MultiPV value 3")
	s.Send("go depth 4")
	first := map[string]bool{}
	for _, line := range s.Until("bestmove") {
		if strings.HasPrefix(line, "info depth 4 ") {
			_, pv, _ := strings.Cut(line, " pv ")
			first[strings.Fields(pv)[0]] = true
		}
	}
	if len(first) != 3 {
		t.Errorf("three lines begin with %v", first)
	}
}

func TestBadInput(t *testing.T) {
	s := start(t)
	for _, line := range []string{"xyzzy", "setoption", "setoption name Hash value many",
		"setoption name Nothing value 1",
		"setoption name Ponder value maybe", "position", "position fen 8/8 w", "position startpos moves e2e5", "go depth x",
		"go sideways depth 1"} {
		s.Send("%s", line)
		s.Until("info string")
		s.Send("stop")
	}
	s.Send("position startpos moves e2e4")
	s.Send("go depth 1")
	s.Until("bestmove")
}

// endless is a line without end.
type endless struct{}

func (endless) Read(b []byte) (int, error) { return len(b), nil }

// TestEndlessLine: a line without end is an error, and takes no memory without end.
func TestEndlessLine(t *testing.T) {
	err := uci.Run(t.Context(), endless{}, io.Discard)
	if err == nil || err.Error() != "uci: read: a command has more than 1048576 bytes" {
		t.Error(err)
	}
}

// TestPolyglotClient: Debian's polyglot, which drives UCI engines for programs that
// speak the protocol of XBoard.
func TestPolyglotClient(t *testing.T) {
	program := oracle.Program(t, "polyglot", "polyglot")
	engine := build(t)
	t.Parallel() // it waits for clocks most of the time, as TestMatch does
	s := oracle.Start(t, program, "-noini", "-ec", engine+" uci", "-ed", t.TempDir())
	s.Send("xboard\nprotover 2")
	s.Until("feature done=1")
	s.Send("new\nlevel 40 0:10 0\neasy")
	p, err := chess.New(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	// A game against random moves: every answer must be legal.
	random := rand.New(rand.NewPCG(1, 2))
	for range 12 {
		moves := p.AppendMoves(nil)
		if len(moves) == 0 {
			break
		}
		m := moves[random.IntN(len(moves))]
		p.Make(m)
		s.Send("time 300\notim 300\nusermove %s", p.UCI(m))
		if len(p.AppendMoves(nil)) == 0 {
			break
		}
		answer := strings.TrimPrefix(last(s.Until("move ")), "move ")
		reply, err := p.ParseUCI(answer)
		if err != nil {
			t.Fatalf("polyglot says %q: %v", answer, err)
		}
		p.Make(reply)
	}
	s.Send("quit")
}

// programs is a folder for what build makes.
var programs string

func TestMain(m *testing.M) {
	var err error
	if programs, err = os.MkdirTemp("", "uci"); err != nil {
		panic(err)
	}
	status := m.Run()
	os.RemoveAll(programs)
	os.Exit(status)
}

var built = sync.OnceValues(func() ([]byte, error) {
	return exec.Command("go", "build", "-o", programs+"/zobrist", "../../../cmd/zobrist").CombinedOutput()
})

// build compiles the command line once for the tests that need a process.
func build(t *testing.T) string {
	t.Helper()
	if out, err := built(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return programs + "/zobrist"
}
