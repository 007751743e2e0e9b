package pgn

import "github.com/zobrist-go/zobrist/game"

// Game reads game i of the chunk with its comments, NAGs and variations. For a
// broken game the error is an [*Error] as for [Parser.Mainline], and the game
// has all that was read before the place where it breaks; a variation that
// breaks ends there, and the game goes on after it.
func (p *Parser) Game(c *Chunk, i int) (*Game, error) {
	var m Mainline
	text := c.Game(i)
	at := m.readTags(text)
	g := &Game{
		Number: c.First + i,
		Line:   p.line.at(c, c.starts[i]),
		Offset: c.Offset + int64(c.starts[i]),
		Tags:   make(Tags, len(m.Tags)),
		Result: m.Result,
	}
	for k, tag := range m.Tags {
		g.Tags[k] = Tag{p.share(tag.Name), Text(tag.Value)}
	}
	if m.Variant != "" {
		return g, p.locate(c, i, &fault{text: m.Variant, err: ErrVariant, remedy: "the game is passed over"})
	}
	t := tree{p: p, b: text, i: at, result: m.Result, minor: m.tagFault}
	if f := p.start(text, &m); f != nil {
		t.fault = f
	} else {
		l := line{tree: &t, pos: p.pos, now: p.pos}
		for _, raw := range m.prelude {
			aside := line{tree: &tree{b: raw}, over: true}
			aside.read()
			l.Comments = append(l.Comments, aside.Comments...)
		}
		l.read()
		g.Comments, g.Moves = l.Comments, l.Moves
	}
	g.Result = t.result
	t.fault = c.cutOff(i, t.fault)
	if t.fault == nil {
		t.fault = t.minor
	}
	if t.fault != nil {
		return g, p.locate(c, i, t.fault)
	}
	return g, nil
}

// share returns b as a string, one for all that are equal as long as there
// are not too many.
func (p *Parser) share(b []byte) string {
	if known, ok := p.names[string(b)]; ok {
		return known
	}
	s := string(b)
	if len(p.names) < 1<<14 && len(s) < 64 {
		p.names[s] = s
	}
	return s
}

// lineCount finds line numbers, in linear time where offsets ascend.
type lineCount struct {
	chunk  *Chunk
	first  int
	offset int
	line   int
}

// at returns the line of c.Data[offset].
func (l *lineCount) at(c *Chunk, offset int) int {
	if l.chunk != c || l.first != c.First || offset < l.offset {
		*l = lineCount{chunk: c, first: c.First, line: c.Line}
	}
	l.line += countLines(c.Data[l.offset:offset])
	l.offset = offset
	return l.line
}

// A tree reads the movetext of a game with everything in it.
type tree struct {
	p      *Parser
	b      []byte
	i      int // how far into b
	result game.Result
	fault  *fault // what breaks the main line
	minor  *fault // the first of the others
}

// forgive notes a fault that does not concern the main line.
func (t *tree) forgive(f *fault) {
	if t.minor == nil {
		f.whole = true
		t.minor = f
	}
}
