// Package clickhouse keeps an index on a cluster of ClickHouse servers: for a
// collection that outgrows one machine, or that many people ask and add to at once.
// It gives the answers that every [index.Store] gives.
//
//	a, err := clickhouse.ParseAddress(ctx, "clickhouse://db1:9000,db2:9000/games")
//	store, err := clickhouse.Open(ctx, a, clickhouse.Options{})
//	defer store.Close()
//	ix, err := chessindex.Open(ctx, store, chessindex.Options{})
//	summary, err := ix.Import(ctx, index.ImportOptions{}, inputs...)
//
// The servers form a cluster that their configuration declares among
// remote_servers, called "zobrist" unless the address says otherwise. They need
// ZooKeeper, and the addresses in the configuration must be those by which this
// process reaches them too. The first build makes the database and its tables. Each
// shard of n holds the positions whose hashes are in its part of the range, and every
// nth block of games; each replica of it holds the same.
//
// # Guarantees
//
// A build or a removal takes effect as a whole or not at all, and once, although
// ClickHouse has no transactions over tables and shards. What it writes has a run
// number of its own, and counts when a manifest names the run; see docs/decisions. The
// blocks of a build go to one replica of each shard. If a connection breaks, a block is
// sent again, to the same replica or another one, and ZooKeeper recognises its checksum.
// If a replica is lost with a block that no other one has, the build is sent again under
// another number. Before a build takes effect, the rows that the servers have are
// counted. If its process is killed, the next change finds out whether it took effect,
// and removes what it has left if it did not. Builds take turns; see Options.Wait.
//
// An answer comes from one replica of each shard concerned. A replica that lacks some
// rows of the state, because it was away, is not asked. If no other one has them, the
// error wraps [index.ErrUnavailable] and names the shard: an answer is never smaller because
// something is missing. Stored bytes that are damaged are an [index.ErrCorrupt] unless
// another replica answers.
//
// # Limits
//
// Questions need no ZooKeeper; builds do. A build keeps its games in a temporary file on
// the machine where it runs, and 30 bytes a game in memory. The names of all players are
// kept in memory once somebody asks for a player. A filter by players, event or opening
// first finds its games, and sends their numbers with the question. A server that stops
// without closing its connections is given up after 20 s, by a question after 3 s if
// another replica has not failed. It is asked last then, and tried again every 15 s.
//
// A state that was replaced, by a merge of runs or a removal, stays for ten minutes.
// Readers that are not refreshed in that time get an [ErrOutdated].
//
// # Cost
//
// See docs/scale.md: bytes and questions a second, and how to size a cluster. Tested with
// version 18.16 of Debian, by the native protocol.
package clickhouse
