//go:build unix

package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/chess"
)

// ask answers FENs of standard input from a store, as peers/stockpile/main.go does: the time of opening, then for each
// FEN the time of the look-up and the depth, or 0. A look-up reads the FEN, and gets all moves of the lines.
func ask(args []string) error {
	flags := flag.NewFlagSet("ask", flag.ExitOnError)
	db := flags.String("db", "", "folder of the store")
	if err := flags.Parse(args); err != nil {
		return err
	}
	start := time.Now()
	s, err := evals.Open(*db)
	if err != nil {
		return err
	}
	defer s.Close()
	p, err := chess.New(chess.Options{Wide: true})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprintln(out, time.Since(start).Nanoseconds())
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		start := time.Now()
		if err := p.Set(in.Text()); err != nil {
			return err
		}
		e, _, err := s.Find(p)
		took := time.Since(start)
		if err != nil {
			return err
		}
		fmt.Fprintln(out, took.Nanoseconds(), e.Depth)
	}
	return errors.Join(in.Err(), out.Flush())
}

// A program answers FENs.
type program struct {
	name, folder string
	command      []string
}

// beside builds a store of zobrist and one of Stockpile from a file, and prints their sizes, the processor time of the
// builds, and the times of look-ups in the order of games and in random order, warm and cold. Warm look-ups follow each
// other in one process. A cold one is the first of its process, the opening of the store included, and no page of the
// store is in memory.
func beside(args []string) error {
	flags := flag.NewFlagSet("beside", flag.ExitOnError)
	peers := flags.String("peers", "", "folder in which bench/peers/build made stockpile and stockpile-find")
	zobrist := flags.String("zobrist", "zobrist", "the program")
	file := flags.String("file", "", "what write wrote, compressed")
	n := flags.Int64("n", 1_000_000, "its positions")
	dir := flags.String("dir", "beside", "folder of the stores; one that is there is not built again")
	asked := flags.Int("ask", 20_000, "warm look-ups, in each order")
	cold := flags.Int("cold", 25, "cold look-ups, in each order")
	if err := flags.Parse(args); err != nil {
		return err
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	ours, theirs := filepath.Join(*dir, "zobrist"), filepath.Join(*dir, "stockpile")
	stores := []program{
		{"zobrist", ours, []string{self, "ask", "-db", ours}},
		{"Stockpile", theirs, []string{filepath.Join(*peers, "stockpile-find"), theirs}},
	}
	builds := [][]string{
		{*zobrist, "evals", "build", "-q", "--db", ours, "--positions=false", *file},
		{filepath.Join(*peers, "stockpile"), "build", "--source", *file, "--output", theirs, "--workers", "2", "--max-memory", "256"},
	}
	for i, s := range stores {
		if _, err := os.Stat(s.folder); err == nil {
			continue
		}
		build := exec.Command(builds[i][0], builds[i][1:]...)
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("%s: %w", strings.Join(builds[i], " "), err)
		}
		busy := build.ProcessState.UserTime() + build.ProcessState.SystemTime()
		size, err := sizeOf(s.folder)
		if err != nil {
			return err
		}
		fmt.Printf("%-10s build: %6.2f µs of processor time a position, %5.1f bytes a position\n", s.name,
			float64(busy.Microseconds())/float64(*n), float64(size)/float64(*n))
	}
	fens := gameFENs(*n, *asked)
	for _, order := range []string{"game", "random"} {
		if order == "random" {
			rand.New(rand.NewPCG(1, 2)).Shuffle(len(fens), func(i, j int) { fens[i], fens[j] = fens[j], fens[i] })
		}
		for _, s := range stores {
			if err := eachFile(s.folder, func(f *os.File) error { _, err := io.Copy(io.Discard, f); return err }); err != nil {
				return err
			}
			if err := s.report(order+", warm", fens, len(fens)); err != nil {
				return err
			}
		}
		for _, s := range stores {
			if err := s.report(order+", cold", fens[:*cold], 1); err != nil {
				return err
			}
		}
	}
	return nil
}

// gameFENs returns n positions of random games of the file, each game's in its order, without counts of moves:
// Stockpile takes none.
func gameFENs(inFile int64, n int) (fens []string) {
	m := newMaker()
	games := uint64(inFile) / (plies - first) // all of these are in the file whole, or nearly so
	rng := rand.New(rand.NewPCG(1, 2))
	for len(fens) < n {
		m.game(rng.Uint64N(games), func(p *chess.Position) {
			fens = append(fens, strings.Join(strings.Fields(p.FEN())[:4], " "))
		})
	}
	return fens[:n]
}

// report prints the times of look-ups. Each process makes perProcess of them. If that is one, the look-up is cold: the
// pages of the store are dropped from memory before it, and its time includes the opening of the store.
func (s program) report(name string, fens []string, perProcess int) error {
	var times []time.Duration
	found := 0
	for part := range slices.Chunk(fens, perProcess) {
		if perProcess == 1 {
			if err := eachFile(s.folder, forget); err != nil {
				return err
			}
		}
		cmd := exec.Command(s.command[0], s.command[1:]...)
		cmd.Stdin, cmd.Stderr = strings.NewReader(strings.Join(part, "\n")+"\n"), os.Stderr
		out, err := cmd.Output()
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		var opening time.Duration
		if _, err := fmt.Sscan(lines[0], &opening); err != nil || len(lines) != len(part)+1 {
			return fmt.Errorf("%s answers %d of %d: %q", s.name, len(lines)-1, len(part), lines[0])
		}
		for _, line := range lines[1:] {
			var took int64
			var depth int
			if _, err := fmt.Sscan(line, &took, &depth); err != nil {
				return fmt.Errorf("%s answers %q", s.name, line)
			}
			if perProcess == 1 {
				took += opening.Nanoseconds()
			}
			times, found = append(times, time.Duration(took)), found+count(depth > 0)
		}
	}
	slices.Sort(times)
	fmt.Printf("%-10s %-12s p50 %10.1f µs  p99 %10.1f µs  found %d of %d\n", s.name, name,
		float64(times[len(times)/2].Nanoseconds())/1e3, float64(times[len(times)*99/100].Nanoseconds())/1e3, found, len(fens))
	return nil
}

// forget drops the pages of a file from memory.
func forget(f *os.File) error {
	if err := f.Sync(); err != nil {
		return err
	}
	return unix.Fadvise(int(f.Fd()), 0, 0, unix.FADV_DONTNEED)
}

// eachFile calls do with each file of a folder.
func eachFile(folder string, do func(*os.File) error) error {
	return filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		return do(f)
	})
}

func sizeOf(folder string) (size int64, err error) {
	err = eachFile(folder, func(f *os.File) error {
		info, err := f.Stat()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return size, err
}
