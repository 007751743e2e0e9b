package jsontext_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/system/jsontext"
)

// inner is a value whose own MarshalJSON writes its text.
type inner struct{ name string }

func (i inner) MarshalJSON() ([]byte, error) { return jsontext.Marshal(i.name) }

// Signs of HTML stand as they are in every form, and every form is the same value to encoding/json.
func TestSigns(t *testing.T) {
	const name = "<Smith & Jones>"
	v := map[string]any{"name": name, "inner": inner{name}}
	want := `{"inner":"<Smith & Jones>","name":"<Smith & Jones>"}`
	if got, err := jsontext.Line(v); err != nil || string(got) != want+"\n" {
		t.Errorf("Line: %q, %v", got, err)
	}
	if got, err := jsontext.Marshal(v); err != nil || string(got) != want {
		t.Errorf("Marshal: %q, %v", got, err)
	}
	var b strings.Builder
	if err := jsontext.Write(&b, v); err != nil {
		t.Fatal(err)
	}
	if got, want := b.String(), "{\n  \"inner\": \""+name+"\",\n  \"name\": \""+name+"\"\n}\n"; got != want {
		t.Errorf("Write: %q, want %q", got, want)
	}
	var read map[string]string
	if err := json.Unmarshal([]byte(b.String()), &read); err != nil || read["name"] != name || read["inner"] != name {
		t.Errorf("read %v, %v", read, err)
	}
	if _, err := jsontext.Marshal(func() {}); err == nil {
		t.Error("a function: no error")
	}
}
