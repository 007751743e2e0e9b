package serve

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/keyfile"
)

// A table is a set of keys to audit, with their order if it is known.
type table struct {
	keyfile.File
	layout  *keyfile.Layout // nil: not known
	coded   bool            // made by its name, so that its distance is proven
	memory  int64           // for an audit, in bytes
	client  netip.Prefix    // that sent it
	expires time.Time
}

const (
	mostTables    = 64
	tableLifetime = 15 * time.Minute
	mostTableText = 4 << 20 // bytes
	mostTableKeys = 8191    // as many as an exhaustive search takes
)

// tables are the tables that clients have added, in memory.
type tables struct {
	mu   sync.Mutex
	byID map[string]table
}

func newTables() *tables { return &tables{byID: make(map[string]table)} }

// add keeps a table and returns its identifier. If there are too many, it drops the oldest table of the client with
// the most, so that no client takes the places of all others.
func (t *tables) add(one table) (id string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	count := make(map[netip.Prefix]int)
	for id, old := range t.byID {
		if now.After(old.expires) {
			delete(t.byID, id)
		} else {
			count[old.client]++
		}
	}
	if len(t.byID) >= mostTables {
		oldest := ""
		for id, old := range t.byID {
			if first := t.byID[oldest]; oldest == "" || count[old.client] > count[first.client] ||
				count[old.client] == count[first.client] && old.expires.Before(first.expires) {
				oldest = id
			}
		}
		delete(t.byID, oldest)
	}
	id = rand.Text()
	t.byID[id] = one
	return id
}

func (t *tables) get(id string) (table, bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	one, ok := t.byID[id]
	return one, ok && time.Now().Before(one.expires)
}

// tableRequest is the body of POST /keys/tables.
type tableRequest struct {
	Keys   string `json:"keys"`
	Text   string `json:"text"`
	Name   string `json:"name"`
	Layout string `json:"layout"`
	Bits   int    `json:"bits"`
}

type tableJSON struct {
	ID       string  `json:"id,omitempty"`
	Name     string  `json:"name"`
	Features int     `json:"features"`
	Bits     int     `json:"bits"`
	Layout   *string `json:"layout"`
	Distance int     `json:"distance,omitempty"` // proven: any smaller set of keys has another XOR than 0
	Seconds  float64 `json:"seconds"`
	Expires  string  `json:"expires,omitempty"`
}

// addTable answers POST /keys/tables.
func (s *Server) addTable(w http.ResponseWriter, r *request) error {
	leave, err := s.reads.enter(r.Context(), nil)
	if err != nil {
		return err
	}
	defer leave()
	var ask tableRequest
	if err := json.Unmarshal(r.body, &ask); err != nil {
		return badRequest("%v", err)
	}
	t, err := newTable(ask)
	if err != nil {
		return err
	}
	t.client, t.expires = s.client(r.Request), time.Now().Add(tableLifetime)
	j, err := t.describe(defaultMaxWeight)
	if err != nil {
		return badRequest("%v", err)
	}
	j.ID = s.tables.add(t)
	j.Expires = t.expires.UTC().Format(time.RFC3339)
	return writeJSON(w, http.StatusCreated, j)
}

// jsonOnly refuses bodies of other types. A page of another site can make a browser send these without a preflight.
func jsonOnly(h handlerFunc) handlerFunc {
	return func(s *Server, w http.ResponseWriter, r *request) error {
		if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
			return failure{http.StatusUnsupportedMediaType, "unsupported media type: send application/json"}
		}
		return h(s, w, r)
	}
}

