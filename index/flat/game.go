package flat

import (
	"encoding/binary"

	"github.com/zobrist-go/zobrist/index"
)

// A gameReader reads games of a run. Those in ascending order cost least.
type gameReader struct {
	r     *run
	block block
	end   uint32 // number of the first game after the block; 0 before the first block
	next  uint32 // number of the game at rest
	rest  []byte
	site  []byte
	round []byte

	texts    block
	textsEnd uint32
	ends     []int  // of each text of the block in raw
	raw      []byte // texts of the block
	unpacked []byte // that and the lengths
}

// game reads a game by its number, which is below the number of games in the run. A number
// without a game has an empty one. The text is read if texts is true and there is one.
func (gr *gameReader) game(number uint32, texts bool) (index.Game, error) {
	r := gr.r
	f, err := r.facts(number)
	if err != nil {
		return index.Game{}, err
	}
	g := index.Game{Result: f.Result(), Date: f.Date(), Speed: f.Speed(), Mode: f.Mode()}
	g.FirstRating, g.SecondRating = f.Ratings()
	for i, to := range []*string{&g.First, &g.Second, &g.Event, &g.Opening} {
		column := firstSection + kind(i)
		id, err := r.column(column, number)
		if err != nil {
			return g, err
		}
		name, err := r.name(dictionaryOf(column), id)
		if err != nil {
			return g, err
		}
		*to = string(name)
	}
	if err := gr.seek(number); err != nil {
		return g, err
	}
	start, moves, err := gr.entry()
	if err != nil {
		return g, err
	}
	g.Site, g.Round, g.Start = string(gr.site), string(gr.round), string(start)
	if g.Moves, err = gr.words(make([]uint32, 0, len(moves)), moves); err != nil {
		return g, err
	}
	if texts && r.has(textsSection) {
		g.Text, err = gr.text(number)
	}
	return g, err
}

// words appends moves to dst.
func (gr *gameReader) words(dst []uint32, moves []byte) ([]uint32, error) {
	for len(moves) > 0 {
		rank, n := readRank(moves)
		if n == 0 || rank == 0 {
			return nil, gr.bad()
		}
		moves = moves[n:]
		word, err := gr.r.word(rank)
		if err != nil {
			return nil, err
		}
		dst = append(dst, word)
	}
	return dst, nil
}

// dictionaryOf returns the section with the names of a column.
func dictionaryOf(column kind) kind {
	switch column {
	case eventSection:
		return eventsSection
	case openingSection:
		return openingsSection
	}
	return playersSection
}

// name returns a name of a dictionary. It is part of the file.
func (r *run) name(dictionary kind, id uint32) ([]byte, error) {
	s := &r.sections[dictionary]
	if id >= s.arg {
		return nil, r.Corrupt(s.offset, s.length, "a name is not in the dictionary")
	}
	from, err := uint32(0), error(nil)
	if id > 0 {
		if from, err = r.Uint32(s.offset + 4*int64(id-1)); err != nil {
			return nil, err
		}
	}
	to, err := r.Uint32(s.offset + 4*int64(id))
	if err != nil {
		return nil, err
	}
	names := s.offset + 4*int64(s.arg)
	if from > to || int64(to) > s.offset+s.length-names {
		return nil, r.Corrupt(s.offset, s.length, "the dictionary is not in order")
	}
	return r.Bytes(names+int64(from), int64(to-from))
}

// findBlock returns the block of a table that has a game, and the number of the first
// game after it.
func (r *run) findBlock(table kind, number uint32) (block, uint32, error) {
	s := &r.sections[table]
	at := func(i int64) (block, error) {
		b, err := r.Bytes(s.offset+i*blockEntry, blockEntry)
		if err != nil {
			return block{}, err
		}
		return decodeBlock(b), nil
	}
	from, to := int64(0), s.length/blockEntry // the block is one of them
	var k block
	for from < to {
		middle := (from + to) / 2
		b, err := at(middle)
		if err != nil {
			return k, 0, err
		}
		if b.first <= number {
			k, from = b, middle+1
		} else {
			to = middle
		}
	}
	end := r.header.games
	if from < s.length/blockEntry {
		b, err := at(from)
		if err != nil {
			return k, 0, err
		}
		end = b.first
	}
	if k.offset == 0 || number < k.first || number >= end {
		return k, 0, r.Corrupt(s.offset, s.length, "a game is in no block")
	}
	return k, end, nil
}

