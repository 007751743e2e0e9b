package lab

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
	"github.com/zobrist-go/zobrist/internal/lab/plot"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// History is the experiment on features for the past of a chess position.
func History() Experiment {
	return newExperiment("history", judgeHistory, []law{lawOf("fifty moves", trials(40, 128), fiftyTable),
		lawOf("repetitions", trials(20, 64), repetitionTable)}, 100*fewWrong)
}

// fewWrong is the share of wrong outcomes below which the basic set is enough by the rule of [History].
const fewWrong = .015

// historyDepth is the depth of every search of the experiment.
const historyDepth = 5

// basicSet and withFeature name the two ways.
const (
	basicSet    = "the basic set"
	withFeature = "with the feature"
)

// A pastWay is a set of features to hash: the basic set, or it and a feature of the history.
type pastWay struct {
	name    string
	history chess.History // part of the hash
}

// pastTally counts searches whose outcome differs from that without a table.
type pastTally struct {
	searches, wins, draws, others int
	nodes                         uint64

	roots, wrong int  // positions or games searched, and how many of them had a wrong win or draw
	spoilt       bool // the position or game under way has one
}

// next counts the position or game under way, and begins another one.
func (t *pastTally) next() {
	t.roots++
	if t.spoilt {
		t.wrong++
	}
	t.spoilt = false
}

// judge counts a value, which the search without a table finds to be truth. A search
// finds a draw if its value is 0; no estimate is.
func (t *pastTally) judge(value, truth int) {
	t.searches++
	switch {
	case truth == 0 && value != 0:
		t.wins++
		t.spoilt = true
	case truth != 0 && value == 0:
		t.draws++
		t.spoilt = true
	case max(value-truth, truth-value) >= 50:
		t.others++
	}
}

// row returns the figures of a tally.
func (t *pastTally) row() []any {
	low, high := proportion(t.wrong, t.roots)
	return []any{t.searches, t.wins, t.draws, t.others, t.roots, t.wrong,
		100 * float64(t.wrong) / float64(max(t.roots, 1)), 100 * low, 100 * high,
		float64(t.nodes) / float64(max(t.searches, 1))}
}

// lookAt returns the value of a full-width search and its nodes; table may be nil.
func lookAt[P search.Position[chess.Move, P]](ctx context.Context, p P, table *tt.Table) (int, uint64, error) {
	s, err := search.New(p, search.Options{Table: table, FullWidth: true})
	if err != nil {
		return 0, 0, err
	}
	info, err := s.Search(ctx, search.Limits{Depth: historyDepth})
	if err == nil {
		err = ctx.Err()
	}
	return info.Value, info.Nodes, err
}

// endings are the pieces of White and Black in the positions of the experiment.
var endings = [][2]string{{"KQ", "k"}, {"KR", "k"}, {"KQ", "kr"}, {"KRP", "kr"}, {"KQP", "kq"}}

// mating returns a random ending in which White mates within the depth of a search if
// there are moves enough.
func mating(ctx context.Context, r *rand.Rand, pieces [2]string) (string, error) {
	for {
		fen := randomEnding(r, pieces)
		p, err := engine.Parse(fmt.Sprintf(fen, 0), chess.Options{})
		if err != nil {
			return "", err
		}
		value, _, err := lookAt(ctx, p, nil)
		if err != nil || value >= search.WinBound {
			return fen, err
		}
	}
}

// randomEnding returns a random position with White to move, as a FEN with %d for the
// clock. It is legal, nobody is in check, and there are moves.
func randomEnding(r *rand.Rand, pieces [2]string) string {
	for {
		var board [64]byte
		fits := true
		for _, c := range []byte(pieces[0] + pieces[1]) {
			s := r.IntN(64)
			if board[s] != 0 || c == 'P' && (s < 8 || s >= 56) {
				fits = false
				break
			}
			board[s] = c
		}
		if !fits {
			continue
		}
		var b strings.Builder
		for rank := 7; rank >= 0; rank-- {
			for file := range 8 {
				if c := board[8*rank+file]; c == 0 {
					b.WriteByte('1')
				} else {
					b.WriteByte(c)
				}
			}
			if rank > 0 {
				b.WriteByte('/')
			}
		}
		fen := b.String() + " w - - %d 80"
		p, err := engine.Parse(fmt.Sprintf(fen, 0), chess.Options{})
		if err != nil || p.InCheck() {
			continue
		}
		if _, over := p.Score(); !over {
			return fen
		}
	}
}

// fiftyClocks are the clocks at which each position is searched in turn: far from the
// draw first, as in a game without progress.
var fiftyClocks = []int{90, 94, 95, 96, 97, 98, 99}

