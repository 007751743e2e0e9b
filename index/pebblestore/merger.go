package pebblestore

import (
	"bytes"
	"io"

	"github.com/cockroachdb/pebble/v2"

	"github.com/zobrist-go/zobrist/index"
)

// A merger merges the records of one position. Their order does not matter.
type merger struct{ values [][]byte }

func newMerger(_, value []byte) (pebble.ValueMerger, error) {
	return &merger{[][]byte{bytes.Clone(value)}}, nil
}

func (m *merger) MergeNewer(value []byte) error {
	m.values = append(m.values, bytes.Clone(value))
	return nil
}

func (m *merger) MergeOlder(value []byte) error { return m.MergeNewer(value) }

func (m *merger) Finish(bool) ([]byte, io.Closer, error) {
	if len(m.values) == 1 {
		return m.values[0], nil, nil
	}
	value, err := index.MergeRecords(nil, m.values...)
	return value, nil, err
}
