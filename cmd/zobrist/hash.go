package main

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/keyfile"
)

// hashAnswer is what `zobrist hash` prints for a position.
type hashAnswer struct {
	Game     string            `json:"game"`
	Position string            `json:"position"`
	Keys     string            `json:"keys"`
	Hash64   string            `json:"hash64"`
	Hash128  string            `json:"hash128"`
	Polyglot string            `json:"polyglot,omitempty"` // chess only
	Features []zobrist.Feature `json:"features"`
	Names    []string          `json:"names"`
}

func newHash(a *app) *cobra.Command {
	var gameName string
	cmd := &cobra.Command{
		Use:   "hash [flags] POSITION",
		Short: "Print the hashes of a position and the features that make them",
		Long: `Print the hashes of a position under the default keys, at 64 and 128 bits, with
the features that hold in it; for chess the key of Polyglot's books as well.

POSITION is written as the game writes it, for chess as a FEN, a line of EPD or
"startpos"; quotes around it may be left out. A hyphen reads positions from
standard input, one a line.`,
		Example: `  zobrist hash "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
  zobrist hash --game baduk ".X./X.X/.X. w"
  zobrist hash --json - < positions.epd`,
		Args: cobra.MinimumNArgs(1),
		RunE: a.run(func(_ *cobra.Command, args []string) error {
			if len(args) == 1 && args[0] == "-" {
				return a.hashLines(gameName)
			}
			text := strings.TrimSpace(strings.Join(args, " "))
			if text == "" {
				return usagef("write startpos for the start", "the position is empty")
			}
			answer, err := hashPosition(gameName, text)
			if err != nil {
				return err
			}
			return a.printHash(answer)
		}),
	}
	cmd.Flags().StringVarP(&gameName, "game", "g", "chess", "the game, and for some its size: baduk:9")
	return cmd
}

// hashLines answers each line of standard input.
func (a *app) hashLines(gameName string) error {
	lines := bufio.NewScanner(a.in)
	n := 0
	for lines.Scan() {
		n++
		text := strings.TrimSpace(lines.Text())
		if text == "" {
			continue
		}
		answer, err := hashPosition(gameName, text)
		if err == nil && a.out.err != nil {
			return a.out.err
		}
		if err != nil {
			return fmt.Errorf("standard input, line %d: %w", n, err)
		}
		if err := a.printHash(answer); err != nil {
			return err
		}
	}
	err := lines.Err()
	switch {
	case errors.Is(err, bufio.ErrTooLong):
		err = hint(fmt.Errorf("standard input, line %d: longer than %d bytes", n+1, bufio.MaxScanTokenSize),
			"write one position a line")
	case err != nil:
		err = fmt.Errorf("standard input, line %d: %w", n+1, err)
	}
	return err
}

// hashPosition computes the answer for one position.
func hashPosition(gameName, text string) (hashAnswer, error) {
	g, size, err := findGame(gameName)
	if err != nil {
		return hashAnswer{}, err
	}
	b, space, keys, err := openDefault(g, size, text)
	if err != nil {
		return hashAnswer{}, hintFEN(err)
	}
	features := b.AppendFeatures(nil)
	slices.Sort(features)
	answer := hashAnswer{
		Game:     space.Name(),
		Position: b.String(),
		Keys:     keys.Name,
		Hash64:   fmt.Sprintf("%016x", b.Hash()),
		Hash128:  b.Hash128().String(),
		Features: features,
	}
	for _, f := range features {
		answer.Names = append(answer.Names, space.FeatureName(f))
	}
	if g.name == "chess" {
		p, err := openChess("", text, keyfile.Polyglot())
		if err != nil {
			return hashAnswer{}, err
		}
		answer.Polyglot = fmt.Sprintf("%016x", p.Hash())
	}
	return answer, nil
}

// openDefault reads a position under the default keys of its space, which for
// some games depends on the position's own size.
func openDefault(g gameEntry, size, text string) (board, *zobrist.Space, zobrist.Set, error) {
	b, err := g.open(size, text, zobrist.Set{})
	if err != nil {
		return nil, nil, zobrist.Set{}, err
	}
	space := b.Space()
	keys := zobrist.Default(space.Len())
	b, err = g.open(size, text, keys)
	return b, space, keys, err
}

// hintFEN adds what a FEN looks like to an error about one.
func hintFEN(err error) error {
	var bad *game.TextError
	if errors.As(err, &bad) && bad.Game == "chess" {
		return hint(err, `a FEN looks like "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"`)
	}
	return err
}

// printHash prints one answer in the form asked for.
func (a *app) printHash(h hashAnswer) error {
	if a.json {
		return a.printJSON(h)
	}
	if a.plain {
		_, err := fmt.Fprintln(a.out, strings.Join([]string{h.Position, h.Hash64, h.Hash128, h.Polyglot, strings.Join(h.Names, ",")}, "\t"))
		return err
	}
	fmt.Fprintf(a.out, "position  %s\nkeys      %s\n64 bits   %s\n128 bits  %s\n", h.Position, h.Keys, h.Hash64, h.Hash128)
	if h.Polyglot != "" {
		fmt.Fprintf(a.out, "polyglot  %s\n", h.Polyglot)
	}
	fmt.Fprintf(a.out, "features  %d\n", len(h.Features))
	for i, f := range h.Features {
		if _, err := fmt.Fprintf(a.out, "%9d  %s\n", f, h.Names[i]); err != nil {
			return err
		}
	}
	return nil
}
