package chess_test

import (
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
)

var _ game.Scored = (*chess.Position)(nil)

// play makes the moves of a text in SAN.
func play(t testing.TB, p *chess.Position, moves string) {
	t.Helper()
	for san := range strings.FieldsSeq(moves) {
		m, err := p.ParseSAN(san)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
	}
}

func TestResult(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	const dance = "Nf3 Nf6 Ng1 Ng8 "
	for _, c := range []struct {
		fen, moves string
		result     game.Result
		reason     chess.Reason
		score      int
		over       bool
	}{
		{start, "", game.Unknown, chess.NoReason, 0, false},
		{start, "f3 e5 g4 Qh4#", game.SecondWins, chess.Checkmate, -1, true},
		{start, "e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7#", game.FirstWins, chess.Checkmate, -1, true},
		{"7k/5Q2/8/8/8/8/8/K7 b - - 0 1", "", game.Draw, chess.Stalemate, 0, true},
		{start, dance, game.Unknown, chess.NoReason, 0, false},
		{start, dance + dance, game.Unknown, chess.ThreefoldRepetition, 0, true},
		{start, dance + dance + dance + dance, game.Draw, chess.FivefoldRepetition, 0, true},
		// After 1.e4 nothing can take en passant: the position recurs.
		{start, "e4 " + strings.Repeat("Nf6 Nf3 Ng8 Ng1 ", 2), game.Unknown, chess.ThreefoldRepetition, 0, true},
		// Where a pawn could take, the first occurrence is another position.
		{"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4 " + strings.Repeat("Kd8 Kd1 Ke8 Ke1 ", 2), game.Unknown, chess.NoReason,
			0, false},
		{"4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e4 " + strings.Repeat("Kd8 Kd1 Ke8 Ke1 ", 3), game.Unknown,
			chess.ThreefoldRepetition, 0, true},
		// Lost rights to castle make another position.
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", strings.Repeat("Ke2 Ke7 Ke1 Ke8 ", 2), game.Unknown, chess.NoReason, 0, false},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", strings.Repeat("Ke2 Ke7 Ke1 Ke8 ", 3), game.Unknown, chess.ThreefoldRepetition,
			0, true},
		{"4k3/8/8/8/8/8/8/4K2R w - - 99 80", "", game.Unknown, chess.NoReason, 0, false},
		{"4k3/8/8/8/8/8/8/4K2R w - - 99 80", "Rh2", game.Unknown, chess.FiftyMoves, 0, true},
		{"4k3/8/8/8/8/8/8/4K2R w - - 149 80", "Rh2", game.Draw, chess.SeventyFiveMoves, 0, true},
		{"4k3/8/8/8/8/8/7P/4K3 w - - 149 80", "h4", game.Unknown, chess.NoReason, 0, false},
		{"7k/8/6K1/8/8/8/8/R7 w - - 149 80", "Ra8#", game.FirstWins, chess.Checkmate, -1, true}, // mate comes first, 9.6.2
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "", game.Draw, chess.InsufficientMaterial, 0, true},
	} {
		for rule := chess.LegalEnPassant; rule <= chess.AlwaysEnPassant; rule++ {
			p, err := chess.Parse(c.fen, chess.Options{EnPassant: rule})
			if err != nil {
				t.Fatal(err)
			}
			play(t, p, c.moves)
			if result, reason := p.Result(); result != c.result || reason != c.reason {
				t.Errorf("%s %s: %v by %v, want %v by %v", c.fen, c.moves, result, reason, c.result, c.reason)
			}
			if score, over := p.Score(); score != c.score || over != c.over {
				t.Errorf("%s %s: score %d, over %t, want %d, %t", c.fen, c.moves, score, over, c.score, c.over)
			}
		}
	}
}

// TestRepetitionsDoNotTrustHashes gives every position the same hash.
func TestRepetitionsDoNotTrustHashes(t *testing.T) {
	p, err := chess.New(chess.Options{Set: zobrist.Set{Keys: make(zobrist.Keys, chess.Space().Len())}})
	if err != nil {
		t.Fatal(err)
	}
	play(t, p, "Nf3 Nf6 Nc3 Nc6 Rb1 Rb8")
	if p.Hash() != 0 || p.Repetitions() != 0 {
		t.Errorf("hash %x, %d repetitions of a new position", p.Hash(), p.Repetitions())
	}
	play(t, p, "Ra1 Ra8 Rb1 Rb8")
	if p.Repetitions() != 1 {
		t.Errorf("%d repetitions, want 1", p.Repetitions())
	}
}

func TestInsufficientMaterial(t *testing.T) {
	for _, c := range []struct {
		placement string
		want      bool
	}{
		{"4k3/8/8/8/8/8/8/4K3", true},
		{"4k3/8/8/8/8/8/8/3NK3", true},
		{"3nk3/8/8/8/8/8/8/4K3", true},
		{"4k3/8/8/8/8/8/8/3BK3", true},
		{"4k3/8/8/8/8/8/8/B1B1K3", true},   // both on dark squares
		{"b1b1k3/8/8/8/8/8/8/1B2K3", true}, // all on light squares
		{"4k3/8/8/8/8/8/8/2BBK3", false},
		{"4k3/8/8/8/8/8/8/2NNK3", false}, // mate is possible, if not by force
		{"3nk3/8/8/8/8/8/8/3NK3", false},
		{"3bk3/8/8/8/8/8/8/3NK3", false},
		{"4k3/8/8/8/8/8/P7/4K3", false},
		{"4k3/8/8/8/8/8/8/3RK3", false},
		{"3qk3/8/8/8/8/8/8/4K3", false},
	} {
		p, err := chess.Parse(c.placement+" w - - 0 1", chess.Options{})
		if err != nil {
			if p, err = chess.Parse(c.placement+" b - - 0 1", chess.Options{}); err != nil {
				t.Fatal(err)
			}
		}
		if got := p.InsufficientMaterial(); got != c.want {
			t.Errorf("%s: %t", c.placement, got)
		}
	}
}

func TestCounters(t *testing.T) {
	p, err := chess.Parse("4k3/8/8/8/8/8/P7/4K3 b - - 7 30", chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		move                 string
		clock, number, plies int
	}{
		{"Kd8", 8, 31, 1}, {"Kd1", 9, 31, 2}, {"Ke8", 10, 32, 3}, {"a4", 0, 32, 4}, {"Kd8", 1, 33, 5},
	} {
		play(t, p, c.move)
		if p.HalfmoveClock() != c.clock || p.FullmoveNumber() != c.number || p.Ply() != c.plies {
			t.Errorf("after %s: clock %d, number %d, ply %d", c.move, p.HalfmoveClock(), p.FullmoveNumber(), p.Ply())
		}
	}
	q := p.Clone()
	for p.Ply() > 0 {
		p.Unmake()
	}
	if p.FEN() != "4k3/8/8/8/8/8/P7/4K3 b - - 7 30" || q.Ply() != 5 || q.FEN() == p.FEN() {
		t.Errorf("taken back: %s, clone %s", p.FEN(), q.FEN())
	}
	defer func() {
		if recover() == nil {
			t.Error("Unmake without a move did not panic")
		}
	}()
	p.Unmake()
}
