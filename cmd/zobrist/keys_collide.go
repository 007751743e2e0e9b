package main

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/audit"
	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/game/baduk"
	"github.com/zobrist-go/zobrist/game/mnk"
	"github.com/zobrist-go/zobrist/internal/keys/attack"
	"github.com/zobrist-go/zobrist/internal/keys/legal"
	"github.com/zobrist-go/zobrist/search"
)

// collideAnswer is what `zobrist keys collide` prints.
type collideAnswer struct {
	Keys       string            `json:"keys"`
	Space      string            `json:"space"`
	Order      []string          `json:"order"` // of the keys
	Positions  []forgedAnswer    `json:"positions"`
	Difference *audit.Dependency `json:"difference,omitempty"` // of two positions
}

// forgedAnswer is a position and its hash, counted anew from its text.
type forgedAnswer struct {
	Position string `json:"position"`
	Hash     string `json:"hash"`
}

func newKeysCollide(a *app) *cobra.Command {
	var k keysFlags
	var o attack.Options
	var target string
	cmd := a.Command("keys collide", cobra.ExactArgs(1), func(cmd *cobra.Command, args []string) error {
		return a.keysCollide(cmd.Context(), &k, o, target, args[0])
	})
	k.register(cmd)
	flags := cmd.Flags()
	flags.StringVar(&target, "target", "", "make a position with this `HASH`, in hexadecimal")
	flags.Uint64Var(&o.Polish, "polish", 1000, "iterations spent on a smaller and quieter result")
	flags.Uint64Var(&o.Iterations, "iterations", 0, "give up after so many (default: never)")
	flags.Uint64Var(&o.Seed, "seed", 0, "another seed gives another result")
	flags.IntVarP(&o.Threads, "threads", "t", 0, "goroutines (default: one a core)")
	return cmd
}

// keysCollide forges positions, and hashes them again from their text.
func (a *app) keysCollide(ctx context.Context, k *keysFlags, o attack.Options, target, spec string) error {
	if err := cli.InRange("threads", o.Threads, 0, search.MaxThreads); err != nil {
		return err
	}
	hash, err := parseTarget(target)
	if err != nil {
		return err
	}
	if k.game.name == "" {
		k.game = mustGame("chess")
	}
	rules, err := rulesOf(k.game)
	if err != nil {
		return err
	}
	t, err := k.open(ctx, a, spec)
	if err != nil {
		return err
	}
	if t.layout == nil {
		return t.explain(t.miscounted(t.game))
	}
	t.remark(a)
	set := t.layout.ForGame(t.Set)
	answer := collideAnswer{Keys: t.Name, Space: t.game.Name(), Order: t.lines()}
	done := followAudit(a, &o.Progress)
	var positions []attack.Position
	if target == "" {
		var clash attack.Clash
		clash, err = attack.Collide(ctx, set, rules, o)
		positions, answer.Difference = clash.Positions[:], &audit.Dependency{Features: clash.Difference}
		for _, f := range clash.Difference {
			answer.Difference.Names = append(answer.Difference.Names, t.game.FeatureName(f))
		}
	} else {
		var p attack.Position
		p, err = attack.Forge(ctx, set, hash, rules, o)
		positions = []attack.Position{p}
	}
	done()
	if err != nil {
		return err
	}
	for _, p := range positions {
		f, err := k.rehash(set, t.Bits, p.Text)
		if err != nil {
			return err
		}
		answer.Positions = append(answer.Positions, f)
	}
	return a.Print(answer)
}

// parseTarget reads a hash of up to 128 bits.
func parseTarget(text string) (hash zobrist.Uint128, err error) {
	if text == "" {
		return hash, nil
	}
	digits := strings.TrimPrefix(strings.ToLower(text), "0x")
	cut := max(len(digits)-16, 0)
	if cut > 0 {
		hash.Hi, err = strconv.ParseUint(digits[:cut], 16, 64)
	}
	if err == nil {
		hash.Lo, err = strconv.ParseUint(digits[cut:], 16, 64)
	}
	if err != nil || cut > 16 {
		return hash, cli.Usagef("write 1 to 32 hexadecimal digits", "--target %s is not a hash", text)
	}
	return hash, nil
}

// rulesOf returns the rules that attacks on a game need.
func rulesOf(game gameFlag) (attack.Rules, error) {
	switch game.name {
	case "chess":
		return legal.Chess(), nil
	case "baduk":
		w, h, err := badukSize(game.size)
		if err != nil {
			return nil, err
		}
		return legal.Baduk(baduk.Options{Width: w, Height: h})
	case "gomoku":
		return legal.MNK(mnk.Gomoku())
	}
	return nil, cli.Usagef("this works for chess, baduk and gomoku", "no legal positions of %s can be made", game.name)
}

// rehash sets up a position from its text with the keys and returns the hash
// that its game gives it.
func (k *keysFlags) rehash(set zobrist.Set, bits int, text string) (forgedAnswer, error) {
	b, err := k.game.open(text, setup{set: set})
	if err != nil {
		return forgedAnswer{}, err
	}
	hash := zobrist.Uint128{Lo: b.Hash()}
	if bits > 64 {
		hash = b.Hash128()
	}
	return forgedAnswer{text, wordText(hash, bits)}, nil
}

func (c collideAnswer) Text(w io.Writer) {
	for _, p := range c.Positions {
		fmt.Fprintf(w, "%s\t%s\n", p.Hash, p.Position)
	}
	if c.Difference != nil {
		fmt.Fprintf(w, "they differ in %d features: %s\n", len(c.Difference.Features),
			strings.Join(c.Difference.Names, ", "))
	}
}
