package sgf

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"github.com/zobrist-go/zobrist/game"
	guess "github.com/zobrist-go/zobrist/internal/records/charset"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
)

// A Reader reads the games of a file one after the other. It belongs to one
// goroutine at a time.
type Reader struct {
	r      io.Reader
	begun  bool
	utf16  bool
	buffer []byte // read, from offset on
	offset int64
	window int    // bytes of it in which the end of a game is looked for
	last   int    // bytes of the last game; at first more than most games have
	work   int64  // bytes that were read, however often
	usual  string // character set that was guessed last; "": none was
	line   int    // of buffer[0]
	game   int    // number of the last game
	ended  bool
	passed []byte // since the last game
	failed error  // of r
	given  error  // that ended reading

	assumed     charset // of games without CA that are not UTF-8; the zero value is none
	assumedName string
	chosen      bool // it is not to be guessed
}

// NewReader returns a reader of the games in r, which it reads ahead.
func NewReader(r io.Reader) *Reader { return &Reader{r: r, line: 1, last: 64 << 10} }

// SetEncoding sets the encoding of games that are not UTF-8 and have no CA, by its name in HTML, such as "gbk" or
// "windows-1251". Without it the first such game and the 64 KiB that are read ahead decide: the encoding is guessed by
// the characters and pairs of letters that are usual in names, and is Windows-1252 if no guess is certain. The error
// says which names are usual. Call it before Next.
func (r *Reader) SetEncoding(name string) error {
	e, err := guess.Named(name)
	if err != nil {
		return fmt.Errorf("sgf: %w", err)
	}
	r.assume(e)
	return nil
}

// Encoding returns how games without CA are read that are not UTF-8: "windows-1252", or what was set or guessed,
// which is known after the first game of this kind.
func (r *Reader) Encoding() string { return cmp.Or(r.assumedName, guess.Default) }

// assume sets the encoding of games without CA.
func (r *Reader) assume(e guess.Encoding) {
	r.assumed, r.assumedName, r.chosen = charset{}, e.Name, true
	if e.Name != "" {
		r.assumed, _ = lookUp(e.Name)
	}
}

// Next returns the next game. Whatever its text is, it is read as far as it can be
// understood; see [Game.Remarks]. The error is
//
//   - [io.EOF] after the last game;
//   - a [*game.RecordError] that wraps [game.ErrNoGame], without a game, about text at the
//     end of the file that is none; then comes io.EOF;
//   - any other if reading failed, or if 16 MiB have no game, which wraps
//     [game.ErrTooLong]; it comes again. The game that it cuts off comes before, with a
//     remark that wraps the same.
func (r *Reader) Next() (*Game, error) {
	if r.given != nil {
		return nil, r.given
	}
	junk, err := r.find()
	if err != nil {
		r.given = err
		if err == io.EOF && junk != nil {
			return nil, junk
		}
		return nil, err
	}
	r.game++
	p := r.parse()
	g := &Game{Root: p.root, Number: r.game, Line: r.line, Offset: r.offset, Text: bytes.Clone(r.buffer[:p.at]),
		Before: r.passed}
	r.passed = nil
	if junk != nil {
		junk.Game, junk.Whole = r.game, true
		junk.Err = fmt.Errorf("%w: text before the game; passed over", game.ErrSyntax)
		g.Remarks = append(g.Remarks, junk)
	}
	slices.SortStableFunc(p.faults, func(a, b fault) int { return cmp.Compare(a.at, b.at) })
	line, at := g.Line, 0
	for _, f := range p.faults {
		f.at = min(f.at, len(g.Text)) // a character may be cut off behind the end
		line += gametext.CountLines(g.Text[at:f.at])
		at = f.at
		g.Remarks = append(g.Remarks, &game.RecordError{Format: "sgf", Game: g.Number, Line: line,
			Offset: g.Offset + int64(f.at), Text: f.text, Err: f.err, Whole: !errors.Is(f.err, game.ErrUnfinished)})
	}
	r.skip(p.at)
	return g, nil
}

// All returns the games that are left, each with its error as from [Reader.Next]. An
// error comes last, with a nil game. The end of the file is no error here.
func (r *Reader) All() iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for {
			g, err := r.Next()
			if err == io.EOF || !yield(g, err) || err != nil {
				return
			}
		}
	}
}

