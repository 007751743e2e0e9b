package clickhouse

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
)

// A builder adds games. It keeps them in the spool until Commit sends them.
type builder struct {
	*session
	ctx     context.Context // of Begin; for what has none of its own
	config  index.Config
	options index.BuildOptions
	spool   *spool
	draft
	lines   map[index.Key]uint32 // games of this build, by what distinguishes games
	added   []index.Key          // keys of the games since the last Keep or Drop
	visits  [][]index.Visit      // of one game
	left    []index.Repeat       // of the last batch
	unsaved int64                // bytes of visits
	first   bool                 // nothing was appended
	ended   bool                 // by Commit or an error
	closed  bool
}

// visitBytes is what [index.BuildOptions].Checkpoint counts for a visit.
const visitBytes = 20

// Begin implements [index.Store]. It makes the tables if they do not exist, on all
// servers that answer.
func (s *Store) Begin(ctx context.Context, c index.Config, o index.BuildOptions) (index.Builder, error) {
	if _, err := s.state(); err != nil {
		return nil, err
	}
	if !s.changing.CompareAndSwap(false, true) {
		return nil, fmt.Errorf("%w: another build has not ended", index.ErrLocked)
	}
	b, err := s.newBuilder(ctx, c, o)
	if err != nil {
		s.changing.Store(false)
		return nil, err
	}
	return b, nil
}

func (s *Store) newBuilder(ctx context.Context, c index.Config, o index.BuildOptions) (_ *builder, err error) {
	if err := o.SetDefaults(); err != nil {
		return nil, err
	}
	if err := s.writable(); err != nil {
		return nil, err
	}
	end := time.Now().Add(s.options.Wait) // for the spool and for the lease together
	files, err := s.spool(ctx, end)
	if err != nil {
		return nil, fmt.Errorf("clickhouse: temporary files: %w", err)
	}
	t, err := s.begin(ctx, end)
	if err != nil {
		return nil, errors.Join(err, files.close())
	}
	b := &builder{session: t, ctx: ctx, config: c, options: o, spool: files, lines: make(map[index.Key]uint32),
		first: true}
	s.show(&t.base) // what others have built
	if t.base.built() {
		changed, err := t.base.Index.Take(c)
		if err != nil {
			t.end()
			return nil, errors.Join(err, files.close())
		}
		if changed { // files that were read as another game can be read again
			t.base.Sources = nil
		}
	}
	return b, nil
}

// spool opens the temporary files. If another build has them, it waits until end.
func (s *Store) spool(ctx context.Context, end time.Time) (*spool, error) {
	for {
		files, err := openSpool(s.options.Spool)
		if !errors.Is(err, index.ErrLocked) || time.Now().After(end) {
			return files, err
		}
		if err := sleep(ctx, 100*time.Millisecond); err != nil {
			return nil, err
		}
	}
}

func (b *builder) usable(ctx context.Context) error {
	switch {
	case b.ended || b.closed:
		return errors.New("clickhouse: the build has ended")
	case ctx.Err() != nil:
		return context.Cause(ctx)
	}
	return nil
}

// prepare empties the spool unless Restore went on with what was there.
func (b *builder) prepare() error {
	if !b.first {
		return nil
	}
	b.first = false
	return b.spool.reset()
}

// Append implements [index.Builder].
func (b *builder) Append(ctx context.Context, batch *index.Batch) ([]index.Repeat, error) {
	err := b.usable(ctx)
	b.left = b.left[:0]
	if err == nil {
		err = b.append(ctx, batch)
	}
	if err != nil {
		b.ended = true
	}
	return b.left, err
}

func (b *builder) append(ctx context.Context, batch *index.Batch) error {
	if err := b.prepare(); err != nil {
		return err
	}
	if b.base.Index.Next+b.draft.Games+int64(len(batch.Games)) > index.MaxGames {
		return fmt.Errorf("clickhouse: more than %d games", int64(index.MaxGames))
	}
	digests, buffer := make([]index.Key, len(batch.Games)), []byte(nil)
	for i := range batch.Games {
		digests[i], buffer = digest(buffer, &batch.Games[i])
	}
	known := make(map[index.Key]uint32)
	if !b.options.KeepDuplicates && b.base.built() {
		var err error
		if known, err = b.knownLines(ctx, digests); err != nil {
			return err
		}
	}
	rest := make([][]index.Visit, 1+len(b.config.Views))
	for view := range min(len(rest), len(batch.Visits)) {
		rest[view] = batch.Visits[view]
	}
	b.visits = append(b.visits[:0], make([][]index.Visit, len(rest))...)
	for i := range batch.Games {
		for view := range rest { // the visits come in the order of the games
			n := 0
			for n < len(rest[view]) && rest[view][n].Game == uint32(i) {
				n++
			}
			b.visits[view], rest[view] = rest[view][:n], rest[view][n:]
			b.unsaved += int64(n) * visitBytes
		}
		if err := b.add(i, &batch.Games[i], digests[i], known); err != nil {
			return err
		}
	}
	return nil
}

