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
	return ix.found(ctx, s, q, p, page)
}

// found returns the games of a list, with the moves that they played as the position has them.
func (ix *questions) found(ctx context.Context, s State, q Query, p Position, page []Occurrence) ([]FoundGame, error) {
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

// Numbers returns the numbers of the games that List lists. It reads no games, and takes some 50 bytes for each of
// them.
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
	if o.Sorting != nil {
		return ix.pageSorted(ctx, s, q, p, o)
	}
	if f := ix.folded(q.View, p); f != nil {
		return pageFolded(ctx, s, q, f, o)
	}
	return s.List(ctx, q, p.Hash(q.View), o)
}

// readAtOnce is the number of games that are held at a time while many are read.
const readAtOnce = 1024

// pageSorted is page for an order that stores do not have.
func (ix *questions) pageSorted(ctx context.Context, s State, q Query, p Position,
	o ListOptions) ([]Occurrence, error) {
	if err := o.SetDefaults(); err != nil {
		return nil, err
	}
	by := *o.Sorting
	all, err := ix.page(ctx, s, q, p, ListOptions{Recent: o.Recent, Limit: MaxList, Move: o.Move})
	if err != nil {
		return nil, err
	}
	if by.Reverse {
		slices.Reverse(all)
	}
	if by.By != nil {
		if all, err = ix.sortedBy(ctx, s, q, p, all, by); err != nil {
			return nil, err
		}
	}
	from := min(o.Skip, len(all))
	return all[from:min(int64(len(all)), int64(from)+int64(o.Limit))], nil
}

// sortedBy sorts a list by the texts of its games.
func (ix *questions) sortedBy(ctx context.Context, s State, q Query, p Position, all []Occurrence,
	by Sorting) ([]Occurrence, error) {
	type named struct {
		text string
		Occurrence
	}
	list := make([]named, 0, len(all))
	for some := range slices.Chunk(all, readAtOnce) {
		games, err := ix.found(ctx, s, q, p, some)
		if err != nil {
			return nil, err
		}
		for i := range games {
			list = append(list, named{by.By(&games[i]), some[i]})
		}
	}
	slices.SortStableFunc(list, func(a, b named) int {
		order := cmp.Compare(a.text, b.text)
		switch {
		case a.text == "" || b.text == "":
			return -order
		case by.Reverse:
			return -order
		}
		return order
	})
	for i := range list {
		all[i] = list[i].Occurrence
	}
	return all, nil
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

// pageOfAll returns a page of the lists of several hashes and words. A game is listed once, if possible where it went
// on.
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
	for some := range slices.Chunk(list, readAtOnce) {
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
