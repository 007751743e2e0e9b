package clickhouse

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"

	ch "github.com/ClickHouse/clickhouse-go/v2"

	"github.com/zobrist-go/zobrist/index"
)

var (
	// ErrFate: a build or a removal was handed in, and whether it took effect could not
	// be learnt. The next one finds out, so the same command again is right in any case.
	ErrFate = errors.New("clickhouse: whether the change took effect is not known")

	// ErrOutdated: the state that the store shows has been replaced long ago, and what
	// was stored of it is removed. Refresh the store and ask again. It wraps [index.ErrUnavailable].
	ErrOutdated = fmt.Errorf("%w: the state being read was replaced long ago", index.ErrUnavailable)
)

// errLost: some block of a build is on no replica that answers, or that the others reach.
var errLost = errors.New("the replicas that answer lack rows and get no more")

// Codes of the server's errors.
const (
	codeNoDatabase = 81
	codeNoTable    = 60
)

// corruptCodes are those of stored bytes that are not what was written: a checksum,
// an end that comes too early, blocks that cannot be unpacked.
var corruptCodes = map[int32]bool{33: true, 40: true, 271: true, 226: true, 228: true, 246: true, 248: true}

// deniedCodes are those of an unknown user, a wrong password, a host that may not ask, and of
// what a user may not do. No other try, and no other replica, would answer otherwise.
var deniedCodes = map[int32]bool{164: true, 192: true, 193: true, 194: true, 195: true, 291: true, 497: true, 516: true}

// denied explains an error of deniedCodes, and returns nil for another error.
func denied(user string, err error) error {
	if !deniedCodes[code(err)] {
		return nil
	}
	return fmt.Errorf("%w: the user %q is not known with this password, or may not do this; "+
		"name one who may by %s, and the password by %s or by password-file: %w",
		fs.ErrPermission, user, userVariable, passwordVariable, err)
}

// uncertified explains why a connection was not encrypted, and returns nil for another error.
func uncertified(err error) error {
	var certificate *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	switch {
	case errors.As(err, &certificate):
		return fmt.Errorf("the certificate is not one to believe; name the file of the authority that signed it "+
			"by ?secure=true&ca=FILE, and the host by a name that stands in the certificate: %w", err)
	case errors.As(err, &record):
		return fmt.Errorf("the server does not encrypt at this port; name its tcp_port_secure, "+
			"or leave secure=true out: %w", err)
	}
	return nil
}

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
	case denied(s.user, err) != nil:
		return fmt.Errorf("server %s: %w", s.address, denied(s.user, err))
	case uncertified(err) != nil:
		return fmt.Errorf("server %s: %w", s.address, uncertified(err))
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
