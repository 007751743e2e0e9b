package sorted

// Memory of a build in bytes: what it has if nothing else is said, and the least.
const (
	DefaultMemory = 512 << 20
	MinMemory     = 16 << 20
)
