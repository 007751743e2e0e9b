package game

// A Result is how a game ended. The first player is the one who moves first in
// the game's usual start position: White in chess, Black in checkers and
// baduk, X in tic-tac-toe. In a chess game set up with Black to move, White is
// still the first player.
//
// The values are those that indexes store.
type Result uint8

const (
	Unknown    Result = iota // "*": not over, or not recorded
	FirstWins                // "1-0"
	Draw                     // "1/2-1/2"
	SecondWins               // "0-1"
)

var resultText = [...]string{"*", "1-0", "1/2-1/2", "0-1"}

// String returns "*", "1-0", "1/2-1/2" or "0-1". These texts put the first
// player first, whatever the colour of its pieces. Archives of English
// draughts do so too, but the descriptions of PDN put White first.
func (r Result) String() string {
	if r > SecondWins {
		r = Unknown
	}
	return resultText[r]
}

// ParseResult reads what [Result.String] writes, and "1/2" for a draw. Any
// other text is Unknown and false.
func ParseResult(text string) (Result, bool) {
	switch text {
	case "*":
		return Unknown, true
	case "1-0":
		return FirstWins, true
	case "1/2-1/2", "1/2":
		return Draw, true
	case "0-1":
		return SecondWins, true
	}
	return Unknown, false
}
