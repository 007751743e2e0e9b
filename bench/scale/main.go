//go:build linux

// Scale builds an index of many generated games with the command zobrist, under a limit of
// memory, and measures what docs/scale.md prints:
//
//	go run ./scale -dir /big/scratch                    # 20 million games, some 60 GB of disk, an hour
//	go run ./scale -dir /tmp/scale -games 300000
//
// The steps, all of them unless -steps names some:
//
//	generate  games in PGN, and an independent count of 1,000 positions by their FEN
//	build     the index: time, memory, disk
//	verify    the command's own check of every byte and every game
//	ask       the 1,000 positions compared with the count; answers cold and warm; filters; serve
//	add       100,000 games more, while positions are asked
//	kill      20 builds of 100,000 games, each killed at a random moment
//	book      a polyglot book from the index
//
// A game is the opening of a real game, then random legal moves up to ply 70, so that nearly
// every position after the opening is new, which is the hardest case for an index. Game i of a
// seed is always the same.
//
// Commands run in a group of their own with -limit bytes of memory, their files in the
// system's cache included, which takes root on Linux. -limit 0 runs them as they are, for
// instance if all of this runs under systemd-run -p MemoryMax=4G.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/zobrist-go/zobrist/bench/generated"
)

// settings are the flags and what the steps share.
type settings struct {
	dir, openings, steps string
	memory               string
	games, added, kills  int
	seed                 uint64
	limit                int64
	texts                bool

	program string // the command that is measured
	group   *group
	report  []string // rows of a table, also printed as they come
}

func main() {
	s := settings{}
	flag.StringVar(&s.dir, "dir", "", "`folder` for everything; kept")
	flag.IntVar(&s.games, "games", 20_000_000, "games to index")
	flag.IntVar(&s.added, "added", 100_000, "games of each addition")
	flag.IntVar(&s.kills, "kills", 20, "builds to kill")
	flag.Uint64Var(&s.seed, "seed", 1, "of the games")
	flag.Int64Var(&s.limit, "limit", 4<<30, "`bytes` of memory for the commands; 0: no group of their own")
	flag.StringVar(&s.memory, "memory", "512M", "`size` for the flag --memory of the build")
	flag.BoolVar(&s.texts, "texts", false, "keep the texts of the games")
	flag.StringVar(&s.openings, "openings", "",
		"`file` of games in PGN whose openings are played; default: the sample of 61 games")
	flag.StringVar(&s.steps, "steps", "generate,build,verify,ask,add,kill,book", "steps to do")
	flag.Parse()
	ctx, cancel := signal.NotifyContext(context.Background(), os.Interrupt)
	defer cancel()
	if err := s.run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

// run does the steps in their order.
func (s *settings) run(ctx context.Context) (err error) {
	if s.dir == "" || s.games < 1 || s.added < 1 {
		return errors.New("give a folder, -dir, and at least one game")
	}
	type step struct {
		name string
		do   func(context.Context) error
	}
	steps := []step{
		{"generate", s.generate}, {"build", s.build}, {"verify", s.verify}, {"ask", s.ask},
		{"add", s.add}, {"kill", s.kill}, {"book", s.book},
	}
	wanted := strings.Split(s.steps, ",")
	for _, name := range wanted {
		if !slices.ContainsFunc(steps, func(s step) bool { return s.name == name }) {
			return fmt.Errorf("-steps: no step %q", name)
		}
	}
	if err := os.MkdirAll(s.dir, 0o777); err != nil {
		return err
	}
	if err := s.space(wanted); err != nil {
		return err
	}
	if s.dir, err = filepath.Abs(s.dir); err != nil {
		return err
	}
	s.program = filepath.Join(s.dir, "zobrist")
	if err := s.compile(ctx); err != nil {
		return err
	}
	if s.limit > 0 {
		if s.group, err = newGroup(s.limit); err != nil {
			return fmt.Errorf("a limit of memory: %w; run as root, or under one of your own with -limit 0", err)
		}
		defer func() { err = errors.Join(err, s.group.remove()) }()
	}
	s.row("machine", fmt.Sprintf("%d cores, %s, %s; commands limited to %s of memory",
		runtime.NumCPU(), runtime.GOARCH, runtime.Version(), size(s.limit)))
	s.row("games", fmt.Sprintf("%d, seed %d, texts kept: %t", s.games, s.seed, s.texts))
	for _, step := range steps {
		if !slices.Contains(wanted, step.name) {
			continue
		}
		start := time.Now()
		if err := step.do(ctx); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
		fmt.Fprintf(os.Stderr, "%s: %s\n", step.name, time.Since(start).Round(time.Second))
	}
	fmt.Println("\n| what | measured |\n|---|---|")
	for _, row := range s.report {
		fmt.Println(row)
	}
	return nil
}

// compile builds the command, which belongs to another module than this program.
func (s *settings) compile(ctx context.Context) error {
	list := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/zobrist-go/zobrist")
	folder, err := list.Output()
	if err != nil {
		return fmt.Errorf("run this in the folder bench: %w", err)
	}
	build := exec.CommandContext(ctx, "go", "build", "-o", s.program, "./cmd/zobrist")
	build.Dir = strings.TrimSpace(string(folder))
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// space refuses to begin what the disk cannot hold: 220 bytes a game of input, and for the index
// 18 bytes a visit of temporary files, 14 bytes a position (nearly as many as visits), 4 bytes a
// move, and 900 bytes a game of texts.
func (s *settings) space(steps []string) error {
	var need int64
	if slices.Contains(steps, "generate") {
		need += int64(s.games) * 220
	}
	if slices.Contains(steps, "build") {
		need += int64(s.games) * generated.Plies * (18 + 14 + 4)
		if s.texts {
			need += int64(s.games) * 900
		}
	}
	var disk unix.Statfs_t
	if err := unix.Statfs(s.dir, &disk); err != nil {
		return err
	}
	if free := int64(disk.Bavail) * disk.Bsize; free < need {
		return fmt.Errorf("%s has %s free, and %d games need %s", s.dir, size(free), s.games, size(need))
	}
	return nil
}

// row adds a row to the report and prints it.
func (s *settings) row(what, measured string) {
	fmt.Fprintf(os.Stderr, "  %s: %s\n", what, measured)
	s.report = append(s.report, "| "+what+" | "+measured+" |")
}

// db is the folder of the index.
func (s *settings) db() string { return filepath.Join(s.dir, "games.db") }

// size writes bytes for people.
func size(n int64) string {
	switch {
	case n >= 1e9:
		return fmt.Sprintf("%.1f GB", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.0f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.0f kB", float64(n)/1e3)
}
