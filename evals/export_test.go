package evals

// SaveAlways makes an import save after each piece of input.
func SaveAlways(o *ImportOptions) { o.saveEvery = 1 }

// ReadAlways makes an import call Reading after each piece of input.
func ReadAlways(o *ImportOptions) { o.readEvery = 1 }
