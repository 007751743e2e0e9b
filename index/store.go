package index

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"runtime"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// A Store keeps an index: it changes it, and shows its states. It is safe for
// concurrent use, also during a build and while another process builds.
//
// Errors wrap [ErrCorrupt] if stored bytes are not what was written; an answer is
// never wrong because of that.
//
// Package index/flat is the store in files. Package index/store has what authors of stores need
// besides. Package index/storetest checks an implementation, and has a simple one in memory.
type Store interface {
	// State returns the present state: all of the builds and removals that had ended
	// when the store was opened or last refreshed, those made through it, and nothing of
	// others. Close it after use; it may outlive the store.
	State() (State, error)

	// Refresh shows what other processes have built since the store was opened or
	// refreshed. It reports whether there was anything. Without news it is cheap
	// enough to be called every second. The error wraps [ErrKeys] or [ErrConfig] if an
	// index with other hashes took the place of this one, which is then shown as it was.
	Refresh(ctx context.Context) (bool, error)

	// Begin starts a build. There is one at a time; the error wraps [ErrLocked] during
	// another. It removes what an interrupted build has left, except for what
	// [Builder.Restore] may use.
	Begin(ctx context.Context, c Config, o BuildOptions) (Builder, error)

	// Remove removes the games that a filter selects, all of them or, if there is an
	// error or the process is killed, none. It returns their number. Other games keep
	// their numbers. A source that has lost games loses its digests, so that it may come
	// again; see Lose of package index/store. If progress is not nil, it is called now and then, from several
	// goroutines, with the share that is done, 0 to 1. The error wraps [ErrLocked] during a build.
	Remove(ctx context.Context, f Filter, progress func(done float64)) (int64, error)

	// Verify reads everything and checks it against its checksums and against what
	// else is stored. unread has an error for each copy of a part that could not be read
	// while another copy could. If progress is not nil, it is called now and then with the
	// share that is done, 0 to 1.
	Verify(ctx context.Context, progress func(done float64)) (unread []error, err error)

	// Size returns the bytes that each part of the index takes, by its name, and the
	// bytes of files that an interrupted build has left.
	Size(ctx context.Context) (parts []Part, left int64, err error)

	// Close frees the store. It must not be used afterwards.
	Close() error
}

// An Identified is a [State] whose answers may be kept.
type Identified interface {
	// Identity returns a value that can be compared: two are equal if they come from the same state of the same store,
	// and only then. It is nil after Close.
	Identity() any
}

// A State answers the questions of a [Snapshot] by hashes: it is one state of a [Store], whatever is built or
// removed meanwhile. It is safe for concurrent use.
//
// Without an index there is nothing in any answer, and only Manifest returns an
// error. Questions about a view that the index does not have return an error that
// wraps [ErrNotFound]. A question that is ended by its context returns the context's error;
// Lookup and List return it also if the context had ended before, even if they need not wait.
type State interface {
	// Manifest describes the index. The error wraps [ErrEmpty] if nothing has been
	// built, and [ErrFormat] if the format is unknown.
	Manifest(ctx context.Context) (Manifest, error)

	// Lookup looks up positions by their hashes. For each i whose position occurs in a
	// game that the query selects it calls found(i, moves) once, in any order. There is
	// one element for each move, or word, in ascending order; 0 stands for games that end
	// in the position, and for all games of another view without words. If the query wants totals, there
	// is one element with Games alone. Reaches is 0.
	// The slice is valid during the call. An error of found ends the look-up and is
	// returned.
	Lookup(ctx context.Context, q Query, hashes []zobrist.Uint128, found func(i int, moves []MoveTally) error) error

	// List returns a page of the games that contain a position. Of games that are equal
	// in the order, the one added last comes first.
	List(ctx context.Context, q Query, hash zobrist.Uint128, o ListOptions) ([]Occurrence, error)

	// History tallies the games that contain a position by the months of their dates,
	// in ascending order. Games without a date come first.
	History(ctx context.Context, q Query, hash zobrist.Uint128) ([]Period, error)

	// Rank returns the first positions of a ranking, in order. It reads all positions of
	// the view. If progress is not nil, it is called now and then, from several goroutines,
	// with the share that is done, 0 to 1. The error wraps [ErrRanking] if the ranking is
	// impossible.
	Rank(ctx context.Context, r Ranking, progress func(done float64)) ([]RankedPosition, error)

	// Select returns the numbers of the games that a filter selects, in ascending
	// order, from the first one that is at least from.
	Select(ctx context.Context, f Filter, from int64) iter.Seq2[int64, error]

	// Games returns games by their numbers, with their texts if they are wanted and
	// stored. The error wraps [ErrNotFound] if there is none of such a number.
	Games(ctx context.Context, numbers []int64, texts bool) ([]Game, error)

	// Players returns the players whose names fit what a person wrote; see
	// [NameMatcher], with the games in which they are the first or the second player.
	// Those with most games come first, equal ones in the order of their names.
	Players(ctx context.Context, name string) ([]Player, error)

	// Each returns all positions of a view, in ascending order of their keys.
	Each(ctx context.Context, v View) iter.Seq2[Entry, error]

	// Close frees the state. It must not be used afterwards.
	Close() error
}

