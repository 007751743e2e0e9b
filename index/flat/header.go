package flat

import (
	"encoding/binary"
	"hash/crc32"
)

// The header of a run file is its first page. Numbers are little-endian.
//
//	byte 0   magic, 8 bytes
//	     8   format, 4 bytes
//	    12   views other than the digests, 4 bytes
//	    16   pages of header and data, 8 bytes
//	    24   numbers of games, 4 bytes
//	    28   games that are present, 4 bytes
//	    32   visits of the view Positions, 8 bytes
//	    40   records of the view Positions, 8 bytes
//	    48   CRC-32C of the roots, 4 bytes
//	    52   number of sections, 4 bytes
//	    56   sections: kind, argument (4 bytes each), offset, length in bytes (8 bytes each)
//	  4092   CRC-32C of the bytes before
const (
	magic = "zobrun\r\n"

	headerFormat   = 8
	headerViews    = 12
	headerPages    = 16
	headerGames    = 24
	headerPresent  = 28
	headerVisits   = 32
	headerRecords  = 40
	headerRoots    = 48
	headerCount    = 52
	headerSections = 56
	headerSum      = pageSize - 4

	sectionSize = 24
)

// kind says what a section of a run file holds.
type kind uint32

const (
	segmentsSection kind = iota + 1 // table of the segments of a view: its number, and the bits of its words times 256
	factsSection                    // facts of each game, 8 bytes
	absentSection                   // a bit for each game, 1 if it was removed; missing if none was
	movesSection                    // the run's moves, 4 bytes each; a move's rank is its place
	firstSection                    // names of the first players, numbers of as many bits as the argument says
	secondSection                   // of the second players
	eventSection                    // of the events
	openingSection                  // of the openings
	playersSection                  // dictionary of as many names as the argument says, in ascending order
	eventsSection
	openingsSection
	gamesSection // table of the blocks of games
	textsSection // table of the blocks of texts
	kinds
)

// maxSections is the number of sections that the header has room for.
const maxSections = (headerSum - headerSections) / sectionSize

// A section is a part of a run file.
type section struct {
	kind   kind
	arg    uint32
	offset int64
	length int64
}

// A header is what the first page of a run file says.
type header struct {
	format   uint32
	views    int
	pages    int64
	games    uint32
	present  uint32
	visits   int64
	records  int64
	roots    uint32
	sections []section
}

func (h *header) encode() []byte {
	b := make([]byte, pageSize)
	le := binary.LittleEndian
	copy(b, magic)
	le.PutUint32(b[headerFormat:], runFormat)
	le.PutUint32(b[headerViews:], uint32(h.views))
	le.PutUint64(b[headerPages:], uint64(h.pages))
	le.PutUint32(b[headerGames:], h.games)
	le.PutUint32(b[headerPresent:], h.present)
	le.PutUint64(b[headerVisits:], uint64(h.visits))
	le.PutUint64(b[headerRecords:], uint64(h.records))
	le.PutUint32(b[headerRoots:], h.roots)
	le.PutUint32(b[headerCount:], uint32(len(h.sections)))
	for i, s := range h.sections {
		at := b[headerSections+i*sectionSize:]
		le.PutUint32(at, uint32(s.kind))
		le.PutUint32(at[4:], s.arg)
		le.PutUint64(at[8:], uint64(s.offset))
		le.PutUint64(at[16:], uint64(s.length))
	}
	le.PutUint32(b[headerSum:], crc32.Checksum(b[:headerSum], castagnoli))
	return b
}

// decodeHeader reads the header of a file that was checked.
func decodeHeader(f *file) (header, error) {
	b, le := f.data[:pageSize], binary.LittleEndian
	h := header{
		format: le.Uint32(b[headerFormat:]),
		views:  int(le.Uint32(b[headerViews:])), pages: f.pages,
		games: le.Uint32(b[headerGames:]), present: le.Uint32(b[headerPresent:]),
		visits: int64(le.Uint64(b[headerVisits:])), records: int64(le.Uint64(b[headerRecords:])),
		roots: le.Uint32(b[headerRoots:]),
	}
	n := le.Uint32(b[headerCount:])
	if n > maxSections || h.present > h.games {
		return h, f.corrupt(0, pageSize, "the header contradicts itself")
	}
	for i := range n {
		at := b[headerSections+i*sectionSize:]
		s := section{kind(le.Uint32(at)), le.Uint32(at[4:]), int64(le.Uint64(at[8:])), int64(le.Uint64(at[16:]))}
		if s.offset < 0 || s.length < 0 || s.offset > f.end() || s.length > f.end()-s.offset {
			return h, f.corrupt(0, pageSize, "a section lies beyond the end of the data")
		}
		h.sections = append(h.sections, s)
	}
	return h, nil
}
