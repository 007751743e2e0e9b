package flat

import "github.com/zobrist-go/zobrist/index"

// A cursor reads the positions of a segment in the order of their keys.
type cursor struct {
	r       *run
	view    int
	first   byte
	segment segment
	next    uint32 // record
	bucket  uint64 // of the next record
	ends    uint64 // records in it and in those before
	now     found
	in      bitReader
	groups  []group
	lists   uint64 // first bit of the games of the groups
	games   []uint32
	piece   []visit
}

// reset moves a cursor before the first position of a segment.
func (c *cursor) reset(r *run, view int, first byte) (err error) {
	c.r, c.view, c.first, c.next, c.bucket, c.ends = r, view, first, 0, 0, 0
	if c.segment, err = r.segment(view, first); err != nil || c.segment.records == 0 {
		return err
	}
	if err := r.Check(c.segment.offset, c.segment.end()-c.segment.offset); err != nil {
		return err
	}
	c.ends = c.entry(1)
	return nil
}

// entry returns an entry of the directory.
func (c *cursor) entry(bucket uint64) uint64 {
	width := c.segment.entryBits()
	return bitsAt(c.r.Data, uint64(c.segment.offset)*8+bucket*uint64(width), width)
}

// advance moves to the next position and returns its key. It reports false at the end.
func (c *cursor) advance() (index.Key, bool, error) {
	s := &c.segment
	if c.next == s.records {
		return index.Key{}, false, nil
	}
	for uint64(c.next) >= c.ends {
		if c.bucket++; c.bucket >= 1<<s.bucket {
			return index.Key{}, false, c.r.Corrupt(s.offset, 8, "the directory of a segment is not in order")
		}
		c.ends = c.entry(c.bucket + 1)
	}
	at := uint64(s.recordsAt())*8 + uint64(c.next)*uint64(s.recordBits())
	low := 56 - uint(s.bucket)
	k := index.Key{
		Lo: uint64(c.first)<<56 | c.bucket<<low | bitsAt(c.r.Data, at, low),
		Hi: uint16(bitsAt(c.r.Data, at+uint64(low), 16)),
	}
	c.next++
	var err error
	c.now, err = c.r.payload(s, at)
	return k, err == nil, err
}

// count returns the number of visits of the position. Call it before each and
// eachGroup.
func (c *cursor) count() (int64, error) {
	if !c.now.several {
		return 1, nil
	}
	c.in = newBitReader(c.r.File, c.now.area, c.now.end)
	c.groups = c.r.readGroups(c.groups[:0], &c.in, c.view)
	c.lists = c.in.pos
	n := int64(0)
	for i := range c.groups {
		n += int64(c.groups[i].games)
	}
	return n, c.in.err
}

// each calls f with the visits of the position in pieces, which f may change. The visits with the
// same move are in the order of their games.
func (c *cursor) each(k index.Key, f func([]visit) error) error {
	if !c.now.several {
		game, move, err := c.r.single(c.view, c.now)
		if err != nil {
			return err
		}
		c.piece = append(c.piece[:0], newVisit(k, game, move))
		return f(c.piece)
	}
	return c.eachGroup(func(i int, games []uint32) error {
		c.piece = c.piece[:0]
		for _, game := range games {
			c.piece = append(c.piece, newVisit(k, game, c.groups[i].move))
		}
		return f(c.piece)
	})
}

// eachGroup calls f with each group of a position with several games, and with its games, in pieces.
func (c *cursor) eachGroup(f func(i int, games []uint32) error) error {
	c.in = newBitReader(c.r.File, c.lists, c.now.end)
	return c.r.eachGroup(c.groups, &c.in, &c.games, allGroups, f)
}
