package serve

import (
	"strconv"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
)

// The types in this file are the answers, with the fields of the Lichess explorer
// and, after them, our own. openapi.json describes them.

type positionJSON struct {
	Line    *int           `json:"line,omitempty"` // of POST /positions
	ID      rawJSON        `json:"id,omitempty"`
	Opening *games.Opening `json:"opening"`
	White   int64          `json:"white"`
	Draws   int64          `json:"draws"`
	Black   int64          `json:"black"`
	Moves   []moveJSON     `json:"moves"`

	TopGames    []gameJSON `json:"topGames,omitzero"`
	RecentGames []gameJSON `json:"recentGames,omitzero"`
	History     any        `json:"history,omitempty"`
	Queue       *int       `json:"queuePosition,omitempty"` // of /player

	Games          int64               `json:"games"`
	Ended          int64               `json:"ended"`
	AverageRating  int                 `json:"averageRating"`
	AverageRank    string              `json:"averageRank,omitempty"` // of Go
	LastYear       int                 `json:"lastYear"`
	Foreign        int64               `json:"foreign,omitempty"`
	Transpositions []transpositionJSON `json:"transpositions,omitempty"`
	Evaluation     *games.Evaluation   `json:"evaluation,omitempty"` // of /position and /positions
}

type moveJSON struct {
	games.Move
	AverageRating *int           `json:"averageRating,omitempty"`
	AverageRank   string         `json:"averageRank,omitempty"`           // of Go
	Opponents     *int           `json:"averageOpponentRating,omitempty"` // of /player
	Performance   *int           `json:"performance,omitempty"`           // of /player and /position
	White         int64          `json:"white"`
	Draws         int64          `json:"draws"`
	Black         int64          `json:"black"`
	Game          *gameJSON      `json:"game"`
	Opening       *games.Opening `json:"opening"`
	Games         int64          `json:"games"`
	Reaches       int64          `json:"reaches"`
	LastYear      int            `json:"lastYear"`
	Symmetric     []string       `json:"symmetric,omitempty"` // moves that lead to the same position
}

type transpositionJSON struct {
	games.Move
	Reaches int64          `json:"reaches"`
	Opening *games.Opening `json:"opening"`
}

type sideJSON struct {
	Name   string `json:"name"`
	Rating int    `json:"rating"`         // 0 if not known: clients expect a number
	Rank   string `json:"rank,omitempty"` // of Go
}

type gameJSON struct {
	UCI    *string  `json:"uci,omitempty"`  // in chess: the move that it played in the position, "" if it ended there
	Move   string   `json:"move,omitempty"` // in other games: that move
	ID     string   `json:"id"`
	Winner *string  `json:"winner"`
	Speed  string   `json:"speed,omitempty"`
	Mode   string   `json:"mode,omitempty"`
	White  sideJSON `json:"white"`
	Black  sideJSON `json:"black"`
	Year   int      `json:"year"`
	Month  rawJSON  `json:"month,omitempty"` // "YYYY-MM". If it is not known, /lichess answers null, and /player the year
}

// listedGame is a game of /games and /structure.
type listedGame struct {
	gameJSON
	SAN    string `json:"san,omitempty"`
	Result string `json:"result"`
	Date   string `json:"date,omitempty"`
	Event  string `json:"event,omitempty"`
	Site   string `json:"site,omitempty"`
	Round  string `json:"round,omitempty"`
	ECO    string `json:"eco,omitempty"`
	Plies  int    `json:"plies"`
	Ply    *int   `json:"ply,omitempty"`
	*games.Facts
}

type monthJSON struct {
	Month string `json:"month"`
	White int64  `json:"white"`
	Draws int64  `json:"draws"`
	Black int64  `json:"black"`
}

type yearJSON struct {
	Year  int   `json:"year"`
	White int64 `json:"white"`
	Draws int64 `json:"draws"`
	Black int64 `json:"black"`
}

// rawJSON is a value that is returned as it was sent.
type rawJSON []byte

func (r rawJSON) MarshalJSON() ([]byte, error) { return r, nil }

// quoted returns a text that needs no escapes in quotes.
func quoted(text string) rawJSON { return rawJSON(`"` + text + `"`) }

// newGame describes a game.
func newGame(of games.Game, number int64, g *index.Game) gameJSON {
	j := gameJSON{
		ID: strconv.FormatInt(number, 10), Speed: g.Speed.String(), Mode: g.Mode.String(), Year: g.Date.Year,
	}
	side := func(name string, rating int) sideJSON { return sideJSON{name, rating, games.Rank(of, rating)} }
	j.White, j.Black = games.Colors(of, side(g.First, g.FirstRating), side(g.Second, g.SecondRating))
	if g.Date.Month > 0 {
		j.Month = quoted(index.Date{Year: g.Date.Year, Month: g.Date.Month}.ISO())
	}
	switch g.Result {
	case game.FirstWins:
		j.Winner = &of.About().Sides[0]
	case game.SecondWins:
		j.Winner = &of.About().Sides[1]
	}
	return j
}

func newListed(of games.Game, number int64, g *index.Game, p index.Position, move uint32) listedGame {
	l := listedGame{
		Result: g.Result.String(), Date: g.Date.ISO(), Event: g.Event, Site: g.Site, Round: g.Round,
		ECO: g.Opening, Plies: len(g.Moves), gameJSON: newGame(of, number, g),
	}
	if d, ok := of.(games.Describer); ok {
		l.ECO, l.Facts = "", d.Facts(g)
		l.BlackRank, l.WhiteRank = "", "" // the sides have them
	}
	j := games.NewMove(of, p, move)
	if l.Move, l.SAN = j.Move, j.SAN; j.UCI != "" {
		l.UCI = &j.UCI
	}
	return l
}
