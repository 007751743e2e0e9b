package keyfile

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/system/regular"
)

// ErrLayout is wrapped by the errors about a [Layout].
var ErrLayout = errors.New("keyfile: bad layout")

// The largest layout: bytes of text, keys, and bytes of the name of a group.
const (
	maxLayout     = 1 << 20
	maxLayoutKeys = 1 << 17
	maxGroupName  = 100 // which the name of each of its keys may repeat
)

// ParseLayout reads the text of a layout whose keys are for the features of the
// game. The error is a [*SyntaxError] or wraps [ErrLayout]. The cost is proportional to
// the text, of which there may be 1 MiB, and the keys.
func ParseLayout(game *zobrist.Space, name, text string) (*Layout, error) {
	if len(text) > maxLayout {
		return nil, fmt.Errorf("%w: more than %d bytes", ErrLayout, maxLayout)
	}
	p := newLayoutParser(game)
	text = strings.TrimPrefix(text, "\ufeff") // the byte order mark of an editor
	if strings.TrimSpace(text) == text18 {
		return layout18(game)
	}
	var lines []string
	var words []string // of the line so far
	for i, next := range strings.Split(text, "\n") {
		next, _, _ = strings.Cut(next, "#")
		words = append(words, strings.Fields(next)...)
		if len(words) == 0 || strings.HasSuffix(words[len(words)-1], ",") || strings.HasSuffix(words[len(words)-1], "/") {
			continue // the order goes on
		}
		line := strings.Join(words, " ")
		words = words[:0]
		lines = append(lines, line)
		err := p.group(line)
		if !isLine(line) {
			err = fmt.Errorf("%.60q has control characters, or bytes that are not UTF-8", line)
		}
		if err != nil {
			return nil, &SyntaxError{Line: i + 1, Offset: -1, Text: err.Error(), Err: ErrLayout}
		}
	}
	if len(words) > 0 {
		return nil, fmt.Errorf("%w: %.60q goes on after its last line", ErrLayout, strings.Join(words, " "))
	}
	l, err := newLayout(game, name, lines, p.groups, p.when)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: %w", ErrLayout, err)
	case len(p.when) == 0:
		return nil, fmt.Errorf("%w: it has no keys; write a line for each group, as \"piece 768: …\"", ErrLayout)
	}
	return l, nil
}

// readLayout reads the layout of a file.
func readLayout(game *zobrist.Space, name string) (*Layout, error) {
	in, err := regular.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, maxLayout+1))
	if err != nil {
		return nil, err
	}
	l, err := ParseLayout(game, name, string(text))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return l, nil
}

// A layoutParser collects groups of keys and the condition of each key.
type layoutParser struct {
	game    *zobrist.Space
	byWords map[string]zobrist.Feature // by the sorted words of their names
	none    map[string][]fact          // by the name of a group: none of its features holds
	groups  []zobrist.Group
	when    []condition
}

func newLayoutParser(game *zobrist.Space) layoutParser {
	p := layoutParser{game: game, byWords: make(map[string]zobrist.Feature), none: make(map[string][]fact)}
	for _, g := range game.Groups() {
		for f := g.First; g.Contains(f); f++ {
			p.byWords[sortWords(game.FeatureName(f))] = f
			p.none[g.Name] = append(p.none[g.Name], fact{f, true})
		}
	}
	return p
}

// group reads one line.
func (p *layoutParser) group(line string) error {
	head, order, ok := strings.Cut(line, ":")
	cut := strings.LastIndexByte(head, ' ')
	size, err := strconv.Atoi(head[cut+1:])
	if !ok || cut < 0 || err != nil {
		return fmt.Errorf("%.60q does not begin with a name, the number of keys and a colon", line)
	}
	name, order := strings.TrimSpace(head[:cut]), strings.TrimSpace(order)
	if len(name) > maxGroupName {
		return fmt.Errorf("group %.60q: a name of more than %d bytes", name, maxGroupName)
	}
	if most := maxLayoutKeys - len(p.when); size < 1 || size > most {
		return fmt.Errorf("group %q: %d keys are not 1 to %d", name, size, most)
	}
	var names []string
	var when []condition
	group := zobrist.Flags
	if list, ok := strings.CutPrefix(order, "sets of "); ok {
		names, when, err = p.sets(name, list)
		group = oneOf
	} else if order == "unused" {
		when = make([]condition, size)
		for i := range when {
			names = append(names, fmt.Sprintf("%s %d", name, i))
		}
	} else if names, when, err = p.product(order, size); !slices.ContainsFunc(when, condition.isSingle) {
		group = oneOf // squares en passant
	}
	if err != nil {
		return fmt.Errorf("group %q: %w", name, err)
	}
	if len(when) != size {
		return fmt.Errorf("group %q: %d keys by its order, not %d", name, len(when), size)
	}
	p.groups, p.when = append(p.groups, group(name, names...)), append(p.when, when...)
	return nil
}

func oneOf(name string, values ...string) zobrist.Group { return zobrist.OneOf(name, "", values...) }

// sets reads the features whose sets have keys.
func (p *layoutParser) sets(group, list string) (names []string, when []condition, err error) {
	var features []zobrist.Feature
	for text := range strings.SplitSeq(list, ",") {
		f, err := p.feature(text)
		if err != nil {
			return nil, nil, err
		}
		features = append(features, f)
	}
	if len(features) > 16 {
		return nil, nil, fmt.Errorf("sets of %d features: at most 16 are possible", len(features))
	}
	for set := range 1 << len(features) {
		var all []fact
		var held []string
		for i, f := range features {
			all = append(all, fact{f, set>>i&1 == 0})
			if set>>i&1 == 1 {
				held = append(held, p.game.FeatureName(f))
			}
		}
		if held == nil {
			held = []string{"none"}
		}
		names = append(names, group+": "+strings.Join(held, " + "))
		when = append(when, condition{cases: [][]fact{all}})
	}
	return names, when, nil
}

