package badukindex

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/canon"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/sgf"
)

// Read implements [index.Reader].
func (a *adapter) Read(c index.Chunk, _ int, to *index.Record) error {
	g := c.(*chunk).game
	if g == nil {
		return c.(*chunk).junk
	}
	line, err := g.Start(baduk.Options{})
	if err != nil {
		return err
	}
	line.Strict = true
	to.IDs = [2]string{}
	describe(&to.Game, g, line.Position.Options())
	if err := a.record(&to.Game, line); err != nil {
		return &game.RecordError{Format: "sgf", Game: g.Number, Line: g.Line, Offset: g.Offset, Err: err}
	}
	if err := a.Replay(&to.Game, to); err != nil {
		return err
	}
	if kept := worst(slices.Concat(g.Remarks, line.Remarks)); kept != nil {
		return kept
	}
	return nil
}

// worst returns the remark to report of a game that is kept: the one that cuts it short, or else the first. Komi and
// rules do not matter here.
func worst(remarks []*game.RecordError) *game.RecordError {
	var first *game.RecordError
	for _, remark := range remarks {
		switch {
		case remark.Cut:
			return remark
		case first != nil || strings.HasPrefix(remark.Text, "KM[") || strings.HasPrefix(remark.Text, "RU["):
		default:
			kept := *remark
			kept.Whole = true
			first = &kept
		}
	}
	return first
}

// usualStart is the text of a start that games do not name.
var usualStart = strings.Repeat("19/", 18) + "19 b"

// maxMoves is the greatest number of moves, points of setups among them: a setup of 12 bytes may be 626. A game with
// more is broken.
const maxMoves = 1 << 18

// record turns the main line into the start and the moves of a game.
func (a *adapter) record(g *index.Game, line *sgf.Line) error {
	g.Start, g.Moves = "", g.Moves[:0]
	var p *Position
	begin := func() (err error) {
		if p, err = a.position(BoardText(line.Position)); err == nil && p.String() != usualStart {
			g.Start = p.String()
		}
		return err
	}
	add := func(move uint32) {
		g.Moves = append(g.Moves, move)
		p.Make(move)
		p.undo = p.undo[:0] // nothing is taken back
	}
	for c, m := range line.Moves() {
		switch {
		case len(g.Moves) > maxMoves:
			return fmt.Errorf("%w: more than %d moves and points of setups", game.ErrTooLong, maxMoves)
		case p == nil && c == baduk.Empty:
			continue // the start has the setup
		case p == nil:
			if err := begin(); err != nil {
				return err
			}
		case c == baduk.Empty:
			for _, point := range p.field.order {
				if content := line.Position.Stone(point); content != p.board.Stone(point) {
					add(placing*(1+uint32(content)) + moveOf(point))
				}
			}
			add(turn + uint32(line.Position.Turn()))
			continue
		}
		if c != p.board.Turn() {
			add(turn + uint32(c))
		}
		add(moveOf(m))
	}
	if p == nil {
		return begin()
	}
	if p.board.Turn() != line.Position.Turn() { // as the last node says
		add(turn + uint32(line.Position.Turn()))
	}
	return nil
}

// Replay implements [index.Replayer].
func (a *adapter) Replay(g *index.Game, to *index.Record) error {
	p, err := a.position(g.Start)
	if err != nil {
		return err
	}
	views := 1 + len(a.sides)
	to.Hashes, to.Words = slices.Grow(to.Hashes[:0], views)[:views], slices.Grow(to.Words[:0], views)[:views]
	for v := range views {
		to.Hashes[v], to.Words[v] = to.Hashes[v][:0], to.Words[v][:0]
	}
	open := make([][4][]cornerRun, views) // of each corner
	for ply := 0; ; ply++ {
		move := uint32(0)
		if ply < len(g.Moves) {
			if move = g.Moves[ply]; !p.Playable(move) {
				return fmt.Errorf("ply %d: %w: no move %#x", ply+1, index.ErrCorrupt, move)
			}
		}
		turned := move > pass && move < placing && !p.pending.any()
		if turned { // another side is to move, and it was so before: there is no position between
			p.Make(move)
		}
		to.Hashes[0] = append(to.Hashes[0], p.board.Hash128())
		if turned {
			move = 0
			if ply+1 < len(g.Moves) {
				move = g.Moves[ply+1]
			}
		}
		to.Words[0] = append(to.Words[0], p.fold(move))
		for v, c := range p.field.views {
			for k := range 4 {
				if c != nil {
					p.addCorner(to, c, v+1, k, move, &open[v+1][k])
				}
			}
		}
		if ply == len(g.Moves) {
			return nil
		}
		if !turned {
			p.Make(move)
		}
		p.undo = p.undo[:0] // nothing is taken back
	}
}

// A cornerRun is the visits of a corner with the same stones, from one number of a hash on.
type cornerRun struct {
	from int
	hash canon.Hash
}

