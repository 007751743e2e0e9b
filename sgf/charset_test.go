package sgf_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/sgf"
)

// TestCharsets: text is read in the declared character set, even if a trail byte
// is a bracket or a backslash, CA comes late, or the text needs escapes. It is kept
// byte for byte, and written as UTF-8.
func TestCharsets(t *testing.T) {
	const japaneseNames, traditional, simplified = "ソ十段 表示ゾ予]能[貼\\", "許功蓋 育]餐[\\廄", "柯洁九段 乗]侐[\\乗"
	for _, test := range []struct {
		names    []string
		encoding encoding.Encoding
		text     string
	}{
		{[]string{"Shift_JIS", "shift-jis", "SJIS", "cp932", "Windows-31J", "MS932"}, japanese.ShiftJIS, japaneseNames},
		{[]string{"EUC-JP", "euc_jp"}, japanese.EUCJP, japaneseNames},
		{[]string{"ISO-2022-JP", "JIS"}, japanese.ISO2022JP, japaneseNames},
		{[]string{"Big5", "big-5", "CP950", "big5-hkscs"}, traditionalchinese.Big5, traditional},
		{[]string{"GBK", "GB18030", "gb2312", "cp936"}, simplifiedchinese.GBK, simplified},
		{[]string{"GB18030"}, simplifiedchinese.GB18030, simplified + "㐀ḿ𠀀"},
		{[]string{"HZ-GB-2312"}, simplifiedchinese.HZGB2312, "柯洁九段 ]~\\ 黑胜"},
		{[]string{"EUC-KR", "ks_c_5601-1987", "CP949", "UHC"}, korean.EUCKR, "이세돌 9단 ]뷁\\똠"},
		{[]string{"windows-1251", "cp1251", "WIN-1251"}, charmap.Windows1251, "Шикшин ]\\ Илья"},
		{[]string{"KOI8-R"}, charmap.KOI8R, "Шикшин ]\\ Илья"},
		{[]string{"windows-1250", "CP1250"}, charmap.Windows1250, "Łukasz ]\\ Dvořák"},
		{[]string{"windows-1252", "ISO-8859-1", "Latin-1", "iso8859-1"}, charmap.Windows1252, "Jérôme ]\\ Müller"},
		{[]string{"ISO-8859-2"}, charmap.ISO8859_2, "Łukasz ]\\ Dvořák"},
		{[]string{"ISO-8859-15"}, charmap.ISO8859_15, "1000 € ]\\ Œuvre"},
		{[]string{"UTF-8", "utf8"}, unicode.UTF8, "柯洁 ]\\ é 𠀀"},
	} {
		for _, name := range test.names {
			utf8 := "PB[" + escape(test.text) + "]C[" + escape(strings.Repeat(test.text, 3)) + "]"
			for _, before := range []bool{true, false} {
				text := "(;FF[4]" + utf8 + "CA[" + name + "]SZ[9];B[ee];W[cc])"
				if before {
					text = "(;FF[4]CA[" + name + "]" + utf8 + "SZ[9];B[ee];W[cc])"
				}
				raw, err := encoded(test.encoding, text)
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				r := sgf.NewReader(iotest.OneByteReader(strings.NewReader(raw + "\n(;B[aa])")))
				g, err := r.Next()
				if err != nil || string(g.Text) != raw || len(g.Remarks) > 0 {
					t.Errorf("CA[%s]: %v, remarks %v", name, err, g.Remarks)
				}
				if pb, _ := g.Root.Get("PB"); pb != test.text || len(g.MainLine()) != 3 {
					t.Errorf("CA[%s], before the names: %v: %d nodes, PB is %q, want %q", name, before, len(g.MainLine()),
						pb, test.text)
				}
				var out bytes.Buffer
				if err := sgf.Write(&out, g); err != nil {
					t.Fatal(err)
				}
				again := read(t, out.String())
				ca, _ := again.Root.Get("CA")
				if !same(g.Root, again.Root) || again.Remarks != nil || !strings.EqualFold(ca[:3], "utf") {
					t.Errorf("CA[%s]: written as %q", name, &out)
				}
				if g, err := r.Next(); err != nil || g.Number != 2 {
					t.Errorf("CA[%s]: the next game is lost: %v", name, err)
				}
			}
		}
	}
}

