package main

import (
	"crypto/tls"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/zobrist-go/zobrist/internal/system/regular"
)

// A certificate is read from two files, again if they have changed.
type certificate struct {
	cert, key string // paths
	mu        sync.Mutex
	loaded    *tls.Certificate
	changed   [2]time.Time // of the files when they were read
	looked    time.Time

	warn   func(error) // is told of new files that cannot be used
	failed string      // the error of the last look, "" for none
	told   bool        // warn was told of it
}

func openCertificate(cert, key string, warn func(error)) (*certificate, error) {
	c := &certificate{cert: cert, key: key, warn: warn}
	return c, c.load()
}

// load reads the files if they are new. The caller has the lock, or is the only one.
func (c *certificate) load() error {
	c.looked = time.Now()
	var changed [2]time.Time
	for i, path := range []string{c.cert, c.key} {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		changed[i] = info.ModTime()
	}
	if changed == c.changed {
		return nil
	}
	cert, err := regular.ReadFile(c.cert)
	if err != nil {
		return err
	}
	key, err := regular.ReadFile(c.key)
	if err != nil {
		return err
	}
	pair, err := tls.X509KeyPair(cert, key)
	if err != nil {
		return fmt.Errorf("read %s and %s: %w", c.cert, c.key, err)
	}
	c.loaded, c.changed = &pair, changed
	return nil
}

// get is the field GetCertificate of [tls.Config]. It looks for new files every second. If they cannot be used, the old
// certificate stays. That is normal while they are being replaced, so it warns at the second look.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.looked) > time.Second {
		c.look()
	}
	return c.loaded, nil
}

// look loads new files, and warns once of an error that lasts.
func (c *certificate) look() {
	err := c.load()
	switch {
	case err == nil:
		c.failed = ""
	case err.Error() != c.failed:
		c.failed, c.told = err.Error(), false
	case !c.told:
		c.told = true
		c.warn(err)
	}
}
