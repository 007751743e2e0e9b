package flat

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"runtime/debug"
	"sync/atomic"
	"unsafe"

	"github.com/zobrist-go/zobrist/index"
)

// pageSize is the number of bytes under one checksum.
const pageSize = 4096

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A file is an open run file, mapped into memory. The first time that a page is
// touched it is compared with its checksum. A file is safe for concurrent use.
//
//	page 0 ‥ pages−1   the header and the data
//	tables             the CRC-32C of each of these pages, 4 bytes le, 1024 a page
//	roots              the CRC-32C of each page of the tables, likewise
//
// The header has the CRC-32C of the roots and of itself.
type file struct {
	path    string
	data    []byte // all of it
	pages   int64
	checked []atomic.Uint32 // a bit for each page of data and tables
	unmap   func() error
}

// openFile maps a file and checks its header and roots.
func openFile(path string) (*file, error) {
	f := &file{path: path}
	var err error
	if f.data, f.unmap, err = mapFile(path); err != nil {
		return nil, err
	}
	opened := false
	defer func() {
		if !opened {
			f.unmap()
		}
	}()
	if err := f.guard(f.open); err != nil {
		return nil, err
	}
	opened = true
	return f, nil
}

func (f *file) open() (err error) {
	if f.pages, err = f.checkHeader(); err != nil {
		return err
	}
	f.checked = make([]atomic.Uint32, (f.pages+f.tablePages()+31)/32)
	f.mark(0)
	return nil
}

// checkHeader checks the header, the roots and the size of the file. It returns the
// number of pages of header and data.
func (f *file) checkHeader() (int64, error) {
	size := int64(len(f.data))
	if size < pageSize || string(f.data[:len(magic)]) != magic {
		return 0, f.corrupt(0, min(size, pageSize), "not the beginning of a run file")
	}
	if crc32.Checksum(f.data[:headerSum], castagnoli) != binary.LittleEndian.Uint32(f.data[headerSum:]) {
		return 0, f.corrupt(0, pageSize, "the header is damaged")
	}
	if v := binary.LittleEndian.Uint32(f.data[headerFormat:]); v < oldestRun || v > runFormat {
		return 0, fmt.Errorf("%w: %s has format %d, and this release reads %d and %d", index.ErrFormat, f.path, v,
			oldestRun, runFormat)
	}
	pages := binary.LittleEndian.Uint64(f.data[headerPages:])
	if pages == 0 || pages > uint64(size)/pageSize {
		return 0, f.corrupt(0, size, "the file is cut off")
	}
	tables := pagesFor(4 * int64(pages))
	checked := int64(pages) + tables
	if size != (checked+pagesFor(4*tables))*pageSize {
		return 0, f.corrupt(0, size, "the file is cut off or too long")
	}
	roots := f.data[checked*pageSize:]
	if crc32.Checksum(roots, castagnoli) != binary.LittleEndian.Uint32(f.data[headerRoots:]) {
		return 0, f.corrupt(checked*pageSize, int64(len(roots)), "the checksums are damaged")
	}
	return int64(pages), nil
}

// tablePages returns the number of pages with the checksums of header and data.
func (f *file) tablePages() int64 { return pagesFor(4 * f.pages) }

func pagesFor(bytes int64) int64 { return (bytes + pageSize - 1) / pageSize }

func (f *file) close() error { return f.unmap() }

// end returns the end of the data in bytes.
func (f *file) end() int64 { return f.pages * pageSize }

func (f *file) mark(page int64) { f.checked[page>>5].Or(1 << (page & 31)) }

func (f *file) good(page int64) bool { return f.checked[page>>5].Load()>>(page&31)&1 != 0 }

// check compares the pages of n bytes from an offset with their checksums, unless
// that was done before.
func (f *file) check(offset, n int64) error {
	if uint64(offset) > uint64(f.end()) || uint64(n) > uint64(f.end()-offset) {
		return f.corrupt(offset, n, "a place beyond the end of the data")
	}
	for page := offset / pageSize; page*pageSize < offset+n; page++ {
		if !f.good(page) {
			if err := f.checkPage(page); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkBits is check for n bits from a bit of the file.
func (f *file) checkBits(at, n uint64) error {
	first := int64(at >> 3)
	return f.check(first, int64((at+n+7)>>3)-first)
}

// checkPage compares a page of the data or the tables with its checksum.
func (f *file) checkPage(page int64) error {
	at := f.end() + 4*page // of its checksum
	if page >= f.pages {
		at = (f.pages+f.tablePages())*pageSize + 4*(page-f.pages)
	} else if table := at / pageSize; !f.good(table) {
		if err := f.checkPage(table); err != nil {
			return err
		}
	}
	if page > 0 && crc32.Checksum(f.data[page*pageSize:(page+1)*pageSize], castagnoli) !=
		binary.LittleEndian.Uint32(f.data[at:]) {
		return f.corrupt(page*pageSize, pageSize, "the checksum is wrong")
	}
	f.mark(page)
	return nil
}

// bytes returns n bytes from an offset. They must not be changed.
func (f *file) bytes(offset, n int64) ([]byte, error) {
	if err := f.check(offset, n); err != nil {
		return nil, err
	}
	return f.data[offset : offset+n : offset+n], nil
}

// uint32 returns the number at an offset.
func (f *file) uint32(offset int64) (uint32, error) {
	if err := f.check(offset, 4); err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint32(f.data[offset:]), nil
}

// corrupt returns the error for damage at n bytes from an offset.
func (f *file) corrupt(offset, n int64, what string) error {
	return corrupt(f.path, offset, n, what)
}

func corrupt(path string, offset, n int64, what string) error {
	return fmt.Errorf("%w: %s, bytes %d to %d: %s", index.ErrCorrupt, path, offset, offset+max(n, 1)-1, what)
}

// guard calls a function that reads the file. If the system cannot read a page of
// the mapping, because the disk fails or because somebody has cut the file off, it
// returns an error.
func (f *file) guard(read func() error) (err error) {
	return guarded(func() []*file { return []*file{f} }, read)
}

// guarded is guard for several files. They are looked at only after a fault.
func guarded(files func() []*file, read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			if err = fault(r, files()); err == nil {
				panic(r)
			}
		}
	}()
	return read()
}

// fault returns an error if a panic is a fault in the mapping of one of the files.
func fault(r any, files []*file) error {
	e, ok := r.(error)
	var at interface{ Addr() uintptr }
	if !ok || !errors.As(e, &at) {
		return nil
	}
	for _, f := range files {
		if len(f.data) == 0 {
			continue
		}
		offset := at.Addr() - uintptr(unsafe.Pointer(&f.data[0]))
		if offset < uintptr(len(f.data)) {
			return f.corrupt(int64(offset)&^(pageSize-1), pageSize, "the system cannot read the file there")
		}
	}
	return nil
}
