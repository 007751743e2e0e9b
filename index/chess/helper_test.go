package chessindex_test

import (
	"os"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/flat"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/pgn"
)

func open(tb testing.TB, s index.Store, o chessindex.Options) *index.Index {
	tb.Helper()
	ix, err := chessindex.Open(tb.Context(), s, o)
	if err != nil {
		tb.Fatal(err)
	}
	return ix
}

func onDisk(tb testing.TB, dir string) index.Store {
	tb.Helper()
	s, err := flat.Open(dir, flat.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { s.Close() })
	return s
}

func text(s string) index.Input {
	return index.Input{Name: "text", Reader: strings.NewReader(s)}
}

func add(tb testing.TB, ix *index.Index, o index.ImportOptions, inputs ...index.Input) index.Summary {
	tb.Helper()
	sum, err := ix.Import(tb.Context(), o, inputs...)
	if err != nil {
		tb.Fatal(err)
	}
	return sum
}

func writeFile(tb testing.TB, name string, content []byte) {
	tb.Helper()
	if err := os.WriteFile(name, content, 0o666); err != nil {
		tb.Fatal(err)
	}
}

// leftOut returns how many games were left out because of an error, and because of
// their variant.
func leftOut(sum index.Summary) (broken int64, skipped map[string]int) {
	skipped = make(map[string]int)
	for _, s := range sum.Sources {
		broken += s.Broken
		for name, n := range s.Skipped {
			skipped[name] += n
		}
	}
	return broken, skipped
}

func find(tb testing.TB, ix *index.Index, fen string) index.Answer {
	tb.Helper()
	p, err := ix.Position(fen)
	if err != nil {
		tb.Fatal(err)
	}
	a, err := ix.Find(tb.Context(), index.Query{}, p)
	if err != nil {
		tb.Fatal(err)
	}
	return a
}

// after plays moves in UCI's notation in a position.
func after(tb testing.TB, at index.Position, moves ...string) {
	tb.Helper()
	p := chessindex.Board(at)
	for _, uci := range moves {
		m, err := p.ParseUCI(uci)
		if err != nil {
			tb.Fatal(err)
		}
		p.Make(m)
	}
}

// byHash returns what a store has of a position: the tallies of its moves, and the number of its games.
func byHash(tb testing.TB, s index.Store, hash zobrist.Uint128) (moves []index.MoveTally, games int64) {
	tb.Helper()
	err := storetest.Now(s).Lookup(tb.Context(), index.Query{}, []zobrist.Uint128{hash},
		func(_ int, list []index.MoveTally) error {
			for _, m := range list {
				if games += m.Games; m.Move != 0 {
					moves = append(moves, m)
				}
			}
			return nil
		})
	if err != nil {
		tb.Fatal(err)
	}
	return moves, games
}

// uci returns a move of an answer in UCI's notation; of standard chess without
// castling.
func uci(m index.MoveTally) string { return chess.Move(m.Move).String() }

// Five games made up to show what counts. In the first, the position after 1.Nf3 Nf6
// comes twice, and another move is played the second time.
const five = `[White "A"][Black "B"][Result "1-0"][WhiteElo "2000"][BlackElo "2200"][Date "1999.01.02"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. d4 1-0

[White "C"][Black "D"][Result "0-1"][WhiteElo ""][BlackElo "2401"][Date "2010.??.??"]

1. Nf3 Nf6 2. d4 0-1

[White "E"][Black "F"][Result "1/2-1/2"][WhiteElo "?"][Date "????.??.??"]

1. d4 Nf6 1/2-1/2

[White "G"][Black "H"][Result "*"][Date "2001.02.30"]

1. Nf3 Nf6 *

[White "I"][Black "J"][Result "1-0"][Date "1850"]

1. d4 d5 2. Nf3 1-0
`

// verify verifies an index.
func verify(t *testing.T, ix *index.Index) error {
	t.Helper()
	_, err := ix.Verify(t.Context(), nil)
	return err
}

// record returns the record of a game.
func record(t *testing.T, ix *index.Index, number int64) (*pgn.Game, error) {
	t.Helper()
	text, err := ix.Text(t.Context(), number)
	if err != nil {
		return nil, err
	}
	parser, err := pgn.NewParser(chess.Options{})
	if err != nil {
		return nil, err
	}
	return parser.Game(pgn.NewChunk(text), 0)
}
