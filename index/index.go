package index

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
)

// An Index answers what was played in a position. It is safe for concurrent
// use, also while one [Builder] adds games to it.
type Index struct {
	store  Store
	config Config
	state  atomic.Pointer[state]
}

// state is the index between two builds.
type state struct {
	Manifest
	facts []atomic.Pointer[[]facts] // chunks of the Facts section, loaded at first use
}

func newState(m Manifest) *state {
	return &state{m, make([]atomic.Pointer[[]facts], (m.Games+factsPerChunk-1)/factsPerChunk)}
}

// Open opens the index in a store, or an empty one if nothing has been built
// there yet. The error wraps [ErrKeys] if the index was built with another
// configuration, and [ErrFormat] if its format is unknown.
//
// The index keeps in memory the facts of the games that its answers need, eight
// bytes a game. It does not close the store.
func Open(ctx context.Context, s Store, c Config) (*Index, error) {
	if len(c.Set.Second) == 0 {
		return nil, fmt.Errorf("%w: the set %q has no secondary code; see zobrist.Set.Complete", ErrKeys, c.Set.Name)
	}
	ix := &Index{store: s, config: c}
	if err := ix.reload(ctx); err != nil {
		return nil, err
	}
	return ix, nil
}

// reload reads the manifest again after a build. If several goroutines do so at
// the same time, the latest build prevails.
func (ix *Index) reload(ctx context.Context) error {
	m, err := ix.readManifest(ctx)
	if err != nil {
		return err
	}
	for fresh := newState(m); ; {
		s := ix.state.Load()
		if s != nil && s.Builds >= m.Builds || ix.state.CompareAndSwap(s, fresh) {
			return nil
		}
	}
}

// readManifest returns the stored manifest, or that of a new index if the store
// holds none.
func (ix *Index) readManifest(ctx context.Context) (Manifest, error) {
	m, err := Describe(ctx, ix.store)
	switch {
	case errors.Is(err, ErrEmpty):
		return ix.config.manifest(), nil
	case err != nil:
		return m, err
	}
	return m, m.check(ix.config)
}

// Manifest describes the index as it was after the last build.
func (ix *Index) Manifest() Manifest { return ix.state.Load().Manifest }

// fact returns the facts of a game. If the game was added after *s was current,
// *s becomes the present state.
func (ix *Index) fact(ctx context.Context, s **state, game uint32) (facts, error) {
	if int64(game) >= (*s).Games {
		if err := ix.refresh(ctx, s); err != nil {
			return 0, err
		}
		if int64(game) >= (*s).Games {
			return 0, fmt.Errorf("%w: game %d of %d", ErrCorrupt, game, (*s).Games)
		}
	}
	n, i := game/factsPerChunk, game%factsPerChunk
	chunk := (*s).facts[n].Load()
	if chunk == nil {
		var err error
		if chunk, err = ix.loadFacts(ctx, n); err != nil {
			return 0, err
		}
		(*s).facts[n].Store(chunk)
	}
	if int(i) >= len(*chunk) {
		return 0, fmt.Errorf("%w: facts of game %d are missing", ErrCorrupt, game)
	}
	return (*chunk)[i], nil
}

// refresh replaces *s by the state after a later build, if there was one.
func (ix *Index) refresh(ctx context.Context, s **state) error {
	if ix.state.Load() == *s {
		if err := ix.reload(ctx); err != nil {
			return err
		}
	}
	*s = ix.state.Load()
	return nil
}

func (ix *Index) loadFacts(ctx context.Context, n uint32) (*[]facts, error) {
	var chunk []facts
	err := ix.store.Get(ctx, Facts, [][]byte{chunkKey(n)}, func(_ int, value []byte) (err error) {
		chunk, err = decodeFacts(value)
		return err
	})
	return &chunk, err
}

// Game returns a game by its number. Games are numbered from 0 in the order in
// which they were added. The error wraps [ErrNotFound] if there is none of that
// number.
func (ix *Index) Game(ctx context.Context, number int64) (Game, error) {
	if games := ix.Manifest().Games; number < 0 || number >= games {
		return Game{}, fmt.Errorf("%w: game %d; the index holds %d games", ErrNotFound, number, games)
	}
	games, err := ix.games(ctx, []uint32{uint32(number)})
	if err != nil {
		return Game{}, err
	}
	return games[0], nil
}

// games returns games by their numbers.
func (ix *Index) games(ctx context.Context, numbers []uint32) ([]Game, error) {
	games, keys := make([]Game, len(numbers)), make([][]byte, len(numbers))
	for i, n := range numbers {
		keys[i] = chunkKey(n / gamesPerChunk)
	}
	found := 0
	err := ix.store.Get(ctx, Games, keys, func(i int, value []byte) error {
		chunk, err := splitChunk(value)
		if err != nil {
			return err
		}
		at := int(numbers[i] % gamesPerChunk)
		if at >= len(chunk) {
			return fmt.Errorf("%w: game %d is missing", ErrCorrupt, numbers[i])
		}
		found++
		games[i], err = decodeGame(chunk[at])
		return err
	})
	if err == nil && found < len(numbers) {
		err = fmt.Errorf("%w: %d of %d games are missing", ErrCorrupt, len(numbers)-found, len(numbers))
	}
	return games, err
}
