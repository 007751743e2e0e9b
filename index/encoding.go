package index

import (
	"bytes"
	"io"
	"iter"

	"github.com/zobrist-go/zobrist/internal/records/archive"
	"github.com/zobrist-go/zobrist/internal/records/charset"
)

// Bytes that are read to guess the encoding of a text, before its games are read.
const (
	headBytes     = 1 << 20  // at its beginning
	windows       = 64       // of a plain file that is larger, all over it
	windowBytes   = 64 << 10 // of each, and of each other file of a folder
	folderFiles   = 1024     // files of a folder, all over it
	smallestRead  = 4 << 10
	compareToHead = 512 // bytes that show that a file is plain
)

// chunks cuts an input into chunks, in the encoding that is given or guessed.
func (in *intake) chunks(input *input) iter.Seq2[Chunk, error] {
	adapter, ok := in.adapter.(EncodedAdapter)
	if !ok {
		return in.adapter.Chunks(input.text)
	}
	if in.options.Encoding != "" {
		return adapter.EncodedChunks(input.text, in.options.Encoding)
	}
	head, err := readHead(input.text)
	rest := input.text
	if err != nil {
		rest = failing{err}
	}
	e := in.guess(input, head)
	input.guessed = e.Name
	return adapter.EncodedChunks(io.MultiReader(bytes.NewReader(head), rest), e.String())
}

// guess returns the encoding of an input that begins with head.
func (in *intake) guess(input *input, head []byte) charset.Encoding {
	var seen charset.Tally
	seen.Add(head)
	input.addWindows(&seen, head)
	e, sure := seen.Guess()
	if sure || seen.Empty() || input.member == nil {
		return e
	}
	together := in.folder(input.inside)
	if e, sure = together.Guess(); sure && seen.Fits(e) {
		return e
	}
	return charset.Encoding{}
}

// addWindows adds windows all over a plain file that is larger than its head.
func (in *input) addWindows(seen *charset.Tally, head []byte) {
	if in.file == nil || in.size <= int64(len(head)) {
		return
	}
	window := make([]byte, windowBytes)
	begin := window[:min(compareToHead, len(head))]
	if _, err := in.file.ReadAt(begin, 0); err != nil || !bytes.HasPrefix(head, begin) {
		return
	}
	for i := range int64(windows) {
		at := int64(len(head)) + (in.size-int64(len(head)))/windows*i
		n, _ := in.file.ReadAt(window, at) // reading the games returns the error
		seen.Add(window[:n])
	}
}

// folder returns the words of the files in a folder or an archive, or of some all over it.
func (in *intake) folder(path string) *charset.Tally {
	if seen := in.folders[path]; seen != nil {
		return seen
	}
	var files []*input
	for _, input := range in.inputs {
		if input.member != nil && input.inside == path {
			files = append(files, input)
		}
	}
	seen := new(charset.Tally)
	step := (len(files) + folderFiles - 1) / folderFiles
	for i := 0; i < len(files); i += step {
		seen.Add(files[i].beginning(in.adapter.Endings()))
	}
	if in.folders == nil {
		in.folders = make(map[string]*charset.Tally)
	}
	in.folders[path] = seen
	return seen
}

// beginning returns the beginning of a file in a folder or an archive, nil if it cannot be read.
func (in *input) beginning(endings []string) []byte {
	f, err := in.member.Open()
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := archive.Decompress(f, func(archive.Left) {}, endings...)
	if err != nil {
		return nil
	}
	defer text.Close()
	head, _ := io.ReadAll(io.LimitReader(text, windowBytes)) // reading the games returns the error
	return head
}

// readHead reads the beginning of a text, and the error that ended it.
func readHead(text io.Reader) (head []byte, err error) {
	for empty := 0; len(head) < headBytes && err == nil; {
		if cap(head)-len(head) < smallestRead {
			bigger := make([]byte, len(head), min(headBytes, max(64<<10, 4*cap(head)))+smallestRead)
			copy(bigger, head)
			head = bigger
		}
		var n int
		n, err = text.Read(head[len(head):cap(head)])
		head = head[:len(head)+n]
		if empty++; n > 0 {
			empty = 0
		}
		if err == nil && empty > 100 {
			err = io.ErrNoProgress
		}
	}
	return head, err
}

// failing is a reader that has failed or ended.
type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, f.error }
