package lab

import (
	"context"
	"slices"
	"strconv"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/lab/plot"
)

// Words hashes words by their letters at their positions and shows how errors
// cluster: if two words clash, so do all pairs that differ in the same way.
func Words() Experiment {
	return newExperiment("words", judgeWords, []law{lawOf("a clash made on purpose", unsized, constructed),
		lawOf("words", trials(100, 100), found)})
}

// judgeWords applies the rule of [Words]: it compares the clashes that go on with every ending with all.
func judgeWords(r *Report) Verdict {
	t := r.Table("found")
	pairs, further := sum(t.column("clashing pairs")), sum(t.column("clash with every ending tried"))
	random, differences := sum(t.column("of random hashes")), sum(t.column("differences they have"))
	return r.verdict(pairs == further && pairs > 0, Sharper, pairs, random, differences, pairs/differences)
}

// wordSpace has a feature for each letter at each position: 26·10.
func wordSpace() *zobrist.Space {
	var letters, places []string
	for c := 'A'; c <= 'Z'; c++ {
		letters = append(letters, string(c))
	}
	for i := range 10 {
		places = append(places, strconv.Itoa(i+1))
	}
	return zobrist.MustSpace("words", zobrist.Grid("letter", letters, places))
}

// spelling hashes words of one to ten letters A to Z.
type spelling struct {
	keys   zobrist.Keys
	letter zobrist.Group
}

func (s spelling) hash(word string) (h uint64) {
	for i, c := range []byte(word) {
		h ^= s.keys[s.letter.At(int(c-'A'), i)]
	}
	return h
}

// clashWith reports whether two words clash with each of the endings.
func (s spelling) clashWith(a, b string, endings ...string) bool {
	for _, ending := range endings {
		if s.hash(a+ending) != s.hash(b+ending) {
			return false
		}
	}
	return true
}

// constructed makes a clash and shows those that follow from it.
func constructed(_ context.Context, o Options, _ struct{}, _ func(float64)) (*Table, error) {
	space := wordSpace()
	s := spelling{zobrist.NewKeys(space.Len(), o.source(1)), space.Group("letter")}
	s.keys[s.letter.At('D'-'A', 0)] ^= s.hash("CATS") ^ s.hash("DOGS")
	t := newTable("constructed")
	for _, pair := range [][2]string{
		{"CATS", "DOGS"}, {"CAT", "DOG"}, {"CATNIP", "DOGNIP"}, {"CATALOGUES", "DOGALOGUES"},
		{"CATS", "DOG"}, {"CAR", "DOR"}, {"SCAT", "SDOG"},
	} {
		a, b := s.hash(pair[0]), s.hash(pair[1])
		t.Add(pair[0], strconv.FormatUint(a, 16), pair[1], strconv.FormatUint(b, 16), strconv.FormatBool(a == b))
	}
	return t, nil
}

// found counts clashes of words of three letters, and how many words they are
// made of once differences are the same.
func found(ctx context.Context, o Options, tables int, progress func(float64)) (*Table, error) {
	const words = 26 * 26 * 26
	space := wordSpace()
	t := newTable("found")
	law := t.Plot.Add(plot.Line, "pairs of random hashes")
	pairPoints := t.Plot.Add(plot.Points, "clashing pairs, 95 %")
	kindPoints := t.Plot.Add(plot.Points, "differences that clash, 95 %")
	list, hashes := make([]string, words), make([]uint64, words)
	for i := range list {
		list[i] = string([]byte{'A' + byte(i/676), 'A' + byte(i/26%26), 'A' + byte(i%26)})
	}
	widths := []int{16, 18, 20, 22, 24}
	for i, bits := range widths {
		pairs, differences, further := 0, 0, 0
		var eachPairs, eachKinds sample
		for trial := range tables {
			if err := ctx.Err(); err != nil {
				return t, err
			}
			progress(float64(i*tables+trial) / float64(len(widths)*tables))
			keys := zobrist.NewKeys(space.Len(), o.source(2, uint64(bits), uint64(trial)))
			s := spelling{keys.Truncate(bits), space.Group("letter")}
			for i, w := range list {
				hashes[i] = s.hash(w)<<16 | uint64(i) // sorting brings equal hashes together
			}
			slices.Sort(hashes)
			kinds, before := make(map[string]bool), pairs
			for i, x := range hashes {
				for j := i - 1; j >= 0 && hashes[j]>>16 == x>>16; j-- {
					a, b := list[x&0xffff], list[hashes[j]&0xffff]
					pairs++
					kinds[difference(a, b)] = true
					if s.clashWith(a, b, "NIP", "SON", "ZZZ") {
						further++
					}
				}
			}
			differences += len(kinds)
			eachPairs, eachKinds = append(eachPairs, float64(pairs-before)), append(eachKinds, float64(len(kinds)))
		}
		expected := float64(tables) * words * (words - 1) / 2 / float64(int(1)<<bits)
		var each any
		if differences > 0 {
			each = float64(pairs) / float64(differences)
		}
		mean, half := eachPairs.moments()
		kinds, halfKinds := eachKinds.moments()
		n := float64(tables)
		t.Add(bits, tables, pairs, n*(mean-half), n*(mean+half), expected, differences, n*(kinds-halfKinds),
			n*(kinds+halfKinds), each, further)
		law.Point(float64(bits), expected/n)
		pairPoints.Between(float64(bits), mean, mean-half, mean+half)
		kindPoints.Between(float64(bits), kinds, kinds-halfKinds, kinds+halfKinds)
	}
	return t, nil
}

// difference returns the letters that a and b do not share, in their places,
// the same for both orders.
func difference(a, b string) string {
	if a > b {
		a, b = b, a
	}
	d := []byte(a + b)
	for i := range len(a) {
		if a[i] == b[i] {
			d[i], d[len(a)+i] = '.', '.'
		} else if d[i] > d[len(a)+i] {
			d[i], d[len(a)+i] = d[len(a)+i], d[i]
		}
	}
	return string(d)
}
