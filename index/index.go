package index

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/zobrist-go/zobrist"
)

// An Index answers what was played in a position. It is safe for concurrent
// use, also during a build.
//
// Each call reads the current state. Use a [Index.Snapshot] if several must agree.
type Index struct {
	Store   Store // for Refresh, Remove, Size and Close
	config  Config
	game    Adapter    // nil: hashes alone
	held    Snapshot   // nil: ask the store for one
	readers *sync.Pool // of Reader
	aliases *atomic.Pointer[knownAliases]
}

// Open opens the index in a store, or an empty one if nothing has been built there
// yet. An index without games takes the configuration when games are added. Otherwise the
// error wraps [ErrKeys] if the index was built with other keys, and [ErrConfig] if the rest
// of its configuration differs. It wraps [ErrFormat] if its format is unknown. Without an
// adapter the index takes and answers hashes alone. The index does not close the store.
func Open(ctx context.Context, s Store, c Config, a Adapter) (*Index, error) {
	if len(c.Set.Second) == 0 {
		return nil, fmt.Errorf("%w: the set %q has no secondary code; see zobrist.Set.Complete", ErrKeys, c.Set.Name)
	}
	if len(c.Views) >= MaxViews {
		return nil, fmt.Errorf("%w: %d views, and the most are %d", ErrConfig, len(c.Views)+1, MaxViews)
	}
	if len(c.WordBits) > 1+len(c.Views) || slices.ContainsFunc(c.WordBits,
		func(n uint8) bool { return n > MaxWordBits }) {
		return nil, fmt.Errorf("%w: words of %v bits in %d views, and the most are %d bits", ErrConfig, c.WordBits,
			len(c.Views)+1, MaxWordBits)
	}
	ix := &Index{Store: s, config: c, game: a, readers: new(sync.Pool), aliases: new(atomic.Pointer[knownAliases])}
	m, err := ix.Manifest(ctx)
	if err == nil {
		_, err = m.Take(c)
	}
	if err != nil && !errors.Is(err, ErrEmpty) {
		return nil, err
	}
	return ix, nil
}

// Snapshot returns the index as it is now: its answers stay the same whatever is built or
// removed meanwhile. Close it after use, which does not close the store. A snapshot of a
// snapshot is usable until the first one is closed.
func (ix *Index) Snapshot() (*Index, error) {
	if ix.held != nil {
		return &Index{ix.Store, ix.config, ix.game, borrowed{ix.held}, ix.readers, ix.aliases}, nil
	}
	s, err := ix.Store.Snapshot()
	if err != nil {
		return nil, err
	}
	return &Index{ix.Store, ix.config, ix.game, s, ix.readers, ix.aliases}, nil
}

// borrowed is a snapshot that somebody else closes.
type borrowed struct{ Snapshot }

// Close implements [Snapshot].
func (borrowed) Close() error { return nil }

// Close frees a snapshot. It does nothing to other indexes.
func (ix *Index) Close() error {
	if ix.held == nil {
		return nil
	}
	return ix.held.Close()
}

// ask returns the state that answers a question. Close it after use.
func (ix *Index) ask() (Snapshot, error) {
	if ix.held != nil {
		return borrowed{ix.held}, nil
	}
	return ix.Store.Snapshot()
}

// Build starts to add games. Close the builder after use.
func (ix *Index) Build(ctx context.Context, o BuildOptions) (Builder, error) {
	return ix.Store.Begin(ctx, ix.config, o)
}

// Config returns what the index was opened with.
func (ix *Index) Config() Config { return ix.config }

// View returns the view of that name: "" is [Positions]. The error wraps
// [ErrNotFound] if the index has no such view.
func (ix *Index) View(name string) (View, error) {
	if name == "" {
		return Positions, nil
	}
	if i := slices.Index(ix.config.Views, name); i >= 0 {
		return View(i + 1), nil
	}
	return 0, fmt.Errorf("%w: the index was built without the view %q", ErrNotFound, name)
}

