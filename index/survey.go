package index

import (
	"context"
	"fmt"
)

// A Survey counts what is really there, by reading all of it.
type Survey struct {
	Positions int64 // different ones
	Single    int64 // of them, those that occur in one game
	Visits    int64 // pairs of a game and a position in it
}

// Survey reads the whole table of positions. The error wraps [ErrCorrupt]
// where a record cannot be read or the number of visits is not the
// manifest's, or not between those before and after builds that went on
// meanwhile. The progress function, if there is one, is told the number of
// positions now and then.
func (ix *Index) Survey(ctx context.Context, progress func(positions int64)) (Survey, error) {
	var s Survey
	var r record
	before, err := ix.described(ctx)
	if err != nil {
		return s, err
	}
	for e, err := range ix.store.Scan(ctx, Positions, nil, nil) {
		if err != nil {
			return s, err
		}
		if r, err = decodeRecord(r[:0], e.Value); err != nil {
			return s, fmt.Errorf("position %x: %w", e.Key, err)
		}
		n := r.games()
		s.Positions++
		s.Visits += n
		if n == 1 {
			s.Single++
		}
		if s.Positions%(1<<16) == 0 && progress != nil {
			progress(s.Positions)
		}
	}
	after, err := ix.described(ctx)
	if err == nil && (s.Visits < before.Visits || s.Visits > after.Visits) {
		err = fmt.Errorf("%w: %d visits in the table of positions, %d in the manifest", ErrCorrupt, s.Visits, after.Visits)
	}
	return s, err
}
