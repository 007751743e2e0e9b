package pgn

// OtherVariants is the name under which games of other variants are counted
// whose own names are too many or too long; see [Reader.Skipped].
const OtherVariants = "other"

const (
	maxVariants    = 100 // names, OtherVariants among them
	maxVariantName = 64  // bytes
)

// CountVariant adds n games of another variant to counts, as [Reader.Skipped]
// has them: whoever writes a file chooses the names in it, how many they are and
// how long. So the map keeps a hundred names at most.
func CountVariant(counts map[string]int, name string, n int) {
	_, known := counts[name]
	if len(name) > maxVariantName || !known && len(counts) >= maxVariants-1 {
		name = OtherVariants
	}
	counts[name] += n
}

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
