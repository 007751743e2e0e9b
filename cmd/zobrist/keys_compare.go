package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/clash"
	"github.com/zobrist-go/zobrist/keyfile"
)

// compareAnswer is what `zobrist keys compare` prints.
type compareAnswer struct {
	Game      string      `json:"game"`
	Root      string      `json:"root"`
	Positions int         `json:"positions"`
	Plies     int         `json:"plies"`
	Rows      []clash.Row `json:"rows"`
}

func newKeysCompare(a *app) *cobra.Command {
	var gameName, root string
	var o clash.CompareOptions
	var limit int
	cmd := &cobra.Command{
		Use:   "compare [flags] [KEYS ...]",
		Short: "Count clashes between positions of one search tree",
		Long: `Count clashes between positions of one search tree: pairs of different
positions with the same hash, all of them and those that are near, differing in
few features.

KEYS are ` + keyfile.Names + `;
without a seed, coded and random:GENERATOR stand for as many tables as --seeds
says. The default is coded random:chacha8. Tables are cut to the low bits; coded
keys are made for each width.

Near means nearer than coded keys of the width guarantee. They have no near
clash at all; of far ones they have as many as random keys. The expected numbers
are those of uniform independent hashes; clashes of random keys come in clusters,
so that near ones are mostly none and sometimes many.`,
		Example: `  zobrist keys compare
  zobrist keys compare --bits 31 --positions 1000000 coded polyglot stockfish
  zobrist keys compare --game baduk:9 --seeds 50`,
		RunE: a.run(func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				args = []string{"coded", "random:chacha8"}
			}
			err := cmp.Or(inRange("positions", limit, 2, math.MaxInt32), inRange("seeds", o.Seeds, 1, math.MaxInt), inRange("near", o.Near, 0, math.MaxInt))
			for _, bits := range o.Widths {
				err = cmp.Or(err, inRange("bits", bits, 1, 64))
			}
			if err != nil {
				return err
			}
			g, size, err := findGame(gameName)
			if err != nil {
				return err
			}
			b, err := g.open(size, root, zobrist.Set{})
			if err != nil {
				return hintFEN(err)
			}
			o.Features = b.Space().Len()
			families, err := keyFamilies(args, o.Features)
			if err != nil {
				return err
			}
			answer := compareAnswer{Game: b.Space().Name(), Root: b.String()}
			tree, err := b.grow(cmd.Context(), limit)
			if err != nil {
				return err
			}
			answer.Positions, answer.Plies = tree.Len(), tree.Plies()
			p := a.progress("count clashes", "tables", 0)
			o.Progress = func(done, _ int) { p.set(int64(done)) }
			rows, stopped := clash.Compare(cmd.Context(), tree, o, families...)
			p.done()
			answer.Rows = rows
			if err := a.printCompare(answer); err != nil {
				return err
			}
			return stopped
		}),
	}
	flags := cmd.Flags()
	flags.StringVarP(&gameName, "game", "g", "chess", "the game, and for some its size: baduk:9")
	flags.StringVar(&root, "position", "", "root of the tree, as the game writes it (default: its start)")
	flags.IntSliceVarP(&o.Widths, "bits", "b", []int{24, 31, 41}, "widths")
	flags.IntVar(&o.Seeds, "seeds", 100, "tables of each kind")
	flags.IntVar(&limit, "positions", 100_000, "positions of the tree, breadth first")
	flags.IntVar(&o.Near, "near", 0, "features below which two positions are near (default: the distance of coded keys)")
	return cmd
}

// grow collects the positions after the next moves, breadth first.
func (b played[M, P]) grow(ctx context.Context, limit int) (*clash.Tree, error) {
	return clash.Grow[M](ctx, b.p, limit)
}

// keyFamilies turns KEYS into what clash compares.
func keyFamilies(specs []string, features int) ([]clash.Family, error) {
	var families []clash.Family
	for _, spec := range specs {
		f := clash.Family{Name: spec, Seeds: 1}
		seeded := spec == "coded" || strings.HasPrefix(spec, "random:") && strings.Count(spec, ":") == 1
		if seeded {
			f.Seeds = 0
		}
		f.Keys = func(bits int, seed uint64) (zobrist.Keys, uint64, int, error) {
			name := spec
			if seeded {
				name = fmt.Sprintf("%s:%d", spec, seed)
			}
			t, err := keyfile.Open(name, keyfile.Options{Features: features, Bits: bits})
			distance := 1
			if code, err := zobrist.NewCode(features, bits); err == nil && strings.HasPrefix(name, "coded:") {
				distance = code.Distance()
			}
			return t.Keys, t.Start, distance, err
		}
		if _, _, _, err := f.Keys(1, 1); err != nil { // before the work begins
			return nil, err
		}
		families = append(families, f)
	}
	return families, nil
}

func (a *app) printCompare(c compareAnswer) error {
	if a.json {
		return a.printJSON(c)
	}
	if !a.plain {
		fmt.Fprintf(a.out, "%s, %d positions to ply %d below %s\n\n", c.Game, c.Positions, c.Plies, c.Root)
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	if !a.plain {
		fmt.Fprintln(w, "bits\tkeys\ttables\tclashes\texpected\tnear: below\tclashes\texpected\tnearest\tguaranteed\t")
	}
	for _, r := range c.Rows {
		if a.plain {
			fmt.Fprintf(a.out, "%d\t%s\t%d\t%d\t%g\t%d\t%d\t%g\t%d\t%d\n", r.Bits, r.Name, r.Seeds, r.Pairs, r.ExpectedAll, r.Distance, r.Near, r.ExpectedNear, r.Nearest, r.Guarantee)
			continue
		}
		nearest, guarantee := "-", "-"
		if r.Nearest > 0 {
			nearest = fmt.Sprint(r.Nearest)
		}
		if r.Guarantee > 1 {
			guarantee = fmt.Sprint(r.Guarantee)
		}
		fmt.Fprintf(w, "%d\t%s\t%d\t%d\t%.4g\t%d\t%d\t%.3g\t%s\t%s\t\n", r.Bits, r.Name, r.Seeds, r.Pairs, r.ExpectedAll, r.Distance, r.Near, r.ExpectedNear, nearest, guarantee)
	}
	return w.Flush()
}
