package serve

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"sync"
	"time"
)

// posted receives the body of a request, of most bytes at most, and then calls the handler as [limit] does. A place
// in a queue is taken only when the body is there, so that clients that send slowly keep nobody out. The body may
// take the time given, if its client is not idle for long; 0 stands for the time of [http.Server].
func posted(most int64, lasts time.Duration, h handlerFunc) handlerFunc {
	answer := limit(h)
	return func(s *Server, w http.ResponseWriter, r *request) (err error) {
		a := &arrival{client: s.client(r.Request), control: http.NewResponseController(w)}
		if lasts > 0 {
			a.deadlines = &deadlines{a.control, 2 * s.limits.Time, time.Now().Add(lasts)}
		}
		if r.body, err = s.receiver.receive(w, r.Request, a, most); err != nil {
			return err
		}
		defer s.receiver.release(a)
		return answer(s, w, r)
	}
}

// A receiver reads bodies, and bounds how many are on their way and the bytes that are held. A body that is one too
// many is not refused. Another that is on its way is cut off: the oldest one of the client that has most. A body is
// there within milliseconds unless its client or the network is slow, so bodies that are sent slowly are the oldest.
type receiver struct {
	mu      sync.Mutex
	most    int   // bodies on their way
	bytes   int64 // held, of bodies on their way and of those whose requests are being answered
	held    int64
	coming  []*arrival // the oldest first
	stopped bool
}

// An arrival is a body on its way.
type arrival struct {
	client    netip.Prefix
	control   *http.ResponseController
	deadlines *deadlines // of reads; nil: the server's
	body      io.Closer
	held      int64
	why       error // why it was cut off; nil: it was not
}

// errSlow says why a body was cut off.
var errSlow = failure{http.StatusTooManyRequests,
	"too many requests at once: the body did not arrive before others; try again in a second"}

// receive reads a body of at most most bytes. Call release when it is no longer needed. The errors have the status 413
// if it is longer, 408 if it is late, 429 if it was cut off, 503 if the server stops, and 400 if it is malformed or
// too short.
func (v *receiver) receive(w http.ResponseWriter, r *http.Request, a *arrival, most int64) ([]byte, error) {
	if r.ContentLength > most { // refuse at once, not after the read deadline
		return nil, &http.MaxBytesError{Limit: most}
	}
	a.body = r.Body
	if err := v.begin(a); err != nil {
		return nil, err
	}
	body, err := v.read(a, http.MaxBytesReader(w, r.Body, most))
	if err = v.end(a, err); err == nil {
		return body, nil
	}
	v.release(a)
	var large *http.MaxBytesError
	switch {
	case errors.As(err, &large):
		return nil, err
	case errors.Is(err, os.ErrDeadlineExceeded):
		err = failure{http.StatusRequestTimeout, "request timeout: the body did not arrive in time"}
	case a.why == nil:
		return nil, badRequest("the body: %v", err) // its chunks are malformed, or it is shorter than announced
	}
	_ = a.control.SetWriteDeadline(time.Now().Add(restTime))
	return nil, err
}

// read reads a body to its end, unless it is cut off.
func (v *receiver) read(a *arrival, from io.Reader) ([]byte, error) {
	var b bytes.Buffer
	for {
		if b.Available() == 0 {
			more := max(4096, b.Cap()) // its memory doubles
			if err := v.hold(a, int64(more)); err != nil {
				return nil, err
			}
			b.Grow(more)
		}
		if err := v.next(a); err != nil {
			return nil, err
		}
		free := b.AvailableBuffer()
		n, err := from.Read(free[:cap(free)])
		b.Write(free[:n])
		if err == io.EOF {
			return b.Bytes(), nil
		} else if err != nil {
			return nil, err
		}
	}
}

// begin adds a body to those on their way.
func (v *receiver) begin(a *arrival) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.stopped {
		return errStopping
	}
	v.coming = append(v.coming, a)
	if len(v.coming) > v.most {
		v.cutOff(func(*arrival) int64 { return 1 }, errSlow)
	}
	return a.why
}

// end takes a body off those on their way. It returns why it was cut off, or err if it was not.
func (v *receiver) end(a *arrival, err error) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if a.why != nil {
		return a.why
	}
	v.coming = slices.DeleteFunc(v.coming, func(o *arrival) bool { return o == a })
	return err
}

// release says that a body is no longer held.
func (v *receiver) release(a *arrival) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.held -= a.held
	a.held = 0
}

// hold counts more bytes of a body.
func (v *receiver) hold(a *arrival, more int64) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if a.why == nil {
		v.held += more
		a.held += more
	}
	for a.why == nil && v.held > v.bytes {
		v.cutOff(func(o *arrival) int64 { return o.held }, errSlow)
	}
	return a.why
}

// next begins a read, unless the body was cut off.
func (v *receiver) next(a *arrival) error {
	v.mu.Lock()
	defer v.mu.Unlock()
	if a.why == nil && a.deadlines != nil {
		_ = a.control.SetReadDeadline(a.deadlines.next())
	}
	return a.why
}

// cutOff cuts off a body on its way: the oldest one of the client with the greatest sum of sizes. There must be one.
func (v *receiver) cutOff(size func(*arrival) int64, why error) {
	sums := make(map[netip.Prefix]int64)
	for _, a := range v.coming {
		sums[a.client] += size(a)
	}
	worst := 0
	for i, a := range v.coming {
		if sums[a.client] > sums[v.coming[worst].client] {
			worst = i
		}
	}
	a := v.coming[worst]
	v.coming = slices.Delete(v.coming, worst, worst+1)
	v.held -= a.held
	a.held, a.why = 0, why
	if a.control.SetReadDeadline(time.Unix(1, 0)) != nil { // no connection
		go a.body.Close() // some bodies wait until they have been read
	}
}

// stop cuts off all bodies on their way, and refuses others.
func (v *receiver) stop() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.stopped = true
	for len(v.coming) > 0 {
		v.cutOff(func(*arrival) int64 { return 1 }, errStopping)
	}
}
