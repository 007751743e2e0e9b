//go:build unix

package flat_test

import (
	"errors"
	"os"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
)

// An open store shows the index that takes the place of its own, as long as hashes mean the
// same in both. Else it stays as it was and says why.
func TestReplaced(t *testing.T) {
	other := config
	other.Set = zobrist.Set{Name: "other", Keys: zobrist.Keys{3}, Second: zobrist.Keys{1}}
	views := config
	views.Views = []string{"band", "more"}
	for _, test := range []struct {
		config index.Config
		games  int64
		err    error
	}{
		{config, 2, nil}, {other, 3, index.ErrKeys}, {views, 3, index.ErrConfig},
	} {
		dir := t.TempDir()
		build := func(c index.Config, games int) index.Store {
			s := open(t, dir)
			b, err := s.Begin(t.Context(), c, index.BuildOptions{})
			if err != nil {
				t.Fatal(err)
			}
			var batch index.Batch
			for n := range games {
				g := index.Game{Moves: []uint32{1 + uint32(n)}}
				hashes := make([]zobrist.Uint128, 2)
				batch.Add(&g, [][]zobrist.Uint128{hashes, hashes, hashes}[:1+len(c.Views)]...)
			}
			if _, err := b.Append(t.Context(), &batch); err != nil {
				t.Fatal(err)
			}
			b.Keep(index.Source{Name: "games"})
			if _, err := b.Commit(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			if err := b.Close(); err != nil {
				t.Fatal(err)
			}
			return s
		}
		s := build(config, 3)
		defer s.Close()
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		defer build(test.config, 2).Close()
		_, err := s.Refresh(t.Context())
		m, merr := s.Manifest(t.Context())
		if !errors.Is(err, test.err) || merr != nil || m.Games != test.games {
			t.Errorf("%s, views %q: %v, %d games, %v; want %d games, %v", test.config.Set.Name, test.config.Views,
				err, m.Games, merr, test.games, test.err)
		}
	}
}
