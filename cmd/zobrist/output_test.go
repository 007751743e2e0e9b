package main

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// full is a disk without room.
type full struct{}

var errFull = errors.New("no space left on device")

func (full) Write([]byte) (int, error) { return 0, errFull }

// outputs are arguments with which each command prints something. DB is an index, DB.evals a store of evaluations, DB.epd
// a file of them, and BOOK a book; for uci and gtp they are the input.
var outputs = map[string][]string{
	"book make": {"-o BOOK --sample", "-o - --sample"}, "book merge": {"-o BOOK BOOK", "-o - BOOK"},
	"book find": {"BOOK"},
	"book dump": {"BOOK", "--tree 2 BOOK"}, "book info": {"BOOK"},
	"completion bash": {""}, "completion fish": {""}, "completion powershell": {""}, "completion zsh": {""},
	"evals add": {"--db DB.evals DB.epd"}, "evals build": {"--db DB.evals --force DB.epd"}, "evals find": {"--db DB.evals"},
	"evals export": {"--db DB.evals", "--db DB.evals --format epd"}, "evals merge": {"--db DB.evals2 DB.evals"},
	"evals remove": {"--help"}, "evals stats": {"--db DB.evals"}, "evals verify": {"--db DB.evals"},
	"games": {""}, "gtp": {"name\n"}, "hash": {"startpos"}, "help": {""}, "index build": {"--db DB --sample --force"},
	"index export": {"--db DB", "--db DB --positions jsonl", "--db DB --positions csv"}, "index history": {"--db DB"},
	"index merge": {"--db DB.2 DB"}, "index remove": {"--db DB --since 2100"}, "index verify": {"--db DB"},
	"index find": {"--db DB"}, "index games": {"--db DB", "--db DB --pgn"}, "index stats": {"--db DB"},
	"index query":  {"--db DB novelties --min-games 1"},
	"keys audit":   {"--game tictactoe --max-weight 2 random:pcg:1"},
	"keys collide": {"--bits 16 --polish 1 coded:1"}, "keys compare": {"--positions 10 --seeds 1"},
	"keys export": {"coded:1", "coded:1 --format c", "coded:1 --format raw-be"}, "keys gen": {"coded:1"},
	"keys import": {"-"},
	"lab all":     {"--help"}, "lab birthdays": {"--help"}, "lab collisions": {"--help"},
	"lab division": {"--trials 1"}, "lab effect": {"--help"}, "lab errors": {"--trials 1"},
	"lab independence": {"--features 2"}, "lab layouts": {"--help"}, "lab recall": {"--help"},
	"lab engine": {"--help"}, "lab hamming": {"--help"}, "lab seeds": {"--help"},
	"lab history": {"--help"}, "lattice run": {"--steps 10"}, "lattice show": {"--help"},
	"lab tabulation": {"--help"}, "lab type1": {"--help"}, "lab words": {"--trials 1"},
	"man": {"DB.man"}, "odds": {""}, "odds clash": {""}, "odds distance": {"--bits 8"}, "odds plan": {"--positions 10"},
	"odds report": {"1 1"}, "odds table": {""},
	"perft": {"--depth 2", "--depth 4 --verify --trials 1", "--depth 2 --divide"},
	"play":  {"--game tictactoe --machine both --nodes 100"}, "serve": {"--sample --listen 127.0.0.1:0"},
	"solve": {""}, "uci": {"uci\n"}, "version": {""},
}

// arguments returns the words of a command line and the input.
func arguments(name, rest, db, book string) (args []string, input string) {
	switch name {
	case "uci", "gtp":
		input, rest, _ = strings.Cut(rest, "\n")
		input += "\n"
	case "keys import":
		input = "0x0123456789abcdef"
	}
	return strings.Fields(name + " " + strings.NewReplacer("DB", db, "BOOK", book).Replace(rest)), input
}

// samples makes an index and a book.
func samples(t *testing.T) (db, book string) {
	t.Helper()
	db, book = t.TempDir(), filepath.Join(t.TempDir(), "book.bin")
	var none strings.Builder
	const epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - ce 30; acd 20; pv e4 e5;\n"
	if err := os.WriteFile(db+".epd", []byte(epd), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"index", "build", "--db", db, "--sample"}, {"book", "make", "-o", book, "--sample"},
		{"evals", "build", "--db", db + ".evals", db + ".epd"},
	} {
		if status := run(context.Background(), args, strings.NewReader(""), &none, &none); status != 0 {
			t.Fatal(none.String())
		}
	}
	return db, book
}

// Every command that prints fails with status 1 and the reason if it cannot.
func TestFull(t *testing.T) {
	oracle.Full(t, "every command with a full disk")
	db, bin := samples(t)
	root := newRoot(&app{out: &output{}})
	for _, name := range leaves(root, "") {
		if outputs[name] == nil {
			t.Errorf("no arguments for %s: add them to outputs", name)
		}
		for _, rest := range outputs[name] {
			for _, form := range []string{"", " --json"} {
				args, input := arguments(name, rest+form, db, bin)
				var errs strings.Builder
				status := run(context.Background(), args, strings.NewReader(input), full{}, &errs)
				if status != exitFailure || !strings.Contains(errs.String(), errFull.Error()) {
					if form == "" || status != exitUsage || !strings.Contains(errs.String(), form+" has no effect") {
						t.Errorf("%s: status %d, %s", args, status, errs.String())
					}
				}
			}
		}
	}
	if out, err := exec.Command("sh", "-c", "test -c /dev/full || exit 99; zobrist perft --depth 1 "+
		">/dev/full").CombinedOutput(); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 1 && exit.ExitCode() != 99 {
			t.Errorf("%v: %s", err, out)
		}
	} else {
		t.Error("perft >/dev/full succeeds")
	}
}

// TestForms: with --json every command prints JSON alone, or says that the flag has no effect.
func TestForms(t *testing.T) {
	oracle.Full(t, "every command with --json")
	db, bin := samples(t)
	for name, list := range outputs {
		for _, rest := range list {
			if rest == "--help" {
				continue // a text in any case
			}
			args, input := arguments(name, rest+" --json", db, bin)
			var out, errs strings.Builder
			ctx, cancel := context.WithCancel(t.Context())
			if name == "serve" {
				cancel()
			}
			status := run(ctx, args, strings.NewReader(input), &out, &errs)
			cancel()
			if status == exitUsage && strings.Contains(errs.String(), "--json has no effect") && out.Len() == 0 {
				continue
			}
			values := 0
			for d := json.NewDecoder(strings.NewReader(out.String())); ; values++ {
				var v any
				if err := d.Decode(&v); err == io.EOF {
					break
				} else if err != nil {
					t.Errorf("%s: %v in %.200s", args, err, out.String())
					break
				}
			}
			if values == 0 && name != "serve" {
				t.Errorf("%s: status %d, no JSON, %s", args, status, errs.String())
			}
		}
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
