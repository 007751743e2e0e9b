package games

import (
	"encoding/json"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
)

// AnswerJSON returns an answer about the position p, from [index.Index.Find], as a JSON
// object: fen (position in games without FEN), opening if it has a name (eco, name), games, white, draws, black,
// averageRating, lastYear, ended, moves and, unless empty, transpositions and foreign. A move has uci and san (move in
// games with one notation), reaches and the counts of its games; its averageRating is of the players who made it.
func AnswerJSON(g Game, p index.Position, a index.Answer) (json.RawMessage, error) {
	return jsontext.Marshal(answer(g, p, a))
}

// PositionJSON returns a position, from [index.Index.Positions], as a JSON object: key in 20 hexadecimal digits,
// ply, and the answer as [AnswerJSON] writes it.
func PositionJSON(g Game, p index.PositionTally) (json.RawMessage, error) {
	return jsontext.Marshal(positionJSON{p.Key.String(), p.Ply, answer(g, p.Position, p.Answer)})
}

// GameJSON returns a game that contains the position p, from [index.Index.List], as a
// JSON object.
func GameJSON(g Game, p index.Position, f index.FoundGame) (json.RawMessage, error) {
	j := gameJSON{
		f.Number, f.First, f.Second, f.FirstRating, f.SecondRating, f.Result.String(), f.Date.String(), f.Event, f.Site,
		f.Round, &f.Opening, f.Speed.String(), f.Mode.String(), Text{}, len(f.Moves), NewMove(g, p, f.Move), nil,
	}
	j.White, j.Black = Colors(g, j.White, j.Black)
	j.WhiteRating, j.BlackRating = Colors(g, j.WhiteRating, j.BlackRating)
	if f.Start != "" {
		j.Text = g.About().Text(f.Start)
	}
	if d, ok := g.(Describer); ok {
		j.Facts, j.ECO = d.Facts(&f.Game), nil
	}
	return jsontext.Marshal(j)
}

// RankedJSON returns a position of a ranking, from [index.Index.Rank], as a JSON object: fen, key
// in 20 hexadecimal digits, the counts of its games, value, ply, and firstGame as
// [GameJSON] writes it.
func RankedJSON(g Game, p index.Ranked) (json.RawMessage, error) {
	first, err := GameJSON(g, p.Position, p.Game)
	if err != nil {
		return nil, err
	}
	return jsontext.Marshal(rankedJSON{
		g.About().Text(p.Position.String()), p.Key.String(), tally(g, p.Tally), p.Value, p.Ply, first,
	})
}

// HistoryJSON returns a history, from [index.Index.History] or [index.Years], as a JSON
// array. A period has year, month and the counts of its games. The year is 0 for games
// without a date; month is left out if it is not known.
func HistoryJSON(g Game, periods []index.Period) (json.RawMessage, error) {
	list := make([]periodJSON, len(periods))
	for i, p := range periods {
		list[i] = periodJSON{p.Year, p.Month, tally(g, p.Tally)}
	}
	return jsontext.Marshal(list)
}

type positionJSON struct {
	Key string `json:"key"`
	Ply int    `json:"ply"`
	answerJSON
}

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

type answerJSON struct {
	Text
	Opening *Opening `json:"opening,omitempty"`
	tallyJSON
	Ended          int64      `json:"ended"`
	Moves          []moveJSON `json:"moves"`
	Transpositions []moveJSON `json:"transpositions,omitempty"`
	Foreign        int64      `json:"foreign,omitempty"`
}

type moveJSON struct {
	Move
	tallyJSON
	Reaches int64 `json:"reaches,omitempty"` // absent if it was not asked for
}

type tallyJSON struct {
	Games         int64 `json:"games"`
	White         int64 `json:"white"`
	Draws         int64 `json:"draws"`
	Black         int64 `json:"black"`
	AverageRating int   `json:"averageRating"`
	LastYear      int   `json:"lastYear"`
}

type rankedJSON struct {
	Text
	Key string `json:"key"`
	tallyJSON
	Value     float64         `json:"value"`
	Ply       int             `json:"ply"`
	FirstGame json.RawMessage `json:"firstGame"`
}

type periodJSON struct {
	Year  int `json:"year"`
	Month int `json:"month,omitempty"`
	tallyJSON
}

type gameJSON struct {
	Number      int64   `json:"number"`
	White       string  `json:"white"`
	Black       string  `json:"black"`
	WhiteRating int     `json:"whiteRating"`
	BlackRating int     `json:"blackRating"`
	Result      string  `json:"result"`
	Date        string  `json:"date"`
	Event       string  `json:"event"`
	Site        string  `json:"site"`
	Round       string  `json:"round"`
	ECO         *string `json:"eco,omitempty"`
	Speed       string  `json:"speed,omitempty"`
	Mode        string  `json:"mode,omitempty"`
	Text
	Plies int `json:"plies"`
	Move
	*Facts
}

func answer(g Game, p index.Position, a index.Answer) answerJSON {
	j := answerJSON{
		Text: g.About().Text(p.String()), tallyJSON: tally(g, a.Tally), Ended: a.Ended,
		Moves: moves(g, p, a.Moves), Transpositions: moves(g, p, a.Transpositions), Foreign: a.Foreign,
	}
	j.Opening = OpeningOf(g, p)
	return j
}

func tally(g Game, t index.Tally) tallyJSON {
	white, black := Colors(g, t.First, t.Second)
	return tallyJSON{t.Games, white, t.Drawn, black, t.AverageRating(), t.LastYear}
}

func moves(g Game, p index.Position, from []index.MoveTally) []moveJSON {
	list := make([]moveJSON, len(from))
	for i, m := range from {
		t := tally(g, m.Tally)
		t.AverageRating = m.SideRating(Mover(g, p, m.Move))
		list[i] = moveJSON{NewMove(g, p, m.Move), t, m.Reaches}
	}
	return list
}
