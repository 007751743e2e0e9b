package sorted_test

import (
	"errors"

	"github.com/zobrist-go/zobrist/internal/sorted"
)

var (
	errCorrupt = errors.New("test: corrupt")
	errUnknown = errors.New("test: unknown format")
	errDamaged = errors.New("test: damaged temporary file")
	errEmpty   = errors.New("test: empty")
)

var family = &sorted.Family{
	Magic: "zobtest\n", Oldest: 1, Version: 1, SealMagic: "zobrist-test", SealVersion: 1,
	Corrupt: errCorrupt, Unknown: errUnknown, Remedy: "build it again", Damaged: errDamaged,
	A: "a store", The: "the store", Empty: errEmpty, Advice: "run the build again, the store is as it was",
}
