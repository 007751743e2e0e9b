package games

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/checkers"
	"github.com/zobrist-go/zobrist/index"
	checkersindex "github.com/zobrist-go/zobrist/index/checkers"
	"github.com/zobrist-go/zobrist/pdn"
)

// Checkers is English draughts.
var Checkers Game = &checkersGame{Description{
	Name: checkersindex.Name, Title: "English draughts", Records: "PDN", Type: "application/x-draughts-pdn",
	Ending: ".pdn", Sides: [2]string{"black", "white"}, FEN: true, Rules: checkersindex.Rules(),
	Absent: []string{"speeds", "modes"},
	Form:   `a FEN looks like "W:W18,24,27,K10:B12,16,20,K22"`,
	Line:   `"11-15 23-19 8-11"`,
}}

// checkersGame is English draughts as a [Game].
type checkersGame struct{ Description }

// Space implements [Game].
func (*checkersGame) Space() *zobrist.Space { return checkers.Space() }

// Open implements [Game].
func (*checkersGame) Open(ctx context.Context, s index.Store, o Options) (*index.Index, error) {
	return checkersindex.Open(ctx, s, checkersindex.Options{Set: o.Set, Exchange: o.Rules == checkersindex.Rules()[1]})
}

// Split implements [Game].
func (*checkersGame) Split(text string) (position, moves string) {
	text = strings.TrimSpace(CutTag(text))
	switch {
	case text == "startpos":
		return "", ""
	case checkersFEN.MatchString(text):
		return text, ""
	}
	return "", text
}

var checkersFEN = regexp.MustCompile(`^(?i)[bw]\s*:|:[bw]`)

// Moves implements [Game]; see [CheckersMoves].
func (*checkersGame) Moves(p index.Position, text string) iter.Seq2[uint32, error] {
	return func(yield func(uint32, error) bool) {
		moves, err := CheckersMoves(checkersindex.Board(p), text)
		for _, m := range moves {
			if !yield(uint32(m), nil) {
				return
			}
		}
		if err != nil {
			yield(0, err)
		}
	}
}

// Parse implements [Game].
func (*checkersGame) Parse(p index.Position, move string) (uint32, error) {
	m, err := checkersindex.Board(p).ParseMove(strings.TrimSpace(move))
	return uint32(m), err
}

// Notation implements [Game].
func (*checkersGame) Notation(_ index.Position, move uint32) (engine, usual string) {
	return "", checkers.Move(move).String()
}

// Turn implements [Game].
func (*checkersGame) Turn(p index.Position) game.Side {
	return checkersindex.Board(p).Turn().Side()
}

// Opening implements [Namer].
func (*checkersGame) Opening(p index.Position) *Opening {
	if b, ok := checkersindex.BallotOf(checkersindex.Board(p)); ok {
		return &Opening{b.Code(), b.Moves}
	}
	return nil
}

// Condition implements [Conditioner]. It writes the numbers of ballots as the codes of games have them, in three
// digits.
func (*checkersGame) Condition(name, value string) (as, text string, err error) {
	if name != "eco" {
		return name, value, nil
	}
	const last = 174 // ballot
	var list []string
	for one := range strings.SplitSeq(value, ",") {
		low, high, isRange := strings.Cut(one, "-")
		if !isRange {
			high = low
		}
		bounds, ok := [2]int{1, last}, strings.Trim(one, " -") != ""
		for i, text := range [2]string{strings.TrimSpace(low), strings.TrimSpace(high)} {
			if text == "" {
				continue // no bound
			}
			n, err := strconv.Atoi(text)
			bounds[i], ok = n, ok && err == nil && n >= 1 && n <= last
		}
		switch {
		case !ok:
			return "", "", fmt.Errorf("no such ballot or range: %q; write 008, 100-156 or 100-", one)
		case bounds[0] > bounds[1]:
			return "", "", exchanged(one)
		}
		list = append(list, fmt.Sprintf("%03d-%03d", bounds[0], bounds[1]))
	}
	return name, strings.Join(list, ","), nil
}

// CheckersMoves reads moves from a position, written in any way that PDN has: "11-15 22x15x8", "11 15". Numbers of
// moves with a full stop, marks, comments in braces and a result at the end are passed over. Anything else is an
// error; the moves before it are returned with it.
func CheckersMoves(p *checkers.Position, text string) (moves []checkers.Move, err error) {
	text = closedComment.ReplaceAllString(typedBlanks.Replace(text), " ")
	end, half := halfMove(text)
	if moves, err = readCheckers(p, text[:end]); err == nil && half != "" {
		err = checkersError(half, "want x or - and another square; the number of a move has a full stop", moves)
	}
	return moves, err
}

