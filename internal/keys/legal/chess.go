package legal

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/keys/attack"
)

// Chess returns the rules of chess. Its positions have White to move, no rights to castle and no
// capture en passant. So they are easy to read and have the same hash under every rule of castling
// and en passant.
func Chess() attack.Rules { return chessRules{} }

type chessRules struct{}

// Space returns [chess.Space].
func (chessRules) Space() *zobrist.Space { return chess.Space() }

// Free reports the pieces other than kings, on squares where they can stand.
func (chessRules) Free(f zobrist.Feature) bool {
	if f >= castling || !audit.ChessOccurs(f) {
		return false
	}
	p, _ := pieceOf(f)
	return p.Type() != chess.King
}

// Pair makes two positions that differ in the set. If a square has two features in the set, each
// position gets one; the others are divided about equally. The kings are on the same squares in
// both.
func (chessRules) Pair(set []zobrist.Feature) (a, b attack.Position, ok bool) {
	if !audit.ChessDiffer(set) ||
		slices.ContainsFunc(set, func(f zobrist.Feature) bool { return !(chessRules{}).Free(f) }) {
		return a, b, false
	}
	taken := squaresOf(set)
	r := rand.New(rand.NewPCG(uint64(set[0]), uint64(len(set))))
	kings := kingPairs(taken)
	for range tries {
		left, right := split(set, squareOf, r)
		if !enough(left) || !enough(right) {
			continue
		}
		k := kings[favourite(r, len(kings))]
		x, legal := position(append(slices.Clone(left), k[0], k[1], turn))
		if !legal || ok && x.Noise >= a.Noise+b.Noise {
			continue
		}
		y, legal := position(append(slices.Clone(right), k[0], k[1], turn))
		if !legal || ok && x.Noise+y.Noise >= a.Noise+b.Noise {
			continue
		}
		a, b, ok = x, y, true
	}
	return a, b, ok
}

// Frame puts the kings on a pair of squares, castled ones first, with White
// to move; all other squares are free.
func (chessRules) Frame(attempt int) (fixed []zobrist.Feature, free func(zobrist.Feature) bool, ok bool) {
	kings := kingPairs(0)
	if attempt >= len(kings) {
		return nil, nil, false
	}
	k := kings[attempt]
	taken := squaresOf(k[:])
	return []zobrist.Feature{k[0], k[1], turn}, func(f zobrist.Feature) bool {
		return chessRules{}.Free(f) && taken>>(f%64)&1 == 0
	}, true
}

// Position returns the position of the features, if it is legal and neither
// king is attacked.
func (chessRules) Position(set []zobrist.Feature) (attack.Position, bool) { return position(set) }

// squareOf returns the square of the feature of a piece.
func squareOf(f zobrist.Feature) int { return int(f % 64) }

// squaresOf returns the squares of features of pieces as a set.
func squaresOf(set []zobrist.Feature) uint64 {
	var squares uint64
	for _, f := range set {
		squares |= 1 << (f % 64)
	}
	return squares
}

// enough reports whether the pieces other than kings can come from the start position: extra pieces
// are promoted pawns.
func enough(set []zobrist.Feature) bool {
	var count [16]int
	for _, f := range set {
		p, _ := pieceOf(f)
		count[p]++
	}
	for c := chess.White; c <= chess.Black; c++ {
		pawns := count[chess.NewPiece(c, chess.Pawn)]
		for t, first := range [...]int{chess.Knight: 2, chess.Bishop: 2, chess.Rook: 2, chess.Queen: 1} {
			if t > int(chess.Pawn) {
				pawns += max(count[chess.NewPiece(c, chess.PieceType(t))]-first, 0)
			}
		}
		if pawns > 8 {
			return false
		}
	}
	return true
}

// kingPairs returns the features of a white and a black king on squares that
// are not taken and not neighbours, castled kings first.
func kingPairs(taken uint64) [][2]zobrist.Feature {
	var pairs [][2]zobrist.Feature
	for w := range chess.Square(64) {
		for b := range chess.Square(64) {
			near := distance(int(w%8), int(b%8)) <= 1 && distance(int(w/8), int(b/8)) <= 1
			if near || taken>>w&1 == 1 || taken>>b&1 == 1 {
				continue
			}
			pairs = append(pairs, [2]zobrist.Feature{
				featureOf(chess.NewPiece(chess.White, chess.King), w),
				featureOf(chess.NewPiece(chess.Black, chess.King), b)})
		}
	}
	slices.SortStableFunc(pairs, func(a, b [2]zobrist.Feature) int {
		return away(a[0]) + away(a[1]) - away(b[0]) - away(b[1])
	})
	return pairs
}

// away returns the distance of a king from its squares after castling.
func away(king zobrist.Feature) int {
	file, row := int(king%8), int(king%64/8)
	if king/64%2 == 0 {
		row = 7 - row
	}
	return 2*row + min(distance(file, 6), distance(file, 1)+1)
}

func distance(a, b int) int { return max(a-b, b-a) }

// favourite returns a random number below n, small ones much more often.
func favourite(r *rand.Rand, n int) int {
	return int(float64(n) * math.Pow(r.Float64(), 8))
}

// position returns the position that has the features if it is legal, neither king is attacked, and
// there is a legal move. Its noise is ten for each capture that either side could make, and one for
// each step of a king from home.
func position(set []zobrist.Feature) (attack.Position, bool) {
	var p attack.Position
	if !oneEach(set) || !enough(set) {
		return p, false
	}
	board := boardOf(set)
	for _, side := range []string{"b", "w"} { // the side to move last
		q, err := chess.Parse(board+" "+side+" - - 0 1", chess.Options{})
		if err != nil || q.InCheck() {
			return p, false
		}
		moves := q.AppendMoves(nil)
		for _, m := range moves {
			if q.PieceAt(m.To()) != chess.NoPiece {
				p.Noise += 10
			}
		}
		if side == "w" {
			if len(moves) == 0 || q.InsufficientMaterial() {
				return p, false
			}
			for _, f := range set {
				if f >= castling-128 && f < castling {
					p.Noise += away(f)
				}
			}
			p.Text = q.FEN()
			p.Features = q.AppendFeatures(nil)
			slices.Sort(p.Features)
		}
	}
	return p, true
}

// oneEach reports whether no square is taken twice and each colour has a king.
func oneEach(set []zobrist.Feature) bool {
	var squares uint64
	kings := 0
	for _, f := range set {
		if f == turn {
			continue
		}
		if f >= castling || squares>>(f%64)&1 == 1 {
			return false
		}
		squares |= 1 << (f % 64)
		if p, _ := pieceOf(f); p.Type() == chess.King {
			kings += 1 << (8 * p.Color())
		}
	}
	return kings == 1<<8|1
}

// boardOf writes the first field of a FEN.
func boardOf(set []zobrist.Feature) string {
	var board [64]chess.Piece
	for _, f := range set {
		if f < castling {
			p, s := pieceOf(f)
			board[s] = p
		}
	}
	var text []byte
	for rank := 7; rank >= 0; rank-- {
		empty := byte(0)
		for file := range 8 {
			p := board[chess.NewSquare(file, rank)]
			if p == chess.NoPiece {
				empty++
				continue
			}
			if empty > 0 {
				text = append(text, '0'+empty)
			}
			empty = 0
			text = append(text, p.String()...)
		}
		if empty > 0 {
			text = append(text, '0'+empty)
		}
		if rank > 0 {
			text = append(text, '/')
		}
	}
	return string(text)
}
