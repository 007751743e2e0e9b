package bench

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/zobrist-go/zobrist/game/chess"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// BenchmarkMPerft counts on one thread beside R. Delorme's MPerft 2.0, the fastest
// perft in C that we know: without a table, and with tables of equal size. Compared
// is the processor time of all of it, the allocation of the table
// included.
//
//	MPERFT=/path/of/mperft go test -run '^$' -bench MPerft -benchtime 5x
func BenchmarkMPerft(b *testing.B) {
	program := os.Getenv("MPERFT")
	if program == "" {
		var err error
		if program, err = exec.LookPath("mperft"); err != nil {
			b.Skip("left out: program mperft is not on PATH, and MPERFT does not name it")
		}
	}
	const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	for _, c := range []struct {
		position  string
		depth     int
		megabytes int64 // of the table, 0 for none
		leaves    uint64
	}{
		{"start", 6, 0, 119060324},
		{"kiwipete", 5, 0, 193690690},
		{"start", 7, 256, 3195901860},
		{"start", 8, 4096, 84998978956},
	} {
		b.Run(fmt.Sprintf("position=%s/depth=%d/MiB=%d", c.position, c.depth, c.megabytes), func(b *testing.B) {
			p, err := chess.New(chess.Options{})
			args := []string{"-d", fmt.Sprint(c.depth), "-b"}
			if c.position == "kiwipete" {
				p, err = chess.Parse(kiwipete, chess.Options{})
				args = append(args, "-k")
			}
			if err != nil {
				b.Fatal(err)
			}
			if c.megabytes > 0 {
				args = append(args, "-h", fmt.Sprint(c.megabytes))
			}
			m := rounds{}
			for b.Loop() {
				start := used(b, syscall.RUSAGE_SELF)
				if n := countOnce(b, p, c.depth, c.megabytes<<20); n != c.leaves {
					b.Fatalf("we count %d, want %d", n, c.leaves)
				}
				ours := (used(b, syscall.RUSAGE_SELF) - start).Seconds()
				cmd := exec.Command(program, args...)
				out, err := cmd.Output()
				if err != nil || !strings.Contains(string(out), fmt.Sprint(c.leaves)) {
					b.Fatalf("mperft does not count %d (%v):\n%s", c.leaves, err, out)
				}
				theirs := (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
				m.add("ours-s", ours)
				m.add("mperft-s", theirs)
				m.add("mperft/ours", theirs/ours)
			}
			m.report(b)
			table := "no table"
			if c.megabytes > 0 {
				table = fmt.Sprintf("%d MiB", c.megabytes)
			}
			m.row(fmt.Sprintf("perft, %s, depth %d, %s, processor time", c.position, c.depth, table),
				cell{"%.2f s", "ours-s"}, cell{"MPerft 2.0 %.2f", "mperft-s"}, "mperft/ours")
		})
	}
}

// countOnce counts on one thread, with a new table of so many bytes if it is not 0.
func countOnce(b *testing.B, p *chess.Position, depth int, bytes int64) uint64 {
	if bytes == 0 {
		return p.Perft(depth)
	}
	table, err := tt.New(tt.Options{Bytes: bytes})
	if err != nil {
		b.Fatal(err)
	}
	defer table.Close()
	r, err := search.Perft(context.Background(), p, depth, search.PerftOptions{Table: table, Threads: 1})
	if err != nil {
		b.Fatal(err)
	}
	return r.Nodes
}
