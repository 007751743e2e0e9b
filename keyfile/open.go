package keyfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
)

// Options say which table is wanted.
type Options struct {
	// Features is the number of keys there must be; 0 means as many as the table has.
	Features int

	// Bits is how many low bits of each key are wanted, 1 to 128; bits beyond the width of a file are 0. 0 means all
	// that the table has.
	Bits int

	// Stdin is what the name "-" reads; nil means that "-" is a file.
	Stdin io.Reader
}

// Names describes what [Open] knows, for help texts.
const Names = "polyglot, stockfish, gnuchess, coded:SEED, random:GENERATOR:SEED, or a file"

// Open returns the table that spec names:
//
//   - polyglot: see [Polyglot]
//   - stockfish: of Stockfish's generator, see [OpenLayout] and
//     docs/formats.md: 793 keys in the order "castling16", which give its hashes
//     exactly, or 781 for chess's own features, exact if at most one right to
//     castle is left
//   - gnuchess: drawn from GNU Chess's generator in the order of the features
//   - coded:SEED: [zobrist.Coded]; of widths other than 64 and 128 a code of
//     that width under the same seed
//   - random:GENERATOR:SEED: drawn from [zobrist.NewSource], start value 0; first
//     the keys of the primary code, then the secondary keys
//   - a file: see [ReadFile]
//
// The keys of gnuchess, coded and random are made for Options.Features features
// and wrap [zobrist.ErrKeyCount] without them, as does a wrong number of others.
// Another error says which names there are.
func Open(spec string, o Options) (File, error) {
	if o.Features < 0 || o.Features > zobrist.MaxFeatures {
		return File{}, fmt.Errorf("keys %s: %d features are not in 0 to %d", spec, o.Features, zobrist.MaxFeatures)
	}
	if o.Bits < 0 || o.Bits > 128 {
		return File{}, fmt.Errorf("keys %s: %w: %d bits are not in 1 to 128", spec, ErrWidth, o.Bits)
	}
	f, err := o.open(spec)
	if err != nil {
		return File{}, err
	}
	if n := len(f.Keys); o.Features != 0 && n != o.Features {
		return File{}, fmt.Errorf("keys %s: %w: %d keys for %d features", f.Name, zobrist.ErrKeyCount, n, o.Features)
	}
	return f.cut(o.Bits)
}

// open returns the table with all the bits it has.
func (o Options) open(spec string) (File, error) {
	kind, rest, _ := strings.Cut(spec, ":")
	switch {
	case spec == "polyglot":
		return File{Set: Polyglot()}, nil
	case spec == "stockfish" && o.Features == castling16Keys:
		return File{Set: stockfish16()}, nil
	case spec == "stockfish":
		return File{Set: stockfish()}, nil
	case spec == "gnuchess" || kind == "coded" || kind == "random":
		f, err := o.generate(spec, kind, rest)
		if err != nil {
			return File{}, fmt.Errorf("keys %s: %w", spec, err)
		}
		return f, nil
	case spec == "-" && o.Stdin != nil:
		return readNamed(o.Stdin, "standard input", ReadOptions{})
	}
	f, err := ReadFile(spec, ReadOptions{})
	if errors.Is(err, fs.ErrNotExist) {
		return File{}, fmt.Errorf("no keys and no file named %q; keys are %s", spec, Names)
	}
	return f, err
}

// generate makes the keys of a kind that has any number of them.
func (o Options) generate(spec, kind, rest string) (File, error) {
	n := o.Features
	if n == 0 {
		return File{}, fmt.Errorf("%w: they are made for any number of features; say for how many", zobrist.ErrKeyCount)
	}
	if kind == "coded" {
		seed, err := parseSeed(rest)
		if err != nil {
			return File{}, err
		}
		return coded(n, o.Bits, seed)
	}
	generator, seed := "gnuchess", uint64(1)
	if kind == "random" {
		var text string
		var err error
		generator, text, _ = strings.Cut(rest, ":")
		if seed, err = parseSeed(text); err != nil {
			return File{}, err
		}
	}
	src, err := zobrist.NewSource(generator, seed)
	if err != nil {
		return File{}, err
	}
	return File{Set: zobrist.Set{Name: spec, Keys: zobrist.NewKeys(n, src), Second: zobrist.NewKeys(n, src)}}, nil
}

// coded returns the set coded:seed, or if bits is neither 0, 64 nor 128 a code of
// that width whose choices ChaCha8 makes under the seed.
func coded(n, bits int, seed uint64) (File, error) {
	if bits == 0 || bits == 64 || bits == 128 {
		return File{Set: zobrist.Coded(n, seed)}, nil
	}
	c, err := zobrist.NewCode(n, bits)
	if err != nil {
		return File{}, err
	}
	src, err := zobrist.NewSource("chacha8", seed)
	if err != nil {
		return File{}, err
	}
	start, second := zobrist.Start(src), zobrist.Start(src)
	set := c.Set(src)
	set.Name, set.Start = fmt.Sprintf("coded:%d", seed), start
	if bits > 64 {
		set.SecondStart = second
	}
	return File{Set: set.Truncate(bits), Bits: bits}, nil
}

func parseSeed(text string) (uint64, error) {
	seed, err := strconv.ParseUint(text, 0, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not a seed, a number from 0 to 2^64−1; keys are %s", text, Names)
	}
	return seed, nil
}
