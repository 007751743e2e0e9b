package evals

import (
	"errors"
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/pgn"
)

// game reads the evaluations in the comments of a game, [%eval 0.25] or [%eval 25,20], of the main line and of
// variations. It calls found with each record.
func (r *recorder) game(g *pgn.Game, found func(hash zobrist.Uint128, value []byte) error) error {
	fen := g.Tags.FEN()
	if strings.TrimSpace(fen) == "" {
		fen = startFEN
	}
	p, _, err := r.reader.Read(fen)
	if err != nil {
		r.report(NoPosition, "%v", err)
		return nil
	}
	if err := r.comments(p, g.Comments, found); err != nil {
		return err
	}
	return r.gameLine(p, g.Moves, found)
}

// gameFault reports the fault of a game, at the line of the fault.
func (r *recorder) gameFault(err error) {
	kind, fault := BrokenLine, new(game.RecordError)
	if errors.As(err, &fault) {
		switch {
		case errors.Is(err, game.ErrVariant):
			kind = OtherVariant
		case fault.Kept():
			kind = PartlyRead
		}
		if fault.Line != 0 {
			defer func(line int64) { r.line = line }(r.line)
			r.line = int64(fault.Line)
			place := *fault // without the line, which the report says
			place.Line = 0
			err = &place
		}
	}
	r.report(kind, "%v", err)
}

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// gameLine reads the comments of a line of moves from p, and takes the moves back.
func (r *recorder) gameLine(p *chess.Position, moves []pgn.Move, found func(zobrist.Uint128, []byte) error) error {
	for i := range moves {
		m := &moves[i]
		for j := range m.Variations {
			if err := r.gameLine(p, m.Variations[j].Moves, found); err != nil {
				return err
			}
		}
		if m.Move == chess.NoMove {
			p.MakeNull()
		} else {
			p.Make(m.Move)
		}
		if err := r.comments(p, m.Comments, found); err != nil {
			return err
		}
	}
	for range moves {
		p.Unmake()
	}
	return nil
}

// comments records the evaluations of p that comments have.
func (r *recorder) comments(p *chess.Position, comments []string, found func(zobrist.Uint128, []byte) error) error {
	for text := range evalCommands(comments) {
		v, depth, reason := gameValue(strings.TrimSpace(text))
		if reason != "" {
			r.report(NoValue, "%.40q: %s", text, reason)
			continue
		}
		if !r.beginAt(p) {
			continue
		}
		r.beginEvaluation(depth, number{})
		r.addLine(v, nil, findSAN)
		r.endEvaluation()
		if hash, value, ok := r.end(); ok {
			if err := found(hash, value); err != nil {
				return err
			}
		}
	}
	return nil
}

// evalCommands returns what stands in [%eval …] in comments.
func evalCommands(comments []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, comment := range comments {
			for _, text, ok := strings.Cut(comment, "[%eval"); ok; _, text, ok = strings.Cut(text, "[%eval") {
				value, _, _ := strings.Cut(text, "]")
				if !yield(value) {
					return
				}
			}
		}
	}
}

// gameValue reads a value as Lichess writes it, in pawns with a point or as #3, or as ChessBase does, in whole
// centipawns; and after a comma the depth.
func gameValue(text string) (v Value, depth number, reason string) {
	text, after, ok := strings.Cut(text, ",")
	if ok {
		if depth = wholeNumber(strings.TrimSpace(after)); depth.state == odd {
			return v, depth, "no depth after the comma"
		}
	}
	text = strings.TrimSpace(text)
	if i := strings.IndexAny(text, "#M"); i >= 0 {
		sign := text[:i]
		if sign != "" && sign != "-" && sign != "+" {
			return v, depth, "no value"
		}
		mate := wholeNumber(strings.TrimPrefix(text[i+1:], "+"))
		if sign == "-" {
			mate.value = -mate.value
		}
		v, reason = scoreOf(number{}, mate)
		return v, depth, reason
	}
	if !strings.Contains(text, ".") {
		score := wholeNumber(strings.TrimPrefix(text, "+"))
		if score.state == odd {
			return v, depth, "no value"
		}
		v, reason = scoreValue(score.value)
		return v, depth, reason
	}
	pawns, err := strconv.ParseFloat(text, 64)
	if err != nil || !(math.Abs(pawns) < math.MaxInt32/100) {
		return v, depth, "no value"
	}
	return Value{Score: int32(math.Round(100 * pawns))}, depth, ""
}
