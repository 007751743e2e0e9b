package flat

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"os"
	"slices"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// runOptions say what a run holds.
type runOptions struct {
	views int     // including Positions; digests of games are one view more
	texts bool    // whether texts of games are kept
	words []uint8 // bits of the words of each view, as in [index.Config]
	cells cellRule
}

// wordBits returns the number of bits of the words of a view, 0 if it has none.
func (o *runOptions) wordBits(view int) uint8 {
	if view < len(o.words) {
		return o.words[view]
	}
	return 0
}

// A runInfo describes a run that was written.
type runInfo struct {
	games   uint32 // numbers
	present uint32 // games that are there
	visits  int64  // of the view Positions
	records int64  // likewise
	bytes   int64  // of the file
	sum     uint32 // CRC-32C of the roots, as in the file's header
}

// A runWriter writes a run file: first the games in their order, then, after
// endGames, the segments of each view in any order. Its methods belong to one
// goroutine, except for segment. Every run is ended with close or abort.
type runWriter struct {
	options runOptions
	file    *os.File
	out     *sorted.Output

	facts   column[index.Facts]
	absent  []uint32        // numbers
	names   sorted.TempFile // of each game the numbers in dictionaries of first, second, event and opening, 32 bits each
	players dictionary
	events  dictionary
	codes   dictionary
	moves   numbering
	cells   *cellBudget
	games   gameBlocks
	texts   *textBlocks // nil without texts

	moveBits, gameBits uint           // set by endGames
	segments           [][256]segment // of each view and of digests
}

func createRun(path string, o runOptions) (*runWriter, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	w := &runWriter{options: o, file: f, out: sorted.NewOutput(f), segments: make([][256]segment, o.views+1),
		cells: newCellBudget(o.cells.most)}
	w.names = newTempFile(path+".names", 4*4, sorted.TempBuffer)
	w.moves.init()
	w.games.w = w
	if o.texts {
		w.texts = newTextBlocks(w.out)
	}
	return w, nil
}

// game adds the next game. The game may be changed afterwards.
func (w *runWriter) game(g *index.Game) error {
	if int64(w.facts.len()) >= index.MaxGames {
		return fmt.Errorf("flat: more than %d games", int64(index.MaxGames))
	}
	names := [4]uint32{w.players.id(g.First), w.players.id(g.Second), w.events.id(g.Event), w.codes.id(g.Opening)}
	return w.add(index.FactsOf(g), names, g, false)
}

// hole adds a number without a game. hasText is as in add.
func (w *runWriter) hole(hasText bool) error {
	w.absent = append(w.absent, uint32(w.facts.len()))
	none, g := w.players.id(""), new(index.Game)
	return w.add(index.FactsOf(g), [4]uint32{none, none, w.events.id(""), w.codes.id("")}, g, hasText)
}

// dictionary returns the dictionary of a column.
func (w *runWriter) dictionary(column kind) *dictionary {
	switch column {
	case eventSection:
		return &w.events
	case openingSection:
		return &w.codes
	}
	return &w.players
}

// add adds a game with the facts and names that are given beside it. If hasText is
// true its text was written before.
func (w *runWriter) add(facts index.Facts, names [4]uint32, g *index.Game, hasText bool) error {
	number := uint32(w.facts.len())
	w.facts.add(facts)
	var ids [4 * 4]byte
	for i, id := range names {
		binary.LittleEndian.PutUint32(ids[4*i:], id)
	}
	if err := w.names.Append(ids[:]); err != nil {
		return err
	}
	if w.texts != nil && !hasText {
		if err := w.texts.add(number, g.Text); err != nil {
			return err
		}
	}
	return w.games.add(number, g)
}

// endGames ends the list of games, and with it the run's list of moves.
func (w *runWriter) endGames() error {
	if err := w.games.end(); err != nil {
		return err
	}
	if w.texts != nil {
		if err := w.texts.end(); err != nil {
			return err
		}
	}
	for _, d := range []*dictionary{&w.players, &w.events, &w.codes} {
		d.ids = nil // no more names come
	}
	w.gameBits = uint(bits.Len(uint(max(w.facts.len(), 1) - 1)))
	w.moveBits = uint(bits.Len(uint(len(w.moves.words) - 1)))
	return nil
}

