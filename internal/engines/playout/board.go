// Package playout plays games of Go to their end by a quick policy. The stones of a chain form a
// ring, and a chain keeps its liberties as three sums.
//
// It plays by simple ko and without suicide, whatever the rules of the first position.
package playout

import "github.com/zobrist-go/zobrist/game/baduk"

// The board is padded as in package baduk: one column of border between rows, and a border row at
// each end. Index 0 is border.
const (
	stride = baduk.MaxSide + 1
	padded = stride*(baduk.MaxSide+2) + 1
	border = baduk.White + 1
)

var (
	beside   = [4]int16{-stride, -1, 1, stride}
	diagonal = [4]int16{-stride - 1, -stride + 1, stride - 1, stride + 1}
)

// liberties are the liberties of a chain as their number, sum and sum of squares. An empty point
// counts once for each adjacent stone. By Cauchy and Schwarz count·squares ≥ sum², with equality if
// all are one point.
type liberties struct {
	count, sum, squares int64
}

func (l *liberties) add(i int16) {
	l.count++
	l.sum += int64(i)
	l.squares += int64(i) * int64(i)
}

func (l *liberties) remove(i int16) {
	l.count--
	l.sum -= int64(i)
	l.squares -= int64(i) * int64(i)
}

func (l *liberties) join(m *liberties) {
	l.count += m.count
	l.sum += m.sum
	l.squares += m.squares
}

// one reports whether there is exactly one liberty.
func (l *liberties) one() bool { return l.count > 0 && l.count*l.squares == l.sum*l.sum }

// first returns the liberty if there is only one.
func (l *liberties) first() int16 { return int16(l.sum / l.count) }

// A Board is a game in progress. The zero value needs [Board.Set]. A Board belongs to one goroutine
// at a time, and after a while it does not allocate.
type Board struct {
	width, height int
	turn          baduk.Color
	ko            int16    // the point that may not be retaken; 0 for none
	last          [2]int16 // the last two plays, the newest first; 0 for a pass or none
	passes        int

	stones [padded]baduk.Color
	head   [padded]int16     // of a stone: the stone that names its chain
	next   [padded]int16     // of a stone: the next one of its chain, in a ring
	size   [padded]int16     // of a head: the stones of the chain
	free   [padded]liberties // of a head: the liberties of the chain
	empty  []int16           // all empty points, in no order
	place  [padded]int16     // of an empty point: its index in empty

	owner [padded]baduk.Color // by the last Area; border for neither side

	moves []baduk.Move
	found []int16 // scratch
}

// Set copies the board of p, with its turn, its ko and its last move.
func (b *Board) Set(p *baduk.Position) {
	o := p.Options()
	if o.Width != b.width || o.Height != b.height {
		b.width, b.height = o.Width, o.Height
		for i := range b.stones {
			b.stones[i] = border
		}
	}
	b.turn, b.passes, b.ko, b.last = p.Turn(), 0, 0, [2]int16{}
	b.empty, b.moves = b.empty[:0], b.moves[:0]
	for m := range baduk.Move(o.Width * o.Height) {
		b.stones[b.at(m)] = p.Stone(m)
	}
	if m, ok := p.Retake(); ok {
		b.ko = b.at(m)
	}
	switch m, ok := p.LastMove(); {
	case p.Over():
		b.passes = 2
	case ok && m == baduk.Pass:
		b.passes = 1
	case ok:
		b.last[0] = b.at(m)
	}
	for r := range o.Height {
		for i := b.at(baduk.Move(r * o.Width)); b.stones[i] != border; i++ {
			if b.stones[i] == baduk.Empty {
				b.place[i] = int16(len(b.empty))
				b.empty = append(b.empty, i)
				continue
			}
			b.begin(i)
			for _, d := range [2]int16{-stride, -1} {
				if b.stones[i+d] == b.stones[i] {
					b.merge(i, i+d)
				}
			}
		}
	}
}

// at returns the padded index of a point.
func (b *Board) at(m baduk.Move) int16 {
	return int16((int(m)/b.width+1)*stride + int(m)%b.width + 1)
}

// move returns the point of a padded index.
func (b *Board) move(i int16) baduk.Move {
	return baduk.Move((int(i)/stride-1)*b.width + int(i)%stride - 1)
}

// begin makes a chain of the stone at i alone.
func (b *Board) begin(i int16) {
	b.head[i], b.next[i], b.size[i], b.free[i] = i, i, 1, liberties{}
	for _, d := range beside {
		if b.stones[i+d] == baduk.Empty {
			b.free[i].add(i + d)
		}
	}
}

// merge joins the chains of the stones at i and j.
func (b *Board) merge(i, j int16) {
	i, j = b.head[i], b.head[j]
	if i == j {
		return
	}
	if b.size[i] < b.size[j] {
		i, j = j, i
	}
	b.size[i] += b.size[j]
	b.free[i].join(&b.free[j])
	for k := j; ; {
		b.head[k] = i
		if k = b.next[k]; k == j {
			break
		}
	}
	b.next[i], b.next[j] = b.next[j], b.next[i]
}

