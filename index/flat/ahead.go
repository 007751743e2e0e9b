package flat

import (
	"context"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
)

// What several look-ups will read is requested from the system at once, so that a disk works on all
// of it at the same time. Only untouched pages are requested; others are probably in memory.

// findAll looks up hashes in all runs: t.places has, of each hash, the place in each run. It requests
// what it will read, the directories first, then the records to which these lead, and the beginnings
// of lists.
func (s *state) findAll(ctx context.Context, view int, hashes []zobrist.Uint128, t *scratch) error {
	if len(hashes)*len(s.runs) > 1 {
		for _, step := range [...]func(*run, int, index.Key) error{(*run).directoryAhead, (*run).recordsAhead} {
			for n, hash := range hashes {
				if n%64 == 63 && ctx.Err() != nil {
					return ctx.Err()
				}
				for i := range s.runs {
					if err := step(s.runs[i].run, view, index.KeyOf(hash)); err != nil {
						return err
					}
				}
			}
		}
	}
	t.places = t.places[:0]
	for n, hash := range hashes {
		if n%64 == 63 && ctx.Err() != nil {
			return ctx.Err()
		}
		for i := range s.runs {
			r := s.runs[i].run
			f, ok, err := r.find(view, index.KeyOf(hash))
			if err != nil {
				return err
			}
			if ok && f.several && len(hashes) > 1 {
				r.Ahead(int64(f.area>>3), min(listStart, int64(f.end-f.area)>>3))
			}
			t.places = append(t.places, place{f, ok})
		}
	}
	return nil
}

// A place is the record of a position in a run, if it has one.
type place struct {
	found
	ok bool
}

func (r *run) directoryAhead(view int, k index.Key) error {
	s, err := r.segment(view, byte(k.Lo>>56))
	if err == nil && s.records > 0 {
		r.Ahead(int64(s.directoryAt(k)>>3), 16)
	}
	return err
}

func (r *run) recordsAhead(view int, k index.Key) error {
	s, err := r.segment(view, byte(k.Lo>>56))
	if err != nil || s.records == 0 {
		return err
	}
	from, to, err := r.bucket(&s, k)
	if err == nil && from < to {
		width := uint64(s.recordBits())
		r.Ahead(s.recordsAt()+int64(from*width>>3), int64((to-from)*width>>3)+8)
	}
	return err
}

// listStart is the number of bytes of a list that most answers read: the part before its games.
const listStart = 512

// gamesAhead requests the blocks of several games.
func (s *state) gamesAhead(numbers []int64, texts bool) error {
	if len(numbers) < 2 {
		return nil
	}
	for _, number := range numbers[:min(len(numbers), mostAhead)] {
		r, game, ok := s.runOf(number)
		if !ok {
			continue // the answer is that the game is not found
		}
		for _, table := range [2]kind{gamesSection, textsSection} {
			if !r.has(table) || table == textsSection && !texts {
				continue
			}
			k, _, err := r.findBlock(table, game)
			if err != nil {
				return err
			}
			r.Ahead(k.offset, int64(k.length))
		}
	}
	return nil
}

// mostAhead is the number of games whose blocks are requested: enough for a page, not for an export.
const mostAhead = 100
