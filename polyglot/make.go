package polyglot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"runtime"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/sorted"
	"github.com/zobrist-go/zobrist/pgn"
)

// MakeOptions select the moves of a book. The zero value does the same as polyglot
// make-book without options.
type MakeOptions struct {
	MaxPly   int       // plies of each game that are read and checked; 0: all
	MinGames int       // least number of games that played a move; 0: 3
	MinScore float64   // least score of a move, in per cent: 100 if all were won
	Side     game.Side // whose moves; FirstSide is White, NoSide (0) both sides'
	Weights  Weights   // the zero value is ByScore
	Prior    int       // games added by ByMean; 0: 10

	// Games, if not nil, are counted after the inputs' games. Other goroutines read a game's Moves after the
	// iterator has gone on, so every game needs a slice of its own. An error of it ends Make.
	Games iter.Seq2[Game, error]

	Memory  int64  // bytes for sorting; 0: 512 MiB, and the least is 16 MiB
	Folder  string // of the temporary file for sorting beyond Memory; "": the system's
	NoFile  bool   // exceeding Memory is an error that wraps ErrMemory
	Workers int    // goroutines that read games; 0: GOMAXPROCS

	// Progress, if not nil, is called after each piece of the input with the number of
	// games read so far. Broken, if not nil, is called with the error of each game that
	// was not read completely, and the number of its input from 0, in no particular
	// order. Calls come from several goroutines, one at a time.
	Progress func(games int64)
	Broken   func(input int, err *game.RecordError)
}

// A Game is a game whose moves are known, so that it need not be read from PGN.
type Game struct {
	Start  string       // FEN; "" is the start position
	Moves  []chess.Move // not changed after the game is passed on, see MakeOptions.Games
	Result game.Result
}

// MakeStats count the input and output of [Make].
type MakeStats struct {
	Games     int64 `json:"games"`     // read
	Broken    int64 `json:"broken"`    // left out because of an error
	Cut       int64 `json:"cut"`       // of Games, those read up to an error in their moves
	Variants  int64 `json:"variants"`  // left out because they are chess variants
	Moves     int64 `json:"moves"`     // of the chosen side, in the plies read
	Positions int64 `json:"positions"` // in the book
	Entries   int64 `json:"entries"`   // in the book
}

// Make writes a book of the games in the inputs, which are PGN, decompressed; see
// [pgn.Open]. A broken game is left out as a whole. A game that begins from another
// position, or of Chess960, counts as any other.
//
// Memory is bounded by MakeOptions.Memory and some MiB for each worker, whatever the
// number of games: beyond it, moves are sorted in a temporary file, or with NoFile the
// error wraps [ErrMemory]. If no move is kept the error wraps [ErrEmpty]; if a game of
// MakeOptions.Games cannot be played it wraps [game.ErrMove], and if an option is negative
// [game.ErrOptions]. When ctx ends its cause is returned, unless an input blocks.
func Make(ctx context.Context, w io.Writer, o MakeOptions, inputs ...io.Reader) (MakeStats, error) {
	if err := o.setDefaults(); err != nil {
		return MakeStats{}, err
	}
	m := maker{options: o}
	m.spill = m.options.newSpill()
	defer m.spill.Close()
	if err := m.collect(ctx, inputs); err != nil {
		return m.made, err
	}
	return m.made, m.write(ctx, w)
}

func (o *MakeOptions) setDefaults() error {
	for _, n := range []struct {
		name  string
		value int64
	}{{"MaxPly", int64(o.MaxPly)}, {"MinGames", int64(o.MinGames)}, {"Prior", int64(o.Prior)}, {"Memory", o.Memory},
		{"Workers", int64(o.Workers)}} {
		if n.value < 0 {
			return fmt.Errorf("polyglot: %w: MakeOptions.%s: %d; 0 is the default", game.ErrOptions, n.name, n.value)
		}
	}
	o.MinGames = cmp.Or(o.MinGames, 3)
	o.Prior = cmp.Or(o.Prior, 10)
	o.Memory = max(cmp.Or(o.Memory, sorted.DefaultMemory), sorted.MinMemory)
	o.Workers = cmp.Or(o.Workers, runtime.GOMAXPROCS(0))
	return nil
}

// A maker makes one book.
type maker struct {
	options MakeOptions
	spill   *sorted.Spill

	mu   sync.Mutex // protects made, options.Progress and options.Broken
	made MakeStats
}

// A piece is work for one collector: a chunk of an input, or some of MakeOptions.Games.
type piece struct {
	input int        // of the chunk
	chunk *pgn.Chunk // nil if there are games

	games []Game
	first int // number of games[0] among all of MakeOptions.Games, from 1
}

