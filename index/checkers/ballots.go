package checkersindex

import (
	"fmt"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist/game/checkers"
)

// ballots are the openings of three moves that the American Checker Federation numbers, in its order. With a hyphen
// before it the third move makes a barred one, which is no ballot: 156 of the 174 are.
const ballots = `
9-13 21-17: 5-9 6-9 -10-14
9-13 22-17: 13x22
9-13 22-18: 6-9 10-14 10-15 11-15 11-16 12-16
9-13 23-18: 5-9 6-9 -10-14 10-15 11-15 11-16 12-16
9-13 23-19: 5-9 6-9 10-14 10-15 11-16
9-13 24-19: 5-9 6-9 10-14 -10-15 11-15 11-16
9-13 24-20: 5-9 6-9 10-14 10-15 11-15 11-16 -12-16
9-14 22-17: 5-9 6-9 11-15 11-16
9-14 22-18: 5-9 10-15 11-15 11-16 -12-16 -14-17
9-14 23-18: 14x23
9-14 23-19: 5-9 -10-15 11-16 14-18
9-14 24-19: 5-9 -10-15 11-15 11-16
9-14 24-20: 5-9 10-15 11-15 11-16
10-14 22-17: 7-10 9-13 11-15 11-16 14-18
10-14 22-18: 6-10 7-10 11-15 11-16 12-16
10-14 23-18: 14x23
10-14 23-19: 6-10 7-10 11-15 11-16 14-18
10-14 24-19: 6-10 7-10 -11-15 11-16 14-18
10-14 24-20: 6-10 7-10 11-15 11-16 14-18
10-15 21-17: 6-10 7-10 9-13 -9-14 11-16 15-18
10-15 22-17: 6-10 7-10 9-13 -9-14 11-16 15-19
10-15 22-18: 15x22
10-15 23-18: 6-10 7-10 9-14 11-16 12-16
10-15 23-19: 6-10 7-10 11-16
10-15 24-19: 15x24
10-15 24-20: 6-10 7-10 -11-16 15-19
11-15 21-17: 8-11 9-13 9-14 -10-14 15-19
11-15 22-17: 8-11 9-13 15-18 15-19
11-15 22-18: 15x22
11-15 23-18: 8-11 9-14 10-14 12-16 15-19
11-15 23-19: 8-11 9-13 9-14
11-15 24-19: 15x24
11-15 24-20: 8-11 12-16 15-18
11-16 21-17: 7-11 8-11 9-13 9-14 -10-14 16-20
11-16 22-17: 7-11 8-11 9-13 16-20
11-16 22-18: 7-11 8-11 -10-15 16-19 16-20
11-16 23-18: 7-11 8-11 9-14 10-14 16-20
11-16 23-19: 16x23
11-16 24-19: 7-11 8-11 -10-15 16-20
11-16 24-20: 7-11 16-19
12-16 21-17: 9-13 9-14 16-19 16-20
12-16 22-17: 16-19 16-20
12-16 22-18: 16-19 16-20
12-16 23-18: -9-14 16-19 16-20
12-16 23-19: -16x23
12-16 24-19: 16-20
12-16 24-20: 8-12 10-15
`

// A Ballot is an opening of three moves.
type Ballot struct {
	Number int    // 1 to 174, as the American Checker Federation numbers openings
	Moves  string // "9-13 21-17 5-9"
}

// BallotOf returns the ballot that ends in a position, whatever the order of its moves. It
// reports false if there is none.
func BallotOf(p *checkers.Position) (Ballot, bool) {
	b, ok := ballotsByPosition()[p.String()]
	return b, ok
}

var ballotsByPosition = sync.OnceValue(func() map[string]Ballot {
	positions := make(map[string]Ballot)
	number := 0
	for line := range strings.Lines(strings.TrimSpace(ballots)) {
		first, thirds, _ := strings.Cut(line, ":")
		for third := range strings.FieldsSeq(thirds) {
			number++
			if strings.HasPrefix(third, "-") {
				continue
			}
			moves := first + " " + third
			p, err := checkers.New(checkers.Options{})
			if err != nil {
				panic(err)
			}
			for text := range strings.FieldsSeq(moves) {
				m, err := p.ParseMove(text)
				if err != nil {
					panic(err) // a test plays all of them
				}
				p.Make(m)
			}
			positions[p.String()] = Ballot{number, moves}
		}
	}
	return positions
})

// Code returns the number as the code of a game: "008".
func (b Ballot) Code() string { return fmt.Sprintf("%03d", b.Number) }
