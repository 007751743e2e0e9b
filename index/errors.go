package index

import "errors"

// Errors that callers tell apart with [errors.Is].
var (
	// ErrEmpty: nothing has been built into the store yet.
	ErrEmpty = errors.New("index: the store holds no index")

	// ErrKeys: the index, or a position, has other keys, another game or other
	// rules than those expected, so that no hash would match.
	ErrKeys = errors.New("index: not the index of these keys")

	// ErrFormat: the index was written in a format that this release does not know.
	ErrFormat = errors.New("index: unknown format")

	// ErrCorrupt: stored bytes are not what was written.
	ErrCorrupt = errors.New("index: corrupt")

	// ErrDamaged: a temporary file of a build does not hold what was written to it.
	// The build has ended and the index is as it was before. The next build starts
	// from the beginning.
	ErrDamaged = errors.New("index: damaged temporary file")

	// ErrNotFound: there is no game of that number.
	ErrNotFound = errors.New("index: not found")

	// ErrLocked: another process has the store open.
	ErrLocked = errors.New("index: in use by another process")
)
