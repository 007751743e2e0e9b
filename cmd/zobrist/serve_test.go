package main

import (
	"bufio"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// writeCertificate writes a certificate of a name, and its key.
func writeCertificate(t *testing.T, cert, key, name string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	c := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{name},
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, c, c, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	for path, block := range map[string]*pem.Block{
		cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: pkcs8},
	} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// A server with a certificate and a token answers those who have the token, and shows a new certificate when
// the files change.
func TestServeTLS(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir) // for the index of a server that is killed
	cert, key, token := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), filepath.Join(dir, "token")
	writeCertificate(t, cert, key, "one.example")
	if err := os.WriteFile(token, []byte("0123456789abcdef\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("zobrist", "serve", "--sample", "--listen", "127.0.0.1:0", "--tls-cert", cert, "--tls-key", key,
		"--token-file", token, "--host", "games.example")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		cmd.Process.Kill()
		cmd.Wait()
	}()
	address, err := bufio.NewReader(stdout).ReadString('\n')
	if address = strings.TrimSpace(address); err != nil || !strings.HasPrefix(address, "https://127.0.0.1:") {
		t.Fatalf("%v, %q", err, address)
	}
	ask := func(host, token string) (status int, name string) {
		client := &http.Client{Transport: &http.Transport{
			TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DisableKeepAlives: true, // its own certificate
		}}
		r, err := http.NewRequest("GET", address+"masters", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		r.Header.Set("Authorization", "Bearer "+token)
		resp, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		resp.Body.Close()
		return resp.StatusCode, resp.TLS.PeerCertificates[0].DNSNames[0]
	}
	for _, test := range []struct {
		host, token string
		want        int
	}{
		{"localhost", "0123456789abcdef", 200}, {"games.example", "0123456789abcdef", 200},
		{"games.example", "wrong", 401}, {"evil.example", "0123456789abcdef", 421},
	} {
		if status, name := ask(test.host, test.token); status != test.want || name != "one.example" {
			t.Errorf("%v: status %d from %s", test, status, name)
		}
	}
	writeCertificate(t, cert, key, "two.example")
	for begin := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		if status, name := ask("localhost", "0123456789abcdef"); status == 200 && name == "two.example" {
			break
		} else if time.Since(begin) > time.Minute {
			t.Fatalf("status %d from %s after a minute", status, name)
		}
	}
}

// Without an index a server of evaluations has no games, and answers what the store has.
func TestServeEvals(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir) // for the index of a server that is killed
	db, text := filepath.Join(dir, "evals.db"), filepath.Join(dir, "one.epd")
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
	if err := os.WriteFile(text, []byte(start+" ce 31; acd 40; pv e4 e5;\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("zobrist", "evals", "build", "--db", db, text).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	cmd := exec.Command("zobrist", "serve", "--evals", db, "--listen", "127.0.0.1:0")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		cmd.Process.Kill()
		cmd.Wait()
	}()
	address, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"api/cloud-eval?fen=" + url.QueryEscape(start):              `"depth":40,"pvs":[{"moves":"e2e4 e7e5","cp":31}]`,
		"cdb.php?action=queryscore&board=" + url.QueryEscape(start): "eval:31\x00", "stats": `"games":0`,
	} {
		r, err := http.Get(strings.TrimSpace(address) + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || r.StatusCode != 200 || !strings.Contains(string(body), want) {
			t.Errorf("%s: %d, %s, %v", path, r.StatusCode, body, err)
		}
	}
}