// A Query says which games a question is about, and in which view positions are
// looked up. The zero Query asks about all games by whole positions.
type Query struct {
	View   View
	Filter Filter
	Totals bool // only the number of games is wanted, which takes less time; see [State].Lookup
}

// A MoveTally sums up the games that played a move when they first reached a
// position.
type MoveTally struct {
	Move uint32 // in the game's own words
	Tally
	Sample  int64 // number of one of these games, the last one added if the store finds it without more reading
	Reaches int64 // games that contain the position after the move, by whatever way
}

// ListOptions says which games to list. The zero value lists the ten best rated
// ones, by the mean of the players' known ratings.
type ListOptions struct {
	Recent bool   // lists the most recent games first, by date
	Limit  int    // the most games to list; 0 means 10
	Skip   int    // how many of the first are left out; add Limit for the next page
	Move   uint32 // only games that played this move; 0 means all

	// Sorting orders the games otherwise; nil is the order above. [Index.List] and [Index.Numbers] sort: stores get nil.
	Sorting *Sorting
}

// A Sorting is an order of games that stores do not have: all games of a query are found to list some of them, which
// takes 16 bytes and some 100 ns for each, and with By the time to read the games and the memory for their texts.
type Sorting struct {
	// By orders games by a text, ascending by code points; games with the same text stay in the order of the options.
	// Games without a text, "", come last, also if Reverse is set. A nil By keeps the order of the options.
	By      func(*FoundGame) string
	Reverse bool // the last of the order comes first
}

// MaxList is the greatest Limit and the greatest Skip of [ListOptions].
const MaxList = 1 << 30

// SetDefaults sets a Limit of 0 to its default. The error says which number is negative or
// too great. Stores call it.
func (o *ListOptions) SetDefaults() error {
	if o.Limit == 0 {
		o.Limit = 10
	}
	if o.Limit < 0 || o.Skip < 0 || o.Limit > MaxList || o.Skip > MaxList {
		return fmt.Errorf("index: list %d games after %d: both must be between 0 and %d", o.Limit, o.Skip, MaxList)
	}
	return nil
}

// An Occurrence is a game that contains a position.
type Occurrence struct {
	Number int64  // of the game
	Move   uint32 // played when the game first reached the position; 0 if it ended there
}

// A Period is the tally of the games of a month. If Month is 0, it is about games of the
// year whose month is unknown; if Year is 0 as well, about games without a date.
type Period struct {
	Year, Month int
	Tally
}

// A Player is a name as it is stored, with the number of games, and of those in which
// it is the first or the second player. A game of two players of one name counts once
// in Games, and for either side.
type Player struct {
	Name                 string
	Games, First, Second int64
}

// An Entry is a position with what was played in it. Moves is valid until the
// next one.
type Entry struct {
	Key   Key
	Moves []MoveTally
}

