package store_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/store"
)

// A lists is an [index.Store] that keeps games in a slice and goes through all of them for each answer.
type lists struct {
	mu    sync.Mutex
	now   *state
	build bool // is going on
}

// A state is an [index.State]. It does not change once it is shown.
type state struct {
	manifest index.Manifest
	games    []*kept // by their numbers; nil if removed
}

type kept struct {
	index.Game
	source string
	visits [][]index.Visit // of each view
}

func (l *lists) State() (index.State, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.now, nil
}

// change lets f make the next state from a copy of the present one. It holds the lock.
func (l *lists) change(f func(next *state) error) error {
	next := &state{l.now.manifest, slices.Clone(l.now.games)}
	next.manifest.Sources = slices.Clone(next.manifest.Sources)
	if err := f(next); err != nil {
		return err
	}
	next.manifest.Builds++
	l.now = next
	return nil
}

func (l *lists) Refresh(context.Context) (bool, error)                  { return false, nil }
func (l *lists) Verify(context.Context, func(float64)) ([]error, error) { return nil, nil }
func (l *lists) Close() error                                           { return nil }

func (l *lists) Size(context.Context) (parts []index.Part, left int64, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return []index.Part{{Name: "positions", Bytes: 16 * l.now.manifest.Visits}}, 0, nil
}

// errNothing: a change would change nothing.
var errNothing = errors.New("nothing to do")

func (l *lists) Remove(_ context.Context, f index.Filter, _ func(float64)) (removed int64, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.build {
		return 0, index.ErrLocked
	}
	matcher := f.Matcher()
	err = l.change(func(next *state) error {
		m := &next.manifest
		lost := make([]int64, len(m.Sources))
		for n, g := range next.games {
			if g == nil || !matcher.Match(&g.Game, g.source) {
				continue
			}
			next.games[n] = nil
			removed++
			m.Games, m.Visits = m.Games-1, m.Visits-int64(len(g.visits[0]))
			lost[slices.IndexFunc(m.Sources, func(s index.Source) bool { return s.First <= int64(n) && int64(n) < s.End })]++
		}
		if removed == 0 {
			return errNothing
		}
		m.Sources = store.Lose(m.Sources, lost)
		return nil
	})
	if err == errNothing {
		err = nil
	}
	return removed, err
}

func (s *state) Close() error { return nil }

func (s *state) Manifest(context.Context) (index.Manifest, error) {
	if s.manifest.Builds == 0 {
		return index.Manifest{}, index.ErrEmpty
	}
	return s.manifest, nil
}

// visits calls f with each visit of a view in the games that a filter selects.
func (s *state) visits(ctx context.Context, q index.Query, f func(v index.Visit, number int64, g *kept)) error {
	if s.manifest.Builds > 0 && int(q.View) > len(s.manifest.Views) {
		return fmt.Errorf("%w: view %d", index.ErrNotFound, q.View)
	}
	matcher := q.Filter.Matcher()
	for n, g := range s.games {
		if g != nil && matcher.Match(&g.Game, g.source) && int(q.View) < len(g.visits) {
			for _, v := range g.visits[q.View] {
				f(v, int64(n), g)
			}
		}
	}
	return ctx.Err()
}

// at is visits for one position.
func (s *state) at(ctx context.Context, q index.Query, hash zobrist.Uint128, f func(v index.Visit, number int64, g *kept)) error {
	return s.visits(ctx, q, func(v index.Visit, n int64, g *kept) {
		if v.Key == index.KeyOf(hash) {
			f(v, n, g)
		}
	})
}

