package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// If new files of a certificate cannot be used, the old one stays, and a warning names the files: once, and not for the
// moment in which they are replaced one after the other.
func TestCertificateWarning(t *testing.T) {
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	writeCertificate(t, cert, key, "one.example")
	var warnings []error
	c, err := openCertificate(cert, key, func(err error) { warnings = append(warnings, err) })
	if err != nil {
		t.Fatal(err)
	}
	old := c.loaded
	breakKey := func() {
		if err := os.WriteFile(key, []byte("no key"), 0o600); err != nil {
			t.Fatal(err)
		}
		later := time.Now().Add(time.Hour) // some systems count seconds
		if err := os.Chtimes(key, later, later); err != nil {
			t.Fatal(err)
		}
	}
	breakKey()
	for look, want := range []int{0, 1, 1, 1} {
		c.look()
		if len(warnings) != want || c.loaded != old {
			t.Errorf("look %d: warnings %v, want %d", look, warnings, want)
		}
	}
	writeCertificate(t, cert, key, "two.example")
	if c.look(); c.loaded == old || len(warnings) != 1 {
		t.Errorf("new files: warnings %v", warnings)
	}
	breakKey()
	c.look()
	if c.look(); len(warnings) != 2 {
		t.Errorf("broken again: warnings %v", warnings)
	}
}
