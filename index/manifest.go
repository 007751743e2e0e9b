package index

import (
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/zobrist-go/zobrist"
)

// A Config says which positions an index holds and how they are hashed. The
// first build records it.
type Config struct {
	Game  string      // "chess"
	Rules string      // what else decides the hash, such as the en-passant rule
	Set   zobrist.Set // complete: with a secondary code
	Views []string    // names of the views after [Positions], in their order

	// WordBits is for each view, [Positions] first, how many bits the words of its visits have, up to MaxWordBits;
	// see [Folded]. 0, also for views after the last one, means that visits have moves in Positions and
	// none in other views.
	WordBits []uint8
}

// wordBits returns how many bits the words of a view have, 0 if it has none.
func (c *Config) wordBits(view int) uint8 {
	if view < len(c.WordBits) {
		return c.WordBits[view]
	}
	return 0
}

// A View is a way in which an index distinguishes positions. View 0, [Positions],
// distinguishes all positions. Further views, which [Config].Views names, hash a
// part of the features: all positions with the same pawns, say, are one in the
// view of pawns. Views after the first know games, but no moves unless they have [Config].WordBits.
type View uint8

// Positions is the view that distinguishes all positions.
const Positions View = 0

// MaxWordBits is the greatest number of bits of words.
const MaxWordBits = 16

// MaxViews is the number of views of an index at most.
const MaxViews = 8

// A Manifest describes an index as a whole.
type Manifest struct {
	Game       string   `json:"game"`
	Rules      string   `json:"rules"`
	KeysName   string   `json:"keysName"`
	KeysDigest string   `json:"keysDigest"` // SHA-256, 64 hexadecimal digits
	Views      []string `json:"views,omitempty"`
	Games      int64    `json:"games"`   // not those removed
	Next       int64    `json:"next"`    // number of the next game; games removed keep theirs
	Visits     int64    `json:"visits"`  // pairs of a game and a position in it, by whole positions
	Records    int64    `json:"records"` // records of all runs; at least one for each position
	Builds     int64    `json:"builds"`  // builds and removals so far that changed something
	Texts      bool     `json:"texts"`   // false if a game was added without its text

	// Sources come in the order in which they were added. A source of which all games
	// were removed is not among them.
	Sources []Source `json:"sources,omitempty"`
}

// A Source is a file or stream of games that was added.
type Source struct {
	Name       string         `json:"name"`                 // where it was read from
	Digest     string         `json:"digest"`               // SHA-256 of its text; "" if games were left out or removed
	File       string         `json:"file,omitempty"`       // SHA-256 of the file itself, if it was a file; likewise
	Games      int64          `json:"games"`                // games in the index
	Broken     int64          `json:"broken,omitempty"`     // games left out because of an error in them
	Cut        int64          `json:"cut,omitempty"`        // games read up to an error in their moves
	Skipped    map[string]int `json:"skipped,omitempty"`    // games left out because of their variant
	Duplicates int64          `json:"duplicates,omitempty"` // games left out because the index has them
	Filtered   int64          `json:"filtered,omitempty"`   // games left out by a filter
	First      int64          `json:"first"`                // numbers of its games: from First
	End        int64          `json:"end"`                  // to End − 1

	// Spellings are names of players by the id that the games have, FIDE's in chess: those that earlier
	// sources do not list. The map is shared: do not change it.
	Spellings map[string][]string `json:"spellings,omitempty"`
}

// Manifest returns the manifest of an index with nothing in it.
func (c Config) Manifest() Manifest {
	digest := c.Set.Digest()
	return Manifest{Game: c.Game, Rules: c.Rules, Views: c.Views,
		KeysName: c.Set.Name, KeysDigest: hex.EncodeToString(digest[:]), Texts: true}
}

// Check compares a stored manifest with the wanted one, m: its game, rules, views and keys. The error
// wraps [ErrKeys] or [ErrConfig].
func (m Manifest) Check(stored Manifest) error {
	switch {
	case stored.Game != m.Game:
		return fmt.Errorf("%w: it holds %s, not %s", ErrConfig, stored.Game, m.Game)
	case stored.Rules != m.Rules:
		return fmt.Errorf("%w: its positions are hashed with %q, not with %q", ErrConfig, stored.Rules, m.Rules)
	case !slices.Equal(stored.Views, m.Views):
		return fmt.Errorf("%w: it has the views %q, not %q", ErrConfig, stored.Views, m.Views)
	case stored.KeysDigest != m.KeysDigest:
		return fmt.Errorf("%w: it was built with %q (digest %.12s…), not with %q (digest %.12s…)",
			ErrKeys, stored.KeysName, stored.KeysDigest, m.KeysName, m.KeysDigest)
	}
	return nil
}

// Take makes m the manifest of an index to which games are added with a configuration. An index without games takes the
// configuration. If that is another one, changed is true, and m forgets its Sources, as a store has to that keeps them
// elsewhere: what was read as another game may have games now. With games Take returns [Manifest.Check]'s error. Stores
// call it when a build begins, on a copy: the index changes with Commit.
func (m *Manifest) Take(c Config) (changed bool, err error) {
	wanted := c.Manifest()
	if err := wanted.Check(*m); err == nil || m.Games > 0 {
		return false, err
	}
	m.Game, m.Rules, m.Views, m.Texts = wanted.Game, wanted.Rules, wanted.Views, wanted.Texts
	m.KeysName, m.KeysDigest, m.Sources = wanted.KeysName, wanted.KeysDigest, nil
	return true, nil
}

// ByName returns sources with one element for each name, in the order in which the names came first. A file that was
// added more than once has the sum of its games there, and otherwise what was found when it was last read.
func ByName(sources []Source) (list []Source) {
	at := make(map[string]int)
	for _, s := range sources {
		i, known := at[s.Name]
		if !known {
			at[s.Name] = len(list)
			list = append(list, s)
			continue
		}
		all := s.Games + s.Duplicates // in the file
		s.First, s.Games = list[i].First, s.Games+list[i].Games
		s.Duplicates = max(0, all-s.Games) // its own games are none
		list[i] = s
	}
	return list
}
