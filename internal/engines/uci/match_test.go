//go:build unix

package uci_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// result is how the record of a finished game ends.
var result = regexp.MustCompile(`(1-0|0-1|1/2-1/2)\s*$`)

// TestMatch lets XBoard referee two games, one with each colour, under a clock against
// HoiChess, a modest engine of Debian's. Who wins does not matter; no move may be
// illegal and no flag may fall. Both games run at once.
func TestMatch(t *testing.T) {
	if oracle.Short() {
		return
	}
	screen, gui := oracle.Program(t, "xvfb-run", "xvfb"), oracle.Program(t, "xboard", "xboard")
	we, they := build(t)+" uci", oracle.Program(t, "hoichess", "hoichess")
	// A free display is looked for from another number by each, or both might find the same.
	t.Run("white", func(t *testing.T) {
		t.Parallel()
		playMatch(t, screen, "-n", "100", "-a", gui, "-fcp", we, "-fUCI", "-scp", they)
	})
	t.Run("black", func(t *testing.T) {
		t.Parallel()
		playMatch(t, screen, "-n", "200", "-a", gui, "-fcp", they, "-scp", we, "-sUCI")
	})
}

// playMatch plays one game of the engines, the first of which is White. The command is
// of XBoard on a display of its own, and says which engines.
func playMatch(t *testing.T, name string, args ...string) {
	dir := t.TempDir()
	record := filepath.Join(dir, "match.pgn")
	cmd := exec.Command(name, append(args, "-noGUI", "-mode", "TwoMachines", "-fd", dir, "-sd", dir,
		"-mg", "1", "-tc", "0:06", "-inc", "0.1", "-autoCallFlag", "true", "-sgf", record)...)
	cmd.Env = append(os.Environ(), "PATH="+os.Getenv("PATH")+":/usr/games", "HOME="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// Without a window XBoard stays when the game is over: wait for its record and
	// end it with all its children.
	var game string
	for range 150 {
		time.Sleep(time.Second / 2)
		text, _ := os.ReadFile(record)
		if game = string(text); result.MatchString(game) {
			break
		}
	}
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	cmd.Wait()
	_, moves, _ := strings.Cut(game, "\n\n")
	if regexp.MustCompile(`(?i)illegal|forfeit|time|flag|abandon|disconnect`).MatchString(moves) ||
		!result.MatchString(moves) {
		t.Errorf("the game ends badly, or not in 75 seconds:\n%s", game)
	}
	// The record replays: XBoard's moves are legal by our rules too.
	p, err := chess.New(chess.Options{})
	if err != nil {
		t.Fatal(err)
	}
	plies := 0
	for word := range strings.FieldsSeq(regexp.MustCompile(`\{[^}]*\}`).ReplaceAllString(moves, " ")) {
		if strings.HasSuffix(word, ".") || strings.ContainsAny(word, "/") || word == "1-0" || word == "0-1" {
			continue
		}
		m, err := p.ParseSAN(word)
		if err != nil {
			t.Fatal(err)
		}
		p.Make(m)
		plies++
	}
	t.Logf("%d plies, %s", plies, strings.TrimSpace(moves[max(0, len(moves)-60):]))
	if plies < 10 {
		t.Errorf("the game has %d plies", plies)
	}
}
