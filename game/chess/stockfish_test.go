package chess_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// stockfish is Debian's Stockfish.
type stockfish struct{ *oracle.Peer }

// values sends commands and returns the "name: value" lines of the answer, up
// to and with the one named last.
func (s stockfish) values(last, format string, args ...any) map[string]string {
	s.Send(format, args...)
	answer := make(map[string]string)
	for _, line := range s.Until(last + ":") {
		if name, value, ok := strings.Cut(line, ":"); ok && !strings.HasPrefix(name, "info") {
			answer[name] = strings.TrimSpace(value)
		}
	}
	return answer
}

// TestStockfish plays random games, of standard chess and of Chess960, and
// asks Stockfish for the FEN and the counts below each move.
func TestStockfish(t *testing.T) {
	t.Run("short", func(t *testing.T) {
		games, plies := 24, 60
		if oracle.Short() {
			games, plies = 4, 30
		}
		compareWithStockfish(t, seeds, games, plies)
	})
	t.Run("long", func(t *testing.T) {
		oracle.Long(t, "all 960 starts of Chess960, beside Stockfish for a minute")
		var starts []string
		for line := range strings.Lines(string(oracle.Read(t, "epd/FRC_openings.epd"))) {
			starts = append(starts, strings.TrimSpace(line))
		}
		compareWithStockfish(t, starts, len(starts), 60)
	})
}

func compareWithStockfish(t *testing.T, starts []string, games, plies int) {
	engine := stockfish{oracle.Start(t, oracle.Program(t, "stockfish", "stockfish"))}
	rng := rand.New(rand.NewPCG(15, 1))
	// Stockfish counts an en-passant square that a pawn attacks.
	o := chess.Options{EnPassant: chess.PseudoLegalEnPassant}
	positions := 0
	for g := range games {
		fen := starts[g%len(starts)]
		o.Chess960 = g%2 == 1
		p, err := chess.Parse(fen, o)
		if err != nil {
			t.Fatal(err)
		}
		engine.Send("setoption name UCI_Chess960 value %t", p.Chess960())
		line := "position fen " + fen + " moves"
		for range plies {
			moves := p.AppendMoves(nil)
			answer := engine.values("Nodes searched", "%s\ngo perft 2", line)
			total, err := strconv.ParseUint(answer["Nodes searched"], 10, 64)
			if got := p.Perft(2); err != nil || got != total {
				t.Errorf("%s: perft 2 = %d, Stockfish says %d", p.FEN(), got, total)
			}
			for _, m := range moves {
				uci := p.UCI(m)
				p.Make(m)
				if got := strconv.FormatUint(p.Perft(1), 10); got != answer[uci] {
					t.Errorf("%s: %s moves after %s, Stockfish says %q", p.FEN(), got, uci, answer[uci])
				}
				p.Unmake()
				delete(answer, uci)
			}
			delete(answer, "Nodes searched")
			if len(answer) != 0 {
				t.Errorf("%s: Stockfish has moves besides: %v", p.FEN(), answer)
			}
			want := engine.values("Checkers", "%s\nd", line)["Fen"]
			got := p.FEN()
			if p.Chess960() {
				got = p.ShredderFEN()
			}
			if got != want {
				t.Errorf("%s: Stockfish writes %s", got, want)
			}
			if positions++; len(moves) == 0 || t.Failed() {
				break
			}
			m := moves[rng.IntN(len(moves))]
			line += " " + p.UCI(m)
			p.Make(m)
		}
	}
	t.Logf("%d positions compared", positions)
}
