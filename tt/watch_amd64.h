// Returns the data BX of a probe as an entry, payload in BX, or jumps where it is
// none of this search. Depth and generation are e_Depth+24(FP) and the next byte.
#define ENTRY(otherwise) \
	MOVL BX, R11; \
	ANDL $const_metaMask, R11; \
	XORL $const_depthBias, R11; \
	MOVW R11, 32(SP); \
	ANDL $(const_genMask<<const_genShift), R11; \
	CMPQ R11, Table_stamp(R8); \
	JNE  otherwise; \
	SHRQ $const_metaBits, BX; \
	MOVQ BX, e_Payload+16(FP)

// Returns that there is no entry.
#define NOTHING \
	XORL BX, BX; \
	MOVQ BX, e_Payload+16(FP); \
	MOVW BX, 32(SP); \
	MOVW BX, s_ways+32(FP); \
	RET

// Where a watch has its parts: see type watch.
#define marks (watch_hits+const_markShift/8)
#define lost  (watch_words)
#define notes (watch_words+32)
#define compactNotes (watch_words+16)

// Finds the watch of the line R10 of the table R8: R9.
#define WATCH \
	MOVQ R10, R9; \
	SUBQ Table_lines(R8), R9; \
	ADDQ Table_watches(R8), R9

// The same in R9, or jumps where the watch has marks.
#define UNMARKED(otherwise) \
	WATCH; \
	CMPW marks(R9), $0; \
	JNE  otherwise

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

// Makes the note of a slot with this hash, of which it verifies the part low,
// and payload, in the register of the payload, and the code.
#define NOTE(hash, low, payload, code, scratch) \
	CODE(hash, code, scratch); \
	XORQ  low, payload; \
	IMULQ scratch, payload; \
	SHRQ  $48, payload; \
	SHLL  $16, payload; \
	ORL   code, payload

// The places of a code among those thrown out: its low bits, and others. The
// mask is 15, or 7 in the layout Compact.
#define PLACE(code, place, mask) \
	MOVL code, place; \
	ANDL $mask, place
#define PLACE2(code, place, mask) \
	MOVL code, place; \
	SHRL $4, place; \
	ANDL $mask, place

// Jumps where a code was in a line before or taken for what is in it.
#define UNSEEN(watch, code, scratch, mask, otherwise) \
	PLACE(code, scratch, mask); \
	CMPW code, lost(watch)(scratch*2); \
	JEQ  otherwise; \
	PLACE2(code, scratch, mask); \
	CMPW code, lost(watch)(scratch*2); \
	JEQ  otherwise; \
	CMPW marks(watch), $0; \
	JNE  otherwise

// What a miss counts for in a line of the layout Full, and of Compact.
#define EXPOSURE4(line, scratch, sum) \
	MOVQ $const_miss, sum; \
	CMPQ 32(line), $1; \
	SBBQ $-1, sum; \
	CMPQ 40(line), $1; \
	SBBQ $-1, sum; \
	CMPQ 48(line), $1; \
	SBBQ $-1, sum; \
	CMPQ 56(line), $1; \
	SBBQ $-1, sum
#define EXPOSURE8(line, scratch, sum) \
	VPXOR X0, X0, X0; \
	VPCMPEQQ (line), Y0, Y1; \
	VPCMPEQQ 32(line), Y0, Y2; \
	VPADDQ Y1, Y2, Y1; \
	VEXTRACTI128 $1, Y1, X2; \
	VPADDQ X1, X2, X1; \
	VPSHUFD $0x4e, X1, X2; \
	VPADDQ X1, X2, X1; \
	VMOVQ X1, scratch; /* how many are empty, as a negative number */ \
	MOVQ $(const_miss+8), sum; \
	ADDQ scratch, sum

// Enters a note with its code in the place at, and returns. A code that was
// thrown out is none any more; what the slot held is one now. The watch has no
// marks. BX, CX and DX are for use.
#define ENTER(watch, at, note, code, mask) \
	MOVWLZX at, DX; \
	MOVL note, at; \
	CMPL DX, code; \
	JEQ  done; \
	PLACE(code, CX, mask); \
	CMPW code, lost(watch)(CX*2); \
	JEQ  regain; \
	PLACE2(code, CX, mask); \
	CMPW code, lost(watch)(CX*2); \
	JEQ  regain; \
lose: \
	TESTL DX, DX; \
	JEQ  done; \
	PLACE(DX, CX, mask); \
	CMPW lost(watch)(CX*2), $0; \
	JEQ  put; \
	PLACE2(DX, BX, mask); \
	CMPW lost(watch)(BX*2), $0; \
	CMOVLEQ BX, CX; \
put: \
	MOVW DX, lost(watch)(CX*2); \
done: \
	RET; \
regain: \
	MOVW $0, lost(watch)(CX*2); \
	JMP  lose
