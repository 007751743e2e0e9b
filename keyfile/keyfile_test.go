package keyfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/keyfile"
)

// open returns the keys of that name, for 781 features unless o says otherwise.
func open(tb testing.TB, spec string, o keyfile.Options) keyfile.File {
	tb.Helper()
	if o.Features == 0 {
		o.Features = 781
	}
	f, err := keyfile.Open(spec, o)
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

func write(tb testing.TB, f keyfile.File, format string) []byte {
	tb.Helper()
	var b bytes.Buffer
	if err := keyfile.Write(&b, f, format); err != nil {
		tb.Fatalf("%s: %v", format, err)
	}
	return b.Bytes()
}

func read(text, format string) (keyfile.File, error) {
	return keyfile.Read(strings.NewReader(text), keyfile.ReadOptions{Format: format})
}

func isRaw(format string) bool { return strings.HasPrefix(format, "raw") }

func TestRoundTrip(t *testing.T) {
	odd := zobrist.Set{Name: "a \"quoted\"\n*/ name, =é", Start: 7, Keys: zobrist.Keys{0, 1, 5}}
	order := []string{"piece 2: white & black / a1", "turn 1: not <white> to move */"}
	for _, want := range []keyfile.File{
		{Bits: 3, Set: odd, Order: order},
		{Bits: 33, Set: zobrist.Set{Keys: zobrist.Keys{1 << 32}}},
		open(t, "polyglot", keyfile.Options{}),
		open(t, "stockfish", keyfile.Options{}),
		open(t, "stockfish", keyfile.Options{Features: 793}),
		open(t, "coded:1", keyfile.Options{Bits: 64}),
		open(t, "coded:1", keyfile.Options{}),
		open(t, "coded:2", keyfile.Options{Features: 19, Bits: 31}),
		open(t, "coded:2", keyfile.Options{Features: 19, Bits: 100}),
		open(t, "random:mt19937-64:5489", keyfile.Options{Bits: 48}),
		open(t, "random:poly:3", keyfile.Options{Bits: 65}),
	} {
		for _, format := range keyfile.Formats() {
			var b bytes.Buffer
			if err := keyfile.Write(&b, want, format); err != nil {
				if !errors.Is(err, keyfile.ErrWidth) {
					t.Errorf("%s of %q: %v", format, want.Name, err)
				}
				continue
			}
			if isRaw(format) {
				bare := want
				bare.Name, bare.Start, bare.SecondStart, bare.Order = "", 0, 0, nil
				got, err := keyfile.Read(&b, keyfile.ReadOptions{Format: format, Bits: want.Bits})
				if err != nil || !reflect.DeepEqual(got, bare) {
					t.Errorf("%s of %q: %v, or not what was written", format, want.Name, err)
				}
				continue
			}
			for _, as := range []string{"", format} {
				if got, err := read(b.String(), as); err != nil {
					t.Errorf("%s of %q as %q: %v", format, want.Name, as, err)
				} else if !reflect.DeepEqual(got, want) {
					t.Errorf("%s of %q as %q: not what was written", format, want.Name, as)
				}
			}
		}
	}
}

func TestWriteErrors(t *testing.T) {
	keys := zobrist.Keys{1, 2, 1 << 40}
	for _, test := range []struct {
		file   keyfile.File
		format string
		want   error
	}{
		{keyfile.File{Set: zobrist.Set{Keys: keys}, Bits: 65}, "c", keyfile.ErrWidth},
		{keyfile.File{Set: zobrist.Set{Keys: keys}, Bits: -1}, "c", keyfile.ErrWidth},
		{keyfile.File{Set: zobrist.Set{Keys: keys}, Bits: 129}, "c", keyfile.ErrWidth},
		{keyfile.File{Set: zobrist.Set{Keys: keys}}, "js48", keyfile.ErrWidth},
		{keyfile.File{Set: zobrist.Set{Keys: keys}}, "cobol", keyfile.ErrFormat},
		{keyfile.File{}, "hex", keyfile.ErrFormat},
		{keyfile.File{Set: zobrist.Set{Name: "\xff", Keys: keys}}, "json", keyfile.ErrFormat},
		{keyfile.File{Set: zobrist.Set{Keys: keys}, Order: []string{"two\nlines"}}, "c", keyfile.ErrFormat},
		{keyfile.File{Set: zobrist.Default(5)}, "js32", keyfile.ErrWidth},
	} {
		if err := keyfile.Write(&bytes.Buffer{}, test.file, test.format); !errors.Is(err, test.want) {
			t.Errorf("%d bits as %s: error %v, want %v", test.file.Bits, test.format, err, test.want)
		}
	}
}

// Write keeps the low bits of wider keys.
func TestWriteCuts(t *testing.T) {
	set := zobrist.Default(5)
	got, err := read(string(write(t, keyfile.File{Set: set, Bits: 20}, "hex")), "")
	if want := set.Truncate(20); err != nil || !reflect.DeepEqual(got.Set, want) {
		t.Errorf("%v, error %v; want %v", got.Set, err, want)
	}
}

// Lists as people post them.
func TestPlainLists(t *testing.T) {
	two := zobrist.Keys{0x9D39247E33776D41, 0x2AF7398005AAA5C7}
	for text, want := range map[string]zobrist.Keys{
		"U64 Random64[781] = {\n   U64(0x9D39247E33776D41), U64(0x2AF7398005AAA5C7),\n};": two,
		"static const uint64_t k[2] = { 0x1ULL, 0X2ull }; // 0x3":                         {1, 2},
		"let k = [0x9d39247e33776d41n, /* 0x4, \n */ 0x2n];":                              {0x9D39247E33776D41, 2},
		"pub const K: [u64; 2] = [0x9d39_247e_3377_6d41, 0x02_u64];":                      {0x9D39247E33776D41, 2},
		"uint64_t k[] = {0x9d39'247e'3377'6d41};":                                         {0x9D39247E33776D41},
		"9d39247e33776d41\n2af7398005aaa5c7\n":                                            two,
		"# keys of feature 0, 1\r\n9D39247E33776D41 2AF7398005AAA5C7":                     two,
		"['9d39247e33776d41','2af7398005aaa5c7']":                                         two,
		"[\"9d39247e33776d41\",\"2af7398005aaa5c7\"]":                                     two,
		"U64 seed = 6364136223846793005; U64 k[] = {0x1, 0x2};":                           {1, 2},
		"deadbeef cafebabe":                     {0xdeadbeef, 0xcafebabe},
		"1000 deadbeef, effaced\n1001 cafebabe": {0xdeadbeef, 0xcafebabe},

		"const U64 k[2][1] = {{11329126462075137345ULL}, {7}};":          {11329126462075137345, 7},
		"long[] k = {-1L, -9223372036854775808L, 9000000000000000000L};": {1<<64 - 1, 1 << 63, 9000000000000000000},
		"int k[] = { -2147483648, 4, -1, 1234567890 };":                  {1 << 31, 4, 1<<32 - 1, 1234567890},
		"var K = [2]uint64{1234567890123, 5}":                            {1234567890123, 5},
		"static K: [u64; 2] = [1_234_567_890_123, 5_u64];":               {1234567890123, 5},
		"[1234567890123456, 6543210987654321]":                           {1234567890123456, 6543210987654321},
		"{\"keys\": [1234567890123], \"more\": [5]}":                     {1234567890123, 5},
		"# a key a line\n18446744073709551615\n0\n":                      {1<<64 - 1, 0},
	} {
		got, err := read(text, "")
		if err != nil || !reflect.DeepEqual(got.Keys, want) {
			t.Errorf("%q: keys %#x, error %v; want %#x", text, got.Keys, err, want)
		}
	}
	for _, text := range []string{"00000000000000010000000000000002", "18446744073709551618"} {
		wide, err := read(text, "")
		if err != nil || wide.Bits != 128 || wide.Keys[0] != 2 || wide.Second[0] != 1 {
			t.Errorf("%s: %v, error %v", text, wide, err)
		}
	}
}

// Bare words of any one length are keys of that many digits, whatever labels their lines have.
func TestBareWords(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	for digits := 2; digits <= 32; digits++ {
		var keys []string
		for range 120 {
			text := fmt.Sprintf("%016x%016x", r.Uint64(), r.Uint64())
			keys = append(keys, text[:digits])
		}
		keys[0] = strings.Repeat("f", digits)
		list := func(format string) string {
			var b strings.Builder
			for i, k := range keys {
				label := "white pawn " + string(rune('a'+i%8)) + strconv.Itoa(1+i/8%8)
				b.WriteString(strings.NewReplacer("K", k, "I", strconv.Itoa(i), "L", label).Replace(format))
			}
			return b.String()
		}
		texts := []string{list("K\n"), list("K "), list("K, "), list("\"K\",\n"), list("K # I, L\n")}
		if digits >= 4 {
			texts = append(texts, list("I K\n"))
		}
		if digits >= 8 {
			texts = append(texts, list("I\tK\tL\n"), list("L,K\n"), list("K I\n"), list("K, L\n"), list("I: K\n"),
				strings.ToUpper(list("K\r\n")), "table of 120 keys, made 2026:\n"+list("K\n")+"end of 120")
		}
		for _, text := range texts {
			f, err := read(text, "")
			if err != nil || len(f.Keys) != len(keys) || f.Bits != 4*digits {
				t.Errorf("%d digits: %d keys of %d bits, %v in\n%.200s", digits, len(f.Keys), f.Bits, err, text)
				continue
			}
			for i, k := range keys {
				word := zobrist.Uint128{Lo: f.Keys[i]}
				if f.Second != nil {
					word.Hi = f.Second[i]
				}
				if got := word.String()[32-digits:]; got != k {
					t.Errorf("%d digits: key %d is %s, want %s", digits, i, got, k)
					break
				}
			}
		}
		broken := slices.Clone(keys)
		broken[17] = broken[17][1:]
		for _, separator := range []string{"\n", " ", ",\n", "\", \""} {
			if _, err := read(strings.Join(broken, separator), ""); !errors.Is(err, keyfile.ErrFormat) {
				t.Errorf("%d digits, one lost, %q between them: error %v", digits, separator, err)
			}
		}
	}
}

// What other systems and editors make of a file: byte order marks and line ends.
func TestConverted(t *testing.T) {
	want := open(t, "coded:1", keyfile.Options{Features: 9, Bits: 64})
	want.Order = []string{"fact 9: a..i"}
	for _, format := range keyfile.Formats() {
		if isRaw(format) || format == "bin" || strings.HasSuffix(format, "48") { // no text, or fewer bits
			continue
		}
		text := string(write(t, want, format))
		for name, text := range map[string]string{
			"byte order mark":  "\xef\xbb\xbf" + text,
			"CRLF":             "\xef\xbb\xbf" + strings.ReplaceAll(text, "\n", "\r\n"),
			"carriage returns": strings.ReplaceAll(text, "\n", "\r"),
		} {
			for _, as := range []string{"", format} {
				if got, err := read(text, as); err != nil || !reflect.DeepEqual(got, want) {
					t.Errorf("%s with %s, as %q: error %v, or not what was written", format, name, as, err)
				}
			}
		}
	}
}

// Memory is in proportion to the text, not to its words.
func TestWordsAreNotKept(t *testing.T) {
	text := strings.Repeat("a ", 1<<19)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := read(text, ""); !errors.Is(err, keyfile.ErrFormat) {
		t.Error(err)
	}
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 16*uint64(len(text)) {
		t.Errorf("%d bytes of memory for %d of text", n, len(text))
	}
}

func TestImportErrors(t *testing.T) {
	good := string(write(t, open(t, "coded:1", keyfile.Options{Features: 9, Bits: 64}), "c"))
	bin := string(write(t, open(t, "coded:1", keyfile.Options{Features: 9, Bits: 64}), "bin"))
	js := string(write(t, open(t, "coded:1", keyfile.Options{Features: 9, Bits: 64}), "json"))
	edited := []byte(good)
	edited[strings.LastIndex(good, "0x")+4] ^= 1 // a digit, still a digit
	for name, test := range map[string]struct {
		text string
		want error
	}{
		"empty":                {"", keyfile.ErrFormat},
		"prose":                {"these are no keys", keyfile.ErrFormat},
		"0x without digits":    {"{0x1, 0xg}", keyfile.ErrFormat},
		"33 digits":            {"0x" + strings.Repeat("1", 33), keyfile.ErrFormat},
		"digits differ":        {"9d39247e33776d41\n2af73980\n", keyfile.ErrFormat},
		"leading zeros lost":   {"9d39247e33776d41\naf7398005aaa5c7\n", keyfile.ErrFormat},
		"lost in the first":    {"af7398005aaa5c7 9d39247e33776d41", keyfile.ErrFormat},
		"lost in quotes":       {`["9d39247e33776d41","af7398005aaa5c7"]`, keyfile.ErrFormat},
		"lost to few digits":   {"9d39247e33776d41 2af7398005aaa5c7 3c4 44db015024623547", keyfile.ErrFormat},
		"lost all but one":     {"9d39247e33776d41\n2\n44db015024623547\n", keyfile.ErrFormat},
		"short keys, one long": {"9d39 247e 33776 d412", keyfile.ErrFormat},
		"bytes, one longer":    {"f0,cc,3c,\n0f1,aa", keyfile.ErrFormat},
		"ten digits, one nine": {"9d39247e33\n2af7398005\naaa5c744d\n", keyfile.ErrFormat},
		"a letter beyond f":    {"9d39247e33776d41\n2af7398005aaa5cg\n44db015024623547", keyfile.ErrFormat},
		"one label": {
			"9d39247e33776d41\n2af7398005aaa5c7\n12 44db015024623547\n9c15f73e62a76ae2", keyfile.ErrFormat,
		},
		"another list":         {"{9d39247e33776d41, 2af7398005aaa5c7}; short = {44db0150}", keyfile.ErrFormat},
		"a digit too many":     {"{9d39247e33776d41,\n 2af7398005aaa5c70}", keyfile.ErrFormat},
		"0x twice":             {"{0x1, 0x0x2}", keyfile.ErrFormat},
		"a suffix":             {"0x1g", keyfile.ErrFormat},
		"small decimals":       {"keys in 1970: 781, 12345678", keyfile.ErrFormat},
		"beyond 128 bits":      {"1" + strings.Repeat("0", 39), keyfile.ErrFormat},
		"a key edited":         {string(edited), keyfile.ErrCorrupt},
		"a key too few":        {good[:strings.LastIndex(good, "0x")], keyfile.ErrCorrupt},
		"a later version":      {strings.Replace(good, "keys v1", "keys v2", 1), keyfile.ErrVersion},
		"no header fields":     {strings.Replace(good, "words=", "worlds=", 1), keyfile.ErrFormat},
		"silly header":         {strings.Replace(good, "bits=64", "bits=900", 1), keyfile.ErrCorrupt},
		"bin cut":              {bin[:len(bin)-1], keyfile.ErrCorrupt},
		"bin header cut":       {bin[:12], keyfile.ErrCorrupt},
		"bin flipped":          {bin[:40] + "x" + bin[41:], keyfile.ErrCorrupt},
		"bin of later version": {bin[:7] + "\x02" + bin[8:], keyfile.ErrVersion},
		"UTF-16":               {"\xff\xfe{\x000\x00x\x001\x00}\x00", keyfile.ErrFormat},
		"a decimal key":        {"{0x1, 0x2,\n 18446744073709551615ULL}", keyfile.ErrFormat},
		"one after a comment":  {"{0x1, // a1\n 18446744073709551615ULL}", keyfile.ErrFormat},
		"one in another list":  {"{{0x1}, {18446744073709551615ULL}}", keyfile.ErrFormat},
		"a negative one":       {"{0x1L, -7046029254386353131L}", keyfile.ErrFormat},
		"one after a short":    {"{0x1, 2, 18446744073709551615}", keyfile.ErrFormat},
		"one in brackets":      {"[[0x1], [18446744073709551615]]", keyfile.ErrFormat},
		"a decimal key first":  {"{18446744073709551615, 0x2}", keyfile.ErrFormat},
		"two JSON texts":       {js + js, keyfile.ErrFormat},
		"JSON cut":             {js[:len(js)-20], keyfile.ErrFormat},
		"JSON version":         {strings.Replace(js, `"version": 1`, `"version": 3`, 1), keyfile.ErrVersion},
		"JSON key edited":      {strings.Replace(js, `"bits": 64`, `"bits": 65`, 1), keyfile.ErrCorrupt},
	} {
		if _, err := read(test.text, ""); !errors.Is(err, test.want) {
			t.Errorf("%s: error %v, want %v", name, err, test.want)
		}
	}
	var syntax *keyfile.SyntaxError
	_, err := read("0x1,\n0x2,\n 0x0x9d39", "")
	if !errors.As(err, &syntax) || syntax.Line != 3 || syntax.Offset != 11 ||
		!strings.Contains(err.Error(), "write 0x and 1 to 32") {
		t.Errorf("error %v does not say line 3, byte 11 and what to write", err)
	}
	if _, err := read(js[:60], "json"); !errors.As(err, &syntax) || syntax.Line != 4 || syntax.Offset != 59 {
		t.Errorf("error %v does not say where the JSON is cut off", err)
	}
	if _, err := read("twelve bytes", "raw-le"); !errors.Is(err, keyfile.ErrFormat) {
		t.Errorf("12 raw bytes: error %v", err)
	}
	if _, err := read("x", "cobol"); !errors.Is(err, keyfile.ErrFormat) {
		t.Errorf("no such format: error %v", err)
	}
	if _, err := keyfile.Read(endless(0), keyfile.ReadOptions{}); !errors.Is(err, keyfile.ErrFormat) {
		t.Errorf("zeros without an end: error %v", err)
	}
	if _, err := keyfile.ReadUpTo(1<<20, endless('0'), keyfile.ReadOptions{}); !errors.Is(err, keyfile.ErrSize) {
		t.Errorf("a text without an end: error %v", err)
	}
	_, err = keyfile.ReadUpTo(len(good)-1, strings.NewReader(good), keyfile.ReadOptions{})
	if !errors.Is(err, keyfile.ErrSize) {
		t.Errorf("a file of a byte too many: error %v", err)
	}
	if _, err := keyfile.ReadUpTo(len(good), strings.NewReader(good), keyfile.ReadOptions{}); err != nil {
		t.Errorf("the largest file: error %v", err)
	}
}

// endless is a file that has one byte again and again, without an end.
type endless byte

func (e endless) Read(b []byte) (int, error) {
	for i := range b {
		b[i] = byte(e)
	}
	return len(b), nil
}

func TestOpen(t *testing.T) {
	for spec, first := range map[string]uint64{
		"polyglot":               0x9D39247E33776D41, // the format's first number
		"gnuchess":               0x039b11bf4890d6a4,
		"random:gnuchess:1":      0x039b11bf4890d6a4,
		"random:mt19937-64:5489": 14514284786278117030,
		"random:rkiss:0x1":       0xae735ca10d060948,
	} {
		got := open(t, spec, keyfile.Options{})
		if got.Keys[0] != first || got.Name != spec || got.Start != 0 || len(got.Keys) != 781 {
			t.Errorf("%s: first key %#x of %d in %q", spec, got.Keys[0], len(got.Keys), got.Name)
		}
	}
	// White pawn on a1 is Stockfish's first draw and feature 64 of chess.
	if got := open(t, "stockfish", keyfile.Options{}).Keys[64]; got != narrowFirst(t) {
		t.Errorf("stockfish: white pawn a1 has %#x", got)
	}
	if got := open(t, "coded:5", keyfile.Options{Features: 100}); !reflect.DeepEqual(got.Set, zobrist.Coded(100, 5)) {
		t.Error("coded:5 is not zobrist.Coded(100, 5)")
	}
	for _, width := range []int{1, 11, 31, 64, 65, 128} {
		for _, spec := range []string{"coded:1", "random:pcg:1"} {
			got := open(t, spec, keyfile.Options{Features: 50, Bits: width})
			if got.Bits != width || len(got.Keys) != 50 || (got.Second == nil) != (width <= 64) {
				t.Errorf("%s of %d bits has %d, %d keys", spec, width, got.Bits, len(got.Keys))
			}
		}
	}
	file := filepath.Join(t.TempDir(), "keys.json")
	if err := os.WriteFile(file, write(t, open(t, "coded:1", keyfile.Options{}), "json"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := open(t, file, keyfile.Options{}); got.Name != "coded:1" || len(got.Keys) != 781 || got.Bits != 128 {
		t.Errorf("file: %q, %d keys of %d bits", got.Name, len(got.Keys), got.Bits)
	}
	stdin := bytes.NewReader(write(t, open(t, "coded:1", keyfile.Options{}), "json"))
	if got := open(t, "-", keyfile.Options{Stdin: stdin, Bits: 24}); got.Name != "coded:1" || got.Bits != 24 {
		t.Errorf("standard input: %q of %d bits", got.Name, got.Bits)
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
		_, err := keyfile.Open(spec, keyfile.Options{Features: 9})
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: error %v does not say %q", spec, err, says)
		}
	}
	for spec, n := range map[string]int{"polyglot": 5, "stockfish": 794, "coded:1": 0, "gnuchess": 0} {
		if _, err := keyfile.Open(spec, keyfile.Options{Features: n}); !errors.Is(err, zobrist.ErrKeyCount) {
			t.Errorf("%s for %d features: error %v", spec, n, err)
		}
	}
	for _, o := range []keyfile.Options{{Features: -1}, {Features: 9, Bits: 129}, {Features: 9, Bits: -1}} {
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

func FuzzRead(f *testing.F) {
	for _, bits := range []int{40, 64, 128} {
		file := open(f, "coded:1", keyfile.Options{Features: 3, Bits: bits})
		file.Order = []string{"piece 3: X / a1..c1"}
		for _, format := range keyfile.Formats() {
			var b bytes.Buffer
			if err := keyfile.Write(&b, file, format); err == nil {
				f.Add(b.Bytes())
			}
		}
	}
	f.Add([]byte("U64 k[] = {U64(0x9D39247E33776D41), 0x1};"))
	f.Add([]byte("9d39247e33776d41\n2af7398005aaa5c7\n"))
	f.Add([]byte("long[] k = new long[2]{-11329126462075137L, 7};"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, as := range append(keyfile.Formats(), "") {
			file, err := read(string(data), as)
			if err != nil {
				continue
			}
			file.Parts = nil // of the text, not of the keys
			for _, format := range keyfile.Formats() {
				var b bytes.Buffer
				if err := keyfile.Write(&b, file, format); err != nil {
					if errors.Is(err, keyfile.ErrWidth) {
						continue
					}
					t.Fatalf("read as %q, but not written as %s: %v", as, format, err)
				}
				if isRaw(format) {
					continue
				}
				again, err := read(b.String(), "")
				if err != nil || !reflect.DeepEqual(again, file) {
					t.Fatalf("read as %q, written as %s, read again: %v", as, format, err)
				}
			}
		}
	})
}

func Example() {
	f, err := keyfile.Open("coded:1", keyfile.Options{Features: 3, Bits: 31})
	if err != nil {
		panic(err)
	}
	if err := keyfile.Write(os.Stdout, f, "c"); err != nil {
		panic(err)
	}
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

func BenchmarkRead(b *testing.B) {
	file := open(b, "coded:1", keyfile.Options{Bits: 64})
	for _, format := range []string{"c", "json", "hex", "bin"} {
		data := write(b, file, format)
		b.Run("format="+format, func(b *testing.B) {
			for b.Loop() {
				if _, err := keyfile.Read(bytes.NewReader(data), keyfile.ReadOptions{Format: format}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/781, "ns/key")
		})
	}
}
