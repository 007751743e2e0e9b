package tuner

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/engines/engine"
)

// A tutor is a Stockfish that searches tutorDepth plies. One of its hundredths of a pawn
// is tutorScale of ours, by regression.
type tutor struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Scanner
}

const (
	tutorDepth = 6
	tutorScale = 0.85
)

func newTutor(ctx context.Context, program string) (*tutor, error) {
	u := &tutor{cmd: exec.CommandContext(ctx, program)}
	in, err := u.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := u.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	u.in, u.out = in, bufio.NewScanner(out)
	_, _ = fmt.Fprintln(in, "setoption name Hash value 8")
	return u, u.cmd.Start()
}

// judge returns the score, as "cp 31" or "mate -2" for the side to move, and the best
// move of a position.
func (u *tutor) judge(p *engine.Position) (score, best string, err error) {
	fmt.Fprintf(u.in, "position fen %s\ngo depth %d\n", p.FEN(), tutorDepth)
	for u.out.Scan() {
		line := u.out.Text()
		if _, text, ok := strings.Cut(line, " score "); ok {
			words := strings.Fields(text)
			if len(words) < 2 {
				return "", "", fmt.Errorf("stockfish says %q", line)
			}
			score = words[0] + " " + words[1]
		} else if move, ok := strings.CutPrefix(line, "bestmove "); ok {
			best, _, _ = strings.Cut(move, " ")
			return score, best, nil
		}
	}
	return "", "", fmt.Errorf("stockfish ended at %s", p.FEN())
}

func (u *tutor) close() error {
	fmt.Fprintln(u.in, "quit")
	return u.cmd.Wait()
}

// mostBarren is how many games in a row may have no quiet position. Openings that are near mate, or won, have none.
const mostBarren = 1000

// play lets Stockfish play games against itself from some of the openings, and returns n quiet positions with their
// scores, as "FEN;cp 31".
func (u *tutor) play(openings []string, seed uint64, n int) ([]string, error) {
	random := rand.New(rand.NewPCG(seed, 77))
	var taught []string
	for barren := 0; len(taught) < n; barren++ {
		if barren == mostBarren {
			return nil, fmt.Errorf("%d games in a row had no quiet position: choose other openings", barren)
		}
		p, err := parseBoard(openings[random.IntN(len(openings))])
		if err != nil {
			return nil, err
		}
		game, err := u.game(p, random)
		if err != nil {
			return nil, err
		}
		if taught = append(taught, game...); len(game) > 0 {
			barren = -1
		}
	}
	return taught[:n], nil
}

// game lets Stockfish play a game from a position, with one random move in seven, because masters do not show the faults
// of moves that they never play. It returns the quiet positions with their scores. The game ends early once it is
// decided.
func (u *tutor) game(p *engine.Position, random *rand.Rand) (taught []string, err error) {
	fmt.Fprintln(u.in, "ucinewgame")
	decided := 0
	for ply := range 160 {
		if _, over := p.Score(); over || p.Drawn(p.Ply()+1) {
			break
		}
		score, best, err := u.judge(p)
		if err != nil {
			return nil, err
		}
		value, ok := strings.CutPrefix(score, "cp ")
		if !ok {
			break // mate
		}
		v, err := strconv.Atoi(value)
		if err != nil {
			return nil, err
		}
		if v > 1200 || v < -1200 {
			if decided++; decided > 4 {
				break
			}
		}
		if ply > 3 && quiet(p) {
			taught = append(taught, p.FEN()+";"+score)
		}
		m, err := p.ParseUCI(best)
		if err != nil {
			return nil, err
		}
		if random.IntN(7) == 0 {
			moves := p.AppendMoves(nil)
			m = moves[random.IntN(len(moves))]
		}
		p.Make(m)
	}
	return taught, nil
}

// parseBoard returns the position of the first four fields of a FEN or an EPD, with counts of moves as at the start.
func parseBoard(text string) (*engine.Position, error) {
	fields := strings.Fields(text)
	return engine.Parse(strings.Join(fields[:min(4, len(fields))], " ")+" 0 1", chess.Options{})
}

// parts is the number of seeds: two for games that begin with openings of three moves, two for games that begin with
// positions of games of masters.
const parts = 4

// teach returns quiet positions with Stockfish's scores, a part for each of the seeds from the given one on.
func (o Options) teach(ctx context.Context, seed uint64) ([][]string, error) {
	short, err := openingsOf(ctx, o.Openings)
	if err != nil {
		return nil, err
	}
	masters, err := visit(ctx, o.Games, 1, false, func(p *engine.Position, _ float64) (string, bool) {
		return p.FEN(), true
	})
	if err != nil {
		return nil, err
	}
	taught, failed := make([][]string, parts), make([]error, parts)
	for _, half := range [][]int{{0, 2}, {1, 3}} { // two at a time
		var wg sync.WaitGroup
		for _, i := range half {
			wg.Go(func() {
				openings := short
				if i >= 2 {
					openings = masters
				}
				taught[i], failed[i] = o.part(ctx, openings, seed+uint64(i))
			})
		}
		wg.Wait()
	}
	return taught, errors.Join(failed...)
}

// part lets Stockfish play games from openings.
func (o Options) part(ctx context.Context, openings []string, seed uint64) ([]string, error) {
	u, err := newTutor(ctx, o.Stockfish)
	if err != nil {
		return nil, err
	}
	taught, err := u.play(openings, seed, o.PerPart)
	return taught, errors.Join(err, u.close())
}

// openingsOf returns the lines of an EPD file, which may be compressed, whose positions can be played on.
func openingsOf(ctx context.Context, file string) (openings []string, err error) {
	f, err := open(ctx, file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for line := 1; s.Scan(); line++ {
		text := strings.TrimSpace(s.Text())
		if text == "" {
			continue
		}
		p, err := parseBoard(text)
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", file, line, err)
		}
		if _, over := p.Score(); !over {
			openings = append(openings, text)
		}
	}
	if err := s.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(openings) == 0 {
		return nil, fmt.Errorf("%s has no position to play from", file)
	}
	return openings, nil
}

// expectation is what a score for the side to move makes White expect, from 0 to 1.
func expectation(fen, score string) (float64, error) {
	n, err := strconv.ParseFloat(strings.TrimPrefix(score, "cp "), 64)
	if err != nil {
		return 0, fmt.Errorf("%s has the score %q", fen, score)
	}
	v := n * tutorScale
	if strings.Contains(fen, " b ") {
		v = -v
	}
	return 1 / (1 + math.Pow(10, -v/400)), nil
}
