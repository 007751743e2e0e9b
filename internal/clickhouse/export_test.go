package clickhouse

import (
	"context"
	"errors"
	"regexp"
	"sync/atomic"
	"time"

	"github.com/zobrist-go/zobrist/index"
)

// LoseLease makes others believe that a build has ended.
func LoseLease(b index.Builder) { b.(*builder).session.end() }

// BeforeLease calls f in changes that have seen nobody with the lease, before they say that
// they want it. Call the function that it returns to end that.
func BeforeLease(f func()) func() {
	wanting = f
	return func() { wanting = func() {} }
}

// EndAfterDecision makes changes end between their decision and the announcement. Call
// the function that it returns to end that.
func EndAfterDecision() func() {
	decided = func() error { return errors.New("the process has ended") }
	return func() { decided = func() error { return nil } }
}

// SendTwice makes each block go to all replicas of its shard once more.
func SendTwice() func() {
	sendTwice = true
	return func() { sendTwice = false }
}

// AfterWrites calls end after n statements that have added rows to an index, or decided a change.
func AfterWrites(n int32, end func()) {
	var done atomic.Int32
	written = func(statement string) {
		if !adds.MatchString(statement) {
			return
		}
		if done.Add(1) == n {
			end()
		}
	}
}

var adds = regexp.MustCompile(`\.(visits|tallies|games|manifests|change_[0-9]+) \(`)

// OnWrite calls f after each statement that changes something. Call the function that it
// returns to end that.
func OnWrite(f func(statement string)) func() {
	written = f
	return func() { written = func(string) {} }
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
func ShortLease() { leaseTime, leaseBeats = 2*time.Second, 500*time.Millisecond }

// Narrow makes a store use only the first shard, as before a cluster has grown.
func Narrow(s *Store) { s.cluster.shards = s.cluster.shards[:1] }

// BeforePlayers is called before a store asks the servers for all players. Call the
// function that it returns to end that.
func BeforePlayers(f func()) func() {
	reading = f
	return func() { reading = func() {} }
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
			if dropped = s.exec(ctx, "DROP DATABASE IF EXISTS "+a.Database); dropped == nil {
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

// Patience sets how long changes wait for servers. Call the function that it returns to undo that.
func Patience(d time.Duration) func() {
	old := patience
	patience = d
	return func() { patience = old }
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
