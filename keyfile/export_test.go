package keyfile

// ReadUpTo is Read with another largest file.
var ReadUpTo = readUpTo
