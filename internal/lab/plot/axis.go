package plot

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// An axis maps values to pixels.
type axis struct {
	log        bool
	low, high  float64 // logarithms to base 10 if log is set
	from, size float64 // pixels; size is below 0 for y, which grows upwards
}

// newAxis returns an axis that shows all values, with some room at both ends.
func newAxis(values []float64, log bool, from, size float64) axis {
	a := axis{log: log, from: from, size: size}
	first := true
	for _, v := range values {
		if !a.shows(v) {
			continue
		}
		v = a.scale(v)
		if first || v < a.low {
			a.low = v
		}
		if first || v > a.high {
			a.high = v
		}
		first = false
	}
	if first {
		a.low, a.high = 0, 1
	}
	room := (a.high - a.low) * .04
	if room == 0 {
		room = .5
		if !log && a.low != 0 {
			room = math.Abs(a.low) / 10
		}
	}
	if a.low != 0 || log { // a linear axis that begins at 0 begins there
		a.low -= room
	}
	a.high += room
	return a
}

// shows reports whether the axis has a place for v.
func (a axis) shows(v float64) bool { return finite(v) && (!a.log || v > 0) }

func (a axis) scale(v float64) float64 {
	if a.log {
		return math.Log10(v)
	}
	return v
}

// at returns the pixel of v.
func (a axis) at(v float64) float64 {
	return a.from + a.size*(a.scale(v)-a.low)/(a.high-a.low)
}

// A tick is a mark on an axis. Minor ticks have no label.
type tick struct {
	value float64
	label string
}

// ticks returns the marks of the axis.
func (a axis) ticks() []tick {
	if a.log {
		return a.logTicks()
	}
	step := math.Pow(10, math.Floor(math.Log10((a.high-a.low)/4)))
	for _, f := range []float64{1, 2, 5, 10} {
		if (a.high-a.low)/(f*step) <= 7 {
			step *= f
			break
		}
	}
	var all []tick
	for i := math.Ceil(a.low/step - 1e-9); i*step <= a.high+step*1e-9; i++ {
		all = append(all, tick{i * step, number(i*step, step)})
	}
	return all
}

// logTicks marks powers of ten, and 2 and 5 times them if there are few.
func (a axis) logTicks() []tick {
	decades := a.high - a.low
	every := max(1, int(math.Ceil(decades/8)))
	var all []tick
	for e := int(math.Floor(a.low)); e <= int(math.Ceil(a.high)); e++ {
		for m := 1; m <= 9; m++ {
			v := float64(m) * math.Pow10(e)
			if l := math.Log10(v); l < a.low || l > a.high {
				continue
			}
			label := ""
			switch {
			case m == 1 && e%every == 0 && decades >= 2.5:
				label = power(e)
			case decades < 1, decades < 2.5 && (m == 1 || m == 2 || m == 5):
				label = strconv.FormatFloat(v, 'g', 3, 64)
				if e > 2 && e < 6 {
					label = strconv.FormatFloat(v, 'f', -1, 64)
				}
			}
			if label != "" || decades < 9 && every == 1 {
				all = append(all, tick{v, label})
			}
		}
	}
	return all
}

// number writes a multiple of step without needless digits.
func number(v, step float64) string {
	if math.Abs(v) >= 1e6 {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	decimals := max(0, int(math.Ceil(-math.Log10(step)-1e-9)))
	return strings.Replace(fmt.Sprintf("%.*f", decimals, v+0), "-", "−", 1)
}

var superscripts = strings.NewReplacer("-", "⁻", "0", "⁰", "1", "¹", "2", "²", "3", "³", "4", "⁴",
	"5", "⁵", "6", "⁶", "7", "⁷", "8", "⁸", "9", "⁹")

// power writes 10^e.
func power(e int) string {
	switch e {
	case 0:
		return "1"
	case 1:
		return "10"
	}
	return "10" + superscripts.Replace(strconv.Itoa(e))
}
