package sorted

import (
	"errors"
	"fmt"
	"hash/crc32"
)

// A Family is what the files of one kind of store have in common: how they begin, which versions are read, and which
// errors their package returns. It is not changed after its first use.
type Family struct {
	Magic   string // the first 8 bytes of a file
	Oldest  uint32 // the oldest version of a file that is read
	Version uint32 // the version that is written, the newest one that is read

	SealMagic   string // the first word of a sealed file
	SealVersion int    // the version of sealed files

	A, The  string // what the store is, for errors: "an index", "the index"
	Corrupt error  // wrapped by the errors for stored bytes that are not what was written
	Unknown error  // … for versions that are not known
	Remedy  string // about those: "build the index again from its games"
	Damaged error  // … for temporary files that do not hold what was written
	Empty   error  // … for a folder without a store
	Advice  string // about a damaged temporary file: "run the build again, the index is as it was"
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// corrupt returns the error for damage at n bytes from an offset of a file.
func (f *Family) corrupt(path string, offset, n int64, what string) error {
	return fmt.Errorf("%w: %s, bytes %d to %d: %s", f.Corrupt, path, offset, offset+max(n, 1)-1, what)
}

// DamagedAt returns the error for the bytes from up to to of a temporary file that are not what was written. Another
// process may have written such a file.
func (f *Family) DamagedAt(path string, from, to int64) error {
	return fmt.Errorf("%w: %s, between bytes %d and %d; %s", f.Damaged, path, from, to, f.Advice)
}

// Unreadable returns the error for a temporary file that the system cannot read at a byte. No build may resume from
// the file, or it would fail there again.
func (f *Family) Unreadable(path string, at int64, err error) error {
	return fmt.Errorf("%w: read %s, byte %d: %w", f.Damaged, path, at, err)
}

func (f *Family) version(path string, v uint32) error {
	known := fmt.Sprint(f.Version)
	switch f.Oldest {
	case f.Version:
	case f.Version - 1:
		known = fmt.Sprintf("%d and %d", f.Oldest, f.Version)
	default:
		known = fmt.Sprintf("%d to %d", f.Oldest, f.Version)
	}
	return fmt.Errorf("%w: %s has format %d, and this release reads %s; %s", f.Unknown, path, v, known, f.Remedy)
}

// errStopped ends a reading whose caller wants no more.
var errStopped = errors.New("stopped")
