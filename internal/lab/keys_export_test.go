package lab

// SmallLayouts is [Layouts] on few positions with a short search.
func SmallLayouts() Experiment {
	e := Layouts()
	e.laws = layoutSizes{positions: 20_000, iterations: 50, exhaustive: 4}.laws()
	return e
}
