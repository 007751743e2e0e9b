package keyfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"

	"github.com/zobrist-go/zobrist"
)

// magic begins a file of the format bin, whose numbers are big-endian:
//
//	bytes 0–6   "zobkeys"
//	byte 7      the version, 1
//	bytes 8–9   bits
//	bytes 10–11 length of the name
//	bytes 12–15 number of keys
//	            the name, UTF-8
//	            the start value and the keys, 8 bytes each up to 64 bits, 16 above
//	            SHA-256 of all before
const (
	magic       = "zobkeys"
	binVersion  = 1
	binHeader   = 16
	maxBinNames = 1<<16 - 1
)

// wordBytes returns the number of bytes of a word.
func wordBytes(width int) int {
	if width > 64 {
		return 16
	}
	return 8
}

func appendWord(b []byte, w zobrist.Uint128, width int, order binary.AppendByteOrder) []byte {
	if width <= 64 {
		return order.AppendUint64(b, w.Lo)
	}
	if order == binary.AppendByteOrder(binary.LittleEndian) {
		return order.AppendUint64(order.AppendUint64(b, w.Lo), w.Hi)
	}
	return order.AppendUint64(order.AppendUint64(b, w.Hi), w.Lo)
}

func readWord(b []byte, width int, order binary.ByteOrder) zobrist.Uint128 {
	switch {
	case width <= 64:
		return zobrist.Uint128{Lo: order.Uint64(b)}
	case order == binary.ByteOrder(binary.LittleEndian):
		return zobrist.Uint128{Lo: order.Uint64(b), Hi: order.Uint64(b[8:])}
	}
	return zobrist.Uint128{Hi: order.Uint64(b), Lo: order.Uint64(b[8:])}
}

// exportBinary writes bin, raw-be or raw-le.
func exportBinary(w io.Writer, t Table, f Format) error {
	keys, start := t.Wide()
	var b []byte
	order := binary.AppendByteOrder(binary.BigEndian)
	switch f {
	case RawLE:
		order = binary.LittleEndian
	case Bin:
		if len(t.Name) > maxBinNames {
			return fmt.Errorf("%w: a name of %d bytes; bin holds %d", ErrFormat, len(t.Name), maxBinNames)
		}
		b = append(append(b, magic...), binVersion)
		b = binary.BigEndian.AppendUint16(b, uint16(t.Bits))
		b = binary.BigEndian.AppendUint16(b, uint16(len(t.Name)))
		b = binary.BigEndian.AppendUint32(b, uint32(len(keys)))
		b = append(b, t.Name...)
		b = appendWord(b, start, t.Bits, order)
	}
	for _, k := range keys {
		b = appendWord(b, k, t.Bits, order)
	}
	if f == Bin {
		digest := sha256.Sum256(b)
		b = append(b, digest[:]...)
	}
	_, err := w.Write(b)
	return err
}

func importBinary(data []byte) (Table, error) {
	fail := func(err error, format string, args ...any) (Table, error) {
		return Table{}, fmt.Errorf("%w: %s", err, fmt.Sprintf(format, args...))
	}
	switch {
	case !bytes.HasPrefix(data, []byte(magic)):
		return fail(ErrFormat, "it does not begin with %q", magic)
	case len(data) < binHeader:
		return fail(ErrCorrupt, "the header ends at byte %d of %d", len(data), binHeader)
	case data[len(magic)] != binVersion:
		return fail(ErrVersion, "version %d; this program knows version %d", data[len(magic)], binVersion)
	}
	width := int(binary.BigEndian.Uint16(data[8:]))
	name := int(binary.BigEndian.Uint16(data[10:]))
	n := int(binary.BigEndian.Uint32(data[12:]))
	if width < 1 || width > 128 || n < 1 || n > zobrist.MaxFeatures {
		return fail(ErrCorrupt, "the header says %d keys of %d bits", n, width)
	}
	size := wordBytes(width)
	if want := binHeader + name + (n+1)*size + sha256.Size; len(data) != want {
		return fail(ErrCorrupt, "%d bytes, the header says %d", len(data), want)
	}
	body := data[:len(data)-sha256.Size]
	if digest := sha256.Sum256(body); !bytes.Equal(digest[:], data[len(body):]) {
		return fail(ErrCorrupt, "the SHA-256 of the content is %x, the file says %x", digest, data[len(body):])
	}
	at := binHeader + name
	start := readWord(body[at:], width, binary.BigEndian)
	keys := make(zobrist.Keys128, n)
	for i := range keys {
		keys[i] = readWord(body[at+(i+1)*size:], width, binary.BigEndian)
	}
	t, err := newTable(string(body[binHeader:at]), width, start, keys).one()
	if err != nil {
		return fail(ErrCorrupt, "%v", err)
	}
	return t, nil
}

// ImportRaw reads words of 8 bytes, or 16 where bits is above 64, in the byte
// order that f names, [RawBE] or [RawLE].
func ImportRaw(data []byte, f Format, bits int) (Table, error) {
	order := binary.ByteOrder(binary.BigEndian)
	switch f {
	case RawLE:
		order = binary.LittleEndian
	case RawBE:
	default:
		return Table{}, fmt.Errorf("%w: format %q is not raw", ErrFormat, f)
	}
	if bits < 1 || bits > 128 {
		return Table{}, fmt.Errorf("%w: %d bits are not in 1 to 128", ErrWidth, bits)
	}
	size := wordBytes(bits)
	if len(data) == 0 || len(data)%size != 0 || len(data)/size > zobrist.MaxFeatures {
		return Table{}, fmt.Errorf("%w: %d bytes are not 1 to %d words of %d", ErrFormat, len(data), zobrist.MaxFeatures, size)
	}
	keys := make(zobrist.Keys128, len(data)/size)
	for i := range keys {
		keys[i] = readWord(data[i*size:], bits, order)
	}
	return newTable("", bits, zobrist.Uint128{}, keys).one()
}
