package serve

import (
	"log/slog"
	"net/http"
	"time"
)

func logLevel(w *recorder) slog.Level {
	if w.status >= 500 && !w.refused {
		return slog.LevelError
	}
	return slog.LevelInfo
}

// logAttrs describes a request and its answer, without the client's address.
func logAttrs(r *http.Request, w *recorder, took time.Duration) []slog.Attr {
	return []slog.Attr{
		slog.String("method", r.Method), slog.String("path", r.URL.Path), slog.String("query", r.URL.RawQuery),
		slog.Int("status", w.status), slog.Int64("bytes", w.bytes), slog.Duration("took", took),
	}
}
