package storetest

import "github.com/zobrist-go/zobrist/index"

// snapshots holds on to states during changes.
func (s *suite) snapshots() {
	of := func(store index.Store) index.State {
		snapshot, err := store.State()
		s.noError(err)
		return snapshot
	}
	var old [][2]index.State
	look := func(states [][2]index.State) {
		s.Helper()
		for _, at := range states {
			s.heldStore, s.heldModel = at[0], at[1]
			s.compare(s.short(3, 1))
		}
		s.heldStore, s.heldModel = nil, nil
	}
	for i := range s.short(4, 3) {
		old = append(old, [2]index.State{of(s.store), of(s.model)})
		if i%3 == 2 {
			s.removeAll(index.Filter{Event: "rated"})
		} else {
			s.build(index.BuildOptions{}, 60)
		}
		look(old[i:])
	}
	s.reopen()
	look(old)
	for _, at := range old {
		s.noError(at[0].Close())
	}
	s.compare(2)
}
