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
	"github.com/zobrist-go/zobrist/internal/oracle"
)

// result is how the record of a finished game ends.
var result = regexp.MustCompile(`(1-0|0-1|1/2-1/2)\s*$`)

// TestMatch lets XBoard referee two games under a clock against HoiChess, a
// modest engine of Debian's. Who wins does not matter; no move may be illegal
// and no flag may fall.
func TestMatch(t *testing.T) {
	if testing.Short() {
		return
	}
	screen := oracle.Program(t, "xvfb-run", "xvfb")
	gui := oracle.Program(t, "xboard", "xboard")
	rival := oracle.Program(t, "hoichess", "hoichess")
	engine, dir := build(t), t.TempDir()
	t.Parallel() // see TestPolyglotClient
	record := filepath.Join(dir, "match.pgn")
	cmd := exec.Command(screen, "-a", gui, "-noGUI", "-mode", "TwoMachines",
		"-fcp", engine+" uci", "-fUCI", "-fd", dir, "-scp", rival, "-sd", dir,
		"-mg", "2", "-tc", "0:06", "-inc", "0.1", "-autoCallFlag", "true", "-sgf", record)
	cmd.Env = append(os.Environ(), "PATH="+os.Getenv("PATH")+":/usr/games", "HOME="+dir)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	// Without a window XBoard stays when the match is over: wait for the
	// record of the second game and end it with all its children.
	var games []string
	for range 300 {
		time.Sleep(time.Second / 2)
		text, _ := os.ReadFile(record)
		if games = strings.Split(string(text), "[Event ")[1:]; len(games) == 2 && result.MatchString(games[1]) {
			break
		}
	}
	syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	cmd.Wait()
	if len(games) != 2 {
		t.Fatalf("%d games in 150 seconds:\n%s", len(games), games)
	}
	for n, game := range games {
		_, moves, _ := strings.Cut(game, "\n\n")
		if regexp.MustCompile(`(?i)illegal|forfeit|time|flag|abandon|disconnect`).MatchString(moves) ||
			!result.MatchString(moves) {
			t.Errorf("game %d ends badly:\n%s", n+1, moves)
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
				t.Fatalf("game %d: %v", n+1, err)
			}
			p.Make(m)
			plies++
		}
		t.Logf("game %d: %d plies, %s", n+1, plies, strings.TrimSpace(moves[max(0, len(moves)-60):]))
		if plies < 10 {
			t.Errorf("game %d has %d plies", n+1, plies)
		}
	}
}