func (gr *gameReader) bad() error {
	return gr.r.Corrupt(gr.block.offset, int64(gr.block.length), "a block of games cannot be decoded")
}

// seek moves to the entry of a game.
func (gr *gameReader) seek(number uint32) error {
	if gr.end == 0 || number < gr.next || number >= gr.end {
		var err error
		gr.end = 0
		k, end, err := gr.r.findBlock(gamesSection, number)
		if err != nil {
			return err
		}
		if gr.rest, err = gr.r.Bytes(k.offset, int64(k.length)); err != nil {
			return err
		}
		gr.block, gr.end, gr.next = k, end, k.first
		gr.site, gr.round = gr.site[:0], gr.round[:0]
	}
	for gr.next < number {
		if _, _, err := gr.entry(); err != nil {
			return err
		}
	}
	return nil
}

// entry reads the entry of the next game of the block: its site and round, which go
// to gr, its start and its moves. After an error the block is left.
func (gr *gameReader) entry() (start, moves []byte, err error) {
	end := gr.end
	gr.end = 0
	if !gr.shared(&gr.site) || !gr.shared(&gr.round) {
		return nil, nil, gr.bad()
	}
	start, ok := gr.bytes()
	if !ok {
		return nil, nil, gr.bad()
	}
	if moves, ok = gr.bytes(); !ok {
		return nil, nil, gr.bad()
	}
	gr.end = end
	gr.next++
	return start, moves, nil
}

// shared reads a text that may begin as the one before.
func (gr *gameReader) shared(text *[]byte) bool {
	same, n := binary.Uvarint(gr.rest)
	if n <= 0 || same > uint64(len(*text)) {
		return false
	}
	gr.rest = gr.rest[n:]
	rest, ok := gr.bytes()
	*text = append((*text)[:same], rest...)
	return ok
}

// bytes reads bytes after their number.
func (gr *gameReader) bytes() ([]byte, bool) {
	size, n := binary.Uvarint(gr.rest)
	if n <= 0 || size > uint64(len(gr.rest)-n) {
		return nil, false
	}
	b := gr.rest[n : n+int(size)]
	gr.rest = gr.rest[n+int(size):]
	return b, true
}

// text returns the text of a game, nil if it has none.
func (gr *gameReader) text(number uint32) ([]byte, error) {
	if gr.textsEnd == 0 || number < gr.texts.first || number >= gr.textsEnd {
		gr.textsEnd = 0
		k, end, err := gr.r.findBlock(textsSection, number)
		if err != nil {
			return nil, err
		}
		packed, err := gr.r.Bytes(k.offset, int64(k.length))
		if err != nil {
			return nil, err
		}
		bad := gr.r.Corrupt(k.offset, int64(k.length), "a block of texts cannot be decoded")
		var ok bool
		if gr.unpacked, ok = unpackTexts(gr.unpacked, packed); !ok {
			return nil, bad
		}
		gr.raw = gr.unpacked
		gr.ends = gr.ends[:0]
		at := 0
		total := uint64(0)
		for range end - k.first {
			size, n := binary.Uvarint(gr.raw[at:])
			if n <= 0 || size > uint64(len(gr.raw)) {
				return nil, bad
			}
			at += n
			total += size
			gr.ends = append(gr.ends, int(total))
			if total > uint64(len(gr.raw)) {
				return nil, bad
			}
		}
		if uint64(at)+total != uint64(len(gr.raw)) {
			return nil, bad
		}
		gr.raw = gr.raw[at:]
		gr.texts, gr.textsEnd = k, end
	}
	i := number - gr.texts.first
	from := 0
	if i > 0 {
		from = gr.ends[i-1]
	}
	if from == gr.ends[i] {
		return nil, nil
	}
	return append([]byte(nil), gr.raw[from:gr.ends[i]]...), nil
}
