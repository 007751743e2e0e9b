package pdn

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
)

// A parser reads the games of one section of text.
type parser struct {
	position *checkers.Position

	text []byte
	at   int    // next byte of text
	base place  // of the first byte
	seen place  // of a byte whose line is known; its offset counts from base
	cut  *Error // where reading failed and the text breaks off

	game    *Game
	err     *Error // the first of the game
	atEnd   bool   // it was found at the end of the text, of which it may be no fault
	ended   bool   // with its result
	started bool   // position is set up
	dead    bool   // no move of this game can be read
	kindAt  int    // where the tag GameType stands
	fenAt   int    // where the tag FEN stands
}

func (p *parser) start(text []byte, base place) {
	p.text, p.at, p.base, p.seen, p.cut = text, 0, base, place{0, base.line}, nil
}

// place returns where byte i of the text is in the stream.
func (p *parser) place(i int) place {
	from := int(p.seen.offset)
	if i < from {
		from, p.seen.line = 0, p.base.line
	}
	p.seen = place{int64(i), p.seen.line + bytes.Count(p.text[from:i], []byte{'\n'})}
	return place{p.base.offset + int64(i), p.seen.line}
}

// fail notes a fault at byte i, unless the game has one already.
func (p *parser) fail(i int, kind error, remedy string) {
	if p.err != nil {
		return
	}
	i = min(i, len(p.text))
	end, limit := i, min(i+2*shown, len(p.text)) // a word may have no end
	for end < limit && p.text[end] > ' ' {
		end++
	}
	at := p.place(i)
	p.atEnd = p.at == len(p.text)
	p.err = &Error{Line: at.line, Offset: at.offset, Text: shorten(p.text[i:end]), Remedy: remedy, Err: kind}
}

// next returns the next game of the text, or nil if there is none left.
func (p *parser) next() (*Game, *Error) {
	p.space()
	if p.at == len(p.text) {
		return nil, nil
	}
	begin := p.place(p.at)
	p.game = &Game{Line: begin.line, Offset: begin.offset}
	p.err, p.started, p.dead = nil, false, false
	l := line{parser: p, moves: &p.game.Moves, comments: &p.game.Comments}
	p.ended = l.read()
	cut := p.cut != nil && !p.ended
	if cut && p.atEnd {
		p.err = nil
	}
	if !p.ended && p.game.Tags == nil && p.game.Moves == nil && p.err == nil {
		return nil, nil // comments alone
	}
	if !p.dead && !p.started {
		p.setUp()
	}
	if result, ok := parseResult(p.game.Tags.Get("Result")); ok && result != game.Unknown {
		p.game.Result = result
	}
	if cut && (p.err == nil || p.atEnd) {
		p.err = p.cut
	}
	return p.game, p.err
}

// space moves on over white space and % lines.
func (p *parser) space() {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c <= ' ':
			p.at++
		case c == '%' && (p.at == 0 || p.text[p.at-1] == '\n'):
			p.upTo('\n')
		default:
			return
		}
	}
}

// upTo moves on over the text up to and with c, and returns what precedes c;
// ok is false where there is no c.
func (p *parser) upTo(c byte) (text []byte, ok bool) {
	rest := p.text[p.at:]
	i := bytes.IndexByte(rest, c)
	if i < 0 {
		p.at = len(p.text)
		return rest, false
	}
	p.at += i + 1
	return rest[:i], true
}

// take moves on over bytes of a set and returns them.
func (p *parser) take(set string) []byte {
	begin := p.at
	for p.at < len(p.text) && strings.IndexByte(set, p.text[p.at]) >= 0 {
		p.at++
	}
	return p.text[begin:p.at]
}

// tag reads a tag.
func (p *parser) tag() {
	begin := p.at
	p.at++
	p.take(" \t")
	name := p.take("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_")
	p.take(" \t")
	if len(name) == 0 || p.at == len(p.text) || p.text[p.at] != '"' {
		p.fail(begin, ErrTag, `write [Name "value"]`)
		p.upTo('\n')
		return
	}
	p.at++
	var value []byte
	for {
		if p.at == len(p.text) || p.text[p.at] == '\n' || p.text[p.at] == '\r' {
			p.fail(begin, ErrTag, `the value has no end; write [Name "value"]`)
			if p.at == len(p.text) && p.cut != nil {
				return
			}
			break
		}
		c := p.text[p.at]
		p.at++
		if c == '"' {
			break
		}
		if c == '\\' && p.at < len(p.text) && (p.text[p.at] == '"' || p.text[p.at] == '\\') {
			c = p.text[p.at]
			p.at++
		}
		value = append(value, c)
	}
	p.take(" \t")
	if p.at < len(p.text) && p.text[p.at] == ']' {
		p.at++
	} else {
		p.fail(begin, ErrTag, `want ] after the value; write [Name "value"]`)
	}
	switch string(name) {
	case "GameType":
		p.kindAt = begin
	case "FEN":
		p.fenAt = begin
	}
	p.game.Tags = append(p.game.Tags, Tag{string(name), toUTF8(value)})
}

// setUp makes the start position, once all tags are read.
func (p *parser) setUp() {
	p.started = true
	if kind := p.game.Tags.Get("GameType"); kind != "" {
		number, _, _ := strings.Cut(kind, ",")
		if strings.TrimSpace(number) != "21" {
			p.fail(p.kindAt, ErrVariant, "only English draughts, GameType 21, is read")
			p.dead = true
			return
		}
	}
	fen := p.game.Tags.Get("FEN")
	if fen == "" {
		p.position.Reset()
		return
	}
	if err := p.position.Set(fen); err != nil {
		p.fail(p.fenAt, ErrStart, reason(err))
		p.dead = true
	}
}

// reason returns what is wrong, without the text and the place that an error
// of this package gives itself.
func reason(err error) string {
	var bad *game.TextError
	if errors.As(err, &bad) {
		return strings.TrimPrefix(bad.Reason, "not legal; ")
	}
	return err.Error()
}

// toUTF8 returns text, read as Latin-1 where it is not UTF-8.
func toUTF8(text []byte) string {
	if utf8.Valid(text) {
		return string(text)
	}
	runes := make([]rune, len(text))
	for i, c := range text {
		runes[i] = rune(c)
	}
	return string(runes)
}
