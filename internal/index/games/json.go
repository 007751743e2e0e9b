package games

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

// The types in this file are the answers of an index in JSON, of the commands and of the server: with the fields of the
// Lichess explorer, and with our own. serve/openapi.json describes them.

// Text is the text of a position as members of a JSON object: FEN if the game has it.
type Text struct {
	FEN      string `json:"fen,omitempty"`
	Position string `json:"position,omitempty"`
}

// Text returns a text of a position as members of a JSON object.
func (d *Description) Text(position string) Text {
	if d.FEN {
		return Text{FEN: position}
	}
	return Text{Position: position}
}

// Move is a move as members of a JSON object.
type Move struct {
	UCI  string `json:"uci,omitempty"`
	SAN  string `json:"san,omitempty"`
	Move string `json:"move,omitempty"` // in games with one notation
}

// NewMove returns a move in p as members of a JSON object, none if it is 0.
func NewMove(g Game, p index.Position, move uint32) Move {
	if move == 0 {
		return Move{}
	}
	engine, usual := g.Notation(p, move)
	if engine == "" {
		return Move{Move: usual}
	}
	return Move{UCI: engine, SAN: usual}
}

// Results are the numbers of games with each result, and of all games.
type Results struct {
	Games int64 `json:"games"`
	White int64 `json:"white"`
	Draws int64 `json:"draws"`
	Black int64 `json:"black"`
}

// NewResults returns the results of games.
func NewResults(g Game, t index.Tally) Results {
	white, black := Colors(g, t.First, t.Second)
	return Results{t.Games, white, t.Drawn, black}
}

// A Rating is a mean rating, 0 if none is known, and in Go the rank.
type Rating struct {
	AverageRating int    `json:"averageRating"`
	AverageRank   string `json:"averageRank,omitempty"`
}

// A Tally says how games went.
type Tally struct {
	Results
	Rating
	LastYear int `json:"lastYear"` // 0 if no date is known
}

func newRating(g Game, rating int) *Rating { return &Rating{rating, Rank(g, rating)} }

func newTally(g Game, t index.Tally, rating int) Tally {
	return Tally{NewResults(g, t), *newRating(g, rating), t.LastYear}
}

// An Answer is what an index knows about a position.
type Answer struct {
	Text
	OpeningLine
	Tally
	Ended          int64           `json:"ended"` // games that end in it
	Moves          []AnswerMove    `json:"moves"`
	Transpositions []Transposition `json:"transpositions,omitempty"`
	Foreign        int64           `json:"foreign,omitempty"`
	Evaluation     *Evaluation     `json:"evaluation,omitempty"` // of a store of evaluations
}

// An AnswerMove is a move of an answer. Ratings are of the players who made it.
type AnswerMove struct {
	Move
	Results
	*Rating
	LastYear    int      `json:"lastYear"`
	Opponents   *int     `json:"averageOpponentRating,omitempty"` // in place of averageRating: in the games of one player
	Performance *int     `json:"performance,omitempty"`           // not of the explorer's /masters and /lichess
	Reaches     int64    `json:"reaches"`                         // games that contain the position after it
	Opening     *Opening `json:"opening"`                         // of that position
	Game        *Played  `json:"game"`                            // null if several games have the move
	Symmetric   []string `json:"symmetric,omitempty"`             // moves that lead to the same position
}

// A TallyMove is a move, and how the games with it went.
type TallyMove struct {
	Move
	Tally
}

// A Transposition is a move that no game played, to a position that games have.
type Transposition struct {
	Move
	Reaches int64    `json:"reaches"`
	Opening *Opening `json:"opening"`
}

// NewAnswer describes an answer about p in a view, from [index.Index.Find]; l is the line that led to p.
func NewAnswer(g Game, p index.Position, v index.View, l OpeningLine, a index.Answer) Answer {
	j := Answer{
		Text: g.About().Text(p.String()), OpeningLine: l, Tally: newTally(g, a.Tally, a.AverageRating()), Ended: a.Ended,
		Moves: make([]AnswerMove, len(a.Moves)), Foreign: a.Foreign,
	}
	parted, _ := g.(Parted)
	for i, m := range a.Moves {
		side := Mover(g, p, m.Move)
		one := AnswerMove{
			Move: NewMove(g, p, m.Move), Results: NewResults(g, m.Tally), Rating: newRating(g, m.SideRating(side)),
			LastYear: m.LastYear, Performance: new(Performance(m.Tally, side)), Reaches: m.Reaches,
			Opening: OpeningAfter(g, p, m.Move),
		}
		if parted != nil {
			for _, other := range parted.Symmetric(p, v, m.Move) {
				_, move := g.Notation(p, other)
				one.Symmetric = append(one.Symmetric, move)
			}
		}
		j.Moves[i] = one
	}
	for _, m := range a.Transpositions {
		j.Transpositions = append(j.Transpositions,
			Transposition{NewMove(g, p, m.Move), m.Reaches, OpeningAfter(g, p, m.Move)})
	}
	return j
}