// newTable reads or makes the keys of a request. It never opens a file.
func newTable(ask tableRequest) (t table, err error) {
	if (ask.Keys == "") == (ask.Text == "") {
		return t, badRequest("give keys, the name of a table, or text, the table itself")
	}
	if ask.Bits < 0 || ask.Bits > 128 {
		return t, badRequest("bits: %d is not between 1 and 128", ask.Bits)
	}
	game := chess.Space()
	var wanted *keyfile.Layout
	if ask.Layout != "" {
		if wanted, err = layoutOf(game, ask.Layout); err != nil {
			return t, badRequest("layout: %v", err)
		}
	}
	if ask.Text != "" {
		t.File, err = keyfile.Read(strings.NewReader(ask.Text), keyfile.ReadOptions{Most: mostTableKeys})
		if t.Name == "" || ask.Name != "" {
			t.Name = ask.Name
		}
	} else {
		t.File, err = openNamed(ask.Keys, ask.Bits, game, wanted)
		t.coded = strings.HasPrefix(ask.Keys, "coded:")
	}
	switch {
	case errors.Is(err, keyfile.ErrMany):
		return t, badRequest("%v; use the command `zobrist keys audit`", err)
	case err != nil:
		return t, badRequest("%v", err)
	case len(t.Keys) > mostTableKeys: // of a layout
		return t, badRequest("%d keys, and the most are %d; use the command `zobrist keys audit`", len(t.Keys),
			mostTableKeys)
	}
	if ask.Bits > 0 && ask.Text != "" {
		if have := width(t.File); ask.Bits > have {
			return t, badRequest("bits: %d, and the keys have %d", ask.Bits, have)
		}
		t.Bits = ask.Bits
	}
	if err := t.place(game, wanted); err != nil {
		return t, err
	}
	if err := t.Proof(game); err != nil && wanted == nil {
		return t, badRequest("%v; send the keys alone, or their layout too", err)
	}
	return t, nil
}

// openNamed returns the table of a name other than a file's.
func openNamed(name string, bits int, game *zobrist.Space, wanted *keyfile.Layout) (keyfile.File, error) {
	kind, _, _ := strings.Cut(name, ":")
	o := keyfile.Options{Bits: bits}
	switch kind {
	case "polyglot":
	case "stockfish":
		if wanted != nil && wanted.Name() == "castling16" {
			o.Features = wanted.Space().Len()
		}
	case "gnuchess", "coded", "random":
		if o.Features = game.Len(); wanted != nil {
			o.Features = wanted.Space().Len()
		}
		if o.Bits == 0 {
			o.Bits = 64
		}
	default:
		return keyfile.File{}, fmt.Errorf("keys: not a name: %.40s; there are polyglot, stockfish, gnuchess, coded:SEED "+
			"and random:GENERATOR:SEED; a table itself goes into text", name)
	}
	return keyfile.Open(name, o)
}

// layoutOf returns the layout with a name, or with these lines.
func layoutOf(game *zobrist.Space, text string) (*keyfile.Layout, error) {
	if strings.Contains(text, ":") {
		return keyfile.ParseLayout(game, "the layout given", text)
	}
	if !slices.Contains(keyfile.Layouts(), text) {
		return nil, errors.New("no layout " + text + "; there are " + strings.Join(keyfile.Layouts(), ", "))
	}
	return keyfile.OpenLayout(game, text)
}

// width returns the number of bits of the keys.
func width(f keyfile.File) int {
	switch {
	case f.Bits > 0:
		return f.Bits
	case len(f.Second) > 0:
		return 128
	}
	return 64
}

// place finds the order of the keys: the requested one, the table's own, or the order of the game's features if there
// are as many.
func (t *table) place(game *zobrist.Space, wanted *keyfile.Layout) (err error) {
	switch n := len(t.Keys); {
	case wanted != nil:
		t.layout = wanted
	case t.Order != nil:
		t.layout, err = keyfile.ParseLayout(game, "the order that the table states", strings.Join(t.Order, "\n"))
	case n == game.Len():
		t.layout, err = keyfile.OpenLayout(game, "")
	}
	if err != nil {
		return badRequest("%v", err)
	}
	if t.layout != nil && t.layout.Space().Len() != len(t.Keys) {
		return badRequest("%d keys for the %d of the layout", len(t.Keys), t.layout.Space().Len())
	}
	return nil
}

// describe describes the table and how long its audit will take.
func (t *table) describe(maxWeight int) (tableJSON, error) {
	took, err := audit.Estimate(t.Set, t.options(maxWeight))
	j := tableJSON{Name: t.Name, Features: len(t.Keys), Bits: width(t.File), Seconds: took.Seconds()}
	if j.Name == "" {
		j.Name = "the table given"
	}
	if t.layout != nil {
		j.Layout = new(t.layout.Name())
	}
	if t.coded {
		code, err := zobrist.NewCode(j.Features, j.Bits)
		if err != nil {
			return j, err
		}
		j.Distance = code.Distance()
	}
	return j, err
}
