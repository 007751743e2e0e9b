// Package tuner tunes the weights of the evaluation of chess (package engine) on what Stockfish expects in games that
// it plays against itself, or measures how well the weights in use predict it. `lab tune` runs it.
package tuner

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/internal/system/replace"
)

// Options say where positions come from, and how many.
type Options struct {
	Games     string // file of games of masters, PGN
	Openings  string // file of openings, EPD
	Stockfish string // the program
	Taught    string // file of judged positions; written if it does not exist; "" for none
	PerPart   int    // positions that Stockfish judges, in each of four parts; 0 for 300000, or 2000 to measure
	Write     string // tune, and write the weights to this file; "" to measure those in use
}

// Run measures the weights in use, or tunes weights and writes them. It prints lines of results. It stops soon after
// ctx has ended, and returns the cause.
func Run(ctx context.Context, o Options, print func(format string, args ...any)) error {
	err := o.run(ctx, print)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

func (o Options) run(ctx context.Context, print func(format string, args ...any)) error {
	if o.PerPart == 0 {
		o.PerPart = 2000
		if o.Write != "" {
			o.PerPart = 300_000
		}
	}
	if o.Write != "" && o.PerPart < heldOutOneIn {
		return fmt.Errorf("%d positions a part are too few to tune: one in %d is only measured with", o.PerPart, heldOutOneIn)
	}
	results, err := ended(ctx, o.Games, 8, true)
	if err != nil {
		return err
	}
	taught, err := o.lessons(ctx)
	if err != nil {
		return err
	}
	var test, train []string
	for _, part := range taught {
		cut := len(part)
		if o.Write != "" {
			cut /= heldOutOneIn // at the end of each part
		}
		train = append(train, part[:len(part)-cut]...)
		test = append(test, part[len(part)-cut:]...)
	}
	judged, err := read(test)
	if err != nil {
		return err
	}
	measure := func(s *student, name string) {
		print("%s: %.5f of %d positions with results, %.5f of %d that Stockfish judged", name,
			s.loss(results), results.len(), s.loss(judged), judged.len())
	}
	start, inUse := newStudent(plain()), newStudent(engine.Tuned())
	measure(start, "material alone")
	measure(inUse, "weights in use")
	tuned := inUse
	if o.Write != "" {
		l, err := read(train)
		if err != nil {
			return err
		}
		err = start.study(ctx, l, func(epoch int) { measure(start, fmt.Sprintf("epoch %d", epoch)) })
		if err != nil {
			return err
		}
		tuned = start
	}
	drawn, spread := tuned.chances(results)
	print("chance to win: 1/(1 + exp((%.0f - v)/%.0f))", drawn, spread)
	if o.Write == "" {
		return nil
	}
	return replace.File(o.Write, tuned.weights().Write)
}

// heldOutOneIn is how many judged positions there are to each that is not learned from, but measured with. (Of the games
// with results, one in ten is kept for that: see ended.)
const heldOutOneIn = 20

// lessons returns the judged positions, in four parts, from the file or from Stockfish.
func (o Options) lessons(ctx context.Context) ([][]string, error) {
	if o.Taught != "" {
		data, err := os.ReadFile(o.Taught)
		if err == nil {
			lines := strings.Split(strings.TrimSpace(string(data)), "\n")
			if len(lines) != parts*o.PerPart {
				return nil, fmt.Errorf("%s has %d judged positions, and %d are wanted, %d in each of %d parts", o.Taught,
					len(lines), parts*o.PerPart, o.PerPart, parts)
			}
			return slices.Collect(slices.Chunk(lines, o.PerPart)), nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	taught, err := o.teach(ctx, 1)
	if err == nil && o.Taught != "" {
		err = replace.File(o.Taught, func(w io.Writer) error {
			_, err := io.WriteString(w, strings.Join(slices.Concat(taught...), "\n")+"\n")
			return err
		})
	}
	return taught, err
}