// collect adds the moves of all games to the spill.
func (m *maker) collect(ctx context.Context, inputs []io.Reader) error {
	o := &m.options
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	pieces := make(chan piece, o.Workers)
	var workers sync.WaitGroup
	for range o.Workers {
		parser, err := pgn.NewParser(Options())
		if err != nil {
			return err
		}
		pos, err := Position("")
		if err != nil {
			return err
		}
		c := &collector{maker: m, parser: parser, pos: pos, adder: m.spill.Adder(), line: pgn.Mainline{Limit: o.MaxPly}}
		workers.Go(func() {
			for p := range pieces {
				if ctx.Err() != nil {
					continue
				}
				if err := c.piece(p); err != nil {
					cancel(err)
				}
			}
		})
	}
	err := sendChunks(ctx, inputs, pieces)
	if err == nil && o.Games != nil {
		err = sendGames(ctx, o.Games, pieces)
	}
	close(pieces)
	workers.Wait()
	if err == nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return err
}

// sendChunks cuts the inputs into pieces.
func sendChunks(ctx context.Context, inputs []io.Reader, pieces chan<- piece) error {
	for input, r := range inputs {
		scanner := pgn.NewScanner(r)
		for {
			chunk, err := scanner.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				return err
			}
			if err := send(ctx, pieces, piece{input: input, chunk: chunk}); err != nil {
				return err
			}
		}
	}
	return nil
}

// sendGames makes pieces of games.
func sendGames(ctx context.Context, games iter.Seq2[Game, error], pieces chan<- piece) error {
	const pieceGames = 256
	p := piece{first: 1}
	for g, err := range games {
		if err != nil {
			return err
		}
		if p.games = append(p.games, g); len(p.games) == pieceGames {
			if err := send(ctx, pieces, p); err != nil {
				return err
			}
			p = piece{first: p.first + pieceGames}
		}
	}
	return send(ctx, pieces, p)
}

func send(ctx context.Context, pieces chan<- piece, p piece) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case pieces <- p:
		return nil
	}
}

// A collector is a worker: it turns the games of pieces into tallies.
type collector struct {
	*maker
	parser *pgn.Parser
	pos    *chess.Position
	line   pgn.Mainline // of the game at hand
	adder  *sorted.Adder
}

// piece adds the games of a piece to the tallies, and to the statistics.
func (c *collector) piece(p piece) error {
	var made MakeStats
	var faults []*game.RecordError
	var err error
	if p.chunk != nil {
		made, faults, err = c.readChunk(p.chunk)
	} else {
		made, err = c.playGames(p.games, p.first)
	}
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.made.Games += made.Games
	c.made.Moves += made.Moves
	c.made.Broken += made.Broken
	c.made.Cut += made.Cut
	c.made.Variants += made.Variants
	if c.options.Broken != nil {
		for _, fault := range faults {
			c.options.Broken(p.input, fault)
		}
	}
	if c.options.Progress != nil {
		c.options.Progress(c.made.Games)
	}
	return nil
}

// playGames adds games, the first of which has a number for errors.
func (c *collector) playGames(games []Game, first int) (made MakeStats, _ error) {
	line := &c.line
	for i, g := range games {
		if g.Start == "" {
			c.pos.Reset()
		} else if err := c.pos.Set(g.Start); err != nil {
			return made, fmt.Errorf("polyglot: game %d: %w from its start: %w", first+i, game.ErrMove, err)
		}
		line.Moves, line.Hashes, line.Result = line.Moves[:0], line.Hashes[:0], g.Result
		for ply, move := range g.Moves {
			if ply == c.options.MaxPly && ply > 0 {
				break
			}
			if !c.pos.IsLegal(move) {
				return made, fmt.Errorf("polyglot: game %d, ply %d: %w: %v in %s", first+i, ply+1, game.ErrMove, move,
					c.pos.FEN())
			}
			line.Moves, line.Hashes = append(line.Moves, move), append(line.Hashes, zobrist.Uint128{Lo: c.pos.Hash()})
			c.pos.Make(move)
		}
		moves, err := c.add(g.Start)
		if err != nil {
			return made, err
		}
		made.Games++
		made.Moves += moves
	}
	return made, nil
}

