package index

import (
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// An Adapter supplies the parts of an index that depend on the game: how records are read and written, and the rules.
// With it an index imports, exports, merges and verifies, and answers questions about
// positions. It is safe for concurrent use.
type Adapter interface {
	// Endings returns the endings of the names of files of records, such as ".pgn", in lower case. Of an archive the
	// files count whose names have one of them.
	Endings() []string

	// Chunks cuts a text into chunks of whole records. It only looks for their beginnings,
	// so that one goroutine feeds many readers. An error ends it.
	Chunks(text io.Reader) iter.Seq2[Chunk, error]

	// Chunk returns a chunk of one record, whose text came from [Chunk.Game].
	Chunk(record []byte) Chunk

	// NewReader returns a reader of records, for one goroutine.
	NewReader() (Reader, error)

	// NewPosition returns the usual start position.
	NewPosition() Position

	// Write writes the record of a game that was kept without its text. The error wraps
	// [ErrCorrupt] if the game cannot be played.
	Write(w io.Writer, g *Game) error
}

// An EncodedAdapter also reads records that are not UTF-8. A record that names its encoding is read in it.
type EncodedAdapter interface {
	// EncodedChunks is Chunks for records in an encoding as HTML names it, such as "windows-1251" or "gbk". What
	// is UTF-8 is read as that.
	EncodedChunks(text io.Reader, encoding string) iter.Seq2[Chunk, error]
}

// A Chunk is a run of records.
type Chunk interface {
	First() int        // number of the first record in the text, from 1
	Len() int          // number of records
	Game(i int) []byte // text of record i, from 0; valid until Release
	Release()          // ends the use of the chunk
}

// A Reader reads records.
type Reader interface {
	// Read reads record i of a chunk. Everything in r but Text is filled in, and valid until
	// the next call. An error in the record is a [*game.RecordError]: if it is Whole, the
	// moves are not concerned, and the record is read all the same; if it is Cut, up to the error. It wraps
	// [game.ErrVariant] for a game under other rules, and [game.ErrNoGame] if there is no game.
	Read(c Chunk, i int, r *Record) error
}

// A Record is a game as a [Reader] has read it.
type Record struct {
	Game
	IDs    [2]string           // of the players, "" if the record gives none
	Hashes [][]zobrist.Uint128 // of the positions in each view: the start, and after each move

	// Words has a word for each hash of the views that have [Config].WordBits, nil for other views. In such a
	// view a position may have several hashes, each of them as many.
	Words [][]uint32
}

// A Position is a state of a game. It belongs to one goroutine.
type Position interface {
	// Set makes it the position of a text: a start of [Game], or what a person wrote; "" is
	// the usual start.
	Set(text string) error

	// String returns the text of the position, the same for all texts of it.
	String() string

	// Hash returns the hash of the position in a view that the index has.
	Hash(v View) zobrist.Uint128

	// AppendFeatures appends what distinguishes positions in a view, always in one order.
	AppendFeatures(dst []zobrist.Feature, v View) []zobrist.Feature

	// AppendMoves appends the legal moves, as [Game] has them.
	AppendMoves(dst []uint32) []uint32

	Make(move uint32) // plays a legal move
	Unmake()          // takes back the last move
	Clone() Position
}

// A MoveChecker is a [Position] that can check one move of a record, because that is faster than to list all moves, or
// because records have moves that AppendMoves does not list. Without it, a move is playable if AppendMoves lists it.
type MoveChecker interface {
	// Playable reports whether [Game].Moves may go on with a move.
	Playable(move uint32) bool
}

// reader returns a reader. Give it back to readers.
func (o *opened) reader() (Reader, error) {
	if r, ok := o.readers.Get().(Reader); ok {
		return r, nil
	}
	return o.adapter.NewReader()
}

// replay makes p the start of a game and plays its moves. It calls visit in each position
// with the move that follows, 0 at the end. The error wraps [ErrCorrupt] if a move is not legal.
func replay(p Position, g *Game, visit func(move uint32)) error {
	if err := p.Set(g.Start); err != nil {
		return fmt.Errorf("%w: its start: %w", ErrCorrupt, err)
	}
	var buffer [256]uint32
	legal := buffer[:0]
	checker, _ := p.(MoveChecker)
	for ply, move := range g.Moves {
		var playable bool
		if checker != nil {
			playable = checker.Playable(move)
		} else {
			legal = p.AppendMoves(legal[:0])
			playable = slices.Contains(legal, move)
		}
		if !playable {
			return fmt.Errorf("ply %d: %w: no legal move %#x", ply+1, ErrCorrupt, move)
		}
		visit(move)
		p.Make(move)
	}
	visit(0)
	return nil
}
