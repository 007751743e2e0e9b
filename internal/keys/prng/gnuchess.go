package prng

// GNUChess is the additive lagged Fibonacci generator of GNU Chess and Crafty,
// y[n] = y[n−24] + y[n−55] mod 2^32, Knuth's (The Art of Computer Programming
// 2, section 3.2.2, algorithm A). A word of 64 bits takes two draws, the high
// half first.
//
// Its low bits obey the recurrence without carries, so that bits 0 and 32 of
// k[i] ^ k[i−24] ^ k[i−55] are always 0: keys from it are dependent.
//
// Make one with [NewGNUChess].
type GNUChess struct {
	word [55]uint32
	j, k int
}

// NewGNUChess starts from the 55 words of those programs, which Mathematica
// 2.0 gave after SeedRandom[1], for seed 1; for any other, from words of
// [SplitMix64], the first made odd so that the low bits cannot all be 0.
func NewGNUChess(seed uint64) *GNUChess {
	g := &GNUChess{word: gnuChessSeeds, j: 23, k: 54}
	if seed != 1 {
		s := SplitMix64(seed)
		for i := range g.word {
			g.word[i] = uint32(s.Uint64() >> 32)
		}
		g.word[0] |= 1
	}
	return g
}

// Uint32 returns the next draw.
func (g *GNUChess) Uint32() uint32 {
	g.word[g.k] += g.word[g.j]
	x := g.word[g.k]
	g.j = (g.j + 54) % 55
	g.k = (g.k + 54) % 55
	return x
}

// Uint64 returns the next two draws as one word.
func (g *GNUChess) Uint64() uint64 {
	high := uint64(g.Uint32())
	return high<<32 | uint64(g.Uint32())
}

var gnuChessSeeds = [55]uint32{
	1410651636, 3012776752, 3497475623, 2892145026, 1571949714,
	3253082284, 3489895018, 387949491, 2597396737, 1981903553,
	3160251843, 129444464, 1851443344, 4156445905, 224604922,
	1455067070, 3953493484, 1460937157, 2528362617, 317430674,
	3229354360, 117491133, 832845075, 1961600170, 1321557429,
	747750121, 545747446, 810476036, 503334515, 4088144633,
	2824216555, 3738252341, 3493754131, 3672533954, 29494241,
	1180928407, 4213624418, 33062851, 3221315737, 1145213552,
	2957984897, 4078668503, 2262661702, 65478801, 2527208841,
	1960622036, 315685891, 1196037864, 804614524, 1421733266,
	2017105031, 3882325900, 810735053, 384606609, 2393861397,
}
