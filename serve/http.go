package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/textproto"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/system/jsontext"
	"github.com/zobrist-go/zobrist/serve/internal/page"
)

// A request is an HTTP request with what the handlers around the one that answers it have found out.
type request struct {
	*http.Request
	query *values         // set by strict and lenient
	body  []byte          // set by posted
	held  *index.Snapshot // the state of the index that answers; set by limit, as ctx is
	ctx   context.Context // ends when the answer must be there; slow requests take the client's
}

// A handlerFunc answers a request, or returns an error before it has written anything.
type handlerFunc func(s *Server, w http.ResponseWriter, r *request) error

// asked returns a handler in two steps: read reads the query into the type of the path, and answer answers it. If the
// query has an error, that is the answer.
func asked[Q any](read func(v *values) Q,
	answer func(s *Server, w http.ResponseWriter, r *request, q Q) error) handlerFunc {
	return func(s *Server, w http.ResponseWriter, r *request) error {
		q := read(r.query)
		if r.query.err != nil {
			return r.query.err
		}
		return answer(s, w, r, q)
	}
}

// A failure is an error with its status.
type failure struct {
	status int
	text   string
}

func (f failure) Error() string { return f.text }

func badRequest(format string, args ...any) error {
	return failure{http.StatusBadRequest, "bad request: " + brief(fmt.Sprintf(format, args...))}
}

// brief cuts the middle out of a long text, which repeats the request: a remedy may stand at the end.
func brief(text string) string {
	const most = 2000
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most/2]+" … "+text[len(text)-most/2:], "")
}

func notFound(format string, args ...any) error {
	return failure{http.StatusNotFound, "not found: " + fmt.Sprintf(format, args...)}
}

// full reports that a request of any kind may succeed later.
var full = failure{http.StatusServiceUnavailable, "unavailable: too many requests at once; try again in a second"}

// recorder remembers the status and the bytes of an answer.
type recorder struct {
	http.ResponseWriter
	status    int
	bytes     int64
	refused   bool       // because of full or errReplaced, no errors of the server
	deadlines *deadlines // of a slow request
}

func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Write(p []byte) (int, error) {
	if r.status == 0 {
		r.status = http.StatusOK
	}
	if r.deadlines != nil {
		_ = r.deadlines.control.SetWriteDeadline(r.deadlines.next())
	}
	n, err := r.ResponseWriter.Write(p)
	r.bytes += int64(n)
	return n, err
}

// Unwrap is for [http.ResponseController].
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// wrapped is a handler with the common parts that [Server.wrap] adds.
type wrapped func(http.ResponseWriter, *http.Request)

// ServeHTTP calls f.
func (f wrapped) ServeHTTP(w http.ResponseWriter, r *http.Request) { f(w, r) }

func isWrapped(h http.Handler) bool {
	_, ok := h.(wrapped)
	return ok
}

// wrap adds the common parts to a handler: the checks of the client, headers, log and metrics.
func (s *Server) wrap(pattern string, h handlerFunc) http.Handler {
	_, path, _ := strings.Cut(pattern, " ")
	return wrapped(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		rec := &recorder{ResponseWriter: w}
		r, end := guardBody(w, r, s.limits.Body)
		defer end()
		header := w.Header()
		header.Set("Content-Security-Policy", page.Policy)
		header.Set("X-Content-Type-Options", "nosniff")
		header.Set("Referrer-Policy", "no-referrer")
		s.shareAnswer(header, r)
		// A client that does not read must not hold its place for ever.
		_ = http.NewResponseController(rec).SetWriteDeadline(start.Add(2 * s.limits.Time))
		defer func() {
			took := time.Since(start)
			s.metrics.count(path, rec.status, took)
			s.o.Log.LogAttrs(r.Context(), logLevel(rec), "request", logAttrs(r, rec, took)...)
		}()
		err := s.allow(w, r)
		if err == nil {
			err = s.answer(rec, r, h)
		}
		if err != nil {
			s.fail(rec, r, err)
		} else if rec.status == 0 { // no body: net/http sends this status
			rec.status = http.StatusOK
		}
	})
}

// answer calls the handler. A panic in it becomes an error with the stack, which goes to the log.
func (s *Server) answer(w *recorder, r *http.Request, h handlerFunc) (err error) {
	defer func() {
		if v := recover(); v != nil && v != http.ErrAbortHandler {
			err = fmt.Errorf("panic: %v\n%s", v, debug.Stack())
		} else if v != nil {
			panic(v)
		}
	}()
	return h(s, w, &request{Request: r})
}

// limitClient limits the requests of a client at the same time, if the options say so.
func limitClient(h handlerFunc) handlerFunc {
	return func(s *Server, w http.ResponseWriter, r *request) error {
		if most := s.o.Client; most > 0 {
			client := s.client(r.Request)
			if !s.clients.enter(client, most) {
				return failure{http.StatusTooManyRequests,
					fmt.Sprintf("too many requests: this server answers %d at once for one client", most)}
			}
			defer s.clients.leave(client)
		}
		return h(s, w, r)
	}
}

// limit limits the requests at the same time, and calls the handler with a snapshot of the index, so that the answer
// comes from one state, and with the time of an answer.
func limit(h handlerFunc) handlerFunc {
	return limitPlain(func(s *Server, w http.ResponseWriter, r *request) (err error) {
		// Before the snapshot, so that the answer is never older than its state says.
		w.Header().Set(stateHeader, s.state())
		if r.held, err = s.o.Index.Snapshot(); err != nil {
			return err
		}
		defer r.held.Close()
		var cancel context.CancelFunc
		r.ctx, cancel = context.WithTimeout(r.Context(), s.limits.Time)
		defer cancel()
		return h(s, w, r)
	})
}

