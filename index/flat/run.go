package flat

import (
	"encoding/binary"
	"math/bits"
	"sync/atomic"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// A run is an open run file. It is safe for concurrent use. Its methods must be
// called under guard.
type run struct {
	*sorted.File
	header   header
	sections [kinds]section            // except for segments
	tables   [index.MaxViews + 1]int64 // offsets of the tables of segments, the digests' last
	words    [index.MaxViews + 1]uint8 // bits of the words of each view
	moves    uint32                    // number of moves, move 0 among them
	moveBits uint
	gameBits uint
	players  atomic.Pointer[[]gameCount] // see playerGames
}

// digests is the number of the view of the digests of games.
func (r *run) digests() int { return r.header.views }

func openRun(path string) (*run, error) {
	f, err := family.OpenFile(path)
	if err != nil {
		return nil, err
	}
	r := &run{File: f}
	if err := r.Guard(r.open); err != nil {
		f.Close()
		return nil, err
	}
	return r, nil
}

func (r *run) open() (err error) {
	if r.header, err = headerOf(r.File); err != nil {
		return err
	}
	h := &r.header
	bad := func() error { return r.Corrupt(0, sorted.PageSize, "the header contradicts itself") }
	if h.views < 1 || h.views > index.MaxViews {
		return bad()
	}
	tables := 0
	for _, s := range h.sections {
		switch {
		case s.kind == segmentsSection && s.arg&0xff <= uint32(h.views) && s.arg>>8 <= index.MaxWordBits &&
			s.length == 256*segmentSize:
			r.tables[s.arg&0xff], r.words[s.arg&0xff] = s.offset, uint8(s.arg>>8)
			tables++
		case s.kind > segmentsSection && s.kind < kinds:
			r.sections[s.kind] = s
		default:
			return bad()
		}
	}
	games := int64(h.games)
	moves := r.sections[movesSection].length / 4
	if tables != h.views+1 || r.sections[factsSection].length != 8*games || moves < 1 || moves > 1<<32-1 ||
		r.has(absentSection) && r.sections[absentSection].length != (games+7)/8 ||
		!r.has(absentSection) && h.present != h.games {
		return bad()
	}
	for c := firstSection; c <= openingSection; c++ {
		if s := &r.sections[c]; s.arg > 32 || s.length < padded(games*int64(s.arg)) {
			return bad()
		}
	}
	for d := playersSection; d <= openingsSection; d++ {
		if s := &r.sections[d]; s.length < 4*int64(s.arg) || s.arg == 0 && games > 0 {
			return bad()
		}
	}
	r.moves = uint32(moves)
	r.moveBits = uint(bits.Len32(r.moves - 1))
	r.gameBits = uint(bits.Len32(max(h.games, 1) - 1))
	return nil
}

func (r *run) has(k kind) bool { return r.sections[k].length > 0 }

// segment returns the segment of a view with the keys that begin with a byte.
func (r *run) segment(view int, first byte) (segment, error) {
	at := r.tables[view] + int64(first)*segmentSize
	if err := r.Check(at, segmentSize); err != nil {
		return segment{}, err
	}
	s := decodeSegment(r.Data[at:])
	if s.records == 0 {
		return segment{}, nil
	}
	end := r.End()
	if s.bucket > 40 || s.payload > 64 || uint(s.payload) < r.gameBits+r.viewBits(view) || s.offset < sorted.PageSize ||
		s.offset > end || s.area < 0 || s.area > 8*end || s.end() > end || s.visits < int64(s.records) {
		return segment{}, r.Corrupt(at, segmentSize, "the place of a segment is impossible")
	}
	return s, nil
}

// viewBits returns the number of bits of a move's rank, or of a word, in a view.
func (r *run) viewBits(view int) uint {
	if words := uint(r.words[view]); words > 0 || view != int(index.Positions) {
		return words
	}
	return r.moveBits
}

// move returns the move that a visit of a view has in its bits: the rank of a move, or a word.
func (r *run) move(view int, bits uint32) (uint32, error) {
	if r.words[view] > 0 {
		return bits, nil
	}
	return r.word(bits)
}

// A found position is a record of a segment.
type found struct {
	payload uint64
	several bool
	area    uint64 // its first bit, from the start of the file
	end     uint64 // the bit after the area
}

// find looks up a position.
func (r *run) find(view int, k index.Key) (found, bool, error) {
	s, err := r.segment(view, byte(k.Lo>>56))
	if err != nil || s.records == 0 {
		return found{}, false, err
	}
	from, to, err := r.bucket(&s, k)
	if err != nil {
		return found{}, false, err
	}
	if from == to {
		return found{}, false, nil
	}
	width := uint64(s.recordBits())
	records := uint64(s.recordsAt()) * 8
	if err := r.CheckBits(records+from*width, (to-from)*width); err != nil {
		return found{}, false, err
	}
	low := 56 - uint(s.bucket)
	want, end := k.Lo&(1<<low-1), to
	for from < to {
		middle := (from + to) / 2
		at := records + middle*width
		lo := bitsAt(r.Data, at, low)
		if lo < want || lo == want && bitsAt(r.Data, at+uint64(low), 16) < uint64(k.Hi) {
			from = middle + 1
		} else {
			to = middle
		}
	}
	at := records + from*width
	if from == end || bitsAt(r.Data, at, low) != want || bitsAt(r.Data, at+uint64(low), 16) != uint64(k.Hi) {
		return found{}, false, nil
	}
	f, err := r.payload(&s, at)
	return f, err == nil, err
}

// directoryAt returns the bit of the file at which the entry of a key in the directory begins.
func (s *segment) directoryAt(k index.Key) uint64 {
	return uint64(s.offset)*8 + k.Lo<<8>>(64-s.bucket)*uint64(s.entryBits())
}

// bucket returns the records among which a key is.
func (r *run) bucket(s *segment, k index.Key) (from, to uint64, err error) {
	at, entry := s.directoryAt(k), s.entryBits()
	if err := r.CheckBits(at, 2*uint64(entry)); err != nil {
		return 0, 0, err
	}
	from, to = bitsAt(r.Data, at, entry), bitsAt(r.Data, at+uint64(entry), entry)
	if from > to || to > uint64(s.records) {
		return 0, 0, r.Corrupt(int64(at>>3), 8, "the directory of a segment is not in order")
	}
	return from, to, nil
}

// payload decodes the rest of the record at a bit of the file, after its key.
func (r *run) payload(s *segment, at uint64) (found, error) {
	at += uint64(56 - s.bucket + 16)
	f := found{several: bitsAt(r.Data, at, 1) == 1}
	at++
	width := uint(s.payload)
	low := min(width, 32)
	f.payload = bitsAt(r.Data, at, low) | bitsAt(r.Data, at+uint64(low), width-low)<<low
	if f.several {
		f.area = uint64(s.areaAt())*8 + f.payload
		f.end = uint64(s.areaAt()*8 + s.area)
		if f.payload >= uint64(s.area) {
			return f, r.Corrupt(int64(at>>3), 8, "a list lies beyond its area")
		}
	} else if f.payload&(1<<r.gameBits-1) >= uint64(r.header.games) {
		return f, r.Corrupt(int64(at>>3), 8, "a record names a game that is not there")
	}
	return f, nil
}

// single returns the visit of a record with one game.
func (r *run) single(view int, f found) (game, move uint32, err error) {
	game = uint32(f.payload & (1<<r.gameBits - 1))
	if bits := r.viewBits(view); bits > 0 {
		move, err = r.move(view, uint32(f.payload>>r.gameBits&(1<<bits-1)))
	}
	return game, move, err
}

// word returns the move of a rank.
func (r *run) word(rank uint32) (uint32, error) {
	if rank >= r.moves {
		s := &r.sections[movesSection]
		return 0, r.Corrupt(s.offset, s.length, "a move is not in the list of moves")
	}
	return r.Uint32(r.sections[movesSection].offset + 4*int64(rank))
}

// facts returns the facts of a game. Its number is below the number of games in the run.
func (r *run) facts(game uint32) (index.Facts, error) {
	at := r.sections[factsSection].offset + 8*int64(game)
	if !r.Good(at / sorted.PageSize) { // sections begin at multiples of 8
		if err := r.Check(at, 8); err != nil {
			return 0, err
		}
	}
	return index.Facts(binary.LittleEndian.Uint64(r.Data[at:])), nil
}

// column returns a number of a game, such as the number of its event's name.
func (r *run) column(k kind, game uint32) (uint32, error) {
	s := &r.sections[k]
	at := uint64(s.offset)*8 + uint64(game)*uint64(s.arg)
	if err := r.CheckBits(at, uint64(s.arg)); err != nil {
		return 0, err
	}
	return uint32(bitsAt(r.Data, at, uint(s.arg))), nil
}

// absent reports whether there is no game of a number.
func (r *run) absent(game uint32) (bool, error) {
	if !r.has(absentSection) {
		return false, nil
	}
	b, err := r.Bytes(r.sections[absentSection].offset+int64(game/8), 1)
	if err != nil {
		return false, err
	}
	return b[0]>>(game%8)&1 == 1, nil
}
