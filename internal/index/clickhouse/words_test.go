package clickhouse_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/zobrist-go/zobrist/index"
	"github.com/zobrist-go/zobrist/internal/index/clickhouse"
)

// An index may have a word of SQL as the name of its database.
func TestWordsOfSQL(t *testing.T) {
	for _, name := range []string{"select", "TABLE", "null", "from", "all"} {
		a := address(t, t.TempDir())
		a.Database = name
		t.Cleanup(func() {
			if err := clickhouse.Destroy(context.Background(), a); err != nil {
				t.Error(err)
			}
		})
		s, err := clickhouse.Open(t.Context(), a, clickhouse.Options{Spool: filepath.Join(t.TempDir(), "spool")})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for source := range 2 {
			if err := build(t.Context(), s, source, 10); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
		if n, err := s.Remove(t.Context(), index.Filter{Sources: []string{"source 1"}}, nil); n != 10 || err != nil {
			t.Errorf("%s: %d games removed, %v", name, n, err)
		}
		if m, err := index.ReadManifest(t.Context(), s); err != nil || m.Games != 10 {
			t.Errorf("%s: %+v, %v", name, m, err)
		}
		if _, err := s.Verify(t.Context(), nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
