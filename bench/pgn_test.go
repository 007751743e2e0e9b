// PGN to hashed positions on one thread, beside corentings/chess v2 (what the
// Go proxy serves: it refuses freeeve/pgn and notnil/chess) and Debian's
// pgn-extract, which checks the moves with -r and hashes the positions too:
//
//	go test -run '^$' -bench PGN -benchtime 10x
//
// Each round runs all in turn on the same text: masters-20k where there is
// real data, else the sample repeated; corentings, being slower, reads its
// first 100 games. The metrics are medians over the rounds. Millions of moves
// a second are by processor time, garbage collection included, since a busy
// machine disturbs that less than the wall clock; ratios are within a round.
package bench

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	corentings "github.com/corentings/chess/v2"
	"github.com/klauspost/compress/zstd"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/sample"
	"github.com/zobrist-go/zobrist/pgn"
)

// realGames returns the text to read and its name.
func realGames(b *testing.B) (string, []byte) {
	folder := os.Getenv("ZOBRIST_DATA")
	if folder == "" {
		folder = filepath.Join("..", "..", "shared", "data")
	}
	if f, err := os.Open(filepath.Join(folder, "pgn", "masters-20k.pgn.zst")); err == nil {
		defer f.Close()
		z, err := zstd.NewReader(f)
		if err != nil {
			b.Fatal(err)
		}
		defer z.Close()
		text, err := io.ReadAll(z)
		if err != nil {
			b.Fatal(err)
		}
		return "masters-20k", text
	}
	return "sample", bytes.Repeat([]byte(sample.Famous()), 200)
}

// used returns the processor time that this process, or its children that
// have ended, ran for.
func used(b *testing.B, who int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func BenchmarkPGN(b *testing.B) {
	name, text := realGames(b)
	b.Run("text="+name, func(b *testing.B) {
		extract, err := exec.LookPath("pgn-extract")
		if err != nil {
			extract, err = exec.LookPath("/usr/games/pgn-extract")
		}
		ours, err2 := pgn.NewParser(chess.Options{})
		if err2 != nil {
			b.Fatal(err2)
		}
		moves := readOurs(b, ours, text)
		few := firstGames(b, text, 100)
		fewMoves := readOurs(b, ours, few)

		var scan, all, slow, theirs, timesSlow, timesExtract []float64
		for b.Loop() {
			start := used(b, syscall.RUSAGE_SELF)
			readScanner(b, text)
			scanned := used(b, syscall.RUSAGE_SELF) - start
			start = used(b, syscall.RUSAGE_SELF)
			readOurs(b, ours, text)
			read := used(b, syscall.RUSAGE_SELF) - start
			start = used(b, syscall.RUSAGE_SELF)
			if n := readCorentings(b, few); n != fewMoves {
				b.Fatalf("corentings: %d moves, want %d", n, fewMoves)
			}
			peer := used(b, syscall.RUSAGE_SELF) - start

			rate := float64(moves) / read.Seconds() / 1e6
			slowRate := float64(fewMoves) / peer.Seconds() / 1e6
			scan = append(scan, float64(len(text))/scanned.Seconds()/1e6)
			all = append(all, rate)
			slow = append(slow, slowRate)
			timesSlow = append(timesSlow, rate/slowRate)
			if err == nil {
				start = used(b, syscall.RUSAGE_CHILDREN)
				cmd := exec.Command(extract, "-r", "-s")
				cmd.Stdin = bytes.NewReader(text)
				if out, err := cmd.CombinedOutput(); err != nil {
					b.Fatalf("pgn-extract: %v: %s", err, out)
				}
				extracted := used(b, syscall.RUSAGE_CHILDREN) - start
				theirs = append(theirs, float64(moves)/extracted.Seconds()/1e6)
				timesExtract = append(timesExtract, extracted.Seconds()/read.Seconds())
			}
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(median(scan), "scan-MB/s")
		b.ReportMetric(median(all), "Mmoves/s")
		b.ReportMetric(median(slow), "corentings-Mmoves/s")
		b.ReportMetric(median(timesSlow), "×corentings")
		if len(theirs) > 0 {
			b.ReportMetric(median(theirs), "pgn-extract-Mmoves/s")
			b.ReportMetric(median(timesExtract), "×pgn-extract")
		} else {
			b.Log("left out: program pgn-extract is not installed; on Debian: apt-get install pgn-extract")
		}
	})
}

// readScanner only finds where games begin.
func readScanner(b *testing.B, text []byte) {
	s := pgn.NewScanner(bytes.NewReader(text))
	for {
		c, err := s.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			b.Fatal(err)
		}
		c.Release()
	}
}

// readOurs reads tags, moves and hashes of 64 and 128 bits, and returns the
// number of moves.
func readOurs(b *testing.B, p *pgn.Parser, text []byte) (moves int) {
	var m pgn.Mainline
	s := pgn.NewScanner(bytes.NewReader(text))
	for {
		c, err := s.Next()
		if err == io.EOF {
			return moves
		}
		if err != nil {
			b.Fatal(err)
		}
		for i := range c.Len() {
			if err := p.Mainline(c, i, &m); err != nil {
				b.Fatal(err)
			}
			moves += len(m.Moves)
		}
		c.Release()
	}
}

// firstGames returns the text of the first n games.
func firstGames(b *testing.B, text []byte, n int) []byte {
	var kept []byte
	s := pgn.NewScanner(bytes.NewReader(text))
	for {
		c, err := s.Next()
		if err != nil {
			b.Fatal(err)
		}
		for i := range c.Len() {
			if kept = append(kept, c.Game(i)...); n == 1 {
				return kept
			}
			n--
		}
	}
}

// readCorentings reads tags, moves and positions. Hashing them, a call of its
// own there, is left out.
func readCorentings(b *testing.B, text []byte) (moves int) {
	s := corentings.NewScanner(strings.NewReader(string(text)))
	for s.HasNext() {
		g, err := s.ParseNext()
		if err != nil {
			b.Fatal(fmt.Errorf("corentings: %w", err))
		}
		moves += len(g.Moves())
	}
	return moves
}
