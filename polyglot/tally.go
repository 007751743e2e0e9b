package polyglot

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"github.com/zobrist-go/zobrist/internal/sorted"
)

// A tally counts the games in which a move was played in a position: the key's low word is the position's, and its
// high one the move. A move may have several tallies, which are added up when they are sorted.
type tally = sorted.Record[counts]

// counts has 48 bits, from the first number's least significant one on.
//
//	bits 24–47   games, at most maxTally
//	bits  0–23   half points
type counts [3]uint16

const (
	countsSize = 6
	tallySize  = 16
	maxTally   = 1 << 22 // below 2^24 in points too, also if two are added
)

func newCounts(games, points uint64) counts {
	word := games<<24 | points
	return counts{uint16(word), uint16(word >> 16), uint16(word >> 32)}
}

func (c counts) word() uint64   { return uint64(c[0]) | uint64(c[1])<<16 | uint64(c[2])<<32 }
func (c counts) games() uint64  { return c.word() >> 24 }
func (c counts) points() uint64 { return c.word() & (1<<24 - 1) }

// newSpill returns a spill of tallies. Where the system allows it its file has no name, so that nothing is left of it
// even if the process is killed.
func (o *MakeOptions) newSpill() *sorted.Spill {
	family := &sorted.Family{Damaged: errors.New("damaged temporary file"), Advice: "make the book again"}
	s := sorted.SpillOptions{Size: countsSize, Memory: o.Memory / 2, Adders: o.Workers,
		Compact: func() sorted.Compacter { return newSorter(0) },
		Create: func() (*os.File, error) {
			f, err := os.CreateTemp(o.Folder, "zobrist-book-*")
			if err == nil {
				_ = os.Remove(f.Name()) // fails on Windows while the file is open
			}
			return f, err
		},
	}
	if o.NoFile {
		s.NoFile = ErrMemory
	}
	return family.NewSpill(s)
}

// spillError is an error of a spill.
func spillError(err error) error {
	if err == nil || errors.Is(err, ErrMemory) {
		return err
	}
	return fmt.Errorf("polyglot: temporary file: %w", err)
}

// newSorter returns a sorter, with so many bytes for the largest part that it need not divide.
func newSorter(limit int64) *sorted.Sorter[counts] {
	return &sorted.Sorter[counts]{Limit: limit, Decode: decodeTallies, Combine: addUp, Encode: appendTallies}
}

func decodeTallies(dst []tally, raw []byte) {
	for i := range dst {
		b := raw[i*tallySize : (i+1)*tallySize]
		word := binary.LittleEndian.Uint64(b[8:])
		dst[i] = tally{Lo: binary.LittleEndian.Uint64(b), Hi: uint16(word),
			Value: counts{uint16(word >> 16), uint16(word >> 32), uint16(word >> 48)}}
	}
}

func appendTallies(dst []byte, tallies []tally) []byte {
	for i := range tallies {
		t := &tallies[i]
		dst = binary.LittleEndian.AppendUint64(dst, t.Lo)
		dst = binary.LittleEndian.AppendUint64(dst, uint64(t.Hi)|t.Value.word()<<16)
	}
	return dst
}

// addUp adds up the tallies of each move.
func addUp(tallies []tally) []tally {
	sum := tallies[:0]
	for _, t := range tallies {
		if last := len(sum) - 1; last >= 0 && sum[last].Lo == t.Lo && sum[last].Hi == t.Hi {
			if c := &sum[last].Value; c.games()+t.Value.games() <= maxTally {
				*c = newCounts(c.games()+t.Value.games(), c.points()+t.Value.points())
				continue
			}
		}
		sum = append(sum, t)
	}
	return sum
}
