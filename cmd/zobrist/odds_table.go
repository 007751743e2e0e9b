package main

import (
	"cmp"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/odds"
)

// maxBits is the width of the widest hash, and of the longest tag.
const maxBits = 128

func newOddsTable(a *app) *cobra.Command {
	t := odds.Tags{Slots: 4, Fill: 1}
	probes := cli.Count(1e9)
	var wanted float64
	cmd := a.Command("odds table", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		err := cmp.Or(
			cli.InRange("fill", t.Fill, 0, 1), cli.InRange("slots", t.Slots, 1, 1024),
			cli.InRange("tag", t.TagBits, 0, maxBits),
			cli.InRange("index", t.IndexBits, 0, maxBits), cli.InRange("hash", t.HashBits, 0, maxBits),
			cli.InRange("errors", wanted, 0, math.Inf(1)), cli.InRange("probes", float64(probes), 0, 1e30))
		if err != nil {
			return err
		}
		if t.IndexBits > 0 && !cmd.Flags().Changed("hash") {
			return cli.Usagef("give --hash as well, or leave it out", "--index is for --hash alone")
		}
		t.Probes = float64(probes)
		var answer figures
		if cmd.Flags().Changed("errors") {
			if t.TagBits = odds.TagBits(t, wanted); t.TagBits < 0 {
				return noTag(wanted)
			}
			if t.Bits() < t.TagBits {
				return narrowHash(t, wanted)
			}
			about := fmt.Sprintf("tag bits for at most %g errors", wanted)
			answer = figures{{name: "tagBits", value: t.TagBits, about: about}}
		}
		return a.Print(append(answer,
			figure{name: "wrongHit", value: t.WrongHit(), about: "probability that a probe meets a wrong entry"},
			figure{name: "wrongHits", value: t.WrongHits(), about: "errors expected"},
			figure{name: "noError", value: t.NoError(), about: "probability of none"},
			figure{name: "someError", value: t.SomeError(), about: "probability of one or more"},
		))
	})
	flags := cmd.Flags()
	flags.Var(&probes, "probes", "probes of positions that are not in the table: 1000000, 1e6 or 1M")
	flags.Float64Var(&t.Fill, "fill", t.Fill, "part of the slots in use")
	flags.Float64Var(&t.Slots, "slots", t.Slots, "slots a probe looks at")
	flags.IntVar(&t.TagBits, "tag", 32, "tag bits")
	flags.IntVar(&t.IndexBits, "index", 0, "bits that choose the cluster; with --hash, tags share none of them")
	flags.IntVar(&t.HashBits, "hash", 0, "width of the hash in bits (default: as wide as needed)")
	flags.Float64Var(&wanted, "errors", 0, "find the tag for at most so many errors")
	cli.Exclude(cmd, "tag", "errors")
	return cmd
}

// narrowHash is the error if the hash of t has too few bits beside the index for its tag.
func narrowHash(t odds.Tags, wanted float64) error {
	hint := "give a smaller --index, or more --errors"
	if need := t.IndexBits + t.TagBits; need <= maxBits {
		hint = fmt.Sprintf("give --hash %d, or more --errors", need)
	}
	return cli.Usagef(hint, "at most %g errors need %d tag bits, and --hash %d leaves %d beside --index %d",
		wanted, t.TagBits, t.HashBits, t.Bits(), t.IndexBits)
}

// noTag is the error if no tag is long enough.
func noTag(wanted float64) error {
	err := fmt.Errorf("no tag of up to 1000 bits has at most %g errors expected", wanted)
	return cli.Hint(err, "give --errors a number above 0, such as 1e-6")
}

func newOddsPlan(a *app) *cobra.Command {
	o := odds.PlanOptions{Wanted: 1, Payload: 64, Fill: 1, Slots: 4}
	positions, probes, bytes := cli.Count(0), cli.Count(1e9), cli.Size(0)
	cmd := a.Command("odds plan", cobra.NoArgs, func(*cobra.Command, []string) error {
		err := cmp.Or(
			cli.InRange("payload", o.Payload, 0, 1<<20), cli.InRange("slots", o.Slots, 1, 1024),
			cli.InRange("errors", o.Wanted, 0, math.Inf(1)), cli.InRange("fill", o.Fill, 1e-6, 1),
			cli.InRange("positions", float64(positions), 0, 1e18), cli.InRange("probes", float64(probes), 0, 1e30))
		if err != nil {
			return err
		}
		o.Positions, o.Probes = float64(positions), float64(probes)
		if o.Wanted == 0 {
			return noTag(0)
		}
		p := odds.NewPlan(o)
		if bytes > 0 {
			p = odds.Fit(o, float64(bytes))
		}
		switch {
		case p.TagBits < 0:
			return noTag(o.Wanted)
		case p.Positions == 0:
			return cli.Usagef("give --positions, such as 100M, or a larger --size", "the table holds no positions")
		}
		return a.Print(figures{
			{name: "bytes", value: p.Bytes, text: cli.Bytes(p.Bytes), about: "for the table"},
			{name: "positions", value: p.Positions, text: cli.Short(p.Positions), about: "positions"},
			{name: "entries", value: p.Entries, text: cli.Short(p.Entries), about: "slots"},
			{name: "indexBits", value: p.IndexBits, about: "index bits"},
			{name: "tagBits", value: p.TagBits, about: "tag bits"},
			{name: "entryBits", value: p.EntryBits, about: "bits an entry"},
			{name: "wrongHits", value: p.WrongHits, about: "errors expected"},
		})
	})
	flags := cmd.Flags()
	flags.Var(&positions, "positions", "positions to hold: 1000000, 1e6 or 1M")
	flags.Var(&bytes, "size", "bytes to fill: 512M, 4G; instead of --positions")
	flags.Var(&probes, "probes", "probes of positions that are not in the table")
	flags.Float64Var(&o.Wanted, "errors", o.Wanted, "wrong hits expected, at most")
	flags.IntVar(&o.Payload, "payload", o.Payload, "bits of an entry beside the tag")
	flags.Float64Var(&o.Fill, "fill", o.Fill, "part of the slots in use once all are held")
	flags.Float64Var(&o.Slots, "slots", o.Slots, "slots in a cluster")
	flags.BoolVar(&o.PowerOfTwo, "power-of-two", false, "make the number of clusters a power of two")
	cli.Exclude(cmd, "positions", "size")
	return cmd
}
