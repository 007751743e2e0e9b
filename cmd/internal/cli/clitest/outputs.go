package clitest

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
)

// Outputs says how each command of a program prints something.
type Outputs struct {
	Program *cli.Program
	// Lines has the rests of command lines by the names of the commands.
	Lines map[string][]string
	// Arguments returns the words of a command line and the input.
	Arguments func(name, rest string) (args []string, input string)
	// Endless are commands that only the end of their context ends.
	Endless []string
}

// full is a disk without room.
type full struct{}

var errFull = errors.New("no space left on device")

func (full) Write([]byte) (int, error) { return 0, errFull }

// Full: every command that prints fails with status 1 and the reason if it cannot.
func (o Outputs) Full(t *testing.T) {
	for _, name := range Leaves(o.Program) {
		if o.Lines[name] == nil {
			t.Errorf("no arguments for %s: add them", name)
		}
		for _, rest := range o.Lines[name] {
			for _, form := range []string{"", " --json"} {
				args, input := o.Arguments(name, rest+form)
				var errs strings.Builder
				status := o.Program.Run(t.Context(), args, strings.NewReader(input), full{}, &errs)
				if status != cli.ExitFailure || !strings.Contains(errs.String(), errFull.Error()) {
					if form == "" || status != cli.ExitUsage || !strings.Contains(errs.String(), form+" has no effect") {
						t.Errorf("%s: status %d, %s", args, status, errs.String())
					}
				}
			}
		}
	}
}

// Forms: with --json every command prints JSON alone, or says that the flag has no effect.
func (o Outputs) Forms(t *testing.T) {
	for name, list := range o.Lines {
		for _, rest := range list {
			if strings.HasSuffix(rest, "--help") {
				continue // a text in any case
			}
			args, input := o.Arguments(name, rest+" --json")
			var out, errs strings.Builder
			ctx, cancel := context.WithCancel(t.Context())
			endless := slices.Contains(o.Endless, name)
			if endless {
				cancel()
			}
			status := o.Program.Run(ctx, args, strings.NewReader(input), &out, &errs)
			cancel()
			if status == cli.ExitUsage && strings.Contains(errs.String(), "--json has no effect") && out.Len() == 0 {
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
			if values == 0 && !endless {
				t.Errorf("%s: status %d, no JSON, %s", args, status, errs.String())
			}
		}
	}
}
