package gtp

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/game/baduk"
)

// An analysis has the arguments of lz-analyze and kata-analyze, by the documentation of KataGo
// (docs/GTP_Extensions.md) and of Leela Zero.
type analysis struct {
	kata      bool
	color     baduk.Color
	interval  time.Duration // between lines; 0: only one, at the end
	least     int           // moves to list, even without games
	most      int           // moves to list; 0: all
	ownership bool
	avoid     []baduk.Move // at the root
}

// ignored are keys of KataGo that are accepted without effect.
var ignored = []string{"rootInfo", "pvVisits", "pvEdgeVisits", "movesOwnership", "movesOwnershipStdev",
	"ownershipStdev", "noResultValue"}

// parseAnalysis reads "[color] [interval] [key value] …".
func (s *session) parseAnalysis(kata bool, args []string) (analysis, error) {
	a := analysis{kata: kata, color: s.position.Turn()}
	if c, err := color(args, 0); err == nil {
		a.color, args = c, args[1:]
	}
	interval := func(text string) error {
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || !(v >= 0 && v <= 1e8) {
			return errSyntax
		}
		a.interval = time.Duration(v * float64(10*time.Millisecond))
		return nil
	}
	if len(args) > 0 && strings.Trim(args[0], "0123456789.") == "" {
		if err := interval(args[0]); err != nil {
			return a, err
		}
		args = args[1:]
	}
	for len(args) > 0 {
		if len(args) < 2 {
			return a, errSyntax
		}
		key, value := args[0], args[1]
		var err error
		switch {
		case key == "interval":
			err = interval(value)
		case key == "minmoves":
			a.least, err = number(args, 1)
		case key == "maxmoves":
			a.most, err = number(args, 1)
		case key == "ownership":
			a.ownership, err = strconv.ParseBool(strings.ToLower(value))
		case key == "avoid" || key == "allow":
			if len(args) < 4 {
				return a, errSyntax
			}
			err = s.restrict(&a, key == "allow", args[1:4])
			args = args[2:]
		case slices.Contains(ignored, key):
			_, err = strconv.ParseBool(strings.ToLower(value))
		default:
			err = errSyntax
		}
		if err != nil {
			return a, errSyntax
		}
		args = args[2:]
	}
	return a, nil
}

// restrict executes "avoid|allow COLOR VERTEX,… DEPTH" for the first move.
func (s *session) restrict(a *analysis, allow bool, args []string) error {
	c, err := color(args, 0)
	if err != nil {
		return err
	}
	if _, err := number(args, 2); err != nil {
		return err
	}
	var named []baduk.Move
	for text := range strings.SplitSeq(args[1], ",") {
		m, err := s.position.ParseMove(text)
		if err != nil {
			return err
		}
		named = append(named, m)
	}
	if c != a.color {
		return nil // only the first move is restricted
	}
	if !allow {
		a.avoid = append(a.avoid, named...)
		return nil
	}
	o := s.position.Options()
	for m := baduk.Pass; int(m) < o.Width*o.Height; m++ {
		if !slices.Contains(named, m) {
			a.avoid = append(a.avoid, m)
		}
	}
	return nil
}

// analyze searches the position and prints the results in every interval, until the next line of
// input arrives.
func (s *session) analyze(ctx context.Context, kata bool, args []string) (string, error) {
	a, err := s.parseAnalysis(kata, args)
	if err != nil {
		return "", err
	}
	p := s.toMove(a.color)
	s.announce()
	stop := func() bool { return s.in.arrived() || ctx.Err() != nil }
	s.think(p, a, stop)
	s.in.wait(ctx) // if effort has ended the search
	return "", nil
}

// genmoveAnalyze is genmove with the lines of an analysis before the move.
func (s *session) genmoveAnalyze(ctx context.Context, kata bool, args []string) (string, error) {
	a, err := s.parseAnalysis(kata, args)
	if err != nil {
		return "", err
	}
	p := s.toMove(a.color)
	budget, used := s.clock.start(a.color, p, s.options.Time)
	deadline := s.clock.now().Add(budget)
	s.announce()
	stop := func() bool { return s.clock.now().After(deadline) || ctx.Err() != nil }
	m, opening := s.opening(ctx, p)
	if !opening || slices.Contains(a.avoid, m) {
		var resign bool
		if m, resign = s.think(p, a, stop); resign {
			return "play resign", nil
		}
	}
	used()
	return "play " + p.MoveString(m), s.play(colored{a.color, m})
}

// announce begins the answer before the result is known.
func (s *session) announce() {
	fmt.Fprintf(s.out, "=%s\n", s.id)
	_ = s.out.Flush() // the end of the answer returns the error again
	s.begun = true
}

