//go:build !purego && !race

#include "textflag.h"

// Compares the hash with way w and takes its data where they agree.
#define WAY(w) \
	MOVQ (16*w+8)(R8)(DX*1), R12; \
	MOVQ R10, R13; \
	XORQ R12, R13; \
	CMPQ R13, (16*w)(R8)(DX*1); \
	CMOVQEQ R12, R11

// Looks hash CX up and goes to the next.
#define PROBE \
	MOVQ (DI)(CX*8), R10; \
	MOVQ R10, AX; \
	MULQ R9; \
	SHLQ $6, DX; \
	XORQ R11, R11; \
	WAY(3); \
	WAY(2); \
	WAY(1); \
	WAY(0); \
	MOVQ R11, R12; \
	ANDQ $0x1fff, R12; \
	XORQ $0x80, R12; \
	MOVQ R12, R13; \
	XORQ generation+40(FP), R13; \
	CMPQ R11, $1; \
	SBBQ $-1, R14; \
	TESTQ R11, R11; \
	CMOVQEQ R11, R12; \
	CMOVQEQ R11, R13; \
	ORQ  R13, R15; \
	SHRQ $13, R11; \
	MOVQ R11, (SI); \
	MOVQ R12, 8(SI); \
	ADDQ $16, SI; \
	INCQ CX

// func probeFull(lines *line, n uint64, hashes *uint64, entries *Entry, count, generation uint64) (hits, stale uint64)
//
// AX, DX product, offset of the line   BX last hash to look ahead from, CX i
// DI hashes                            SI entry i
// R8 lines                             R9 n
// R10 hash                             R11 data found
// R12, R13 scratch                     R14 hits
// R15 union of the differences of generation; that argument is shifted to
// where entries have it
TEXT ·probeFull(SB), NOSPLIT, $0-64
	MOVQ lines+0(FP), R8
	MOVQ n+8(FP), R9
	MOVQ hashes+16(FP), DI
	MOVQ entries+24(FP), SI
	MOVQ count+32(FP), BX
	MOVQ generation+40(FP), AX
	SHLQ $8, AX
	MOVQ AX, generation+40(FP)
	XORQ R14, R14
	XORQ R15, R15

	// Ask for the first 96 lines.
	XORQ CX, CX
first:
	CMPQ CX, $96
	JGE  begin
	CMPQ CX, BX
	JGE  begin
	MOVQ (DI)(CX*8), AX
	MULQ R9
	SHLQ $6, DX
	PREFETCHT1 (R8)(DX*1)
	INCQ CX
	JMP  first

begin:
	XORQ CX, CX
	SUBQ $96, BX
	JLE  rest
ahead:
	MOVQ 768(DI)(CX*8), AX
	MULQ R9
	SHLQ $6, DX
	PREFETCHT1 (R8)(DX*1)
	PROBE
	CMPQ CX, BX
	JLT  ahead

rest:
	MOVQ count+32(FP), BX
tail:
	PROBE
	CMPQ CX, BX
	JLT  tail

	SHRQ $8, R15
	MOVQ R14, hits+48(FP)
	MOVQ R15, stale+56(FP)
	RET
