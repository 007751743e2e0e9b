package index

import (
	"os"

	"github.com/zobrist-go/zobrist/game"
)

// What the tests look at inside.

// RoundTrip decodes a stored value of a table and encodes it again.
func RoundTrip(t Table, value []byte) ([]byte, error) {
	switch t {
	case Positions:
		r, err := decodeRecord(nil, value)
		if err != nil {
			return nil, err
		}
		return appendRecord(nil, r), nil
	case Postings:
		list, err := decodePostings(nil, value)
		if err != nil {
			return nil, err
		}
		return appendPostings(nil, list), nil
	case Facts:
		fs, err := decodeFacts(value)
		if err != nil {
			return nil, err
		}
		var out []byte
		for _, f := range fs {
			out = appendFacts(out, f)
		}
		return out, nil
	}
	g, err := decodeGame(value)
	if err != nil {
		return nil, err
	}
	return appendGame(nil, &g), nil
}

// NewRecord makes a record of games that played moves, tallied with the facts
// given where tallied is set.
func NewRecord(games, moves []uint32, tallied bool) []byte {
	var a aggregator
	a.facts = make([]facts, 1<<8)
	for i := range a.facts {
		a.facts[i] = newFacts(game.Result(i%4), 1000+i, 0, Date{Year: 1900 + i%100})
	}
	for i, m := range moves {
		g := a.group(m)
		if tallied {
			g.tally.count(a.facts[games[i]%(1<<8)])
		} else {
			g.loose = append(g.loose, games[i])
		}
	}
	value, err := MergeRecords(nil, appendUnordered(a.record))
	if err != nil {
		panic(err)
	}
	return value
}

// appendUnordered writes groups in order, each move once.
func appendUnordered(r record) []byte {
	for i := 1; i < len(r); i++ {
		for j := i; j > 0 && r[j].move < r[j-1].move; j-- {
			r[j], r[j-1] = r[j-1], r[j]
		}
	}
	return appendRecord(nil, r)
}

// AppendPostings encodes a list of games with their moves.
func AppendPostings(games, moves []uint32) []byte {
	list := make([]posting, len(games))
	for i := range games {
		list[i] = posting{games[i], moves[i]}
	}
	return appendPostings(nil, list)
}

// SplitChunk counts the games in an entry of the Games table.
func SplitChunk(value []byte) (int, error) {
	games, err := splitChunk(value)
	return len(games), err
}

// AppendGame encodes a game.
func AppendGame(g *Game) []byte { return appendGame(nil, g) }

// Seal and Unseal put on and take off the checksum of a journal.
func Seal(text []byte) []byte { return seal(text) }

func Unseal(sealed []byte) ([]byte, bool) { return unseal(sealed) }

// SwapVisits replaces the temporary file of visits.
func SwapVisits(b *Builder, f *os.File) *os.File {
	old := b.spill.file
	b.spill.file = f
	return old
}
