package uci_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess/variants"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// TestVariantOption: the engine offers the variants by the names of UCI_Variant, and takes those that programs send.
func TestVariantOption(t *testing.T) {
	text := answer(t, "uci")
	want := "option name UCI_Variant type combo default chess var chess var crazyhouse var 3check var kingofthehill " +
		"var antichess var atomic var horde var racingkings\n"
	if !strings.Contains(text, want) {
		t.Errorf("no %s in %s", want, text)
	}
	for _, c := range []struct{ value, fen string }{
		{"horde", variants.Horde.Start()}, {"Racing Kings", variants.RacingKings.Start()},
		{"threeCheck", variants.ThreeCheck.Start()}, {"CRAZYHOUSE", variants.Crazyhouse.Start()},
		{"chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
		{"fischerandom", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"}, // of cutechess
	} {
		text := answer(t, "setoption name UCI_Variant value horde", "setoption name UCI_Variant value "+c.value, "d")
		if !strings.Contains(text, "fen "+c.fen+"\n") {
			t.Errorf("%s: %s; want %s", c.value, text, c.fen)
		}
	}
	if text := answer(t, "setoption name UCI_Variant value suicide", "d"); !strings.Contains(text, `not "suicide"`) ||
		!strings.Contains(text, "fen rnbqkbnr/") {
		t.Errorf("suicide: %s", text)
	}
}

// TestVariantPositions reads positions and moves as interfaces send them. The positions after the moves are
// python-chess 1.11's, with the clock that a drop of a pawn resets, and the counts are perft's.
func TestVariantPositions(t *testing.T) {
	for _, c := range []struct{ variant, position, fen string }{
		{"crazyhouse", "startpos moves e2e4 d7d5 e4d5 d8d5 P@d4", "rnb1kbnr/ppp1pppp/8/3q4/3P4/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3"},
		{"crazyhouse", "fen 4k3/8/8/8/8/8/8/4K3/QNn w - - 0 1 moves N@f6 e8e7", "8/4k3/5N2/8/8/8/8/4K3[Qn] w - - 2 2"},
		{"3check", "startpos moves e2e4 e7e5 d1h5 g8f6 h5f7", "rnbqkb1r/pppp1Qpp/5n2/4p3/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 2+3 0 3"},
		{"antichess", "fen 8/P7/8/8/8/8/8/7k w - - 0 1 moves a7a8k", "K7/8/8/8/8/8/8/7k b - - 0 1"},
		{"atomic", "startpos moves g1f3 f7f6 f3d4 e7e5 d4b5 d7d6 b5c7", "r3kbnr/pp4pp/3p1p2/4p3/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 4"},
	} {
		text := answer(t, "setoption name UCI_Variant value "+c.variant, "position "+c.position, "d")
		if !strings.Contains(text, "fen "+c.fen+"\n") {
			t.Errorf("%s, %s: %s; want %s", c.variant, c.position, text, c.fen)
		}
	}
	text := answer(t, "setoption name UCI_Variant value crazyhouse",
		"position fen 2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1", "go perft 3")
	if !strings.Contains(text, "Nodes searched: 88634\n") { // scalachess's table
		t.Errorf("perft: %s", text)
	}
	text = answer(t, "setoption name UCI_Variant value crazyhouse", "position fen 2k5/8/8/8/8/8/8/4K3[Qn] w - - 0 1",
		"go depth 1 searchmoves Q@a4 Q@a5", "position startpos moves P@e4", "go depth 1")
	if moves := best(text); len(moves) != 2 || !strings.HasPrefix(moves[0], "Q@a") || moves[1] != "0000" {
		t.Errorf("drops: %s", text)
	}
}

// TestVariantEnds: who has won, and wins that are near, by the rule of each variant.
func TestVariantEnds(t *testing.T) {
	for _, c := range []struct{ variant, fen, move, score string }{
		{"kingofthehill", "7k/8/8/8/8/4K3/8/8 w - - 0 1", "", "score mate 1"},
		{"kingofthehill", "7k/8/8/8/4K3/8/8/8 b - - 0 1", "0000", "score mate 0"},
		{"3check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8", "score mate 1"},
		{"atomic", "4k3/4p3/8/8/8/8/8/K3R3 w - - 0 1", "e1e7", "score mate 1"},
		{"antichess", "8/8/8/8/8/8/8/k7 w - - 0 1", "0000", "score mate 0"},
		{"crazyhouse", "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1", "N@f7", "score mate 1"},
		{"racingkings", "8/6K1/8/8/8/8/k7/8 w - - 0 1", "", "score mate 1"},
		{"horde", "4k3/8/8/8/8/8/4r3/4P3 b - - 0 1", "e2e1", "score mate 1"},
	} {
		text := answer(t, "setoption name UCI_Variant value "+c.variant, "position fen "+c.fen, "go depth 3")
		moves := best(text)
		if len(moves) != 1 || c.move != "" && moves[0] != c.move || !strings.Contains(text, c.score) {
			t.Errorf("%s, %s: %s; want %s, %s", c.variant, c.fen, text, c.move, c.score)
		}
	}
}

// TestVariantGames plays a game of each variant against itself, as a match runner does, and the rules judge each move.
func TestVariantGames(t *testing.T) {
	plies := 60
	if oracle.Short() {
		plies = 16
	}
	for _, v := range variants.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			peer := start(t)
			peer.Send("setoption name UCI_Variant value %v\nsetoption name Hash value 4\nucinewgame\nisready", v)
			peer.Until("readyok")
			p, err := variants.New(variants.Options{Variant: v})
			if err != nil {
				t.Fatal(err)
			}
			line := ""
			for range plies {
				if result, _ := p.Result(); len(p.AppendMoves(nil)) == 0 || result != 0 {
					break
				}
				peer.Send("position startpos%s\ngo depth 2", line)
				said := peer.Until("bestmove ")
				text := strings.Fields(said[len(said)-1])[1]
				m, err := p.ParseUCI(text)
				if err != nil {
					t.Fatalf("after%s: %s, %v", line, text, err)
				}
				if line == "" {
					line = " moves"
				}
				line += fmt.Sprint(" ", p.UCI(m))
				p.Make(m)
			}
		})
	}
}
