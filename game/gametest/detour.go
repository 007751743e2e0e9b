package gametest

import (
	"math/rand/v2"
	"slices"

	"github.com/zobrist-go/zobrist/game"
)

const (
	detourMost   = 1 << 13 // moves that one walk tries to find ways back
	exchangeMost = 4       // plies between two moves that change places
	restMost     = 100     // plies of the walk that follow a way back
	scouts       = 3       // lines played only for their detours, for each walk
)

// scout plays a random line that is not checked otherwise, for its detours.
func (c *checker[M]) scout(rng *rand.Rand, plies int) {
	p := c.game.New()
	c.path = c.path[:0]
	for range plies {
		moves := p.AppendMoves(nil)
		c.meet(p, moves)
		if len(moves) == 0 {
			break
		}
		m := moves[rng.IntN(len(moves))]
		p.Make(m)
		c.path = append(c.path, m)
	}
	c.detours()
}

// detours plays the moves of a walk in another order and with moves there and back between them. Where that leads to
// a hash of the walk, the moves must be the walk's, too. A feature that hash and AppendFeatures both forget shows:
// castling rights after a rook's way out and home, an en passant square or a ko after other moves.
func (c *checker[M]) detours() {
	line := slices.Clone(c.path)
	p := c.game.New()
	rng := rand.New(rand.NewPCG(uint64(len(line)), 5))
	left := detourMost
	gone := make(map[M]bool) // moves of ways back
	c.path = c.path[:0]
	for i := range line {
		for j := i + 2; j < min(len(line), i+exchangeMost+1); j += 2 {
			way := slices.Clone(line[i : j+1])
			way[0], way[j-i] = way[j-i], way[0]
			c.along(p, way, nil)
		}
		for share := left / (len(line) - i); share > 0; {
			way, tried := c.wayBack(p, rng)
			if way != nil {
				var rest []M
				if !gone[way[0]] || !gone[way[1]] { // else a line before showed what these two bring about
					rest = line[i:min(len(line), i+restMost)]
				}
				gone[way[0]], gone[way[1]] = true, true
				c.along(p, way, rest)
			}
			share, left = share-tried-1, left-tried-1
		}
		p.Make(line[i])
		c.path = append(c.path, line[i])
	}
}

// along plays moves as far as they are legal, and then rest as long as its moves lead to hashes that were met. It
// compares each position with the first one of its hash, and takes the moves back.
func (c *checker[M]) along(p game.Position[M], moves, rest []M) {
	begin := len(c.path)
	var legal []M
	for i, m := range slices.Concat(moves, rest) {
		if legal = p.AppendMoves(legal[:0]); !slices.Contains(legal, m) {
			break
		}
		p.Make(m)
		c.path = append(c.path, m)
		if _, met := c.met[p.Hash()]; met {
			c.meet(p, p.AppendMoves(legal[:0]))
		} else if i+1 >= len(moves) {
			break
		}
	}
	for len(c.path) > begin {
		p.Unmake()
		c.path = c.path[:len(c.path)-1]
	}
}

// wayBack returns moves that lead from p back to its hash, or nil, and how many moves it tried. They are a random move
// of each side and, unless these two suffice, the moves that undo them. The keys of a move and of its undoing cancel,
// so the hash after the third is known.
func (c *checker[M]) wayBack(p game.Position[M], rng *rand.Rand) (way []M, tried int) {
	var moves []M
	made, hash := 0, p.Hash()
	play := func(m M) uint64 {
		p.Make(m)
		made++
		tried++
		way = append(way[:made-1], m)
		return p.Hash()
	}
	defer func() {
		for range made {
			p.Unmake()
		}
	}()
	third := hash
	for range 2 {
		if moves = p.AppendMoves(moves[:0]); len(moves) == 0 {
			return nil, tried
		}
		third ^= play(moves[rng.IntN(len(moves))])
	}
	if p.Hash() == hash {
		return way, tried
	}
	for _, want := range []uint64{third, hash} {
		moves = p.AppendMoves(moves[:0])
		if !slices.ContainsFunc(moves, func(m M) bool {
			if play(m) == want {
				return true
			}
			p.Unmake()
			made--
			return false
		}) {
			return nil, tried
		}
	}
	return way, tried
}
