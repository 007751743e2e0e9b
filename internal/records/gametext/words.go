package gametext

import (
	"encoding/binary"
	"math/bits"
)

// wordBits is the logarithm of the number of words that Words remembers: 64 KiB with a meaning of up to 8 bytes. The
// games of masters have 3000 different words; 97 of 100 words are found.
const wordBits = 12

// Words remembers what short words mean, so that a reader of movetext takes the usual ones apart only once. The zero
// value is empty.
type Words[T any] struct {
	// A word is at one of two places, which share a cache line. A new one is put at the first.
	known [1 << wordBits]struct {
		word    uint64 // its bytes, the first one lowest
		meaning T
	}
}

// place returns the first of the places of a word; the second is place^1.
func place(word uint64) uint64 { return word * 0x9e3779b97f4a7c15 >> (64 - wordBits) }

// Next returns what t.Next returns and, if that is a word which is known, its meaning; otherwise nil. The meaning is
// valid until the next call of Learn.
func (w *Words[T]) Next(t *Tokenizer) (tok Token, meaning *T) {
	if word, from, to := t.shortWord(); word != 0 {
		at := place(word)
		if w.known[at].word != word {
			at ^= 1
		}
		if e := &w.known[at]; e.word == word {
			return t.token(Word, from, to), &e.meaning
		}
	}
	return t.Next(), nil
}

// Learn remembers the meaning of a word that Next returned, if it is short, begins with a letter and is in ASCII.
func (w *Words[T]) Learn(text []byte, meaning T) {
	if len(text) > 7 || classes[text[0]]&letter == 0 {
		return
	}
	word := uint64(0)
	for i, c := range text {
		if classes[c]&inWord == 0 {
			return
		}
		word |= uint64(c) << (8 * i)
	}
	at := place(word)
	if w.known[at].word != 0 && w.known[at^1].word == 0 {
		at ^= 1
	}
	w.known[at].word, w.known[at].meaning = word, meaning
}

// shortWord returns the bytes of the next token, the first one lowest, and where it begins and ends, if it is a word
// of up to seven bytes after at most one blank or one number of a move, before a blank. It assumes that the bytes
// before the next blank are a word: that must be known. It returns 0 if there is no such word, and does not go on.
//
// A word that begins with a letter and ends before a blank is one token whatever is before and after it.
func (t *Tokenizer) shortWord() (word uint64, from, to int) {
	if t.Place != InMovetext || len(t.text)-t.At < 16 {
		return 0, 0, 0
	}
	b, i := (*[16]byte)(t.text[t.At:]), 0
	if classes[b[0]]&blank != 0 {
		i++
	}
	if classes[b[i]]&digit != 0 {
		for i < 5 && classes[b[i]]&digit != 0 {
			i++
		}
		if b[i] != '.' {
			return 0, 0, 0
		}
		if i++; classes[b[i]]&blank != 0 {
			i++
		}
	}
	const each = 0x0101010101010101
	word = binary.LittleEndian.Uint64(b[i : i+8])
	blanks := (word - ('!' * each)) &^ word & (0x80 * each) // the lowest bit is in the first byte below '!'
	n := bits.TrailingZeros64(blanks) / 8
	if n == 8 {
		return 0, 0, 0
	}
	from = t.At + i
	return word & (1<<(8*n) - 1), from, from + n
}
