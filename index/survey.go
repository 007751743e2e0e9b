package index

import (
	"context"
	"fmt"
)

// A Survey is a count of all records.
type Survey struct {
	Positions int64 // different ones
	Single    int64 // of these, the ones that occur in one game
	Visits    int64 // pairs of a game and a position in it
}

// Survey reads all positions. The error wraps [ErrCorrupt] if a record cannot be
// read, or if the number of visits is not that of the manifest. If a build ends
// meanwhile, the number must lie between those of the manifests before and after.
// If progress is not nil, it is called now and then with the number of positions.
func (ix *Index) Survey(ctx context.Context, progress func(positions int64)) (Survey, error) {
	var s Survey
	var r record
	before, err := ix.readManifest(ctx)
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
	after, err := ix.readManifest(ctx)
	if err == nil && (s.Visits < before.Visits || s.Visits > after.Visits) {
		err = fmt.Errorf("%w: the positions have %d visits, the manifest %d", ErrCorrupt, s.Visits, after.Visits)
	}
	return s, err
}