// close writes the rest of the file, syncs and closes it. After an error the file is
// removed.
func (w *runWriter) close() (runInfo, error) {
	h := header{views: w.options.views, games: uint32(w.facts.len()), present: uint32(w.facts.len() - len(w.absent))}
	for i := range w.segments[index.Positions] {
		s := &w.segments[index.Positions][i]
		h.visits += s.visits
		h.records += int64(s.records)
	}
	err := w.columns(&h)
	written := h.sorted()
	if err == nil {
		err = w.out.Finish(family, written)
	}
	err = errors.Join(err, w.names.Close())
	info := runInfo{games: h.games, present: h.present, visits: h.visits, records: h.records, bytes: w.out.Len(),
		sum: written.Roots}
	if err != nil {
		return runInfo{}, errors.Join(err, w.abort())
	}
	return info, w.file.Close()
}

// abort ends the writer and removes the file.
func (w *runWriter) abort() error {
	if w.texts != nil {
		w.texts.end()
	}
	return errors.Join(w.names.Close(), w.file.Close(), os.Remove(w.file.Name()))
}

// columns writes the tables and the columns of each game, and lists all sections in the
// header.
func (w *runWriter) columns(h *header) error {
	c := columnWriter{out: w.out, h: h}
	for view := range w.segments {
		c.section(segmentsSection, view|int(w.options.wordBits(view))<<8, encodeSegments(&w.segments[view]))
	}
	c.section(gamesSection, 0, encodeBlocks(w.games.blocks))
	if w.texts != nil {
		c.section(textsSection, 0, encodeBlocks(w.texts.blocks))
	}
	c.section(movesSection, 0, wordBytes(w.moves.words))
	c.begin(factsSection, 0)
	for _, piece := range w.facts.pieces {
		for _, f := range piece {
			c.put(uint64(f), 64)
		}
	}
	c.end()
	if len(w.absent) > 0 {
		b := make([]byte, (w.facts.len()+7)/8)
		for _, n := range w.absent {
			b[n/8] |= 1 << (n % 8)
		}
		c.section(absentSection, 0, b)
	}
	for _, d := range []struct {
		dictionary *dictionary
		section    kind
		columns    []int
	}{
		{&w.players, playersSection, []int{0, 1}}, {&w.events, eventsSection, []int{2}},
		{&w.codes, openingsSection, []int{3}},
	} {
		names, rank, tooLong := d.dictionary.encode()
		if tooLong {
			return errors.New("flat: the names of a run take more than 4 GiB")
		}
		c.section(d.section, len(rank), names)
		for _, column := range d.columns {
			if err := w.nameColumn(&c, column, rank); err != nil {
				return err
			}
		}
	}
	return c.err
}

// nameColumn writes the names of the games in a column, by their ranks in a dictionary.
func (w *runWriter) nameColumn(c *columnWriter, column int, rank []uint32) error {
	width := uint(bits.Len(uint(max(len(rank), 1) - 1)))
	c.begin(firstSection+kind(column), int(width))
	defer c.end()
	return w.names.Each(func(b []byte) error {
		for ; len(b) > 0; b = b[16:] {
			c.put(uint64(rank[binary.LittleEndian.Uint32(b[4*column:])]), width)
		}
		return c.err
	})
}

// A columnWriter writes sections, one after the other, when nobody else writes to the file.
type columnWriter struct {
	out  *sorted.Output
	h    *header
	bits bitWriter
	err  error // the first one
}

// section writes a section as a whole.
func (c *columnWriter) section(k kind, arg int, b []byte) {
	offset, err := c.out.Append(b)
	c.h.sections = append(c.h.sections, section{k, uint32(arg), offset, int64(len(b))})
	c.err = cmp.Or(c.err, err)
}