// limitPlain limits the requests at the same time. It is enough for answers that need no index.
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

// stateHeader is the header of answers from the index. Its value changes when the index has changed, so that a client
// knows which of its answers are old.
const stateHeader = "Zobrist-State"

// state returns the value of [stateHeader].
func (s *Server) state() string {
	return strconv.FormatInt(s.started.Unix(), 36) + "-" + strconv.FormatInt(s.changes.Load(), 36)
}

// fail writes an error as one line of text.
func (s *Server) fail(w *recorder, r *http.Request, err error) {
	var f failure
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &f):
	case errors.As(err, &large):
		f = failure{http.StatusRequestEntityTooLarge, fmt.Sprintf("too large: the body exceeds %d bytes", large.Limit)}
	case r.Context().Err() != nil: // the client is gone
		f = failure{499, "cancelled"}
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		f = failure{http.StatusServiceUnavailable, "unavailable: the answer took too long, or the server is stopping"}
	case errors.Is(err, index.ErrNotFound):
		f = failure{http.StatusNotFound,
			"not found: " + strings.TrimPrefix(err.Error(), index.ErrNotFound.Error()+": ")}
	case errors.Is(err, index.ErrEmpty):
		f = failure{http.StatusServiceUnavailable, "unavailable: nothing has been built yet"}
	case errors.Is(err, index.ErrUnavailable):
		s.o.Log.Error("part of the index is not available", "path", r.URL.Path, "error", err)
		f = failure{http.StatusServiceUnavailable, "unavailable: part of the index cannot be read now; try again"}
	default:
		s.o.Log.Error("request failed", "path", r.URL.Path, "error", err)
		f = failure{http.StatusInternalServerError, "internal error; see the server's log"}
	}
	w.refused = f == full || f == errReplaced
	if w.status != 0 {
		panic(http.ErrAbortHandler) // the client must not take half an answer for a whole one
	}
	if f.status == http.StatusTooManyRequests || f.status == http.StatusServiceUnavailable {
		w.Header().Set("Retry-After", "1")
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(f.status)
	fmt.Fprintln(w, oneLine(f.text))
}

// oneLine returns text as a line of valid UTF-8, because it may have parts of the request.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

// slowTime is the time that a slow request may take.
const slowTime = 15 * time.Minute

// limitSlow limits the requests at the same time that may take long.
func limitSlow(h handlerFunc) handlerFunc {
	return func(s *Server, w http.ResponseWriter, r *request) error {
		leave, err := s.slow.enter(r.Context(), nil)
		if err != nil {
			return err
		}
		defer leave()
		s.setDeadlines(w)
		return h(s, w, r)
	}
}

// setDeadlines gives a request the time of slow ones.
func (s *Server) setDeadlines(w http.ResponseWriter) {
	d := &deadlines{http.NewResponseController(w), 2 * s.limits.Time, time.Now().Add(slowTime)}
	_ = d.control.SetReadDeadline(d.end)
	_ = d.control.SetWriteDeadline(d.end)
	if rec, ok := w.(*recorder); ok {
		rec.deadlines = d
	}
}

// postOnly refuses GET and HEAD, which a path of the page would get otherwise.
func postOnly(s *Server, w http.ResponseWriter, _ *request) error {
	allow := http.MethodPost
	if s.o.Origin != "" {
		allow = "OPTIONS, POST"
	}
	w.Header().Set("Allow", allow)
	return failure{http.StatusMethodNotAllowed, "method not allowed: use POST"}
}

// preflight answers a browser's preflight request, so that a page of [Options].Origin may send JSON, or headers such
// as Authorization, which clients of lichess.org send although it has no meaning here. It allows all that was
// requested, up to a limit.
func preflight(_ *Server, w http.ResponseWriter, r *request) error {
	header := w.Header()
	header.Set("Access-Control-Allow-Methods", "GET, HEAD, POST")
	header.Set("Access-Control-Allow-Headers", requestedHeaders(r.Header))
	if r.Header.Get("Access-Control-Request-Private-Network") == "true" { // by a page from elsewhere
		header.Set("Access-Control-Allow-Private-Network", "true")
	}
	header.Set("Access-Control-Max-Age", "86400") // seconds
	header.Add("Vary", "Access-Control-Request-Headers")
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// mostHeaders is how many headers a preflight allows.
const mostHeaders = 64

// requestedHeaders returns the headers that a preflight requests, the first [mostHeaders] of them, and Content-Type in
// any case.
func requestedHeaders(header http.Header) string {
	names := []string{"Content-Type"}
	seen := map[string]bool{"": true, names[0]: true}
	for _, list := range header.Values("Access-Control-Request-Headers") {
		for name := range strings.SplitSeq(list, ",") {
			name = textproto.CanonicalMIMEHeaderKey(strings.TrimSpace(name))
			if seen[name] {
				continue
			}
			if len(names) == mostHeaders {
				return strings.Join(names, ", ")
			}
			seen[name] = true
			names = append(names, name)
		}
	}
	return strings.Join(names, ", ")
}

// untilStopped returns the context of a slow answer that ends when the server stops.
func (s *Server) untilStopped(r *request) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(r.Context())
	stop := context.AfterFunc(s.ending, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// scan calls a slow function, such as reading the names of all players (a µs and some memory each), as soon as fewer
// requests than processors do so.
func (s *Server) scan(ctx context.Context, read func() error) error {
	leave, err := s.scans.enter(ctx, nil)
	if err != nil {
		return err
	}
	defer leave()
	return read()
}

// writeJSON writes v as the whole answer.
func writeJSON(w http.ResponseWriter, status int, v any) error {
	text, err := jsontext.Line(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(text)
	return nil
}
