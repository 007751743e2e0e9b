//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/zobrist-go/zobrist/bench/generated"
)

// summary is what the command answers about a build.
type summary struct {
	Games, Visits, Positions, Total int64
	Duplicates, Broken              int64
}

// arguments of a build of the files with games from number `from` to `to`.
func (s *settings) arguments(from, to int) []string {
	args := []string{"index", "build", "--db", s.db(), "--json", "--memory", s.memory}
	if !s.texts {
		args = append(args, "--no-text")
	}
	for i := from; i < to; i += fileGames {
		args = append(args, s.name(i))
	}
	return args
}

// build makes the index in one command.
func (s *settings) build(ctx context.Context) error {
	if err := os.RemoveAll(s.db()); err != nil {
		return err
	}
	var sum summary
	r, err := s.do(ctx, &sum, s.db(), s.arguments(0, s.games)...)
	if err != nil {
		return err
	}
	if sum.Games != int64(s.games) || sum.Broken+sum.Duplicates != 0 {
		return fmt.Errorf("%d games, %d broken and %d duplicates, in place of %d games",
			sum.Games, sum.Broken, sum.Duplicates, s.games)
	}
	s.row("build", fmt.Sprintf("%s; %.0f games/s, %.2f million visits/s", r,
		float64(sum.Games)/r.wall.Seconds(), float64(sum.Visits)/r.wall.Seconds()/1e6))
	s.row("content", fmt.Sprintf("%d games, %d visits, %d positions", sum.Games, sum.Visits, sum.Positions))
	after := used(s.db())
	s.row("disk", fmt.Sprintf("index %s, %.1f bytes a position; during the build at most %s",
		size(after), float64(after)/float64(sum.Positions), size(r.disk)))
	return s.parts(float64(sum.Positions))
}

// parts prints the bytes of each kind of file.
func (s *settings) parts(positions float64) error {
	kinds := map[string]int64{}
	var order []string
	err := filepath.WalkDir(s.db(), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		kind := strings.TrimLeft(filepath.Ext(path), ".")
		if kinds[kind] == 0 {
			order = append(order, kind)
		}
		kinds[kind] += info.Size()
		return nil
	})
	var list []string
	for _, kind := range order {
		if n := kinds[kind]; n > int64(positions/100) {
			list = append(list, fmt.Sprintf("%s %.2f", kind, float64(n)/positions))
		}
	}
	s.row("bytes a position by kind of file", strings.Join(list, ", "))
	return err
}

// verify runs the command's own check.
func (s *settings) verify(ctx context.Context) error {
	r, err := s.do(ctx, nil, "", "index", "verify", "--db", s.db())
	if err == nil {
		s.row("verify", r.String())
	}
	return err
}

// more makes the file with the games from number i on, if it is not there.
func (s *settings) more(ctx context.Context, i int) error {
	if _, err := os.Stat(s.name(i)); err == nil {
		return nil
	}
	g, err := generated.New(s.seed, s.openings)
	if err == nil {
		_, err = s.file(ctx, g, i, i+s.added, nil)
	}
	return err
}

// next returns the number of the first game of the n-th addition. No file of the build has it.
func (s *settings) next(n int) int {
	return (s.games+fileGames-1)/fileGames*fileGames + n*max(s.added, fileGames)
}

// add adds games while another reads.
func (s *settings) add(ctx context.Context) error {
	if err := s.more(ctx, s.next(0)); err != nil {
		return err
	}
	reading, stop := context.WithCancel(ctx)
	defer stop()
	slowest := make(chan time.Duration, 1)
	failed := make(chan error, 1)
	go func() {
		worst, err := s.read(reading)
		slowest <- worst
		failed <- err
	}()
	var sum summary
	before := used(s.db())
	r, err := s.do(ctx, &sum, s.db(), s.arguments(s.next(0), s.next(0)+1)...)
	stop()
	worst, readErr := <-slowest, <-failed
	if err := errors.Join(err, readErr); err != nil {
		return err
	}
	s.row(fmt.Sprintf("%d games added", sum.Games), fmt.Sprintf("%s; disk %s before, at most %s; "+
		"a reader meanwhile waited at most %s", r, size(before), size(r.disk), worst.Round(time.Microsecond)))
	return nil
}

