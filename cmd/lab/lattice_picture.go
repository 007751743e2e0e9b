package main

import (
	"cmp"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"

	"github.com/zobrist-go/zobrist/lattice"
)

// latticeColours has a colour for the host and the species 1, 2, … (Okabe and Ito), which
// colour-blind people can distinguish.
var latticeColours = []color.RGBA{
	{0xe4, 0xe4, 0xe4, 255}, {0xd5, 0x5e, 0x00, 255}, {0x00, 0x72, 0xb2, 255}, {0x00, 0x9e, 0x73, 255},
	{0xcc, 0x79, 0xa7, 255}, {0xe6, 0x9f, 0x00, 255}, {0x56, 0xb4, 0xe9, 255}, {0x20, 0x20, 0x20, 255},
}

const (
	latticeWidth  = 640.0 // of a picture, in pixels
	latticeMargin = 20.0
	latticeDepth  = 0.4 // how far the third axis leads to the right and up
)

// A mark is a disc, a square or a line of a picture. A disc and a square reach r
// from x1, y1; a line leads to x2, y2 and is 2·r wide. y grows downwards.
type mark struct {
	shape          rune // 'o', 's' or '/'
	x1, y1, x2, y2 float64
	r              float64
	colour         color.RGBA
}

// latticePicture returns the marks of a state, those behind first, and the height.
func latticePicture(s *lattice.State) (marks []mark, height float64) {
	l := s.Lattice()
	size := l.Size()
	depth := latticeDepth * float64(size[2]-1)
	scale := (latticeWidth - 2*latticeMargin) / (float64(size[0]) + depth)
	height = scale*(float64(size[1])+depth) + 2*latticeMargin
	at := func(p [3]int) (x, y float64) {
		z := latticeDepth * float64(p[2])
		return latticeMargin + scale*(float64(p[0])+.5+z), height - latticeMargin - scale*(float64(p[1])+.5+z)
	}
	flat := l.Dimensions() == 2
	if !flat {
		marks = box(size, at)
	}
	for _, t := range atoms(s, flat) {
		m := mark{shape: 'o', r: .4 * scale, colour: latticeColours[t.species%len(latticeColours)]}
		m.x1, m.y1 = at(t.place)
		switch {
		case flat:
			m.shape, m.r = 's', .5*scale
		case t.vacancy:
			m.shape = 's'
		}
		white := .6 * float64(t.place[2]) / float64(size[2]) // paler with the distance
		for _, c := range []*uint8{&m.colour.R, &m.colour.G, &m.colour.B} {
			*c = uint8(float64(*c)*(1-white) + 255*white)
		}
		marks = append(marks, m)
	}
	return marks, height
}

// box returns the edges of the lattice.
func box(size [3]int, at func([3]int) (x, y float64)) (marks []mark) {
	for corner := range 8 {
		var from [3]int
		for axis, edge := range size {
			from[axis] = corner >> axis & 1 * (edge - 1)
		}
		for axis, edge := range size {
			if from[axis] == 0 && edge > 1 {
				to := from
				to[axis] = edge - 1
				m := mark{shape: '/', r: .5, colour: color.RGBA{0x90, 0x90, 0x90, 255}}
				m.x1, m.y1 = at(from)
				m.x2, m.y2 = at(to)
				marks = append(marks, m)
			}
		}
	}
	return marks
}

// An atom is a site as a picture shows it.
type atom struct {
	species int
	vacancy bool
	place   [3]int
}

