package docs_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/zobrist-go/zobrist/index"
	chessindex "github.com/zobrist-go/zobrist/index/chess"
	"github.com/zobrist-go/zobrist/index/storetest"
	"github.com/zobrist-go/zobrist/internal/records/sample"
	"github.com/zobrist-go/zobrist/internal/test/oracle"
	"github.com/zobrist-go/zobrist/serve"
)

// block returns the block of a language in serve.md.
func block(t *testing.T, language string) string {
	t.Helper()
	text, err := os.ReadFile("serve.md")
	if err != nil {
		t.Fatal(err)
	}
	_, text, found := bytes.Cut(text, []byte("\n```"+language+"\n"))
	before, _, closed := bytes.Cut(text, []byte("\n```"))
	if !found || !closed {
		t.Fatalf("no block of %s in serve.md", language)
	}
	return string(before) + "\n"
}

// replace replaces each of the old texts, which has to be there.
func replace(t *testing.T, text string, pairs ...string) string {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("serve.md no longer says %q", pairs[i])
		}
		text = strings.ReplaceAll(text, pairs[i], pairs[i+1])
	}
	return text
}

// The unit is valid.
func TestServeUnit(t *testing.T) {
	analyze := oracle.Program(t, "systemd-analyze", "systemd")
	unit := filepath.Join(t.TempDir(), "zobrist.service")
	text := replace(t, block(t, "ini"), "/usr/local/bin/zobrist", "/bin/true")
	if err := os.WriteFile(unit, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(analyze, "verify", "--man=no", unit).CombinedOutput(); err != nil ||
		strings.Contains(string(out), "zobrist.service") {
		t.Errorf("%v: %s", err, out)
	}
}

// newCertificate writes a certificate for games.example.org and its key, as two files and as one.
func newCertificate(t *testing.T) (cert, key, both string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	c := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"games.example.org"},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, c, c, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	a := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})
	b := pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: pkcs8})
	dir := t.TempDir()
	cert, key, both = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), filepath.Join(dir, "both.pem")
	for path, text := range map[string][]byte{cert: a, key: b, both: append(a, b...)} {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key, both
}

// freeAddress returns an address of loopback that nothing listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// startServer serves the famous games on loopback, as the unit does, and returns the address.
func startServer(t *testing.T, log io.Writer) string {
	t.Helper()
	ix, err := chessindex.Open(t.Context(), storetest.Memory(), chessindex.Options{})
	if err != nil {
		t.Fatal(err)
	}
	games := index.Input{Name: "famous.pgn", Reader: strings.NewReader(sample.Famous())}
	if _, err := ix.Import(t.Context(), index.ImportOptions{}, games); err != nil {
		t.Fatal(err)
	}
	s, err := serve.New(serve.Options{Index: ix, Hosts: []string{"games.example.org"},
		Proxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")},
		Log:     slog.New(slog.NewTextHandler(log, nil))})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return l.Addr().String()
}

