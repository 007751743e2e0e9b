package flat

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/zobrist-go/zobrist/index"
)

// Versions of the stored bytes. Runs of format 2 have no cells; they are read, and written anew when
// runs are merged.
const (
	format    = 2 // of the manifest and the journal
	runFormat = 3
	oldestRun = 2
)

// damaged returns the error for bytes from up to to of a temporary file that are
// not what was written. Such a file may have been written by another process.
func damaged(path string, from, to int64) error {
	return fmt.Errorf("%w: %s, between bytes %d and %d; run the build again, the index is as it was",
		index.ErrDamaged, path, from, to)
}

// unreadable returns the error for a temporary file that the system cannot read at a
// byte. No build may go on from it, or it would fail there again.
func unreadable(path string, at int64, err error) error {
	return fmt.Errorf("%w: read %s, byte %d: %w", index.ErrDamaged, path, at, err)
}

// A sealed file is a line with its kind, its format and a checksum, then a value in
// JSON. The checksum covers the rest of the file, the line included:
//
//	zobrist-index manifest 2 c0ffee42
//	{"game":"chess",…
const (
	sealMagic   = "zobrist-index"
	manifestDoc = "manifest"
	journalDoc  = "journal"
	lockDoc     = "lock"
)

var (
	errSeal      = errors.New("the checksum is wrong")
	errVersion   = errors.New("the format is not known")
	errIrregular = fmt.Errorf("%w: it is not a regular file", index.ErrCorrupt)
)

func seal(kind string, text []byte) []byte {
	head := fmt.Sprintf("%s %s %d", sealMagic, kind, format)
	return append(fmt.Appendf(nil, "%s %08x\n", head, sealSum(head, text)), text...)
}

func sealSum(head string, text []byte) uint32 {
	return crc32.Update(crc32.Checksum([]byte(head), castagnoli), castagnoli, text)
}

// unseal returns the text of a sealed file.
func unseal(kind string, sealed []byte) ([]byte, error) {
	line, text, _ := bytes.Cut(sealed, []byte("\n"))
	head, sum := lastWord(string(line))
	want, err := strconv.ParseUint(sum, 16, 32)
	if err != nil || len(sum) != 8 || uint32(want) != sealSum(head, text) {
		return nil, errSeal
	}
	prefix, version := lastWord(head)
	if prefix != sealMagic+" "+kind {
		return nil, errSeal
	}
	if version != strconv.Itoa(format) {
		return nil, fmt.Errorf("%w: %s", errVersion, version)
	}
	return text, nil
}

// readSealed reads a sealed file into v. The error is an [os.PathError] if the file cannot be read.
func readSealed(path, kind string, v any) error {
	f, err := openRegular(path, os.O_RDONLY)
	if err != nil {
		return err
	}
	defer f.Close()
	sealed, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	text, err := unseal(kind, sealed)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, v)
}

// openRegular opens a file of an index. Opening something else, such as a named pipe, could wait
// for ever.
func openRegular(path string, flag int) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &os.PathError{Op: "open", Path: path, Err: errIrregular}
	}
	return os.OpenFile(path, flag, 0)
}

// lastWord returns the last word of a line and what comes before the space.
func lastWord(line string) (before, word string) {
	i := max(strings.LastIndexByte(line, ' '), 0)
	return line[:i], strings.TrimPrefix(line[i:], " ")
}

// newSuffix ends the name of a file that is being written to replace another.
const newSuffix = ".new"

// writeSealed replaces a file at once and durably by a value.
func writeSealed(path, kind string, v any) error {
	if err := replaceSealed(path, kind, v); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// replaceSealed replaces a file at once by a value. Its name is durable when the
// folder is.
func replaceSealed(path, kind string, v any) error {
	value, err := json.Marshal(v)
	if err != nil {
		return err
	}
	f, err := os.Create(path + newSuffix)
	if err != nil {
		return err
	}
	_, err = f.Write(seal(kind, value))
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(path+newSuffix, path)
	}
	if err != nil {
		os.Remove(path + newSuffix)
	}
	return err
}

// syncDir makes the names in a folder durable, if the system can.
func syncDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
