package lab

import (
	"bytes"
	"fmt"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
)

// A Plot is the curves of a [Table].
type Plot struct {
	Title, X, Y string // with units
	LogX, LogY  bool
	Series      []Series
}

// A Series is one curve, drawn in the order of its points. On a logarithmic
// axis points that are not above 0 are left out.
type Series struct {
	Name   string
	X, Y   []float64
	Points bool // marks without a line
}

// svg draws the plot.
func (p *Plot) svg() ([]byte, error) {
	g := plot.New()
	g.Title.Text, g.X.Label.Text, g.Y.Label.Text = p.Title, p.X, p.Y
	g.Legend.Top = true
	if p.LogX {
		g.X.Scale, g.X.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
	if p.LogY {
		g.Y.Scale, g.Y.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
	}
	g.Add(plotter.NewGrid())
	drawn := 0
	for i, s := range p.Series {
		xy := p.points(s)
		if len(xy) == 0 {
			continue
		}
		drawn++
		marks, err := plotter.NewScatter(xy)
		if err != nil {
			return nil, fmt.Errorf("series %s: %w", s.Name, err)
		}
		marks.Color, marks.Shape = plotutil.Color(i), plotutil.Shape(i)
		if s.Points {
			g.Add(marks)
			g.Legend.Add(s.Name, marks)
			continue
		}
		line, err := plotter.NewLine(xy)
		if err != nil {
			return nil, fmt.Errorf("series %s: %w", s.Name, err)
		}
		line.Color, line.Dashes = plotutil.Color(i), plotutil.Dashes(i)
		g.Add(line, marks)
		g.Legend.Add(s.Name, line, marks)
	}
	if drawn == 0 { // a logarithmic axis without a range cannot be drawn
		g.X.Min, g.X.Max, g.Y.Min, g.Y.Max = 1, 10, 1, 10
	}
	out, err := g.WriterTo(18*vg.Centimeter, 12*vg.Centimeter, "svg")
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	_, err = out.WriteTo(&b)
	return b.Bytes(), err
}

// points returns the points of s that the axes can show.
func (p *Plot) points(s Series) plotter.XYs {
	var xy plotter.XYs
	for i := range s.X {
		x, y := s.X[i], s.Y[i]
		if math.IsNaN(x+y) || math.IsInf(x+y, 0) || p.LogX && x <= 0 || p.LogY && y <= 0 {
			continue
		}
		xy = append(xy, plotter.XY{X: x, Y: y})
	}
	return xy
}
