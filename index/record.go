package index

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
)

// A record says which games contain a position and what they played there. Nearly
// all positions occur in one game, so the record of one game is short:
//
//	one game: uvarint(game·2 + 1), move in little endian without trailing zero bytes
//	others:   uvarint(groups·2), then for each move, in ascending order:
//	          uvarint move, uvarint(loose·2 + tallied),
//	          if tallied: uvarint first, drawn, second, other, ratings, rated, last year
//	          loose games: uvarint of the first one, then of each difference, all > 0
//
// Move 0 stands for games that end in the position. A loose game is listed by its
// number, and its facts are in the [Facts] section. The games of a tally are
// listed in the [Postings] section. No game is both loose and in the tally.
type record []group

// A group is the games of a record that played one move.
type group struct {
	move  uint32
	tally Tally
	loose []uint32
}

// maxLoose is the number of games of one build up to which a record lists them.
// If there are more, it tallies them.
const maxLoose = 8

func appendSingle(dst []byte, game, move uint32) []byte {
	dst = binary.AppendUvarint(dst, uint64(game)<<1|1)
	for ; move != 0; move >>= 8 {
		dst = append(dst, byte(move))
	}
	return dst
}

// appendRecord writes the record in its canonical form.
func appendRecord(dst []byte, r record) []byte {
	if len(r) == 1 && r[0].tally == (Tally{}) && len(r[0].loose) == 1 {
		return appendSingle(dst, r[0].loose[0], r[0].move)
	}
	dst = binary.AppendUvarint(dst, uint64(len(r))<<1)
	for i := range r {
		g := &r[i]
		dst = binary.AppendUvarint(dst, uint64(g.move))
		header := uint64(len(g.loose)) << 1
		if g.tally.Games > 0 {
			header |= 1
		}
		dst = binary.AppendUvarint(dst, header)
		if t := &g.tally; t.Games > 0 {
			other := t.Games - t.First - t.Drawn - t.Second
			for _, v := range [...]int64{t.First, t.Drawn, t.Second, other, t.Ratings, t.Rated, int64(t.LastYear)} {
				dst = binary.AppendUvarint(dst, uint64(v))
			}
		}
		dst = appendAscending(dst, g.loose)
	}
	return dst
}

// appendAscending writes the first number, then the differences.
func appendAscending(dst []byte, numbers []uint32) []byte {
	last := uint32(0)
	for _, n := range numbers {
		dst = binary.AppendUvarint(dst, uint64(n-last))
		last = n
	}
	return dst
}

// decodeRecord reads a record into dst, whose slices it reuses.
func decodeRecord(dst record, value []byte) (record, error) {
	d := decoder{value}
	head, err := d.uvarint()
	if err != nil {
		return nil, err
	}
	if head&1 == 1 {
		game, move := head>>1, uint32(0)
		if game > 1<<32-1 || len(d.rest) > 4 || len(d.rest) > 0 && d.rest[len(d.rest)-1] == 0 {
			return nil, d.corrupt("game or move")
		}
		for i, b := range d.rest {
			move |= uint32(b) << (8 * i)
		}
		g := dst.grow()
		g.move, g.loose = move, append(g.loose, uint32(game))
		return append(dst, g), nil
	}
	groups := head >> 1
	if groups == 0 || groups > uint64(len(d.rest)/3) {
		return nil, d.corrupt("number of moves")
	}
	for last := int64(-1); groups > 0; groups-- {
		g := dst.grow()
		move, err := d.uvarint()
		if err != nil || int64(move) <= last || move > 1<<32-1 {
			return nil, d.corrupt("move")
		}
		last, g.move = int64(move), uint32(move)
		head, err := d.uvarint()
		if err != nil || head == 0 || head>>1 > uint64(len(d.rest)) {
			return nil, d.corrupt("number of games")
		}
		if head&1 == 1 {
			if g.tally, err = d.tally(); err != nil {
				return nil, err
			}
		}
		if g.loose, err = d.ascending(g.loose, int(head>>1)); err != nil {
			return nil, err
		}
		dst = append(dst, g)
	}
	if len(d.rest) > 0 {
		return nil, d.corrupt("bytes after the end")
	}
	return dst, nil
}

// grow returns an empty group to append. It reuses the memory of an earlier one.
func (r record) grow() group {
	if len(r) < cap(r) {
		return group{loose: r[:len(r)+1][len(r)].loose[:0]}
	}
	return group{}
}

// MergeRecords appends to dst the record of the games of all the given records,
// which must be of one position and of different games. The result depends
// neither on their order nor on the order of several merges. Stores apply it to
// values of the [Positions] section with equal keys.
func MergeRecords(dst []byte, values ...[]byte) ([]byte, error) {
	var all record
	for _, v := range values {
		r, err := decodeRecord(nil, v)
		if err != nil {
			return dst, err
		}
		all = append(all, r...)
	}
	if len(all) == 0 {
		return dst, fmt.Errorf("%w: no record to merge", ErrCorrupt)
	}
	slices.SortStableFunc(all, func(a, b group) int { return cmp.Compare(a.move, b.move) })
	merged := all[:1]
	for _, g := range all[1:] {
		last := &merged[len(merged)-1]
		if g.move != last.move {
			merged = append(merged, g)
			continue
		}
		last.tally = last.tally.Add(g.tally)
		last.loose = append(last.loose, g.loose...)
	}
	for i := range merged {
		slices.Sort(merged[i].loose)
		merged[i].loose = slices.Compact(merged[i].loose)
	}
	return appendRecord(dst, merged), nil
}
