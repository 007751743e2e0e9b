// Package plot draws curves and measured points as SVG that a paper can use.
//
//	p := plot.Plot{Title: "No error", X: "extra bits m", Y: "probability"}
//	p.Add(plot.Line, "theory").Point(0, .368).Point(1, .607)
//	p.Add(plot.Points, "measured").Between(0, .364, .35, .38)
//	svg := p.SVG()
//
// Text is never cut: the picture grows with its legend, and long titles take
// several lines. The colours are from Okabe and Ito, which the colour-blind
// tell apart; shapes and dashes differ as well.
//
// Equal plots give equal bytes. A Plot is a value without locks; drawing takes
// about a millisecond.
//
// Source: M. Okabe and K. Ito, Color Universal Design, 2008.
package plot

import (
	"bytes"
	"encoding/gob"
	"math"
)

// A Kind says how a series is drawn.
type Kind uint8

const (
	Line   Kind = iota // a line without marks: a theory, or a curve of many points
	Points             // marks with their error bars: measurements
)

// A Plot is a diagram of one or more series. An axis with Log set is logarithmic,
// and leaves out values that are not above 0.
type Plot struct {
	Title, X, Y string // labels of the axes, with units
	LogX, LogY  bool
	Ticks       []string // names of x = 0, 1, 2, … in place of numbers; nil for numbers
	Series      []*Series
}

// A Series is one curve, drawn in the order of its points.
type Series struct {
	Name string
	Kind Kind

	x, y, low, high []float64 // low and high are NaN without an error bar
}

// Add appends a series and returns it.
func (p *Plot) Add(k Kind, name string) *Series {
	s := &Series{Name: name, Kind: k}
	p.Series = append(p.Series, s)
	return s
}

// Point appends a point and returns s.
func (s *Series) Point(x, y float64) *Series { return s.Between(x, y, math.NaN(), math.NaN()) }

// Between appends a point whose error bar goes from low to high, and returns s. On a
// logarithmic axis a point at 0 is drawn as an upper limit at high.
func (s *Series) Between(x, y, low, high float64) *Series {
	s.x, s.y = append(s.x, x), append(s.y, y)
	s.low, s.high = append(s.low, low), append(s.high, high)
	return s
}

// Len returns the number of points.
func (s *Series) Len() int { return len(s.x) }

// savedSeries is what encoding/gob writes of a series.
type savedSeries struct {
	Name            string
	Kind            Kind
	X, Y, Low, High []float64
}

// GobEncode writes the series with its points: encoding/gob writes plots.
func (s *Series) GobEncode() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(savedSeries{s.Name, s.Kind, s.x, s.y, s.low, s.high})
	return b.Bytes(), err
}

// GobDecode reads what GobEncode writes.
func (s *Series) GobDecode(b []byte) error {
	var v savedSeries
	err := gob.NewDecoder(bytes.NewReader(b)).Decode(&v)
	*s = Series{v.Name, v.Kind, v.X, v.Y, v.Low, v.High}
	return err
}

// finite reports whether v is a number that can be drawn.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }
