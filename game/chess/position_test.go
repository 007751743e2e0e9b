package chess_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

var (
	_ game.Position[chess.Move] = (*chess.Position)(nil)
	_ game.Wide                 = (*chess.Position)(nil)
)

// seeds are positions that between them have every kind of move; the last
// four are of Chess960.
var seeds = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
	"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
	"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
	"rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1",
	"1rr1kr1r/8/8/8/8/8/8/1RR1KRR1 w FCfc - 0 1", // inner rooks may castle
}

// walk plays random games from the seeds and calls visit at every position.
func walk(t testing.TB, o chess.Options, games, plies int, visit func(p *chess.Position, moves []chess.Move)) {
	t.Helper()
	if oracle.Short() {
		games = 1
	}
	rng := rand.New(rand.NewPCG(1970, 4))
	var buffer [256]chess.Move
	for range games {
		for _, fen := range seeds {
			p, err := chess.Parse(fen, o)
			if err != nil {
				t.Fatal(err)
			}
			for range plies {
				moves := p.AppendMoves(buffer[:0])
				visit(p, moves)
				if len(moves) == 0 {
					break
				}
				p.Make(moves[rng.IntN(len(moves))])
			}
		}
	}
}

func TestHashesFollowEveryMove(t *testing.T) {
	set := zobrist.Default(chess.Space().Len())
	for _, o := range []chess.Options{
		{Wide: true}, {EnPassant: chess.PseudoLegalEnPassant}, {Wide: true, EnPassant: chess.AlwaysEnPassant},
	} {
		check := func(p *chess.Position) {
			held := p.AppendFeatures(nil)
			if want := set.Hash(held...); p.Hash() != want {
				t.Fatalf("%s: hash %x, from scratch %x", p.FEN(), p.Hash(), want)
			}
			if want := set.Hash128(held...); p.Hash128() != want {
				t.Fatalf("%s: hash %v, from scratch %v", p.FEN(), p.Hash128(), want)
			}
		}
		walk(t, o, 5, 100, func(p *chess.Position, moves []chess.Move) {
			check(p)
			fen, features := p.FEN(), p.AppendFeatures(nil)
			if n := p.Perft(1); n != uint64(len(moves)) {
				t.Fatalf("%s: %d moves listed, %d counted", fen, len(moves), n)
			}
			for _, m := range moves {
				p.Make(m)
				check(p)
				p.Unmake()
				if p.FEN() != fen || !slices.Equal(p.AppendFeatures(nil), features) {
					t.Fatalf("%s: after %v and back %s", fen, m, p.FEN())
				}
			}
			if !p.InCheck() {
				p.MakeNull()
				check(p)
				p.Unmake()
				if p.FEN() != fen || !slices.Equal(p.AppendFeatures(nil), features) {
					t.Fatalf("%s: after a null move and back %s", fen, p.FEN())
				}
			}
			check(p)
		})
	}
}

func TestMakeNull(t *testing.T) {
	for _, test := range []struct{ before, after string }{
		{"4k3/8/8/8/8/8/4P3/4K3 w - - 3 7", "4k3/8/8/8/8/8/4P3/4K3 b - - 4 7"},
		{"4k3/8/8/8/8/8/4P3/4K3 b - - 3 7", "4k3/8/8/8/8/8/4P3/4K3 w - - 4 8"},
		{"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 9", "r3k2r/8/8/3pP3/8/8/8/R3K2R b KQkq - 1 9"},
		{"rkr5/8/8/8/8/8/8/5RKR w HFca - 0 1", "rkr5/8/8/8/8/8/8/5RKR b HFca - 1 1"}, // of Chess960
	} {
		p, err := chess.Parse(test.before, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		hash := p.Hash()
		p.MakeNull()
		if p.ShredderFEN() != test.after && p.FEN() != test.after {
			t.Errorf("a null move in %s gives %s, want %s", test.before, p.FEN(), test.after)
		}
		fresh, err := chess.Parse(test.after, chess.Options{})
		if err != nil || p.Hash() != fresh.Hash() || p.Chess960() != fresh.Chess960() {
			t.Errorf("after a null move in %s the hash is %x, want %x, %v", test.before, p.Hash(), fresh.Hash(), err)
		}
		p.MakeNull()
		p.Unmake()
		p.Unmake()
		if p.Hash() != hash || p.Ply() != 0 {
			t.Errorf("%s does not come back: %s", test.before, p.FEN())
		}
	}
}

func TestNotationsReturn(t *testing.T) {
	walk(t, chess.Options{}, 10, 100, func(p *chess.Position, moves []chess.Move) {
		seen := make(map[string]bool)
		for _, m := range moves {
			san := p.SAN(m)
			if got, err := p.ParseSAN(san); err != nil || got != m {
				t.Fatalf("%s: SAN %s of %v is read as %v, %v", p.FEN(), san, m, got, err)
			}
			if seen[san] {
				t.Fatalf("%s: SAN %s of two moves", p.FEN(), san)
			}
			seen[san] = true
			uci := p.UCI(m)
			if got, err := p.ParseUCI(uci); err != nil || got != m {
				t.Fatalf("%s: UCI %s of %v is read as %v, %v", p.FEN(), uci, m, got, err)
			}
			if got, ok := p.FromPolyglot(m.Polyglot()); !ok || got != m {
				t.Fatalf("%s: Polyglot's %d of %v is read as %v", p.FEN(), m.Polyglot(), m, got)
			}
		}
		for _, fen := range []string{p.FEN(), p.ShredderFEN()} {
			q, err := chess.Parse(fen, chess.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if q.FEN() != p.FEN() || q.ShredderFEN() != p.ShredderFEN() || q.Hash() != p.Hash() {
				t.Fatalf("%s is read as %s", fen, q.FEN())
			}
		}
	})
}

func mustNew(t testing.TB) *chess.Position {
	t.Helper()
	set := zobrist.Default(chess.Space().Len())
	p, err := chess.New(chess.Options{Set: set, Wide: true})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
