//go:build !purego && !race

#include "go_asm.h"
#include "textflag.h"
#include "watch_amd64.h"

// Finds the line of hash j, counted from the next to take.
#define FIND(j, line) \
	MOVQ (8*(j))(DI), DX; \
	MULXQ R9, AX, line; \
	SHLQ $6, line

// Asks for the line of the hash that is 96 places on. The six instructions that
// do nothing delay the request by as many cycles: on Zen 4 a probe takes 5.5 ns
// without them, 5.1 with two, 4.8 with six, 5.2 with twelve. It pays to let the
// loads before it go first.
#define AHEAD(j) \
	FIND(j+96, R10); \
	ADDQ R8, R10; \
	ANDQ $-64, R10; \
	ANDQ $-64, R10; \
	ANDQ $-64, R10; \
	ANDQ $-64, R10; \
	ANDQ $-64, R10; \
	ANDQ $-64, R10; \
	PREFETCHT1 (R10)

// Brings the line of the hash that is 8 places on from the second cache into the
// first: 0.8 ns a probe.
#define TOUCH(j) \
	FIND(j+8, R10); \
	PREFETCHT0 (R8)(R10*1)

// Takes the data of hash j of four, or 0, to both places of its entry in Z20.
#define TAKE(j, line, entry) \
	VMOVDQU64 32(R8)(line*1), Y16; \
	VPXORQ (R8)(line*1), Y16, Y17; \
	VPCMPEQQ.BCST (8*j)(DI), Y17, K1; \
	VPCOMPRESSQ.Z Y16, K1, Y17; \
	VPBROADCASTQ X17, entry, Z20

// The bits of the generation in the second word.
DATA generations<>+0(SB)/8, $0
DATA generations<>+8(SB)/8, $(const_genMask<<const_genShift)
GLOBL generations<>(SB), RODATA|NOPTR, $16

// The places of the four hashes in the batch.
DATA places<>+0(SB)/4, $0
DATA places<>+4(SB)/4, $1
DATA places<>+8(SB)/4, $2
DATA places<>+12(SB)/4, $3
GLOBL places<>(SB), RODATA|NOPTR, $16
DATA four<>+0(SB)/4, $4
GLOBL four<>(SB), RODATA|NOPTR, $4

// func lookupBatch(t *Table, hashes *uint64, entries *Entry, list *uint32, count, from, noted, generation uint64) (next, hits, watched, stale uint64)
//
// With AVX-512: R8 lines, R9 their number, DI hashes, SI entries, CX how many are left, R14
// twice the hits, R15 the end of the list. Z25 is the union of the differences
// of generation, X27 the places of four hashes, Y28 the limit of watched ones.
TEXT ·lookupBatch(SB), NOSPLIT|NOFRAME, $0-96

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

// R15 and, in place of noted, the end of a list that is full. This comes after
// the last global: linked dynamically, those take R15.
#define LIST \
	MOVQ list+24(FP), AX; \
	MOVQ noted+48(FP), R15; \
	LEAQ (AX)(R15*4), R15; \
	ADDQ $(4*const_batchNotes), AX; \
	MOVQ AX, noted+48(FP)

// The results that all kernels compute alike.
#define END \
	MOVQ count+32(FP), AX; \
	SUBQ CX, AX; \
	MOVQ AX, next+64(FP); \
	SUBQ list+24(FP), R15; \
	SHRQ $2, R15; \
	MOVQ R15, watched+80(FP)

