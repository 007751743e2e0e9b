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

// A worker parses chunks into batches.
type worker struct {
	parser   *pgn.Parser
	options  *ImportOptions
	filter   *index.Matcher
	wanted   *wanted
	position *chess.Position          // for starts
	openings func() map[uint64]string // their codes; see [eco.Codes]
	line     pgn.Mainline
	game     index.Game
	views    [][]zobrist.Uint128
	texts    map[string]string // of tags, by their raw values: many games share them
	fits     map[string]uint8  // of players, by their names
}

// parse fills the job's batch with the games of its chunk.
func (w *worker) parse(j *job) {
	for i := j.skip; i < j.chunk.Len(); i++ {
		err := w.parser.Mainline(j.chunk, i, &w.line)
		var broken *game.RecordError
		switch errors.As(err, &broken); {
		case err == nil:
		case errors.Is(err, game.ErrVariant):
			j.skipped = append(j.skipped, broken.Text)
			continue
		case broken != nil:
			j.broken = append(j.broken, broken)
			if !broken.Whole {
				continue
			}
		default:
			j.err = err
			return
		}
		w.describe()
		j.spelled = w.spellings(j.spelled)
		if !w.matchPlayers(&w.game, j.fits) || !w.filter.Match(&w.game, j.input) {
			j.filtered++
			continue
		}
		if w.game.Text = nil; !w.options.NoTexts {
			w.game.Text = j.chunk.Game(i)
		}
		j.batch.Add(&w.game, w.hashes()...)
		j.numbers = append(j.numbers, j.chunk.First()+i)
	}
	j.chunk.Release()
}

// matchPlayers reports whether a game is selected by its players, and counts the games of those who fit.
func (w *worker) matchPlayers(g *index.Game, games map[string]int64) bool {
	if !w.wanted.any() {
		return true
	}
	first, second := w.fitsOf(g.First), w.fitsOf(g.Second)
	if first != 0 {
		games[g.First]++
	}
	if second != 0 && g.First != g.Second {
		games[g.Second]++
	}
	return w.wanted.match(first, second)
}

// fitsOf is [wanted.fits]: many games share a name.
func (w *worker) fitsOf(name string) uint8 {
	conditions, ok := w.fits[name]
	if !ok {
		if len(w.fits) > 1<<14 {
			clear(w.fits)
		}
		conditions = w.wanted.fits(name)
		w.fits[name] = conditions
	}
	return conditions
}

// spellings appends the players' names to a list if the game has their FIDE ids.
func (w *worker) spellings(list []spelling) []spelling {
	for _, s := range [...]spelling{
		{string(w.line.Tag("WhiteFideId")), w.game.First}, {string(w.line.Tag("BlackFideId")), w.game.Second},
	} {
		s.id = strings.TrimLeft(strings.TrimSpace(s.id), "0")
		if n, err := strconv.ParseUint(s.id, 10, 40); err == nil && n > 0 && s.name != "" && len(s.name) <= 128 {
			list = append(list, s)
		}
	}
	return list
}

// hashes returns the hashes of the positions that are to be indexed, in each view.
func (w *worker) hashes() [][]zobrist.Uint128 {
	m := &w.line
	n := len(m.Hashes)
	if w.options.MaxPly > 0 {
		n = min(n, w.options.MaxPly+1)
	}
	w.views = appendViews(w.views[:0], m, n)
	return w.views
}

// describe turns the main line into a game of the index.
func (w *worker) describe() {
	m, g := &w.line, &w.game
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
func (w *worker) opening() string {
	codes := w.openings()
	for i := len(w.line.Hashes) - 1; i >= 0; i-- {
		if code, ok := codes[w.line.Hashes[i].Lo]; ok {
			return code
		}
	}
	return ""
}

// text returns the value of a tag. "?" and "-" mean that it is not known.
func (w *worker) text(tag string) string {
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
