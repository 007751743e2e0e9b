package keyfile

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// readText reads any text with numbers in it.
func readText(data []byte, most int) (File, error) {
	h, order, found, err := readHeader(data)
	if err != nil {
		return File{}, err
	}
	numbers, err := scan(data, !found, most)
	if err != nil {
		return File{}, err
	}
	if !found {
		return readList(data, numbers, most)
	}
	return h.file(order, numbers)
}

// file returns the file of a header and the numbers after it.
func (h header) file(order []string, numbers []number) (File, error) {
	fail := func(format string, args ...any) (File, error) {
		return File{}, fmt.Errorf("%w: %s", ErrCorrupt, fmt.Sprintf(format, args...))
	}
	start, ok := parseHex(h.start)
	switch {
	case !ok || h.bits < 1 || h.bits > 128 || h.words < 1 || h.words > 2 || h.keys < 1:
		return fail("header %q makes no sense", h)
	case h.keys > len(numbers):
		return fail("%d numbers for the %d keys of the header", len(numbers), h.keys)
	}
	if len(numbers) == (h.keys+1)*h.words {
		numbers = numbers[h.words:] // the start value, which the header has
	}
	if len(numbers) != h.keys*h.words {
		return fail("%d numbers for the %d keys of the header", len(numbers), h.keys)
	}
	words := make([]gf2.Word, h.keys)
	for i := range words {
		switch w := numbers[i*h.words:]; {
		case h.words == 1:
			words[i] = w[0].value
		case h.bits > 64:
			words[i] = gf2.Word{Hi: w[0].value.Lo, Lo: w[1].value.Lo}
		default:
			words[i].Lo = w[0].value.Lo<<32 | w[1].value.Lo&(1<<32-1)
		}
	}
	f := newFile(h.name, order, h.bits, start, words)
	if err := f.check(); err != nil {
		return fail("%v", err)
	}
	if digest := f.Digest(); hex.EncodeToString(digest[:]) != h.digest {
		return fail("the SHA-256 of the keys is %x, the header says %s; was a number edited?", digest, h.digest)
	}
	return f, nil
}

// readList returns the file of a list without a header: 32, 48, 64 or 128 bits, or as many
// as bare words have digits for, whichever is the least that holds every number.
func readList(data []byte, numbers []number, most int) (File, error) {
	if len(numbers) > most {
		return File{}, syntaxError(data, numbers[most].offset, ErrMany, "more than %d", most)
	}
	widths := []int{32, 48, 64, 128}
	if len(numbers) > 0 && numbers[0].digits > 0 {
		widths = append(widths, 4*numbers[0].digits)
		slices.Sort(widths)
	}
	width := widths[0]
	for _, n := range numbers {
		for _, wider := range widths {
			if n.bits() > width {
				width = wider
			}
		}
	}
	words := make([]gf2.Word, len(numbers))
	for i, n := range numbers {
		words[i] = n.value.And(gf2.Ones(width))
	}
	f := newFile("", nil, width, gf2.Word{}, words)
	f.Parts = partsOf(data, numbers)
	return f, nil
}

// readHeader finds the header line and the order after it.
func readHeader(data []byte) (h header, order []string, found bool, err error) {
	at := bytes.Index(data, []byte(headerStart))
	if at < 0 {
		return h, nil, false, nil
	}
	line, after, _ := bytes.Cut(data[at:], []byte("\n"))
	rest := string(line[len(headerStart):])
	version, rest, _ := strings.Cut(rest, ": ")
	if h.version, err = strconv.Atoi(version); err != nil || h.version != 1 {
		return h, nil, true, syntaxError(data, at, ErrVersion, "version %q; this program knows version 1", version)
	}
	n, err := fmt.Sscanf(rest, "name=%q keys=%d bits=%d words=%d start=%s sha256=%s",
		&h.name, &h.keys, &h.bits, &h.words, &h.start, &h.digest)
	if err != nil {
		return h, nil, true, syntaxError(data, at, ErrFormat, "field %d of the header: %v", n+1, err)
	}
	for line := range strings.Lines(string(after)) {
		text, ok := strings.CutPrefix(strings.TrimLeft(line, "/# "), orderStart)
		if !ok {
			break
		}
		order = append(order, strings.TrimSpace(text))
	}
	return h, order, true, nil
}

// parseHex reads 1 to 32 hexadecimal digits.
func parseHex(digits string) (w gf2.Word, ok bool) {
	if len(digits) > 32 || digits == "" {
		return w, false
	}
	split := max(0, len(digits)-16)
	var err error
	if split > 0 {
		if w.Hi, err = strconv.ParseUint(digits[:split], 16, 64); err != nil {
			return w, false
		}
	}
	w.Lo, err = strconv.ParseUint(digits[split:], 16, 64)
	return w, err == nil
}
