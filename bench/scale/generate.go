//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/zobrist-go/zobrist/bench/generated"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
)

const (
	fileGames = 250_000   // games of a file
	watched   = 1000      // positions that are counted independently
	pool      = 2_000_000 // the games that these are from
)

// count is what the generator knows of a position.
type count struct {
	FEN                       string
	Games, First, Drawn, Last int64
	Moves                     map[string]int64 // by the first visit of each game
	last                      int              // number of the last game that was here
}

// board is a position in FEN without its counters.
func board(p *chess.Position) string {
	fen := p.FEN()
	fen = fen[:strings.LastIndexByte(fen, ' ')]
	return fen[:strings.LastIndexByte(fen, ' ')]
}

// watch returns the positions to count: half of them from the first ten plies of random games,
// half from any ply.
func watch(g *generated.Games, seed uint64, total int) map[string]*count {
	random := rand.New(rand.NewPCG(seed, 1<<63))
	w := map[string]*count{}
	for tries := 0; len(w) < watched && tries < 20*watched; tries++ {
		at := random.IntN(generated.Plies)
		if len(w) < watched/2 && tries < 10*watched {
			at = random.IntN(10)
		}
		ply := 0
		g.Play(random.IntN(min(total, pool)), func(p *chess.Position, _ chess.Move, _ game.Result) {
			if ply == at {
				w[board(p)] = &count{FEN: p.FEN(), Moves: map[string]int64{}, last: -1}
			}
			ply++
		})
	}
	return w
}

// generate writes the files, on all cores, and the counts. The counts use neither hashes nor the index.
func (s *settings) generate(ctx context.Context) error {
	start := time.Now()
	first, err := generated.New(s.seed, s.openings)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var files []int
	for i := 0; i < s.games; i += fileGames {
		files = append(files, i)
	}
	var next, written, done atomic.Int64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			g := first.Clone()
			counts := watch(g, s.seed, s.games)
			for i := int(next.Add(1)) - 1; i < len(files) && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				n, err := s.part(ctx, g, files[i], counts)
				if err != nil {
					cancel(err)
				}
				written.Add(n)
				fmt.Fprintf(os.Stderr, "\r  %d of %d files", done.Add(1), len(files))
			}
		})
	}
	wg.Wait()
	fmt.Fprintln(os.Stderr)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	s.row("generated", fmt.Sprintf("%s of PGN in zstd, in %d files, %s",
		size(written.Load()), len(files), time.Since(start).Round(time.Second)))
	return s.sum(files)
}

// sum adds up the counts of all files.
func (s *settings) sum(files []int) error {
	var sum map[string]*count
	for _, from := range files {
		var counts map[string]*count
		text, err := os.ReadFile(s.counts(from))
		if err == nil {
			err = json.Unmarshal(text, &counts)
		}
		if err != nil {
			return err
		}
		if sum == nil {
			sum = counts
		} else {
			merge(sum, counts)
		}
	}
	text, err := json.Marshal(sum)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(s.dir, "expected.json"), text, 0o666)
}

// merge adds the counts of other games to sum.
func merge(sum, counts map[string]*count) {
	for key, c := range counts {
		t := sum[key]
		t.Games, t.First, t.Drawn, t.Last = t.Games+c.Games, t.First+c.First, t.Drawn+c.Drawn, t.Last+c.Last
		for m, n := range c.Moves {
			t.Moves[m] += n
		}
	}
}

// part makes the file of the games from number from on, and the file of their counts, unless both
// are there.
func (s *settings) part(ctx context.Context, g *generated.Games, from int, counts map[string]*count) (int64, error) {
	if _, err := os.Stat(s.counts(from)); err == nil {
		info, err := os.Stat(s.name(from))
		if err == nil {
			return info.Size(), nil
		}
	}
	for _, c := range counts {
		*c = count{FEN: c.FEN, Moves: map[string]int64{}, last: -1}
	}
	n, err := s.file(ctx, g, from, min(from+fileGames, s.games), counts)
	if err != nil {
		return 0, err
	}
	text, err := json.Marshal(counts)
	if err != nil {
		return 0, err
	}
	return n, os.WriteFile(s.counts(from), text, 0o666)
}

// counts is the file of the counts in the games from number i on. They are about other positions
// if the pool or the seed is another.
func (s *settings) counts(i int) string {
	return filepath.Join(s.dir, fmt.Sprintf("counts-%09d-%d-%d-%d.json",
		i, s.seed, min(s.games, pool), min(s.games-i, fileGames)))
}

// name is the file of the games from number i on.
func (s *settings) name(i int) string {
	return filepath.Join(s.dir, fmt.Sprintf("games-%09d.pgn.zst", i))
}

// file writes games to a file, counts them, and returns the bytes of the file.
func (s *settings) file(
	ctx context.Context, g *generated.Games, from, to int, counts map[string]*count,
) (n int64, err error) {
	f, err := os.Create(s.name(from))
	if err != nil {
		return 0, err
	}
	defer func() {
		if info, statErr := f.Stat(); statErr == nil {
			n = info.Size()
		}
		if closeErr := f.Close(); err == nil {
			err = closeErr
		}
	}()
	z, err := zstd.NewWriter(f, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return 0, err
	}
	var out bytes.Buffer
	for i := from; i < to; i++ {
		g.Play(i, func(p *chess.Position, m chess.Move, r game.Result) {
			c := counts[board(p)]
			if c == nil || c.last == i {
				return
			}
			c.last = i
			c.Games++
			c.Moves[p.UCI(m)]++
			switch r {
			case game.FirstWins:
				c.First++
			case game.Draw:
				c.Drawn++
			case game.SecondWins:
				c.Last++
			}
		})
		out.Write(g.Text())
		if out.Len() > 1<<20 {
			if _, err := out.WriteTo(z); err != nil {
				return 0, err
			}
			if err := ctx.Err(); err != nil {
				return 0, err
			}
		}
	}
	if _, err := out.WriteTo(z); err != nil {
		return 0, err
	}
	return 0, z.Close()
}
