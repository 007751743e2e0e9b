package audit_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/keyfile"
)

func random(n, bits int, seed uint64) zobrist.Set {
	return zobrist.Random(n, rand.NewPCG(seed, 0)).Truncate(bits)
}

func ExampleRun() {
	space := zobrist.MustSpace("lamps", zobrist.Flags("lamp", "red", "green", "blue", "white"))
	keys := zobrist.Keys{0xf0, 0xcc, 0x3c, 0x55}
	report, err := audit.Run(context.Background(), zobrist.Set{Keys: keys}, audit.Options{Bits: 8, Space: space})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, d := range report.Dependencies {
		fmt.Println(strings.Join(d.Names, " ⊕ "), "= 0")
	}
	// Output: red ⊕ green ⊕ blue = 0
}

// Reichard's example (ORACLES.md): every pair of these keys is four bits
// apart, and they are dependent.
func TestReichard(t *testing.T) {
	set := zobrist.Set{Keys: zobrist.Keys{0b11110000, 0b11001100, 0b00111100}}
	r, err := audit.Run(context.Background(), set, audit.Options{Bits: 8})
	if err != nil {
		t.Fatal(err)
	}
	if r.Hamming.Least != 4 || r.Hamming.Most != 4 || r.Hamming.Pairs != 3 {
		t.Errorf("distances %d to %d of %d pairs, want 4 to 4 of 3", r.Hamming.Least, r.Hamming.Most, r.Hamming.Pairs)
	}
	if w, exact, found := r.Distributions[0].Least(); w != 3 || !exact || !found {
		t.Errorf("smallest dependency: weight %d, exact %v, found %v; want 3", w, exact, found)
	}
	if !strings.Contains(r.Hamming.Note, "11110000, 11001100 and 00111100") {
		t.Errorf("the note on Hamming distances is %q", r.Hamming.Note)
	}
}

func TestRunFindsFlaws(t *testing.T) {
	set := random(200, 64, 7)
	keys := set.Keys
	keys[10] = 0
	keys[20] = keys[30]
	keys[40] = keys[50]<<8 | keys[50]>>56
	keys[60] = ^keys[70]
	keys[80] = keys[90]<<24 | 0xabcdef
	r, err := audit.Run(context.Background(), set, audit.Options{Iterations: 100, Truncations: []int{}})
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	got.WriteString(fmt.Sprint(r.Zero, r.Equal, r.Bitwise))
	for _, a := range r.Aliased {
		got.WriteString(fmt.Sprint("\n", a.Features, a.Names, " ", a.How))
	}
	want := `[10] [[20 30]] {[] [] [] [] false}
[40 50] [feature 40 feature 50] rotated by 8 bits
[80 90] [feature 80 feature 90] overlaps by 40 bits
[60 70] [feature 60 feature 70] complement`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
}

func TestRunFindsBadBits(t *testing.T) {
	set := random(200, 64, 8)
	for i := range set.Keys {
		k := &set.Keys[i]
		*k |= 1 << 3
		*k = *k&^(1<<9) | (*k>>4&1^*k>>5&1^1)<<9
		if i%5 != 0 {
			*k |= 1 << 17
		}
		*k &^= 1 << 33
		if i%7 == 0 || i%3 == 0 {
			*k |= 1 << 33
		}
	}
	r, err := audit.Run(context.Background(), set, audit.Options{Iterations: 100, Truncations: []int{}})
	if err != nil {
		t.Fatal(err)
	}
	b := r.Bitwise
	if fmt.Sprint(b.Stuck) != "[3]" || fmt.Sprint(b.Linear) != "[{[4 5 9] 1}]" ||
		len(b.Biased) != 1 || b.Biased[0].Index != 17 || len(b.Recurrent) != 1 || b.Recurrent[0].Index != 33 {
		t.Errorf("stuck %v, want [3]; linear %v, want [{[4 5 9] 1}]; biased %v, want bit 17; recurrent %v, want bit 33",
			b.Stuck, b.Linear, b.Biased, b.Recurrent)
	}
	if r.Rank != 63 { // bit 3 is its own row; bits 4 ⊕ 5 ⊕ 9 = bit 3
		t.Errorf("rank %d, want 63", r.Rank)
	}
}

// Few random keys have stuck bits and relations of bits, so that these are no flaw.
func TestRunFewKeys(t *testing.T) {
	for _, n := range []int{1, 5, 19, 64, 78} {
		o := audit.Options{MaxWeight: 2, Exhaustive: 2, Truncations: []int{}}
		r, err := audit.Run(context.Background(), random(n, 64, 9), o)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(r.Bitwise); got != "{[] [] [] [] false}" {
			t.Errorf("%d keys: %s, want no entry", n, got)
		}
	}
}

