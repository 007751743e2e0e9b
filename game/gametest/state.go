package gametest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
)

// A state is everything that can be observed of a position.
type state[M comparable] struct {
	hash     uint64
	wide     zobrist.Uint128
	features []zobrist.Feature // in order
	moves    []M
	score    int
	over     bool
	text     string // of String
	more     string // of Observe
	identity string
}

// A checker checks positions of one game and remembers them.
type checker[M comparable] struct {
	tb     testing.TB
	game   Game[M]
	path   []M               // the moves made
	now    game.Position[M]  // for the texts of moves
	byID   map[string]uint64 // hash of each identity met
	byHash map[uint64]string // identity of each hash met
	after  map[step[M]]uint64
	met    map[uint64]meeting[M] // by hash
	ends   map[uint64]bool       // hashes near the end of a game that were met

	counted int // positions that perft counted
}

// A step is a move in the image that a hash belongs to; see [game.Symmetric].
type step[M comparable] struct {
	hash uint64
	move M
}

func newChecker[M comparable](tb testing.TB, g Game[M]) *checker[M] {
	tb.Helper()
	if g.New == nil {
		tb.Fatalf("gametest: Game.New is nil; let it return a start position")
	}
	if g.Set.Keys != nil {
		n := len(g.Set.Keys)
		if g.Space != nil {
			n = g.Space.Len()
		}
		set, err := g.Set.Complete(n)
		if err != nil {
			tb.Fatalf("gametest: Game.Set: %v", err)
		}
		g.Set = set
	}
	return &checker[M]{
		tb:     tb,
		game:   g,
		byID:   make(map[string]uint64),
		byHash: make(map[uint64]string),
		after:  make(map[step[M]]uint64),
		met:    make(map[uint64]meeting[M]),
		ends:   make(map[uint64]bool),
	}
}

// look returns the state of p, unchecked.
func (c *checker[M]) look(p game.Position[M]) state[M] {
	s := state[M]{hash: p.Hash()}
	if w, ok := p.(game.Wide); ok {
		s.wide = w.Hash128()
	}
	s.features = p.AppendFeatures(nil)
	s.moves = p.AppendMoves(nil)
	slices.Sort(s.features)
	if r, ok := p.(game.Scored); ok {
		s.score, s.over = r.Score()
	}
	if t, ok := p.(fmt.Stringer); ok {
		s.text = t.String()
	}
	if c.game.Observe != nil {
		s.more = c.game.Observe(p)
	}
	if c.game.Identity != nil {
		s.identity = c.game.Identity(p)
	} else {
		s.identity = fmt.Sprint(s.features)
	}
	return s
}

// check returns the state of p and checks all that one position can show.
func (c *checker[M]) check(p game.Position[M]) state[M] {
	c.now = p
	s := c.look(p)
	c.features(s.features)
	_, wide := p.(game.Wide)
	if wide && s.wide.Lo != s.hash {
		c.fail("the low half of Hash128, %#016x, is not Hash, %#016x", s.wide.Lo, s.hash)
	}
	if c.game.Set.Keys != nil {
		want := c.game.Set.Hash128(s.features...)
		if s.hash != want.Lo {
			c.fail("hash %#016x, but the features that hold make %#016x%s",
				s.hash, want.Lo, c.blame(s.hash^want.Lo))
		}
		if wide && s.wide != want {
			c.fail("128-bit hash %v, but the features that hold make %v", s.wide, want)
		}
	}
	for i, m := range s.moves {
		if slices.Contains(s.moves[:i], m) {
			c.fail("move %s is listed twice", c.text(m))
		}
	}
	if _, ok := p.(game.Scored); ok {
		switch {
		case !s.over && len(s.moves) == 0:
			c.fail("there are no moves, but Score says that play goes on")
		case !s.over && s.score != 0:
			c.fail("Score is %d while play goes on, not 0", s.score)
		}
	}
	if q, ok := p.(game.Symmetric[M]); ok {
		for _, m := range s.moves {
			if back := q.Preimage(q.Image(m)); back != m {
				c.fail("the image of move %s is %s, and the preimage of that %s", c.text(m), c.text(q.Image(m)), c.text(back))
			}
		}
	}
	c.least(s)
	c.appends(p, s)
	c.same(s, c.look(p), "calling the methods once more")
	c.distinct(s)
	c.agree(p, s.moves, s.score, s.over)
	c.reread(p, s)
	return s
}

// features checks a sorted list of features against the space.
func (c *checker[M]) features(list []zobrist.Feature) {
	for i := 1; i < len(list); i++ {
		if list[i] == list[i-1] {
			c.fail("AppendFeatures lists %s more than once", c.names(list[i]))
		}
	}
	if c.game.Space == nil {
		for _, f := range list {
			if n := len(c.game.Set.Keys); n > 0 && int(f) >= n {
				c.fail("feature %d has no key, for there are %d", f, n)
			}
		}
		return
	}
	held := make(map[zobrist.Feature]zobrist.Feature)
	for _, f := range list {
		g, ok := c.game.Space.GroupOf(f)
		if !ok {
			c.fail("feature %d is not in space %q of %d features", f, c.game.Space.Name(), c.game.Space.Len())
		}
		place := g.First // of which at most one feature may hold
		switch g.Kind {
		case zobrist.KindFlags:
			continue
		case zobrist.KindGrid:
			place += (f - g.First) % zobrist.Feature(len(g.Columns))
		}
		if other, taken := held[place]; taken {
			c.fail("%s hold together, but group %q (%v) has room for one", c.names(other, f), g.Name, g.Kind)
		}
		held[place] = f
	}
}

