package play

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/system/interrupt"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// Sides are the sides that the searcher plays.
type Sides uint8

const (
	Second Sides = iota
	First
	Both
	None
)

// String returns "second", "first", "both" or "none".
func (s Sides) String() string {
	if s > None {
		return "sides " + strconv.Itoa(int(s))
	}
	return [...]string{"second", "first", "both", "none"}[s]
}

// Options choose how to play. The zero value plays on the process's own standard
// input and output: the person moves first, and the searcher thinks a second a
// move.
type Options struct {
	// In has the moves and commands, and Out gets the output. If In is nil, both
	// belong to the process, and Terminal and Color are detected. If only Out is
	// nil, it is the process's.
	In  io.Reader
	Out io.Writer

	// Terminal is set if a person types: there are prompts and drawings, and a
	// mistake is reported. Otherwise the input is a script, and a mistake ends
	// the session.
	Terminal bool

	// Color draws the pieces of the two sides in colours.
	Color bool

	// Machine are the sides that the searcher plays.
	Machine Sides

	// Limits bound the search for each move; the zero value means one second.
	Limits search.Limits

	Threads int   // goroutines that think, 1 to [search.MaxThreads]; 0 means 1
	Bytes   int64 // of the table; 0 means 64 MiB

	// Resume is a file with the record of a game to go on with; Save is a file
	// for the record of this one. Empty means none. They may be the same file, if
	// it has nothing that a record does not keep. A file that was there is never
	// replaced otherwise.
	Resume, Save string

	// Player and Engine are names for records: "you" and "zobrist" if empty. A game
	// that is resumed keeps its names.
	Player, Engine string
}

// ErrScript is wrapped by the error about a line of a script that is not a legal move
// or command, or a command that fails.
var ErrScript = errors.New("play: the script fails")

// errNoMove is the error for a text that is not a legal move, if no more can be said.
var errNoMove = errors.New("not a legal move")

// session is a game under way.
type session[M comparable, P search.Position[M, P]] struct {
	game    *Game[M, P]
	options Options
	in      *bufio.Reader
	line    int // of the input
	out     output

	start    P
	position P
	moves    []M
	resigned game.Side // NoSide: nobody
	machine  [2]bool   // plays the first and the second side
	waits    bool      // the machine does not move before "go"
	told     bool      // the result was announced
	date     time.Time
	players  [2]string // of a game that was resumed
	limits   search.Limits

	table    *tt.Table
	searcher *search.Searcher[M, P]
	saved    []string // files that are this session's to replace

	mu   sync.Mutex
	stop context.CancelFunc // ends the thought under way
}

// Run plays a game until the input ends, "quit", or the end of ctx. Ctrl-C
// ([os.Interrupt]) ends the thought under way, with the best move so far, and if
// there is none the session; the error is then [context.Canceled]. The record is
// saved in every case, or written to Out if it cannot be saved. Other errors are
// the cause of ctx, or about options, files or Out, or wrap [ErrScript].
func Run[M comparable, P search.Position[M, P]](ctx context.Context, g *Game[M, P], o Options) error {
	s, err := open(ctx, g, o)
	if err != nil {
		return err
	}
	defer s.table.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	defer signal.Stop(signals)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-signals:
				if !s.interrupt() {
					cancel(context.Canceled)
				}
			}
		}
	}()
	in := interrupt.Reader(ctx, s.options.In)
	defer in.Close()
	s.in = bufio.NewReaderSize(in, 64<<10)
	err = s.play(ctx)
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	if err == nil {
		err = s.out.err
	}
	saveErr := s.save()
	if saveErr != nil && !errors.Is(err, errSave) {
		err = errors.Join(err, saveErr)
	}
	lost := saveErr != nil || err != nil && s.options.Save == "" && s.options.Terminal
	if lost && len(s.moves) > 0 {
		record, writeErr := s.record()
		err = errors.Join(err, writeErr)
		s.print("\nThe game was not saved:\n\n%s", record)
	}
	return err
}

