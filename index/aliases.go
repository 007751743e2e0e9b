package index

import (
	"bufio"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/zobrist-go/zobrist/internal/index/names"
	"github.com/zobrist-go/zobrist/internal/records/gametext"
)

// Aliases are lists of names, each of one player. Case, punctuation and blanks do not distinguish names:
// "Kasparov, Garry" is KASPAROV,GARRY. A nil Aliases has no lists. It may be read by several goroutines at
// the same time.
type Aliases struct {
	lists [][]string
	of    map[string]int // place of the list of a name, by aliasKey
}

// maxAliases is the greatest length of a file of aliases in bytes.
const maxAliases = 256 << 20

// ReadAliases reads aliases: a line with a name of a player, and after it further ones of the same
// player, each after an equals sign, on the same line or on lines that begin with one:
//
//	Kasparov, Garry = Kasparow, Garri
//	= Kasparov, Gary
//
// SCID's spelling files have this form. Their comments (# to the end of a line), their lines that begin
// with %, and sections other than @PLAYER are skipped. A repeated name belongs to its first player. Text
// that is not UTF-8 is Windows-1252. The error names the line.
func ReadAliases(r io.Reader) (*Aliases, error) {
	a, lines, players := new(Aliases), bufio.NewScanner(io.LimitReader(r, maxAliases+1)), true
	lines.Buffer(nil, maxAliases+1)
	size, last := 0, -1
	for n := 1; lines.Scan(); n++ {
		if size += len(lines.Bytes()) + 1; size > maxAliases+1 {
			return nil, fmt.Errorf("line %d: the aliases take more than %d MiB", n, maxAliases>>20)
		}
		text, _, _ := strings.Cut(strings.TrimPrefix(gametext.Decode(lines.Bytes()), "\ufeff"), "#")
		text = strings.TrimSpace(text)
		switch {
		case strings.HasPrefix(text, "@"):
			players = strings.EqualFold(text, "@PLAYER")
			continue
		case !players || text == "" || strings.HasPrefix(text, "%"):
			continue
		}
		for i, name := range strings.Split(text, "=") {
			name = strings.TrimSpace(name)
			switch _, known := a.of[aliasKey(name)]; {
			case i == 0 && name == "": // the line begins with =
				if last < 0 {
					return nil, fmt.Errorf("line %d: %q continues no player", n, text)
				}
			case aliasKey(name) == "":
				return nil, fmt.Errorf("line %d: %q: a name is missing", n, text)
			case i == 0:
				last = a.join(name)
			case !known:
				last = a.join(a.lists[last][0], name)
			}
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("read aliases: %w", err)
	}
	return a, nil
}

// aliasKey returns what distinguishes names.
func aliasKey(name string) string { return strings.Join(names.Words(strings.ToLower(name)), " ") }

// join makes names belong to one player, and returns the place of the list. Lists that have some of
// the names become one.
func (a *Aliases) join(names ...string) int {
	if a.of == nil {
		a.of = make(map[string]int)
	}
	to := -1
	for _, name := range names {
		key := aliasKey(name)
		from, known := a.of[key]
		switch {
		case known && to < 0:
			to = from
		case known && from != to:
			for _, other := range a.lists[from] {
				a.of[aliasKey(other)] = to
			}
			a.lists[to], a.lists[from] = append(a.lists[to], a.lists[from]...), nil
		case !known:
			if to < 0 {
				to = len(a.lists)
				a.lists = append(a.lists, nil)
			}
			a.lists[to], a.of[key] = append(a.lists[to], name), to
		}
	}
	return to
}

// with returns the aliases and those that ids of players give, as in [Source].Spellings: the names of one id.
// A name of several ids is left out, because it is several players'.
func (a *Aliases) with(spellings ...map[string][]string) *Aliases {
	ids := make(map[string]string) // of each name; "" for several
	names := make(map[string][]string)
	for _, s := range spellings {
		for id, list := range s {
			names[id] = append(names[id], list...)
			for _, name := range list {
				key := aliasKey(name)
				if other, known := ids[key]; known && other != id {
					ids[key] = ""
					continue
				}
				ids[key] = id
			}
		}
	}
	all := a
	for id, list := range names {
		list = slices.DeleteFunc(list, func(name string) bool { return ids[aliasKey(name)] != id })
		if len(list) < 2 {
			continue
		}
		if all == a {
			all = a.clone()
		}
		all.join(list...)
	}
	return all
}

func (a *Aliases) clone() *Aliases {
	c := new(Aliases)
	if a != nil {
		for _, list := range a.lists {
			c.join(list...)
		}
	}
	return c
}

// list returns the place of a player's list, −1 if there is none.
func (a *Aliases) list(name string) int { return a.listOf(aliasKey(name)) }

// listOf is list for the aliasKey of a name.
func (a *Aliases) listOf(key string) int {
	if a == nil {
		return -1
	}
	if i, ok := a.of[key]; ok {
		return i
	}
	return -1
}

// names returns a name with its aliases.
func (a *Aliases) names(name string) []string {
	if i := a.list(name); i >= 0 {
		return append([]string{name}, a.lists[i]...)
	}
	return []string{name}
}

// same reports whether two names are the same except for case, punctuation and blanks, or aliases.
func (a *Aliases) same(name, other string) bool {
	list := a.list(name)
	return aliasKey(name) == aliasKey(other) || list >= 0 && a.list(other) == list
}

// digest returns a checksum of all lists.
func (a *Aliases) digest() []byte {
	if a == nil || len(a.lists) == 0 {
		return nil
	}
	h := sha256.New()
	for _, list := range a.lists {
		fmt.Fprintf(h, "%q\n", list)
	}
	return h.Sum(nil)
}

// matcher returns a function for many names. It reports whether a name is the same as what a person wrote, as same
// does, and whether the name or an alias of it fits that; see [NameMatcher]. It matches each list once, and
// belongs to one goroutine.
func (a *Aliases) matcher(pattern string) func(name string) (same, fits bool) {
	match, key, list := NameMatcher(pattern), aliasKey(pattern), a.list(pattern)
	fit := make(map[int]bool) // of lists: whether a name of it fits
	return func(name string) (same, fits bool) {
		nameKey := aliasKey(name)
		other := a.listOf(nameKey)
		if nameKey == key || list >= 0 && other == list {
			return true, true
		}
		if other < 0 {
			return false, match(name)
		}
		some, known := fit[other]
		if !known {
			some = slices.ContainsFunc(a.lists[other], match)
			fit[other] = some
		}
		return false, some || match(name)
	}
}

// resolve returns the stored names of one player: exact matches (except for case, punctuation and blanks),
// otherwise the only fuzzy match, with their aliases. It returns the errors of [Index.ResolvePlayer].
func (a *Aliases) resolve(ctx context.Context, pattern string, players []Player) ([]string, error) {
	var fits []Player
	exact, match := false, a.matcher(pattern)
	for i, p := range players {
		if i%1024 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		same, fit := match(p.Name)
		switch {
		case same && !exact:
			fits, exact = []Player{p}, true
		case same, !exact && fit:
			fits = append(fits, p)
		}
	}
	if len(fits) == 0 {
		return nil, fmt.Errorf("%w: no player %q", ErrNotFound, pattern)
	}
	names := make([]string, len(fits))
	var distinct []Player
	seen := make(map[int]bool) // lists of players
	for i, p := range fits {
		names[i] = p.Name
		list := a.list(p.Name)
		if list < 0 || !seen[list] {
			distinct = append(distinct, p)
			seen[list] = true
		}
	}
	if len(distinct) > 1 && !exact {
		return nil, &AmbiguousError{pattern, distinct}
	}
	return names, nil
}
