package index

// ResolveAmong is resolve with the names of ids, for tests.
func (a *Aliases) ResolveAmong(ids map[string][]string, name string, players []Player) ([]string, error) {
	return a.with(ids).resolve(name, players)
}
