package serve

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/games"
)

// values are the parameters of a request. They keep the first error, which becomes the answer.
type values struct {
	url.Values
	s   *Server
	r   *request
	err error
}

// parameters returns the query of a request. Brackets after a name, as in "speeds[]", are dropped.
func parameters(s *Server, r *request) (*values, error) {
	parsed, err := url.ParseQuery(strings.ReplaceAll(r.URL.RawQuery, ";", "%3B")) // of EPD; it separates nothing
	if err != nil {
		return nil, badRequest("%v", err)
	}
	v := make(url.Values, len(parsed))
	for _, name := range slices.Sorted(maps.Keys(parsed)) {
		plain := name
		if strings.HasSuffix(name, "]") {
			plain, _, _ = strings.Cut(name, "[")
		}
		v[plain] = append(v[plain], parsed[name]...)
	}
	return &values{Values: v, s: s, r: r}, nil
}

func (v *values) fail(format string, args ...any) { v.keep(badRequest(format, args...)) }

// keep keeps an error, if there is one and it is the first.
func (v *values) keep(err error) {
	if v.err == nil {
		v.err = err
	}
}

// need requires parameters.
func (v *values) need(names ...string) {
	for _, name := range names {
		if v.Get(name) == "" {
			v.fail("%s are required", strings.Join(names, " and "))
		}
	}
}

// Get returns the value of a parameter that may occur once, "" if it is missing.
func (v *values) Get(name string) string {
	for _, other := range v.Values[name][min(1, len(v.Values[name])):] {
		if other != v.Values[name][0] {
			v.fail("%s: given twice, as %q and %q", name, v.Values[name][0], other)
		}
	}
	return v.Values.Get(name)
}

// years makes a number of one or two digits a year: 1 is the year 1, and 0 is no bound.
func (v *values) years(names ...string) {
	for _, name := range names {
		if n, err := strconv.Atoi(v.Get(name)); err == nil && n == 0 {
			v.Del(name)
		} else if err == nil && n > 0 && n < 100 {
			v.Set(name, fmt.Sprintf("%04d", n))
		}
	}
}

// number returns a number between 0 and most. A greater one becomes most.
func (v *values) number(name string, standard, most int) int {
	text := v.Get(name)
	if text == "" {
		return standard
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		remedy := ""
		if name == "moves" {
			remedy = "; it is how many moves to list, and the moves of a line go into play"
		}
		v.fail("%s: not a number from 0: %q%s", name, text, remedy)
	}
	return min(n, most)
}

// within returns a number between least and most.
func (v *values) within(name string, standard, least, most int) int {
	text := v.Get(name)
	if text == "" {
		return standard
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		v.fail("%s: not a number from %d to %d: %q", name, least, most, text)
	}
	return n
}

// flag returns whether a parameter is set to true.
func (v *values) flag(name string) bool {
	switch text := v.Get(name); strings.ToLower(text) {
	case "true", "1", "on", "yes":
		return true
	case "", "false", "0", "off", "no":
	default:
		v.fail("%s: true or false, not %q", name, text)
	}
	return false
}

// list returns the elements of lists with commas. A repeated name adds to its list.
func (v *values) list(name string) (list []string) {
	for _, value := range v.Values[name] {
		for element := range strings.SplitSeq(value, ",") {
			if element != "" {
				list = append(list, element)
			}
		}
	}
	return list
}

// Conditions on games; see [index.Filter.Set]. Lists may be repeated.
var (
	single = []string{"since", "until", "white-rating", "black-rating", "rating-gap", "color", "event"}
	listed = []string{"rating", "result", "speeds", "modes", "eco"}
)

// conditions returns the games that a query selects, apart from the players.
func (v *values) conditions() (f index.Filter) {
	g := v.s.game
	set := func(name, value string) {
		if value == "" {
			return
		}
		if !g.About().Applies(name) {
			v.fail("%s does not apply to %s; leave it out", name, g.About().Name)
		} else if err := games.Select(g, &f, name, value); err != nil {
			v.fail("%s: %v", name, err)
		}
	}
	for _, name := range slices.Concat(single, games.Own()) {
		set(name, v.Get(name))
	}
	for _, name := range listed {
		for _, value := range v.Values[name] {
			set(name, value)
		}
	}
	if v.Has("rating") && v.Has("ratings") {
		v.fail("give rating or ratings, not both")
	}
	ranges, _ := v.ratingGroups()
	f.Ratings = append(f.Ratings, ranges...)
	return f
}

// groups are the lower ends of the rating groups of the Lichess explorer. Some have a second name: 400 is how
// lichess.org calls the lowest one, and the highest has parts.
var (
	groups     = []int{0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500}
	groupNames = map[int]int{400: 0, 2800: 2500, 3200: 2500}
)

// usualGroup is the highest first group in the lists of usual clients: 1600 in openingtree, 1000 in lichess.org, its
// app and En Croissant.
const usualGroup = 1600

// ratingGroups returns the ranges of the rating groups that a request names, adjacent ones as one range. It returns
// none if all groups are named. Usual lists have all groups from [usualGroup] on.
func (v *values) ratingGroups() (ranges []index.Range, usual bool) {
	chosen := make([]bool, len(groups))
	for _, text := range v.list("ratings") {
		n, err := strconv.Atoi(text)
		if group, ok := groupNames[n]; ok {
			n = group
		}
		i := slices.Index(groups, n)
		if err != nil || i < 0 {
			v.fail("ratings: no rating group %q", text)
			return nil, false
		}
		chosen[i] = true
	}
	for i := 0; i < len(groups); i++ {
		if !chosen[i] {
			continue
		}
		r := index.Range{Min: groups[i]}
		for i+1 < len(groups) && chosen[i+1] {
			i++
		}
		if i+1 < len(groups) {
			r.Max = groups[i+1] - 1
		} else {
			usual = r.Min <= usualGroup
		}
		if r == (index.Range{}) {
			return nil, false // all groups
		}
		ranges = append(ranges, r)
	}
	return ranges, usual
}
