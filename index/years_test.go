package index_test

import (
	"testing"

	"github.com/zobrist-go/zobrist/index"
)

func TestYears(t *testing.T) {
	one := index.Tally{Games: 1, LastYear: 1999}
	got := index.Years([]index.Period{{Tally: one}, {Year: 1999, Tally: one}, {Year: 1999, Month: 5, Tally: one},
		{Year: 2001, Month: 1, Tally: one}})
	if len(got) != 3 || got[0].Year != 0 || got[1].Year != 1999 || got[1].Games != 2 || got[2].Month != 0 {
		t.Errorf("%+v", got)
	}
}
