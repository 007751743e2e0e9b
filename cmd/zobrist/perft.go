package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/search"
	"github.com/zobrist-go/zobrist/tt"
)

// perftAnswer is what `zobrist perft` prints.
type perftAnswer struct {
	Game           string       `json:"game"`
	Position       string       `json:"position"`
	Depth          int          `json:"depth"`
	Nodes          uint64       `json:"nodes"`
	Seconds        float64      `json:"seconds"`
	NodesPerSecond float64      `json:"nodesPerSecond"` // counting those that the table saved
	Threads        int          `json:"threads"`
	Table          *perftTable  `json:"table,omitempty"`
	Moves          []perftMoves `json:"moves,omitempty"` // --divide
}

// perftTable is what the table did for the count.
type perftTable struct {
	tt.MemoryUse
	Probes   uint64  `json:"probes"`
	Hits     uint64  `json:"hits"`
	Hashfull int     `json:"hashfull"`    // permille
	Chance   float64 `json:"wrongChance"` // predicted probability that the count is wrong
}

// perftMoves is a line of divide.
type perftMoves struct {
	Move  string `json:"move"`
	Nodes uint64 `json:"nodes"`
}

// perftFlags are the flags of `zobrist perft`.
type perftFlags struct {
	game           gameFlag
	depth, threads int
	hash           cli.Size
	divide, verify bool
	symmetry       bool
	tag, trials    int
	random         bool
}

func newPerft(a *app) *cobra.Command {
	f := perftFlags{game: mustGame("chess"), hash: 64 << 20}
	cmd := a.Command("perft", nil, func(cmd *cobra.Command, args []string) error {
		return a.perft(cmd, f, strings.Join(args, " "))
	})
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.VarP(&f.game, "game", "g", "the game, and for some its size: baduk:9")
	flags.IntVarP(&f.depth, "depth", "d", 5, "length of the paths in plies")
	flags.Var(&f.hash, "hash", "size of the table; 0: no table")
	flags.IntVarP(&f.threads, "threads", "t", 0, "goroutines (default: one a core)")
	flags.BoolVar(&f.symmetry, "symmetry", false, symmetryHelp)
	flags.BoolVar(&f.divide, "divide", false, "print the count behind each move as well")
	flags.BoolVar(&f.verify, "verify", false, "measure how often short tags make the count wrong")
	flags.IntVar(&f.tag, "tag", 16, "with --verify: bits of the tag, 8 to 48")
	flags.IntVar(&f.trials, "trials", 50, "with --verify: number of counts")
	flags.BoolVar(&f.random, "random", false, "with --verify: random keys in place of coded ones")
	return cmd
}

// perft runs the command on the position that text describes.
func (a *app) perft(cmd *cobra.Command, f perftFlags, text string) error {
	for _, name := range []string{"tag", "trials", "random"} {
		if cmd.Flags().Changed(name) && !f.verify {
			return cli.Usagef("add --verify", "--%s is for --verify alone", name)
		}
	}
	err := cmp.Or(cli.InRange("depth", f.depth, 0, 127), cli.InRange("threads", f.threads, 0, search.MaxThreads))
	if err != nil {
		return err
	}
	switch {
	case f.symmetry && (f.verify || f.hash == 0):
		return cli.Usagef("leave out --symmetry", "--symmetry is for a count with a table, without --verify")
	case f.verify && f.divide:
		return cli.Usagef("give one of them", "--verify and --divide exclude each other")
	case f.hash != 0 && f.hash < 64:
		return cli.Usagef("give 64 bytes or more, or 0 for no table", "--hash %d is too small", f.hash)
	case f.verify && (f.tag < 8 || f.tag > 48):
		return cli.InRange("tag", f.tag, 8, 48)
	case f.verify && f.hash == 0:
		return cli.Usagef("give --hash a size", "--verify needs a table")
	case f.verify && f.trials < 1:
		return cli.Usagef("give 1 or more", "--trials %d is out of range", f.trials)
	}
	b, err := f.game.open(text, setup{symmetry: f.symmetry})
	if err != nil {
		return err
	}
	if f.verify {
		return a.perftVerify(cmd.Context(), f, b, text)
	}
	answer := perftAnswer{Game: b.Space().Name(), Position: b.String(), Depth: f.depth, Threads: f.threads}
	if answer.Threads == 0 {
		answer.Threads = runtime.GOMAXPROCS(0)
	}
	o := search.PerftOptions{Threads: f.threads, Progress: a.perftProgress(fmt.Sprintf("perft %d", f.depth))}
	if f.hash != 0 {
		if o.Table, err = tt.New(tt.Options{Bytes: int64(f.hash)}); err != nil {
			return hintPerft(err)
		}
		defer o.Table.Close()
	}
	begin := time.Now()
	r, err := b.perft(cmd.Context(), f.depth, o)
	if err != nil {
		return hintPerft(err)
	}
	answer.Seconds = time.Since(begin).Seconds()
	answer.Nodes = r.Nodes
	answer.NodesPerSecond = float64(r.Nodes) / max(answer.Seconds, 1e-9) // some clocks do not show a microsecond
	if o.Table != nil {
		answer.Table = &perftTable{o.Table.Memory(), r.Probes, r.Hits, o.Table.Hashfull(), r.Chance}
	}
	if f.divide {
		answer.Moves = r.moves
	}
	return a.Print(answer)
}