// read asks for the start position until ctx ends and returns the longest wait.
func (s *settings) read(ctx context.Context) (worst time.Duration, err error) {
	ix, err := s.open(ctx)
	if err != nil {
		return 0, err
	}
	defer ix.Close()
	for ctx.Err() == nil {
		start := time.Now()
		if _, err := ix.Refresh(ctx); err != nil && ctx.Err() == nil {
			return 0, err
		}
		if _, err := ix.games(ctx, ""); err != nil && ctx.Err() == nil {
			return 0, err
		}
		worst = max(worst, time.Since(start))
		time.Sleep(time.Millisecond)
	}
	return worst, nil
}

// kill kills builds at random moments. After each the index has the games that it had, or all.
func (s *settings) kill(ctx context.Context) error {
	random := rand.New(rand.NewPCG(s.seed, 2))
	ix, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer ix.Close()
	total := func() (int64, error) {
		if _, err := ix.Refresh(ctx); err != nil {
			return 0, err
		}
		return ix.games(ctx, "")
	}
	n, whole := 1, 0 // the addition that is tried; builds that had ended
	if err := s.more(ctx, s.next(n)); err != nil {
		return err
	}
	r, err := s.do(ctx, nil, "", s.arguments(s.next(n), s.next(n)+1)...) // that a kill may come at any time of one
	if err != nil {
		return err
	}
	longest := r.wall
	had, err := total()
	if err != nil {
		return err
	}
	n++
	for range s.kills {
		if err := s.more(ctx, s.next(n)); err != nil {
			return err
		}
		cmd := s.command(ctx, append(s.arguments(s.next(n), s.next(n)+1), "--quiet")...)
		start := time.Now()
		if err := cmd.Start(); err != nil {
			return err
		}
		late := time.AfterFunc(time.Duration(random.Int64N(int64(longest))), func() {
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		})
		err := cmd.Wait()
		late.Stop()
		has, countErr := total()
		if countErr != nil {
			return countErr
		}
		if has != had && has != had+int64(s.added) {
			return fmt.Errorf("%d games before a build that was killed, %d after it", had, has)
		}
		if err == nil {
			longest = max(time.Since(start), time.Second)
		} else if has == had {
			continue
		}
		whole, had, n = whole+1, has, n+1
	}
	sum := summary{}
	if err := s.more(ctx, s.next(n)); err != nil {
		return err
	}
	r, err = s.do(ctx, &sum, "", s.arguments(s.next(n), s.next(n)+1)...)
	if err != nil {
		return err
	}
	if has, err := total(); err != nil || has != had+int64(s.added) {
		return errors.Join(fmt.Errorf("%d games after the kills and one more build, in place of %d",
			has, had+int64(s.added)), err)
	}
	s.row(fmt.Sprintf("%d builds of %d games killed", s.kills, s.added),
		fmt.Sprintf("%d of them had taken effect, perhaps before the kill; each time the index had all games or none "+
			"of the build, and all of before; then a build: %s", whole, r))
	return nil
}

// book makes a polyglot book.
func (s *settings) book(ctx context.Context) error {
	out := filepath.Join(s.dir, "book.bin")
	r, err := s.do(ctx, nil, "", "book", "make", "--db", s.db(), "-o", out, "--max-ply", "30")
	if err != nil {
		return err
	}
	info, err := os.Stat(out)
	if err == nil {
		s.row("book of 30 plies from the index", fmt.Sprintf("%s; %d entries", r, info.Size()/16))
	}
	return err
}
