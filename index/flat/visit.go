package flat

import (
	"cmp"
	"encoding/binary"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// A visit is a position in a game of the run.
type visit = sorted.Record[played]

// A played says in which game a position was, and what was played there.
type played struct {
	game uint32 // number in the run
	move uint32 // 0 if the game ended there
}

func newVisit(k index.Key, game, move uint32) visit {
	return visit{Lo: k.Lo, Hi: k.Hi, Value: played{game, move}}
}

func keyOf(v *visit) index.Key { return index.Key(v.Key()) }

const (
	visitMemory = 24 // bytes of a visit in memory, where it is sorted
	playedSize  = 8  // bytes of a played in a file: game, move
	visitSize   = 10 + playedSize
)

// decodeVisits reads as many visits as dst holds.
func decodeVisits(dst []visit, raw []byte) {
	for i := range dst {
		b := raw[i*visitSize : (i+1)*visitSize]
		dst[i] = visit{Lo: binary.LittleEndian.Uint64(b), Hi: binary.LittleEndian.Uint16(b[8:]),
			Value: played{binary.LittleEndian.Uint32(b[10:]), binary.LittleEndian.Uint32(b[14:])}}
	}
}

// newSorter returns a sorter of visits, with so many bytes for the largest part that it need not divide.
func newSorter(limit int64) sorted.Sorter[played] {
	return sorted.Sorter[played]{Limit: limit, Decode: decodeVisits,
		Tie: func(a, b played) int { return cmp.Compare(a.game, b.game) }}
}
