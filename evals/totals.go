package evals

import (
	"context"

	"github.com/zobrist-go/zobrist/internal/sorted"
)

// Totals say what a store holds.
type Totals struct {
	Positions   int64 `json:"positions"`
	Packed      int64 `json:"packed"` // positions that are kept themselves, for [Export]
	Evaluations int64 `json:"evaluations"`
	Lines       int64 `json:"lines"`
	Plies       int64 `json:"plies"`
	Mates       int64 `json:"mates"`    // lines that end in mate
	Unknown     int64 `json:"unknown"`  // evaluations whose depth is not known
	MaxDepth    int   `json:"maxDepth"` // of all evaluations
	MaxLines    int   `json:"maxLines"` // of one evaluation
}

// Count reads the whole store and counts what it holds. progress, which may be nil, is called now and then with the
// number of positions that were read.
func (s *Store[M]) Count(ctx context.Context, progress func(positions int64)) (t Totals, err error) {
	err = s.records(ctx, func(_ sorted.Key, r *record) error {
		t.Positions++
		if r.packed.at < r.packed.end {
			t.Packed++
		}
		for i := range r.entries {
			e := &r.entries[i]
			t.Evaluations++
			t.Lines += int64(e.lines)
			t.MaxDepth, t.MaxLines = max(t.MaxDepth, int(e.depth)), max(t.MaxLines, e.lines)
			if e.depth == 0 {
				t.Unknown++
			}
			for _, h := range r.heads[e.first:][:e.lines] {
				t.Plies += int64(h.plies)
				if h.value.Mate != 0 {
					t.Mates++
				}
			}
		}
		if progress != nil && t.Positions%(1<<16) == 0 {
			progress(t.Positions)
		}
		return nil
	})
	return t, err
}
