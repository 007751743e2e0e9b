package keyfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/keyfile"
)

func open(tb testing.TB, spec string, o keyfile.Options) keyfile.Table {
	tb.Helper()
	t, err := keyfile.Open(spec, o)
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

// narrow is the table with the width of Bits alone, as files have it.
func narrow(tb testing.TB, t keyfile.Table) keyfile.Table {
	tb.Helper()
	t, err := t.Truncated(t.Bits)
	if err != nil {
		tb.Fatal(err)
	}
	return t
}

func export(tb testing.TB, t keyfile.Table, f keyfile.Format) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := keyfile.Export(&b, t, f); err != nil {
		tb.Fatalf("%s: %v", f, err)
	}
	return b.Bytes()
}

func TestRoundTrip(t *testing.T) {
	odd := keyfile.Table{Bits: 3, Set: zobrist.Set{Name: "a \"quoted\"\n*/ name, =é", Start: 7, Keys: zobrist.Keys{0, 1, 5}}}
	single := keyfile.Table{Bits: 33, Set: zobrist.Set{Keys: zobrist.Keys{1 << 32}}}
	tables := []keyfile.Table{
		odd, single,
		open(t, "polyglot", keyfile.Options{}),
		open(t, "stockfish", keyfile.Options{}),
		open(t, "coded:1", keyfile.Options{}),
		open(t, "coded:1", keyfile.Options{Bits: 128}),
		open(t, "coded:2", keyfile.Options{Features: 19, Bits: 31}),
		open(t, "coded:2", keyfile.Options{Features: 19, Bits: 100}),
		open(t, "random:mt19937-64:5489", keyfile.Options{Bits: 48}),
		open(t, "random:poly:3", keyfile.Options{Bits: 65}),
	}
	for _, table := range tables {
		want := narrow(t, table)
		for _, f := range keyfile.Formats() {
			if f == keyfile.RawBE || f == keyfile.RawLE || f == keyfile.JS32 && table.Bits > 64 || f == keyfile.JS48 && table.Bits > 52 {
				continue
			}
			for _, as := range []keyfile.Format{keyfile.Detect, f} {
				got, err := keyfile.Import(export(t, table, f), as)
				if err != nil {
					t.Errorf("%s of %q as %q: %v", f, table.Name, as, err)
				} else if !reflect.DeepEqual(got, want) {
					t.Errorf("%s of %q as %q: not what was exported", f, table.Name, as)
				}
			}
		}
		for _, f := range []keyfile.Format{keyfile.RawBE, keyfile.RawLE} {
			got, err := keyfile.ImportRaw(export(t, table, f), f, table.Bits)
			want := want
			want.Name, want.Start, want.SecondStart = "", 0, 0
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s of %q: %v, or not what was exported", f, table.Name, err)
			}
		}
	}
}

func TestExportErrors(t *testing.T) {
	keys := zobrist.Set{Keys: zobrist.Keys{1, 2, 1 << 40}}
	for _, test := range []struct {
		table  keyfile.Table
		format keyfile.Format
		want   error
	}{
		{keyfile.Table{Set: keys, Bits: 40}, keyfile.C, keyfile.ErrWidth},
		{keyfile.Table{Set: keys, Bits: 0}, keyfile.C, keyfile.ErrWidth},
		{keyfile.Table{Set: keys, Bits: 129}, keyfile.C, keyfile.ErrWidth},
		{keyfile.Table{Set: keys, Bits: 64}, keyfile.JS48, keyfile.ErrWidth},
		{keyfile.Table{Set: keys, Bits: 64}, "cobol", keyfile.ErrFormat},
		{keyfile.Table{Bits: 64}, keyfile.Hex, keyfile.ErrFormat},
		{keyfile.Table{Set: zobrist.Set{Name: "\xff", Keys: keys.Keys}, Bits: 64}, keyfile.JSON, keyfile.ErrFormat},
		{open(t, "coded:1", keyfile.Options{Bits: 128}), keyfile.JS32, keyfile.ErrWidth},
	} {
		if err := keyfile.Export(&bytes.Buffer{}, test.table, test.format); !errors.Is(err, test.want) {
			t.Errorf("%d bits as %s: error %v, want %v", test.table.Bits, test.format, err, test.want)
		}
	}
}

