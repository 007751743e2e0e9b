package sorted

import "os"

// What several look-ups will read is requested from the system at once, so that a disk works on all of it at the same
// time. Only untouched pages are requested; others are probably in memory.

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
	for _, table := range [2]int64{f.pages + first/(PageSize/4), f.pages + last/(PageSize/4)} {
		if !f.Good(table) {
			f.advise(table*PageSize, PageSize)
		}
	}
	f.advise(first*PageSize, (last+1-first)*PageSize)
	return true
}

func (f *File) advise(offset, n int64) {
	from := offset / osPage * osPage
	adviseWillNeed(f.Data[from:min(offset+n, int64(len(f.Data)))])
}
