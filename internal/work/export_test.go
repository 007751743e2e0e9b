package work

// Instrument is what Again does to a file.
var Instrument = count
