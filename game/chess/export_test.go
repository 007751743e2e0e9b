package chess

// PerftBare is Perft without the hash.
func PerftBare(p *Position, depth int) uint64 {
	b := p.board
	return perftBare(&b, depth, p.setting)
}