// AddGames fills in the game of each move that one game alone has played. moves are the moves of the answer, in the
// same order, from [index.Index.Find].
func (a *Answer) AddGames(ctx context.Context, g Game, ix Games, moves []index.MoveTally) error {
	var places []int
	var numbers []int64
	for i, m := range moves {
		if m.Games == 1 {
			places, numbers = append(places, i), append(numbers, m.Sample)
		}
	}
	if len(numbers) == 0 {
		return nil
	}
	found, err := ix.Games(ctx, numbers, false)
	for i := range found {
		a.Moves[places[i]].Game = new(NewPlayed(g, numbers[i], &found[i]))
	}
	return err
}

// Games are the games of an [index.Index] or an [index.Snapshot].
type Games interface {
	Games(ctx context.Context, numbers []int64, texts bool) ([]index.Game, error)
	Position(text string) (index.Position, error)
}

// A Player is a side of a game.
type Player struct {
	Name   string `json:"name"`
	Rating int    `json:"rating"`         // 0 if not known: clients of the explorer expect a number
	Rank   string `json:"rank,omitempty"` // of Go
}

// A Played game is one as the explorer lists it.
type Played struct {
	UCI    *string         `json:"uci,omitempty"`  // the move that it played in the position, "" if it ended there
	SAN    string          `json:"san,omitempty"`  // likewise
	Move   string          `json:"move,omitempty"` // that move in games with one notation
	ID     string          `json:"id"`             // its number in the index
	Winner *string         `json:"winner"`
	Speed  string          `json:"speed,omitempty"`
	Mode   string          `json:"mode,omitempty"`
	White  Player          `json:"white"`
	Black  Player          `json:"black"`
	Year   int             `json:"year"`            // 0 if not known
	Month  json.RawMessage `json:"month,omitempty"` // "YYYY-MM"
}

// NewPlayed describes a game by its number, without a move.
func NewPlayed(g Game, number int64, of *index.Game) Played {
	j := Played{
		ID: strconv.FormatInt(number, 10), Speed: of.Speed.String(), Mode: of.Mode.String(), Year: of.Date.Year,
	}
	player := func(name string, rating int) Player { return Player{name, rating, Rank(g, rating)} }
	j.White, j.Black = Colors(g, player(of.First, of.FirstRating), player(of.Second, of.SecondRating))
	if of.Date.Month > 0 {
		j.Month = MonthText(index.Date{Year: of.Date.Year, Month: of.Date.Month})
	}
	switch of.Result {
	case game.FirstWins:
		j.Winner = &g.About().Sides[0]
	case game.SecondWins:
		j.Winner = &g.About().Sides[1]
	}
	return j
}

// MonthText returns a month, or a year alone, as JSON.
func MonthText(d index.Date) json.RawMessage { return json.RawMessage(`"` + d.ISO() + `"`) }

// At returns the game with the move that it played in p, 0 if it ended there.
func (j Played) At(g Game, p index.Position, move uint32) Played {
	m := NewMove(g, p, move)
	if j.SAN, j.Move = m.SAN, m.Move; g.About().UCI {
		j.UCI = &m.UCI
	}
	return j
}

// A Listed game is one with all its facts.
type Listed struct {
	Played
	Result string `json:"result"`
	Date   string `json:"date,omitempty"` // "YYYY", "YYYY-MM" or "YYYY-MM-DD"
	Event  string `json:"event,omitempty"`
	Site   string `json:"site,omitempty"`
	Round  string `json:"round,omitempty"`
	ECO    string `json:"eco,omitempty"`
	Start  string `json:"start,omitempty"` // text of its first position, if that is not the usual one
	Plies  int    `json:"plies"`
	Ply    *int   `json:"ply,omitempty"` // moves before it has the position
	*Facts
}

// NewListed describes a game that contains p, or the part of it that a view compares; see [index.Index.List].
func NewListed(ix Games, g Game, p index.Position, v index.View, f index.FoundGame) Listed {
	j := Listed{
		Played: NewPlayed(g, f.Number, &f.Game).At(g, p, f.Move), Result: f.Result.String(), Date: f.Date.ISO(),
		Event: f.Event, Site: f.Site, Round: f.Round, ECO: f.Opening, Start: f.Start, Plies: len(f.Moves),
	}
	if d, ok := g.(Describer); ok {
		j.ECO, j.Facts = "", d.Facts(&f.Game)
	}
	if ply, ok := firstPly(ix, v, p, &f.Game); ok {
		j.Ply = &ply
	}
	return j
}

