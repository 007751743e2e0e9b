package variants_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/variants"
)

// TestLines plays moves and compares the position after them, which python-chess 1.11 writes likewise except for the
// halfmove clock after a drop of a pawn, and the last move as python-chess writes it, except for P in a drop of a pawn.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		v                 variants.Variant
		start, moves, end string
	}{
		{variants.Crazyhouse, "", "e4 d5 exd5 Qxd5 P@d4", "rnb1kbnr/ppp1pppp/8/3q4/3P4/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3"},
		{variants.Crazyhouse, "", "e4 d5 exd5 Qxd5 @d4 p@e5", "rnb1kbnr/ppp1pppp/8/3qp3/3P4/8/PPPP1PPP/RNBQKBNR[] w KQkq - 0 4"},
		{variants.Crazyhouse, "1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1", "axb8=Q+ Ke7 Qb7+ Kf6 Qb6+", "8/8/1Q~3k2/8/8/8/8/4K3[R] b - - 4 3"},
		// A promoted piece goes to the pocket as a pawn.
		{variants.Crazyhouse, "1R~2k2r/8/8/8/8/8/8/4K3[] b - - 0 1", "Ke7 Rxh8", "7R~/4k3/8/8/8/8/8/4K3[R] b - - 0 2"},
		{variants.Crazyhouse, "1R~2k2r/8/8/8/8/8/8/4K3[] b - - 0 1", "Kf7 Kd1 Rxb8", "1r6/5k2/8/8/8/8/8/3K4[p] w - - 0 3"},
		// A dropped pawn moves two squares from its second rank and is taken en passant; a drop ends the chance.
		{variants.Crazyhouse, "4k3/8/8/8/3p4/8/8/4K3[Pn] w - - 0 1", "P@e2 Ke7 e4 dxe3", "8/4k3/8/8/8/4p3/8/4K3[np] w - - 0 3"},
		{variants.Crazyhouse, "4k3/8/8/8/3p4/8/4P3/4K3[n] w - - 0 1", "e4 N@a1", "4k3/8/8/8/3pP3/8/8/n3K3[] w - - 1 2"},
		// A dropped rook does not castle.
		{variants.Crazyhouse, "4k2r/8/8/8/8/8/8/4K2R[] w K - 0 1", "Rxh8+ Kd7 R@h1 Kd6", "7R/8/3k4/8/8/8/8/4K2R[] w - - 3 3"},
		{variants.ThreeCheck, "", "e4 e5 Qh5 Nf6 Qxf7+", "rnbqkb1r/pppp1Qpp/5n2/4p3/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 2+3 0 3"},
		{variants.ThreeCheck, "4k3/8/8/8/8/8/4N3/4RK2 w - - 3+3 0 1", "Nd4+", "4k3/8/8/8/3N4/8/8/4RK2 b - - 2+3 1 1"},
		// One check by two pieces is one.
		{variants.ThreeCheck, "4k3/8/8/8/4N3/8/8/4RK2 w - - 3+3 0 1", "Nf6+", "4k3/8/5N2/8/8/8/8/4RK2 b - - 2+3 1 1"},
		{variants.ThreeCheck, "4k3/8/8/8/4N3/8/8/4RK2 w - - 1+3 0 1", "Nf6#", "4k3/8/5N2/8/8/8/8/4RK2 b - - 0+3 1 1"},
		{variants.KingOfTheHill, "7k/8/8/8/8/4K3/8/8 w - - 0 1", "Ke4#", "7k/8/8/8/4K3/8/8/8 b - - 1 1"},
		{variants.Antichess, "8/P7/8/8/8/8/8/7k w - - 0 1", "a8=K Kg2", "K7/8/8/8/8/8/6k1/8 w - - 1 2"},
		{variants.Antichess, "8/8/8/8/8/8/K1p5/8 b - - 0 1", "c1=K Kb3 Kc2", "8/8/8/8/8/1K6/2k5/8 w - - 2 3"},
		{variants.Antichess, "8/8/8/3k4/8/8/8/K1K5 w - - 0 1", "Kab1 Kd4 Kbc2", "8/8/8/8/3k4/8/2K5/2K5 b - - 3 2"},
		{variants.Atomic, "", "Nf3 f6 Nd4 e5 Nb5 d6 Nxc7", "r3kbnr/pp4pp/3p1p2/4p3/8/8/PPPPPPPP/RNBQKB1R b KQkq - 0 4"},
		// A rook that a neighbour's capture explodes loses its right (lichess-org/lila-openingexplorer#43).
		{variants.Atomic, "r3k3/1p6/8/8/8/8/6B1/4K3 w q - 0 1", "Bxb7", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		// The captured pawn and the pieces around the square reached explode; pawns there stay.
		{variants.Atomic, "4k3/2p1n3/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6", "4k3/2p5/8/8/8/8/8/4K3 b - - 0 1"},
		// A pawn of the horde on rank 1 gives no square en passant (lichess-org/lila#1811).
		{variants.Horde, "4k3/8/8/8/8/p1p5/8/1P6 w - - 0 1", "b3", "4k3/8/8/8/8/pPp5/8/8 b - - 0 1"},
		{variants.Horde, "4k3/8/8/8/p1p5/8/8/1P6 w - - 0 1", "b2 Kd7 b4 cxb3", "8/3k4/8/8/p7/1p6/8/8 w - - 0 3"},
		{variants.RacingKings, "8/6K1/8/8/8/8/k7/8 w - - 0 1", "Kg8#", "6K1/8/8/8/8/8/k7/8 b - - 1 1"},
		{variants.RacingKings, "8/k5K1/8/8/8/8/8/8 w - - 0 1", "Kg8 Ka8", "k5K1/8/8/8/8/8/8/8 w - - 2 2"},
		{variants.RacingKings, "8/k5K1/8/8/8/8/8/8 w - - 0 1", "Kg8 Ka6#", "6K1/8/k7/8/8/8/8/8 w - - 2 2"},
		// chess.com writes both squares.
		{variants.RacingKings, "", "Ne1c2", "8/8/8/8/8/8/krNnNBRK/qrbn1BRQ b - - 0 1"},
	} {
		p := parse(c.start, c.v)
		for text := range strings.FieldsSeq(c.moves) {
			m, err := p.ParseSAN(text)
			if err != nil {
				t.Fatalf("%v: %v", c.v, err)
			}
			if got := p.SAN(m); strings.ContainsAny(text, "+#=") && got != text {
				t.Errorf("%v: %s is written %s", p, text, got)
			}
			p.Make(m)
		}
		if got := p.FEN(); got != c.end {
			t.Errorf("%v, %s:\n got %s\nwant %s", c.v, c.moves, got, c.end)
		}
	}
}

