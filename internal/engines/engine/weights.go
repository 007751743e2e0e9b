package engine

import (
	_ "embed"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unsafe"
)

// A Score is two values in one word, for the middle game in the high half and for
// the end game in the low half. Scores are added and multiplied as one number.
type Score int64

// NewScore returns a score with two values.
func NewScore(middle, end int) Score { return Score(middle)<<32 + Score(end) }

// Middle and End return the halves. A negative low half has borrowed from the high one.
func (s Score) Middle() int { return int((s + 1<<31) >> 32) }
func (s Score) End() int    { return int(int32(s)) }

// Weights are what the evaluation is made of, in hundredths of a pawn. It is linear
// in them, so that the tuner finds by evaluating how often each counts.
type Weights struct {
	// Square is the value of a piece on a square, material included: pawn to king, a1 to
	// h8 as White sees it with its king on the files e to h; a board with the king
	// elsewhere is mirrored. The first index is the king's file, e to h, plus 4 if the
	// other king stands on the other wing.
	Square   [8][6][64]Score
	Mobility [4][28]Score // knight to queen, by squares in reach that no pawn guards

	Doubled            Score
	Isolated, Backward [2]Score // no other pawn ahead on the file, or one
	Guarded, Beside    [8]Score // by a pawn; a pawn; by rank
	Blocked            [8]Score // by a pawn of the other side, by rank

	// Passed pawns by rank: any; with the next square empty, and not attacked either;
	// with it guarded; with all squares to the last rank empty and not attacked.
	Passed, PassedFree, PassedSafe, PassedHeld, PassedPath [8]Score
	PassedOwn, PassedOther                                 [8]Score // past the middle: by the kings' distances
	PassedRook                                             [2]Score // an own rook behind, or one of the other side

	Shelter, Storm [4][8]Score // the nearest own and other pawn on files near the king, by rank
	KingPawn       Score       // distance of the king from its nearest pawn
	Rights         [2]Score    // to castle on the king's side, the queen's

	Along, Against         [5][5]Score // products of two numbers of pieces, see imbalance
	Near                   [4][8]Score // knight to queen: distance from the other king
	BishopPawns            Score       // own pawns on squares of the bishop's colour
	BehindPawn             Score       // knight or bishop right behind a pawn
	Guardian               [2]Score    // distance of a knight, a bishop from its king
	Outpost                [2]Score    // knight, bishop: guarded by a pawn and safe from pawns
	RookOpen, RookHalfOpen Score

	ByPawn, ByMinor, ByRook [6]Score // threats to a piece, by its type
	ByKing                  Score    // the king attacks a piece that is not guarded well
	Hanging                 Score    // attacked and not guarded
	PushThreat              Score    // a pawn can attack a piece by a safe step
	Contested               Score    // squares that both sides attack and the other does not hold well
	Space                   Score    // squares of the centre behind the front that no pawn guards
	Pinned                  [5]Score // a piece, by type, between its king and a piece that aims at it
	QueenPinned             Score    // anything between the queen and a bishop or rook that aims at her

	Danger            [40]Score // attack on the other king, see attack
	Check             [4]Score  // knight to queen: a check can be given safely
	Around            [4]Score  // knight to queen: squares around the other king in reach
	Weak              Score     // squares beside the other king that it alone guards
	Flank, FlankTwice Score     // squares of the other king's wing in reach, of two pieces
	Guard             Score     // squares of the own king's wing in reach

	Tempo Score // to have the move
}

//go:embed weights.txt
var weightsText string

// Tuned returns the weights in use. They must not be changed.
var Tuned = sync.OnceValue(func() *Weights {
	w, err := ParseWeights(weightsText)
	if err != nil {
		panic(err) // a test reads the file
	}
	return w
})

// Flat returns the weights as a list.
func (w *Weights) Flat() []Score {
	return unsafe.Slice((*Score)(unsafe.Pointer(w)), unsafe.Sizeof(*w)/unsafe.Sizeof(Score(0)))
}

// Write writes the weights as text: the name of each field, then its values in the order of memory, as middle
// game/end game.
func (w *Weights) Write(out io.Writer) error {
	var b strings.Builder
	b.WriteString("# Weights of the evaluation: fields, then values for middle game/end game in hundredths of a pawn.\n" +
		"# Written by go run ./cmd/lab tune.\n")
	list := w.Flat()
	for field := range reflect.TypeFor[Weights]().Fields() {
		n := int(field.Type.Size() / unsafe.Sizeof(Score(0)))
		b.WriteString(field.Name)
		for i, s := range list[:n] {
			separator := " "
			if i%8 == 0 {
				separator = "\n"
			}
			fmt.Fprintf(&b, "%s%d/%d", separator, s.Middle(), s.End())
		}
		b.WriteString("\n")
		list = list[n:]
	}
	_, err := io.WriteString(out, b.String())
	return err
}

// ParseWeights reads what Write has written.
func ParseWeights(text string) (*Weights, error) {
	w := new(Weights)
	list := w.Flat()
	var words []string
	for line := range strings.Lines(text) {
		if line[0] != '#' {
			words = append(words, strings.Fields(line)...)
		}
	}
	for field := range reflect.TypeFor[Weights]().Fields() {
		n := int(field.Type.Size() / unsafe.Sizeof(Score(0)))
		if len(words) < 1+n || words[0] != field.Name {
			return nil, fmt.Errorf("engine: weights: no %d values of %s", n, field.Name)
		}
		for i, word := range words[1 : 1+n] {
			a, b, _ := strings.Cut(word, "/")
			middle, err := strconv.ParseInt(a, 10, 16)
			end, err2 := strconv.ParseInt(b, 10, 16)
			if err != nil || err2 != nil {
				return nil, fmt.Errorf("engine: weights: invalid value %q of %s", word, field.Name)
			}
			list[i] = NewScore(int(middle), int(end))
		}
		words, list = words[1+n:], list[n:]
	}
	if len(words) > 0 {
		return nil, fmt.Errorf("engine: weights: unexpected %q", words[0])
	}
	return w, nil
}
