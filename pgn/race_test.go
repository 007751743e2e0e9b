//go:build race

package pgn_test

// allocationFactor is what the race detector makes of the bytes allocated, at most.
const allocationFactor = 4
