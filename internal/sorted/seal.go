package sorted

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
)

// A sealed file is a line with its kind, its version and a checksum, then a value in JSON. The checksum covers the
// rest of the file, the line included:
//
//	zobrist-index manifest 2 c0ffee42
//	{"game":"chess",…

// ErrSeal is the error for a sealed file that is not what was written.
var ErrSeal = errors.New("the checksum is wrong")

// Seal returns the content of a sealed file with a text in JSON.
func (f *Family) Seal(kind string, text []byte) []byte {
	head := fmt.Sprintf("%s %s %d", f.SealMagic, kind, f.SealVersion)
	return append(fmt.Appendf(nil, "%s %08x\n", head, sealSum(head, text)), text...)
}

func sealSum(head string, text []byte) uint32 {
	return crc32.Update(crc32.Checksum([]byte(head), castagnoli), castagnoli, text)
}

// Unseal returns the text of a sealed file. The error is [ErrSeal] or wraps Unknown.
func (f *Family) Unseal(kind string, sealed []byte) ([]byte, error) {
	line, text, _ := bytes.Cut(sealed, []byte("\n"))
	head, sum := lastWord(string(line))
	want, err := strconv.ParseUint(sum, 16, 32)
	if err != nil || len(sum) != 8 || uint32(want) != sealSum(head, text) {
		return nil, ErrSeal
	}
	prefix, version := lastWord(head)
	if prefix != f.SealMagic+" "+kind {
		return nil, ErrSeal
	}
	if version != strconv.Itoa(f.SealVersion) {
		return nil, fmt.Errorf("%w: the file has format %s, and this release reads format %d; %s", f.Unknown, version,
			f.SealVersion, f.Remedy)
	}
	return text, nil
}

// ReadSealed reads a sealed file into v. The error is an [os.PathError] if the file cannot be read.
func (f *Family) ReadSealed(path, kind string, v any) error {
	file, err := f.OpenRegular(path, os.O_RDONLY)
	if err != nil {
		return err
	}
	defer file.Close()
	sealed, err := io.ReadAll(file)
	if err != nil {
		return err
	}
	text, err := f.Unseal(kind, sealed)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, v)
}

// OpenRegular opens a file of a store. Opening something else, such as a named pipe, could wait for ever.
func (f *Family) OpenRegular(path string, flag int) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &os.PathError{Op: "open", Path: path, Err: fmt.Errorf("%w: it is not a regular file", f.Corrupt)}
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

// WriteSealed replaces a file at once and durably by a value.
func (f *Family) WriteSealed(path, kind string, v any) error {
	if err := f.replaceSealed(path, kind, v); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// replaceSealed replaces a file at once by a value. Its name is durable when the folder is.
func (f *Family) replaceSealed(path, kind string, v any) error {
	value, err := json.Marshal(v)
	if err != nil {
		return err
	}
	file, err := os.Create(path + newSuffix)
	if err != nil {
		return err
	}
	_, err = file.Write(f.Seal(kind, value))
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
		err = os.Rename(path+newSuffix, path)
	}
	if err != nil {
		os.Remove(path + newSuffix)
	}
	return err
}

// SyncDir makes the names in a folder durable, if the system can.
func SyncDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