// Makes four entries of the data in Z20, and notes which hashes are watched.
#define ENTRIES \
	VPTESTMQ Z20, Z20, K2; \
	VPSRLVQ Z21, Z20, Z16; \
	VPANDQ Z22, Z16, Z16; \
	VPXORQ Z23, Z16, K2, Z16; \
	VMOVDQU64 Z16, (SI); \
	KMOVW K2, AX; \
	POPCNTL AX, AX; \
	ADDQ AX, R14; \
	VPXORQ.Z Z24, Z16, K2, Z16; \
	VPORQ Z16, Z25, Z25; \
	VMOVDQU64 (DI), Y18; \
	VPCMPUQ $6, Y18, Y28, K1; \
	KMOVW K1, AX; \
	POPCNTL AX, AX; \
	VPCOMPRESSD.Z X27, K1, X16; \
	VMOVDQU32 X16, (R15); \
	LEAQ (R15)(AX*4), R15; \
	VPCOMPRESSQ.Z Y18, K1, Y18; \
	VMOVQ X18, DX; \
	MULXQ R9, AX, R10; \
	SHLQ $6, R10; \
	ADDQ hashes+8(FP), R10; \
	PREFETCHT1 (R10); \
	VPADDD.BCST four<>(SB), X27, X27; \
	ADDQ $32, DI; \
	ADDQ $64, SI

	MOVQ t+0(FP), AX
	CMPB Table_layout(AX), $const_Full
	JNE  narrow
	CMPB ·kernels(SB), $const_avx512
	JNE  narrow
	MOVQ Table_lines(AX), R8
	MOVQ (Table_lines+8)(AX), R9
	VPBROADCASTQ Table_watchBelow(AX), Y28
	MOVQ Table_watches(AX), BX
	TESTQ BX, BX
	CMOVQEQ R8, BX
	BEGIN
	MOVQ BX, hashes+8(FP)
	VPBROADCASTD R11, X27
	VPADDD places<>(SB), X27, X27
	MOVQ generation+56(FP), BX
	SHLQ $const_genShift, BX
	VBROADCASTI64X2 generations<>(SB), Z26
	VPBROADCASTQ BX, Z24
	VPANDQ Z26, Z24, Z24
	VBROADCASTI64X2 ·entryShift(SB), Z21
	VBROADCASTI64X2 ·entryMask(SB), Z22
	VBROADCASTI64X2 ·entryBias(SB), Z23
	LIST
	VPXORQ Z25, Z25, Z25
	MOVL $0x03, AX
	KMOVW AX, K4
	MOVL $0x0c, AX
	KMOVW AX, K5
	MOVL $0x30, AX
	KMOVW AX, K6
	MOVL $0xc0, AX
	KMOVW AX, K7
	XORL R14, R14

	// Ask for the first 96 lines.
	CMPQ from+40(FP), $0
	JNE  asked
	MOVL $96, BX
	CMPQ CX, BX
	CMOVQLT CX, BX
	XORL R11, R11
first:
	MOVQ (DI)(R11*8), DX
	MULXQ R9, AX, R10
	SHLQ $6, R10
	PREFETCHT1 (R8)(R10*1)
	INCQ R11
	CMPQ R11, BX
	JLT  first

asked:
	FIND(0, R11)
	FIND(1, R12)
	FIND(2, R13)
	FIND(3, BX)
	CMPQ CX, $100
	JLT  rest
ahead:
	AHEAD(0)
	TAKE(0, R11, K4)
	FIND(4, R11)
	TOUCH(0)
	AHEAD(1)
	TAKE(1, R12, K5)
	FIND(5, R12)
	TOUCH(1)
	AHEAD(2)
	TAKE(2, R13, K6)
	FIND(6, R13)
	TOUCH(2)
	AHEAD(3)
	TAKE(3, BX, K7)
	FIND(7, BX)
	TOUCH(3)
	ENTRIES
	SUBQ $4, CX
	CMPQ R15, noted+48(FP)
	JCC  out
	CMPQ CX, $100
	JGE  ahead

rest:
	CMPQ CX, $8
	JLT  last
	TAKE(0, R11, K4)
	FIND(4, R11)
	TAKE(1, R12, K5)
	FIND(5, R12)
	TAKE(2, R13, K6)
	FIND(6, R13)
	TAKE(3, BX, K7)
	FIND(7, BX)
	ENTRIES
	SUBQ $4, CX
	CMPQ R15, noted+48(FP)
	JCS  rest
	JMP  out

last:
	TAKE(0, R11, K4)
	TAKE(1, R12, K5)
	TAKE(2, R13, K6)
	TAKE(3, BX, K7)
	ENTRIES
	SUBQ $4, CX

out:
	SHRQ $1, R14
	MOVQ R14, hits+72(FP)
	VPTESTMQ Z25, Z26, K1
	KMOVW K1, AX
	MOVQ AX, stale+88(FP)
	END
	RET

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
#define TAKE8(j, data) \
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

// With AVX2: R8, R9, DI, SI, CX, R15 as above, BX not 0 in the layout Compact.
narrow:
	MOVQ t+0(FP), AX
	XORL BX, BX
	CMPB Table_layout(AX), $const_Compact
	SETEQ BX
	VMOVQ Table_shift(AX), X12
	VPBROADCASTQ sign<>(SB), Y14
	VPBROADCASTQ meta<>(SB), Y13
	VPBROADCASTQ generation+56(FP), Y11
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
	LIST
	TESTQ R11, R11
	JNE  next
	MOVL $96, R12
	CMPQ CX, R12
	CMOVQLT CX, R12
start:
	MOVQ (DI)(R11*8), DX
	MULXQ R9, AX, R10
	SHLQ $6, R10
	PREFETCHT1 (R8)(R10*1)
	INCQ R11
	CMPQ R11, R12
	JLT  start

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
	TAKE8(0, Y2)
	AHEAD2(1)
	TAKE8(1, Y3)
	AHEAD2(2)
	TAKE8(2, Y4)
	AHEAD2(3)
	TAKE8(3, Y5)
	JMP  gather

