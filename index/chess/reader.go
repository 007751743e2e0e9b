package chessindex

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/pgn"
)

// A reader reads games.
type reader struct {
	parser   *pgn.Parser
	position *chess.Position          // for starts
	openings func() map[uint64]string // their codes; see [eco.Codes]
	line     pgn.Mainline
	texts    map[string]string // of tags, by their raw values: many games share them
}

// Read implements [index.Reader].
func (w *reader) Read(c index.Chunk, i int, r *index.Record) error {
	err := w.parser.Mainline(c.(*pgn.Chunk), i, &w.line)
	var broken *game.RecordError
	if err != nil && (!errors.As(err, &broken) || !broken.Whole || errors.Is(err, game.ErrVariant)) {
		return err
	}
	w.describe(&r.Game)
	r.IDs = [2]string{id(w.line.Tag("WhiteFideId")), id(w.line.Tag("BlackFideId"))}
	r.Hashes = append(r.Hashes[:0], w.line.Hashes)
	for _, view := range [][]zobrist.Uint128{w.line.Pawns, w.line.Material} {
		if len(view) > 0 {
			r.Hashes = append(r.Hashes, view)
		}
	}
	return err
}

// id returns an id of FIDE, "" if it is none.
func id(raw []byte) string {
	id := strings.TrimLeft(string(bytes.TrimSpace(raw)), "0")
	if n, err := strconv.ParseUint(id, 10, 40); err != nil || n == 0 {
		return ""
	}
	return id
}

// describe turns the main line into a game of the index.
func (w *reader) describe(g *index.Game) {
	m := &w.line
	g.Result = m.Result
	g.First, g.Second = w.text("White"), w.text("Black")
	g.Event, g.Site, g.Round = w.text("Event"), w.text("Site"), w.text("Round")
	if g.Opening = w.text("ECO"); g.Opening == "" {
		g.Opening = w.opening()
	}
	g.Speed, g.Mode = speedOf(m.Tag("TimeControl"), g.Event), modeOf(g.Event)
	g.FirstRating, g.SecondRating = parseRating(m.Tag("WhiteElo")), parseRating(m.Tag("BlackElo"))
	g.Date = parseDate(m.Tag("Date"))
	if g.Date.Year == 0 {
		g.Date = parseDate(m.Tag("UTCDate"))
	}
	g.Start, _ = startOf(w.position, m.FEN()) // the parser has accepted it
	g.Moves = g.Moves[:0]
	for _, move := range m.Moves {
		g.Moves = append(g.Moves, uint32(move))
	}
}

// opening returns the code of the last position of the game that has one, "" if none has.
func (w *reader) opening() string {
	codes := w.openings()
	for i := len(w.line.Hashes) - 1; i >= 0; i-- {
		if code, ok := codes[w.line.Hashes[i].Lo]; ok {
			return code
		}
	}
	return ""
}

// text returns the value of a tag. "?" and "-" mean that it is not known.
func (w *reader) text(tag string) string {
	raw := w.line.Tag(tag)
	if len(raw) == 0 || len(raw) == 1 && (raw[0] == '?' || raw[0] == '-') {
		return ""
	}
	if s, ok := w.texts[string(raw)]; ok {
		return s
	}
	if len(w.texts) > 1<<14 || w.texts == nil {
		w.texts = make(map[string]string)
	}
	s := pgn.Text(raw)
	if len(raw) <= 128 { // a longer one is not worth the memory
		w.texts[string(raw)] = s
	}
	return s
}

// parseRating reads a rating, 0 if it is not a number.
func parseRating(raw []byte) int {
	n, err := strconv.Atoi(strings.TrimSpace(string(raw)))
	if err != nil {
		return 0
	}
	return n
}

// parseDate reads a date such as 1972.07.11 or 1906.??.??, also with slashes or
// hyphens, and with the year at its end. The year is the part of four digits; without one
// there is no date. A part that is not a number is not known, nor are the parts after it.
func parseDate(raw []byte) (d index.Date) {
	var parts [3]int
	year, dots := -1, bytes.IndexByte(raw, '.') >= 0
	for i := range parts {
		part := raw
		if end := bytes.IndexAny(raw, "./-"); end >= 0 {
			part, raw = raw[:end], raw[end+1:]
		} else {
			raw = nil
		}
		part = bytes.TrimSpace(part)
		n, err := strconv.Atoi(string(part))
		if err != nil || n <= 0 || n > 9999 {
			n = 0
		}
		if parts[i] = n; len(part) == 4 && n >= 1000 && year < 0 {
			year = i
		}
		if year < 0 && len(bytes.Trim(part, "?0123456789")) > 0 {
			break
		}
	}
	switch year {
	case 0:
		d.Year, d.Month, d.Day = parts[0], parts[1], parts[2]
	case 2:
		d.Year = parts[2]
		d.Month, d.Day = monthAndDay(parts[0], parts[1], dots)
	case 1: // 05.2004
		d.Year, d.Month = parts[1], parts[0]
	}
	if d.Month == 0 || d.Month > 12 {
		d.Month, d.Day = 0, 0
	}
	return d
}

// monthAndDay returns the month and the day of a date whose year comes last. With dots the day
// comes first. Otherwise, if both may be months, neither is known: 5/12 is 12 May in America.
func monthAndDay(a, b int, dots bool) (month, day int) {
	switch {
	case dots && b <= 12, a > 12, a == b:
		return b, a
	case b > 12:
		return a, b
	}
	return 0, 0
}

// startOf returns the notation by which an index keeps the start position of a FEN, so
// that games from one position have one start: "" for the usual one, and otherwise the
// FEN that p writes, whose position it changes.
func startOf(p *chess.Position, fen string) (string, error) {
	if fen == "" {
		p.Reset()
		return "", nil
	}
	if err := p.Set(fen); err != nil {
		return "", err
	}
	start := p.FEN()
	if p.Reset(); start == p.FEN() {
		return "", nil
	}
	return start, nil
}
