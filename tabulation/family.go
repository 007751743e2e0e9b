package tabulation

import "fmt"

// A Family is a way to make hash functions out of tables of random words.
type Family uint8

// The families, fastest first. The package comment says what each of them guarantees. In the formulas a key has c
// characters x₀ … x_{c−1}, the low byte first, and T and U are tables of random words.
const (
	// Simple is simple tabulation (Zobrist 1970; Pătraşcu and Thorup 2012): T₀[x₀] ⊕ … ⊕ T_{c−1}[x_{c−1}].
	Simple Family = iota

	// OnePermutation is tabulation-1permutation (Aamand and others 2020): Simple, then a random permutation of the
	// top byte of the hash.
	OnePermutation

	// Twisted is twisted tabulation (Pătraşcu and Thorup 2013): (h, t) = T₀[x₀] ⊕ … ⊕ T_{c−2}[x_{c−2}], and the
	// hash is h ⊕ U[x_{c−1} ⊕ t]. The last character is the head, the byte t its twist. The paper packs 32 bits of h
	// and t in one word. Entries have two words here, so that all 64 bits of the hash have the paper's guarantee.
	Twisted

	// Permutation is tabulation-permutation (Aamand and others 2020): Simple, then a random permutation of each
	// byte of the hash.
	Permutation

	// Mixed is mixed tabulation (Dahlgaard and others 2015): (h, d) = T₀[x₀] ⊕ … ⊕ T_{c−1}[x_{c−1}], and the hash is
	// h ⊕ U₀[d₀] ⊕ U₁[d₁] ⊕ …, with four derived characters d₀, d₁, … for keys of at most four characters, otherwise
	// eight.
	Mixed

	// Double is double tabulation (Thorup 2013): a simple tabulation onto six derived characters for each character
	// of the key, rounded up to words of eight, then a simple tabulation of these.
	Double

	families
)

var familyNames = [families]string{"simple", "1permutation", "twisted", "permutation", "mixed", "double"}

// Families lists all families.
func Families() []Family {
	all := make([]Family, families)
	for i := range all {
		all[i] = Family(i)
	}
	return all
}

// String returns the name of the family: simple, 1permutation, twisted, permutation, mixed or double.
func (f Family) String() string {
	if f < families {
		return familyNames[f]
	}
	return fmt.Sprintf("Family(%d)", uint8(f))
}
