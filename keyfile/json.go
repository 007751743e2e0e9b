package keyfile

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/zobrist-go/zobrist/internal/keys/gf2"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
)

const jsonFormat = "zobrist-keys"

// jsonFile is a file as a JSON object; words are hexadecimal, because few
// readers of JSON keep 64 bits of a number.
type jsonFile struct {
	Format  string   `json:"format"`
	Version int      `json:"version"`
	Name    string   `json:"name"`
	Bits    int      `json:"bits"`
	SHA256  string   `json:"sha256"`
	Order   []string `json:"order,omitempty"`
	Start   string   `json:"start"`
	Keys    []string `json:"keys"`
}

// elements returns how many elements a list of texts in JSON has at most, by its commas.
func elements(list json.RawMessage) int { return 1 + bytes.Count(list, []byte(",")) }

func writeJSON(w io.Writer, f File) error {
	start, keys := f.words()
	digest := f.Digest()
	j := jsonFile{
		Format: jsonFormat, Version: 1, Name: f.Name, Bits: f.Bits, SHA256: hex.EncodeToString(digest[:]),
		Order: f.Order, Start: plainHex(start, f.Bits), Keys: make([]string, len(keys)),
	}
	for i, k := range keys {
		j.Keys[i] = plainHex(k, f.Bits)
	}
	return jsontext.Write(w, j)
}

func readJSON(data []byte, most int) (File, error) {
	fail := func(err error, format string, args ...any) (File, error) {
		return File{}, fmt.Errorf("%w: %s", err, fmt.Sprintf(format, args...))
	}
	var lists struct{ Keys, Order json.RawMessage }
	if json.Unmarshal(data, &lists) == nil && elements(lists.Keys) > most { // before each one takes memory
		return fail(ErrMany, "more than %d", most)
	}
	if len(lists.Order) > orderLimit {
		return fail(ErrFormat, "an order of more than %d bytes", orderLimit)
	}
	var j jsonFile
	if err := json.Unmarshal(data, &j); err != nil {
		at := 0
		var wrong *json.SyntaxError
		var wrongType *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			at = int(wrong.Offset)
		} else if errors.As(err, &wrongType) {
			at = int(wrongType.Offset)
		}
		return File{}, syntaxError(data, min(max(at-1, 0), len(data)), ErrFormat, "%v", err)
	}
	start, ok := parseHex(j.Start)
	switch {
	case j.Format != jsonFormat:
		return fail(ErrFormat, "its format is %q, not %q", j.Format, jsonFormat)
	case j.Version != 1:
		return fail(ErrVersion, "version %d; this program knows version 1", j.Version)
	case !ok:
		return fail(ErrFormat, "start %q is not a number of up to 32 hexadecimal digits", j.Start)
	case len(j.Keys) == 0:
		return fail(ErrFormat, "no keys")
	}
	keys := make([]gf2.Word, len(j.Keys))
	for i, text := range j.Keys {
		if keys[i], ok = parseHex(text); !ok {
			return fail(ErrFormat, "key %d, %.40q, is not a number of up to 32 hexadecimal digits", i, text)
		}
	}
	if len(j.Order) == 0 {
		j.Order = nil
	}
	f := newFile(j.Name, j.Order, j.Bits, start, keys)
	if err := f.check(); err != nil {
		return fail(ErrCorrupt, "%v", err)
	}
	if digest := f.Digest(); j.SHA256 != "" && hex.EncodeToString(digest[:]) != j.SHA256 {
		return fail(ErrCorrupt, "the SHA-256 of the keys is %x, the file says %s; was a key edited?", digest, j.SHA256)
	}
	return f, nil
}
