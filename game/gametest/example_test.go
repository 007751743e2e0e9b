package gametest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/game"
	"github.com/zobrist-go/zobrist/game/gametest"
)

// nim is one heap from which one to three counters are taken. Its features are
// the size of the heap and whose turn it is.
type nim struct {
	heap  int
	hash  uint64
	taken []int
}

var (
	nimSpace = zobrist.MustSpace("nim",
		zobrist.OneOf("heap", "heap of", strings.Fields("0 1 2 3 4 5 6 7 8 9")...),
		zobrist.Flags("turn", "second to move"))
	nimSet  = zobrist.Default(nimSpace.Len())
	nimHeap = nimSpace.Group("heap")
	nimTurn = nimSpace.Group("turn").Flag(0)
)

func newNim(heap int) *nim { return &nim{heap: heap, hash: nimSet.Hash(nimHeap.Flag(heap))} }

func (n *nim) AppendMoves(dst []int) []int {
	for take := 1; take <= min(3, n.heap); take++ {
		dst = append(dst, take)
	}
	return dst
}

func (n *nim) Make(take int) {
	n.taken = append(n.taken, take)
	n.move(-take)
}

func (n *nim) Unmake() {
	n.move(n.taken[len(n.taken)-1])
	n.taken = n.taken[:len(n.taken)-1]
}

func (n *nim) move(by int) {
	n.hash ^= nimSet.Keys[nimHeap.Flag(n.heap)]
	n.heap += by
	n.hash ^= nimSet.Keys[nimHeap.Flag(n.heap)]
	n.hash ^= nimSet.Keys[nimTurn]
}

func (n *nim) Hash() uint64 { return n.hash }

func (n *nim) AppendFeatures(dst []zobrist.Feature) []zobrist.Feature {
	dst = append(dst, nimHeap.Flag(n.heap))
	if len(n.taken)%2 == 1 {
		dst = append(dst, nimTurn)
	}
	return dst
}

// A game of your own under the kit. Its test file needs two lines:
//
//	func TestNim(t *testing.T) { gametest.Run(t, nimGame()) }
//	func FuzzNim(f *testing.F) { gametest.Fuzz(f, nimGame()) }
func Example() {
	kit := gametest.Game[int]{
		New:   func() game.Position[int] { return newNim(9) },
		Space: nimSpace,
		Set:   nimSet,
		Perft: []uint64{3, 9, 27},
	}
	gametest.Run(exampleTB{}, kit)
	fmt.Println("nim keeps its promises")
	// Output: nim keeps its promises
}

// exampleTB stands in for the *testing.T that an example does not have.
type exampleTB struct{ testing.TB }

func (exampleTB) Failed() bool                 { return false }
func (exampleTB) Helper()                      {}
func (exampleTB) Logf(string, ...any)          {}
func (exampleTB) Fatalf(f string, args ...any) { panic(fmt.Sprintf(f, args...)) }
