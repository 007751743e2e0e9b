package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/internal/system/near"
	"github.com/zobrist-go/zobrist/search"
)

// help is what "help" prints.
const help = `MOVE         a legal move of the game
moves        list the legal moves
hint         what the searcher would play
go           let the searcher move for the side to move
undo         take back your last move, and the answer to it
new          begin again; the game in a file stays there
switch       exchange sides with the searcher
machine S    let the searcher play first, second, both or none
level L      how long it thinks: 5s, nodes 10000, depth 6; alone: what it is
board        draw the board
show         draw the board, and print the record so far
position     the position as text
hash         the hash of the position
resign       give the game up
save FILE    write the record; load FILE goes on with one
help, quit   this list; the end

A command that is also a legal move is typed with a colon before it: ":go".
`

// commands are the names of the commands.
var commands = []string{"moves", "hint", "go", "undo", "new", "switch", "machine", "level", "board", "show", "position",
	"hash", "resign", "save", "load", "help", "quit"}

// errQuit ends a session.
var errQuit = errors.New("quit")

// obey makes a move or obeys a command.
func (s *session[M, P]) obey(ctx context.Context, text string) error {
	if text == "" || strings.HasPrefix(text, "#") {
		return nil
	}
	command, colon := strings.CutPrefix(text, ":")
	_, over := s.over()
	var wrong error
	if !colon && !over {
		m, err := s.game.legal(s.position, text)
		if err == nil {
			s.waits = false
			return s.make(m)
		}
		wrong = err
	}
	name, rest, _ := strings.Cut(strings.TrimSpace(command), " ")
	if name == "?" {
		name = "help"
	}
	if !slices.Contains(commands, name) {
		if over && !colon {
			wrong = errors.New("the game is over")
		}
		return s.unknown(text, wrong)
	}
	return s.command(ctx, name, strings.TrimSpace(rest))
}

// unknown returns the error for a text that is neither a move nor a command, with similar ones.
func (s *session[M, P]) unknown(text string, why error) error {
	shown := text
	if r := []rune(shown); len(r) > 40 {
		shown = string(r[:40]) + "…"
	}
	var similar []string
	for _, c := range near.Words(shown, commands, 1) {
		if first, _, _ := strings.Cut(shown, " "); near.Distance(first, c) <= len(c)/3 {
			similar = append(similar, c)
		}
	}
	if _, over := s.over(); !over {
		similar = append(similar, near.Words(shown, s.texts(), 8)...)
	}
	reason := "not a legal move, and no command"
	var bad *game.TextError
	switch {
	case errors.As(why, &bad):
		if len(bad.Reason) <= 100 { // otherwise it lists all moves
			reason = bad.Reason
		}
	case why != nil && !errors.Is(why, errNoMove):
		reason = why.Error()
	}
	if len(similar) == 0 {
		return fmt.Errorf("%q: %s; type help", shown, reason)
	}
	return fmt.Errorf("%q: %s; near: %s", shown, reason, strings.Join(similar, ", "))
}

// texts returns the legal moves as they are written.
func (s *session[M, P]) texts() []string {
	var texts []string
	for _, m := range s.position.AppendMoves(nil) {
		texts = append(texts, s.game.MoveText(s.position, m))
	}
	return texts
}

// command obeys a command that exists.
func (s *session[M, P]) command(ctx context.Context, name, rest string) error {
	_, over := s.over()
	if rest != "" && !slices.Contains([]string{"machine", "level", "save", "load"}, name) {
		return fmt.Errorf("%s takes nothing after it", name)
	}
	switch name {
	case "moves":
		s.print("%s\n", strings.Join(s.texts(), " "))
	case "hint":
		if over {
			return errOver
		}
		m, remark, err := s.think(ctx)
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, context.Cause(ctx))
		}
		s.print("%s (%s)\n", s.game.MoveText(s.position, m), remark)
	case "go":
		if over {
			return errOver
		}
		s.waits = false
		return s.move(ctx)
	case "undo":
		return s.undo()
	case "new":
		return s.again()
	case "switch":
		s.machine[0], s.machine[1] = s.machine[1], s.machine[0]
		s.waits = false
	case "machine":
		return s.setMachine(rest)
	case "level":
		return s.level(rest)
	case "board":
		s.board()
	case "show":
		record, err := s.record()
		if err != nil {
			return err
		}
		s.board()
		s.print("\n%s", record)
	case "position":
		s.print("%s\n", positionText(s.position))
	case "hash":
		s.print("%016x\n", s.position.Hash())
	case "resign":
		if over {
			return errOver
		}
		s.resigned = s.turn()
		return s.save()
	case "save":
		if rest == "" {
			return errors.New("save needs the name of a file")
		}
		return s.saveTo(rest)
	case "load":
		return s.load(ctx, rest)
	case "help":
		s.print("%s", help)
	case "quit":
		return errQuit
	}
	return nil
}

