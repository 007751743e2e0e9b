package baduk

// life is the working memory of Bounds: the chains of one side, and the regions
// between them, which are the components of all other points.
type life struct {
	points     []int16       // all points, padded
	id         [padded]int16 // index of a point's component; 0 on the border
	list       []int16       // the points of all components, one after another
	components []component   // from 1
}

// A component is a chain or a region; component 0 is the border.
type component struct {
	first, last int32 // its points: list[first:last]
	stones      int16 // of a region: stones of the other side
	eyes        int16 // of a chain: regions vital to it
	chain       bool
	safe        bool     // of a chain: not refuted so far; of a region: only beside safe chains
	closed      bool     // safe even if its owner always passes
	vital       [4]int16 // of a region: the chains it is vital to, then 0
}

// alone finds the chains of c that cannot be captured even if c always passes,
// and marks them closed. It reports whether there is one. The algorithm is that
// of D. B. Benson, Life in the game of Go, Information Sciences 10, 1976. If
// suicide is allowed, it can empty a point again; then all points of a region
// decide whether it is vital, not only the empty ones.
func (l *life) alone(p *Position, c Color) (some bool) {
	if !l.split(p, c) {
		return false
	}
	l.findVital(p, p.options.Suicide)
	some = l.refute()
	for n := range l.components {
		l.components[n].closed = l.components[n].safe
	}
	return some
}

// held returns the number of points that c can keep to the end of the game:
// the stones of the chains that alone finds, the eyes of one point between
// them, and under SimpleKo more regions between them.
//
// To keep those, c must answer, which superko might forbid: c plays in a region
// as long as the other side has a stone there. Let every point of the regions
// touch a chain that has two regions, all of whose points touch it. Then a stone
// that c plays there belongs to such a chain. It never fills a region's last
// empty point without a capture, and a stone of the other side there would be
// suicide. So each region keeps an empty point, the chains keep two liberties,
// and c's stones there only grow in number.
func (l *life) held(p *Position, c Color) int {
	if !l.alone(p, c) {
		return 0
	}
	answers := p.options.Ko == SimpleKo
	if answers && !p.options.Suicide {
		l.findVital(p, true)
		answers = l.refute()
	}
	// A pass of the other side would now end the game with its stones in place.
	last := p.passes == 1 && p.turn != c
	points := 0
	for n := range l.components {
		r := &l.components[n]
		size := int(r.last - r.first)
		switch {
		case !r.closed:
		case r.chain, size == 1 && r.stones == 0, answers && !(last && r.stones > 0) && l.touched(r):
			points += size
		}
	}
	return points
}

// touched reports whether every point of a region touches a safe chain.
func (l *life) touched(r *component) bool {
	for _, i := range l.list[r.first:r.last] {
		beside := false
		for _, d := range neighbours {
			n := &l.components[l.id[i+d]]
			beside = beside || n.chain && n.safe
		}
		if !beside {
			return false
		}
	}
	return true
}

// split finds the components for c. It reports whether there are at least two
// regions; otherwise no chain is safe.
func (l *life) split(p *Position, c Color) bool {
	if l.points == nil {
		for m := range p.points() {
			l.points = append(l.points, p.at(Move(m)))
		}
	}
	for _, i := range l.points {
		l.id[i] = 0
	}
	l.list = l.list[:0]
	l.components = append(l.components[:0], component{})
	for _, start := range l.points { // regions first: usually there is only one
		if p.board[start] != c && l.id[start] == 0 {
			l.add(p, c, start)
		}
	}
	if len(l.components) < 3 {
		return false
	}
	for _, start := range l.points {
		if l.id[start] == 0 {
			l.add(p, c, start)
		}
	}
	return true
}

// add finds the component of a point.
func (l *life) add(p *Position, c Color, start int16) {
	id := int16(len(l.components))
	n := component{first: int32(len(l.list)), chain: p.board[start] == c, safe: true}
	l.id[start] = id
	l.list = append(l.list, start)
	for k := int(n.first); k < len(l.list); k++ {
		i := l.list[k]
		if p.board[i] == c.Opponent() {
			n.stones++
		}
		for _, d := range neighbours {
			j := i + d
			if l.id[j] == 0 && p.board[j] != border && (p.board[j] == c) == n.chain {
				l.id[j] = id
				l.list = append(l.list, j)
			}
		}
	}
	n.last = int32(len(l.list))
	l.components = append(l.components, n)
}

// findVital finds the chains to which each region is vital: those that all its
// empty points touch, or all its points if all is true.
func (l *life) findVital(p *Position, all bool) {
	for n := range l.components {
		r := &l.components[n]
		if n == 0 || r.chain {
			continue
		}
		r.vital = [4]int16{}
		some := false
		for _, i := range l.list[r.first:r.last] {
			if !all && p.board[i] != Empty {
				continue
			}
			var beside [4]int16
			k := 0
			for _, d := range neighbours {
				if id := l.id[i+d]; l.components[id].chain && !contains(beside[:k], id) && (!some || contains(r.vital[:], id)) {
					beside[k] = id
					k++
				}
			}
			r.vital, some = beside, true
			if k == 0 {
				break
			}
		}
	}
}

// refute removes from the safe chains, one after another, those with fewer than
// two vital regions that are only beside safe chains. It reports whether any
// chain is left.
func (l *life) refute() bool {
	for {
		for n := range l.components {
			l.components[n].eyes = 0
		}
		for n := range l.components {
			r := &l.components[n]
			if n == 0 || r.chain || !r.safe {
				continue
			}
			for _, id := range r.vital {
				l.components[id].eyes++
			}
		}
		left, again := false, false
		for n := range l.components {
			c := &l.components[n]
			if n == 0 || !c.chain || !c.safe {
				continue
			}
			if c.eyes >= 2 {
				left = true
				continue
			}
			c.safe, again = false, true
			for _, i := range l.list[c.first:c.last] {
				for _, d := range neighbours {
					if r := &l.components[l.id[i+d]]; !r.chain {
						r.safe = false
					}
				}
			}
		}
		if !again || !left {
			return left
		}
	}
}
