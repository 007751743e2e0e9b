// Package eco names chess openings: the ECO code and the name of a position,
// however it was reached.
//
//	p, err := chess.Parse("rnbqkbnr/pppp1ppp/4p3/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2", chess.Options{})
//	o, ok := eco.Find(p) // C00 French Defense: Normal Variation
//
// # Guarantees
//
// A position has a name if it ends one of the 3,807 lines of the source or
// transposes to such an end. En-passant rights do not count: if two lines end in
// positions that differ only in them, the later line has given the name. This
// concerns one line. All functions are safe for concurrent use.
//
// # Limits
//
// Positions are compared by a hash of 64 bits under the default keys. Someone may
// construct another position with the hash of a named one.
//
// # Cost
//
// Find takes less than half a µs. The lines take 370 kB of the program. The first call replays
// them, in some 20 ms, and keeps 300 kB.
//
// # Source
//
// The lines are the files a.tsv to e.tsv of https://github.com/lichess-org/chess-openings,
// in the public domain under CC0 1.0.
package eco

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game/chess"
)

// An Opening is an opening with its code.
type Opening struct {
	Code string `json:"eco"`  // "A00" to "E99"
	Name string `json:"name"` // "Sicilian Defense: Najdorf Variation"
}

// lines has a heading, and then lines of code, name and moves, separated by tabs.
//
//go:embed openings.tsv
var lines string

var (
	openings = sync.OnceValue(table)
	keys     = sync.OnceValue(func() zobrist.Set { return zobrist.Default(chess.Space().Len()) })
)

// table returns the opening of the position at the end of each line, by its hash.
func table() map[uint64]Opening {
	p, err := chess.New(chess.Options{})
	if err != nil {
		panic(err)
	}
	named := make(map[uint64]Opening, strings.Count(lines, "\n"))
	replay(p, func(o Opening) { named[hash(p)] = o })
	return named
}

// Codes returns the codes of the positions that [Find] names, by their hashes under these options, with any
// en-passant square and without. It is for programs that have the hashes of many games. A call takes some 30 ms, and
// the map 2 MB. It returns the errors of [chess.New].
func Codes(o chess.Options) (map[uint64]string, error) {
	p, err := chess.New(o)
	if err != nil {
		return nil, err
	}
	set, err := o.Set.Complete(chess.Space().Len())
	if err != nil {
		return nil, err
	}
	codes := make(map[uint64]string, 9*strings.Count(lines, "\n"))
	replay(p, func(o Opening) {
		h := p.Hash()
		for _, f := range p.AppendFeatures(nil) {
			if isEnPassant(f) {
				h ^= set.Keys[f]
			}
		}
		codes[h] = o.Code
		for f := enPassant; isEnPassant(f); f++ {
			codes[h^set.Keys[f]] = o.Code
		}
	})
	return codes, nil
}

// replay plays each line on p, which is at the start, and calls named at its end.
func replay(p *chess.Position, named func(Opening)) {
	var played []string // the moves made on p
	_, rest, _ := strings.Cut(lines, "\n")
	for line := range strings.Lines(rest) {
		code, line, _ := strings.Cut(strings.TrimSpace(line), "\t")
		name, moves, _ := strings.Cut(line, "\t")
		n := 0 // moves of the line so far
		for word := range strings.FieldsSeq(moves) {
			if strings.HasSuffix(word, ".") {
				continue
			}
			if n++; n <= len(played) && played[n-1] == word {
				continue // as in the line before
			}
			played = retract(p, played, n-1)
			m, err := p.ParseSAN(word)
			if err != nil {
				panic(fmt.Sprintf("eco: %s: %v", name, err)) // TestTable replays all lines
			}
			p.Make(m)
			played = append(played, word)
		}
		played = retract(p, played, n)
		named(Opening{code, name})
	}
}

// retract takes back all moves but the first n.
func retract(p *chess.Position, played []string, n int) []string {
	for range len(played) - n {
		p.Unmake()
	}
	return played[:n]
}

// Find returns the opening that a position belongs to. It reports false if it has
// none.
func Find(p *chess.Position) (Opening, bool) {
	o, ok := openings()[hash(p)]
	return o, ok
}

// hash returns the hash of a position without its en-passant square. It takes about 50 ns, and some
// microseconds if the position's hash is canonical or has the history: then its features are others.
func hash(p *chess.Position) (h uint64) {
	if o := p.Options(); o.Canonical || o.History != 0 {
		board := strings.Join(strings.Fields(p.FEN())[:4], " ") // without counters, which may be too great for a FEN
		plain, err := chess.Parse(board+" 0 1", chess.Options{Chess960: o.Chess960})
		if err != nil {
			panic(fmt.Sprintf("eco: %s: %v", p, err)) // not reached: it is a position
		}
		p = plain
	}
	var buffer [40]zobrist.Feature
	set := keys().Keys
	for _, f := range p.AppendFeatures(buffer[:0]) {
		if !isEnPassant(f) {
			h ^= set[f]
		}
	}
	return h
}

// enPassant is the first of the eight features of en-passant files.
const enPassant zobrist.Feature = 772

func isEnPassant(f zobrist.Feature) bool { return f >= enPassant && f < enPassant+8 }
