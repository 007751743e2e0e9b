package lattice

import (
	"fmt"
	"math/bits"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/system/mmap"
	"github.com/zobrist-go/zobrist/tt"
)

// MemoryOptions describe a [Memory]. The zero value keeps 65,536 states, verifies
// whole hashes and measures nothing.
type MemoryOptions struct {
	States  int // remembered at once, 1 to 2^26, rounded up to a power of two; 0: 65,536
	TagBits int // of the table, as in [tt.Options]; 0: the whole hash
	Sample  int // errors are measured in one of this many clusters of the table; 0: in none
}

const (
	defaultStates = 1 << 16
	maxStates     = 1 << 26

	// slotsPerState leaves half of the table empty, so that few clusters are full.
	slotsPerState = 2
	slotBytes     = 16 // in the layout that keeps the whole hash

	// generations is how often the table ages while the arena fills once, so that
	// it replaces the entries of the oldest records first.
	generations = 16

	recordBytes = 24
)

// A Memory keeps numbers computed for states: the rates of all events, as
// [Options].Memory, or the energy, for [NewRemembered]. A [tt.Table] maps the hash of
// a state to a record in an arena, which holds the numbers and the hash of 128 bits.
// When the arena is full, the oldest record is overwritten.
//
// The hash in the record verifies each recall: if the table takes one state for
// another, the error is counted, and the numbers are computed. An unnoticed error
// needs two states with the same 128 bits.
//
// A Memory takes 24 + 8·numbers bytes a state for the arena and 16 to 32 for the
// table. It belongs to one goroutine at a time, and to its first use.
type Memory struct {
	table   *tt.Table
	records []record
	numbers []float64 // of the record in place i from i·width on
	width   int       // numbers in a record; 0 before the first use
	payload uint64    // the bits of a record's number that the table keeps
	next    uint64    // number of the next record; record n is in place n mod len(records)
	stats   MemoryStats
}

// record identifies the numbers in a place of the arena.
type record struct {
	hash   zobrist.Uint128
	number uint64 // of the record
}

// MemoryStats count the recalls of a memory.
type MemoryStats struct {
	States     uint64   `json:"states"`     // remembered at present
	Considered uint64   `json:"considered"` // states looked up
	Recalled   uint64   `json:"recalled"`   // states found
	Wrong      uint64   `json:"wrong"`      // the table found another state; noticed, and computed
	Lost       uint64   `json:"lost"`       // the table found a record that is overwritten; computed
	Bytes      int64    `json:"bytes"`      // of the arena and the table
	Table      tt.Stats `json:"table"`      // measured by the table, if MemoryOptions.Sample is not 0
}

// Share returns the fraction of states that were recalled, 0 before the first look-up.
func (s MemoryStats) Share() float64 { return float64(s.Recalled) / float64(max(s.Considered, 1)) }

// NewMemory makes an empty memory. The error wraps [ErrSimulation], [tt.ErrOptions] or
// [tt.ErrMemory].
func NewMemory(o MemoryOptions) (*Memory, error) {
	if o.States == 0 {
		o.States = defaultStates
	}
	if o.States < 0 || o.States > maxStates {
		return nil, fmt.Errorf("%w: a memory of %d states; give 1 to %d", ErrSimulation, o.States, maxStates)
	}
	o.States = 1 << bits.Len(uint(o.States-1))
	bytes := int64(o.States) * slotsPerState * slotBytes
	if o.TagBits != 0 && o.TagBits < 64 {
		bytes /= 2
	}
	table, err := tt.New(tt.Options{Bytes: max(bytes, 64), Payload: 1, TagBits: o.TagBits, Sample: o.Sample})
	if err != nil {
		return nil, err
	}
	if bits.Len(uint(o.States-1)) > table.PayloadBits() {
		table.Close()
		return nil, fmt.Errorf("%w: tags of %d bits leave %d for the number of a record, too few for %d states",
			ErrSimulation, o.TagBits, table.PayloadBits(), o.States)
	}
	return &Memory{table: table, records: make([]record, o.States), payload: 1<<table.PayloadBits() - 1}, nil
}

// bind sets the number of numbers in a record.
func (m *Memory) bind(width int) error {
	if m.width == 0 {
		if err := mmap.Check(int64(width) * int64(len(m.records)) * 8); err != nil {
			return fmt.Errorf("%d numbers of each of %d states: %w", width, len(m.records), err)
		}
		m.width, m.numbers = width, make([]float64, width*len(m.records))
	}
	if m.width != width {
		return fmt.Errorf("%w: the memory holds %d numbers a state, not %d", ErrSimulation, m.width, width)
	}
	return nil
}

// recall returns the numbers of a state. If they are not known, it returns a new
// record, and the caller fills it in.
func (m *Memory) recall(hash zobrist.Uint128) (numbers []float64, known bool) {
	m.stats.Considered++
	if e, ok := m.table.Probe(hash.Lo); ok {
		place := e.Payload & uint64(len(m.records)-1)
		r := &m.records[place]
		switch {
		case r.hash == hash:
			m.stats.Recalled++
			return m.at(place), true
		case r.number&m.payload == e.Payload:
			m.stats.Wrong++
		default:
			m.stats.Lost++
		}
	}
	return m.remember(hash), false
}

// remember assigns the next record to a state, and returns its numbers to be filled
// in.
func (m *Memory) remember(hash zobrist.Uint128) []float64 {
	places := uint64(len(m.records))
	if m.next%max(places/generations, 1) == 0 {
		m.table.NewSearch()
	}
	place := m.next & (places - 1)
	m.records[place] = record{hash: hash, number: m.next}
	m.table.Store(hash.Lo, tt.Entry{Payload: m.next & m.payload})
	m.next++
	return m.at(place)
}

// at returns the numbers of the record in a place.
func (m *Memory) at(place uint64) []float64 {
	i := int(place) * m.width
	return m.numbers[i : i+m.width : i+m.width]
}

// Stats returns the counts so far.
func (m *Memory) Stats() MemoryStats {
	s := m.stats
	s.States = min(m.next, uint64(len(m.records)))
	s.Bytes = m.table.Memory().Bytes + int64(len(m.records))*recordBytes + int64(len(m.numbers))*8
	s.Table = m.table.Stats()
	return s
}

// Close frees the table. The memory must not be used afterwards.
func (m *Memory) Close() error { return m.table.Close() }
