// Package superko proves the values of small boards under the superko rules, which
// forbid recreating an earlier board.
//
//	p, err := baduk.New(baduk.Options{Width: 4, Height: 3, Ko: baduk.PositionalSuperko})
//	if err != nil { … }
//	s, err := superko.Solve(ctx, p, superko.Options{Bytes: 1 << 30})
//	if err != nil { … }
//	fmt.Println(s.Low, s.High) // 8 8: Black gets 4 points, 8 half points
//
// # Guarantees
//
// A value is exact, whatever the size of the table: see the argument below. The
// table compares whole positions, so it never takes one for another. The same call
// always visits the same positions, unless a limit of time ends it.
//
// # Limits
//
// Boards have up to 30 points, the rule is positional or situational superko, and
// suicide is not allowed.
//
// # Cost
//
// The empty board of 4×4 takes some 4 million nodes and 20 seconds; each point more
// makes it some 2.7 times as many. A node allocates nothing. A slot of the table
// takes 112 bytes for 4×4; 1 GiB is enough there.
//
// # Why a remembered proof holds
//
// A state is the stones, the side to move and whether the other side has just passed.
// What best play from it leads to depends on the boards before it as well (the graph
// history interaction problem). So the table keeps with each proof what it relies on,
// after A. Kishimoto and M. Müller, A General Solution to the Graph History
// Interaction Problem, AAAI 2004.
//
// A proof is a strategy of one side, the winner, against all moves of the other one,
// the loser. After other boards before the same state the strategy still wins if
//
//   - none of those boards is one that a move of the strategy creates, so that all its
//     moves are legal, and
//   - each board that kept the loser from a move, at any point of the proof, is among
//     those boards.
//
// More boards than these only take moves from the loser, who can always pass. Boards
// from the state on need no condition, since they are the same each time.
//
// The boards of the first kind are kept as a set of marks. Other boards may have the
// same marks; then a valid proof is searched again, and nothing else happens. Boards of
// the second kind are kept as they are, and a proof with more than three is not kept.
//
// The state itself is kept as its least image under the symmetries of the board.
// A symmetry maps legal play to legal play, so it maps a proof with all boards before
// the state to a proof with the images of those. The boards of the second kind are
// kept under the symmetry that was used for the state, and compared with the boards of
// a line under the symmetry that is used for the state there. If a state is its own
// image there may be several such symmetries; each gives a true statement. The marks
// of a board and of its images are the same, so that they need no mapping.
//
// Numbers of a state that is not proven are guesses of the effort and may come from
// other boards before it: they steer the search and prove nothing.
//
// # Sources
//
// A. Nagai, Df-pn Algorithm for Searching AND/OR Trees and Its Applications, 2002; D.
// B. Benson, Life in the Game of Go, Information Sciences 10, 1976, for chains that
// cannot be captured.
package superko
