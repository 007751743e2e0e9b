package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/records/archive"
	"github.com/zobrist-go/zobrist/internal/system/interrupt"
	"github.com/zobrist-go/zobrist/internal/system/lines"
)

// evalsExportFlags are the flags of `zobrist evals export`.
type evalsExportFlags struct {
	evalFlags
	format cli.Choice
	output string
}

func newEvalsExport(a *app) *cobra.Command {
	f := &evalsExportFlags{format: cli.Choice{Value: "lichess", Names: []string{"lichess", "epd"}}}
	cmd := a.Command("evals export", cobra.MaximumNArgs(1), func(c *cobra.Command, args []string) error {
		if err := a.OneForm("lines of JSON or EPD"); err != nil {
			return err
		}
		return a.evalsExport(c.Context(), f, args)
	})
	f.register(cmd)
	cmd.Flags().Var(&f.format, "format", "format of the output: lichess or epd")
	cmd.Flags().StringVarP(&f.output, "output", "o", "", "`FILE` to write, in place of standard output")
	return cmd
}

func (a *app) evalsExport(ctx context.Context, f *evalsExportFlags, args []string) error {
	s, err := f.open()
	if err != nil {
		return err
	}
	defer s.Close()
	return a.WriteOutput(f.output, func(w io.Writer) error { return f.write(ctx, a, s, w, args) })
}

// write writes what the flags and arguments ask for.
func (f *evalsExportFlags) write(ctx context.Context, a *app, s *evalStore, w io.Writer, args []string) error {
	out := bufio.NewWriterSize(w, 1<<16)
	var without int64
	var err error
	bar := a.Progress("export", "positions", 0)
	if len(args) == 0 {
		append := evals.AppendLichess
		if f.format.Value == "epd" {
			append = appendDeepest
		}
		_, without, err = evals.Export(ctx, out, s, append, func(n int64) { bar.Set(n) })
	} else {
		without, err = f.listed(ctx, a, s, out, args[0])
	}
	bar.Done()
	switch {
	case errors.Is(err, evals.ErrNoPositions):
		return cli.Hint(fmt.Errorf("%s keeps evaluations without their positions", f.db),
			"name a file with positions, or build a store with --positions")
	case err != nil:
		return f.explain(err)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	switch {
	case without > 0 && len(args) == 0:
		a.Remark("left out %s whose evaluations are kept without the position", cli.Number(without, "record"))
	case without > 0:
		a.Remark("left out %s that the store does not have", cli.Number(without, "position"))
	}
	return nil
}

// appendDeepest appends the deepest evaluation as EPD.
func appendDeepest(dst []byte, p *chess.Position, list []evals.Evaluation[chess.Move]) []byte {
	return evals.AppendEPD(dst, p, list[0])
}

// listed writes the evaluations of the positions of a file.
func (f *evalsExportFlags) listed(ctx context.Context, a *app, s *evalStore, out *bufio.Writer,
	name string) (without int64, err error) {
	from := a.In
	if name == "-" {
		name = "standard input"
	} else {
		file, err := interrupt.Open(ctx, name)
		if err != nil {
			return 0, err
		}
		defer file.Close()
		from = file
	}
	text, err := archive.Decompress(from, nil, ".jsonl", ".epd", ".fen")
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	defer text.Close()
	in := lines.New(text, longestListed)
	r := evals.NewChessReader()
	var line []byte
	n := 0
	for in.Scan() {
		n++
		text := strings.TrimSpace(strings.TrimPrefix(in.Text(), "\ufeff"))
		if in.TooLong() {
			a.Remark("warning: %s, line %d: longer than %d bytes", name, n, longestListed)
			continue
		} else if text == "" {
			continue
		}
		p, err := readListed(r, text)
		if err != nil {
			a.Remark("warning: %s, line %d: %v", name, n, err)
			continue
		}
		list, err := s.FindAll(p)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return without, err
		}
		if len(list) == 0 {
			without++
			continue
		}
		if f.format.Value == "epd" {
			line = appendDeepest(line[:0], p, list)
		} else {
			line = evals.AppendLichess(line[:0], p, list)
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return without, err
		}
	}
	if err := in.Err(); err != nil {
		return without, fmt.Errorf("%s, line %d: %w", name, n+1, err)
	}
	return without, nil
}

// longestListed is the largest length of a line of the file, in bytes: Lichess's lines have many evaluations.
const longestListed = 64 << 20

// readListed reads the position of a line: a FEN, an EPD or an object of JSON with a member "fen".
func readListed(r *evals.ChessReader, text string) (*chess.Position, error) {
	fen, _ := chess.CutEPD(text)
	if text[0] == '{' {
		var object struct{ FEN string }
		if err := json.Unmarshal([]byte(text), &object); err != nil {
			return nil, err
		}
		fen = object.FEN
	}
	p, _, err := r.Read(fen)
	return p, err
}
