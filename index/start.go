package index

// StartOf returns the text by which an index keeps a start position, so that games from one
// position have one start: "" for the usual one. It makes p that position.
func StartOf(p Position, start string) (string, error) {
	if err := p.Set(""); err != nil || start == "" {
		return "", err
	}
	usual := p.String()
	if err := p.Set(start); err != nil {
		return "", err
	}
	if start = p.String(); start == usual {
		return "", nil
	}
	return start, nil
}