// readChunk adds the games of a chunk, and releases it. It returns the faults of some of them.
func (c *collector) readChunk(chunk *pgn.Chunk) (made MakeStats, faults []*game.RecordError, _ error) {
	for i := range chunk.Len() {
		err := c.parser.Mainline(chunk, i, &c.line)
		var fault *game.RecordError
		if errors.As(err, &fault) {
			faults = append(faults, fault)
		}
		switch {
		case err == nil || fault != nil && fault.Kept():
			moves, err := c.add(c.line.FEN())
			if err != nil {
				return made, nil, err
			}
			made.Games++
			made.Moves += moves
			if fault != nil && fault.Cut {
				made.Cut++
			}
		case errors.Is(err, game.ErrVariant):
			made.Variants++
		case fault != nil:
			made.Broken++
		default:
			return made, nil, err
		}
	}
	chunk.Release()
	return made, faults, nil
}

// add adds the moves of c.line, which begins at a FEN, and returns how many there are.
func (c *collector) add(start string) (moves int64, err error) {
	line := &c.line
	turn := firstTurn(start)
	points := [2]uint64{1, 1} // of White and of Black
	switch line.Result {
	case game.FirstWins:
		points = [2]uint64{2, 0}
	case game.SecondWins:
		points = [2]uint64{0, 2}
	}
	for ply, move := range line.Moves {
		side := turn ^ chess.Color(ply&1)
		if o := c.options.Side; o == game.FirstSide && side != chess.White || o == game.SecondSide && side != chess.Black {
			continue
		}
		word := newCounts(1, points[side]).word()
		raw := [countsSize]byte{byte(word), byte(word >> 8), byte(word >> 16), byte(word >> 24)} // of one game
		if err := c.adder.Add(0, sorted.Key{Lo: line.Hashes[ply].Lo, Hi: move.Polyglot()}, raw[:]); err != nil {
			return 0, spillError(err)
		}
		moves++
	}
	return moves, nil
}

// firstTurn returns the side to move of a valid FEN; "" is the start position.
func firstTurn(fen string) chess.Color {
	if fields := strings.Fields(fen); len(fields) > 1 && (fields[1][0] == 'b' || fields[1][0] == 'B') {
		return chess.Black
	}
	return chess.White
}

// write sorts the moves and writes a book.
func (m *maker) write(ctx context.Context, w io.Writer) error {
	m.spill.End()
	b := bookMaker{maker: m, ctx: ctx, out: NewWriter(w)}
	sorter := newSorter(m.options.Memory / 4)
	for part := range 256 {
		if err := sorter.Part(m.spill, 0, byte(part), &b); err != nil {
			return cmp.Or(b.err, spillError(err))
		}
	}
	err := b.end()
	if err == nil {
		err = b.out.Flush()
	}
	if errors.Is(err, ErrEmpty) {
		err = fmt.Errorf("polyglot: no move is kept: %w", ErrEmpty)
	}
	return err
}

// A bookMaker makes entries of sorted tallies and writes them.
type bookMaker struct {
	*maker
	ctx     context.Context
	out     *Writer
	n       int // tallies
	key     uint64
	moves   []candidate // of the key
	entries []Entry
	err     error // not of the temporary file
}

// Sorted implements [sorted.Sink].
func (b *bookMaker) Sorted(tallies []tally) error {
	for i := range tallies {
		t := &tallies[i]
		if err := b.add(t.Key(), t.Value.games(), t.Value.points()); err != nil {
			return err
		}
	}
	return nil
}

// Popular implements [sorted.Sink].
func (b *bookMaker) Popular(k sorted.Key, pieces func(func([]tally) error) error) error {
	games, points := uint64(0), uint64(0)
	err := pieces(func(tallies []tally) error {
		for i := range tallies {
			games += tallies[i].Value.games()
			points += tallies[i].Value.points()
		}
		return nil
	})
	if err != nil {
		return err
	}
	return b.add(k, games, points)
}

// add adds games to a move.
func (b *bookMaker) add(k sorted.Key, games, points uint64) error {
	if b.n++; b.n%(1<<16) == 0 && b.ctx.Err() != nil {
		b.err = context.Cause(b.ctx)
		return b.err
	}
	if k.Lo != b.key {
		if err := b.end(); err != nil {
			return err
		}
		b.key = k.Lo
	}
	if last := len(b.moves) - 1; last >= 0 && b.moves[last].move == k.Hi {
		b.moves[last].games += games
		b.moves[last].points += points
	} else {
		b.moves = append(b.moves, candidate{move: k.Hi, games: games, points: points})
	}
	return nil
}

// end writes the position at hand.
func (b *bookMaker) end() error {
	b.entries = b.options.weigh(b.entries[:0], b.key, b.moves)
	b.moves = b.moves[:0]
	if len(b.entries) > 0 {
		b.made.Positions++
		b.made.Entries += int64(len(b.entries))
	}
	for _, e := range b.entries {
		if b.err = b.out.Write(e); b.err != nil {
			return b.err
		}
	}
	return nil
}
