package clickhouse

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	ch "github.com/ClickHouse/clickhouse-go/v2"
	"github.com/ClickHouse/clickhouse-go/v2/ext"
	"github.com/ClickHouse/clickhouse-go/v2/lib/column"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/names"
)

// The number of a day is year<<9 | month<<5 | day, as in [index.Facts.DateRank]. The number
// of a month lacks the last 5 bits. A rating's band is 0 if it is not known, or 1 plus its
// hundreds.
const (
	meanSQL = "intDiv(if(first_rating = 0 OR second_rating = 0, 2 * (first_rating + second_rating), " +
		"first_rating + second_rating), 2)"
	bandSQL = "toUInt8(if(first_rating + second_rating = 0, 0, 1 + intDiv(" + meanSQL + ", 100)))"
	rankSQL = "if(first_rating = 0 OR second_rating = 0, 2 * (first_rating + second_rating), " +
		"first_rating + second_rating)"
	gapSQL     = "abs(toInt32(first_rating) - toInt32(second_rating))"
	lastDaySQL = "if(bitAnd(day, 480) = 0, bitOr(day, 415), if(bitAnd(day, 31) = 0, bitOr(day, 31), day))"
	lastMonth  = "if(bitAnd(month, 15) = 0, bitOr(month, 12), month)"
)

// quote returns a string as it stands in SQL.
func quote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\x00", `\0`).Replace(s) + "'"
}

// in returns a condition that a column has one of some values.
func in[T ~uint8](column string, values []T) string {
	return column + " IN (" + list(values, func(b []byte, v T) []byte { return strconv.AppendUint(b, uint64(v), 10) }) +
		")"
}

// between returns a condition for a rating that must be known.
func between(rating string, r index.Range) string {
	if r == (index.Range{}) {
		return "1"
	}
	text := fmt.Sprintf("%s > 0 AND %s >= %d", rating, rating, max(r.Min, 0))
	if r.Max != 0 {
		text += fmt.Sprintf(" AND %s <= %d", rating, max(r.Max, 0))
	}
	return "(" + text + ")"
}

// anyOf joins conditions by OR. Without any it is false.
func anyOf(conditions []string) string {
	if len(conditions) == 0 {
		return "0"
	}
	return "(" + strings.Join(conditions, " OR ") + ")"
}

// allOf joins conditions by AND. Without any it is true.
func allOf(conditions []string) string {
	if len(conditions) == 0 {
		return "1"
	}
	return strings.Join(conditions, " AND ")
}

// factSQL returns conditions on the columns that visits and games have.
func factSQL(f *index.Filter, sources []index.Source) (conditions []string) {
	add := func(format string, args ...any) { conditions = append(conditions, fmt.Sprintf(format, args...)) }
	since, _ := f.Since.Ranks()
	_, until := f.Until.Ranks()
	if since|until != 0 {
		add("day >= 512")
	}
	if since != 0 {
		add("%s >= %d", lastDaySQL, since)
	}
	if until != 0 {
		add("day <= %d", until)
	}
	if len(f.Ratings) > 0 {
		var ranges []string
		for _, r := range f.Ratings {
			ranges = append(ranges, between(meanSQL, r))
		}
		if f.Unrated {
			ranges = append(ranges, meanSQL+" = 0")
		}
		add("%s", anyOf(ranges))
	}
	for column, r := range map[string]index.Range{"first_rating": f.FirstRating, "second_rating": f.SecondRating} {
		if r != (index.Range{}) {
			add("%s", between(column, r))
		}
	}
	if r := f.RatingGap; r != (index.Range{}) {
		add("first_rating > 0 AND second_rating > 0 AND %s >= %d", gapSQL, max(r.Min, 0))
		if r.Max != 0 {
			add("%s <= %d", gapSQL, max(r.Max, 0))
		}
	}
	if len(f.Results) > 0 {
		add("%s", in("result", f.Results))
	}
	if len(f.Speeds) > 0 {
		add("%s", in("speed", f.Speeds))
	}
	if len(f.Modes) > 0 {
		add("%s", in("mode", f.Modes))
	}
	if len(f.Sources) > 0 {
		var ranges []string
		for _, s := range sources {
			if slices.Contains(f.Sources, s.Name) && s.End > s.First {
				ranges = append(ranges, fmt.Sprintf("game >= %d AND game < %d", s.First, s.End))
			}
		}
		add("%s", anyOf(ranges))
	}
	return conditions
}

