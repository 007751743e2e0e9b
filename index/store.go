package index

import (
	"context"
	"iter"
)

// A Section is one of the sorted maps that a [Store] keeps. The numbers are
// part of the format.
type Section uint8

const (
	Positions Section = 1 // position → record; values of equal keys are merged by [MergeRecords]
	Postings  Section = 2 // position and first game → the games of popular positions
	Facts     Section = 3 // chunk number → results, ratings and dates of 512 games
	Games     Section = 4 // chunk number → 64 games with their moves
	Meta      Section = 5 // name → the manifest and the sources, in JSON
)

// Sections lists all sections.
func Sections() []Section { return []Section{Positions, Postings, Facts, Games, Meta} }

// String returns the name of the section, in lower case.
func (s Section) String() string {
	switch s {
	case Positions:
		return "positions"
	case Postings:
		return "postings"
	case Facts:
		return "facts"
	case Games:
		return "games"
	case Meta:
		return "meta"
	}
	return "unknown"
}

// An Entry is a key with its value.
type Entry struct{ Key, Value []byte }

// A Store keeps five sections. Each maps byte strings to byte strings, in the
// order of [bytes.Compare]. A store is read by batches of keys and by ranges. It
// is written only by loads: sets of sorted runs that become visible all together
// or not at all. Reading is safe for concurrent use, also during a load. There
// is at most one load at a time.
//
// The package index/storetest checks an implementation.
type Store interface {
	// Get looks up keys of one section. For each i whose key is present it calls
	// found(i, value) once, in any order. The value is valid only during the call,
	// which may read the store itself. An error of found ends the look-up and is
	// returned.
	Get(ctx context.Context, s Section, keys [][]byte, found func(i int, value []byte) error) error

	// Scan returns the entries of a section with from ≤ key < to, in ascending
	// order. If to is nil there is no upper end. An entry is valid until the next
	// one is read. Nothing follows an error.
	Scan(ctx context.Context, s Section, from, to []byte) iter.Seq2[Entry, error]

	// Begin starts a load. It removes what an earlier load left without committing,
	// except for the content of its scratch directory.
	Begin(ctx context.Context) (Load, error)

	// Size returns the bytes that each section takes, as exactly as the engine knows
	// them, and the bytes of files that an interrupted load has left.
	Size(ctx context.Context) (sections map[Section]int64, left int64, err error)

	// Close frees the store. It must not be used afterwards.
	Close() error
}

// A Load collects sorted runs.
type Load interface {
	// Scratch returns a directory for temporary files of this load. Commit removes
	// it. A store that outlives its process keeps the directory when the load is
	// discarded or the process killed: the next load gets it with its content.
	Scratch() (string, error)

	// Run starts a sorted run of a section. Several runs may be written at the same
	// time. The key ranges of two runs of one section must not overlap.
	Run(s Section) (Run, error)

	// Commit makes all entries of all runs part of the store, at once and durably:
	// a process killed during Commit leaves all of them or none. An entry replaces
	// the one with an equal key; in [Positions] it is merged with it. Commit fails
	// if a run has failed or is not closed.
	Commit(ctx context.Context) error

	// Discard drops the load. After Commit it does nothing.
	Discard() error
}

// A Run takes entries of one section in strictly ascending order of keys.
type Run interface {
	// Append writes the entries. It does not keep them.
	Append(entries []Entry) error

	// Close ends the run.
	Close() error
}
