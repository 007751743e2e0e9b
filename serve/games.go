package serve

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/polyglot"
)

// gamesJSON is a page of games.
type gamesJSON struct {
	By        string         `json:"by,omitempty"` // of /structure
	Signature string         `json:"signature,omitempty"`
	Total     int64          `json:"total"`
	Skip      int            `json:"skip"`
	Limit     int            `json:"limit"`
	Order     string         `json:"order"`
	Opening   *games.Opening `json:"opening"`
	White     int64          `json:"white"`
	Draws     int64          `json:"draws"`
	Black     int64          `json:"black"`
	Games     []listedGame   `json:"games"`
}

// games answers GET /games.
func (s *Server) games(w http.ResponseWriter, r *http.Request) error { return s.gamesPage(w, r, false) }

// structure answers GET /structure.
func (s *Server) structure(w http.ResponseWriter, r *http.Request) error {
	return s.gamesPage(w, r, true)
}

// A gamesRequest is a parsed request for games.
type gamesRequest struct {
	at    spot
	query index.Query
	by    string // name of the view, "" for positions
	order string
	list  index.ListOptions
}

// gamesRequest reads the parameters of a request for games.
func (s *Server) gamesRequest(r *http.Request, limit, most int) (a gamesRequest, err error) {
	v, err := parameters(r.URL.RawQuery)
	if err != nil {
		return a, err
	}
	a.order = v.Get("order")
	switch a.order {
	case "":
		a.order = "rating"
	case "rating", "recent":
	default:
		v.fail("order: rating or recent, not %q", a.order)
	}
	a.list = index.ListOptions{
		Recent: a.order == "recent", Skip: v.number("skip", 0, index.MaxList), Limit: v.within("limit", limit, 0, most),
	}
	ctx, cancel := s.timed(r)
	defer cancel()
	if a.query.Filter, err = s.filter(ctx, v, v.filter(s.game)); err != nil {
		return a, err
	}
	if a.at, err = s.position(v); err == nil {
		a.by, err = s.view(v, &a.query, a.at.Position)
	}
	return a, err
}

// view reads which part of a position a request is about: by names the view, and in Go corner says which corner.
func (s *Server) view(v *values, q *index.Query, p index.Position) (by string, err error) {
	by, corner := v.Get("by"), v.Get("corner")
	switch {
	case v.err != nil:
		return by, v.err
	case by == "" && corner != "":
		return by, badRequest("corner: give by=corner or by=corner9 as well")
	case by == "":
		return by, nil
	case !slices.Contains(s.game.Views, by):
		return by, badRequest("by: %s, not %q", cmp.Or(strings.Join(s.game.Views, " or "), "no value in "+s.game.Name), by)
	}
	if q.View, err = s.held.View(by); err != nil {
		return by, notFound("this index was built without --views %s", by)
	}
	if s.game.Part == nil {
		return by, nil
	}
	if err := s.game.Part(p, corner); err != nil {
		return by, badRequest("corner: %v", err)
	}
	return by, nil
}

// shallow is the number of games before a page that are skipped quickly.
const shallow = 1000

func (s *Server) gamesPage(w http.ResponseWriter, r *http.Request, structure bool) error {
	a, err := s.gamesRequest(r, 15, 100)
	if err != nil {
		return err
	}
	if structure && a.by == "" {
		return badRequest("by: /structure needs by=%s", cmp.Or(strings.Join(s.game.Views, " or by="), "a view"))
	}
	ctx, cancel := s.timed(r)
	defer cancel()
	answer, err := s.held.Find(ctx, a.query, a.at.Position)
	if err != nil {
		return err
	}
	j := gamesJSON{
		By: a.by, Total: answer.Games, Skip: a.list.Skip, Limit: a.list.Limit, Order: a.order,
		Opening: a.at.opening, Draws: answer.Drawn, Games: []listedGame{},
	}
	j.White, j.Black = games.Colors(s.game, answer.First, answer.Second)
	if structure && s.game.Part != nil { // the answer counts a game once for each part
		err := s.scan(ctx, func() (err error) {
			j.Total, err = s.held.CountGames(ctx, a.query, a.at.Position)
			return err
		})
		if err != nil {
			return err
		}
	}
	if structure {
		j.Signature = s.game.Signature(a.at.Position, a.by)
	}
	if a.list.Limit > 0 {
		var found []index.FoundGame
		list := func() (err error) {
			found, err = s.held.List(ctx, a.query, a.at.Position, a.list)
			return err
		}
		if a.list.Skip > shallow {
			err = s.scan(ctx, list)
		} else {
			err = list()
		}
		if err != nil {
			return err
		}
		for _, g := range found {
			one := newListed(s.game, g.Number, &g.Game, a.at.Position, g.Move)
			if ply, ok := s.firstPly(a.query.View, a.at.Position, &g.Game); ok {
				one.Ply = &ply
			}
			j.Games = append(j.Games, one)
		}
	}
	return writeJSON(w, http.StatusOK, j)
}

