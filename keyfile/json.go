package keyfile

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/internal/keys/gf2"
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
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(j)
}

func readJSON(data []byte) (File, error) {
	fail := func(err error, format string, args ...any) (File, error) {
		return File{}, fmt.Errorf("%w: %s", err, fmt.Sprintf(format, args...))
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
	case len(j.Keys) == 0 || len(j.Keys) > zobrist.MaxFeatures:
		return fail(ErrFormat, "%d keys", len(j.Keys))
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
