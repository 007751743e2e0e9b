package stub

//go:noescape
func ask(t *Table, hash uint64)

//go:noescape
func get(t *Table, hash uint64) uint64

//go:noescape
func put(t *Table, hash, v uint64)
