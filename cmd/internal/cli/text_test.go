package cli

import "testing"

func TestShort(t *testing.T) {
	for n, want := range map[float64]string{
		0:        "0",
		0.25:     "0.25",
		3.7:      "3.7",
		999.4:    "999",
		999.6:    "1,000",
		12345.6:  "12,346",
		999400:   "999,400",
		999600:   "1 million",
		2.755e8:  "276 million",
		999.6e6:  "1 billion",
		4.5e12:   "4.5 trillion",
		9.996e11: "1 trillion",
	} {
		if got := Short(n); got != want {
			t.Errorf("%v: %q, want %q", n, got, want)
		}
	}
}
