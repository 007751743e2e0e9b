// Package jsontext writes JSON for people and programs: <, > and & in names of players and events stand as they are,
// not as \u003c, which only JSON within HTML needs.
package jsontext

import (
	"bytes"
	"encoding/json"
	"io"
)

// Line returns v in JSON, in one line with a line feed.
func Line(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}

// Marshal returns v in JSON, in one line without a line feed. Methods MarshalJSON return it.
func Marshal(v any) ([]byte, error) {
	text, err := Line(v)
	return bytes.TrimSuffix(text, []byte("\n")), err
}

// Write writes v in JSON with indented members, and a line feed.
func Write(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
