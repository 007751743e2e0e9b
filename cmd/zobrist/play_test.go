package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/sgf"
)

// zobristSays runs the command in this process and returns its output.
func zobristSays(t *testing.T, input string, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if status := program.Run(context.Background(), args, strings.NewReader(input), &out, &errs); status != 0 {
		t.Fatalf("zobrist %s: status %d\n%s%s", strings.Join(args, " "), status, out.String(), errs.String())
	}
	return out.String()
}

// playItself has the searcher play a game against itself and returns the file with
// its record and what was said.
func playItself(t *testing.T, game string, args ...string) (file, said string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), "game")
	args = append([]string{"play", "--game", game, "--machine", "both", "--nodes", "100", "--hash", "1M", "--save",
		file},
		args...)
	return file, zobristSays(t, "position\n", args...)
}

// TestPlayGames: the searcher plays a game of each kind against itself. The record
// that it saves is read back to the same last position and the same end.
func TestPlayGames(t *testing.T) {
	for _, game := range []string{"chess", "checkers", "baduk:5", "tictactoe", "gomoku", "connect4", "mnk:5,5,4",
		"hex:5",
		"qubic", "crazyhouse", "3check", "kingofthehill", "antichess", "atomic", "horde", "racingkings"} {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			file, said := playItself(t, game)
			lines := strings.Split(strings.TrimSpace(said), "\n")
			end := strings.Join(lines[len(lines)-2:], "\n")
			if !strings.Contains(end, " wins") && !strings.HasPrefix(end, "a draw") {
				t.Errorf("the game does not end: %s", end)
			}
			again := strings.TrimSpace(zobristSays(t, "position\n", "play", "--game", game, "--resume", file))
			if again != end {
				t.Errorf("the record leads to\n%s\nthe game to\n%s", again, end)
			}
		})
	}
}

// TestPlayHexSwap: with the swap rule the second player may type "swap", and the
// record has it.
func TestPlayHexSwap(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game")
	zobristSays(t, "b3\nswap\n", "play", "--game", "hex:3", "--swap", "--machine", "none", "--save", file)
	text, err := os.ReadFile(file)
	if err != nil || !strings.HasSuffix(string(text), "\nb3\nswap\n") {
		t.Errorf("%v\n%s", err, text)
	}
	if got := zobristSays(t, "position\n", "play", "--game", "hex:3", "--swap", "--machine", "none", "--resume",
		file); got != "3/2b/3 r\n" {
		t.Errorf("position %q", got)
	}
}

// TestPlayPGN: Debian's pgn-extract reads the record of a game and finds the moves
// that were played.
func TestPlayPGN(t *testing.T) {
	program := oracle.Program(t, "pgn-extract", "pgn-extract")
	for _, start := range []string{"startpos", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9"} {
		file, said := playItself(t, "chess", start)
		var want []string
		p, err := chess.New(chess.Options{})
		if start != "startpos" {
			p, err = chess.Parse(start, chess.Options{})
		}
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(said) {
			if words := strings.Fields(line); len(words) > 2 && words[1] == "plays" {
				m, err := p.ParseSAN(words[2])
				if err != nil {
					t.Fatal(err)
				}
				want = append(want, p.UCI(m))
				p.Make(m)
			}
		}
		out, err := exec.Command(program, "-s", "-Wuci", "--notags", "--nomovenumbers", "-w", "100000", file).Output()
		if err != nil {
			t.Fatal(err)
		}
		words := strings.Fields(strings.ToLower(string(out))) // it writes a7a8Q
		if len(words) == 0 || !slices.Equal(words[:len(words)-1], want) {
			t.Errorf("pgn-extract finds\n%v\nplayed were\n%v", words, want)
		}
	}
}

// TestPlaySGF: Debian's gnugo loads the record of a game and has the same board.
func TestPlaySGF(t *testing.T) {
	program := oracle.Program(t, "gnugo", "gnugo")
	file, _ := playItself(t, "baduk:7:7", "--nodes", "30")
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	g, err := sgf.NewReader(f).Next()
	if err != nil {
		t.Fatal(err)
	}
	p, err := sgf.Replay(g, baduk.Options{Ko: baduk.PositionalSuperko})
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "--mode", "gtp", "--positional-superko")
	cmd.Stdin = strings.NewReader("loadsgf " + file + "\nlist_stones black\nlist_stones white\nquit\n")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := strings.Split(string(out), "\n\n")
	for n, c := range []baduk.Color{baduk.Black, baduk.White} {
		var want []string
		for m := range baduk.Move(49) {
			if p.Stone(m) == c {
				want = append(want, p.MoveString(m))
			}
		}
		got := strings.Fields(strings.TrimPrefix(answers[n+1], "="))
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(got, want) || len(want) == 0 {
			t.Errorf("gnugo has the %v stones %v, we have %v", c, got, want)
		}
	}
}
