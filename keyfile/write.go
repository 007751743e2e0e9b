package keyfile

import (
	"bufio"
	"fmt"
	"io"
)

// Write writes the low Bits bits of the keys and start values of f in one of
// the [Formats]. The error wraps [ErrWidth] if the format cannot hold the width:
// js32 and mjs32 hold 64 bits, js48 and mjs48 up to 52.
func Write(w io.Writer, f File, format string) error {
	if err := checkFormat(format); err != nil {
		return err
	}
	f, err := f.cut(f.Bits)
	if err != nil {
		return err
	}
	if err := f.check(); err != nil {
		return err
	}
	if limit := widest(format); f.Bits > limit {
		return fmt.Errorf("%w: %s holds at most %d bits, %s has %d; truncate it", ErrWidth, format, limit, f.Name,
			f.Bits)
	}
	out := bufio.NewWriter(w)
	switch format {
	case "bin", "raw-be", "raw-le":
		err = writeBinary(out, f, format)
	case "json":
		err = writeJSON(out, f)
	default:
		writeText(out, f, format)
	}
	if err != nil {
		return err
	}
	return out.Flush()
}

// summable is the greatest width of keys that are added in a float64, which
// holds whole numbers below 2^53 exactly: a sum of two must be one.
const summable = 52

// widest returns the most bits that a key in the format has.
func widest(format string) int {
	switch format {
	case "js32", "mjs32":
		return 64
	case "js48", "mjs48":
		return summable
	}
	return 128
}
