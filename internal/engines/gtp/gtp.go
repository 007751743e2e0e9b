// Package gtp is a player of Go for graphical interfaces, referees and other programs, by the Go
// Text Protocol, version 2. It uses the rules of package baduk.
//
//	err := gtp.Run(ctx, os.Stdin, os.Stdout, gtp.Options{Board: baduk.Options{Ko: baduk.PositionalSuperko}})
//
// # The player
//
// Up to 16 points (4×4) it searches by alpha-beta for the largest margin, with the estimate of
// [baduk.Position.Evaluate]. On larger boards it grows a tree by random games with the patterns of
// MoGo, and compares moves by their rapid action values. docs/measurements.md has matches with GNU
// Go. It plays until only eyes are left, unless a pass wins the game at once, and resigns if hardly
// any random game is won.
//
// # Guarantees
//
// Every command is answered, whatever its bytes, and only "quit" ends the session. A generated move
// is legal. Moves may come from either colour in any order. "undo" takes any of them back and
// restores the board, the ko and the history of superko.
//
// # Limits
//
// "final_score" and "final_status_list" play a thousand random games, and a thousand more about
// each chain whose fate is still in doubt: it is dead if it is lost although its owner begins. Of
// 37 games that GNU Go 3.8 played with itself, 36 have the same score; in the other one GNU Go
// counts a group as dead that lives if its owner begins. Seki is not recognised.
//
// "lz-analyze" and "kata-analyze" read the arguments color, interval, minmoves, maxmoves,
// ownership, avoid and allow, the last two for the first move only, and accept rootInfo, pvVisits
// and the like without effect. Visits are random games, a win rate depends a little on the margin,
// and priors come from patterns. Both use random games on boards of all sizes. "printsgf FILE"
// overwrites an existing file.
//
// The rules come from Options until "kata-set-rules", "kata-set-rule", "kgs-rules" or "loadsgf" of a record with RU
// changes them; "kata-get-rules" returns the current ones. If they count territory, so does the final score, but the
// player still searches by area. White gets the points for handicap stones that the rules give, beside the komi: n
// for n stones by Chinese rules, n − 1 by AGA rules, none by Japanese, New Zealand and Tromp-Taylor rules. Without
// named rules they are the ones with this ko and suicide. "loadsgf" plays what was recorded (see package sgf),
// whereas "play" is strict.
//
// Komi is rounded to half a point. As an extension, "boardsize" takes a width and a height, as
// "rectangular_boardsize" does. A command of more than 64 KiB is refused; a line of more than 64
// MiB, with its comment, ends the session with an error.
//
// # Cost
//
// 25,000 random games a second on 9×9, on one thread; memory as Options.Hash says.
//
// # Sources
//
// G. Farnebäck, Specification of the Go Text Protocol, version 2, draft 2, 2002. Leela Zero and
// KataGo (docs/GTP_Extensions.md) for analysis, rules and parameters; GoGui's manual, chapter 7,
// and KGS's kgsGtp for their commands. R. Coulom, Efficient selectivity and backup operators in
// Monte-Carlo tree search, 2006. L. Kocsis and C. Szepesvári, Bandit based Monte-Carlo planning,
// 2006. S. Gelly, Y. Wang, R. Munos and O. Teytaud, Modification of UCT with patterns in
// Monte-Carlo Go, 2006. S. Gelly and D. Silver, Combining online and offline knowledge in UCT,
// 2007.
package gtp

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/internal/system/interrupt"
	"github.com/zobrist-go/zobrist/search"
)

// Options are the player's options. The zero value plays on 19×19 under simple ko, one second a
// move; the command zobrist gtp has positional superko.
type Options struct {
	// Board has the rules, and the size and the komi at the beginning.
	Board baduk.Options

	// Version is the answer to "version".
	Version string

	// Hash is the size in bytes of the table of alpha-beta, and the limit for
	// the tree of random games; 0 means 64 MiB.
	Hash int64

	// Threads is the number of goroutines that search, 1 to [search.MaxThreads]; 0 means 1.
	Threads int

	// Time limits the search for a move if the client has set no clock; 0
	// means one second.
	Time time.Duration

	// Effort limits the number of random games, or of positions of alpha-beta,
	// for a move; 0 means no limit. With one thread and enough time, the same
	// effort finds the same moves.
	Effort int

	// NeverResign plays on in games that are lost.
	NeverResign bool

	// Opening returns a move of an opening for the side to move, or false if there is none. If it is legal, "genmove"
	// plays it without a search, and so do "lz-genmove_analyze" and "kata-genmove_analyze"; "reg_genmove" always
	// searches. nil is no opening. It must not change the position.
	Opening func(ctx context.Context, p *baduk.Position) (baduk.Move, bool)
}

// complete returns the options with defaults filled in.
func (o Options) complete() (Options, error) {
	if o.Threads < 0 || o.Threads > search.MaxThreads || o.Hash < 0 || o.Time < 0 || o.Effort < 0 {
		return o,
			fmt.Errorf("gtp: %w: %d threads, %d bytes, %v, effort %d; threads are 1 to %d, and nothing is negative",
				game.ErrOptions, o.Threads, o.Hash, o.Time, o.Effort, search.MaxThreads)
	}
	if o.Time == 0 {
		o.Time = time.Second
	}
	if o.Hash == 0 {
		o.Hash = 64 << 20
	}
	return o, nil
}

const (
	maxLine  = 64 << 10 // length of the longest command in bytes
	maxInput = 64 << 20 // length in bytes of a line that ends the session
)