remaining8:
	TAKE8(0, Y2)
	TAKE8(1, Y3)
	TAKE8(2, Y4)
	TAKE8(3, Y5)
	JMP  gather

done:
	VPSRLQ $const_genShift, Y7, Y7
	XORL R11, R11
	VPTEST Y7, Y7
	SETNE R11
	SUM2(Y9, X9, R14)
	SUM2(Y6, X6, R13)
	VZEROUPPER
	END
	SUBQ from+40(FP), AX
	LEAQ (R13)(AX*8), R12
	NEGQ R12
	TESTL BX, BX
	CMOVQNE R12, R13
	ADDQ R14, AX
	MOVQ AX, hits+72(FP)

	// R13 has the ways that hold a hash, as a negative number. Where a hash was in
	// two of them their data are mixed.
	ADDQ AX, R13
	SETNE AX
	MOVBLZX AX, AX
	SHLL $8, AX
	ORL  AX, R11
	MOVQ R11, stale+88(FP)
	RET

// Puts the places of those of the last four hashes that AX has bits for into
// the list, and asks for their shadows.
watched:
	TZCNTL AX, R11
	MOVQ count+32(FP), R12
	SUBQ CX, R12
	ADDQ R11, R12
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
	CMPQ R15, noted+48(FP)
	JCC  done
	JMP  next

// Sets the flags to whether a note in R11 is none of a watched line's.
#define NONE4 \
	VMOVD R11, X0; \
	VPBROADCASTD X0, X0; \
	VPCMPEQD notes(R9), X0, X0; \
	VMOVMSKPS X0, R11; \
	TESTL R11, R11
#define NONE8 \
	VMOVD R11, X0; \
	VPBROADCASTD X0, Y0; \
	VPCMPEQD compactNotes(R9), Y0, Y0; \
	VMOVMSKPS Y0, R11; \
	TESTL R11, R11

// The body of accountBatch in a layout: R8 table, R15 hashes, SI entries, DI
// list, R14 its end, BX the end of what is left of it, CX sum of misses.
#define ACCOUNT(unconfirming, mask, exposure) \
	MOVQ t+0(FP), R8; \
	MOVQ hashes+8(FP), R15; \
	MOVQ entries+16(FP), SI; \
	MOVQ list+24(FP), DI; \
	MOVQ count+32(FP), AX; \
	LEAQ (DI)(AX*4), R14; \
	MOVQ DI, BX; \
	XORL CX, CX; \
	MOVQ CX, confirmed+48(FP); \
	CMPQ DI, R14; \
	JEQ  end; \
next: \
	MOVL (DI), AX; \
	MOVQ (R15)(AX*8), DX; \
	SHLQ $4, AX; \
	MOVQ (SI)(AX*1), R11; \
	MOVQ Table_shift(R8), R9; \
	SHLXQ R9, DX, R9; /* by 64 in the layout Full, which is by 0 */ \
	NOTE(DX, R9, R11, R13, R12); \
	MOVBLZX 9(SI)(AX*1), AX; \
	MULXQ (Table_lines+8)(R8), R12, R9; \
	SHLQ $6, R9; \
	MOVQ R9, R10; \
	ADDQ Table_watches(R8), R9; \
	unconfirming; \
	JEQ  unconfirmed; \
	INCQ confirmed+48(FP); \
	ADDQ $4, DI; \
	CMPQ DI, R14; \
	JNE  next; \
end: \
	VZEROUPPER; \
	SUBQ list+24(FP), BX; \
	SHRQ $2, BX; \
	MOVQ BX, left+40(FP); \
	MOVQ CX, absent+56(FP); \
	RET; \
unconfirmed: \
	TESTL AX, AX; \
	JNE  leave; \
	ADDQ Table_lines(R8), R10; \
	UNSEEN(R9, R13, R12, mask, leave); \
	exposure(R10, R12, AX); \
	ADDQ AX, CX; \
	ADDQ $4, DI; \
	CMPQ DI, R14; \
	JNE  next; \
	JMP  end; \
leave: \
	MOVL (DI), AX; \
	MOVL AX, (BX); \
	ADDQ $4, BX; \
	ADDQ $4, DI; \
	CMPQ DI, R14; \
	JNE  next; \
	JMP  end

// func accountBatch(t *Table, hashes *uint64, entries *Entry, list *uint32, count uint64) (left, confirmed, absent uint64)
TEXT ·accountBatch(SB), NOSPLIT|NOFRAME, $0-64
	ACCOUNT(NONE4, 15, EXPOSURE4)

// func accountCompact(t *Table, hashes *uint64, entries *Entry, list *uint32, count uint64) (left, confirmed, absent uint64)
TEXT ·accountCompact(SB), NOSPLIT|NOFRAME, $0-64
	ACCOUNT(NONE8, 7, EXPOSURE8)
