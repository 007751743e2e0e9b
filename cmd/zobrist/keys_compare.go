package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/keys/clash"
	"github.com/zobrist-go/zobrist/keyfile"
)

// compareAnswer is what `zobrist keys compare` prints.
type compareAnswer struct {
	Game      string      `json:"game"`
	Order     []string    `json:"order"` // of the keys
	Root      string      `json:"root"`
	Positions int         `json:"positions"`
	Plies     int         `json:"plies"`
	Rows      []clash.Row `json:"rows"`
}

func newKeysCompare(a *app) *cobra.Command {
	k := keysFlags{game: mustGame("chess")}
	var root string
	var o clash.CompareOptions
	var limit int
	cmd := a.Command("keys compare", nil, func(cmd *cobra.Command, args []string) error {
		return a.keysCompare(cmd.Context(), k, o, root, limit, args)
	})
	flags := cmd.Flags()
	flags.VarP(&k.game, "game", "g", "the game, and for some its size: baduk:9")
	flags.StringVarP(&k.layout, "layout", "l", "", "`ORDER` of the keys: "+layoutNames+" (default the game's own)")
	flags.StringVar(&root, "position", "",
		"`POSITION` at the root of the tree, as the game writes it (default: its start)")
	flags.IntSliceVarP(&o.Widths, "bits", "b", []int{24, 31, 41}, "widths")
	flags.IntVar(&o.Seeds, "seeds", 100, "tables of each kind")
	flags.IntVar(&limit, "positions", 100_000, "positions of the tree, breadth first")
	flags.IntVar(&o.Near, "near", 0,
		"features below which two positions are near (default: the distance of coded keys)")
	return cmd
}

// keysCompare counts the clashes of the keys that specs name.
func (a *app) keysCompare(
	ctx context.Context, k keysFlags, o clash.CompareOptions, root string, limit int, specs []string,
) error {
	if len(specs) == 0 {
		specs = []string{"coded", "random:chacha8"}
	}
	err := cmp.Or(cli.InRange("positions", limit, 2, math.MaxInt32), cli.InRange("seeds", o.Seeds, 1, math.MaxInt),
		cli.InRange("near", o.Near, 0, math.MaxInt))
	for _, bits := range o.Widths {
		err = cmp.Or(err, cli.InRange("bits", bits, 1, 64))
	}
	if err != nil {
		return err
	}
	b, err := k.game.open(root, setup{})
	if err != nil {
		return err
	}
	// The board may be as large as the position's.
	layout, err := openLayout(ctx, b.Space(), k.layout)
	if err != nil {
		return err
	}
	o.Features = layout.Space().Len()
	families, err := k.families(ctx, a, specs, b.Space(), layout)
	if err != nil {
		return err
	}
	answer := compareAnswer{Game: b.Space().Name(), Order: layout.Lines(), Root: b.String()}
	tree, err := b.grow(ctx, layout, limit)
	if err != nil {
		return err
	}
	answer.Positions, answer.Plies = tree.Len(), tree.Plies()
	p := a.Progress("count clashes", "tables", 0)
	o.Progress = func(done, _ int) { p.Set(int64(done)) }
	rows, stopped := clash.Compare(ctx, tree, o, families...)
	p.Done()
	answer.Rows = rows
	if err := a.Print(answer); err != nil {
		return err
	}
	return stopped
}

// grow collects the positions after the next moves, breadth first, with the
// features of the layout.
func (b played[M, P]) grow(ctx context.Context, l *keyfile.Layout, limit int) (*clash.Tree, error) {
	if l.Space() == b.Space() {
		return clash.Grow[M](ctx, b.p, limit)
	}
	return clash.Grow[M](ctx, arranged[M]{Position: b.p, layout: l}, limit)
}

// arranged is a position with the features of a layout.
type arranged[M comparable] struct {
	game.Position[M]
	layout *keyfile.Layout
}

func (p arranged[M]) AppendFeatures(dst []zobrist.Feature) []zobrist.Feature {
	return p.layout.AppendFeatures(dst, p.Position.AppendFeatures(nil))
}

// families turns KEYS into what clash compares.
func (k keysFlags) families(
	ctx context.Context, a *app, specs []string, game *zobrist.Space, layout *keyfile.Layout,
) ([]clash.Family, error) {
	wanted := layout
	if k.layout == "" {
		wanted = nil // the game's own order, of which files are assumed to be
	}
	var families []clash.Family
	for _, spec := range specs {
		f := clash.Family{Name: spec, Seeds: 1}
		seeded := spec == "coded" || strings.HasPrefix(spec, "random:") && strings.Count(spec, ":") == 1
		if seeded {
			f.Seeds = 0
		}
		name := func(seed uint64) string {
			if seeded {
				return fmt.Sprintf("%s:%d", spec, seed)
			}
			return spec
		}
		f.Keys = func(bits int, seed uint64) (zobrist.Keys, uint64, int, error) {
			k.bits = bits
			t, err := k.openFor(ctx, a, name(seed), game, wanted)
			distance := 1
			if code, err := zobrist.NewCode(len(t.Keys), bits); err == nil && strings.HasPrefix(name(seed), "coded:") {
				distance = code.Distance()
			}
			return t.Keys, t.Start, distance, err
		}
		t, err := k.openFor(ctx, a, name(1), game, wanted) // before the work begins
		if err != nil {
			return nil, err
		}
		t.remark(a)
		families = append(families, f)
	}
	return families, nil
}

func (c compareAnswer) Text(w io.Writer) {
	orDash := func(n, least int) string {
		if n < least {
			return "-"
		}
		return fmt.Sprint(n)
	}
	fmt.Fprintf(w, "%s, %d positions to ply %d below %s\n", c.Game, c.Positions, c.Plies, c.Root)
	for _, line := range c.Order {
		fmt.Fprintf(w, "  %s\n", line)
	}
	fmt.Fprintln(w)
	cli.Columns(w, true, func(w io.Writer) {
		fmt.Fprintln(w, "bits\tkeys\ttables\tclashes\texpected\tnear: below\tclashes\texpected\tnearest\tguaranteed\t")
		for _, r := range c.Rows {
			fmt.Fprintf(w, "%d\t%s\t%d\t%d\t%.4g\t%d\t%d\t%.3g\t%s\t%s\t\n", r.Bits, r.Name, r.Seeds, r.Pairs,
				r.ExpectedAll,
				r.Distance, r.Near, r.ExpectedNear, orDash(r.Nearest, 1), orDash(r.Guarantee, 2))
		}
	})
}
