package serve

import (
	"errors"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

// restTime is the time for the rest of a body that no handler has read, and for the answer after one that was late.
const restTime = 5 * time.Second

// requestBody is the body of a request. It remembers whether it was read to its end.
type requestBody struct {
	io.ReadCloser
	ended bool
}

func (b *requestBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.ended = b.ended || err == io.EOF
	return n, err
}

// guardBody returns a copy of r whose body is limited. Call end when the handler is done.
//
// The rest of an unread body would be read as the next request, and behind a proxy its answer would reach another
// client. net/http prevents this if it finds its own body in its own request, so r itself is not changed. It does not
// prevent it after [http.ResponseController.EnableFullDuplex], or if reading the body failed: then end closes the
// connection.
func guardBody(w http.ResponseWriter, r *http.Request, limit int64) (guarded *http.Request, end func()) {
	body := &requestBody{ReadCloser: r.Body, ended: r.ContentLength == 0}
	if !body.ended && r.Method != http.MethodPost {
		closeAfter(w) // no handler reads it, and net/http must not wait for it before it answers
	}
	guarded = r.WithContext(r.Context())
	guarded.Body = http.MaxBytesReader(w, body, limit)
	return guarded, func() {
		if !body.ended {
			closeAfter(w)
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(restTime))
		}
	}
}

// readBody reads a body of at most most bytes. Its errors have the status 413 if it is longer, 408 if it is late,
// 400 if it is malformed or cut off.
func readBody(w http.ResponseWriter, r *http.Request, most int64) ([]byte, error) {
	if r.ContentLength > most { // refuse at once, not after the read deadline
		return nil, &http.MaxBytesError{Limit: most}
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	var large *http.MaxBytesError
	switch {
	case err == nil || errors.As(err, &large):
		return body, err
	case errors.Is(err, os.ErrDeadlineExceeded):
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(restTime))
		return nil, failure{http.StatusRequestTimeout, "request timeout: the body did not arrive in time"}
	}
	return nil, badRequest("the body: %v", err) // its chunks are malformed, or it is shorter than announced
}

// closeAfter makes net/http close the connection after the answer, also if its header has been
// sent. A [http.MaxBytesReader] over its limit is the only way to do that.
func closeAfter(w http.ResponseWriter) {
	_, _ = http.MaxBytesReader(w, io.NopCloser(strings.NewReader("x")), 0).Read(make([]byte, 1))
}

// deadlines limit a slow request. Each read and write has its own deadline, so that an idle client does not keep its
// place until the end.
type deadlines struct {
	control *http.ResponseController
	each    time.Duration
	end     time.Time
}

// next returns the deadline of a read or a write that begins now.
func (d *deadlines) next() time.Time {
	if t := time.Now().Add(d.each); t.Before(d.end) {
		return t
	}
	return d.end
}

// deadlineBody is the body of a slow request.
type deadlineBody struct {
	io.ReadCloser
	*deadlines
}

func (b deadlineBody) Read(p []byte) (int, error) {
	_ = b.control.SetReadDeadline(b.next())
	n, err := b.ReadCloser.Read(p)
	_ = b.control.SetReadDeadline(b.end) // for the server, which notices by reading that the client is gone
	return n, err
}
