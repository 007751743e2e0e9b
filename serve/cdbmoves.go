package serve

import (
	"cmp"
	"math"
	"math/bits"
	"slices"

	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/chess"
)

// A knownMove is a move whose value is known, from an evaluation of its position or of the position after it.
type knownMove struct {
	chess.Move
	uci           string
	score         int          // for the side that makes it
	depth         int          // of the search that found the score
	line          []chess.Move // from the move on; nil if it is in the position after it
	capped        bool         // the score was lowered to the best one's
	replies, good int          // known ones, and those not much worse than the best
}

// knownMoves returns the known moves of a position, the best first. What the deepest search found out about a move is
// its score. As long as that search is not as deep as the deepest one of the position, which found no better move,
// the score is not above the best one's, unless it is a mate. Without counts, replies are not counted.
func knownMoves(s *evals.Store[chess.Move], p *chess.Position, counts bool) ([]knownMove, error) {
	known, all, err := evals.KnownMoves(s, p)
	if err != nil {
		return nil, err
	}
	sign := 1
	if p.Turn() == chess.Black {
		sign = -1
	}
	deepest, best := deepestMove(all, sign)
	list := make([]knownMove, 0, len(known))
	for _, m := range known {
		one := knownMove{Move: m.Move, uci: p.UCI(m.Move), score: cdbValue(m.Value, sign), depth: m.Depth, line: m.Line}
		if one.depth < deepest && one.score > best && one.score < cdbLeastMate {
			one.score, one.capped = best, true
		}
		if counts {
			p.Make(m.Move)
			replies, err := knownMoves(s, p, false)
			p.Unmake()
			if err != nil {
				return nil, err
			}
			one.count(replies)
		}
		list = append(list, one)
	}
	slices.SortFunc(list, func(a, b knownMove) int {
		return cmp.Or(cmp.Compare(b.score, a.score), compareBool(a.capped, b.capped), cmp.Compare(a.good, b.good),
			cmp.Compare(b.replies, a.replies), cmp.Compare(a.uci, b.uci))
	})
	return list, nil
}

// deepestMove returns the depth of the deepest evaluation that has a move, −1 if there is none, and the score of its
// first move.
func deepestMove(all []evals.Evaluation[chess.Move], sign int) (depth, score int) {
	for _, v := range all {
		for _, l := range v.Lines {
			if len(l.Moves) > 0 {
				return v.Depth, cdbValue(l.Value, sign)
			}
		}
	}
	return -1, 0
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// count counts the known and the good replies to the move.
func (m *knownMove) count(replies []knownMove) {
	m.replies = len(replies)
	for i := range replies {
		if float64(replies[i].score) >= goodScore(replies[0].score) {
			m.good++
		}
	}
}

// play returns the line of play that begins with the move.
func (m *knownMove) play(s *evals.Store[chess.Move], p *chess.Position) ([]chess.Move, error) {
	if m.line != nil {
		return m.line, nil
	}
	p.Make(m.Move)
	defer p.Unmake()
	v, ok, err := s.Find(p)
	line := []chess.Move{m.Move}
	if ok {
		line = append(line, v.Lines[0].Moves...)
	}
	return line, err
}

// Scores of chessdb.cn: mate is 30000 less the plies to it, and scores from 15000 on are of its tablebases.
const (
	cdbMate      = 30_000
	cdbLeastMate = 25_001
	cdbMost      = 14_999 // of other values
)

// cdbValue returns the score of a value for the side that moves: sign is 1 for White. A mate in n moves is 2n−1 plies
// away if this side mates, otherwise 2n.
func cdbValue(v evals.Value, sign int) int {
	switch n := int(v.Mate) * sign; {
	case n > 0:
		return max(cdbMate+1-2*n, cdbLeastMate)
	case n < 0:
		return min(-cdbMate-2*n, -cdbLeastMate)
	}
	return min(max(int(v.Score)*sign, -cdbMost), cdbMost)
}

// goodScore returns the least score of a good move if the best score is known, and bestScore the least of a best one.
func goodScore(best int) float64 {
	m := float64(best)
	near := m - 10/(1+math.Exp(-math.Abs(m)/10))
	switch {
	case best >= 75:
		return m
	case best > 50:
		return near + (m-near)*(m-50)/25
	case best >= -30:
		return near
	case best > -50:
		at := goodScore(-30)
		return -50 + (at+50)*(m+50)/20
	}
	return -50
}

func bestScore(best int) float64 {
	m := float64(best)
	if best < -30 || best >= 50 {
		return m
	}
	near := m - 5/(1+math.Exp(-math.Abs(m)/20))
	if best > 0 {
		return max(near, 1)
	}
	return near
}

// rankOf returns 2 for a best move, 1 for a good one, and otherwise 0.
func rankOf(score, best int) int {
	good, top := float64(score) >= goodScore(best), float64(score) >= bestScore(best)
	switch {
	case good && top:
		return 2
	case good:
		return 1
	}
	return 0
}

// reachable reports whether a position has pieces that a game can leave: no more than 8 pawns and 16 pieces a side,
// no more promoted ones than pawns are missing, and a check that one move can give.
func reachable(p *chess.Position) bool {
	b := p.Bitboard(0)
	for color := range uint8(2) {
		own := b.Of(color)
		straight, diagonal := b.Straight()&own, b.Diagonal()&own
		pawns := bits.OnesCount64(b.Pawns() & own)
		const dark = 0xaa55aa55aa55aa55
		bishops := diagonal &^ straight
		promoted := 0
		for _, n := range []struct{ have, first int }{
			{bits.OnesCount64(diagonal & straight), 1}, {bits.OnesCount64(straight &^ diagonal), 2},
			{bits.OnesCount64(b.Knights() & own), 2},
			{bits.OnesCount64(bishops & dark), 1}, {bits.OnesCount64(bishops &^ dark), 1},
		} {
			promoted += max(0, n.have-n.first)
		}
		if pawns+promoted > 8 || bits.OnesCount64(own) > 16 {
			return false
		}
	}
	if !p.InCheck() {
		return true
	}
	us, them := uint8(chess.White), uint8(chess.Black)
	if p.Turn() == chess.Black {
		us, them = them, us
	}
	king := uint8(bits.TrailingZeros64(b.Kings() & b.Of(us)))
	checkers := b.Attackers(king, b.Occupied()) & b.Of(them)
	switch bits.OnesCount64(checkers) {
	case 1:
		return true
	case 2:
	default:
		return false
	}
	if checkers&(b.Straight()|b.Diagonal()) == 0 {
		return false // no piece was uncovered
	}
	first, second := uint8(bits.TrailingZeros64(checkers)), uint8(63-bits.LeadingZeros64(checkers))
	return !opposite(king, first, second)
}

// opposite reports whether two squares are in opposite directions from a third.
func opposite(from, a, b uint8) bool {
	direction := func(to uint8) (file, rank int) {
		return cmp.Compare(to&7, from&7), cmp.Compare(to>>3, from>>3)
	}
	fileA, rankA := direction(a)
	fileB, rankB := direction(b)
	lined := func(to uint8) bool {
		file, rank := int(to&7)-int(from&7), int(to>>3)-int(from>>3)
		return file == 0 || rank == 0 || file == rank || file == -rank
	}
	return lined(a) && lined(b) && fileA == -fileB && rankA == -rankB
}
