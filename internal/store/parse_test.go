package store_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/internal/store"
)

func TestParseRange(t *testing.T) {
	for text, want := range map[string]store.Range{
		"2400-2600": {Min: 2400, Max: 2600}, "2600-": {Min: 2600}, "-2000": {Max: 2000}, "0-2000": {Max: 2000},
		"2400": {Min: 2400, Max: 2400}, " 1-9999 ": {Min: 1, Max: 9999},
	} {
		if got, err := store.ParseRange(text); err != nil || got != want {
			t.Errorf("%q is %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-", "0", "0-", "0-0", "2000-0", "-0", "2600-2400", "--5", "1-2-3", "10000",
		"x"} {
		if got, err := store.ParseRange(text); err == nil {
			t.Errorf("%q is %+v", text, got)
		}
	}
}
