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

// requestBody is the body of a request. It remembers whether it was read to its end, or until a deadline.
type requestBody struct {
	io.ReadCloser
	ended, late bool
}

func (b *requestBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.ended = b.ended || err == io.EOF
	b.late = errors.Is(err, os.ErrDeadlineExceeded)
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
			until := time.Now()
			if !body.late { // else net/http would wait once more before it sends the answer
				until = until.Add(restTime)
			}
			_ = http.NewResponseController(w).SetReadDeadline(until)
		}
	}
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
