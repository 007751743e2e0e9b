package index

import "github.com/zobrist-go/zobrist/internal/index/store"

// Types that stores share with this package.
type (
	// A Store keeps an index: files of package index/flat, or tables of a cluster.
	Store = store.Store

	// A Snapshot is a state of a Store, for questions. Close it after use.
	Snapshot = store.Snapshot

	// A Config says which positions an index holds and how they are hashed.
	Config = store.Config

	// A View is a way in which an index distinguishes positions: [Positions], or a part of their features.
	View = store.View

	// A Manifest describes an index as a whole, and its Sources.
	Manifest = store.Manifest

	// A Source is a file or stream of games that was added.
	Source = store.Source

	// A Part is a part of an index with its size in bytes.
	Part = store.Part

	// A Query says which games a question is about, and in which view. Zero: all games, whole positions.
	Query = store.Query

	// A Filter selects games by date, ratings, result, players and more. Zero: all games.
	Filter = store.Filter

	// A Range of ratings, both ends included.
	Range = store.Range

	// A Game is a game with its facts and its moves.
	Game = store.Game

	// A Date may lack the day, the month and the year, which are 0 then.
	Date = store.Date

	// A Speed is a class of time controls.
	Speed = store.Speed

	// A Mode says whether a game changed its players' ratings.
	Mode = store.Mode

	// A Tally sums up games: how many, how they ended, how strong and how recent they are.
	Tally = store.Tally

	// A MoveTally sums up the games that played a move.
	MoveTally = store.MoveTally

	// A Period is the tally of the games of a month, a year, or without a date.
	Period = store.Period

	// ListOptions say which games to list. Zero: the ten best rated ones.
	ListOptions = store.ListOptions

	// A Player is a name as it is stored, with the number of games.
	Player = store.Player

	// A Ranking says which positions come first; see [Index.Rank].
	Ranking = store.Ranking

	// A Measure is what a [Ranking] orders positions by.
	Measure = store.Measure

	// BuildOptions bound the memory of a build and say what is kept.
	BuildOptions = store.BuildOptions

	// A Builder adds batches of games to an index; see [Index.Build].
	Builder = store.Builder

	// A Batch is a few games with the hashes of their positions.
	Batch = store.Batch

	// A Summary says what a build has added.
	Summary = store.Summary

	// A Duplicate is a game that the index has already.
	Duplicate = store.Duplicate
)

// Positions is the view that distinguishes all positions.
const Positions = store.Positions

// Classes of time controls, of which the zero Speed is the unknown one.
const (
	UnknownSpeed   = store.UnknownSpeed
	UltraBullet    = store.UltraBullet
	Bullet         = store.Bullet
	Blitz          = store.Blitz
	Rapid          = store.Rapid
	Classical      = store.Classical
	Correspondence = store.Correspondence
)

// Modes of games.
const (
	UnknownMode = store.UnknownMode
	Casual      = store.Casual
	Rated       = store.Rated
)

// Measures of a [Ranking].
const (
	ByGames   = store.ByGames
	ByScore   = store.ByScore
	ByContest = store.ByContest
)

// Bounds on what callers give.
const (
	MinMemory = store.MinMemory // of [BuildOptions], in bytes
	MaxList   = store.MaxList   // of Limit and Skip of [ListOptions]
	MaxRanked = store.MaxRanked // of Limit of a [Ranking]
)

// Errors that callers tell apart with [errors.Is].
var (
	// ErrEmpty: nothing has been built into the store yet.
	ErrEmpty = store.ErrEmpty

	// ErrKeys: the index has other keys than those expected, so that hashes would not match.
	ErrKeys = store.ErrKeys

	// ErrConfig: the index was built for another game, under other rules or with other views.
	ErrConfig = store.ErrConfig

	// ErrFormat: the index was written in a format that this release does not know.
	ErrFormat = store.ErrFormat

	// ErrCorrupt: stored bytes are not what was written. Build the index again from its
	// games, or copy it from a backup.
	ErrCorrupt = store.ErrCorrupt

	// ErrDamaged: a temporary file of a build was damaged. The index is as it was before.
	ErrDamaged = store.ErrDamaged

	// ErrUnavailable: no server that answers has all of the index. A later try may succeed.
	ErrUnavailable = store.ErrUnavailable

	// ErrNotFound: there is no such game or view.
	ErrNotFound = store.ErrNotFound

	// ErrRanking: a [Ranking] has a field out of its range.
	ErrRanking = store.ErrRanking

	// ErrLocked: another build or removal is going on, in this process or in another.
	ErrLocked = store.ErrLocked
)