// TestResult: the rules of Lichess (lichess.org/variant and scalachess).
func TestResult(t *testing.T) {
	for _, c := range []struct {
		v      variants.Variant
		fen    string
		result game.Result
		reason variants.Reason
	}{
		{variants.Crazyhouse, "6Rk/5ppp/8/8/8/8/8/K7[r] b - - 0 1", game.Unknown, variants.NoReason}, // Kxg8
		{variants.Crazyhouse, "R6k/6pp/8/8/8/8/8/K7[] b - - 0 1", game.FirstWins, variants.Checkmate},
		{variants.Crazyhouse, "R6k/6pp/8/8/8/8/8/K7[p] b - - 0 1", game.FirstWins, variants.Checkmate}, // no pawn on rank 8
		{variants.Crazyhouse, "R6k/6pp/8/8/8/8/8/K7[n] b - - 0 1", game.Unknown, variants.NoReason},
		{variants.Crazyhouse, "7k/5Q2/8/8/8/8/8/K7[] b - - 0 1", game.Draw, variants.Stalemate},
		{variants.Crazyhouse, "7k/5Q2/8/8/8/8/8/K7[p] b - - 0 1", game.Unknown, variants.NoReason},
		{variants.Crazyhouse, "7k/8/8/8/8/8/8/K7[] w - - 0 1", game.Unknown, variants.NoReason},
		{variants.Crazyhouse, "7k/8/8/8/8/8/8/K7[] w - - 150 100", game.Unknown, variants.NoReason},
		{variants.ThreeCheck, "7k/8/8/8/8/8/8/K6R b - - 0+3 0 1", game.FirstWins, variants.VariantEnd},
		{variants.ThreeCheck, "7k/8/8/8/8/8/8/K6R b - - 1+3 0 1", game.Unknown, variants.NoReason},
		{variants.ThreeCheck, "7k/8/8/8/8/8/8/K7 w - - 1+1 0 1", game.Draw, variants.InsufficientMaterial},
		{variants.ThreeCheck, "7k/8/8/8/8/8/8/K6B w - - 1+1 0 1", game.Unknown, variants.NoReason},
		{variants.ThreeCheck, "7k/8/8/8/8/8/8/K5R1 w - - 3+3 100 90", game.Draw, variants.FiftyMoves},
		{variants.ThreeCheck, "R6k/6pp/8/8/8/8/8/K7 b - - 2+3 0 1", game.FirstWins, variants.Checkmate},
		{variants.KingOfTheHill, "7k/8/8/8/4K3/8/8/8 b - - 0 1", game.FirstWins, variants.VariantEnd},
		{variants.KingOfTheHill, "8/8/8/3k4/8/8/8/K7 w - - 0 1", game.SecondWins, variants.VariantEnd},
		{variants.KingOfTheHill, "7k/8/8/8/8/8/8/K7 w - - 0 1", game.Unknown, variants.NoReason},
		{variants.KingOfTheHill, "7k/5Q2/8/8/8/8/8/K7 b - - 0 1", game.Draw, variants.Stalemate},
		{variants.Antichess, "8/8/8/8/8/8/8/k7 w - - 0 1", game.FirstWins, variants.VariantEnd},
		{variants.Antichess, "8/8/8/p7/P7/8/8/8 b - - 0 1", game.SecondWins, variants.VariantEnd},
		{variants.Antichess, "8/8/8/8/8/8/2b5/B7 w - - 0 1", game.Draw, variants.InsufficientMaterial}, // dark, light
		{variants.Antichess, "8/8/8/8/8/8/3b4/B7 w - - 0 1", game.Unknown, variants.NoReason},          // both dark
		{variants.Antichess, "8/8/8/4p3/4P3/8/2b5/B7 w - - 0 1", game.Unknown, variants.NoReason},      // Ba1 takes e5
		{variants.Antichess, "8/8/8/3p4/3P4/8/2b5/B7 w - - 0 1", game.Draw, variants.InsufficientMaterial},
		{variants.Antichess, "8/8/8/3p4/8/3P4/2b5/B7 w - - 0 1", game.Unknown, variants.NoReason},
		{variants.Atomic, "8/8/8/8/8/8/8/K7 b - - 0 1", game.FirstWins, variants.VariantEnd},
		{variants.Atomic, "7k/8/8/8/8/8/8/K7 w - - 0 1", game.Draw, variants.InsufficientMaterial},
		{variants.Atomic, "7k/8/8/8/8/8/8/KR6 w - - 0 1", game.Draw, variants.InsufficientMaterial},
		{variants.Atomic, "7k/8/8/8/8/8/8/KNN5 w - - 0 1", game.Draw, variants.InsufficientMaterial},
		{variants.Atomic, "7k/8/8/8/8/8/8/KNNN4 w - - 0 1", game.Unknown, variants.NoReason},
		{variants.Atomic, "7k/8/8/8/8/8/8/KQ6 w - - 0 1", game.Unknown, variants.NoReason},
		{variants.Atomic, "7k/8/8/8/8/8/b7/KB6 w - - 0 1", game.Unknown, variants.NoReason},
		{variants.Atomic, "b6k/8/8/8/8/8/8/K1B5 w - - 0 1", game.Draw, variants.InsufficientMaterial},
		{variants.Atomic, "7k/8/8/p7/P7/8/8/K7 w - - 0 1", game.Draw, variants.InsufficientMaterial}, // blocked
		{variants.Atomic, "7k/8/8/pp6/P7/8/8/K7 w - - 0 1", game.Unknown, variants.NoReason},
		{variants.Atomic, "7k/8/8/p7/P7/8/8/K2B4 w - - 0 1", game.Draw, variants.InsufficientMaterial}, // a5 is dark, d1 light
		{variants.Atomic, "7k/8/8/p7/P7/8/8/K1B5 w - - 0 1", game.Unknown, variants.NoReason},
		{variants.Horde, "4k3/8/8/8/8/8/8/8 w - - 0 1", game.SecondWins, variants.VariantEnd},
		{variants.Horde, "4k3/8/8/8/8/p7/P7/8 w - - 0 1", game.Draw, variants.Stalemate},
		{variants.Horde, "7k/5Q2/8/8/8/8/8/8 b - - 0 1", game.Draw, variants.Stalemate},
		{variants.Horde, "R6k/6pp/8/8/8/8/8/8 b - - 0 1", game.FirstWins, variants.Checkmate},
		{variants.Horde, "7k/8/8/8/8/p7/P7/8 b - - 0 1", game.Draw, variants.InsufficientMaterial},
		{variants.Horde, "8/8/8/8/8/p7/Pk6/8 b - - 0 1", game.Unknown, variants.NoReason}, // White's last man is attacked
		{variants.Horde, "7k/7p/8/8/8/p7/P7/8 b - - 0 1", game.Unknown, variants.NoReason},
		{variants.RacingKings, "6K1/8/8/8/8/8/k7/8 b - - 0 1", game.FirstWins, variants.VariantEnd},
		{variants.RacingKings, "6K1/k7/8/8/8/8/8/8 b - - 0 1", game.Unknown, variants.NoReason},
		{variants.RacingKings, "6K1/k7/8/8/8/8/8/1R6 b - - 0 1", game.Unknown, variants.NoReason},       // Ka8
		{variants.RacingKings, "6K1/k7/8/8/8/8/6B1/1R6 b - - 0 1", game.FirstWins, variants.VariantEnd}, // a8 and b8 are not safe
		{variants.RacingKings, "k5K1/8/8/8/8/8/8/8 w - - 0 1", game.Draw, variants.VariantEnd},
		{variants.RacingKings, "k7/6K1/8/8/8/8/8/8 w - - 0 1", game.SecondWins, variants.VariantEnd},
		{variants.RacingKings, "8/6K1/8/8/8/8/k7/8 w - - 0 1", game.Unknown, variants.NoReason},
	} {
		p, err := variants.Parse(c.fen, variants.Options{Variant: c.v})
		if err != nil {
			t.Errorf("%v, %s: %v", c.v, c.fen, err)
			continue
		}
		result, reason := p.Result()
		if result != c.result || reason != c.reason {
			t.Errorf("%v, %s: %v by %q, want %v by %q", c.v, c.fen, result, reason, c.result, c.reason)
		}
		score, over := p.Score()
		want := map[game.Result]int{game.FirstWins: 1, game.SecondWins: -1}[c.result]
		if p.Turn() == chess.Black {
			want = -want
		}
		if score != want || over != (c.reason != variants.NoReason) {
			t.Errorf("%v, %s: score %d, %v", c.v, c.fen, score, over)
		}
	}
}

