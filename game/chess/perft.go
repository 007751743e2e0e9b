package chess

// Perft returns the number of legal move paths of a length in plies: 1 for
// depth 0 or less, 20 for depth 1 from the start position.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	return perft(p.board, depth, p.setting)
}

func perft(b *board, depth int, s *setting) uint64 {
	if depth == 1 {
		return uint64(b.countMoves())
	}
	var (
		buffer [256]Move
		next   board
	)
	total := uint64(0)
	for _, m := range b.appendMoves(buffer[:0]) {
		b.make(&next, m, s.keys, s.enPassant)
		total += perft(&next, depth-1, s)
	}
	return total
}
