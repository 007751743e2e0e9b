package uci_test

import (
	"slices"
	"strings"
	"testing"
)

// TestLimitStrength: the engine visits few positions, more for a higher rating, and
// plays one of several moves; a seed repeats its choice.
func TestLimitStrength(t *testing.T) {
	play := func(seed, elo int) (nodes int, moves []string) {
		s := start(t)
		s.Send("setoption name UCI_LimitStrength value true")
		s.Send("setoption name UCI_Elo value %d", elo)
		s.Send("setoption name Seed value %d", seed)
		s.Send("setoption name Hash value 1")
		for range 10 {
			s.Send("ucinewgame\ngo movetime 600000")
			lines := s.Until("bestmove")
			for _, line := range lines {
				nodes = max(nodes, field(line, "nodes"))
				if field(line, "multipv") > 1 {
					t.Errorf("MultiPV is 1: %s", line)
				}
			}
			moves = append(moves, strings.Fields(last(lines))[1])
		}
		return nodes, moves
	}
	nodes, moves := play(1, 1400)
	if nodes < 100 || nodes > 1500 {
		t.Errorf("UCI_Elo 1400 takes %d nodes", nodes)
	}
	if different := slices.Compact(slices.Sorted(slices.Values(moves))); len(different) < 2 || len(different) > 4 {
		t.Errorf("ten moves from the start are %v; want 2 to 4 different ones", moves)
	}
	if _, again := play(1, 1400); !slices.Equal(moves, again) {
		t.Errorf("%v, then %v by the same seed", moves, again)
	}
	between, _ := play(1, 1900)
	more, _ := play(1, 2300)
	if nodes >= between || between > 4000 || between >= more || more > 20_000 {
		t.Errorf("%d nodes for 1400, %d for 1900, %d for 2300", nodes, between, more)
	}
}

// A limited engine takes a mate, and leaves an analysis and a limit of nodes alone.
func TestLimitStrengthKeeps(t *testing.T) {
	s := start(t)
	s.Send("setoption name UCI_LimitStrength value true")
	for range 5 {
		s.Send("position fen 6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1\ngo depth 3")
		s.Until("bestmove a1a8")
	}
	s.Send("setoption name UCI_Elo value 2400\nposition startpos\ngo nodes 500")
	for _, line := range s.Until("bestmove") {
		if field(line, "nodes") > 500 {
			t.Error(line)
		}
	}
	s.Send("go infinite")
	for {
		if line := s.Line(); field(line, "nodes") > 200_000 {
			break
		}
	}
	s.Send("stop")
	s.Until("bestmove")
	s.Send("setoption name UCI_Elo value 2401")
	s.Until("info string UCI_Elo is a number from 1400 to 2400")
}
