package flat

import (
	"encoding/binary"
	"math/bits"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// A digestTable finds the games of a build by their digests. The digests are in a temporary file,
// ten bytes each. In memory is a table with open addressing, of eight bytes a slot: the number of
// the game and 1 in the high half, and the low 32 bits of the digest. It grows by a quarter when
// four fifths are full, so it takes 10 to 13 bytes a game. A dropped game keeps its slot until then,
// or until its digest comes again, so dropping games costs nothing.
type digestTable struct {
	digests sorted.TempFile // of games 0 to n − 1, of the dropped ones too
	n       uint32
	dropped *dropped
	slots   []uint64
	used    int
}

const digestSize = 10

func newDigestTable(path string, gone *dropped) digestTable {
	return digestTable{digests: newTempFile(path, digestSize, sorted.TempBuffer), dropped: gone}
}

// find returns the game with a digest among those that were added.
func (t *digestTable) find(k index.Key) (game uint32, ok bool, err error) {
	if len(t.slots) == 0 {
		return 0, false, nil
	}
	for i := t.home(k); ; {
		slot := t.slots[i]
		if slot == 0 {
			return 0, false, nil
		}
		if game = uint32(slot>>32) - 1; uint32(slot) == uint32(k.Lo) && t.kept(game) {
			var b [digestSize]byte
			if err = t.digests.ReadAt(b[:], digestSize*int64(game)); err != nil || decodeDigest(b[:]) == k {
				return game, err == nil, err
			}
		}
		if i++; i == len(t.slots) {
			i = 0
		}
	}
}

// kept reports whether a game was not dropped.
func (t *digestTable) kept(game uint32) bool {
	_, kept := t.dropped.number(game)
	return kept
}

// home returns the slot where the search for a digest begins.
func (t *digestTable) home(k index.Key) int {
	high, _ := bits.Mul64(k.Lo, uint64(len(t.slots)))
	return int(high)
}

// add adds the next game. Its digest is not in the table, unless the game is dropped.
func (t *digestTable) add(k index.Key) error {
	if 5*(t.used+1) > 4*len(t.slots) {
		slots := max(1024, 2*len(t.slots))
		if slots > 1<<20 {
			slots = len(t.slots) / 4 * 5
		}
		if err := t.fill(slots); err != nil {
			return err
		}
	}
	if t.kept(t.n) {
		t.put(k, t.n)
	}
	t.n++
	return t.digests.Append(appendDigest(nil, k))
}

// put puts a game in the first slot from home on that is free, or has a dropped game with the same bits.
func (t *digestTable) put(k index.Key, game uint32) {
	i := t.home(k)
	for ; t.slots[i] != 0; i++ {
		if slot := t.slots[i]; uint32(slot) == uint32(k.Lo) && !t.kept(uint32(slot>>32)-1) {
			t.used--
			break
		}
		if i == len(t.slots)-1 {
			i = -1
		}
	}
	t.slots[i] = uint64(game+1)<<32 | uint64(uint32(k.Lo))
	t.used++
}

// fill makes a table of so many slots, with the games that were not dropped.
func (t *digestTable) fill(slots int) error {
	t.slots, t.used = nil, 0 // the old one is freed first
	t.slots = make([]uint64, slots)
	game := uint32(0)
	return t.digests.Each(func(b []byte) error {
		for ; len(b) > 0; b = b[digestSize:] {
			if t.kept(game) {
				t.put(decodeDigest(b), game)
			}
			game++
		}
		return nil
	})
}

func (t *digestTable) close() {
	_ = t.digests.Close() // its file is removed with the folder
	t.slots = nil
}

func appendDigest(dst []byte, k index.Key) []byte {
	return binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint64(dst, k.Lo), k.Hi)
}

func decodeDigest(b []byte) index.Key {
	return index.Key{Lo: binary.LittleEndian.Uint64(b), Hi: binary.LittleEndian.Uint16(b[8:])}
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
	in := newBitReader(r.File, f.area, f.end)
	groups := r.readGroups(nil, &in, r.digests())
	if in.err != nil {
		return 0, in.err
	}
	first := skipped
	var memory []uint32
	return first, r.eachGroup(groups, &in, &memory, allGroups, func(_ int, games []uint32) error {
		first = min(first, games[0]) // there is one group: digests have no moves
		return nil
	})
}
