package zobrist

// Default returns the keys that every game of this module uses unless it is
// given others: [CodedKeys] under seed 1, of 64 and of 128 bits with random
// start values. For chess's 781 features, positions that differ in fewer than
// 14 features have different hashes at 64 bits, and in fewer than 26 at 128.
// It panics where n is not 0 to [MaxFeatures].
func Default(n int) KeySet { return CodedKeys(n, 1) }
