package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist/index"
)

// A session is a change that is going on, and the state before it. It has a lease, which its process
// renews every few seconds. The lease only spares others the work: what keeps two changes apart is
// [Store.publish].
type session struct {
	store  *Store
	id     uint64 // of the change
	base   manifest
	now    int64 // seconds since 1970 when it began, by a server's clock
	cancel context.CancelFunc
	beats  sync.WaitGroup
	beat   uint64
}

// newID returns the number of a change or a run: the time in ns, and chance in its
// last 20 bits.
func newID() uint64 { return uint64(time.Now().UnixNano())>>20<<20 | rand.Uint64N(1<<20) }

// writable returns an error if the store was opened for reading only.
func (s *Store) writable() error {
	if s.options.ReadOnly {
		return fmt.Errorf("clickhouse: %s was opened for reading only: %w", s.address, fs.ErrPermission)
	}
	return nil
}

// begin starts a change. It waits for another one until end. The error wraps
// [index.ErrLocked] if that has not ended by then.
func (s *Store) begin(ctx context.Context, end time.Time) (*session, error) {
	if err := s.writable(); err != nil {
		return nil, err
	}
	if err := s.create(ctx); err != nil {
		return nil, err
	}
	for {
		t := &session{store: s, id: newID(), beat: 1}
		other, err := t.lease(ctx)
		switch {
		case err != nil:
			return nil, err
		case other == 0:
			if err := t.start(ctx); err != nil {
				t.end()
				return nil, err
			}
			return t, nil
		case time.Now().After(end):
			return nil, fmt.Errorf("%w: change %d has not ended", index.ErrLocked, other)
		}
		if err := sleep(ctx, 500*time.Millisecond+rand.N(500*time.Millisecond)); err != nil {
			return nil, err
		}
	}
}

// lease takes the lease, or returns the change that has it.
func (t *session) lease(ctx context.Context) (other uint64, err error) {
	if has, _, err := t.others(ctx); has != 0 || err != nil {
		return has, err
	}
	if err := t.store.cluster.happens(wantsLeaseNext, ""); err != nil {
		return 0, err
	}
	if err := t.renew(ctx, wantsLease); err != nil {
		return 0, err
	}
	// Several changes may have come here. All but the first to write see another one, because
	// they read from all replicas. One that sees none takes the lease. One that sees a lower number
	// gives way, and the lowest waits until the others have done either.
	for {
		has, wants, err := t.others(ctx)
		switch {
		case err != nil:
			return 0, err
		case has != 0:
			return has, t.renew(ctx, noLease)
		case wants == 0:
			return 0, t.renew(ctx, hasLease)
		case wants < t.id:
			return wants, t.renew(ctx, noLease)
		}
		if err := sleep(ctx, 20*time.Millisecond); err != nil {
			return 0, err
		}
	}
}

// others returns the lowest numbers of another change that has the lease and of one that
// wants it, 0 if there is none. A change whose time has run out does not count.
func (t *session) others(ctx context.Context) (has, wants uint64, err error) {
	type lease struct {
		change, beat uint64
		state        uint8
	}
	s := t.store
	leases, err := fromAll(ctx, s.cluster.shards[0], func(r *server) ([]lease, error) {
		return query(ctx, r, fmt.Sprintf("SELECT change, max(beat) AS last, argMax(alive, beat) FROM %s "+
			"GROUP BY change HAVING max(at) > now() - %d", s.name("leases"), int(s.cluster.lease.Seconds())),
			func(row rows, l *lease) error { return row.Scan(&l.change, &l.beat, &l.state) })
	})
	last := make(map[uint64]lease)
	for _, l := range leases {
		if l.beat > last[l.change].beat {
			last[l.change] = l
		}
	}
	lowest := make(map[uint8]uint64)
	for _, l := range last {
		if n := lowest[l.state]; l.change != t.id && (n == 0 || l.change < n) {
			lowest[l.state] = l.change
		}
	}
	return lowest[hasLease], lowest[wantsLease], err
}

// The states of a change in the column alive.
const (
	noLease    = 0
	hasLease   = 1
	wantsLease = 2
)

// renew writes a change's state, which counts for some time. Without ZooKeeper it waits as
// the other steps of a change do; a lease that cannot be given back runs out.
func (t *session) renew(ctx context.Context, state uint8) error {
	s := t.store
	values := fmt.Sprintf("SELECT toUInt64(%d), toUInt64(%d), toUInt8(%d), now()", t.id, t.beat, state)
	t.beat++
	wait := s.cluster.patience
	if state == noLease {
		wait = s.cluster.lease
	}
	return s.cluster.retry(ctx, 0, wait, func(r *server) error {
		return r.exec(ctx, "INSERT INTO "+s.name("leases")+" (change, beat, alive, at) "+values)
	})
}

