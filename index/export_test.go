package index

import "context"

// ResolveAmong is resolve with the names of ids, for tests.
func (a *Aliases) ResolveAmong(ctx context.Context, ids map[string][]string, name string,
	players []Player) ([]string, error) {
	return a.with(ids).resolve(ctx, name, players)
}
