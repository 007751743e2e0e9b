package index

import (
	"cmp"
	"context"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// A Folded is a [Position] of which several have one hash: its images under the symmetries of the board or, in a view
// of parts, all positions with the same part. A stored move would be another point in each of them. So in a view that
// has [Config].WordBits a visit has a word in place of the move: what the move is in the one image that the hash
// belongs to. The adapter chooses the words; 0 is the end of a game.
//
// An [Adapter] of such positions is a [Replayer] as well.
type Folded interface {
	Position

	// AppendHashes appends the hashes to look up in a view. The visits of all of them count.
	AppendHashes(dst []zobrist.Uint128, v View) []zobrist.Uint128

	// Next calls yield with each move of a view and the hashes to look up after it. Of several moves that
	// symmetry makes equal it takes one. The hashes are valid during the call.
	Next(v View, yield func(move uint32, hashes []zobrist.Uint128))

	// Unfold returns the move of Next that a word stands for, 0 if the game ended. The
	// players are exchanged if the image has the other colours. It reports false if the word
	// stands for no move here.
	Unfold(v View, word uint32) (move uint32, exchanged, ok bool)

	// Words returns the words that Unfold makes this move of.
	Words(v View, move uint32) []uint32

	// Playable reports whether [Game].Moves may go on with a move. Records have moves that AppendMoves does not list.
	Playable(move uint32) bool

	// Occurs reports whether a position is this one, or has its part in a view.
	Occurs(v View, in Position) bool
}

// A Replayer is what an [Adapter] of [Folded] positions implements as well.
type Replayer interface {
	// Replay fills in the hashes and words of a game from its start and its moves. The error wraps
	// [ErrCorrupt] if they cannot be played.
	Replay(g *Game, r *Record) error
}

// folded returns the position as one whose visits in a view have words, nil if they have moves.
func (ix *Index) folded(v View, p Position) Folded {
	if int(v) >= len(ix.config.WordBits) || ix.config.WordBits[v] == 0 {
		return nil
	}
	f, _ := p.(Folded)
	return f
}

// unfold adds tallies of words to an answer.
func (a *Answer) unfold(f Folded, v View, words []MoveTally) {
	for _, m := range words {
		move, exchanged, ok := f.Unfold(v, m.Move)
		if exchanged {
			m.Tally = m.Tally.Exchange()
		}
		a.Tally, a.Sample = a.Tally.Add(m.Tally), m.Sample
		i := slices.IndexFunc(a.Moves, func(n MoveTally) bool { return n.Move == move })
		switch {
		case !ok:
			a.Foreign += m.Games
		case move == 0:
			a.Ended, a.EndedSample = a.Ended+m.Games, m.Sample
		case i >= 0:
			a.Moves[i].Tally, a.Moves[i].Sample = a.Moves[i].Tally.Add(m.Tally), m.Sample
		default:
			m.Move = move
			a.Moves = append(a.Moves, m)
		}
	}
}

// findFolded is FindAt for a position whose visits have words.
func (ix *Index) findFolded(ctx context.Context, q Query, f Folded) (a Answer, err error) {
	s, err := ix.ask()
	if err != nil {
		return Answer{}, err
	}
	defer s.Close()
	err = s.Lookup(ctx, q, f.AppendHashes(nil, q.View), func(_ int, words []MoveTally) error {
		a.unfold(f, q.View, words)
		return nil
	})
	if err != nil {
		return Answer{}, err
	}
	var moves []uint32
	var ends []int // of the hashes of each move
	var hashes []zobrist.Uint128
	f.Next(q.View, func(move uint32, after []zobrist.Uint128) {
		hashes = append(hashes, after...)
		moves, ends = append(moves, move), append(ends, len(hashes))
	})
	counts := make([]int64, len(hashes))
	if err := count(ctx, s, q, hashes, counts); err != nil {
		return Answer{}, err
	}
	at := 0
	for i, move := range moves {
		reaches := int64(0)
		for ; at < ends[i]; at++ {
			reaches += counts[at]
		}
		played := slices.IndexFunc(a.Moves, func(m MoveTally) bool { return m.Move == move })
		switch {
		case played >= 0:
			a.Moves[played].Reaches = reaches
		case reaches > 0:
			a.Transpositions = append(a.Transpositions, MoveTally{Move: move, Sample: -1, Reaches: reaches})
		}
	}
	slices.SortFunc(a.Moves, compareMoves)
	slices.SortFunc(a.Transpositions, compareMoves)
	return a, nil
}

// listFolded is ListAt for a position whose visits have words: a page of the lists of all its hashes.
func (ix *Index) listFolded(ctx context.Context, q Query, f Folded, o ListOptions) ([]FoundGame, error) {
	s, err := ix.ask()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	page, err := pageFolded(ctx, s, q, f, o)
	if err != nil {
		return nil, err
	}
	list, err := found(ctx, s, page)
	for i := range list {
		list[i].Move, _, _ = f.Unfold(q.View, list[i].Move)
	}
	return list, err
}

// pageFolded returns the games that listFolded lists.
func pageFolded(ctx context.Context, s Snapshot, q Query, f Folded, o ListOptions) ([]Occurrence, error) {
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
	return listAll(ctx, s, q, f, hashes, words, o)
}

// listAll returns a page of the lists of several hashes and words. A game is listed once, if possible where it went on.
func listAll(ctx context.Context, s Snapshot, q Query, f Folded, hashes []zobrist.Uint128, words []uint32,
	o ListOptions) ([]Occurrence, error) {
	type ranked struct {
		Occurrence
		rank  uint32
		ended int // 1: the game ended, or the word stands for no move
	}
	end := min(int64(o.Skip)+int64(o.Limit), MaxList) // the sum may overflow int
	part := ListOptions{Recent: o.Recent, Limit: int(end)}
	var all []ranked
	for _, hash := range hashes {
		for _, part.Move = range words {
			list, err := s.List(ctx, q, hash, part)
			if err != nil {
				return nil, err
			}
			for some := range slices.Chunk(list, 1024) { // their games are forgotten again
				games, err := found(ctx, s, some)
				if err != nil {
					return nil, err
				}
				for i := range games {
					facts := FactsOf(&games[i].Game)
					rank := facts.RatingRank()
					if o.Recent {
						rank = facts.DateRank()
					}
					one := ranked{some[i], rank, 0}
					if move, _, _ := f.Unfold(q.View, one.Move); move == 0 {
						one.ended = 1
					}
					all = append(all, one)
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(b.Number, a.Number), cmp.Compare(a.ended, b.ended))
	})
	all = slices.CompactFunc(all, func(a, b ranked) bool { return a.Number == b.Number })
	var page []Occurrence
	for _, r := range all[min(o.Skip, len(all)):min(int(end), len(all))] {
		page = append(page, r.Occurrence)
	}
	return page, nil
}

// CountAt returns the number of games that contain a position. In a view of parts a game
// counts once for each place in which it has the part.
func (ix *Index) CountAt(ctx context.Context, q Query, p Position) (n int64, err error) {
	if err := ix.checkView(q.View); err != nil {
		return 0, err
	}
	counts, err := ix.Count(ctx, q, ix.hashes(q.View, p)...)
	for _, games := range counts {
		n += games
	}
	return n, err
}

// GamesAt returns the number of games that [Index.ListAt] lists. In a view of parts a game that has the part in several
// places counts once; there it costs as much as listing all games with the part.
func (ix *Index) GamesAt(ctx context.Context, q Query, p Position) (int64, error) {
	if err := ix.checkView(q.View); err != nil {
		return 0, err
	}
	s, err := ix.ask()
	if err != nil {
		return 0, err
	}
	defer s.Close()
	hashes := ix.hashes(q.View, p)
	counts := make([]int64, len(hashes))
	if err := count(ctx, s, q, hashes, counts); err != nil {
		return 0, err
	}
	if most := slices.Max(counts); most == 0 || len(hashes) == 1 {
		return most, nil
	}
	var numbers []int64
	for i, hash := range hashes {
		if counts[i] == 0 {
			continue
		}
		list, err := s.List(ctx, q, hash, ListOptions{Limit: MaxList})
		if err != nil {
			return 0, err
		}
		for _, o := range list {
			numbers = append(numbers, o.Number)
		}
	}
	slices.Sort(numbers)
	return int64(len(slices.Compact(numbers))), nil
}

// HistoryAt tallies the games that contain a position by months, as [Index.History] does. Games count
// as in CountAt, and by the players that they had, also if colours are exchanged.
func (ix *Index) HistoryAt(ctx context.Context, q Query, p Position) ([]Period, error) {
	if err := ix.checkView(q.View); err != nil {
		return nil, err
	}
	ix, err := ix.Snapshot()
	if err != nil {
		return nil, err
	}
	defer ix.Close()
	var all []Period
	for _, hash := range ix.hashes(q.View, p) {
		periods, err := ix.History(ctx, q, hash)
		if err != nil {
			return nil, err
		}
		for _, month := range periods {
			i, found := slices.BinarySearchFunc(all, month, func(a, b Period) int {
				return cmp.Or(cmp.Compare(a.Year, b.Year), cmp.Compare(a.Month, b.Month))
			})
			if found {
				all[i].Tally = all[i].Tally.Add(month.Tally)
			} else {
				all = slices.Insert(all, i, month)
			}
		}
	}
	return all, nil
}

// hashes returns the hashes by which a position is looked up.
func (ix *Index) hashes(v View, p Position) []zobrist.Uint128 {
	if f := ix.folded(v, p); f != nil {
		return f.AppendHashes(nil, v)
	}
	return []zobrist.Uint128{p.Hash(v)}
}
