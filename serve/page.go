package serve

import (
	_ "embed"
	"net/http"

	"github.com/zobrist-go/zobrist/internal/page"
)

//go:embed openapi.json
var openapi []byte

// description answers GET /openapi.json.
func description(_ *Server, w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(openapi)
	return nil
}

// files answers GET / and the files of the page.
func files() handlerFunc {
	h := page.New()
	return func(_ *Server, w http.ResponseWriter, r *http.Request) error {
		h.ServeHTTP(w, r)
		return nil
	}
}