// parse reads the game that the buffer begins with, and as much of the file as that
// takes.
func (r *Reader) parse() *parser {
	// A text read in a wrong character set may go on past the end of its game, so at first not much more is read than
	// the last game had. The parser looks up to 128 bytes ahead.
	r.window = 128 + 2*r.last
	for {
		// If that happens again and again all the same, each game is read in two character sets at most, and in the one in
		// which it ends first. So the work is in proportion to the bytes.
		const most = 16
		hostile := r.work > most*(r.offset+int64(len(r.buffer)))
		p := r.try(charset{})
		name := ""
		if !r.utf16 {
			root := p.text
			if hostile {
				root = root[:min(len(root), 64)]
			}
			if !p.short && p.noted == p.broken {
				root = root[:min(len(root), p.at)]
			}
			var n int
			name, n = declaration(root)
			r.work += int64(n)
		}
		declared, known := charset{}, true
		if name != "" {
			declared, known = lookUp(name)
		}
		if hostile {
			p = r.quick(p, name, declared)
		} else {
			p = r.best(p, name, declared)
		}
		if name == "" && !hostile {
			p = r.undeclared(p)
		}
		switch {
		case p.short && r.window < len(r.buffer):
			r.window *= 4
			continue
		case p.short:
			r.fill(4 * len(r.buffer))
			continue
		case !known:
			p.note(0, []byte(name), game.ErrSyntax, "CA names no known character set; UTF-8 or Latin-1 is assumed")
		case name != "" && declared.encoding == nil && p.foreign:
			p.note(0, []byte(name), game.ErrSyntax, "CA names UTF-8, but there are other bytes; Latin-1 is assumed")
		}
		r.last = p.at
		return p
	}
}

// best returns p, the game in UTF-8, or reads it in the character set that suits it best. A text that cannot but be
// UTF-8 is read as that, whatever CA says: many programs convert a text and leave CA as it was.
func (r *Reader) best(p *parser, name string, declared charset) *parser {
	text := r.buffer[:p.at]
	if declared.encoding != nil {
		if !certainUTF8(text, declared) {
			return r.declared(declared)
		}
		p.note(0, []byte(name), game.ErrSyntax, asUTF8)
	}
	if name != "" || r.utf16 {
		return p
	}
	if bytes.Contains(text, []byte("\x1b$")) {
		if q := r.declared(charsets["iso2022jp"]); q.short || q.noted-q.broken <= p.noted-p.broken {
			return q
		}
	}
	strange := p.foreign || p.broken > 0
	if p.short && !utf8.Valid(text) || strange && (p.noted > p.broken || r.usual != "" || escapesBracket(text)) {
		return r.guess(p)
	}
	return p
}

// undeclared returns p, or the game in the encoding that is assumed for the file if it has the same nodes and values.
// So the moves are the same if the game is read alone, without the other games.
func (r *Reader) undeclared(p *parser) *parser {
	if r.utf16 || p.short || r.chosen && r.assumed.encoding == nil || utf8.Valid(p.text[:p.at]) {
		return p
	}
	if !r.chosen {
		var seen guess.Tally
		seen.Add(r.buffer)
		e, _ := seen.Guess()
		r.assume(e)
	}
	const most = 4 // times that each byte is read
	if e := r.assumed.encoding; e == nil || e == p.charset.encoding || r.work > most*(r.offset+int64(len(r.buffer))) {
		return p
	}
	if q := r.try(r.assumed); !q.short && q.at == p.at && q.items == p.items && q.noted-q.broken <= p.noted-p.broken {
		return q
	}
	return p
}

const asUTF8 = "the text is UTF-8, though CA names another character set"

// quick returns p, the game in UTF-8, or reads it in the declared character set, or else in the one of an earlier game.
func (r *Reader) quick(p *parser, name string, declared charset) *parser {
	text := r.buffer[:p.at]
	assumed := name == "" && r.usual != ""
	if assumed {
		declared = charsets[r.usual]
	}
	switch {
	case declared.encoding == nil || assumed && !p.short && utf8.Valid(text):
		return p
	case !assumed && !p.short && certainUTF8(text, declared):
		p.note(0, []byte(name), game.ErrSyntax, asUTF8)
		return p
	}
	q := r.try(declared)
	if assumed {
		if !p.short && p.noted == p.broken && (q.short || q.noted > 0) {
			return p
		}
		q.note(0, []byte(r.usual), game.ErrSyntax, asBefore)
	}
	return q
}

