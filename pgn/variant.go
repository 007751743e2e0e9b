package pgn

// standard reports whether the value of a tag Variant names a game that is
// read: chess from the usual or from a given position, or Chess960 under one
// of its names. Case, spaces and hyphens do not count.
func standard(value []byte) bool {
	var folded [24]byte
	n := 0
	for _, c := range value {
		switch {
		case c == ' ' || c == '-' || c == '_':
			continue
		case c >= 'A' && c <= 'Z':
			c += 'a' - 'A'
		}
		if n == len(folded) {
			return false
		}
		folded[n] = c
		n++
	}
	switch string(folded[:n]) {
	case "", "standard", "chess", "normal", "classical", "fromposition", "?",
		"chess960", "fischerandom", "fischerrandom", "fischerrandomchess", "fischerandomchess",
		"960", "frc", "freestyle", "freestylechess":
		return true
	}
	return false
}
