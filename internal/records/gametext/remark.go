package gametext

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/zobrist-go/zobrist/game"
)

// endings are words with which people say in movetext how a game ended.
var endings = []string{
	"white", "black", "resigns", "resigned", "resign", "draw", "drawn", "agreed", "agreement", "mutual", "by", "on",
	"time", "timeout", "forfeit", "forfeits", "flag", "won", "wins", "win", "lost", "loses", "checkmated", "stalemate",
	"adjourned", "adjudicated", "aborted", "abandoned", "disconnected", "unfinished",
}

// IsRemark reports whether a text is no move, whatever it means: it has neither letters nor digits, or is an
// element of HTML, or says how the game ended, perhaps before a full stop.
func IsRemark(text []byte) bool {
	const longest = 32
	switch {
	case text[0] == '<' && text[len(text)-1] == '>' && bytes.LastIndexByte(text, '<') == 0:
		return true
	case len(text) <= longest && slices.Contains(endings, strings.ToLower(strings.TrimRight(string(text), ".,"))):
		return true
	}
	return !bytes.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}

// PassOver returns the fault of a remark that is passed over.
func PassOver(tok Token, text []byte) *Fault {
	return NewFault(tok, text, game.ErrSyntax, "it is passed over; a remark is written as a NAG or in braces")
}
