package index_test

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/zobrist-go/zobrist/index"
)

// A name that fits many players takes time by their number. With each compared to the others, this took minutes. It
// ends with the context.
func TestManyAlike(t *testing.T) {
	const ids = 100_000
	spellings := make(map[string][]string, ids)
	var players []index.Player
	for i := range ids {
		list := []string{fmt.Sprintf("Same, A%d", i), fmt.Sprintf("Same, B%d", i)}
		spellings[fmt.Sprint(i)] = list
		players = append(players, index.Player{Name: list[0], Games: 1}, index.Player{Name: list[1], Games: 1})
	}
	var several *index.AmbiguousError
	if _, err := (*index.Aliases)(nil).ResolveAmong(t.Context(), spellings, "same", players); !errors.As(err, &several) ||
		len(several.Players) != ids {
		t.Errorf("%.100v, want %d players", err, ids)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := (*index.Aliases)(nil).ResolveAmong(ctx, spellings, "same", players)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("after the context ended: %.100v", err)
	}
}
