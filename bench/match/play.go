package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/pgn"
)

// A limit is what an engine may use: nodes or time for each move, or a clock.
type limit struct {
	nodes            uint64
	secondNodes      uint64 // of the second engine, if it has other ones
	moveTime         time.Duration
	clock, increment time.Duration
	margin           time.Duration
}

func (l limit) valid() bool {
	n := 0
	for _, given := range []bool{l.nodes > 0, l.moveTime > 0, l.clock > 0} {
		if given {
			n++
		}
	}
	return n == 1 && l.increment >= 0 && l.margin >= 0 && (l.secondNodes == 0 || l.nodes > 0)
}

// A fault is a way to lose that no rule of the board knows.
type fault uint8

const (
	noFault fault = iota
	illegalMove
	timeLoss
	crash
)

func (f fault) String() string {
	return [...]string{"", "illegal move", "time", "crash"}[f]
}

// played is a game between engine 0 and engine 1.
type played struct {
	opening string
	names   [2]string // by colour
	white   int       // the engine that had White
	moves   []chess.Move
	result  game.Result
	reason  string
	fault   fault
	faulty  int                // the engine at fault
	slowest [2]time.Duration   // by engine: the longest move
	late    [2][]time.Duration // by engine: by how much each move exceeded its time; negative if it did not
}

// score is engine 0's: 2, 1 or 0 half points.
func (g *played) score() int {
	switch {
	case g.result == game.Draw:
		return 1
	case (g.result == game.FirstWins) == (g.white == 0):
		return 2
	}
	return 0
}

// play plays a game from an opening. white is the engine that has White.
func play(ctx context.Context, opening string, engines [2]*engine, white int, l limit) (*played, error) {
	p, err := chess.Parse(opening, chess.Options{})
	if err != nil {
		return nil, err
	}
	g := &played{opening: opening, white: white}
	g.names = [2]string{engines[white].name, engines[1-white].name}
	var text strings.Builder
	fmt.Fprintf(&text, "position fen %s moves", opening)
	for _, e := range engines {
		e.send("ucinewgame")
		e.ready()
	}
	left := [2]time.Duration{l.clock, l.clock} // by colour
	for ctx.Err() == nil {
		if _, over := p.Score(); over {
			var reason chess.Reason
			if g.result, reason = p.Result(); g.result == game.Unknown {
				g.result = game.Draw // the player to move claims it
			}
			g.reason = reason.String()
			return g, nil
		}
		turn := p.Turn()
		i := white ^ int(turn)
		e := engines[i]
		began := time.Now()
		its := l
		if i == 1 && l.secondNodes > 0 {
			its.nodes = l.secondNodes
		}
		answer, alive := e.think(strings.TrimSuffix(text.String(), " moves"), its, left)
		took := time.Since(began)
		g.slowest[i] = max(g.slowest[i], took)
		lose := func(f fault, reason string) (*played, error) {
			g.fault, g.faulty, g.reason = f, i, reason
			g.result = game.SecondWins
			if turn == chess.Black {
				g.result = game.FirstWins
			}
			return g, nil
		}
		if !alive {
			return lose(crash, "the engine ended or hung")
		}
		over := took - l.moveTime
		if l.clock > 0 {
			over = took - left[turn]
			left[turn] += l.increment - took
		}
		if l.nodes == 0 {
			g.late[i] = append(g.late[i], over)
			if over > l.margin {
				return lose(timeLoss, fmt.Sprintf("time exceeded by %v", over.Round(time.Millisecond)))
			}
		}
		m, err := p.ParseUCI(answer)
		if err != nil {
			return lose(illegalMove, fmt.Sprintf("illegal move %q", answer))
		}
		p.Make(m)
		g.moves = append(g.moves, m)
		text.WriteString(" " + answer)
	}
	return g, ctx.Err()
}

// think asks for a move.
func (e *engine) think(position string, l limit, left [2]time.Duration) (answer string, alive bool) {
	e.send("%s", position)
	most := patience
	switch {
	case l.nodes > 0:
		e.send("go nodes %d", l.nodes)
		most *= 10
	case l.moveTime > 0:
		e.send("go movetime %d", l.moveTime.Milliseconds())
		most += l.moveTime
	default:
		inc := l.increment.Milliseconds()
		white, black := max(left[0].Milliseconds(), 1), max(left[1].Milliseconds(), 1)
		e.send("go wtime %d btime %d winc %d binc %d", white, black, inc, inc)
		most += max(left[0], left[1])
	}
	alive = e.until("bestmove", most, func(line string) {
		if words := strings.Fields(line); len(words) > 1 && words[0] == "bestmove" {
			answer = words[1]
		}
	})
	return answer, alive
}

// record returns the game as PGN has it.
func (g *played) record(round int) *pgn.Game {
	r := &pgn.Game{Result: g.result}
	r.Tags.Set("Event", "Engine match")
	r.Tags.Set("Round", fmt.Sprint(round))
	r.Tags.Set("White", g.names[0])
	r.Tags.Set("Black", g.names[1])
	r.Tags.Set("FEN", g.opening)
	r.Tags.Set("Termination", g.reason)
	for _, m := range g.moves {
		r.Moves = append(r.Moves, pgn.Move{Move: m})
	}
	return r
}
