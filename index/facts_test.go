package index_test

import (
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/index/storetest"
)

func TestDate(t *testing.T) {
	for d, text := range map[index.Date]string{
		{}:                              "????.??.??",
		{Year: 1906}:                    "1906.??.??",
		{Year: 1972, Month: 7, Day: 11}: "1972.07.11",
		{Year: 850, Month: 12}:          "0850.12.??",
	} {
		if d.String() != text {
			t.Errorf("%#v is %s, want %s", d, d, text)
		}
	}
}

// TestOddFacts adds ratings and dates out of range.
func TestOddFacts(t *testing.T) {
	ix := openIndex(t, storetest.Memory())
	b, err := ix.Build(t.Context(), index.BuildOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	var batch index.Batch
	for _, g := range []index.Game{
		{FirstRating: -5, SecondRating: 1 << 30, Date: index.Date{Year: 99999, Month: 5}},
		{FirstRating: 9999, SecondRating: 9999, Date: index.Date{Year: 9999, Month: 12, Day: 31}},
		{FirstRating: 1, Date: index.Date{Year: 2000, Month: 13, Day: 5}},
	} {
		batch.Add(&g, []zobrist.Uint128{{Lo: 7}})
	}
	if err := b.Append(&batch); err != nil {
		t.Fatal(err)
	}
	b.Keep(index.Source{})
	if _, err := b.Commit(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	a, err := ix.Find(t.Context(), zobrist.Uint128{Lo: 7})
	wanted := index.Tally{Games: 3, Ratings: 9999 + 9999 + 1, Rated: 3, LastYear: 9999}
	if err != nil || a.Tally != wanted || a.Ended != 3 || a.AverageRating() != 6666 {
		t.Errorf("got %+v, average %d, error %v; want %+v, average 6666", a, a.AverageRating(), err, wanted)
	}
	found, err := ix.List(t.Context(), zobrist.Uint128{Lo: 7}, index.ListOptions{Recent: true})
	if err != nil || len(found) != 3 || found[0].Date.Year != 9999 ||
		found[1].Date != (index.Date{Year: 2000}) || found[2].Date != (index.Date{}) {
		t.Errorf("most recent first: %+v, error %v", found, err)
	}
}

func TestBatchPanics(t *testing.T) {
	for name, g := range map[string]index.Game{
		"too few positions": {Moves: []uint32{1, 2}},
		"move 0":            {Moves: []uint32{0}},
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			new(index.Batch).Add(&g, []zobrist.Uint128{{}, {Lo: 1}})
		})
	}
}
