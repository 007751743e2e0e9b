package sorted

import (
	"cmp"
	"encoding/binary"
	"iter"
)

// A PayloadSorter sorts the parts of a spill of payloads of any size, one after the other. It belongs to one
// goroutine; several may sort different parts of a spill at the same time, after [Spill.End].
type PayloadSorter struct {
	Limit int64 // bytes of the largest part that is sorted in memory, with 16 bytes for each record

	order ordering[uint32] // values are offsets in arena
	arena []byte           // stored records
	spill *Spill           // whose part is sorted
	same  []Record[uint32] // of one key
	visit func(Key, iter.Seq[[]byte]) error
}

// Part calls visit with each key of a part in ascending order, and with the payloads of its records in the order in
// which they were added. The payloads may be read several times during the call, and are not changed. Afterwards the
// part is empty.
func (o *PayloadSorter) Part(s *Spill, group int, number byte,
	visit func(k Key, payloads iter.Seq[[]byte]) error) error {
	o.visit = visit
	return divide(s, group, number, o.Limit, o)
}

// memory counts as much for the references as for the records: few records are shorter than 16 bytes.
func (o *PayloadSorter) memory(_ *Spill, bytes int64) int64 { return 2 * bytes }

func (o *PayloadSorter) sorted(s *Spill, p *part) error {
	if int64(cap(o.arena)) < p.len() {
		o.arena = nil
		o.arena = make([]byte, 0, p.len())
	}
	o.arena = o.arena[:0]
	n := int64(0)
	err := s.each(p, func(raw []byte) error {
		o.arena = append(o.arena, raw...)
		for at := 0; at < len(raw); n++ {
			at += s.recordLen(raw[at:])
		}
		return nil
	})
	if err != nil {
		return err
	}
	if int64(len(o.arena)) != p.len() || p.len() > 1<<32-1 {
		return s.family.DamagedAt(s.path, 0, s.end)
	}
	c := &o.order
	c.begin(n, s.depth+1)
	for at := 0; at < len(o.arena); at += s.recordLen(o.arena[at:]) {
		c.count(binary.LittleEndian.Uint64(o.arena[at:]))
	}
	c.counted()
	var block [256]Record[uint32]
	for at := 0; at < len(o.arena); {
		filled := 0
		for ; filled < len(block) && at < len(o.arena); filled++ {
			k := keyAt(o.arena[at:])
			block[filled] = Record[uint32]{k.Lo, k.Hi, uint32(at)}
			at += s.recordLen(o.arena[at:])
		}
		c.place(block[:filled])
	}
	c.finish(cmp.Compare[uint32])
	o.spill = s
	payloads := iter.Seq[[]byte](o.payloads) // one for all keys
	for records := c.records; len(records) > 0; {
		k, n := records[0].Key(), 1
		for n < len(records) && records[n].Key() == k {
			n++
		}
		o.same = records[:n]
		if err := o.visit(k, payloads); err != nil {
			return err
		}
		records = records[n:]
	}
	return nil
}

// payloads calls yield with the payloads of o.same.
func (o *PayloadSorter) payloads(yield func([]byte) bool) {
	for i := range o.same {
		raw := o.arena[o.same[i].Value:]
		if !yield(o.spill.payload(raw, o.spill.recordLen(raw))) {
			return
		}
	}
}

func (o *PayloadSorter) popular(s *Spill, k Key, pieces func(func([]byte) error) error) error {
	var failed error
	err := o.visit(k, func(yield func([]byte) bool) {
		err := pieces(func(raw []byte) error {
			for len(raw) > 0 {
				n := s.recordLen(raw)
				if !yield(s.payload(raw, n)) {
					return errStopped
				}
				raw = raw[n:]
			}
			return nil
		})
		if err != errStopped {
			failed = cmp.Or(failed, err)
		}
	})
	return cmp.Or(failed, err)
}
