package index

import (
	"encoding/binary"
	"fmt"
)

// A decoder reads stored bytes. It checks all that it reads.
type decoder struct{ rest []byte }

func (d *decoder) corrupt(what string) error {
	return fmt.Errorf("%w: bad %s, %d bytes before the end of the value", ErrCorrupt, what, len(d.rest))
}

func (d *decoder) uvarint() (uint64, error) {
	v, n := binary.Uvarint(d.rest)
	if n <= 0 {
		return 0, d.corrupt("number")
	}
	d.rest = d.rest[n:]
	return v, nil
}

// below reads a number that is less than limit.
func (d *decoder) below(limit uint64, what string) (uint64, error) {
	v, err := d.uvarint()
	if err != nil || v >= limit {
		return 0, d.corrupt(what)
	}
	return v, nil
}

func (d *decoder) bytes(n uint64, what string) ([]byte, error) {
	if n > uint64(len(d.rest)) {
		return nil, d.corrupt(what)
	}
	b := d.rest[:n:n]
	d.rest = d.rest[n:]
	return b, nil
}

// tally reads a tally of at least one game.
func (d *decoder) tally() (Tally, error) {
	var v [7]int64
	for i := range v {
		limit := uint64(1 << 48)
		if i == 6 {
			limit = 10000 // the year
		}
		u, err := d.below(limit, "tally")
		if err != nil {
			return Tally{}, err
		}
		v[i] = int64(u)
	}
	t := Tally{
		Games: v[0] + v[1] + v[2] + v[3], First: v[0], Drawn: v[1], Second: v[2],
		Ratings: v[4], Rated: v[5], LastYear: int(v[6]),
	}
	if t.Games == 0 {
		return Tally{}, d.corrupt("tally of no games")
	}
	return t, nil
}

// ascending appends n ascending numbers to dst.
func (d *decoder) ascending(dst []uint32, n int) ([]uint32, error) {
	last := int64(-1)
	for ; n > 0; n-- {
		v, err := d.below(1<<32, "game number")
		if err != nil {
			return nil, err
		}
		next := int64(v)
		if last >= 0 {
			next += last
		}
		if next <= last || next > 1<<32-1 {
			return nil, d.corrupt("game number")
		}
		last = next
		dst = append(dst, uint32(next))
	}
	return dst, nil
}
