package clickhouse

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	ch "github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"github.com/zobrist-go/zobrist/index"
)

const (
	dialTimeout = 3 * time.Second

	// silence is how long a server may neither take nor send anything: one that works
	// reports its progress ten times a second. A query waits for hesitation only if there
	// is another replica that has not failed.
	silence    = 20 * time.Second
	hesitation = 3 * time.Second

	maxConns = 32               // to each server
	maxIdle  = 8                // of them between queries
	avoid    = 15 * time.Second // a server that failed is tried last for this long, and then tried once
)

// minRevision is the revision of ClickHouse 18.16, the oldest release that the package is
// tested with.
const minRevision = 54412

// A server is one replica of a shard.
type server struct {
	cluster *cluster
	address string
	user    string
	shard   int // from 0
	conn    driver.Conn

	failed  atomic.Int64 // when it failed, ns since 1970; 0 if it has answered since
	writing atomic.Int32 // statements that change something, which may take long without a word

	mu     sync.Mutex
	whole  map[uint64]bool // runs of which it has everything
	losses uint64          // how often entries of whole were removed
}

// A cluster is the servers by shard.
type cluster struct {
	shards [][]*server
	first  atomic.Uint32 // spreads queries over the replicas
	users  atomic.Int32  // stores that use it

	timing
	interfere func(e event, detail string) error // of a test
}

// connect finds the servers of the cluster.
func connect(ctx context.Context, a Address) (*cluster, error) {
	limits := []time.Duration{hesitation, silence}
	if len(a.Hosts) == 1 {
		limits = limits[1:]
	}
	var problems []error
	for _, limit := range limits {
		problems = nil
		for i, host := range a.Hosts {
			c, err := discover(ctx, a, host, limit)
			if err == nil {
				for s := range c.servers() {
					if slices.Contains(a.Hosts[:i], s.address) {
						s.failed.Store(time.Now().UnixNano())
					}
				}
				return c, nil
			}
			err = cmp.Or(denied(a.User, err), uncertified(err), err)
			if errors.Is(err, fs.ErrPermission) {
				return nil, fmt.Errorf("clickhouse: %s: %w", host, err)
			}
			if problems = append(problems, fmt.Errorf("%s: %w", host, err)); ctx.Err() != nil {
				break
			}
		}
		if !errors.Is(errors.Join(problems...), os.ErrDeadlineExceeded) || ctx.Err() != nil {
			break // more time would not help
		}
	}
	return nil, fmt.Errorf("%w: %w", index.ErrUnavailable, errors.Join(problems...))
}

