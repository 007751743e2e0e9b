package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/cmd/internal/cli"
	"github.com/zobrist-go/zobrist/search"
)

// gameAnswer is what `zobrist games GAME` prints.
type gameAnswer struct {
	Game        string         `json:"game"`
	Sizes       string         `json:"sizes,omitempty"` // what may follow the name and a colon
	About       string         `json:"about"`
	Start       string         `json:"start"`
	Features    int            `json:"features"`
	Distance64  int            `json:"distance64"` // fewest keys that XOR to 0, at least; features+1 if none do
	Distance128 int            `json:"distance128"`
	Perft       []uint64       `json:"perft"` // at depth 1, 2, …
	Space       []featureGroup `json:"space,omitempty"`

	title string // of the space
}

// featureGroup is a run of features in the answer about one game.
type featureGroup struct {
	Group string          `json:"group"`
	Kind  string          `json:"kind"`
	First zobrist.Feature `json:"first"`
	Names []string        `json:"names"`
}

// gameList is what `zobrist games` prints: all games, without their features.
type gameList []gameAnswer

func newGames(a *app) *cobra.Command {
	return a.Command("games", cobra.MaximumNArgs(1), func(cmd *cobra.Command, args []string) error {
		if len(args) == 1 {
			var g gameFlag
			if err := g.Set(args[0]); err != nil {
				return err
			}
			answer, space, err := describeGame(cmd.Context(), g)
			if err != nil {
				return err
			}
			answer.addFeatures(space)
			return a.Print(answer)
		}
		var all gameList
		for _, e := range gameEntries() {
			answer, _, err := describeGame(cmd.Context(), gameFlag{gameEntry: e})
			if err != nil {
				return err
			}
			all = append(all, answer)
		}
		return a.Print(all)
	})
}

// describeGame makes the answer about a game, without its features.
func describeGame(ctx context.Context, g gameFlag) (gameAnswer, *zobrist.Space, error) {
	b, err := g.open("", setup{})
	if err != nil {
		return gameAnswer{}, nil, err
	}
	space := b.Space()
	n := space.Len()
	answer := gameAnswer{Game: g.name, Sizes: g.sizes, About: g.about, Start: b.String(), Features: n}
	answer.title = space.Name()
	for bits, distance := range map[int]*int{64: &answer.Distance64, 128: &answer.Distance128} {
		code, err := zobrist.NewCode(n, bits)
		if err != nil {
			return answer, space, err
		}
		*distance = code.Distance()
	}
	nodes := uint64(0)
	for depth := 1; depth <= 4 && nodes <= 10_000; depth++ {
		c, err := b.perft(ctx, depth, search.PerftOptions{})
		if err != nil {
			return answer, space, err
		}
		nodes = c.Nodes
		answer.Perft = append(answer.Perft, nodes)
	}
	return answer, space, nil
}

func (g *gameAnswer) addFeatures(space *zobrist.Space) {
	for _, group := range space.Groups() {
		f := featureGroup{Group: group.Name, Kind: group.Kind.String(), First: group.First}
		for i := range group.Len() {
			f.Names = append(f.Names, space.FeatureName(group.First+zobrist.Feature(i)))
		}
		g.Space = append(g.Space, f)
	}
}

func (g gameAnswer) Text(w io.Writer) {
	fmt.Fprintf(w, "%s\nstart     %s\nfeatures  %d\ndistance  %s at 64 bits, %s at 128\nperft     %s\n",
		g.title, g.Start, g.Features, distanceText(g.Distance64, g.Features), distanceText(g.Distance128, g.Features),
		joinCounts(g.Perft))
	for _, group := range g.Space {
		fmt.Fprintf(w, "\n%s (%s)\n", group.Group, group.Kind)
		group.write(w)
	}
}

func (g featureGroup) write(w io.Writer) {
	for i, name := range g.Names {
		fmt.Fprintf(w, "%d\t%s\n", int(g.First)+i, name)
	}
}

func (all gameList) Text(w io.Writer) {
	cli.Columns(w, false, func(w io.Writer) {
		fmt.Fprintln(w, "game\tfeatures\tdistance at 64\tat 128\tperft\tabout")
		for _, g := range all {
			name := g.Game
			if g.Sizes != "" {
				name += "[:" + strings.Fields(g.Sizes)[0] + "]"
			}
			fmt.Fprintf(w, "%s\t%d\t%s\t%s\t%s\t%s\n", name, g.Features, distanceText(g.Distance64, g.Features),
				distanceText(g.Distance128, g.Features), joinCounts(g.Perft), g.About)
		}
	})
}

// joinCounts writes counts with spaces between them.
func joinCounts(counts []uint64) string {
	return strings.Trim(fmt.Sprint(counts), "[]")
}
