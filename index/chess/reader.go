package chessindex

import (
	"bytes"
	"errors"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
	"github.com/zobrist-go/zobrist/pgn"
)

// A reader reads games.
type reader struct {
	parser   *pgn.Parser
	position *position                // for starts
	openings func() map[uint64]string // their codes; see [eco.Codes]
	line     pgn.Mainline
	texts    map[string]string // of tags, by their raw values: many games share them
	encoding string            // of these
	chunk    *pgn.Chunk
}

// Read implements [index.Reader].
func (w *reader) Read(c index.Chunk, i int, r *index.Record) error {
	w.chunk = c.(*pgn.Chunk)
	if e := w.chunk.Encoding(); e != w.encoding {
		clear(w.texts)
		w.encoding = e
	}
	err := w.parser.Mainline(w.chunk, i, &w.line)
	var broken *game.RecordError
	if err != nil && (!errors.As(err, &broken) || !broken.Kept() || errors.Is(err, game.ErrVariant)) {
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
	g.FirstRating, g.SecondRating = rating(m.Tag("WhiteElo")), rating(m.Tag("BlackElo"))
	g.Date = index.Date{}
	for _, tag := range []string{"Date", "UTCDate"} {
		if g.Date.Year == 0 {
			g.Date.Year, g.Date.Month, g.Date.Day = gametext.Date(m.Tag(tag))
		}
	}
	g.Start, _ = index.StartOf(w.position, m.FEN()) // the parser has accepted it
	g.Mark = w.mark()
	g.Moves = g.Moves[:0]
	for _, move := range m.Moves {
		g.Moves = append(g.Moves, uint32(move))
	}
}

// mark returns the address of the game, or else the time when it began. The address of a chapter counts before the
// Site, which may be the study, and "" stands for a Site that is an address.
func (w *reader) mark() string {
	address := func(tag string) bool { return bytes.Contains(w.line.Tag(tag), []byte("://")) }
	switch {
	case address("ChapterURL"):
		return w.chunk.Text(w.line.Tag("ChapterURL"))
	case address("Site"):
		return ""
	case address("GameURL"):
		return w.chunk.Text(w.line.Tag("GameURL"))
	case address("Link"):
		return w.chunk.Text(w.line.Tag("Link"))
	}
	for _, tag := range []string{"UTCTime", "Time", "StartTime"} {
		if raw := w.line.Tag(tag); bytes.ContainsAny(raw, "0123456789") {
			return w.chunk.Text(raw)
		}
	}
	return ""
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
	s := w.chunk.Text(raw)
	if len(raw) <= 128 { // a longer one is not worth the memory
		w.texts[string(raw)] = s
	}
	return s
}

// rating reads a rating, 0 if it is none.
func rating(raw []byte) int { return gametext.Rating(string(bytes.TrimSpace(raw))) }
