package lab

// clockNote says what [timed] measures.
const clockNote = "times are processor times of one thread, which other work on the machine changes little; on " +
	"other systems than Linux they are times of day"