// TestRepetition: in crazyhouse a repetition reaches back over captures and drops, because they can be undone: two
// captures and two drops give each side back what it held.
func TestRepetition(t *testing.T) {
	p := parse("8/8/3k4/8/8/8/8/4K3[N] w - - 0 1", variants.Crazyhouse)
	for round, want := range []variants.Reason{variants.NoReason, variants.ThreefoldRepetition, variants.ThreefoldRepetition,
		variants.FivefoldRepetition} {
		for text := range strings.FieldsSeq("N@e5 Kxe5 Ke2 N@d2 Kxd2 Ke6 Ke1 Kd6") {
			m, err := p.ParseSAN(text)
			if err != nil {
				t.Fatal(err)
			}
			p.Make(m)
		}
		if _, reason := p.Result(); p.Repetitions() != round+1 || reason != want {
			t.Errorf("round %d: %d repetitions, %q; want %q", round+1, p.Repetitions(), reason, want)
		}
	}
}

// TestErrors: the error of a text says which kind it is.
func TestErrors(t *testing.T) {
	for _, c := range []struct {
		v         variants.Variant
		fen, move string
		want      error
	}{
		{variants.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[N] w", "N@e1", game.ErrMove},
		{variants.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[N] w", "Q@e2", game.ErrMove},
		{variants.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[P] w", "P@e8", game.ErrMove},
		{variants.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[P] w", "P@a1", game.ErrMove},
		{variants.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[P] w", "X@a2", game.ErrSyntax},
		{variants.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[P] w", "hello", game.ErrSyntax},
		{variants.Crazyhouse, "4k3/8/8/8/8/8/8/4K3[NN] w", "Nf3", game.ErrMove},
		{variants.Antichess, "8/8/8/8/8/8/8/K1K4k w", "Kb1", game.ErrAmbiguous},
		{variants.Antichess, "7k/P7/8/8/8/8/8/8 w", "a8", game.ErrAmbiguous},
		{variants.Antichess, "8/8/8/8/8/8/p7/RN6 w", "Nc3", game.ErrMove},
		{variants.Atomic, "4k3/8/8/8/8/8/3p4/4K3 w", "Kxd2", game.ErrMove},
		{variants.RacingKings, "8/8/8/8/8/8/k6K/6R1 w", "Rg2", game.ErrMove},
	} {
		_, err := parse(c.fen, c.v).ParseMove(c.move)
		if _, ok := errors.AsType[*game.TextError](err); !errors.Is(err, c.want) || !ok {
			t.Errorf("%v, %s, %s: error %v, want %v", c.v, c.fen, c.move, err, c.want)
		}
	}
}

// TestBadFEN: each text is refused as no position.
func TestBadFEN(t *testing.T) {
	for v, texts := range map[variants.Variant][]string{
		variants.Crazyhouse: {"", "?", "4k3/8/8/8/8/8/8/4K3[QX] w", "4k3/8/8/8/8/8/8/4K3[Q w", "4k3/8/8/8/8/8/8/4K3[K] w",
			"4k3/8/8/8/8/8/8/4K3[PPPPPPPPPPPPPPPPP] w", "4k3/8/8/8/8/8/P7/4K3[PPPPPPPPPPPPPPPP] w", "4k3/8/8/8/8/8/P~7/4K3[] w",
			"4k3/8/8/8/8/8/8/4K2R~[] w K", "4k3/8/8/8/8/8/8/8 w", "4k3/8/8/8/8/8/8/4K2R[] b K - 0 1 3", "4k2R/8/8/8/8/8/8/4K3[] w - -"},
		variants.ThreeCheck: {"4k3/8/8/8/8/8/8/4K3 w - - 4+3 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 3+ 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0+3 0 1",
			"4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1 +1+0", "4k3/8/8/8/8/8/8/4K3[] w", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +4+0"},
		variants.KingOfTheHill: {"4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1", "4k3/8/8/8/8/8/8/4K3/ w", "8/8/8/8/8/8/8/4K3 w", "4k3/8/8/8/8/8/8/4K3 w KQ"},
		variants.Antichess:     {"4k3/8/8/8/8/8/8/4P3 w", "4k3/8/8/8/8/8/8/4K3 w X"},
		variants.Atomic:        {"8/8/8/8/8/8/8/K7 w - -", "8/8/8/8/8/8/8/8 w", "4k2R/8/8/8/8/8/8/4K3 w - -"},
		variants.Horde:         {"4k3/8/8/8/8/8/8/4K3 w", "8/8/8/8/8/8/8/4P3 w", "4k3/8/8/8/8/8/8/4p3 w", "4k3/8/8/8/8/8/8/4P3 w K", "4P3/4k3/8/8/8/8/8/8 w"},
		variants.RacingKings:   {"8/8/8/8/8/8/kp5K/8 w", "8/8/8/8/8/8/k5RK/8 w", "8/8/8/8/8/8/k5RK/8 b", "8/8/8/8/8/8/k7/8 w"},
	} {
		p := parse("", v)
		before := p.String()
		for _, text := range texts {
			var bad *game.TextError
			if err := p.Set(text); !errors.As(err, &bad) || !errors.Is(err, game.ErrPosition) || bad.Text != text || bad.Offset > len(text) {
				t.Errorf("%v, Set(%q): error %v", v, text, err)
			}
			if p.String() != before {
				t.Fatalf("%v, Set(%q) spoils the position: %v", v, text, p)
			}
		}
	}
}
