package main

import (
	"slices"
	"testing"

	"github.com/zobrist-go/zobrist/internal/index/games"
)

// Each condition that one game alone has is a flag, and its flag reads values as that game does.
func TestConditionFlags(t *testing.T) {
	for _, name := range games.Own() {
		if !slices.ContainsFunc(conditionFlags, func(c conditionFlag) bool { return c.name == name }) {
			t.Errorf("no flag --%s", name)
		}
		if g := games.Owner(name); g == nil || !g.About().Applies(name) || games.Chess.About().Applies(name) {
			t.Errorf("%s belongs to %v", name, g)
		}
	}
	if g := games.Owner("event"); g != nil {
		t.Errorf("event belongs to %s alone", g.About().Name)
	}
}
