package uci_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/uci"
)

// answerLine is what a line of the engine may be: see the protocol, and "d" and "bench".
var answerLine = regexp.MustCompile(`^(id |option |uciok$|readyok$|info |bestmove |fen |key [0-9a-f]{16}$|` +
	`[a-h][1-8][a-h][1-8][nbrq]?: [0-9]+$|Total time |Nodes |$)`)

var bestMove = regexp.MustCompile(`^bestmove ([a-h][1-8][a-h][1-8][nbrq]?|\(none\)|0000)( ponder [a-h][1-8][a-h][1-8][nbrq]?)?$`)

// FuzzRun sends commands, each of which is stopped at once. Each search has one best move, and the
// position stays one that can be set up.
func FuzzRun(f *testing.F) {
	for _, seed := range []string{
		"uci\nisready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo wtime 1000 btime 1000 winc 10 movestogo 5\nd",
		"position fen 8/8/8/8/8/4k3/4p3/4K3 w - - 99 200\ngo mate 2\ngo infinite\nponderhit",
		"setoption name UCI_Chess960 value true\nposition fen nrkrbbqn/pppppppp/8/8/8/8/PPPPPPPP/NRKRBBQN w DBdb - 0 1 " +
			"moves c1b1\ngo depth 3 searchmoves a2a4 b2b4",
		"setoption name MultiPV value 3\nsetoption name UCI_ShowWDL value true\ngo nodes 99\nd\ngo ponder movetime 5",
		"setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1500\ngo\nbench 2\nstop\nquit\ngo",
		"setoption name Threads value x\nsetoption name \nsetoption value\ngo perft 2\nposition fen x\nposition\n\xff go\n\x00",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		low := strings.ToLower(text)
		for _, name := range []string{"hash", "threads", "bookfile"} { // memory, processors and files
			if strings.Contains(low, name) {
				return
			}
		}
		if len(text) > 1000 {
			return
		}
		var session strings.Builder
		session.WriteString("setoption name Hash value 1\n")
		searches, perfts := 0, 0
		for line := range strings.SplitSeq(text, "\n") {
			words := strings.Fields(line)
			if len(words) > 0 && words[0] == "quit" {
				break
			}
			if len(words) > 0 && words[0] == "go" {
				if slices.Contains(words, "perft") {
					perfts++ // or a search, as in "go depth perft"
				} else {
					searches++
				}
			}
			session.WriteString(line + "\nstop\n")
		}
		session.WriteString("d\n")
		var out strings.Builder
		if err := uci.Run(t.Context(), strings.NewReader(session.String()), &out); err != nil {
			t.Fatal(err)
		}
		fen, refused := "", false
		for line := range strings.SplitSeq(strings.TrimSuffix(out.String(), "\n"), "\n") {
			switch {
			case !answerLine.MatchString(line):
				t.Errorf("it answers %q", line)
			case bestMove.MatchString(line):
				searches--
			case strings.HasPrefix(line, "bestmove"):
				t.Errorf("best move: %q", line)
			case strings.HasPrefix(line, "fen "):
				fen = line[4:]
			case strings.HasPrefix(line, "info string there is no position"):
				refused = true
			}
		}
		if searches > 0 || -searches > perfts {
			t.Errorf("%d best moves are missing, and there were %d counts", searches, perfts)
		}
		if _, err := chess.Parse(fen, chess.Options{}); err != nil && !refused {
			t.Errorf("the position is %q: %v", fen, err)
		}
	})
}
