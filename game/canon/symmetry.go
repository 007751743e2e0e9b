package canon

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// maxKeys is the largest number of keys that [ImageKeys] hold of one code, in 128 MiB.
const maxKeys = 1 << 24

// A Symmetry says what becomes of each feature of a space in an image. Make one
// with [Identity].
type Symmetry struct {
	image     []zobrist.Feature
	exchanged []zobrist.Feature // in order
}

// Identity returns the symmetry that leaves every feature what it is, to begin
// with.
func Identity(space *zobrist.Space) Symmetry {
	s := Symmetry{image: make([]zobrist.Feature, space.Len())}
	for f := range s.image {
		s.image[f] = zobrist.Feature(f)
	}
	return s
}

// Move moves the features of a group: image returns the row and the column to
// which a row and a column go. Rows are the classes of a grid, such as the colours
// of stones, and columns its places; other groups have one row, 0. Different
// features must go to different ones. It panics if there is no such row or column.
func (s *Symmetry) Move(g zobrist.Group, image func(row, column int) (int, int)) {
	for row := range g.Rows {
		for column := range g.Columns {
			s.image[g.At(row, column)] = g.At(image(row, column))
		}
	}
}

// Exchange makes the image have a feature if the position does not have it: the
// feature for the side to move, if the sides change places. None of the symmetries
// that are given to [New] may move such a feature.
func (s *Symmetry) Exchange(f zobrist.Feature) {
	if i, found := slices.BinarySearch(s.exchanged, f); found {
		s.exchanged = slices.Delete(s.exchanged, i, i+1)
	} else {
		s.exchanged = slices.Insert(s.exchanged, i, f)
	}
}

// apply replaces the features dst[from:] by their images.
func (s *Symmetry) apply(dst []zobrist.Feature, from int) []zobrist.Feature {
	for i, f := range dst[from:] {
		dst[from+i] = s.image[f]
	}
	for _, f := range s.exchanged {
		if i := slices.Index(dst[from:], f); i >= 0 {
			dst = slices.Delete(dst, from+i, from+i+1)
		} else {
			dst = append(dst, f)
		}
	}
	return dst
}

// then returns the symmetry that does s first and then n.
func (s *Symmetry) then(n *Symmetry) Symmetry {
	c := Symmetry{image: make([]zobrist.Feature, len(s.image)), exchanged: slices.Clone(s.exchanged)}
	for f, to := range s.image {
		c.image[f] = n.image[to]
	}
	for _, f := range n.exchanged {
		c.Exchange(f)
	}
	return c
}

// id returns equal texts for equal symmetries and only for them.
func (s *Symmetry) id() string {
	b := make([]byte, 0, 4*(len(s.image)+len(s.exchanged)))
	for _, list := range [][]zobrist.Feature{s.image, s.exchanged} {
		for _, f := range list {
			b = binary.LittleEndian.AppendUint32(b, uint32(f))
		}
	}
	return string(b)
}

// generate returns the group that symmetries generate, the identity first.
func generate(space *zobrist.Space, generators []Symmetry) ([]Symmetry, error) {
	for i := range generators {
		if err := generators[i].check(space, generators); err != nil {
			return nil, fmt.Errorf("canon: symmetry %d of %q %w", i, space.Name(), err)
		}
	}
	group := []Symmetry{Identity(space)}
	known := map[string]bool{group[0].id(): true}
	for i := 0; i < len(group); i++ {
		for k := range generators {
			s := group[i].then(&generators[k])
			if id := s.id(); !known[id] {
				known[id] = true
				group = append(group, s)
			}
		}
		if len(group)*space.Len() > maxKeys {
			return nil, fmt.Errorf("canon: the symmetries of %q generate a group of more than %d; "+
				"see that each is what was meant", space.Name(), maxKeys/space.Len())
		}
	}
	return group, nil
}

// check returns an error if s is not a symmetry of the space.
func (s *Symmetry) check(space *zobrist.Space, all []Symmetry) error {
	if len(s.image) != space.Len() {
		return fmt.Errorf("is one of %d features, not of %d; begin with Identity", len(s.image), space.Len())
	}
	from := make([]int, len(s.image))
	for f, to := range s.image {
		if from[to]++; from[to] > 1 {
			return fmt.Errorf("sends %s, like another feature, to %s", space.FeatureName(zobrist.Feature(f)),
				space.FeatureName(to))
		}
	}
	for _, f := range s.exchanged {
		for _, other := range all {
			if int(f) >= len(other.image) || other.image[f] != f {
				return fmt.Errorf("exchanges %s, which another one moves or does not have", space.FeatureName(f))
			}
		}
	}
	return nil
}
