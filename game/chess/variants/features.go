package variants

import (
	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
)

// piece returns the feature of a piece on a square, as package chess numbers them.
func piece(p chess.Piece, s chess.Square) zobrist.Feature {
	return zobrist.Feature((2*(int(p.Type())-1)+1-int(p.Color()))*64 + int(s))
}

// seen returns the piece that the features have on a square. A castling rook that is not outermost counts as a pawn.
func (b *board) seen(s chess.Square, inner uint64) chess.Piece {
	if inner&bit(s) != 0 {
		return chess.NewPiece(b.at(s).Color(), chess.Pawn)
	}
	return b.at(s)
}

// AppendFeatures appends the features that hold.
func (p *Position) AppendFeatures(dst []zobrist.Feature) []zobrist.Feature {
	b := p.last()
	inner := b.inner()
	for set := b.sets.Occupied(); set != 0; set &= set - 1 {
		dst = append(dst, piece(b.seen(first(set), inner), first(set)))
	}
	for set := b.sets.Rights; set != 0; set &= set - 1 {
		dst = append(dst, castleFeature+zobrist.Feature(b.right(first(set))))
	}
	if b.ep != 0 {
		dst = append(dst, passantFeature+zobrist.Feature(b.ep&7))
	}
	if b.turn == chess.White {
		dst = append(dst, turnFeature)
	}
	dst = append(dst, variantFeature+zobrist.Feature(b.rules))
	for set := b.promoted; set != 0; set &= set - 1 {
		dst = append(dst, promotedFeature+zobrist.Feature(first(set)))
	}
	for c := range b.pocket {
		for t := chess.Pawn; t <= chess.Queen; t++ {
			dst = appendCount(dst, pocketOf(c, t), 0, b.pocket[c][t])
		}
		dst = appendCount(dst, checkFeature+zobrist.Feature(toWin*c), 0, b.checks[c])
	}
	return dst
}

// pocketOf returns the feature of one piece of a type in a side's pocket.
func pocketOf(c int, t chess.PieceType) zobrist.Feature {
	return pocketFeature + zobrist.Feature((c*kinds+int(t)-1)*maxPocket)
}

// appendCount appends the features in which two counts differ: feature one+n−1 says that there are at least n.
func appendCount(dst []zobrist.Feature, one zobrist.Feature, old, new uint8) []zobrist.Feature {
	for n := min(old, new); n < max(old, new); n++ {
		dst = append(dst, one+zobrist.Feature(n))
	}
	return dst
}

// change returns the XOR of the keys of the features in which two boards differ, one move apart.
func (s *setting) change(old, new *board) (d zobrist.Uint128) {
	var buffer [32]zobrist.Feature
	for _, f := range appendChange(buffer[:0], old, new) {
		d.Lo ^= s.set.Keys[f]
		d.Hi ^= s.set.Second[f]
	}
	return d
}

// appendChange appends the features in which two boards differ, one move apart.
func appendChange(dst []zobrist.Feature, old, new *board) []zobrist.Feature {
	inner, innerNext := old.inner(), new.inner()
	for set := old.sets.Changed(&new.sets) | inner ^ innerNext; set != 0; set &= set - 1 {
		at := first(set)
		if was := old.seen(at, inner); was != chess.NoPiece {
			dst = append(dst, piece(was, at))
		}
		if is := new.seen(at, innerNext); is != chess.NoPiece {
			dst = append(dst, piece(is, at))
		}
	}
	for lost := old.sets.Rights ^ new.sets.Rights; lost != 0; lost &= lost - 1 {
		dst = append(dst, castleFeature+zobrist.Feature(old.right(first(lost))))
	}
	for _, ep := range [2]chess.Square{old.ep, new.ep} {
		if ep != 0 {
			dst = append(dst, passantFeature+zobrist.Feature(ep&7))
		}
	}
	for set := old.promoted ^ new.promoted; set != 0; set &= set - 1 {
		dst = append(dst, promotedFeature+zobrist.Feature(first(set)))
	}
	for c := range old.pocket {
		if old.pocket[c] != new.pocket[c] {
			for t := chess.Pawn; t <= chess.Queen; t++ {
				dst = appendCount(dst, pocketOf(c, t), old.pocket[c][t], new.pocket[c][t])
			}
		}
		dst = appendCount(dst, checkFeature+zobrist.Feature(toWin*c), old.checks[c], new.checks[c])
	}
	return append(dst, turnFeature)
}
