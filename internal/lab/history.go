package lab

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/plot"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// History is the experiment on features for the past of a chess position.
func History() Experiment {
	return Experiment{
		Name:  "history",
		Title: "Draws that the hash of a position does not see",
		Claim: "technically there should also be features for how often the position has occurred earlier and for " +
			"the fifty-move-rule horizon, but chess programs often stick with the basic set of 781 features",
		Source: "Tabulation Hashing and Independence, Gödel's Lost Letter and P=NP, 14 April 2012, section Hashing " +
			"Chess Positions",
		Rule: "reproduced if the features make fewer outcomes wrong, with a table that is kept from one move to the " +
			"next; sharper if not: then the basic set is enough",
		Threats: "endings of few men, searched to a small depth. The search is full width: what a selective search " +
			"leaves out depends on the moves that the table puts first, so that its values differ for that reason too",
		laws: []law{lawOf("fifty moves", trials(16, 64), fiftyTable),
			lawOf("repetitions", trials(16, 64), repetitionTable)},
		judge: judgeHistory,
	}
}

// historyDepth is the depth of every search of the experiment.
const historyDepth = 5

// A pastWay is a way to use the table.
type pastWay struct {
	name    string
	shared  bool // the table is kept from one search of a game to the next
	history chess.History
}

// pastTally counts searches whose outcome differs from that without a table.
type pastTally struct {
	searches, wins, draws, others int
	nodes                         uint64
}

// judge counts a value, which the search without a table finds to be truth. A search
// finds a draw if its value is 0; no estimate is.
func (t *pastTally) judge(value, truth int) {
	t.searches++
	switch {
	case truth == 0 && value != 0:
		t.wins++
	case truth != 0 && value == 0:
		t.draws++
	case max(value-truth, truth-value) >= 50:
		t.others++
	}
}

// row returns the figures of a tally.
func (t *pastTally) row() []any {
	low, high := proportion(t.wins+t.draws, t.searches)
	n := float64(max(t.searches, 1))
	return []any{t.searches, t.wins, t.draws, t.others, 100 * float64(t.wins+t.draws) / n, 100 * low, 100 * high,
		float64(t.nodes) / n}
}

var pastColumns = []string{
	"searches", "wrong wins", "wrong draws", "other values", "% wrong", "low", "high", "nodes a search",
}

// pastTable makes an empty table with a plot of the wrong outcomes.
func pastTable(name, title string, first ...string) *Table {
	return &Table{
		Name: name, Title: title, Columns: append(first, pastColumns...),
		Plot: &plot.Plot{Title: title, X: first[len(first)-1], Y: "% of the searches with another outcome"},
		Notes: []string{
			fmt.Sprintf(
				"full-width searches to depth %d; the truth is the same search without a table; wrong win: not "+
					"a draw, but the truth is one; wrong draw: a draw, but the truth is none; other values: "+
					"neither, but half a pawn or more away; low and high: interval of wrong wins and draws at 95 %%",
				historyDepth),
			"shared: the table is kept from one move of the game to the next, as engines do; cleared: a search " +
				"starts with an empty one",
		},
	}
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
		p, err := chess.Parse(fmt.Sprintf(fen, 0), chess.Options{})
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
		p, err := chess.Parse(fmt.Sprintf(fen, 0), chess.Options{})
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
var fiftyClocks = []int{60, 80, 90, 94, 95, 96, 97, 98, 99}

// fiftyTable searches positions as the fifty-move draw comes near.
func fiftyTable(ctx context.Context, o Options, positions int, done func(float64)) (*Table, error) {
	ways := []pastWay{
		{"cleared", false, 0}, {"shared", true, 0}, {"cleared, history", false, chess.FiftyMoveHistory},
		{"shared, history", true, chess.FiftyMoveHistory},
	}
	t := pastTable("fifty-moves", "Outcomes near the fifty-move draw", "table", "plies without progress")
	t.Notes = append(t.Notes, fmt.Sprintf("%d random positions of each of %v, each searched at all clocks %v in turn",
		positions, endings, fiftyClocks),
		fmt.Sprintf("in every other position White mates within %d plies, if there are so many", historyDepth),
		"history: chess.FiftyMoveHistory is part of the hash")
	table, err := tt.New(tt.Options{Bytes: 4 << 20})
	if err != nil {
		return nil, err
	}
	defer table.Close()
	for _, clock := range fiftyClocks {
		t.Plot.Ticks = append(t.Plot.Ticks, strconv.Itoa(clock))
	}
	tallies := make([][]pastTally, len(ways))
	for w := range ways {
		tallies[w] = make([]pastTally, len(fiftyClocks))
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
		for k, clock := range fiftyClocks {
			if tallies[w][k].searches > 0 {
				row := append([]any{way.name, clock}, tallies[w][k].row()...)
				t.Add(row...)
				points.Between(float64(k)+.17*(float64(w)-1.5), row[6].(float64), row[7].(float64), row[8].(float64))
			}
		}
	}
	return t, err
}

// fiftyGame searches one position at all clocks in every way.
func fiftyGame(ctx context.Context, fen string, ways []pastWay, tallies [][]pastTally, table *tt.Table) error {
	truths := make([]int, len(fiftyClocks))
	for k, clock := range fiftyClocks {
		p, err := chess.Parse(fmt.Sprintf(fen, clock), chess.Options{})
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
			p, err := chess.Parse(fmt.Sprintf(fen, clock), chess.Options{History: way.history})
			if err != nil {
				return err
			}
			if !way.shared {
				table.Clear()
			}
			value, nodes, err := lookAt(ctx, p, table)
			if err != nil {
				return err
			}
			tallies[w][k].judge(value, truths[k])
			tallies[w][k].nodes += nodes
		}
	}
	return nil
}