// named reports whether a filter depends on columns that only the games have.
func named(f *index.Filter) bool {
	return len(f.Players)+len(f.FirstPlayers)+len(f.SecondPlayers)+len(f.Openings) > 0 || f.Event != ""
}

// tallySQL returns the conditions of a filter on the columns of tallies. It reports false
// if these columns cannot express the filter.
func tallySQL(f *index.Filter) (conditions []string, ok bool) {
	if len(f.Results) > 0 || f.FirstRating != (index.Range{}) || f.SecondRating != (index.Range{}) ||
		f.RatingGap != (index.Range{}) || named(f) || len(f.Sources) > 0 || f.Since.Day != 0 || f.Until.Day != 0 {
		return nil, false
	}
	since, _ := f.Since.Ranks()
	_, until := f.Until.Ranks()
	since, until = since>>5, until>>5
	if since|until != 0 {
		conditions = append(conditions, "month >= 16")
	}
	if since != 0 {
		conditions = append(conditions, fmt.Sprintf("%s >= %d", lastMonth, since))
	}
	if until != 0 {
		conditions = append(conditions, fmt.Sprintf("month <= %d", until))
	}
	var bands []string
	for _, r := range f.Ratings {
		low, high := max(r.Min, 0), max(r.Max, 0)
		switch {
		case r == index.Range{}:
			bands = append(bands, "1")
		case low%100 != 0 || r.Max != 0 && high%100 != 99:
			return nil, false
		case r.Max == 0:
			bands = append(bands, fmt.Sprintf("band >= %d", 1+low/100))
		default:
			bands = append(bands, fmt.Sprintf("band >= %d AND band <= %d", 1+low/100, 1+high/100))
		}
	}
	if len(bands) > 0 {
		if f.Unrated {
			bands = append(bands, "band = 0")
		}
		conditions = append(conditions, anyOf(bands))
	}
	if len(f.Speeds) > 0 {
		conditions = append(conditions, in("speed", f.Speeds))
	}
	if len(f.Modes) > 0 {
		conditions = append(conditions, in("mode", f.Modes))
	}
	return conditions, true
}

// A pick is the games that a filter selects.
type pick struct {
	filter string // in Go's syntax, which keeps bytes that are not UTF-8
	games  []uint32
}

// maxPicks is how many sets of games a state keeps: several queries about one position use
// the same filter.
const maxPicks = 4

// gameSQL returns the conditions of a filter on the columns of games, and a context that
// carries the players' names and the openings: a table has room for any number of them,
// and the text of a query has not.
func (s *Store) gameSQL(ctx context.Context, p *snapshot, f *index.Filter) (context.Context, []string, error) {
	conditions := factSQL(f, p.Sources)
	var tables []*ext.Table
	for _, c := range []struct {
		table string
		names []string
		side  game.Side
	}{
		{"players", f.Players, f.Side},
		{"firsts", f.FirstPlayers, game.FirstSide}, {"seconds", f.SecondPlayers, game.SecondSide},
	} {
		if len(c.names) == 0 {
			continue
		}
		table, err := setTable(c.table, "name", "String", c.names)
		if err != nil {
			return ctx, nil, err
		}
		tables = append(tables, table)
		var sides []string
		if c.side != game.SecondSide {
			sides = append(sides, "first IN "+c.table)
		}
		if c.side != game.FirstSide {
			sides = append(sides, "second IN "+c.table)
		}
		conditions = append(conditions, anyOf(sides))
	}
	if f.Event != "" {
		// The first is for games that were added before accents were folded.
		parts := append([]string{strings.ToLower(f.Event)}, names.FoldedParts(f.Event)...)
		slices.Sort(parts)
		var found []string
		for _, part := range slices.Compact(parts) {
			found = append(found, "position(event_lower, "+quote(part)+") > 0")
		}
		conditions = append(conditions, anyOf(found))
	}
	if len(f.Openings) > 0 {
		codes, err := s.openings(ctx, p, f.Openings)
		if err != nil {
			return ctx, nil, err
		}
		if len(codes) == 0 {
			return ctx, []string{"0"}, nil
		}
		table, err := setTable("codes", "code", "String", codes)
		if err != nil {
			return ctx, nil, err
		}
		tables = append(tables, table)
		conditions = append(conditions, "opening IN codes")
	}
	if len(tables) > 0 {
		ctx = ch.Context(ctx, ch.WithExternalTable(tables...))
	}
	return ctx, conditions, nil
}

