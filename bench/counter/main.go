// Command counter measures what package tt and coded keys do in a strong engine that others wrote: Counter by
// V. Chizhov (github.com/ChizhovVadim/CounterGo, commit df9e387, GPL 3). Nothing of it is here. The recipe, which the
// script build follows:
//
//  1. Fetch that commit twice, as base and as ours.
//
//  2. In ours put transtable.go.txt in place of pkg/engine/transtable.go: the engine's interface TransTable over tt, in
//     56 lines for 114.
//
//  3. Add keys.go.txt as pkg/common/zobrist.go: the keys of zobrist.Default in the engine's arrays. No other line changes.
//
//  4. Build both, and compare:
//
//     ./counter/build /tmp/counter
//     go run ./counter -base /tmp/counter/base/counter -ours /tmp/counter/ours/counter
//
// Both engines search the same positions on one thread with a new table, one after the other, in turns. The program
// prints for each position the ratios ours/base of nodes and of time a node, and over all the geometric means of these
// and of time to depth, with 95 % intervals over positions. Nodes differ because tables keep different entries;
// they are the same in every round.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"time"
)

// positions are from the middle of games of different kinds.
var positions = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
	"r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1N1PPP/R2QKB1R b KQkq - 0 6",
	"2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
	"8/8/1p1k4/5ppp/PPK1p3/6P1/5PP1/8 b - - 0 1",
	"r1bq1rk1/ppp2ppp/2n1pn2/3p4/1bPP4/2NBPN2/PP3PPP/R1BQK2R w KQ - 0 7",
	"3r1rk1/p4ppp/1pn1p3/q1p5/2P5/P1Q1PN2/1P3PPP/3R1RK1 w - - 0 18",
}

func main() {
	base := flag.String("base", "", "the engine as it is")
	ours := flag.String("ours", "", "the engine with tt and coded keys")
	depth := flag.Int("depth", 16, "plies to search")
	rounds := flag.Int("rounds", 3, "searches of each position by each engine")
	hash := flag.Int("hash", 64, "size of the table in MiB")
	flag.Parse()
	if err := compare(os.Stdout, []string{*base, *ours}, *depth, *rounds, *hash); err != nil {
		fmt.Fprintln(os.Stderr, "counter:", err)
		os.Exit(1)
	}
}

func compare(w io.Writer, programs []string, depth, rounds, hash int) error {
	var engines []*engine
	for _, program := range programs {
		e, err := start(program, hash)
		if err != nil {
			return fmt.Errorf("%s: %w", program, err)
		}
		defer e.close()
		engines = append(engines, e)
	}
	var nodes, speed, times []float64
	for _, fen := range positions {
		var count [2]uint64
		var ratios []float64 // of times, a round each
		for round := range rounds {
			var took [2]time.Duration
			for turn := range engines {
				i := turn ^ round&1 // the first one changes
				var err error
				if count[i], took[i], err = engines[i].search(fen, depth); err != nil {
					return fmt.Errorf("%s: %s: %w", programs[i], fen, err)
				}
			}
			ratios = append(ratios, took[1].Seconds()/took[0].Seconds())
		}
		slices.Sort(ratios)
		ratio, n := ratios[len(ratios)/2], float64(count[1])/float64(count[0])
		fmt.Fprintf(w, "%s\n\tnodes %d and %d, ratio %.3f; time a node %.3f\n", fen, count[0], count[1], n, ratio/n)
		nodes, speed, times = append(nodes, n), append(speed, ratio/n), append(times, ratio)
	}
	for _, row := range []struct {
		name   string
		ratios []float64
	}{{"nodes", nodes}, {"time a node", speed}, {"time to depth", times}} {
		mean, low, high := geometric(row.ratios)
		fmt.Fprintf(w, "%-14s %.3f (%.3f to %.3f)\n", row.name, mean, low, high)
	}
	return nil
}

// geometric returns the geometric mean with an interval of two standard errors.
func geometric(ratios []float64) (mean, low, high float64) {
	sum, squares, n := 0.0, 0.0, float64(len(ratios))
	for _, r := range ratios {
		sum += math.Log(r)
		squares += math.Log(r) * math.Log(r)
	}
	m := sum / n
	e := 2 * math.Sqrt(max(squares/n-m*m, 0)/(n-1))
	return math.Exp(m), math.Exp(m - e), math.Exp(m + e)
}

// An engine is a UCI program.
type engine struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

func start(program string, hash int) (*engine, error) {
	cmd := exec.Command(program)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	e := &engine{cmd, in, bufio.NewScanner(out)}
	_, err = e.ask(fmt.Sprintf("uci\nsetoption name Hash value %d\nsetoption name Threads value 1\nisready", hash),
		"readyok")
	return e, err
}

// ask writes lines and returns the last line before the one that begins with a word.
func (e *engine) ask(lines, until string) (before string, err error) {
	if _, err := fmt.Fprintln(e.in, lines); err != nil {
		return "", err
	}
	for e.out.Scan() {
		if strings.HasPrefix(e.out.Text(), until) {
			return before, nil
		}
		before = e.out.Text()
	}
	return "", errors.Join(e.out.Err(), io.ErrUnexpectedEOF)
}

// search returns the nodes of a search with a new table, and its time.
func (e *engine) search(fen string, depth int) (nodes uint64, took time.Duration, err error) {
	if _, err := e.ask("ucinewgame\nposition fen "+fen+"\nisready", "readyok"); err != nil {
		return 0, 0, err
	}
	began := time.Now()
	info, err := e.ask(fmt.Sprintf("go depth %d", depth), "bestmove")
	if err != nil {
		return 0, 0, err
	}
	took = time.Since(began)
	if _, after, ok := strings.Cut(info, " nodes "); ok {
		word, _, _ := strings.Cut(after, " ")
		nodes, err = strconv.ParseUint(word, 10, 64)
	}
	return nodes, took, err
}

func (e *engine) close() {
	_, _ = fmt.Fprintln(e.in, "quit")
	_ = e.in.Close()
	_ = e.cmd.Wait()
}