// Lists as people post them.
func TestPlainLists(t *testing.T) {
	for text, want := range map[string]zobrist.Keys{
		"U64 Random64[781] = {\n   U64(0x9D39247E33776D41), U64(0x2AF7398005AAA5C7),\n};": {0x9D39247E33776D41, 0x2AF7398005AAA5C7},
		"static const uint64_t k[2] = { 0x1ULL, 0X2ull }; // 0x3":                         {1, 2},
		"let k = [0x9d39247e33776d41n, /* 0x4, \n */ 0x2n];":                              {0x9D39247E33776D41, 2},
		"pub const K: [u64; 2] = [0x9d39_247e_3377_6d41, 0x02_u64];":                      {0x9D39247E33776D41, 2},
		"uint64_t k[] = {0x9d39'247e'3377'6d41};":                                         {0x9D39247E33776D41},
		"9d39247e33776d41\n2af7398005aaa5c7\n":                                            {0x9D39247E33776D41, 0x2AF7398005AAA5C7},
		"# keys of feature 0, 1\r\n9D39247E33776D41 2AF7398005AAA5C7":                     {0x9D39247E33776D41, 0x2AF7398005AAA5C7},
		"['9d39247e33776d41','2af7398005aaa5c7']":                                         {0x9D39247E33776D41, 0x2AF7398005AAA5C7},
		"[\"9d39247e33776d41\",\"2af7398005aaa5c7\"]":                                     {0x9D39247E33776D41, 0x2AF7398005AAA5C7},
		"deadbeef cafebabe": {0xdeadbeef, 0xcafebabe},
	} {
		got, err := keyfile.Import([]byte(text), keyfile.Detect)
		if err != nil || !reflect.DeepEqual(got.Keys, want) {
			t.Errorf("%q: keys %#x, error %v; want %#x", text, got.Keys, err, want)
		}
	}
	wide, err := keyfile.Import([]byte("00000000000000010000000000000002"), keyfile.Detect)
	if err != nil || wide.Bits != 128 || wide.Keys[0] != 2 || wide.Second[0] != 1 {
		t.Errorf("a word of 32 digits: %v, error %v", wide, err)
	}
}

