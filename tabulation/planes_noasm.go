//go:build !amd64 || purego

package tabulation

// planesWin reports whether batches are hashed by planes; tests set it.
var planesWin = false

func split64(planes *[8]plane, keys *[blockKeys]uint64) { split64Generic(planes, keys) }
func split32(planes *[4]plane, keys *[blockKeys]uint32) { split32Generic(planes, keys) }
func join(hashes *[blockKeys]uint64, planes *[8]plane)  { joinGeneric(hashes, planes) }

func tabulate8(sums *[8]plane, planes []plane, tables []byte, add bool) {
	tabulateGeneric(sums, planes, tables, add)
}
func substitute(out, planes []plane, tables []byte)    { substituteGeneric(out, planes, tables) }
func twist(head *plane, planes []plane, tables []byte) { twistGeneric(head, planes, tables) }
