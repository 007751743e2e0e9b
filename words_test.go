package zobrist_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/zobrist-go/zobrist"
)

// words is the report's second example: letters at positions 1 to 10, 260
// features, of which a word has one at each of its positions.
func words() *zobrist.Space {
	var letters, places []string
	for c := 'A'; c <= 'Z'; c++ {
		letters = append(letters, string(c))
	}
	for i := range 10 {
		places = append(places, strconv.Itoa(i+1))
	}
	return zobrist.MustSpace("words", zobrist.Grid("letter", letters, places))
}

// spell returns the features of a word of A to Z.
func spell(s *zobrist.Space, word string) []zobrist.Feature {
	letter := s.Group("letter")
	var features []zobrist.Feature
	for i, c := range word {
		features = append(features, letter.At(int(c-'A'), i))
	}
	return features
}

// The report's hash(CAT) = h(3,1) ⊕ h(1,2) ⊕ h(20,3), and its example of how
// errors cluster, on a clash of our making: with CATS and DOGS clash CAT and
// DOG, CATNIP and DOGNIP, and no other pair of these.
func Example_words() {
	space := words()
	keys := zobrist.NewKeys(space.Len(), rand.NewPCG(1970, 88))
	fmt.Println("CAT is", space.Names(spell(space, "CAT")...))

	// Choose the key of D in the first place so that CATS and DOGS clash.
	d := space.Group("letter").At('D'-'A', 0)
	keys[d] ^= keys.Hash(0, spell(space, "CATS")...) ^ keys.Hash(0, spell(space, "DOGS")...)

	for _, pair := range [][2]string{
		{"CATS", "DOGS"}, {"CAT", "DOG"}, {"CATNIP", "DOGNIP"}, {"CATS", "DOG"}, {"CAR", "DOR"},
	} {
		clash := keys.Hash(0, spell(space, pair[0])...) == keys.Hash(0, spell(space, pair[1])...)
		fmt.Println(pair[0], pair[1], clash)
	}
	// Output:
	// CAT is C 1 ⊕ A 2 ⊕ T 3
	// CATS DOGS true
	// CAT DOG true
	// CATNIP DOGNIP true
	// CATS DOG false
	// CAR DOR false
}

// Every clash of two words of three letters, found among all 17,576 at 24
// bits, goes on with every ending, and so does every clash with a common
// letter taken away.
func TestErrorsCluster(t *testing.T) {
	space := words()
	keys := zobrist.NewKeys(space.Len(), rand.NewPCG(1, 2)).Truncate(24)
	hash := func(w string) uint64 { return keys.Hash(0, spell(space, w)...) }
	first := map[uint64]string{}
	clashes := 0
	for i := range 26 * 26 * 26 {
		w := string([]byte{'A' + byte(i/676), 'A' + byte(i/26%26), 'A' + byte(i%26)})
		other, taken := first[hash(w)]
		if !taken {
			first[hash(w)] = w
			continue
		}
		clashes++
		for _, ending := range []string{"S", "NIP", "ZZZZZZZ"} {
			if hash(w+ending) != hash(other+ending) {
				t.Errorf("%s and %s clash, %s%s and %s%s do not", w, other, w, ending, other, ending)
			}
		}
		for i := range 3 {
			if w[i] == other[i] {
				f := space.Group("letter").At(int(w[i]-'A'), i)
				if hash(w)^keys[f] != hash(other)^keys[f] {
					t.Errorf("%s and %s do not clash without letter %d", w, other, i+1)
				}
			}
		}
	}
	// 17,576 words have 9.2 clashing pairs at 24 bits on average. Because they
	// cluster, the test only asks for some.
	if clashes == 0 {
		t.Error("no clash at all; take another seed")
	}
}
