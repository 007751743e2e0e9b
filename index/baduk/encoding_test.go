package badukindex_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"github.com/zobrist-go/zobrist/index"
	badukindex "github.com/zobrist-go/zobrist/index/baduk"
)

// TestEncodings: a folder of single games without CA is read in the encoding that most of them show.
func TestEncodings(t *testing.T) {
	for name, test := range map[string]struct {
		encoding.Encoding
		players []string
	}{
		"gbk":       {simplifiedchinese.GBK, []string{"聂卫平", "马晓春", "柯洁", "古力", "周睿羊"}},
		"big5":      {traditionalchinese.Big5, []string{"周俊勳", "王立誠", "陳詩淵", "林海峰", "許功蓋"}},
		"shift_jis": {japanese.ShiftJIS, []string{"井山裕太", "武宮正樹", "高尾紳路", "表", "依田紀基"}},
		"euc-kr":    {korean.EUCKR, []string{"이창호", "이세돌", "조훈현", "유창혁", "신진서"}},
	} {
		dir := t.TempDir()
		for i, player := range test.players {
			record := fmt.Sprintf("(;GM[1]SZ[19]PB[%s]PW[x]C[%s];B[pd];W[%c%c])\n", player, player, 'a'+i, 'b')
			raw, err := test.NewEncoder().Bytes([]byte(record))
			if err == nil {
				err = os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.sgf", i)), raw, 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		guessed := 0
		ix := open(t, onDisk(t), badukindex.Options{})
		add(t, ix, index.ImportOptions{Guessed: func(_, encoding string) {
			if guessed++; encoding != name {
				t.Errorf("%s: guessed %s", name, encoding)
			}
		}}, index.Input{Name: dir})
		for i, want := range test.players {
			if g, err := ix.Game(t.Context(), int64(i)); err != nil || g.First != want {
				t.Errorf("%s: game %d is of %q, error %v, want %q", name, i, g.First, err, want)
			}
		}
		if guessed < len(test.players)-1 { // bytes that look like backslashes may have told one of them before
			t.Errorf("%s: %d files guessed", name, guessed)
		}
		if _, err := ix.Verify(t.Context(), nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