// openings returns the codes that are selected.
func (s *Store) openings(ctx context.Context, p *snapshot, selected []string) ([]string, error) {
	var codes []string
	f := index.Filter{Openings: selected}
	matches := f.Matcher().Conditions[0].Match
	for _, q := range p.everywhere() {
		all, err := queryShard(ctx, s, p, &q, "SELECT DISTINCT opening FROM "+s.name("games")+" WHERE "+q.visitRuns(),
			one[string])
		if err != nil {
			return nil, err
		}
		for _, code := range all {
			if matches(code) {
				codes = append(codes, code)
			}
		}
	}
	slices.Sort(codes)
	return slices.Compact(codes), nil
}

// visitSQL returns the conditions of a filter on the columns of visits, and a context that
// carries the games that it selects if they had to be found first.
func (s *Store) visitSQL(ctx context.Context, p *snapshot, f *index.Filter) (context.Context, []string, error) {
	conditions := factSQL(f, p.Sources)
	if !named(f) {
		return ctx, conditions, nil
	}
	games, err := s.pick(ctx, p, f)
	if err != nil {
		return ctx, nil, err
	}
	if len(games) == 0 {
		return ctx, []string{"0"}, nil
	}
	table, err := setTable("picked", "game", "UInt32", games)
	if err != nil {
		return ctx, nil, err
	}
	return ch.Context(ctx, ch.WithExternalTable(table)), append(conditions, "game IN picked"), nil
}

// setTable returns a set of values that goes with a query, as a table of one column.
func setTable[T any](name, value string, kind column.Type, values []T) (*ext.Table, error) {
	table, err := ext.NewTable(name, ext.Column(value, kind))
	for _, v := range values {
		if err == nil {
			err = table.Append(v)
		}
	}
	return table, err
}

// pick returns the games that a filter selects, ascending. Callers share the list.
func (s *Store) pick(ctx context.Context, p *snapshot, f *index.Filter) ([]uint32, error) {
	key := fmt.Sprintf("%#v", *f)
	p.mu.Lock()
	i := slices.IndexFunc(p.picked, func(one pick) bool { return one.filter == key })
	if i >= 0 {
		defer p.mu.Unlock()
		return p.picked[i].games, nil
	}
	p.mu.Unlock()
	ctx, conditions, err := s.gameSQL(ctx, p, f)
	if err != nil {
		return nil, err
	}
	var games []uint32
	for _, q := range p.everywhere() {
		part, err := queryShard(ctx, s, p, &q, "SELECT game FROM "+s.name("games")+" WHERE "+
			allOf(append(conditions, q.visitRuns())), one[uint32])
		if err != nil {
			return nil, err
		}
		games = append(games, part...)
	}
	slices.Sort(games)
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.picked) == maxPicks {
		p.picked = slices.Delete(p.picked, 0, 1)
	}
	p.picked = append(p.picked, pick{key, games})
	return games, nil
}

// digest returns a key that is the same for equal games: the first 80 bits of the SHA-256 of
// what they have in common, with the date by its rank.
func digest(b []byte, g *index.Game) (index.Key, []byte) {
	b = g.AppendIdentity(b[:0])
	date, _ := g.Date.Ranks()
	binary.LittleEndian.PutUint32(b[len(b)-4:], date)
	return keyOfSum(b), b
}
