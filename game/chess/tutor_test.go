package chess_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/internal/oracle"
)

// Games of masters do not show what is wrong with moves that no master plays.
// Positions a few random moves away from them do. Their results are what Stockfish
// expects after a search of tutorDepth plies; one of its hundredths of a pawn is
// tutorScale of ours, by regression.
const (
	tutorDepth = 7
	tutorScale = 0.85
)

// stray plays some random moves and then captures that gain material, until there
// are none. It returns false if the game is over.
func stray(p *chess.Position, random *rand.Rand) bool {
	var moves []chess.Move
	for range random.IntN(6) {
		if moves = p.AppendMoves(moves[:0]); len(moves) == 0 {
			return false
		}
		p.Make(moves[random.IntN(len(moves))])
	}
	for !p.InCheck() {
		moves = slices.DeleteFunc(p.AppendTactical(moves[:0]), func(m chess.Move) bool { return !p.Gains(m, 1) })
		if len(moves) == 0 {
			return true
		}
		p.Make(slices.MaxFunc(moves, func(a, b chess.Move) int { return p.Order(a) - p.Order(b) }))
	}
	return false
}

// tutored gives the positions of FENs the results that Stockfish expects, for White.
func tutored(stockfish string, fens []string) ([]float64, error) {
	cmd := exec.Command(stockfish)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		for _, fen := range fens {
			fmt.Fprintf(in, "position fen %s\ngo depth %d\n", fen, tutorDepth)
		}
	}()
	results := make([]float64, 0, len(fens))
	score := 0.0
	for s := bufio.NewScanner(out); len(results) < len(fens) && s.Scan(); {
		line := s.Text()
		if _, text, ok := strings.Cut(line, " score "); ok {
			words := strings.Fields(text)
			n, err := strconv.Atoi(words[1])
			if err != nil {
				return nil, errors.Join(fmt.Errorf("%s: %w", line, err), cmd.Process.Kill(), cmd.Wait())
			}
			if score = float64(n) * tutorScale; words[0] == "mate" {
				score = math.Copysign(2000, score)
			}
		}
		if strings.HasPrefix(line, "bestmove") {
			if strings.Contains(fens[len(results)], " b ") {
				score = -score
			}
			results = append(results, 1/(1+math.Pow(10, -score/400)))
		}
	}
	io.WriteString(in, "quit\n")
	if err := cmd.Wait(); err != nil || len(results) < len(fens) {
		return nil, fmt.Errorf("%d of %d positions: %v", len(results), len(fens), err)
	}
	return results, nil
}

// straysOf returns what Stockfish expects of positions near games of masters.
func straysOf(t *testing.T, file string, perGame int, held bool) []lesson {
	stockfish := oracle.Program(t, "stockfish", "stockfish")
	fens := visit(t, file, perGame, held, func(p *chess.Position, _ float64, r *rand.Rand) (string, bool) {
		q := p.Clone()
		if !stray(q, r) || q.InCheck() {
			return "", false
		}
		return q.FEN(), true
	})
	results := make([]float64, len(fens))
	half := len(fens) / 2
	var wg sync.WaitGroup
	for _, part := range [][2]int{{0, half}, {half, len(fens)}} {
		wg.Go(func() {
			some, err := tutored(stockfish, fens[part[0]:part[1]])
			if copy(results[part[0]:], some); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if t.Failed() {
		t.FailNow()
	}
	lessons := make([]lesson, len(fens))
	for i, fen := range fens {
		p, err := chess.Parse(fen, chess.Options{})
		if err != nil {
			t.Fatal(err)
		}
		lessons[i] = newLesson(p, results[i])
	}
	return lessons
}
