package hex

import "github.com/zobrist-go/zobrist/game"

// Bounds returns the least and the greatest score that the position can still
// reach: −1 and −1 if the side that is not to move wins by bridges, unless a
// swap is possible.
func (p *Position) Bounds() (low, high int) {
	var used [padded]bool
	if p.won || !p.canSwap() && p.bridged(p.next.Opponent(), &used) {
		return -1, -1
	}
	return -1, 1
}

// Decide answers one question of [Position.Bounds]: does the side to move reach a score of
// goal, 1 or 0, with best play? If known is false, nothing is known, and reached is false.
func (p *Position) Decide(goal int) (reached, known bool) {
	low, high := p.Bounds()
	return low >= goal, low >= goal || high < goal
}

// bridged reports whether chains of a player that are linked to each other and
// to the sides by bridges lead from one side to the other. No empty cell is part
// of two bridges. The opponent, even if to move, cannot break them: the answer to
// a stone in one cell of a bridge is the other cell. Not all ways are tried, so
// that false means nothing. used, all false before, says which cells these chains
// and bridges have.
func (p *Position) bridged(stone game.Side, used *[padded]bool) bool {
	var list [padded]int16
	n := 0
	pitch, along, left, right := p.Size+2, 1, -p.Size-2, -p.Size-1
	if stone == blue {
		along, left, right = pitch, -1, pitch-1
	}
	link := func(at int) {
		used[at] = true
		list[n] = int16(at)
		n++
	}
	free := func(a, b int) bool {
		return p.board[a] == empty && p.board[b] == empty && !used[a] && !used[b]
	}
	for i := range p.Size { // stones at the first side
		if at := pitch + 1 + i*along; p.board[at] == stone {
			link(at)
		}
	}
	for i := range p.Size - 1 { // stones a bridge away from it
		at := pitch + 1 + i*along - left
		if p.board[at] == stone && free(at+left, at+right) {
			used[at+left], used[at+right] = true, true
			link(at)
		}
	}
	for n > 0 {
		n--
		at := int(list[n])
		if p.line(at, stone) == p.Size {
			return true
		}
		for _, d := range p.steps {
			if to := at + d; p.board[to] == stone && !used[to] && p.onBoard(to, stone) {
				link(to)
			}
		}
		for i, d := range p.steps {
			e := p.steps[after[i]]
			if !free(at+d, at+e) {
				continue
			}
			switch to := at + d + e; {
			case p.board[to] != stone || used[to]:
			case p.line(to, stone) == p.Size+1:
				used[at+d], used[at+e] = true, true
				return true
			case p.onBoard(to, stone):
				used[at+d], used[at+e] = true, true
				link(to)
			}
		}
	}
	return false
}
