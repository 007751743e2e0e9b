package index

import (
	"encoding/binary"
	"fmt"

	"github.com/zobrist-go/zobrist/game"
)

// A Date is a day of the Gregorian calendar. Parts that are not known are 0. The
// zero Date is no date.
type Date struct {
	Year  int // 0 to 9999
	Month int // 0 to 12
	Day   int // 0 to 31
}

// String returns the date as in PGN, "1972.07.11" or "1906.??.??".
func (d Date) String() string {
	part := func(v int, width int) string {
		if v == 0 {
			return "????"[:width]
		}
		return fmt.Sprintf("%0*d", width, v)
	}
	return part(d.Year, 4) + "." + part(d.Month, 2) + "." + part(d.Day, 2)
}

// maxRating is the greatest rating that counts. Greater and negative ones are
// taken as not known.
const maxRating = 9999

// facts is what tallies and the order of games depend on:
//
//	bit   0   2       4            19    24      28     42
//	      ├───┼───────┼────────────┼─────┼───────┼──────┤
//	      result rated rating sum   day   month   year
//
// rated is the number of players whose rating is known, rating sum that of these.
type facts uint64

const factsSize = 8 // bytes of the stored form, little endian

func newFacts(r game.Result, first, second int, d Date) facts {
	var sum, rated int
	for _, rating := range [2]int{first, second} {
		if rating > 0 && rating <= maxRating {
			sum += rating
			rated++
		}
	}
	d = d.known()
	return facts(r&3) | facts(rated)<<2 | facts(sum)<<4 |
		facts(d.Day)<<19 | facts(d.Month)<<24 | facts(d.Year)<<28
}

// known returns the date without its impossible parts.
func (d Date) known() Date {
	if d.Year < 0 || d.Year > 9999 {
		return Date{}
	}
	if d.Month < 0 || d.Month > 12 {
		d.Month, d.Day = 0, 0
	}
	if d.Day < 0 || d.Day > 31 {
		d.Day = 0
	}
	return d
}

func (f facts) result() game.Result { return game.Result(f & 3) }
func (f facts) rated() int64        { return int64(f >> 2 & 3) }
func (f facts) ratings() int64      { return int64(f >> 4 & (1<<15 - 1)) }
func (f facts) day() uint32         { return uint32(f >> 19 & (1<<23 - 1)) } // grows with the date
func (f facts) year() int           { return int(f >> 28 & (1<<14 - 1)) }

// rating returns twice the mean of the known ratings, or 0 if there is none.
func (f facts) rating() uint32 {
	switch f.rated() {
	case 1:
		return uint32(2 * f.ratings())
	case 2:
		return uint32(f.ratings())
	}
	return 0
}

// factsPerChunk games share one entry of the [Facts] section.
const factsPerChunk = 512

func appendFacts(dst []byte, f facts) []byte {
	return binary.LittleEndian.AppendUint64(dst, uint64(f))
}

func decodeFacts(chunk []byte) ([]facts, error) {
	if len(chunk)%factsSize != 0 || len(chunk) > factsPerChunk*factsSize {
		return nil, fmt.Errorf("%w: facts of %d bytes", ErrCorrupt, len(chunk))
	}
	fs := make([]facts, len(chunk)/factsSize)
	for i := range fs {
		fs[i] = facts(binary.LittleEndian.Uint64(chunk[i*factsSize:]))
	}
	return fs, nil
}
