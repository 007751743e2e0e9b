package clickhouse

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/zobrist-go/zobrist/index"
)

// LoseLease makes others believe that a build has ended.
func LoseLease(b index.Builder) { b.(*builder).session.end() }

// interfere calls f at each event of one kind. Call the function that it returns to end that.
func interfere(s *Store, at event, f func(detail string) error) (undo func()) {
	s.cluster.interfere = func(e event, detail string) error {
		if e == at {
			return f(detail)
		}
		return nil
	}
	return func() { s.cluster.interfere = nil }
}

// BeforeLease calls f in changes that have seen nobody with the lease, before they say that
// they want it.
func BeforeLease(s *Store, f func()) (undo func()) {
	return interfere(s, wantsLeaseNext, func(string) error {
		f()
		return nil
	})
}

// EndAfterDecision makes changes end between their decision and the announcement.
func EndAfterDecision(s *Store) (undo func()) {
	return interfere(s, hasDecided, func(string) error { return errors.New("the process has ended") })
}

// LoseAnswers breaks the connection after each block of rows that has arrived, once. So it is sent again.
func LoseAnswers(s *Store) (lost func() int, undo func()) {
	var n atomic.Int64
	undo = interfere(s, hasWritten, func(statement string) error {
		if isBlock(statement, "visits", "games") && n.Add(1)%2 == 1 {
			return io.ErrUnexpectedEOF
		}
		return nil
	})
	return func() int { return int(n.Load()+1) / 2 }, undo
}

// AfterWrites calls end after n statements that have added rows to an index, or decided a change.
func AfterWrites(s *Store, n int32, end func()) {
	var done atomic.Int32
	interfere(s, hasWritten, func(statement string) error {
		if (isBlock(statement, "visits", "tallies", "games", "manifests") ||
			strings.HasPrefix(statement, "CREATE TABLE "+s.name(changePrefix))) && done.Add(1) == n {
			end()
		}
		return nil
	})
}

// isBlock reports whether a statement, or what insert has written to, names the columns of one of some tables.
func isBlock(statement string, tables ...string) bool {
	return slices.ContainsFunc(tables, func(table string) bool { return strings.Contains(statement, "."+table+" (") }) &&
		!strings.HasPrefix(statement, "CREATE ")
}

// OnWrite calls f after each statement that changes something.
func OnWrite(s *Store, f func(statement string)) (undo func()) {
	return interfere(s, hasWritten, func(statement string) error {
		f(statement)
		return nil
	})
}

// NewestRun returns the number of the last run of which a server has visits.
func NewestRun(ctx context.Context, a Address, host string) (n uint64, err error) {
	conn, err := open(a, host, func() {}, func() time.Duration { return silence })
	if err != nil {
		return 0, err
	}
	err = conn.QueryRow(ctx, "SELECT max(run) FROM "+a.Database+".visits").Scan(&n)
	return n, errors.Join(err, conn.Close())
}

// ShortLease makes leases run out after two seconds.
func ShortLease(s *Store) { s.cluster.lease, s.cluster.beat = 2*time.Second, 500*time.Millisecond }

// Narrow makes a store use only the first shard, as before a cluster has grown.
func Narrow(s *Store) { s.cluster.shards = s.cluster.shards[:1] }

// BeforePlayers calls f before a store reads all players.
func BeforePlayers(s *Store, f func()) (undo func()) {
	return interfere(s, readsPlayers, func(string) error {
		f()
		return nil
	})
}

// OpenWithout opens an index as if some servers were away.
func OpenWithout(ctx context.Context, a Address, o Options, hosts ...string) (*Store, error) {
	c, err := connect(ctx, a)
	if err != nil {
		return nil, err
	}
	for i, replicas := range c.shards {
		c.shards[i] = slices.DeleteFunc(replicas, func(s *server) bool {
			if !slices.Contains(hosts, s.address) {
				return false
			}
			err = errors.Join(err, s.conn.Close())
			return true
		})
	}
	if err != nil {
		return nil, err
	}
	return newStore(ctx, a, o, c)
}

// Destroy removes an index from all servers.
func Destroy(ctx context.Context, a Address) error {
	c, err := connect(ctx, a)
	if err != nil {
		return err
	}
	defer c.close()
	for s := range c.servers() {
		var dropped error
		for range 5 { // 18.16 finds the folder not empty if a part is being fetched
			if dropped = s.exec(ctx, "DROP DATABASE IF EXISTS `"+a.Database+"`"); dropped == nil {
				break
			}
			time.Sleep(time.Second)
		}
		err = errors.Join(err, dropped)
	}
	return err
}

// Password returns the password, for a test.
func (a Address) Password() string { return a.password }

// Execute runs a statement on one server, as an administrator would.
func Execute(ctx context.Context, a Address, host, sql string) error {
	conn, err := open(a, host, func() {}, func() time.Duration { return silence })
	if err != nil {
		return err
	}
	return errors.Join(conn.Exec(ctx, sql), conn.Close())
}

// Patience sets how long changes of a store wait for servers.
func Patience(s *Store, d time.Duration) (undo func()) {
	old := s.cluster.patience
	s.cluster.patience = d
	return func() { s.cluster.patience = old }
}

// Run returns the number of the run that the last build has made, as a shard knows it.
func Run(s *Store, shard int) uint64 {
	runs := s.current.Load().Runs
	return runs[len(runs)-1].Parts[shard].ID
}

// Misnote makes the manifest of a store wrong about the visits of its first run on the
// first shard.
func Misnote(s *Store, change func(rows, hash *uint64)) {
	p := s.current.Load()
	visits := &p.Runs[0].Parts[0].Visits
	change(&visits.Rows, &visits.Hash)
}
