package lab

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
)

// vector is the incidence vector of a chess position, 781 bits.
type vector [13]uint64

func (v vector) xor(w vector) vector {
	for i := range v {
		v[i] ^= w[i]
	}
	return v
}

func incidence(p *chess.Position, buffer []zobrist.Feature) (v vector) {
	for _, f := range p.AppendFeatures(buffer[:0]) {
		v[f/64] |= 1 << (f % 64)
	}
	return v
}

// playRandom plays up to plies random moves from the start and calls visit
// after each.
func playRandom(p *chess.Position, r *rand.Rand, plies int, visit func()) {
	p.Reset()
	var moves []chess.Move
	for range plies {
		if moves = p.AppendMoves(moves[:0]); len(moves) == 0 {
			return
		}
		p.Make(moves[r.IntN(len(moves))])
		visit()
	}
}

// randomChess returns n different legal positions of random games, among them
// positions close to one another: each game ends in two moves with two answers
// each.
func randomChess(o Options, n int) ([]vector, error) {
	p, err := chess.New(chess.Options{})
	if err != nil {
		return nil, err
	}
	r := o.rand(1)
	seen := make(map[vector]bool)
	var scenes []vector
	features := make([]zobrist.Feature, 0, 40)
	add := func() {
		if v := incidence(p, features); !seen[v] && len(scenes) < n {
			seen[v] = true
			scenes = append(scenes, v)
		}
	}
	for len(scenes) < n {
		playRandom(p, r, 1+r.IntN(60), add)
		// The two answers to each of two moves: candidates for a quadruple.
		for range 2 {
			moves := p.AppendMoves(nil)
			if len(moves) == 0 {
				break
			}
			p.Make(moves[r.IntN(len(moves))])
			answers := p.AppendMoves(nil)
			for _, m := range answers[:min(2, len(answers))] {
				p.Make(m)
				add()
				p.Unmake()
			}
			p.Unmake()
		}
	}
	return scenes, nil
}

// chessIndependence looks at every pair, triple and quadruple of legal chess
// positions, and at positions divided into their white and black men.
func chessIndependence(ctx context.Context, o Options, n int, _ func(float64)) (*Table, error) {
	scenes, err := randomChess(o, n)
	if err != nil {
		return nil, err
	}
	t := newTable("independence-chess", n)
	c, err := countVectors(ctx, scenes)
	if err != nil {
		return nil, err
	}
	kings := 0
	for _, v := range scenes {
		if oneKing(v) {
			kings++
		}
	}
	t.Notes = append(t.Notes, fmt.Sprintf("%d of the %d positions have exactly one king of each colour", kings, n))
	t.Add("legal positions", n, 2, n*(n-1)/2, c.pairs, 0)
	t.Add("legal positions", n, 3, n*(n-1)/2*(n-2)/3, c.triples, 0)
	t.Add("legal positions", n, 4, n*(n-1)/2*(n-2)/3*(n-3)/4, c.quadruples, nil)
	split, err := dividedStart()
	if err != nil {
		return nil, err
	}
	t.Add("white men, black men, both", 3, 3, 1, split, 1)
	return t, nil
}

// oneKing reports whether v has exactly one king of each colour. The 64 features
// of a man fill one word.
func oneKing(v vector) bool {
	count := func(first zobrist.Feature) int { return bits.OnesCount64(v[first/64]) }
	white, _ := chess.Space().Lookup("white king a1")
	black, _ := chess.Space().Lookup("black king a1")
	return count(white) == 1 && count(black) == 1
}

// vectorCounts are numbers of dependent subsets whose sum is 0.
type vectorCounts struct{ pairs, triples, quadruples int }

// countVectors compares the sum of every pair with 0, with every scene and
// with the sum of every other pair.
func countVectors(ctx context.Context, scenes []vector) (vectorCounts, error) {
	var c vectorCounts
	single := make(map[vector]int)
	for i, v := range scenes {
		single[v] = i
	}
	sums := make(map[vector]int, len(scenes)*len(scenes)/2)
	ways, thrice := 0, 0
	for i, v := range scenes {
		if ctx.Err() != nil {
			return c, ctx.Err()
		}
		for j := range i {
			s := v.xor(scenes[j])
			if s == (vector{}) {
				c.pairs++
			}
			if k, ok := single[s]; ok && k != i && k != j {
				thrice++
			}
			ways += sums[s]
			sums[s]++
		}
	}
	// Each triple is met at each of its pairs; each quadruple has three ways
	// to be two pairs.
	c.triples, c.quadruples = thrice/3, ways/3
	return c, nil
}

// dividedStart ranks the white men and the black men of the starting position
// and the two together: dependent sets of three, 1 or 0.
func dividedStart() (int, error) {
	p, err := chess.New(chess.Options{})
	if err != nil {
		return 0, err
	}
	v := incidence(p, nil)
	var white, black vector
	for w := range 12 { // the men: a word of 64 squares each
		if strings.HasPrefix(chess.Space().FeatureName(zobrist.Feature(64*w)), "white") {
			white[w] = v[w]
		} else {
			black[w] = v[w]
		}
	}
	c, err := countVectors(context.Background(), []vector{white, black, white.xor(black)})
	return c.triples, err
}
