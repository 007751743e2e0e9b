//go:build !purego && !race

#include "go_asm.h"
#include "textflag.h"
#include "watch_amd64.h"
#include "batch_amd64.h"

// Takes the data of hash j of four, or 0, to a place of the register data. Y6
// counts the ways that hold a hash, as a negative number in four parts.
#define TAKE2(j, data) \
	FIND(j, R10); \
	VPBROADCASTQ (8*(j))(DI), data; \
	VPXOR    (R8)(R10*1), data, data; \
	VPCMPEQQ 32(R8)(R10*1), data, Y1; \
	VPAND    Y1, data, data; \
	VPADDQ   Y1, Y6, Y6

// The same in the layout Compact, whose words are compared less the tag, and
// where Y6 counts the ways that do not hold a hash.
#define TAKEC2(j, data) \
	FIND(j, R10); \
	VPBROADCASTQ (8*(j))(DI), Y0; \
	VPSLLQ   X12, Y0, Y0; \
	VPXOR    (R8)(R10*1), Y0, Y1; \
	VPSRLQ   X12, Y1, data; \
	VPCMPEQQ data, Y15, data; \
	VPAND    Y1, data, data; \
	VPCMPEQQ data, Y15, Y1; \
	VPADDQ   Y1, Y6, Y6; \
	VPXOR    32(R8)(R10*1), Y0, Y1; \
	VPSRLQ   X12, Y1, Y8; \
	VPCMPEQQ Y8, Y15, Y8; \
	VPAND    Y1, Y8, Y8; \
	VPCMPEQQ Y8, Y15, Y1; \
	VPADDQ   Y1, Y6, Y6; \
	VPOR     Y8, data, data

// Asks for the line of the hash that is 96 places on.
#define AHEAD2(j) \
	FIND(j+96, R10); \
	PREFETCHT1 (R8)(R10*1)

// Puts the data of four hashes together, Y2 to Y5: Y8.
#define GATHER2 \
	VPUNPCKLQDQ Y3, Y2, Y0; \
	VPUNPCKHQDQ Y3, Y2, Y1; \
	VPOR Y0, Y1, Y2; \
	VPUNPCKLQDQ Y5, Y4, Y0; \
	VPUNPCKHQDQ Y5, Y4, Y1; \
	VPOR Y0, Y1, Y4; \
	VPERM2I128 $0x20, Y4, Y2, Y0; \
	VPERM2I128 $0x31, Y4, Y2, Y1; \
	VPOR Y0, Y1, Y8

// Makes four entries of the data in Y8, and notes which hashes are watched. Y7
// is the union of differences of generation, Y9 counts misses as Y6 counts ways,
// Y10 to Y15 are constants, X12 the shift of the layout Compact.
#define ENTRIES2 \
	VPCMPEQQ Y8, Y15, Y0; \
	VPAND  Y8, Y13, Y1; \
	VPXOR  biases<>(SB), Y1, Y1; \
	VPANDN Y1, Y0, Y1; \
	VPSRLQ $const_metaBits, Y8, Y8; \
	VPADDQ Y0, Y9, Y9; \
	VPXOR  Y1, Y11, Y2; \
	VPANDN Y2, Y0, Y2; \
	VPOR   Y2, Y7, Y7; \
	VPUNPCKLQDQ Y1, Y8, Y3; \
	VPUNPCKHQDQ Y1, Y8, Y4; \
	VMOVDQU X3, (SI); \
	VMOVDQU X4, 16(SI); \
	VEXTRACTI128 $1, Y3, 32(SI); \
	VEXTRACTI128 $1, Y4, 48(SI); \
	VPXOR  (DI), Y14, Y5; \
	VPCMPGTQ Y5, Y10, Y5; \
	VMOVMSKPD Y5, AX; \
	ADDQ  $32, DI; \
	ADDQ  $64, SI; \
	TESTL AX, AX

// Adds up the parts of a register, of whose lower half the name is half.
#define SUM2(parts, half, sum) \
	VEXTRACTI128 $1, parts, X0; \
	VPADDQ half, X0, X0; \
	VPSHUFD $0x4e, X0, X1; \
	VPADDQ X0, X1, X0; \
	VMOVQ X0, sum

DATA sign<>+0(SB)/8, $(1<<63)
GLOBL sign<>(SB), RODATA|NOPTR, $8
DATA meta<>+0(SB)/8, $const_metaMask
GLOBL meta<>(SB), RODATA|NOPTR, $8
DATA biases<>+0(SB)/8, $const_depthBias
DATA biases<>+8(SB)/8, $const_depthBias
DATA biases<>+16(SB)/8, $const_depthBias
DATA biases<>+24(SB)/8, $const_depthBias
GLOBL biases<>(SB), RODATA|NOPTR, $32

