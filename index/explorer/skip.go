package explorer

// OtherVariants is the name under which games of other variants are counted
// whose own names are too many or too long.
const OtherVariants = "other"

const (
	maxVariants    = 100 // names, OtherVariants among them
	maxVariantName = 64  // bytes
)

// variantName returns the name to count a game of a variant by: whoever writes
// a file chooses the names in it, and their length.
func variantName(name string) string {
	if len(name) > maxVariantName {
		return OtherVariants
	}
	return name
}

// skip counts n games of a variant.
func skip(counts map[string]int, name string, n int) {
	if _, known := counts[name]; !known && len(counts) >= maxVariants-1 {
		name = OtherVariants
	}
	counts[name] += n
}
