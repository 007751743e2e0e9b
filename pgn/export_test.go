package pgn

var ResultAt = resultAt

// CountWords counts the words of game i that may be moves: what reading costs
// without the rules.
func CountWords(c *Chunk, i int, m *Mainline) int {
	text := c.Game(i)
	m.Tags, m.prelude = m.Tags[:0], m.prelude[:0]
	at, n := m.readTags(text), 0
	for {
		from, to, _ := nextWord(text, at, &m.Result)
		if to == from {
			return n
		}
		at, n = to, n+1
	}
}
