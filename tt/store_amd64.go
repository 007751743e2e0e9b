//go:build !purego && !race

package tt

// haveStoreFull says that storeFull is there. The race detector does not see
// what it does, so that it gets the twin.
const haveStoreFull = true

// storeFull keeps data in the layout Full under the policy DepthAge. Its twin
// is [Table.store]. Each of its two stores is one aligned MOVQ, which amd64
// makes atomic; no fence follows, as no reader relies on the order.
//
//go:noescape
func storeFull(lines *line, n, hash, data, generation uint64)
