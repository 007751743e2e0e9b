package chessindex

// countVariant adds n games of another variant to counts. A file may name as
// many variants as it likes: the map keeps a hundred names at most. Games of
// further ones, and of names above 64 bytes, are counted as "other".
func countVariant(counts map[string]int, name string, n int) {
	const (
		maxNames = 100
		maxBytes = 64
		other    = "other"
	)
	_, known := counts[name]
	if len(name) > maxBytes || !known && len(counts) >= maxNames-1 {
		name = other
	}
	counts[name] += n
}
