package gtp

import (
	"math/rand/v2"
	"slices"
	"sync"
	"unsafe"

	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/engines/playout"
)

// ripe is the number of games through a move after which the position behind
// it gets a node.
const ripe = 6

// trust is the number of games at which a move's own results and the results of its later plays
// have about the same weight.
const trust = 2500

// tree has the results of random games: Monte-Carlo tree search (Coulom 2006; Kocsis and Szepesvári
// 2006) with the rapid action values of S. Gelly and D. Silver, Combining online and offline
// knowledge in UCT, 2007. Positions reached in different ways share a node by their hash (B.
// Childs, J. Brodeur and L. Kocsis, Transpositions and move groups in Monte Carlo tree search,
// 2008). Moves are checked by the current position, so that neither superko nor a clash of hashes
// admits an illegal one.
type tree struct {
	mutex sync.Mutex
	nodes map[uint64]*node
	games int // begun for the current move
	tries int // in all nodes
	most  int // tries allowed

	goal       *baduk.Move            // if not nil, the games are about the owner of this point
	avoid      []baduk.Move           // moves left out at the root
	spreads    map[baduk.Move]*spread // margins by the first move, if wanted
	owned      []int                  // by point, if wanted: games in which Black owns it in the end, less White's
	ownedGames int                    // counted in owned
}

// node is a position with its moves.
type node struct {
	hash  uint64
	moves []try
}

// try is a move and its results, from the view of the side that makes it.
type try struct {
	move  baduk.Move
	games uint32  // begun with this move
	wins  float64 // of those games; a float32 counts to 1<<24, less than an hour of analysis
	rapid tally   // of games in which the same side played it before the other
	next  *node
}

// A tally is the results of games. It is halved before its games exceed what a float32
// can count, so that its mean stays right.
type tally struct{ games, wins float32 }

func (t *tally) add(won float32) {
	if t.games >= 1<<24 {
		t.games, t.wins = t.games/2, t.wins/2
	}
	t.games, t.wins = t.games+1, t.wins+won
}

// value is the value of a move, 0 to 1: its own results, and while they are few, also the results
// of games in which it was played later.
func (t *try) value() float32 {
	games := float32(t.games)
	weight := t.rapid.games / (t.rapid.games + games + t.rapid.games*games/trust)
	v := weight * t.rapid.wins / t.rapid.games
	if t.games > 0 {
		v += (1 - weight) * float32(t.wins) / games
	}
	return v
}

// newTree returns an empty tree that takes at most about bytes bytes.
func newTree(bytes int64) *tree {
	return &tree{nodes: map[uint64]*node{}, most: int(bytes / int64(unsafe.Sizeof(try{})))}
}

// choose plays random games, at least one, until stop returns true or the options' effort is
// reached. It returns the move that most of them began with, and its results.
func (t *tree) choose(p *baduk.Position, o Options, stop func() bool) (baduk.Move, tally) {
	t.prune(p.Hash())
	t.games = 0
	var group sync.WaitGroup
	for n := range max(1, o.Threads) {
		w := newWalker(t, p.Clone(), uint64(n))
		group.Go(func() { w.grow(o.Effort, stop) })
	}
	group.Wait()
	best := try{move: baduk.Pass}
	for _, m := range t.nodes[p.Hash()].moves {
		if m.games > best.games && p.Legal(m.move) && !slices.Contains(t.avoid, m.move) {
			best = m
		}
	}
	return best.move, tally{float32(best.games), float32(best.wins)}
}

// prune removes all nodes that cannot be reached from the node with that hash.
func (t *tree) prune(hash uint64) {
	root := t.nodes[hash]
	t.nodes, t.tries = map[uint64]*node{}, 0
	var keep func(*node)
	keep = func(n *node) {
		if n == nil || t.nodes[n.hash] != nil {
			return
		}
		t.nodes[n.hash] = n
		t.tries += len(n.moves)
		for i := range n.moves {
			keep(n.moves[i].next)
		}
	}
	keep(root)
}

// walker plays games for a tree, concurrently with others. It locks the tree
// except while a game is beyond it (G. Chaslot, M. Winands and H. van den Herik,
// Parallel Monte-Carlo tree search, 2008).
type walker struct {
	tree     *tree
	position *baduk.Position
	random   *rand.Rand
	board    playout.Board

	nodes      []*node // passed
	path       []*try  // taken in them
	moves      []baduk.Move
	played     []int8 // by point: 1 for the side that moved first, 2 for the other
	candidates []playout.Candidate
	illegal    []baduk.Move
}

// newWalker returns a walker that changes p during its games and restores it
// after each.
func newWalker(t *tree, p *baduk.Position, seed uint64) *walker {
	return &walker{tree: t, position: p, random: rand.New(rand.NewPCG(seed, p.Hash()))}
}

// grow plays games until stop returns true, or until the tree has effort games if effort is not 0.
func (w *walker) grow(effort int, stop func() bool) {
	t := w.tree
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for t.games == 0 || (effort == 0 || t.games < effort) && !stop() {
		t.games++
		w.game()
	}
}

