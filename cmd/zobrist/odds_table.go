package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/odds"
)

func newOddsTable(a *app) *cobra.Command {
	var t odds.Table
	var wanted float64
	cmd := &cobra.Command{
		Use:     "table --probes N --tag BITS",
		Short:   "Type 1 errors of a transposition table, or the tag for an error rate",
		Example: "  zobrist odds table --probes 1e9 --slots 4 --tag 32\n  zobrist odds table --probes 1e9 --slots 4 --errors 1e-6",
		Args:    cobra.NoArgs,
		RunE: a.run(func(cmd *cobra.Command, _ []string) error {
			if t.Probes < 0 || t.Fill < 0 || t.Fill > 1 || t.Slots < 1 || t.TagBits < 0 || t.IndexBits < 0 || t.HashBits < 0 || wanted < 0 {
				return usagef("--fill takes 0 to 1, --slots 1 or more, everything else 0 or more", "a table of fill %g, %g slots, %d bits", t.Fill, t.Slots, t.TagBits)
			}
			var figures answer
			if cmd.Flags().Changed("errors") {
				t.TagBits = odds.TagBits(t, wanted)
				if t.TagBits < 0 {
					return fmt.Errorf("no tag of up to 1000 bits has at most %g errors expected", wanted)
				}
				figures = answer{{"tagBits", t.TagBits, fmt.Sprintf("tag bits for at most %g errors", wanted)}}
			}
			return a.printAnswer(append(figures, answer{
				{"wrongHit", t.WrongHit(), "probability that a probe meets a wrong entry"},
				{"wrongHits", t.WrongHits(), "errors expected"},
				{"noError", t.NoError(), "probability of none"},
				{"someError", t.SomeError(), "probability of one or more"},
			}...))
		}),
	}
	flags := cmd.Flags()
	flags.Float64Var(&t.Probes, "probes", 1e9, "probes of positions that are not in the table")
	flags.Float64Var(&t.Fill, "fill", 1, "part of the slots in use")
	flags.Float64Var(&t.Slots, "slots", 4, "slots a probe looks at")
	flags.IntVar(&t.TagBits, "tag", 32, "tag bits")
	flags.IntVar(&t.IndexBits, "index", 0, "bits that choose the cluster; with --hash, tags share none of them")
	flags.IntVar(&t.HashBits, "hash", 0, "width of the hash (default: as wide as needed)")
	flags.Float64Var(&wanted, "errors", 0, "find the tag for at most so many errors")
	return cmd
}

func newOddsPlan(a *app) *cobra.Command {
	var o odds.PlanOptions
	cmd := &cobra.Command{
		Use:     "plan --positions N",
		Short:   "Bytes for so many positions at an error rate",
		Example: "  zobrist odds plan --positions 1e8 --probes 1e10 --errors 1 --payload 64",
		Args:    cobra.NoArgs,
		RunE: a.run(func(*cobra.Command, []string) error {
			if o.Positions <= 0 || o.Probes < 0 || o.Wanted <= 0 || o.Payload < 0 || o.Fill <= 0 || o.Fill > 1 || o.Slots < 1 {
				return usagef("--positions and --errors are above 0, --fill is at most 1, --slots 1 or more", "a table for %g positions with %g errors", o.Positions, o.Wanted)
			}
			p := odds.NewPlan(o)
			if p.TagBits < 0 {
				return fmt.Errorf("no tag of up to 1000 bits has at most %g errors expected", o.Wanted)
			}
			return a.printAnswer(answer{
				{"bytes", p.Bytes, "bytes (" + bytesText(p.Bytes) + ")"},
				{"entries", p.Entries, "entries"},
				{"indexBits", p.IndexBits, "index bits"},
				{"tagBits", p.TagBits, "tag bits"},
				{"entryBits", p.EntryBits, "bits an entry"},
				{"wrongHits", p.WrongHits, "errors expected"},
			})
		}),
	}
	flags := cmd.Flags()
	flags.Float64Var(&o.Positions, "positions", 0, "positions to hold")
	flags.Float64Var(&o.Probes, "probes", 1e9, "probes of positions that are not in the table")
	flags.Float64Var(&o.Wanted, "errors", 1, "wrong hits expected, at most")
	flags.IntVar(&o.Payload, "payload", 64, "bits of an entry beside the tag")
	flags.Float64Var(&o.Fill, "fill", 1, "part of the slots in use once all are held")
	flags.Float64Var(&o.Slots, "slots", 4, "slots in a cluster")
	flags.BoolVar(&o.PowerOfTwo, "power-of-two", false, "make the number of clusters a power of two")
	return cmd
}

// bytesText writes a number of bytes with its unit.
func bytesText(n float64) string {
	units := "KMGTPE"
	if n < 1024 {
		return fmt.Sprintf("%.0f", n)
	}
	i := -1
	for n >= 1024 && i < len(units)-1 {
		n /= 1024
		i++
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", n), ".0") + " " + units[i:i+1] + "iB"
}

func newOddsDistance(a *app) *cobra.Command {
	var k keysFlags
	var widths []int
	cmd := &cobra.Command{
		Use:   "distance [--game G | --features N]",
		Short: "Width → distance: coded keys, random keys, and what is possible",
		Long: `Print for each width the least number of keys that XOR to 0: what coded keys
guarantee, what random keys have on average, what some keys of the width must
reach (Gilbert and Varshamov) and what no keys can pass (Hamming).`,
		Example: "  zobrist odds distance\n  zobrist odds distance --game baduk --bits 32,64,128",
		Args:    cobra.NoArgs,
		RunE: a.run(func(*cobra.Command, []string) error {
			space, err := k.space()
			if err != nil {
				return err
			}
			n := k.features
			switch {
			case space != nil:
				n = space.Len()
			case n == 0:
				n = 781
			}
			rows := odds.Distances(n, widths...)
			if len(rows) < len(widths) {
				return usagef("widths are 1 to 128 bits, features 0 to 16777216", "no distance of %d features at one of %d bits", n, widths)
			}
			return a.printDistances(n, rows)
		}),
	}
	flags := cmd.Flags()
	flags.StringVarP(&k.game, "game", "g", "", "features of this game, and for some its size: baduk:9 (default chess)")
	flags.IntVarP(&k.features, "features", "n", 0, "so many features, instead of a game's")
	flags.IntSliceVarP(&widths, "bits", "b", []int{8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128}, "widths")
	cmd.MarkFlagsMutuallyExclusive("game", "features")
	return cmd
}

func (a *app) printDistances(n int, rows []odds.Distance) error {
	if a.json {
		return a.printJSON(map[string]any{"features": n, "distances": rows})
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	if !a.plain {
		fmt.Fprintf(a.out, "%d features\n\n", n)
		fmt.Fprintln(w, "bits\tcoded\trandom\tpossible\tlimit\t")
	}
	for _, r := range rows {
		if a.plain {
			fmt.Fprintf(a.out, "%d\t%d\t%g\t%d\t%d\n", r.Bits, r.Coded, r.Random, r.Possible, r.Limit)
			continue
		}
		coded, limit := fmt.Sprint(r.Coded), fmt.Sprint(r.Limit)
		if r.Coded > n {
			coded = "all"
		}
		if r.Limit > n {
			limit = "all"
		}
		fmt.Fprintf(w, "%d\t%s\t%.2f\t%d\t%s\t\n", r.Bits, coded, r.Random, r.Possible, limit)
	}
	return w.Flush()
}
