package audit_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/keyfile"
)

// quick are options of audits whose searches take no time.
var quick = audit.Options{MaxWeight: 4, Exhaustive: 4, Iterations: 1, Truncations: []int{}}

func run(t *testing.T, keys zobrist.Keys, o audit.Options) *audit.Report {
	t.Helper()
	r, err := audit.Run(t.Context(), zobrist.Set{Keys: keys}, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestZeroKeysStayOut: zero keys are a flaw by themselves, and unused ones are none; neither is part of other sets.
func TestZeroKeysStayOut(t *testing.T) {
	keys := zobrist.NewKeys(120, rand.NewPCG(1, 2))
	o := quick
	o.Truncations = []int{8, 40}
	plain := run(t, slices.Clone(keys[20:]), o)
	clear(keys[:20])
	for _, unused := range []bool{false, true} {
		if unused {
			o.Unused = func(f zobrist.Feature) bool { return f < 20 }
		}
		r := run(t, slices.Clone(keys), o)
		if flawed := len(r.Verdict.Flaws) > 0; flawed == unused || (len(r.Zero) == 20) == unused {
			t.Errorf("unused %v: flaws %v, zero %v", unused, r.Verdict.Flaws, r.Zero)
		}
		for w := 2; w <= 4; w++ {
			if l := r.Distributions[0].Weights[w-1]; l.Count.Sign() != 0 || !l.Exact {
				t.Errorf("unused %v: %v sets of %d", unused, l.Count, w)
			}
		}
		for i, tr := range r.Truncations {
			if want := plain.Truncations[i]; tr.Least != want.Least || tr.Count.Cmp(want.Count) != 0 {
				t.Errorf("unused %v: %d %s bits: %v sets of %d, without these keys %v of %d", unused, tr.Bits, tr.End,
					tr.Count, tr.Least, want.Count, want.Least)
			}
		}
		if words := strings.Join(r.Verdict.Words, " "); strings.Contains(words, "linearly independent") {
			t.Errorf("unused %v: %s", unused, words)
		}
	}
	for _, n := range []int{1, 5, 100} { // nothing but zeros
		if r := run(t, make(zobrist.Keys, n), audit.Options{}); len(r.Zero) != n || len(r.Verdict.Flaws) == 0 {
			t.Errorf("%d zero keys: %+v", n, r.Verdict)
		}
	}
}

// TestSurplus: as many sets as in a table made for this (96 of seven keys) are a flaw, by
// the chance of a Poisson variable; a single set where .05 are expected is none.
func TestSurplus(t *testing.T) {
	file, err := keyfile.ReadFile("testdata/96-sets-of-7.hex", keyfile.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	r := run(t, file.Keys, audit.Options{MaxWeight: 7, Exhaustive: 4, Iterations: 2000, Truncations: []int{}})
	found := slices.ContainsFunc(r.Verdict.Flaws, func(f audit.Flaw) bool {
		return strings.Contains(f.Text, "more sets of 7") && f.Harm != "" && f.Remedy != ""
	})
	if !found {
		t.Errorf("flaws %+v", r.Verdict.Flaws)
	}
	// Of 100 random keys of 26 bits .058 sets of four XOR to 0 on the average, of 24 bits .23.
	keys := zobrist.NewKeys(100, rand.NewPCG(3, 4)).Truncate(26)
	keys[7] = keys[20] ^ keys[40] ^ keys[60]
	o := quick
	o.Bits = 26
	if r := run(t, keys, o); len(r.Verdict.Flaws) > 0 {
		t.Errorf("a set of four at 26 bits: flaws %+v", r.Verdict.Flaws)
	}
	for i := range 6 { // and six more are
		keys[i] = keys[10+i] ^ keys[30+i] ^ keys[50+i]
	}
	if r := run(t, keys, o); len(r.Verdict.Flaws) != 1 {
		t.Errorf("seven sets of four at 26 bits: flaws %+v", r.Verdict.Flaws)
	}
}

// TestRemarks: what does no harm is no flaw.
func TestRemarks(t *testing.T) {
	star, err := zobrist.NewSource("xorshift64star", 1)
	if err != nil {
		t.Fatal(err)
	}
	sorted := zobrist.NewKeys(781, rand.NewPCG(1, 2))
	slices.Sort(sorted)
	descending := slices.Clone(sorted)
	slices.Reverse(descending)
	biased := zobrist.NewKeys(781, rand.NewPCG(5, 6))
	complement := zobrist.NewKeys(781, rand.NewPCG(7, 8))
	complement[5] = ^complement[700]
	for i := range biased {
		if i%4 == 0 {
			biased[i] |= 1 << 17
		}
	}
	for says, keys := range map[string]zobrist.Keys{
		"bits 0–2 follow from at most 64 earlier keys by a linear rule": zobrist.NewKeys(781, star),
		"Of no harm: the keys are sorted.":                              sorted,
		"the keys are sorted":                                           descending,
		"bit 17 is set in far too many":                                 biased,
		"the bits of another key, rearranged, are the key of":           complement,
	} {
		r := run(t, keys, quick)
		if words := strings.Join(r.Verdict.Words, " "); len(r.Verdict.Flaws) > 0 || len(r.Verdict.Remarks) != 1 ||
			!strings.Contains(words, says) || !strings.Contains(words, "no flaw") {
			t.Errorf("%s: flaws %v, remarks %v", says, r.Verdict.Flaws, r.Verdict.Remarks)
		}
	}
}

// TestCheck: a requirement of CI.
func TestCheck(t *testing.T) {
	keys := zobrist.NewKeys(200, rand.NewPCG(1, 2))
	keys[9] = keys[10] ^ keys[20] ^ keys[30] ^ keys[40]
	o := audit.Options{MaxWeight: 6, Exhaustive: 5, Missed: .01, Truncations: []int{}}
	r := run(t, keys, o)
	for weight, ok := range map[int]bool{1: true, 4: true, 5: false, 6: false} {
		if err := r.Check(weight, .01); (err == nil) != ok {
			t.Errorf("weight %d: %v", weight, err)
		}
	}
	o.Occurs = func(f zobrist.Feature) bool { return f != 9 } // the set cannot occur
	r = run(t, keys, o)
	if err := r.Check(6, .01); err != nil || len(r.Verdict.Flaws) > 0 {
		t.Errorf("without the set: %v, flaws %v", err, r.Verdict.Flaws)
	}
	if err := r.Check(7, .01); err == nil {
		t.Error("weight 7 was not searched for")
	}
}

// TestForLayout: a program asks what the command knows of the features of a layout.
func TestForLayout(t *testing.T) {
	text := "pad 3: unused\npiece 128: white pawn, black pawn / a1..h8\nturn 1: white to move\n"
	layout, err := keyfile.ParseLayout(chess.Space(), "mine", text)
	if err != nil {
		t.Fatal(err)
	}
	o := audit.ForLayout(layout)
	if !o.Unused(2) || o.Unused(3) || o.Occurs(3) || !o.Occurs(3+8) || o.Occurs(2) ||
		!o.Differ([]zobrist.Feature{11, 12}) || o.Differ([]zobrist.Feature{3}) || !slices.Contains(o.Unseen, "castling") || o.Space.Len() != 132 {
		t.Errorf("%+v", o)
	}
	own, err := keyfile.OpenLayout(chess.Space(), "")
	if err != nil {
		t.Fatal(err)
	}
	if o := audit.ForLayout(own); o.Space != chess.Space() || o.Occurs(64) || o.Unseen != nil {
		t.Errorf("chess: %+v", o)
	}
}

// TestManyKeys: sets of three and four keys are listed however many keys there are, and the verdict says which larger ones are not.
func TestManyKeys(t *testing.T) {
	keys := zobrist.NewKeys(9000, rand.NewPCG(1, 2))
	keys[1] = keys[5000] ^ keys[8000] ^ keys[8999]
	o := quick
	o.Exhaustive = 6
	r := run(t, keys, o)
	if len(r.Dependencies) != 1 || !r.Distributions[0].Weights[3].Exact || len(r.Verdict.Flaws) != 1 ||
		!strings.Contains(strings.Join(r.Verdict.Words, " "), "Of 9000 keys the audit lists sets of up to 4 only") {
		t.Errorf("%v, %v", r.Dependencies, r.Verdict)
	}
}

// TestZeroKeysOfAKing: two positions differ in two squares of a king, though never in one, so keys of 0 for all of them
// make the smallest set one of two. Pleco leaves the keys of the black king at 0. The key of a pawn on the first rank
// does no harm, as no position has it.
func TestZeroKeysOfAKing(t *testing.T) {
	o := quick
	o.Space, o.Occurs, o.Differ = chess.Space(), audit.ChessOccurs, audit.ChessDiffer
	for _, c := range []struct {
		name  string
		zero  []string
		least string // the sentence on the smallest set
		word  string // another part of the verdict
		merge bool
	}{
		{"a king on two squares", []string{"black king e8", "black king d8"}, "has 2 features", "black king d8", true},
		{"a king on one square", []string{"black king e8"}, "No set of up to 4 features", "the key of black king e8 is 0", false},
		{"kings of two colours", []string{"black king e8", "white king e1"}, "No set of up to 4 features", "are 0", false},
		{"a knight", []string{"black knight e8"}, "has 1 feature;", "does not see black knight e8", true},
		{"a pawn on its first rank", []string{"black pawn f1"}, "No set of up to 4 features",
			"Of no harm: the key of black pawn f1, which never occurs, is 0", false},
	} {
		keys := zobrist.NewKeys(chess.Space().Len(), rand.NewPCG(1, 2))
		for _, f := range set(t, c.zero...) {
			keys[f] = 0
		}
		r := run(t, keys, o)
		words := strings.Join(r.Verdict.Words, " ")
		if !strings.Contains(words, c.least) || !strings.Contains(words, c.word) ||
			strings.Contains(words, "apart from those") != c.merge {
			t.Errorf("%s: %s", c.name, words)
		}
		var text strings.Builder
		if err := r.WriteText(&text); err != nil {
			t.Fatal(err)
		}
		for _, name := range c.zero {
			if line := text.String()[strings.Index(text.String(), "zero keys: "):]; !strings.Contains(line[:200], name) {
				t.Errorf("%s: not named among the zero keys: %.100s", c.name, line)
			}
		}
	}
}
