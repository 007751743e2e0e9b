package main

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// full is a disk without room.
type full struct{}

var errFull = errors.New("no space left on device")

func (full) Write([]byte) (int, error) { return 0, errFull }

// Every command that prints fails with status 1 and the reason if it cannot.
func TestFull(t *testing.T) {
	db := t.TempDir()
	var none strings.Builder
	if status := run(context.Background(), []string{"index", "build", "--db", db, "--sample"}, strings.NewReader(""), &none, &none); status != 0 {
		t.Fatal(none.String())
	}
	commands := map[string][]string{ // and the input
		"completion bash": {""}, "completion fish": {""}, "completion powershell": {""}, "completion zsh": {""},
		"games": {""}, "gtp": {"name\n"}, "hash": {"startpos"}, "help": {""}, "index build": {"--db DB --sample --force"},
		"index find": {"--db DB"}, "index games": {"--db DB", "--db DB --pgn"}, "index stats": {"--db DB"},
		"keys audit": {"--game tictactoe --max-weight 2 random:pcg:1"}, "keys collide": {"--bits 16 --polish 1 coded:1"}, "keys compare": {"--positions 10 --seeds 1"},
		"keys export": {"coded:1", "coded:1 --format c", "coded:1 --format raw-be"}, "keys gen": {"coded:1"}, "keys import": {"-"},
		"lab effect": {"--help"}, "lab errors": {"--trials 1"}, "lab independence": {"--features 2"}, "lab layouts": {"--help"},
		"lab tabulation": {"--help"}, "lab type1": {"--help"}, "lab words": {"--trials 1"},
		"odds": {""}, "odds clash": {""}, "odds distance": {"--bits 8"}, "odds plan": {"--positions 10"}, "odds report": {"1 1"}, "odds table": {""},
		"perft": {"--depth 2", "--depth 4 --verify --trials 1", "--depth 2 --divide"}, "solve": {""}, "uci": {"uci\n"}, "version": {""},
	}
	root := newRoot(&app{out: &output{}})
	for _, name := range leaves(root, "") {
		if commands[name] == nil {
			t.Errorf("no arguments for %s: add them here", name)
		}
		for _, rest := range commands[name] {
			input := ""
			switch name {
			case "uci", "gtp":
				rest, input = "", rest
			case "keys import":
				input = "0x0123456789abcdef"
			}
			for _, form := range []string{"", " --json", " --plain"} {
				args := strings.Fields(name + " " + strings.ReplaceAll(rest, "DB", db) + form)
				var errs strings.Builder
				status := run(context.Background(), args, strings.NewReader(input), full{}, &errs)
				if status != exitFailure || !strings.Contains(errs.String(), errFull.Error()) {
					t.Errorf("%s: status %d, %s", args, status, errs.String())
				}
			}
		}
	}
	if out, err := exec.Command("sh", "-c", "test -c /dev/full || exit 99; zobrist perft --depth 1 >/dev/full").CombinedOutput(); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 1 && exit.ExitCode() != 99 {
			t.Errorf("%v: %s", err, out)
		}
	} else {
		t.Error("perft >/dev/full succeeds")
	}
}

// leaves lists the commands that do something, by their words.
func leaves(cmd *cobra.Command, path string) []string {
	var names []string
	for _, c := range cmd.Commands() {
		name := strings.TrimSpace(path + " " + c.Name())
		names = append(names, leaves(c, name)...)
	}
	if len(names) == 0 || path == "odds" {
		names = append(names, path)
	}
	return names
}
