package page_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/serve/internal/page"
)

// get asks the page for a path.
func get(t *testing.T, method, path, tag string) (*http.Response, string) {
	t.Helper()
	r := httptest.NewRequest(method, path, nil)
	if tag != "" {
		r.Header.Set("If-None-Match", tag)
	}
	w := httptest.NewRecorder()
	page.New().ServeHTTP(w, r)
	body, err := io.ReadAll(w.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return w.Result(), string(body)
}

// TestPage gets the page and whatever it refers to: each file is there, with its type, the policy and a tag.
func TestPage(t *testing.T) {
	_, html := get(t, "GET", "/", "")
	want := map[string]string{"/": "text/html", "/LICENSES.txt": "text/plain"}
	kinds := map[string]string{"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
	for _, m := range regexp.MustCompile(`(?:src|href)="([^"]*)"`).FindAllStringSubmatch(html, -1) {
		name, relative := strings.CutPrefix(m[1], "./")
		if !relative {
			t.Errorf("the page refers to %q, which is not a file beside it", m[1])
		}
		want["/"+name] = kinds[name[strings.LastIndex(name, ".")+1:]]
	}
	if len(want) != 5 {
		t.Errorf("the page is not made of a script, a style sheet and an icon: %v", want)
	}
	for path, kind := range want {
		r, body := get(t, "GET", path, "")
		if r.StatusCode != http.StatusOK || body == "" {
			t.Errorf("%s: status %d, %d bytes", path, r.StatusCode, len(body))
		}
		if got, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); got != kind {
			t.Errorf("%s has type %q, want %q", path, got, kind)
		}
		if got := r.Header.Get("Content-Security-Policy"); got != page.Policy {
			t.Errorf("%s has policy %q", path, got)
		}
		tag := r.Header.Get("ETag")
		if r, body := get(t, "GET", path, tag); r.StatusCode != http.StatusNotModified || body != "" {
			t.Errorf("%s: status %d for its own tag %s", path, r.StatusCode, tag)
		}
		if r, body := get(t, "HEAD", path, ""); r.StatusCode != http.StatusOK || body != "" {
			t.Errorf("HEAD %s: status %d, %d bytes", path, r.StatusCode, len(body))
		}
	}
}

// TestRefused requests paths that are not there.
func TestRefused(t *testing.T) {
	for path, status := range map[string]int{
		"/dist": 404, "/page.go": 404, "/../page.go": 404, "/dist/index.html": 404, "//": 404, "/masters": 404,
	} {
		if r, _ := get(t, "GET", path, ""); r.StatusCode != status {
			t.Errorf("GET %s: status %d, want %d", path, r.StatusCode, status)
		}
	}
	if r, _ := get(t, "POST", "/", ""); r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") == "" {
		t.Errorf("POST /: status %d, Allow %q", r.StatusCode, r.Header.Get("Allow"))
	}
}

// TestEcho asks for a path that is not text: what comes back is one line of it.
func TestEcho(t *testing.T) {
	r, body := get(t, "GET", "/%ff%0a%00x", "")
	if want := "not found: \"/\\xff\\n\\x00x\"\n"; r.StatusCode != 404 || body != want {
		t.Errorf("status %d, %q, want %q", r.StatusCode, body, want)
	}
}

// TestSelfContained reads the build: nothing inline that the policy forbids, no address of another machine, small.
func TestSelfContained(t *testing.T) {
	files, err := os.ReadDir("dist")
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, f := range files {
		content, err := os.ReadFile("dist/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		total += len(content)
		text := string(content)
		if f.Name() == "LICENSES.txt" {
			for _, library := range []string{"cm-chessboard", "preact"} {
				if !strings.Contains(text, "\n"+library+" ") {
					t.Errorf("LICENSES.txt does not name %s", library)
				}
			}
			continue
		}
		for _, address := range regexp.MustCompile(`(?:https?:|["'(])//[\w.-]+[^"'\x60\s)]*`).FindAllString(text, -1) {
			if !strings.HasPrefix(address, "http://www.w3.org/") { // names of XML namespaces
				t.Errorf("%s has the address %s", f.Name(), address)
			}
		}
		if strings.HasSuffix(f.Name(), ".html") {
			if m := regexp.MustCompile(`<style|\sstyle=|<script(?:[^>]*)>[^<]|\son\w+=`).FindString(text); m != "" {
				t.Errorf("%s has %q inline", f.Name(), m)
			}
		}
	}
	if total > 400_000 {
		t.Errorf("the build has %d bytes, more than 400,000", total)
	}
}

// TestGzip: a request that takes gzip gets the same file in fewer bytes, under an ETag of its own.
func TestGzip(t *testing.T) {
	h := page.New()
	ask := func(coding, tag string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, "/page.js", nil)
		if coding != "" {
			r.Header.Set("Accept-Encoding", coding)
		}
		r.Header.Set("If-None-Match", tag)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Header().Get("Vary") != "Accept-Encoding" {
			t.Errorf("%s: Vary %q", coding, w.Header().Get("Vary"))
		}
		return w
	}
	plain := ask("", "")
	for _, coding := range []string{"identity", "br", "gzip;q=0", "gzip; q=0.0, br", "gzip;q=x"} {
		if w := ask(coding, ""); w.Header().Get("Content-Encoding") != "" || w.Body.String() != plain.Body.String() {
			t.Errorf("%s: Content-Encoding %q", coding, w.Header().Get("Content-Encoding"))
		}
	}
	for _, coding := range []string{"gzip", "gzip, deflate, br, zstd", "br;q=1.0, GZIP; q=0.5"} {
		w := ask(coding, "")
		if w.Header().Get("Content-Encoding") != "gzip" || w.Body.Len() > plain.Body.Len()/2 {
			t.Fatalf("%s: Content-Encoding %q, %d bytes", coding, w.Header().Get("Content-Encoding"), w.Body.Len())
		}
		unpacked, err := gzip.NewReader(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		if content, err := io.ReadAll(unpacked); err != nil || string(content) != plain.Body.String() {
			t.Errorf("%s: %v, or another file", coding, err)
		}
		if tag := w.Header().Get("ETag"); tag == plain.Header().Get("ETag") || ask(coding, tag).Code != http.StatusNotModified {
			t.Errorf("%s: ETag %s", coding, tag)
		}
	}
}
