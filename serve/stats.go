package serve

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
)

type statsJSON struct {
	Name      string        `json:"name"`
	Game      string        `json:"game"`
	Version   string        `json:"version"`
	Games     int64         `json:"games"`
	Positions int64         `json:"positions"`
	Builds    int64         `json:"builds"`
	Bytes     int64         `json:"bytes"`
	KeysName  string        `json:"keysName"`
	Sources   []sourceJSON  `json:"sources"`
	Book      *bookSizeJSON `json:"book"`
	Features  []string      `json:"features"`
	Views     []string      `json:"views"` // besides positions
}

type sourceJSON struct {
	Name  string `json:"name"`
	Games int64  `json:"games"`
}

type bookSizeJSON struct {
	Name    string `json:"name"`
	Entries int64  `json:"entries"`
}

// statsCache keeps the statistics of one state of the index.
type statsCache struct {
	mu   sync.Mutex
	of   index.Manifest
	json *statsJSON
}

// statistics answers GET /stats.
func (s *Server) statistics(w http.ResponseWriter, r *request) error {
	j, err := s.countStats(r.ctx, r.held)
	if err != nil {
		return err
	}
	return writeJSON(w, http.StatusOK, j)
}

// countStats returns the statistics of the index. They are shared: do not change them.
func (s *Server) countStats(ctx context.Context, held *index.Snapshot) (*statsJSON, error) {
	m, err := held.Manifest(ctx)
	if err != nil {
		return nil, err
	}
	s.stats.mu.Lock()
	defer s.stats.mu.Unlock()
	if s.stats.json != nil && reflect.DeepEqual(s.stats.of, m) { // Builds alone may be equal in another index
		return s.stats.json, nil
	}
	j := &statsJSON{
		Name: s.o.Name, Game: s.game.About().Name, Version: s.o.Version, Games: m.Games, Positions: m.Records,
		Builds: m.Builds, KeysName: games.BaseName(m.KeysName), Sources: []sourceJSON{}, Views: append([]string{}, m.Views...),
		Features: []string{"games", "players", "export" + s.game.About().Ending, "keys", "odds", "history", "prepare"},
	}
	_, chess := s.game.(games.Boarder)
	if chess {
		j.Features = append(j.Features, "export.bin", "eco")
	}
	if len(m.Views) > 0 {
		j.Features = append(j.Features, "structure")
	}
	if s.o.Analysis && chess {
		j.Features = append(j.Features, "analysis")
	}
	if s.o.Evals != nil {
		j.Features = append(j.Features, "evaluations")
	}
	if s.o.Book != nil {
		j.Features = append(j.Features, "book")
		j.Book = s.bookSize()
	}
	if speeds, err := hasSpeeds(ctx, held, m.Next); err != nil {
		return nil, err
	} else if speeds {
		j.Features = append(j.Features, "speeds")
	}
	for _, source := range index.ByName(m.Sources) {
		j.Sources = append(j.Sources, sourceJSON{games.BaseName(source.Name), source.Games})
	}
	parts, _, err := s.o.Index.Size(ctx)
	if err != nil {
		return nil, err
	}
	for _, part := range parts {
		j.Bytes += part.Bytes
	}
	s.stats.of, s.stats.json = m, j
	return j, nil
}

// hasSpeeds reports whether one of up to 500 games, at equal distances in the index, has a speed.
func hasSpeeds(ctx context.Context, held *index.Snapshot, n int64) (bool, error) {
	var numbers []int64
	for i := range min(n, 500) {
		numbers = append(numbers, i*n/min(n, 500))
	}
	games, err := held.Games(ctx, numbers, false)
	if errors.Is(err, index.ErrNotFound) { // numbers of games that were removed
		return true, nil
	}
	return slices.ContainsFunc(games, func(g index.Game) bool { return g.Speed != 0 }), err
}

type healthJSON struct {
	Status string `json:"status"`
	Games  int64  `json:"games"`
}

// health answers GET /healthz.
func (s *Server) health(w http.ResponseWriter, r *request) error {
	if s.ending.Err() != nil {
		return writeJSON(w, http.StatusServiceUnavailable, healthJSON{Status: "stopping"})
	}
	m, err := s.o.Index.Manifest(r.Context())
	if err != nil {
		return err
	}
	if s.damaged.Load() {
		return writeJSON(w, http.StatusServiceUnavailable, healthJSON{"damaged", m.Games})
	}
	return writeJSON(w, http.StatusOK, healthJSON{"ok", m.Games})
}

type playersJSON struct {
	Total   int          `json:"total"`
	Players []playerJSON `json:"players"`
}

type playerJSON struct {
	Name  string `json:"name"`
	Games int64  `json:"games"`
	White int64  `json:"white"`
	Black int64  `json:"black"`
}

// A playersQuery is the query of GET /players.
type playersQuery struct {
	name  string // the beginning of names
	limit int
}

func readPlayers(v *values) playersQuery {
	q := playersQuery{limit: v.within("limit", 10, 1, 100), name: v.Get("name")}
	if q.name == "" {
		v.fail("name is required")
	}
	return q
}

// players answers GET /players.
func (s *Server) players(w http.ResponseWriter, r *request, q playersQuery) error {
	var players []index.Player
	err := s.scan(r.ctx, func() (err error) {
		players, err = r.held.Players(r.ctx, strings.TrimSuffix(q.name, "*")+"*")
		return err
	})
	if err != nil {
		return err
	}
	j := playersJSON{Total: len(players), Players: []playerJSON{}}
	for _, p := range players[:min(q.limit, len(players))] {
		white, black := games.Colors(s.game, p.First, p.Second)
		j.Players = append(j.Players, playerJSON{p.Name, p.Games, white, black})
	}
	return writeJSON(w, http.StatusOK, j)
}