// How far the list may grow.
#define limit 0(SP)

// func lookupBatchAVX2(t *Table, hashes *uint64, entries *Entry, list *uint32, count, from, generation uint64) (next, hits, noted, stale uint64)
//
// BX is not 0 in the layout Compact.
TEXT ·lookupBatchAVX2(SB), NOSPLIT, $8-88
	MOVQ t+0(FP), AX
	XORL BX, BX
	CMPB Table_layout(AX), $const_Compact
	SETEQ BX
	VMOVQ Table_shift(AX), X12
	VPBROADCASTQ sign<>(SB), Y14
	VPBROADCASTQ meta<>(SB), Y13
	VPBROADCASTQ generation+48(FP), Y11
	VPSLLQ $const_genShift, Y11, Y11
	VPBROADCASTQ Table_watchBelow(AX), Y10
	VPXOR Y14, Y10, Y10
	VPXOR Y15, Y15, Y15
	VPXOR Y6, Y6, Y6
	VPXOR Y7, Y7, Y7
	VPXOR Y9, Y9, Y9
	MOVQ Table_lines(AX), R8
	MOVQ (Table_lines+8)(AX), R9
	BEGIN
	MOVQ list+24(FP), R15 // after the last global: linked dynamically, those take R15
	LEAQ (4*const_batchNotes2)(R15), AX
	MOVQ AX, limit
	TESTQ R11, R11
	JNE  next
	FIRST(R12)

next:
	TESTL BX, BX
	JNE  compact
	CMPQ CX, $100
	JLT  remaining
	AHEAD2(0)
	TAKE2(0, Y2)
	AHEAD2(1)
	TAKE2(1, Y3)
	AHEAD2(2)
	TAKE2(2, Y4)
	AHEAD2(3)
	TAKE2(3, Y5)
	JMP  gather

remaining:
	TAKE2(0, Y2)
	TAKE2(1, Y3)
	TAKE2(2, Y4)
	TAKE2(3, Y5)
gather:
	GATHER2
	ENTRIES2
	JNE  watched
	SUBQ $4, CX
	JNE  next
	JMP  done

compact:
	CMPQ CX, $100
	JLT  remaining8
	AHEAD2(0)
	TAKEC2(0, Y2)
	AHEAD2(1)
	TAKEC2(1, Y3)
	AHEAD2(2)
	TAKEC2(2, Y4)
	AHEAD2(3)
	TAKEC2(3, Y5)
	JMP  gather

remaining8:
	TAKEC2(0, Y2)
	TAKEC2(1, Y3)
	TAKEC2(2, Y4)
	TAKEC2(3, Y5)
	JMP  gather

done:
	VPSRLQ $const_genShift, Y7, Y7
	XORL R11, R11
	VPTEST Y7, Y7
	SETNE R11
	SUM2(Y9, X9, R14)
	SUM2(Y6, X6, R13)
	VZEROUPPER
	SUBQ list+24(FP), R15
	SHRQ $2, R15
	MOVQ R15, noted+72(FP)
	MOVQ count+32(FP), AX
	SUBQ CX, AX
	MOVQ AX, next+56(FP)
	SUBQ from+40(FP), AX
	LEAQ (R13)(AX*8), R12
	NEGQ R12
	TESTL BX, BX
	CMOVQNE R12, R13
	ADDQ R14, AX
	MOVQ AX, hits+64(FP)

	// R13 has the ways that hold a hash, as a negative number. Where a hash was in
	// two of them their data are mixed.
	ADDQ AX, R13
	SETNE AX
	MOVBLZX AX, AX
	SHLL $8, AX
	ORL  AX, R11
	MOVQ R11, stale+80(FP)
	RET

// Puts twice the places of those of the last four hashes that AX has bits for
// into the list, and asks for their shadows.
watched:
	TZCNTL AX, R11
	MOVQ count+32(FP), R12
	SUBQ CX, R12
	ADDQ R11, R12
	ADDL R12, R12
	MOVL R12, (R15)
	ADDQ $4, R15
	MOVQ -32(DI)(R11*8), DX
	MULXQ R9, R12, R10
	SHLQ $6, R10
	MOVQ t+0(FP), R12
	ADDQ Table_watches(R12), R10
	PREFETCHT1 (R10)
	BLSRL AX, AX
	JNE  watched
	SUBQ $4, CX
	JEQ  done
	CMPQ R15, limit
	JCC  done
	JMP  next
