package badukindex

import (
	"math"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/index"
)

// The word of a visit is twice a number: 0 for the end of the game, 1 and the feature of the stone played in the
// image with the hash, or one of these. The last bit is set if that image has the other
// colours. Of several such images the least word counts.
const (
	passNumber  = 2*most + 1
	setupNumber = 2*most + 2
	stoneNumber = 2*most + 3 // in no word: the number of the stone

	wordBits = 12
)

// An imager finds the images of a stone: a whole board, or a corner.
type imager interface {
	AppendImages(dst []zobrist.Feature, f zobrist.Feature) []zobrist.Feature
}

// fold returns the word of a number, or of the stone of feature f if that is stoneNumber. Features of Black's stones
// are below points, White's follow.
func fold(in imager, points int, number uint32, f zobrist.Feature) uint32 {
	var room [16]zobrist.Feature
	least := uint32(math.MaxUint32)
	for _, image := range in.AppendImages(room[:0], f) {
		word := number << 1
		if number == stoneNumber {
			word = (uint32(image) + 1) << 1
		}
		if int(image)/points != int(f)/points {
			word |= 1
		}
		least = min(least, word)
	}
	return least
}

// fold returns the word of a move of a whole board, or of 0, the end of the game.
func (p *Position) fold(move uint32) uint32 {
	points := p.field.width * p.field.height
	switch {
	case move == 0:
		return fold(p.board, points, 0, 0)
	case move == pass:
		return fold(p.board, points, passNumber, 0)
	case move > pass:
		return fold(p.board, points, setupNumber, 0)
	}
	return fold(p.board, points, stoneNumber, zobrist.Feature(int(p.board.Turn()-baduk.Black)*points+int(move)-1))
}

// A folding is a move that a word stands for.
type folding struct {
	move             uint32
	exchanged, legal bool
	others           []uint32 // moves with the same word
}

// foldings returns the first move of each word of a view, without the last bit.
func (p *Position) foldings(v index.View) map[uint32]folding {
	if p.folded != nil && p.foldedIn == v {
		return p.folded
	}
	p.folded, p.foldedIn = make(map[uint32]folding), v
	add := func(move, word uint32, legal bool) {
		f, ok := p.folded[word>>1]
		if !ok {
			f = folding{move: move, exchanged: word&1 == 1, legal: legal}
		} else if f.legal && legal {
			f.others = append(f.others, move)
		}
		p.folded[word>>1] = f
	}
	if v == index.Positions {
		for _, move := range p.AppendMoves([]uint32{0}) {
			add(move, p.fold(move), move != 0)
		}
		for _, m := range p.field.order { // what records may have against the rules
			add(moveOf(m), p.fold(moveOf(m)), false)
		}
		add(setup, p.fold(setup), false)
		return p.folded
	}
	c, k := p.chosenCorner(v)
	if c == nil {
		return p.folded
	}
	h := c.hash(p.board, k)
	add(0, c.foldEnd(&h), false)
	for color := baduk.Black; color <= baduk.White; color++ {
		for _, m := range p.field.order {
			if at := c.place(k, m); at >= 0 {
				add(coloured*uint32(color)+moveOf(m), c.fold(&h, color, at), p.board.Stone(m) == baduk.Empty)
			}
		}
	}
	return p.folded
}

// Next implements [index.Folded].
func (p *Position) Next(v index.View, yield func(move uint32, hashes []zobrist.Uint128)) {
	folded, corner := p.foldings(v), p.corner
	if v != index.Positions {
		_, p.corner = p.chosenCorner(v) // whatever is played last
	}
	var hashes []zobrist.Uint128
	for _, f := range folded {
		if f.legal {
			p.Make(f.move)
			hashes = p.AppendHashes(hashes[:0], v)
			yield(f.move, hashes)
			p.Unmake()
		}
	}
	p.folded, p.foldedIn, p.corner = folded, v, corner
}

// Unfold implements [index.Folded].
func (p *Position) Unfold(v index.View, word uint32) (move uint32, exchanged, ok bool) {
	f, ok := p.foldings(v)[word>>1]
	return f.move, f.exchanged != (word&1 == 1), ok
}

// Words implements [index.Folded].
func (p *Position) Words(v index.View, move uint32) (words []uint32) {
	for word, f := range p.foldings(v) {
		if f.move == move {
			words = []uint32{word << 1, word<<1 | 1}
		}
	}
	return words
}

// Symmetric returns the moves that lead to the same position as a move of an answer, because the board, or the corner,
// is symmetric. The move itself is not among them.
func (p *Position) Symmetric(v index.View, move uint32) []uint32 {
	for _, f := range p.foldings(v) {
		if f.move == move {
			return f.others
		}
	}
	return nil
}
