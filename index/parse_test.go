package index_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/index"
)

func TestParseRange(t *testing.T) {
	for text, want := range map[string]index.Range{
		"2400-2600": {Min: 2400, Max: 2600}, "2600-": {Min: 2600}, "-2000": {Max: 2000}, "0-2000": {Max: 2000},
		"2400": {Min: 2400, Max: 2400}, " 1-9999 ": {Min: 1, Max: 9999},
	} {
		if got, err := index.ParseRange(text); err != nil || got != want {
			t.Errorf("%q is %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "-", "0", "0-", "0-0", "2000-0", "-0", "2600-2400", "--5", "1-2-3", "10000",
		"x"} {
		if got, err := index.ParseRange(text); err == nil {
			t.Errorf("%q is %+v", text, got)
		}
	}
}

func TestParseDate(t *testing.T) {
	for text, want := range map[string]index.Date{
		"1972": {Year: 1972}, "1972-07": {Year: 1972, Month: 7}, "2016.02.29": {Year: 2016, Month: 2, Day: 29},
	} {
		if got, err := index.ParseDate(text); err != nil || got != want {
			t.Errorf("%q is %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"2017-02-30", "2017-02-29", "2017-04-31", "72", "72-07-11", "2017-13", "", "x", "+1972", "1972-+7", "1972-07-1_1",
		"99999999999999999999"} {
		if got, err := index.ParseDate(text); err == nil {
			t.Errorf("%q is %+v", text, got)
		}
	}
}
