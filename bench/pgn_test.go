// PGN to hashed positions on one thread, beside other programs and libraries:
//
//	go test -run '^$' -bench PGN -benchtime 10x
//
// Disservin's chess-library (C++) reads and hashes the same text, in the program
// pgnhash on PATH or in $PGNHASH, which peers/build builds. Debian's
// pgn-extract checks the moves with -r and hashes the positions too.
// corentings/chess v2 (what the Go proxy serves: it refuses freeeve/pgn and
// notnil/chess) reads the first 100 games, because it is slow.
//
// Each round runs all in turn on the same text: 20,000 generated games, and
// masters-20k if there is real data. The metrics are medians over the rounds.
// Millions of moves a second are by processor time, garbage collection included,
// since a busy machine disturbs that less than the wall clock; ratios are within
// a round.
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

	"github.com/zobrist-go/zobrist/bench/generated"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/pgn"
)

// A gameText is PGN that a benchmark reads.
type gameText struct {
	name string
	text []byte
}

// gameTexts returns n generated games, the same on every machine, and the real games of the named set if they are
// there.
func gameTexts(b *testing.B, set string, n int) []gameText {
	b.Helper()
	g, err := generated.New(1, "")
	if err != nil {
		b.Fatal(err)
	}
	var text []byte
	for i := range n {
		g.Play(i, nil)
		text = append(text, g.Text()...)
	}
	texts := []gameText{{"generated", text}}
	if real := realGames(b, set); real != nil {
		texts = append(texts, gameText{set, real})
	}
	return texts
}

// games names the games of a row.
func (t gameText) games() string {
	if t.name == "generated" {
		return "generated games"
	}
	return t.name
}

// realGames returns the games of the named set, in the folder $ZOBRIST_DATA or shared/data, or nil.
func realGames(b *testing.B, set string) (text []byte) {
	folder := os.Getenv("ZOBRIST_DATA")
	if folder == "" {
		folder = filepath.Join("..", "..", "shared", "data")
	}
	f, err := os.Open(filepath.Join(folder, "pgn", set+".pgn.zst"))
	if err != nil {
		return nil
	}
	defer f.Close()
	z, err := zstd.NewReader(f)
	if err != nil {
		b.Fatal(err)
	}
	defer z.Close()
	if text, err = io.ReadAll(z); err != nil {
		b.Fatal(err)
	}
	return text
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
	for _, t := range gameTexts(b, "masters-20k", 20_000) {
		b.Run("text="+t.name, func(b *testing.B) { benchmarkPGN(b, t) })
	}
}

func benchmarkPGN(b *testing.B, t gameText) {
	text := t.text
	file := filepath.Join(b.TempDir(), "games.pgn")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		b.Fatal(err)
	}
	ours, err := pgn.NewParser(chess.Options{})
	if err != nil {
		b.Fatal(err)
	}
	few := firstGames(b, text, 100)
	moves, fewMoves := readOurs(b, ours, text), readOurs(b, ours, few)
	programs := map[string]*exec.Cmd{}
	for name, args := range map[string][]string{
		"disservin":   {os.Getenv("PGNHASH"), "pgnhash", file, "1"},
		"pgn-extract": {"/usr/games/pgn-extract", "pgn-extract", "-r", "-s", file},
	} {
		path, err := exec.LookPath(args[1])
		if err != nil {
			path, err = exec.LookPath(args[0])
		}
		if err != nil {
			b.Logf("left out: program %s is not installed", args[1])
			continue
		}
		programs[name] = exec.Command(path, args[2:]...)
	}
	results := rounds{}
	for b.Loop() {
		start := used(b, syscall.RUSAGE_SELF)
		readScanner(b, text)
		scanned := used(b, syscall.RUSAGE_SELF)
		readOurs(b, ours, text)
		read := used(b, syscall.RUSAGE_SELF)
		if n := readCorentings(b, few); n != fewMoves {
			b.Fatalf("corentings: %d moves, want %d", n, fewMoves)
		}
		peer := used(b, syscall.RUSAGE_SELF)

		rate := float64(moves) / (read - scanned).Seconds() / 1e6
		add := func(name string, theirs float64) {
			results.add(name+"-Mmoves/s", theirs)
			results.add("×"+name, rate/theirs)
		}
		results.add("scan-MB/s", float64(len(text))/(scanned-start).Seconds()/1e6)
		results.add("Mmoves/s", rate)
		add("corentings", float64(fewMoves)/(peer-read).Seconds()/1e6)
		for name, program := range programs {
			start := used(b, syscall.RUSAGE_CHILDREN)
			cmd := exec.Command(program.Path, program.Args[1:]...)
			if out, err := cmd.CombinedOutput(); err != nil {
				b.Fatalf("%s: %v: %s", name, err, out)
			}
			add(name, float64(moves)/(used(b, syscall.RUSAGE_CHILDREN)-start).Seconds()/1e6)
		}
	}
	results.report(b)
	for _, peer := range []string{"disservin", "pgn-extract", "corentings"} {
		results.row("PGN to hashes of 128 bits, one thread, "+t.games(), cell{"%.1f M moves/s", "Mmoves/s"},
			cell{peer + " %.2f M", peer + "-Mmoves/s"}, "×"+peer)
	}
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
