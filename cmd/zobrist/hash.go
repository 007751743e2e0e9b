package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/internal/system/lines"
	"github.com/zobrist-go/zobrist/keyfile"
)

// hashAnswer is what `zobrist hash` prints for a position.
type hashAnswer struct {
	Line     int               `json:"line,omitempty"` // of standard input, from 1
	Game     string            `json:"game"`
	Position string            `json:"position"`
	Keys     string            `json:"keys"`
	Hash64   string            `json:"hash64"`
	Hash128  string            `json:"hash128"`
	Polyglot string            `json:"polyglot,omitempty"` // chess only
	Ignored  []string          `json:"ignored,omitempty"`  // of a line
	Features []zobrist.Feature `json:"features"`
	Names    []string          `json:"names"`
}

func newHash(a *app) *cobra.Command {
	g := mustGame("chess")
	var symmetry bool
	var moves string
	cmd := a.Command("hash", func(cmd *cobra.Command, args []string) error {
		if moves != "" {
			return nil
		}
		return cobra.MinimumNArgs(1)(cmd, args)
	}, func(_ *cobra.Command, args []string) error {
		text := strings.TrimSpace(strings.Join(args, " "))
		switch text {
		case "-":
			return a.hashLines(g, moves, setup{symmetry: symmetry})
		case "":
			if moves == "" {
				return cli.Usagef("write startpos for the start", "the position is empty")
			}
		}
		answer, err := hashPosition(g, text, moves, setup{symmetry: symmetry})
		if err != nil {
			return err
		}
		return a.Print(answer)
	})
	cmd.Flags().BoolVar(&symmetry, "symmetry", false, symmetryHelp)
	cmd.Flags().StringVarP(&moves, "moves", "m", "", "`MOVES` to play from the position, or from the start: \"e4 e5 Nf3\"")
	cmd.Flags().VarP(&g, "game", "g", "the game, and for some its size: baduk:9")
	return cmd
}

// unasked reports whether a line of standard input is no question: it is blank, or a comment.
func unasked(text string) bool { return text == "" || text[0] == '#' }

// hashLines answers each line of standard input by a line that has its number, but for blank lines and comments.
func (a *app) hashLines(g gameFlag, moves string, s setup) error {
	if err := a.OneForm(jsonLines); err != nil {
		return err
	}
	in := lines.New(a.In, bufio.MaxScanTokenSize)
	n := 0
	for in.Scan() && a.Out.Err() == nil {
		n++
		text := strings.TrimSpace(strings.TrimPrefix(in.Text(), "\ufeff"))
		if !in.TooLong() && unasked(text) {
			continue
		}
		answer, err := hashAnswer{}, fmt.Errorf("line %d: longer than %d bytes", n, bufio.MaxScanTokenSize)
		if !in.TooLong() {
			position, ignored := text, []string(nil)
			if g.name == "chess" {
				position, ignored = lenientFEN(text)
			}
			answer, err = hashPosition(g, position, moves, s)
			answer.Ignored = ignored
		}
		answer.Line = n
		var out any = answer
		if err != nil {
			out = struct {
				Line     int    `json:"line"`
				Position string `json:"position,omitempty"`
				Error    string `json:"error"`
			}{n, text, err.Error()}
		}
		if err := a.printLine(out); err != nil {
			return err
		}
	}
	if err := in.Err(); err != nil {
		return lineError(n+1, err)
	}
	return nil
}

// lenientFEN returns a FEN of a file as [chess.Position.Set] reads it, with what was passed over in it. Any other
// text is returned as it is.
func lenientFEN(text string) (fen string, ignored []string) {
	text = games.CutTag(text)
	position, _ := chess.CutEPD(text)
	p, err := chess.New(chess.Options{EnPassant: chess.AlwaysEnPassant})
	if err != nil || p.Set(position) == nil {
		return text, nil
	}
	reasons, err := p.SetLenient(position)
	if err != nil {
		return text, nil
	}
	for _, reason := range reasons {
		if bad, ok := errors.AsType[*game.TextError](reason); ok {
			ignored = append(ignored, bad.Reason)
		}
	}
	return p.FEN(), ignored
}

// lineError names the line of standard input that could not be read.
func lineError(n int, err error) error { return fmt.Errorf("standard input, line %d: %w", n, err) }

// hashPosition computes the answer for a position, after some moves.
func hashPosition(g gameFlag, text, moves string, s setup) (hashAnswer, error) {
	b, err := g.open(text, s)
	if err == nil {
		err = b.makeMoves(moves)
	}
	if err != nil {
		return hashAnswer{}, err
	}
	space := b.Space()
	features := b.AppendFeatures([]zobrist.Feature{})
	slices.Sort(features)
	answer := hashAnswer{
		Game:     space.Name(),
		Position: b.String(),
		Keys:     zobrist.Default(space.Len()).Name,
		Hash64:   fmt.Sprintf("%016x", b.Hash()),
		Hash128:  b.Hash128().String(),
		Features: features,
		Names:    []string{},
	}
	for _, f := range features {
		answer.Names = append(answer.Names, space.FeatureName(f))
	}
	if g.name == "chess" {
		p, err := g.open(text, setup{set: keyfile.Polyglot()})
		if err == nil {
			err = p.makeMoves(moves)
		}
		if err != nil {
			return hashAnswer{}, err
		}
		answer.Polyglot = fmt.Sprintf("%016x", p.Hash())
	}
	return answer, nil
}

func (h hashAnswer) Text(w io.Writer) {
	fmt.Fprintf(w, "position  %s\nkeys      %s\n64 bits   %s\n128 bits  %s\n", h.Position, h.Keys, h.Hash64, h.Hash128)
	if h.Polyglot != "" {
		fmt.Fprintf(w, "polyglot  %s\n", h.Polyglot)
	}
	fmt.Fprintf(w, "features  %d\n", len(h.Features))
	for i, f := range h.Features {
		fmt.Fprintf(w, "%9d  %s\n", f, h.Names[i])
	}
}