// A Part is a part of a stored index.
type Part struct {
	Name  string `json:"name"` // "positions", "facts", "moves", "texts", …
	Bytes int64  `json:"bytes"`
}

// BuildOptions say how games are added. Zero fields mean the defaults.
type BuildOptions struct {
	// Memory is about how many bytes a build takes for visits and for sorting them;
	// the default is 512 MiB. What exceeds it goes to temporary files. At least
	// MinMemory are used.
	Memory int64

	// Checkpoint is the number of bytes of visits after which [Builder.Save] saves
	// what was read. The default is 256 MiB, a few seconds' work.
	Checkpoint int64

	// Workers is the number of goroutines that sort; the default is GOMAXPROCS.
	Workers int

	// NoTexts leaves out the texts of games.
	NoTexts bool

	// KeepDuplicates adds games that the index has already; the package comment says when two games are the same.
	KeepDuplicates bool
}

// SetDefaults sets zero fields to their defaults. The error says which field is out of its
// range. Stores call it.
func (o *BuildOptions) SetDefaults() error {
	if o.Memory < 0 || o.Checkpoint < 0 || o.Workers < 0 {
		return fmt.Errorf("index: build with %+v: nothing may be negative", *o)
	}
	o.Memory = max(cmp.Or(o.Memory, sorted.DefaultMemory), MinMemory)
	o.Checkpoint = cmp.Or(o.Checkpoint, 256<<20)
	o.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	return nil
}

// MinMemory is the least memory of a build, in bytes.
const MinMemory = sorted.MinMemory

// A Builder adds games to an index. Games are kept or dropped by source, so that a
// file that turns out to be broken or known leaves no trace. A builder belongs to
// one goroutine.
type Builder interface {
	// Append adds the games of a batch, in their order. It returns those that it leaves
	// out because the index has them, in order; the slice is valid until the next call.
	// The batch may be reset afterwards. After an error the builder can only be closed.
	Append(ctx context.Context, b *Batch) ([]Repeat, error)

	// Keep makes the games appended since the last Keep or Drop part of the build, as
	// games of the source s. It fills in First, End and Games of s, and adds to its Duplicates.
	Keep(s Source)

	// Drop removes the games appended since the last Keep or Drop. The summary lists
	// their source by its name.
	Drop(name string)

	// Save writes what was appended, and the caller's state in JSON, to temporary
	// files. If the build is then interrupted or killed, another one of the same store
	// can go on from there; see Restore. Call it as often as convenient: it does
	// nothing until [BuildOptions].Checkpoint bytes were appended.
	Save(state any) error

	// Restore goes on from what an interrupted build of this store saved, if accept
	// agrees to the state that was saved with it. Call it before anything is appended.
	// It reports false, and the build starts from the beginning, if nothing was saved,
	// if it belongs to another state of the index, or if it is damaged. A store need not
	// save anything: then Save returns nil, and Restore false.
	Restore(accept func(state json.RawMessage) bool) (bool, error)

	// Commit adds what was kept to the index, all of it or, if there is an error or the
	// process is killed, nothing. Afterwards the builder can only be closed. If progress
	// is not nil, it is called now and then, from several goroutines, with the share that
	// is done, 0 to 1.
	Commit(ctx context.Context, progress func(done float64)) (Summary, error)

	// Close ends the build. Unless it was committed, the index does not change, and what
	// was saved stays for Restore.
	Close() error
}

// A Repeat is a game of a batch that was left out because the index has the same one.
type Repeat struct {
	Game  int   // its place in the batch, from 0
	First int64 // number of the same game in the index
}

// A Summary says what a build added.
type Summary struct {
	Games      int64    // games added
	Duplicates int64    // games left out because the index has them
	Visits     int64    // pairs of a game and a position in it, by whole positions
	Records    int64    // different positions among them
	Resumed    int64    // games that an interrupted build had read
	Sources    []Source // kept, in their order
	Dropped    []string // names given to [Builder.Drop]; after an import, without Unread

	// Unread are the files of folders that an import left out because they could not be read to their end.
	Unread []string
}
