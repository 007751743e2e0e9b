package baduk

import "slices"

// neighbours are the distances to the four points beside a padded point.
var neighbours = [4]int16{-stride, -1, 1, stride}

// next begins a new walk, with no point marked.
func (p *Position) next() {
	p.epoch++
	if p.epoch == 0 {
		clear(p.mark[:])
		p.epoch = 1
	}
}

// hasLiberty reports whether the chain of the stone at start has an empty
// point beside it, other than except. The walk stops at the first one.
func (p *Position) hasLiberty(start, except int16) bool {
	c := p.board[start]
	p.next()
	p.mark[start] = p.epoch
	p.stack = append(p.stack[:0], start)
	for len(p.stack) > 0 {
		i := p.stack[len(p.stack)-1]
		p.stack = p.stack[:len(p.stack)-1]
		for _, d := range neighbours {
			j := i + d
			switch {
			case p.board[j] == Empty:
				if j != except {
					return true
				}
			case p.board[j] == c && p.mark[j] != p.epoch:
				p.mark[j] = p.epoch
				p.stack = append(p.stack, j)
			}
		}
	}
	return false
}

// appendChain appends the points of the chain of the stone at start.
func (p *Position) appendChain(dst []int16, start int16) []int16 {
	c := p.board[start]
	p.next()
	p.mark[start] = p.epoch
	first := len(dst)
	dst = append(dst, start)
	for n := first; n < len(dst); n++ {
		for _, d := range neighbours {
			if j := dst[n] + d; p.board[j] == c && p.mark[j] != p.epoch {
				p.mark[j] = p.epoch
				dst = append(dst, j)
			}
		}
	}
	return dst
}

// appendDead appends the points of the chains without a liberty, from the first row on. It walks along each chain once.
func (p *Position) appendDead(dst []int16) []int16 {
	p.next()
	for m := range Move(p.points()) {
		start := p.at(m)
		c := p.board[start]
		if c == Empty || p.mark[start] == p.epoch {
			continue
		}
		p.mark[start] = p.epoch
		first, alive := len(dst), false
		dst = append(dst, start)
		for n := first; n < len(dst); n++ {
			for _, d := range neighbours {
				j := dst[n] + d
				alive = alive || p.board[j] == Empty
				if p.board[j] == c && p.mark[j] != p.epoch {
					p.mark[j] = p.epoch
					dst = append(dst, j)
				}
			}
		}
		if alive {
			dst = dst[:first]
		}
	}
	return dst
}

// appendCaptures appends the stones that a play of the side to move on the
// empty point i removes: the opponent's chains without another liberty, or, if
// there are none and suicide is allowed, its own chain with the stone played.
// legal is false if the play is a forbidden suicide. Ko is not considered.
func (p *Position) appendCaptures(dst []int16, i int16) (captured []int16, suicide, legal bool) {
	first := len(dst)
	free := false
	for _, d := range neighbours {
		switch p.board[i+d] {
		case Empty:
			free = true
		case p.turn:
			free = free || p.hasLiberty(i+d, i)
		case p.turn.Opponent():
			if !contains(dst[first:], i+d) && !p.hasLiberty(i+d, i) {
				dst = p.appendChain(dst, i+d)
			}
		}
	}
	if free || len(dst) > first {
		return dst, false, true
	}
	if !p.options.Suicide {
		return dst, false, false
	}
	p.board[i] = p.turn
	dst = p.appendChain(dst, i)
	p.board[i] = Empty
	if len(dst) == first+1 {
		return dst[:first], false, false
	}
	return dst, true, true
}

func contains(points []int16, i int16) bool {
	return slices.Contains(points, i)
}
