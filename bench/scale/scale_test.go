//go:build linux

package main

import (
	"strings"
	"testing"
)

// TestScale does all steps with few games, so that the program works when somebody needs it.
func TestScale(t *testing.T) {
	s := settings{
		dir: t.TempDir(), games: 3000, added: 500, kills: 3, seed: 1, memory: "16M", texts: true,
		steps: "generate,build,verify,ask,add,kill,book",
	}
	if err := s.run(t.Context()); err != nil {
		t.Fatal(err)
	}
	report := strings.Join(s.report, "\n")
	for _, want := range []string{
		"| 1000: games, results and moves are equal |", "| 3000 games,", "| 500 games added |",
		"3 builds of 500 games killed",
	} {
		if !strings.Contains(report, want) {
			t.Errorf("no %q in\n%s", want, report)
		}
	}
}
