package lab

// EffectTable and EffectErrors are the experiment at depths that a test can wait for.
var (
	EffectTable  = effectTable
	EffectErrors = effectErrors
)

// EffectSizes returns the sizes of so many rounds, less plies shallower than usual.
func EffectSizes(rounds, less int) effectSizes { return effectSizes{rounds, less} }
