package gtp

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// Errors with the words of the specification.
var (
	errSyntax  = errors.New("syntax error")
	errIllegal = errors.New("illegal move")
	errStones  = errors.New("invalid number of stones")
	errInUse   = errors.New("board not empty")
)

// A command carries itself out and returns its answer.
type command func(ctx context.Context, s *session, args []string) (string, error)

// answer is a command that has an answer and cannot fail.
func answer(f func(s *session) string) command {
	return func(_ context.Context, s *session, _ []string) (string, error) { return f(s), nil }
}

// ask is a command with arguments and an answer.
func ask(f func(s *session, args []string) (string, error)) command {
	return func(_ context.Context, s *session, args []string) (string, error) { return f(s, args) }
}

// do is a command with arguments and no answer.
func do(f func(s *session, args []string) error) command {
	return func(_ context.Context, s *session, args []string) (string, error) { return "", f(s, args) }
}

// commands returns the commands that are known, those that KataGo, Leela Zero, KGS and GoGui have added among them.
func commands() map[string]command {
	nothing := answer(func(*session) string { return "" })
	return map[string]command{
		"protocol_version": answer(func(*session) string { return "2" }),
		"name":             answer(func(*session) string { return "zobrist" }),
		"version":          answer(func(s *session) string { return s.options.Version }),
		"known_command":    ask((*session).known),
		"list_commands":    answer((*session).list),
		"quit":             nothing,
		"stop":             nothing, // any command stops an analysis

		"boardsize":             do((*session).boardsize),
		"rectangular_boardsize": do((*session).boardsize),
		"clear_board":           do(func(s *session, _ []string) error { return s.replace(s.position.Options()) }),
		"komi":                  do((*session).komi),
		"get_komi": answer(func(s *session) string {
			return strconv.FormatFloat(float64(s.position.Options().Komi)/2, 'f', -1, 64)
		}),
		"play":                do((*session).obeyPlay),
		"undo":                do(func(s *session, _ []string) error { return s.undo() }),
		"showboard":           answer((*session).showboard),
		"list_stones":         ask((*session).listStones),
		"fixed_handicap":      ask((*session).fixedHandicap),
		"place_free_handicap": ask((*session).placeFreeHandicap),
		"set_free_handicap":   do((*session).setFreeHandicap),
		"time_settings":       do(func(s *session, args []string) error { return s.clock.settings(args) }),
		"kgs-time_settings":   do(func(s *session, args []string) error { return s.clock.system(kgsSystems, args) }),
		"kata-time_settings":  do(func(s *session, args []string) error { return s.clock.system(kataSystems, args) }),
		"time_left":           do(func(s *session, args []string) error { return s.clock.left(args) }),
		"loadsgf": func(ctx context.Context, s *session, args []string) (string, error) {
			return "", s.loadSGF(ctx, args)
		},
		"printsgf": ask((*session).printSGF),
		"clear_cache": do(func(s *session, _ []string) error {
			s.player.forget()
			return nil
		}),

		"final_score": func(ctx context.Context, s *session, _ []string) (string, error) {
			return s.finalScore(ctx), nil
		},
		"final_status_list": func(ctx context.Context, s *session, args []string) (string, error) {
			return s.finalStatus(ctx, args)
		},
		"genmove": func(ctx context.Context, s *session, args []string) (string, error) {
			return s.genmove(ctx, args, true)
		},
		"reg_genmove": func(ctx context.Context, s *session, args []string) (string, error) {
			return s.genmove(ctx, args, false)
		},
		"kgs-genmove_cleanup": func(ctx context.Context, s *session, args []string) (string, error) {
			return s.cleanup(ctx, args)
		},
		"lz-analyze":           analyses((*session).analyze, false),
		"kata-analyze":         analyses((*session).analyze, true),
		"lz-genmove_analyze":   analyses((*session).genmoveAnalyze, false),
		"kata-genmove_analyze": analyses((*session).genmoveAnalyze, true),
		"zobrist-ownership": func(ctx context.Context, s *session, _ []string) (string, error) {
			return s.ownership(ctx), nil
		},

		"kgs-rules":               do((*session).kgsRules),
		"kata-set-rules":          do((*session).setRules),
		"kata-set-rule":           do((*session).setRule),
		"kata-get-rules":          answer((*session).getRules),
		"kata-list_time_settings": answer(func(*session) string { return strings.Join(kataSystems, " ") }),
		"kata-list-params":        answer(func(*session) string { return strings.Join(params, " ") }),
		"kata-get-param":          ask((*session).getParam),
		"kata-set-param":          do((*session).setParam),
		"gogui-analyze_commands":  answer(func(*session) string { return goguiCommands }),
	}
}

// analyses is a command that analyses in the form of KataGo or Leela Zero.
func analyses(f func(s *session, ctx context.Context, kata bool, args []string) (string, error), kata bool) command {
	return func(ctx context.Context, s *session, args []string) (string, error) { return f(s, ctx, kata, args) }
}

// known answers whether a command is known.
func (s *session) known(args []string) (string, error) {
	if len(args) == 0 {
		return "", errSyntax
	}
	return strconv.FormatBool(s.commands[args[0]] != nil), nil
}

// list returns the names of all commands, sorted.
func (s *session) list() string { return strings.Join(slices.Sorted(maps.Keys(s.commands)), "\n") }

// obey carries a command out and returns its answer.
func (s *session) obey(ctx context.Context, name string, args []string) (string, error) {
	if f := s.commands[name]; f != nil {
		return f(ctx, s, args)
	}
	return "", errors.New("unknown command")
}

// number returns an argument as an integer that is not negative.
func number(args []string, n int) (int, error) {
	if n >= len(args) {
		return 0, errSyntax
	}
	v, err := strconv.ParseUint(args[n], 10, 31)
	if err != nil {
		return 0, errSyntax
	}
	return int(v), nil
}

