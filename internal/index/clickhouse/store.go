package clickhouse

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/ClickHouse/clickhouse-go/v2/lib/driver"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
)

// Options configure a store. Zero fields mean the defaults.
type Options struct {
	// ReadOnly opens an existing index, which cannot be changed. Nothing is written, so
	// a user of the profile readonly will do.
	ReadOnly bool

	// Wait is how long a build or a removal waits for another one to end. The default is
	// not to wait.
	Wait time.Duration

	// Spool is the folder of a build's temporary files, of one build at a time. The
	// default is one for each index in the user's cache folder.
	Spool string
}

// A Store is an [index.Store] on a cluster, and a snapshot that shows its present state.
// Make one with [Open]. It is safe for concurrent use, also by [Store.Close].
type Store struct {
	address  Address
	options  Options
	cluster  *cluster
	current  atomic.Pointer[snapshot]
	changing atomic.Bool // a build or a removal of this store is going on

	mu     sync.Mutex // to replace current
	frozen bool       // the store is a snapshot of another one
}

// Open connects to a cluster and reads the state of the index. With ReadOnly the error
// wraps [index.ErrEmpty] if there is none. It takes some milliseconds.
func Open(ctx context.Context, a Address, o Options) (*Store, error) {
	if o.Spool == "" && !o.ReadOnly {
		cache, err := os.UserCacheDir()
		if err != nil {
			return nil, fmt.Errorf("clickhouse: a folder for temporary files: %w", err)
		}
		name := strings.NewReplacer(":", "_", "/", "_").Replace(strings.Join(a.Hosts, ",") + "," + a.Database)
		o.Spool = filepath.Join(cache, "zobrist", name)
	}
	c, err := connect(ctx, a)
	if err != nil {
		return nil, err
	}
	return newStore(ctx, a, o, c)
}

func newStore(ctx context.Context, a Address, o Options, c *cluster) (*Store, error) {
	s := &Store{address: a, options: o, cluster: c}
	s.current.Store(newSnapshot(manifest{}))
	if _, err := s.Refresh(ctx); err != nil {
		return nil, joinClose(err, c)
	}
	if o.ReadOnly && !s.current.Load().built() {
		return nil, joinClose(fmt.Errorf("open %s: %w", a, index.ErrEmpty), c)
	}
	return s, nil
}

func joinClose(err error, c *cluster) error {
	_ = c.close()
	return err
}

// Close implements [index.Store]. Snapshots of the store go on answering. The connections
// are closed with the last of them; calls that are going on then fail. Later calls return an error
// that wraps [fs.ErrClosed].
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.current.Swap(nil) == nil {
		return nil
	}
	return s.cluster.close()
}

// State implements [index.Store]. It costs nothing.
func (s *Store) State() (index.State, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, err := s.state()
	if err != nil {
		return nil, err
	}
	s.cluster.users.Add(1)
	t := &Store{address: s.address, options: Options{ReadOnly: true}, cluster: s.cluster, frozen: true}
	t.current.Store(p)
	return t, nil
}

// A snapshot is a state of the index, which does not change, and what was cached about it.
type snapshot struct {
	manifest
	seen atomic.Int64 // when it was last known to be at most a few changes old, ns since 1970

	filling chan struct{}  // holds one element while players is read or filled in
	players []index.Player // of all names; nil before the first call of Players

	mu      sync.Mutex
	picked  []pick              // the last sets of games that filters selected
	popular map[popularKey]bool // positions of which some run has tallies, as far as known
}

func newSnapshot(m manifest) *snapshot {
	p := &snapshot{manifest: m, filling: make(chan struct{}, 1)}
	p.seen.Store(time.Now().UnixNano())
	return p
}

// show makes m the state that queries read, unless a newer one is.
func (s *Store) show(m *manifest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch p := s.current.Load(); {
	case p == nil, p.after(m):
	case m.after(&p.manifest):
		s.current.Store(newSnapshot(m.clone()))
	default:
		p.seen.Store(time.Now().UnixNano())
	}
}

// state returns the current state.
func (s *Store) state() (*snapshot, error) {
	if p := s.current.Load(); p != nil {
		return p, nil
	}
	return nil, fmt.Errorf("%s: the index is closed: %w", s.address, fs.ErrClosed)
}