// firstPly returns the number of moves after which a game first has the position, or the part of it that a view
// compares.
func firstPly(ix Games, v index.View, at index.Position, g *index.Game) (int, bool) {
	p, err := ix.Position(g.Start)
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

// A Page is a page of the games that contain a position.
type Page struct {
	Text
	OpeningLine
	By        string   `json:"by,omitempty"`        // a view
	Signature string   `json:"signature,omitempty"` // what its positions share
	Total     int64    `json:"total"`
	Skip      int      `json:"skip"`
	Limit     int      `json:"limit"`
	Order     string   `json:"order"` // rating, recent or, of the server, another one
	White     int64    `json:"white"`
	Draws     int64    `json:"draws"`
	Black     int64    `json:"black"`
	Games     []Listed `json:"games"`
}

// A PageQuery says which games a [Page] has.
type PageQuery struct {
	Position index.Position
	Line     OpeningLine
	Query    index.Query
	By       string // name of the view, "" for positions
	List     index.ListOptions
	Order    string // "": rating, or recent if the list is Recent
}

// NewPage describes a page of games, from [index.Index.List]. The tally is of all games, from [index.Index.Played].
func NewPage(ix Games, g Game, q PageQuery, all index.Tally, list []index.FoundGame) Page {
	j := Page{
		Text: g.About().Text(q.Position.String()), OpeningLine: q.Line, By: q.By, Total: all.Games, Skip: q.List.Skip,
		Limit: q.List.Limit, Order: "rating", Draws: all.Drawn, Games: make([]Listed, len(list)),
	}
	j.White, j.Black = Colors(g, all.First, all.Second)
	switch {
	case q.Order != "":
		j.Order = q.Order
	case q.List.Recent:
		j.Order = "recent"
	}
	if q.By != "" {
		j.Signature = Signature(g, q.Position, q.By)
	}
	for i, f := range list {
		j.Games[i] = NewListed(ix, g, q.Position, q.Query.View, f)
	}
	return j
}

// A Period is a month, a year, or the games whose date is not known.
type Period struct {
	Year  int    `json:"year"`            // 0 if it is not known
	Month string `json:"month,omitempty"` // "YYYY-MM"
	Results
	Rating
}

// NewPeriod describes a period, from [index.Index.History] or [index.Years].
func NewPeriod(g Game, p index.Period) Period {
	j := Period{Year: p.Year, Results: NewResults(g, p.Tally), Rating: *newRating(g, p.AverageRating())}
	if p.Month > 0 {
		j.Month = index.Date{Year: p.Year, Month: p.Month}.ISO()
	}
	return j
}

// A Stored position is one of all that an index has, or of a view of it.
type Stored struct {
	Key string `json:"key"` // 20 hexadecimal digits
	Ply int    `json:"ply"` // of its first game
	Text
	Opening *Opening `json:"opening"`
	Tally
	Ended   int64       `json:"ended"`
	Moves   []TallyMove `json:"moves"`
	Foreign int64       `json:"foreign,omitempty"`
}

// NewStored describes a position, from [index.Index.Positions].
func NewStored(g Game, p index.PositionTally) Stored {
	at := p.Position
	j := Stored{
		Key: p.Key.String(), Ply: p.Ply, Text: g.About().Text(at.String()), Opening: OpeningOf(g, at),
		Tally: newTally(g, p.Tally, p.AverageRating()), Ended: p.Ended, Moves: make([]TallyMove, len(p.Moves)),
		Foreign: p.Foreign,
	}
	for i, m := range p.Moves {
		j.Moves[i] = TallyMove{NewMove(g, at, m.Move), newTally(g, m.Tally, m.SideRating(Mover(g, at, m.Move)))}
	}
	return j
}

// A Ranked position is one of a ranking.
type Ranked struct {
	Key string `json:"key"` // 20 hexadecimal digits
	Ply int    `json:"ply"` // of its first game
	Text
	Tally
	Value     float64 `json:"value"` // by which it is ranked
	FirstGame Listed  `json:"firstGame"`
}

// NewRanked describes a position of a ranking, from [index.Index.Rank].
func NewRanked(ix Games, g Game, v index.View, p index.Ranked) Ranked {
	return Ranked{p.Key.String(), p.Ply, g.About().Text(p.Position.String()),
		newTally(g, p.Tally, p.AverageRating()), p.Value, NewListed(ix, g, p.Position, v, p.Game)}
}