// color returns an argument as a side.
func color(args []string, n int) (baduk.Color, error) {
	if n < len(args) {
		switch strings.ToLower(args[n]) {
		case "b", "black":
			return baduk.Black, nil
		case "w", "white":
			return baduk.White, nil
		}
	}
	return baduk.Empty, errSyntax
}

func (s *session) boardsize(args []string) error {
	w, err := number(args, 0)
	if err != nil {
		return err
	}
	h := w
	if len(args) > 1 {
		if h, err = number(args, 1); err != nil {
			return err
		}
	}
	if w == 0 || h == 0 {
		return errors.New("unacceptable size")
	}
	o := s.position.Options()
	if o.Width != w || o.Height != h { // keys are for one size
		komi := o.Komi
		o = s.options.Board
		o.Width, o.Height, o.Komi = w, h, komi
	}
	return s.replace(o)
}

func (s *session) komi(args []string) error {
	if len(args) == 0 {
		return errSyntax
	}
	v, err := strconv.ParseFloat(args[0], 64)
	if err != nil || !(math.Abs(v) <= 1000) {
		return errSyntax
	}
	halves := int(2 * v)
	if float64(halves) != 2*v {
		return errors.New("komi is not a multiple of 0.5")
	}
	s.position.SetKomi(halves)
	s.start.SetKomi(halves)
	s.player.forget()
	return nil
}

func (s *session) obeyPlay(args []string) error {
	c, err := color(args, 0)
	if err != nil || len(args) < 2 {
		return errSyntax
	}
	m, err := s.position.ParseMove(args[1])
	if err != nil {
		return errSyntax
	}
	return s.play(colored{c, m})
}

// genmove answers with a move for a side, and plays it if play is set.
func (s *session) genmove(ctx context.Context, args []string, play bool) (string, error) {
	c, err := color(args, 0)
	if err != nil {
		return "", err
	}
	p := s.toMove(c)
	budget, stop := s.clock.start(c, p, s.options.Time)
	deadline := s.clock.now().Add(budget)
	m, opening := baduk.Move(0), false
	if play {
		m, opening = s.opening(ctx, p)
	}
	if !opening {
		var resign bool
		m, _, resign = s.player.choose(ctx, p, budget, func() bool { return s.clock.now().After(deadline) })
		if resign {
			return "resign", nil
		}
	}
	if !play {
		return p.MoveString(m), nil
	}
	stop()
	return p.MoveString(m), s.play(colored{c, m})
}

// opening returns a legal move of an opening.
func (s *session) opening(ctx context.Context, p *baduk.Position) (baduk.Move, bool) {
	if s.options.Opening == nil {
		return 0, false
	}
	m, ok := s.options.Opening(ctx, p)
	return m, ok && p.Legal(m)
}

// cleanup is genmove, but captures the dead stones of the other side before it passes, as the
// server KGS requires if the players disagree about them.
func (s *session) cleanup(ctx context.Context, args []string) (string, error) {
	c, err := color(args, 0)
	if err != nil {
		return "", err
	}
	p := s.toMove(c)
	some := false
	for m, lost := range dead(ctx, p) {
		some = some || lost && p.Stone(baduk.Move(m)) == c.Opponent()
	}
	if !some {
		return s.genmove(ctx, args, true)
	}
	budget, used := s.clock.start(c, p, s.options.Time)
	deadline := s.clock.now().Add(budget)
	s.player.prepare(p)
	s.player.tree.avoid = []baduk.Move{baduk.Pass}
	m, _ := s.player.tree.choose(p, s.options, func() bool { return s.clock.now().After(deadline) || ctx.Err() != nil })
	s.player.tree.avoid = nil
	used()
	return p.MoveString(m), s.play(colored{c, m})
}

// goguiCommands are the entries of GoGui's analyze dialog: type, label, command.
const goguiCommands = `string/Final Score/final_score
plist/Dead Stones/final_status_list dead
plist/Alive Stones/final_status_list alive
plist/Stones in Seki/final_status_list seki
dboard/Ownership/zobrist-ownership
move/Suggest Move/reg_genmove %c
none/Save SGF/printsgf %w`

// showboard draws the board, X black and O white, with its coordinates.
func (s *session) showboard() string {
	p, o := s.position, s.position.Options()
	var b strings.Builder
	var columns strings.Builder
	columns.WriteString("   ")
	for c := range o.Width {
		columns.WriteString(" " + strings.TrimRight(p.MoveString(baduk.Move(c)), "0123456789"))
	}
	b.WriteString("\n" + columns.String())
	for r := o.Height - 1; r >= 0; r-- {
		fmt.Fprintf(&b, "\n%3d", r+1)
		for c := range o.Width {
			b.WriteString([]string{" .", " X", " O"}[p.Stone(baduk.Move(r*o.Width+c))])
		}
		fmt.Fprintf(&b, " %d", r+1)
	}
	fmt.Fprintf(&b, "\n%s\n%v to move, %d moves, hash %016x", columns.String(), p.Turn(), len(s.moves), p.Hash())
	return b.String()
}

// listStones lists the points of a side's stones.
func (s *session) listStones(args []string) (string, error) {
	c, err := color(args, 0)
	if err != nil {
		return "", err
	}
	return vertices(s.position, func(m baduk.Move) bool { return s.position.Stone(m) == c }), nil
}

// vertices lists the points that have a property.
func vertices(p *baduk.Position, has func(baduk.Move) bool) string {
	var list []string
	o := p.Options()
	for m := range baduk.Move(o.Width * o.Height) {
		if has(m) {
			list = append(list, p.MoveString(m))
		}
	}
	return strings.Join(list, " ")
}
