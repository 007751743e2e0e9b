package lab

// EffectTable and EffectErrors are the experiment at depths that a test can wait for.
var (
	EffectTable  = effectTable
	EffectErrors = effectErrors
)
