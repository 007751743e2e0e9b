package chessindex

import (
	"bytes"
	"encoding/json"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/game/chess/eco"
	"github.com/zobrist-go/zobrist/index"
)

// AnswerJSON returns an answer about the position p, from [Index.Find], as a JSON
// object: fen, opening if it has a name (eco, name), games, white, draws, black, averageRating, lastYear, ended, moves
// and, unless empty, transpositions and foreign. A move has uci, san, reaches and
// the counts of its games; its averageRating is of the players who made it.
func AnswerJSON(p *chess.Position, a index.Answer) (json.RawMessage, error) {
	return marshal(newAnswerJSON(p, a))
}

// PositionJSON returns a position, from [index.Index.Positions], as a JSON object: key in 20 hexadecimal digits, ply, and
// the answer as [AnswerJSON] writes it.
func PositionJSON(p index.PositionTally) (json.RawMessage, error) {
	return marshal(positionJSON{p.Key.String(), p.Ply, newAnswerJSON(Board(p.Position), p.Answer)})
}

// GameJSON returns a game that contains the position p, from [Index.List], as a
// JSON object.
func GameJSON(p *chess.Position, g index.FoundGame) (json.RawMessage, error) {
	uci, san := notation(p, g.Move)
	return marshal(gameJSON{
		g.Number, g.First, g.Second, g.FirstRating, g.SecondRating, g.Result.String(), g.Date.String(),
		g.Event, g.Site, g.Round, g.Opening, g.Speed.String(), g.Mode.String(), g.Start, len(g.Moves), uci, san,
	})
}

// RankedJSON returns a position of a ranking, from [index.Index.Rank], as a JSON object: fen, key
// in 20 hexadecimal digits, the counts of its games, value, ply, and firstGame as
// [GameJSON] writes it.
func RankedJSON(p index.Ranked) (json.RawMessage, error) {
	first, err := GameJSON(Board(p.Position), p.Game)
	if err != nil {
		return nil, err
	}
	return marshal(rankedJSON{p.Position.String(), p.Key.String(), newTallyJSON(p.Tally), p.Value, p.Ply, first})
}

// HistoryJSON returns a history, from [Index.History] or [index.Years], as a JSON
// array. A period has year, month and the counts of its games. The year is 0 for games
// without a date; month is left out if it is not known.
func HistoryJSON(periods []index.Period) (json.RawMessage, error) {
	list := make([]periodJSON, len(periods))
	for i, p := range periods {
		list[i] = periodJSON{p.Year, p.Month, newTallyJSON(p.Tally)}
	}
	return marshal(list)
}

// marshal leaves <, > and & in names as they are.
func marshal(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

type positionJSON struct {
	Key string `json:"key"`
	Ply int    `json:"ply"`
	answerJSON
}

type answerJSON struct {
	FEN     string       `json:"fen"`
	Opening *eco.Opening `json:"opening,omitempty"`
	tallyJSON
	Ended          int64      `json:"ended"`
	Moves          []moveJSON `json:"moves"`
	Transpositions []moveJSON `json:"transpositions,omitempty"`
	Foreign        int64      `json:"foreign,omitempty"`
}

type moveJSON struct {
	UCI string `json:"uci"`
	SAN string `json:"san"`
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
	FEN string `json:"fen"`
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
	Number      int64  `json:"number"`
	White       string `json:"white"`
	Black       string `json:"black"`
	WhiteRating int    `json:"whiteRating"`
	BlackRating int    `json:"blackRating"`
	Result      string `json:"result"`
	Date        string `json:"date"`
	Event       string `json:"event"`
	Site        string `json:"site"`
	Round       string `json:"round"`
	ECO         string `json:"eco"`
	Speed       string `json:"speed,omitempty"`
	Mode        string `json:"mode,omitempty"`
	FEN         string `json:"fen,omitempty"`
	Plies       int    `json:"plies"`
	UCI         string `json:"uci,omitempty"`
	SAN         string `json:"san,omitempty"`
}

func newAnswerJSON(p *chess.Position, a index.Answer) answerJSON {
	return answerJSON{
		p.FEN(), opening(p), newTallyJSON(a.Tally), a.Ended,
		newMovesJSON(p, a.Moves), newMovesJSON(p, a.Transpositions), a.Foreign,
	}
}

func newTallyJSON(t index.Tally) tallyJSON {
	return tallyJSON{t.Games, t.First, t.Drawn, t.Second, t.AverageRating(), t.LastYear}
}

func newMovesJSON(p *chess.Position, moves []index.MoveTally) []moveJSON {
	list := make([]moveJSON, len(moves))
	for i, m := range moves {
		uci, san := notation(p, m.Move)
		t := newTallyJSON(m.Tally)
		t.AverageRating = m.SideRating(game.FirstSide + game.Side(p.Turn()))
		list[i] = moveJSON{uci, san, t, m.Reaches}
	}
	return list
}

// opening returns the opening of a position, nil if it has none.
func opening(p *chess.Position) *eco.Opening {
	if o, ok := eco.Find(p); ok {
		return &o
	}
	return nil
}

// notation returns a move of an answer in UCI and SAN, nothing if it is 0.
func notation(p *chess.Position, word uint32) (uci, san string) {
	if word == 0 {
		return "", ""
	}
	m := chess.Move(word)
	return p.UCI(m), p.SAN(m)
}