// capture takes the chain of the stone at i off the board.
func (b *Board) capture(i int16) {
	for k := i; ; {
		b.stones[k] = baduk.Empty
		b.place[k] = int16(len(b.empty))
		b.empty = append(b.empty, k)
		for _, d := range beside {
			if c := b.stones[k+d]; c == baduk.Black || c == baduk.White {
				b.free[b.head[k+d]].add(k)
			}
		}
		if k = b.next[k]; k == i {
			break
		}
	}
}

// play makes the legal move on i, or a pass for 0.
func (b *Board) play(i int16) {
	b.ko = 0
	b.last[1], b.last[0] = b.last[0], i
	us := b.turn
	b.turn = us.Opponent()
	if i == 0 {
		b.passes++
		b.moves = append(b.moves, baduk.Pass)
		return
	}
	b.passes = 0
	b.moves = append(b.moves, b.move(i))

	last := b.empty[len(b.empty)-1]
	b.empty[b.place[i]], b.place[last] = last, b.place[i]
	b.empty = b.empty[:len(b.empty)-1]
	b.stones[i] = us
	b.begin(i)
	for _, d := range beside {
		if c := b.stones[i+d]; c == baduk.Black || c == baduk.White {
			b.free[b.head[i+d]].remove(i)
		}
	}
	taken, at := int16(0), int16(0)
	for _, d := range beside {
		switch j := i + d; {
		case b.stones[j] == us:
			b.merge(i, j)
		case b.stones[j] == b.turn && b.free[b.head[j]].count == 0:
			taken, at = taken+b.size[b.head[j]], j
			b.capture(j)
		}
	}
	if h := b.head[i]; taken == 1 && b.size[h] == 1 && b.free[h].count == 1 {
		b.ko = at
	}
}

// after returns the liberties that a stone of the side to move on the empty point i would have with
// its chain, without the liberties that it gains by captures, and the number of stones that it
// would capture.
func (b *Board) after(i int16) (l liberties, taken int) {
	var heads [4]int16
	for n, d := range beside {
		j := i + d
		h := b.head[j]
		known := heads[0] == h || heads[1] == h || heads[2] == h
		switch b.stones[j] {
		case baduk.Empty:
			l.add(j)
		case b.turn:
			if heads[n] = h; !known {
				l.join(&b.free[h])
			}
			l.remove(i)
		case b.turn.Opponent():
			if heads[n] = h; !known && b.free[h].one() {
				taken += int(b.size[h])
			}
		}
	}
	return l, taken
}

// eye reports whether the empty point i is an eye of c that a player does not fill: all adjacent
// points are c's or off the board, and the opponent has at most one diagonal point, or none at the
// edge.
func (b *Board) eye(i int16, c baduk.Color) bool {
	for _, d := range beside {
		if q := b.stones[i+d]; q != c && q != border {
			return false
		}
	}
	enemies, edge := 0, 0
	for _, d := range diagonal {
		switch b.stones[i+d] {
		case c.Opponent():
			enemies++
		case border:
			edge = 1
		}
	}
	return enemies+edge < 2
}

// Area returns Black's points less White's by area: stones, and empty points that reach stones of
// one side only.
func (b *Board) Area() int {
	b.owner = b.stones
	for _, i := range b.empty {
		if b.owner[i] == baduk.Empty {
			b.own(i)
		}
	}
	var points [border + 1]int
	for r := 1; r <= b.height; r++ {
		for _, c := range b.owner[r*stride+1:][:b.width] {
			points[c]++
		}
	}
	return points[baduk.Black] - points[baduk.White]
}

// own gives the empty region of i to the only side that it reaches, or to neither, which is border.
func (b *Board) own(i int16) {
	region := append(b.found[:0], i)
	b.owner[i] = border
	var reached [border + 1]bool
	for n := 0; n < len(region); n++ {
		for _, d := range beside {
			j := region[n] + d
			reached[b.stones[j]] = true
			if b.owner[j] == baduk.Empty {
				b.owner[j] = border
				region = append(region, j)
			}
		}
	}
	b.found = region
	owner := border
	switch {
	case reached[baduk.Black] && !reached[baduk.White]:
		owner = baduk.Black
	case reached[baduk.White] && !reached[baduk.Black]:
		owner = baduk.White
	}
	for _, j := range region {
		b.owner[j] = owner
	}
}

// Balance returns 1 if the point belonged to Black at the last [Board.Area], −1 if to White, and
// otherwise 0.
func (b *Board) Balance(m baduk.Move) int {
	switch b.owner[b.at(m)] {
	case baduk.Black:
		return 1
	case baduk.White:
		return -1
	}
	return 0
}
