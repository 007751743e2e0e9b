package variants

import (
	"strconv"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
)

// A Variant is one of the games of this package.
type Variant uint8

const (
	Crazyhouse    Variant = iota // captured pieces change sides and are dropped
	ThreeCheck                   // the third check wins
	KingOfTheHill                // a king on d4, e4, d5 or e5 wins
	Antichess                    // capturing is compulsory; who has no move wins
	Atomic                       // captures explode
	Horde                        // White has 36 pawns and no king
	RacingKings                  // the first king on rank 8 wins; nobody may give check

	count = iota
)

// info has the name of each variant, its tag in a PGN, and its start.
var info = [count]struct{ name, tag, start string }{
	Crazyhouse:    {"crazyhouse", "Crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"},
	ThreeCheck:    {"3check", "Three-check", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"},
	KingOfTheHill: {"kingofthehill", "King of the Hill", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
	Antichess:     {"antichess", "Antichess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"},
	Atomic:        {"atomic", "Atomic", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
	Horde:         {"horde", "Horde", "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"},
	RacingKings:   {"racingkings", "Racing Kings", "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"},
}

// aliases are the other names of variants in PGN tags and programs, as [ParseVariant] reduces them.
var aliases = map[string]Variant{
	"house": Crazyhouse, "zh": Crazyhouse, "threecheck": ThreeCheck, "3checks": ThreeCheck, "koth": KingOfTheHill,
	"anti": Antichess, "atom": Atomic, "racing": RacingKings, "race": RacingKings,
}

// Variants returns all variants in the order of their numbers.
func Variants() []Variant {
	list := make([]Variant, count)
	for i := range list {
		list[i] = Variant(i)
	}
	return list
}

// String returns the name that the option UCI_Variant has: "crazyhouse", "3check", "kingofthehill", ….
func (v Variant) String() string {
	if v >= count {
		return "variant " + strconv.Itoa(int(v))
	}
	return info[v].name
}

// Start returns the FEN of the variant's start position, as [Position.FEN] writes it. It panics if there is no such
// variant.
func (v Variant) Start() string { return info[v].start }

// Tag returns the value of the tag Variant in a PGN of Lichess: "Crazyhouse", "Three-check", "King of the Hill", …. It
// panics if there is no such variant.
func (v Variant) Tag() string { return info[v].tag }

// ParseVariant returns the variant of a name: as [Variant.String] writes it, as Lichess does ("threeCheck"), as in
// the tag Variant of a PGN ("King of the Hill", "Three-check"), or one that other sites and programs use ("KOTH",
// "3-check", "Atomic chess", "atomic960"). Case, spaces, hyphens and underscores do not matter.
func ParseVariant(name string) (Variant, bool) {
	const longest = 40
	if len(name) > longest {
		return 0, false
	}
	name = strings.TrimSuffix(reduced.Replace(strings.ToLower(name)), "960")
	for _, name := range [2]string{name, strings.TrimSuffix(name, "chess")} {
		for v, i := range info {
			if i.name == name {
				return Variant(v), true
			}
		}
		if v, ok := aliases[name]; ok {
			return v, true
		}
	}
	return 0, false
}

var reduced = strings.NewReplacer(" ", "", "-", "", "_", "")

// The features after the ones of chess, which [chess.Space] numbers.
const (
	castleFeature  zobrist.Feature = 768
	passantFeature zobrist.Feature = 772
	turnFeature    zobrist.Feature = 780
	variantFeature zobrist.Feature = 781

	moreFeature     = variantFeature + count // of one variant alone
	promotedFeature = moreFeature            // in crazyhouse, by square
	pocketFeature   = promotedFeature + 64   // in crazyhouse, by side, type and count
	checkFeature    = moreFeature            // in three-check, by side and count
	maxPocket       = 16                     // pieces of one type in a pocket
	kinds           = int(chess.Queen)       // of pieces in a pocket
	toWin           = 3                      // checks
)

var spaces = sync.OnceValue(func() (list [count]*zobrist.Space) {
	var names []string
	for _, i := range info {
		names = append(names, i.name)
	}
	sides := [2]string{"white", "black"}
	var pockets, checks []string
	for _, side := range sides {
		for t := chess.Pawn; t <= chess.Queen; t++ {
			for n := 1; n <= maxPocket; n++ {
				pockets = append(pockets, side+" holds "+plural(n, t.String()))
			}
		}
		for n := 1; n <= toWin; n++ {
			checks = append(checks, side+" gave "+plural(n, "check"))
		}
	}
	for v := range list {
		groups := append(chess.Space().Groups(), zobrist.OneOf("variant", "variant", names...))
		switch Variant(v) {
		case Crazyhouse:
			groups = append(groups, zobrist.Grid("promoted", []string{"promoted"}, zobrist.Squares(8, 8)),
				zobrist.Flags("pocket", pockets...))
		case ThreeCheck:
			groups = append(groups, zobrist.Flags("checks", checks...))
		}
		list[v] = zobrist.MustSpace(names[v], groups...)
	}
	return list
})

func plural(n int, noun string) string {
	if n > 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// Space returns the features of a variant: the 781 of [chess.Space], the variant itself, and in crazyhouse and
// three-check the counts. It panics if there is no such variant.
func (v Variant) Space() *zobrist.Space { return spaces()[v] }
