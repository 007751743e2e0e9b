//go:build unix

// Evals writes files of evaluations as Lichess publishes them, of any size, and measures look-ups in a store of them,
// also beside Stockpile.
//
//	cd bench
//	go run ./evals write -n 5000000 | zstd > made.jsonl.zst
//	zobrist evals build --db made.db --memory 256M made.jsonl.zst
//	go run ./evals find -db made.db -n 200000
//
// and, beside Stockpile, once bench/peers/build has built it in the folder PEERS:
//
//	go run ./evals write -n 1000000 | zstd > million.jsonl.zst
//	go run ./evals beside -peers PEERS -file million.jsonl.zst -n 1000000 -dir beside
//
// The values are made up. Positions come from games of random legal moves, and lines are such moves too, so that
// they take as many bits as moves can; there are as many lines and plies a position as in the file of Lichess: 2.5
// lines of 7 to 10 plies. A number of a game is the seed of its moves, so that find makes the same positions.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sys/unix"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/chess"
)

func main() {
	var err error
	switch {
	case len(os.Args) > 1 && os.Args[1] == "write":
		err = write(os.Args[2:])
	case len(os.Args) > 1 && os.Args[1] == "find":
		err = find(os.Args[2:])
	case len(os.Args) > 1 && os.Args[1] == "beside":
		err = beside(os.Args[2:])
	case len(os.Args) > 1 && os.Args[1] == "ask":
		err = ask(os.Args[2:])
	default:
		err = fmt.Errorf("name a task: write, find, beside, or ask, which beside runs")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "evals:", err)
		os.Exit(1)
	}
}

// A maker makes positions with evaluations. It belongs to one goroutine.
type maker struct {
	pos   *chess.Position
	rng   *rand.Rand // of the values at a position
	moves []chess.Move
	lines int // 0: as many as the file of Lichess has
}

func newMaker() *maker {
	p, err := chess.New(chess.Options{Wide: true})
	if err != nil {
		panic(err) // the options are right
	}
	return &maker{pos: p}
}

const (
	plies = 90 // of a game, at most
	first = 7  // plies before the first position that is kept: there are few different ones before
)

// game plays a game, and calls f at its positions.
func (m *maker) game(number uint64, f func(*chess.Position)) {
	path := rand.New(rand.NewPCG(number, 46))
	m.pos.Reset()
	for ply := range plies {
		m.moves = m.pos.AppendMoves(m.moves[:0])
		if len(m.moves) == 0 {
			return
		}
		if ply >= first {
			m.rng = rand.New(rand.NewPCG(number, uint64(ply)))
			f(m.pos)
			m.moves = m.pos.AppendMoves(m.moves[:0])
		}
		m.pos.Make(m.moves[path.IntN(len(m.moves))])
	}
}

