package lab

var (
	CuckooFails   = cuckooFails
	Probes        = probes
	SimpleTwoBins = simpleTwoBins
	DenseByte     = denseByte
)

// Table returns the table of that name, or nil.
func (r *Report) Table(name string) *Table {
	for _, t := range r.Tables {
		if t.Name == name {
			return t
		}
	}
	return nil
}
