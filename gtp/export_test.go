package gtp

// RunBy is Run by another clock.
var RunBy = run
