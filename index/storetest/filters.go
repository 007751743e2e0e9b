package storetest

import (
	"fmt"
	"math"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

// filters asks with what the random questions do not have: names that are not UTF-8,
// more names than the text of a question has room for, and the ends of the numbers.
func (s *suite) filters() {
	s.filtersOfAll()
	games := s.walks(60)
	for i := range games {
		games[i].First, games[i].Second = []string{"\xff", "\xfe", "\xfe", "q'\\\x00"}[i%4],
			[]string{"\xfe\xff", "B"}[i%2]
	}
	p := s.begin(index.BuildOptions{})
	p.add(games)
	p.keep(index.Source{Name: "names", Digest: "names"})
	p.commit()
	s.build(index.BuildOptions{}, 100)

	var many []string
	for i := range 20_000 {
		many = append(many, fmt.Sprint("nobody of this name, number ", i))
	}
	for _, names := range [][]string{{"\xff"}, {"\xfe"}, {"q'\\\x00"}, append(many, "\xff", "B"), many} {
		for side := game.NoSide; side <= game.SecondSide; side++ {
			q := index.Query{Filter: index.Filter{Players: names, Side: side}}
			s.compareLookup(q, []zobrist.Uint128{hashOf(index.Positions, 0), hashOf(index.Positions, 1)})
			s.compareSelect(q.Filter)
		}
		for _, second := range [][]string{nil, {"B"}, names} {
			s.compareSelect(index.Filter{FirstPlayers: names, SecondPlayers: second})
			s.compareSelect(index.Filter{SecondPlayers: names, Players: second})
		}
	}
	for _, from := range []int64{math.MinInt64, -1 << 40, -1, 0, 159, 160, 1 << 40, math.MaxInt64} {
		for _, f := range []index.Filter{{}, {Players: []string{"\xfe"}}} {
			s.equal(fmt.Sprint("selection from ", from), s.selection(s.got(), f, from), s.selection(s.want(), f, from))
		}
	}
}

// filtersOfAll asks for what all games of a build have, or none.
func (s *suite) filtersOfAll() {
	for _, event := range []string{"Rated game", "Casual gäme"} {
		games := s.walks(200)
		for i := range games {
			games[i].Event, games[i].First, games[i].Opening = event, "First of the "+event, "B90"
			games[i].Second = []string{"A", "B"}[i%2]
		}
		p := s.begin(index.BuildOptions{})
		p.add(games)
		p.keep(index.Source{Name: event, Digest: event})
		p.commit()
		for _, f := range []index.Filter{{Event: "rated"}, {Event: "game"}, {Event: "gaeme"},
			{Event: "game", Results: []game.Result{game.Draw}},
			{Event: "casual", Since: index.Date{Year: 2001}, Ratings: []index.Range{{Min: 1000, Max: 1800}}},
			{Openings: []string{"B"}, FirstRating: index.Range{Min: 1500}}, {Openings: []string{"B"}, Event: "rated"},
			{Sources: []string{"Rated game"}}, {Sources: []string{"Rated game", "Casual gäme"}},
			{Players: []string{"A", "B", "A", "First of the Rated game"}}, {FirstPlayers: []string{"First of the Rated game"}},
			{SecondPlayers: []string{"A", "First of the Rated game", "B"}, Event: "game"}} {
			q := index.Query{Filter: f}
			hashes := []zobrist.Uint128{hashOf(index.Positions, 0), hashOf(index.Positions, 1)}
			s.compareLookup(q, hashes)
			s.compareList(q, hashes[0])
			s.compareList(q, hashes[1])
			s.compareSelect(f)
		}
	}
}
