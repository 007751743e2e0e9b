// Where a watch has its parts: see type watch.
#define marks (watch_hits+const_markShift/8)
#define lost  (watch_words)
#define notes (watch_words+32)

// Shortens the second code of a hash.
#define CODE(hash, code, scratch) \
	MOVQ  $const_shortener, scratch; \
	MOVQ  hash, code; \
	SHRQ  $32, code; \
	XORQ  hash, code; \
	IMULQ scratch, code; \
	SHRQ  $48, code; \
	CMPQ  code, $1; \
	ADCL  $0, code

// Makes the note of a slot with this hash and payload, in the register of the
// payload, and the code.
#define NOTE(hash, payload, code, scratch) \
	CODE(hash, code, scratch); \
	XORQ  hash, payload; \
	IMULQ scratch, payload; \
	SHRQ  $48, payload; \
	SHLL  $16, payload; \
	ORL   code, payload

// Counts in sum the miss of a code that was never in a line nor taken for what
// is in it, or jumps.
#define UNSEEN(line, watch, code, scratch, sum, otherwise) \
	MOVL code, scratch; \
	ANDL $15, scratch; \
	CMPW code, lost(watch)(scratch*2); \
	JEQ  otherwise; \
	MOVL code, scratch; \
	SHRL $4, scratch; \
	ANDL $15, scratch; \
	CMPW code, lost(watch)(scratch*2); \
	JEQ  otherwise; \
	CMPW marks(watch), $0; \
	JNE  otherwise; \
	MOVQ $const_miss, sum; \
	CMPQ 8(line), $1; \
	SBBQ $-1, sum; \
	CMPQ 24(line), $1; \
	SBBQ $-1, sum; \
	CMPQ 40(line), $1; \
	SBBQ $-1, sum; \
	CMPQ 56(line), $1; \
	SBBQ $-1, sum
