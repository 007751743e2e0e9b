// Package generated makes games of chess for benchmarks: as many as are wanted, the same on every machine. They begin
// as real games do and go on by chance.
package generated

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/pgn"
)

// Plies is the length of a game that does not end before.
const Plies = 70

// Games generates games. It is not safe for concurrent use; see [Games.Clone].
type Games struct {
	seed  uint64
	lines [][]chess.Move // openings
	p     *chess.Position
	moves []chess.Move
	text  []byte // of the last game
}

// New returns a generator whose games begin as some of a file do, or of the sample if openings is "".
func New(seed uint64, openings string) (*Games, error) {
	p, err := chess.New(chess.Options{})
	if err != nil {
		return nil, err
	}
	g := &Games{seed: seed, p: p}
	var r io.Reader = strings.NewReader(sample.Famous())
	if openings != "" {
		f, err := pgn.Open(openings)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		r = f
	}
	for record, err := range pgn.NewReader(r).All() {
		if record == nil {
			return nil, err
		}
		if record.Tags.Get("FEN") != "" || len(record.Moves) < 16 {
			continue
		}
		var line []chess.Move
		for _, m := range record.Moves[:16] {
			line = append(line, m.Move)
		}
		g.lines = append(g.lines, line)
	}
	if len(g.lines) == 0 {
		return nil, fmt.Errorf("%s: no openings", openings)
	}
	return g, nil
}

var (
	results = []game.Result{game.FirstWins, game.SecondWins, game.Draw}
	clocks  = []string{"60+0", "180+0", "300+3", "600+0", "1800+20"}
)

// Clone returns a generator of the same games for another goroutine.
func (g *Games) Clone() *Games { return &Games{seed: g.seed, lines: g.lines, p: g.p.Clone()} }

// Text returns the last game in PGN. It is valid until the next one is played.
func (g *Games) Text() []byte { return g.text }

// Play makes game number i, and calls visit, unless that is nil, with each position and the move played in it.
func (g *Games) Play(i int, visit func(p *chess.Position, m chess.Move, r game.Result)) {
	random := rand.New(rand.NewPCG(g.seed, uint64(i)))
	result := results[random.IntN(len(results))]
	b := fmt.Appendf(g.text[:0], `[Event "Rated game"]
[Site "https://example.org/%016x"]
[Date "%d.%02d.%02d"]
[White "player%d"]
[Black "player%d"]
[Result "%s"]
[WhiteElo "%d"]
[BlackElo "%d"]
[TimeControl "%s"]

`, random.Uint64(), 2013+random.IntN(12), 1+random.IntN(12), 1+random.IntN(28), random.IntN(300000),
		random.IntN(300000), result, 800+random.IntN(2000), 800+random.IntN(2000), clocks[random.IntN(len(clocks))])
	line := g.lines[random.IntN(len(g.lines))]
	book := 4 + random.IntN(len(line)-4+1)
	g.p.Reset()
	for ply := range Plies {
		if g.moves = g.p.AppendMoves(g.moves[:0]); len(g.moves) == 0 {
			break
		}
		m := g.moves[random.IntN(len(g.moves))]
		if ply < book {
			m = line[ply]
		}
		if ply%2 == 0 {
			b = append(strconv.AppendInt(b, int64(ply/2+1), 10), '.', ' ')
		}
		b = append(g.p.AppendSAN(b, m), ' ')
		if visit != nil {
			visit(g.p, m, result)
		}
		g.p.Make(m)
	}
	g.text = fmt.Appendf(b, "%s\n\n", result)
}
