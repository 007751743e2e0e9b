package main

import (
	"fmt"
	"math"
	"strconv"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/odds"
)

// oddsAnswer is what `zobrist odds` prints: the report's table, and the
// birthday figures of common widths.
type oddsAnswer struct {
	Report   []odds.ReportRow `json:"report"`
	Birthday []birthdayRow    `json:"birthday"`
}

type birthdayRow struct {
	Bits       int     `json:"bits"`
	Median     float64 `json:"median"`     // items for a clash with probability ½
	FirstClash float64 `json:"firstClash"` // mean number of items before the first clash
	AtRoot     float64 `json:"atRoot"`     // probability of a clash among 2^(bits/2) items
}

func newOdds(a *app) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "odds",
		Short: "Tell how likely errors are: clashes, tags, table sizes, distances",
		Long: `Tell how likely errors are.

Without a command it prints the table of Zobrist's report of 1970, the
probability of no error when the codes have m bits more than the table's address
and as many values are retrieved as the table has entries, beside the values
recomputed, with the report's misprints marked; and how many positions it takes
to meet a clash.`,
		Example: `  zobrist odds
  zobrist odds report 15 10
  zobrist odds clash --items 1e10 --bits 64
  zobrist odds table --probes 1e9 --slots 4 --tag 32
  zobrist odds plan --positions 1e8 --probes 1e10 --errors 1
  zobrist odds distance --game baduk`,
		Args: cobra.NoArgs,
		RunE: a.run(func(*cobra.Command, []string) error {
			answer := oddsAnswer{Report: odds.Report()}
			for _, bits := range []int{16, 24, 32, 40, 48, 56, 64, 96, 128} {
				root := odds.Clash(math.Ldexp(1, bits/2), bits)
				answer.Birthday = append(answer.Birthday, birthdayRow{bits, odds.ItemsForClash(.5, bits), odds.FirstClash(bits), root})
			}
			return a.printOdds(answer)
		}),
	}
	cmd.AddCommand(newOddsReport(a), newOddsClash(a), newOddsTable(a), newOddsPlan(a), newOddsDistance(a))
	return cmd
}

func (a *app) printOdds(o oddsAnswer) error {
	if a.json {
		return a.printJSON(o)
	}
	if a.plain {
		for _, r := range o.Report {
			fmt.Fprintf(a.out, "%d\t%s\t%.12f\t%t\n", r.M, r.Printed, r.NoError, r.Misprint)
		}
		return nil
	}
	fmt.Fprint(a.out, "Probability of no error, Technical Report 88, page 9: exp(−2^−m)\n\n")
	fmt.Fprintln(a.out, " m  printed  recomputed")
	for _, r := range o.Report {
		note := ""
		if r.Misprint {
			note = "  misprint for " + r.Rounded
		}
		fmt.Fprintf(a.out, "%2d  %s   %.6f%s\n", r.M, r.Printed, r.NoError, note)
	}
	fmt.Fprint(a.out, "\nPositions until two of them clash\n\n")
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "bits\tmedian\tmean\tP at 2^(bits/2)\t")
	for _, r := range o.Birthday {
		fmt.Fprintf(w, "%d\t%s\t%s\t%.5f\t\n", r.Bits, countText(r.Median), countText(r.FirstClash), r.AtRoot)
	}
	return w.Flush()
}

// countText writes a count in full while that is readable.
func countText(n float64) string {
	if n < 1e9 {
		return strconv.FormatFloat(n, 'f', 0, 64)
	}
	return strconv.FormatFloat(n, 'g', 4, 64)
}

// answer is a list of named figures, printed as lines or as one JSON object.
type answer []struct {
	name  string // as in JSON
	value any
	about string
}

func (a *app) printAnswer(figures answer) error {
	if a.json {
		object := make(map[string]any)
		for _, f := range figures {
			object[f.name] = f.value
		}
		return a.printJSON(object)
	}
	for _, f := range figures {
		var err error
		if a.plain {
			_, err = fmt.Fprintf(a.out, "%s\t%v\n", f.name, f.value)
		} else {
			value := fmt.Sprint(f.value)
			if v, ok := f.value.(float64); ok {
				value = strconv.FormatFloat(v, 'g', 6, 64)
			}
			_, err = fmt.Fprintf(a.out, "%-12s  %s\n", value, f.about)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func newOddsReport(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "report N M",
		Short:   "p(no error) of 2^N retrievals by codes of N+M bits",
		Example: "  zobrist odds report 15 5",
		Args:    cobra.ExactArgs(2),
		RunE: a.run(func(_ *cobra.Command, args []string) error {
			var nm [2]int
			for i, text := range args {
				v, err := strconv.Atoi(text)
				if err != nil {
					return usagef("write two whole numbers of bits", "%q is no number of bits", text)
				}
				nm[i] = v
			}
			if nm[0] < 0 || nm[0]+nm[1] < 0 {
				return usagef("N is 0 or more, and so is N+M", "2^%d retrievals by %d bits", nm[0], nm[0]+nm[1])
			}
			return a.printAnswer(answer{
				{"noError", odds.NoError(nm[0], nm[1]), "probability of no error"},
				{"someError", odds.SomeError(nm[0], nm[1]), "probability of one or more"},
			})
		}),
	}
}

func newOddsClash(a *app) *cobra.Command {
	var items, p float64
	var bits int
	cmd := &cobra.Command{
		Use:     "clash --bits B [--items N | --probability P]",
		Short:   "Birthdays: how many positions until two of them clash",
		Example: "  zobrist odds clash --bits 64 --items 1e10\n  zobrist odds clash --bits 128 --probability 1e-9",
		Args:    cobra.NoArgs,
		RunE: a.run(func(cmd *cobra.Command, _ []string) error {
			if bits < 0 || bits > 1000 || items < 0 || p <= 0 || p >= 1 {
				return usagef("--bits takes 0 to 1000, --items 0 or more, --probability a number between 0 and 1", "bits %d, items %g, probability %g", bits, items, p)
			}
			var figures answer
			if cmd.Flags().Changed("items") {
				figures = answer{
					{"clash", odds.Clash(items, bits), "probability of a clash, exactly"},
					{"noClash", odds.NoClash(items, bits), "probability of none"},
					{"approximation", odds.ClashApprox(items, bits), "1 − exp(−N²/2^(bits+1))"},
					{"pairs", odds.ClashingPairs(items, bits), "expected number of clashing pairs"},
				}
			}
			return a.printAnswer(append(figures, answer{
				{"items", odds.ItemsForClash(p, bits), fmt.Sprintf("items for a clash with probability %g", p)},
				{"firstClash", odds.FirstClash(bits), "mean number of items before the first clash"},
			}...))
		}),
	}
	flags := cmd.Flags()
	flags.IntVarP(&bits, "bits", "b", 64, "width of the hash")
	flags.Float64VarP(&items, "items", "n", 0, "different positions")
	flags.Float64Var(&p, "probability", .5, "of a clash")
	return cmd
}
