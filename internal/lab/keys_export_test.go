package lab

// SmallLayouts is [Layouts] on few positions with a short search.
func SmallLayouts() Experiment {
	e := Layouts()
	e.laws = layoutSizes{20_000, 50, 4}.laws()
	return e
}
