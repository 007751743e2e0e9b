package serve

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	vm "github.com/VictoriaMetrics/metrics"
)

// metrics counts requests for Prometheus.
type metrics struct{ set *vm.Set }

func newMetrics() *metrics { return &metrics{vm.NewSet()} }

// count adds a request. The labels are from fixed lists, not from the request.
func (m *metrics) count(path string, status int, took time.Duration) {
	m.set.GetOrCreateCounter(fmt.Sprintf(`zobrist_requests_total{path=%q,status=%q}`, path, strconv.Itoa(status))).Inc()
	m.set.GetOrCreateHistogram(fmt.Sprintf(`zobrist_request_duration_seconds{path=%q}`, path)).Update(took.Seconds())
}

// showMetrics answers GET /metrics.
func (s *Server) showMetrics(w http.ResponseWriter, _ *request) error {
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	s.metrics.set.WritePrometheus(w)
	vm.WriteProcessMetrics(w)
	return nil
}