// discover reads the configuration of the cluster from one of its servers, which may be silent up
// to a limit.
func discover(ctx context.Context, a Address, host string, limit time.Duration) (*cluster, error) {
	conn, err := open(a, host, func() {}, func() time.Duration { return limit })
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	version, err := conn.ServerVersion()
	if err != nil {
		return nil, err
	}
	if version.Revision < minRevision {
		return nil, fmt.Errorf("%s: revision %d; version 18.16 is the oldest that will do", version, version.Revision)
	}
	rows, err := conn.Query(ctx, "SELECT cluster, toUInt32(shard_num), host_name, toUInt32(port) "+
		"FROM system.clusters ORDER BY cluster, shard_num, replica_num")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	c := &cluster{timing: usualTiming}
	var names []string
	for rows.Next() {
		var name, host string
		var shard, port uint32
		if err := rows.Scan(&name, &shard, &host, &port); err != nil {
			return nil, err
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		if name != a.Cluster {
			continue
		}
		if n := int(shard); n > len(c.shards)+1 || n < 1 {
			return nil, fmt.Errorf("the cluster %q has a shard %d after shard %d", name, n, len(c.shards))
		} else if n > len(c.shards) {
			c.shards = append(c.shards, nil)
		}
		s := &server{cluster: c, address: hostPort(host, port), user: a.User, shard: int(shard) - 1,
			whole: make(map[uint64]bool)}
		if s.conn, err = open(a, s.address, s.restarted, func() time.Duration { return c.silenceOf(s) }); err != nil {
			return nil, err
		}
		c.shards[s.shard] = append(c.shards[s.shard], s)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	if len(c.shards) == 0 {
		return nil, fmt.Errorf("its configuration has no cluster %q among remote_servers, only %s; "+
			"add it, or name another one by ?cluster=", a.Cluster, strings.Join(names, ", "))
	}
	c.first.Store(uint32(time.Now().UnixNano()))
	c.users.Store(1)
	return c, nil
}

// hostPort returns the address of a server. The host may be an IPv6 address.
func hostPort(host string, port uint32) string {
	return net.JoinHostPort(host, strconv.FormatUint(uint64(port), 10))
}

// silenceOf returns how long a server may be silent.
func (c *cluster) silenceOf(s *server) time.Duration {
	if s.writing.Load() == 0 && slices.ContainsFunc(c.shards[s.shard], func(other *server) bool {
		return other != s && other.failed.Load() == 0
	}) {
		return hesitation
	}
	return silence
}

// open prepares connections to a server. It calls dialled after each one is made: the
// server may have been restarted since the one before. limit says how long it may be silent.
func open(a Address, address string, dialled func(), limit func() time.Duration) (driver.Conn, error) {
	return ch.Open(&ch.Options{
		Addr:        []string{address},
		Auth:        ch.Auth{Username: a.User, Password: a.password},
		Compression: &ch.Compression{Method: ch.CompressionLZ4},
		DialTimeout: dialTimeout,
		DialContext: func(ctx context.Context, address string) (net.Conn, error) {
			conn, err := dial(ctx, a.TLS, address)
			if err != nil {
				return nil, err
			}
			dialled()
			return watched{conn, limit}, nil
		},
		// maxConns at once; more queries wait for one of them.
		MaxOpenConns: maxConns, MaxIdleConns: maxIdle, ConnMaxLifetime: time.Hour,
	})
}

// dial connects to a server, by TLS unless c is nil.
func dial(ctx context.Context, c *tls.Config, address string) (net.Conn, error) {
	plain := &net.Dialer{Timeout: dialTimeout, KeepAlive: silence}
	if c == nil {
		return plain.DialContext(ctx, "tcp", address)
	}
	return (&tls.Dialer{NetDialer: plain, Config: c}).DialContext(ctx, "tcp", address)
}

// A watched connection limits the time of each read and each write. The driver itself would
// limit the time of a whole answer, and not the time of sending.
type watched struct {
	net.Conn
	limit func() time.Duration
}

func (w watched) Read(p []byte) (int, error) {
	if err := w.Conn.SetReadDeadline(time.Now().Add(w.limit())); err != nil {
		return 0, err
	}
	return w.Conn.Read(p)
}

// Write writes pieces that are small enough for a slow connection to take in time.
func (w watched) Write(p []byte) (n int, err error) {
	for piece := range slices.Chunk(p, 1<<16) {
		if err := w.Conn.SetWriteDeadline(time.Now().Add(w.limit())); err != nil {
			return n, err
		}
		m, err := w.Conn.Write(piece)
		if n += m; err != nil {
			return n, err
		}
	}
	return n, nil
}

// SetReadDeadline and SetDeadline leave the deadlines as Read and Write set them.
func (w watched) SetReadDeadline(time.Time) error { return nil }
func (w watched) SetDeadline(time.Time) error     { return nil }

// close closes the connections once the last store that uses them is closed.
func (c *cluster) close() error {
	if c.users.Add(-1) > 0 {
		return nil
	}
	var err error
	for s := range c.servers() {
		err = errors.Join(err, s.conn.Close())
	}
	return err
}

// servers returns all servers.
func (c *cluster) servers() iter.Seq[*server] {
	return func(yield func(*server) bool) {
		for _, shard := range c.shards {
			for _, s := range shard {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// has returns an error that names a shard of the index if the servers' configuration
// does not declare it, or no longer.
func (c *cluster) has(shard int) error {
	if shard < len(c.shards) {
		return nil
	}
	return fmt.Errorf("%w: the index has a shard %d, and the servers' configuration declares %d; "+
		"put the shards back among remote_servers, in the same order", index.ErrUnavailable, shard+1, len(c.shards))
}

// replicas returns the replicas of a shard in the order in which to try them: those
// that failed lately come last. Of the others the favourite is the first, if it is not
// nil. The cluster must have the shard; see has.
func (c *cluster) replicas(shard int, favourite *server) []*server {
	all := c.shards[shard]
	first := int(c.first.Add(1) % uint32(len(all)))
	list := slices.Concat(all[first:], all[:first])
	last := make(map[*server]bool, len(list))
	for _, s := range list {
		last[s] = s.avoided()
	}
	slices.SortStableFunc(list, func(a, b *server) int {
		return cmp.Or(flag(last[a])-flag(last[b]), flag(b == favourite)-flag(a == favourite))
	})
	return list
}

// late reports whether a server has failed lately and has not answered since.
func (s *server) late() bool { return time.Since(time.Unix(0, s.failed.Load())) < avoid }

// avoided reports whether a server is to be tried last. After some time one query tries it first
// again, and the others wait for its result.
func (s *server) avoided() bool {
	at := s.failed.Load()
	return at != 0 && (s.late() || !s.failed.CompareAndSwap(at, time.Now().UnixNano()))
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// exec runs a statement on a server.
func (s *server) exec(ctx context.Context, query string) error {
	s.writing.Add(1)
	defer s.writing.Add(-1)
	err := s.conn.Exec(ctx, query)
	if err == nil {
		err = s.cluster.happens(hasWritten, query)
	}
	return s.note(ctx, err)
}

// note remembers whether a server answers, and names it in an error.
func (s *server) note(ctx context.Context, err error) error {
	if err == nil {
		s.failed.Store(0)
		return nil
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if broken(ctx, err) {
		s.failed.Store(time.Now().UnixNano())
		s.restarted()
	}
	return serverError(s, err)
}

// restarted forgets what a server has: it may come back without it.
func (s *server) restarted() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.losses++
	clear(s.whole)
}

// query runs a query on a server. scan reads one row.
func query[T any](ctx context.Context, s *server, sql string, scan func(row driver.Rows, to *T) error) ([]T, error) {
	rows, err := s.conn.Query(ctx, sql)
	for range maxIdle { // connections from before the server was restarted
		if err == nil || ctx.Err() != nil || !ended(err) {
			break
		}
		s.restarted()
		rows, err = s.conn.Query(ctx, sql)
	}
	if err != nil {
		return nil, s.note(ctx, err)
	}
	defer rows.Close()
	var list []T
	for rows.Next() {
		var one T
		if err := scan(rows, &one); err != nil {
			return nil, s.note(ctx, err)
		}
		list = append(list, one)
	}
	return list, s.note(ctx, rows.Err())
}

// ended reports whether the other side has closed a connection.
func ended(err error) bool {
	return errors.Is(err, io.EOF) || errors.Is(err, syscall.ECONNRESET) || errors.Is(err, syscall.EPIPE)
}

// one scans a row of one column.
func one[T any](row driver.Rows, to *T) error { return row.Scan(to) }

// insert sends one block to a server. Each column is a slice. A block that was sent
// before, to any replica of the shard, is recognised by its checksum and not stored again.
func (s *server) insert(ctx context.Context, into string, columns ...any) error {
	s.writing.Add(1)
	defer s.writing.Add(-1)
	b, err := s.conn.PrepareBatch(ctx, "INSERT INTO "+into)
	if err != nil {
		return s.note(ctx, err)
	}
	defer b.Close()
	for i, c := range columns {
		if err := b.Column(i).Append(c); err != nil {
			return err
		}
	}
	if err = b.Send(); err == nil {
		err = s.cluster.happens(hasWritten, into)
	}
	return s.note(ctx, err)
}

// unavailable says why no replica of a shard will do.
func unavailable(shard int, problems []error) error {
	return fmt.Errorf("%w: shard %d: %w", index.ErrUnavailable, shard+1, errors.Join(problems...))
}

// retry does something on the replicas of a shard, one after the other and again,
// until one succeeds, the patience is over, or the error is one that no other replica
// would mend.
func (c *cluster) retry(ctx context.Context, shard int, patience time.Duration, do func(*server) error) error {
	return c.retryFrom(ctx, shard, nil, patience, do)
}

// retryFrom is retry, first on a favourite.
func (c *cluster) retryFrom(ctx context.Context, shard int, favourite *server, patience time.Duration,
	do func(*server) error) error {
	if err := c.has(shard); err != nil {
		return err
	}
	for end, pause := time.Now().Add(patience), 50*time.Millisecond; ; pause = min(2*pause, 2*time.Second) {
		var problems []error
		for _, s := range c.replicas(shard, favourite) {
			err := do(s)
			if err == nil || ctx.Err() != nil {
				return err
			}
			if problems = append(problems, err); !temporary(err) {
				return err
			}
		}
		if time.Now().After(end) {
			return unavailable(shard, problems)
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-t.C:
		return nil
	}
}

// each does something for several shards at the same time. The first error ends
// the others.
func each(ctx context.Context, shards []int, do func(ctx context.Context, shard int) error) error {
	if len(shards) == 1 {
		return do(ctx, shards[0])
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var wg sync.WaitGroup
	errs := make([]error, len(shards))
	for i, shard := range shards {
		wg.Go(func() {
			if errs[i] = do(ctx, shard); errs[i] != nil {
				cancel(errs[i])
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return context.Cause(ctx)
		}
	}
	return nil
}
