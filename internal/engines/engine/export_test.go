package engine

// Assess returns White's advantage for the middle game and the end game.
func (p *Position) Assess() Score { return p.assessBy(p.weights) }
