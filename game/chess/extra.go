package chess

import "github.com/zobrist-go/zobrist"

// An extra is the data that the options Canonical and History keep for a board. The
// board's own hashes then belong to an image and include the history.
type extra struct {
	sums, sums2 [4]uint64 // of each image, without history; of one if hashes are ordinary
	past, past2 uint64    // of the features of history
	image       uint8     // the image with the least sum
}

// setExtra computes the extra of the only board of the line, and replaces its plain
// hashes.
func (p *Position) setExtra() {
	if len(p.extras) == 0 {
		p.extras = append(p.extras, extra{})
	}
	e := &p.extras[0]
	*e = extra{}
	e.sums[0], e.sums2[0] = p.hash, p.second
	if p.setting.images != nil {
		var buffer [maxFeatures]zobrist.Feature
		p.setting.images.sums(e, p.appendFeatures(buffer[:0]), p.setting.second != nil)
	}
	p.finish(e, p.board)
}

// makeExtra computes the extra and the hashes of the last board of the line, which the
// move m has just made from the one before; NoMove is a pass.
func (p *Position) makeExtra(m Move) {
	at := len(p.line) - 1
	before, next := &p.line[at-1], &p.line[at]
	if at == len(p.extras) {
		p.extras = append(p.extras, extra{})
	}
	e := &p.extras[at]
	e.sums, e.sums2 = p.extras[at-1].sums, p.extras[at-1].sums2
	e.sums[0] ^= before.hash ^ next.hash
	e.sums2[0] ^= before.second ^ next.second
	if images := p.setting.images; images != nil {
		for i := 1; i < len(images.keys); i++ {
			if m == NoMove {
				e.sums[i] ^= change(before, next, images.keys[i])
			} else {
				e.sums[i] ^= before.changeBy(m, next, images.keys[i])
			}
		}
		if p.setting.second != nil {
			for i := 1; i < len(images.second); i++ {
				if m == NoMove {
					e.sums2[i] ^= change(before, next, images.second[i])
				} else {
					e.sums2[i] ^= before.changeBy(m, next, images.second[i])
				}
			}
		}
	}
	p.finish(e, next)
}

// finish makes the hashes of the last board of the line.
func (p *Position) finish(e *extra, b *board) {
	e.image = 0
	if p.setting.images != nil {
		e.image = e.least(b.sets.Rights == 0)
	}
	e.past, e.past2 = 0, 0
	if p.setting.history != 0 {
		var buffer [2]zobrist.Feature
		for _, f := range p.appendHistory(buffer[:0]) {
			e.past ^= p.setting.set.Keys[f]
			e.past2 ^= p.setting.set.Second[f]
		}
	}
	b.hash = e.sums[e.image] ^ e.past
	if p.setting.second != nil {
		b.second = e.sums2[e.image] ^ e.past2
	}
}

// appendExtra replaces the plain features dst[from:] of the position by the features
// of its hash.
func (p *Position) appendExtra(dst []zobrist.Feature, from int) []zobrist.Feature {
	dst = apply(p.extras[len(p.line)-1].image, dst, from)
	if p.setting.history != 0 {
		dst = p.appendHistory(dst)
	}
	return dst
}
