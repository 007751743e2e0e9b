package tt

import "math"

// Bound says what a search value tells about the true one.
type Bound uint8

const (
	NoBound Bound = iota // no value
	Upper                // the true value is at most this: the search failed low
	Lower                // the true value is at least this: the search failed high
	Exact                // the true value is this
)

// String returns "none", "upper", "lower" or "exact".
func (b Bound) String() string { return [...]string{"none", "upper", "lower", "exact"}[b&3] }

// An Entry is a copy of what a table keeps for a position. The zero Entry is
// what a probe returns that found nothing.
//
// Payload is the caller's: a count of moves, the bits of a float64, or what
// [Scored] packs into it. A table keeps its low [Table.PayloadBits] bits; an
// Entry with any above them is not stored.
type Entry struct {
	Payload uint64

	// Depth is how much work the entry saves, in plies or any other measure
	// that grows with it. It guides replacement. The layout [Payload] keeps
	// it as a hint only and returns 0.
	Depth int8

	// Generation is that of the search that last stored or found the entry,
	// 1 to 31, going round; 0 in an Entry that holds nothing. Stores set it.
	Generation uint8
}

// ScoreBits is how many bits of payload [Scored] uses.
const ScoreBits = 34

// Scored returns the entry of a searched position: a value, which side of the
// true value it lies on, the plies it was searched to and the best move in
// whatever 16 bits the caller gives it.
//
//	Payload bits  0 – 15  value, two's complement
//	             16 – 17  bound
//	             18 – 33  move
func Scored(value int16, b Bound, depth int8, move uint16) Entry {
	return Entry{Payload: uint64(uint16(value)) | uint64(b&3)<<16 | uint64(move)<<18, Depth: depth}
}

// Value returns the value of a [Scored] entry.
func (e Entry) Value() int16 { return int16(e.Payload) }

// Bound returns the bound of a [Scored] entry.
func (e Entry) Bound() Bound { return Bound(e.Payload >> 16 & 3) }

// Move returns the move of a [Scored] entry.
func (e Entry) Move() uint16 { return uint16(e.Payload >> 18) }

// Range returns the least and the greatest value that a [Scored] entry leaves
// possible.
func (e Entry) Range() (low, high int16) {
	low, high = math.MinInt16, math.MaxInt16
	if e.Bound()&Lower != 0 {
		low = e.Value()
	}
	if e.Bound()&Upper != 0 {
		high = e.Value()
	}
	return low, high
}

// Mix returns the hash of a position together with a depth, for payloads that
// depend on both, as counts of moves do. Hashes of one depth differ exactly
// where those of the positions do.
func Mix(hash uint64, depth int) uint64 {
	// SplitMix64's finaliser (Steele, Lea and Flood 2014), a constant a depth.
	z := uint64(depth) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return hash ^ z ^ z>>31
}

// Every word that a table holds ends in 13 bits of management:
//
//	bits 0 – 7   depth + 128
//	     8 – 12  generation, 1 to 31; 0 only in an empty slot
//
// An empty slot is all zero, so that no hash, 0 included, matches it.
const (
	genShift  = 8
	genMask   = 1<<5 - 1
	metaBits  = 13
	metaMask  = 1<<metaBits - 1
	depthBias = 128
)

// meta packs depth and generation.
func meta(depth int8, generation uint64) uint64 {
	return uint64(uint8(depth)^depthBias) | generation<<genShift
}

// unpack is the entry of a word in the layouts that keep the payload in the
// same word as the management bits.
func unpack(word uint64) Entry {
	return Entry{Payload: word >> metaBits, Depth: depthOf(word), Generation: uint8(genOf(word))}
}

func depthOf(word uint64) int8 { return int8(uint8(word) ^ depthBias) }

func genOf(word uint64) uint64 { return word >> genShift & genMask }
