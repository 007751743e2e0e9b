package sorted

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"runtime/debug"
	"sync/atomic"
	"unsafe"
)

// PageSize is the number of bytes under one checksum.
const PageSize = 4096

// A File is an open file of pages, mapped into memory. The first time that a page is
// touched it is compared with its checksum. A File is safe for concurrent use.
//
//	page 0 ‥ pages−1   the header and the data
//	tables             the CRC-32C of each of these pages, 4 bytes le, 1024 a page
//	roots              the CRC-32C of each page of the tables, likewise
//
// The header has the CRC-32C of the roots and of itself.
type File struct {
	Family  *Family
	Path    string
	Data    []byte // all of it; read it only under Guard, and after Check
	pages   int64
	checked []atomic.Uint32 // a bit for each page of data and tables
	unmap   func() error
}

// OpenFile maps a file and checks its header and roots.
func (y *Family) OpenFile(path string) (*File, error) {
	f := &File{Family: y, Path: path}
	var err error
	if f.Data, f.unmap, err = y.mapFile(path); err != nil {
		return nil, err
	}
	opened := false
	defer func() {
		if !opened {
			f.unmap()
		}
	}()
	if err := f.Guard(f.open); err != nil {
		return nil, err
	}
	opened = true
	return f, nil
}

func (f *File) open() (err error) {
	if f.pages, err = f.checkHeader(); err != nil {
		return err
	}
	f.checked = make([]atomic.Uint32, (f.pages+f.tablePages()+31)/32)
	f.mark(0)
	return nil
}

// VerifyHeader checks the header, the roots and the size of the file, also if that was done before.
func (f *File) VerifyHeader() error {
	return f.Guard(func() error { _, err := f.checkHeader(); return err })
}

// Pages returns the number of pages of header, data and tables.
func (f *File) Pages() int64 { return f.pages + f.tablePages() }

// VerifyPages compares pages of header, data and tables with their checksums, also those that were compared before.
func (f *File) VerifyPages(from, to int64) error {
	return f.Guard(func() error {
		for page := from; page < to; page++ {
			if err := f.checkPage(page); err != nil {
				return err
			}
		}
		return nil
	})
}

// checkHeader checks the header, the roots and the size of the file. It returns the
// number of pages of header and data.
func (f *File) checkHeader() (int64, error) {
	size := int64(len(f.Data))
	if size < PageSize {
		return 0, f.Corrupt(0, size, "not the beginning of such a file")
	}
	f.advise(0, PageSize)
	if string(f.Data[:len(f.Family.Magic)]) != f.Family.Magic {
		return 0, f.Corrupt(0, PageSize, "not the beginning of such a file")
	}
	if crc32.Checksum(f.Data[:headerSum], castagnoli) != binary.LittleEndian.Uint32(f.Data[headerSum:]) {
		return 0, f.Corrupt(0, PageSize, "the header is damaged")
	}
	if v := binary.LittleEndian.Uint32(f.Data[headerVersion:]); v < f.Family.Oldest || v > f.Family.Version {
		return 0, f.Family.version(f.Path, v)
	}
	pages := binary.LittleEndian.Uint64(f.Data[headerPages:])
	if pages == 0 || pages > uint64(size)/PageSize {
		return 0, f.Corrupt(0, size, "the file is cut off")
	}
	tables := pagesOf(4 * int64(pages))
	checked := int64(pages) + tables
	if size != (checked+pagesOf(4*tables))*PageSize {
		return 0, f.Corrupt(0, size, "the file is cut off or too long")
	}
	roots := f.Data[checked*PageSize:]
	f.advise(checked*PageSize, int64(len(roots)))
	if crc32.Checksum(roots, castagnoli) != binary.LittleEndian.Uint32(f.Data[headerRoots:]) {
		return 0, f.Corrupt(checked*PageSize, int64(len(roots)), "the checksums are damaged")
	}
	return int64(pages), nil
}

// tablePages returns the number of pages with the checksums of header and data.
func (f *File) tablePages() int64 { return pagesOf(4 * f.pages) }

func pagesOf(bytes int64) int64 { return (bytes + PageSize - 1) / PageSize }

func (f *File) Close() error { return f.unmap() }

// End returns the end of the data in bytes.
func (f *File) End() int64 { return f.pages * PageSize }

func (f *File) mark(page int64) { f.checked[page>>5].Or(1 << (page & 31)) }

func (f *File) Good(page int64) bool { return f.checked[page>>5].Load()>>(page&31)&1 != 0 }

// Check compares the pages of n bytes from an offset with their checksums, unless
// that was done before.
func (f *File) Check(offset, n int64) error {
	if uint64(offset) > uint64(f.End()) || uint64(n) > uint64(f.End()-offset) {
		return f.Corrupt(offset, n, "a place beyond the end of the data")
	}
	if n == 0 {
		return nil
	}
	if first := offset / PageSize; !f.Good(first) && !f.inTurn(first) {
		f.around(offset, n)
	}
	for page := offset / PageSize; page*PageSize < offset+n; page++ {
		if !f.Good(page) {
			if err := f.checkPage(page); err != nil {
				return err
			}
		}
	}
	return nil
}

// CheckBits is check for n bits from a bit of the file.
func (f *File) CheckBits(at, n uint64) error {
	first := int64(at >> 3)
	return f.Check(first, int64((at+n+7)>>3)-first)
}

// checkPage compares a page of the data or the tables with its checksum.
func (f *File) checkPage(page int64) error {
	at := f.End() + 4*page // of its checksum
	if page >= f.pages {
		at = (f.pages+f.tablePages())*PageSize + 4*(page-f.pages)
	} else if table := at / PageSize; !f.Good(table) {
		if err := f.checkPage(table); err != nil {
			return err
		}
	}
	if page > 0 && crc32.Checksum(f.Data[page*PageSize:(page+1)*PageSize], castagnoli) !=
		binary.LittleEndian.Uint32(f.Data[at:]) {
		return f.Corrupt(page*PageSize, PageSize, "the checksum is wrong")
	}
	f.mark(page)
	return nil
}

// Bytes returns n bytes from an offset. They must not be changed.
func (f *File) Bytes(offset, n int64) ([]byte, error) {
	if err := f.Check(offset, n); err != nil {
		return nil, err
	}
	return f.Data[offset : offset+n : offset+n], nil
}

// Uint32 returns the number at an offset.
func (f *File) Uint32(offset int64) (uint32, error) {
	if err := f.Check(offset, 4); err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint32(f.Data[offset:]), nil
}

// Corrupt returns the error for damage at n bytes from an offset.
func (f *File) Corrupt(offset, n int64, what string) error {
	return f.Family.corrupt(f.Path, offset, n, what)
}

// Guard calls a function that reads the file. If the system cannot read a page of
// the mapping, because the disk fails or because somebody has cut the file off, it
// returns an error.
func (f *File) Guard(read func() error) (err error) {
	return Guard(func() []*File { return []*File{f} }, read)
}

// Guard is [File.Guard] for several files. They are looked at only after a fault.
func Guard(files func() []*File, read func() error) (err error) {
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
func fault(r any, files []*File) error {
	e, ok := r.(error)
	var at interface{ Addr() uintptr }
	if !ok || !errors.As(e, &at) {
		return nil
	}
	for _, f := range files {
		if len(f.Data) == 0 {
			continue
		}
		offset := at.Addr() - uintptr(unsafe.Pointer(&f.Data[0]))
		if offset < uintptr(len(f.Data)) {
			return f.Corrupt(int64(offset)&^(PageSize-1), PageSize, "the system cannot read the file there")
		}
	}
	return nil
}
