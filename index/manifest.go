package index

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"github.com/zobrist-go/zobrist"
)

// Format is the version of everything that an index stores. It changes with
// any change of a stored form.
const Format = 1

// A Config says which positions an index holds and how they are hashed. It
// is recorded when the index is first built.
type Config struct {
	Game  string      // "chess"
	Rules string      // whatever else decides the hash, such as the en-passant rule
	Keys  zobrist.Set // complete: with a secondary code
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
	Records    int64  `json:"records"` // records written; as many as different positions where Builds is 1, otherwise at most so many
	Builds     int64  `json:"builds"`
}

// A Source is a file or stream of games that was added.
type Source struct {
	Name    string         `json:"name"`              // where it was read from
	Digest  string         `json:"digest"`            // SHA-256 of its content, decompressed
	File    string         `json:"file,omitempty"`    // SHA-256 of the file as it lay there, where it was a file
	Games   int64          `json:"games"`             // games indexed
	Broken  int64          `json:"broken,omitempty"`  // games left out because of an error in them
	Skipped map[string]int `json:"skipped,omitempty"` // games left out, by variant
	First   int64          `json:"first"`             // number of its first game in the index
}

const (
	manifestKey  = "index"
	sourcePrefix = "source/"
	sourceEnd    = "source0" // the first key after those of sources
)

// Describe returns the manifest of the index in a store, whatever keys it was
// built with. The error wraps [ErrEmpty] where there is none and [ErrFormat]
// where its format is not known.
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
		if version.Format != Format {
			return fmt.Errorf("%w: version %d, and this release reads version %d", ErrFormat, version.Format, Format)
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

// manifest returns that of a new index.
func (c Config) manifest() Manifest {
	digest := c.Keys.Digest()
	return Manifest{Format: Format, Game: c.Game, Rules: c.Rules,
		KeysName: c.Keys.Name, KeysDigest: hex.EncodeToString(digest[:])}
}

// check compares the index with what it is opened for.
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

// Sources calls visit with every source of the index, ordered by digest.
func Sources(ctx context.Context, s Store, visit func(Source) error) error {
	for e, err := range s.Scan(ctx, Meta, []byte(sourcePrefix), []byte(sourceEnd)) {
		if err != nil {
			return err
		}
		var src Source
		if err := json.Unmarshal(e.Value, &src); err != nil {
			return fmt.Errorf("%w: source %q: %w", ErrCorrupt, e.Key, err)
		}
		if err := visit(src); err != nil {
			return err
		}
	}
	return nil
}
