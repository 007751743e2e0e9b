package clickhouse

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist/index"
)

// format is the number of the layout of the tables and of the manifest.
const format = 3

// A manifest is a state of the index.
type manifest struct {
	Format   int
	Origin   uint64 // the change that first recorded it, by its time; an index that takes the place of another has a later one
	Version  uint64 // of the manifest; the next one has the next number
	Index    index.Manifest
	Sources  []index.Source
	Runs     []run
	Replaced []replaced // runs that earlier states had, and that are still stored
}

// A run is what a build has added, or a merge of some.
type run struct {
	First, End int64    // numbers of its games
	Games      int64    // of them that are not removed
	Visits     int64    // by whole positions
	Records    int64    // different positions
	Parts      []stored // on each of the shards over which it is divided
}

// stored is what a shard has of a run. Each attempt to write it has identifiers of its own,
// so that what a failed attempt has left never counts.
type stored struct {
	ID                     uint64 // of visits and games
	TallyID                uint64 // of tallies
	Visits, Games, Tallies sum
}

// A sum is the number of rows and the sum of their hashes.
type sum struct{ Rows, Hash uint64 }

// A replaced run is removed after [grace], when no reader of an older state needs it.
type replaced struct {
	ID uint64
	At int64 // seconds since 1970, by the server's clock
}

// after reports whether m is a later state than other, or of an index that took its place.
// Numbers of changes grow with time.
func (m *manifest) after(other *manifest) bool {
	return cmp.Or(cmp.Compare(m.Origin, other.Origin), cmp.Compare(m.Version, other.Version)) > 0
}

// clone returns a copy whose lists can be changed.
func (m *manifest) clone() manifest {
	c := *m
	c.Sources, c.Runs, c.Replaced = slices.Clone(m.Sources), slices.Clone(m.Runs), slices.Clone(m.Replaced)
	return c
}

// ids returns the identifiers of all parts of the runs.
func (m *manifest) ids() map[uint64]bool {
	ids := make(map[uint64]bool)
	for _, r := range m.Runs {
		for _, p := range r.Parts {
			ids[p.ID], ids[p.TallyID] = true, true
		}
	}
	return ids
}

// shards returns over how many shards the index is divided.
func (m *manifest) shards() int {
	n := 0
	for _, r := range m.Runs {
		n = max(n, len(r.Parts))
	}
	return n
}

// built reports whether there is an index.
func (m *manifest) built() bool { return m.Index.Builds > 0 }

// read reads the newest manifest that took effect, from all replicas of the first shard
// that answer: one of them may be behind. Without an index it is empty.
func (s *Store) read(ctx context.Context) (manifest, error) {
	bodies, err := fromAll(ctx, s.cluster.shards[0], func(r *server) ([]string, error) {
		list, err := query(ctx, r, "SELECT body FROM "+s.name("manifests")+
			" WHERE effective = 1 ORDER BY version DESC LIMIT 1", one[string])
		if missing(err) {
			return nil, nil
		}
		return list, err
	})
	if err != nil {
		return manifest{}, err
	}
	m, err := newest(bodies)
	if err != nil {
		return manifest{}, fmt.Errorf("%s: %w", s.address, err)
	}
	if p := s.current.Load(); p != nil && p.built() && m.built() {
		if err := p.Index.Check(m.Index); err != nil {
			return manifest{}, fmt.Errorf("%s: another index took its place: %w", s.address, err)
		}
	}
	return m, nil
}

// newest returns the newest of manifests, one of each replica: one that was away may still have
// an index that was dropped, with more changes than the one in its place. One that cannot be read
// is left out if another one can.
func newest(bodies []string) (m manifest, err error) {
	for _, body := range bodies {
		switch one, bad := decodeManifest([]byte(body)); {
		case errors.Is(bad, index.ErrFormat):
			return manifest{}, bad
		case bad != nil:
			err = bad
		case one.after(&m):
			m = one
		}
	}
	if m.Version > 0 {
		err = nil
	}
	return m, err
}

func decodeManifest(body []byte) (m manifest, err error) {
	if err := json.Unmarshal(body, &m); err != nil {
		return manifest{}, fmt.Errorf("%w: manifest: %w", index.ErrCorrupt, err)
	}
	if m.Format != format {
		return manifest{}, fmt.Errorf("%w: %d; this release reads format %d", index.ErrFormat, m.Format, format)
	}
	return m, nil
}

// fromAll asks all replicas of a shard at the same time and joins their answers. Those
// that failed lately are left out if another one answers.
func fromAll[T any](ctx context.Context, replicas []*server, ask func(*server) ([]T, error)) ([]T, error) {
	var all []T
	var problems []error
	answered := false
	avoided := make(map[*server]bool, len(replicas))
	for _, r := range replicas {
		avoided[r] = r.avoided()
	}
	for _, last := range []bool{false, true} {
		var mu sync.Mutex
		var wg sync.WaitGroup
		for _, r := range replicas {
			if avoided[r] != last || last && answered {
				continue
			}
			wg.Go(func() {
				list, err := ask(r)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					problems = append(problems, err)
					return
				}
				answered, all = true, append(all, list...)
			})
		}
		wg.Wait()
	}
	if answered {
		return all, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, context.Cause(ctx)
	}
	return nil, unavailable(replicas[0].shard, problems)
}

