// Package serve answers questions about an index of chess games over HTTP, and
// has a page to look at it.
//
//	server, err := serve.New(serve.Options{Index: ix, Name: "games.db"})
//	listener, err := net.Listen("tcp", "127.0.0.1:8080")
//	err = server.Serve(ctx, listener)
//
// The paths /masters, /lichess, /player and /masters/pgn/{id} take the queries of
// the Lichess opening explorer and answer with its fields, so that programs made
// for that work unchanged. /openapi.json describes these and all others.
//
// # Guarantees
//
// No path writes to the index or to a disk. A request cannot name a file. Bodies,
// batches, answers, the time of a request and the number of requests at the same
// time are limited; see [Limits]. A new build of the index is shown within two
// seconds. When the context of [Server.Serve] ends, requests that have begun are
// answered first, except for batches, exports and audits. A batch or an audit that is
// stopped says so at its end, and the connection of an export is cut.
//
// The page asks this server alone: nothing is loaded from elsewhere, and a content
// security policy forbids it.
//
// # Limits
//
// There are no users and no passwords. Listen on loopback, or behind a proxy that
// knows them.
//
// # Cost
//
// An answer of the explorer takes about 50 µs of a processor; docs/benchmarks.md
// has the rate over loopback.
package serve