// stateFor returns the current state if it has the view.
func (s *Store) stateFor(ctx context.Context, v index.View) (*snapshot, error) {
	p, err := s.state()
	if err != nil {
		return nil, err
	}
	if int(v) > len(p.Index.Views) && p.built() || v >= index.MaxViews {
		return nil, fmt.Errorf("%w: view %d of an index with %d", index.ErrNotFound, v, 1+len(p.Index.Views))
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return p, nil
}

// Manifest implements [index.State].
func (s *Store) Manifest(ctx context.Context) (index.Manifest, error) {
	p, err := s.stateFor(ctx, index.Positions)
	if err != nil {
		return index.Manifest{}, err
	}
	if !p.built() {
		return index.Manifest{}, fmt.Errorf("%s: %w", s.address, index.ErrEmpty)
	}
	m := p.Index
	m.Views, m.Sources = slices.Clone(m.Views), slices.Clone(p.Sources)
	return m, nil
}

// Refresh implements [index.Store]. It reads the last manifest of each replica of the first shard,
// which takes about 2 ms.
func (s *Store) Refresh(ctx context.Context) (bool, error) {
	old, err := s.state()
	if err != nil {
		return false, err
	}
	if s.frozen {
		return false, nil
	}
	m, err := s.read(ctx)
	if err != nil {
		return false, err
	}
	s.show(&m)
	replaced := old.Origin != 0 && m.Origin != old.Origin
	return m.after(&old.manifest) && (replaced || m.Index.Builds > old.Index.Builds), nil
}

// rows is what a server answers.
type rows = driver.Rows

// shardOf returns the shard of a hash among n: they divide the range of its low word
// evenly.
func shardOf(lo uint64, n int) int {
	shard, _ := bits.Mul64(lo, uint64(n))
	return int(shard)
}

// spans divides the numbers from first to last into n parts of almost the same size.
func spans(first, last, n uint64) iter.Seq2[uint64, uint64] {
	return func(yield func(low, high uint64) bool) {
		width := (last-first)/n + 1 // 0 for all numbers and n = 1
		for low := first; ; low += width {
			high := low + width - 1
			if width == 0 || last-low < width {
				high = last
			}
			if !yield(low, high) || high == last {
				return
			}
		}
	}
}

// gameShard returns the shard of a game among n.
func gameShard(number int64, n int) int { return int(number >> 10 % int64(n)) }

// widths returns the numbers of shards that runs are divided over, ascending, and the
// runs of each. A cluster that has grown has several.
func (p *snapshot) widths() (list []int, byWidth map[int][]run) {
	byWidth = make(map[int][]run)
	for _, r := range p.Runs {
		n := len(r.Parts)
		if len(byWidth[n]) == 0 {
			list = append(list, n)
		}
		byWidth[n] = append(byWidth[n], r)
	}
	slices.Sort(list)
	return list, byWidth
}

// A target is what one query reads: some runs of a shard, and hashes or numbers of games in them.
type target[T any] struct {
	shard int
	runs  []run
	items []T
}

// route divides hashes among the shards that may have them.
func (p *snapshot) route(hashes []zobrist.Uint128) []target[zobrist.Uint128] {
	return route(p, hashes, func(h zobrist.Uint128, n int) int { return shardOf(h.Lo, n) })
}

func route[T any](p *snapshot, list []T, shard func(T, int) int) []target[T] {
	var targets []target[T]
	widths, byWidth := p.widths()
	for _, n := range widths {
		parts := make([][]T, n)
		for _, one := range list {
			i := shard(one, n)
			parts[i] = append(parts[i], one)
		}
		for i, part := range parts {
			if len(part) > 0 {
				targets = append(targets, target[T]{i, byWidth[n], part})
			}
		}
	}
	return targets
}

// everywhere returns a target without items for each shard.
func (p *snapshot) everywhere() []target[struct{}] {
	var targets []target[struct{}]
	for i := 0; ; i++ {
		q := target[struct{}]{shard: i}
		for _, r := range p.Runs {
			if i < len(r.Parts) {
				q.runs = append(q.runs, r)
			}
		}
		if len(q.runs) == 0 {
			return targets
		}
		targets = append(targets, q)
	}
}

// maxItems is how many hashes or games one query names: the length of its text is limited.
const maxItems = 2000

// chunks divides the items of a target among queries.
func (q *target[T]) chunks() iter.Seq[*target[T]] {
	return func(yield func(*target[T]) bool) {
		for items := range slices.Chunk(q.items, maxItems) {
			if !yield(&target[T]{q.shard, q.runs, items}) {
				return
			}
		}
	}
}

// visitRuns and tallyRuns are conditions on the column run.
func (q *target[T]) visitRuns() string {
	return runIn(q.runs, func(r run) uint64 { return r.Parts[q.shard].ID })
}

func (q *target[T]) tallyRuns() string {
	return runIn(q.runs, func(r run) uint64 { return r.Parts[q.shard].TallyID })
}

func runIn(runs []run, id func(run) uint64) string {
	return "run IN (" + list(runs, func(b []byte, r run) []byte { return fmt.Append(b, id(r)) }) + ")"
}

// list joins things with commas.
func list[T any](all []T, add func([]byte, T) []byte) string {
	var b []byte
	for i, one := range all {
		if i > 0 {
			b = append(b, ',')
		}
		b = add(b, one)
	}
	return string(b)
}

// tryReplicas reads from the replicas of a shard, one after the other, until one succeeds.
func tryReplicas[T any](ctx context.Context, c *cluster, shard int, do func(*server) ([]T, error)) ([]T, error) {
	if err := c.has(shard); err != nil {
		return nil, err
	}
	var problems []error
	for _, r := range c.replicas(shard, nil) {
		list, err := do(r)
		if err == nil {
			return list, nil
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if problems = append(problems, err); !replaceable(err) {
			return nil, err
		}
	}
	return nil, unavailable(shard, problems)
}

// queryShard reads from a replica that has all runs of the target. Another one would return fewer rows.
func queryShard[T, U any](ctx context.Context, s *Store, p *snapshot, q *target[U], sql string,
	scan func(row rows, to *T) error) ([]T, error) {
	list, err := tryReplicas(ctx, s.cluster, q.shard, func(r *server) ([]T, error) {
		if err := s.complete(ctx, r, q.runs); err != nil {
			return nil, err
		}
		list, err := query(ctx, r, sql, scan)
		if err != nil {
			return nil, err
		}
		if age := time.Since(time.Unix(0, p.seen.Load())); age > grace/2 {
			r.forget(q.runs) // perhaps they have been removed while they were read
		}
		// The server may have been restarted since it was complete.
		return list, s.complete(ctx, r, q.runs)
	})
	if err != nil && ctx.Err() == nil && time.Since(time.Unix(0, p.seen.Load())) > grace/2 {
		switch m, readErr := s.read(ctx); {
		case errors.Is(readErr, index.ErrKeys), errors.Is(readErr, index.ErrConfig):
			return nil, readErr // another index took its place
		case readErr == nil && !hasRuns(&m, q.runs):
			return nil, fmt.Errorf("%w: %w", ErrOutdated, err)
		}
	}
	return list, err
}

func hasRuns(m *manifest, runs []run) bool {
	ids := m.ids()
	for _, r := range m.Replaced {
		ids[r.ID] = true
	}
	return !slices.ContainsFunc(runs, func(r run) bool {
		return slices.ContainsFunc(r.Parts, func(p stored) bool { return !ids[p.ID] || !ids[p.TallyID] })
	})
}

// errIncomplete: a replica lacks something.
type errIncomplete struct {
	address string
	run     uint64
	table   string
	have    uint64
	want    uint64
}

func (e errIncomplete) Error() string {
	text := fmt.Sprintf("server %s has %d rows of %s of run %d, and should have %d", e.address, e.have, e.table, e.run,
		e.want)
	if e.have < e.want {
		text += "; it may be catching up"
	}
	return text
}

// complete returns an error unless a replica has all of some runs.
func (s *Store) complete(ctx context.Context, r *server, runs []run) error {
	r.mu.Lock()
	all := !slices.ContainsFunc(runs, func(x run) bool { return !r.whole[x.Parts[r.shard].TallyID] })
	losses := r.losses
	r.mu.Unlock()
	if all {
		return nil
	}
	parts, err := s.parts(ctx, r)
	if err != nil {
		return err
	}
	type place struct {
		table string
		run   uint64
	}
	have := make(map[place]uint64)
	for _, p := range parts {
		have[place{p.table, p.run}] = p.rows
	}
	for _, x := range runs {
		part := x.Parts[r.shard]
		for at, want := range map[place]uint64{
			{"visits", part.ID}: part.Visits.Rows, {"games", part.ID}: part.Games.Rows,
			{"tallies", part.TallyID}: part.Tallies.Rows,
		} {
			if n := have[at]; n != want {
				return errIncomplete{r.address, at.run, at.table, n, want}
			}
		}
		r.hasWhole(part.TallyID, losses)
	}
	return nil
}

// hasWhole notes that the server has all of a run, unless it may have lost runs since losses was
// read.
func (r *server) hasWhole(run, losses uint64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.losses == losses {
		r.whole[run] = true
	}
}

// forget makes the next query check again whether a replica has some runs.
func (r *server) forget(runs []run) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.losses++
	for _, x := range runs {
		delete(r.whole, x.Parts[r.shard].TallyID)
	}
}
