package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/internal/index/games"
	"github.com/zobrist-go/zobrist/pdn"
	"github.com/zobrist-go/zobrist/pgn"
)

// A record is a game in PGN or PDN.
type record struct {
	tags   game.Tags
	start  string // FEN
	line   recordedLine
	result game.Result
	more   bool // the text has further games
}

// A recordedLine is a line of a record.
type recordedLine struct {
	comments []string
	moves    []recorded
}

// A recorded move is a move with all that is written about it.
type recorded struct {
	move       uint32 // 0 for a null move of chess
	san        string // of a null move
	nags       []int
	comments   []string
	variations []recordedLine
}

// A recordForm reads records in one format: as text, or as bytes if the records name their encoding.
type recordForm struct {
	text  func(text string, p index.Position) (r *record, broken, err error) // p is any position of the index
	bytes func(ctx context.Context, text []byte) (*treeJSON, error)
}

// recordForms are the formats that are read, by their names.
var recordForms = map[string]recordForm{"PGN": {text: readPGN}, "PDN": {text: readPDN}, "SGF": {bytes: readSGF}}

// readPGN reads the first game of a PGN. The second error is of what could not be read in it.
func readPGN(text string, p index.Position) (r *record, broken, err error) {
	reader := pgn.NewReader(strings.NewReader(text))
	variant := chessindex.VariantBoard(p)
	if variant != nil {
		if err := reader.SetVariant(variant.Variant()); err != nil {
			return nil, nil, err
		}
	}
	g, broken := reader.Next()
	if g == nil {
		return nil, nil, broken
	}
	var start interface{ FEN() string }
	if variant != nil {
		start, err = g.StartVariant(variant.Options())
	} else {
		start, err = g.Start(chessindex.Board(p).Options())
	}
	if err != nil {
		return nil, nil, err
	}
	next, _ := reader.Next()
	return &record{g.Tags, start.FEN(), recordedLine{g.Comments, fromPGN(g.Moves)}, g.Result, next != nil}, broken, nil
}

func fromPGN(moves []pgn.Move) (list []recorded) {
	for _, m := range moves {
		one := recorded{move: uint32(m.Move), nags: ints(m.NAGs), comments: m.Comments}
		if m.Move == chess.NoMove {
			one.move, one.san = 0, m.SAN
		}
		for _, v := range m.Variations {
			one.variations = append(one.variations, recordedLine{v.Comments, fromPGN(v.Moves)})
		}
		list = append(list, one)
	}
	return list
}

func ints[T ~uint8](list []T) (to []int) {
	for _, n := range list {
		to = append(to, int(n))
	}
	return to
}

// readPDN reads the first game of a PDN, as readPGN does.
func readPDN(text string, _ index.Position) (r *record, broken, err error) {
	reader := pdn.NewReader(strings.NewReader(text))
	g, broken := reader.Next()
	if g == nil || errors.Is(broken, game.ErrNoGame) || errors.Is(broken, game.ErrVariant) {
		return nil, nil, broken
	}
	start, err := g.Start(checkers.Options{})
	if err != nil {
		return nil, nil, err
	}
	next, _ := reader.Next()
	return &record{g.Tags, start.String(), recordedLine{g.Comments, fromPDN(g.Moves)}, g.Result, next != nil}, broken, nil
}

func fromPDN(moves []pdn.Move) (list []recorded) {
	for _, m := range moves {
		one := recorded{move: uint32(m.Move), nags: ints(m.NAGs), comments: m.Comments}
		for _, v := range m.Variations {
			one.variations = append(one.variations, recordedLine{v.Comments, fromPDN(v.Moves)})
		}
		list = append(list, one)
	}
	return list
}

// readGame reads the first game of a PGN or PDN. What stands before an error is kept. The text may lack tags; tag
// is then "" or one that has the FEN of the first position.
func (s *Server) readGame(ctx context.Context, tag, text string) (*treeJSON, error) {
	p, err := s.o.Index.Position("")
	if err != nil {
		return nil, err
	}
	if board := chessindex.VariantBoard(p); board != nil && !strings.HasPrefix(text, "[") { // typed moves
		tag += fmt.Sprintf("[Variant %q] ", board.Variant().Tag())
	}
	r, broken, err := recordForms[s.game.About().Records].text(tag+text, p)
	if err == nil {
		err = p.Set(r.start)
	}
	if err != nil {
		return nil, noRecord(s.game, err)
	}
	j := &treeJSON{Kind: "game", Text: s.game.About().Text(p.String()), Tags: make(map[string]string, len(r.tags)),
		Moves: []treeMove{}, Result: r.result.String(), Comment: strings.Join(r.line.comments, " "), More: r.more}
	for _, tag := range r.tags {
		j.Tags[tag.Name] = tag.Value
	}
	if tag != "" {
		delete(j.Tags, "FEN")
	}
	if broken != nil && !errors.Is(broken, game.ErrUnfinished) {
		j.Problem = broken.Error()
		var at *game.RecordError
		if errors.As(broken, &at) {
			at.Offset -= int64(len(tag))
			j.Problem = at.Error()
		}
	}
	return j, j.add(ctx, s.game, p, 0, r.line.moves, "")
}

// noRecord says why a text has no game.
func noRecord(g games.Game, err error) error {
	if errors.Is(err, io.EOF) {
		return badRequest("the text has no game in %s", g.About().Records)
	}
	return badRequest("%s: %s", g.About().Member(), strings.TrimPrefix(err.Error(), g.About().Member()+": "))
}

// add adds moves after the move with the number parent, then their variations. It returns the error of ctx.
func (j *treeJSON) add(ctx context.Context, g games.Game, p index.Position, parent int, moves []recorded,
	before string) error {
	first := len(j.Moves)
	if room := mostReadMoves - first; len(moves) > room {
		moves, j.Problem = moves[:room], cmp.Or(j.Problem, tooManyMoves)
	}
	for i, m := range moves {
		if err := ctx.Err(); err != nil {
			return err
		}
		one := treeMove{Parent: parent, NAGs: m.nags, Before: before, Comment: strings.Join(m.comments, " ")}
		if m.move == 0 {
			one.Move = games.Move{UCI: games.NullMove, SAN: m.san}
		} else {
			one.Move = games.NewMove(g, p, m.move)
		}
		games.Make(g, p, m.move)
		one.Text = g.About().Text(p.String())
		j.Moves = append(j.Moves, one)
		parent, before = first+i+1, ""
	}
	for i, m := range slices.Backward(moves) {
		p.Unmake()
		for _, v := range m.variations {
			err := j.add(ctx, g, p, j.Moves[first+i].Parent, v.moves, strings.Join(v.comments, " "))
			if err != nil {
				return err
			}
		}
	}
	return nil
}
