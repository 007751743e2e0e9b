package games

import (
	"context"
	"fmt"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/index"
	badukindex "github.com/zobrist-go/zobrist/index/baduk"
	"github.com/zobrist-go/zobrist/sgf"
)

// Baduk is Go.
var Baduk Game = &badukGame{Description{
	Name: badukindex.Name, Title: "Go", Records: "SGF", Type: "application/x-go-sgf", Ending: ".sgf",
	Sides: [2]string{"black", "white"}, Record: true, Many: true,
	Rules: badukindex.Rules(), Views: viewNames(badukindex.CornerView, badukindex.Corner9View),
	Own: []string{"rank", "white-rank", "black-rank", "handicap"}, Absent: []string{"eco", "speeds", "modes"},
	Form: `a position is an SGF record or file, a size such as 9, or a board such as "9/9/9/9/4X4/9/9/9/9 w"`,
	Line: `"Q16 D4" or "B Q16, W D4"`,
}}

// badukGame is Go as a [Game].
type badukGame struct{ Description }

// Space implements [Game].
func (*badukGame) Space() *zobrist.Space { return badukindex.Space() }

// Open implements [Game].
func (*badukGame) Open(ctx context.Context, s index.Store, o Options) (*index.Index, error) {
	return badukindex.Open(ctx, s, badukindex.Options{Set: o.Set, Exchange: o.Rules == badukindex.Rules()[1],
		Views: viewsOf(o.Views, badukindex.CornerView, badukindex.Corner9View)})
}

// Split implements [Game]. It takes a record, a size or a board for a position, and anything else for moves.
func (*badukGame) Split(text string) (position, moves string) {
	text = strings.TrimSpace(text)
	first, rest, _ := strings.Cut(text, " ")
	switch {
	case text == "startpos":
		return "", ""
	case strings.HasPrefix(text, "(") || strings.Contains(first, "/"):
		return text, ""
	case IsBadukSize(first) && (rest == "b" || rest == "w"): // a board of one row
		return text, ""
	case IsBadukSize(first):
		return first, rest
	}
	return "", text
}

// Moves implements [Game]. It reads moves such as "Q16 D4", "B Q16, W D4" and "B[pd] W[dp]". Numbers of moves are
// passed over.
func (*badukGame) Moves(position index.Position, text string) iter.Seq2[uint32, error] {
	p := position.(*badukindex.Position)
	return func(yield func(uint32, error) bool) {
		side := ""
		for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune(" ,;\t\n\r", c) }) {
			if _, move := cutNumber(word); move != "" || strings.ContainsAny(word, ".…") {
				word = move
			}
			switch strings.ToLower(word) {
			case "":
				continue
			case "b", "w", "black", "white":
				side = word + " "
				continue
			}
			m, err := p.ParseMove(side + word)
			if !yield(m, err) || err != nil {
				return
			}
			side = ""
		}
	}
}

// Parse implements [Game].
func (*badukGame) Parse(p index.Position, move string) (uint32, error) {
	return p.(*badukindex.Position).ParseMove(move)
}

// Notation implements [Game].
func (*badukGame) Notation(p index.Position, move uint32) (engine, usual string) {
	return "", p.(*badukindex.Position).MoveString(move)
}

// Turn implements [Game].
func (*badukGame) Turn(p index.Position) game.Side {
	return p.(*badukindex.Position).Board().Turn().Side()
}

// Part implements [Parted]: it chooses a corner.
func (*badukGame) Part(p index.Position, name string) error {
	return p.(*badukindex.Position).SetCorner(name)
}

// Symmetric implements [Parted].
func (*badukGame) Symmetric(p index.Position, v index.View, move uint32) []uint32 {
	return p.(*badukindex.Position).Symmetric(v, move)
}

// Mover implements [Parted].
func (*badukGame) Mover(p index.Position, move uint32) game.Side {
	return p.(*badukindex.Position).Mover(move).Side()
}

// Rank implements [Describer].
func (*badukGame) Rank(rating int) string { return badukindex.Rank(rating).String() }

// Score implements [Describer].
func (*badukGame) Score(g *index.Game) string {
	if score := badukindex.ParseTerms(g.Opening).Score; score != "" && score != "?" {
		return score
	}
	return g.Result.String()
}

// Facts implements [Describer].
func (*badukGame) Facts(g *index.Game) *Facts {
	t := badukindex.ParseTerms(g.Opening)
	facts := &Facts{Handicap: t.Handicap, Rules: t.Rules, Score: strings.Trim(t.Score, "?")}
	if komi, err := strconv.ParseFloat(t.Komi, 64); err == nil {
		facts.Komi = &komi
	}
	return facts
}

