package uci_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/oracle"
	"github.com/zobrist-go/zobrist/uci"
)

// session is an engine in another goroutine, talked to through pipes.
type session struct {
	t   testing.TB
	in  io.WriteCloser
	out chan string // lines, closed at the end
	end chan error
}

// listen reads lines until the end, so that an engine never waits for a
// reader.
func listen(r io.Reader) chan string {
	lines := make(chan string, 1<<16)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(r); s.Scan(); {
			lines <- s.Text()
		}
	}()
	return lines
}

func start(t testing.TB) *session {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	s := &session{t: t, in: inW, out: listen(outR), end: make(chan error, 1)}
	go func() {
		s.end <- uci.Run(context.Background(), inR, outW)
		outW.Close()
	}()
	t.Cleanup(func() {
		inW.Close()
		if err := <-s.end; err != nil {
			t.Error(err)
		}
	})
	return s
}

func (s *session) say(format string, args ...any) {
	s.t.Helper()
	if _, err := fmt.Fprintf(s.in, format+"\n", args...); err != nil {
		s.t.Fatal(err)
	}
}

// hear reads up to the line that begins with prefix and returns what it read.
func (s *session) hear(prefix string) []string {
	s.t.Helper()
	var heard []string
	silence := time.After(60 * time.Second)
	for {
		select {
		case line, ok := <-s.out:
			if !ok {
				s.t.Fatalf("the end while waiting for %s; heard %q", prefix, heard)
			}
			heard = append(heard, strings.TrimSpace(line))
			if strings.HasPrefix(line, prefix) {
				return heard
			}
		case <-silence:
			s.t.Fatalf("no %s after a minute; heard %q", prefix, heard)
		}
	}
}

func last(lines []string) string { return lines[len(lines)-1] }

func TestIdentity(t *testing.T) {
	s := start(t)
	s.say("uci")
	text := strings.Join(s.hear("uciok"), "\n")
	for _, want := range []string{"id name zobrist", "option name Hash type spin", "option name Threads", "option name Clear Hash type button",
		"option name Ponder type check", "option name MultiPV type spin", "option name UCI_Chess960 type check"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	s.say("isready")
	s.hear("readyok")
}

func TestGo(t *testing.T) {
	s := start(t)
	s.say("setoption name Hash value 8")
	s.say("setoption name Threads value 2")
	for _, test := range []struct{ position, command, want string }{
		{"startpos", "depth 4", `^bestmove [a-h][1-8][a-h][1-8] ponder`},
		{"startpos moves e2e4 e7e5", "nodes 2000", `^bestmove [a-h]`},
		{"startpos", "movetime 30", `^bestmove [a-h]`},
		{"startpos", "wtime 300 btime 300 winc 10 binc 10", `^bestmove [a-h]`},
		{"startpos", "wtime 40 btime 40 movestogo 1", `^bestmove [a-h]`},
		{"startpos", "depth 3 searchmoves a2a3", `^bestmove a2a3`},
		{"fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "depth 6", `^bestmove a1a8`},
		{"fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "mate 1", `^bestmove a1a8`},
		{"fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "depth 3", `^bestmove 0000`}, // stalemate
		{"fen rkr5/8/8/8/8/8/8/5KR1 w G - 0 1", "depth 2 searchmoves f1g1", `^bestmove f1g1`},
		{"fen 8/P6k/8/8/8/8/8/K7 w - - 0 1", "depth 1", `^bestmove a7a8q`},
	} {
		s.say("setoption name UCI_Chess960 value %v", strings.Contains(test.position, "rkr5"))
		s.say("position %s", test.position)
		s.say("go %s", test.command)
		lines := s.hear("bestmove")
		if !regexp.MustCompile(test.want).MatchString(last(lines)) {
			t.Errorf("%s, go %s: %q", test.position, test.command, lines)
		}
	}
}

func TestMateScores(t *testing.T) {
	for fen, want := range map[string]string{
		"6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1": "score mate 1 ",
		"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1": "score mate 2 ", // P. Morphy
		"8/8/8/8/8/1k6/8/K6r w - - 0 1":     "",              // mated: no move
		"7k/8/8/8/8/8/r7/1r4K1 w - - 0 1":   "",
		"k7/8/1K6/8/8/8/8/7R b - - 0 1":     "score mate -1 ",
	} {
		s := start(t)
		s.say("position fen %s", fen)
		s.say("go depth 5")
		text := strings.Join(s.hear("bestmove"), "\n")
		if !strings.Contains(text, want) {
			t.Errorf("%s: no %q in %s", fen, want, text)
		}
	}
}

func TestStopAndPonder(t *testing.T) {
	s := start(t)
	s.say("go infinite")
	s.hear("info depth 3")
	s.say("isready")
	s.hear("readyok")
	s.say("stop")
	s.hear("bestmove")

	// Pondering spends no time of the clock until the move comes.
	s.say("position startpos moves e2e4")
	s.say("go ponder wtime 100 btime 100")
	s.hear("info depth 3")
	time.Sleep(150 * time.Millisecond)
	s.say("ponderhit")
	s.hear("bestmove")

	// A short mate is found at once; the answer to infinite waits for stop.
	s.say("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
	s.say("go infinite")
	s.hear("info depth 1")
	s.say("isready")
	for _, line := range s.hear("readyok") {
		if strings.HasPrefix(line, "bestmove") {
			t.Error("bestmove before stop")
		}
	}
	s.say("stop")
	s.hear("bestmove a1a8")
}

func TestMultiPV(t *testing.T) {
	s := start(t)
	s.say("setoption name MultiPV value 3")
	s.say("go depth 4")
	first := map[string]bool{}
	for _, line := range s.hear("bestmove") {
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
	for _, line := range []string{"xyzzy", "setoption", "setoption name Hash value many", "setoption name Nothing value 1",
		"setoption name Ponder value maybe", "position", "position fen 8/8 w", "position startpos moves e2e5", "go depth x", "go sideways depth 1"} {
		s.say("%s", line)
		s.hear("info string")
		s.say("stop")
	}
	s.say("position startpos moves e2e4")
	s.say("go depth 1")
	s.hear("bestmove")
}

// TestPolyglotClient: Debian's polyglot, which drives UCI engines for programs that
// speak the protocol of XBoard.
func TestPolyglotClient(t *testing.T) {
	program := oracle.Program(t, "polyglot", "polyglot")
	engine := build(t)
	cmd := exec.Command(program, "-noini", "-ec", engine+" uci", "-ed", t.TempDir())
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer cmd.Wait()
	defer in.Close()
	s := &session{t: t, in: in, out: listen(out)}
	s.say("xboard\nprotover 2")
	s.hear("feature done=1")
	s.say("new\nlevel 40 0:10 0\neasy")
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
		s.say("time 300\notim 300\nusermove %s", p.UCI(m))
		if len(p.AppendMoves(nil)) == 0 {
			break
		}
		answer := strings.TrimPrefix(last(s.hear("move ")), "move ")
		reply, err := p.ParseUCI(answer)
		if err != nil {
			t.Fatalf("polyglot says %q: %v", answer, err)
		}
		p.Make(reply)
	}
	s.say("quit")
}

// build compiles the command line once for the tests that need a process.
func build(t *testing.T) string {
	t.Helper()
	path := t.TempDir() + "/zobrist"
	if out, err := exec.Command("go", "build", "-o", path, "../cmd/zobrist").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}
