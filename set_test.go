package zobrist_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/zobrist-go/zobrist"
)

// The zero Set is the default one, and a Set without a secondary code gets one
// of ours.
func TestComplete(t *testing.T) {
	for _, n := range []int{0, 1, 19, 129, 781} {
		standard := zobrist.Default(n)
		if got, err := (zobrist.Set{}).Complete(n); err != nil || !reflect.DeepEqual(got, standard) {
			t.Errorf("%d features: the zero Set does not become Default: %v", n, err)
		}
		if got, err := standard.Complete(n); err != nil || !reflect.DeepEqual(got, standard) {
			t.Errorf("%d features: Complete changes a complete set: %v", n, err)
		}
		narrow := zobrist.Set{Name: "narrow", Keys: zobrist.NewKeys(n, rand.NewPCG(1, 2)), Start: 3}
		got, err := narrow.Complete(n)
		second := zobrist.Coded(n, 2)
		want := zobrist.Set{Name: "narrow", Keys: narrow.Keys, Start: 3, Second: second.Keys, SecondStart: second.Start}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d features: %v", n, err)
		}
	}
	for _, bad := range []zobrist.Set{
		{Keys: make(zobrist.Keys, 4)}, {Second: make(zobrist.Keys, 5)},
		{Keys: make(zobrist.Keys, 5), Second: make(zobrist.Keys, 6)},
	} {
		if _, err := bad.Complete(5); !errors.Is(err, zobrist.ErrKeyCount) {
			t.Errorf("%d and %d keys for 5 features: error %v", len(bad.Keys), len(bad.Second), err)
		}
	}
}

// The hash of 64 bits is the low half of the hash of 128 bits.
func TestHash128(t *testing.T) {
	set := zobrist.Random(50, rand.NewPCG(1, 2))
	features := []zobrist.Feature{3, 14, 15, 49}
	want := zobrist.Uint128{Hi: set.SecondStart, Lo: set.Start}
	for _, f := range features {
		want = want.Xor(zobrist.Uint128{Hi: set.Second[f], Lo: set.Keys[f]})
	}
	if got := set.Hash128(features...); got != want || got.Lo != set.Hash(features...) {
		t.Errorf("hash %v and %#x, want %v", got, set.Hash(features...), want)
	}
}

// Random draws the start values first, then the keys of both codes.
func TestRandom(t *testing.T) {
	set, src := zobrist.Random(3, rand.NewPCG(1, 2)), rand.NewPCG(1, 2)
	want := zobrist.Set{Start: src.Uint64(), SecondStart: src.Uint64()}
	want.Keys = zobrist.Keys{src.Uint64(), src.Uint64(), src.Uint64()}
	want.Second = zobrist.Keys{src.Uint64(), src.Uint64(), src.Uint64()}
	if !reflect.DeepEqual(set, want) {
		t.Errorf("%+v, want %+v", set, want)
	}
}

// A digest depends on keys, start values and their place, and nothing else.
func TestDigest(t *testing.T) {
	seen := map[string]string{}
	for name, set := range map[string]zobrist.Set{
		"empty":        {},
		"key":          {Keys: zobrist.Keys{1}},
		"other key":    {Keys: zobrist.Keys{2}},
		"two keys":     {Keys: zobrist.Keys{1, 0}},
		"start":        {Keys: zobrist.Keys{1}, Start: 1},
		"second":       {Second: zobrist.Keys{1}},
		"other second": {Second: zobrist.Keys{2}},
		"second start": {Keys: zobrist.Keys{1}, SecondStart: 1},
	} {
		d := set.Digest()
		if other, taken := seen[string(d[:])]; taken {
			t.Errorf("%s and %s have the same digest", name, other)
		}
		seen[string(d[:])] = name
		set.Name = "another name"
		if e := set.Digest(); !bytes.Equal(d[:], e[:]) {
			t.Errorf("%s: the name counts", name)
		}
	}
}

// Do not edit: the digest is how an index knows its keys.
func TestGoldenDigest(t *testing.T) {
	set := zobrist.Set{Name: "x", Keys: zobrist.Keys{1, 2}, Start: 3, Second: zobrist.Keys{4, 5}, SecondStart: 6}
	d := set.Digest()
	const want = "00371473997b2dfaf25c481da653225d6ad4c16034bb6719ff388cb3d49cdd3a"
	if got := hex.EncodeToString(d[:]); got != want {
		t.Errorf("digest %s, want %s", got, want)
	}
}
