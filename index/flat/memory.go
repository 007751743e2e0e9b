package flat

import "github.com/zobrist-go/zobrist/internal/sorted"

// A memory is the number of bytes that a change of the index may have alive, [index.BuildOptions].Memory, and the
// garbage that comes with them. It is divided so:
//
//	                                    visits  sorting  cells  garbage
//	while games are read                   1/2        –      –      1/4
//	commit, all visits in memory           1/2      1/8    1/8      1/4
//	commit, visits in a temporary file       –      5/8    1/8      1/4
//	merge of runs, removal                   –      5/8    1/8      1/4
//
// Sorting is the memory of workers, each of which has a sorter and a segmentEncoder. Each game needs some bytes more;
// TestMemory counts all.
type memory int64

func (m memory) visits() int64  { return int64(m / 2) }
func (m memory) cells() int64   { return int64(m / 8) }
func (m memory) garbage() int64 { return int64(m / 4) }

// sorting returns the memory for sorting while so many bytes of visits are in memory.
func (m memory) sorting(visits int64) int64 { return int64(m) - visits - m.cells() - m.garbage() }

// A share is what each worker has of the memory for sorting. Popular positions take up to six bytes a game beyond it.
type share struct {
	sorter int64 // bytes of the largest part that a sorter need not divide
	buffer int   // bytes of each of the three buffers of a segmentEncoder
}

// workers returns how many may sort at the same time, most at most, and the share of each, while so many bytes of
// visits are in memory.
func (m memory) workers(most int, visits int64) (n int, each share) {
	sorting := m.sorting(visits)
	n = int(min(max(sorting>>23, 2), int64(most))) // with less each, the popular positions of many take more than is saved
	each.buffer = int(min(sorting/int64(n)/8, 1<<20))
	each.sorter = (sorting/int64(n) - 3*int64(each.buffer)) * sorted.Dividing / (sorted.Dividing + 1)
	return n, each
}

// cellMemory is the number of bytes of a codeCell, about: 65 to 88 were measured for it and its place in the map, and
// the old slice takes some 30 more while the list grows.
const cellMemory = 112
