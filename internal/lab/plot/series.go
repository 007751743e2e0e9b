package plot

import (
	"fmt"
	"math"
	"strings"
)

// series draws the i-th series.
func (c *canvas) series(s *Series, i int, x, y axis) {
	if s.Kind == Line {
		c.curve(s, i, x, y)
		return
	}
	for k := range s.x {
		if x.shows(s.x[k]) {
			c.measured(s, k, i, x, y)
		}
	}
}

// curve draws the i-th series as a line, which has a gap if a point is out of range.
func (c *canvas) curve(s *Series, i int, x, y axis) {
	var path strings.Builder
	broken := true
	for k := range s.x {
		if !x.shows(s.x[k]) || !y.shows(s.y[k]) {
			broken = true
			continue
		}
		verb := "L"
		if broken {
			verb = "M"
		}
		fmt.Fprintf(&path, "%s%.1f %.1f", verb, x.at(s.x[k]), y.at(s.y[k]))
		broken = false
	}
	if path.Len() > 0 {
		c.printf(`<path d="%s" fill="none" stroke="%s" stroke-width="1.8" stroke-dasharray="%s"/>`,
			path.String(), palette[i%len(palette)], dash(i))
	}
}

// measured draws the k-th point of the i-th series, with its error bar.
func (c *canvas) measured(s *Series, k, i int, x, y axis) {
	colour, px := palette[i%len(palette)], x.at(s.x[k])
	floor, ceiling := y.from, y.from+y.size
	clip := func(py float64) float64 { return min(max(py, ceiling), floor) }
	if !y.shows(s.y[k]) {
		if y.log && s.y[k] == 0 && y.shows(s.high[k]) { // an upper limit: an arrow down from it
			top := clip(y.at(s.high[k]))
			end := min(top+22, floor)
			c.line(px-4, top, px+4, top, colour, 1.4)
			c.line(px, top, px, end, colour, 1.4)
			c.printf(`<path d="M%.1f %.1fl4 -6h-8z" fill="%s"/>`, px, end, colour)
		}
		return
	}
	py := y.at(s.y[k])
	if finite(s.low[k]) && finite(s.high[k]) {
		low := floor
		if y.shows(s.low[k]) {
			low = clip(y.at(s.low[k]))
		}
		high := clip(y.at(s.high[k]))
		c.line(px, low, px, high, colour, 1.4)
		c.line(px-4, high, px+4, high, colour, 1.4)
		if low < floor {
			c.line(px-4, low, px+4, low, colour, 1.4)
		}
	}
	c.mark(px, py, i)
}

// mark draws the shape of the i-th series.
func (c *canvas) mark(x, y float64, i int) {
	const r = 4.0
	colour := palette[i%len(palette)]
	polygon := func(corners int, turn float64) string {
		var b strings.Builder
		for k := range corners {
			sin, cos := math.Sincos(turn + 2*math.Pi*float64(k)/float64(corners))
			fmt.Fprintf(&b, "%.1f,%.1f ", x+r*1.2*sin, y-r*1.2*cos)
		}
		return strings.TrimSpace(b.String())
	}
	shape := func(points string) {
		c.printf(`<polygon points="%s" fill="%s" stroke="#ffffff" stroke-width="0.8"/>`, points, colour)
	}
	switch i % 7 {
	case 0:
		c.printf(`<circle cx="%.1f" cy="%.1f" r="%g" fill="%s" stroke="#ffffff" stroke-width="0.8"/>`, x, y, r, colour)
	case 1:
		shape(polygon(4, math.Pi/4))
	case 2:
		shape(polygon(3, 0))
	case 3:
		shape(polygon(4, 0))
	case 4:
		shape(polygon(3, math.Pi))
	case 5:
		shape(polygon(5, 0))
	case 6:
		c.line(x-r, y-r, x+r, y+r, colour, 1.8)
		c.line(x-r, y+r, x+r, y-r, colour, 1.8)
	}
}

// key draws the i-th line of the legend.
func (c *canvas) key(s *Series, i int, x, y float64) {
	if s.Name == "" {
		return
	}
	if s.Kind == Line {
		c.printf(`<path d="M%.1f %.1fh28" stroke="%s" stroke-width="1.8" stroke-dasharray="%s"/>`,
			x, y, palette[i%len(palette)], dash(i))
	} else {
		c.mark(x+14, y, i)
	}
	c.text(x+34, y+fontSize*.35, "start", false, s.Name)
}
