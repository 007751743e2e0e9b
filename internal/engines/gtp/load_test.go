package gtp_test

import (
	"archive/tar"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/internal/test/oracle"
)

// load writes a record to a file and returns its name.
func load(t testing.TB, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "game.sgf")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestGnuGoLoad compares loadsgf with Debian's gnugo on all games of data/sgf, before
// several moves and at the end: board, side to move and komi. One game has moves on
// taken points, which gnugo leaves out and FF[4] plays; its komi of hundredths is read
// by gnugo as points.
func TestGnuGoLoad(t *testing.T) {
	they, we := gnugo(t), ours(t, quick)
	folder := t.TempDir()
	archive := tar.NewReader(bytes.NewReader(oracle.Read(t, "sgf/games-500.tar.zst")))
	games, differ := 0, []string{}
	for {
		h, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		if games++; oracle.Short() && games > 50 {
			t.Logf("-short: the first 50 games")
			break
		}
		text, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(folder, "game.sgf")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, move := range []string{"", "1", "2", "60", "131"} {
			turn := they.must("loadsgf %s %s", file, move)
			we.must("loadsgf %s %s", file, move)
			board := we.must("showboard")
			same := strings.Contains(board, "\n"+turn+" to move")
			for _, side := range []string{"black", "white"} {
				same = same && slices.Equal(we.stones(side), they.stones(side))
			}
			komi := we.must("get_komi")
			km, err := strconv.ParseFloat(strings.TrimSpace(they.must("get_komi")), 64)
			if ours, bad := strconv.ParseFloat(komi, 64); err != nil || bad != nil ||
				bytes.Contains(text, []byte("KM[")) && ours != km && km < 100 {
				t.Errorf("%s: komi %s, gnugo %v", h.Name, komi, km)
			}
			if !same {
				differ = append(differ, h.Name+" "+move)
				t.Logf("%s, before move %q: gnugo has %s to move\n%s", h.Name, move, turn, board)
			}
		}
	}
	if want := []string{"sgf/0459.sgf "}; !slices.Equal(differ, want) && !oracle.Short() {
		t.Errorf("%d games, which differ in %q, want %q", games, differ, want)
	}
}

// TestGnuGoLoadSide compares the side to move, the board and the komi of small records
// of the kind of sanderland/katrain#293. Where gnugo knows no handicap, and only Black has
// stones, White is to move here, as in KaTrain.
func TestGnuGoLoadSide(t *testing.T) {
	they, we := gnugo(t), ours(t, quick)
	for text, only := range map[string]string{
		"(;SZ[9]HA[2]KM[0.5]AB[gc][cg];W[ee];B[gg])": "", "(;SZ[9]HA[2]AB[cc][gg])": "", "(;SZ[9]HA[2];W[ee])": "",
		"(;SZ[9]HA[2];B[cc];B[dd];W[ee])": "", "(;SZ[9]HA[2]AB[cc][gg]PL[B])": "", "(;SZ[9]HA[5];W[ab])": "",
		"(;SZ[9]AB[cc][gg];W[ee])": "", "(;SZ[9]AB[cc][gg];C[x];W[ee])": "", "(;SZ[9];AB[cc][gg];W[ee])": "",
		"(;SZ[9];W[ee])": "", "(;SZ[9];B[ee];C[a];B[dd])": "", "(;SZ[9];B[ee];W[dd];PL[W])": "",
		"(;SZ[9];B[tt];W[tt];B[ee])": "", "(;SZ[9];B[];W[])": "", "(;SZ[9]AW[ee])": "", "(;SZ[9]AW[ee]AB[cc])": "",
		"(;SZ[9]AW[ee];W[cc])": "", "(;SZ[9]PL[W];W[cc];B[dd])": "", "(;SZ[13]HA[9];W[aa])": "",
		"(;SZ[9]AB[ee])": "white", "(;SZ[9]AB[ee][cc])": "white", "(;SZ[9]HA[0]AB[cc])": "white",
	} {
		file := load(t, text)
		for _, move := range []string{"", "1", "2"} {
			turn := they.must("loadsgf %s %s", file, move)
			if only != "" {
				turn = only
			}
			we.must("loadsgf %s %s", file, move)
			board := we.must("showboard")
			same := strings.Contains(board, "\n"+turn+" to move")
			for _, side := range []string{"black", "white"} {
				same = same && slices.Equal(we.stones(side), they.stones(side))
			}
			if !same {
				t.Errorf("%s, before move %q: want %s to move\n%s\n%s", text, move, turn, board, they.must("showboard"))
			}
		}
	}
}

// TestLoadRecorded: what was recorded is loaded, whatever the rules of the session are,
// and can be taken back; RU sets the rules.
func TestLoadRecorded(t *testing.T) {
	cycle := load(t, "(;GM[1]FF[4]SZ[9]RU[Japanese]KM[6.5];B[ah];W[bi];B[bh];W[ch];B[ag];W[di];B[ee];W[ai];B[ci]"+
		";W[bi];B[gg];W[gc])")
	check(t, answers(t, quick, "kgs-rules chinese", "loadsgf "+cycle, "get_komi", "kata-get-rules", "list_stones w",
		"undo", "undo", "list_stones w", "boardsize 5", "kata-get-rules"),
		"=", "=", "= 6.5", "= "+japaneseJSON, "= B1 D1 C2 G7", "=", "=", "= B1 D1 C2", "=", "= "+japaneseJSON)
	occupied := load(t, "(;SZ[9];B[ee];W[ee];B[cc])")
	check(t, answers(t, quick, "loadsgf "+occupied, "list_stones b", "list_stones w", "undo", "undo", "list_stones b",
		"undo", "undo"),
		"=", "= C7", "= E5", "=", "=", "= E5", "=", "? cannot undo")
	fox := load(t, "(;GM[1]FF[4]SZ[9]RU[Chinese]KM[375]HA[0]AP[foxwq];B[ee];W[cc])")
	check(t, answers(t, quick, "loadsgf "+fox, "get_komi"), "=", "= 7.5")
	for _, text := range []string{"(;SZ[9]KM[6.5];B[ee];W[cc];B[gg]", "(SZ[9];B[ee];W[cc];B[gg])",
		"mail\n(;SZ[9]AB[zz]PL[X]KO[];B[ee];W[cc];B[gg]))", "(;CA[Shift_JIS]SZ[9]EV[\x8f\\\x92i\x90\xed];B[ee];W[cc];B[gg])",
		"(;CA[Big5]SZ[9]PB[\xb3\\\xa5\\]PW[x];B[ee];W[cc];B[gg])"} {
		file := load(t, text)
		check(t, answers(t, quick, "loadsgf "+file, "list_stones b", "list_stones w"), "=", "= G3 E5", "= C7")
	}
}
