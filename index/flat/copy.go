package flat

import "github.com/zobrist-go/zobrist/index"

// A gameCopier appends games of a run to another one. It copies what need not be
// decoded, above all most blocks of texts.
type gameCopier struct {
	w      *runWriter
	r      *run
	reader gameReader
	ids    [3][]uint32 // new number plus 1 of each name of the dictionaries, 0 if it has none yet
	copied uint32      // texts of games below this number were copied
	g      index.Game
}

func newGameCopier(w *runWriter, r *run) *gameCopier {
	c := &gameCopier{w: w, r: r, reader: gameReader{r: r}}
	for i := range c.ids {
		c.ids[i] = make([]uint32, r.sections[playersSection+kind(i)].arg)
	}
	return c
}

// copy appends a game. Games come in ascending order. removed says which are left out
// by the caller, or by an earlier one.
func (c *gameCopier) copy(number uint32, removed func(game uint32) bool) error {
	facts, err := c.r.facts(number)
	if err != nil {
		return err
	}
	var names [4]uint32
	for i := range names {
		if names[i], err = c.name(firstSection+kind(i), number); err != nil {
			return err
		}
	}
	if err := c.reader.seek(number); err != nil {
		return err
	}
	start, moves, err := c.reader.entry()
	if err != nil {
		return err
	}
	c.g.Start = string(start)
	if c.g.Site != string(c.reader.site) { // no new string for each game of an event
		c.g.Site = string(c.reader.site)
	}
	if c.g.Round != string(c.reader.round) {
		c.g.Round = string(c.reader.round)
	}
	if c.g.Moves, err = c.reader.words(c.g.Moves[:0], moves); err != nil {
		return err
	}
	c.g.Text = nil
	if c.w.texts != nil && c.r.has(textsSection) && number >= c.copied {
		if err := c.copyTexts(number, removed); err != nil {
			return err
		}
		if number >= c.copied {
			if c.g.Text, err = c.reader.text(number); err != nil {
				return err
			}
		}
	}
	return c.w.add(facts, names, &c.g, number < c.copied)
}

// hasText reports whether the text of a game was copied with its block.
func (c *gameCopier) hasText(number uint32) bool { return number < c.copied }

// name returns the number in the new run of a game's name in a column.
func (c *gameCopier) name(column kind, number uint32) (uint32, error) {
	old, err := c.r.column(column, number)
	if err != nil {
		return 0, err
	}
	section := dictionaryOf(column)
	ids := c.ids[section-playersSection]
	if int(old) < len(ids) && ids[old] > 0 {
		return ids[old] - 1, nil
	}
	name, err := c.r.name(section, old)
	if err != nil {
		return 0, err
	}
	id := c.w.dictionary(column).id(string(name))
	ids[old] = id + 1
	return id, nil
}

// copyTexts copies the block of texts that begins with a game, unless one of its games
// is removed or the block is small.
func (c *gameCopier) copyTexts(number uint32, removed func(game uint32) bool) error {
	k, end, err := c.r.findBlock(textsSection, number)
	if err != nil || k.first != number || end-k.first < textGames/2 && k.length < textBlock/4 {
		return err
	}
	for game := k.first; game < end; game++ {
		if removed(game) {
			return nil
		}
	}
	packed, err := c.r.Bytes(k.offset, int64(k.length))
	if err != nil {
		return err
	}
	c.copied = end
	return c.w.texts.copy(uint32(c.w.facts.len()), packed)
}
