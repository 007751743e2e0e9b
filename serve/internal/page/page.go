// Package page is the page of the HTTP server: a board, its moves and games, and the audit of keys.
//
// Its sources are beside this file, in TypeScript; the result of their build is in dist, is committed and embedded.
// So the Go toolchain alone builds the program. See README.md for how the page is built and tested.
//
// # Guarantees
//
// The page requests nothing but what the server that sent it offers; the policy in its header makes browsers enforce
// that. It holds neither inline scripts nor inline styles.
package page

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"
)

//go:embed dist
var dist embed.FS

// Policy is the value of the header Content-Security-Policy under which the page works.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// types are the media types of the files, because those that package mime knows depend on the machine.
var types = map[string]string{
	".html": "text/html; charset=utf-8",
	".js":   "text/javascript; charset=utf-8",
	".css":  "text/css; charset=utf-8",
	".svg":  "image/svg+xml",
	".txt":  "text/plain; charset=utf-8",
}

// A file is one of the page's, ready to be sent.
type file struct {
	content []byte
	packed  func() []byte // the same with gzip, made when it is first wanted
	kind    string
	tag     string
}

// New returns a handler of GET and HEAD requests for the page at / and the files that it is made of. It answers 404 for
// any other path. Answers carry an ETag and the [Policy]; they are to be revalidated, as a new program has the same
// names. They come with gzip if the request takes it, a third of the bytes. The handler is safe for concurrent use.
func New() http.Handler {
	files := make(map[string]file)
	entries, err := fs.ReadDir(dist, "dist")
	if err != nil {
		panic("page: " + err.Error()) // the files are part of the program
	}
	for _, e := range entries {
		content, err := dist.ReadFile("dist/" + e.Name())
		if err != nil {
			panic("page: " + err.Error())
		}
		kind, ok := types[path.Ext(e.Name())]
		if !ok {
			panic("page: no media type for " + e.Name())
		}
		sum := sha256.Sum256(content)
		packed := sync.OnceValue(func() []byte { return pack(content) })
		files["/"+e.Name()] = file{content, packed, kind, hex.EncodeToString(sum[:12])}
	}
	files["/"] = files["/index.html"]
	return handler(files)
}

// pack compresses a file as far as gzip can.
func pack(content []byte) []byte {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		panic("page: " + err.Error()) // there is no such level
	}
	_, _ = w.Write(content) // to memory
	_ = w.Close()
	return packed.Bytes()
}

// takesGzip reports whether a request takes answers with gzip.
func takesGzip(r *http.Request) bool {
	for coding := range strings.SplitSeq(strings.Join(r.Header["Accept-Encoding"], ","), ",") {
		name, quality, _ := strings.Cut(strings.ReplaceAll(coding, " ", ""), ";q=")
		if strings.EqualFold(name, "gzip") {
			q, err := strconv.ParseFloat(quality, 64)
			return quality == "" || err == nil && q > 0
		}
	}
	return false
}

// A handler has the files by path.
type handler map[string]file

func (h handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := h[r.URL.Path]
	if !ok {
		http.Error(w, "not found: "+strconv.Quote(r.URL.Path), http.StatusNotFound)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed: "+strconv.Quote(r.Method), http.StatusMethodNotAllowed)
		return
	}
	header := w.Header()
	header.Set("Content-Type", f.kind)
	header.Set("Content-Security-Policy", Policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("Cache-Control", "no-cache")
	header.Set("Vary", "Accept-Encoding")
	content, tag := f.content, f.tag
	if takesGzip(r) {
		header.Set("Content-Encoding", "gzip")
		content, tag = f.packed(), f.tag+"-gzip"
	}
	header.Set("ETag", `"`+tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(content))
}
