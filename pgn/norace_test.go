//go:build !race

package pgn_test

// allocationFactor: without the race detector, bytes are counted as they are.
const allocationFactor = 1
