package badukindex_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist/game"
	badukindex "github.com/zobrist-go/zobrist/index/baduk"
)

// TestSizes asks for boards of sizes that Go does not have.
func TestSizes(t *testing.T) {
	ix := open(t, onDisk(t), badukindex.Options{})
	for _, size := range []string{"0", "26", "53", "99", "100", "99 w", "99x9", "9x26", "-1", "0x9", "9:0", "9999999"} {
		_, err := ix.Position(size)
		if !errors.Is(err, game.ErrOptions) || !strings.Contains(err.Error(), "sides are 1 to 25") {
			t.Errorf("%s: %v", size, err)
		}
	}
}
