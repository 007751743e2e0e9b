package sorted

import "os"

// What several look-ups will read is requested from the system at once, so that a disk works on all of it at the same
// time. Only untouched pages are requested; others are probably in memory.
//
// A single look-up requests its pages too, before it touches them, and a few around them. Otherwise the system reads as
// many around them as it is set to read ahead, up to some megabytes. That suits a reader of one page after the other,
// for whom nothing is requested here.

var osPage = int64(os.Getpagesize())

// Ahead requests the bytes from an offset on, and their checksums. It reports whether they have not been read yet.
func (f *File) Ahead(offset, n int64) (requested bool) {
	if offset < 0 || n <= 0 || offset > f.End()-n {
		return false // the look-up itself returns the error
	}
	first, last := offset/PageSize, (offset+n-1)/PageSize
	if f.Good(first) && f.Good(last) {
		return false
	}
	f.adviseSums(first, last)
	f.advise(first*PageSize, (last+1-first)*PageSize)
	return true
}

// around requests the window, or windows, that the bytes from an offset on lie in. A window is longer than a page,
// because filters read facts of games here and there; a fast disk takes little longer for it.
func (f *File) around(offset, n int64) {
	const window = 64 << 10
	from, to := offset/window*window, min((offset+n+window-1)/window*window, f.End())
	f.adviseSums(offset/PageSize, (offset+n-1)/PageSize)
	f.advise(from, to-from)
}

// adviseSums requests the pages with the checksums of two pages, unless they have been read.
func (f *File) adviseSums(first, last int64) {
	for _, table := range [2]int64{f.pages + first/(PageSize/4), f.pages + last/(PageSize/4)} {
		if !f.Good(table) {
			f.advise(table*PageSize, PageSize)
		}
	}
}

// inTurn reports whether the four pages before one have been read: the reader probably goes on.
func (f *File) inTurn(page int64) bool {
	return page >= 4 && f.Good(page-1) && f.Good(page-2) && f.Good(page-3) && f.Good(page-4)
}

func (f *File) advise(offset, n int64) {
	from := offset / osPage * osPage
	adviseWillNeed(f.Data[from:min(offset+n, int64(len(f.Data)))])
}
