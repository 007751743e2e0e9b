package index

// A Snapshotter is a [Store] that can hold on to a state. Answers that take several
// questions, such as those of [Index.Find] and [Index.ListGames], come from one state
// if the store is one. From another store they may mix the states before and after a
// change that takes effect meanwhile.
type Snapshotter interface {
	// Snapshot returns a store that shows the present state of this one until it is
	// closed, whatever is built or removed meanwhile, and also if this one is closed. Its
	// Refresh has no news. It cannot be changed: the error wraps [io/fs.ErrPermission].
	Snapshot() (Store, error)
}

// Snapshot returns the index as it is now, for questions that belong together. Close
// it after use, which does not close the store of ix. See [Snapshotter].
func (ix *Index) Snapshot() (*Index, error) {
	s, err := snapshot(ix.Store)
	if err != nil {
		return nil, err
	}
	return &Index{s, ix.config}, nil
}

func snapshot(s Store) (Store, error) {
	if s, ok := s.(Snapshotter); ok {
		return s.Snapshot()
	}
	return borrowed{s}, nil
}

// borrowed is a store that belongs to somebody else.
type borrowed struct{ Store }

// Close implements [Store].
func (borrowed) Close() error { return nil }
