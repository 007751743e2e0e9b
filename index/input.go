package index

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"strings"
	"sync/atomic"

	"github.com/zobrist-go/zobrist/internal/records/archive"
	"github.com/zobrist-go/zobrist/internal/system/interrupt"
)

// An input is an [Input] being read. Its bytes are counted and digested as they
// are, then decompressed and digested again.
type input struct {
	name    string
	file    *interrupt.File // nil for readers, standard input and members of archives
	archive *interrupt.File // of the member
	member  *archive.Member // nil for all others
	folder  string          // path of the folder that it is or is in; "" for others
	size    int64           // bytes, compressed; −1 if not known
	reader  io.Reader
	raw     counter
	text    io.Reader
	unpack  io.Closer
	owned   io.Closer // opened here
	content hash.Hash
	others  []archive.Left // files and bytes of it that are not read
	guessed string         // encoding, if it is not the default
	inside  string         // path of the folder or archive

	abandoned bool // a goroutine may still be reading it
}

// A counter counts and digests the bytes that are read through it.
type counter struct {
	r io.Reader
	n atomic.Int64
	h hash.Hash
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n.Add(int64(n))
	c.h.Write(p[:n])
	return n, err
}

// A folderFile is a file in a folder. It may be a zip archive, which is read in any order; other reading is counted.
type folderFile struct {
	*os.File
	counted io.Reader
}

func (f folderFile) Read(p []byte) (int, error) { return f.counted.Read(p) }

// openAll opens all inputs, so that a missing one is found before any is read. It calls leave for
// each file of a folder or a zip archive that is left out.
func openAll(ctx context.Context, endings []string, list []Input,
	leave func(input string, left archive.Left)) ([]*input, error) {
	var inputs []*input
	fail := func(err error) ([]*input, error) {
		for _, opened := range inputs {
			opened.close()
		}
		return nil, err
	}
	for _, from := range list {
		in := &input{name: from.Name, size: -1, reader: from.Reader}
		switch {
		case from.Reader != nil:
		case from.Name == "-":
			in.reader, in.name = os.Stdin, "standard input"
		default:
			if err := in.openFile(ctx); err != nil {
				return fail(err)
			}
		}
		in.name = sourceName(in.name)
		members, err := in.members(endings, leave)
		if err != nil {
			in.close()
			return fail(fmt.Errorf("%s: %w", in.name, err))
		}
		inputs = append(inputs, members...)
	}
	return inputs, nil
}

// members returns the files of games in a folder or a zip archive, or the input alone if it is neither.
func (in *input) members(endings []string, leave func(string, archive.Left)) ([]*input, error) {
	var magic [4]byte
	var list []archive.Member
	var others []archive.Left
	var err error
	switch {
	case in.folder != "":
		list, others, err = archive.Folder(in.folder, endings)
	case in.file == nil:
		return []*input{in}, nil
	default:
		if _, err := in.file.ReadAt(magic[:], 0); err != nil || !archive.IsZip(magic[:]) {
			return []*input{in}, nil // reading it returns the error
		}
		list, others, err = archive.Zip(in.file, in.size, endings)
	}
	if err != nil {
		return nil, err
	}
	for _, left := range others {
		leave(in.name, left)
	}
	var members []*input
	for _, m := range list {
		members = append(members, &input{name: memberName(in.name, m.Name), archive: in.file, folder: in.folder, member: &m,
			size: m.Size, inside: in.name})
	}
	members[len(members)-1].owned = in.owned // they are read in order
	return members, nil
}

// memberName is the name of a file in a folder or an archive.
func memberName(in, name string) string { return sourceName(strings.TrimRight(in, "/") + "/" + name) }

// onDisk returns the file that the input is or is in, nil for others.
func (in *input) onDisk() *interrupt.File { return cmp.Or(in.file, in.archive) }

// sourceName returns a name as stores keep it, in JSON: a byte that is not UTF-8 becomes
// U+FFFD.
func sourceName(name string) string { return string([]rune(name)) }

func (in *input) openFile(ctx context.Context) error {
	f, err := interrupt.Open(ctx, in.name)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case info.IsDir():
		in.file, in.owned, in.folder = f, f, in.name
		return nil
	case info.Mode().IsRegular():
		in.file, in.reader, in.owned, in.size = f, f, f, info.Size()
		return nil
	default: // a pipe
		in.reader, in.owned = f, f
		return nil
	}
	f.Close()
	return err
}

// open begins to decompress.
func (in *input) open(endings []string) error {
	if in.member != nil {
		f, err := in.member.Open()
		if err != nil {
			return err
		}
		in.reader = f
		in.unpack = f
	}
	in.raw.r, in.raw.h = in.reader, sha256.New()
	in.others = nil
	note := func(left archive.Left) { in.others = append(in.others, left) }
	var raw io.Reader = &in.raw
	if f, ok := in.reader.(*os.File); ok && in.member != nil {
		raw = folderFile{f, raw}
	}
	text, err := archive.Decompress(raw, note, endings...)
	if err != nil {
		return err
	}
	in.unpack, in.content = closers{text, in.unpack}, sha256.New()
	in.text = io.TeeReader(text, in.content)
	return nil
}

// finish describes the input after it was read to its end.
func (in *input) finish() (Source, error) {
	if _, err := io.Copy(io.Discard, &in.raw); err != nil { // bytes after the compressed text
		return Source{}, err
	}
	s := Source{Name: in.name, Digest: hex.EncodeToString(in.content.Sum(nil))}
	if in.file != nil {
		s.File = hex.EncodeToString(in.raw.h.Sum(nil))
	}
	return s, in.close()
}

// closers are closed in their order; nil is passed over.
type closers []io.Closer

func (list closers) Close() error {
	var errs []error
	for _, c := range list {
		if c != nil {
			errs = append(errs, c.Close())
		}
	}
	return errors.Join(errs...)
}

// close closes what was opened here, unless it was abandoned.
func (in *input) close() error {
	if in.abandoned {
		return nil
	}
	var errs []error
	if in.unpack != nil {
		errs = append(errs, in.unpack.Close())
	}
	if in.owned != nil {
		errs = append(errs, in.owned.Close())
	}
	in.unpack, in.owned = nil, nil
	in.text, in.raw.r = nil, nil // with the memory of the decompressor: inputs live as long as the import
	return errors.Join(errs...)
}