// escape escapes a text as a program does that knows its characters.
func escape(text string) string { return strings.NewReplacer(`\`, `\\`, `]`, `\]`).Replace(text) }

func encoded(e encoding.Encoding, text string) (string, error) {
	if e == unicode.UTF8 {
		return text, nil
	}
	return e.NewEncoder().String(text)
}

// TestUndeclared: bytes that CA does not declare, or declares wrongly, are UTF-8 if they
// can be, else Latin-1, and kept.
func TestUndeclared(t *testing.T) {
	sjis, err := encoded(japanese.ShiftJIS, "十段戦")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		text, want string
		remarks    int
	}{
		{"(;PB[柯洁])", "柯洁", 0},
		{"(;PB[J\xe9r\xf4me \x80])", "Jérôme €", 0},
		{"(;CA[UTF-8]PB[J\xe9r\xf4me])", "Jérôme", 1},
		{"(;CA[utf8]PB[\x81\xff])", "\u0081ÿ", 1},
		{"(;CA[Klingon]PB[J\xe9r\xf4me])", "Jérôme", 1},
		{"(;CA[Klingon]PB[柯洁])", "柯洁", 1},
		{"(;CA[]PB[柯洁])", "柯洁", 0},
		{"(;CA[Shift_JIS]PB[碁]PW[本因坊])", "碁", 1},
		{"(;CA[gb2312]PB[柯]PW[x])", "柯", 1},
		{"(;CA[Big5]PB[許功蓋])", "許功蓋", 1},
		{"(;CA[windows-1251]PB[Шикшин])", "Шикшин", 1},
		{"(;CA[ISO-8859-1]PB[Jérôme])", "Jérôme", 1},
		{"(;PB[" + "\x1b$B==CJ\x1b(B" + "])", "十段", 0},
		{"\xef\xbb\xbf(;PB[é])", "é", 0},
		{"(;PB[\x8f\\\x92i\x83]]PW[\x95\\]SZ[9];B[ee])", "十段ゾ", 1}, // Shift_JIS, as the brackets say
		{"(;EV[\x91\xe6\x82P\x89\xf1]PB[\x8e\xe1]SZ[9];B[ee])", "Žá", 0},
		{"(;CA[UTF-8]PB[" + sjis + "]PW[x])", "\u008f’i\u0090í", 1}, // the backslash escapes
	} {
		g, err := sgf.NewReader(strings.NewReader(test.text)).Next()
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		if pb, _ := g.Root.Get("PB"); pb != test.want || len(g.Remarks) != test.remarks {
			t.Errorf("%q: %q, want %q; remarks %v", test.text, pb, test.want, g.Remarks)
		}
		if !strings.Contains(test.text, string(g.Text)) || len(g.Text) < len(test.text)-3 {
			t.Errorf("%q: text %q", test.text, g.Text)
		}
	}
}

// TestBrokenByte: of a name with a broken byte, or one too many or too few, the rest stays readable, in a declared
// character set and in UTF-8 without or against a declaration. Latin-1 that declares UTF-8 stays Latin-1.
func TestBrokenByte(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"(;PB[柯洁\xff九段])", "柯洁\ufffd九段"},
		{"(;CA[UTF-8]PB[柯\xe6\xff\x81])", "柯\ufffd"},
		{"(;CA[UTF-8]PB[柯洁\xe4\xb9])", "柯洁\ufffd"},
		{"(;CA[UTF-8]PB[J\xc3\xa9r\xffme])", "Jér\ufffdme"},
		{"(;CA[gb2312]PB[柯洁\xff九段]PW[古力九段])", "柯洁\ufffd九段"},
		{"(;CA[windows-1251]PB[Шик\xffшин])", "Шик\ufffdшин"},
		{"(;CA[GBK]PB[\xbf\xc2\xbd\xe0\xff\xbe\xc5\xb6\xce])", "柯洁\ufffd九段"},  // inserted
		{"(;CA[GBK]PB[\xff\xc2\xbd\xe0\xbe\xc5\xb6\xce])", "\ufffd\ufffd洁九段"}, // a lead byte
		{"(;CA[GBK]PB[\xbf?\xbd\xe0\xbe\xc5\xb6\xce])", "\ufffd?洁九段"},         // a trail byte
		{"(;CA[Shift_JIS]PB[\x8f\\\x92i\xff\x90\xed x])", "十段\ufffd戦 x"},
		{"(;CA[EUC-JP]PB[\xbd\xbd\xc3\xff\xc0\xef])", "十\ufffd\ufffd戦"},
		{"(;CA[Big5]PB[\xb3\\\xff\xbb\\ a])", "許\ufffd蓋 a"},
		{"(;CA[EUC-KR]PB[\xc0\xcc\xff\xbc\xbc\xb5\xb9 9\xb4\xdc])", "이\ufffd세돌 9단"},
		{"(;CA[windows-1251]PB[\xd8\xe8\xea\x98\xf8\xe8\xed])", "Шик\ufffdшин"},
		{"(;CA[UTF-8]PB[J\xe9r\xf4me])", "Jérôme"},
		{"(;CA[GBK]PB[Andr\xe9 X])", "André X"},
		{"(;PB[Andr\xe9 \xc3\xa9])", "Andr\ufffd é"},
	} {
		g := read(t, test.text)
		if pb, _ := g.Root.Get("PB"); pb != test.want {
			t.Errorf("%q: %q, want %q; %v", test.text, pb, test.want, g.Remarks)
		}
		if len(g.Remarks) == 0 {
			t.Errorf("%q: no remark", test.text)
		}
	}
}

// TestUTF16: a file in UTF-16 is read, with a byte order mark or without.
func TestUTF16(t *testing.T) {
	const text = "(;CA[UTF-16]PB[柯洁]SZ[9];B[ee])(;B[aa])"
	for _, order := range []unicode.Endianness{unicode.LittleEndian, unicode.BigEndian} {
		for _, bom := range []unicode.BOMPolicy{unicode.IgnoreBOM, unicode.UseBOM} {
			raw, err := unicode.UTF16(order, bom).NewEncoder().String(text)
			if err != nil {
				t.Fatal(err)
			}
			r := sgf.NewReader(iotest.HalfReader(strings.NewReader(raw)))
			g, err := r.Next()
			if err != nil {
				t.Fatal(err)
			}
			if pb, _ := g.Root.Get("PB"); pb != "柯洁" || len(g.Remarks) > 0 {
				t.Errorf("%v, %v: %q, %v", order, bom, pb, g.Remarks)
			}
			if g, err = r.Next(); err != nil || g.Number != 2 {
				t.Errorf("%v, %v: the next game: %v", order, bom, err)
			}
		}
	}
}

// TestTruncatedName: a name whose last byte is the first of a character swallows the
// bracket after it if the two are a character. The loss is told.
func TestTruncatedName(t *testing.T) {
	g := read(t, "(;CA[GBK]PB[\xbf\xc2\xbd\x20]SZ[9];B[ee])")
	if len(g.MainLine()) != 2 || len(g.Remarks) != 1 || !errors.Is(g.Remarks[0], game.ErrSyntax) {
		t.Errorf("%d nodes, %v", len(g.MainLine()), g.Remarks)
	}
}

// TestTrailingBackslash: the second byte of 功 in Big5 is a backslash; it escapes no bracket, declared or not.
func TestTrailingBackslash(t *testing.T) {
	for _, ca := range []string{"CA[Big5]", ""} {
		g := read(t, "(;GM[1]"+ca+"C[\xa5\\]PB[\xb3\\\xbb\\]SZ[9];B[aa])")
		pb, _ := g.Root.Get("PB")
		c, _ := g.Root.Get("C")
		if pb != "許蓋" || c != "功" || len(g.MainLine()) != 2 || (len(g.Remarks) > 0) != (ca == "") {
			t.Errorf("%s: %q, %q, %v", ca, c, pb, g.Remarks)
		}
	}
	g := read(t, "(;GM[1]C[caf\xe9\\] x]PW[y];B[aa])") // Latin-1, in which it does
	if c, _ := g.Root.Get("C"); c != "café] x" || len(g.Remarks) > 0 {
		t.Errorf("%q, %v", c, g.Remarks)
	}
}

// TestTwice: other values of a property of the root are passed over with remarks.
func TestTwice(t *testing.T) {
	line, err := read(t, "(;SZ[9]SZ[13]KM[5.5];SZ[9]RU[chinese];B[aa])").Start(baduk.Options{})
	if err != nil || line.Position.Options().Width != 9 || len(line.Remarks) != 2 {
		t.Errorf("%v, %v", line, err)
	}
}

// TestMendWork: the work on a text with many broken bytes does not allocate for each byte.
func TestMendWork(t *testing.T) {
	for name, unit := range map[string]string{
		"Shift_JIS": "\x8f\\\\\x92i\xff\x90\xed", "GBK": "\xbf\xc2\xff\xbd\xe0", "EUC-JP": "\xbd\xbd\xc3\xff\xc0\xef",
	} {
		const units = 5000
		text := "(;CA[" + name + "]C[" + strings.Repeat(unit, units) + "])"
		var c string
		allocations := testing.AllocsPerRun(1, func() { c, _ = read(t, text).Root.Get("C") })
		if !strings.Contains(c, "\ufffd") || allocations > units/2 {
			t.Errorf("%s: %v allocations for %d broken bytes: %.30q", name, allocations, units, c)
		}
	}
}

// TestEscape: an escape character that no text in ISO-2022-JP begins with takes no bracket, and is written so that
// nothing else is read in its place.
func TestEscape(t *testing.T) {
	const text = "\x1b$B==CJ\x1b(B" // in ISO-2022-JP if nothing else is declared
	g := read(t, "(;CA[UTF-8]PB["+text+"])")
	g.Root.Properties = g.Root.Properties[1:]
	var out bytes.Buffer
	if err := sgf.Write(&out, g); err != nil {
		t.Fatal(err)
	}
	if again := read(t, out.String()); !same(g.Root, again.Root) || again.Remarks != nil {
		t.Errorf("%q is read back as %+v, %v", text, again.Root, again.Remarks)
	}
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String("(;PB[" + text + "])")
	if err != nil {
		t.Fatal(err)
	}
	if pb, _ := read(t, wide).Root.Get("PB"); pb != text {
		t.Errorf("%q in UTF-16 is %q", text, pb)
	}
	g = read(t, "(;PB[a\x1b$b];B[aa])")
	if pb, _ := g.Root.Get("PB"); pb != "a\x1b$b" || len(g.MainLine()) != 2 || g.Remarks != nil {
		t.Errorf("%q: %d nodes, %v", pb, len(g.MainLine()), g.Remarks)
	}
}
