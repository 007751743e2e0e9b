package archive

import (
	"archive/zip"
	"bytes"
	"cmp"
	"compress/bzip2"
	"io"
	"slices"

	"github.com/klauspost/compress/zstd"
)

// Bounds on what a zip archive unpacks to: freeBytes, and ratio times its size. Games compress to a tenth.
const (
	freeBytes = 64 << 20
	ratio     = 200
)

// IsZip reports whether a file that begins with these bytes is a zip archive.
func IsZip(magic []byte) bool {
	return bytes.HasPrefix(magic, []byte("PK\x03\x04")) || bytes.HasPrefix(magic, []byte("PK\x05\x06"))
}

// Methods of compression in a zip archive, besides the methods that package archive/zip has.
const (
	zipBzip2 = 12
	zipZstd  = 93
)

// zipMethods are the names of methods that are not read.
var zipMethods = map[uint16]string{1: "Shrink", 6: "Implode", 9: "Deflate64", 14: "LZMA", 95: "xz", 96: "JPEG",
	98: "PPMd"}

// Zip lists the files of games in a zip archive, and the other files. It is an error if there are no games, if files
// share bytes of the archive, or if the files of games unpack to more than 64 MiB and 200 times the archive.
func Zip(r io.ReaderAt, size int64, endings []string) (members []Member, others []Left, err error) {
	z, err := zip.NewReader(r, size)
	if err != nil {
		return nil, nil, err
	}
	if len(z.File) > maxMembers {
		return nil, nil, refuse("zip: %d files, and the limit is %d; unpack it first", len(z.File), maxMembers)
	}
	if err := checkApart(z.File); err != nil {
		return nil, nil, err
	}
	z.RegisterDecompressor(zipBzip2, func(r io.Reader) io.ReadCloser { return io.NopCloser(bzip2.NewReader(r)) })
	z.RegisterDecompressor(zipZstd, func(r io.Reader) io.ReadCloser {
		d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(1<<30))
		if err != nil {
			return io.NopCloser(failed{err})
		}
		return d.IOReadCloser()
	})
	left := freeBytes + ratio*uint64(size)
	for _, f := range z.File {
		if f.FileInfo().IsDir() {
			continue
		}
		name, readable := zipMethods[f.Method]
		readable = !readable && f.Flags&1 == 0
		holds, other := judge(f.Name, endings, func(n int) []byte {
			if !readable {
				return nil
			}
			return headOf(f, n)
		})
		switch {
		case !holds:
			others = append(others, other)
			continue
		case f.Flags&1 != 0:
			return nil, nil, refuse("zip: %s: encrypted; unpack it first", f.Name)
		case !readable:
			return nil, nil, refuse("zip: %s: compressed by %s; unpack the archive first: 7z x FILE", f.Name, name)
		case f.UncompressedSize64 > left: // reading more than that is an error of package archive/zip
			return nil, nil, refuse("zip: the files up to %s unpack to more than 64 MiB and %d times the archive; unpack it "+
				"first, if they are games", f.Name, ratio)
		}
		left -= f.UncompressedSize64
		members = append(members, Member{f.Name, int64(f.UncompressedSize64), f.Modified, f.Open})
	}
	if len(members) == 0 {
		return nil, nil, noGames("zip", others, endings)
	}
	return members, others, nil
}

// headOf returns the first n bytes of a file in a zip archive, none if it is damaged there.
func headOf(f *zip.File, n int) []byte {
	r, err := f.Open()
	if err != nil {
		return nil
	}
	defer r.Close()
	head, _ := io.ReadAll(io.LimitReader(r, int64(n)))
	return head
}

// checkApart returns an error if files of an archive share bytes, by which a small archive unpacks to very much.
func checkApart(files []*zip.File) error {
	type extent struct {
		from, to uint64
		name     string
	}
	extents := make([]extent, 0, len(files))
	for _, f := range files {
		from, err := f.DataOffset()
		if err != nil || f.CompressedSize64 == 0 {
			continue // opening it returns the error
		}
		extents = append(extents, extent{uint64(from), uint64(from) + f.CompressedSize64, f.Name})
	}
	slices.SortFunc(extents, func(a, b extent) int { return cmp.Compare(a.from, b.from) })
	for i := 1; i < len(extents); i++ {
		if a, b := extents[i-1], extents[i]; b.from < a.to {
			return refuse("zip: %s and %s share bytes of the archive; unpack it first, if they are games", a.name, b.name)
		}
	}
	return nil
}
