package chessindex

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/pgn"
)

// A FoundGame is a game that contains a position.
type FoundGame struct {
	Number      int64  `json:"number"` // in the index, from 0
	White       string `json:"white"`
	Black       string `json:"black"`
	WhiteRating int    `json:"whiteRating"` // 0 where not known
	BlackRating int    `json:"blackRating"`
	Result      string `json:"result"` // "1-0", "0-1", "1/2-1/2" or "*"
	Date        string `json:"date"`   // as in PGN
	Event       string `json:"event"`
	Site        string `json:"site"`
	Round       string `json:"round"`
	ECO         string `json:"eco"`
	FEN         string `json:"fen,omitempty"` // of the start position, where it is not the usual one
	Plies       int    `json:"plies"`
	UCI         string `json:"uci,omitempty"` // the move played in the position; none if the game ended there
	SAN         string `json:"san,omitempty"`
}

func describe(number int64, g *index.Game) FoundGame {
	return FoundGame{
		Number: number, White: g.First, Black: g.Second, WhiteRating: g.FirstRating, BlackRating: g.SecondRating,
		Result: g.Result.String(), Date: g.Date.String(),
		Event: g.Event, Site: g.Site, Round: g.Round, ECO: g.Opening, FEN: g.Start, Plies: len(g.Moves),
	}
}

// List returns a page of the games that contain a position, in the order of
// the options; see [index.Index.List]. The position is not changed.
func (e *Explorer) List(ctx context.Context, p *chess.Position, o index.ListOptions) ([]FoundGame, error) {
	list, err := e.ix.List(ctx, p.Hash128(), o)
	if err != nil {
		return nil, err
	}
	games := make([]FoundGame, len(list))
	legal := p.AppendMoves(nil)
	for i := range list {
		games[i] = describe(list[i].Number, &list[i].Game)
		for _, m := range legal {
			if uint32(m) == list[i].Move {
				games[i].UCI, games[i].SAN = p.UCI(m), p.SAN(m)
			}
		}
	}
	return games, nil
}

// Game returns a game by its number, ready for a [pgn.Writer]. The error
// wraps [index.ErrNotFound] where there is none.
func (e *Explorer) Game(ctx context.Context, number int64) (*pgn.Game, error) {
	stored, err := e.ix.Game(ctx, number)
	if err != nil {
		return nil, err
	}
	d := describe(number, &stored)
	g := &pgn.Game{Result: stored.Result, Number: int(number) + 1}
	for _, tag := range []pgn.Tag{
		{Name: "Event", Value: d.Event}, {Name: "Site", Value: d.Site}, {Name: "Date", Value: d.Date}, {Name: "Round", Value: d.Round},
		{Name: "White", Value: d.White}, {Name: "Black", Value: d.Black}, {Name: "Result", Value: d.Result},
		{Name: "WhiteElo", Value: rating(d.WhiteRating)}, {Name: "BlackElo", Value: rating(d.BlackRating)}, {Name: "ECO", Value: d.ECO},
	} {
		if tag.Value != "" {
			g.Tags.Set(tag.Name, tag.Value)
		}
	}
	if stored.Start != "" {
		g.Tags.Set("SetUp", "1")
		g.Tags.Set("FEN", stored.Start)
	}
	p, err := g.Start(e.chess)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", number, err)
	}
	for ply, word := range stored.Moves {
		m := chess.Move(word)
		if word > 1<<16-1 || !slices.Contains(p.AppendMoves(nil), m) {
			return nil, fmt.Errorf("game %d, ply %d: %w: no legal move %#x", number, ply+1, index.ErrCorrupt, word)
		}
		g.Moves = append(g.Moves, pgn.Move{Move: m, SAN: p.SAN(m)})
		p.Make(m)
	}
	return g, nil
}

func rating(r int) string {
	if r == 0 {
		return ""
	}
	return strconv.Itoa(r)
}