// begin begins a section of numbers, which put writes.
func (c *columnWriter) begin(k kind, arg int) { c.section(k, arg, nil) }

// put writes the low width bits of v.
func (c *columnWriter) put(v uint64, width uint) {
	c.bits.put(v, width)
	if len(c.bits.b) >= sorted.OutputBuffer {
		c.flush(c.bits.b)
	}
}

// flush writes whole words, so that the next ones follow without a gap.
func (c *columnWriter) flush(b []byte) {
	_, err := c.out.Append(b)
	c.h.sections[len(c.h.sections)-1].length += int64(len(b))
	c.bits.b = c.bits.b[:0]
	c.err = cmp.Or(c.err, err)
}

// end ends the section.
func (c *columnWriter) end() { c.flush(c.bits.bytes()) }

// A dictionary numbers names.
type dictionary struct {
	ids   map[string]uint32
	names []string
	last  uint32 // the number returned last: games of an event follow each other
}

func (d *dictionary) id(name string) uint32 {
	if int(d.last) < len(d.names) && d.names[d.last] == name {
		return d.last
	}
	d.last = d.find(name)
	return d.last
}

func (d *dictionary) find(name string) uint32 {
	if id, ok := d.ids[name]; ok {
		return id
	}
	if d.ids == nil {
		d.ids = make(map[string]uint32)
	}
	id := uint32(len(d.names))
	name = string([]byte(name)) // of its own: the given one may be part of a longer text
	d.ids[name] = id
	d.names = append(d.names, name)
	return id
}

// encode returns the names in ascending order, after the offsets of their ends, and
// the place of each in this order.
func (d *dictionary) encode() (b []byte, rank []uint32, tooLong bool) {
	order := make([]uint32, len(d.names))
	size := 0
	for i, name := range d.names {
		order[i] = uint32(i)
		size += len(name)
	}
	if int64(size) >= 1<<32 {
		return nil, nil, true
	}
	slices.SortFunc(order, func(x, y uint32) int {
		switch a, b := d.names[x], d.names[y]; {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return 0
	})
	rank = make([]uint32, len(order))
	b = make([]byte, 0, 4*len(order)+size)
	end := uint32(0)
	for place, id := range order {
		rank[id] = uint32(place)
		end += uint32(len(d.names[id]))
		b = binary.LittleEndian.AppendUint32(b, end)
	}
	for _, id := range order {
		b = append(b, d.names[id]...)
	}
	return b, rank, false
}

// A numbering gives moves numbers. Number 0 is for move 0, the end of a game.
type numbering struct {
	small []uint32          // of moves below 2^16; 0 if it has none
	large map[uint32]uint32 // of the others
	words []uint32          // by number
}

func (r *numbering) init() {
	r.small, r.large, r.words = make([]uint32, 1<<16), make(map[uint32]uint32), []uint32{0}
}

// of returns the number of a move, 0 if it has none.
func (r *numbering) of(word uint32) uint32 {
	if word < uint32(len(r.small)) {
		return r.small[word]
	}
	return r.large[word]
}

// add returns the number of a move and gives it one if it has none.
func (r *numbering) add(word uint32) uint32 {
	if word < uint32(len(r.small)) {
		if n := r.small[word]; n > 0 {
			return n
		}
	}
	return r.addNew(word)
}

func (r *numbering) addNew(word uint32) uint32 {
	if n := r.of(word); n > 0 || word == 0 {
		return n
	}
	n := uint32(len(r.words))
	r.words = append(r.words, word)
	if word < uint32(len(r.small)) {
		r.small[word] = n
	} else {
		r.large[word] = n
	}
	return n
}

// wordBytes returns the words, 4 bytes each.
func wordBytes(words []uint32) []byte {
	b := make([]byte, 0, 4*len(words))
	for _, w := range words {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// newTempFile returns a temporary file of records of a length, of which so many bytes are in memory.
func newTempFile(path string, record, buffer int) sorted.TempFile {
	return sorted.TempFile{Family: family, Path: path, Record: record, Buffer: buffer}
}