// think grows the tree until stop returns true, printing in every interval and at
// the end, and returns the best move.
func (s *session) think(p *baduk.Position, a analysis, stop func() bool) (m baduk.Move, resign bool) {
	pl := &s.player
	pl.prepare(p)
	t := pl.tree
	t.avoid, t.spreads = a.avoid, map[baduk.Move]*spread{}
	if a.ownership {
		o := p.Options()
		t.owned, t.ownedGames = make([]int, o.Width*o.Height), 0
	}
	defer func() { t.avoid, t.spreads, t.owned = nil, nil, nil }()
	last := s.clock.now()
	print := func() {
		if line := a.line(t, p); line != "" { // an empty line would end the answer
			fmt.Fprintln(s.out, line)
			_ = s.out.Flush()
		}
	}
	m, came := t.choose(p, pl.options, func() bool { // called by one goroutine at a time, which has locked the tree
		if a.interval > 0 {
			if now := s.clock.now(); now.Sub(last) >= a.interval {
				last = now
				print()
			}
		}
		return stop()
	})
	print()
	return m, pl.resigns(came)
}

// spread is the sum and the sum of squares of margins in points, and the number of games.
type spread struct{ sum, squares, games float64 }

// prior returns the player's estimate of the moves of a position before any game: shares that add
// up to 1.
func (t *tree) prior(p *baduk.Position) map[baduk.Move]float64 {
	w := newWalker(t, p, 0)
	w.board.Set(p)
	all, total := map[baduk.Move]float64{}, 0.0
	for _, c := range w.board.AppendCandidates(nil) {
		v := float64(c.Wins)
		all[c.Move] = v
		total += v
	}
	for m := range all {
		all[m] /= total
	}
	return all
}

// line writes the results of the tree for a position, best move first. It is empty if there are
// none.
func (a *analysis) line(t *tree, p *baduk.Position) string {
	root := t.nodes[p.Hash()]
	if root == nil {
		return ""
	}
	var moves []*try
	for i := range root.moves {
		if m := &root.moves[i]; p.Legal(m.move) && !slices.Contains(a.avoid, m.move) {
			moves = append(moves, m)
		}
	}
	slices.SortStableFunc(moves, func(x, y *try) int { return cmp.Compare(y.games, x.games) })
	var text strings.Builder
	prior := t.prior(p)
	for order, m := range moves {
		if m.games == 0 && order >= a.least || a.most > 0 && order >= a.most {
			break
		}
		if order > 0 {
			text.WriteByte(' ')
		}
		a.info(&text, t, p, m, order, prior[m.move])
	}
	if a.ownership && a.kata && len(moves) > 0 {
		text.WriteString(" ownership" + ownership(t, p))
	}
	return text.String()
}

// info writes the results of one move, from the view of the side that makes it.
func (a *analysis) info(w *strings.Builder, t *tree, p *baduk.Position, m *try, order int, prior float64) {
	n := float64(m.games)
	won := 0.0
	if n > 0 {
		won = min(1, m.wins/n)
	}
	// The lower bound of the value: one true value in forty is below it.
	lcb := max(0, won-1.96*math.Sqrt(won*(1-won)/max(n, 1)))
	fmt.Fprintf(w, "info move %s visits %d ", p.MoveString(m.move), int(n))
	if a.kata {
		mean, deviation := 0.0, 0.0
		if s := t.spreads[m.move]; s != nil && s.games > 0 {
			mean = s.sum / s.games
			deviation = math.Sqrt(max(0, s.squares/s.games-mean*mean))
		}
		fmt.Fprintf(w, "utility %.6g winrate %.6g scoreMean %.6g scoreStdev %.6g scoreLead %.6g scoreSelfplay %.6g "+
			"prior %.6g lcb %.6g utilityLcb %.6g ",
			2*won-1, won, mean, deviation, mean, mean, prior, lcb, 2*lcb-1)
	} else {
		share := func(v float64) int { return int(math.Round(10000 * v)) }
		fmt.Fprintf(w, "winrate %d prior %d lcb %d ", share(won), share(prior), share(lcb))
	}
	fmt.Fprintf(w, "order %d pv", order)
	q := p.Clone()
	for length := 0; m != nil && length < 20 && q.Legal(m.move); length++ {
		w.WriteString(" " + q.MoveString(m.move))
		q.Make(m.move)
		m = m.next.best()
	}
}

// best returns the move with the most games, or nil.
func (n *node) best() (best *try) {
	if n == nil {
		return nil
	}
	for i := range n.moves {
		if m := &n.moves[i]; m.games > 0 && (best == nil || m.games > best.games) {
			best = m
		}
	}
	return best
}

// ownership writes who owns each point at the end of the games, −1 to 1 for the side to move, from
// the upper left corner on.
func ownership(t *tree, p *baduk.Position) string {
	var text strings.Builder
	o := p.Options()
	for r := o.Height - 1; r >= 0; r-- {
		for c := range o.Width {
			v := float64(t.owned[r*o.Width+c]) / float64(max(1, t.ownedGames))
			if p.Turn() == baduk.White {
				v = -v
			}
			fmt.Fprintf(&text, " %.4g", v+0) // no −0
		}
	}
	return text.String()
}
