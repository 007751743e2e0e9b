package index

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist/internal/index/names"
)

// An AmbiguousError says that a name fits several players.
type AmbiguousError struct {
	Name    string
	Players []Player // those whom it fits, as [Index.Players] has them
}

// Error names the first ten players.
func (e *AmbiguousError) Error() string {
	const most = 10
	var list strings.Builder
	for i, p := range e.Players[:min(len(e.Players), most)] {
		if i > 0 {
			list.WriteString("; ")
		}
		list.WriteString(p.Name)
	}
	if more := len(e.Players) - most; more > 0 {
		fmt.Fprintf(&list, "; and %d more", more)
	}
	return fmt.Sprintf("%q may be any of %d players: %s", e.Name, len(e.Players), list.String())
}

// maxWords is the greatest number of words of a name that a person writes.
const maxWords = 64

// fewNames is the number of names of a player that are looked up one by one. Each reads the names of all players.
const fewNames = 8

// ResolvePlayer returns the stored names of the player whom a person means. Aliases a, which may be nil, and the
// spellings of the sources say which names belong to one player. The error wraps
// [ErrNotFound] if the name fits no player, and is an [*AmbiguousError] if it fits several.
func (ix *questions) ResolvePlayer(ctx context.Context, name string, a *Aliases) ([]string, error) {
	if strings.Trim(name, ", ") == "" {
		return nil, fmt.Errorf("no player %q: the name is empty", name)
	}
	if n := len(names.Words(name)); n > maxWords {
		return nil, fmt.Errorf("no player %.20q…: the name has %d words; give %d at most", name, n, maxWords)
	}
	s, err := ix.state()
	if err != nil {
		return nil, err
	}
	defer s.Close()
	m, err := s.Manifest(ctx)
	if err != nil && !errors.Is(err, ErrEmpty) {
		return nil, err
	}
	aliases := ix.aliasesOf(m, a)
	wholes := aliases.names(name)
	if len(wholes) > fewNames {
		wholes = []string{""} // all players are read once
	}
	var players []Player
	known := make(map[string]bool)
	for _, whole := range wholes {
		list, err := s.Players(ctx, strings.ReplaceAll(whole, ",", " "))
		if err != nil {
			return nil, err
		}
		for _, p := range list {
			if !known[p.Name] && aliases.same(name, p.Name) {
				players = append(players, p)
				known[p.Name] = true
			}
		}
	}
	if len(players) == 0 { // no whole name
		fitting := name
		if aliases != nil {
			fitting = "" // aliases of the player need not fit
		}
		if players, err = s.Players(ctx, fitting); err != nil {
			return nil, err
		}
	}
	return aliases.resolve(ctx, name, players)
}

// aliasesOf adds the spellings of a state of the index to aliases. It keeps the last result.
func (ix *questions) aliasesOf(m Manifest, a *Aliases) *Aliases {
	key := aliasesKey{a, m.Builds, m.Next}
	if last := ix.aliases.Load(); last != nil && last.key == key {
		return last.all
	}
	var spellings []map[string][]string
	for _, from := range m.Sources {
		if len(from.Spellings) > 0 {
			spellings = append(spellings, from.Spellings)
		}
	}
	all := a.with(spellings...)
	ix.aliases.Store(&knownAliases{key, all})
	return all
}

// knownAliases are the aliases of a state of the index.
type knownAliases struct {
	key aliasesKey
	all *Aliases
}

type aliasesKey struct {
	given        *Aliases
	builds, next int64
}

// NameMatcher returns a function that reports whether a stored name fits what a person wrote. Both may be
// "Carlsen, Magnus", "Magnus Carlsen", "carlsen", "Carlsen,M" or "M. Carlsen".
//
// Each word of the pattern has to fit another word of the name: the same one, or
// one of which it is the initial, or its initial. At least one must be the same
// word. If both have a comma, words before it fit words before it, and words
// after it fit words after it. Case, accents and apostrophes do not count, nor
// does it matter whether ä, ö and ü are written a, o and u or ae, oe and ue. If the
// pattern ends with *, its last word is the beginning of a word: "carls*". The empty
// pattern fits every name. A name takes about a µs, and some 50 ns if it has no word of the pattern. The
// function is safe for concurrent use.
func NameMatcher(pattern string) func(name string) bool { return names.Matcher(pattern) }
