package tabulation

// byteTables are the tables of a function split into tables of bytes: one for each input byte, a character or a byte of
// a hash, and each output byte. A field is nil if the family does not use it.
type byteTables struct {
	first   []byte // of the characters of the key, to the hash; in Double to derived characters
	derived []byte // of the characters of the key, to derived characters
	second  []byte // of derived characters, or of the hash, to the hash
}

// byteTables returns the byte tables, which the first batch of padFrom keys or more makes.
func (t *tables) byteTables() *byteTables {
	b := t.bytes.Load()
	if b == nil {
		b = newByteTables(t)
		t.bytes.Store(b)
	}
	return b
}

func newByteTables(t *tables) *byteTables {
	entries := func(word int) []byte {
		return byBytes(len(t.first)/(256*t.width), func(c int) (row [256]uint64) {
			for x := range row {
				row[x] = t.first[(256*c+x)*t.width+word]
			}
			return row
		})
	}
	rows := func(from, n int) []byte {
		return byBytes(n, func(c int) [256]uint64 { return *t.row(from + c) })
	}
	b := &byteTables{first: entries(0)}
	switch t.family {
	case OnePermutation, Permutation:
		for i, p := range t.permutations {
			planes := bytesOf(*p)
			b.second = append(b.second, planes[i][:]...)
		}
	case Twisted:
		twists := entries(1)
		for c := range t.chars - 1 {
			b.derived = append(b.derived, twists[256*tableNumber(t.chars-1, c, 0):][:256]...)
		}
		b.second = rows(0, 1)
	case Mixed:
		b.derived, b.second = entries(1), rows(0, len(t.second)/256)
	case Double:
		b.second = rows(0, 8)
		for word := 1; word < t.width; word++ {
			b.first = append(b.first, entries(word)...)
			b.second = append(b.second, rows(8*word, 8)...)
		}
	}
	return b
}

// byBytes returns the byte tables of n characters with these rows of entries, in the order of tableNumber.
func byBytes(n int, row func(c int) [256]uint64) []byte {
	t := make([]byte, n*8*256)
	for c := range n {
		planes := bytesOf(row(c))
		for o := range planes {
			copy(t[256*tableNumber(n, c, o):], planes[o][:])
		}
	}
	return t
}

// tableNumber returns the number of the byte table for character c and output byte o, among the tables of n characters:
// first the tables of output bytes 0 to 3 of every character, then the tables of bytes 4 to 7.
func tableNumber(n, c, o int) int { return o/4*4*n + 4*c + o%4 }

// bytesOf returns the eight byte tables of a row. The kernels look up 128 bytes at a time, so a byte table holds the
// entries below 128, and then for each of the others its difference to the one 128 below.
func bytesOf(row [256]uint64) (t [8]plane) {
	for x := range 128 {
		row[x+128] ^= row[x]
	}
	split64(&t, &row)
	return t
}

// entryOf returns entry x of a byte table.
func entryOf(t *[256]byte, x byte) byte {
	if x < 128 {
		return t[x]
	}
	return t[x] ^ t[x-128]
}
