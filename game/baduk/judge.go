package baduk

// Evaluate estimates the margin of the side to move by area and komi, in half
// points. Each empty point belongs to the side whose stones are nearer, and
// chains that the side to move can capture at once belong to it. Nothing else of
// life and death is considered. After two passes it returns the score. The cost
// is linear in the points.
func (p *Position) Evaluate() int {
	if score, over := p.Score(); over {
		return score
	}
	var sides [padded]uint8 // bit c−1: c is as near as any
	var far [padded]uint16  // steps from the nearest stone, plus 1
	var queue [MaxSide * MaxSide]int16
	n := 0
	for m := range p.points() {
		i := p.at(Move(m))
		if c := p.board[i]; c != Empty && sides[i] == 0 {
			p.chain = p.appendChain(p.chain[:0], i)
			side := uint8(c)
			if c != p.turn && p.inAtari(p.chain) {
				side = uint8(p.turn)
			}
			for _, j := range p.chain {
				sides[j], far[j] = side, 1
				queue[n] = j
				n++
			}
		}
	}
	for k := 0; k < n; k++ {
		i := queue[k]
		for _, d := range neighbours {
			j := i + d
			switch {
			case p.board[j] != Empty:
			case far[j] == 0:
				far[j], sides[j] = far[i]+1, sides[i]
				queue[n] = j
				n++
			case far[j] == far[i]+1:
				sides[j] |= sides[i]
			}
		}
	}
	score := -p.options.Komi
	for _, i := range queue[:n] {
		switch sides[i] {
		case uint8(Black):
			score += 2
		case uint8(White):
			score -= 2
		}
	}
	if p.turn == White {
		score = -score
	}
	return score
}

// inAtari reports whether a chain has one liberty.
func (p *Position) inAtari(chain []int16) bool {
	var liberty int16
	for _, i := range chain {
		for _, d := range neighbours {
			if j := i + d; p.board[j] == Empty && j != liberty {
				if liberty != 0 {
					return false
				}
				liberty = j
			}
		}
	}
	return true
}

// Order returns how promising a legal move is: more for one that captures or
// rescues a chain with one liberty, some for stones beside the point, less at
// the edge, and least for a point of one's own eye and for a pass.
func (p *Position) Order(m Move) int {
	if m == Pass {
		return -100
	}
	i := p.at(m)
	if p.eye(i, p.turn) {
		return -90
	}
	order := 0
	for _, d := range neighbours {
		switch p.board[i+d] {
		case Empty:
		case border:
			order -= 20
		default:
			order += 10
			if !p.hasLiberty(i+d, i) {
				order += 200
			}
		}
	}
	return order
}

// eye reports whether the empty point i is an eye of c that c should not fill:
// all points beside it are c's or off the board, and the opponent has at most
// one of the points diagonal to it, or none at the edge.
func (p *Position) eye(i int16, c Color) bool {
	if p.board[i] != Empty {
		return false
	}
	for _, d := range neighbours {
		if q := p.board[i+d]; q != c && q != border {
			return false
		}
	}
	enemies, edge := 0, 0
	for _, d := range [4]int16{-stride - 1, -stride + 1, stride - 1, stride + 1} {
		switch p.board[i+d] {
		case c.Opponent():
			enemies++
		case border:
			edge = 1
		}
	}
	return enemies+edge < 2
}
