package index

// StartOf returns the text by which an index keeps a start position, so that games from one
// position have one start: "" for the usual one. It changes p.
func StartOf(p Position, start string) (string, error) {
	if start == "" {
		return "", p.Set("")
	}
	if err := p.Set(start); err != nil {
		return "", err
	}
	start = p.String()
	if err := p.Set(""); err != nil || start == p.String() {
		return "", err
	}
	return start, nil
}
