package main

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/internal/lab"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
	"github.com/zobrist-go/zobrist/odds"
)

// oddsAnswer is what `zobrist odds` prints: the report's table, and the
// birthday figures of common widths.
type oddsAnswer struct {
	Report   []lab.ReportRow `json:"report"`
	Birthday []birthdayRow   `json:"birthday"`
}

type birthdayRow struct {
	Bits       int     `json:"bits"`
	Median     float64 `json:"median"`     // items for a clash with probability ½
	FirstClash float64 `json:"firstClash"` // mean number of items before the first clash
	AtRoot     float64 `json:"atRoot"`     // probability of a clash among 2^(bits/2) items
}

func newOdds(a *app) *cobra.Command {
	cmd := a.Command("odds", cobra.NoArgs, func(*cobra.Command, []string) error {
		answer := oddsAnswer{Report: lab.ReportRows()}
		for _, bits := range []int{16, 24, 32, 40, 48, 56, 64, 96, 128} {
			root := odds.Clash(math.Ldexp(1, bits/2), bits)
			row := birthdayRow{bits, odds.ItemsForClash(.5, bits), odds.FirstClash(bits), root}
			answer.Birthday = append(answer.Birthday, row)
		}
		return a.Print(answer)
	})
	cmd.AddCommand(newOddsReport(a), newOddsClash(a), newOddsTable(a), newOddsPlan(a), newOddsDistance(a))
	return cmd
}

func (o oddsAnswer) Text(w io.Writer) {
	fmt.Fprint(w, "Probability of no error, Technical Report 88, page 9: exp(−2^−m)\n\n m  printed  recomputed\n")
	for _, r := range o.Report {
		note := ""
		if r.Misprint {
			note = "  misprint for " + r.Rounded
		}
		fmt.Fprintf(w, "%2d  %s   %.6f%s\n", r.M, r.Printed, r.NoError, note)
	}
	fmt.Fprint(w, "\nPositions until two of them clash\n\n")
	cli.Columns(w, true, func(w io.Writer) {
		fmt.Fprintln(w, "bits\tmedian\tmean\tP at 2^(bits/2)\t")
		for _, r := range o.Birthday {
			fmt.Fprintf(w, "%d\t%s\t%s\t%.5f\t\n", r.Bits, countText(r.Median), countText(r.FirstClash), r.AtRoot)
		}
	})
}

// figure is a named number, a line of an answer.
type figure struct {
	name  string // as in JSON
	value any
	about string
	text  string // for a person; "" for the number itself
}

// figures is an answer of named numbers.
type figures []figure

// MarshalJSON writes one object.
func (f figures) MarshalJSON() ([]byte, error) {
	object := make(map[string]any)
	for _, f := range f {
		object[f.name] = f.value
	}
	return jsontext.Marshal(object)
}

func (f figures) Text(w io.Writer) {
	for _, f := range f {
		value := cmp.Or(f.text, fmt.Sprint(f.value))
		if v, ok := f.value.(float64); ok && f.text == "" {
			value = strconv.FormatFloat(v, 'g', 6, 64)
		}
		fmt.Fprintf(w, "%-12s  %s\n", value, f.about)
	}
}

func newOddsReport(a *app) *cobra.Command {
	return a.Command("odds report", cobra.ExactArgs(2), func(_ *cobra.Command, args []string) error {
		n, err := strconv.Atoi(args[0])
		m, errM := strconv.Atoi(args[1])
		if cmp.Or(err, errM) != nil {
			return cli.Usagef("write two whole numbers of bits", "not numbers of bits: %s and %s", args[0], args[1])
		}
		if n < 0 || n+m < 0 {
			return cli.Usagef("N is 0 or more, and so is N+M", "2^%d retrievals by %d bits", n, n+m)
		}
		return a.Print(figures{
			{name: "noError", value: odds.NoRetrievalError(n, m), about: "probability of no error"},
			{name: "someError", value: odds.SomeRetrievalError(n, m), about: "probability of one or more"},
		})
	})
}

func newOddsClash(a *app) *cobra.Command {
	var items cli.Count
	var p float64
	var bits int
	cmd := a.Command("odds clash", cobra.NoArgs, func(cmd *cobra.Command, _ []string) error {
		if err := cmp.Or(cli.InRange("bits", bits, 0, 1000), cli.InRange("items", float64(items), 0, 1e100)); err != nil {
			return err
		}
		if !(p > 0 && p < 1) {
			return cli.Usagef("give a number between 0 and 1, such as 1e-9", "--probability %g is out of range", p)
		}
		var answer figures
		if cmd.Flags().Changed("items") {
			n := float64(items)
			answer = figures{
				{name: "clash", value: odds.Clash(n, bits), about: "probability of a clash, exactly"},
				{name: "noClash", value: odds.NoClash(n, bits), about: "probability of none"},
				{name: "pairs", value: odds.ClashingPairs(n, bits), about: "expected number of clashing pairs"},
			}
		}
		median := fmt.Sprintf("items for a clash with probability %g", p)
		return a.Print(append(answer,
			figure{name: "items", value: odds.ItemsForClash(p, bits), about: median},
			figure{name: "firstClash", value: odds.FirstClash(bits), about: "mean number before the first clash"},
		))
	})
	flags := cmd.Flags()
	flags.IntVarP(&bits, "bits", "b", 64, "width of the hash")
	flags.VarP(&items, "items", "n", "different positions: 1000000, 1e6 or 1M")
	flags.Float64Var(&p, "probability", .5, "of a clash")
	cli.Exclude(cmd, "items", "probability")
	return cmd
}
