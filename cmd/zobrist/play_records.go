package main

import (
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/internal/engines/play"
	"github.com/zobrist-go/zobrist/pdn"
	"github.com/zobrist-go/zobrist/pgn"
	"github.com/zobrist-go/zobrist/sgf"
)

// recordDate is how PGN and PDN write a date.
const recordDate = "2006.01.02"

// dateTag writes a date as PGN and PDN do, also one that is not known.
func dateTag(t time.Time) string {
	if t.IsZero() {
		return "????.??.??"
	}
	return t.Format(recordDate)
}

// Errors about a file that is not one game. Saving would cut a file of several short.
var (
	errNoGame  = errors.New("the file has no game")
	errOneGame = errors.New("the file has more than one game; cut out the one to go on with")
)

// onlyGame returns the game of a file that has no other. Remarks about a whole game are left out.
func onlyGame[G any](next func() (*G, error)) (*G, error) {
	g, err := next()
	if err == io.EOF {
		return nil, errNoGame
	}
	var bad *game.RecordError
	if err != nil && !(errors.As(err, &bad) && bad.Whole) {
		return nil, err
	}
	if _, err := next(); err != io.EOF {
		return nil, errOneGame
	}
	return g, nil
}

// resignedTag is the tag that says why a game ended whose last position does not.
const resignedTag = "Termination"

func writePGN(w io.Writer, r *play.Record[chess.Move, *engine.Position]) error {
	g := &pgn.Game{Result: r.Result}
	g.Tags.Set("Event", "zobrist play")
	g.Tags.Set("Date", dateTag(r.Date))
	g.Tags.Set("White", r.Players[0])
	g.Tags.Set("Black", r.Players[1])
	if r.Resigned {
		g.Tags.Set(resignedTag, "resigned")
	}
	usual, err := chess.New(chess.Options{})
	if err != nil {
		return err
	}
	if r.Start.Chess960() {
		g.Tags.Set("Variant", "Chess960")
	}
	if fen := r.Start.FEN(); fen != usual.FEN() {
		g.Tags.Set("FEN", fen)
	}
	for _, m := range r.Moves {
		g.Moves = append(g.Moves, pgn.Move{Move: m})
	}
	return pgn.NewWriter(w).Write(g)
}

func readPGN(r io.Reader) (*play.Record[chess.Move, *engine.Position], error) {
	g, err := onlyGame(pgn.NewReader(r).Next)
	if err != nil {
		return nil, err
	}
	record := &play.Record[chess.Move, *engine.Position]{Result: g.Result,
		Resigned: g.Tags.Get(resignedTag) == "resigned",
		Players:  [2]string{g.Tags.Get("White"), g.Tags.Get("Black")}}
	record.Date, _ = time.Parse(recordDate, g.Tags.Get("Date")) // zero if it is not known
	start, err := g.Start(chess.Options{})
	if err != nil {
		return nil, err
	}
	record.Start = engine.New(start)
	for _, m := range g.Moves {
		record.Moves = append(record.Moves, m.Move)
	}
	return record, nil
}

func writePDN(w io.Writer, r *play.Record[checkers.Move, *checkers.Position]) error {
	g := &pdn.Game{Result: r.Result}
	g.Tags.Set("Event", "zobrist play")
	g.Tags.Set("Date", dateTag(r.Date))
	g.Tags.Set("Black", r.Players[0])
	g.Tags.Set("White", r.Players[1])
	g.Tags.Set("GameType", "21")
	g.Tags.Set("Result", r.Result.String())
	if r.Resigned {
		g.Tags.Set(resignedTag, "resigned")
	}
	usual, err := checkers.New(checkers.Options{})
	if err != nil {
		return err
	}
	if fen := r.Start.String(); fen != usual.String() {
		g.Tags.Set("FEN", fen)
	}
	for _, m := range r.Moves {
		g.Moves = append(g.Moves, pdn.Move{Move: m})
	}
	return pdn.NewWriter(w).Write(g)
}