const asBefore = "no CA, as in an earlier game; this character set is assumed"

// declared reads the game in its declared character set. If that leaves faults, a broken character may have taken a
// bracket or a backslash with it, and they are tried as no part of a character.
func (r *Reader) declared(c charset) *parser {
	p := r.try(c)
	if c.width == nil || p.short || p.noted == p.broken {
		return p
	}
	c.width = nil
	if q := r.try(c); !q.short && q.noted-q.broken < p.noted-p.broken {
		return q
	}
	return p
}

// escapesBracket reports whether a backslash after a byte beyond 0x80 is before a closing bracket. The two may be
// one character, after which the bracket closes the value.
func escapesBracket(text []byte) bool {
	for i := 1; i < len(text)-1; i++ {
		if text[i] == '\\' && text[i+1] == ']' && isLead(text[i-1]) {
			return true
		}
	}
	return false
}

// guess returns p, or the game in a character set of East Asia that nothing declares if
// that leaves nothing to remark: then p has taken trail bytes for brackets and backslashes. If
// p has nothing to remark either, the other one must find more properties in as many bytes. If an earlier game was in
// such a set, and most characters are usual, as many properties suffice. Of several sets it takes the one in which most
// characters are usual.
func (r *Reader) guess(p *parser) *parser {
	best, name, most, why := p, "", -1, ""
	for _, c := range []struct {
		name       string
		lead, last byte // of usual characters
		trail      byte // their first
	}{{"shiftjis", 0x82, 0x97, 0x40}, {"gb18030", 0xb0, 0xd7, 0xa1}, {"big5", 0xa4, 0xc6, 0x40}} {
		q := r.try(charsets[c.name])
		if q.short || len(q.faults) > 0 {
			continue
		}
		usual, others := 0, 0
		for i := 0; i < q.at; {
			w := max(1, q.charset.width(q.text, i, nil))
			switch {
			case w == 2 && between(q.text[i], c.lead, c.last) && q.text[i+1] >= c.trail:
				usual++
			case q.text[i] >= utf8.RuneSelf:
				others++
			}
			i += w
		}
		reason := "no CA; this character set is assumed, whose bytes look like brackets and backslashes"
		if !p.short && p.noted == p.broken {
			more := int64(q.items)*int64(p.at) - int64(p.items)*int64(q.at)
			if more < 0 || more == 0 && (r.usual == "" || usual <= others) {
				continue
			} else if more == 0 {
				reason = asBefore
			}
		}
		if usual > most {
			best, name, most, why = q, c.name, usual, reason
		}
	}
	if best != p {
		best.note(0, []byte(name), game.ErrSyntax, why)
		r.usual = name
	}
	return best
}

// try reads the game in a character set, as far as the window goes.
func (r *Reader) try(c charset) *parser {
	text := r.buffer[:min(r.window, len(r.buffer))]
	p := &parser{text: text, ended: r.ended && len(text) == len(r.buffer), cut: r.failed, charset: c}
	if len(text) >= maxBytes && !r.ended {
		p.text, p.ended = text[:maxBytes], true
		p.cut = fmt.Errorf("%w: no end in 16 MiB", game.ErrTooLong)
	}
	p.tree()
	r.work += int64(p.at)
	return p
}

