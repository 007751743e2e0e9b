package serve

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/polyglot"
)

// A gamesQuery is the query of a path that lists games.
type gamesQuery struct {
	at        spot
	query     index.Query
	by        string // name of the view, "" for positions
	structure bool   // what the positions share is asked for as well
	list      index.ListOptions
	order     string // of the list: rating, recent or one of sortings
}

// gamesQuery reads the query of a path that lists games, most at once and limit if it does not say how many.
func (v *values) gamesQuery(limit, most int) (q gamesQuery) {
	q.order = cmp.Or(v.Get("order"), "rating")
	text, sorted := sortings[q.order]
	if !sorted && q.order != "rating" && q.order != "recent" {
		v.fail("order: rating, recent, %s, not %q", strings.Join(slices.Sorted(maps.Keys(sortings)), ", "), q.order)
	}
	q.list = index.ListOptions{
		Recent: q.order == "recent", Skip: v.number("skip", 0, index.MaxList), Limit: v.within("limit", limit, 0, most),
	}
	q.query.Filter = v.filter()
	q.at = v.position()
	q.by = v.view(&q.query, q.at.Position)
	if reverse := v.flag("reverse"); sorted || reverse {
		q.list.Sorting = &index.Sorting{Reverse: reverse}
	}
	if sorted {
		q.list.Sorting.By = func(f *index.FoundGame) string { return text(v.s.game, q.at.Position, f) }
	}
	return q
}

// sortings are the orders for which games are read: what of a game they compare.
var sortings = map[string]func(g games.Game, p index.Position, f *index.FoundGame) string{
	"white": func(g games.Game, _ index.Position, f *index.FoundGame) string {
		white, _ := games.Colors(g, f.First, f.Second)
		return strings.ToLower(white)
	},
	"black": func(g games.Game, _ index.Position, f *index.FoundGame) string {
		_, black := games.Colors(g, f.First, f.Second)
		return strings.ToLower(black)
	},
	"result": func(g games.Game, _ index.Position, f *index.FoundGame) string {
		if d, ok := g.(games.Describer); ok {
			return d.Score(&f.Game)
		}
		return f.Result.String()
	},
	"move": func(g games.Game, p index.Position, f *index.FoundGame) string {
		m := games.NewMove(g, p, f.Move)
		return cmp.Or(m.SAN, m.Move)
	},
	"event": func(_ games.Game, _ index.Position, f *index.FoundGame) string { return strings.ToLower(f.Event) },
}

// checkSorting returns an error if more games are to be sorted than the server does.
func (s *Server) checkSorting(q *gamesQuery, games int64) error {
	if q.list.Sorting != nil && games > s.limits.Sorted {
		return badRequest("order: %d games, and at most %d are sorted by %s; select fewer, or order them by rating or "+
			"recent without reverse", games, s.limits.Sorted, q.order)
	}
	return nil
}

// view reads which part of a position a request is about: by names the view, and in Go corner says which corner.
func (v *values) view(q *index.Query, p index.Position) (by string) {
	g := v.s.game
	by, corner := v.Get("by"), v.Get("corner")
	switch {
	case v.err != nil:
		return by
	case by == "" && corner != "":
		v.fail("corner: give by=corner or by=corner9 as well")
		return by
	case by == "":
		return by
	case !slices.Contains(g.About().Views, by):
		v.fail("by: %s, not %q", cmp.Or(strings.Join(g.About().Views, " or "), "no value in "+g.About().Name), by)
		return by
	}
	var err error
	if q.View, err = v.r.held.View(by); err != nil {
		v.keep(notFound("this index was built without --views %s", by))
	} else if parted, ok := g.(games.Parted); !ok {
		return by
	} else if err := parted.Part(p, corner); err != nil {
		v.fail("corner: %v", err)
	}
	return by
}

// readGames reads the query of GET /games.
func readGames(v *values) gamesQuery { return v.gamesQuery(15, 100) }

// readStructure reads the query of GET /structure.
func readStructure(v *values) gamesQuery {
	q := v.gamesQuery(15, 100)
	if q.structure = true; q.by == "" {
		v.fail("by: /structure needs by=%s", cmp.Or(strings.Join(v.s.game.About().Views, " or by="), "a view"))
	}
	return q
}

