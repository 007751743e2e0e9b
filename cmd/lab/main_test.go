package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/zobrist-go/zobrist/cmd/internal/cli/clitest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

func TestMain(m *testing.M) { testscript.Main(m, map[string]func(){"lab": main}) }

func TestScripts(t *testing.T) { clitest.Scripts(t, "lattice") }

func TestManual(t *testing.T) { clitest.Manual(t, &program) }

func TestHelpTexts(t *testing.T) { clitest.Help(t, &program) }

// The commands and flags of the laboratory in all pages exist.
func TestCommandsExist(t *testing.T) { clitest.Pages(t, &program, "../..", 20) }

// printing says how every command prints something.
func printing(t *testing.T) clitest.Outputs {
	return clitest.Outputs{
		Program: &program,
		Lines: map[string][]string{
			"": {"division --trials 1", "words --trials 1", "birthdays --help"}, "all": {"--help"},
			"independence": {"--features 2"}, "lattice run": {"--steps 10"}, "lattice show": {"--help"}, "tune": {"--help"},
			"version": {""}, "man": {filepath.Join(t.TempDir(), "man")}, "help": {""},
			"completion bash": {""}, "completion fish": {""}, "completion powershell": {""}, "completion zsh": {""},
		},
		Arguments: func(name, rest string) ([]string, string) { return strings.Fields(name + " " + rest), "" },
	}
}

// TestForms: with --json every command prints JSON alone, or says that the flag has no effect.
func TestForms(t *testing.T) { printing(t).Forms(t) }

// TestFull: every command that prints fails with status 1 and the reason if it cannot.
func TestFull(t *testing.T) { printing(t).Full(t) }

// TestNoControls: no character of a file or of the command line commands the terminal.
func TestNoControls(t *testing.T) {
	file := filepath.Join(t.TempDir(), clitest.Evil)
	if err := os.WriteFile(file, []byte(clitest.Evil), 0o600); err != nil {
		t.Skip(err) // a system without such names
	}
	clitest.NoControls(t, &program, [][]string{
		{clitest.Evil}, {"help", clitest.Evil}, {"all", clitest.Evil}, {"birthdays", "--" + clitest.Evil},
		{"lattice", "show", file}, {"lattice", "run", clitest.Evil}, {"lattice", "run", "--resume", file},
		{"errors", "-o", file}, {"tune", "--games", file, "--openings", file},
	})
}

// TestTune measures the weights in use by positions that Stockfish judged.
func TestTune(t *testing.T) {
	stockfish := oracle.Program(t, "stockfish", "stockfish")
	games, openings := oracle.Data(t, "pgn/masters-20k.pgn.zst"), oracle.Data(t, "epd/noob_3moves.epd.zst")
	oracle.Long(t, "positions of 20,000 games")
	var out, errs strings.Builder
	args := []string{"tune", "--games", games, "--openings", openings, "--stockfish", stockfish, "--positions", "100"}
	status := program.Run(t.Context(), args, strings.NewReader(""), &out, &errs)
	if status != 0 || !strings.Contains(out.String(), "weights in use: ") || !strings.Contains(out.String(), "chance to win: ") {
		t.Errorf("status %d, %s%s", status, out.String(), errs.String())
	}
}