func (s *state) Lookup(ctx context.Context, q index.Query, hashes []zobrist.Uint128,
	found func(i int, moves []index.MoveTally) error) error {
	for i, hash := range hashes {
		moves := map[uint32]index.MoveTally{}
		err := s.at(ctx, q, hash, func(v index.Visit, n int64, g *kept) {
			if q.Totals {
				total := moves[0]
				total.Games++
				moves[0] = total
				return
			}
			moves[v.Move] = added(moves[v.Move], v.Move, n, g)
		})
		if err == nil && len(moves) > 0 {
			err = found(i, ascending(moves, func(a, b index.MoveTally) int { return cmp.Compare(a.Move, b.Move) }))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// added adds a game to the tally of a move.
func added(m index.MoveTally, move uint32, number int64, g *kept) index.MoveTally {
	m.Move, m.Sample = move, number
	m.Count(index.FactsOf(&g.Game))
	return m
}

// ascending returns the values of a map in an order.
func ascending[K comparable, V any](of map[K]V, compare func(a, b V) int) (list []V) {
	for _, v := range of {
		list = append(list, v)
	}
	slices.SortFunc(list, compare)
	return list
}

func (s *state) List(ctx context.Context, q index.Query, hash zobrist.Uint128,
	o index.ListOptions) (list []index.Occurrence, err error) {
	if err := o.SetDefaults(); err != nil {
		return nil, err
	}
	err = s.at(ctx, q, hash, func(v index.Visit, n int64, _ *kept) {
		if o.Move == 0 || o.Move == v.Move {
			list = append(list, index.Occurrence{Number: n, Move: v.Move})
		}
	})
	rank := func(o2 index.Occurrence) uint32 {
		facts := index.FactsOf(&s.games[o2.Number].Game)
		if o.Recent {
			return facts.DateRank()
		}
		return facts.RatingRank()
	}
	slices.SortFunc(list, func(a, b index.Occurrence) int {
		return cmp.Or(cmp.Compare(rank(b), rank(a)), cmp.Compare(b.Number, a.Number))
	})
	list = list[min(o.Skip, len(list)):]
	return list[:min(o.Limit, len(list))], err
}

func (s *state) History(ctx context.Context, q index.Query, hash zobrist.Uint128) ([]index.Period, error) {
	months := map[[2]int]index.Period{}
	err := s.at(ctx, q, hash, func(_ index.Visit, _ int64, g *kept) {
		facts := index.FactsOf(&g.Game)
		d := facts.Date()
		p := months[[2]int{d.Year, d.Month}]
		p.Year, p.Month = d.Year, d.Month
		p.Count(facts)
		months[[2]int{d.Year, d.Month}] = p
	})
	return ascending(months, func(a, b index.Period) int {
		return cmp.Or(cmp.Compare(a.Year, b.Year), cmp.Compare(a.Month, b.Month))
	}), err
}

func (s *state) Rank(ctx context.Context, r index.Ranking, _ func(float64)) ([]index.RankedPosition, error) {
	if err := r.SetDefaults(); err != nil {
		return nil, err
	}
	all, first := map[index.Key]index.RankedPosition{}, map[index.Key]uint64{}
	err := s.visits(ctx, r.Query, func(v index.Visit, n int64, g *kept) {
		facts := index.FactsOf(&g.Game)
		p, known := all[v.Key]
		if rank := store.FirstRank(facts, n); !known || rank < first[v.Key] {
			first[v.Key], p.FirstGame = rank, n
		}
		p.Key = v.Key
		p.Count(facts)
		all[v.Key] = p
	})
	top, matcher := store.NewTop(&r), r.First.Matcher()
	for _, p := range all {
		g, ok := s.games[p.FirstGame], false
		if p.Value, ok = r.Value(p.Tally); err == nil && ok && matcher.Match(&g.Game, g.source) {
			err = top.Add(ctx, p)
		}
	}
	if err != nil {
		return nil, err
	}
	return top.List(ctx)
}

func (s *state) Select(_ context.Context, f index.Filter, from int64) iter.Seq2[int64, error] {
	matcher := f.Matcher()
	return func(yield func(int64, error) bool) {
		for n, g := range s.games {
			if int64(n) >= from && g != nil && matcher.Match(&g.Game, g.source) && !yield(int64(n), nil) {
				return
			}
		}
	}
}

func (s *state) Games(_ context.Context, numbers []int64, texts bool) (list []index.Game, err error) {
	for _, n := range numbers {
		if n < 0 || n >= int64(len(s.games)) || s.games[n] == nil {
			return nil, fmt.Errorf("%w: game %d", index.ErrNotFound, n)
		}
		g := s.games[n].Game
		if !texts {
			g.Text = nil
		}
		list = append(list, g)
	}
	return list, nil
}

func (s *state) Players(_ context.Context, name string) ([]index.Player, error) {
	matches, players := index.NameMatcher(name), map[string]index.Player{}
	count := func(name string, games, first, second int64) {
		if p := players[name]; name != "" && matches(name) {
			players[name] = index.Player{Name: name, Games: p.Games + games, First: p.First + first, Second: p.Second + second}
		}
	}
	for _, g := range s.games {
		switch {
		case g == nil:
		case g.First == g.Second:
			count(g.First, 1, 1, 1)
		default:
			count(g.First, 1, 1, 0)
			count(g.Second, 1, 0, 1)
		}
	}
	return ascending(players, func(a, b index.Player) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name))
	}), nil
}