// atoms returns the sites to draw, the farthest first: all of a flat lattice, or all
// without the host. A vacancy, the only site of the last of several species, comes
// to the middle, so that what it has gathered is in one piece.
func atoms(s *lattice.State, flat bool) (all []atom) {
	l, last := s.Lattice(), len(s.Species())-1
	lone := last > 1 && len(s.Sites(last)) == 1
	var shift [3]int
	if lone && !flat {
		shift[0], shift[1], shift[2] = l.Coordinates(int(s.Sites(last)[0]))
		for axis, edge := range l.Size() {
			shift[axis] = edge/2 - shift[axis]
		}
	}
	for site := range l.Sites() {
		t := atom{species: s.At(site), vacancy: lone && s.At(site) == last}
		if t.species == 0 && !flat {
			continue
		}
		t.place[0], t.place[1], t.place[2] = l.Coordinates(site)
		for axis, edge := range l.Size() {
			t.place[axis] = (t.place[axis] + shift[axis] + edge) % edge
		}
		all = append(all, t)
	}
	slices.SortStableFunc(all, func(t, u atom) int { return cmp.Compare(u.place[2], t.place[2]) })
	return all
}

// drawLattice draws a state as ".svg" or ".png".
func drawLattice(w io.Writer, s *lattice.State, kind string) error {
	marks, height := latticePicture(s)
	if kind == ".png" {
		return png.Encode(w, raster(marks, height))
	}
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.1f">`+"\n"+
		`<rect width="100%%" height="100%%" fill="#fff"/>`+"\n", latticeWidth, height)
	if err != nil {
		return err
	}
	for _, m := range marks {
		fill := fmt.Sprintf("#%02x%02x%02x", m.colour.R, m.colour.G, m.colour.B)
		switch m.shape {
		case 'o':
			_, err = fmt.Fprintf(w, `<circle cx="%.1f" cy="%.1f" r="%.2f" fill="%s"/>`+"\n", m.x1, m.y1, m.r, fill)
		case 's':
			_, err = fmt.Fprintf(w, `<rect x="%.2f" y="%.2f" width="%.2f" height="%.2f" fill="%s"/>`+"\n",
				m.x1-m.r, m.y1-m.r, 2*m.r, 2*m.r, fill)
		default:
			_, err = fmt.Fprintf(w, `<path d="M%.1f %.1fL%.1f %.1f" stroke="%s" stroke-width="%.1f"/>`+"\n",
				m.x1, m.y1, m.x2, m.y2, fill, 2*m.r)
		}
		if err != nil {
			return err
		}
	}
	_, err = fmt.Fprintln(w, "</svg>")
	return err
}

// raster draws marks as pixels.
func raster(marks []mark, height float64) image.Image {
	picture := image.NewRGBA(image.Rect(0, 0, latticeWidth, int(math.Ceil(height))))
	for i := range picture.Pix {
		picture.Pix[i] = 255
	}
	for _, m := range marks {
		if m.shape != '/' {
			m.x2, m.y2 = m.x1, m.y1
		}
		for y := int(min(m.y1, m.y2) - m.r - 1); y <= int(max(m.y1, m.y2)+m.r+1); y++ {
			for x := int(min(m.x1, m.x2) - m.r - 1); x <= int(max(m.x1, m.x2)+m.r+1); x++ {
				part := min(max(m.r+.5-m.distance(float64(x)+.5, float64(y)+.5), 0), 1)
				c := picture.RGBAAt(x, y)
				mix := func(old, new uint8) uint8 { return uint8(float64(old)*(1-part) + float64(new)*part + .5) }
				picture.SetRGBA(x, y, color.RGBA{mix(c.R, m.colour.R), mix(c.G, m.colour.G), mix(c.B, m.colour.B), 255})
			}
		}
	}
	return picture
}

// distance returns the distance of a point from the middle of a mark.
func (m mark) distance(x, y float64) float64 {
	if m.shape == 's' {
		return max(math.Abs(x-m.x1), math.Abs(y-m.y1))
	}
	dx, dy, along := m.x2-m.x1, m.y2-m.y1, 0.0
	if square := dx*dx + dy*dy; square > 0 {
		along = min(max(((x-m.x1)*dx+(y-m.y1)*dy)/square, 0), 1)
	}
	return math.Hypot(x-m.x1-along*dx, y-m.y1-along*dy)
}
