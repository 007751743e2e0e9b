package serve

import (
	"net/http"
)

// limitPlain limits the requests at the same time that need no index.
func limitPlain(h handlerFunc) handlerFunc {
	return func(s *Server, w http.ResponseWriter, r *request) error {
		leave, err := s.all.enter(r.Context(), nil)
		if err == busy {
			return full
		} else if err != nil {
			return err
		}
		defer leave()
		return h(s, w, r)
	}
}
