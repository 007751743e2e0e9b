package flat

import (
	"hash/crc32"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// Runs of format 2 have no cells; they are read, and written anew when runs are merged.
var family = &sorted.Family{
	Magic: "zobrun\r\n", Oldest: 2, Version: 3,
	SealMagic: "zobrist-index", SealVersion: 2,
	A: "an index", The: "the index",
	Corrupt: index.ErrCorrupt, Unknown: index.ErrFormat, Damaged: index.ErrDamaged, Empty: index.ErrEmpty,
	Advice: "run the build again, the index is as it was", Remedy: "build the index again from its games",
}

// journalDoc is the kind of the sealed file that is a journal.
const journalDoc = "journal"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)
