package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/cmd/internal/cli/clitest"
)

// A fenced block of a page.
type block struct {
	language, text string
}

func blocks(t *testing.T, page string) (all []block) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for i, part := range strings.Split(string(text), "```") {
		if language, text, ok := strings.Cut(part, "\n"); i%2 == 1 && ok {
			all = append(all, block{language, text})
		}
	}
	return all
}

// The transcripts in docs/keys.md are what the program prints.
func TestKeysDocument(t *testing.T) {
	transcripts := 0
	for _, b := range blocks(t, "../../docs/keys.md") {
		command, want, ok := strings.Cut(b.text, "\n")
		if !ok || !strings.HasPrefix(command, "$ zobrist ") {
			continue
		}
		transcripts++
		if out := runLine(t, strings.TrimPrefix(command, "$ "), ""); out != want {
			t.Errorf("%s prints\n%swhere the document has\n%s", command, out, want)
		}
	}
	if transcripts < 5 {
		t.Errorf("only %d transcripts", transcripts)
	}
}

// The commands in the README and in docs/collectors.md work, one after the other in one folder, and print the block
// of text that follows them.
func TestDocuments(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("left out: the pages have the folders of Unix")
	}
	for page, least := range map[string]int{"../../README.md": 3, "../../docs/collectors.md": 15} {
		all, commands := blocks(t, page), 0
		t.Run(filepath.Base(page), func(t *testing.T) {
			t.Chdir(t.TempDir())
			records(t)
			for i, b := range all {
				if b.language != "sh" {
					continue
				}
				var out strings.Builder
				text := strings.ReplaceAll(strings.ReplaceAll(b.text, " && ", "\n"), "go run ./cmd/zobrist", "zobrist")
				for line := range strings.Lines(text) {
					line, _, _ := strings.Cut(strings.TrimSpace(line), "  #")
					input := ""
					if printf, command, ok := strings.Cut(line, "' | "); ok {
						line, input = command, strings.TrimPrefix(printf, "printf '")
					}
					switch name, rest, _ := strings.Cut(line, " "); {
					case name == "zobrist":
						commands++
						out.WriteString(runLine(t, line, input))
					case name == "mkdir":
						if err := os.Mkdir(rest, 0o777); err != nil {
							t.Fatal(err)
						}
					case name == "git" || name == "go" || name == "cd": // the README's first and last block
					default:
						t.Errorf("the test cannot run %q", line)
					}
				}
				if i+1 < len(all) && all[i+1].language == "text" {
					if got, want := timeless(out.String()), timeless(all[i+1].text); got != want {
						t.Errorf("%sprints\n%swhere the page has\n%s", b.text, got, want)
					}
				}
			}
			if commands < least {
				t.Errorf("ran %d commands; want at least %d", commands, least)
			}
		})
	}
}

// The commands and flags in all pages exist, also of those that need more than a test has: days, a cluster, a network.
func TestCommandsExist(t *testing.T) { clitest.Pages(t, &program, "../..", 100) }

// records writes the records that the pages speak of.
func records(t *testing.T) {
	t.Helper()
	const record = "(;GM[1]SZ[19]PB[A]PW[B]BR[6d]WR[7d]DT[2016-03-09]RE[B+R];B[pd];W[dp];B[qc])"
	for _, name := range []string{"position.sgf", "game.sgf", "~/sgf/game.sgf"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(record), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// timeless replaces times, which differ from run to run.
func timeless(text string) string {
	return regexp.MustCompile(`in \d+\.\d s with [0-9.]+ .iB of memory`).ReplaceAllString(text,
		"in 0.1 s with 40 MiB of memory")
}

// runLine runs a command in this process, with the patterns of file names expanded, and returns what it prints. The
// server is stopped when it has printed its address.
func runLine(t *testing.T, line, input string) string {
	t.Helper()
	var args []string
	for _, word := range regexp.MustCompile(`"[^"]*"|'[^']*'|\S+`).FindAllString(line, -1)[1:] {
		files, _ := filepath.Glob(word)
		switch {
		case strings.ContainsAny(word[:1], `"'`):
			args = append(args, word[1:len(word)-1])
		case len(files) > 0:
			args = append(args, files...)
		default:
			args = append(args, word)
		}
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	var out, errs bytes.Buffer
	stdout, want := io.Writer(&out), 0
	if args[0] == "serve" {
		stdout, want = writerFunc(func(b []byte) { out.Write(b); cancel(cli.Stopped(syscall.SIGINT)) }), 130
		args = append(args, "--listen", "127.0.0.1:0")
	}
	if status := program.Run(ctx, args, strings.NewReader(strings.ReplaceAll(input, `\n`, "\n")), stdout, &errs); status != want {
		t.Errorf("%s: status %d, %s", line, status, errs.String())
	}
	if args[0] == "uci" && !strings.Contains(out.String(), "a move of the book") {
		t.Errorf("%s does not play from the book: %s", line, out.String())
	}
	return out.String()
}

type writerFunc func(b []byte)

func (f writerFunc) Write(b []byte) (int, error) {
	f(b)
	return len(b), nil
}
