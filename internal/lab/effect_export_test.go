package lab

// EffectTable is the experiment at depths that a test can wait for.
var EffectTable = effectTable
