package uci

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/zobrist-go/zobrist/evals"
	"github.com/zobrist-go/zobrist/game/chess"
)

// closeStore closes the evaluations, if there are any.
func (e *session) closeStore() {
	if e.store != nil {
		e.store.Close()
		e.store = nil
	}
}

// openStore sets the option EvaluationsPath.
func (e *session) openStore(name string) {
	e.closeStore()
	if name == "" || name == "<empty>" {
		return
	}
	store, err := evals.Open(name)
	if err != nil {
		e.remark("%v; playing without evaluations", err)
		return
	}
	e.store = store
}

// playStored answers "go" with a stored evaluation, if there is one at least as deep as the search would have to be,
// with as many lines. "go depth" says how deep that is, otherwise the option EvaluationsDepth does. An evaluation
// knows nothing of the game before it, so a move that repeats a position of the game is left to the search.
func (e *session) playStored(l goLimits) bool {
	if e.refused || !e.isChess() || e.store == nil || e.options.limited || !l.forMove() {
		return false
	}
	depth := l.depth
	if depth == 0 {
		depth = e.options.storedDepth
	}
	p, _, err := e.setup.position(chess.Options{Editor: true, Chess960: e.options.chess960})
	var v evals.Evaluation[chess.Move]
	ok := false
	lines := 0
	if err == nil {
		lines = min(e.options.multiPV, len(p.AppendMoves(nil)))
		v, ok, err = e.store.FindLines(p, lines)
	}
	if err != nil {
		e.remark("%v; playing without evaluations", err)
		return false
	}
	if !ok || v.Depth < depth || uint64(v.Nodes) < l.nodes || len(v.Lines) < lines || p.HalfmoveClock() >= mostQuiet {
		return false
	}
	for _, one := range v.Lines {
		if len(one.Moves) == 0 {
			return false
		}
	}
	best := v.Lines[0].Moves
	p.Make(best[0])
	repeated := p.Repetitions() > 0
	p.Unmake()
	if repeated {
		return false
	}
	source, _ := e.store.Source(v.Source)
	e.remark("a stored evaluation of depth %d, from %s", v.Depth, filepath.Base(source.Name))
	for i := len(v.Lines) - 1; i >= 0; i-- { // the best one last, as a search ends with it
		e.printf("%s\n", describeStored(p, &v, i, e.options.showWDL))
	}
	answer := "bestmove " + p.UCI(best[0])
	if len(best) > 1 {
		p.Make(best[0])
		answer += " ponder " + p.UCI(best[1])
		p.Unmake()
	}
	e.printf("%s\n", answer)
	return true
}

// mostQuiet is the number of plies without a capture or a pawn's move from which on the rule of fifty moves may
// change a value.
const mostQuiet = 60

// describeStored returns the line about a stored line of play.
func describeStored(p *chess.Position, v *evals.Evaluation[chess.Move], i int, wdl bool) string {
	l := &v.Lines[i]
	sign := int32(1)
	if p.Turn() == chess.Black {
		sign = -1
	}
	mate := sign * l.Mate
	value := fmt.Sprintf("cp %d", sign*l.Score)
	win, draw, loss := chances(int(sign * l.Score))
	switch {
	case mate > 0:
		value, win, draw, loss = fmt.Sprintf("mate %d", mate), 1000, 0, 0
	case mate < 0:
		value, win, draw, loss = fmt.Sprintf("mate %d", mate), 0, 0, 1000
	}
	if wdl {
		value += fmt.Sprintf(" wdl %d %d %d", win, draw, loss)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "info depth %d multipv %d score %s nodes %d time 0 pv", v.Depth, i+1, value, v.Nodes)
	for _, m := range l.Moves {
		b.WriteByte(' ')
		b.WriteString(p.UCI(m))
		p.Make(m)
	}
	for range l.Moves {
		p.Unmake()
	}
	return b.String()
}
