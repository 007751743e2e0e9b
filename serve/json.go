package serve

import (
	"encoding/json"

	"github.com/zobrist-go/zobrist/internal/index/games"
)

// positionJSON is the answer about a position, with what only the server has.
type positionJSON struct {
	Number *int            `json:"line,omitempty"` // of POST /positions
	ID     json.RawMessage `json:"id,omitempty"`
	games.Answer
	TopGames    []games.Played `json:"topGames,omitzero"`
	RecentGames []games.Played `json:"recentGames,omitzero"`
	History     []games.Period `json:"history,omitzero"`
	Queue       *int           `json:"queuePosition,omitempty"` // of /player
}