// patience is how long a step of a change is tried again while servers or ZooKeeper are
// away. The variable is for tests.
var patience = 2 * time.Minute

// standstill is how long a change waits for a replica that gets no rows from another one.
func standstill() time.Duration { return patience / 8 }

// publish makes m the state of the index, in place of the one with the version before.
// First it stores m in the table of manifests, as handed in. Then it makes a table whose
// path in ZooKeeper is that of the version. That succeeds once, and the table's column
// names the change. The error wraps [index.ErrLocked] if another change was first.
func (s *Store) publish(ctx context.Context, m *manifest, change uint64) error {
	if m.Origin == 0 {
		m.Origin = change
	}
	body, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if err := s.announce(ctx, m.Version, 0, change, body); err != nil {
		return err
	}
	// From here the change may take effect, whatever happens to this process. So it is
	// not given up when the caller cancels.
	ctx = context.WithoutCancel(ctx)
	winner, err := s.decide(ctx, m.Version, change)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFate, err)
	}
	if winner != change {
		return fmt.Errorf("%w: another change took effect meanwhile, and this one did not", index.ErrLocked)
	}
	err = decided()
	if err == nil {
		err = s.announce(ctx, m.Version, 1, change, body)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFate, err)
	}
	s.await(ctx, m.Version)
	return nil
}

// decided is called after a decision. Tests end the change there.
var decided = func() error { return nil }

// announce stores a manifest as handed in, or as effective.
func (s *Store) announce(ctx context.Context, version uint64, effective uint8, change uint64, body []byte) error {
	at := []time.Time{time.Unix(0, int64(change>>20<<20)).UTC().Truncate(time.Second)} // the same at each try
	return s.cluster.retry(ctx, 0, patience, func(r *server) error {
		return r.insert(ctx, s.name("manifests")+" (version, effective, change, at, body)",
			[]uint64{version}, []uint8{effective}, []uint64{change}, at, []string{string(body)})
	})
}

// decide makes a change the version, unless another one is, and returns the one that is.
func (s *Store) decide(ctx context.Context, version, change uint64) (winner uint64, err error) {
	path := s.keeper("changes", int(version)-1)
	err = s.cluster.retry(ctx, 0, patience, func(r *server) error {
		column := fmt.Sprintf("change_%d", change)
		made := r.exec(ctx,
			fmt.Sprintf("CREATE TABLE %s (%s UInt8) ENGINE = ReplicatedMergeTree('%s', 'one') ORDER BY %s",
				s.name(fmt.Sprintf("change_%d", version)), column, path, column))
		if made == nil {
			winner = change
			return nil
		}
		var err error
		if winner, err = s.winner(ctx, r, version); err != nil {
			return err
		}
		if winner == 0 {
			return fmt.Errorf("server %s cannot decide: %w", r.address, errors.Join(errUndecided, hidden{made}))
		}
		return nil
	})
	return winner, err
}

var errUndecided = errors.New("no change has been decided")

// hidden keeps the text of an error and hides its code from [passing].
type hidden struct{ error }

var changeColumn = regexp.MustCompile("`change_([0-9]+)`")

// winner returns the change that has become the version, 0 if none has.
func (s *Store) winner(ctx context.Context, r *server, version uint64) (uint64, error) {
	values, err := query(ctx, r,
		fmt.Sprintf("SELECT value FROM system.zookeeper WHERE path = '%s' AND name = 'columns'",
			s.keeper("changes", int(version)-1)), one[string])
	if code(err) == 999 && noNode.MatchString(err.Error()) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	for _, v := range values {
		if found := changeColumn.FindStringSubmatch(v); found != nil {
			var change uint64
			_, err := fmt.Sscan(found[1], &change)
			return change, err
		}
	}
	return 0, nil
}

var noNode = regexp.MustCompile(`(?i)no node`)

// await waits until all replicas of the first shard that answer know a version, so that the
// next one to open the index sees it.
func (s *Store) await(ctx context.Context, version uint64) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for _, r := range s.cluster.shards[0] {
		for !r.late() {
			n, err := query(ctx, r, fmt.Sprintf("SELECT max(version) FROM %s WHERE effective = 1", s.name("manifests")),
				one[uint64])
			if err != nil || n[0] >= version || sleep(ctx, 20*time.Millisecond) != nil {
				break
			}
		}
	}
}

// finishDecided finishes a change that was decided and whose process ended before it was
// announced. It reports whether there was one.
func (s *Store) finishDecided(ctx context.Context, version uint64) (bool, error) {
	var winner uint64
	err := s.cluster.retry(ctx, 0, patience, func(r *server) (err error) {
		winner, err = s.winner(ctx, r, version)
		return err
	})
	if err != nil || winner == 0 {
		return false, err
	}
	bodies, err := fromAll(ctx, s.cluster.shards[0], func(r *server) ([]string, error) {
		return query(ctx, r, fmt.Sprintf("SELECT body FROM %s WHERE version = %d AND change = %d LIMIT 1",
			s.name("manifests"), version, winner), one[string])
	})
	if err != nil {
		return false, err
	}
	if len(bodies) == 0 {
		return false, fmt.Errorf("%w: change %d of version %d is decided, and no replica that answers knows it",
			index.ErrUnavailable, winner, version)
	}
	if err := s.announce(ctx, version, 1, winner, []byte(bodies[0])); err != nil {
		return false, err
	}
	s.await(ctx, version)
	return true, nil
}