func (s *state) Each(ctx context.Context, v index.View) iter.Seq2[index.Entry, error] {
	return func(yield func(index.Entry, error) bool) {
		all := map[index.Key]map[uint32]index.MoveTally{}
		err := s.visits(ctx, index.Query{View: v}, func(v index.Visit, n int64, g *kept) {
			if all[v.Key] == nil {
				all[v.Key] = map[uint32]index.MoveTally{}
			}
			all[v.Key][v.Move] = added(all[v.Key][v.Move], v.Move, n, g)
		})
		if err != nil {
			yield(index.Entry{}, err)
			return
		}
		entries := map[index.Key]index.Entry{}
		for k, moves := range all {
			entries[k] = index.Entry{Key: k,
				Moves: ascending(moves, func(a, b index.MoveTally) int { return cmp.Compare(a.Move, b.Move) })}
		}
		for _, e := range ascending(entries, func(a, b index.Entry) int { return a.Key.Compare(b.Key) }) {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// A builder is an [index.Builder]. It saves nothing.
type builder struct {
	to         *lists
	config     index.Config
	options    index.BuildOptions
	next       int64 // number of the first game
	games      []*kept
	known      map[string]int64 // numbers of the games of the index, by their identities
	kept       int              // how many of games are
	duplicates int64            // since the last Keep or Drop
	sum        index.Summary
	ended      bool
}

func (l *lists) Begin(_ context.Context, c index.Config, o index.BuildOptions) (index.Builder, error) {
	if err := o.SetDefaults(); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	m := l.now.manifest
	if l.build {
		return nil, index.ErrLocked
	}
	if m.Builds > 0 {
		if _, err := m.Take(c); err != nil {
			return nil, err
		}
	}
	l.build = true
	b := &builder{to: l, config: c, options: o, next: int64(len(l.now.games)), known: map[string]int64{}}
	for n, g := range l.now.games {
		b.know(int64(n), g)
	}
	return b, nil
}

// know notes a game, unless the same one is known.
func (b *builder) know(number int64, g *kept) (first int64, repeated bool) {
	if g == nil {
		return 0, false
	}
	id := string(g.AppendIdentity(nil))
	if first, repeated = b.known[id]; !repeated {
		b.known[id] = number
	}
	return first, repeated
}

func (b *builder) Append(ctx context.Context, batch *index.Batch) (left []index.Repeat, err error) {
	visits := make([][][]index.Visit, len(batch.Games)) // of each game and view
	for view, list := range batch.Visits {
		for _, v := range list {
			for len(visits[v.Game]) <= view {
				visits[v.Game] = append(visits[v.Game], nil)
			}
			visits[v.Game][view] = append(visits[v.Game][view], v)
		}
	}
	for i, g := range batch.Games { // whose memory is the batch's
		one := &kept{Game: g, visits: visits[i]}
		one.Moves, one.Text = slices.Clone(g.Moves), slices.Clone(g.Text)
		if b.options.NoTexts {
			one.Text = nil
		}
		if first, repeated := b.know(b.next+int64(len(b.games)), one); repeated && !b.options.KeepDuplicates {
			left = append(left, index.Repeat{Game: i, First: first})
			b.duplicates++
			continue
		}
		b.games = append(b.games, one)
	}
	return left, ctx.Err()
}

func (b *builder) Keep(s index.Source) {
	s.First, s.End = b.next+int64(b.kept), b.next+int64(len(b.games))
	s.Games, s.Duplicates = s.End-s.First, s.Duplicates+b.duplicates
	for _, g := range b.games[b.kept:] {
		g.source = s.Name
	}
	b.sum.Sources, b.sum.Duplicates = append(b.sum.Sources, s), b.sum.Duplicates+b.duplicates
	b.kept, b.duplicates = len(b.games), 0
}

func (b *builder) Drop(name string) {
	for _, g := range b.games[b.kept:] {
		if id := string(g.AppendIdentity(nil)); b.known[id] >= b.next+int64(b.kept) {
			delete(b.known, id)
		}
	}
	b.games, b.duplicates, b.sum.Dropped = b.games[:b.kept], 0, append(b.sum.Dropped, name)
}

func (b *builder) Save(any) error                                   { return nil }
func (b *builder) Restore(func(json.RawMessage) bool) (bool, error) { return false, nil }

func (b *builder) Commit(ctx context.Context, _ func(float64)) (index.Summary, error) {
	b.games, b.sum.Games = b.games[:b.kept], int64(b.kept)
	if len(b.sum.Sources) == 0 || ctx.Err() != nil {
		return b.sum, ctx.Err()
	}
	different := map[index.Key]bool{}
	for _, g := range b.games {
		b.sum.Visits += int64(len(g.visits[index.Positions]))
		for _, v := range g.visits[index.Positions] {
			different[v.Key] = true
		}
	}
	b.sum.Records = int64(len(different))
	b.to.mu.Lock()
	defer b.to.mu.Unlock()
	return b.sum, b.to.change(func(next *state) error {
		m := &next.manifest
		if m.Builds == 0 {
			*m = b.config.Manifest()
		} else if _, err := m.Take(b.config); err != nil {
			return err
		}
		next.games = append(next.games, b.games...)
		m.Games, m.Next = m.Games+b.sum.Games, int64(len(next.games))
		m.Visits, m.Records = m.Visits+b.sum.Visits, m.Records+b.sum.Records
		m.Texts = m.Texts && (!b.options.NoTexts || len(b.games) == 0)
		m.Sources = append(m.Sources, b.sum.Sources...)
		return nil
	})
}

func (b *builder) Close() error {
	b.to.mu.Lock()
	defer b.to.mu.Unlock()
	if !b.ended {
		b.ended, b.to.build = true, false
	}
	return nil
}

// This whole file is a store. Package storetest finds no fault in it, but that an interrupted build begins again.
func Example() {
	ctx := context.Background()
	ix, err := chessindex.Open(ctx, &lists{now: &state{}}, chessindex.Options{})
	if err != nil {
		panic(err)
	}
	games := strings.NewReader("[White \"Ann\"]\n\n1. e4 e5 1-0\n\n[White \"Bob\"]\n\n1. e4 c5 0-1\n")
	if _, err := ix.Import(ctx, index.ImportOptions{}, index.Input{Name: "games", Reader: games}); err != nil {
		panic(err)
	}
	p, err := ix.Position("")
	if err != nil {
		panic(err)
	}
	answer, err := ix.Find(ctx, index.Query{}, p)
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.Games, "games,", answer.First, "won by White,", answer.Moves[0].Games, "with one move")
	// Output: 2 games, 1 won by White, 2 with one move
}
