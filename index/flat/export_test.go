package flat

// SetCells makes runs with cells of moves of so many games, and so many games a cell.
func (s *Store) SetCells(games, perCell uint32) { s.cells = cellRule{games, perCell, usualCells.most} }

// SealJournal and UnsealJournal write and read the content of a build's journal.
func SealJournal(text []byte) []byte { return family.Seal(journalDoc, text) }

func UnsealJournal(sealed []byte) ([]byte, error) { return family.Unseal(journalDoc, sealed) }
