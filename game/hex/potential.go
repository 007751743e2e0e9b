package hex

import "github.com/zobrist-go/zobrist/game"

// order finds what [Position.Order] returns, for all empty cells at once.
func (p *Position) order() {
	p.ordered = true
	sum := make([]int16, 0, maxSize*maxSize)[:p.cells]
	p.addDistances(red, sum)
	p.addDistances(blue, sum)
	least := int16(4 * far)
	for cell, at := range p.at {
		if p.board[at] == empty {
			least = min(least, sum[cell])
		}
	}
	p.promise = p.promise[:0]
	for cell, at := range p.at {
		good := 0
		if p.board[at] == empty {
			good = max(0, 99-16*int(sum[cell]-least)-(99-p.local(cell))/6)
		}
		p.promise = append(p.promise, int8(good))
	}
}

// addDistances adds to each empty cell its two-distances from both sides of a
// player: 1 if it touches the side, and otherwise 1 more than the second
// least among its neighbours, since the opponent can take the nearest (van
// Rijswijck 2000). Cells that touch one chain of the player are neighbours.
func (p *Position) addDistances(stone game.Side, sum []int16) {
	pitch, along, across := p.Size+2, 1, p.Size+2
	if stone == blue {
		along, across = across, along
	}
	for side := range 2 {
		f := finder{Position: p, stone: stone}
		var distance, met, list [padded]int16
		n := 0
		enter := func(at, d int16) {
			if distance[at] == 0 {
				distance[at] = d
				list[n] = at
				n++
			}
		}
		for i := range p.Size {
			at := pitch + 1 + i*along + side*(p.Size-1)*across
			switch p.board[at] {
			case empty:
				enter(int16(at), 1)
			case stone:
				for _, to := range f.reach(at, 1) {
					enter(to, 1)
				}
			}
		}
		for i := 0; i < n; i++ {
			at := list[i]
			for _, to := range f.reach(int(at), int16(i+2)) {
				if met[to]++; met[to] == 2 {
					enter(to, distance[at]+1)
				}
			}
		}
		for cell, at := range p.at {
			if distance[at] == 0 {
				distance[at] = int16(p.Size) + 15 // cut off
			}
			sum[cell] += distance[at]
		}
	}
}

// padded is the number of cells of the largest padded board.
const padded = (maxSize + 2) * (maxSize + 2)

// A finder finds the neighbours of cells for one player.
type finder struct {
	*Position
	stone       game.Side
	seen        [padded]int16 // mark of the last search that came here
	chain, near [padded]int16
}

// reach returns the empty cells that touch a cell, or a chain of the player
// beside it. Each search has a mark of its own.
func (f *finder) reach(at int, mark int16) []int16 {
	near, n := f.near[:0], 1
	f.chain[0], f.seen[at] = int16(at), mark
	for n > 0 {
		n--
		from := int(f.chain[n])
		for _, d := range f.steps {
			to := from + d
			if f.seen[to] == mark {
				continue
			}
			f.seen[to] = mark
			switch {
			case f.board[to] == empty:
				near = append(near, int16(to))
			case f.board[to] == f.stone && f.onBoard(to, f.stone):
				f.chain[n] = int16(to)
				n++
			}
		}
	}
	return near
}
