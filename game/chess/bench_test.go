package chess_test

import (
	"bytes"
	"slices"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"

func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name, fen string
		depth     int
	}{
		{"position=start/depth=5", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 5},
		{"position=kiwipete/depth=4", kiwipete, 4},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := chess.Parse(c.fen, chess.Options{})
			if err != nil {
				b.Fatal(err)
			}
			leaves := uint64(0)
			for b.Loop() {
				leaves += p.Perft(c.depth)
			}
			b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
		})
	}
}

// BenchmarkHashCost reports the time of perft relative to the same code without the
// lines that keep the hash: the median of rounds that run both.
func BenchmarkHashCost(b *testing.B) {
	for _, c := range []struct {
		name, fen string
		depth     int
	}{
		{"position=start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", 5},
		{"position=kiwipete", kiwipete, 4},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := chess.Parse(c.fen, chess.Options{})
			if err != nil {
				b.Fatal(err)
			}
			var ratios []float64
			for b.Loop() {
				start := time.Now()
				with := p.Perft(c.depth)
				middle := time.Now()
				without := chess.PerftBare(p, c.depth)
				end := time.Now()
				if with != without {
					b.Fatalf("%d leaves with the hash, %d without", with, without)
				}
				ratios = append(ratios, float64(middle.Sub(start))/float64(end.Sub(middle)))
			}
			slices.Sort(ratios)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(ratios[len(ratios)/2], "with/without")
		})
	}
}

// BenchmarkSAN replays real games: each move read from SAN, made, and hashed
// at 64 bits, or at both widths.
func BenchmarkSAN(b *testing.B) {
	var games [][][]byte
	var game [][]byte
	moves := 0
	for line := range bytes.Lines(oracle.Read(b, "pgn/masters-20k.pgn.zst")) {
		if line[0] == '[' || moves > 200_000 {
			continue
		}
		for word := range bytes.FieldsSeq(line) {
			if i := bytes.LastIndexByte(word, '.'); i >= 0 {
				word = word[i+1:]
			}
			switch {
			case len(word) == 0:
			case word[0] == '*' || word[0] == '0' || word[0] == '1':
				games, game = append(games, game), nil
			default:
				game = append(game, word)
				moves++
			}
		}
	}
	for _, c := range []struct {
		name string
		o    chess.Options
	}{
		{"bits=64", chess.Options{}},
		{"bits=128", chess.Options{Wide: true}},
		{"bits=128/views=2", chess.Options{Wide: true, Views: chess.PawnView | chess.MaterialView}},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := chess.New(c.o)
			if err != nil {
				b.Fatal(err)
			}
			sum := uint64(0)
			for b.Loop() {
				for _, g := range games {
					p.Reset()
					for _, san := range g {
						m, err := p.ParseSANBytes(san)
						if err != nil {
							b.Fatal(err)
						}
						p.Make(m)
						sum ^= p.Hash() ^ p.Hash128().Lo
					}
				}
			}
			b.ReportMetric(float64(moves)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
		})
	}
}

// BenchmarkMake makes and takes back every move of a position.
func BenchmarkMake(b *testing.B) {
	for _, c := range []struct {
		name string
		o    chess.Options
	}{
		{"bits=64", chess.Options{}},
		{"bits=128", chess.Options{Wide: true}},
		{"bits=128/views=2", chess.Options{Wide: true, Views: chess.PawnView | chess.MaterialView}},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := chess.Parse(kiwipete, c.o)
			if err != nil {
				b.Fatal(err)
			}
			moves := p.AppendMoves(nil)
			sum := uint64(0)
			for b.Loop() {
				for _, m := range moves {
					p.Make(m)
					sum ^= p.Hash()
					p.Unmake()
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(moves)), "ns/move")
		})
	}
}

// BenchmarkOptions makes, hashes and takes back every move of a position with what
// the options add: images kept up to date or, for comparison, computed from the
// features of each position, and features of history.
func BenchmarkOptions(b *testing.B) {
	for _, c := range []struct {
		name    string
		o       chess.Options
		scratch bool
	}{
		{"hash=ordinary", chess.Options{}, false},
		{"hash=canonical", chess.Options{Canonical: true}, false},
		{"hash=canonical/from=features", chess.Options{}, true},
		{"hash=history", chess.Options{History: chess.RepetitionHistory | chess.FiftyMoveHistory}, false},
		{"hash=canonical/bits=128", chess.Options{Canonical: true, Wide: true}, false},
	} {
		for name, fen := range map[string]string{
			"kiwipete": kiwipete, "ending": "8/5k2/3p2p1/1p1P2P1/1P3K2/8/4R3/3r4 w - - 30 60",
		} {
			b.Run(c.name+"/position="+name, func(b *testing.B) {
				p, err := chess.Parse(fen, c.o)
				if err != nil {
					b.Fatal(err)
				}
				moves := p.AppendMoves(nil)
				sum := uint64(0)
				for b.Loop() {
					for _, m := range moves {
						p.Make(m)
						if c.scratch {
							sum ^= chess.LeastImage(p)
						} else {
							sum ^= p.Hash()
						}
						p.Unmake()
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(moves)), "ns/move")
			})
		}
	}
}
