package baduk

// Area returns the points of each side by area scoring, without komi: its stones
// and the empty points that reach only its stones. Every stone counts as alive.
func (p *Position) Area() (black, white int) {
	var territory [padded]bool
	for m := range p.points() {
		i := p.at(Move(m))
		switch {
		case p.board[i] == Black:
			black++
		case p.board[i] == White:
			white++
		case !territory[i]:
			region := p.appendChain(nil, i)
			var reached [4]bool
			for _, j := range region {
				territory[j] = true
				for _, d := range neighbours {
					reached[p.board[j+d]] = true
				}
			}
			switch {
			case reached[Black] && !reached[White]:
				black += len(region)
			case reached[White] && !reached[Black]:
				white += len(region)
			}
		}
	}
	return black, white
}

// Score reports whether two passes have ended the game and, if so, returns the
// margin of the side to move by area scoring and komi, in half points. It is
// positive if the side to move has won.
func (p *Position) Score() (score int, over bool) {
	if p.passes < 2 {
		return 0, false
	}
	black, white := p.Area()
	score = 2*(black-white) - p.options.Komi
	if p.turn == White {
		score = -score
	}
	return score, true
}

// Bounds returns bounds of the score that best play reaches, for the side to
// move in half points. Each side gets at least what it can keep by unconditional
// life, whatever the other does and under every rule, provided that the game
// ends. After two passes both bounds are the score. The cost is a few walks over
// the board, or one if nobody has two regions.
func (p *Position) Bounds() (low, high int) {
	if score, over := p.Score(); over {
		return score, score
	}
	if p.life == nil {
		p.life = new(life)
	}
	komi := p.options.Komi
	if p.turn == White {
		komi = -komi
	}
	low = 4*p.life.held(p, p.turn) - 2*p.points() - komi
	high = 2*p.points() - 4*p.life.held(p, p.turn.Opponent()) - komi
	return low, high
}

// Decide answers one question of [Position.Bounds]: does the side to move reach a score of
// at least goal? If known is false, nothing is known, and reached is false.
func (p *Position) Decide(goal int) (reached, known bool) {
	low, high := p.Bounds()
	return low >= goal, low >= goal || high < goal
}

// AppendReplies appends the legal moves, or returns the score if there are none.
func (p *Position) AppendReplies(dst []Move) (moves []Move, score int, over bool) {
	if score, over = p.Score(); over {
		return dst, score, true
	}
	return p.AppendMoves(dst), 0, false
}
