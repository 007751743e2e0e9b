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
	"github.com/zobrist-go/zobrist/internal/system/replace"
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
	if f.output == "" || f.output == "-" {
		return f.write(ctx, a, s, a.Out, args)
	}
	return replace.File(f.output, func(w io.Writer) error { return f.write(ctx, a, s, w, args) })
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
	if name != "-" {
		file, err := interrupt.Open(ctx, name)
		if err != nil {
			return 0, err
		}
		defer file.Close()
		from = file
	}
	text, err := archive.Decompress(from, nil, ".jsonl", ".epd", ".fen")
	if err != nil {
		return 0, err
	}
	defer text.Close()
	in := bufio.NewScanner(text)
	in.Buffer(nil, 64<<20)
	r := evals.NewChessReader()
	var line []byte
	for n := 1; in.Scan(); n++ {
		fen := strings.TrimSpace(strings.TrimPrefix(in.Text(), "\ufeff"))
		if fen == "" {
			continue
		}
		if fen[0] == '{' {
			var object struct{ FEN string }
			if err := json.Unmarshal([]byte(fen), &object); err != nil {
				a.Remark("warning: %s, line %d: %v", name, n, err)
				continue
			}
			fen = object.FEN
		} else {
			fen, _ = chess.CutEPD(fen)
		}
		p, _, err := r.Read(fen)
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
	return without, in.Err()
}