// anyClock names the row of all clocks together.
const anyClock = "any"

// fiftyTable searches positions as the fifty-move draw comes near.
func fiftyTable(ctx context.Context, o Options, positions int, done func(float64)) (*Table, error) {
	ways := []pastWay{{basicSet, 0}, {withFeature, chess.FiftyMoveHistory}}
	t := newTable("fifty-moves", historyDepth, positions, endings, fiftyClocks, historyDepth)
	table, err := tt.New(tt.Options{Bytes: 4 << 20})
	if err != nil {
		return nil, err
	}
	defer table.Close()
	for _, clock := range fiftyClocks {
		t.Plot.Ticks = append(t.Plot.Ticks, strconv.Itoa(clock))
	}
	t.Plot.Ticks = append(t.Plot.Ticks, anyClock)
	tallies := make([][]pastTally, len(ways))
	for w := range ways {
		tallies[w] = make([]pastTally, len(fiftyClocks)+1) // the last one for all clocks
	}
	for i := 0; i < positions*len(endings) && err == nil; i++ {
		r := o.rand(20, uint64(i))
		fen := randomEnding(r, endings[i%len(endings)])
		if i/len(endings)%2 == 1 {
			if fen, err = mating(ctx, r, endings[i%len(endings)]); err != nil {
				break
			}
		}
		err = fiftyGame(ctx, fen, ways, tallies, table)
		done(float64(i+1) / float64(positions*len(endings)))
	}
	for w, way := range ways {
		points := t.Plot.Add(plot.Points, way.name+", 95 %")
		for k, name := range t.Plot.Ticks {
			if tallies[w][k].roots > 0 {
				row := append([]any{way.name, name}, tallies[w][k].row()...)
				t.Add(row...)
				points.Between(float64(k)+.2*(float64(w)-.5), row[8].(float64), row[9].(float64), row[10].(float64))
			}
		}
	}
	return t, err
}

// fiftyGame searches one position at all clocks in every way.
func fiftyGame(ctx context.Context, fen string, ways []pastWay, tallies [][]pastTally, table *tt.Table) error {
	truths := make([]int, len(fiftyClocks))
	for k, clock := range fiftyClocks {
		p, err := engine.Parse(fmt.Sprintf(fen, clock), chess.Options{})
		if err != nil {
			return err
		}
		if truths[k], _, err = lookAt(ctx, p, nil); err != nil {
			return err
		}
	}
	for w, way := range ways {
		table.Clear()
		for k, clock := range fiftyClocks {
			p, err := engine.Parse(fmt.Sprintf(fen, clock), chess.Options{History: way.history})
			if err != nil {
				return err
			}
			value, nodes, err := lookAt(ctx, p, table)
			if err != nil {
				return err
			}
			for _, t := range []*pastTally{&tallies[w][k], &tallies[w][len(fiftyClocks)]} {
				t.judge(value, truths[k])
				t.nodes += nodes
			}
			tallies[w][k].next()
		}
		tallies[w][len(fiftyClocks)].next()
	}
	return nil
}

// A lawful position is drawn at its third occurrence, as in the laws, and not at the
// second after the root of a search.
type lawful struct{ *engine.Position }

func (p lawful) Clone() lawful { return lawful{p.Position.Clone()} }

func (p lawful) Drawn(int) bool { return p.Position.Drawn(0) }

func (p lawful) Upcoming(int) bool { return p.Position.Upcoming(0) }

// A hasty position is drawn at its second occurrence in the game, as in many programs.
type hasty struct{ *engine.Position }

func (p hasty) Clone() hasty { return hasty{p.Position.Clone()} }

func (p hasty) Drawn(int) bool { return p.Position.Drawn(p.Ply() + 1) }

func (p hasty) Upcoming(int) bool { return p.Position.Upcoming(p.Ply() + 1) }

// thirdRule is the rule by which the count of occurrences matters.
const thirdRule = "a draw at the third"

// repetitionTable searches games in which positions occur again.
func repetitionTable(ctx context.Context, o Options, games int, done func(float64)) (*Table, error) {
	ways := []pastWay{{basicSet, 0}, {withFeature, chess.RepetitionHistory}}
	rules := []string{"a draw at the second occurrence", thirdRule}
	t := newTable("repetitions", historyDepth, games, endings)
	table, err := tt.New(tt.Options{Bytes: 4 << 20})
	if err != nil {
		return nil, err
	}
	defer table.Close()
	var tallies [2][2]pastTally
	for i := 0; i < games*len(endings) && err == nil; i++ {
		r := o.rand(21, uint64(i))
		var cycle []chess.Move
		var fen string
		for cycle == nil {
			fen = fmt.Sprintf(randomEnding(r, endings[i%len(endings)]), 0)
			cycle = shuffle(r, fen)
		}
		for rule := range rules {
			if err = repetitionGame(ctx, fen, cycle, rule == 1, ways, tallies[rule][:], table); err != nil {
				break
			}
		}
		done(float64(i+1) / float64(games*len(endings)))
	}
	for rule, name := range rules {
		for w, way := range ways {
			if tallies[rule][w].roots > 0 {
				t.Add(append([]any{name, way.name}, tallies[rule][w].row()...)...)
			}
		}
	}
	return t, err
}