// An Answer is what the index knows about a position.
type Answer struct {
	Tally              // of all games that contain the position, each counted once; also of foreign ones
	Sample int64       // number of one of the games, if there is any
	Moves  []MoveTally // played in it, the most frequent first

	Ended       int64 // games that end in it
	EndedSample int64 // number of one of these, if there is any

	// Transpositions are moves that no game played here, although games contain
	// the position after them. Those that reach most games come first.
	Transpositions []MoveTally

	// Foreign counts games whose move is not a legal one here. They contain another
	// position that has the same key by chance or by forgery.
	Foreign int64
}

// A Successor is a legal move with the hash of the position after it.
type Successor struct {
	Move uint32
	Hash zobrist.Uint128
}

// Find returns what the index knows about the position with that hash in the games
// that the query selects. The answer is zero if no game contains it. Reaches,
// Transpositions and Foreign are filled in if the legal moves are given, all of
// them.
//
// It costs one look-up for the position and one for each legal move, and with a
// filter a few ns for each game that contains one of these positions.
func (ix *Index) Find(ctx context.Context, q Query, hash zobrist.Uint128, legal ...Successor) (Answer, error) {
	s, err := ix.ask()
	if err != nil {
		return Answer{}, err
	}
	defer s.Close()
	var a Answer
	err = s.Lookup(ctx, q, []zobrist.Uint128{hash}, func(_ int, moves []MoveTally) error {
		a = newAnswer(moves)
		return nil
	})
	if err != nil {
		return Answer{}, err
	}
	if len(legal) > 0 {
		if err := a.addReaches(ctx, s, q, legal); err != nil {
			return Answer{}, err
		}
	}
	slices.SortFunc(a.Moves, compareMoves)
	slices.SortFunc(a.Transpositions, compareMoves)
	return a, nil
}

// playedAnswer returns what the tallies of a position's moves say, without Reaches,
// Transpositions and Foreign.
func playedAnswer(moves []MoveTally) Answer {
	a := newAnswer(moves)
	slices.SortFunc(a.Moves, compareMoves)
	return a
}

func newAnswer(moves []MoveTally) Answer {
	a := Answer{Moves: make([]MoveTally, 0, len(moves))}
	for _, m := range moves {
		a.Tally, a.Sample = a.Tally.Add(m.Tally), m.Sample
		if m.Move == 0 {
			a.Ended, a.EndedSample = m.Games, m.Sample
			continue
		}
		a.Moves = append(a.Moves, m)
	}
	return a
}

// compareMoves orders moves by games, then by games reached, then by the moves.
func compareMoves(x, y MoveTally) int {
	if x.Games != y.Games {
		return cmp.Compare(y.Games, x.Games)
	}
	return cmp.Or(cmp.Compare(y.Reaches, x.Reaches), cmp.Compare(x.Move, y.Move))
}

// A reaching is the memory of a question about successors.
type reaching struct {
	hashes []zobrist.Uint128
	games  []int64
}

var reachings = sync.Pool{New: func() any { return new(reaching) }}

// addReaches compares the moves of an answer with the legal ones.
func (a *Answer) addReaches(ctx context.Context, s Snapshot, q Query, legal []Successor) error {
	c := reachings.Get().(*reaching)
	defer reachings.Put(c)
	c.hashes, c.games = c.hashes[:0], slices.Grow(c.games[:0], len(legal))[:len(legal)]
	for _, s := range legal {
		c.hashes = append(c.hashes, s.Hash)
	}
	reaches := c.games
	if err := count(ctx, s, q, c.hashes, reaches); err != nil {
		return err
	}
	played := a.Moves
	a.Moves = played[:0]
	for _, m := range played {
		i := slices.IndexFunc(legal, func(s Successor) bool { return s.Move == m.Move })
		if i < 0 {
			a.Foreign += m.Games
			continue
		}
		m.Reaches, reaches[i] = reaches[i], 0
		a.Moves = append(a.Moves, m)
	}
	for i, s := range legal {
		if reaches[i] > 0 {
			a.Transpositions = append(a.Transpositions, MoveTally{Move: s.Move, Sample: -1, Reaches: reaches[i]})
		}
	}
	return nil
}

// A FoundGame is a game that contains a position.
type FoundGame struct {
	Occurrence
	Game
}
