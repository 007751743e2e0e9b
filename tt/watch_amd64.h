// Returns the one word of Y0 that is not 0 as an entry in the way or ways AX, or
// jumps: where there are two, Y0 mixes them; missed has 0 in BX or the generation
// of an older search. After these jumps VZEROUPPER is due.
#define ANSWER(twice, missed) \
	VEXTRACTI128 $1, Y0, X1; \
	VPOR    X1, X0, X0; \
	VPSHUFD $0x4e, X0, X1; \
	VPOR    X1, X0, X0; \
	VMOVD   X0, BX; \
	BLSRL   AX, R11; \
	JNE     twice; \
	ANDL    $(const_genMask<<const_genShift), BX; \
	CMPQ    BX, Table_stamp(R8); \
	JNE     missed; \
	VPSRLVQ ·entryShift(SB), X0, X0; \
	VPAND   ·entryMask(SB), X0, X0; \
	VPXOR   ·entryBias(SB), X0, X0; \
	VMOVDQU X0, e_Payload+16(FP); \
	VZEROUPPER; \
	MOVW    AX, s_ways+32(FP)

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

// Shortens the second code of a hash; scratch becomes the shortener.
#define CODE(hash, code, scratch) \
	MOVQ  $const_shortener, scratch; \
	CODED(hash, code, scratch)
#define CODED(hash, code, shortener) \
	MOVQ  hash, code; \
	IMULQ shortener, code; \
	SHRQ  $48, code; \
	CMPQ  code, $1; \
	ADCL  $0, code

// Makes the note of a slot with this hash, of which it verifies the part low,
// and payload, in the register of the payload, and the code.
#define NOTE(hash, low, payload, code, scratch) \
	CODE(hash, code, scratch); \
	NOTED(low, payload, code, scratch)

// The same where the code is known.
#define NOTED(low, payload, code, shortener) \
	XORQ  low, payload; \
	IMULQ shortener, payload; \
	SHRQ  $32, payload; \
	MOVW  code, payload

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

// What a miss counts for in a line of the layout Full, and of Compact: its notes
// tell how many slots are in use.
#define EXPOSURE4(watch, scratch, sum) \
	VPXOR X0, X0, X0; \
	VPCMPEQD notes(watch), X0, X0; \
	VMOVMSKPS X0, scratch; \
	POPCNTL scratch, scratch; \
	MOVQ $(const_miss+4), sum; \
	SUBQ scratch, sum
#define EXPOSURE8(watch, scratch, sum) \
	VPXOR X0, X0, X0; \
	VPCMPEQD compactNotes(watch), Y0, Y0; \
	VMOVMSKPS Y0, scratch; \
	POPCNTL scratch, scratch; \
	MOVQ $(const_miss+8), sum; \
	SUBQ scratch, sum

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
