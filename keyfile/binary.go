package keyfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
)

// magic begins a file of the format bin, whose numbers are big-endian:
//
//	bytes 0–6   "zobkeys"
//	byte 7      the version, 1
//	bytes 8–9   bits
//	bytes 10–11 length of the name in bytes
//	bytes 12–15 number of keys
//	bytes 16–19 length of the order in bytes
//	            the name, UTF-8
//	            the order, UTF-8: its lines with a line feed between them
//	            the start value and the keys, 8 bytes each up to 64 bits, 16 above
//	            SHA-256 of all before
const (
	magic      = "zobkeys"
	binVersion = 1
	binHeader  = 20
	orderLimit = 1 << 20 // bytes of the order
)

// wordBytes returns the number of bytes of a word.
func wordBytes(bits int) int {
	if bits > 64 {
		return 16
	}
	return 8
}

func appendWord(b []byte, w gf2.Word, bits int, order binary.AppendByteOrder) []byte {
	if bits <= 64 {
		return order.AppendUint64(b, w.Lo)
	}
	if order == binary.AppendByteOrder(binary.LittleEndian) {
		return order.AppendUint64(order.AppendUint64(b, w.Lo), w.Hi)
	}
	return order.AppendUint64(order.AppendUint64(b, w.Hi), w.Lo)
}

func readWord(b []byte, bits int, order binary.ByteOrder) gf2.Word {
	switch {
	case bits <= 64:
		return gf2.Word{Lo: order.Uint64(b)}
	case order == binary.ByteOrder(binary.LittleEndian):
		return gf2.Word{Lo: order.Uint64(b), Hi: order.Uint64(b[8:])}
	}
	return gf2.Word{Hi: order.Uint64(b), Lo: order.Uint64(b[8:])}
}

// writeBinary writes bin, raw-be or raw-le.
func writeBinary(w io.Writer, f File, format string) error {
	start, keys := f.words()
	var b []byte
	order := binary.AppendByteOrder(binary.BigEndian)
	switch format {
	case "raw-le":
		order = binary.LittleEndian
	case "bin":
		text := strings.Join(f.Order, "\n")
		if len(f.Name) > math.MaxUint16 || len(text) > orderLimit {
			return fmt.Errorf("%w: a name of %d bytes and an order of %d; bin holds %d and %d",
				ErrFormat, len(f.Name), len(text), math.MaxUint16, orderLimit)
		}
		b = append(append(b, magic...), binVersion)
		b = binary.BigEndian.AppendUint16(b, uint16(f.Bits))
		b = binary.BigEndian.AppendUint16(b, uint16(len(f.Name)))
		b = binary.BigEndian.AppendUint32(b, uint32(len(keys)))
		b = binary.BigEndian.AppendUint32(b, uint32(len(text)))
		b = append(append(b, f.Name...), text...)
		b = appendWord(b, start, f.Bits, order)
	}
	for _, k := range keys {
		b = appendWord(b, k, f.Bits, order)
	}
	if format == "bin" {
		digest := sha256.Sum256(b)
		b = append(b, digest[:]...)
	}
	_, err := w.Write(b)
	return err
}

func readBinary(data []byte) (File, error) {
	fail := func(err error, format string, args ...any) (File, error) {
		return File{}, fmt.Errorf("%w: %s", err, fmt.Sprintf(format, args...))
	}
	switch {
	case !bytes.HasPrefix(data, []byte(magic)):
		return fail(ErrFormat, "it does not begin with %q", magic)
	case len(data) < binHeader:
		return fail(ErrCorrupt, "the header ends at byte %d of %d", len(data), binHeader)
	case data[len(magic)] != binVersion:
		return fail(ErrVersion, "version %d; this program knows version %d", data[len(magic)], binVersion)
	}
	bits := int(binary.BigEndian.Uint16(data[8:]))
	name := int(binary.BigEndian.Uint16(data[10:]))
	n := int(binary.BigEndian.Uint32(data[12:]))
	text := int(binary.BigEndian.Uint32(data[16:]))
	if bits < 1 || bits > 128 || n < 1 || n > zobrist.MaxFeatures || text < 0 || text > orderLimit {
		return fail(ErrCorrupt, "the header says %d keys of %d bits, an order of %d bytes", n, bits, text)
	}
	size := wordBytes(bits)
	first := binHeader + name + text
	if want := first + (n+1)*size + sha256.Size; len(data) != want {
		return fail(ErrCorrupt, "%d bytes, the header says %d", len(data), want)
	}
	body := data[:len(data)-sha256.Size]
	if digest := sha256.Sum256(body); !bytes.Equal(digest[:], data[len(body):]) {
		return fail(ErrCorrupt, "the SHA-256 of the content is %x, the file says %x", digest, data[len(body):])
	}
	keys := make([]gf2.Word, n)
	for i := range keys {
		keys[i] = readWord(body[first+(i+1)*size:], bits, binary.BigEndian)
	}
	var order []string
	if text > 0 {
		order = strings.Split(string(body[binHeader+name:first]), "\n")
	}
	start := readWord(body[first:], bits, binary.BigEndian)
	f := newFile(string(body[binHeader:binHeader+name]), order, bits, start, keys)
	if err := f.check(); err != nil {
		return fail(ErrCorrupt, "%v", err)
	}
	return f, nil
}

// readRaw reads words of 8 bytes, or 16 if bits is above 64, in the byte order
// of the format, raw-be or raw-le.
func readRaw(data []byte, format string, bits int) (File, error) {
	order := binary.ByteOrder(binary.BigEndian)
	if format == "raw-le" {
		order = binary.LittleEndian
	}
	if bits < 1 || bits > 128 {
		return File{}, fmt.Errorf("%w: %d bits are not in 1 to 128", ErrWidth, bits)
	}
	size := wordBytes(bits)
	if len(data) == 0 || len(data)%size != 0 || len(data)/size > zobrist.MaxFeatures {
		return File{}, fmt.Errorf("%w: %d bytes are not 1 to %d words of %d",
			ErrFormat, len(data), zobrist.MaxFeatures, size)
	}
	keys := make([]gf2.Word, len(data)/size)
	for i := range keys {
		keys[i] = readWord(data[i*size:], bits, order)
	}
	f := newFile("", nil, bits, gf2.Word{}, keys)
	return f, f.check()
}
