package index

import (
	"cmp"
	"context"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// A FoundGame is a game that contains a position.
type FoundGame struct {
	Occurrence
	Game
}

// List returns a page of the games that contain a position, each once, without their texts. Of games that are equal in
// the order, the one added last comes first. Move is 0 if the game ended in the position, if its move is not legal
// there, and in views without moves.
func (ix *questions) List(ctx context.Context, q Query, p Position, o ListOptions) ([]FoundGame, error) {
	if err := ix.checkView(q.View); err != nil {
		return nil, err
	}
	s, err := ix.state()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	page, err := ix.page(ctx, s, q, p, o)
	if err != nil {
		return nil, err
	}
	list, err := found(ctx, s, page)
	if f := ix.folded(q.View, p); f != nil {
		for i := range list {
			list[i].Move, _, _ = f.Unfold(q.View, list[i].Move)
		}
		return list, err
	}
	if len(list) == 0 {
		return list, err
	}
	c := reachings.Get().(*reaching)
	defer reachings.Put(c)
	c.legal = p.AppendMoves(c.legal[:0])
	for i := range list {
		if !slices.Contains(c.legal, list[i].Move) {
			list[i].Move = 0
		}
	}
	return list, err
}

// Numbers returns the numbers of the games that List lists. It reads no games, and takes some 50 bytes for each of them.
func (ix *questions) Numbers(ctx context.Context, q Query, p Position, o ListOptions) ([]int64, error) {
	if err := ix.checkView(q.View); err != nil {
		return nil, err
	}
	s, err := ix.state()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	page, err := ix.page(ctx, s, q, p, o)
	return numbersOf(page), err
}

// page returns the games that List lists, with their moves or words.
func (ix *questions) page(ctx context.Context, s State, q Query, p Position, o ListOptions) ([]Occurrence, error) {
	if f := ix.folded(q.View, p); f != nil {
		return pageFolded(ctx, s, q, f, o)
	}
	return s.List(ctx, q, p.Hash(q.View), o)
}

// found returns the games of a list.
func found(ctx context.Context, s State, list []Occurrence) ([]FoundGame, error) {
	if len(list) == 0 {
		return nil, nil
	}
	games, err := s.Games(ctx, numbersOf(list), false)
	if err != nil {
		return nil, err
	}
	all := make([]FoundGame, len(list))
	for i, occurrence := range list {
		all[i] = FoundGame{occurrence, games[i]}
	}
	return all, nil
}

// numbersOf returns the numbers of the games of a list.
func numbersOf(list []Occurrence) []int64 {
	numbers := make([]int64, len(list))
	for i, occurrence := range list {
		numbers[i] = occurrence.Number
	}
	return numbers
}

// pageFolded is page for a position whose visits have words: a page of the lists of all its hashes.
func pageFolded(ctx context.Context, s State, q Query, f Folded, o ListOptions) ([]Occurrence, error) {
	if err := o.SetDefaults(); err != nil {
		return nil, err
	}
	words, hashes := []uint32{0}, f.AppendHashes(nil, q.View)
	if o.Move != 0 {
		words = f.Words(q.View, o.Move)
	}
	if len(words) == 1 && len(hashes) == 1 {
		o.Move = words[0]
		return s.List(ctx, q, hashes[0], o)
	}
	return pageOfAll(ctx, s, q, f, hashes, words, o)
}

// pageOfAll returns a page of the lists of several hashes and words. A game is listed once, if possible where it went on.
func pageOfAll(ctx context.Context, s State, q Query, f Folded, hashes []zobrist.Uint128, words []uint32,
	o ListOptions) (page []Occurrence, err error) {
	end := min(int64(o.Skip)+int64(o.Limit), MaxList) // the sum may overflow int
	part := ListOptions{Recent: o.Recent, Limit: int(end)}
	var all []listed
	for _, hash := range hashes {
		for _, part.Move = range words {
			list, err := s.List(ctx, q, hash, part)
			if err != nil {
				return nil, err
			}
			if all, err = appendListed(ctx, s, all, list, o.Recent); err != nil {
				return nil, err
			}
		}
	}
	for i := range all {
		move, _, _ := f.Unfold(q.View, all[i].Move)
		all[i].goesOn = move != 0
	}
	slices.SortStableFunc(all, compareListed)
	all = slices.CompactFunc(all, func(a, b listed) bool { return a.Number == b.Number })
	for _, l := range all[min(o.Skip, len(all)):min(int(end), len(all))] {
		page = append(page, l.Occurrence)
	}
	return page, nil
}

// A listed game is one of several lists.
type listed struct {
	Occurrence
	rank   uint32 // the greatest comes first
	goesOn bool   // with a move that the position has
}

// compareListed orders games, and the places of one game.
func compareListed(a, b listed) int {
	order := cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(b.Number, a.Number))
	switch {
	case order != 0 || a.goesOn == b.goesOn:
		return order
	case a.goesOn:
		return -1
	}
	return 1
}

// appendListed appends the games of a list with their ranks. It holds some of the games at a time.
func appendListed(ctx context.Context, s State, to []listed, list []Occurrence, recent bool) ([]listed, error) {
	for some := range slices.Chunk(list, 1024) {
		games, err := s.Games(ctx, numbersOf(some), false)
		if err != nil {
			return nil, err
		}
		for i := range games {
			facts := FactsOf(&games[i])
			rank := facts.RatingRank()
			if recent {
				rank = facts.DateRank()
			}
			to = append(to, listed{Occurrence: some[i], rank: rank})
		}
	}
	return to, nil
}
