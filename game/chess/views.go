package chess

import (
	"fmt"
	"math/bits"
	"sync"

	"github.com/zobrist-go/zobrist"
)

// A View is a part of a position that has a hash of its own: all positions with the
// same pawns, say, are one in the view of pawns. It does not depend on whose move
// it is. Views are combined by |.
type View uint8

const (
	PawnView     View = 1 << iota // the squares of the pawns of both sides
	MaterialView                  // the number of each kind of piece of each side

	allViews = PawnView | MaterialView
)

// String returns the names of the views, "pawns" or "material", with | between
// them.
func (v View) String() string {
	return [...]string{"none", "pawns", "material", "pawns|material"}[v&allViews]
}

// viewHashes are the hashes of a board in all views.
type viewHashes struct{ pawns, material zobrist.Uint128 }

// ViewHash returns the hash of 128 bits in one view. The view of pawns has the keys of
// [Options].Set: it is the hash of the features of pawns alone. The view of material
// has keys of its own, [zobrist.Default] of 160 features. The features are the
// counts 1 to 16 of white pawns, knights, bishops, rooks and queens, then of the
// black ones.
//
// Unless [Options].Views names the view, it takes some 20 ns. It panics if v is not
// one view.
func (p *Position) ViewHash(v View) zobrist.Uint128 {
	kept := p.setting.views&v != 0
	switch {
	case v == PawnView && kept:
		return p.views[len(p.line)-1].pawns
	case v == MaterialView && kept:
		return p.views[len(p.line)-1].material
	case v == PawnView:
		return p.setting.pawnHash(p.board)
	case v == MaterialView:
		return p.material()
	}
	panic(fmt.Sprintf("chess: ViewHash of %d, which is not one view", v))
}

// setViews computes the hashes of the last board of the line.
func (p *Position) setViews() {
	at := len(p.line) - 1
	if at == len(p.views) {
		p.views = append(p.views, viewHashes{})
	}
	p.views[at] = viewHashes{p.setting.pawnHash(p.board), p.material()}
}

// makeViews computes the hashes after the last move m, by which the board became
// next.
func (p *Position) makeViews(m Move, next *board) {
	at := len(p.line) - 1
	if at == len(p.views) {
		p.views = append(p.views, viewHashes{})
	}
	h := p.views[at-1]
	before, after := p.board.pawns(), next.pawns()
	white, whiteNext := p.sets.White, next.sets.White
	for c, changed := range [2]uint64{before&white ^ after&whiteNext, before&^white ^ after&^whiteNext} {
		for ; changed != 0; changed &= changed - 1 {
			piece, s := NewPiece(Color(c), Pawn), first(changed)&63
			h.pawns.Lo ^= p.setting.keys.piece[piece][s]
			h.pawns.Hi ^= p.setting.second.piece[piece][s]
		}
	}
	if m.Promotion() != NoPieceType || bits.OnesCount64(p.occupied()) != bits.OnesCount64(next.occupied()) {
		h.material = next.material()
	}
	p.views[at] = h
}

// pawnHash returns the hash of the pawns of a board.
func (s *setting) pawnHash(b *board) zobrist.Uint128 {
	h := zobrist.Uint128{Hi: s.set.SecondStart, Lo: s.set.Start}
	for pawns := b.pawns(); pawns != 0; pawns &= pawns - 1 {
		at := first(pawns)
		f := feature(b.at(at), at)
		h.Hi ^= s.set.Second[f]
		h.Lo ^= s.set.Keys[f]
	}
	return h
}

// maxCount is the greatest number of pieces of one kind: Set refuses more than 16 a
// side. With Options.Editor more count as 16.
const maxCount = 16

// materialSet are the keys of the counts 1 to maxCount of each kind of piece but
// the king, of White and then of Black.
var materialSet = sync.OnceValue(func() zobrist.Set { return zobrist.Default(2 * 5 * maxCount) })

// material returns the hash of the number of each kind of piece.
func (b *board) material() zobrist.Uint128 {
	set := materialSet()
	h := zobrist.Uint128{Hi: set.SecondStart, Lo: set.Start}
	const kinds = 5
	for kind := range kinds {
		pieces := b.set(Pawn + PieceType(kind))
		white := bits.OnesCount64(pieces & b.sets.White)
		for side, count := range [2]int{white, bits.OnesCount64(pieces) - white} {
			if count > 0 {
				f := (side*kinds+kind)*maxCount + min(count, maxCount) - 1
				h.Hi ^= set.Second[f]
				h.Lo ^= set.Keys[f]
			}
		}
	}
	return h
}
