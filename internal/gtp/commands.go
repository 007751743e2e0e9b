package gtp

import (
	"context"
	"errors"
	"fmt"
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

// names are the known commands, sorted.
var names = []string{
	"boardsize", "clear_board", "clear_cache", "final_score", "final_status_list", "fixed_handicap", "genmove",
	"get_komi", "gogui-analyze_commands", "kata-analyze", "kata-genmove_analyze", "kata-get-param", "kata-get-rules",
	"kata-list-params", "kata-set-param", "kata-set-rule", "kata-set-rules", "kgs-genmove_cleanup", "kgs-rules",
	"kgs-time_settings", "known_command", "komi", "list_commands", "list_stones", "loadsgf", "lz-analyze",
	"lz-genmove_analyze", "name", "place_free_handicap", "play", "printsgf", "protocol_version", "quit",
	"rectangular_boardsize", "reg_genmove", "set_free_handicap", "showboard", "stop", "time_left", "time_settings",
	"undo", "version", "zobrist-ownership",
}

// obey executes a command and returns its answer.
func (s *session) obey(ctx context.Context, name string, args []string) (string, error) {
	switch name {
	case "protocol_version":
		return "2", nil
	case "name":
		return "zobrist", nil
	case "version":
		return s.options.Version, nil
	case "known_command":
		if len(args) == 0 {
			return "", errSyntax
		}
		return strconv.FormatBool(slices.Contains(names, args[0])), nil
	case "list_commands":
		return strings.Join(names, "\n"), nil
	case "quit":
		return "", nil
	case "boardsize", "rectangular_boardsize":
		return "", s.boardsize(args)
	case "clear_board":
		return "", s.replace(s.position.Options())
	case "komi":
		return "", s.komi(args)
	case "get_komi":
		return strconv.FormatFloat(float64(s.position.Options().Komi)/2, 'f', -1, 64), nil
	case "play":
		return "", s.obeyPlay(args)
	case "undo":
		return "", s.undo()
	case "genmove", "reg_genmove":
		return s.genmove(ctx, args, name == "genmove")
	case "showboard":
		return s.showboard(), nil
	case "list_stones":
		return s.listStones(args)
	case "final_score":
		return s.finalScore(ctx), nil
	case "final_status_list":
		return s.finalStatus(ctx, args)
	case "fixed_handicap":
		return s.fixedHandicap(args)
	case "place_free_handicap":
		return s.placeFreeHandicap(args)
	case "set_free_handicap":
		return "", s.setFreeHandicap(args)
	case "time_settings":
		return "", s.clock.settings(args)
	case "kgs-time_settings":
		return "", s.clock.kgsSettings(args)
	case "time_left":
		return "", s.clock.left(args)
	case "loadsgf":
		return "", s.loadSGF(ctx, args)
	case "printsgf":
		return s.printSGF(args)
	case "kgs-genmove_cleanup":
		return s.cleanup(ctx, args)
	case "lz-analyze", "kata-analyze":
		return s.analyze(ctx, name == "kata-analyze", args)
	case "lz-genmove_analyze", "kata-genmove_analyze":
		return s.genmoveAnalyze(ctx, name == "kata-genmove_analyze", args)
	case "stop": // any command stops an analysis
		return "", nil
	case "clear_cache":
		s.player.forget()
		return "", nil
	}
	return s.obeyRules(ctx, name, args)
}

// obeyRules executes the commands of KataGo, KGS and GoGui for rules, parameters and analysis.
func (s *session) obeyRules(ctx context.Context, name string, args []string) (string, error) {
	switch name {
	case "kgs-rules":
		return "", s.kgsRules(args)
	case "kata-set-rules":
		return "", s.setRules(args)
	case "kata-set-rule":
		return "", s.setRule(args)
	case "kata-get-rules":
		return s.getRules(), nil
	case "kata-list-params":
		return strings.Join(params, " "), nil
	case "kata-get-param":
		return s.getParam(args)
	case "kata-set-param":
		return "", s.setParam(args)
	case "gogui-analyze_commands":
		return goguiCommands, nil
	case "zobrist-ownership":
		return s.ownership(ctx), nil
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
	halves := int(math.Round(2 * v))
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
	p := s.position.Clone()
	if p.Turn() != c || p.Over() {
		p.SetTurn(c)
	}
	budget, stop := s.clock.start(c, p, s.options.Time)
	deadline := s.clock.now().Add(budget)
	m, _, resign := s.player.choose(ctx, p, budget, func() bool { return s.clock.now().After(deadline) })
	if resign {
		return "resign", nil
	}
	if !play {
		return p.MoveString(m), nil
	}
	stop()
	return p.MoveString(m), s.play(colored{c, m})
}

// cleanup is genmove, but captures the dead stones of the other side before it passes, as the
// server KGS requires if the players disagree about them.
func (s *session) cleanup(ctx context.Context, args []string) (string, error) {
	c, err := color(args, 0)
	if err != nil {
		return "", err
	}
	p := s.position.Clone()
	if p.Turn() != c || p.Over() {
		p.SetTurn(c)
	}
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
