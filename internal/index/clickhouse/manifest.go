package clickhouse

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist/index"
)

// format is the number of the layout of the tables and of the manifest.
const format = 3

// A manifest is a state of the index.
type manifest struct {
	Format   int
	Origin   uint64 // the first change of the index: of two indexes, the later one has the greater number
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
	Visits, Games, Tallies checksum
}

// A checksum is the number of rows and the sum of their hashes.
type checksum struct{ Rows, Hash uint64 }

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
// that answer: one of them may be behind. Without an index it is empty. A replica that was away may
// have kept an index that was dropped, and give it to the others, with greater versions than the
// index in its place; see [manifest.after].
func (s *Store) read(ctx context.Context) (manifest, error) {
	bodies, err := fromAll(ctx, s.cluster.shards[0], func(r *server) ([]string, error) {
		list, err := query(ctx, r, "SELECT body FROM "+s.name("manifests")+
			" WHERE effective = 1 "+
			"ORDER BY visitParamExtractUInt(body, 'Origin') DESC, version DESC LIMIT 1", one[string])
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
	if p := s.current.Load(); p != nil && p.built() && m.built() && m.Index.Games > 0 {
		if err := p.Index.Check(m.Index); err != nil {
			return manifest{}, fmt.Errorf("%s: another index took its place: %w", s.address, err)
		}
	}
	return m, nil
}

// newest returns the newest of manifests, one of each replica. One that cannot be read is left out
// if another one can.
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

// fromAll reads from all replicas of a shard at the same time, and joins the results. Those that failed
// lately are left out if another one answers.
func fromAll[T any](ctx context.Context, replicas []*server, read func(*server) ([]T, error)) ([]T, error) {
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
				list, err := read(r)
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

// publish makes m the state of the index, in place of the one with the version before.
// First it stores m in the table of manifests, as handed in. Then it makes a table whose
// path in ZooKeeper names the version. This succeeds once, and the table's column
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
	err = s.cluster.happens(hasDecided, "")
	if err == nil {
		err = s.announce(ctx, m.Version, 1, change, body)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrFate, err)
	}
	s.await(ctx, m.Version, change)
	return nil
}

// announce stores a manifest as handed in, or as effective.
func (s *Store) announce(ctx context.Context, version uint64, effective uint8, change uint64, body []byte) error {
	at := []time.Time{time.Unix(0, int64(change>>20<<20)).UTC().Truncate(time.Second)} // the same at each try
	return s.cluster.retry(ctx, 0, s.cluster.patience, func(r *server) error {
		return r.insert(ctx, s.name("manifests")+" (version, effective, change, at, body)",
			[]uint64{version}, []uint8{effective}, []uint64{change}, at, []string{string(body)})
	})
}

// decide makes a change the version, unless another one is, and returns the one that is.
func (s *Store) decide(ctx context.Context, version, change uint64) (winner uint64, err error) {
	path := s.keeper("changes", strconv.FormatUint(version, 10))
	err = s.cluster.retry(ctx, 0, s.cluster.patience, func(r *server) error {
		column := fmt.Sprint(changePrefix, change)
		made := r.exec(ctx,
			fmt.Sprintf("CREATE TABLE %s (%s UInt8) ENGINE = ReplicatedMergeTree('%s', 'one') ORDER BY %s",
				s.name(fmt.Sprint(changePrefix, version)), column, path, column))
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

// hidden keeps the text of an error and hides its code from [temporary].
type hidden struct{ error }

// changePrefix begins the name of the column that names a change.
const changePrefix = "change_"

// winner returns the change that has become the version, 0 if none has.
func (s *Store) winner(ctx context.Context, r *server, version uint64) (uint64, error) {
	// The list of a node that does not exist is an error like any other of ZooKeeper, so its name
	// is looked for in the list above. create has made the first of them.
	path := s.keeper()
	for _, node := range []string{"changes", strconv.FormatUint(version, 10), "columns"} {
		values, err := query(ctx, r, fmt.Sprintf("SELECT value FROM system.zookeeper WHERE path = '%s' AND name = '%s'",
			path, node), one[string])
		if err != nil || len(values) == 0 {
			return 0, err
		}
		if node == "columns" {
			return changeOf(values[0])
		}
		path += "/" + node
	}
	return 0, nil
}

// changeOf returns the change that a table of a decision names. Its columns stand in ZooKeeper as
//
//	columns format version: 1
//	1 columns:
//	`change_123` UInt8
func changeOf(columns string) (uint64, error) {
	_, rest, _ := strings.Cut(columns, "`")
	name, _, _ := strings.Cut(rest, "`")
	digits, ok := strings.CutPrefix(name, changePrefix)
	change, err := strconv.ParseUint(digits, 10, 64)
	if !ok || err != nil {
		return 0, fmt.Errorf("%w: the table of a decision has the columns %q in ZooKeeper", index.ErrCorrupt, columns)
	}
	return change, nil
}

// await waits until all replicas of the first shard that answer have the manifest of a change, so that
// the next one to open the index sees it.
func (s *Store) await(ctx context.Context, version, change uint64) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	for _, r := range s.cluster.shards[0] {
		for !r.late() {
			n, err := query(ctx, r, fmt.Sprintf("SELECT count() FROM %s WHERE effective = 1 AND version = %d AND change = %d",
				s.name("manifests"), version, change), one[uint64])
			if err != nil || n[0] > 0 || sleep(ctx, 20*time.Millisecond) != nil {
				break
			}
		}
	}
}

// A decision is the change that has become a version.
type decision struct {
	change uint64 // 0 if there is none
	body   []byte
	manifest
}

// decision returns the decision about a version.
func (s *Store) decision(ctx context.Context, version uint64) (d decision, err error) {
	err = s.cluster.retry(ctx, 0, s.cluster.patience, func(r *server) (err error) {
		d.change, err = s.winner(ctx, r, version)
		return err
	})
	if err != nil || d.change == 0 {
		return decision{}, err
	}
	bodies, err := fromAll(ctx, s.cluster.shards[0], func(r *server) ([]string, error) {
		return query(ctx, r, fmt.Sprintf("SELECT body FROM %s WHERE version = %d AND change = %d LIMIT 1",
			s.name("manifests"), version, d.change), one[string])
	})
	if err != nil {
		return decision{}, err
	}
	if len(bodies) == 0 {
		return decision{}, fmt.Errorf("%w: change %d of version %d is decided, and no replica that answers knows it",
			index.ErrUnavailable, d.change, version)
	}
	d.body = []byte(bodies[0])
	d.manifest, err = decodeManifest(d.body)
	return d, err
}

// dropped reports whether a decision belongs to an index that was dropped before base was built: a
// replica that was away has kept it. The version is not used again.
func (d *decision) dropped(base *manifest) bool {
	return d.change != 0 && base.Origin != 0 && d.Origin != base.Origin
}

// finishDecided returns the state that follows base if a change was decided and its process ended
// before it was announced: then that is done here.
func (s *Store) finishDecided(ctx context.Context, base *manifest) (next manifest, found bool, err error) {
	d, err := s.decision(ctx, base.Version+1)
	if err != nil || d.change == 0 {
		return manifest{}, false, err
	}
	if d.dropped(base) {
		next = base.clone()
		next.Version++
		return next, true, nil
	}
	if err := s.announce(ctx, d.Version, 1, d.change, d.body); err != nil {
		return manifest{}, false, err
	}
	s.await(ctx, d.Version, d.change)
	next, err = s.read(ctx)
	return next, true, err
}