var errOver = errors.New("the game is over; undo, new, save and quit are possible")

// undo takes back moves until the person is to move again.
func (s *session[M, P]) undo() error {
	if s.resigned != game.NoSide {
		s.resigned, s.told = game.NoSide, false
		return s.save()
	}
	if len(s.moves) == 0 {
		return errors.New("there is no move to take back")
	}
	one := s.machine[0] != s.machine[1]
	for {
		s.position.Unmake()
		s.moves = s.moves[:len(s.moves)-1]
		if !one || len(s.moves) == 0 || !s.machine[s.turn()-1] {
			break
		}
	}
	s.told = false
	s.waits = s.machine[s.turn()-1] // otherwise it would make the same move again
	if s.options.Terminal {
		s.board()
	}
	return s.save()
}

// again begins a new game from the start of this one.
func (s *session[M, P]) again() error {
	if len(s.moves) > 0 {
		s.apart()
	}
	s.begin(s.start)
	s.table.Clear()
	searcher, err := s.newSearcher()
	if err != nil {
		return err
	}
	s.searcher = searcher
	if s.options.Terminal {
		s.board()
	}
	return nil
}

// load goes on with the game of a file.
func (s *session[M, P]) load(ctx context.Context, name string) error {
	if name == "" {
		return errors.New("load needs the name of a file")
	}
	file, moves := s.options.Save, len(s.moves)
	if err := s.resume(ctx, name); err != nil {
		return err
	}
	if moves > 0 && name != file {
		s.apart()
	}
	s.table.Clear()
	if s.options.Terminal {
		s.board()
	}
	return s.save()
}

// setMachine says which sides the searcher plays.
func (s *session[M, P]) setMachine(text string) error {
	switch text {
	case "first", s.game.Sides[0]:
		s.machine = [2]bool{true, false}
	case "second", s.game.Sides[1]:
		s.machine = [2]bool{false, true}
	case "both":
		s.machine = [2]bool{true, true}
	case "none":
		s.machine = [2]bool{}
	default:
		return fmt.Errorf("machine %s: want first (%s), second (%s), both or none", text, s.game.Sides[0],
			s.game.Sides[1])
	}
	s.waits = false
	return nil
}

// level sets, or prints, how long the searcher thinks.
func (s *session[M, P]) level(text string) error {
	kind, value, _ := strings.Cut(text, " ")
	if text == "" {
		s.print("%s\n", levelText(s.limits))
		return nil
	}
	if kind == "time" {
		kind, value = value, ""
	}
	bad := errors.New("want a time such as 5s, nodes and a number, or depth and a number")
	switch kind {
	case "nodes":
		n, err := strconv.ParseUint(value, 10, 62)
		if err != nil || n == 0 {
			return bad
		}
		s.limits = search.Limits{Nodes: n}
	case "depth":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > search.MaxPly {
			return bad
		}
		s.limits = search.Limits{Depth: n}
	default:
		d, err := time.ParseDuration(kind)
		if err != nil || d <= 0 || value != "" {
			return bad
		}
		s.limits = search.Limits{Time: d}
	}
	return nil
}

// levelText writes limits as level reads them.
func levelText(l search.Limits) string {
	var parts []string
	if l.Time > 0 {
		parts = append(parts, l.Time.String())
	}
	if l.Nodes > 0 {
		parts = append(parts, fmt.Sprintf("nodes %d", l.Nodes))
	}
	if l.Depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", l.Depth))
	}
	return strings.Join(parts, ", ")
}
