package audit

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"

	"github.com/zobrist-go/zobrist"
)

// shown is the number of items of a list that the text shows.
const shown = 5

// WriteText writes the report for people to read.
func (r *Report) WriteText(w io.Writer) error {
	t := &text{w: tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)}
	t.line("%d keys of %d bits, rank %d", r.Features, r.Bits, r.Rank)
	for _, sentence := range r.Verdict.Words {
		t.line("%s", sentence)
	}
	t.line("")
	t.keys(r)
	t.bits(r)
	for _, v := range r.Distributions {
		t.distribution(v)
	}
	if len(r.Truncations) > 0 {
		t.truncations(r.Truncations)
	}
	t.line("")
	h, width := r.Hamming, float64(r.Bits)
	t.line("Hamming distances of %d pairs: %d to %d, mean %.2f, deviation %.2f (random: %.1f, %.2f)",
		h.Pairs, h.Least, h.Most, h.Mean, h.Sigma, width/2, math.Sqrt(width)/2)
	t.line("  %s", h.Note)
	t.line("")
	for _, e := range r.Searches {
		t.line("%s: %s, %.3g %s in %.1f s", e.Name, e.Reached, e.Work, e.Unit, e.Seconds)
	}
	if r.Interrupted {
		t.line("The audit was interrupted: what it says holds, but parts are missing.")
	}
	if t.err != nil {
		return t.err
	}
	return t.w.Flush()
}

// A text keeps the first error of its lines.
type text struct {
	w   *tabwriter.Writer
	err error
}

func (t *text) line(format string, args ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.w, format+"\n", args...)
	}
}

// keys writes the flaws of single keys and pairs.
func (t *text) keys(r *Report) {
	var groups, aliases []string
	for _, g := range r.Equal {
		groups = append(groups, features(g))
	}
	for _, a := range r.Aliased {
		aliases = append(aliases, fmt.Sprintf("%s and %s (%s)", a.Names[0], a.Names[1], a.How))
	}
	var zero []string
	for _, d := range r.Dependencies {
		if len(d.Features) == 1 {
			zero = append(zero, d.Names[0])
		}
	}
	t.list("zero keys", zero)
	t.list("groups of equal keys", groups)
	t.list("aliased keys", aliases)
}

func features(set []zobrist.Feature) string {
	return strings.Trim(fmt.Sprint(set), "[]")
}

// bits writes the flaws of single bits.
func (t *text) bits(r *Report) {
	b := r.Bitwise
	var stuck, biased, linear, recurrent []string
	for _, i := range b.Stuck {
		stuck = append(stuck, fmt.Sprint(i))
	}
	for _, x := range b.Biased {
		biased = append(biased, fmt.Sprintf("%d in %d keys (%+.1fσ)", x.Index, x.Ones, x.Sigma))
	}
	for _, x := range b.Linear {
		sum := strings.ReplaceAll(strings.Trim(fmt.Sprint(x.Bits), "[]"), " ", "⊕")
		what := ""
		if x.Sum == 1 {
			what = " (the parity of the number of features: no flaw, coded keys have it by design)"
		}
		linear = append(linear, fmt.Sprintf("%s = %d%s", sum, x.Sum, what))
	}
	for _, x := range b.Recurrent {
		how := fmt.Sprintf("complexity %d", x.Complexity)
		if x.Period > 0 {
			how = fmt.Sprintf("period %d", x.Period)
		}
		recurrent = append(recurrent, fmt.Sprintf("%d (%s)", x.Index, how))
	}
	for _, l := range []struct {
		title string
		items []string
		least int // keys
	}{
		{"stuck bits", stuck, stuckKeys(r.Bits)},
		{"biased bits", biased, biasedKeys},
		{"linear relations of bits", linear, relationKeys(r.Bits)},
		{"bits of short recurrence", recurrent, leastRecurrentKeys},
	} {
		if len(l.items) == 0 && r.Features-len(r.Zero) < l.least {
			t.line("%s: not told from chance in fewer than %d keys", l.title, l.least)
		} else {
			t.list(l.title, l.items)
		}
	}
}

// list writes a title, the number of items and the first few.
func (t *text) list(title string, items []string) {
	if len(items) == 0 {
		t.line("%s: none", title)
		return
	}
	more := ""
	if len(items) > shown {
		more = fmt.Sprintf(", and %d more", len(items)-shown)
	}
	t.line("%s: %d: %s%s", title, len(items), strings.Join(items[:min(len(items), shown)], ", "), more)
}

// distribution writes a table of dependencies by weight, then witnesses.
func (t *text) distribution(v Distribution) {
	t.line("")
	t.line("dependencies among %s: %d features, rank %d", v.Name, v.Features, v.Rank)
	t.line("  weight\tfound\texpected of random keys\tchance that one was missed")
	for _, l := range v.Weights {
		missed := "none: all are counted"
		if !l.Exact {
			missed = fmt.Sprintf("%.3g", l.Missed)
		}
		count := l.Count.String()
		if len(count) > 12 {
			f, _ := l.Count.Float64()
			count = fmt.Sprintf("%.4g", f)
		}
		t.line("  %d\t%s\t%.3g\t%s", l.Weight, count, l.Expected, missed)
	}
	listed := 0
	for _, l := range v.Weights {
		if l.Witness != nil && listed < shown {
			listed++
			names := l.Witness.Names
			t.line("  %d: %s = 0", l.Weight, strings.Join(names, " ⊕ "))
		}
	}
}

// truncations writes the table of truncated hashes.
func (t *text) truncations(list []Truncation) {
	t.line("")
	t.line("truncated hashes")
	t.line("  bits\tend\trank\tsmallest dependency\tof them\trandom keys")
	for _, x := range list {
		least := fmt.Sprint(x.Least)
		if x.AtLeast {
			least = "≥ " + least
		}
		t.line("  %d\t%s\t%d\t%s\t%v\t%.2f", x.Bits, x.End, x.Rank, least, x.Count, x.Random)
	}
}
