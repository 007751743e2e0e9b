package index

import (
	"encoding/binary"
	"fmt"

	"github.com/zobrist-go/zobrist/game"
)

// A Game is a game as the index keeps it. Strings are UTF-8. What is not known is
// empty or 0.
type Game struct {
	First, Second             string // the players; the first one is White in chess
	FirstRating, SecondRating int    // 1 to 9999, 0 if not known
	Result                    game.Result
	Date                      Date
	Event, Site, Round        string
	Opening                   string   // its code, ECO in chess
	Start                     string   // notation of the start position, "" for the usual one
	Moves                     []uint32 // in the game's own words; none is 0
}

// maxGames is the number of games that an index can hold, 2^32 − 1.
const maxGames = 1<<32 - 1

// gamesPerChunk games share one entry of the [Games] section. Each is preceded by
// uvarint of its length.
const gamesPerChunk = 64

func (g *Game) facts() facts {
	return newFacts(g.Result, g.FirstRating, g.SecondRating, g.Date)
}

// texts returns the strings in the order in which they are stored.
func (g *Game) texts() [7]*string {
	return [...]*string{&g.First, &g.Second, &g.Event, &g.Site, &g.Round, &g.Opening, &g.Start}
}

// appendGame writes a byte for the result; uvarint year, month, day and the two
// ratings; the texts, each after uvarint of its length; uvarint number of moves
// and each move.
func appendGame(dst []byte, g *Game) []byte {
	dst = append(dst, byte(g.Result&3))
	date := g.Date.known()
	first, second := knownRating(g.FirstRating), knownRating(g.SecondRating)
	for _, v := range [...]int{date.Year, date.Month, date.Day, first, second} {
		dst = binary.AppendUvarint(dst, uint64(v))
	}
	for _, text := range g.texts() {
		dst = binary.AppendUvarint(dst, uint64(len(*text)))
		dst = append(dst, *text...)
	}
	dst = binary.AppendUvarint(dst, uint64(len(g.Moves)))
	for _, m := range g.Moves {
		dst = binary.AppendUvarint(dst, uint64(m))
	}
	return dst
}

func knownRating(rating int) int {
	if rating < 0 || rating > maxRating {
		return 0
	}
	return rating
}

func decodeGame(value []byte) (Game, error) {
	d := decoder{value}
	var g Game
	head, err := d.bytes(1, "result")
	if err != nil || head[0] > 3 {
		return Game{}, d.corrupt("result")
	}
	g.Result = game.Result(head[0])
	for _, part := range [...]struct {
		to    *int
		limit uint64
	}{
		{&g.Date.Year, 10000}, {&g.Date.Month, 13}, {&g.Date.Day, 32},
		{&g.FirstRating, maxRating + 1}, {&g.SecondRating, maxRating + 1},
	} {
		v, err := d.below(part.limit, "date or rating")
		if err != nil {
			return Game{}, err
		}
		*part.to = int(v)
	}
	for _, text := range g.texts() {
		n, err := d.uvarint()
		if err != nil {
			return Game{}, err
		}
		b, err := d.bytes(n, "text")
		if err != nil {
			return Game{}, err
		}
		*text = string(b)
	}
	n, err := d.below(uint64(len(d.rest))+1, "number of moves")
	if err != nil {
		return Game{}, err
	}
	g.Moves = make([]uint32, n)
	for i := range g.Moves {
		m, err := d.below(1<<32, "move")
		if err != nil {
			return Game{}, err
		}
		g.Moves[i] = uint32(m)
	}
	if len(d.rest) > 0 {
		return Game{}, d.corrupt("bytes after the end")
	}
	return g, nil
}

// splitChunk returns the games of one entry of the [Games] section, not decoded.
func splitChunk(value []byte) ([][]byte, error) {
	d := decoder{value}
	var games [][]byte
	for len(d.rest) > 0 {
		n, err := d.uvarint()
		if err != nil {
			return nil, err
		}
		g, err := d.bytes(n, "game length")
		if err != nil {
			return nil, err
		}
		games = append(games, g)
	}
	if len(games) > gamesPerChunk {
		return nil, fmt.Errorf("%w: %d games in one entry", ErrCorrupt, len(games))
	}
	return games, nil
}

// chunkKey returns the key of a chunk of the sections [Facts] and [Games].
func chunkKey(number uint32) []byte { return binary.BigEndian.AppendUint32(nil, number) }
