package index

import (
	"context"
	"iter"
)

// A Table is one of the sorted maps a [Store] keeps. The numbers are stored.
type Table uint8

const (
	Positions Table = 1 // Key → record; values of equal keys are merged by [MergeRecords]
	Postings  Table = 2 // Key and first game → the games of popular positions
	Facts     Table = 3 // chunk number → results, ratings and dates of 512 games
	Games     Table = 4 // chunk number → 64 games with their moves
	Meta      Table = 5 // name → what the index is made of, in JSON
)

// Tables lists all tables.
func Tables() []Table { return []Table{Positions, Postings, Facts, Games, Meta} }

// String returns the table's name, in lower case.
func (t Table) String() string {
	switch t {
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

// A Store keeps five tables, each a map from byte strings to byte strings in
// the order of [bytes.Compare]. It is read in batches and in sorted runs, and
// written only by loads: sets of sorted runs that appear all together or not
// at all. Reading is safe for concurrent use, also while a load goes on;
// there is at most one load at a time.
//
// The package index/storetest checks an implementation.
type Store interface {
	// Get looks up keys of one table. It calls found once for each place in
	// the batch whose key is there, in any order, with the place and the
	// value, which is valid during the call only. An error of found ends the
	// look-up and is returned. Found may read the store itself.
	Get(ctx context.Context, t Table, keys [][]byte, found func(i int, value []byte) error) error

	// Scan returns the entries of a table with from ≤ key < to in ascending
	// order; a nil to means no upper end. An entry is valid until the next
	// one. After an error there is no further entry.
	Scan(ctx context.Context, t Table, from, to []byte) iter.Seq2[Entry, error]

	// Begin starts a load. What an earlier load left behind without
	// committing is gone, except for the content of its scratch directory.
	Begin(ctx context.Context) (Load, error)

	// Size returns the bytes each table takes up, as exactly as the engine
	// can tell.
	Size(ctx context.Context) (map[Table]int64, error)

	// Close frees the store. It must not be used afterwards.
	Close() error
}

// A Load collects sorted runs.
type Load interface {
	// Scratch returns a directory for temporary files of this load. It
	// outlives a process that is killed, and where the store outlives its
	// process, so does what the directory holds when a load is discarded: the
	// next load finds it there. Commit removes it.
	Scratch() (string, error)

	// Run starts a sorted run of a table. Runs may be written at the same
	// time; the key ranges of two runs of one table must not overlap.
	Run(t Table) (Run, error)

	// Commit makes all entries of all runs part of the store, at once and
	// durably: a process killed during Commit leaves all or none. An entry
	// replaces the one with an equal key, except in the [Positions] table,
	// where it is merged into it. All runs must be closed; where one failed,
	// Commit fails.
	Commit(ctx context.Context) error

	// Discard drops the load. After Commit it does nothing.
	Discard() error
}

// A Run takes entries of one table in strictly ascending order of keys.
type Run interface {
	// Append writes the entries, which it does not keep.
	Append(entries []Entry) error

	// Close ends the run.
	Close() error
}
