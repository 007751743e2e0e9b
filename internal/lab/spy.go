package lab

import (
	"cmp"
	"context"
	"math/rand/v2"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/internal/keys/clash"
	famous "github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/pgn"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// A spy is a chess position whose moves are watched while it is searched, and whose hash may be another. Clones share
// its functions: only one goroutine may search it.
type spy struct {
	*engine.Position
	made func(*chess.Position)        // called after each move; nil for nothing
	hash func(*chess.Position) uint64 // nil for the position's own hash
}

func (s *spy) Clone() *spy { return &spy{s.Position.Clone(), s.made, s.hash} }

func (s *spy) Make(m chess.Move) {
	s.Position.Make(m)
	if s.made != nil {
		s.made(s.Position.Position)
	}
}

func (s *spy) Hash() uint64 {
	if s.hash != nil {
		return s.hash(s.Position.Position)
	}
	return s.Position.Hash()
}

// A choice is the result of a search to a fixed depth.
type choice struct {
	move   chess.Move
	value  int
	hashes int // that the search read
	nodes  int
}

// look searches to a depth with a table that is empty at first.
func (s *spy) look(ctx context.Context, depth int, table *tt.Table) (c choice, err error) {
	table.Clear()
	hash := s.hash
	s.hash = func(p *chess.Position) uint64 {
		c.hashes++
		return hash(p)
	}
	searcher, err := search.New(s, search.Options{Table: table})
	if err != nil {
		return c, err
	}
	info, err := searcher.Search(ctx, search.Limits{Depth: depth})
	if err = cmp.Or(err, ctx.Err()); err != nil {
		return c, err
	}
	c.move, c.value, c.nodes = info.Line[0], info.Value, int(info.Nodes)
	return c, nil
}

// A confusion counts hashes whose short form was last the form of another hash.
type confusion struct {
	wrong int
	last  map[uint64]uint64 // by short form
}

func (c *confusion) see(whole, short uint64) {
	if before, ok := c.last[short]; ok && before != whole {
		c.wrong++
	}
	c.last[short] = whole
}

// A sequence is different positions in some order, as lists of their features.
type sequence struct {
	features []zobrist.Feature
	ends     []uint32
}

func (s *sequence) len() int { return len(s.ends) }

// at returns the features of position i.
func (s *sequence) at(i int) []zobrist.Feature {
	first := uint32(0)
	if i > 0 {
		first = s.ends[i-1]
	}
	return s.features[first:s.ends[i]]
}

// add appends a position.
func (s *sequence) add(features func([]zobrist.Feature) []zobrist.Feature) {
	s.features = features(s.features)
	s.ends = append(s.ends, uint32(len(s.features)))
}

// hashes appends the hash of each position to dst.
func (s *sequence) hashes(dst []uint64, keys zobrist.Keys) []uint64 {
	for i := range s.len() {
		dst = append(dst, keys.Hash(0, s.at(i)...))
	}
	return dst
}

// ofTree returns the positions of a tree in random order.
func ofTree(tree *clash.Tree, r *rand.Rand) *sequence {
	s := &sequence{}
	for _, i := range r.Perm(tree.Len()) {
		s.add(func(dst []zobrist.Feature) []zobrist.Feature { return tree.AppendFeatures(dst, i) })
	}
	return s
}

// famousGames returns the games of the sample as positions at their start and moves.
func famousGames() ([][]chess.Move, error) {
	var all [][]chess.Move
	for g, err := range pgn.NewReader(strings.NewReader(famous.Famous())).All() {
		if err != nil {
			return nil, err
		}
		p, err := chess.New(chess.Options{})
		if err != nil {
			return nil, err
		}
		var moves []chess.Move
		for _, m := range g.Moves {
			move, err := p.ParseSAN(m.SAN)
			if err != nil {
				return nil, err
			}
			p.Make(move)
			moves = append(moves, move)
		}
		all = append(all, moves)
	}
	return all, nil
}

// famousPositions returns the positions of the sample's games at plies that
// are multiples of every, as FEN.
func famousPositions(every int) ([]string, error) {
	games, err := famousGames()
	if err != nil {
		return nil, err
	}
	p, err := chess.New(chess.Options{})
	if err != nil {
		return nil, err
	}
	var fens []string
	seen := make(map[uint64]bool)
	for _, moves := range games {
		p.Reset()
		for i, m := range moves {
			p.Make(m)
			over := len(p.AppendMoves(nil)) == 0
			if (i+1)%every == 0 && !over && !seen[p.Hash()] {
				seen[p.Hash()] = true
				fens = append(fens, p.FEN())
			}
		}
	}
	return fens, nil
}

// searched returns the first n different positions that searches visit, in the order
// of the search: alpha-beta with a table, from positions of famous games.
func searched(ctx context.Context, n int) (*sequence, error) {
	fens, err := famousPositions(20)
	if err != nil {
		return nil, err
	}
	s := &sequence{}
	seen := make(map[zobrist.Uint128]bool, n)
	for depth := 5; s.len() < n; depth++ {
		for _, fen := range fens {
			p, err := engine.Parse(fen, chess.Options{})
			if err != nil {
				return nil, err
			}
			found := s.len()
			limited, stop := context.WithCancel(ctx)
			look := func(p *chess.Position) {
				if h := p.Hash128(); s.len() < n && !seen[h] {
					seen[h] = true
					s.add(p.AppendFeatures)
					if s.len() == n || s.len()-found > n/20 { // no game fills the list alone
						stop()
					}
				}
			}
			searcher, err := search.New(&spy{Position: p, made: look}, search.Options{})
			if err == nil {
				_, err = searcher.Search(limited, search.Limits{Depth: depth})
			}
			stop()
			if err != nil || ctx.Err() != nil {
				return s, cmp.Or(err, ctx.Err())
			}
			if s.len() == n {
				return s, nil
			}
		}
	}
	return s, nil
}
