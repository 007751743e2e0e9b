package lab

var (
	CuckooFails   = cuckooFails
	Probes        = probes
	SimpleTwoBins = simpleTwoBins
	DenseByte     = denseByte
)
