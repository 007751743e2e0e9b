package pgn_test

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/keyfile"
	"github.com/zobrist-go/zobrist/pgn"
)

// Debian's pgn-extract (D. J. Barnes) reads the same games: it must find the
// same number of them, of moves in each, and the same Polyglot key after each
// move.
func TestPGNExtract(t *testing.T) {
	program := oracle.Program(t, "pgn-extract", "pgn-extract")
	for _, test := range []struct {
		file string
		long bool
	}{
		{"sample", false},
		{"pgn/masters-20k.pgn.zst", false},
		{"pgn/lichess-989.pgn.zst", false},
		{"pgn/lines-198350.pgn.zst", false},
		{"pgn/masters-100k.pgn.zst", true},
	} {
		t.Run(test.file, func(t *testing.T) {
			if test.long {
				oracle.Long(t, "pgn-extract on "+test.file)
			}
			data := []byte(sample.Famous())
			if test.file != "sample" {
				data = oracle.Read(t, test.file)
			}
			if oracle.Short() && len(data) > 1<<20 {
				data = data[:1<<20]
				data = data[:max(bytes.LastIndex(data, []byte("\n\n[")), bytes.LastIndex(data, []byte("\n\r\n[")))]
			}
			games := chessOnly(t, data)
			theirs := extract(t, program, games)
			n, moves := 0, 0
			eachMainline(t, games, chess.Options{Set: keyfile.Polyglot(), EnPassant: chess.PseudoLegalEnPassant},
				func(m *pgn.Mainline) {
					n++
					moves += len(m.Moves)
					keys, ok := theirs()
					if !ok {
						t.Fatalf("pgn-extract has only %d games", n-1)
					}
					if len(keys) != len(m.Moves) {
						t.Fatalf("game %d: %d moves, pgn-extract has %d", n, len(m.Moves), len(keys))
					}
					for i, key := range keys {
						if key != m.Hashes[i+1].Lo {
							t.Fatalf("game %d after ply %d: key %016x, pgn-extract has %016x", n, i+1, m.Hashes[i+1].Lo,
								key)
						}
					}
				})
			if _, more := theirs(); more {
				t.Errorf("pgn-extract has more than %d games", n)
			}
			t.Logf("%d games and %d moves agree", n, moves)
		})
	}
}

// eachMainline reads good games; any error fails the test.
func eachMainline(t testing.TB, games []byte, o chess.Options, visit func(*pgn.Mainline)) {
	t.Helper()
	p, err := pgn.NewParser(o)
	if err != nil {
		t.Fatal(err)
	}
	var m pgn.Mainline
	s := pgn.NewScanner(bytes.NewReader(games))
	for {
		c, err := s.Next()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.Len() {
			if err := p.Mainline(c, i, &m); err != nil {
				t.Fatal(err)
			}
			visit(&m)
		}
		c.Release()
	}
}

// chessOnly returns the text of the games that are whole and of no other
// variant: all that a program for chess alone can read. Only the last game, of
// a short run, may be broken.
func chessOnly(t testing.TB, data []byte) []byte {
	t.Helper()
	p, err := pgn.NewParser(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var m pgn.Mainline
	var kept []byte
	var broken error
	s := pgn.NewScanner(bytes.NewReader(data))
	for {
		c, err := s.Next()
		if err == io.EOF {
			return kept
		}
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.Len() {
			if broken != nil {
				t.Fatal(broken)
			}
			err := p.Mainline(c, i, &m)
			if err == nil {
				kept = append(kept, c.Game(i)...)
			} else if !errors.Is(err, game.ErrVariant) {
				broken = err
			}
		}
		c.Release()
	}
}

// extract runs pgn-extract and returns the keys after the moves of each game.
func extract(t testing.TB, program string, games []byte) func() ([]uint64, bool) {
	t.Helper()
	cmd := exec.Command(program, "-s", "-C", "-V", "-N", "--hashcomments", "--notags", "--nomovenumbers",
		"--noresults", "-w1000000")
	cmd.Stdin = bytes.NewReader(games)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		out.Close()
		cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	var keys []uint64
	return func() ([]uint64, bool) {
		for lines.Scan() {
			line := lines.Text()
			if strings.TrimSpace(line) == "" {
				continue
			}
			keys = keys[:0]
			fields := strings.Fields(line)
			for i, field := range fields {
				if field != "{" {
					continue
				}
				key, err := strconv.ParseUint(fields[i+1], 16, 64)
				if err != nil {
					t.Fatalf("pgn-extract wrote %q", line)
				}
				keys = append(keys, key)
			}
			return keys, true
		}
		return nil, false
	}
}

// What pgn-extract writes of a file means the same as the file, and what
// Writer writes means the same to pgn-extract: comments, NAGs and variations
// are attached to the same moves by both.
func TestPGNExtractTrees(t *testing.T) {
	program := oracle.Program(t, "pgn-extract", "pgn-extract")
	for _, name := range []string{"pgn/lichess-989.pgn.zst", "pgn/edge/variations.pgn",
		"pgn/edge/comment_before_moves.pgn", "pgn/edge/multiple.pgn"} {
		t.Run(name, func(t *testing.T) {
			data := oracle.Read(t, name)
			if oracle.Short() {
				data = data[:min(len(data), 1<<18)]
			}
			games, errs := readAll(t, string(data))
			var good []*pgn.Game
			for i, g := range games {
				if errs[i] == nil && (!oracle.Short() || i+1 < len(games) || len(games) == 1) {
					good = append(good, g)
				}
			}
			ours := format(t, good...)
			if len(good) == 0 {
				t.Fatal("no games")
			}
			for what, text := range map[string]string{"the file": string(chessOnly(t, data)), "our copy": ours} {
				cmd := exec.Command(program, "-s", "-w80")
				cmd.Stdin = strings.NewReader(text)
				out, err := cmd.Output()
				if err != nil {
					t.Fatal(err)
				}
				theirs, errs := readAll(t, string(out))
				if len(theirs) < len(good) {
					t.Fatalf("pgn-extract has %d games of %s, want %d", len(theirs), what, len(good))
				}
				for i, g := range good {
					if errs[i] != nil {
						t.Fatal(errs[i])
					}
					if want, got := outline(g), outline(theirs[i]); want != got {
						t.Fatalf("%s, game %d:\n%s\nby pgn-extract:\n%s", what, g.Number, want, got)
					}
				}
			}
		})
	}
}
