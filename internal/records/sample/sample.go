// Package sample has games to try things with: 61 famous ones, from
// McDonnell and La Bourdonnais in 1834 to Carlsen and Karjakin in 2016.
//
// The file famous.pgn beside this one is the same text. The moves are facts;
// they were written down from memory for this project, replayed under the
// rules and compared with published records of them.
package sample

import _ "embed"

//go:embed famous.pgn
var famous string

// Famous returns the games in Portable Game Notation, in the order of their
// dates.
func Famous() string { return famous }
