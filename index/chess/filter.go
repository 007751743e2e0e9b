package chessindex

import (
	"errors"
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/index"
)

// SetFilter adds a condition to a filter of chess games, by its name and with the
// value that a person wrote. An empty value is no condition.
//
//	since, until                           1972, 1972-07 or 1972-07-11
//	rating, white-rating, black-rating     2400-2600, 2600- or -2000; - is any
//	rating-gap                             0-100, 200- or -50: the difference of the ratings
//	result                                 1-0, 0-1, 1/2-1/2, *
//	speeds                                 ultraBullet, bullet, blitz, rapid, classical, correspondence
//	modes                                  casual, rated
//	color                                  white or black: the side of the filter's players
//	eco                                    B90, C4, E: codes or their beginnings; E60-E99, E60-: ranges
//	event                                  part of the event's name
//	source                                 a file, as [index.Source] names it
//
// Results, speeds, modes and codes are lists with commas. A second value of these, of
// rating and of source is an alternative; one of the others replaces the first. The
// error says what can be written.
func SetFilter(f *index.Filter, name, value string) (err error) {
	if value == "" {
		return nil
	}
	switch name {
	case "since":
		f.Since, err = index.ParseDate(value)
	case "until":
		f.Until, err = index.ParseDate(value)
	case "rating":
		var r index.Range
		if r, err = parseRange(value); r != (index.Range{}) {
			f.Ratings = append(f.Ratings, r)
		}
	case "white-rating":
		f.FirstRating, err = parseRange(value)
	case "black-rating":
		f.SecondRating, err = parseRange(value)
	case "rating-gap":
		if f.RatingGap, err = parseRange(value); err != nil {
			err = fmt.Errorf("not a range of differences: %q; write 0-100, 200- or -50", value)
		}
	case "result":
		err = parseList(&f.Results, value, game.ParseResult, "result", "1-0, 0-1, 1/2-1/2 or *")
	case "speeds":
		err = parseList(&f.Speeds, value, index.ParseSpeed, "speed",
			"ultraBullet, bullet, blitz, rapid, classical or correspondence")
	case "modes":
		err = parseList(&f.Modes, value, index.ParseMode, "mode", "casual or rated")
	case "eco":
		err = parseList(&f.Openings, value, parseOpening, "code or range", "B90, C4, E or E60-E99")
	case "color":
		switch value {
		case "white":
			f.Side = game.FirstSide
		case "black":
			f.Side = game.SecondSide
		default:
			return errors.New("write white or black")
		}
	case "event":
		f.Event = value
	case "source":
		f.Sources = append(f.Sources, sourceName(value))
	default:
		return fmt.Errorf("no condition %q", name)
	}
	return err
}

func parseRange(text string) (index.Range, error) {
	if text == "-" {
		return index.Range{}, nil
	}
	return index.ParseRange(text)
}

// parseOpening reads what [index.MatchOpening] takes. Blanks around a hyphen do not count.
func parseOpening(text string) (string, bool) {
	from, to, isRange := strings.Cut(text, "-")
	if !isRange {
		return text, text != ""
	}
	from, to = strings.TrimSpace(from), strings.TrimSpace(to)
	ok := from+to != "" && (to == "" || index.MatchOpening("-"+to, from) || from == "")
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
