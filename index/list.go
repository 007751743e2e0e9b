package index

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// ListOptions says which games to list. The zero value lists the ten best rated
// ones, by the mean of the players' known ratings.
type ListOptions struct {
	Recent bool // lists the most recent games first, by date
	Limit  int  // at most so many games; 0 means 10
	Skip   int  // leaves out so many of the first; add Limit for the next page
}

// A FoundGame is a game that contains a position.
type FoundGame struct {
	Number int64  // in the index, from 0
	Move   uint32 // played when the game first reached the position; 0 if it ended there
	Game
}

// List returns a page of the games that contain the position with that hash. Of
// games that are equal in the order, the one added last comes first. List takes
// time in proportion to the games that contain the position, and memory in
// proportion to Skip + Limit.
func (ix *Index) List(ctx context.Context, hash zobrist.Uint128, o ListOptions) ([]FoundGame, error) {
	if o.Limit == 0 {
		o.Limit = 10
	}
	if o.Limit < 0 || o.Skip < 0 || o.Skip > math.MaxInt-o.Limit {
		return nil, fmt.Errorf("index: list %d games after %d: neither may be negative", o.Limit, o.Skip)
	}
	page := page{size: o.Skip + o.Limit}
	rank := facts.rating
	if o.Recent {
		rank = facts.day
	}
	s := ix.state.Load()
	err := ix.eachGame(ctx, hash, func(p posting) error {
		f, err := ix.fact(ctx, &s, p.game())
		if err != nil {
			return err
		}
		page.add(ranked{rank(f), p})
		return nil
	})
	if err != nil {
		return nil, err
	}
	list := page.sorted()
	list = list[min(o.Skip, len(list)):]
	numbers := make([]uint32, len(list))
	for i, r := range list {
		numbers[i] = r.game()
	}
	games, err := ix.games(ctx, numbers)
	if err != nil {
		return nil, err
	}
	found := make([]FoundGame, len(list))
	for i, r := range list {
		found[i] = FoundGame{int64(r.game()), r.move(), games[i]}
	}
	return found, nil
}

// eachGame visits the games that contain a position: those that its record lists
// and those in the Postings section.
func (ix *Index) eachGame(ctx context.Context, hash zobrist.Uint128, visit func(posting) error) error {
	err := ix.records(ctx, []zobrist.Uint128{hash}, func(_ int, r record) error {
		for i := range r {
			for _, game := range r[i].loose {
				if err := visit(newPosting(game, r[i].move)); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	k := keyOf(hash)
	from := appendPostingKey(nil, k, 0)
	to := append(appendPostingKey(nil, k, 1<<32-1), 0)
	var list []posting
	for e, err := range ix.store.Scan(ctx, Postings, from, to) {
		if err != nil {
			return err
		}
		if list, err = decodePostings(list[:0], e.Value); err != nil {
			return err
		}
		for _, p := range list {
			if err := visit(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// ranked is a game with its rank in an order. Greater ranks come first.
type ranked struct {
	rank uint32
	posting
}

// before reports whether r is listed before o, another game.
func (r ranked) before(o ranked) bool {
	return r.rank > o.rank || r.rank == o.rank && r.game() > o.game()
}

// A page keeps the first games of an order.
type page struct {
	size int
	kept []ranked // up to 2·size games, the first ones among them
	last ranked   // the last game of a full page; the zero one, which no game follows, until it is full
}

func (p *page) add(r ranked) {
	if p.last.before(r) {
		return
	}
	if p.kept = append(p.kept, r); len(p.kept)-p.size >= p.size { // 2·size may overflow
		p.sorted()
	}
}

// sorted drops all but the first games and returns them in order.
func (p *page) sorted() []ranked {
	slices.SortFunc(p.kept, func(a, b ranked) int {
		if a.before(b) {
			return -1
		}
		return 1
	})
	if len(p.kept) >= p.size {
		p.kept = p.kept[:p.size]
		p.last = p.kept[p.size-1]
	}
	return p.kept
}
