//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/flat"
)

// opened is the index as this program reads it.
type opened struct {
	*index.Index
	store index.Store
}

// Close closes the store.
func (ix *opened) Close() error { return ix.store.Close() }

func (s *settings) open(ctx context.Context) (*opened, error) {
	store, err := flat.Open(s.db(), flat.Options{})
	if err != nil {
		return nil, err
	}
	ix, err := chessindex.Open(ctx, store, chessindex.Options{})
	if err != nil {
		return nil, errors.Join(err, store.Close())
	}
	return &opened{ix, store}, nil
}

// games returns the number of games that contain a position.
func (ix *opened) games(ctx context.Context, fen string) (int64, error) {
	p, err := ix.Position(fen)
	if err != nil {
		return 0, err
	}
	return ix.Count(ctx, index.Query{}, p)
}

// forget drops the files of the index from the system's cache, as far as nobody has them mapped.
func (s *settings) forget() error {
	unix.Sync()
	return filepath.WalkDir(s.db(), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		return unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED)
	})
}

// ask compares the positions that the generator counted, and measures.
func (s *settings) ask(ctx context.Context) error {
	text, err := os.ReadFile(filepath.Join(s.dir, "expected.json"))
	if err != nil {
		return err
	}
	var expected map[string]*count
	if err := json.Unmarshal(text, &expected); err != nil {
		return err
	}
	var all []*count
	for _, c := range expected {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b *count) int { return strings.Compare(a.FEN, b.FEN) })
	if err := s.cold(ctx, all[:min(len(all), 100)]); err != nil {
		return err
	}
	ix, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer ix.Close()
	for _, c := range all {
		if err := ix.compare(ctx, c); err != nil {
			return err
		}
	}
	s.row("positions compared with the independent count", fmt.Sprintf("%d: games, results and moves are equal", len(all)))
	var once, full []time.Duration
	for _, c := range all {
		p, err := ix.Position(c.FEN)
		if err != nil {
			return err
		}
		start := time.Now()
		if _, err := ix.Count(ctx, index.Query{}, p); err != nil {
			return err
		}
		once = append(once, time.Since(start))
		start = time.Now()
		if _, err := ix.Find(ctx, index.Query{}, p); err != nil {
			return err
		}
		full = append(full, time.Since(start))
	}
	s.row("warm: number of games; full answer", percentiles(once)+"; "+percentiles(full))
	slices.SortFunc(all, func(a, b *count) int { return int(b.Games - a.Games) })
	if err := s.filters(ctx, ix, all[:min(len(all), 20)]); err != nil {
		return err
	}
	return s.serve(ctx, all)
}

// cold asks each position with nothing of the index in the cache.
func (s *settings) cold(ctx context.Context, all []*count) error {
	var once, full []time.Duration
	for i, c := range all {
		for _, whole := range []bool{false, true} {
			if err := s.forget(); err != nil {
				return err
			}
			ix, err := s.open(ctx)
			if err != nil {
				return err
			}
			p, err := ix.Position(c.FEN)
			start := time.Now()
			switch {
			case err != nil:
			case whole:
				_, err = ix.Find(ctx, index.Query{}, p)
			default:
				_, err = ix.Count(ctx, index.Query{}, p)
			}
			took := time.Since(start)
			if err := errors.Join(err, ix.Close()); err != nil {
				return err
			}
			if i == 0 {
				continue // the program's own pages
			}
			if !whole {
				once = append(once, took)
			} else {
				full = append(full, took)
			}
		}
	}
	s.row("cold: number of games; full answer", percentiles(once)+"; "+percentiles(full))
	return nil
}

