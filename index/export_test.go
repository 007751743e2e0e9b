package index

import (
	"maps"
	"os"
	"slices"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
)

// RoundTrip decodes a stored value of a section and encodes it again.
func RoundTrip(s Section, value []byte) ([]byte, error) {
	switch s {
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

// NewRecord returns the record of games that played moves. If tallied is set they
// are tallied, with facts that depend on their numbers.
func NewRecord(games, moves []uint32, tallied bool) []byte {
	byMove := make(map[uint32]group)
	for i, m := range moves {
		g := byMove[m]
		g.move = m
		if n := int(games[i] % 256); tallied {
			g.tally.count(newFacts(game.Result(n%4), 1000+n, 0, Date{Year: 1900 + n%100}))
		} else {
			g.loose = append(g.loose, games[i])
		}
		byMove[m] = g
	}
	var r record
	for _, m := range slices.Sorted(maps.Keys(byMove)) {
		r = append(r, byMove[m])
	}
	return appendRecord(nil, r)
}

// KeyOf returns the key of the position with that hash.
func KeyOf(hash zobrist.Uint128) []byte { k := keyOf(hash); return k[:] }

// AppendPostings encodes a list of games with their moves.
func AppendPostings(games, moves []uint32) []byte {
	list := make([]posting, len(games))
	for i := range games {
		list[i] = newPosting(games[i], moves[i])
	}
	slices.Sort(list)
	return appendPostings(nil, list)
}

// RecordGames returns the number of games of a record.
func RecordGames(value []byte) (int64, error) {
	r, err := decodeRecord(nil, value)
	return r.games(), err
}

// SplitChunk returns the number of games in an entry of the Games section.
func SplitChunk(value []byte) (int, error) {
	games, err := splitChunk(value)
	return len(games), err
}

// AppendGame encodes a game.
func AppendGame(g *Game) []byte { return appendGame(nil, g) }

// Seal adds the checksum of a journal.
func Seal(text []byte) []byte { return seal(text) }

// Unseal removes it.
func Unseal(sealed []byte) ([]byte, bool) { return unseal(sealed) }

// SwapVisits replaces the temporary file of visits and returns the old one.
func SwapVisits(b *Builder, f *os.File) *os.File {
	old := b.spill.file
	b.spill.file = f
	return old
}
