// Match plays two UCI engines against each other and says which is stronger,
// by how much, and how sure that is:
//
//	go run ./match -first "zobrist uci" -second "gnuchess -u" -games 200 -movetime 100ms
//	go run ./match -first "new uci" -second "old uci" -nodes 20000 -sprt 0:10 -openings positions.epd.zst
//
// Each opening is played twice, with colours changed. The rules of package chess
// are the referee: every move has to be legal, and games end by mate, stalemate,
// insufficient material, the third occurrence of a position or fifty moves
// without progress. No game is adjudicated otherwise. An engine that plays an
// illegal move, exceeds its time or dies loses the game, and is counted.
//
// Openings are lines of FEN or EPD, or games in PGN whose first -plies plies are
// played; both may be compressed. Without a file they come from the 61 games of
// this project's sample. An opening that is over or repeats another is left out.
//
// Elo and its 95 % interval are computed from pairs of games with one opening,
// which are not independent. With -sprt LOW:HIGH the match ends when the
// generalised sequential probability ratio test of M. Van den Bergh, on pairs,
// accepts one of the two differences in Elo, with errors of 5 % each.
//
// It exits with 1 if a game was lost by an illegal move, by time or by a crash.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist/pgn"
)

// settings are the flags.
type settings struct {
	first, second             string
	firstOptions              list
	secondOptions             list
	openings, out, sprt       string
	games, plies, concurrency int
	seed                      uint64
	limit                     limit
	quiet                     bool
}

// list is a flag that may be given several times.
type list []string

func (l *list) String() string     { return strings.Join(*l, " ") }
func (l *list) Set(v string) error { *l = append(*l, v); return nil }

func main() {
	var s settings
	flag.StringVar(&s.first, "first", "", "`command` of the first engine")
	flag.StringVar(&s.second, "second", "", "`command` of the second engine")
	flag.Var(&s.firstOptions, "first.option", "`NAME=VALUE` of an option of the first engine; may be repeated")
	flag.Var(&s.secondOptions, "second.option", "the same for the second engine")
	flag.StringVar(&s.openings, "openings", "", "`file` of openings: EPD, FEN or PGN, also compressed")
	flag.IntVar(&s.plies, "plies", 8, "plies of each game in PGN that make an opening")
	flag.IntVar(&s.games, "games", 200, "games to play at most; an even number")
	flag.IntVar(&s.concurrency, "concurrency", 1, "games at the same time")
	flag.Uint64Var(&s.seed, "seed", 1, "of the order of the openings")
	flag.StringVar(&s.out, "pgn", "", "`file` that the games are written to")
	flag.StringVar(&s.sprt, "sprt", "", "`LOW:HIGH`: stop when one of two differences in Elo is accepted")
	flag.Uint64Var(&s.limit.nodes, "nodes", 0, "nodes for each move")
	flag.Uint64Var(&s.limit.secondNodes, "second.nodes", 0, "nodes for each move of the second engine; 0: as the first")
	flag.DurationVar(&s.limit.moveTime, "movetime", 0, "time for each move")
	flag.DurationVar(&s.limit.clock, "time", 0, "time for the game")
	flag.DurationVar(&s.limit.increment, "inc", 0, "more time for each move")
	flag.DurationVar(&s.limit.margin, "margin", 20*time.Millisecond, "by which a time may be exceeded")
	flag.BoolVar(&s.quiet, "q", false, "print the result only")
	flag.Parse()
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	t, err := s.play(ctx)
	if t.games() > 0 {
		fmt.Println(t)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "match:", err)
	}
	if err != nil || t.faults() > 0 {
		os.Exit(1)
	}
}

// play plays the match and returns what came of it, also if ctx ends.
func (s *settings) play(ctx context.Context) (t *tally, err error) {
	t = &tally{}
	if err := s.check(t); err != nil {
		return t, err
	}
	openings, err := readOpenings(s.openings, s.plies, s.seed, s.games/2)
	if err != nil {
		return t, err
	}
	if n := len(openings); n < s.games/2 {
		fmt.Fprintf(os.Stderr, "match: %d openings are there, for %d games\n", n, 2*n)
	}
	var record *pgn.Writer
	if s.out != "" {
		f, openErr := os.OpenFile(s.out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if openErr != nil {
			return t, fmt.Errorf("-pgn: %w", openErr)
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		record = pgn.NewWriter(f)
	}

	outer := ctx
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	pairs := make(chan string)
	go func() {
		defer close(pairs)
		for _, opening := range openings {
			select {
			case pairs <- opening:
			case <-ctx.Done():
				return
			}
		}
	}()
	var (
		wg     sync.WaitGroup
		mu     sync.Mutex // guards t, record and failed
		failed error
	)
	for range s.concurrency {
		wg.Go(func() {
			err := s.playPairs(ctx, pairs, func(pair [2]*played) error {
				mu.Lock()
				defer mu.Unlock()
				t.add(pair)
				if !s.quiet {
					fmt.Fprintln(os.Stderr, t.line())
				}
				if t.decided() != 0 {
					stop()
				}
				for i, g := range pair {
					if record == nil {
						continue
					}
					if err := record.Write(g.record(t.games() - 1 + i)); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				mu.Lock()
				defer mu.Unlock()
				failed = err
				stop()
			}
		})
	}
	wg.Wait()
	if failed == nil && outer.Err() != nil {
		failed = errors.New("interrupted")
	}
	return t, failed
}

// check returns an error if the flags cannot be played by, and sets the limits of the sequential test.
func (s *settings) check(t *tally) error {
	switch {
	case s.first == "" || s.second == "":
		return fmt.Errorf("give the commands of two engines, -first and -second")
	case s.games < 2 || s.games%2 != 0 || s.concurrency < 1:
		return fmt.Errorf("-games is an even number from 2, and -concurrency at least 1")
	case s.plies < 0:
		return fmt.Errorf("-plies is 0 or more, not %d", s.plies)
	case !s.limit.valid():
		return fmt.Errorf("give one of -nodes, -movetime and -time")
	}
	if s.sprt != "" {
		low, high, _ := strings.Cut(s.sprt, ":")
		var err, err2 error
		t.low, err = strconv.ParseFloat(low, 64)
		t.high, err2 = strconv.ParseFloat(high, 64)
		if errors.Join(err, err2) != nil || !(t.low < t.high) {
			return fmt.Errorf("-sprt is LOW:HIGH in Elo, such as 0:10, not %q", s.sprt)
		}
	}
	return nil
}

// playPairs plays pairs of games with two engines of its own.
func (s *settings) playPairs(ctx context.Context, pairs <-chan string, done func([2]*played) error) error {
	var engines [2]*engine
	defer func() {
		for _, e := range engines {
			e.close()
		}
	}()
	for opening := range pairs {
		var pair [2]*played
		for n := range pair {
			for i, command := range []string{s.first, s.second} {
				if engines[i] != nil && !engines[i].dead {
					continue
				}
				engines[i].close()
				var err error
				if engines[i], err = start(command, [][]string{s.firstOptions, s.secondOptions}[i]); err != nil {
					return err
				}
			}
			g, err := play(ctx, opening, engines, n, s.limit)
			if ctx.Err() != nil {
				return nil
			}
			if err != nil {
				return err
			}
			pair[n] = g
		}
		if err := done(pair); err != nil {
			return err
		}
	}
	return nil
}