// compare returns an error unless the index says of a position what the generator counted.
func (ix *opened) compare(ctx context.Context, c *count) error {
	p, err := ix.Position(c.FEN)
	if err != nil {
		return err
	}
	a, err := ix.Find(ctx, index.Query{}, p)
	if err != nil {
		return err
	}
	if a.Games != c.Games || a.First != c.First || a.Drawn != c.Drawn || a.Second != c.Last ||
		len(a.Moves) != len(c.Moves) {
		return fmt.Errorf("%s: %d games, +%d =%d -%d, %d moves; counted: %d, +%d =%d -%d, %d", c.FEN,
			a.Games, a.First, a.Drawn, a.Second, len(a.Moves), c.Games, c.First, c.Drawn, c.Last, len(c.Moves))
	}
	for _, m := range a.Moves {
		if name := chessindex.Board(p).UCI(chess.Move(m.Move)); m.Games != c.Moves[name] {
			return fmt.Errorf("%s: %s in %d games; counted: %d", c.FEN, name, m.Games, c.Moves[name])
		}
	}
	return nil
}

// filters measures combinations of months, ratings, speed, result and mode on popular positions.
func (s *settings) filters(ctx context.Context, ix *opened, popular []*count) error {
	since, until := index.Date{Year: 2015, Month: 3}, index.Date{Year: 2019, Month: 10}
	ratings := []index.Range{{Min: 1600, Max: 1799}}
	speeds := []index.Speed{index.Blitz, index.Rapid}
	for _, f := range []struct {
		name   string
		filter index.Filter
	}{
		{"months", index.Filter{Since: since, Until: until}},
		{"a rating band", index.Filter{Ratings: ratings}},
		{"speeds", index.Filter{Speeds: speeds}},
		{"result", index.Filter{Results: []game.Result{game.Draw}}},
		{"mode", index.Filter{Modes: []index.Mode{index.Rated}}},
		{"all five", index.Filter{Since: since, Until: until, Ratings: ratings, Speeds: speeds,
			Results: []game.Result{game.FirstWins}, Modes: []index.Mode{index.Rated}}},
		{"one player", index.Filter{Players: []string{"player17"}}},
		{"an event", index.Filter{Event: "rated"}},
	} {
		var took []time.Duration
		for range 3 {
			for _, c := range popular {
				p, err := ix.Position(c.FEN)
				if err != nil {
					return err
				}
				start := time.Now()
				if _, err := ix.Find(ctx, index.Query{Filter: f.filter}, p); err != nil {
					return err
				}
				took = append(took, time.Since(start))
			}
		}
		s.row("filter: "+f.name, percentiles(took)+fmt.Sprintf(", on the %d most popular positions", len(popular)))
	}
	return nil
}

// serve asks the server the same positions and prints its own memory.
func (s *settings) serve(ctx context.Context, all []*count) error {
	const address = "127.0.0.1:18080"
	cmd := s.command(ctx, "serve", "--db", s.db(), "--listen", address)
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	if err := cmd.Start(); err != nil {
		return err
	}
	defer func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
	}()
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	get := func(fen string) error {
		r, err := http.Get("http://" + address + "/lichess?fen=" + url.QueryEscape(fen))
		if err != nil {
			return err
		}
		defer r.Body.Close()
		if r.StatusCode != http.StatusOK {
			return fmt.Errorf("%s: %s", fen, r.Status)
		}
		return json.NewDecoder(r.Body).Decode(&struct{}{})
	}
	var err error
	for range 100 {
		if err = get(start); err == nil || ctx.Err() != nil {
			break
		}
		time.Sleep(time.Second / 10)
	}
	if err != nil {
		return fmt.Errorf("serve: %w\n%s", err, &log)
	}
	var took []time.Duration
	for _, c := range all {
		begin := time.Now()
		if err := get(c.FEN); err != nil {
			return err
		}
		took = append(took, time.Since(begin))
	}
	s.row("serve, one client", fmt.Sprintf("%s; own memory %s", percentiles(took), size(own(cmd.Process.Pid))))
	return nil
}

// percentiles writes the median, the 99th percentile and the largest.
func percentiles(d []time.Duration) string {
	if len(d) == 0 {
		return "none"
	}
	d = slices.Sorted(slices.Values(d))
	short := func(d time.Duration) time.Duration {
		if d < time.Millisecond {
			return d.Round(100 * time.Nanosecond)
		}
		return d.Round(10 * time.Microsecond)
	}
	return fmt.Sprintf("p50 %s, p99 %s, max %s", short(d[len(d)/2]), short(d[len(d)*99/100]), short(d[len(d)-1]))
}
