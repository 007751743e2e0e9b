package main

import (
	"encoding/json"
	"net/http/httptest"
	"reflect"
	"testing"

	"github.com/zobrist-go/zobrist/serve"
)

// The commands print what the server answers to the same question.
func TestSameAsServer(t *testing.T) {
	db := sampleDB(t)
	f := indexFlags{db: db}
	ix, s, err := f.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	server, err := serve.New(serve.Options{Index: ix.Index})
	if err != nil {
		t.Fatal(err)
	}
	for path, args := range map[string][]string{
		"/position?play=e2e4,e7e5&moves=300": {"find", "e4 e5"},
		"/position?fen=4k3/8/8/8/8/8/8/4K3":  {"find", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		"/position?play=a2a4,h7h5,h2h4":      {"find", "a4 h5 h4"},
		"/games?play=e2e4,e7e5&limit=3":      {"games", "--limit", "3", "e4 e5"},
		"/games?play=d2d4&order=recent&skip=1&limit=2&rating=1-": {
			"games", "--order", "recent", "--skip", "1", "--limit", "2", "--rating", "1-", "d4"},
		"/position?play=e2e4&history=true": {"history", "e4"},
	} {
		w := httptest.NewRecorder()
		server.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
		stdout, stderr, status := command(t, t.Context(), append([]string{"index", args[0], "--json", "--db", db}, args[1:]...)...)
		var want, got any
		err1, err2 := json.Unmarshal(w.Body.Bytes(), &want), json.Unmarshal([]byte(stdout), &got)
		if args[0] == "history" && err1 == nil {
			want = want.(map[string]any)["history"]
		}
		if status != 0 || err1 != nil || err2 != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, %v, status %d, %s\ngot  %s\nwant %s", path, err1, err2, status, stderr, stdout, w.Body)
		}
	}
}
