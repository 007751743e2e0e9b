package storetest

import (
	"slices"
	"strings"
	"testing"
)

// TestSelected: a name that no check has is an error, and not a test that checks nothing.
func TestSelected(t *testing.T) {
	names := func(o Options) (names []string, err error) {
		list, err := o.selected()
		for _, c := range list {
			names = append(names, c.name)
		}
		return names, err
	}
	all, err := names(Options{})
	if err != nil || len(all) != len(checks) {
		t.Errorf("all: %q, %v", all, err)
	}
	for _, c := range []struct {
		o    Options
		want []string
	}{
		{Options{Only: []string{"Texts", "Builds"}}, []string{"Builds", "Texts"}},
		{Options{Except: all[1:]}, all[:1]},
		{Options{Only: []string{"Texts", "Builds"}, Except: []string{"Texts"}}, []string{"Builds"}},
	} {
		if got, err := names(c.o); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%+v: %q, %v; want %q", c.o, got, err, c.want)
		}
	}
	for _, o := range []Options{{Only: []string{"Text"}}, {Except: []string{"Text"}}} {
		if _, err := o.selected(); err == nil || !strings.Contains(err.Error(), `no check "Text"`) {
			t.Errorf("%+v: %v, want an error", o, err)
		}
	}
}
