package flat

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

// appendGame appends a game, as in temporary files. What distinguishes games comes
// first, and ends at the byte line.
func appendGame(dst []byte, g *index.Game, texts bool) (_ []byte, line int) {
	dst = g.AppendIdentity(dst)
	line = len(dst)
	for _, s := range [...]string{g.Event, g.Site, g.Round, g.Opening} {
		dst = appendText(dst, s)
	}
	dst = binary.AppendUvarint(dst, uint64(g.FirstRating))
	dst = binary.AppendUvarint(dst, uint64(g.SecondRating))
	kept := texts && g.Text != nil
	dst = append(dst, byte(g.Result), byte(g.Speed), byte(g.Mode), flag(kept))
	if kept {
		dst = appendText(dst, g.Text)
	}
	return dst, line
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}

func appendText[T string | []byte](dst []byte, s T) []byte {
	return append(binary.AppendUvarint(dst, uint64(len(s))), s...)
}

// lineDigest returns the first 80 bits of the SHA-256 of what distinguishes games.
// Runs keep it, so its definition is part of the format.
func lineDigest(line []byte) index.Key {
	sum := sha256.Sum256(line)
	return index.Key{Lo: binary.BigEndian.Uint64(sum[:]), Hi: binary.BigEndian.Uint16(sum[8:])}
}

// A gameDecoder decodes games, one after the other.
type gameDecoder struct {
	rest  []byte
	one   index.Game
	known map[string]string // names: many games share them

	digests bool // whether they are wanted
}

// game returns the next game, which is valid until the one after it, and its
// digest. It reports false if the bytes are not a game.
func (d *gameDecoder) game() (g *index.Game, digest index.Key, ok bool) {
	g = &d.one
	line := d.rest
	start, ok1 := d.bytes()
	moves, ok2 := d.moves(g.Moves[:0])
	first, ok3 := d.bytes()
	second, ok4 := d.bytes()
	_, ok5 := d.bytes() // the result, and what else distinguishes games
	if !ok1 || !ok2 || !ok3 || !ok4 || !ok5 || len(d.rest) < 4 {
		return nil, index.Key{}, false
	}
	date := index.Date{Day: int(d.rest[0]), Month: int(d.rest[1]), Year: int(binary.LittleEndian.Uint16(d.rest[2:]))}
	d.rest = d.rest[4:]
	if d.digests {
		digest = lineDigest(line[:len(line)-len(d.rest)])
	}
	*g = index.Game{Start: d.name(start), Moves: moves, First: d.name(first), Second: d.name(second), Date: date}

	for _, to := range [...]*string{&g.Event, &g.Site, &g.Round, &g.Opening} {
		s, ok := d.bytes()
		if !ok {
			return nil, index.Key{}, false
		}
		*to = d.name(s)
	}
	ratings := [...]*int{&g.FirstRating, &g.SecondRating}
	for _, to := range ratings {
		n, size := binary.Uvarint(d.rest)
		if size <= 0 || n > index.MaxRating {
			return nil, index.Key{}, false
		}
		*to, d.rest = int(n), d.rest[size:]
	}
	if len(d.rest) < 4 {
		return nil, index.Key{}, false
	}
	g.Result, g.Speed, g.Mode = game.Result(d.rest[0]), index.Speed(d.rest[1]), index.Mode(d.rest[2])
	kept := d.rest[3] != 0
	d.rest = d.rest[4:]
	if kept {
		if g.Text, ok = d.bytes(); !ok {
			return nil, index.Key{}, false
		}
	}
	return g, digest, true
}

// bytes returns the bytes after their number.
func (d *gameDecoder) bytes() ([]byte, bool) {
	n, size := binary.Uvarint(d.rest)
	if size <= 0 || n > uint64(len(d.rest)-size) {
		return nil, false
	}
	b := d.rest[size : size+int(n) : size+int(n)]
	d.rest = d.rest[size+int(n):]
	return b, true
}

func (d *gameDecoder) moves(moves []uint32) ([]uint32, bool) {
	n, size := binary.Uvarint(d.rest)
	if size <= 0 || n > uint64(len(d.rest)-size)/4 {
		return nil, false
	}
	d.rest = d.rest[size:]
	for range n {
		move := binary.LittleEndian.Uint32(d.rest)
		if move == 0 {
			return nil, false
		}
		moves, d.rest = append(moves, move), d.rest[4:]
	}
	return moves, true
}

// name returns a string of these bytes, the same one for the same bytes if it is
// short.
func (d *gameDecoder) name(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	if s, ok := d.known[string(b)]; ok {
		return s
	}
	if d.known == nil || len(d.known) > 1<<14 {
		d.known = make(map[string]string)
	}
	s := string(b)
	if len(b) <= 128 {
		d.known[s] = s
	}
	return s
}