// find goes on to the opening parenthesis of the next game, and returns a remark about
// text before it. Nothing but a game, blanks and byte order marks should be there, but
// FF[4] allows all.
func (r *Reader) find() (junk *game.RecordError, err error) {
	for skipped := 0; ; {
		if err := r.first(); err != nil {
			return nil, err
		}
		i := 0
		for ; i < len(r.buffer); i++ {
			c := r.buffer[i]
			if c == '(' {
				is, short := opens(r.buffer[i:], r.ended)
				if short {
					break
				}
				if is {
					r.pass(i)
					return junk, nil
				}
			}
			if bytes.HasPrefix(r.buffer[i:], []byte("\ufeff")) {
				i += len("\ufeff") - 1
			} else if c > ' ' && junk == nil {
				rest := r.buffer[i:min(len(r.buffer), i+64)]
				junk = &game.RecordError{Format: "sgf", Line: r.line + gametext.CountLines(r.buffer[:i]),
					Offset: r.offset + int64(i), Text: gametext.Shorten(rest), Err: game.ErrNoGame}
			}
		}
		skipped += i
		r.pass(i)
		switch {
		case skipped >= maxBytes:
			return junk, fmt.Errorf("sgf: byte %d: %w: no game in 16 MiB", r.offset, game.ErrTooLong)
		case !r.ended:
			r.fill(4 * len(r.buffer))
		case r.failed != nil:
			return junk, fmt.Errorf("sgf: read at byte %d: %w", r.offset+int64(len(r.buffer)), r.failed)
		default:
			return junk, io.EOF
		}
	}
}

// opens reports whether the parenthesis that b begins with begins a game: a semicolon
// follows, or a property.
func opens(b []byte, ended bool) (is, short bool) {
	rest := bytes.TrimLeft(b[1:], blanks+"\x00")
	if len(rest) == 0 {
		return false, !ended && len(b) < 4096
	}
	if rest[0] == ';' {
		return true, false
	}
	for i, c := range rest[:min(len(rest), maxName)] {
		switch {
		case c == '[':
			return i > 0, false
		case c < 'A' || c > 'Z':
			return false, false
		}
	}
	return false, !ended && len(rest) < maxName
}

// first reads the beginning of the file, and turns UTF-16 into UTF-8.
func (r *Reader) first() error {
	if r.begun {
		return nil
	}
	r.begun = true
	r.fill(0)
	b := r.buffer
	if len(b) < 4 {
		return nil
	}
	order := unicode.LittleEndian
	switch {
	case b[0] == 0xff && b[1] == 0xfe, b[0] == '(' && b[1] == 0 && b[3] == 0:
	case b[0] == 0xfe && b[1] == 0xff, b[0] == 0 && b[1] == '(' && b[2] == 0:
		order = unicode.BigEndian
	default:
		return nil
	}
	rest := r.r
	if r.failed != nil || r.ended {
		rest = fails{r.failed}
	}
	decoder := unicode.UTF16(order, unicode.UseBOM).NewDecoder()
	r.r = transform.NewReader(io.MultiReader(bytes.NewReader(bytes.Clone(b)), rest), decoder)
	r.utf16, r.buffer, r.ended, r.failed = true, nil, false, nil
	r.fill(0)
	return nil
}

// fails is a reader whose error comes at once, io.EOF if it is nil.
type fails struct{ err error }

func (f fails) Read([]byte) (int, error) {
	if f.err == nil {
		return 0, io.EOF
	}
	return 0, f.err
}

// fill reads until the buffer has at least so many bytes, or 64 KiB, or the file ends.
// More than a game may have is of no use.
func (r *Reader) fill(least int) {
	least = min(max(least, 64<<10), maxBytes+64<<10)
	if cap(r.buffer) < least {
		b := make([]byte, len(r.buffer), least)
		copy(b, r.buffer)
		r.buffer = b
	}
	for empty := 0; len(r.buffer) < least && !r.ended; {
		n, err := r.r.Read(r.buffer[len(r.buffer):cap(r.buffer)])
		r.buffer = r.buffer[:len(r.buffer)+n]
		if empty++; n > 0 {
			empty = 0
		}
		if err == nil && empty > 100 {
			err = io.ErrNoProgress
		}
		if err != nil {
			r.ended = true
			if err != io.EOF {
				r.failed = err
			}
		}
	}
}

// pass drops the first n bytes of the buffer, which are not part of a game.
func (r *Reader) pass(n int) {
	r.passed = append(r.passed, r.buffer[:n]...)
	r.skip(n)
}

// After returns the text after the last game of a file that was read to its end.
func (r *Reader) After() []byte { return r.passed }

// skip drops the first n bytes of the buffer.
func (r *Reader) skip(n int) {
	r.line += gametext.CountLines(r.buffer[:n])
	r.offset += int64(n)
	r.buffer = r.buffer[n:]
}