// game descends the tree, plays on from its edge, and adds the result.
func (w *walker) game() {
	p := w.position
	first := p.Turn()
	o := p.Options()
	w.nodes, w.path, w.moves = w.nodes[:0], w.path[:0], w.moves[:0]
	for n := w.node(); n != nil && !p.Over() && len(w.path) < 2*o.Width*o.Height; {
		m := w.pick(n)
		m.games++ // lost until the result is known, so that other walkers go elsewhere
		w.nodes, w.path, w.moves = append(w.nodes, n), append(w.path, m), append(w.moves, m.move)
		p.Make(m.move)
		if m.next == nil && m.games >= ripe {
			m.next = w.node()
		}
		n = m.next
	}
	w.tree.mutex.Unlock()
	w.board.Set(p)
	w.board.Run(w.random)
	w.moves = append(w.moves, w.board.Moves()...)
	margin := 2*w.board.Area() - o.Komi
	for range w.path {
		p.Unmake()
	}
	if first == baduk.White {
		margin = -margin
	}
	w.tree.mutex.Lock()
	w.note(float64(margin) / 2)
	won := worth(margin, o.Width*o.Height)
	if w.tree.goal != nil {
		balance := w.board.Balance(*w.tree.goal)
		if first == baduk.White {
			balance = -balance
		}
		won = float32(1+balance) / 2
	}
	w.count(won)
}

// note adds a game, which the side that moved first won by margin points, to the margins and the
// owners of points.
func (w *walker) note(margin float64) {
	t := w.tree
	if t.spreads != nil && len(w.moves) > 0 {
		s := t.spreads[w.moves[0]]
		if s == nil {
			s = &spread{}
			t.spreads[w.moves[0]] = s
		}
		*s = spread{s.sum + margin, s.squares + margin*margin, s.games + 1}
	}
	if t.owned != nil {
		t.ownedGames++
		for m := range t.owned {
			t.owned[m] += w.board.Balance(baduk.Move(m))
		}
	}
}

// count adds a game, worth won to the side that moved first, to every node on its path: to the move
// made there, and to all later moves of the same side.
func (w *walker) count(won float32) {
	o := w.position.Options()
	w.played = slices.Grow(w.played[:0], o.Width*o.Height)[:o.Width*o.Height]
	clear(w.played)
	for k := len(w.moves) - 1; k >= 0; k-- {
		side, share := int8(1), won
		if k%2 == 1 {
			side, share = 2, 1-won
		}
		if m := w.moves[k]; m != baduk.Pass {
			w.played[m] = side
		}
		if k >= len(w.path) {
			continue
		}
		w.path[k].wins += float64(share)
		for i := range w.nodes[k].moves {
			if m := &w.nodes[k].moves[i]; m.move != baduk.Pass && w.played[m.move] == side {
				m.rapid.add(share)
			}
		}
	}
}

// worth is the value of a margin: 0.95 for the win, the rest for its size, so that
// a decided game is still played well.
func worth(margin, points int) float32 {
	w := 0.475
	switch {
	case margin > 0:
		w = 0.95
	case margin < 0:
		w = 0
	}
	size := 0.5 + 0.5*float64(margin)/float64(2*points)
	return float32(w) + float32(0.05*min(max(size, 0), 1)) // converted, hence not fused: the same on every machine
}

// node returns the node of the current position, if necessary a new one, or nil if there is no
// room.
func (w *walker) node() *node {
	hash := w.position.Hash()
	t := w.tree
	if n := t.nodes[hash]; n != nil {
		return n
	}
	if t.tries > t.most && len(t.nodes) > 0 {
		return nil
	}
	w.board.Set(w.position)
	w.candidates = w.board.AppendCandidates(w.candidates[:0])
	n := &node{hash: hash, moves: make([]try, len(w.candidates))}
	for i, c := range w.candidates {
		n.moves[i] = try{move: c.Move, rapid: tally{c.Games, c.Wins}}
	}
	w.random.Shuffle(len(n.moves), func(i, j int) { n.moves[i], n.moves[j] = n.moves[j], n.moves[i] })
	t.nodes[hash] = n
	t.tries += len(n.moves)
	return n
}

// pick returns the legal move of the highest value. A pass is always legal.
func (w *walker) pick(n *node) *try {
	w.illegal = w.illegal[:0]
	if len(w.path) == 0 {
		w.illegal = append(w.illegal, w.tree.avoid...)
	}
	for {
		var best *try
		most := float32(-1)
		for i := range n.moves {
			if m := &n.moves[i]; m.value() > most && !slices.Contains(w.illegal, m.move) {
				best, most = m, m.value()
			}
		}
		if best == nil { // all are in avoid
			return &n.moves[slices.IndexFunc(n.moves, func(m try) bool { return m.move == baduk.Pass })]
		}
		if w.position.Legal(best.move) {
			return best
		}
		w.illegal = append(w.illegal, best.move)
	}
}