func TestImportErrors(t *testing.T) {
	good := string(export(t, open(t, "coded:1", keyfile.Options{Features: 9}), keyfile.C))
	bin := string(export(t, open(t, "coded:1", keyfile.Options{Features: 9}), keyfile.Bin))
	js := string(export(t, open(t, "coded:1", keyfile.Options{Features: 9}), keyfile.JSON))
	edited := []byte(good)
	edited[strings.LastIndex(good, "0x")+4] ^= 1 // a digit, still a digit
	for name, test := range map[string]struct {
		text string
		want error
	}{
		"empty":                {"", keyfile.ErrFormat},
		"prose":                {"these are no keys", keyfile.ErrFormat},
		"0x without digits":    {"{0x1, 0xg}", keyfile.ErrFormat},
		"0x twice":             {"{0x0x9d39247e33776d41}", keyfile.ErrFormat},
		"unknown suffix":       {"{0x9d39247e33776d41zzz}", keyfile.ErrFormat},
		"33 digits":            {"0x" + strings.Repeat("1", 33), keyfile.ErrFormat},
		"digits differ":        {"9d39247e33776d41\n2af73980\n", keyfile.ErrFormat},
		"a key edited":         {string(edited), keyfile.ErrCorrupt},
		"a key too few":        {good[:strings.LastIndex(good, "0x")], keyfile.ErrCorrupt},
		"a later version":      {strings.Replace(good, "keys v1", "keys v2", 1), keyfile.ErrVersion},
		"no header fields":     {strings.Replace(good, "words=", "worlds=", 1), keyfile.ErrFormat},
		"silly header":         {strings.Replace(good, "bits=64", "bits=900", 1), keyfile.ErrCorrupt},
		"bin cut":              {bin[:len(bin)-1], keyfile.ErrCorrupt},
		"bin header cut":       {bin[:12], keyfile.ErrCorrupt},
		"bin flipped":          {bin[:40] + "x" + bin[41:], keyfile.ErrCorrupt},
		"bin of later version": {bin[:7] + "\x02" + bin[8:], keyfile.ErrVersion},
		"JSON cut":             {js[:len(js)-20], keyfile.ErrFormat},
		"JSON version":         {strings.Replace(js, `"version": 1`, `"version": 3`, 1), keyfile.ErrVersion},
		"JSON key edited":      {strings.Replace(js, `"bits": 64`, `"bits": 65`, 1), keyfile.ErrCorrupt},
	} {
		if _, err := keyfile.Import([]byte(test.text), keyfile.Detect); !errors.Is(err, test.want) {
			t.Errorf("%s: error %v, want %v", name, err, test.want)
		}
	}
	var syntax *keyfile.SyntaxError
	_, err := keyfile.Import([]byte("0x1,\n0x2,\n 0xyz"), keyfile.Detect)
	if !errors.As(err, &syntax) || syntax.Line != 3 || syntax.Offset != 11 {
		t.Errorf("error %v does not tell line 3, byte 11", err)
	}
	if _, err := keyfile.ImportRaw(make([]byte, 12), keyfile.RawLE, 64); !errors.Is(err, keyfile.ErrFormat) {
		t.Errorf("12 raw bytes: error %v", err)
	}
	if _, err := keyfile.Import([]byte("x"), "cobol"); !errors.Is(err, keyfile.ErrFormat) {
		t.Errorf("no such format: error %v", err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// A file without end is not read for good.
func TestMaxFile(t *testing.T) {
	if testing.Short() {
		t.Skip("left out with -short: reading 256 MiB")
	}
	for _, f := range []keyfile.Format{keyfile.Detect, keyfile.RawBE} {
		if _, err := keyfile.Read(zeros{}, f, 64); !errors.Is(err, keyfile.ErrSize) {
			t.Errorf("format %q: %v", f, err)
		}
	}
}

func TestOpen(t *testing.T) {
	for spec, first := range map[string]uint64{
		"polyglot":               0x9D39247E33776D41, // the format's first number
		"gnuchess":               0x039b11bf4890d6a4,
		"random:gnuchess:1":      0x039b11bf4890d6a4,
		"random:mt19937-64:5489": 14514284786278117030,
		"random:rkiss:0x1":       0xae735ca10d060948,
	} {
		if got := open(t, spec, keyfile.Options{}); got.Keys[0] != first || got.Name != spec || got.Start != 0 || got.Len() != 781 {
			t.Errorf("%s: first key %#x of %d in %q", spec, got.Keys[0], got.Len(), got.Name)
		}
	}
	// White pawn on a1 is Stockfish's first draw and feature 64 of chess.
	if got := open(t, "stockfish", keyfile.Options{}).Keys[64]; got != narrowFirst(t) {
		t.Errorf("stockfish: white pawn a1 has %#x", got)
	}
	if got, want := open(t, "coded:5", keyfile.Options{Features: 100}), zobrist.Coded(100, 5); !reflect.DeepEqual(got.Set, want) {
		t.Error("coded:5 is not zobrist.Coded(100, 5)")
	}
	for _, width := range []int{1, 11, 31, 64, 65, 128} {
		for _, spec := range []string{"coded:1", "random:pcg:1"} {
			got := open(t, spec, keyfile.Options{Features: 50, Bits: width})
			if got.Bits != width || got.Len() != 50 || (got.Second == nil) != (width < 64) {
				t.Errorf("%s of %d bits has %d, %d keys", spec, width, got.Bits, got.Len())
			}
		}
	}
	file := filepath.Join(t.TempDir(), "keys.json")
	if err := os.WriteFile(file, export(t, open(t, "coded:1", keyfile.Options{}), keyfile.JSON), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := open(t, file, keyfile.Options{Features: 781}); got.Name != "coded:1" || got.Len() != 781 {
		t.Errorf("file: %q, %d keys", got.Name, got.Len())
	}
	for spec, says := range map[string]string{
		"nonesuch":                "polyglot, stockfish",
		"coded":                   "not a seed",
		"coded:x":                 "not a seed",
		"random:pcg":              "not a seed",
		"random:dice:1":           "known ones are gnuchess",
		"random:xorshift64star:0": "another seed",
		"":                        "no keys",
	} {
		if _, err := keyfile.Open(spec, keyfile.Options{}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: error %v does not say %q", spec, err, says)
		}
	}
	if _, err := keyfile.Open("polyglot", keyfile.Options{Features: 5}); !errors.Is(err, zobrist.ErrKeyCount) {
		t.Errorf("polyglot for 5 features: error %v", err)
	}
	for _, o := range []keyfile.Options{{Features: -1}, {Bits: 129}, {Bits: -1}} {
		if _, err := keyfile.Open("coded:1", o); err == nil {
			t.Errorf("%+v: no error", o)
		}
	}
	if _, err := keyfile.Open("polyglot", keyfile.Options{Bits: 65}); !errors.Is(err, keyfile.ErrWidth) {
		t.Errorf("polyglot of 65 bits: error %v", err)
	}
}

func narrowFirst(t *testing.T) uint64 {
	src, err := zobrist.NewSource("xorshift64star", 1070372)
	if err != nil {
		t.Fatal(err)
	}
	return src.Uint64()
}

func FuzzImport(f *testing.F) {
	table := open(f, "coded:1", keyfile.Options{Features: 3})
	wide := open(f, "coded:1", keyfile.Options{Features: 3, Bits: 128})
	for _, format := range keyfile.Formats() {
		if format != keyfile.JS48 {
			f.Add(export(f, table, format))
		}
		if format != keyfile.JS48 && format != keyfile.JS32 {
			f.Add(export(f, wide, format))
		}
	}
	f.Add([]byte("U64 k[] = {U64(0x9D39247E33776D41), 0x1};"))
	f.Add([]byte("9d39247e33776d41\n2af7398005aaa5c7\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, as := range append(keyfile.Formats(), keyfile.Detect) {
			table, err := keyfile.Import(data, as)
			if err != nil {
				continue
			}
			for _, format := range keyfile.Formats() {
				var b bytes.Buffer
				if err := keyfile.Export(&b, table, format); err != nil {
					if errors.Is(err, keyfile.ErrWidth) {
						continue
					}
					t.Fatalf("imported as %q, but not exported as %s: %v", as, format, err)
				}
				if format == keyfile.RawBE || format == keyfile.RawLE {
					continue
				}
				again, err := keyfile.Import(b.Bytes(), keyfile.Detect)
				if err != nil || !reflect.DeepEqual(again, table) {
					t.Fatalf("imported as %q, exported as %s, imported again: %v", as, format, err)
				}
			}
		}
	})
}

func Example() {
	table, err := keyfile.Open("coded:1", keyfile.Options{Features: 3, Bits: 31})
	if err != nil {
		panic(err)
	}
	var b bytes.Buffer
	if err := keyfile.Export(&b, table, keyfile.C); err != nil {
		panic(err)
	}
	fmt.Print(b.String())
	// Output:
	// // zobrist keys v1: name="coded:1" keys=3 bits=31 words=1 start=3f78e66a sha256=d58ccc4dd5b8ebb1d4f6d1ee0c1ec1ab7cb616c394a25b003e218e7b6acdc8b6
	// #include <stdint.h>
	//
	// #define ZOBRIST_KEYS 3
	//
	// static const uint64_t zobrist_start = 0x3f78e66a;
	//
	// static const uint64_t zobrist_keys[ZOBRIST_KEYS] = {
	// 	0x22db49f3, 0x2ee440cd, 0x15d7853a,
	// };
}

func BenchmarkImport(b *testing.B) {
	table := open(b, "coded:1", keyfile.Options{})
	for _, f := range []keyfile.Format{keyfile.C, keyfile.JSON, keyfile.Hex, keyfile.Bin} {
		data := export(b, table, f)
		b.Run("format="+string(f), func(b *testing.B) {
			for b.Loop() {
				if _, err := keyfile.Import(data, f); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/781, "ns/key")
		})
	}
}
