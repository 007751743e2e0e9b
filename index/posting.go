package index

import "encoding/binary"

// A posting is a game that contains a position, with the move played there:
// move·2^32 + game, so that postings sort by move, then by game.
//
// The [Postings] section lists the games that the records tally. The key of an entry
// is the position's key and the number of the first game in big endian. The value
// is, for each move, uvarint move, uvarint number of games, then the games as in a
// record.
type posting uint64

func newPosting(game, move uint32) posting { return posting(move)<<32 | posting(game) }

func (p posting) move() uint32 { return uint32(p >> 32) }
func (p posting) game() uint32 { return uint32(p) }

// postingSize is the number of games in one entry at most.
const postingSize = 4096

func appendPostingKey(dst []byte, k key, first uint32) []byte {
	return binary.BigEndian.AppendUint32(append(dst, k[:]...), first)
}

// appendPostings writes a sorted list.
func appendPostings(dst []byte, list []posting) []byte {
	for len(list) > 0 {
		n := 1
		for n < len(list) && list[n].move() == list[0].move() {
			n++
		}
		dst = binary.AppendUvarint(dst, uint64(list[0].move()))
		dst = binary.AppendUvarint(dst, uint64(n))
		last := uint32(0)
		for _, p := range list[:n] {
			dst = binary.AppendUvarint(dst, uint64(p.game()-last))
			last = p.game()
		}
		list = list[n:]
	}
	return dst
}

// decodePostings appends the games of an entry to dst.
func decodePostings(dst []posting, value []byte) ([]posting, error) {
	d := decoder{value}
	var games []uint32
	for last := int64(-1); len(d.rest) > 0; {
		move, err := d.below(1<<32, "move")
		if err != nil || int64(move) <= last {
			return nil, d.corrupt("move")
		}
		last = int64(move)
		n, err := d.below(uint64(len(d.rest))+1, "number of games")
		if err != nil || n == 0 {
			return nil, d.corrupt("number of games")
		}
		if games, err = d.ascending(games[:0], int(n)); err != nil {
			return nil, err
		}
		for _, game := range games {
			dst = append(dst, newPosting(game, uint32(move)))
		}
	}
	return dst, nil
}