// session is the state of one client.
type session struct {
	options  Options
	player   player
	clock    clock
	in       *input
	out      *bufio.Writer
	id       string // of the current command
	begun    bool   // its answer has begun
	commands map[string]command

	territory bool        // the score counts territory and prisoners, not area
	bonus     baduk.Bonus // what White gets for the handicap

	// position is start after the moves.
	position *baduk.Position
	start    *baduk.Position
	moves    []colored
}

// colored is a move and the side that made it.
type colored struct {
	color baduk.Color
	move  baduk.Move
}

// Run reads commands from r and answers on w until "quit", the end of r, or the end of ctx, which
// ends the search for a move and gives its answer. The error comes from r or w, is [context.Cause]
// of ctx, or wraps [game.ErrOptions]. r is read ahead, and one goroutine may stay in r until r
// returns.
func Run(ctx context.Context, r io.Reader, w io.Writer, o Options) error {
	return run(ctx, r, w, o, time.Now)
}

// run is [Run] with another source of time.
func run(ctx context.Context, r io.Reader, w io.Writer, o Options, now func() time.Time) error {
	o, err := o.complete()
	if err != nil {
		return err
	}
	p, err := baduk.New(o.Board)
	if err != nil {
		return err
	}
	s := &session{options: o, commands: commands(), clock: clock{now: now},
		bonus: baduk.Rules{Ko: o.Board.Ko, Suicide: o.Board.Suicide}.Usual().Bonus}
	s.player.options = o
	s.player.forget()
	defer s.player.close()
	s.setup(p)
	source := interrupt.Reader(ctx, r)
	defer source.Close()
	reading, end := context.WithCancel(ctx)
	defer end()
	out := bufio.NewWriter(w)
	s.in, s.out = newInput(reading, bufio.NewReaderSize(source, maxLine)), out
	for ctx.Err() == nil {
		line, err := s.in.take(ctx)
		if err == io.EOF {
			return nil
		}
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return fmt.Errorf("gtp: read: %w", err)
		}
		id, name, args := split(line)
		if name == "" {
			continue
		}
		s.id, s.begun = id, false
		answer, err := s.obey(ctx, name, args)
		mark := "="
		if err != nil {
			mark, answer = "?", strings.ReplaceAll(err.Error(), "\n", " ")
		}
		switch {
		case !s.begun:
			fmt.Fprintf(out, "%s%s %s\n\n", mark, id, answer)
		case answer != "":
			fmt.Fprintf(out, "%s\n\n", answer)
		default:
			fmt.Fprint(out, "\n")
		}
		if err := out.Flush(); err != nil {
			return fmt.Errorf("gtp: write: %w", err)
		}
		if name == "quit" {
			return nil
		}
	}
	return context.Cause(ctx)
}

// readLine returns the next line. If its command is longer than the buffer of r, it returns the
// line's id and a name that no command has. It cuts long comments and gives up after maxInput
// bytes.
func readLine(r *bufio.Reader) (string, error) {
	line, err := r.ReadSlice('\n')
	text := string(line)
	if err == bufio.ErrBufferFull && !strings.Contains(text, "#") {
		id, _, _ := split(text)
		text = id + " line-too-long"
	}
	for length := len(line); err == bufio.ErrBufferFull; length += len(line) {
		if length > maxInput {
			return "", fmt.Errorf("a line has more than %d bytes", maxInput)
		}
		line, err = r.ReadSlice('\n')
	}
	if err == io.EOF && text != "" {
		err = nil
	}
	return text, err
}

// split parses a line by section 2.4 of the specification: control characters
// and comments are removed, tabs are spaces, and a number before the command
// identifies it. Other bytes stay as they are: a file name need not be UTF-8.
func split(line string) (id, name string, args []string) {
	line, _, _ = strings.Cut(line, "#")
	text := make([]byte, 0, len(line))
	for _, c := range []byte(line) {
		switch {
		case c == '\t':
			text = append(text, ' ')
		case c >= ' ' && c != 0x7f:
			text = append(text, c)
		}
	}
	// Not strings.Fields, which splits at U+0085 and U+00A0 as well.
	fields := strings.FieldsFunc(string(text), func(r rune) bool { return r == ' ' })
	if len(fields) > 0 && strings.Trim(fields[0], "0123456789") == "" {
		id, fields = fields[0], fields[1:]
	}
	if len(fields) == 0 {
		return id, "", nil
	}
	return id, fields[0], fields[1:]
}

// setup starts a game at the position p.
func (s *session) setup(p *baduk.Position) {
	s.start, s.position, s.moves = p, p.Clone(), s.moves[:0]
}

// replace starts a game on an empty board.
func (s *session) replace(o baduk.Options) error {
	p, err := baduk.New(o)
	if err != nil {
		return errors.New("unacceptable size")
	}
	s.setup(p)
	return nil
}

// play makes a move of either colour, or says why it is not legal. A move that superko alone forbids is played, because
// it was played elsewhere, by other rules; the player itself makes none.
func (s *session) play(m colored) error {
	p := s.position
	if p.Turn() != m.color || p.Over() {
		p = p.Clone() // SetTurn cannot be undone
		p.SetTurn(m.color)
	}
	if !p.Legal(m.move) && !s.breaksSuperko(m) {
		return errIllegal
	}
	s.position = p
	p.Make(m.move)
	s.moves = append(s.moves, m)
	return nil
}

// undo takes the last move back by replaying all others, which restores the turns and passes
// between them.
func (s *session) undo() error {
	if len(s.moves) == 0 {
		return errors.New("cannot undo")
	}
	s.position, s.moves = s.start.Clone(), s.moves[:len(s.moves)-1]
	for _, m := range s.moves {
		_ = s.position.Force(m.color, m.move) // legal, or recorded
	}
	return nil
}