// hintPerft turns an error about the options of a search or of its table into a
// usage error, and says what to do if memory is short.
func hintPerft(err error) error {
	switch {
	case errors.Is(err, search.ErrOptions) || errors.Is(err, tt.ErrOptions):
		return cli.Usagef("", "%w", err)
	case errors.Is(err, tt.ErrMemory):
		return cli.Hint(err, "give a smaller --hash, or 0 for no table")
	}
	return err
}

// perftProgress shows how far a count has come.
func (a *app) perftProgress(what string) func(done, total int, nodes uint64) {
	var line *cli.Progress
	begin := time.Now()
	return func(done, total int, nodes uint64) {
		if line == nil {
			line = a.Progress(what, "parts", int64(total))
		}
		if n := float64(nodes); n > 0 {
			line.Describe(what, fmt.Sprintf("%s nodes, %s/s", cli.Short(n), cli.Short(n/time.Since(begin).Seconds())))
		}
		line.Set(int64(done))
		if done == total {
			line.Done()
		}
	}
}

func (p perftAnswer) writeMoves(w io.Writer) {
	for _, m := range p.Moves {
		fmt.Fprintf(w, "%s\t%d\n", m.Move, m.Nodes)
	}
}

func (p perftAnswer) Text(w io.Writer) {
	p.writeMoves(w)
	if len(p.Moves) > 0 {
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "position  %s\ndepth     %d\nnodes     %d\n", p.Position, p.Depth, p.Nodes)
	fmt.Fprintf(w, "time      %.3f s on %d threads\n", p.Seconds, p.Threads)
	fmt.Fprintf(w, "speed     %s nodes/s, counting those that the table saved\n", cli.Short(p.NodesPerSecond))
	t := p.Table
	if t == nil {
		return
	}
	rate := 100 * float64(t.Hits) / float64(max(t.Probes, 1))
	fmt.Fprintf(w, "table     %v, %d permille in use\n", t.MemoryUse, t.Hashfull)
	fmt.Fprintf(w, "hits      %d of %d probes (%.1f %%)\n", t.Hits, t.Probes, rate)
	fmt.Fprintf(w, "wrong     with probability %.2g, from the size of the hash\n", t.Chance)
}

// perftCount is a result with the moves written out.
type perftCount struct {
	search.PerftResult[string]
	moves []perftMoves
}

// perft counts the paths of a length.
func (b played[M, P]) perft(ctx context.Context, depth int, o search.PerftOptions) (c perftCount, err error) {
	r, err := search.Perft(ctx, b.p, depth, o)
	c.Nodes, c.Probes, c.Hits, c.Chance = r.Nodes, r.Probes, r.Hits, r.Chance
	for i, m := range r.Moves {
		c.moves = append(c.moves, perftMoves{b.moveString(b.p, m), r.Counts[i]})
	}
	return c, err
}
