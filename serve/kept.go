package serve

import (
	"net/http"
	"strings"
	"sync"
)

// keptAnswers keeps the answers of one state of the server, because programs ask for the same positions again: a
// person walks back and forth, and most people begin alike. It holds up to most bytes in two generations. An answer
// that is used moves to the newer generation; the older one is dropped when the newer one is full.
type keptAnswers struct {
	most int64

	mu           sync.Mutex
	of           keptState // which state all answers are of
	newer, older map[keptQuestion]*keptAnswer
	bytes        int64 // of the newer generation
}

// A keptState says what an answer depends on besides its question: the identities of a state of the index and of a
// state of the evaluations, which is nil if there are none.
type keptState struct{ index, evals any }

// A keptQuestion is a request as the client wrote it.
type keptQuestion struct{ path, query string }

// A keptAnswer is the body of an answer with the status 200, and its headers.
type keptAnswer struct {
	kind, length string // Content-Type and Content-Length, "" if the handler sets none
	flushed      bool   // after the headers
	text         []byte
}

// keptOverhead is about how many bytes an answer takes besides its question and its text.
const keptOverhead = 256

// largestKept is how many answers there is room for at least: no large one drops many others.
const largestKept = 32

func (q keptQuestion) bytes(a *keptAnswer) int64 {
	return int64(len(q.path)+len(q.query)+len(a.kind)+len(a.length)+cap(a.text)) + keptOverhead
}

// get returns the answer to a question in a state, or nil. It drops all answers if they are of another state.
func (k *keptAnswers) get(of keptState, q keptQuestion) *keptAnswer {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of != of {
		k.of, k.newer, k.older, k.bytes = of, nil, nil, 0
	}
	if a := k.newer[q]; a != nil {
		return a
	}
	a := k.older[q]
	if a != nil {
		k.put(q, a)
	}
	return a
}

// add keeps an answer, unless it is too large or the state has changed since the question was asked.
func (k *keptAnswers) add(of keptState, q keptQuestion, a *keptAnswer) {
	if q.bytes(a) > k.most/largestKept {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of == of && k.newer[q] == nil {
		k.put(q, a)
	}
}

// put adds an answer to the newer generation, which does not have it. The caller has the lock.
func (k *keptAnswers) put(q keptQuestion, a *keptAnswer) {
	n := q.bytes(a)
	if k.newer == nil || k.bytes+n > k.most/2 {
		k.older, k.newer, k.bytes = k.newer, make(map[keptQuestion]*keptAnswer), 0
	}
	k.newer[q] = a
	k.bytes += n
}

// keep returns a handler that gives an answer again if the question was answered in the same state. The answers of h
// must depend on nothing but the path, the query and the state. Errors are not kept.
func keep(h handlerFunc) handlerFunc {
	return func(s *Server, w http.ResponseWriter, r *request) error {
		of, ok := s.keptState(r)
		if !ok || s.kept.most <= 0 {
			return h(s, w, r)
		}
		q := keptQuestion{r.URL.Path, r.URL.RawQuery}
		if a := s.kept.get(of, q); a != nil {
			a.write(w)
			return nil
		}
		c := &copier{ResponseWriter: w, room: int(s.kept.most / largestKept)}
		if err := h(s, c, r); err != nil {
			return err
		}
		// The evaluations may have changed while h read them.
		if now, ok := s.keptState(r); ok && now == of && c.status == http.StatusOK && c.room >= 0 {
			q = keptQuestion{strings.Clone(q.path), strings.Clone(q.query)} // without the rest of the request
			s.kept.add(of, q, c.answer())
		}
		return nil
	}
}

// keptState returns the state that a request is answered from. It reports false if that has no identity.
func (s *Server) keptState(r *request) (of keptState, ok bool) {
	of.index = r.held.Identity()
	if ok = of.index != nil; ok && s.o.Evals != nil {
		of.evals = s.o.Evals.Identity()
		ok = of.evals != nil
	}
	return of, ok
}

// write writes the answer as its handler did.
func (a *keptAnswer) write(w http.ResponseWriter) {
	for name, value := range map[string]string{"Content-Type": a.kind, "Content-Length": a.length} {
		if value != "" {
			w.Header().Set(name, value)
		}
	}
	w.WriteHeader(http.StatusOK)
	if a.flushed {
		_ = http.NewResponseController(w).Flush()
	}
	_, _ = w.Write(a.text)
}

// A copier copies an answer while it is written.
type copier struct {
	http.ResponseWriter
	status  int
	flushed bool
	text    []byte
	room    int // bytes that text may still get; negative if the answer is too long
}

func (c *copier) WriteHeader(status int) {
	if c.status == 0 {
		c.status = status
	}
	c.ResponseWriter.WriteHeader(status)
}

func (c *copier) Write(p []byte) (int, error) {
	if c.status == 0 {
		c.status = http.StatusOK
	}
	if c.room -= len(p); c.room >= 0 {
		c.text = append(c.text, p...)
	} else {
		c.text = nil
	}
	return c.ResponseWriter.Write(p)
}

// FlushError is for [http.ResponseController].
func (c *copier) FlushError() error {
	c.flushed = true
	return http.NewResponseController(c.ResponseWriter).Flush()
}

// Unwrap is for [http.ResponseController].
func (c *copier) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *copier) answer() *keptAnswer {
	header := c.Header()
	return &keptAnswer{header.Get("Content-Type"), header.Get("Content-Length"), c.flushed, c.text}
}