// least checks that the hash is the least hash of all images.
func (c *checker[M]) least(s state[M]) {
	if c.game.Images == nil || c.game.Set.Keys == nil {
		return
	}
	for _, image := range c.game.Images(s.features) {
		if h := c.game.Set.Hash(image...); h < s.hash {
			c.fail("the hash is %#016x, but an image has %#016x: %s", s.hash, h, c.names(image...))
		}
	}
}

// appends checks that the Append methods extend what they are given.
func (c *checker[M]) appends(p game.Position[M], s state[M]) {
	var marker M
	if len(s.moves) > 0 {
		marker = s.moves[len(s.moves)-1]
	}
	moves := make([]M, 2, 2+len(s.moves))
	moves[0], moves[1] = marker, marker
	moves = p.AppendMoves(moves)
	if len(moves) != 2+len(s.moves) || moves[0] != marker || moves[1] != marker || !slices.Equal(moves[2:], s.moves) {
		c.fail("AppendMoves does not append the same moves to a slice of two: got %s, want %s", c.text(moves...),
			c.text(s.moves...))
	}
	const mark = zobrist.Feature(1<<32 - 1)
	features := p.AppendFeatures(append(make([]zobrist.Feature, 0, 1+len(s.features)), mark))
	if len(features) != 1+len(s.features) || features[0] != mark {
		c.fail("AppendFeatures does not append to a slice of one")
	}
	slices.Sort(features[1:])
	if !slices.Equal(features[1:], s.features) {
		c.fail("AppendFeatures differs between two calls: %s", c.differ(s.features, features[1:]))
	}
}

// distinct checks that equal positions have equal hashes, and only they.
func (c *checker[M]) distinct(s state[M]) {
	if hash, met := c.byID[s.identity]; met && hash != s.hash {
		c.fail("the position %s had hash %#016x before and has %#016x now", s.identity, hash, s.hash)
	}
	if id, met := c.byHash[s.hash]; met && id != s.identity {
		c.fail("two positions have the hash %#016x: %s and %s", s.hash, id, s.identity)
	}
	c.byID[s.identity], c.byHash[s.hash] = s.hash, s.identity
}

// reread checks that the text of p gives an equal position.
func (c *checker[M]) reread(p game.Position[M], s state[M]) {
	if c.game.Parse == nil {
		return
	}
	if _, ok := p.(fmt.Stringer); !ok {
		c.fail("Game.Parse is set, but the position has no String method")
	}
	q, err := c.game.Parse(s.text)
	if err != nil {
		c.fail("Parse cannot read what String wrote, %q: %v", s.text, err)
	}
	got := c.look(q)
	if got.text != s.text || got.hash != s.hash || got.wide != s.wide || !slices.Equal(got.features, s.features) {
		c.fail("Parse of %q gives %q, hash %#016x instead of %#016x: %s",
			s.text, got.text, got.hash, s.hash, c.differ(s.features, got.features))
	}
}

// same checks that the state b, after what was done, equals a.
func (c *checker[M]) same(a, b state[M], what string) {
	switch {
	case !slices.Equal(a.features, b.features):
		c.fail("%s changes the features: %s", what, c.differ(a.features, b.features))
	case a.hash != b.hash:
		c.fail("%s changes the hash from %#016x to %#016x%s", what, a.hash, b.hash, c.blame(a.hash^b.hash))
	case a.wide != b.wide:
		c.fail("%s changes the 128-bit hash from %v to %v", what, a.wide, b.wide)
	case !slices.Equal(a.moves, b.moves):
		c.fail("%s changes the moves from %s to %s", what, c.text(a.moves...), c.text(b.moves...))
	case a.score != b.score || a.over != b.over:
		c.fail("%s changes the result from %d, %t to %d, %t", what, a.score, a.over, b.score, b.over)
	case a.text != b.text:
		c.fail("%s changes the text from %q to %q", what, a.text, b.text)
	case a.more != b.more:
		c.fail("%s changes what Observe shows from %q to %q", what, a.more, b.more)
	case a.identity != b.identity:
		c.fail("%s changes the identity from %q to %q", what, a.identity, b.identity)
	}
}

// differ names the features of only one of two sorted lists.
func (c *checker[M]) differ(a, b []zobrist.Feature) string {
	only := func(x, y []zobrist.Feature) string {
		var list []zobrist.Feature
		for _, f := range x {
			if _, found := slices.BinarySearch(y, f); !found {
				list = append(list, f)
			}
		}
		return c.names(list...)
	}
	return fmt.Sprintf("only before {%s}, only after {%s}", only(a, b), only(b, a))
}

// blame names one or two features whose keys are the difference of two hashes.
func (c *checker[M]) blame(difference uint64) string {
	keys := c.game.Set.Keys
	byKey := make(map[uint64]zobrist.Feature, len(keys))
	for f, k := range keys {
		byKey[k] = zobrist.Feature(f)
	}
	if f, ok := byKey[difference]; ok {
		return "; the difference is the key of " + c.names(f)
	}
	for f, k := range keys {
		if other, ok := byKey[difference^k]; ok {
			return "; the difference is the keys of " + c.names(zobrist.Feature(f), other)
		}
	}
	return ""
}

func (c *checker[M]) names(features ...zobrist.Feature) string {
	if c.game.Space != nil {
		return c.game.Space.Names(features...)
	}
	return strings.Trim(fmt.Sprint(features), "[]")
}
