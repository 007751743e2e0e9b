package keyfile

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"

	"github.com/zobrist-go/zobrist"
)

const jsonFormat = "zobrist-keys"

// jsonTable is a table as a JSON object; words are hexadecimal, because few
// readers of JSON keep 64 bits of a number.
type jsonTable struct {
	Format  string   `json:"format"`
	Version int      `json:"version"`
	Name    string   `json:"name"`
	Bits    int      `json:"bits"`
	SHA256  string   `json:"sha256"`
	Start   string   `json:"start"`
	Keys    []string `json:"keys"`
}

func exportJSON(w io.Writer, t Table) error {
	keys, start := t.Wide()
	digest := t.Digest()
	j := jsonTable{
		Format: jsonFormat, Version: 1, Name: t.Name, Bits: t.Bits,
		SHA256: hex.EncodeToString(digest[:]), Start: plainHex(start, t.Bits), Keys: make([]string, len(keys)),
	}
	for i, k := range keys {
		j.Keys[i] = plainHex(k, t.Bits)
	}
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(j)
}

func importJSON(data []byte) (Table, error) {
	fail := func(err error, format string, args ...any) (Table, error) {
		return Table{}, fmt.Errorf("%w: %s", err, fmt.Sprintf(format, args...))
	}
	var j jsonTable
	d := json.NewDecoder(bytes.NewReader(data))
	if err := d.Decode(&j); err != nil {
		return fail(ErrFormat, "byte %d: %v", d.InputOffset(), err)
	}
	start, ok := parseWord(j.Start)
	switch {
	case j.Format != jsonFormat:
		return fail(ErrFormat, "its format is %q, not %q", j.Format, jsonFormat)
	case j.Version != 1:
		return fail(ErrVersion, "version %d; this program knows version 1", j.Version)
	case !ok:
		return fail(ErrFormat, "start %q is not a number of up to 32 hexadecimal digits", j.Start)
	case len(j.Keys) == 0 || len(j.Keys) > zobrist.MaxFeatures:
		return fail(ErrFormat, "%d keys", len(j.Keys))
	}
	keys := make(zobrist.Keys128, len(j.Keys))
	for i, text := range j.Keys {
		if keys[i], ok = parseWord(text); !ok {
			return fail(ErrFormat, "key %d, %.40q, is not a number of up to 32 hexadecimal digits", i, text)
		}
	}
	t, err := newTable(j.Name, j.Bits, start, keys).one()
	if err != nil {
		return fail(ErrCorrupt, "%v", err)
	}
	if digest := t.Digest(); j.SHA256 != "" && hex.EncodeToString(digest[:]) != j.SHA256 {
		return fail(ErrCorrupt, "the SHA-256 of the keys is %x, the file says %s; was a key edited?", digest, j.SHA256)
	}
	return t, nil
}
