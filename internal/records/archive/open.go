package archive

import (
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/klauspost/compress/zstd"
)

// Open opens a file of games, or standard input if the name is "-". It is
// decompressed as it is read; its first bytes, not its name, tell how. Closing
// does not close standard input. A folder is an error; other errors wrap the error of
// [os.Open] or [Decompress]. Reading returns errors as Decompress says.
func Open(name string, endings ...string) (io.ReadCloser, error) {
	if name == "-" {
		return Decompress(os.Stdin, nil, endings...)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("archive: %w", err)
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("archive: %s is a folder; name the files in it", name)
	}
	r, err := Decompress(f, nil, endings...)
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("%w in %s", err, name)
	}
	return file{r, f}, nil
}

// A file closes the file below a reader, too.
type file struct {
	io.ReadCloser
	below *os.File
}

func (f file) Close() error { return errors.Join(f.ReadCloser.Close(), f.below.Close()) }

// ErrDamaged: a compressed file is damaged or cut off, so that its text cannot be read.
var ErrDamaged = errors.New("archive: the compressed text is damaged or cut off")

// Decompress returns what r holds, decompressed if its first bytes
// say gzip, bzip2 or Zstandard. Several compressed files one after the
// other are one text, also with zero bytes between them and after the last. Closing
// does not close r. Errors of r are returned unchanged. If the compressed text is
// damaged or cut off, the error wraps [ErrDamaged]. It does not if the text needs a
// dictionary or more than 1 GiB of memory.
//
// A tar archive, compressed or not, is read as one text: the files in it whose names have one of the endings or that
// begin with a game, in its folders too. So is a zip archive, if r is an [io.ReaderAt] with a method Stat, as an
// [os.File] is. Other archives are an error that says what to do.
//
// note is called for each part that is left out, when reading comes to it: a file in an archive, or bytes after a
// compressed text that are neither zero nor compressed. If note is nil, such bytes are damage.
func Decompress(r io.Reader, note func(Left), endings ...string) (io.ReadCloser, error) {
	b := bufio.NewReaderSize(source{r}, 64<<10)
	magic, err := b.Peek(magicSize)
	if err != nil && err != io.EOF {
		return nil, explain(err)
	}
	if IsZip(magic) {
		return unzip(r, endings, note)
	}
	if err := refuseFormat(magic); err != nil {
		return nil, err
	}
	text, err := decompress(b, note)
	if err != nil {
		return nil, err
	}
	plain := bufio.NewReaderSize(text, 64<<10)
	head, err := plain.Peek(TarHead)
	switch {
	case err != nil: // it comes once
		short := io.MultiReader(bytes.NewReader(bytes.Clone(head)), failed{err})
		return both{io.NopCloser(short), text}, nil
	case IsTar(head):
		return decompressed{both{tarText(plain, endings, note), text}}, nil
	}
	return both{io.NopCloser(plain), text}, nil
}

// failed is a reader that has failed.
type failed struct{ err error }

func (f failed) Read([]byte) (int, error) { return 0, f.err }

// both reads from the first and closes both.
type both struct {
	io.ReadCloser
	below io.Closer
}

func (b both) Close() error { return errors.Join(b.ReadCloser.Close(), b.below.Close()) }

// unzip returns the text of the files of games in a zip archive.
func unzip(r io.Reader, endings []string, note func(Left)) (io.ReadCloser, error) {
	file, ok := r.(interface {
		io.ReaderAt
		Stat() (fs.FileInfo, error)
	})
	size := int64(0)
	if ok {
		info, err := file.Stat()
		ok = err == nil && info.Mode().IsRegular()
		if ok {
			size = info.Size()
		}
	}
	if !ok {
		return nil, errors.New("archive: a zip archive cannot be read from a stream; name its file, or unpack it: " +
			"unzip -p FILE '*" + endings[0] + "'")
	}
	members, others, err := Zip(file, size, endings)
	if err != nil {
		return nil, unreadable(fmt.Errorf("archive: %w", err))
	}
	if note != nil {
		for _, other := range others {
			note(other)
		}
	}
	return decompressed{&joined{next: func() (io.ReadCloser, error) {
		if len(members) == 0 {
			return nil, io.EOF
		}
		name := members[0].Name
		f, err := members[0].Open()
		if err != nil {
			return nil, fmt.Errorf("archive: %s: %w", name, err)
		}
		members = members[1:]
		text, err := decompress(f, within(name, note))
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		return both{text, f}, nil
	}}}, nil
}

// refuseFormat returns an error about a file that is none of games, with what to do.
func refuseFormat(magic []byte) error {
	for _, format := range []struct{ magic, name, remedy string }{
		{"\xfd7zXZ\x00", "an xz file", "decompress it first: xz -dc FILE"},
		{"7z\xbc\xaf\x27\x1c", "a 7z archive", "unpack it first: 7z x FILE"},
		{"Rar!\x1a\x07", "a RAR archive", "unpack it first: unrar x FILE"},
		{"\x04\x22\x4d\x18", "an lz4 file", "decompress it first: lz4 -dc FILE"},
		{"\x1f\x9d", "a file of compress", "decompress it first: gzip -dc FILE"},
		{"LZIP", "an lzip file", "decompress it first: lzip -dc FILE"},
		{"Scid.s", "a Scid database", "export its games as PGN"},
	} {
		if bytes.HasPrefix(magic, []byte(format.magic)) {
			return &Error{Format: true, reason: fmt.Sprintf("archive: the text is %s; %s", format.name, format.remedy)}
		}
	}
	return nil
}

// A source marks the errors of a reader, so that they are known above a decompressor.
type source struct{ io.Reader }

type sourceError struct{ error }

func (s source) Read(p []byte) (int, error) {
	n, err := s.Reader.Read(p)
	if err != nil && err != io.EOF {
		err = sourceError{err}
	}
	return n, err
}

// explain returns an error of the source as it was, and wraps one about damage in [ErrDamaged].
func explain(err error) error {
	var below sourceError
	switch {
	case err == nil, err == io.EOF:
		return err
	case errors.As(err, &below):
		return below.error
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return fmt.Errorf("archive: zstd: more than 1 GiB of memory: %w", err)
	case errors.Is(err, zstd.ErrUnknownDictionary):
		return fmt.Errorf("archive: zstd: the text needs a dictionary: %w", err)
	case errors.Is(err, zstd.ErrDecoderClosed), errors.Is(err, io.ErrNoProgress), errors.Is(err, ErrDamaged),
		errors.Is(err, zip.ErrAlgorithm), errors.As(err, new(*Error)):
		return err
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

// decompressed is a text whose errors are explained.
type decompressed struct{ io.ReadCloser }

func (d decompressed) Read(p []byte) (int, error) {
	n, err := d.ReadCloser.Read(p)
	return n, explain(err)
}
