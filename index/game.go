package index

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/zobrist-go/zobrist/game"
)

// A Game is a game as an index keeps it. Strings are UTF-8. Facts that are not known are
// empty or 0.
type Game struct {
	First, Second             string // the players; the first one is White in chess
	FirstRating, SecondRating int    // 1 to MaxRating, 0 if not known
	Result                    game.Result
	Date                      Date
	Event, Site, Round        string
	Opening                   string // its code, ECO in chess
	Speed                     Speed
	Mode                      Mode
	Start                     string   // start position, in one notation for each; "" is the usual one
	Moves                     []uint32 // in the game's own words; none is 0
	Text                      []byte   // the game as it was read, byte for byte; nil if it was not kept

	// Mark tells the game from others with the same moves: its address, or the time when it began. It is not kept:
	// readers of records fill it in. Without it a Site that is an address counts.
	Mark string
}

// AppendIdentity appends what two games have in common if they are the same: their start,
// their moves, their players, their result and their date, and their address or time as far as it is known. Of a game
// without players its event, site and round count. Stores keep digests of these bytes, so they are
// part of their formats. The last four are the day, the month, and the year in two bytes.
func (g *Game) AppendIdentity(dst []byte) []byte {
	text := func(s string) { dst = append(binary.AppendUvarint(dst, uint64(len(s))), s...) }
	text(g.Start)
	dst = binary.AppendUvarint(dst, uint64(len(g.Moves)))
	for _, m := range g.Moves {
		dst = binary.LittleEndian.AppendUint32(dst, m)
	}
	text(g.First)
	text(g.Second)
	text(g.mark())
	return append(dst, byte(g.Date.Day), byte(g.Date.Month), byte(g.Date.Year), byte(g.Date.Year>>8))
}

// mark returns what else distinguishes games with equal moves.
func (g *Game) mark() string {
	mark := g.Mark
	if mark == "" && strings.Contains(g.Site, "://") {
		mark = g.Site
	}
	if g.First == "" && g.Second == "" {
		mark = strings.Join([]string{mark, g.Event, g.Site, g.Round}, "\x00")
	}
	return g.Result.String() + " " + mark
}

// MaxRating is the greatest rating that counts. Greater and negative ones are
// taken as not known.
const MaxRating = 9999

// MaxGames is the number of games that an index can hold, 2^32 − 2^16.
const MaxGames = 1<<32 - 1<<16

// A Date is a day of the Gregorian calendar. Parts that are not known are 0. The
// zero Date is no date.
type Date struct {
	Year  int // 0 to 9999
	Month int // 0 to 12
	Day   int // 0 to 31
}

// String returns the date as in PGN, "1972.07.11" or "1906.??.??".
func (d Date) String() string {
	part := func(v int, width int) string {
		if v == 0 {
			return "????"[:width]
		}
		return fmt.Sprintf("%0*d", width, v)
	}
	return part(d.Year, 4) + "." + part(d.Month, 2) + "." + part(d.Day, 2)
}

// ISO returns the date with hyphens, as far as it is known: "1972-07-11", "1972-07",
// "1972" or "".
func (d Date) ISO() string {
	switch {
	case d.Year == 0:
		return ""
	case d.Month == 0:
		return fmt.Sprintf("%04d", d.Year)
	case d.Day == 0:
		return fmt.Sprintf("%04d-%02d", d.Year, d.Month)
	}
	return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
}

// Known returns the date without its impossible parts.
func (d Date) Known() Date {
	if d.Year < 0 || d.Year > 9999 {
		return Date{}
	}
	if d.Month < 0 || d.Month > 12 {
		d.Month, d.Day = 0, 0
	}
	if d.Day < 0 || d.Day > 31 {
		d.Day = 0
	}
	return d
}

// A Speed is a class of time controls.
type Speed uint8

const (
	UnknownSpeed Speed = iota
	UltraBullet
	Bullet
	Blitz
	Rapid
	Classical
	Correspondence
)

var speedNames = [...]string{"", "ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence"}

// String returns the name of the class, as lichess.org writes it, "" if it is not known.
func (s Speed) String() string {
	if int(s) < len(speedNames) {
		return speedNames[s]
	}
	return ""
}

// ParseSpeed returns the class of that name.
func ParseSpeed(name string) (Speed, bool) {
	for i, n := range speedNames {
		if i > 0 && n == name {
			return Speed(i), true
		}
	}
	return 0, false
}

// A Mode says whether a game changed its players' ratings.
type Mode uint8

const (
	UnknownMode Mode = iota
	Casual
	Rated
)

// String returns "casual", "rated", or "" if it is not known.
func (m Mode) String() string { return [...]string{"", "casual", "rated", ""}[m&3] }

// ParseMode returns the mode of that name.
func ParseMode(name string) (Mode, bool) {
	for m := Casual; m <= Rated; m++ {
		if m.String() == name {
			return m, true
		}
	}
	return UnknownMode, false
}
