package serve

import "log/slog"

// Limits are the limits of a server, for tests that reach them.
type Limits = limits

// NewLimited returns a server with other limits than [New].
func NewLimited(o Options, l Limits) (*Server, error) { return newServer(o, l) }

// Kept returns the number of kept answers, and the bytes that they count for.
func (s *Server) Kept() (answers int, bytes int64) {
	s.kept.mu.Lock()
	defer s.kept.mu.Unlock()
	for _, generation := range []map[keptQuestion]*keptAnswer{s.kept.newer, s.kept.older} {
		for q, a := range generation {
			answers++
			bytes += q.bytes(a)
		}
	}
	return answers, bytes
}

// RefreshLog returns what logs the results of refreshes of a store.
func RefreshLog(log *slog.Logger, what string) (note func(changed bool, err error)) {
	return (&refreshLog{log: log, what: what}).note
}