// A lawful position is drawn at its third occurrence, as in the laws, and not at the
// second as in the search of chess.
type lawful struct{ *chess.Position }

func (p lawful) Clone() lawful { return lawful{p.Position.Clone()} }

func (p lawful) Drawn() bool {
	return p.HalfmoveClock() >= 100 && !p.InCheck() || p.Repetitions() >= 2 || p.InsufficientMaterial()
}

// Upcoming hides that of chess: a second occurrence one move ahead is no draw here. The
// search then finds third occurrences by making the moves.
func (p lawful) Upcoming() bool { return false }

// repetitionTable searches games in which positions occur again.
func repetitionTable(ctx context.Context, o Options, games int, done func(float64)) (*Table, error) {
	ways := []pastWay{
		{"cleared", false, 0}, {"shared", true, 0}, {"cleared, history", false, chess.RepetitionHistory},
		{"shared, history", true, chess.RepetitionHistory},
	}
	rules := []string{"a draw at the second occurrence", "a draw at the third"}
	t := pastTable("repetitions", "Outcomes in games that repeat positions", "rule of the search", "table")
	t.Notes = append(t.Notes, fmt.Sprintf("%d games from random positions of each of %v; each side moves a piece "+
		"there and back, twice, so that positions occur three times; each of the 9 positions is searched in turn",
		games,
		endings),
		"history: chess.RepetitionHistory is part of the hash")
	for _, w := range ways {
		t.Plot.Ticks = append(t.Plot.Ticks, w.name)
	}
	table, err := tt.New(tt.Options{Bytes: 4 << 20})
	if err != nil {
		return nil, err
	}
	defer table.Close()
	var tallies [2][4]pastTally
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
		points := t.Plot.Add(plot.Points, name+", 95 %")
		for w, way := range ways {
			if tallies[rule][w].searches > 0 {
				row := append([]any{name, way.name}, tallies[rule][w].row()...)
				t.Add(row...)
				points.Between(float64(w)+.2*(float64(rule)-.5), row[6].(float64), row[7].(float64), row[8].(float64))
			}
		}
	}
	return t, err
}

// shuffle returns four moves by which both sides move a piece and move it back, twice
// the same, or nil if none of some tries are legal.
func shuffle(r *rand.Rand, fen string) []chess.Move {
	p, err := chess.Parse(fen, chess.Options{})
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
	play := func(h chess.History, table *tt.Table, shared bool, each func(k, value int, nodes uint64)) error {
		p, err := chess.Parse(fen, chess.Options{History: h})
		if err != nil {
			return err
		}
		for k := 0; ; k++ {
			if table != nil && (k == 0 || !shared) {
				table.Clear()
			}
			var value int
			var nodes uint64
			if third {
				value, nodes, err = lookAt(ctx, lawful{p}, table)
			} else {
				value, nodes, err = lookAt(ctx, p, table)
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
	if err := play(0, nil, false, func(k, value int, _ uint64) { truths[k] = value }); err != nil {
		return err
	}
	for w, way := range ways {
		err := play(way.history, table, way.shared, func(k, value int, nodes uint64) {
			tallies[w].judge(value, truths[k])
			tallies[w].nodes += nodes
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// judgeHistory compares shared tables with and without history. The claim has two
// parts: that the features belong there, and that programs do without them.
func judgeHistory(r *Report) Verdict {
	sum := func(table string, matches func(row []any) bool) (wrong, searches int, nodes float64) {
		for _, row := range r.Table(table).Rows {
			if matches(row) {
				n := row[2].(int)
				searches, wrong = searches+n, wrong+row[3].(int)+row[4].(int)
				nodes += float64(n) * row[9].(float64)
			}
		}
		return wrong, searches, nodes
	}
	fifty := func(way string) (int, int, float64) {
		return sum("fifty-moves", func(row []any) bool { return row[0] == way && row[1].(int) >= 94 })
	}
	again := func(way string) (int, int, float64) {
		return sum("repetitions", func(row []any) bool { return row[1] == way })
	}
	before, n, nodes := fifty("shared")
	after, _, more := fifty("shared, history")
	repeated, m, walked := again("shared")
	mended, _, further := again("shared, history")
	share := func(wrong, n int) string {
		low, high := proportion(wrong, n)
		return fmt.Sprintf("%d of %d outcomes wrong (%.2g to %.2g %%)", wrong, n, 100*low, 100*high)
	}
	text := fmt.Sprintf("a table kept from one move to the next makes %s within six plies of the fifty-move draw, "+
		"and with the horizon in the hash %s, for %.2f times the nodes; in games that repeat positions it makes %s, "+
		"and with the count in the hash %s, for %.2f times the nodes",
		share(before, n), share(after, n), more/nodes, share(repeated, m), share(mended, m), further/walked)
	if after+mended < before+repeated {
		return Verdict{Reproduced, text}
	}
	return Verdict{Sharper, text + ". The features mend nothing, and the basic set is enough for this search: on " +
		"its principal variation it takes no value from the table, and follows the line to the draw"}
}
