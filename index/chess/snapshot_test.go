package chessindex_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
)

// changing is a store that loses all of its games whenever games are read.
type changing struct{ index.Store }

func (s changing) State() (index.State, error) {
	snapshot, err := s.Store.State()
	return changingSnapshot{snapshot, s.Store}, err
}

type changingSnapshot struct {
	index.State
	whole index.Store
}

func (s changingSnapshot) Games(ctx context.Context, numbers []int64, texts bool) ([]index.Game, error) {
	_, err := s.whole.Remove(ctx, index.Filter{}, nil)
	if err != nil && !errors.Is(err, index.ErrLocked) { // another goroutine removes them
		return nil, err
	}
	return s.State.Games(ctx, numbers, texts)
}

// TestSnapshot changes an index while its games are exported, merged, verified and
// replayed. All of it must be about the index before.
func TestSnapshot(t *testing.T) {
	const games = 300 // two chunks
	data := text(string(randomGames(t, 8, games)))
	for name, read := range map[string]func(*index.Index) (int64, error){
		"export": func(ix *index.Index) (int64, error) {
			return ix.Export(t.Context(), io.Discard, index.Filter{})
		},
		"export by numbers": func(ix *index.Index) (int64, error) {
			numbers := slices.Repeat([]int64{7, 3, 250}, games/3)
			return int64(len(numbers)), ix.ExportGames(t.Context(), io.Discard, numbers)
		},
		"merge": func(ix *index.Index) (int64, error) {
			sum, err := open(t, storetest.Memory(), chessindex.Options{}).Merge(t.Context(), ix,
				index.MergeOptions{})
			return sum.Games, err
		},
		"verify": func(ix *index.Index) (int64, error) { return games, verify(t, ix) },
		"positions": func(ix *index.Index) (n int64, err error) {
			for p, err := range ix.Positions(t.Context(), index.Filter{}, 0) {
				if err != nil {
					return 0, err
				}
				n = max(n, p.Games)
			}
			return n, nil
		},
	} {
		s := storetest.Memory()
		add(t, open(t, s, chessindex.Options{}), index.ImportOptions{}, data)
		data = text(string(randomGames(t, 8, games)))
		if n, err := read(open(t, changing{s}, chessindex.Options{})); err != nil || n != games {
			t.Errorf("%s: %d games, error %v; want %d", name, n, err, games)
		}
		if m, err := index.ReadManifest(t.Context(), s); err != nil || m.Games != 0 {
			t.Errorf("%s: %s, error %v; nothing should be left", name, fmt.Sprint(m), err)
		}
	}
}
