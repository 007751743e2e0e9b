// What the two kernels of batches share. R8 are the lines, R9 their number, DI
// hashes, SI entries, CX how many are left, R15 the end of the list.

// Finds the line of hash j, counted from the next to take.
#define FIND(j, line) \
	MOVQ (8*(j))(DI), DX; \
	MULXQ R9, AX, line; \
	SHLQ $6, line

// Where to begin: R11 from, CX, DI, SI.
#define BEGIN \
	MOVQ from+40(FP), R11; \
	MOVQ count+32(FP), CX; \
	SUBQ R11, CX; \
	MOVQ hashes+8(FP), DI; \
	LEAQ (DI)(R11*8), DI; \
	MOVQ R11, AX; \
	SHLQ $4, AX; \
	MOVQ entries+16(FP), SI; \
	ADDQ AX, SI

// Asks for the first 96 lines, where R11 is 0.
#define FIRST(limit) \
	MOVL $96, limit; \
	CMPQ CX, limit; \
	CMOVQLT CX, limit; \
first: \
	MOVQ (DI)(R11*8), DX; \
	MULXQ R9, AX, R10; \
	SHLQ $6, R10; \
	PREFETCHT1 (R8)(R10*1); \
	INCQ R11; \
	CMPQ R11, limit; \
	JLT  first
