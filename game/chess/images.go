package chess

import (
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
)

// Images are numbered by two bits: 1 if the colours are exchanged and the ranks
// mirrored, 2 if the files are.
const (
	exchanged = 1
	mirrored  = 2
)

// squares is what the squares of an image differ by.
var squares = [4]Square{0, 56, 7, 63}

// images holds the keys of the features of each image.
type images struct {
	set          zobrist.Set
	keys, second [4]*table // nil for image 0, which is the board itself
}

func newImages(set zobrist.Set, rule EnPassant) *images {
	im := &images{set: set}
	for i := uint8(1); i < 4; i++ {
		im.keys[i], im.second[i] = newTable(turned(set.Keys, i), rule), newTable(turned(set.Second, i), rule)
	}
	return im
}

// turned returns the keys of the images of the features. With the files mirrored
// there is no castling, and its keys are 0.
func turned(keys zobrist.Keys, image uint8) zobrist.Keys {
	list := make(zobrist.Keys, features)
	for f := range list {
		if f := zobrist.Feature(f); image < mirrored || f < castleFeature || f >= castleFeature+4 {
			list[f] = keys[imageOf(f, image)]
		}
	}
	return list
}

// imageOf returns the image of a feature other than the turn.
func imageOf(f zobrist.Feature, image uint8) zobrist.Feature {
	switch {
	case f < castleFeature:
		f ^= zobrist.Feature(squares[image&3]) | zobrist.Feature(image&exchanged)<<6
	case f < enPassantFeature:
		f = castleFeature + (f - castleFeature) ^ zobrist.Feature(image&exchanged)<<1
	case f < turnFeature && image&mirrored != 0:
		f = enPassantFeature + 7 - (f - enPassantFeature)
	}
	return f
}

// apply replaces the features dst[from:] by their images.
func apply(image uint8, dst []zobrist.Feature, from int) []zobrist.Feature {
	if image == 0 {
		return dst
	}
	for i, f := range dst[from:] {
		dst[from+i] = imageOf(f, image)
	}
	if image&exchanged == 0 {
		return dst
	}
	if i := slices.Index(dst[from:], turnFeature); i >= 0 {
		return slices.Delete(dst, from+i, from+i+1)
	}
	return append(dst, turnFeature)
}

// sums computes the sums of all images of a position from its features. The sums with
// the files mirrored leave castling out. The sums of the secondary code are computed if
// wide.
func (im *images) sums(e *extra, held []zobrist.Feature, wide bool) {
	for i := range uint8(4) {
		image := make([]zobrist.Feature, 0, maxFeatures)
		for _, f := range held {
			if i < mirrored || f < castleFeature || f >= enPassantFeature {
				image = append(image, f)
			}
		}
		image = apply(i, image, 0)
		e.sums[i] = im.set.Hash(image...)
		if wide {
			e.sums2[i] = im.set.Second.Hash(im.set.SecondStart, image...)
		}
	}
}

// least returns the image with the least sum, of two images, or of all four if the
// files may be mirrored. If two sums are equal, the secondary code decides.
func (e *extra) least(all bool) (best uint8) {
	n := uint8(2)
	if all {
		n = 4
	}
	for i := uint8(1); i < n; i++ {
		if e.sums[i] < e.sums[best&3] || e.sums[i] == e.sums[best&3] && e.sums2[i] < e.sums2[best&3] {
			best = i
		}
	}
	return best
}

// Symmetry returns [game.ColorSymmetry] with [Options].Canonical, otherwise
// [game.NoSymmetry].
func (p *Position) Symmetry() game.Symmetry {
	if p.setting.images != nil {
		return game.ColorSymmetry
	}
	return game.NoSymmetry
}

// Image returns what becomes of a move in the image that the hash belongs to,
// the move itself unless the hash is canonical; see [game.Symmetric].
func (p *Position) Image(m Move) Move {
	if p.setting.images == nil {
		return m
	}
	s := Move(squares[p.extras[len(p.line)-1].image&3])
	return m ^ s<<6 ^ s
}

// Preimage undoes Image. Every image is its own.
func (p *Position) Preimage(m Move) Move { return p.Image(m) }
