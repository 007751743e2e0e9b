package variants_test

import (
	"fmt"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/variants"
	"github.com/zobrist-go/zobrist/internal/test/gamekit"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// perfts are published numbers of paths from depth first on: of files of scalachess, shakmaty and python-chess (S),
// tests/perft.sh of Fairy-Stockfish (F) and of ddugovic/Stockfish (D), tst_board.cpp of cutechess (C), test.py of
// python-chess (P), or computed by python-chess and chessops (O).
var perfts = []struct {
	source  string
	variant variants.Variant
	fen     string // "" for the start
	first   int
	counts  []uint64
}{
	{"S", variants.Atomic, "", 1, []uint64{20, 400, 8902, 197326}},
	{"S", variants.Atomic, "rn2kb1r/1pp1p2p/p2q1pp1/3P4/2P3b1/4PN2/PP3PPP/R2QKB1R b KQkq -", 1, []uint64{40, 1238, 45237, 1434825}},
	{"S", variants.Atomic, "8/8/8/8/8/8/2k5/rR4KR w KQ -", 1, []uint64{18, 180, 4364, 61401, 1603055}},
	{"S", variants.Atomic, "Rr2k1rR/3K4/3p4/8/8/8/7P/8 w kq -", 1, []uint64{21, 465, 10631, 241478}},
	{"C", variants.Atomic, "r4b1r/2kb1N2/p2Bpnp1/8/2Pp3p/1P1PPP2/P5PP/R3K2R b KQ -", 1, []uint64{4, 148}},
	{"C", variants.Atomic, "8/8/8/8/8/8/3k4/rR4K1 w Q -", 3, []uint64{1797, 27928}},
	{"O", variants.Atomic, "rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ w KQkq -", 1, []uint64{20, 400, 8880, 195643}},

	{"F", variants.Crazyhouse, "", 4, []uint64{197281, 4888832}},
	{"S", variants.Crazyhouse, "2k5/8/8/8/8/8/8/4K3[QRBNPqrbnp] w", 1, []uint64{301, 75353}},
	{"S", variants.Crazyhouse, "2k5/8/8/8/8/8/8/4K3[Qn] w", 1, []uint64{67, 3083, 88634, 932554}},
	{"S", variants.Crazyhouse, "4k3/1Q~6/8/8/4b3/8/Kpp5/8/ b", 1, []uint64{20, 360, 5445, 132758}},
	{"P", variants.Crazyhouse, "2rn1b1r/1pp2n1p/B1PBk1pP/5p1P/P5p1/2P2RP1/RP1QNP2/1NBK4[QPp] w", 1, []uint64{99, 3932, 314782, 10118606}},
	{"O", variants.Crazyhouse, "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR[] w KQkq -", 1, []uint64{20, 400, 9006, 201143}},

	{"S", variants.Antichess, "", 1, []uint64{20, 400, 8067, 153299, 2732672}},
	{"S", variants.Antichess, "8/1p6/8/8/8/8/P7/8 w", 1, []uint64{2, 4, 4, 3, 1, 0}},
	{"S", variants.Antichess, "8/2p5/8/8/8/8/P7/8 w", 9, []uint64{12, 36, 312, 2557}},
	{"C", variants.Antichess, "8/2b5/8/3B4/8/8/2P5/8 b", 5, []uint64{116051}},
	{"O", variants.Antichess, "8/1P3k2/8/8/2K5/8/5p1p/6N1 b", 1, []uint64{10, 130, 2682, 34449}},

	{"S", variants.Horde, "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq -", 1,
		[]uint64{8, 128, 1274, 23310, 265223, 5396554}},
	{"S", variants.Horde, "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b", 1, []uint64{30, 241, 6633, 56539}},
	{"S", variants.Horde, "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w", 1, []uint64{13, 172, 2205, 33781}},
	{"F", variants.Horde, "rnbqkbnr/6p1/2p1Pp1P/P1PPPP2/Pp4PP/1p2PPPP/1P2PPPP/PP1nPPPP b kq a3 0 18", 4, []uint64{197287}},
	{"O", variants.Horde, "nrkbbnqr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq -", 1, []uint64{8, 120, 1193, 20396}},

	{"S", variants.RacingKings, "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w", 1, []uint64{21, 421, 11264, 296242, 9472927}},
	{"S", variants.RacingKings, "4brn1/2K2k2/8/8/8/8/8/8 w", 1, []uint64{6, 33, 178, 3151, 12981, 265932}},
	{"F", variants.RacingKings, "6r1/2K5/5k2/8/3R4/8/8/8 w", 4, []uint64{86041}},
	{"O", variants.RacingKings, "8/1k4K1/8/8/8/8/8/8 w", 1, []uint64{8, 64, 170, 1026}},

	{"D", variants.ThreeCheck, "", 5, []uint64{4865609}},
	{"S", variants.ThreeCheck, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1+1", 1, []uint64{48, 2039, 97848}},
	{"D", variants.ThreeCheck, "7r/1p4p1/pk3p2/RN6/8/P5Pp/3p1P1P/4R1K1 w - - 1+3 1 39", 3, []uint64{12407}},
	{"O", variants.ThreeCheck, "nrkbbnqr/pppppppp/8/8/8/8/PPPPPPPP/NRKBBNQR w KQkq - 3+3", 1, []uint64{19, 361, 7788, 167387}},

	{"D", variants.KingOfTheHill, "", 5, []uint64{4865609}},
	{"F", variants.KingOfTheHill, "rnb2b1r/ppp2ppp/3k4/8/1PKp1pn1/3Pq3/PBP1P2P/RN1Q1B1R w - - 4 12", 3, []uint64{19003}},
	{"O", variants.KingOfTheHill, "rkrbbnnq/pppppppp/8/8/8/8/PPPPPPPP/RKRBBNNQ w KQkq -", 1, []uint64{20, 400, 8880, 195650}},
	{"O", variants.KingOfTheHill, "8/8/2k5/8/8/5K2/8/8 w", 1, []uint64{8, 56, 390, 2894}},
}

func parse(fen string, v variants.Variant) *variants.Position {
	if fen == "" {
		return gamekit.Must(variants.New(variants.Options{Variant: v}))
	}
	return gamekit.Must(variants.Parse(fen, variants.Options{Variant: v}))
}

func TestPerft(t *testing.T) {
	limit := uint64(20_000_000)
	if oracle.Short() {
		limit = 300_000
	}
	for _, c := range perfts {
		t.Run(fmt.Sprint(c.variant, " ", c.fen), func(t *testing.T) {
			t.Parallel()
			p := parse(c.fen, c.variant)
			for i, want := range c.counts {
				if want > limit {
					break
				}
				if got := perft(p, make([][]chess.Move, c.first+i)); got != want {
					t.Errorf("depth %d: %d, want %d (source %s)", c.first+i, got, want, c.source)
				}
			}
		})
	}
}

func perft(p *variants.Position, buffers [][]chess.Move) (n uint64) {
	moves := p.AppendMoves(buffers[0][:0])
	if buffers[0] = moves; len(buffers) == 1 {
		return uint64(len(moves))
	}
	for _, m := range moves {
		p.Make(m)
		n += perft(p, buffers[1:])
		p.Unmake()
	}
	return n
}

// TestAllocs: listing moves into a buffer that is large enough does not allocate.
func TestAllocs(t *testing.T) {
	for _, v := range variants.Variants() {
		p, buffer := parse("", v), make([]chess.Move, 0, 512)
		if n := testing.AllocsPerRun(20, func() { buffer = p.AppendMoves(buffer[:0]) }); n != 0 {
			t.Errorf("%v: %v allocations", v, n)
		}
	}
}
