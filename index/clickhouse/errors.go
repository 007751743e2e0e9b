package clickhouse

import (
	"context"
	"errors"
	"fmt"

	ch "github.com/ClickHouse/clickhouse-go/v2"

	"github.com/zobrist-go/zobrist/index"
)

var (
	// ErrUnavailable: no replica of a shard answers, or none has all of its part of the
	// index. The error says which shard, and what each replica said.
	ErrUnavailable = errors.New("clickhouse: part of the cluster is not available")

	// ErrFate: a build or a removal was handed in, and whether it took effect could not
	// be learnt. The next one finds out, so the same command again is right in any case.
	ErrFate = errors.New("clickhouse: whether the change took effect is not known")

	// ErrOutdated: the state that the store shows has been replaced long ago, and what
	// was stored of it is removed. Refresh the store and ask again.
	ErrOutdated = errors.New("clickhouse: the state of the index is outdated; ask again")
)

// Codes of the server's errors.
const (
	codeNoDatabase = 81
	codeNoTable    = 60
)

// corruptCodes are those of stored bytes that are not what was written: a checksum,
// an end that comes too early, blocks that cannot be unpacked.
var corruptCodes = map[int32]bool{33: true, 40: true, 271: true, 226: true, 228: true, 246: true, 248: true}

// code returns the code of a server's error, 0 of another error.
func code(err error) int32 {
	var e *ch.Exception
	if errors.As(err, &e) {
		return e.Code
	}
	return 0
}

// A serverError is what a server answered, without its stack.
func serverError(s *server, err error) error {
	switch {
	case err == nil:
		return nil
	case corruptCodes[code(err)]:
		return fmt.Errorf("%w: server %s: %w", index.ErrCorrupt, s.address, err)
	}
	return fmt.Errorf("server %s: %w", s.address, err)
}

// broken reports whether an error is that of a connection, so that another replica
// may answer.
func broken(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() == nil && code(err) == 0
}

// replaceable reports whether another replica may answer in place of the one that gave
// this error.
func replaceable(err error) bool {
	var behind errIncomplete
	return code(err) == 0 || errors.As(err, &behind) || errors.Is(err, index.ErrCorrupt) || passing(err) || missing(err)
}