var badukSize = regexp.MustCompile(`^[0-9]+([x:][0-9]+)?$`)

// IsBadukSize reports whether a position of Go is written as the size of an empty board: "9", "13x7" or "13:7".
func IsBadukSize(text string) bool { return badukSize.MatchString(text) }

// Draw implements [Drawer]: a board with its coordinates, X for black and O for white, and the last stone in brackets.
func (g *badukGame) Draw(position index.Position) string {
	p := position.(*badukindex.Position)
	board := p.Board()
	o := board.Options()
	last, known := p.Last()
	var columns strings.Builder
	columns.WriteString("  ")
	for c := range o.Width {
		columns.WriteString(" " + board.MoveString(baduk.Move(c))[:1])
	}
	var b strings.Builder
	for row := o.Height - 1; row >= 0; row-- {
		fmt.Fprintf(&b, "%2d", row+1)
		for c := range o.Width {
			m := baduk.Move(row*o.Width + c)
			before := " "
			switch {
			case known && m == last:
				before = "("
			case known && c > 0 && m == last+1:
				before = ")"
			}
			b.WriteString(before + string(".XO"[board.Stone(m)]))
		}
		if known && int(last) == row*o.Width+o.Width-1 {
			b.WriteByte(')')
		}
		b.WriteByte('\n')
	}
	to := columns.String() + "\n" + board.Turn().String() + " to move"
	if shape := g.Remark(p); shape != "" {
		to += "; " + shape
	}
	return b.String() + to
}

// Remark implements [Remarker]. It says the shape of a board that is not a square, which may have been pasted without
// one of its rows.
func (*badukGame) Remark(p index.Position) string {
	o := p.(*badukindex.Position).Board().Options()
	if o.Width == o.Height {
		return ""
	}
	return fmt.Sprintf("the board is not a square: %d columns, %d rows", o.Width, o.Height)
}

// Condition implements [Conditioner]. It turns conditions on ranks and handicaps into those that an index has.
func (b *badukGame) Condition(name, value string) (as, text string, err error) {
	if !slices.Contains(b.Own, name) {
		return name, value, nil
	}
	low, high, isRange := strings.Cut(value, "-")
	if !isRange {
		high = low
	}
	if name == "handicap" {
		for i, bound := range []*string{&low, &high} {
			n, err := strconv.Atoi(*bound)
			if *bound == "" {
				n = []int{0, 99}[i]
			} else if err != nil || n < 0 || n > 99 {
				return "", "", fmt.Errorf("not a handicap: %q; write 0, 2-4 or 2-", value)
			}
			*bound = fmt.Sprintf("H%02d", n)
		}
		if low > high {
			return "", "", exchanged(value)
		}
		return "eco", low + "-" + high, nil
	}
	var bounds [2]sgf.Rank
	for i, bound := range []string{low, high} {
		if bounds[i] = sgf.ParseRank(bound); bound != "" && (bounds[i] == 0 || !plainRank.MatchString(bound)) {
			return "", "", fmt.Errorf("not a range of ranks: %q; write 5k-3d, 1d- or -9d; 4p is professional", value)
		}
	}
	if bounds[1] != 0 && bounds[0] > bounds[1] {
		return "", "", exchanged(value)
	}
	least, most := "", ""
	if bounds[0] > 0 {
		least = strconv.Itoa(badukindex.PerRank*int(bounds[0]) - badukindex.PerRank/2)
	}
	if bounds[1] > 0 {
		most = strconv.Itoa(badukindex.PerRank*int(bounds[1]) + badukindex.PerRank/2 - 1)
	}
	return strings.Replace(name, "rank", "rating", 1), least + "-" + most, nil
}

// plainRank is a rank as a person writes it in a condition, such as 5k, 3 dan, 4p and 九段: without anything after it.
var plainRank = regexp.MustCompile(`(?i)^\s*(p|职业|職業|プロ)?\s*([0-9]{1,2}|[一二三四五六七八九十初]{1,3})\s*-?\s*` +
	`(dan|kyu|gup|d|k|p|段|级|級|급|단)(\s*pro)?\s*$`)

// exchanged is the error of a range that ends before it begins.
func exchanged(value string) error {
	return fmt.Errorf("%q ends before it begins; exchange the two", value)
}
