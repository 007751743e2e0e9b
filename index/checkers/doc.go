// Package checkersindex is the index of games of checkers, English draughts: PDN files in, and out, for any
// position, what was played there.
//
//	store, err := flat.Open("checkers.db", flat.Options{})
//	defer store.Close()
//	ix, err := checkersindex.Open(ctx, store, checkersindex.Options{})
//	summary, err := ix.Import(ctx, index.ImportOptions{}, index.Input{Name: "games.pdn"})
//	position, err := ix.Position("B:W18,24,27,K10:B12,16,20,K22") // "" is the start
//	answer, err := ix.Find(ctx, index.Query{}, position)
//
// A position is the pieces and the side to move. With [Options].Exchange a position and its image, the board
// turned and the colours exchanged, are one, and results belong to the colours of the position that was asked about.
// The first player is Black. The code of a game, [index.Game].Opening, is the number of its ballot of three moves; see
// [BallotOf].
//
// A game with an error on its main line is left out, counted and reported. Games of other
// kinds of draughts are left out and counted.
package checkersindex