// add adds a game unless the index has it.
func (b *builder) add(i int, g *index.Game, line index.Key, known map[index.Key]uint32) error {
	if !b.options.KeepDuplicates {
		first, duplicate := known[line]
		if !duplicate {
			first, duplicate = b.lines[line]
		}
		if duplicate {
			b.Duplicates++
			b.left = append(b.left, index.Repeat{Game: i, First: int64(first)})
			return nil
		}
		b.lines[line] = uint32(b.base.Index.Next + b.draft.Games)
		b.added = append(b.added, line)
	}
	b.Textless = b.Textless || g.Text == nil || b.options.NoTexts
	b.draft.Games++
	return b.spool.add(g, b.visits, !b.options.NoTexts)
}

// knownLines returns the first game of the index with each digest that it has.
func (b *builder) knownLines(ctx context.Context, digests []index.Key) (map[index.Key]uint32, error) {
	hashes := make([]zobrist.Uint128, len(digests))
	for i, d := range digests {
		hashes[i] = zobrist.Uint128{Hi: uint64(d.Hi), Lo: d.Lo}
	}
	known := make(map[index.Key]uint32)
	p := newSnapshot(b.base)
	type line struct {
		key   index.Key
		first uint32
	}
	for _, q := range p.route(distinct(hashes)) {
		for one := range q.chunks() {
			lines, err := queryShard(ctx, b.store, p, one, fmt.Sprintf(
				"SELECT head, tail, min(game) FROM %s WHERE %s AND view = %d AND %s "+
					"GROUP BY head, tail", b.store.name("visits"), one.visitRuns(), linesView, keyIn(one.items)),
				func(row rows, l *line) error { return scanKeyed(row, &l.key, &l.first) })
			if err != nil {
				return nil, err
			}
			for _, l := range lines {
				if first, ok := known[l.key]; !ok || l.first < first {
					known[l.key] = l.first
				}
			}
		}
	}
	return known, nil
}

// Keep implements [index.Builder].
func (b *builder) Keep(s index.Source) {
	s.First, s.End = b.base.Index.Next+b.Kept, b.base.Index.Next+b.draft.Games
	s.Games = s.End - s.First
	s.Duplicates += b.Duplicates
	b.KeptDuplicates += b.Duplicates
	b.Sources = append(b.Sources, s)
	b.Kept, b.Duplicates, b.From, b.KeptTextless = b.draft.Games, 0, b.spool.size, b.Textless
	b.added = nil
}

// Drop implements [index.Builder].
func (b *builder) Drop(name string) {
	b.Dropped = append(b.Dropped, name)
	b.drop()
}

// drop removes the games after the last Keep.
func (b *builder) drop() {
	if b.spool.size > b.From {
		b.Gaps = append(b.Gaps, gap{b.From, b.spool.size})
	}
	b.draft.Games, b.Duplicates, b.From, b.Textless = b.Kept, 0, b.spool.size, b.KeptTextless
	for _, line := range b.added {
		delete(b.lines, line)
	}
	b.added = nil
}

// Save implements [index.Builder].
func (b *builder) Save(state any) error {
	if b.ended || b.closed || b.first || b.unsaved < b.options.Checkpoint {
		return nil
	}
	raw, err := json.Marshal(state)
	if err == nil {
		err = b.spool.save(journal{
			Builds: b.base.Index.Builds, Next: b.base.Index.Next, KeysDigest: b.base.Index.KeysDigest,
			NoTexts: b.options.NoTexts, KeepDuplicates: b.options.KeepDuplicates, draft: b.draft, State: raw,
		})
	}
	if err != nil {
		b.ended = true
		return fmt.Errorf("clickhouse: save the build: %w", err)
	}
	b.unsaved = 0
	return nil
}

// Restore implements [index.Builder].
func (b *builder) Restore(accept func(state json.RawMessage) bool) (bool, error) {
	if !b.first {
		return false, errors.New("clickhouse: restore a build after it has begun")
	}
	j, ok := b.spool.journal()
	if !ok || j.Builds != b.base.Index.Builds || j.Next != b.base.Index.Next ||
		j.KeysDigest != b.base.Index.KeysDigest ||
		j.NoTexts != b.options.NoTexts || j.KeepDuplicates != b.options.KeepDuplicates || !accept(j.State) {
		return false, nil
	}
	lines, number, buffer := make(map[index.Key]uint32), b.base.Index.Next, []byte(nil)
	var added []index.Key
	err := b.spool.read(j.Size, j.Gaps, func(g *index.Game, _ [][]index.Visit, _ int64) error {
		var line index.Key
		if line, buffer = digest(buffer, g); !b.options.KeepDuplicates {
			lines[line] = uint32(number)
			if number >= b.base.Index.Next+j.Kept {
				added = append(added, line)
			}
		}
		number++
		return nil
	})
	if errors.Is(err, index.ErrDamaged) || err == nil && number != b.base.Index.Next+j.Games {
		return false, nil
	}
	if err == nil {
		err = b.spool.start(j.Size)
	}
	if err != nil {
		return false, err
	}
	b.draft, b.lines, b.added, b.first = j.draft, lines, added, false
	b.Resumed = b.draft.Games
	return true, nil
}

// Close implements [index.Builder].
func (b *builder) Close() (err error) {
	if b.closed {
		return nil
	}
	b.closed = true
	b.session.end()
	if _, saved := b.spool.journal(); !saved {
		err = b.spool.remove()
	}
	err = errors.Join(err, b.spool.close())
	b.store.changing.Store(false)
	return err
}
