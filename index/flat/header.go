package flat

import "github.com/zobrist-go/zobrist/internal/sorted"

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

// A section is a part of a run file.
type section struct {
	kind   kind
	arg    uint32
	offset int64
	length int64
}

// A header is what the first page of a run file says. In a [sorted.Header] the number is the number of views, and the
// counts are games and, above 32 bits, those that are present; visits; and records.
type header struct {
	format   uint32
	views    int    // other than the digests
	games    uint32 // numbers of games
	present  uint32
	visits   int64 // of the view Positions
	records  int64 // likewise
	roots    uint32
	sections []section
}

func (h *header) sorted() *sorted.Header {
	t := &sorted.Header{Number: uint32(h.views),
		Counts: [3]uint64{uint64(h.games) | uint64(h.present)<<32, uint64(h.visits), uint64(h.records)}}
	for _, s := range h.sections {
		t.Sections = append(t.Sections,
			sorted.Section{Kind: uint32(s.kind), Arg: s.arg, Offset: s.offset, Length: s.length})
	}
	return t
}

// headerOf reads the header of a file.
func headerOf(f *sorted.File) (header, error) {
	t, err := f.Header()
	h := header{format: t.Version, views: int(t.Number), games: uint32(t.Counts[0]), present: uint32(t.Counts[0] >> 32),
		visits: int64(t.Counts[1]), records: int64(t.Counts[2]), roots: t.Roots}
	if err == nil && h.present > h.games {
		err = f.Corrupt(0, sorted.PageSize, "the header contradicts itself")
	}
	for _, s := range t.Sections {
		h.sections = append(h.sections, section{kind(s.Kind), s.Arg, s.Offset, s.Length})
	}
	return h, err
}
