//go:build !purego && !race

#include "textflag.h"

// Ranks way w of the line R8 for the hash R10, R9 being the generation + 1; the
// least rank goes to R11. It is 4·worth + w, or w − 2^20 for the entry of the
// hash itself.
#define RANK(w) \
	MOVQ (16*w+8)(R8), R12; \
	MOVQ (16*w)(R8), R13; \
	XORQ R12, R13; \
	MOVQ R12, AX; \
	SHRQ $8, AX; \
	SUBQ R9, AX; \
	ANDL $31, AX; \
	SHLL $5, AX; \
	MOVBLZX R12, R12; \
	LEAL w(AX)(R12*4), R12; \
	MOVL $(w-0x100000), AX; \
	CMPQ R13, R10; \
	CMOVLEQ AX, R12; \
	CMPL R12, R11; \
	CMOVLLT R12, R11

// func storeFull(lines *line, n, hash, data, generation uint64)
TEXT ·storeFull(SB), NOSPLIT, $0-40
	MOVQ lines+0(FP), R8
	MOVQ hash+16(FP), R10
	MOVQ R10, AX
	MULQ n+8(FP)
	SHLQ $6, DX
	ADDQ DX, R8
	MOVQ generation+32(FP), R9
	INCQ R9
	MOVL $0x100000, R11
	RANK(0)
	RANK(1)
	RANK(2)
	RANK(3)
	ANDL $3, R11
	SHLL $4, R11
	MOVQ data+24(FP), R12
	XORQ R12, R10
	MOVQ R10, (R8)(R11*1)
	MOVQ R12, 8(R8)(R11*1)
	RET
