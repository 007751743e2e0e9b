package flat

// A memory is the number of bytes that a change of the index may have alive, [index.BuildOptions].Memory, and the
// garbage that comes with them. It is divided so:
//
//	                                    visits  sorting  cells  garbage
//	while games are read                   1/2        –      –      1/4
//	commit, all visits in memory           1/2      1/8    1/8      1/4
//	commit, visits in a temporary file       –      5/8    1/8      1/4
//	merge of runs, removal                   –      5/8    1/8      1/4
//
// Sorting is the memory of sorters and segmentEncoders. Each game needs some bytes more; TestMemory counts all.
type memory int64

func (m memory) visits() int64  { return int64(m / 2) }
func (m memory) cells() int64   { return int64(m / 8) }
func (m memory) garbage() int64 { return int64(m / 4) }

// sorting returns the memory for sorting while so many bytes of visits are in memory.
func (m memory) sorting(visits int64) int64 { return int64(m) - visits - m.cells() - m.garbage() }

const (
	recordMemory = 16 // bytes of a packedRecord
	codeMemory   = 4  // bytes that a list has for a visit; fewer, unless a run has billions of games

	// cellMemory is the number of bytes of a codeCell, about: 65 to 88 were measured for it and its place in the
	// map, and the old slice takes some 30 more while the list grows.
	cellMemory = 112
)

// encoders divides memory for sorting: it returns how many segmentEncoders may work at the same time, workers at most,
// and the bytes that each takes for a segment with so many visits. An eighth is left for sorters. Popular positions take
// up to six bytes a game beyond it.
func encoders(sorting int64, workers int, visits int64) (n int, each int64) {
	each = max(visits*(recordMemory+codeMemory), 1)
	return int(max(min(int64(workers), sorting/8*7/each), 1)), each
}
