package flat

import (
	"encoding/binary"
	"hash/crc32"
	"os"
	"sync"
)

// An output writes a run file from its second page on. It is safe for concurrent
// use.
type output struct {
	mu     sync.Mutex
	file   *os.File
	offset int64    // of buf in the file
	buf    []byte   // not yet written
	sums   []uint32 // of the pages written
	err    error    // the first one
}

// outputBuffer is the number of bytes that are written at once. With 1 MiB, Linux 6
// took ten times as long on ext4.
const outputBuffer = 64 * pageSize

func newOutput(f *os.File) *output {
	return &output{file: f, buf: make([]byte, pageSize, outputBuffer+pageSize)}
}

// append writes bytes at the next offset that is a multiple of 8, and returns it.
func (o *output) append(b []byte) (offset int64, err error) {
	offset = o.begin()
	o.add(b)
	return offset, o.end()
}

// begin returns the next offset that is a multiple of 8. What add writes until end begins there; others
// who want to write wait.
func (o *output) begin() (offset int64) {
	o.mu.Lock()
	for len(o.buf)%8 != 0 {
		o.buf = append(o.buf, 0)
	}
	return o.offset + int64(len(o.buf))
}

// add writes bytes. end returns the first error.
func (o *output) add(b []byte) {
	for len(b) > 0 && o.err == nil {
		n := min(len(b), outputBuffer-len(o.buf))
		o.buf, b = append(o.buf, b[:n]...), b[n:]
		if len(o.buf) >= outputBuffer {
			o.write()
		}
	}
}

func (o *output) end() error {
	defer o.mu.Unlock()
	return o.err
}

// align ends the page.
func (o *output) align() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if part := len(o.buf) % pageSize; part != 0 {
		o.buf = append(o.buf, make([]byte, pageSize-part)...)
	}
	o.write()
}

// write writes the whole pages of the buffer.
func (o *output) write() {
	whole := len(o.buf) / pageSize * pageSize
	for i := 0; i < whole; i += pageSize {
		o.sums = append(o.sums, crc32.Checksum(o.buf[i:i+pageSize], castagnoli))
	}
	if o.err == nil {
		_, o.err = o.file.WriteAt(o.buf[:whole], o.offset)
	}
	o.offset += int64(whole)
	o.buf = o.buf[:copy(o.buf, o.buf[whole:])]
}

// finish writes the checksums and the header. It fills in the header's pages and
// roots.
func (o *output) finish(h *header) error {
	o.align()
	h.pages = o.offset / pageSize
	tables := o.sums
	tables[0] = 0 // of the header, which has its own
	o.sums = nil
	o.append(sumBytes(tables))
	o.align()
	roots := sumBytes(o.sums)
	roots = append(roots, make([]byte, pagesFor(int64(len(roots)))*pageSize-int64(len(roots)))...)
	h.roots = crc32.Checksum(roots, castagnoli)
	o.append(roots)
	o.align()
	if o.err == nil {
		_, o.err = o.file.WriteAt(h.encode(), 0)
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