// readCheckers reads moves, and a result at their end.
func readCheckers(p *checkers.Position, text string) (moves []checkers.Move, err error) {
	if words := strings.Fields(text); len(words) > 0 && strings.ContainsAny(words[0][:1], "[%") { // a tag, a remark
		return nil, checkersError(words[0], "want a move", nil)
	}
	text = "[FEN \"" + p.String() + "\"]\n\n" + text
	r := pdn.NewReader(strings.NewReader(text))
	g, err := r.Next()
	if g == nil {
		return nil, err
	}
	variations := false
	for _, m := range g.Moves {
		moves, variations = append(moves, m.Move), variations || len(m.Variations) > 0
	}
	var fault *game.RecordError
	if errors.As(err, &fault) && !(errors.Is(err, game.ErrUnfinished) && fault.Text == "") { // no result is needed
		return moves, checkersError(fault.Text, cmp.Or(fault.Remedy, strings.TrimPrefix(fault.Err.Error(), "game: ")), moves)
	}
	if variations {
		return moves, checkersError("(", "want one line of moves, without variations", moves)
	}
	if next, err := r.Next(); next != nil {
		rest, _, _ := strings.Cut(strings.TrimSpace(text[next.Offset:]), " ")
		return moves, checkersError(rest, "it follows a result, which ends the moves", moves)
	} else if err != io.EOF {
		return moves, err
	}
	return moves, nil
}

// checkersError returns the error of a word after some moves.
func checkersError(word, reason string, after []checkers.Move) error {
	if len(after) > 0 {
		reason = fmt.Sprintf("after move %d, %v: %s", len(after), after[len(after)-1], reason)
	}
	return &game.TextError{Game: "checkers", Text: word, Reason: reason, Err: game.ErrMove}
}

var (
	typedBlanks   = strings.NewReplacer(",", " ", ";", " ", "\t", " ", "\n", " ", "\r", " ", "\u00a0", " ")
	closedComment = regexp.MustCompile(`\{[^}]*\}`)

	// Numbers that are understood: squares and results with separators; then NAGs, moves such as 11.15, 1.11 15, 11 15
	// and 1115, and the numbers of moves.
	joined = regexp.MustCompile(`[0-9]+(?:(?: *[-–—−‐‑~_>/xX:×] *|\*)[0-9]+)+`)
	known  = regexp.MustCompile(`\$[0-9]+|\b[0-9]{1,2}\.[0-9]{1,2}(?: +[0-9]{1,2})?(?: |$)|` +
		`\b[0-9]{1,2} +[0-9]{1,2}\b|\b[0-9]{4}\b|\b[0-9]+[.)]+`)
	bare = regexp.MustCompile(`\b[0-9]+\b`)
)

// halfMove returns where the first number begins that is neither part of a move or a result nor the number of a move,
// and the number. If there is none it returns the end of the text.
func halfMove(text string) (at int, number string) {
	rest := text
	for _, understood := range []*regexp.Regexp{joined, known} {
		rest = understood.ReplaceAllStringFunc(rest, func(s string) string { return strings.Repeat("m", len(s)) })
	}
	if half := bare.FindStringIndex(rest); half != nil {
		return half[0], text[half[0]:half[1]]
	}
	return len(text), ""
}

// Draw implements [Drawer]: a board from Black's side, with the FEN below it: b and w are men, B and W kings.
func (*checkersGame) Draw(p index.Position) string {
	fen := p.String()
	squares := [32]byte{}
	for _, side := range strings.Split(fen, ":")[1:] {
		for name := range strings.SplitSeq(side[1:], ",") {
			piece, n := side[0]|0x20, 0
			for _, c := range name {
				if c == 'K' {
					piece = side[0]
				} else {
					n = 10*n + int(c-'0')
				}
			}
			if n > 0 {
				squares[n-1] = piece
			}
		}
	}
	var b strings.Builder
	for at, c := range squares {
		if c == 0 {
			c = '.'
		}
		before := "   "
		if at%4 == 0 {
			before = []string{"  ", ""}[at/4%2]
		}
		b.WriteString(before + string(c))
		if at%4 == 3 {
			b.WriteByte('\n')
		}
	}
	return b.String() + fen
}
