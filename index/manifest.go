package index

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/zobrist-go/zobrist"
)

// format is the version of all that an index stores. It changes with each change
// of a stored form. docs/formats.md describes it.
const format = 1

// A Config says which positions an index holds and how they are hashed. The
// first build records it.
type Config struct {
	Game  string      // "chess"
	Rules string      // what else decides the hash, such as the en-passant rule
	Set   zobrist.Set // complete: with a secondary code
}

// A Manifest describes an index as a whole.
type Manifest struct {
	Format     int    `json:"format"`
	Game       string `json:"game"`
	Rules      string `json:"rules"`
	KeysName   string `json:"keysName"`
	KeysDigest string `json:"keysDigest"` // SHA-256, 64 hexadecimal digits
	Games      int64  `json:"games"`
	Visits     int64  `json:"visits"`  // pairs of a game and a position in it
	Records    int64  `json:"records"` // records written by all builds; at least one for each position
	Builds     int64  `json:"builds"`
}

// A Source is a file or stream of games that was added.
type Source struct {
	Name    string         `json:"name"`              // where it was read from
	Digest  string         `json:"digest"`            // SHA-256 of its content, decompressed
	File    string         `json:"file,omitempty"`    // SHA-256 of the file itself, if it was a file
	Games   int64          `json:"games"`             // games indexed
	Broken  int64          `json:"broken,omitempty"`  // games left out because of an error in them
	Skipped map[string]int `json:"skipped,omitempty"` // games left out because of their variant
	First   int64          `json:"first"`             // number of its first game in the index
}

// Keys of the [Meta] section.
const (
	manifestKey  = "index"
	sourcePrefix = "source/" // then the number of the build and that of the source in it
	sourceEnd    = "source0" // the first key after those of sources
)

// Describe returns the manifest of the index in a store, whatever keys it was
// built with. The error wraps [ErrEmpty] if there is none, and [ErrFormat] if its
// format is unknown.
func Describe(ctx context.Context, s Store) (Manifest, error) {
	var m Manifest
	found := false
	err := s.Get(ctx, Meta, [][]byte{[]byte(manifestKey)}, func(_ int, value []byte) error {
		found = true
		var version struct {
			Format int `json:"format"`
		}
		if err := json.Unmarshal(value, &version); err != nil {
			return fmt.Errorf("%w: manifest: %w", ErrCorrupt, err)
		}
		if version.Format != format {
			return fmt.Errorf("%w: version %d, and this release reads version %d", ErrFormat, version.Format, format)
		}
		if err := json.Unmarshal(value, &m); err != nil {
			return fmt.Errorf("%w: manifest: %w", ErrCorrupt, err)
		}
		if m.Games < 0 || m.Games > maxGames {
			return fmt.Errorf("%w: manifest: %d games", ErrCorrupt, m.Games)
		}
		return nil
	})
	if err == nil && !found {
		err = ErrEmpty
	}
	return m, err
}

// manifest returns the manifest of a new index.
func (c Config) manifest() Manifest {
	digest := c.Set.Digest()
	return Manifest{Format: format, Game: c.Game, Rules: c.Rules,
		KeysName: c.Set.Name, KeysDigest: hex.EncodeToString(digest[:])}
}

// check compares the index with the configuration that it is opened with.
func (m Manifest) check(c Config) error {
	want := c.manifest()
	switch {
	case m.Game != want.Game:
		return fmt.Errorf("%w: it holds %s, not %s", ErrKeys, m.Game, want.Game)
	case m.Rules != want.Rules:
		return fmt.Errorf("%w: its positions are hashed with %q, not with %q", ErrKeys, m.Rules, want.Rules)
	case m.KeysDigest != want.KeysDigest:
		return fmt.Errorf("%w: it was built with %q (digest %.12s…), not with %q (digest %.12s…)",
			ErrKeys, m.KeysName, m.KeysDigest, want.KeysName, want.KeysDigest)
	}
	return nil
}

// Sources returns the sources of the index, in the order in which they were
// added.
func (ix *Index) Sources(ctx context.Context) ([]Source, error) {
	var sources []Source
	for e, err := range ix.store.Scan(ctx, Meta, []byte(sourcePrefix), []byte(sourceEnd)) {
		if err != nil {
			return nil, err
		}
		var s Source
		if err := json.Unmarshal(e.Value, &s); err != nil {
			return nil, fmt.Errorf("%w: source %q: %w", ErrCorrupt, e.Key, err)
		}
		sources = append(sources, s)
	}
	return sources, nil
}
