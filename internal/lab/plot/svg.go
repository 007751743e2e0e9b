package plot

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
)

// Sizes in pixels. The area between the axes is fixed; the picture is as large as
// its text needs.
const (
	areaWidth, areaHeight = 520.0, 320.0
	fontSize, lineHeight  = 13.0, 17.0
	tickLength            = 5.0
)

// palette holds the colours of Okabe and Ito that show on white.
var palette = []string{"#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#888888"}

var dashes = []string{"", "7 3", "2 3", "9 3 2 3", "4 2", "12 4", "1 2", "6 2 1 2 1 2"}

// textWidth bounds the width of a line in a usual sans-serif font.
func textWidth(s string) float64 { return float64(len([]rune(s))) * fontSize * .62 }

// dash returns the pattern of the i-th series: another one if its colour comes again.
func dash(i int) string { return dashes[(i+i/len(palette))%len(dashes)] }

// wrap divides text into lines that fit into a width.
func wrap(text string, width float64) []string {
	var lines []string
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && textWidth(line+" "+word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// canvas is an SVG picture as it is written.
type canvas struct{ bytes.Buffer }

func (c *canvas) printf(format string, args ...any) { fmt.Fprintf(c, format+"\n", args...) }

// text writes lines from (x, y) down; anchor is start, middle or end. turned text
// reads upwards.
func (c *canvas) text(x, y float64, anchor string, turned bool, lines ...string) {
	for i, l := range lines {
		var escaped bytes.Buffer
		_ = xml.EscapeText(&escaped, []byte(l)) // a Buffer does not fail
		dx, dy, turn := x, y+float64(i)*lineHeight, ""
		if turned {
			dx, dy = x+float64(i)*lineHeight, y
			turn = fmt.Sprintf(` transform="rotate(-90 %.1f %.1f)"`, dx, dy)
		}
		c.printf(`<text x="%.1f" y="%.1f" text-anchor="%s"%s>%s</text>`, dx, dy, anchor, turn, escaped.Bytes())
	}
}

func (c *canvas) line(x1, y1, x2, y2 float64, stroke string, width float64) {
	c.printf(`<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="%g"/>`,
		x1, y1, x2, y2, stroke, width)
}

// SVG draws the plot.
func (p *Plot) SVG() []byte {
	title, labelX, labelY := wrap(p.Title, areaWidth), wrap(p.X, areaWidth), wrap(p.Y, areaHeight)
	top := 12 + float64(len(title))*lineHeight
	xs, ys := p.values()
	yAxis := newAxis(ys, p.LogY, top+areaHeight, -areaHeight)
	widest := 0.0
	for _, t := range yAxis.ticks() {
		widest = max(widest, textWidth(t.label))
	}
	left := 10 + float64(len(labelY))*lineHeight + 4 + widest + tickLength + 6
	xAxis := newAxis(xs, p.LogX, left, areaWidth)
	if p.Ticks != nil {
		xAxis = axis{low: -.5, high: float64(len(p.Ticks)) - .5, from: left, size: areaWidth}
	}
	c := &canvas{}
	legend := p.legendWidth()
	bottom := top + areaHeight
	below := tickLength + p.tickHeight()
	height := bottom + below + float64(len(labelX))*lineHeight + 14
	height = max(height, top+float64(len(p.Series))*lineHeight+20)
	width := left + areaWidth + 16 + legend
	c.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" `+
		`font-family="Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif" font-size="%g">`,
		width, height, width, height, fontSize)
	c.printf(`<rect width="%.0f" height="%.0f" fill="#ffffff"/>`, width, height)
	c.text(left+areaWidth/2, 20, "middle", false, title...)
	p.axes(c, xAxis, yAxis, top)
	c.text(left+areaWidth/2, bottom+below+lineHeight+2, "middle", false, labelX...)
	c.text(18, top+areaHeight/2, "middle", true, labelY...)
	for i, s := range p.Series {
		c.series(s, i, xAxis, yAxis)
	}
	for i, s := range p.Series {
		c.key(s, i, left+areaWidth+16, top+8+float64(i)*lineHeight)
	}
	c.printf("</svg>")
	return c.Bytes()
}

// tickHeight returns the height of the names or numbers below the x axis.
func (p *Plot) tickHeight() float64 {
	height := lineHeight
	for _, name := range p.Ticks {
		if p.crowded() {
			height = max(height, textWidth(name)+4)
		} else {
			height = max(height, float64(len(p.wrapTick(name)))*lineHeight)
		}
	}
	return height
}

// wrapTick divides the name of a tick into lines.
func (p *Plot) wrapTick(name string) []string { return wrap(name, areaWidth/float64(len(p.Ticks))-6) }

// crowded reports whether the names of ticks have no room beside each other in three lines.
// They are turned then.
func (p *Plot) crowded() bool {
	for _, name := range p.Ticks {
		lines := p.wrapTick(name)
		for _, line := range lines {
			if len(lines) > 3 || textWidth(line) > areaWidth/float64(len(p.Ticks)) {
				return true
			}
		}
	}
	return false
}

// legendWidth returns the pixels that the legend takes.
func (p *Plot) legendWidth() float64 {
	widest := 0.0
	for _, s := range p.Series {
		widest = max(widest, textWidth(s.Name))
	}
	if widest == 0 {
		return 8
	}
	return widest + 44
}

// values returns all that the axes must show.
func (p *Plot) values() (xs, ys []float64) {
	for _, s := range p.Series {
		for i := range s.x {
			if p.LogX && s.x[i] <= 0 {
				continue
			}
			xs = append(xs, s.x[i])
			ys = append(ys, s.y[i], s.high[i])
			if p.LogY && s.y[i] == 0 { // room for the arrow of an upper limit
				ys = append(ys, s.high[i]/4)
			}
			if !p.LogY || s.low[i] >= s.y[i]/10 { // a bar that goes to almost 0 may leave the area
				ys = append(ys, s.low[i])
			}
		}
	}
	return xs, ys
}

// axes draws the grid, the ticks with their numbers, and the frame.
func (p *Plot) axes(c *canvas, x, y axis, top float64) {
	left, right, bottom := x.from, x.from+x.size, y.from
	for _, t := range y.ticks() {
		at := y.at(t.value)
		if t.label != "" {
			c.line(left, at, right, at, "#dddddd", 1)
			c.line(left-tickLength, at, left, at, "#000000", 1)
			c.text(left-tickLength-4, at+fontSize*.35, "end", false, t.label)
		} else {
			c.line(left-tickLength/2, at, left, at, "#000000", 1)
		}
	}
	if p.Ticks != nil {
		for i, name := range p.Ticks {
			at := x.at(float64(i))
			c.line(at, bottom, at, bottom+tickLength, "#000000", 1)
			if p.crowded() {
				c.text(at+fontSize*.35, bottom+tickLength+4, "end", true, name)
			} else {
				c.text(at, bottom+tickLength+lineHeight-3, "middle", false, p.wrapTick(name)...)
			}
		}
	} else {
		for _, t := range x.ticks() {
			at := x.at(t.value)
			if t.label != "" {
				c.line(at, top, at, bottom, "#dddddd", 1)
				c.line(at, bottom, at, bottom+tickLength, "#000000", 1)
				c.text(at, bottom+tickLength+lineHeight-3, "middle", false, t.label)
			} else {
				c.line(at, bottom, at, bottom+tickLength/2, "#000000", 1)
			}
		}
	}
	c.printf(`<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="none" stroke="#000000"/>`,
		left, top, right-left, bottom-top)
}
