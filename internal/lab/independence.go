package lab

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/zobrist-go/zobrist/internal/lab/plot"
)

// Independence counts, exactly, which scenes have independent hashes.
//
// Under uniform independent table entries the hashes of scenes are jointly
// uniform if and only if their incidence vectors are linearly independent
// over GF(2), so every claim is a rank test of every subset.
func Independence() Experiment {
	return newExperiment("independence", judgeIndependence, []law{
		countLaw("independence-ordered", ordered(2, 2), ordered(3, 2), ordered(2, 3), ordered(4, 2),
			ordered(2, 4), ordered(5, 2), ordered(3, 3), ordered(2, 5)),
		countLaw("independence-unordered", unordered(2, 0), unordered(3, 0), unordered(4, 0), unordered(5, 0)),
		countLaw("independence-odd",
			unordered(4, 1), unordered(4, 2), unordered(5, 1), unordered(5, 3), unordered(5, 5)),
		lawOf("chess positions", trials(600, 600), chessIndependence),
	})
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
	return r.verdict(agree == rows && chess[0] == 0 && chess[1] == 0, Sharper, agree, rows, chess[2])
}

// IndependenceOf is [Independence] for the scenes of the given sizes alone.
func IndependenceOf(s Sizes) Experiment {
	e := Independence()
	e.judge = nil
	e.laws = []law{countLaw("independence", s)}
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
func countLaw(name string, sizes ...Sizes) law {
	same := func(Options) []Sizes { return sizes }
	return lawOf(name, same, func(ctx context.Context, _ Options, _ []Sizes, progress func(float64)) (*Table, error) {
		t := newTable(name)
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