// appendLine appends the evaluations of the position.
func (m *maker) appendLine(dst []byte) []byte {
	fen := m.pos.FEN()
	for range 2 { // the counters
		for i := len(fen) - 1; ; i-- {
			if fen[i] == ' ' {
				fen = fen[:i]
				break
			}
		}
	}
	dst = append(append(append(dst, `{"fen":"`...), fen...), `","evals":[`...)
	depth := 20 + m.rng.IntN(10) + m.rng.IntN(2)*2*m.rng.IntN(8)
	counts := []int{1}
	switch n := m.rng.IntN(20); { // 2.5 lines on average
	case m.lines > 0:
		counts[0] = m.lines
	case n < 5:
		counts = []int{1, 3}
	case n < 8:
		counts = []int{5}
	case n < 9:
		counts = []int{1, 2, 5}
	case n < 12:
		counts = []int{2}
	}
	for i, n := range slices.Backward(counts) {
		if i < len(counts)-1 {
			dst = append(dst, ',')
		}
		dst = m.appendEval(dst, n, depth+3*(len(counts)-1-i)-8*count(len(counts) > 1))
	}
	return append(dst, "]}\n"...)
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (m *maker) appendEval(dst []byte, n, depth int) []byte {
	dst = append(dst, `{"pvs":[`...)
	score := int(m.rng.NormFloat64() * 60 * math.Exp(m.rng.NormFloat64()*0.9))
	for i := range n {
		if i > 0 {
			dst = append(dst, ',')
			score -= m.rng.IntN(40)
		}
		if m.rng.IntN(25) == 0 {
			dst = strconv.AppendInt(append(dst, `{"mate":`...), int64(1+m.rng.IntN(20)), 10)
		} else {
			dst = strconv.AppendInt(append(dst, `{"cp":`...), int64(score), 10)
		}
		dst = append(dst, `,"line":"`...)
		length, made := 10-max(0, m.rng.IntN(8)-4), 0
		if m.lines > 0 {
			length = 10
		}
		for made < length {
			m.moves = m.pos.AppendMoves(m.moves[:0])
			if len(m.moves) == 0 {
				break
			}
			move := m.moves[m.rng.IntN(len(m.moves))]
			if made > 0 {
				dst = append(dst, ' ')
			}
			dst = append(dst, move.String()...)
			m.pos.Make(move)
			made++
		}
		for range made {
			m.pos.Unmake()
		}
		dst = append(dst, `"}`...)
	}
	nodes := int64(math.Exp(8 + m.rng.Float64()*8))
	dst = strconv.AppendInt(append(dst, `],"knodes":`...), nodes, 10)
	return append(strconv.AppendInt(append(dst, `,"depth":`...), int64(depth), 10), '}')
}

// write writes a file to standard output.
func write(args []string) error {
	flags := flag.NewFlagSet("write", flag.ExitOnError)
	n := flags.Int64("n", 1_000_000, "positions")
	lines := flags.Int("lines", 0, "lines of an evaluation, each of 10 plies; 0 for what the file of Lichess has")
	if err := flags.Parse(args); err != nil {
		return err
	}
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	pieces := make([]chan []byte, runtime.GOMAXPROCS(0))
	stop := make(chan struct{})
	for i := range pieces {
		pieces[i] = make(chan []byte, 4)
		go func() {
			m := newMaker()
			m.lines = *lines
			for number := uint64(i); ; number += uint64(len(pieces)) {
				var text []byte
				m.game(number, func(*chess.Position) { text = m.appendLine(text) })
				select {
				case pieces[i] <- text:
				case <-stop:
					return
				}
			}
		}()
	}
	defer close(stop)
	written := int64(0)
	for i := 0; ; i++ {
		text := <-pieces[i%len(pieces)]
		for len(text) > 0 {
			end := slices.Index(text, '\n') + 1
			if _, err := out.Write(text[:end]); err != nil {
				return err
			}
			if written++; written == *n {
				return out.Flush()
			}
			text = text[end:]
		}
	}
}

// find measures look-ups.
func find(args []string) error {
	flags := flag.NewFlagSet("find", flag.ExitOnError)
	db := flags.String("db", "", "folder of the store")
	n := flags.Int("n", 100_000, "look-ups")
	games := flags.Uint64("games", 10_000, "games of the file, the positions of which are drawn")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *n < 1 || *games < 1 {
		return errors.New("give 1 or more as -n and as -games")
	}
	s, err := evals.Open(*db)
	if err != nil {
		return err
	}
	defer s.Close()
	fens := shuffledFENs(*n, *games)
	p, err := chess.New(chess.Options{Wide: true})
	if err != nil {
		return err
	}
	positions, hashes := make([]*chess.Position, min(2000, *n)), make([]zobrist.Uint128, *n)
	for i, fen := range fens {
		if err := p.Set(fen); err != nil {
			return err
		}
		if hashes[i] = p.Hash128(); i < len(positions) {
			if positions[i], err = chess.Parse(fen, chess.Options{}); err != nil {
				return err
			}
		}
	}
	for _, m := range []struct {
		name string
		ask  func(i int) (bool, error)
	}{
		{"head, random", func(i int) (bool, error) {
			_, ok, err := s.Head(hashes[i])
			return ok, err
		}},
		{"FEN and find, random", func(i int) (bool, error) {
			if err := p.Set(fens[i]); err != nil {
				return false, err
			}
			_, ok, err := s.Find(p)
			return ok, err
		}},
		{"FEN and best, random", func(i int) (bool, error) {
			if err := p.Set(fens[i]); err != nil {
				return false, err
			}
			_, _, ok, err := s.Best(p)
			return ok, err
		}},
		{"FEN alone", func(i int) (bool, error) { return true, p.Set(fens[i]) }},
		{"find, position at hand", func(i int) (bool, error) {
			_, ok, err := s.Find(positions[i%len(positions)])
			return ok, err
		}},
	} {
		if err := measure(m.name, *n, m.ask); err != nil {
			return err
		}
	}
	return parallel(s, fens)
}

// shuffledFENs returns n positions of some of the first games of the file, in a random order.
func shuffledFENs(n int, games uint64) (fens []string) {
	m, rng := newMaker(), rand.New(rand.NewPCG(1, 2))
	for len(fens) < n {
		m.game(rng.Uint64N(games), func(p *chess.Position) { fens = append(fens, p.FEN()) })
	}
	fens = fens[:n]
	rng.Shuffle(n, func(i, j int) { fens[i], fens[j] = fens[j], fens[i] })
	return fens
}

// measure asks n times, twice over, and prints how long the answers took: the first round finds the caches cold.
func measure(name string, n int, ask func(i int) (bool, error)) error {
	for range 2 {
		times := make([]time.Duration, 0, n)
		found := 0
		start, before := time.Now(), cpuTime()
		for i := range n {
			at := time.Now()
			ok, err := ask(i)
			times = append(times, time.Since(at))
			if err != nil {
				return err
			}
			found += count(ok)
		}
		total, busy := time.Since(start), cpuTime()-before
		slices.Sort(times)
		fmt.Printf("%-24s p50 %6d ns  p99 %6d ns  mean %6d ns  processor %6d ns  found %d of %d\n", name,
			times[len(times)/2].Nanoseconds(), times[len(times)*99/100].Nanoseconds(), total.Nanoseconds()/int64(n),
			busy.Nanoseconds()/int64(n), found, n)
	}
	return nil
}

// cpuTime returns the time of processors that the process has had.
func cpuTime() time.Duration {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// parallel measures look-ups from FEN on all cores.
func parallel(s *evals.Store[chess.Move], fens []string) error {
	var wg sync.WaitGroup
	var next, failed atomic.Int64
	start := time.Now()
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			p := newMaker().pos
			for {
				i := int(next.Add(64)) - 64
				if i >= len(fens) {
					return
				}
				for _, fen := range fens[i:min(i+64, len(fens))] {
					if err := p.Set(fen); err != nil {
						failed.Add(1)
					}
					if _, _, err := s.Find(p); err != nil {
						failed.Add(1)
					}
				}
			}
		})
	}
	wg.Wait()
	seconds := time.Since(start).Seconds()
	if n := failed.Load(); n > 0 {
		return fmt.Errorf("%d look-ups failed", n)
	}
	fmt.Printf("FEN and find on %d cores: %.0f a second\n", runtime.GOMAXPROCS(0), float64(len(fens))/seconds)
	return nil
}
