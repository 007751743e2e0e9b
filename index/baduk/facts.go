package badukindex

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/sgf"
)

// PerRank is the difference of the ratings of two ranks; see [sgf.Rank].
const PerRank = 100

// Rank returns the rank that is nearest to a rating, or to a mean of ratings.
func Rank(rating int) sgf.Rank { return sgf.Rank((rating + PerRank/2) / PerRank) }

// Terms are what [index.Game].Opening says about a game of Go.
type Terms struct {
	Handicap int    // stones
	Komi     string // "6.5"; "?" if not known
	Score    string // as [sgf.Game.Score]; "?" if not known
	Rules    string // "Japanese"; "" if not known
}

// String returns the terms as a code: "H02 K0.5 W+3.5 Japanese".
func (t Terms) String() string {
	return strings.TrimSpace(fmt.Sprintf("H%02d K%s %s %s", t.Handicap, t.Komi, t.Score, t.Rules))
}

// ParseTerms reads what [Terms.String] writes.
func ParseTerms(code string) (t Terms) {
	words := strings.SplitN(code+"   ", " ", 4)
	t.Handicap, _ = strconv.Atoi(strings.TrimPrefix(words[0], "H"))
	t.Komi, t.Score, t.Rules = strings.TrimPrefix(words[1], "K"), words[2], strings.TrimSpace(words[3])
	return t
}

// describe fills in the facts of a game from the properties of its root and the options that they give.
func describe(g *index.Game, record *sgf.Game, o baduk.Options) {
	get := func(id string) string {
		text, _ := record.Root.Get(id)
		if text = strings.Join(strings.Fields(text), " "); text == "?" || text == "-" {
			return ""
		}
		return text
	}
	*g = index.Game{Moves: g.Moves, First: get("PB"), Second: get("PW"), Event: get("EV"), Site: get("PC"),
		Round: get("RO"), Result: record.Result(),
		FirstRating: PerRank * int(sgf.ParseRank(get("BR"))), SecondRating: PerRank * int(sgf.ParseRank(get("WR")))}
	g.Date.Year, g.Date.Month, g.Date.Day = record.Date()
	terms := Terms{Komi: "?", Score: "?", Rules: get("RU")}
	terms.Handicap, _ = strconv.Atoi(get("HA"))
	if n := len(record.Root.All("AB")); terms.Handicap == 0 && n > 1 && len(record.Root.All("AW")) == 0 {
		terms.Handicap = n // stones that the record does not call a handicap
	}
	terms.Handicap = max(0, min(terms.Handicap, 99))
	if get("KM") != "" {
		terms.Komi = strconv.FormatFloat(float64(o.Komi)/2, 'f', -1, 64)
	}
	if score := record.Score(); score != "" {
		terms.Score = score
	}
	if r, err := baduk.ParseRules(terms.Rules); err == nil && r.String() != "" {
		terms.Rules = r.String()
	}
	g.Opening = terms.String()
}

// tags returns the facts of a game as properties of a record.
func tags(g *index.Game) (list []sgf.Property) {
	t := ParseTerms(g.Opening)
	for _, tag := range []game.Tag{
		{Name: "PB", Value: g.First}, {Name: "BR", Value: Rank(g.FirstRating).String()},
		{Name: "PW", Value: g.Second}, {Name: "WR", Value: Rank(g.SecondRating).String()},
		{Name: "DT", Value: g.Date.ISO()}, {Name: "EV", Value: g.Event}, {Name: "PC", Value: g.Site},
		{Name: "RO", Value: g.Round}, {Name: "HA", Value: strings.TrimLeft(strconv.Itoa(t.Handicap), "0")},
		{Name: "KM", Value: strings.Trim(t.Komi, "?")}, {Name: "RU", Value: t.Rules},
		{Name: "RE", Value: strings.Trim(t.Score, "?")},
	} {
		if tag.Value != "" {
			list = append(list, sgf.Property{ID: tag.Name, Values: []string{tag.Value}})
		}
	}
	return list
}