// addCorner adds corner k before a move is made. The next stone in the corner is the move of all visits since the one
// before, the open runs: there are several if a stone outside captured stones in the corner. A setup ends them.
func (p *Position) addCorner(to *index.Record, c *cornerView, v, k int, move uint32, open *[]cornerRun) {
	h := c.hash(p.board, k)
	sum, here := c.sum(&h, k), len(to.Hashes[v])
	if len(*open) == 0 || sum != to.Hashes[v][here-4] {
		*open = append(*open, cornerRun{here, h})
	}
	to.Hashes[v], to.Words[v] = append(to.Hashes[v], sum), append(to.Words[v], c.foldEnd(&h))
	if move >= placing {
		*open = (*open)[:0]
	}
	if move < 1 || move >= pass {
		return
	}
	at := c.place(k, baduk.Move(move)-1)
	if at < 0 {
		return
	}
	end := here + 4
	for _, run := range slices.Backward(*open) {
		for i := run.from; i < end; i += 4 {
			to.Words[v][i] = c.fold(&run.hash, p.board.Turn(), at)
		}
		end = run.from
	}
	*open = (*open)[:0]
}

// Write implements [index.Adapter].
func (a *adapter) Write(w io.Writer, g *index.Game) error {
	p, err := a.position(g.Start)
	if err != nil {
		return err
	}
	record := sgf.FromMoves(p.board, func(func(baduk.Color, baduk.Move) bool) {})
	root := record.Root
	root.Properties = slices.DeleteFunc(root.Properties, func(p sgf.Property) bool { return p.ID == "KM" || p.ID == "RU" })
	root.Properties = append(root.Properties, tags(g)...)
	last := root
	for ply, move := range g.Moves {
		if !p.Playable(move) {
			return fmt.Errorf("ply %d: %w: no move %#x", ply+1, index.ErrCorrupt, move)
		}
		id, value := p.property(move)
		n := &sgf.Node{Properties: []sgf.Property{{ID: id, Values: []string{value}}}}
		last.Children = []*sgf.Node{n}
		last = n
		p.Make(move)
	}
	return sgf.Write(w, record)
}

// property returns a move as a property of a record.
func (p *Position) property(move uint32) (id, value string) {
	side := [...]string{baduk.Black: "B", baduk.White: "W"}
	switch {
	case move >= placing:
		return [...]string{"AE", "AB", "AW"}[move/placing-1], p.point(move % placing)
	case move > pass:
		return "PL", side[move-turn]
	}
	return side[p.board.Turn()], p.point(move)
}

// point returns a point, or a pass, as records have it.
func (p *Position) point(move uint32) string {
	m := baduk.Pass
	if move != pass {
		m = baduk.Move(move) - 1
	}
	return sgf.FormatPoint(p.board.Options(), m)
}

// MoveString returns a move of an answer as GTP has it, such as "Q16" or "pass". In corners
// the colour comes before it, "B Q16". A setup within a game is "setup".
func (p *Position) MoveString(move uint32) string {
	switch {
	case move == setup:
		return "setup"
	case move == pass:
		return "pass"
	case move >= coloured:
		return " BW"[move/coloured:][:1] + " " + p.MoveString(move%coloured)
	}
	return p.board.MoveString(baduk.Move(move) - 1)
}

// moveOf returns a move as an index has it.
func moveOf(m baduk.Move) uint32 {
	if m == baduk.Pass {
		return pass
	}
	return uint32(m) + 1
}

// Mover returns the side that makes a move of an answer.
func (p *Position) Mover(move uint32) baduk.Color {
	if move >= coloured {
		return baduk.Color(move / coloured)
	}
	return p.board.Turn()
}

// Last returns the last stone played, if it is known.
func (p *Position) Last() (baduk.Move, bool) { return p.last, p.last >= 0 }

// ParseMove reads a move as MoveString or a record writes it: "Q16", "pass" or, whoever is to move, "W Q16",
// "white pass" and "W[pd]". The error is a [*game.TextError].
func (p *Position) ParseMove(text string) (uint32, error) {
	text = strings.TrimSpace(text)
	var m baduk.Move
	var err error
	side, point, named := strings.Cut(text, " ")
	if s, value, ok := strings.Cut(text, "["); ok {
		side, named = s[strings.LastIndexByte(s, ' ')+1:], true // a side before it does not count
		if m, err = sgf.ParsePoint(p.board.Options(), strings.TrimSuffix(value, "]")); err != nil {
			err = &game.TextError{Game: "baduk", Text: text, Reason: err.Error(), Err: game.ErrSyntax}
		}
	} else {
		if !named {
			point = side
		}
		m, err = p.board.ParseMove(strings.TrimSpace(point))
	}
	if err != nil {
		return 0, err
	}
	board, move := p.board, moveOf(m)
	if named {
		c, ok := map[string]baduk.Color{"b": baduk.Black, "w": baduk.White, "black": baduk.Black,
			"white": baduk.White}[strings.ToLower(side)]
		if !ok {
			return 0, &game.TextError{Game: "baduk", Text: side, Reason: "a side is B or W", Err: game.ErrSyntax}
		}
		if c != board.Turn() {
			board = board.Clone()
			board.SetTurn(c)
			move += coloured * uint32(c)
		}
	}
	if m != baduk.Pass && !playable(board, m) {
		return 0, board.Check(m)
	}
	return move, nil
}
