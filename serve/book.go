package serve

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/polyglot"
)

type bookJSON struct {
	Name    string        `json:"name"`
	Key     string        `json:"key"`
	Entries []entryJSON   `json:"entries"`
	Illegal []illegalJSON `json:"illegal"`
}

type entryJSON struct {
	UCI     string         `json:"uci"`
	SAN     string         `json:"san"`
	Weight  int            `json:"weight"`
	Learn   uint32         `json:"learn"`
	Share   float64        `json:"share"`
	Opening *games.Opening `json:"opening"`
}

type illegalJSON struct {
	Move   string `json:"move"`
	Weight int    `json:"weight"`
}

// A bookQuery is the query of GET /book.
type bookQuery struct {
	at        spot
	fen, play string
}

func readBook(v *values) bookQuery {
	if v.s.o.Book == nil {
		v.keep(notFound("the server was started without --book"))
	}
	return bookQuery{v.position(), v.Get("fen"), v.Get("play")}
}

// book answers GET /book.
func (s *Server) book(w http.ResponseWriter, _ *request, q bookQuery) error {
	p, err := polyglot.Position("")
	if err != nil {
		return err
	}
	if err := games.SetChess(p, q.fen); err != nil { // with Polyglot's en-passant squares
		return badRequest("%v", err)
	}
	if q.play != "" {
		for text := range strings.SplitSeq(q.play, ",") {
			if text = strings.ToLower(strings.TrimSpace(text)); text == games.NullMove && !p.InCheck() {
				p.MakeNull()
				continue
			}
			m, err := p.ParseUCI(text)
			if err != nil {
				return badRequest("play: %v", err)
			}
			p.Make(m)
		}
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
		opening := games.OpeningAfter(s.game, q.at.Position, uint32(m.Move))
		j.Entries = append(j.Entries, entryJSON{p.UCI(m.Move), p.SAN(m.Move), int(m.Weight), m.Learn, share, opening})
	}
	for _, e := range answer.Illegal {
		j.Illegal = append(j.Illegal, illegalJSON{polyglot.MoveText(e.Move), int(e.Weight)})
	}
	return writeJSON(w, http.StatusOK, j)
}

func (s *Server) bookSize() *bookSizeJSON { return &bookSizeJSON{s.o.BookName, s.o.Book.Len()} }
