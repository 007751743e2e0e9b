package index_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/index"
)

// names returns players of one game each.
func players(names ...string) (list []index.Player) {
	for _, name := range names {
		list = append(list, index.Player{Name: name, Games: 1})
	}
	return list
}

// ssp is in the form of SCID's spelling files.
const ssp = `# spellings
@PLAYER
%Prefix "van der" "Van der"

Kasparov, Garry      #GM  RUS [2851] 1963.04.13
= Kasparow, Garri
= Weinstein, G
%Bio FIDEID 4100018
Short, Nigel         # = Polgar
Nepomniachtchi, Ian = Nepomnjaschij, Jan = Nepo
M\xfcller, Karl = Mueller
Smith, J = Nepo
@SITE
London
= Londres
Short, Nigel = Kasparov, Garry
`

func TestAliases(t *testing.T) {
	a, err := index.ReadAliases(strings.NewReader(strings.ReplaceAll(ssp, `\xfc`, "\xfc")))
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string][]string{
		"1": {"Carlsen, Magnus", "Carlsen,M", "Magnus"}, "2": {"Smith, John", "Smith"}, "3": {"Smith", "Smith, Jane"},
		"4": {"Weinstein, G", "Garry K"},
	}
	stored := players("Kasparov,Garry", "KASPAROW, GARRI", "Kasparov, Sergey", "Weinstein, G", "Garry K", "Short, Nigel",
		"Nepomnjaschij, Jan", "Müller, Karl", "Mueller", "Muller, Hans", "Carlsen, Magnus", "Carlsen,M", "Magnus",
		"Carlsen, Henrik", "Smith, John", "Smith", "Smith, Jane", "London", "Londres", "Tal, M", "Tal, Mikhail")
	for _, c := range []struct {
		name string
		want string // "" for none, "several" for an AmbiguousError
	}{
		{"Kasparov, Garry", "Kasparov,Garry; KASPAROW, GARRI; Weinstein, G; Garry K"},
		{"weinstein", "Kasparov,Garry; KASPAROW, GARRI; Weinstein, G; Garry K"},
		{"Garry K", "Kasparov,Garry; KASPAROW, GARRI; Weinstein, G; Garry K"},
		{"Kasparov", "several"},
		{"Kasparov, S", "Kasparov, Sergey"},
		{"Short", "Short, Nigel"},
		{"Polgar", ""},
		{"Nepo", "Nepomnjaschij, Jan"},
		{"Nepomniachtchi", "Nepomnjaschij, Jan"},
		{"Mueller", "Müller, Karl; Mueller"},
		{"Muller, H", "Muller, Hans"},
		{"Carlsen", "several"},
		{"Carlsen, M", "Carlsen, Magnus; Carlsen,M; Magnus"},
		{"Smith, John", "Smith, John"},
		{"Smith, Ja*", "Smith, Jane"},
		{"Smith", "Smith"},
		{"Smith, J", "several"}, // the file has the name, the index does not
		{"London", "London"},
		{"Tal, M", "Tal, M"},
		{"Tal", "several"},
		{"Nobody", ""},
	} {
		names, err := a.ResolveAmong(t.Context(), ids, c.name, stored)
		var several *index.AmbiguousError
		switch got := strings.Join(names, "; "); {
		case c.want == "several":
			if !errors.As(err, &several) || len(several.Players) < 2 {
				t.Errorf("%s: %q, error %v, want several players", c.name, got, err)
			}
		case c.want == "":
			if !errors.Is(err, index.ErrNotFound) {
				t.Errorf("%s: %q, error %v, want none", c.name, got, err)
			}
		case got != c.want || err != nil:
			t.Errorf("%s: %q, error %v, want %q", c.name, got, err, c.want)
		}
	}
	var none *index.Aliases
	names, err := none.ResolveAmong(t.Context(), nil, "tal, mikhail", stored)
	if !slices.Equal(names, []string{"Tal, Mikhail"}) ||
		err != nil {
		t.Errorf("without aliases: %q, error %v", names, err)
	}
}

func TestAliasErrors(t *testing.T) {
	for text, want := range map[string]string{
		"= Kasparow\n": "line 1", "A = B\n\nA = = B\n": "line 3", "A\n=\n": "line 2", "?\n": "line 1",
		"A\nB" + strings.Repeat(" ", 1<<20) + "=\n": "line 2",
	} {
		if _, err := index.ReadAliases(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: error %v, want %s", text, err, want)
		}
	}
}
