package tt

// A Bound says how a search value relates to the true one.
type Bound uint8

const (
	NoBound Bound = iota // no value
	Upper                // the true value is at most this: the search failed low
	Lower                // the true value is at least this: the search failed high
	Exact                // the true value is this
)

// String returns "none", "upper", "lower" or "exact".
func (b Bound) String() string { return [...]string{"none", "upper", "lower", "exact"}[b&3] }

// An Entry is a copy of what a table keeps for a position. A probe that finds
// nothing returns the zero Entry.
//
// Payload is the caller's: a count of moves, an energy, or what [NewEntry] packs
// into it. A table keeps its low [Table.PayloadBits] bits, which are at least
// Options.Payload. An Entry with any above them is not stored, and counted.
type Entry struct {
	Payload uint64

	// Depth is how much work the entry saves, in plies or any other measure
	// that grows with it. It guides replacement.
	Depth int8

	// Generation numbers the search that last stored or found the entry,
	// 1 to 31, cyclic; 0 in an Entry that holds nothing. Stores set it.
	Generation uint8
}

// ScoreBits is how many bits of payload [NewEntry] uses.
const ScoreBits = 34

// NewEntry returns the entry of a searched position: a value, its bound, the
// plies it was searched to and the best move, in 16 bits of the caller's choice.
//
//	Payload bits  0 – 15  value, two's complement
//	             16 – 17  bound
//	             18 – 33  move
func NewEntry(value int16, b Bound, depth int8, move uint16) Entry {
	return Entry{Payload: uint64(uint16(value)) | uint64(b&3)<<16 | uint64(move)<<18, Depth: depth}
}

// Value returns the value of a [NewEntry] entry.
func (e Entry) Value() int16 { return int16(e.Payload) }

// Bound returns the bound of a [NewEntry] entry.
func (e Entry) Bound() Bound { return Bound(e.Payload >> 16 & 3) }

// Move returns the move of a [NewEntry] entry.
func (e Entry) Move() uint16 { return uint16(e.Payload >> 18) }
