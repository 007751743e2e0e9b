package chessindex

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/index"
)

// controls finds the parts of a time control in words: the text before a number, the number, its unit, and whether it
// counts moves.
var controls = regexp.MustCompile(`(g|sd|game|d|inc|increment|delay|bonus|\+|\||;)?[ /:]*(?:in )?` +
	`([0-9]+(?:[.,][0-9]+)?)\s*` +
	`(hours?|hrs?\.?|h|std\.?|minut[a-z]*|min[a-z]?\b\.?|m\b|seconds?|sec[a-z]?\b\.?|sek\.?|s\b|''|"|[′’']|[″”])?\s*` +
	`(/ *(?:[0-9]|[a-z]*move|g|sd)|moves?\b)?`)

// correspondence is in time controls of days.
var correspondence = regexp.MustCompile(`\bdays?\b|[0-9]d(ays?)?(/|\b)|\bdaily\b|correspondence|postal|e-?mail`)

// controlWords returns the class of a time control as people and other programs write it: 5|5 and 15 10 for minutes
// and seconds, 60 mins, 90'+30", G/60;d5 and 40/90, SD/30 as in the United States, 3 days/move, Blitz. A number alone
// is none: it may be anything.
func controlWords(text string) index.Speed {
	const longest = 80
	if text = strings.ToLower(text); len(text) > longest {
		return index.UnknownSpeed
	}
	for s := index.UltraBullet; s <= index.Correspondence; s++ {
		if text == strings.ToLower(s.String()) {
			return s
		}
	}
	parts := controls.FindAllStringSubmatch(text, -1)
	two := len(parts) == 2 && strings.Trim(text, "0123456789 ") == ""
	sure := two || strings.Contains(text, "|") && len(parts) == 2
	base, increment := 0.0, 0.0
	for _, part := range parts {
		before, unit, after := part[1], part[3], part[4]
		n, _ := strconv.ParseFloat(strings.Replace(part[2], ",", ".", 1), 64) // it has this form
		after = strings.TrimLeft(after, "/ ")
		game := before == "g" || before == "sd" || before == "game"
		sure = sure || unit != "" || game
		extra := !game && (before != "" || strings.HasSuffix(after, "move") && unit != "")
		switch {
		case unit == "" && after != "":
		case unit == "" && (extra || two && base > 0):
			increment += n
		case unit == "" || unit[0] == 'm' || slices.Contains([]string{"′", "’", "'"}, unit):
			base += 60 * n
		case unit[0] == 'h' || strings.HasPrefix(unit, "std"):
			base += 3600 * n
		case extra || base > 0:
			increment += n
		default:
			base += n
		}
	}
	switch {
	case correspondence.MatchString(text):
		return index.Correspondence
	case !sure || base+increment == 0:
		return index.UnknownSpeed
	}
	return speedFor(base + 40*increment)
}
