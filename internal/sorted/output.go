package sorted

import (
	"encoding/binary"
	"hash/crc32"
	"os"
	"sync"
)

// An Output writes a file of pages, from its second page on; Finish writes the first one. It is safe for concurrent
// use.
type Output struct {
	mu     sync.Mutex
	file   *os.File
	offset int64    // of buf in the file
	buf    []byte   // not yet written
	sums   []uint32 // of the pages written
	err    error    // the first one
}

// OutputBuffer is the number of bytes that are written at once. With 1 MiB, Linux 6
// took ten times as long on ext4.
const OutputBuffer = 64 * PageSize

// NewOutput returns an output to an empty file.
func NewOutput(f *os.File) *Output {
	return &Output{file: f, buf: make([]byte, PageSize, OutputBuffer+PageSize)}
}

// Append writes bytes at the next offset that is a multiple of 8, and returns it.
func (o *Output) Append(b []byte) (offset int64, err error) {
	offset = o.Begin()
	o.Add(b)
	return offset, o.End()
}

// Begin returns the next offset that is a multiple of 8. What Add writes until End begins there; others
// who want to write wait.
func (o *Output) Begin() (offset int64) { return o.begin(8) }

// BeginPage is Begin for the next offset that begins a page.
func (o *Output) BeginPage() (offset int64) { return o.begin(PageSize) }

func (o *Output) begin(align int) (offset int64) {
	o.mu.Lock()
	for len(o.buf)%align != 0 {
		o.buf = append(o.buf, 0)
	}
	return o.offset + int64(len(o.buf))
}

// Len returns the bytes of the file so far.
func (o *Output) Len() int64 {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.offset + int64(len(o.buf))
}

// Add writes bytes, between Begin and End.
func (o *Output) Add(b []byte) {
	for len(b) > 0 && o.err == nil {
		n := min(len(b), OutputBuffer-len(o.buf))
		o.buf, b = append(o.buf, b[:n]...), b[n:]
		if len(o.buf) >= OutputBuffer {
			o.write()
		}
	}
}

// End ends what Begin has begun. It returns the first error of the output.
func (o *Output) End() error {
	defer o.mu.Unlock()
	return o.err
}

// Align ends the page.
func (o *Output) Align() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if part := len(o.buf) % PageSize; part != 0 {
		o.buf = append(o.buf, make([]byte, PageSize-part)...)
	}
	o.write()
}

// write writes the whole pages of the buffer.
func (o *Output) write() {
	whole := len(o.buf) / PageSize * PageSize
	for i := 0; i < whole; i += PageSize {
		o.sums = append(o.sums, crc32.Checksum(o.buf[i:i+PageSize], castagnoli))
	}
	if o.err == nil {
		_, o.err = o.file.WriteAt(o.buf[:whole], o.offset)
	}
	o.offset += int64(whole)
	o.buf = o.buf[:copy(o.buf, o.buf[whole:])]
}

// Finish writes the checksums and the header. It fills in the header's pages and roots, and
// syncs the file.
func (o *Output) Finish(f *Family, h *Header) error {
	o.Align()
	h.Pages = o.offset / PageSize
	tables := o.sums
	tables[0] = 0 // of the header, which has its own
	o.sums = nil
	o.Append(sumBytes(tables))
	o.Align()
	roots := sumBytes(o.sums)
	roots = append(roots, make([]byte, pagesOf(int64(len(roots)))*PageSize-int64(len(roots)))...)
	h.Roots = crc32.Checksum(roots, castagnoli)
	o.Append(roots)
	o.Align()
	if o.err == nil {
		_, o.err = o.file.WriteAt(h.encode(f), 0)
	}
	if o.err == nil {
		o.err = o.file.Sync()
	}
	return o.err
}

func sumBytes(sums []uint32) []byte {
	b := make([]byte, 0, 4*len(sums))
	for _, sum := range sums {
		b = binary.LittleEndian.AppendUint32(b, sum)
	}
	return b
}
