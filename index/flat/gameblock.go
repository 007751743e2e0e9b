package flat

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/zobrist-go/zobrist/index"
)

// A block has consecutive games, or their texts. The table of a run's blocks lists
// the number of its first game (the sum of the games in the blocks before it),
// the offset in the file and the length.
//
// Of each game a block of games has:
//
//   - site and round: the number of bytes that are the same as in the game before it in
//     the block, the number of the other bytes, and these
//   - start: its length, and the notation of the start position
//   - the number of bytes of the moves, and the moves: a move of rank r is the byte r − 1
//     if r ≤ 247, otherwise with x = r − 248 the bytes 247 + x/256, x%256 if x < 2048,
//     otherwise the byte 255 and r
//
// Numbers are uvarints.
type block struct {
	offset int64
	length uint32
	first  uint32
}

const blockEntry = 16

func encodeBlocks(blocks []block) []byte {
	b := make([]byte, 0, blockEntry*len(blocks))
	for _, k := range blocks {
		b = binary.LittleEndian.AppendUint64(b, uint64(k.offset))
		b = binary.LittleEndian.AppendUint32(b, k.length)
		b = binary.LittleEndian.AppendUint32(b, k.first)
	}
	return b
}

func decodeBlock(b []byte) block {
	return block{int64(binary.LittleEndian.Uint64(b)), binary.LittleEndian.Uint32(b[8:]),
		binary.LittleEndian.Uint32(b[12:])}
}

const (
	// blockGames is the number of games in a block.
	blockGames = 64

	// rankingGames is the number of games whose moves get their ranks by frequency.
	// Ranks of other moves follow in the order of their first games.
	rankingGames = 1024

	shortRanks = 247                // ranks of one byte
	longRanks  = shortRanks + 8*256 // ranks of up to two bytes
)

// gameBlocks writes the blocks of games. The first rankingGames are held back.
type gameBlocks struct {
	w      *runWriter
	blocks []block
	held   []heldGame
	moves  []uint32 // of the games held
	ranked bool
	buf    []byte
	ranks  []byte   // scratch
	last   heldGame // the one before in the block
	count  int      // games in buf
}

type heldGame struct {
	site, round, start string
	moves              int
}

func (b *gameBlocks) add(number uint32, g *index.Game) error {
	h := heldGame{g.Site, g.Round, g.Start, len(g.Moves)}
	if b.ranked {
		return b.encode(h, g.Moves, number)
	}
	b.held = append(b.held, h)
	b.moves = append(b.moves, g.Moves...)
	if len(b.held) == rankingGames {
		return b.rank()
	}
	return nil
}

// rank ranks the moves of the games held and writes these games.
func (b *gameBlocks) rank() error {
	b.ranked = true
	counts := make(map[uint32]int)
	var order []uint32
	for _, m := range b.moves {
		if counts[m]++; counts[m] == 1 {
			order = append(order, m)
		}
	}
	slices.SortFunc(order, func(x, y uint32) int { return cmp.Or(counts[y]-counts[x], cmp.Compare(x, y)) })
	for _, m := range order {
		b.w.moves.add(m)
	}
	moves := b.moves
	for i, h := range b.held {
		if err := b.encode(h, moves[:h.moves], uint32(i)); err != nil {
			return err
		}
		moves = moves[h.moves:]
	}
	b.held, b.moves = nil, nil
	return nil
}

func (b *gameBlocks) encode(h heldGame, moves []uint32, number uint32) error {
	if b.count == 0 {
		b.blocks = append(b.blocks, block{first: number})
	}
	b.buf = appendShared(b.buf, b.last.site, h.site)
	b.buf = appendShared(b.buf, b.last.round, h.round)
	b.buf = append(binary.AppendUvarint(b.buf, uint64(len(h.start))), h.start...)
	ranks := b.ranks[:0]
	for _, m := range moves {
		ranks = appendRank(ranks, b.w.moves.add(m))
	}
	b.ranks = ranks
	b.buf = append(binary.AppendUvarint(b.buf, uint64(len(ranks))), ranks...)
	b.last = h
	if b.count++; b.count == blockGames {
		return b.flush()
	}
	return nil
}

func (b *gameBlocks) flush() error {
	if b.count == 0 {
		return nil
	}
	k := &b.blocks[len(b.blocks)-1]
	k.length = uint32(len(b.buf))
	var err error
	k.offset, err = b.w.out.Append(b.buf)
	b.buf, b.last, b.count = b.buf[:0], heldGame{}, 0
	return err
}

func (b *gameBlocks) end() error {
	if !b.ranked {
		if err := b.rank(); err != nil {
			return err
		}
	}
	return b.flush()
}

// appendShared writes a text by what it has in common with the one before.
func appendShared(b []byte, before, text string) []byte {
	n := 0
	for n < len(before) && n < len(text) && before[n] == text[n] {
		n++
	}
	b = binary.AppendUvarint(b, uint64(n))
	b = binary.AppendUvarint(b, uint64(len(text)-n))
	return append(b, text[n:]...)
}

func appendRank(b []byte, rank uint32) []byte {
	switch x := rank - shortRanks - 1; {
	case rank <= shortRanks:
		return append(b, byte(rank-1))
	case rank <= longRanks:
		return append(b, byte(shortRanks+x/256), byte(x))
	}
	return binary.AppendUvarint(append(b, 255), uint64(rank))
}

// readRank reads the rank of a move. It returns 0 bytes if there is none.
func readRank(b []byte) (rank uint32, n int) {
	switch {
	case len(b) == 0:
	case b[0] < shortRanks:
		return uint32(b[0]) + 1, 1
	case b[0] < 255:
		if len(b) > 1 {
			return uint32(b[0]-shortRanks)*256 + uint32(b[1]) + shortRanks + 1, 2
		}
	default:
		if v, k := binary.Uvarint(b[1:]); k > 0 && v <= 1<<32-1 {
			return uint32(v), 1 + k
		}
	}
	return 0, 0
}
