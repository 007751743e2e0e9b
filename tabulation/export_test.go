package tabulation

// Words returns the words of the tables.
func (f Function[K]) Words() []uint64 { return f.tables.words }

// Words returns the words of the tables.
func (t *Tuple) Words() []uint64 { return t.tables.words }

// Words returns the point of the polynomial, then the words of the tables.
func (s *String) Words() []uint64 { return append([]uint64{s.powers[0]}, s.hash.tables.words...) }