// product reads lists of which each key has one entry.
func (p *layoutParser) product(order string, size int) (names []string, when []condition, err error) {
	var lists [][]string
	keys := 1
	for text := range strings.SplitSeq(order, "/") {
		entries, ok, err := p.list(text, size/keys)
		switch {
		case err != nil:
			return nil, nil, err
		case !ok:
			return nil, nil, fmt.Errorf("more than %d keys by its order", size)
		}
		if len(entries) == 1 && entries[0] == "" {
			continue // it adds nothing to a name, and each key would pass through any number of such lists
		}
		keys *= len(entries)
		lists = append(lists, entries)
	}
	// Each name is made when it is looked up: of names that are none, only the first.
	for i := range keys {
		var words []string
		each := keys // as many keys in a row have the same entry
		for _, entries := range lists {
			each /= len(entries)
			if entry := entries[i/each%len(entries)]; entry != "" {
				words = append(words, entry)
			}
		}
		name, c, err := p.condition(strings.Join(words, " "))
		if err != nil {
			return nil, nil, err
		}
		names, when = append(names, name), append(when, c)
	}
	return names, when, nil
}

// condition reads what one key is for.
func (p *layoutParser) condition(text string) (name string, c condition, err error) {
	if name, c, ok := p.enPassant(text); ok {
		return name, c, nil
	}
	if group, ok := strings.CutPrefix(text, "no "); ok {
		if none, ok := p.none[group]; ok {
			return text, condition{cases: [][]fact{none}}, nil
		}
	}
	what, not := strings.CutPrefix(text, "not ")
	f, err := p.feature(what)
	name = p.game.FeatureName(f)
	if not {
		name = "not " + name
	}
	return name, ifHolds(f, not), err
}

// enPassant reads a square that a pawn of chess has passed. The feature of its file counts if
// the side to move is the one that captures there.
func (p *layoutParser) enPassant(text string) (name string, c condition, ok bool) {
	words := strings.Fields(text)
	at := slices.IndexFunc(words, func(w string) bool {
		file, rank, ok := square(w)
		return ok && file < 8 && rank <= 8
	})
	if at < 0 {
		return "", c, false
	}
	file, rank, _ := square(words[at])
	name = "en passant " + words[at]
	words[at] = string(rune('a' + file))
	passed, ok := p.byWords[sortWords(strings.Join(words, " "))]
	turn, chess := p.game.Lookup("white to move")
	if !ok || !chess || p.game.FeatureName(passed) != "en passant "+string(rune('a'+file)) {
		return "", c, false
	}
	if rank == 3 || rank == 6 {
		c = condition{cases: [][]fact{{{passed, false}, {turn, rank == 3}}}}
	}
	return name, c, true
}

// list reads entries with commas between them; ranges become several. It is not ok if there are more than most.
func (p *layoutParser) list(text string, most int) (entries []string, ok bool, err error) {
	for entry := range strings.SplitSeq(text, ",") {
		entry = strings.TrimSpace(entry)
		if first, last, ok := strings.Cut(entry, ".."); !ok {
			entries = append(entries, entry)
		} else if all := between(p.game, first, last); all != nil {
			entries = append(entries, all...)
		} else {
			return nil, false, fmt.Errorf("%.60q is neither a run of names of %s nor squares", entry, p.game.Name())
		}
		if len(entries) > most {
			return nil, false, nil
		}
	}
	return entries, true, nil
}

// between returns the names from first to last: squares rank by rank, or names in a
// group of the game; nil if they are neither.
func between(game *zobrist.Space, first, last string) (names []string) {
	fromFile, fromRank, ok := square(first)
	toFile, toRank, ok2 := square(last)
	if ok && ok2 {
		for _, rank := range steps(fromRank, toRank) {
			for _, file := range steps(fromFile, toFile) {
				names = append(names, string(rune('a'+file))+strconv.Itoa(rank))
			}
		}
		return names
	}
	for _, g := range game.Groups() {
		from, to := slices.Index(g.Columns, first), slices.Index(g.Columns, last)
		if from < 0 || to < 0 {
			continue
		}
		for _, i := range steps(from, to) {
			names = append(names, g.Columns[i])
		}
		return names
	}
	return nil
}

// square reads a file a to z and a rank 1 to 99.
func square(text string) (file, rank int, ok bool) {
	if text == "" || text[0] < 'a' || text[0] > 'z' {
		return 0, 0, false
	}
	rank, err := strconv.Atoi(text[1:])
	return int(text[0] - 'a'), rank, err == nil && rank >= 1 && rank <= 99
}

// steps returns the numbers from a to b, ascending or descending.
func steps(a, b int) []int {
	var all []int
	for i := min(a, b); i <= max(a, b); i++ {
		all = append(all, i)
	}
	if a > b {
		slices.Reverse(all)
	}
	return all
}

// feature returns the feature of the game with these words in its name.
func (p *layoutParser) feature(text string) (zobrist.Feature, error) {
	if f, ok := p.game.Lookup(strings.TrimSpace(text)); ok {
		return f, nil
	}
	if f, ok := p.byWords[sortWords(text)]; ok {
		return f, nil
	}
	return 0, fmt.Errorf("%s has no feature %.60q", p.game.Name(), strings.TrimSpace(text))
}

// sortWords returns the words of a name in alphabetical order.
func sortWords(name string) string {
	words := strings.Fields(name)
	slices.Sort(words)
	return strings.Join(words, " ")
}
