package serve

// Limits are the limits of a server, for tests that reach them.
type Limits = limits

// NewLimited returns a server with other limits than [New].
func NewLimited(o Options, l Limits) (*Server, error) { return newServer(o, l) }