// start reads the state, finishes what an interrupted change has left to do, and
// keeps the lease alive.
func (t *session) start(ctx context.Context) error {
	s := t.store
	beating, cancel := context.WithCancel(context.WithoutCancel(ctx))
	t.cancel = cancel
	t.beats.Go(func() {
		for sleep(beating, s.cluster.beat) == nil {
			_ = t.renew(beating, hasLease) // else another change may start, and this one fails if that ends first
		}
	})
	var err error
	if t.base, err = s.read(ctx); err != nil {
		return err
	}
	for {
		next, found, err := s.finishDecided(ctx, &t.base)
		if err != nil {
			return err
		}
		if !found {
			break
		}
		t.base = next
	}
	if err := s.cluster.has(t.base.shards() - 1); err != nil {
		return err // a smaller cluster would take part of the new games where others look for the old ones
	}
	clock, err := tryReplicas(ctx, s.cluster, 0, func(r *server) ([]uint32, error) {
		return query(ctx, r, "SELECT toUInt32(now())", one[uint32])
	})
	if err != nil {
		return err
	}
	t.now = int64(clock[0])
	return t.clean(ctx)
}

// clean removes what interrupted changes have left, and what was replaced long ago.
func (t *session) clean(ctx context.Context) error {
	s := t.store
	garbage, old := make(map[uint64]bool), make(map[uint64]bool)
	known := t.base.ids()
	m := t.base.clone()
	m.Replaced = nil
	for _, r := range t.base.Replaced {
		if known[r.ID] = true; t.now-r.At > int64(grace.Seconds()) {
			old[r.ID] = true
			continue
		}
		m.Replaced = append(m.Replaced, r)
	}
	for r := range s.cluster.servers() {
		parts, err := s.parts(ctx, r)
		if err != nil && ctx.Err() != nil {
			return err
		}
		for _, p := range parts { // a server that is away is cleaned next time
			if !known[p.run] {
				garbage[p.run] = true
			}
		}
	}
	if len(garbage)+len(old) == 0 {
		return nil
	}
	// The change that wrote the garbage may be alive, its lease having run out. After the
	// next version it cannot take effect any more.
	if err := t.publish(ctx, &m); err != nil {
		return err
	}
	for id := range old {
		garbage[id] = true
	}
	_ = s.drop(ctx, garbage) // what stays is removed next time
	t.forget(ctx)
	return nil
}

// forget removes manifests and tables of decisions that are long past.
func (t *session) forget(ctx context.Context) {
	s := t.store
	past := int64(t.base.Version) - 128
	if past < 0 {
		return
	}
	_ = s.cluster.retry(ctx, 0, 0, func(r *server) error {
		old, err := query(ctx, r, fmt.Sprintf("SELECT DISTINCT partition FROM system.parts WHERE active "+
			"AND database = '%s' AND table = 'manifests' AND toUInt64(partition) < %d", s.address.Database, past/64),
			one[string])
		for _, p := range old {
			if err == nil {
				err = r.exec(ctx, fmt.Sprintf("ALTER TABLE %s DROP PARTITION %s", s.name("manifests"), p))
			}
		}
		return err
	})
	for _, r := range s.cluster.shards[0] {
		names, _ := query(ctx, r, fmt.Sprintf("SELECT name FROM system.tables WHERE database = '%s' "+
			"AND name LIKE 'change\\_%%'", s.address.Database), one[string])
		for _, name := range names {
			var version int64
			if _, err := fmt.Sscanf(name, "change_%d", &version); err == nil && version < past {
				_ = r.exec(ctx, "DROP TABLE "+s.name(name))
			}
		}
	}
}

// end gives the lease back.
func (t *session) end() {
	if t.cancel == nil {
		return
	}
	t.cancel()
	t.beats.Wait()
	t.cancel = nil
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_ = t.renew(ctx, noLease) // or it runs out
}

// publish makes m the next state.
func (t *session) publish(ctx context.Context, m *manifest) error {
	for {
		m.Format, m.Version = format, t.base.Version+1
		err := t.store.publish(ctx, m, newID())
		if err == nil {
			break
		}
		if !errors.Is(err, index.ErrLocked) {
			return err
		}
		if d, unknown := t.store.decision(ctx, m.Version); unknown != nil || !d.dropped(&t.base) {
			return err
		}
		t.base.Version++
	}
	t.base = m.clone()
	t.store.show(m)
	return nil
}
