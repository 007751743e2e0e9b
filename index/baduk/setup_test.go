package badukindex_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	badukindex "github.com/zobrist-go/zobrist/index/baduk"

	"github.com/zobrist-go/zobrist/index"
)

// Setups of whole boards take memory and time by the points that they change, and more than a limit make a game
// broken. With all of them copied for each point, the first game took half a minute and 800 MB.
func TestManySetups(t *testing.T) {
	record := func(n int) string {
		return "(;SZ[25];B[aa]" + strings.Repeat(";AB[ab:xx];W[];AE[ab:xx];W[]", n) + ")"
	}
	ix := open(t, onDisk(t), badukindex.Options{Views: badukindex.CornerView})
	var problem *game.RecordError
	o := index.ImportOptions{MaxPly: math.MaxInt, Broken: func(_ string, err *game.RecordError) { problem = err }}
	sum := add(t, ix, o, text(record(200)+"\n"+record(2000)+"\n(;SZ[9];B[ee])\n"))
	if sum.Games != 2 || !errors.Is(problem, game.ErrTooLong) || problem.Game != 2 {
		t.Errorf("%d games, %v; want 2, and one that is too long", sum.Games, problem)
	}
	if _, err := ix.Verify(t.Context(), nil); err != nil {
		t.Error(err)
	}
}
