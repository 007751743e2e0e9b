package index

import (
	"errors"

	"github.com/zobrist-go/zobrist/internal/system/filelock"
)

// Errors that callers tell apart with [errors.Is].
var (
	// ErrEmpty: nothing has been built into the store yet.
	ErrEmpty = errors.New("index: the store holds no index")

	// ErrKeys: the index, or a position, has other keys or other rules than those
	// expected, so that hashes would not match.
	ErrKeys = errors.New("index: keys that do not fit")

	// ErrConfig: the index was built for another game, under other rules or with other
	// views, or no index can have the configuration.
	ErrConfig = errors.New("index: a configuration that does not fit")

	// ErrFormat: the index was written in a format that this release does not know.
	ErrFormat = errors.New("index: unknown format")

	// ErrCorrupt: stored bytes are not what was written. Build the index again from its
	// games, or copy it from a backup.
	ErrCorrupt = errors.New("index: corrupt")

	// ErrDamaged: a temporary file of a build does not hold what was written to it.
	// The build has ended and the index is as it was before. The next build starts
	// from the beginning.
	ErrDamaged = errors.New("index: damaged temporary file")

	// ErrUnavailable: part of the index cannot be read now, because no server that answers has
	// all of it. A later try may succeed.
	ErrUnavailable = errors.New("index: part of the index is not available")

	// ErrNotFound: there is no such game or view.
	ErrNotFound = errors.New("index: not found")

	// ErrRanking: a [Ranking] has a field out of its range.
	ErrRanking = errors.New("index: impossible ranking")

	// ErrLocked: another build or removal is going on, in this process or in another.
	ErrLocked = filelock.ErrLocked
)
