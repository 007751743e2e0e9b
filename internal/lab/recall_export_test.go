package lab

// SmallRecall is [Recall] with short walks.
func SmallRecall() Experiment { return recall(20) }
