package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/zobrist-go/zobrist"
	"github.com/zobrist-go/zobrist/search"
)

// gameAnswer is what `zobrist games` prints about a game.
type gameAnswer struct {
	Game        string         `json:"game"`
	Sizes       string         `json:"sizes,omitempty"` // what may follow the name and a colon
	About       string         `json:"about"`
	Start       string         `json:"start"`
	Features    int            `json:"features"`
	Distance64  int            `json:"distance64"` // fewest keys that XOR to 0, at least
	Distance128 int            `json:"distance128"`
	Perft       []uint64       `json:"perft"` // at depth 1, 2, …
	Space       []featureGroup `json:"space,omitempty"`
}

// featureGroup is a run of features in the answer about one game.
type featureGroup struct {
	Group string          `json:"group"`
	Kind  string          `json:"kind"`
	First zobrist.Feature `json:"first"`
	Names []string        `json:"names"`
}

func newGames(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "games [GAME]",
		Short: "List the games, their features and what their keys guarantee",
		Long: `List the games that --game names, with the number of their features, the fewest
default keys of 64 and 128 bits that can XOR to 0, and the perft of the start.
With GAME, list the features of that game by number and name.`,
		Example: `  zobrist games
  zobrist games baduk:9
  zobrist games --json chess`,
		Args: cobra.MaximumNArgs(1),
		RunE: a.run(func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				return a.oneGame(cmd, args[0])
			}
			var answers []gameAnswer
			for _, g := range gameEntries() {
				answer, err := describeGame(cmd, g, "")
				if err != nil {
					return err
				}
				answers = append(answers, answer)
			}
			return a.listGames(answers)
		}),
	}
}

// describeGame makes the answer about a game, without its features.
func describeGame(cmd *cobra.Command, g gameEntry, size string) (gameAnswer, error) {
	b, err := g.open(size, "", zobrist.Set{})
	if err != nil {
		return gameAnswer{}, err
	}
	n := b.Space().Len()
	answer := gameAnswer{Game: g.name, Sizes: g.size, About: g.about, Start: b.String(), Features: n}
	for _, width := range []struct {
		bits     int
		distance *int
	}{{64, &answer.Distance64}, {128, &answer.Distance128}} {
		code, err := zobrist.NewCode(n, width.bits)
		if err != nil {
			return answer, err
		}
		*width.distance = code.Distance()
	}
	for depth := 1; depth <= 4; depth++ {
		if n := len(answer.Perft); n > 0 && answer.Perft[n-1] > 10_000 {
			break
		}
		c, err := b.perft(cmd.Context(), depth, search.PerftOptions{})
		if err != nil {
			return answer, err
		}
		answer.Perft = append(answer.Perft, c.Nodes)
	}
	return answer, nil
}

// oneGame prints the features of a game.
func (a *app) oneGame(cmd *cobra.Command, name string) error {
	g, size, err := findGame(name)
	if err != nil {
		return err
	}
	answer, err := describeGame(cmd, g, size)
	if err != nil {
		return err
	}
	b, err := g.open(size, "", zobrist.Set{})
	if err != nil {
		return err
	}
	space := b.Space()
	for _, group := range space.Groups() {
		f := featureGroup{Group: group.Name, Kind: group.Kind.String(), First: group.First}
		for i := range group.Len() {
			f.Names = append(f.Names, space.FeatureName(group.First+zobrist.Feature(i)))
		}
		answer.Space = append(answer.Space, f)
	}
	if a.json {
		return a.printJSON(answer)
	}
	if !a.plain {
		fmt.Fprintf(a.out, "%s\nstart     %s\nfeatures  %d\ndistance  %d at 64 bits, %d at 128\nperft     %s\n",
			space.Name(), answer.Start, answer.Features, answer.Distance64, answer.Distance128, joinCounts(answer.Perft))
	}
	for _, group := range answer.Space {
		if !a.plain {
			fmt.Fprintf(a.out, "\n%s (%s)\n", group.Group, group.Kind)
		}
		for i, name := range group.Names {
			if _, err := fmt.Fprintf(a.out, "%d\t%s\n", int(group.First)+i, name); err != nil {
				return err
			}
		}
	}
	return nil
}

// listGames prints the list in the form asked for.
func (a *app) listGames(answers []gameAnswer) error {
	if a.json {
		return a.printJSON(answers)
	}
	if a.plain {
		for _, g := range answers {
			if _, err := fmt.Fprintf(a.out, "%s\t%d\t%d\t%d\t%s\n", g.Game, g.Features, g.Distance64, g.Distance128, joinCounts(g.Perft)); err != nil {
				return err
			}
		}
		return nil
	}
	w := tabwriter.NewWriter(a.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "game\tfeatures\tdistance at 64\tat 128\tperft\tabout")
	for _, g := range answers {
		name := g.Game
		if g.Sizes != "" {
			name += "[:" + strings.Fields(g.Sizes)[0] + "]"
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%s\t%s\n", name, g.Features, g.Distance64, g.Distance128, joinCounts(g.Perft), g.About)
	}
	return w.Flush()
}

// joinCounts writes counts with spaces between them.
func joinCounts(counts []uint64) string {
	return strings.Trim(fmt.Sprint(counts), "[]")
}
