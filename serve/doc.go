// Package serve answers questions about an index over HTTP, and has a page that shows an index of chess or one of its
// variants, of Go or of English draughts.
//
//	server, err := serve.New(serve.Options{Index: ix, Name: "games.db"})
//	listener, err := net.Listen("tcp", "127.0.0.1:8080")
//	err = server.Serve(ctx, listener)
//
// The paths /masters, /lichess, /player and /masters/pgn/{id} take the queries of
// the Lichess opening explorer and answer with its fields, so that programs made
// for that work unchanged; the first three are for chess and its variants. With [Options].Evals, /api/cloud-eval and /cdb.php
// answer as lichess.org and chessdb.cn do about values of positions of chess. /analysis, /book and /export.bin are for
// chess alone too. /openapi.json describes all paths.
//
// # Guarantees
//
// No path writes to the index, to the evaluations or to a disk. A request cannot name a file. Each answer, including
// the answer to a batch, comes from one state of the index. Bodies, batches, answers, the time of a request and the
// number of requests at the same time are limited. Slow requests wait in queues of their own, so that short ones are
// not held up, and the page, /metrics and /healthz are always answered. A new build of the index is shown within two
// seconds. When the context of [Server.Serve] ends, requests that have begun are answered first, except for batches,
// exports, audits and analyses. If one of these is stopped, it says so at its end, but the connection of an export is
// cut.
//
// An audit uses one processor for ten minutes at most, and some 256 MiB. One works at a time, eight more wait, and
// further ones are refused with 429. It ends within a second after its client disconnects.
//
// An analysis, if [Options].Analysis allows it, uses one processor for a minute at most and some 30 MiB. A client has
// one at a time, and as many run as there are processors; eight more wait. It ends when its client disconnects.
//
// A text for /read has 1 MiB at most, and no more than 20,000 of its moves are read. At most half of
// the requests at the same time receive such a text, and as many texts are read as there are processors.
//
// On loopback the server answers only for localhost, its addresses and [Options].Hosts, so that no
// web page can read an index by DNS rebinding; it answers 421 otherwise. Posts and audits for
// pages of other origins are refused. The page loads nothing from elsewhere, and a content
// security policy forbids it.
//
// # Limits
//
// Checksums of an index are verified when a page is first read, and by [Options].Verify, which reports damage on
// /healthz. If a page is damaged in place between the two, answers may be wrong. There are no users: a token protects
// all paths alike. Without it, listen on loopback, or behind a proxy that authenticates. SECURITY.md lists threats,
// and docs/serve.md has examples.
//
// # Cost
//
// docs/benchmarks.md has the time of an answer of the explorer, and the rate over loopback. Up to 16 MiB of answers
// about positions and their games are kept until the index or the evaluations change, and are given again to the same
// question. Lists in an order by text read all games of the position, and are refused beyond 100,000 of them.
package serve
