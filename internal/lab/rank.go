package lab

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
)

// maxScenes bounds the count of sets of five to some seven million, seconds.
const maxScenes = 64

// orderedScenes are all tuples of c characters out of r, as incidence vectors
// over the r·c pairs of a column and a character.
func orderedScenes(r, c int) ([]uint64, error) {
	if r < 1 || c < 1 || r*c > 64 {
		return nil, fmt.Errorf("ordered scenes of %d columns of %d characters: "+
			"each must be 1 or more, and their product at most 64", c, r)
	}
	scenes := []uint64{0}
	for column := range c {
		var longer []uint64
		for _, s := range scenes {
			for a := range r {
				longer = append(longer, s|1<<(column*r+a))
			}
		}
		if scenes = longer; len(scenes) > maxScenes {
			return nil, tooMany("ordered")
		}
	}
	return scenes, nil
}

// unorderedScenes are all non-empty sets of m features.
func unorderedScenes(m int) ([]uint64, error) {
	if m < 1 || m > 6 {
		return nil, tooMany("unordered")
	}
	scenes := make([]uint64, 1<<m-1)
	for i := range scenes {
		scenes[i] = uint64(i) + 1
	}
	return scenes, nil
}

// oddScenes are the sets of m features with an odd number of the first class
// of them.
func oddScenes(m, class int) ([]uint64, error) {
	if m < 1 || m > 7 {
		return nil, tooMany("unordered")
	}
	if class < 1 || class > m {
		return nil, fmt.Errorf("a class of %d of %d features: it must be 1 to %d", class, m, m)
	}
	var scenes []uint64
	for s := range uint64(1) << m {
		if bits.OnesCount64(s&(1<<class-1))%2 == 1 {
			scenes = append(scenes, s)
		}
	}
	return scenes, nil
}

func tooMany(kind string) error {
	return fmt.Errorf("%s scenes: at most %d are counted; take smaller sizes", kind, maxScenes)
}

// counts has the numbers of subsets of k scenes.
type counts struct{ subsets, dependent, noneFree int }

// element is a vector of a basis with the scenes it is the sum of.
type element struct {
	vector uint64
	scenes uint8
}

// countSubsets ranks every subset of k of the scenes, k up to 8.
func countSubsets(ctx context.Context, scenes []uint64, k int) (counts, error) {
	var c counts
	// visit extends a subset of size scenes, with its reduced basis and the
	// set of its scenes that are in a dependency.
	var visit func(from, size int, basis []element, tied uint8) error
	visit = func(from, size int, basis []element, tied uint8) error {
		if size == k {
			c.subsets++
			if tied != 0 {
				c.dependent++
			}
			if tied == 1<<k-1 {
				c.noneFree++
			}
			return nil
		}
		for i := from; i < len(scenes); i++ {
			if size == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			v := element{scenes[i], 1 << size}
			for _, b := range basis {
				if v.vector&(b.vector&-b.vector) != 0 {
					v.vector ^= b.vector
					v.scenes ^= b.scenes
				}
			}
			next, nextTied := basis, tied
			if v.vector == 0 {
				nextTied |= v.scenes
			} else {
				next = append(basis[:len(basis):len(basis)], v)
			}
			if err := visit(i+1, size+1, next, nextTied); err != nil {
				return err
			}
		}
		return nil
	}
	return c, visit(0, 0, make([]element, 0, k), 0)
}

// formula gives the counts of subsets of k scenes that a theorem predicts, or
// nil if there is none.
type formula func(k int) (dependent, noneFree any)

// orderedFormula: pairs and triples are independent; dependent quadruples are
// those whose sum is 0; Lemma 1.
func orderedFormula(r, c int) formula {
	return func(k int) (any, any) {
		switch k {
		case 2, 3:
			return 0, 0
		case 4:
			n, power := 1, 1
			for range c {
				n *= r
				power *= 3*r*r - 2*r
			}
			q := (power - (3*n*n - 2*n)) / 24
			return q, q
		}
		return nil, 0
	}
}

// unorderedFormula: sets of non-zero vectors are sets of columns of the
// Hamming code's check matrix, and dependencies its words. Five scenes none of
// which is independent are a word of weight 5, or two triples with one scene
// in common.
func unorderedFormula(m int) formula {
	n := 1<<m - 1
	return func(k int) (any, any) {
		switch k {
		case 2:
			return 0, 0
		case 3:
			t := n * (n - 1) / 6
			return t, t
		case 4:
			t := n * (n - 1) / 6 * (n - 3) // a triple and any other
			q := n * (n - 1) * (n - 3) / 24
			return t + q, q
		}
		return nil, n*(n-1)*(n-3)*(n-7)/120 + n*((n-1)/2)*((n-3)/2)/2
	}
}

// affineFormula is for all n scenes of a class rule: an affine space, in which
// any three points have exactly one fourth.
func affineFormula(n int) formula {
	return func(k int) (any, any) {
		switch k {
		case 2, 3:
			return 0, 0
		case 4:
			q := n * (n - 1) * (n - 2) / 24
			return q, q
		}
		return nil, 0
	}
}

// scenes returns the scenes with a name and the formulas for them.
func (s Sizes) scenes() (name string, scenes []uint64, f formula, err error) {
	ordered, unordered := s.Characters != 0 || s.Columns != 0, s.Features != 0 || s.Class != 0
	switch {
	case ordered == unordered:
		err = errors.New("give characters and columns for ordered scenes, or features for unordered ones")
		return "", nil, nil, err
	case ordered:
		scenes, err = orderedScenes(s.Characters, s.Columns)
		return fmt.Sprintf("R=%d, c=%d", s.Characters, s.Columns), scenes, orderedFormula(s.Characters, s.Columns), err
	case s.Class != 0:
		scenes, err = oddScenes(s.Features, s.Class)
		name = fmt.Sprintf("m=%d, class of %d", s.Features, s.Class)
		if s.Class == 1 {
			name = fmt.Sprintf("m=%d with a start value", s.Features-1)
		}
		return name, scenes, affineFormula(len(scenes)), err
	}
	scenes, err = unorderedScenes(s.Features)
	return fmt.Sprintf("m=%d", s.Features), scenes, unorderedFormula(s.Features), err
}

// countRows adds the rows for k = 2 to 5.
func countRows(ctx context.Context, t *Table, s Sizes) error {
	name, scenes, f, err := s.scenes()
	if err != nil {
		return err
	}
	for k := 2; k <= 5 && k <= len(scenes); k++ {
		c, err := countSubsets(ctx, scenes, k)
		if err != nil {
			return err
		}
		dependent, noneFree := f(k)
		t.Add(name, len(scenes), k, c.subsets, c.dependent, dependent, c.noneFree, noneFree)
	}
	return nil
}
