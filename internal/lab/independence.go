package lab

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/zobrist-go/zobrist/internal/plot"
)

// Independence counts, exactly, which scenes have independent hashes.
//
// Under uniform independent table entries the hashes of scenes are jointly
// uniform if and only if their incidence vectors are linearly independent
// over GF(2), so every claim is a rank test of every subset.
func Independence() Experiment {
	return Experiment{
		Name:  "independence",
		Title: "Which sets of scenes have independent hashes, counted exactly",
		Claim: "unordered hashing of scenes is 2- but not 3-independent, ordered 3- but not 4-independent, " +
			"one of five ordered scenes is independent of the others, and chess positions are 3-independent",
		Source: "R. J. Lipton and K. W. Regan, Tabulation Hashing and Independence, Gödel's Lost Letter and P=NP, " +
			"14 April 2012, sections Independence, Some Results (Lemma 1) and 3-Independence in Chess; M. Pătraşcu " +
			"and M. Thorup, The Power of Simple Tabulation Hashing, JACM 59(3), 2012, article 14, section 1",
		Rule: "sharper, because one rule explains all cases, if every count agrees with its formula and no pair or " +
			"triple of chess positions is dependent; else not reproduced",
		laws: []law{
			countLaw("independence-ordered", "Ordered scenes: c columns of R characters each",
				"dependent quadruples: ((3R²−2R)^c − (3N²−2N)) / 24 of N = R^c scenes",
				ordered(2, 2), ordered(3, 2), ordered(2, 3), ordered(4, 2),
				ordered(2, 4), ordered(5, 2), ordered(3, 3), ordered(2, 5)),
			countLaw("independence-unordered", "Unordered scenes: non-empty sets of m features, start value 0",
				"dependent triples p, q, p △ q: (2^m−1)(2^m−2)/6; "+
					"the other formulas are those of the words of the Hamming code of length 2^m−1",
				unordered(2, 0), unordered(3, 0), unordered(4, 0), unordered(5, 0)),
			countLaw("independence-odd", "Unordered scenes that have an odd number of features of a class",
				"the general rule: every dependency has an even number of scenes, so any three are independent "+
					"and Lemma 1 holds; a class of one feature that all scenes have is a random start value, "+
					"and the columns of an ordered scene are such classes; N(N−1)(N−2)/24 quadruples of N scenes",
				unordered(4, 1), unordered(4, 2), unordered(5, 1), unordered(5, 3), unordered(5, 5)),
			lawOf("chess positions", trials(600, 600), chessIndependence),
		},
		judge: judgeIndependence,
	}
}

// judgeIndependence applies the rule of [Independence]. It compares counts with formulas.
func judgeIndependence(r *Report) Verdict {
	agree, rows := 0, 0
	for _, t := range r.Tables[:3] {
		for _, pair := range [][2]string{{"dependent", "by formula"}, {"none free", "none free by formula"}} {
			counted, formula := t.column(pair[0]), t.column(pair[1])
			for i, f := range formula {
				if math.IsNaN(f) {
					continue
				}
				if rows++; counted[i] == f {
					agree++
				}
			}
		}
	}
	chess := r.Table("independence-chess").column("dependent")
	return verdict(agree == rows && chess[0] == 0 && chess[1] == 0, Sharper,
		"%d of %d counts agree with their formulas; among the chess positions no pair and no triple is "+
			"dependent, and %.0f quadruples are, so that 3 cannot be improved; what all these cases share is the "+
			"rule that scenes with an odd number of features of some class are 3-independent", agree, rows, chess[2])
}

// IndependenceOf is [Independence] for the scenes of the given sizes alone.
func IndependenceOf(s Sizes) Experiment {
	e := Independence()
	e.judge = nil
	e.laws = []law{countLaw("independence", "Dependent sets of scenes, counted and by formula", "", s)}
	return e
}

// Sizes describe small scenes, up to 64 of them: ordered ones by Characters and
// Columns, or unordered ones by Features and, optionally, Class.
type Sizes struct {
	Characters, Columns int // tuples of Columns characters out of Characters
	Features            int // non-empty sets of Features features
	Class               int // if above 0: only sets with an odd number of the first Class features
}

func ordered(characters, columns int) Sizes { return Sizes{Characters: characters, Columns: columns} }

func unordered(features, class int) Sizes { return Sizes{Features: features, Class: class} }

// Check returns an error if there are no such scenes, or too many.
func (s Sizes) Check() error {
	_, _, _, err := s.scenes()
	return err
}

// countLaw is the table of the subsets of scenes of the sizes given.
func countLaw(name, title, about string, sizes ...Sizes) law {
	same := func(Options) []Sizes { return sizes }
	return lawOf(title, same, func(ctx context.Context, _ Options, _ []Sizes, progress func(float64)) (*Table, error) {
		t := &Table{
			Name: name, Title: title,
			Columns: []string{
				"scenes", "number", "k", "subsets", "dependent", "by formula", "none free", "none free by formula",
			},
			Notes: []string{
				"a set of k scenes is dependent if the rank of its incidence vectors over GF(2) is below k",
				"none free: every scene of the set is the sum of some of the others, so that none is " +
					"independent of the rest; Lemma 1 says that five ordered scenes never are such a set",
			},
		}
		if about != "" {
			t.Notes = append([]string{about}, t.Notes...)
		}
		for i, s := range sizes {
			if err := countRows(ctx, t, s); err != nil {
				return t, err
			}
			t.Plot = countPlot(t)
			progress(float64(i+1) / float64(len(sizes)))
		}
		return t, nil
	})
}

// countPlot draws the shares of dependent sets, and the formulas as lines. A logarithmic
// axis has no place for shares that are 0.
func countPlot(t *Table) *plot.Plot {
	p := &plot.Plot{Title: t.Title, X: "scenes", Y: "share of dependent sets", LogY: true}
	for _, row := range t.Rows {
		if name := row[0].(string); !slices.Contains(p.Ticks, name) {
			p.Ticks = append(p.Ticks, name)
		}
	}
	for k := 3; k <= 5; k++ {
		formula := &plot.Series{Name: fmt.Sprintf("k = %d, formula", k), Kind: plot.Line}
		counted := &plot.Series{Name: fmt.Sprintf("k = %d, counted", k), Kind: plot.Points}
		for _, row := range t.Rows {
			n, dependent := row[3].(int), row[4].(int)
			if row[2] != k || dependent == 0 {
				continue
			}
			x := float64(slices.Index(p.Ticks, row[0].(string)))
			counted.Point(x, float64(dependent)/float64(n))
			if f, ok := row[5].(int); ok {
				formula.Point(x, float64(f)/float64(n))
			}
		}
		for _, s := range []*plot.Series{formula, counted} {
			if s.Len() > 0 {
				p.Series = append(p.Series, s)
			}
		}
	}
	return p
}
