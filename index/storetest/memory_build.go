package storetest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/zobrist-go/zobrist/index"
)

// A builder adds games to a memory.
type builder struct {
	store   *memory
	config  index.Config
	options index.BuildOptions
	draft
	lines   map[string]int64 // numbers of games that duplicates are compared with
	begun   bool             // games were appended or restored
	unsaved int64            // bytes of visits since the last Save that saved
}

// A draft is what a build has read.
type draft struct {
	builds         int64 // of the index that it belongs to
	games          []*stored
	kept           int // games[:kept] belong to sources that were kept
	sources        []index.Source
	dropped        []string
	duplicates     int64 // since the last Keep or Drop
	keptDuplicates int64
	resumed        int64
	state          json.RawMessage
}

// clone returns a copy that the draft's further games do not change.
func (d *draft) clone() *draft {
	c := *d
	c.games, c.sources, c.dropped = slices.Clone(d.games), slices.Clone(d.sources), slices.Clone(d.dropped)
	return &c
}

// Begin implements [index.Store].
func (m *memory) Begin(ctx context.Context, c index.Config, o index.BuildOptions) (index.Builder, error) {
	if err := o.SetDefaults(); err != nil {
		return nil, err
	}
	if !m.building.CompareAndSwap(false, true) {
		return nil, fmt.Errorf("%w: another build has not ended", index.ErrLocked)
	}
	s := m.state.Load()
	if s.built {
		manifest := s.manifest
		if _, err := manifest.Take(c); err != nil {
			m.building.Store(false)
			return nil, err
		}
	}
	b := &builder{store: m, config: c, options: o, draft: draft{builds: s.manifest.Builds}}
	b.readLines()
	return b, ctx.Err()
}

// readLines notes all games that duplicates are compared with.
func (b *builder) readLines() {
	b.lines = make(map[string]int64)
	for number, g := range slices.Concat(b.store.state.Load().games, b.games) {
		if g == nil {
			continue
		}
		if _, ok := b.lines[g.line()]; !ok {
			b.lines[g.line()] = int64(number)
		}
	}
}

// line returns what two games have in common if they are the same.
func (g *stored) line() string { return string(g.AppendIdentity(nil)) }

// Append implements [index.Builder].
func (b *builder) Append(ctx context.Context, batch *index.Batch) (left []index.Repeat, err error) {
	if !b.begun {
		b.begun, b.store.saved = true, nil
	}
	visits := make([][][]index.Visit, len(batch.Games)) // by game and view
	for i := range visits {
		visits[i] = make([][]index.Visit, 1+len(b.config.Views))
	}
	for view := range batch.Visits {
		for _, v := range batch.Visits[view] {
			visits[v.Game][view] = append(visits[v.Game][view], v)
			b.unsaved += 20
		}
	}
	next := int64(len(b.store.state.Load().games))
	for i := range batch.Games {
		g := &stored{Game: batch.Games[i], visits: visits[i]}
		g.Moves = slices.Clone(g.Moves)
		if g.Text = slices.Clone(g.Text); b.options.NoTexts {
			g.Text = nil
		}
		first, duplicate := b.lines[g.line()]
		if duplicate && !b.options.KeepDuplicates {
			b.duplicates++
			left = append(left, index.Repeat{Game: i, First: first})
			continue
		}
		if !duplicate {
			b.lines[g.line()] = next + int64(len(b.games))
		}
		b.games = append(b.games, g)
	}
	return left, ctx.Err()
}

// Keep implements [index.Builder].
func (b *builder) Keep(s index.Source) {
	next := int64(len(b.store.state.Load().games))
	s.First, s.End = next+int64(b.kept), next+int64(len(b.games))
	s.Games = s.End - s.First
	s.Duplicates += b.duplicates
	b.keptDuplicates += b.duplicates
	for _, g := range b.games[b.kept:] {
		g.source = s.Name
	}
	b.sources, b.kept, b.duplicates = append(b.sources, s), len(b.games), 0
}

// Drop implements [index.Builder].
func (b *builder) Drop(name string) {
	b.games, b.duplicates, b.dropped = b.games[:b.kept], 0, append(b.dropped, name)
	b.readLines()
}

// Save implements [index.Builder].
func (b *builder) Save(state any) (err error) {
	if b.unsaved < b.options.Checkpoint {
		return nil
	}
	if b.state, err = json.Marshal(state); err != nil {
		return err
	}
	b.unsaved, b.store.saved = 0, b.clone()
	return nil
}

// Restore implements [index.Builder].
func (b *builder) Restore(accept func(json.RawMessage) bool) (bool, error) {
	saved := b.store.saved
	if saved == nil || saved.builds != b.builds || !accept(saved.state) {
		return false, nil
	}
	b.draft = *saved.clone()
	b.resumed, b.begun = int64(len(b.games)), true
	b.readLines()
	return true, nil
}

// Commit implements [index.Builder].
func (b *builder) Commit(ctx context.Context, progress func(float64)) (index.Summary, error) {
	if err := ctx.Err(); err != nil {
		return index.Summary{}, err
	}
	b.games = b.games[:b.kept]
	old := b.store.state.Load()
	s := &state{built: true, manifest: old.manifest, sources: slices.Concat(old.sources, b.sources),
		games: slices.Concat(old.games, b.games), positions: make([]postings, index.MaxViews)}
	if !old.built {
		s.manifest = b.config.Manifest()
	} else if changed, err := s.manifest.Take(b.config); err != nil {
		return index.Summary{}, err
	} else if changed {
		s.sources = slices.Clone(b.sources)
	}
	sum := index.Summary{Games: int64(len(b.games)), Duplicates: b.keptDuplicates, Resumed: b.resumed,
		Sources: b.sources, Dropped: b.dropped}
	if b.begun {
		b.store.saved = nil
	}
	if sum.Games == 0 && len(sum.Sources) == 0 {
		return sum, nil
	}
	for view := range s.positions {
		if s.positions[view] = maps.Clone(old.positions[view]); s.positions[view] == nil {
			s.positions[view] = make(postings)
		}
	}
	different := make(map[index.Key]bool)
	for i, g := range b.games {
		for view, visits := range g.visits {
			for _, v := range visits {
				at := index.Occurrence{Number: int64(len(old.games) + i), Move: v.Move}
				s.positions[view][v.Key] = append(s.positions[view][v.Key], at)
			}
		}
		for _, v := range g.visits[index.Positions] {
			different[v.Key] = true
		}
		sum.Visits += int64(len(g.visits[index.Positions]))
		s.manifest.Texts = s.manifest.Texts && g.Text != nil
	}
	sum.Records = int64(len(different))
	s.manifest.Games += sum.Games
	s.manifest.Visits += sum.Visits
	s.manifest.Next = int64(len(s.games))
	s.manifest.Records = int64(len(s.positions[index.Positions]))
	s.manifest.Builds++
	if progress != nil {
		progress(1)
	}
	if err := ctx.Err(); err != nil {
		return index.Summary{}, err
	}
	b.store.state.Store(s)
	return sum, nil
}

// Close implements [index.Builder].
func (b *builder) Close() error {
	b.store.building.Store(false)
	return nil
}
