package flat

// SealJournal and UnsealJournal write and read what is in the journal of a build.
func SealJournal(text []byte) []byte { return seal(journalDoc, text) }

func UnsealJournal(sealed []byte) ([]byte, error) { return unseal(journalDoc, sealed) }
