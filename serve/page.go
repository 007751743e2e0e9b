package serve

import (
	_ "embed"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/zobrist-go/zobrist/internal/system/near"
	"github.com/zobrist-go/zobrist/serve/internal/page"
)

//go:embed openapi.json
var openapi []byte

// description answers GET /openapi.json.
func description(_ *Server, w http.ResponseWriter, _ *request) error {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(openapi)
	return nil
}

// files answers GET / and the files of the page.
func files() handlerFunc {
	h := page.New()
	return func(_ *Server, w http.ResponseWriter, r *request) error {
		h.ServeHTTP(w, r.Request)
		return nil
	}
}

// described returns the names of the query parameters of each path in openapi.json.
var described = sync.OnceValue(func() map[string][]string {
	type parameter struct {
		Ref      string `json:"$ref"`
		Name, In string
	}
	var api struct {
		Paths      map[string]map[string]struct{ Parameters []parameter }
		Components struct{ Parameters map[string]parameter }
	}
	if err := json.Unmarshal(openapi, &api); err != nil {
		panic(err) // a test reads it
	}
	all := make(map[string][]string)
	for path, methods := range api.Paths {
		for _, method := range methods {
			for _, p := range method.Parameters {
				if name, ok := strings.CutPrefix(p.Ref, "#/components/parameters/"); ok {
					p = api.Components.Parameters[name]
				}
				if p.In == "query" {
					all[path] = append(all[path], p.Name)
				}
			}
		}
		slices.Sort(all[path])
	}
	return all
})

// lenient parses the query of a path of the Lichess explorer, which ignores parameters that it does not know.
func lenient(h handlerFunc) handlerFunc {
	return func(s *Server, w http.ResponseWriter, r *request) (err error) {
		if r.query, err = parameters(s, r); err != nil {
			return err
		}
		return h(s, w, r)
	}
}

// strict parses the query, and refuses a parameter that openapi.json does not list for the path: without a misspelt
// condition the answer would be about all games.
func strict(path string, h handlerFunc) handlerFunc {
	known := described()[path]
	return lenient(func(s *Server, w http.ResponseWriter, r *request) error {
		v := r.query
		for _, name := range slices.Sorted(maps.Keys(v.Values)) {
			if !slices.Contains(known, name) && !added(name) {
				v.fail("unknown parameter %s: %s", name, remedy(r.URL.Path, name, known))
			}
		}
		if v.err != nil {
			return v.err
		}
		return h(s, w, r)
	})
}

// added reports whether programs add a parameter to links of others: jQuery against caches, and networks of
// advertisers to follow their readers. Nobody misspells a parameter of ours like that.
func added(name string) bool {
	return strings.HasPrefix(name, "_") || strings.HasPrefix(name, "utm_") || strings.HasSuffix(name, "clid") ||
		name == "msclkid"
}

// remedy says what to write instead of an unknown parameter.
func remedy(path, name string, known []string) string {
	var others []string
	for other, names := range described() {
		if slices.Contains(names, name) {
			others = append(others, other)
		}
	}
	slices.Sort(others)
	switch {
	case len(others) > 0:
		return "it belongs to " + strings.Join(others, ", ")
	case len(known) == 0:
		return path + " has no parameters"
	}
	// Of two that are as near, the longer one is meant: playr lacks a letter.
	byLength := slices.SortedStableFunc(slices.Values(known), func(a, b string) int { return len(b) - len(a) })
	word := near.Words(name, byLength, 1)[0]
	if near.Distance(strings.ToLower(name), word) <= max(1, len(word)/3) {
		return "did you mean " + word + "?"
	}
	return path + " has " + strings.Join(known, ", ")
}
