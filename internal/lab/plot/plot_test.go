package plot_test

import (
	"bytes"
	"encoding/gob"
	"encoding/xml"
	"io"
	"math"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/lab/plot"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

func example() *plot.Plot {
	p := &plot.Plot{
		Title: "A title that is so long that it needs two lines & more <than> one hundred characters of a page",
		X:     "bits", Y: "clashes", LogY: true,
	}
	p.Add(plot.Line, "theory").Point(1, .5).Point(2, .25).Point(3, .125)
	p.Add(plot.Points, "measured, with a name longer than most legends have").
		Between(1, .49, .4, .6).Between(2, 0, 0, .01).Point(3, math.NaN()).Between(3, .1, 0, .2)
	p.Add(plot.Points, "again").Point(1, .1).Point(3, .3)
	return p
}

// element is a tag with its attributes and text.
type element struct {
	name string
	attr map[string]string
	text string
}

func parse(t *testing.T, svg []byte) (all []element) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(string(svg))); ; {
		token, err := d.Token()
		if err == io.EOF {
			return all
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			attr := make(map[string]string)
			for _, a := range e.Attr {
				attr[a.Name.Local] = a.Value
			}
			all = append(all, element{name: e.Name.Local, attr: attr})
		case xml.CharData:
			if len(all) > 0 {
				all[len(all)-1].text += strings.TrimSpace(string(e))
			}
		}
	}
}

func count(all []element, name string) (n int) {
	for _, e := range all {
		if e.name == name {
			n++
		}
	}
	return n
}

// Every text lies within the picture at .62 em a character, which is wider than
// usual fonts are; the empty point has an arrow in place of a mark.
func TestNothingCut(t *testing.T) {
	all := parse(t, example().SVG())
	width, _ := strconv.ParseFloat(all[0].attr["width"], 64)
	height, _ := strconv.ParseFloat(all[0].attr["height"], 64)
	var seen strings.Builder
	for _, e := range all {
		if e.name != "text" || e.attr["transform"] != "" {
			continue
		}
		seen.WriteString(e.text + "\n")
		x, _ := strconv.ParseFloat(e.attr["x"], 64)
		y, _ := strconv.ParseFloat(e.attr["y"], 64)
		w := float64(len([]rune(e.text))) * 13 * .62
		switch e.attr["text-anchor"] {
		case "middle":
			x -= w / 2
		case "end":
			x -= w
		}
		if x < 0 || x+w > width || y < 10 || y > height-2 {
			t.Errorf("%q at %.0f,%.0f, %.0f wide, leaves the %.0f × %.0f", e.text, x, y, w, width, height)
		}
	}
	for _, want := range []string{"& more <than>", "bits", "10⁻¹", "again", "longer than most legends"} {
		if !strings.Contains(seen.String(), want) {
			t.Errorf("no %q in the texts %s", want, seen.String())
		}
	}
	// One circle would be the first series, which has no marks; squares are the second's.
	if count(all, "circle") != 0 || count(all, "polygon") != 2+1+2+1 {
		t.Errorf("%d circles and %d polygons", count(all, "circle"), count(all, "polygon"))
	}
	first, second := example().SVG(), example().SVG()
	if !bytes.Equal(first, second) {
		t.Error("the same plot gives other bytes")
	}
}

// A plot without anything that can be drawn is still a picture.
func TestEmpty(t *testing.T) {
	for _, p := range []*plot.Plot{{}, {LogX: true, LogY: true}, {Ticks: []string{"a", "b"}}} {
		p.Add(plot.Points, "none").Point(-1, -1).Point(math.Inf(1), 0)
		if all := parse(t, p.SVG()); count(all, "rect") != 2 {
			t.Errorf("%d rectangles", count(all, "rect"))
		}
	}
}

// Another program draws it: Debian's librsvg.
func TestDraws(t *testing.T) {
	cmd := exec.Command(oracle.Program(t, "rsvg-convert", "librsvg2-bin"), "-f", "png")
	cmd.Stdin = strings.NewReader(string(example().SVG()))
	out, err := cmd.Output()
	if err != nil || !strings.HasPrefix(string(out), "\x89PNG") {
		t.Errorf("%v, %d bytes", err, len(out))
	}
}

// A plot that encoding/gob wrote and read is drawn as before.
func TestGob(t *testing.T) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(example()); err != nil {
		t.Fatal(err)
	}
	var back plot.Plot
	if err := gob.NewDecoder(&b).Decode(&back); err != nil {
		t.Fatal(err)
	}
	if got, want := back.SVG(), example().SVG(); !bytes.Equal(got, want) {
		t.Errorf("read %s, want %s", got, want)
	}
}