// games answers GET /games and GET /structure.
func (s *Server) games(w http.ResponseWriter, r *request, q gamesQuery) error {
	all, err := r.held.Played(r.ctx, q.query, q.at.Position)
	if err == nil {
		err = s.checkSorting(&q, all.Games)
	}
	if err != nil {
		return err
	}
	if _, parted := s.game.(games.Parted); q.structure && parted { // the answer counts a game once for each part
		err := s.scan(r.ctx, func() (err error) {
			all.Games, err = r.held.CountGames(r.ctx, q.query, q.at.Position)
			return err
		})
		if err != nil {
			return err
		}
	}
	found, err := s.listed(r, q)
	if err != nil {
		return err
	}
	page := games.PageQuery{Position: q.at.Position, Line: q.at.line, Query: q.query, By: q.by, List: q.list,
		Order: q.order}
	return writeJSON(w, http.StatusOK, games.NewPage(s.o.Index, s.game, page, all.Tally, found))
}

// shallow is the number of games before a page that are skipped quickly.
const shallow = 1000

// listed returns the games of a page.
func (s *Server) listed(r *request, q gamesQuery) (found []index.FoundGame, err error) {
	list := func() (err error) {
		found, err = r.held.List(r.ctx, q.query, q.at.Position, q.list)
		return err
	}
	switch {
	case q.list.Limit == 0:
	case q.list.Skip > shallow, q.list.Sorting != nil:
		err = s.scan(r.ctx, list)
	default:
		err = list()
	}
	return found, err
}

// gameText answers GET /masters/pgn/{id}.
func (s *Server) gameText(w http.ResponseWriter, r *request) error {
	escaped := r.URL.EscapedPath()
	id, err := url.PathUnescape(escaped[strings.LastIndexByte(escaped, '/')+1:])
	if err != nil {
		return notFound("no game %q", escaped)
	}
	number, err := strconv.ParseInt(id, 10, 64)
	if err != nil {
		return notFound("no game %q", id)
	}
	text, err := r.held.Text(r.ctx, number)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", s.game.About().Type)
	_, _ = w.Write(text)
	return nil
}

// readExport reads the query of GET /export.pgn.
func readExport(v *values) gamesQuery { return v.gamesQuery(index.MaxList, index.MaxList) }

// exportGames answers GET /export.pgn, or /export with the ending of the game's records.
func (s *Server) exportGames(w http.ResponseWriter, r *request, q gamesQuery) error {
	ctx, cancel := s.untilStopped(r)
	defer cancel()
	total, err := s.exported(ctx, r.held, q.query, q.at.Position, q.list)
	if err == nil {
		err = s.checkSorting(&q, total)
	}
	if err != nil {
		return err
	}
	header := w.Header()
	header.Set("Content-Type", s.game.About().Type)
	header.Set("Content-Disposition", `attachment; filename="games`+s.game.About().Ending+`"`)
	header.Set("Zobrist-Total", fmt.Sprint(total))
	return export(ctx, w, r.held, q.query, q.at.Position, q.list)
}

// exported returns the number of games with a position. It is an error to export more of them than the limit.
func (s *Server) exported(ctx context.Context, ix *index.Snapshot, q index.Query, p index.Position,
	o index.ListOptions) (int64, error) {
	total, err := ix.CountGames(ctx, q, p)
	if err != nil {
		return 0, err
	}
	if n := min(total-int64(o.Skip), int64(o.Limit)); s.limits.Export > 0 && n > s.limits.Export {
		return 0, badRequest("%d games, and this server exports %d at once; select fewer, or use limit and skip",
			n, s.limits.Export)
	}
	return total, nil
}

// export writes a page of games, of any length, in PGN. It holds 8 bytes a game, and some 50 while the games are
// sorted.
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

// A makeQuery is the query of GET /export.bin.
type makeQuery struct {
	options polyglot.MakeOptions
	query   index.Query
	at      spot
}

func readMake(v *values) makeQuery {
	return makeQuery{
		options: polyglot.MakeOptions{
			MaxPly: v.within("max-ply", 30, 1, 200), MinGames: v.within("min-games", 2, 1, 1<<30), Workers: 1,
			Memory: v.s.limits.Memory, NoFile: true,
		},
		query: index.Query{Filter: v.filter()}, at: v.position(),
	}
}

// exportBook answers GET /export.bin: the games of a query, made into a book.
func (s *Server) exportBook(w http.ResponseWriter, r *request, q makeQuery) error {
	ctx, cancel := s.untilStopped(r)
	defer cancel()
	all := index.ListOptions{Limit: index.MaxList}
	if _, err := s.exported(ctx, r.held, q.query, q.at.Position, all); err != nil {
		return err
	}
	texts, out := io.Pipe()
	var exporting sync.WaitGroup
	defer exporting.Wait() // it reads from the index, which is closed after the answer
	exporting.Go(func() { out.CloseWithError(export(ctx, out, r.held, q.query, q.at.Position, all)) })
	defer texts.Close()
	var book bytes.Buffer
	switch _, err := polyglot.Make(ctx, &book, q.options, texts); {
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
