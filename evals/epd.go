package evals

import (
	"math"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
)

// mateScore is the score of a mate in 0 plies in EPD: one in n plies is written mateScore − n. From leastMate on a
// score is a mate.
const (
	mateScore = 32767
	leastMate = 32000
)

// scoreValue returns the value of a score in centipawns as EPD writes it.
func scoreValue(score int64) (v Value, reason string) {
	switch n := max(score, -score); {
	case n == mateScore:
		return v, "a mate in 0 moves"
	case n > math.MaxInt32:
		return v, "a score that is no number of 32 bits"
	case n < leastMate || n > mateScore:
		return Value{Score: int32(score)}, ""
	case score > 0:
		return Value{Mate: int32(mateScore-n+1) / 2}, ""
	default:
		return Value{Mate: -int32(mateScore-n+1) / 2}, ""
	}
}

func (v Value) negated() Value { return Value{-v.Score, -v.Mate} }

// epd reads a line of EPD: a position and operations, of which ce, dm, acd, acn, pv and pm are read.
func (r *recorder) epd(line string) (hash zobrist.Uint128, value []byte, ok bool) {
	position, operations := chess.CutEPD(line)
	if !r.begin([]byte(position)) {
		return hash, nil, false
	}
	var score, mate, depth, nodes number
	var moves, predicted string
	for len(operations) > 0 {
		var operation string
		operation, operations = cutOperation(operations)
		code, operand, _ := strings.Cut(strings.TrimSpace(operation), " ")
		operand = strings.TrimSpace(operand)
		switch code {
		case "ce":
			score = wholeNumber(operand)
		case "dm":
			mate = wholeNumber(operand)
		case "acd":
			depth = wholeNumber(operand)
		case "acn":
			nodes = wholeNumber(operand)
		case "pv":
			moves = operand
		case "pm":
			predicted = operand
		}
	}
	v, reason := scoreOf(score, mate)
	switch {
	case score.state == missing && mate.state == missing:
		reason = "neither ce nor dm"
	case mate.state == missing && reason == "":
		v, reason = scoreValue(score.value)
	}
	if reason != "" {
		r.report(NoValue, "%s", reason)
		return hash, nil, false
	}
	if r.pos.Turn() == chess.Black {
		v = v.negated()
	}
	if moves == "" {
		moves = predicted
	}
	r.beginEvaluation(depth, nodes)
	r.addLine(v, []byte(moves), findSAN)
	r.endEvaluation()
	return r.end()
}

// cutOperation divides operations after the first one. A semicolon in quotes belongs to its text.
func cutOperation(s string) (operation, rest string) {
	quoted := false
	for i := range len(s) {
		switch {
		case s[i] == '"':
			quoted = !quoted
		case s[i] == ';' && !quoted:
			return s[:i], s[i+1:]
		}
	}
	return s, ""
}

// wholeNumber reads an operand.
func wholeNumber(text string) number {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n > 1<<53 || n < -1<<53 {
		return number{state: odd}
	}
	return number{n, whole}
}

// findSAN returns the number of the legal move that a text names, as [chess.Position.ParseSAN] reads it, or −1.
func findSAN(p *chess.Position, legal []chess.Move, text []byte) int {
	m, err := p.ParseSANBytes(text)
	if err != nil {
		return -1
	}
	return indexOf(legal, m)
}
