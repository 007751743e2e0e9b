package keyfile

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/layout"
	"github.com/zobrist-go/zobrist/polyglot"
)

// Options say which table is wanted. The zero value means chess's 781
// features, or as many as a file has, and 64 bits with a set of 128 beside it
// where there is one.
type Options struct {
	Features int // 0: 781, or what the file has
	Bits     int // 1 to 128; 0: 64, and 128 as well where the name gives both

	// Stdin is what the name "-" reads. If it is nil, "-" is a file.
	Stdin io.Reader
}

// Names describes what [Open] knows, for help texts.
const Names = "polyglot, stockfish, gnuchess, coded:SEED, random:GENERATOR:SEED, or a file"

// Open returns the table that spec names:
//
//   - polyglot: the keys of the book format, start value 0
//   - stockfish: see [layout.Stockfish]
//   - gnuchess: drawn from GNU Chess's generator in the order of the features
//   - coded:SEED: [zobrist.Coded]; at other widths than 64 and 128 a code of
//     that width under the same seed
//   - random:GENERATOR:SEED: drawn from [zobrist.NewSource], start value 0; first
//     the keys of the primary code, then those of the secondary one
//   - a file: see [ReadFile]
//
// Narrower widths are the low bits, but for coded keys. The error says which
// names there are; for a wrong number of keys it wraps [zobrist.ErrKeyCount].
func Open(spec string, o Options) (Table, error) {
	n := o.Features
	if n == 0 {
		n = 781
	}
	if n < 0 || n > zobrist.MaxFeatures {
		return Table{}, fmt.Errorf("keys %s: %d features are not in 0 to %d", spec, n, zobrist.MaxFeatures)
	}
	if o.Bits < 0 || o.Bits > 128 {
		return Table{}, fmt.Errorf("keys %s: %w: %d bits are not in 1 to 128", spec, ErrWidth, o.Bits)
	}
	var set zobrist.Set
	kind, rest, _ := strings.Cut(spec, ":")
	switch {
	case spec == "polyglot":
		set = polyglot.Set()
	case spec == "stockfish":
		set = layout.Stockfish()
	case spec == "gnuchess":
		src, err := zobrist.NewSource("gnuchess", 1)
		if err != nil {
			return Table{}, err
		}
		set = random(spec, n, src.Uint64)
	case kind == "coded":
		seed, err := parseSeed(spec, rest)
		if err != nil {
			return Table{}, err
		}
		return coded(n, o.Bits, seed)
	case kind == "random":
		generator, text, _ := strings.Cut(rest, ":")
		seed, err := parseSeed(spec, text)
		if err != nil {
			return Table{}, err
		}
		src, err := zobrist.NewSource(generator, seed)
		if err != nil {
			return Table{}, fmt.Errorf("keys %s: %w", spec, err)
		}
		set = random(spec, n, src.Uint64)
	default:
		var t Table
		var err error
		if spec == "-" && o.Stdin != nil {
			t, err = readNamed(o.Stdin, "standard input", Detect)
		} else {
			t, err = ReadFile(spec)
		}
		if os.IsNotExist(err) {
			return Table{}, fmt.Errorf("no keys and no file named %q; keys are %s", spec, Names)
		}
		if err != nil {
			return Table{}, err
		}
		return fit(t, o)
	}
	return fit(Table{Set: set, Bits: 64}, o)
}

// fit checks the number of keys and takes the width that o asks for.
func fit(t Table, o Options) (Table, error) {
	if o.Features != 0 && t.Len() != o.Features {
		return Table{}, fmt.Errorf("keys %s: %w: %d keys for %d features", t.Name, zobrist.ErrKeyCount, t.Len(), o.Features)
	}
	switch {
	case o.Bits == 0 || o.Bits == t.Bits:
		return t, nil
	case o.Bits > 64 && t.Second != nil:
		t.Bits = 128
	}
	return t.Truncated(o.Bits)
}

// random draws n keys of the primary and then n of the secondary code.
func random(name string, n int, draw func() uint64) zobrist.Set {
	src := source(draw)
	return zobrist.Set{Name: name, Keys: zobrist.NewKeys(n, src), Second: zobrist.NewKeys(n, src)}
}

type source func() uint64

func (s source) Uint64() uint64 { return s() }

// coded returns the set coded:seed, or where bits is neither 0, 64 nor 128 a
// code of that width whose choices ChaCha8 makes under the seed.
func coded(n, bits int, seed uint64) (Table, error) {
	switch bits {
	case 0, 64:
		return Table{Set: zobrist.Coded(n, seed), Bits: 64}, nil
	case 128:
		return Table{Set: zobrist.Coded(n, seed), Bits: 128}.one()
	}
	c, err := zobrist.NewCode(n, bits)
	if err != nil {
		return Table{}, err
	}
	src, err := zobrist.NewSource("chacha8", seed)
	if err != nil {
		return Table{}, err
	}
	start := zobrist.Uint128{Lo: zobrist.Start(src), Hi: zobrist.Start(src)}.And(mask(bits))
	return newTable(fmt.Sprintf("coded:%d", seed), bits, start, c.Set(src).Words()), nil
}

func parseSeed(spec, text string) (uint64, error) {
	seed, err := strconv.ParseUint(text, 0, 64)
	if err != nil {
		return 0, fmt.Errorf("keys %s: %q is not a seed, a number from 0 to 2^64−1; keys are %s", spec, text, Names)
	}
	return seed, nil
}
