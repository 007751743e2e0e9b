package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/cmd/internal/cli/clitest"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// outputs are arguments with which each command prints something. DB is an index, DB.evals a store of evaluations,
// DB.epd a file of them, and BOOK a book; for uci and gtp they are the input.
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
	"man":         {"DB.man"}, "odds": {""}, "odds clash": {""}, "odds distance": {"--bits 8"}, "odds plan": {"--positions 10"},
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
		if status := program.Run(context.Background(), args, strings.NewReader(""), &none, &none); status != 0 {
			t.Fatal(none.String())
		}
	}
	return db, book
}

// printing says how every command prints something.
func printing(t *testing.T) clitest.Outputs {
	t.Helper()
	db, book := samples(t)
	return clitest.Outputs{Program: &program, Lines: outputs, Endless: []string{"serve"},
		Arguments: func(name, rest string) ([]string, string) { return arguments(name, rest, db, book) }}
}

// TestForms: with --json every command prints JSON alone, or says that the flag has no effect.
func TestForms(t *testing.T) {
	oracle.Full(t, "every command with --json")
	printing(t).Forms(t)
}

// TestFull: every command that prints fails with status 1 and the reason if it cannot.
func TestFull(t *testing.T) {
	oracle.Full(t, "every command with a full disk")
	printing(t).Full(t)
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
