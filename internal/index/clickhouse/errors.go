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

// Codes of the server's errors, by the names of its ErrorCodes.cpp.
const (
	codeCannotReadAllData    = 33
	codeChecksumDoesntMatch  = 40
	codeUnknownTable         = 60
	codeCannotWrite          = 75 // CANNOT_WRITE_TO_FILE_DESCRIPTOR
	codeUnknownDatabase      = 81
	codeTimeoutExceeded      = 159
	codeReadonly             = 164
	codeUnknownUser          = 192
	codeWrongPassword        = 193
	codeRequiredPassword     = 194
	codeAddressNotAllowed    = 195
	codeTooManyQueries       = 202 // TOO_MANY_SIMULTANEOUS_QUERIES
	codeSocketTimeout        = 209
	codeNetworkError         = 210
	codeQueryIsRunning       = 216 // QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING
	codeNoZooKeeper          = 225
	codeNoFileInPart         = 226
	codeBadSizeOfFileInPart  = 228
	codeMemoryLimitExceeded  = 241
	codeTableIsReadOnly      = 242
	codeNotEnoughSpace       = 243
	codeCorruptedData        = 246
	codeIncorrectMark        = 247
	codeTooManyParts         = 252
	codeCannotDecompress     = 271
	codeTooFewLiveReplicas   = 285
	codeUnsatisfiedQuorum    = 286
	codeDatabaseAccessDenied = 291
	codeUnknownInsertStatus  = 319
	codeAccessDenied         = 497
	codeAuthenticationFailed = 516
	codeKeeper               = 999  // KEEPER_EXCEPTION
	codePoco                 = 1000 // of the library for files and sockets, such as of a full disk
	codeStd                  = 1001 // of the standard library, likewise
)

// corrupt reports whether an error means that stored bytes differ from what was written.
func corrupt(err error) bool {
	switch code(err) {
	case codeCannotReadAllData, codeChecksumDoesntMatch, codeNoFileInPart, codeBadSizeOfFileInPart,
		codeCorruptedData, codeIncorrectMark, codeCannotDecompress:
		return true
	}
	return false
}

// forbidden reports whether the user or the password is wrong, or the user may not do this. Another
// try, or another replica, would fail in the same way.
func forbidden(err error) bool {
	switch code(err) {
	case codeReadonly, codeUnknownUser, codeWrongPassword, codeRequiredPassword, codeAddressNotAllowed,
		codeDatabaseAccessDenied, codeAccessDenied, codeAuthenticationFailed:
		return true
	}
	return false
}

// temporary reports whether a retry or another replica may succeed: after an error of the connection or
// of ZooKeeper, of a table that is read-only because ZooKeeper is away, of a busy replica or server, of a
// full disk.
func temporary(err error) bool {
	switch code(err) {
	case 0, codeNetworkError, codeSocketTimeout, codeTimeoutExceeded, codeQueryIsRunning,
		codeKeeper, codeNoZooKeeper, codeTableIsReadOnly, codeUnknownInsertStatus, codeTooFewLiveReplicas,
		codeUnsatisfiedQuorum, codeTooManyParts, codeTooManyQueries, codeMemoryLimitExceeded,
		codeCannotWrite, codeNotEnoughSpace, codePoco, codeStd:
		return true
	}
	return false
}

// missing reports whether a server answered that there is no such table or database.
func missing(err error) bool {
	c := code(err)
	return c == codeUnknownTable || c == codeUnknownDatabase
}

// denied explains a forbidden error, and returns nil for another error.
func denied(user string, err error) error {
	if !forbidden(err) {
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
		return fmt.Errorf("cannot verify the server's certificate: pass its CA with ?secure=true&ca=FILE and use a host "+
			"name from the certificate: %w", err)
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
	case corrupt(err):
		return fmt.Errorf("%w: server %s: %w", index.ErrCorrupt, s.address, err)
	}
	return fmt.Errorf("server %s: %w", s.address, err)
}

// broken reports whether an error came from a connection, so that another replica
// may answer.
func broken(ctx context.Context, err error) bool {
	return err != nil && ctx.Err() == nil && code(err) == 0
}

// replaceable reports whether another replica may answer in place of the one that gave
// this error.
func replaceable(err error) bool {
	var behind errIncomplete
	return code(err) == 0 || errors.As(err, &behind) || errors.Is(err, index.ErrCorrupt) || temporary(err) || missing(err)
}
