package index

import (
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist/game"
)

// Set adds a condition, by its name and with the value that a person wrote. An empty value
// is no condition. The sides are what the game calls them: white and black in chess.
//
//	since, until                           1972, 1972-07 or 1972-07-11
//	rating, white-rating, black-rating     2400-2600, 2600- or -2000; - is any
//	rating-gap                             0-100, 200- or -50: the difference of the ratings; 0 is one
//	result                                 1-0, 0-1, 1/2-1/2, *; white, black: the side that won; draw
//	speeds                                 ultraBullet, bullet, blitz, rapid, classical, correspondence
//	modes                                  casual, rated
//	color                                  white or black: the side of the filter's players
//	eco                                    B90, C4, E: codes or their beginnings; E60-E99, E60-: ranges
//	event                                  part of the event's name, case and accents ignored
//	source                                 a file, as [Source] names it
//
// Results, speeds, modes and codes are lists with commas. A second value of these, of
// rating and of source is an alternative; one of the others replaces the first. The
// error says what can be written.
func (f *Filter) Set(sides [2]string, name, value string) (err error) {
	if value == "" {
		return nil
	}
	switch name {
	case "since":
		f.Since, err = ParseDate(value)
	case "until":
		f.Until, err = ParseDate(value)
	case "rating":
		var r Range
		if r, err = parseAnyRange(value); r != (Range{}) {
			f.Ratings = append(f.Ratings, r)
		}
	case sides[0] + "-rating":
		f.FirstRating, err = parseAnyRange(value)
	case sides[1] + "-rating":
		f.SecondRating, err = parseAnyRange(value)
	case "rating-gap":
		f.RatingGap, err = parseGap(value)
	case "result":
		words := map[string]game.Result{sides[0]: game.FirstWins, sides[1]: game.SecondWins, "draw": game.Draw}
		err = parseList(&f.Results, value, func(text string) (game.Result, bool) {
			if r, ok := words[text]; ok {
				return r, true
			}
			return game.ParseResult(text)
		}, "result",
			fmt.Sprintf("1-0, 0-1, 1/2-1/2, *, %s, %s or draw", sides[0], sides[1]))
	case "speeds":
		err = parseList(&f.Speeds, value, ParseSpeed, "speed",
			"ultraBullet, bullet, blitz, rapid, classical or correspondence")
	case "modes":
		err = parseList(&f.Modes, value, ParseMode, "mode", "casual or rated")
	case "eco":
		err = parseList(&f.Openings, value, parseOpening, "code or range", "B90, C4, E or E60-E99")
	case "color":
		switch value {
		case sides[0]:
			f.Side = game.FirstSide
		case sides[1]:
			f.Side = game.SecondSide
		default:
			return fmt.Errorf("write %s or %s", sides[0], sides[1])
		}
	case "event":
		f.Event = value
	case "source":
		f.Sources = append(f.Sources, string([]rune(value))) // as stores keep it
	default:
		return fmt.Errorf("no condition %q; write since, until, rating, %s-rating, %s-rating, rating-gap, result, "+
			"speeds, modes, color, eco, event or source", name, sides[0], sides[1])
	}
	return err
}

func parseAnyRange(text string) (Range, error) {
	if text == "-" {
		return Range{}, nil
	}
	return ParseRange(text)
}

// parseGap reads a range of differences. Unlike a rating, a difference may be 0.
func parseGap(text string) (Range, error) {
	low, high, isRange := strings.Cut(strings.TrimSpace(text), "-")
	if !isRange {
		high = low
	}
	number := func(text string, none int) (int, bool) {
		if text == "" {
			return none, true
		}
		n, ok := wholeNumber(text)
		return n, ok && n <= MaxRating
	}
	least, lowOK := number(low, 0)
	most, highOK := number(high, MaxRating)
	if low+high == "" && isRange {
		return Range{}, nil
	}
	if low+high == "" || !lowOK || !highOK || least > most {
		return Range{}, fmt.Errorf("not a range of differences: %q; write 0-100, 200- or -50", text)
	}
	r := Range{Min: least, Max: most}
	switch {
	case high != "" && most == 0:
		r.Max = -1
	case high == "":
		r.Max = 0
		if least == 0 { // any difference, of two known ratings
			r.Min = -1
		}
	}
	return r, nil
}

// parseOpening reads what [matchOpening] takes. Blanks around a hyphen do not count.
func parseOpening(text string) (string, bool) {
	from, to, isRange := strings.Cut(text, "-")
	if !isRange {
		return text, text != ""
	}
	from, to = strings.TrimSpace(from), strings.TrimSpace(to)
	ok := from+to != "" && (to == "" || matchOpening("-"+to, from) || from == "")
	return from + "-" + to, ok && !strings.Contains(to, "-")
}

// parseList appends the elements of a list with commas.
func parseList[T any](list *[]T, text string, parse func(string) (T, bool), what, remedy string) error {
	for word := range strings.SplitSeq(text, ",") {
		v, ok := parse(strings.TrimSpace(word))
		if !ok {
			return fmt.Errorf("no such %s: %q; write %s", what, word, remedy)
		}
		*list = append(*list, v)
	}
	return nil
}