// A bit is stuck, and bits are related, if random keys would have that less than once in 2^16 times.
func TestRunFewBadKeys(t *testing.T) {
	one := func(k uint64) uint64 { return k | 1<<3 }
	short := func(k uint64) uint64 { return k & 0x7fff }
	related := func(k uint64) uint64 { return k&^(1<<9) | (k<<5^k<<4)&(1<<9) } // bit 9 is 4 ⊕ 5
	for _, c := range []struct {
		keys          int
		bad           func(uint64) uint64
		stuck, linear int
	}{{22, one, 0, 0}, {23, one, 1, 0}, {19, short, 49, 0}, {80, related, 0, 0}, {81, related, 0, 1}} {
		set := random(c.keys, 64, 9)
		for i, k := range set.Keys {
			set.Keys[i] = c.bad(k)
		}
		o := audit.Options{MaxWeight: 2, Exhaustive: 2, Truncations: []int{}}
		r, err := audit.Run(context.Background(), set, o)
		if err != nil {
			t.Fatal(err)
		}
		if b := r.Bitwise; len(b.Stuck) != c.stuck || len(b.Linear) != c.linear {
			t.Errorf("%d keys: stuck %v, related %v; want %d and %d", c.keys, b.Stuck, b.Linear, c.stuck, c.linear)
		}
	}
}

// If there are more keys than an engine takes, the report says so and has the rest.
func TestRunManyKeys(t *testing.T) {
	oracle.Full(t, "an audit of many keys")
	o := audit.Options{MaxWeight: 2, Truncations: []int{}}
	r, err := audit.Run(context.Background(), random(8200, 64, 5), o)
	if err != nil {
		t.Fatal(err)
	}
	w := r.Distributions[0].Weights
	if len(w) != 4 || slices.ContainsFunc(w, func(w audit.Weight) bool { return !w.Exact }) {
		t.Errorf("weights %v, want four exact ones, by sorting", w)
	}
	if got := r.Searches[0].Reached; !strings.Contains(got, "to weight 4; the keys are too many for more") {
		t.Errorf("the exhaustive search reached %q, want why it ended", got)
	}
	o.MaxWeight = 4
	if r, err = audit.Run(context.Background(), random(65536, 64, 5), o); err != nil {
		t.Fatal(err)
	}
	for _, e := range r.Searches {
		if e.Reached != "to weight 0; the keys are too many for more" {
			t.Errorf("%s reached %q in 65536 keys, want why it ended", e.Name, e.Reached)
		}
	}
	if len(r.Searches) != 2 {
		t.Errorf("searches %v, want two", r.Searches)
	}
}

// GNU Chess's generator: bits 0 and 32 of k[i] ⊕ k[i−24] ⊕ k[i−55] are always
// 0 (ORACLES.md, "Keys and generators"), so these bits, and no others, come
// from a register of 55.
func TestRunFindsRecurrence(t *testing.T) {
	src, err := zobrist.NewSource("gnuchess", 1)
	if err != nil {
		t.Fatal(err)
	}
	set := zobrist.Set{Keys: zobrist.NewKeys(781, src)}
	o := audit.Options{Exhaustive: 2, MaxWeight: 4, Iterations: 1, Truncations: []int{}}
	r, err := audit.Run(context.Background(), set, o)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(r.Bitwise.Recurrent); got != "[{0 0 0 55 0} {32 0 0 55 0}]" {
		t.Errorf("recurrent bits %s, want 0 and 32 of complexity 55", got)
	}
}

func TestRunInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	o := audit.Options{Progress: func(stage string, _, _ float64) {
		if stage == "Stern" {
			cancel()
		}
	}}
	r, err := audit.Run(ctx, random(300, 64, 1), o)
	if !errors.Is(err, context.Canceled) || r == nil || !r.Interrupted {
		t.Fatalf("report %v, error %v", r, err)
	}
	if l := r.Distributions[0].Weights[5]; l.Weight != 6 || !l.Exact {
		t.Errorf("weight 6 after an interruption at Stern's search: %+v", l)
	}
	if l := r.Distributions[0].Weights[8]; l.Exact || l.Missed < .5 {
		t.Errorf("weight 9 after an interruption at Stern's search: %+v", l)
	}
}

func TestReportJSON(t *testing.T) {
	r, err := audit.Run(context.Background(), keyfile.Polyglot(), audit.Options{
		Bits: 24, Space: chess.Space(), MaxWeight: 4, Truncations: []int{8, 16}})
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var back struct {
		Dependencies []struct {
			Features []int
			Names    []string
		}
	}
	if err := json.Unmarshal(b, &back); err != nil {
		t.Fatal(err)
	}
	if len(back.Dependencies) == 0 {
		t.Fatalf("no dependencies of 24-bit keys in %s", b)
	}
	for _, d := range back.Dependencies {
		for i, f := range d.Features {
			if want := chess.Space().FeatureName(zobrist.Feature(f)); d.Names[i] != want {
				t.Errorf("feature %d is named %q, want %q", f, d.Names[i], want)
			}
		}
	}
	var text bytes.Buffer
	if err := r.WriteText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\ndependencies among all features: 781 features, rank 24\n", r.Hamming.Note} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the text lacks %q:\n%s", want, text.String())
		}
	}
}

// A table so small that Stern's search cannot find its dependencies is counted by
// the other engines, and its audit ends.
func TestSmallTable(t *testing.T) {
	set := zobrist.Set{Name: "four", Keys: zobrist.Keys{0x11, 0x22, 0x44, 0x77}}
	took, err := audit.Estimate(set, audit.Options{})
	if err != nil || took > time.Minute {
		t.Errorf("estimate %v, %v", took, err)
	}
	r, err := audit.Run(t.Context(), set, audit.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Dependencies) != 1 || len(r.Dependencies[0].Features) != 4 || r.Rank != 3 {
		t.Errorf("rank %d, dependencies %v", r.Rank, r.Dependencies)
	}
}
