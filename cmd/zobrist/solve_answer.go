package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/search"
)

// solveAnswer is what `zobrist solve` prints.
type solveAnswer struct {
	Game     string     `json:"game"`
	Position string     `json:"position"`
	Searches []solveRow `json:"searches"` // one; for each way with --compare, for each move with --openings
}

// solveRow is one search. Values are for the side to move in the position,
// and with --openings for the side that makes the move.
type solveRow struct {
	Move    string   `json:"move,omitempty"`
	Way     string   `json:"way,omitempty"` // "no table", "table", "table, symmetry"
	Solved  bool     `json:"solved"`
	Value   string   `json:"value"`           // "win in 5 plies", "draw or win", "+9 points"
	Low     int      `json:"low"`             // bounds: 1 win, 0 draw, −1 loss; in Go half points
	High    int      `json:"high"`            //
	Plies   int      `json:"plies,omitempty"` // to the end, of a win or a loss; not in hex
	Line    []string `json:"line"`
	Nodes   uint64   `json:"nodes"`
	Seconds float64  `json:"seconds"`

	// With --outcome, and under superko with a table.
	Probes   uint64  `json:"probes,omitempty"` // of the table
	Hits     uint64  `json:"hits,omitempty"`
	Rejected uint64  `json:"rejected,omitempty"`    // hits that the boards before did not allow
	Chance   float64 `json:"wrongChance,omitempty"` // predicted probability that the table mistook a position
	Exact    bool    `json:"exact,omitempty"`       // the table compares whole positions
}

// solve solves the position, or what each of its moves leads to.
func (b played[M, P]) solve(
	ctx context.Context, o search.Options, limit time.Duration, openings bool,
) ([]solveRow, error) {
	s, err := search.New(b.p.Clone(), o)
	if err != nil {
		return nil, err
	}
	return b.solveEach(s.Root, openings, o.Scoring, func() (solveRow, error) { return b.solveOne(ctx, s, o, limit) })
}

// solveEach solves a position by one, or what each of its moves leads to.
func (b played[M, P]) solveEach(
	pos P, openings bool, scoring search.Scoring, one func() (solveRow, error),
) ([]solveRow, error) {
	if !openings {
		row, err := one()
		return []solveRow{row}, err
	}
	var rows []solveRow
	for _, m := range pos.AppendMoves(nil) {
		name := b.moveString(pos, m)
		pos.Make(m)
		row, err := one()
		pos.Unmake()
		if err != nil {
			return rows, err
		}
		row.Move, row.Line = name, append([]string{name}, row.Line...)
		row.Low, row.High = -row.High, -row.Low
		if scoring == search.WinOrLoss && (row.Plies > 0 || row.Low != 0) {
			row.Plies++
		}
		row.describe(scoring)
		rows = append(rows, row)
	}
	return rows, nil
}

// solveOne solves the root of a searcher, or reads the result if the game is over.
func (b played[M, P]) solveOne(
	ctx context.Context, s *search.Searcher[M, P], o search.Options, limit time.Duration,
) (solveRow, error) {
	var row solveRow
	if len(s.Root.AppendMoves(nil)) == 0 {
		score, _ := s.Root.Score()
		row.Low, row.High, row.Solved = score, score, true
		row.describe(o.Scoring)
		return row, nil
	}
	begin := time.Now()
	r, err := s.Solve(ctx, search.Limits{Time: limit})
	row.Seconds, row.Nodes, row.Solved = time.Since(begin).Seconds(), r.Nodes, r.Solved()
	row.Low, row.High = r.Low, r.High
	if o.Scoring == search.WinOrLoss {
		row.Low, row.High = outcome(r.Low, -1), outcome(r.High, 1)
		if r.Solved() && r.Low != 0 {
			row.Plies = search.Win - max(r.Low, -r.Low)
		}
	}
	row.describe(o.Scoring)
	moves := s.Root.Clone()
	row.Line = []string{}
	for _, m := range r.Line {
		row.Line = append(row.Line, b.moveString(moves, m))
		moves.Make(m)
	}
	return row, err
}

// outcome is 1 for a win, −1 for a loss, 0 for a draw. A bound that only says
// that no win was found so near leaves all open: it is none.
func outcome(value, none int) int {
	switch {
	case value >= search.WinBound && none < 0:
		return 1
	case value <= -search.WinBound && none > 0:
		return -1
	case value == 0:
		return 0
	}
	return none
}

// describe puts the bounds into words.
func (r *solveRow) describe(scoring search.Scoring) {
	low, high := float64(r.Low)/2, float64(r.High)/2
	switch {
	case scoring == search.ByMargin && r.Low == r.High:
		r.Value = fmt.Sprintf("%+g points", low)
	case scoring == search.ByMargin:
		r.Value = fmt.Sprintf("%+g to %+g points", low, high)
	default:
		r.Value = map[[2]int]string{
			{1, 1}: "win", {-1, -1}: "loss", {0, 0}: "draw",
			{0, 1}: "draw or win", {-1, 0}: "draw or loss", {-1, 1}: "not known",
		}[[2]int{r.Low, r.High}]
		if scoring == search.WinOrLoss && r.Low*r.High == 1 {
			r.Value += " in " + plies(r.Plies)
		}
	}
}

func (r solveAnswer) Text(w io.Writer) {
	fmt.Fprintf(w, "position  %s\n", r.Position)
	if s := r.Searches[0]; len(r.Searches) == 1 && s.Move == "" {
		fmt.Fprintf(w, "value     %s\nline      %s\n", s.Value, strings.Join(s.Line, " "))
		fmt.Fprintf(w, "nodes     %d\ntime      %.3f s\n", s.Nodes, s.Seconds)
		if s.Probes > 0 {
			fmt.Fprintf(w, "hits      %d of %d probes (%.1f %%)\n", s.Hits, s.Probes,
				100*float64(s.Hits)/float64(s.Probes))
			if s.Exact {
				fmt.Fprintf(w, "rejected  %d: other boards came before\n", s.Rejected)
				fmt.Fprintln(w, "wrong     never: the table compares whole positions")
				return
			}
			fmt.Fprintf(w, "wrong     with probability %.2g, from the size of the hash\n", s.Chance)
		}
		return
	}
	cli.Columns(w, false, func(w io.Writer) {
		fmt.Fprintln(w, "search\tvalue\tnodes\tseconds\tline")
		for _, s := range r.Searches {
			line := strings.Join(s.Line, " ")
			fmt.Fprintf(w, "%s\t%s\t%d\t%.3f\t%s\n", s.Move+s.Way, s.Value, s.Nodes, s.Seconds, line)
		}
	})
	sound := 0.0 // logarithm of the probability that no search took one position for another
	for _, s := range r.Searches {
		sound += math.Log1p(-s.Chance)
	}
	if sound < 0 {
		fmt.Fprintf(w, "at least one is wrong with probability %.2g, from the size of the hash\n", -math.Expm1(sound))
	}
}
