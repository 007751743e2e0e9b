package storetest

import (
	"errors"
	"io/fs"

	"github.com/zobrist-go/zobrist/index"
)

// snapshots holds on to states during changes.
func (s *suite) snapshots() {
	if _, ok := s.store.(index.Snapshotter); !ok {
		s.Skip("does not apply: the store is no index.Snapshotter")
	}
	of := func(store index.Store) index.Store {
		snapshot, err := store.(index.Snapshotter).Snapshot()
		s.noError(err)
		return snapshot
	}
	store, model := s.store, s.model
	var old [][2]index.Store
	look := func(states [][2]index.Store) {
		s.Helper()
		for _, at := range states {
			s.store, s.model = at[0], at[1]
			s.compare(s.short(3, 1))
		}
		s.store, s.model = store, model
	}
	for i := range s.short(4, 3) {
		old = append(old, [2]index.Store{of(s.store), of(s.model)})
		if i%3 == 2 {
			s.removeAll(index.Filter{Event: "rated"})
		} else {
			s.build(index.BuildOptions{}, 60)
		}
		look(old[i:])
	}
	last := old[len(old)-1][0]
	old = append(old, [2]index.Store{of(last), of(old[len(old)-1][1])}) // of a snapshot
	if news, err := last.Refresh(s.Context()); news || err != nil {
		s.Errorf("a snapshot has news: %v, error %v", news, err)
	}
	if _, err := last.Begin(s.Context(), s.config, index.BuildOptions{}); !errors.Is(err, fs.ErrPermission) {
		s.Errorf("a build into a snapshot: %v, want ErrPermission", err)
	}
	if _, err := last.Remove(s.Context(), index.Filter{}, nil); !errors.Is(err, fs.ErrPermission) {
		s.Errorf("a removal from a snapshot: %v, want ErrPermission", err)
	}
	s.reopen()
	store = s.store
	look(old)
	for _, at := range old {
		s.noError(at[0].Close())
	}
	s.compare(2)
}