// gameText answers GET /masters/pgn/{id}.
func (s *Server) gameText(w http.ResponseWriter, r *http.Request) error {
	number, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil {
		return notFound("no game %q", r.PathValue("id"))
	}
	ctx, cancel := s.timed(r)
	defer cancel()
	text, err := s.held.Text(ctx, number)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", s.game.Type)
	_, _ = w.Write(text)
	return nil
}

// exportGames answers GET /export.pgn, or /export with the ending of the game's records.
func (s *Server) exportGames(w http.ResponseWriter, r *http.Request) error {
	a, err := s.gamesRequest(r, index.MaxList, index.MaxList)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(s.ending, cancel)()
	ix := s.held
	total, err := s.exported(ctx, ix, a.query, a.at.Position, a.list)
	if err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", s.game.Type)
	header.Set("Content-Disposition", `attachment; filename="games`+s.game.Ending+`"`)
	header.Set("Zobrist-Total", fmt.Sprint(total))
	return export(ctx, w, ix, a.query, a.at.Position, a.list)
}

// exported returns the number of games with a position. It is an error to export more of them than the limit.
func (s *Server) exported(ctx context.Context, ix *index.Snapshot, q index.Query, p index.Position,
	o index.ListOptions) (int64, error) {
	total, err := ix.CountGames(ctx, q, p)
	if err != nil {
		return 0, err
	}
	if n := min(total-int64(o.Skip), int64(o.Limit)); s.o.Limits.Export > 0 && n > s.o.Limits.Export {
		return 0, badRequest("%d games, and this server exports %d at once; select fewer, or use limit and skip",
			n, s.o.Limits.Export)
	}
	return total, nil
}

// export writes a page of games, of any length, in PGN. It holds 8 bytes a game, and some 50 while the games are sorted.
func export(ctx context.Context, w io.Writer, ix *index.Snapshot, q index.Query, p index.Position,
	o index.ListOptions) error {
	if o.Limit == 0 {
		return nil
	}
	numbers, err := ix.Numbers(ctx, q, p, o)
	if err != nil {
		return err
	}
	return ix.ExportGames(ctx, w, numbers)
}

// exportBook answers GET /export.bin: the games of a query, made into a book.
func (s *Server) exportBook(w http.ResponseWriter, r *http.Request) error {
	v, err := parameters(r.URL.RawQuery)
	if err != nil {
		return err
	}
	o := polyglot.MakeOptions{
		MaxPly: v.within("max-ply", 30, 1, 200), MinGames: v.within("min-games", 2, 1, 1<<30), Workers: 1,
		Memory: s.o.Limits.Memory, NoFile: true,
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	defer context.AfterFunc(s.ending, cancel)()
	var q index.Query
	if q.Filter, err = s.filter(ctx, v, v.filter(s.game)); err != nil {
		return err
	}
	at, err := s.position(v)
	if err != nil {
		return err
	}
	ix := s.held
	all := index.ListOptions{Limit: index.MaxList}
	if _, err := s.exported(ctx, ix, q, at.Position, all); err != nil {
		return err
	}
	texts, out := io.Pipe()
	var exporting sync.WaitGroup
	defer exporting.Wait() // it reads from the index, which is closed after the answer
	exporting.Go(func() { out.CloseWithError(export(ctx, out, ix, q, at.Position, all)) })
	defer texts.Close()
	var book bytes.Buffer
	switch _, err := polyglot.Make(ctx, &book, o, texts); {
	case errors.Is(err, polyglot.ErrEmpty):
		return notFound("no move is in enough games; lower min-games")
	case errors.Is(err, polyglot.ErrMemory):
		return badRequest("the games have too many moves for one book; lower max-ply, or select fewer games")
	case err != nil:
		return err
	}
	header := w.Header()
	header.Set("Content-Type", "application/octet-stream")
	header.Set("Content-Disposition", `attachment; filename="book.bin"`)
	_, _ = w.Write(book.Bytes())
	return nil
}

// firstPly returns the number of moves after which a game first has the position, or the part of it that a view
// compares.
func (s *Server) firstPly(v index.View, at index.Position, g *index.Game) (int, bool) {
	p, err := s.o.Index.Position(g.Start)
	if err != nil {
		return 0, false
	}
	folded, _ := at.(index.Folded)
	hash := at.Hash(v)
	var legal []uint32
	for ply := 0; ; ply++ {
		switch {
		case folded != nil && folded.Occurs(v, p), folded == nil && p.Hash(v) == hash:
			return ply, true
		case ply == len(g.Moves):
			return 0, false
		}
		if f, ok := p.(index.Folded); ok {
			if !f.Playable(g.Moves[ply]) {
				return 0, false
			}
		} else if legal = p.AppendMoves(legal[:0]); !slices.Contains(legal, g.Moves[ply]) {
			return 0, false
		}
		p.Make(g.Moves[ply])
	}
}