func readPDN(r io.Reader) (*play.Record[checkers.Move, *checkers.Position], error) {
	g, err := onlyGame(pdn.NewReader(r).Next)
	if err != nil {
		return nil, err
	}
	record := &play.Record[checkers.Move, *checkers.Position]{Result: g.Result,
		Resigned: g.Tags.Get(resignedTag) == "resigned", Players: [2]string{g.Tags.Get("Black"), g.Tags.Get("White")}}
	record.Date, _ = time.Parse(recordDate, g.Tags.Get("Date")) // zero if it is not known
	if record.Start, err = g.Start(checkers.Options{}); err != nil {
		return nil, err
	}
	for _, m := range g.Moves {
		record.Moves = append(record.Moves, m.Move)
	}
	return record, nil
}

func writeSGF(w io.Writer, r *play.Record[baduk.Move, *baduk.Position]) error {
	p := r.Start.Clone()
	g := sgf.FromMoves(r.Start, func(yield func(baduk.Color, baduk.Move) bool) {
		for _, m := range r.Moves {
			if !yield(p.Turn(), m) {
				return
			}
			p.Make(m)
		}
	})
	result, date := badukResult(p), ""
	if !r.Date.IsZero() {
		date = r.Date.Format(time.DateOnly)
	}
	switch {
	case r.Resigned && r.Result == game.FirstWins:
		result = "B+R"
	case r.Resigned:
		result = "W+R"
	}
	for _, property := range [][2]string{{"AP", "zobrist"}, {"DT", date},
		{"PB", r.Players[0]}, {"PW", r.Players[1]}, {"RE", result}} {
		if property[1] != "" {
			g.Root.Properties = append(g.Root.Properties, sgf.Property{ID: property[0], Values: property[1:]})
		}
	}
	return sgf.Write(w, g)
}

// readSGF reads the main line of a record under the rules of o.
func readSGF(o baduk.Options) func(io.Reader) (*play.Record[baduk.Move, *baduk.Position], error) {
	return func(r io.Reader) (*play.Record[baduk.Move, *baduk.Position], error) {
		in := sgf.NewReader(r)
		g, err := in.Next()
		if err == io.EOF {
			return nil, errNoGame
		}
		if err != nil {
			return nil, err
		}
		if second, err := in.Next(); second != nil || err != io.EOF && !errors.Is(err, game.ErrNoGame) {
			return nil, errOneGame
		}
		return badukRecord(g, baduk.Options{Ko: o.Ko, Suicide: o.Suicide})
	}
}

// badukRecord returns the main line of a game: setup, then moves in turn.
func badukRecord(g *sgf.Game, o baduk.Options) (*play.Record[baduk.Move, *baduk.Position], error) {
	line, err := g.Start(o)
	if err != nil {
		return nil, err
	}
	record := &play.Record[baduk.Move, *baduk.Position]{}
	p := line.Position
	for c, m := range line.Moves() {
		number := len(record.Moves) + 1
		switch {
		case c == baduk.Empty && number > 1:
			return nil, fmt.Errorf("move %d is out of turn, or the board is changed before it", number)
		case c == baduk.Empty:
			continue
		case number == 1:
			record.Start = p.Clone()
		case p.Ply() != len(record.Moves):
			return nil, fmt.Errorf("move %d is out of turn, or the board is changed before it, or two passes came", number)
		}
		record.Moves = append(record.Moves, m)
	}
	if record.Moves == nil {
		record.Start = p
	}
	for _, r := range line.Remarks {
		if errors.Is(r, game.ErrMove) { // play has no such moves
			return nil, r
		}
	}
	root := g.Root
	record.Players[0], _ = root.Get("PB")
	record.Players[1], _ = root.Get("PW")
	date, _ := root.Get("DT")
	record.Date, _ = time.Parse(time.DateOnly, date) // zero if it is not known
	switch result, _ := root.Get("RE"); result {
	case "B+R", "B+Resign", "W+R", "W+Resign":
		record.Result, record.Resigned = g.Result(), true
	}
	return record, nil
}
