package flat

import (
	"encoding/binary"
	"errors"
	"runtime"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/zobrist-go/zobrist/internal/sorted"
)

// A block of texts has uvarint of the number of bytes that follow when they are
// decompressed, and a zstd frame. These bytes are the lengths of the texts of its
// games, uvarints, and the texts. A game without a text has an empty one. A block
// ends with the game that makes it textBlock bytes long, or with its textGames-th
// game.
const (
	textGames = 64
	textBlock = 128 << 10

	// maxText is the number of bytes of the texts of a block at most.
	maxText = 1 << 31
)

// textBlocks writes the blocks of texts. Other goroutines compress them.
type textBlocks struct {
	out    *sorted.Output
	blocks []block
	jobs   chan *textJob
	free   chan *textJob
	done   sync.WaitGroup
	mu     sync.Mutex // protects err and what workers write to blocks
	err    error
	job    *textJob // the one that is filled
	ended  bool
}

type textJob struct {
	block  int
	count  int
	sizes  []byte
	texts  []byte
	packed []byte
}

func newTextBlocks(out *sorted.Output) *textBlocks {
	workers := runtime.GOMAXPROCS(0)
	t := &textBlocks{out: out, jobs: make(chan *textJob, workers), free: make(chan *textJob, 2*workers+1)}
	for range cap(t.free) {
		t.free <- new(textJob)
	}
	for range workers {
		t.done.Go(t.work)
	}
	return t
}

func (t *textBlocks) add(number uint32, text []byte) error {
	if len(text) > maxText/2 {
		return errors.New("flat: the text of a game is longer than 1 GiB")
	}
	if t.job == nil {
		t.job = <-t.free
		t.job.count, t.job.sizes, t.job.texts = 0, t.job.sizes[:0], t.job.texts[:0]
		t.mu.Lock()
		t.job.block = len(t.blocks)
		t.blocks = append(t.blocks, block{first: number})
		t.mu.Unlock()
	}
	j := t.job
	j.sizes = binary.AppendUvarint(j.sizes, uint64(len(text)))
	j.texts = append(j.texts, text...)
	if j.count++; j.count < textGames && len(j.texts) < textBlock {
		return nil
	}
	return t.send()
}

// copy appends a block of another run, whose first game has a number in this one.
func (t *textBlocks) copy(number uint32, packed []byte) error {
	if err := t.send(); err != nil {
		return err
	}
	offset, err := t.out.Append(packed)
	t.mu.Lock()
	defer t.mu.Unlock()
	t.blocks = append(t.blocks, block{offset: offset, length: uint32(len(packed)), first: number})
	return err
}

func (t *textBlocks) send() error {
	if t.job != nil {
		t.jobs <- t.job
		t.job = nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.err
}

// end waits until all blocks are written.
func (t *textBlocks) end() error {
	if t.ended {
		return t.err
	}
	t.ended = true
	t.send()
	close(t.jobs)
	t.done.Wait()
	return t.err
}

func (t *textBlocks) work() {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1),
		zstd.WithEncoderCRC(false), zstd.WithWindowSize(1<<20))
	var raw []byte
	for j := range t.jobs {
		if err == nil {
			raw = append(append(raw[:0], j.sizes...), j.texts...)
			j.packed = binary.AppendUvarint(j.packed[:0], uint64(len(raw)))
			j.packed = z.EncodeAll(raw, j.packed)
			var offset int64
			offset, err = t.out.Append(j.packed)
			t.mu.Lock()
			t.blocks[j.block].offset, t.blocks[j.block].length = offset, uint32(len(j.packed))
			t.mu.Unlock()
		}
		if err != nil {
			t.mu.Lock()
			t.err = errors.Join(t.err, err)
			t.mu.Unlock()
		}
		t.free <- j
	}
}

// decoder decompresses blocks of texts.
var decoder = sync.OnceValues(func() (*zstd.Decoder, error) {
	return zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxText+textBlock))
})

// unpackTexts returns what a block of texts holds when it is decompressed, in dst.
func unpackTexts(dst, packed []byte) ([]byte, bool) {
	size, n := binary.Uvarint(packed)
	if n <= 0 || size > maxText+textBlock {
		return nil, false
	}
	z, err := decoder()
	if err != nil {
		return nil, false
	}
	raw, err := z.DecodeAll(packed[n:], dst[:0])
	return raw, err == nil && uint64(len(raw)) == size
}