// open checks the options and makes a session.
func open[M comparable, P search.Position[M, P]](
	ctx context.Context, g *Game[M, P], o Options,
) (*session[M, P], error) {
	if o.In == nil {
		o.In, o.Out = os.Stdin, os.Stdout
		o.Terminal = isTerminal(os.Stdin)
		o.Color = isTerminal(os.Stdout) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	}
	if o.Out == nil {
		o.Out = os.Stdout
	}
	if o.Limits == (search.Limits{}) {
		o.Limits.Time = time.Second
	}
	if o.Bytes == 0 {
		o.Bytes = 64 << 20
	}
	if o.Player == "" {
		o.Player = "you"
	}
	if o.Engine == "" {
		o.Engine = "zobrist"
	}
	s := &session[M, P]{game: g, options: o, out: output{w: o.Out}, limits: o.Limits}
	s.machine = [2]bool{o.Machine == First || o.Machine == Both, o.Machine == Second || o.Machine == Both}
	s.begin(g.Start)
	if o.Resume != "" {
		if err := s.resume(ctx, o.Resume); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(s.free(o.Save), writable(o.Save)); err != nil {
		return nil, err
	}
	var err error
	if s.table, err = tt.New(tt.Options{Bytes: o.Bytes}); err != nil {
		return nil, err
	}
	if s.searcher, err = s.newSearcher(); err != nil {
		s.table.Close()
		return nil, err
	}
	return s, nil
}

// isTerminal reports whether a file is a terminal.
func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

func (s *session[M, P]) newSearcher() (*search.Searcher[M, P], error) {
	o := search.Options{Table: s.table, Threads: s.options.Threads, Scoring: s.game.Scoring}
	return search.New(s.position, o)
}

// begin begins a game at a position.
func (s *session[M, P]) begin(start P) {
	s.start, s.position = start, start.Clone()
	s.moves, s.resigned, s.waits, s.told = nil, game.NoSide, false, false
	s.date, s.players = time.Now(), [2]string{}
}

// output keeps the first error of a writer, and writes nothing after it.
type output struct {
	w   io.Writer
	err error
}

// print writes to the output.
func (s *session[M, P]) print(format string, args ...any) {
	if s.out.err == nil {
		_, s.out.err = fmt.Fprintf(s.out.w, format, args...)
	}
}

// turn returns the side to move.
func (s *session[M, P]) turn() game.Side {
	if s.game.Turn != nil {
		return s.game.Turn(s.position)
	}
	if len(s.moves)%2 == 0 {
		return game.FirstSide
	}
	return game.SecondSide
}

// over reports whether the game has ended, and how.
func (s *session[M, P]) over() (game.Result, bool) {
	loser := s.resigned
	if loser == game.NoSide {
		score, over := s.position.Score()
		switch {
		case !over && len(s.position.AppendMoves(nil)) > 0:
			return game.Unknown, false
		case score == 0:
			return game.Draw, true
		}
		if loser = s.turn(); score > 0 {
			loser = loser.Opponent()
		}
	}
	if loser == game.FirstSide {
		return game.SecondWins, true
	}
	return game.FirstWins, true
}

// play takes turns until the input ends.
func (s *session[M, P]) play(ctx context.Context) error {
	if s.options.Terminal {
		s.print("%s. Type a move such as %s, or help.\n\n", s.game.Name, s.example())
		s.board()
	}
	for {
		if s.out.err != nil {
			return s.out.err
		}
		if _, over := s.over(); over {
			s.announce()
		} else if s.machine[s.turn()-1] && !s.waits {
			switch err := s.move(ctx); {
			case errors.Is(err, errSave) && s.options.Terminal: // the game goes on, as after a person's move
				s.print("%v\n", err)
			case err != nil:
				return err
			}
			continue
		}
		text, err := s.read()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = s.obey(ctx, text)
		}
		switch {
		case err == errQuit:
			return nil
		case err != nil && ctx.Err() != nil:
			return context.Cause(ctx)
		case err != nil && s.options.Terminal && !errors.Is(err, errInput):
			s.print("%v\n", err)
		case errors.Is(err, errSave):
			return err
		case err != nil:
			return fmt.Errorf("%w: line %d: %w", ErrScript, s.line, err)
		}
	}
}

// errInput is wrapped by an error of reading the input.
var errInput = errors.New("read input")

// example returns a move as it is typed.
func (s *session[M, P]) example() string {
	moves := s.position.AppendMoves(nil)
	if len(moves) == 0 {
		return "none"
	}
	return s.game.MoveText(s.position, moves[len(moves)/2])
}