// startProxy starts a proxy and waits until it answers.
func startProxy(t *testing.T, at, path string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, path, args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = cmd.Wait()
	})
	for range 200 {
		if c, err := net.Dial("tcp", at); err == nil {
			c.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	cancel()
	_ = cmd.Wait()
	t.Fatalf("%s does not answer: %s", path, &out)
}

// Behind the proxies of the examples nobody's answer is another one's, whatever is left of bodies, and denied
// paths are not reached.
func TestServeProxies(t *testing.T) {
	cert, key, both := newCertificate(t)
	for name, run := range map[string]func(t *testing.T, at, server string){
		"nginx": func(t *testing.T, at, server string) {
			path := oracle.Program(t, "nginx", "nginx")
			dir := t.TempDir()
			var temps strings.Builder
			for _, of := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
				temps.WriteString(of + "_temp_path " + dir + "/" + of + ";\n")
			}
			// All clients of the test have one address.
			conf := replace(t, block(t, "nginx"), "limit_conn clients 32", "limit_conn clients 100",
				"listen 443 ssl", "listen "+at+" ssl", "127.0.0.1:8080", server,
				"/etc/ssl/games.example.org.pem", cert, "/etc/ssl/private/games.example.org.key", key)
			conf = "daemon off;\nmaster_process off;\npid " + dir + "/pid;\nevents {}\nhttp {\naccess_log off;\n" +
				temps.String() + conf + "}\n"
			file := filepath.Join(dir, "nginx.conf")
			if err := os.WriteFile(file, []byte(conf), 0o644); err != nil {
				t.Fatal(err)
			}
			startProxy(t, at, path, "-e", dir+"/error.log", "-p", dir, "-c", file)
		},
		"haproxy": func(t *testing.T, at, server string) {
			path := oracle.Program(t, "haproxy", "haproxy")
			conf := replace(t, block(t, "haproxy"), "bind :443", "bind "+at, "127.0.0.1:8080", server,
				"/etc/haproxy/games.example.org.pem", both)
			file := filepath.Join(t.TempDir(), "haproxy.cfg")
			if err := os.WriteFile(file, []byte(conf), 0o644); err != nil {
				t.Fatal(err)
			}
			startProxy(t, at, path, "-db", "-f", file)
		},
	} {
		t.Run(name, func(t *testing.T) {
			var log syncBuffer
			at := freeAddress(t)
			run(t, at, startServer(t, &log))
			smuggle(t, at)
			if wrong := regexp.MustCompile(`(?m)^.*(panic|path=/s ).*$`).FindString(log.String()); wrong != "" {
				t.Error(wrong)
			}
		})
	}
}

// syncBuffer is a buffer for several goroutines.
type syncBuffer struct {
	mu sync.Mutex
	bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Buffer.String()
}

// smuggle sends batches that are refused before they have arrived while other clients ask.
func smuggle(t *testing.T, at string) {
	secure := &tls.Config{ServerName: "games.example.org", InsecureSkipVerify: true} // its own certificate
	// The server stops reading at some byte of a batch. As the lengths differ, a request begins
	// there in one of seventeen batches.
	inner := "GET /s HTTP/1.0\n\n"
	var group sync.WaitGroup
	for i := range 4 * len(inner) {
		rest := []int{1000, 10_000, 20_000, 80_000}[i/len(inner)] // the server reads 256 KiB after an answer at most
		body := strings.Repeat("\"\"\n", 4) + strings.Repeat(" ", i%len(inner)) + strings.Repeat(inner, rest)
		group.Go(func() {
			c, err := tls.Dial("tcp", at, secure)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			_ = c.SetDeadline(time.Now().Add(5 * time.Minute))
			go fmt.Fprintf(c, "POST /positions?none=1 HTTP/1.1\r\nHost: games.example.org\r\nConnection: close\r\n"+
				"Content-Length: %d\r\n\r\n%s", len(body), body)
			_, _ = io.Copy(io.Discard, c)
		})
	}
	client := &http.Client{
		Transport: &http.Transport{TLSClientConfig: secure, MaxIdleConnsPerHost: 12}, Timeout: time.Minute,
	}
	defer client.CloseIdleConnections()
	for i := range 12 {
		group.Go(func() {
			for j := range 30 {
				want := fmt.Sprintf(`{"probes":%d,`, 1000*i+j+1)
				target := fmt.Sprintf("https://%s/odds?probes=%d", at, 1000*i+j+1)
				r, err := http.NewRequest("GET", target, nil)
				if err != nil {
					t.Error(err)
					return
				}
				r.Host = "games.example.org"
				resp, err := client.Do(r)
				if err != nil {
					t.Error(err)
					return
				}
				text, err := io.ReadAll(resp.Body)
				resp.Body.Close()
				if err != nil || !strings.HasPrefix(string(text), want) {
					t.Errorf("client %d, request %d: status %d, %v, %.100s", i, j, resp.StatusCode, err, text)
				}
			}
		})
	}
	group.Wait()
}
