package lab

import (
	"bytes"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// A Plot is the curves of a [Table].
type Plot struct {
	Title, X, Y string // with units
	LogX, LogY  bool
	Series      []Series
}

// A Series is one curve, drawn in the order of its points. A logarithmic axis
// leaves out points that are not above 0.
type Series struct {
	Name   string
	X, Y   []float64
	Points bool // marks without a line
}

// add appends a point.
func (s *Series) add(x, y float64) { s.X, s.Y = append(s.X, x), append(s.Y, y) }

const (
	plotWidth, plotHeight = 24 * vg.Centimeter, 12 * vg.Centimeter
	legendWidth           = 6 * vg.Centimeter // to the right of the axes
)

// palette holds colours that differ in hue and in lightness.
var palette = []color.RGBA{
	{0xc0, 0x30, 0x30, 255}, {0xe8, 0x90, 0x20, 255}, {0x30, 0x80, 0x30, 255}, {0x80, 0xb8, 0x40, 255},
	{0x20, 0x50, 0xb0, 255}, {0x50, 0xa8, 0xd8, 255}, {0x80, 0x30, 0x90, 255}, {0xd0, 0x70, 0xc0, 255},
	{0x80, 0x60, 0x40, 255}, {0x20, 0x20, 0x20, 255}, {0x90, 0x90, 0x90, 255},
}

// svg draws the plot, its legend beside it.
func (p *Plot) svg() ([]byte, error) {
	g, legend := plot.New(), plot.NewLegend()
	g.Title.Text, g.X.Label.Text, g.Y.Label.Text = p.Title, p.X, p.Y
	legend.Top, legend.Left = true, true
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
		line, err := plotter.NewLine(xy)
		if err != nil {
			return nil, fmt.Errorf("series %s: %w", s.Name, err)
		}
		marks.Color, marks.Shape, marks.Radius = palette[i%len(palette)], plotutil.Shape(i), 2
		line.Color, line.Dashes = palette[i%len(palette)], plotutil.Dashes(i)
		if s.Points {
			marks.Radius = 3
			g.Add(marks)
			legend.Add(s.Name, marks)
		} else {
			g.Add(line, marks)
			legend.Add(s.Name, line, marks)
		}
	}
	if drawn == 0 { // a logarithmic axis without a range cannot be drawn
		g.X.Min, g.X.Max, g.Y.Min, g.Y.Max = 1, 10, 1, 10
	}
	picture := vgsvg.New(plotWidth, plotHeight)
	canvas := draw.New(picture)
	g.Draw(draw.Crop(canvas, 0, -legendWidth, 0, 0))
	legend.Draw(draw.Crop(canvas, plotWidth-legendWidth+vg.Centimeter/2, 0, 0, -vg.Centimeter))
	var b bytes.Buffer
	_, err := picture.WriteTo(&b)
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
