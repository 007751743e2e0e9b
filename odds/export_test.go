package odds

// Limit is the Hamming bound.
var Limit = hamming