// shuffle returns four moves by which both sides move a piece and move it back, twice
// the same, or nil if none of some tries are legal.
func shuffle(r *rand.Rand, fen string) []chess.Move {
	p, err := engine.Parse(fen, chess.Options{})
	if err != nil {
		return nil
	}
	for range 20 {
		var cycle []chess.Move
		for i := range 4 {
			var found []chess.Move
			for _, m := range p.AppendMoves(nil) {
				back := i < 2 || m.From() == cycle[i-2].To() && m.To() == cycle[i-2].From()
				if back && p.PieceAt(m.To()) == chess.NoPiece && p.PieceAt(m.From()).Type() != chess.Pawn {
					found = append(found, m)
				}
			}
			if len(found) == 0 {
				break
			}
			cycle = append(cycle, found[r.IntN(len(found))])
			p.Make(cycle[i])
		}
		for range cycle {
			p.Unmake()
		}
		if len(cycle) == 4 {
			return append(cycle, cycle...)
		}
	}
	return nil
}

// repetitionGame searches every position of a game in every way.
func repetitionGame(
	ctx context.Context, fen string, moves []chess.Move, third bool, ways []pastWay, tallies []pastTally,
	table *tt.Table,
) error {
	play := func(h chess.History, table *tt.Table, each func(k, value int, nodes uint64)) error {
		p, err := engine.Parse(fen, chess.Options{History: h})
		if err != nil {
			return err
		}
		if table != nil {
			table.Clear()
		}
		for k := 0; ; k++ {
			var value int
			var nodes uint64
			if third {
				value, nodes, err = lookAt(ctx, lawful{p}, table)
			} else {
				value, nodes, err = lookAt(ctx, hasty{p}, table)
			}
			if err != nil {
				return err
			}
			each(k, value, nodes)
			if k == len(moves) {
				return nil
			}
			p.Make(moves[k])
		}
	}
	truths := make([]int, len(moves)+1)
	if err := play(0, nil, func(k, value int, _ uint64) { truths[k] = value }); err != nil {
		return err
	}
	for w, way := range ways {
		err := play(way.history, table, func(k, value int, nodes uint64) {
			tallies[w].judge(value, truths[k])
			tallies[w].nodes += nodes
		})
		if err != nil {
			return err
		}
		tallies[w].next()
	}
	return nil
}

// judgeHistory compares the searches with and without each feature. The claim has two
// parts: that the features belong there, and that programs do without them.
func judgeHistory(r *Report) Verdict {
	mends, enough := false, true
	compare := func(table string, key int, matches func(row []any) bool) string {
		t := r.Table(table)
		var wrong, of [2]int // without the feature, and with it
		var nodes [2]float64
		for i, row := range t.Rows {
			if !matches(row) {
				continue
			}
			with := 0
			if row[key] == withFeature {
				with = 1
			}
			of[with] += int(t.column("of")[i])
			wrong[with] += int(t.column("wrong")[i])
			nodes[with] += t.column("searches")[i] * t.column("nodes a search")[i]
		}
		low, high := proportion(wrong[0], of[0])
		least, most := proportion(wrong[1], of[1])
		mends = mends || most < low
		enough = enough && high < fewWrong
		return fmt.Sprintf("%d of %d (%.2g to %.2g %%), and with the feature %d (%.2g to %.2g %%), for %.2f times the nodes",
			wrong[0], of[0], 100*low, 100*high, wrong[1], 100*least, 100*most, nodes[1]/nodes[0])
	}
	fifty := compare("fifty-moves", 0, func(row []any) bool { return row[1] == anyClock })
	again := compare("repetitions", 1, func(row []any) bool { return row[0] == thirdRule })
	text := "with a table that is kept from one move to the next, near the fifty-move draw positions have a wrong " +
		"outcome: " + fifty + "; games that repeat positions, by the rule of the third occurrence, have one: " + again
	switch {
	case mends:
		return Verdict{Reproduced, text}
	case enough:
		return Verdict{Sharper, text + "; the basic set is enough for this search"}
	}
	return Verdict{NotReproduced, text + "; no feature is shown to help, nor the basic set to be enough"}
}
