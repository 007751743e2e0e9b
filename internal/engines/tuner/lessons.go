package tuner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/internal/system/interrupt"
	"github.com/zobrist-go/zobrist/pgn"
)

// lessons are positions with what White scores there: the result of the game, or what
// Stockfish expects. The evaluation is a sum of terms, weights times counts; the terms
// of the i-th position begin at start[i].
type lessons struct {
	start         []int
	weight        []uint16
	count         []int8
	phase, result []float32 // of the middle game, 0 to 1; 1, ½ or 0 for White, or between
}

func (l *lessons) add(p *engine.Position, result float64) {
	l.start = append(l.start, len(l.weight))
	for _, term := range p.AppendTerms(nil) {
		if term.Count != int32(int8(term.Count)) || term.Weight != int32(uint16(term.Weight)) {
			panic(fmt.Sprintf("%v in %v does not fit", term, p))
		}
		l.weight = append(l.weight, uint16(term.Weight))
		l.count = append(l.count, int8(term.Count))
	}
	l.phase = append(l.phase, float32(p.Phase())/24)
	l.result = append(l.result, float32(result))
}

func (l *lessons) len() int { return len(l.result) }

// terms returns the terms of the i-th position.
func (l *lessons) terms(i int) (weight []uint16, count []int8) {
	end := len(l.weight)
	if i+1 < len(l.start) {
		end = l.start[i+1]
	}
	return l.weight[l.start[i]:end], l.count[l.start[i]:end]
}

// ended returns lessons of quiet positions with the results of their games: of one game in ten if held, and
// otherwise of the other nine.
func ended(ctx context.Context, file string, perGame int, held bool) (*lessons, error) {
	type position struct {
		p      *engine.Position
		result float64
	}
	found, err := visit(ctx, file, perGame, held, func(p *engine.Position, result float64) (position, bool) {
		return position{p.Clone(), result}, quiet(p)
	})
	l := new(lessons)
	for _, q := range found {
		l.add(q.p, q.result)
	}
	return l, err
}

// read returns lessons of positions that Stockfish has judged, as "FEN;cp 31".
func read(lines []string) (*lessons, error) {
	l := new(lessons)
	for _, line := range lines {
		fen, score, _ := strings.Cut(line, ";")
		p, err := engine.Parse(fen, chess.Options{})
		if err != nil {
			return nil, err
		}
		result, err := expectation(fen, score)
		if err != nil {
			return nil, err
		}
		l.add(p, result)
	}
	return l, nil
}

// visit returns, in their order, what take makes of some positions of games and of
// their results.
func visit[T any](
	ctx context.Context, file string, perGame int, held bool, take func(p *engine.Position, result float64) (T, bool),
) ([]T, error) {
	f, err := open(ctx, file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	found := make(map[int][]T) // by the first game of a chunk
	var failed error
	var mu sync.Mutex
	var wg sync.WaitGroup
	chunks := make(chan *pgn.Chunk)
	for range 2 {
		wg.Go(func() {
			for c := range chunks {
				taken, err := visitChunk(c, perGame, held, take)
				mu.Lock()
				found[c.First()] = taken
				failed = errors.Join(failed, err)
				mu.Unlock()
			}
		})
	}
	s := pgn.NewScanner(f)
	for {
		var c *pgn.Chunk
		if err = ctx.Err(); err != nil {
			break
		}
		if c, err = s.Next(); err != nil {
			break
		}
		chunks <- c
	}
	close(chunks)
	wg.Wait()
	if err != io.EOF {
		return nil, err
	}
	var all []T
	for _, first := range slices.Sorted(maps.Keys(found)) {
		all = append(all, found[first]...)
	}
	if len(all) == 0 && failed == nil {
		failed = fmt.Errorf("%s has too few finished games of 30 plies or more from the start position: one in ten is held "+
			"out to measure", file)
	}
	return all, failed
}

// A text is a file, which may be compressed, as it is read.
type text struct {
	io.ReadCloser
	file io.Closer
}

// Close closes the file too.
func (t text) Close() error { return errors.Join(t.ReadCloser.Close(), t.file.Close()) }

// open opens a file. To open it and to read it fails when ctx ends.
func open(ctx context.Context, name string) (io.ReadCloser, error) {
	f, err := interrupt.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	r, err := pgn.Decompress(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), f.Close())
	}
	return text{r, f}, nil
}

// visitChunk is visit for the games of a chunk.
func visitChunk[T any](c *pgn.Chunk, perGame int, held bool, take func(p *engine.Position, result float64) (T, bool),
) (taken []T, err error) {
	parser, err := pgn.NewParser(chess.Options{})
	if err != nil {
		return nil, err
	}
	var line pgn.Mainline
	for i := range c.Len() {
		if (c.First()+i)%10 == 0 != held || parser.Mainline(c, i, &line) != nil ||
			line.Result == game.Unknown || len(line.Moves) < 30 || line.Tag("FEN") != nil {
			continue
		}
		p, err := engine.Start(chess.Options{})
		if err != nil {
			return nil, err
		}
		random := rand.New(rand.NewPCG(uint64(c.First()+i), 1))
		wanted := map[int]bool{}
		for range perGame {
			wanted[12+random.IntN(len(line.Moves)-12)] = true
		}
		result := map[game.Result]float64{game.FirstWins: 1, game.Draw: 0.5}[line.Result]
		for ply, m := range line.Moves {
			if wanted[ply] {
				if one, ok := take(p, result); ok {
					taken = append(taken, one)
				}
			}
			p.Make(m)
		}
	}
	return taken, nil
}

// quiet reports that the side to move is not in check, and that no capture gains
// material.
func quiet(p *engine.Position) bool {
	if p.InCheck() {
		return false
	}
	for _, m := range p.AppendTactical(nil) {
		if p.Gains(m, 1) {
			return false
		}
	}
	return true
}
