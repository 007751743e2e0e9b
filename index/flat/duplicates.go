package flat

import "github.com/zobrist-go/zobrist/index"

// A digestTable finds the games of a build by their digests: a table with open
// addressing, of 16 bytes a slot, at most three quarters full.
type digestTable struct {
	slots []digestSlot
	used  int
}

type digestSlot struct {
	lo   uint64
	game uint32
	hi   uint16
	used bool
}

// find returns the game with that digest and the slot where it is or belongs.
func (t *digestTable) find(k index.Key) (game uint32, slot *digestSlot, ok bool) {
	if 4*(t.used+1) > 3*len(t.slots) {
		t.resize(max(1024, 2*len(t.slots)), skipped)
	}
	mask := uint64(len(t.slots) - 1)
	for i := k.Lo & mask; ; i = (i + 1) & mask {
		s := &t.slots[i]
		if !s.used {
			return 0, s, false
		}
		if s.lo == k.Lo && s.hi == k.Hi {
			return s.game, s, true
		}
	}
}

// add adds a game. The slot is that of find for its digest.
func (t *digestTable) add(slot *digestSlot, k index.Key, game uint32) {
	*slot = digestSlot{k.Lo, game, k.Hi, true}
	t.used++
}

// drop removes the games from a number on.
func (t *digestTable) drop(from uint32) { t.resize(len(t.slots), from) }

// resize keeps the games below end in a table of that many slots.
func (t *digestTable) resize(slots int, end uint32) {
	old := t.slots
	t.slots, t.used = make([]digestSlot, slots), 0
	mask := uint64(slots - 1)
	for _, s := range old {
		if !s.used || s.game >= end {
			continue
		}
		i := s.lo & mask
		for t.slots[i].used {
			i = (i + 1) & mask
		}
		t.slots[i] = s
		t.used++
	}
}

// gameOf returns the number of the first game with a digest.
func (s *state) gameOf(digest index.Key) (number int64, ok bool, err error) {
	err = s.guard(func() error {
		for _, r := range s.runs {
			f, found, err := r.find(r.digests(), digest)
			if err != nil {
				return err
			}
			if found {
				game, err := r.firstGame(f)
				number, ok = r.base+int64(game), true
				return err
			}
		}
		return nil
	})
	return number, ok, err
}

// firstGame returns the lowest number of the games that a record of a digest has.
func (r *run) firstGame(f found) (uint32, error) {
	if !f.several {
		game, _, err := r.single(r.digests(), f)
		return game, err
	}
	in := newBitReader(r.file, f.area, f.end)
	groups := r.readGroups(nil, &in, r.viewBits(r.digests()))
	if in.err != nil {
		return 0, in.err
	}
	var first uint32
	var memory []uint32
	return first, r.eachGroup(groups, &in, &memory, false, func(_ int, games []uint32) error {
		first = games[0] // there is one group: digests have no moves
		return nil
	})
}
