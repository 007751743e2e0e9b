package serve

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/polyglot"
)

type bookJSON struct {
	Name    string        `json:"name"`
	Key     string        `json:"key"`
	Entries []entryJSON   `json:"entries"`
	Illegal []illegalJSON `json:"illegal"`
}

type entryJSON struct {
	UCI     string       `json:"uci"`
	SAN     string       `json:"san"`
	Weight  int          `json:"weight"`
	Learn   uint32       `json:"learn"`
	Share   float64      `json:"share"`
	Opening *openingJSON `json:"opening"`
}

type illegalJSON struct {
	Move   string `json:"move"`
	Weight int    `json:"weight"`
}

// book answers GET /book.
func (s *Server) book(w http.ResponseWriter, r *http.Request) error {
	if s.o.Book == nil {
		return notFound("the server was started without --book")
	}
	v, err := parameters(r.URL.RawQuery, positionNames...)
	if err != nil {
		return err
	}
	at, err := s.position(v)
	if err != nil {
		return err
	}
	p, err := bookPosition(v.Get("fen"), v.Get("play"))
	if err != nil {
		return badRequest("%v", err)
	}
	answer, err := s.o.Book.Find(p)
	if err != nil {
		return err
	}
	j := bookJSON{s.o.BookName, fmt.Sprintf("%016x", answer.Key), []entryJSON{}, []illegalJSON{}}
	total := 0
	for _, m := range answer.Moves {
		total += int(m.Weight)
	}
	for _, m := range answer.Moves {
		share := 0.0
		if total > 0 {
			share = float64(m.Weight) / float64(total)
		}
		j.Entries = append(j.Entries, entryJSON{
			p.UCI(m.Move), p.SAN(m.Move), int(m.Weight), m.Learn, share, s.openingAfter(at.Position, m.Move),
		})
	}
	for _, e := range answer.Illegal {
		j.Illegal = append(j.Illegal, illegalJSON{wordText(e.Move), int(e.Weight)})
	}
	return writeJSON(w, http.StatusOK, j)
}

// bookPosition returns a position as books know it.
func bookPosition(fen, play string) (*chess.Position, error) {
	p, err := chess.New(polyglot.Options())
	if err == nil && fen != "" {
		err = p.Set(fen)
	}
	if err != nil || play == "" {
		return p, err
	}
	for text := range strings.SplitSeq(play, ",") {
		m, err := p.ParseUCI(text)
		if err != nil {
			return nil, err
		}
		p.Make(m)
	}
	return p, nil
}

func (s *Server) bookSize() *bookSizeJSON { return &bookSizeJSON{s.o.BookName, s.o.Book.Len()} }

// wordText writes the word of a move that is not legal in UCI notation.
func wordText(word uint16) string {
	square := func(n uint16) string { return chess.Square(n & 63).String() }
	text := square(word>>6) + square(word)
	if promotion := word >> 12 & 7; promotion > 0 && promotion < 5 {
		text += string("nbrq"[promotion-1])
	}
	return text
}