// read returns the next line of the input.
func (s *session[M, P]) read() (string, error) {
	if s.options.Terminal {
		prompt := "> "
		if _, over := s.over(); !over {
			prompt = s.game.Sides[s.turn()-1] + "> "
		}
		s.print("%s", prompt)
	}
	s.line++
	line, err := s.in.ReadSlice('\n')
	text := string(line)
	if err == bufio.ErrBufferFull {
		for err == bufio.ErrBufferFull {
			_, err = s.in.ReadSlice('\n')
		}
		return "", errors.New("the line is longer than 64 KiB")
	}
	if err == io.EOF && text != "" {
		err = nil
	}
	if err == io.EOF && s.options.Terminal {
		s.print("\n")
	}
	if err != nil && err != io.EOF {
		err = fmt.Errorf("%w: %w", errInput, err)
	}
	return strings.TrimSpace(text), err
}

// board draws the position.
func (s *session[M, P]) board() {
	if text := draw(s.game.Draw(s.position), s.options.Color); text != "" {
		s.print("%s", text)
	} else if text := positionText(s.position); text != "" {
		s.print("%s\n", text)
	} else {
		s.print("%016x\n", s.position.Hash())
	}
}

// make makes a legal move, and saves.
func (s *session[M, P]) make(m M) error {
	s.position.Make(m)
	s.moves = append(s.moves, m)
	if s.options.Terminal {
		s.board()
	}
	return s.save()
}

// announce says how the game ended, once.
func (s *session[M, P]) announce() {
	if s.told {
		return
	}
	s.told = true
	s.print("%s\n", s.ending())
}

// ending says how the game ended.
func (s *session[M, P]) ending() string {
	result, _ := s.over()
	text := "a draw"
	switch result {
	case game.FirstWins:
		text = s.game.Sides[0] + " wins"
	case game.SecondWins:
		text = s.game.Sides[1] + " wins"
	}
	if s.resigned != game.NoSide {
		return text + ": " + s.game.Sides[s.resigned-1] + " has resigned"
	}
	if more := s.game.Ending(s.position); more != "" {
		text += ": " + more
	}
	return text
}

// move has the machine move.
func (s *session[M, P]) move(ctx context.Context) error {
	side, before := s.game.Sides[s.turn()-1], s.position
	if s.options.Terminal {
		s.print("%s thinks…\r", side) // what it plays is longer
	}
	m, remark, err := s.think(ctx)
	if err != nil {
		return err
	}
	if ctx.Err() != nil { // nobody is left to move for
		return context.Cause(ctx)
	}
	text := s.game.MoveText(before, m)
	if remark != "" {
		remark = " (" + remark + ")"
	}
	s.print("%s plays %s%s\n", side, text, remark)
	return s.make(m)
}

// interrupt ends the thought under way, if there is one. If the machine plays
// itself, it then waits.
func (s *session[M, P]) interrupt() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.stop == nil {
		return false
	}
	s.stop()
	s.waits = s.machine[0] && s.machine[1]
	return true
}

// think chooses a move, with a remark on it.
func (s *session[M, P]) think(ctx context.Context) (m M, remark string, err error) {
	ctx, stop := context.WithCancel(ctx)
	set := func(f context.CancelFunc) {
		s.mu.Lock()
		s.stop = f
		s.mu.Unlock()
	}
	set(stop)
	defer stop()
	defer set(nil)
	if s.game.Think != nil {
		return s.game.Think(ctx, s.position, s.limits)
	}
	s.searcher.Root = s.position
	info, err := s.searcher.Search(ctx, s.limits)
	if err != nil {
		return m, "", err
	}
	value := fmt.Sprintf("%+.2f", float64(info.Value)/100)
	if s.game.Scoring == search.WinOrLoss {
		switch {
		case info.Value >= search.WinBound:
			value = "wins in " + plies(search.Win-info.Value)
		case info.Value <= -search.WinBound:
			value = "loses in " + plies(search.Win+info.Value)
		}
	}
	return info.Line[0], fmt.Sprintf("%s, depth %d", value, info.Depth), nil
}

func plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return fmt.Sprint(n, " plies")
}
