package clickhouse_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/index/clickhouse"
)

func TestParseAddress(t *testing.T) {
	t.Setenv("ZOBRIST_CLICKHOUSE_USER", "")
	file := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(file, []byte("secret\nsecond line\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	a, err := clickhouse.ParseAddress(t.Context(),
		"clickhouse://me@a,b:9001,[::1]:7/games?cluster=two&password-file="+file)
	if err != nil || !slices.Equal(a.Hosts, []string{"a:9000", "b:9001", "[::1]:7"}) || a.Database != "games" ||
		a.Cluster != "two" || a.User != "me" || a.TLS != nil || a.Password() != "secret" {
		t.Errorf("%+v, error %v", a, err)
	}
	t.Setenv("ZOBRIST_CLICKHOUSE_USER", "other")
	t.Setenv("ZOBRIST_CLICKHOUSE_PASSWORD", "word")
	a, err = clickhouse.ParseAddress(t.Context(), "clickhouse://a/games?secure=true")
	if err != nil || a.Hosts[0] != "a:9440" || a.TLS == nil || a.User != "other" || a.Password() != "word" ||
		a.Cluster != "zobrist" {
		t.Errorf("%+v, error %v", a, err)
	}
	if text := a.String(); text != "clickhouse://a:9440/games" {
		t.Errorf("the address is written %s", text)
	}
	for _, scheme := range []string{"ClickHouse://", "CLICKHOUSE://"} { // RFC 3986, section 3.1
		if a, err := clickhouse.ParseAddress(t.Context(), scheme+"a/Games"); err != nil || a.Database != "Games" {
			t.Errorf("%s: %+v, error %v", scheme, a, err)
		}
	}
	for text, want := range map[string]string{
		"games.db":                                     "begin with",
		"clickhouse://a:9000":                          "name of a database",
		"clickhouse://a:9000/ga-mes":                   "name of a database",
		"clickhouse://a:9000/1games":                   "name of a database",
		"clickhouse://a/system":                        "of ClickHouse itself; name another",
		"clickhouse://a/information_schema":            "of ClickHouse itself; name another",
		"clickhouse://me@a/INFORMATION_SCHEMA":         "of ClickHouse itself; name another",
		"clickhouse://a/default?secure=true":           "of ClickHouse itself; name another",
		"clickhouse:///games":                          "not a host",
		"clickhouse://a,,b/games":                      "not a host",
		"clickhouse://me:hush@a/games":                 "password",
		"clickhouse://me:hu/hush@a/games":              "password",
		"clickhouse://me:hu@hush@a/games":              "password",
		"clickhouse://me:hu?hush@a/games":              "password",
		"clickhouse://me:hush/1?@a/games":              "password",
		"clickhouse://me:hush/games?x@a/games":         "password",
		"clickhouse://me:9000,hush@a/games":            "password",
		"clickhouse://hush/me@a/games":                 "contains / or @",
		"clickhouse://me@hush@a/games":                 "contains / or @",
		"clickhouse://hush%zz@a/games":                 "hexadecimal",
		"clickhouse://a:word/games":                    "not a host",
		"clickhouse://a/games?secure=perhaps":          "true or false",
		"clickhouse://a/games?ca=x":                    "secure=true",
		"clickhouse://a/games?secure=true&ca=" + file:  "no certificate",
		"clickhouse://a/games?password=hush":           "unknown option",
		"clickhouse://a/games?cluster=":                "no name",
		"clickhouse://a/games?password-file=/none":     "no such file",
		"clickhouse://a/games?password-file=/dev/zero": "larger than 1048576 bytes",
	} {
		if _, err := clickhouse.ParseAddress(t.Context(), text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		} else if strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: the error shows the password: %v", text, err)
		}
	}
}
